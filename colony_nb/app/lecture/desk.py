"""The lecturer's desk: the table as always, and over it a panel that directs the projector."""

from __future__ import annotations

from typing import Any

import panel as pn

from colony_nb.app.focus import keep
from colony_nb.app.lecture.clock import Clock
from colony_nb.app.lecture.count import Count
from colony_nb.app.lecture.jump import Jump
from colony_nb.app.lecture.remote import anywhere
from colony_nb.app.lecture.sections import Dice, Discuss, Timer
from colony_nb.app.lecture.stage import stage_of
from colony_nb.app.loading import sending
from colony_nb.app.panes import controls
from colony_nb.app.render import Top
from colony_nb.app.table import Table
from colony_nb.app.texts import esc
from colony_nb.app.theme import sheet, variables
from colony_nb.app.view import View

SHUT, DISCUSS, TIMER, DICE, JUMP, COUNT, ROOM = "shut", "discuss", "timer", "dice", "jump", "count", "room"
PARTS = (SHUT, DISCUSS, TIMER, DICE, JUMP, COUNT)


class Desk(pn.viewable.Viewer):
    """A display of a table for who leads the lesson. ``extra`` is an empty column for the room of a class.
    ``address``: where the projector's page is, "" in a notebook."""

    def __init__(self, table: Table, theme: str = "", address: str = "", **params: Any) -> None:
        super().__init__(**params)
        self.table = table
        stage_of(table)
        self._layout: Any = None
        say = table.texts.say
        button = controls.button
        self.curtain = button(say("desk.curtain"), self._curtain, "quiet", classes=("cnb-curtain",))
        self.reveal = button(say("desk.reveal"), self._reveal, "quiet", classes=("cnb-reveal-results",))
        self.at_once = button(say("desk.at_once"), self._turn_at_once, "quiet", classes=("cnb-at-once",))
        self.results = button(say("desk.results"), self._results, "quiet", classes=("cnb-results",))
        self.odds = button(say("desk.odds"), self._odds, "quiet", classes=("cnb-show-odds",))
        self.what_if = button(say("desk.what_if"), self._what_if, "quiet", classes=("cnb-desk-what-if",))
        for made in (self.curtain, self.reveal, self.at_once, self.results, self.odds, self.what_if):
            keep(made)
        self.clock = Clock(table.texts, lambda: self._layout, self.alive)
        self.parts = pn.widgets.RadioButtonGroup(
            options={say(f"desk.part_{part}"): part for part in PARTS},
            value=SHUT,
            css_classes=["cnb-desk-parts"],
            stylesheets=sheet("tabs"),
            margin=0,
            sizing_mode="stretch_width",
        )
        self.parts.param.watch(self._turned, "value")
        self.discuss = Discuss(table)
        self.timer = Timer(table)
        self.dice = Dice(table)
        self.jump = Jump(table, self._moved)
        self.count = Count(table)
        self.extra = controls.column()
        self.state = controls.html("facts", classes=("grow",))
        link = ""
        if address:
            words = esc(say("desk.open_projector"))
            link = f'<a class="out" href="{esc(address)}" target="_blank" rel="noopener">{words}</a>'
        self.link = controls.html("desklink", text=link, visible=bool(link))
        self.bar = controls.row(
            self.curtain,
            self.reveal,
            self.at_once,
            self.results,
            self.odds,
            self.what_if,
            self.state,
            self.clock.text,
            self.link,
            styles=("deskbar",),
        )
        self._opened = {
            DISCUSS: self.discuss.panel,
            TIMER: self.timer.panel,
            DICE: self.dice.panel,
            JUMP: self.jump.panel,
            COUNT: self.count.panel,
        }
        for panel in self._opened.values():
            panel.visible = False
        drawer = controls.column(*self._opened.values(), styles=("deskdrawer",))
        self.panel = controls.column(
            self.bar, self.parts, drawer, self.extra, styles=("desk",), classes=("cnb-desk",)
        )
        self.view = View(table, theme)
        self._box = controls.column(self.panel, styles=("deskbox",))
        self._box.styles = variables(self.view.theme)
        self._layout = Top(self._box, self.view.__panel__(), margin=0, sizing_mode="stretch_width")
        table.add(anywhere(self))
        self.refresh()

    def __panel__(self) -> Top:
        return self._layout

    def alive(self) -> bool:
        """False once the display it was made for is gone."""
        return self._layout.alive()

    # ---------------------------------------------------------------- drawing

    def refresh(self) -> None:
        """Draws what has changed and sends it, once."""
        with sending(self._layout):
            self._draw()

    def _draw(self) -> None:
        table, say = self.table, self.table.texts.say
        stage = stage_of(table)
        colours = variables(self.view.theme)
        if self._box.styles != colours:
            self._box.styles = colours
        for made, key in (
            (self.curtain, "open_curtain" if stage.curtain else "curtain"),
            (self.at_once, "by_hand" if stage.at_once else "at_once"),
            (self.results, "powers_again" if stage.results else "results"),
            (self.odds, "hide_odds" if stage.odds else "odds"),
        ):
            label = say(f"desk.{key}")
            if made.label != label:
                made.label = label
        self.clock.follow(stage)
        self.timer.update()
        self.dice.update()
        self.jump.update()
        self.count.update()
        self.discuss.update(self.jump.name)
        self.state.object = f'<p class="no" role="status">{esc(self._told())}</p>'

    def _told(self) -> str:
        """What the projector shows just now."""
        table, say = self.table, self.table.texts.say
        stage = stage_of(table)
        if stage.curtain:
            return say("desk.state_curtain")
        if table.starting or table.game is None:
            return say("desk.state_start")
        if stage.hidden:
            return say("desk.state_hidden")
        if stage.waiting and not all(stage.waiting.values()):
            left = [table.names[seat] for seat, done in stage.waiting.items() if not done]
            return say("desk.state_waiting", powers=table.texts.book.join(left))
        return say("desk.state_step")

    # ---------------------------------------------------------------- what the lecturer does

    def _turned(self, event: Any) -> None:
        with sending(self._layout):
            for part, panel in self._opened.items():
                controls.show(panel, part == event.new)

    def _moved(self) -> None:
        with sending(self._layout):
            self.discuss.update(self.jump.name)

    def _curtain(self) -> None:
        stage = stage_of(self.table)
        stage.draw_curtain(not stage.curtain)
        self.table.refresh()

    def _reveal(self) -> None:
        stage = stage_of(self.table)
        if not stage.hidden:
            self.table.say(self.table.texts.say("desk.nothing_hidden"))
            return
        stage.reveal()
        self.table.say("")

    def _results(self) -> None:
        stage = stage_of(self.table)
        stage.show_results(not stage.results)
        self.table.refresh()

    def _odds(self) -> None:
        stage = stage_of(self.table)
        stage.show_odds(not stage.odds)
        self.table.refresh()

    def _turn_at_once(self) -> None:
        stage = stage_of(self.table)
        stage.show_at_once(not stage.at_once)
        self.table.say(self.table.texts.say("desk.now_at_once" if stage.at_once else "desk.now_by_hand"))

    def _what_if(self) -> None:
        if self.table.game is None or self.table.starting:
            return
        self.table.times.what_if()
