"""Teams that play the simplified game with the controls alone, and what a display shows in words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import panel as pn
from bokeh.models import ColumnDataSource

from app.person import Person
from colony_nb.app.panes.sim_steps import Screen
from colony_nb.app.view import TABS

CODE = re.compile(r'<code class="code">.*?</code>', re.DOTALL)


class Team(Person):
    """``screens`` are the screens met, ``debriefs`` the phases whose debrief was passed."""

    tabs = False
    screens: list[Screen]
    debriefs: list[int]

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.screens, self.debriefs = [], []

    def press(self, button: Any) -> None:
        super().press(button)
        assert self.notebook is None or self.notebook.lost == 0, button.label

    def pass_screens(self, upto: str = "", step: int = 0) -> None:
        """Reads screen after screen; stops before one of kind ``upto`` (of ``step``)."""
        view, table = self.view, self.view.table
        while True:
            m = table.moment()
            if m.screen is not None:
                if m.screen.kind == upto and step in (0, m.screen.step):
                    return
                assert view.sim_box.visible and not view.main.visible and not view.now.panel.visible
                self.screens.append(m.screen)
                assert view.sim is not None
                self.press(view.sim.go)
            elif m.debrief:
                self.debriefs.append(m.debrief)
                self.press(view.debriefing.skip)
            else:
                return

    def sit_down(self) -> None:
        """Passes the screens and the cover."""
        self.pass_screens()
        if self.view.table.moment().cover:
            self.press(self.view.cover.go)

    def answer(self) -> Any:
        """Passes the screens, sits down, and answers by chance; None at the end."""
        self.pass_screens()
        if self.view.table.game.over:
            return None
        self.sit_down()
        if self.tabs:
            open_all(self.view)
        return super().answer()

    def say(self, option: Any) -> None:
        """Answers the open question with this option."""
        self.sit_down()
        self._set(self.view.table.moment(), option)
        self.press(self.view.now.commit)

    def _set(self, m: Any, option: Any) -> None:
        question = self.view.question
        if m.decision.kind == "invest" and m.decision.context["what"] == "army":
            question.invest.armies.value = option
            question.invest.tries.value = self.chance.randint(0, m.power(m.decision.seat)["money"] - option)
        elif m.asking.mode == "list":
            self.view.country.select.value = next(c for c in option if isinstance(c, str) and len(c) == 1)
            question.list.value = [o.value for o in question._rows].index(option)
        else:
            super()._set(m, option)

    def play(self, most: int = 1000) -> None:
        """To the end of the game, through its last screens."""
        table = self.view.table
        for _ in range(most):
            before = table.game.n
            if self.answer() is None and table.game.over:
                return
            assert table.game.n > before, table.notice
            assert not table.notice
        raise AssertionError("the game does not end")


def open_all(view: Any) -> None:
    """Turns to every page of the table and back to the question."""
    for tab in TABS[::-1]:
        view.tabs.value = tab
    view.tabs.value = TABS[0]


def parts(component: Any) -> Iterator[Any]:
    """A component and everything in it that is shown."""
    if not getattr(component, "visible", True):
        return
    yield component
    if isinstance(component, pn.layout.base.ListLike):
        for child in component:
            yield from parts(child)


def words(view: Any) -> str:
    """All that a display shows in words: texts, labels, options, what is spoken. Game codes are left out."""
    out: list[str] = [view.table.telling]
    for part in parts(view.__panel__()):
        for name in ("object", "label", "placeholder"):
            value = getattr(part, name, None)
            if isinstance(value, str):
                out.append(value)
        for name in ("options", "groups", "value"):
            value = getattr(part, name, None)
            if isinstance(value, str | int | dict | list):
                out.append(str(value))
        figure = getattr(part, "object", None)
        if hasattr(figure, "select"):
            out += sorted(str(source.data) for source in figure.select({"type": ColumnDataSource}))
    return CODE.sub("", "\n".join(out))


def pages(view: Any) -> str:
    """What a display shows on all its pages, one after another."""
    out = []
    for tab in TABS:
        view.tabs.value = tab
        out.append(words(view))
    view.tabs.value = TABS[0]
    return "\n".join(out)
