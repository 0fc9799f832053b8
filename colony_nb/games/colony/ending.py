"""The end of the game (END, VAR-2)."""

from __future__ import annotations

from ...kernel.state import note
from .income import receive
from .state import INDEPENDENCE, ColonyState, flow


def winners(s: ColonyState) -> list[int]:
    """The seats with most money; more Influence decides a tie only where the rules say so (END-1)."""
    best = max(s.money)
    first = [seat for seat in range(s.seats) if s.money[seat] == best]
    if not s.rules.table["ending"]["shared"]:
        most = max(s.influence[seat] for seat in first)
        first = [seat for seat in first if s.influence[seat] == most]
    return first


def finish(s: ColonyState) -> None:
    """Nothing more is asked."""
    s.over = True
    s.step = "over"
    s.turn = -1
    s.stack.clear()
    note(s, "end", None, "END-1", winners=winners(s), money=list(s.money))


def enough_independent(s: ColonyState) -> bool:
    """Whether VAR-2 ends the game: 9 of 18 countries, or 8 of 15, are independent."""
    if not s.variants & INDEPENDENCE:
        return False
    needed: int = s.rules.table["ending"]["independent"][s.board.open.bit_count() == 18]
    return s.indep.bit_count() >= needed


@flow.step
def last_incomes(s: ColonyState) -> None:
    """One last income for all in turn order, then the end (VAR-2)."""
    for i in range(s.seats):
        receive(s, (s.start_seat + i) % s.seats)
    finish(s)
