"""Income, ships and ports (INC), with what monopolies (MON-1) and governments (IND-4) pay."""

from __future__ import annotations

from ...kernel.state import note
from .board import bits
from .state import PORT, ColonyState, armed, drop_kept, kept_rows


def stopped(s: ColonyState, seat: int) -> int:
    """The seat's countries whose exports a rebellion stops: no army stands there (INC-3)."""
    mask = s.owned[seat] & s.rebel
    return mask & ~armed(s, mask) if mask else 0


def exportable(s: ColonyState, seat: int) -> int:
    """Ladder spaces that can be exported; 0 without a usable port (INC-2, INC-3)."""
    halt = stopped(s, seat)
    if not s.owned[seat] & s.built[PORT] & ~halt:
        return 0
    spaces = s.ladder[seat]
    for c in bits(halt):
        spaces -= s.spaces[c]
    return spaces


def has_port(s: ColonyState, seat: int) -> bool:
    """Whether the seat can export at all (INC-3)."""
    return bool(s.owned[seat] & s.built[PORT] & ~stopped(s, seat))


def income_parts(s: ColonyState, seat: int) -> tuple[int, int, int, int]:
    """(exportable spaces, ladder pay, monopoly pay, government pay) of the seat's next income, in coins."""
    rules = s.rules
    if s.owned[seat] & s.rebel:
        can = has_port(s, seat)
        spaces = exportable(s, seat) if can else 0
    else:
        can = bool(s.owned[seat] & s.built[PORT])
        spaces = s.ladder[seat] if can else 0
    ladder_pay = rules.pays[min(spaces, rules.cargo * s.ships[seat])]
    monopoly_pay = 0
    if (can or rules.table["monopoly"]["paid_without_port"]) and seat in s.monopoly:
        for j, holder in enumerate(s.monopoly):
            if holder == seat:
                monopoly_pay += rules.monopoly_pays[j]
    government_pay = 0
    states = s.owned[seat] & s.indep
    if can and states:
        for c in bits(states):
            government_pay += government_extra(s, c)
    return spaces, ladder_pay, monopoly_pay, government_pay


def government_extra(s: ColonyState, country: int) -> int:
    """Coins an independent country pays its controller on top of its exports (IND-4)."""
    form = s.government[country]
    return s.rules.pays[s.spaces[country]] * s.rules.governments[form - 1][2] // 4 if form else 0


def next_income(s: ColonyState, seat: int) -> int:
    """What the seat's next income would be, cards that lie in front of it aside."""
    _, ladder_pay, monopoly_pay, government_pay = income_parts(s, seat)
    return ladder_pay + monopoly_pay + government_pay


def receive(s: ColonyState, seat: int) -> None:
    """Pays the seat its income and writes the record: the first step of a turn (RND-4)."""
    s.step = "income"
    spaces, ladder_pay, monopoly_pay, government_pay = income_parts(s, seat)
    event_pay = 0
    if s.kept[seat]:
        for card, row in kept_rows(s, seat, "income"):
            event_pay += row[1]
            drop_kept(s, seat, card)
    total = max(0, ladder_pay + monopoly_pay + government_pay + event_pay)
    s.money[seat] += total
    if s.journal is None:
        return
    note(
        s,
        "income",
        seat,
        "INC-2",
        exportable=spaces,
        ships=s.ships[seat],
        ladder_pay=ladder_pay,
        monopoly_pay=monopoly_pay,
        government_pay=government_pay,
        event_pay=event_pay,
        total=total,
    )
