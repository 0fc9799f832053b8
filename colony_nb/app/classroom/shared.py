"""The lecturer's table of one room: its views stand in several browsers, its teams have devices."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

import panel as pn

from colony_nb.app.classroom.room import Refused, Room
from colony_nb.app.lecture.remote import Remote
from colony_nb.app.lecture.stage import Stage
from colony_nb.app.loading import served
from colony_nb.app.moment import Moment
from colony_nb.app.panes.sim_steps import BEGIN, BOOKED, DISCUSS, NOTE, OPEN, READ, SHOWN, SILENCE
from colony_nb.app.table import Shown, Table
from colony_nb.game import Game
from colony_nb.phases import reseated

SCREENS = {
    **dict.fromkeys((OPEN, BEGIN, NOTE, READ), "read"),
    **dict.fromkeys((SHOWN, BOOKED), "shown"),
    SILENCE: "silence",
    DISCUSS: "discuss",
}
WAIT_MS = 60
MOST_VIEWS = 400  # the lecturer's screens, projectors and spectators of one room
_log = logging.getLogger(__name__)


class Soon(Remote):
    """A view in another browser than the one in which something was done: it waits a little, so that the
    devices' answers come first and several of them are drawn at once."""

    def refresh(self) -> None:
        if pn.state.curdoc is self.document:
            self._draw()
        elif not self._due:
            self._due = True
            self.document.add_timeout_callback(self._later, WAIT_MS)

    def _later(self) -> None:
        self._due = False
        if self.alive():
            self._draw()

    def _draw(self) -> None:
        """A view that fails keeps no other one from being drawn."""
        try:
            self.view.refresh()
        except Exception:
            _log.exception("a view of a room could not be drawn")


def soon(view: Shown) -> Shown:
    """The view for a table of a room."""
    if isinstance(view, Soon):
        return view
    if isinstance(view, Remote):
        return Soon(view.view, view.document)
    return Soon(view, pn.state.curdoc) if served() else view


class RoomTable(Table):
    """A table that belongs to a room. Nothing of it is written to disk.

    ``changed`` is called after every change, so that devices are told; ``lobbies`` are the lecturer's lists
    of teams, which are drawn too when a device comes or goes.
    """

    def __init__(self, language: str = "en") -> None:
        super().__init__(None, language, on_disk=False)
        self.stage = Stage()
        self.room: Room | None = None
        self.changed: Callable[[], None] = lambda: None
        self.lobbies: list[Shown] = []

    # ---------------------------------------------------------------- views

    def add(self, view: Shown) -> None:
        """As every table, but views of all the room's browsers follow, each in its own document."""
        self.views = [v for v in self.views if v.alive()][1 - MOST_VIEWS :] + [soon(view)]

    def add_lobby(self, view: Shown) -> None:
        """From now on the list of teams follows."""
        self.lobbies = [v for v in self.lobbies if v.alive()][1 - MOST_VIEWS :] + [soon(view)]

    def refresh(self) -> None:
        """Every view draws what has changed, and the devices are told."""
        super().refresh()
        self.refresh_lobbies()
        self.changed()

    def refresh_lobbies(self) -> None:
        """Only the lists of teams are drawn: a device has come or gone."""
        for lobby in list(self.lobbies):
            if lobby.alive():
                lobby.refresh()
            else:
                self.lobbies.remove(lobby)

    # ---------------------------------------------------------------- the game

    @property
    def open_game(self) -> Game | None:
        """The game that teams may answer in now. None before the game, while results wait to be shown,
        while a debrief is due, and while the lecturer tries something out."""
        game = self.game
        if game is None or self.starting or self.times.main is not None or self.pause:
            return None
        return game

    @property
    def pause(self) -> str:
        """Why nobody may answer now, "" when teams may: "whatif" and "look" while the lecturer tries
        something out or looks back, "hidden" while results wait to be shown, "read", "shown", "silence" or
        "discuss" for the screens of the simplified game, "debrief"."""
        game = self.game
        if game is None or self.starting:
            return ""
        if self.times.main is not None:
            return "whatif"
        if self.times.at is not None:
            return "look"
        if self.stage is not None and self.stage.hidden:
            return "hidden"
        m = self.moment()
        if m.screen is not None:
            return SCREENS[m.screen.kind]
        return "debrief" if m.debrief else ""

    def sit(self, game: Game) -> None:
        """Puts a game on the table."""
        self.notice = ""
        self._sit_down(game)
        self.refresh()

    def _sit_down(self, game: Game, path: Path | None = None) -> None:
        """Any game that comes to the table of a room is played by its teams, under their names."""
        teams = [] if self.room is None else [t for t in self.room.teams if t.seat < game.players]
        persons = {team.seat: team.name for team in teams if team.bot is None}
        if any(game.setup.bots[seat] is not None for seat in persons):
            game = reseated(game, persons)
        super()._sit_down(game, path)
        for team in teams:
            if team.bot is None:
                self.names[team.seat] = team.name

    def _look(self) -> Moment:
        """The lecturer's own screen shows the question of a team without a connected device first, and never
        asks to hand it over."""
        game, room = self.game, self.room
        if game is not None and room is not None and self.times.at is None:
            asked = [d.seat for d in game.pending if game.setup.bots[d.seat] is None]
            away = [seat for seat in asked if not room.live(seat)]
            if self.sitting not in (away or asked):
                self.sitting = next(iter(away or asked), None)
        return super()._look()

    def choose(self, option: object) -> bool:
        """The lecturer answers on the table's own screen; a team whose device is connected answers there."""
        decision = self.moment().decision if self.game is not None else None
        if decision is not None and self.room is not None and self.room.live(decision.seat):
            self.say(self.texts.say("refused.live", team=self.names[decision.seat]))
            return False
        return super().choose(option)


def sentence(error: Exception, table: Table) -> str:
    """A refusal in words."""
    if isinstance(error, Refused):
        values = dict(error.values)
        if "options" in values:
            values["options"] = table.texts.book.join(list(values["options"]))
        return table.texts.say(f"refused.{error.code}", **values)
    return str(error) if getattr(error, "sentence", "") else table.texts.say("status.trouble")
