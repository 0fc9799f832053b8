"""The guided first round: one short note at a time above the question, each dismissed by the person."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from colony_nb.app.asking import COUNTRY, LIST
from colony_nb.app.moment import Moment
from colony_nb.app.panes import controls
from colony_nb.app.table import Table
from colony_nb.app.texts import esc

LAST_ROUND = 2  # notes that did not come up by then never do


def _recorded(m: Moment, kind: str) -> bool:
    """Whether the journal tells such a thing of the person who is asked."""
    return any(r["kind"] == kind and r.get("seat") == m.seat for r in m.journal)


NOTES: Mapping[str, Callable[[Moment], bool]] = {
    "bar": lambda m: True,
    "map": lambda m: m.asking is not None and m.asking.mode in (COUNTRY, LIST),
    "cards": lambda m: m.decision is not None and m.decision.kind == "cards",
    "income": lambda m: _recorded(m, "income"),
    "ladder": lambda m: _recorded(m, "income"),
    "event": lambda m: _recorded(m, "event") or (m.decision is not None and m.decision.kind == "event"),
    "help": lambda m: _recorded(m, "event"),
}
"""The notes in their order, each with the question or happening that it belongs to."""


def note_for(m: Moment, seen: frozenset[str]) -> str | None:
    """The first note that fits the question and has not been dismissed."""
    if m.decision is None or m.cover or m.at is not None or m.view["round"] > LAST_ROUND:
        return None
    if m.view.get("game") == "simplified":
        return None  # the teacher leads
    return next((key for key, fits in NOTES.items() if key not in seen and fits(m)), None)


class Guide:
    """The note above the question; what is dismissed counts for the whole table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._shown: str | None = None
        say = table.texts.say
        self.text = controls.html("guidetext", classes=("grow",))
        self.ok = controls.button(say("guide.ok"), self._dismiss, "quiet", classes=("cnb-got-it",))
        self.end = controls.button(say("guide.end"), self._end, "quiet", classes=("cnb-no-notes",))
        self.panel = controls.row(
            self.text, self.ok, self.end, styles=("guide",), classes=("guide",), visible=False
        )

    def _dismiss(self) -> None:
        if self._shown is not None:
            self.table.dismissed |= {self._shown}
        self.table.refresh()

    def _end(self) -> None:
        self.table.guided = False
        self.table.refresh()

    def update(self, m: Moment, wanted: bool) -> None:
        """``wanted``: the question is what is being looked at."""
        key = note_for(m, self.table.dismissed) if wanted and self.table.guided else None
        self._shown = key
        controls.show(self.panel, key is not None)
        if key is not None:
            say, keys = self.table.texts.say, list(NOTES)
            step = say("guide.step", number=keys.index(key) + 1, count=len(keys))
            words = say(f"guide.{key}")
            self.text.object = f'<p><span class="vh">{esc(step)}: </span>{esc(words)}</p>'
