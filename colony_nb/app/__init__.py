"""The table: ``show`` puts it into a notebook cell, ``serve_app`` makes one for a browser session."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

import panel as pn

from colony_nb.app.loading import in_notebook, load, served
from colony_nb.app.table import Table
from colony_nb.app.view import View
from colony_nb.game import Game

if TYPE_CHECKING:
    import panel

__all__ = ["Show", "Table", "View", "serve_app", "show", "widget"]


class _Tables:
    """The tables of this notebook: one for each game, and the one shown last."""

    def __init__(self) -> None:
        self._by_game: WeakValueDictionary[int, Table] = WeakValueDictionary()
        self._last: Table | None = None

    def of(self, game: Game | None) -> Table:
        """The table of a game; without one the table shown last, else one with the start screen."""
        table: Table | None
        if game is None:
            table = self._last or Table(autosave=in_notebook())
        else:
            found = self._last if self._last is not None and self._last.plays(game) else None
            table = found or self._by_game.get(id(game))
            # the number of a game that is gone, or its table plays another one now
            if table is None or not table.plays(game):
                table = Table(game, autosave=in_notebook())
            self._by_game[id(game)] = table
        self._last = table
        return table


_TABLES = _Tables()


class Show:
    """What ``show`` returns: each display of it is a view of its own of one table."""

    def __init__(self, table: Table, theme: str = "", present: bool = False) -> None:
        self.table = table
        self._theme = theme
        self._present = present

    @property
    def game(self) -> Game | None:
        """The game on the table; None while the start screen is up."""
        return self.table.game

    def view(self) -> View:
        """A new view."""
        return View(self.table, self._theme, self._present)

    def __panel__(self) -> panel.viewable.Viewable:
        return self.view().__panel__()

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Any:
        return self.view()._repr_mimebundle_(include, exclude)


def show(
    game: Game | None = None, *, theme: str = "", fair: bool | None = None, present: bool = False
) -> Show:
    """The table in a notebook cell.

    ``game``: the game to show; without one the table shown last, or the start screen of a new one. Showing a
    game again, in any cell, shows the same table. ``theme``: "light" or "dark", by default as Panel's.
    ``fair``: whether undo stops at dice, drawn counters and cards, and opened secret choices; without it the
    table stays as it is, free at first. ``present``: this display is for the back of a room.
    """
    load()
    if served():  # `panel serve notebook.ipynb` shows what is marked, not what a cell's last line gives
        shown = Show(Table(game, on_disk=False, fair=bool(fair)), theme, present)
        shown.__panel__().servable()
        return shown
    table = _TABLES.of(game)
    if fair is not None:
        table.fair = fair
    return Show(table, theme, present)


def table_of(game: Game | None) -> Table:
    """The table of a game in this notebook; without one the table shown last, else a new one.

    A game comes to the table shown last if nothing lies there yet: so cells may be run in any order.
    """
    last = _TABLES._last
    if game is not None and last is not None and last.game is None:
        last.sit(game)
    return _TABLES.of(game)


def at_hand() -> Game | None:
    """The game on the table that was shown last in this notebook; None before."""
    last = _TABLES._last
    return None if last is None else last.game


def widget(game: Game | None = None, *, theme: str = "") -> Any:
    """The table as an ipywidget, for layouts of ipywidgets and for hosts that show only those.

    ``game`` and ``theme`` as in ``show``; it is a view of the same table.
    """
    from colony_nb.app.widget import widget_of

    load()
    return widget_of(View(_TABLES.of(game), theme).__panel__())


def serve_pages() -> dict[str, Callable[[], Any]]:
    """The pages of ``colony-nb serve``: the table, and a lecture's desk and projector.

    What a lecture and its projector share belongs to this call alone.
    """
    from colony_nb.app.lecture.served import Lectures

    return {"/": serve_app} | Lectures().pages()


def serve_app() -> panel.viewable.Viewable:
    """A table of its own for one browser session, with the start screen; sessions share nothing.

    ``?present=1`` in the address begins as a presentation.
    """
    asked = pn.state.session_args.get("present", [b""]) if pn.state.curdoc else [b""]
    return View(Table(on_disk=False), present=asked[0] == b"1").__panel__()
