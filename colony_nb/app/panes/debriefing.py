"""The screen between two phases: the debrief (R1). Going on without it takes a click of its own."""

from __future__ import annotations

from collections.abc import Callable

from colony_nb.app.focus import keep
from colony_nb.app.moment import Moment
from colony_nb.app.panes import controls
from colony_nb.app.panes.gate import gate, library
from colony_nb.app.panes.header import ROMAN
from colony_nb.app.panes.history import Notes, Reader
from colony_nb.app.panes.sim_steps import is_simplified
from colony_nb.app.table import Table


class Debriefing(Reader):
    """A reader of its own, so that links of the debrief and the next phase's text open without leaving it."""

    def __init__(self, table: Table, notes: Notes, changed: Callable[[], None]) -> None:
        super().__init__(table, notes, changed, "debrief:1")
        say = table.texts.say
        self._due = 0
        self.done = controls.button("", table.debriefed, "filled", classes=("cnb-debriefed",))
        self.next = controls.button("", self._next, classes=("cnb-next-phase",))
        self.skip = controls.button(say("debrief.skip"), table.debriefed, classes=("cnb-skip",))
        keep(self.next)
        page = controls.column(self.text, classes=("scrolls",))
        bar = controls.row(self.back, self.next, self.done, self.skip, styles=("row",))
        self.panel = controls.column(page, bar, styles=("debriefing",), visible=False)

    def _next(self) -> None:
        self.follow(f"phase:{self._due + 1}")

    def update(self, m: Moment) -> None:
        """Draws the debrief that is due; a new one begins at its first page."""
        if not m.debrief:
            self._due = 0
            return
        say = self.table.texts.say
        first = m.debrief != self._due
        if first:
            self._due = m.debrief
            self.restart(f"debrief:{m.debrief}")
            if m.over:
                self.done.label = say("debrief.done_over")
            elif is_simplified(m):
                self.done.label = say("sim.debrief_done", phase=ROMAN[m.debrief])
            else:
                number = m.debrief + 1
                title = library(self.table.texts.language).phase(number).title
                self.done.label = say("debrief.done", phase=ROMAN[number - 1])
                self.next.label = say("debrief.next", phase=ROMAN[number - 1], title=title)
        history = library(self.table.texts.language)
        self.draw(m, gate(m, history))
        controls.show(self.next, not m.over and self.at == self.home and not is_simplified(m))
        if first:
            self.text.shown += 1
