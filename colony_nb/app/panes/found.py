"""Games that were saved by themselves: the switch, and the buttons that go on with them."""

from __future__ import annotations

from typing import Any

import panel as pn

from colony_nb.app.autosave import MOST_FOUND, Saved
from colony_nb.app.panes import controls
from colony_nb.app.table import Table
from colony_nb.app.texts import esc


class Auto:
    """Whether the game is saved after each turn, and where."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._setting = False
        self.switch = pn.widgets.Checkbox(
            label=table.texts.say("keep.switch"),
            value=table.autosave.on,
            css_classes=["cnb-auto"],
            **controls.field_options(),
        )
        self.switch.param.watch(self._switched, "value")
        self.text = controls.html("facts")
        self.panel = controls.column(self.switch, self.text, styles=("stack",), visible=table.on_disk)

    def _switched(self, event: Any) -> None:
        if not self._setting:
            self.table.switch_autosave(bool(event.new))

    def update(self) -> None:
        saved, say = self.table.autosave, self.table.texts.say
        self._setting = True
        try:
            if self.switch.value != saved.on:
                self.switch.value = saved.on
        finally:
            self._setting = False
        if saved.failing or saved.path is None:
            text = say("game.unwritable")
        elif saved.written:
            text = say("keep.file", file=saved.path.name)
        else:
            text = say("keep.soon", file=saved.path.name)
        self.text.object = f'<p class="no">{esc(text)}</p>' if saved.on else ""


class Found:
    """A button for each saved game that may be gone on with, newest first; nothing where there is none."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._shown: list[Saved] = []
        self._kept = ""
        self.buttons = [
            controls.button("", lambda n=n: self._go(n), classes=("cnb-saved",), visible=False)  # type: ignore[misc]
            for n in range(MOST_FOUND)
        ]
        self.code = controls.button(
            table.texts.say("keep.in_tab"), self._from_code, classes=("cnb-kept",), visible=False
        )
        for made in (*self.buttons, self.code):
            made.align = "start"
        self.panel = controls.column(*self.buttons, self.code, styles=("stack",))

    def _go(self, number: int) -> None:
        if number < len(self._shown):
            self.table.open_saved(self._shown[number])

    def _from_code(self) -> None:
        self.table.open_code(self._kept)

    def update(self) -> None:
        own = self.table.autosave.path
        self._shown = [s for s in self.table.saved if self.table.game is None or s.path != own]
        for n, made in enumerate(self.buttons):
            controls.show(made, n < len(self._shown))
            if n < len(self._shown):
                label = self._label(self._shown[n])
                if made.label != label:
                    made.label = label
        self._kept = self.table.kept
        controls.show(self.code, bool(self._kept) and self.table.game is None)

    def _label(self, saved: Saved) -> str:
        texts = self.table.texts
        who = texts.book.join(list(saved.persons or saved.names))
        key = "keep.go_on" if saved.round else "keep.go_on_setup"
        return texts.say(key, who=who, round=saved.round, seed=saved.seed)
