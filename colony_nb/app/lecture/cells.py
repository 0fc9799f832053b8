"""Lectures in notebooks: ``lecture`` shows the desk in a cell, ``projector`` what the room sees."""

from __future__ import annotations

from typing import Any

import panel as pn

from colony_nb.app import table_of
from colony_nb.app.lecture.desk import Desk
from colony_nb.app.lecture.projector import Projector
from colony_nb.app.lecture.stage import Stage, stage_of
from colony_nb.app.loading import load, served
from colony_nb.app.table import Table
from colony_nb.game import Game


class Shown:
    """What ``lecture`` and ``projector`` return: each display of it is a view of its own of one table."""

    def __init__(self, table: Table, make: Any, theme: str) -> None:
        self.table = table
        self._make = make
        self._theme = theme

    @property
    def game(self) -> Game | None:
        """The game on the table; None while the start screen is up."""
        return self.table.game

    @property
    def stage(self) -> Stage:
        """What the projector may show."""
        return stage_of(self.table)

    def view(self) -> Any:
        """A new view."""
        return self._make(self.table, self._theme)

    def __panel__(self) -> pn.viewable.Viewable:
        return self.view().__panel__()

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Any:
        return self.view()._repr_mimebundle_(include, exclude)


def lecture(game: Game | None = None, *, theme: str = "") -> Shown:
    """The lecturer's desk in a notebook cell.

    ``game``: the game to show; without one that of the table shown last, or the start screen. What the room
    sees is ``projector()``, in another cell or window. ``theme``: "light" or "dark".
    """
    return _shown(game, Desk, theme)


def projector(*, theme: str = "") -> Shown:
    """What the room sees, in a notebook cell: of the lecture, or of the table, that was shown last.

    In JupyterLab's menu of the output, "Create New View for Output" takes it to another tab.
    """
    return _shown(None, Projector, theme)


def _shown(game: Game | None, make: Any, theme: str) -> Shown:
    load()
    if served():
        shown = Shown(Table(game, on_disk=False), make, theme)
        shown.__panel__().servable()
        return shown
    table = table_of(game)
    stage_of(table)
    return Shown(table, make, theme)
