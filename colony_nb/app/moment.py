"""One moment of the game as the table shows it; every pane draws from this and asks the game nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from colony_nb.app.asking import Asking, ask
from colony_nb.app.texts import Texts
from colony_nb.game import Game
from colony_nb.kernel.decision import Decision
from colony_nb.kernel.session import Look
from colony_nb.plots.palette import POWERS

Record = Mapping[str, Any]
PRIVATE = frozenset(("cards", "pass_card", "join", "bid_money", "bid_points"))
FIGHTS = frozenset(("attack", "rebellion"))
TOLD = FIGHTS | {"search", "church", "event", "sabotage", "throw"}


@dataclass(slots=True)
class Moment:
    """What stands on the table.

    ``decision`` is the question for the person whose turn it is to answer (None while computers play or when
    the game is over); ``cover`` is true while the screen must change hands first. ``since`` are the records
    written after that person's last choice, ``news`` tells that one of them should be read before going on.
    """

    game: Game
    names: list[str]
    view: Mapping[str, Any]
    persons: tuple[int, ...]
    decision: Decision | None
    asking: Asking | None
    cover: bool
    since: Sequence[Record]
    news: bool
    journal: Sequence[Record]
    private: Mapping[str, Any] = field(default_factory=dict)
    code: str = ""
    prompt: str = ""
    key: tuple[Any, ...] = ()
    at: int | None = None  # the earlier moment that is looked at
    left: int | None = None  # in a what-if game: the moment at which the main line was left
    pending: Sequence[Decision] = ()
    debrief: int = 0  # the phase whose debrief comes first
    screen: Any = None  # in the simplified game: what comes before the next question (sim_steps.Screen)
    shut_rules: frozenset[str] = frozenset()  # rules that would tell what a secret choice brings
    why_at: int | None = None  # the computer's choice whose reason may be told

    @property
    def over(self) -> bool:
        return self.game.over and self.at is None

    @property
    def watching(self) -> bool:
        """Whether computers alone are to play."""
        return not self.persons and not self.game.over and self.at is None

    @property
    def seat(self) -> int | None:
        return None if self.decision is None else self.decision.seat

    def power(self, seat: int) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.view["powers"][seat]
        return found


def display_names(game: Game, texts: Texts) -> list[str]:
    """The names at the table: a person's own, else the power's name instead of its colour."""
    colours = game.ruleset.colours(game.setup)
    out = []
    for seat, name in enumerate(game.setup.names):
        plain = name == colours[seat].capitalize()
        out.append(texts.book.word(f"power.{POWERS[seat].key}.name") if plain else name)
    return out if len(set(out)) == len(out) else list(game.setup.names)


def named_view(game: Game | Look, names: Sequence[str]) -> dict[str, Any]:
    """The public view with the table's names, now or at an earlier moment."""
    view = game.view()
    view["powers"] = [{**power, "name": names[power["seat"]]} for power in view["powers"]]
    return view


def is_private(decision: Decision) -> bool:
    """Whether only the answering person may see the question and what is chosen."""
    return bool(decision.sealed or decision.kind in PRIVATE)


def cards_asked(pending: Sequence[Decision]) -> set[str]:
    """The event cards that questions are about; a card that was kept for later is not one of them."""
    return {str(d.context["card"]) for d in pending if d.kind != "use_kept" and d.context.get("card")}


def concerns(record: Record, seats: Sequence[int]) -> bool:
    """Whether a record is of the kind that is told in full, about one of these seats."""
    if record["kind"] not in TOLD or str(record.get("rule")).startswith("SIM-"):
        return False
    return record.get("seat") in seats or record.get("defender") in seats


def put(decision: Decision, texts: Texts, names: list[str]) -> Asking:
    """The question with its options in words."""
    book = texts.book
    return ask(
        decision.kind, decision.options, lambda o: book.label(decision.kind, o, decision.context, names)
    )
