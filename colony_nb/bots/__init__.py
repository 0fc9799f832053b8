"""Who plays when no person does. A bot sees what its seat may know and says why it chose."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

from ..kernel.errors import ColonyError
from ..kernel.state import Plain, Question


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a bot chose: a sentence's code in the catalogue and its values."""

    code: str
    values: dict[str, Any] = field(default_factory=dict)


class Bot(Protocol):
    """A computer player. ``choose`` depends on its arguments alone and changes none of them."""

    name: str

    def choose(self, seen: Any, question: Question, key: int) -> tuple[Plain, Reason]:
        """An option of ``question`` and the reason.

        ``seen`` is the state with everything blanked that the seat may not know; ``key`` is 64 bits that
        differ from question to question, for bots that need chance.
        """
        ...


@dataclass(frozen=True, slots=True)
class BotSeat:
    """A seat that a computer plays: what ``colony.bot("steady")`` returns."""

    name: str


def find(name: str, game: str = "colony") -> Bot:
    """The bot called ``name`` for a game. Raises ColonyError (``unknown_bot``) that names the known ones."""
    from .random import RandomBot
    from .simplified import SimplifiedBot
    from .steady import SteadyBot

    steady: Bot = SimplifiedBot() if game == "simplified" else SteadyBot()
    known: dict[str, Bot] = {"random": RandomBot(), "steady": steady}
    if not isinstance(name, str) or name not in known:
        raise ColonyError("unknown_bot", name=name, known=tuple(known))
    return known[name]
