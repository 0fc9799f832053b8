"""Jumps to a prepared position and back to the game before."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import panel as pn

from colony_nb.app.panes import controls
from colony_nb.app.panes.header import ROMAN
from colony_nb.app.table import Table
from colony_nb.app.texts import esc
from colony_nb.game import Game
from colony_nb.prepared import FOLDER, about, position, positions


@cache
def _saves() -> dict[str, dict[str, Any]]:
    """{name: save} of the prepared positions."""
    return {name: json.loads((FOLDER / f"{name}.json").read_text("utf-8")) for name, _title in positions()}


def name_of(game: Game) -> str:
    """The prepared position that a game has come from, "" for any other game; whoever plays its seats."""
    document = json.loads(json.dumps(game.document()))
    dice = {key: value for key, value in document["setup"]["dice"].items() if key != "forced"}
    found, length = "", -1
    for name, save in _saves().items():
        log, setup = save["log"], save["setup"]
        same = setup["seed"] == document["setup"]["seed"] and setup["dice"] == dice
        if same and len(log) > length and document["log"][: len(log)] == log:
            found, length = name, len(log)
    return found


class Jump:
    """The prepared positions by phase, with what each shows and what to ask.

    ``name`` is the position on the table, "" for another game; ``before`` the game that it took the place of.
    ``moved`` is called when another game lies on the table.
    """

    def __init__(self, table: Table, moved: Callable[[], None]) -> None:
        self.table = table
        self._moved = moved
        self.name = ""
        self.before: Game | None = None
        self._loaded: Game | None = None
        self._named: Game | None = None
        say = table.texts.say
        self._names: dict[str, str] = {}
        for name, title in positions():
            phase = ROMAN[int(name[1]) - 1]
            label = say("desk.position", phase=phase, title=title)
            self._names[label] = name
        self.pick = pn.widgets.Select(
            label=say("desk.pick_position"),
            options=dict(self._names),
            css_classes=["cnb-position"],
            **controls.field_options(),
        )
        self.pick.param.watch(lambda _event: self._tell(), "value")
        self.about = controls.html("facts")
        self.load = controls.button(say("desk.load"), self._load, "filled", classes=("cnb-load-position",))
        self.back = controls.button(say("desk.game_before"), self._back, classes=("cnb-game-before",))
        self.panel = controls.column(
            self.pick,
            self.about,
            controls.row(self.load, self.back, styles=("row",)),
            styles=("stack",),
        )
        self._tell()

    def _tell(self) -> None:
        say = self.table.texts.say
        found = about(self.pick.value)
        steps = "".join(f"<li><span>{esc(step)}</span></li>" for step in found.steps)
        self.about.object = (
            f"<p>{esc(found.point)}</p><p><b>{esc(say('desk.question_is'))}</b> {esc(found.question)}</p>"
            f"<details><summary>{esc(say('desk.steps'))}</summary><ol>{steps}</ol>"
            f"<p>{esc(found.watch)}</p></details>"
        )

    def _load(self) -> None:
        self.open(self.pick.value)

    def open(self, name: str) -> bool:
        """Lays a prepared position on the table; the game there is kept for ``back``."""
        table = self.table

        def action() -> str:
            old = None if table.starting else (table.times.main or table.game)
            table._sit_down(position(name))
            game = table.game  # in a class it has been handed to the teams
            if old is not None and old is not self._loaded:
                self.before = old
            self.name, self._loaded, self._named = name, game, game
            return table.texts.say("desk.loaded", title=about(name).title)

        done = table._do(action)
        self._moved()
        return done

    def _back(self) -> None:
        table = self.table

        def action() -> str:
            if self.before is None:
                return table.texts.say("desk.no_game_before")
            table._sit_down(self.before)
            self.before, self._loaded = None, None
            return table.texts.say("desk.back_again")

        table._do(action)
        self._moved()

    def update(self) -> None:
        """Another game may have come to the table by other ways."""
        game = None if self.table.starting else self.table.times.main or self.table.game
        if game is not self._named:
            self._named = game
            self.name = "" if game is None else name_of(game)
        controls.show(self.back, self.before is not None)
