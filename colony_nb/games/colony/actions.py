"""The chosen action cards, carried out in rising number (ACT, RND-6)."""

from __future__ import annotations

from ...kernel.state import note
from .buildings import army, building, ship
from .colonist import colonist, missionary
from .expedition import operation
from .state import ColonyState, flow


@flow.step
def action(s: ColonyState, seat: int, card: int) -> None:
    """Carries out one card; one that cannot be paid or used is dropped and said so (RND-6)."""
    s.step = "actions"
    if card == 1:
        why = operation(s, seat)
    elif card == 2:
        why = ship(s, seat)
    elif card == 4:
        why = colonist(s, seat)
    elif card == 6:
        why = missionary(s, seat)
    elif card == 7:
        why = army(s, seat)
    elif card == 8:
        why = ""
    else:
        why = building(s, seat, card)
    if why:
        note(s, "dropped", seat, "RND-6", card=card, why=why)
