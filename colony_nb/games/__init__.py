"""The games. Each is a package of rules on the kernel; standard library only, no texts, no UI."""

from __future__ import annotations

from ..kernel.errors import ColonyError
from ..kernel.session import Ruleset
from .colony.game import Colony
from .simplified.game import Simplified

GAMES: dict[str, Ruleset] = {"colony": Colony(), "simplified": Simplified()}


def ruleset(name: str) -> Ruleset:
    """The rule book called ``name``. Raises ColonyError (``unknown_game``)."""
    if not isinstance(name, str) or name not in GAMES:
        raise ColonyError("unknown_game", name=name, known=tuple(GAMES))
    return GAMES[name]
