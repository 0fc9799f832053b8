"""The parts of the lecturer's panel that open one at a time: discuss, timer, dice."""

from __future__ import annotations

import re
from functools import cache
from math import isfinite

import panel as pn

from colony_nb.app.lecture.stage import LONGEST, MOST, stage_of
from colony_nb.app.panes import controls
from colony_nb.app.panes.gate import library
from colony_nb.app.table import Table
from colony_nb.app.texts import Texts, esc
from colony_nb.commentary.markup import plain
from colony_nb.kernel.errors import ColonyError
from colony_nb.prepared import about, positions

MINUTES = (1, 2, 5)
NOTHING = ""
_FACES = re.compile(r"[\s,;.+/-]*")


@cache
def _phase_questions(language: str, phase: int) -> tuple[str, ...]:
    return tuple(plain(text) for text in library(language).phase(phase).questions)


def questions(table: Table, name: str) -> dict[str, str]:
    """{line of the list: question}: those of the prepared position, then of the phase's debrief."""
    say = table.texts.say
    found = [about(name).question] if name in dict(positions()) else []
    if table.game is not None and not table.starting:
        phase = int(table.game.view()["phase"])
        if table.game.setup.game == "colony" and 1 <= phase <= 6:
            found += _phase_questions(table.texts.language, phase)
    out = {say("desk.own_question"): NOTHING}
    for question in found:
        out.setdefault(question if len(question) <= 90 else f"{question[:88]}…", question)
    return out


def number(text: str) -> float:
    """The number that was typed, -1 for anything else."""
    try:
        found = float(text.strip().replace(",", "."))
    except ValueError:
        return -1
    return found if isfinite(found) else -1


class Discuss:
    """A question for the room: picked or typed, shown, taken away."""

    def __init__(self, table: Table) -> None:
        self.table = table
        say = table.texts.say
        self.pick = pn.widgets.Select(label=say("desk.pick_question"), options={}, **controls.field_options())
        self.typed = pn.widgets.TextAreaInput(
            label=say("desk.type_question"),
            max_length=MOST,
            rows=2,
            css_classes=["cnb-ask"],
            **controls.field_options(),
        )
        self.pick.param.watch(self._picked, "value")
        self.show = controls.button(say("desk.show_question"), self._show, "filled", classes=("cnb-ask-it",))
        self.hide = controls.button(say("desk.hide_question"), self._hide, classes=("cnb-ask-off",))
        self.panel = controls.column(
            self.pick, self.typed, controls.row(self.show, self.hide, styles=("row",)), styles=("stack",)
        )

    def _picked(self, event: object) -> None:
        if self.pick.value:
            self.typed.value = self.pick.value

    def _show(self) -> None:
        text = self.typed.value_input or self.typed.value or ""
        if not text.strip():
            self.table.say(self.table.texts.say("desk.no_question"))
            return
        stage_of(self.table).ask(text)
        self.table.say("")

    def _hide(self) -> None:
        stage_of(self.table).ask("")
        self.table.say("")

    def update(self, name: str) -> None:
        """The list of questions that fit the game; ``name`` of the prepared position that was loaded."""
        options = questions(self.table, name)
        if self.pick.options != options:
            self.pick.param.update(options=options, value=NOTHING)


class Timer:
    """A timer with a few usual lengths and one of one's own."""

    def __init__(self, table: Table) -> None:
        self.table = table
        say = table.texts.say
        self.usual = [
            controls.button(
                say("desk.minute" if n == 1 else "desk.minutes", count=n),
                lambda n=n: self._start(n),  # type: ignore[misc]
                classes=(f"cnb-timer-{n}",),
            )
            for n in MINUTES
        ]
        self.own = pn.widgets.TextInput(
            label=say("desk.own_minutes"), value="10", max_length=6, **controls.field_options()
        )
        self.begin = controls.button(say("desk.start"), self._own, "filled", classes=("cnb-timer-own",))
        self.pause = controls.button(say("desk.pause"), self._pause, classes=("cnb-timer-pause",))
        self.stop = controls.button(say("desk.stop"), self._stop, classes=("cnb-timer-stop",))
        self.panel = controls.column(
            controls.row(*self.usual, self.pause, self.stop, styles=("row",)),
            controls.row(self.own, self.begin, styles=("row",)),
            styles=("stack",),
        )

    def _start(self, minutes: float) -> None:
        stage_of(self.table).start_timer(60 * minutes)
        self.table.say("")

    def _own(self) -> None:
        minutes = number(self.own.value_input or self.own.value or "")
        if not 0 < minutes <= LONGEST / 60:
            self.table.say(self.table.texts.say("desk.bad_minutes", most=LONGEST // 60))
        else:
            self._start(minutes)

    def _pause(self) -> None:
        stage_of(self.table).pause_timer()
        self.table.say("")

    def _stop(self) -> None:
        stage_of(self.table).stop_timer()
        self.table.say("")

    def update(self) -> None:
        """The words of the pause button."""
        key = "desk.go_on" if stage_of(self.table).paused is not None else "desk.pause"
        label = self.table.texts.say(key)
        if self.pause.label != label:
            self.pause.label = label


def faces(text: str, texts: Texts) -> tuple[int, ...]:
    """The faces in what was typed: "6 1 3" or "613". Raises ColonyError with one sentence."""
    found = _FACES.sub("", text)
    if not found or not set(found) <= set("123456"):
        error = ColonyError("table")
        error.sentence = texts.say("desk.bad_faces")
        raise error
    return tuple(int(face) for face in found)


class Dice:
    """The next dice by hand."""

    def __init__(self, table: Table) -> None:
        self.table = table
        say = table.texts.say
        self.typed = pn.widgets.TextInput(
            label=say("desk.faces"), max_length=60, css_classes=["cnb-faces"], **controls.field_options()
        )
        self.set = controls.button(say("desk.set_dice"), self._set, "filled", classes=("cnb-force",))
        self.clear = controls.button(say("desk.clear_dice"), self._clear, classes=("cnb-force-off",))
        self.told = controls.html("facts")
        self.panel = controls.column(
            self.told,
            self.typed,
            controls.row(self.set, self.clear, styles=("row",)),
            styles=("stack",),
        )

    def _set(self) -> None:
        def action() -> str:
            text = self.typed.value_input or self.typed.value or ""
            found = faces(text, self.table.texts)
            game = self.table.game
            if game is not None:
                game.force(found)
            return self.table.texts.say("desk.dice_set", faces=" ".join(map(str, found)))

        if self.table._do(action):
            self.typed.value = ""

    def _clear(self) -> None:
        def action() -> str:
            game = self.table.game
            if game is not None and game.forced_faces:
                game.force(())
            return self.table.texts.say("desk.dice_cleared")

        self.table._do(action)

    def update(self) -> None:
        """Which faces are set."""
        game, say = self.table.game, self.table.texts.say
        found = () if game is None or self.table.starting else game.forced_faces
        shown = " ".join(map(str, found))
        text = say("desk.dice_now", faces=shown) if found else say("desk.dice_free")
        self.told.object = f'<p class="no">{esc(text)}</p>'
