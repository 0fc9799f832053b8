"""Colony: colonial history, played, watched and questioned in a notebook."""

from __future__ import annotations

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
    "load",
    "load_text",
    "new_game",
    "show",
    "widget",
]


def show(game: Game | None = None, **options: Any) -> Any:
    """The table in a notebook cell: of ``game``, else of the game at hand, else of a new one."""
    from .app import show as _show

    return _show(game, **options)


def widget(game: Game | None = None, **options: Any) -> Any:
    """The table as an ipywidget, to stand in a layout of ipywidgets; otherwise as ``show``."""
    from .app import widget as _widget

    return _widget(game, **options)
