"""The panes of a display that are made when they are first needed."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from colony_nb.app.late import Parts
from colony_nb.app.panes import controls
from colony_nb.app.panes.present import Present
from colony_nb.app.panes.time import Time
from colony_nb.app.table import Table
from colony_nb.app.texts import esc
from colony_nb.plots.palette import PRESENTATION

if TYPE_CHECKING:
    from colony_nb.app.panes.chronicle import JournalPane
    from colony_nb.app.panes.country import Country
    from colony_nb.app.panes.cover import Cover
    from colony_nb.app.panes.curves import CurvesPane
    from colony_nb.app.panes.debriefing import Debriefing
    from colony_nb.app.panes.guide import Guide
    from colony_nb.app.panes.happened import Happened
    from colony_nb.app.panes.history import History, Notes
    from colony_nb.app.panes.journal import Rules
    from colony_nb.app.panes.keep import Keep
    from colony_nb.app.panes.question import Question
    from colony_nb.app.panes.start import Start

LAYOUT = ("page", "start", "game_box")
BOX = ("header", "main", "now", "cover", "debriefing", "sim_box")
_READ = ("happened", "history", "journal", "rules", "curves", "keep")
BODY = ("over", "past", "guide", "question", "country", *_READ)
"""The parts of the page, of the table and of what the tabs open, in their order."""


class Panes(Parts):
    """A pane's module is imported with the pane. Those of a ``View``, which has the rest."""

    table: Table
    theme: str
    present: Present
    time: Time
    game_box: controls.Column
    _layout: controls.Column
    _body: controls.Column
    pick: Any
    turn_theme: Any
    _drafted: Any
    _sync: Any

    @cached_property
    def start(self) -> Start:
        from colony_nb.app.panes.start import Start

        return self._put(self._layout, LAYOUT, "start", Start(self.table))

    @cached_property
    def cover(self) -> Cover:
        from colony_nb.app.panes.cover import Cover

        return self._put(self.game_box, BOX, "cover", Cover(self.table))

    @cached_property
    def debriefing(self) -> Debriefing:
        from colony_nb.app.panes.debriefing import Debriefing

        return self._put(self.game_box, BOX, "debriefing", Debriefing(self.table, self.notes, self._drafted))

    @cached_property
    def notes(self) -> Notes:
        from colony_nb.app.panes.history import Notes

        return Notes(self.table.texts, self._drafted)

    @cached_property
    def over(self) -> controls.Html:
        return self._put(self._body, BODY, "over", controls.html("event", "sim"))

    @cached_property
    def past(self) -> controls.Html:
        words = esc(self.table.texts.say("time.question"))
        made = controls.html("note", text=f'<div class="note">{words}</div>')
        return self._put(self._body, BODY, "past", made)

    @cached_property
    def guide(self) -> Guide:
        from colony_nb.app.panes.guide import Guide

        return self._put(self._body, BODY, "guide", Guide(self.table))

    @cached_property
    def question(self) -> Question:
        from colony_nb.app.panes.question import Question

        made = Question(self.table, self._drafted)
        made.big = self.present.on
        return self._put(self._body, BODY, "question", made)

    @cached_property
    def country(self) -> Country:
        from colony_nb.app.panes.country import Country

        return self._put(self._body, BODY, "country", Country(self.table, self.pick, self._drafted))

    @cached_property
    def happened(self) -> Happened:
        from colony_nb.app.panes.happened import Happened

        return self._put(self._body, BODY, "happened", Happened(self.table, self.theme, self._drafted))

    @cached_property
    def history(self) -> History:
        from colony_nb.app.panes.history import History

        made = History(self.table, self.notes, self.theme, self._drafted)
        if self.present.on:
            made.restyle(self.theme, True)
        return self._put(self._body, BODY, "history", made)

    @cached_property
    def journal(self) -> JournalPane:
        from colony_nb.app.panes.chronicle import JournalPane

        return self._put(self._body, BODY, "journal", JournalPane(self.table, self._sync))

    @cached_property
    def rules(self) -> Rules:
        from colony_nb.app.panes.journal import Rules

        return self._put(self._body, BODY, "rules", Rules(self.table))

    @cached_property
    def curves(self) -> CurvesPane:
        from colony_nb.app.panes.curves import CurvesPane

        made = CurvesPane(self.table, self.theme, self._drafted)
        made.restyle(self.theme, PRESENTATION if self.present.on else 1.0)
        return self._put(self._body, BODY, "curves", made)

    @cached_property
    def keep(self) -> Keep:
        from colony_nb.app.panes.keep import Keep

        made = Keep(self.table, self.turn_theme)
        made.panel.insert(1, self.notes.select)
        made.panel[0].append(self.time.again)
        self._name_theme(made)
        return self._put(self._body, BODY, "keep", made)

    def _name_theme(self, keep: Keep) -> None:
        word = "game.light" if self.theme == "dark" else "game.dark"
        keep.theme.label = self.table.texts.say(word)
