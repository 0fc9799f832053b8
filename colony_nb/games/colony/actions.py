"""The chosen action cards, carried out in rising number (ACT, RND-6)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ...kernel.state import note
from .buildings import army, building, ship
from .colonist import colonist, missionary
from .expedition import operation
from .state import ColonyState, flow


def defence(s: ColonyState, seat: int) -> str:
    """Card 8 has held since the cards were shown (ACT-8)."""
    return ""


# each carries out its card, or says why it must be dropped
ACTIONS: tuple[Callable[[ColonyState, int], str], ...] = (
    defence,  # there is no card 0
    operation,
    ship,
    partial(building, action=3),
    colonist,
    partial(building, action=5),
    missionary,
    army,
    defence,
    partial(building, action=9),
    partial(building, action=10),
)


@flow.step
def action(s: ColonyState, seat: int, card: int) -> None:
    """Carries out one card; one that cannot be paid or used is dropped and said so (RND-6)."""
    s.step = "actions"
    why = ACTIONS[card](s, seat)
    if why:
        note(s, "dropped", seat, "RND-6", card=card, why=why)
