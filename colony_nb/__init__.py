"""Colony: colonial history, played, watched and questioned in a notebook."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .doctor import doctor
from .game import Game, Scripted, bot, from_code, load, load_text, new_game
from .kernel.decision import Decision
from .kernel.errors import ColonyError, IllegalChoice, SaveError
from .version import __version__

__all__ = [
    "ColonyError",
    "Decision",
    "Game",
    "IllegalChoice",
    "SaveError",
    "Scripted",
    "__version__",
    "bot",
    "doctor",
    "from_code",
    "lecture",
    "load",
    "load_text",
    "new_game",
    "position",
    "positions",
    "projector",
    "show",
    "widget",
]


def lecture(game: Game | None = None, **options: Any) -> Any:
    """The lecturer's desk in a notebook cell: the table, and a panel that directs ``projector``."""
    from .app.lecture.cells import lecture as _lecture

    return _lecture(game, **options)


def position(name: str, persons: Mapping[int, str] | None = None) -> Game:
    """The prepared game of this name, for a lesson: ``positions`` lists them.

    ``persons`` ({seat: name}) hands those seats to persons and the others to computer powers. Raises
    ColonyError with one sentence for a name or a seat that is not there.
    """
    from .prepared import position as _position

    return _position(name, persons)


def positions() -> list[tuple[str, str]]:
    """(name, title) of every prepared position, in the order of the phases."""
    from .prepared import positions as _positions

    return _positions()


def projector(**options: Any) -> Any:
    """What the whole room sees, in a notebook cell: of the lecture that was shown last."""
    from .app.lecture.cells import projector as _projector

    return _projector(**options)


def show(game: Game | None = None, **options: Any) -> Any:
    """The table in a notebook cell: of ``game``, else of the game at hand, else of a new one."""
    from .app import show as _show

    return _show(game, **options)


def widget(game: Game | None = None, **options: Any) -> Any:
    """The table as an ipywidget, to stand in a layout of ipywidgets; otherwise as ``show``."""
    from .app import widget as _widget

    return _widget(game, **options)
