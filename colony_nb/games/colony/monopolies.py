"""Monopolies (MON): who holds each product's card."""

from __future__ import annotations

from ...kernel.state import note
from .state import NOBODY, ColonyState, flow, sway


def rightful(s: ColonyState, product: int) -> int:
    """Who should hold the card now, -1 for nobody, given who holds it (MON-1 to MON-3)."""
    least = s.rules.monopoly_least
    counts = s.goods[product::12]
    holder = s.monopoly[product]
    most = max(counts)
    if holder < 0 and most < least:
        return NOBODY
    if holder >= 0 and counts[holder] == most >= least:
        return holder
    leaders = [seat for seat, count in enumerate(counts) if count == most]
    if holder >= 0 and counts[holder] < least and not s.rules.table["monopoly"]["lost_below_least"]:
        if counts[holder] == most or most < least:
            return holder
    return leaders[0] if most >= least and len(leaders) == 1 else NOBODY


def settle(s: ColonyState) -> None:
    """Passes the cards of all products that changed; holder -1 Influence, taker +1."""
    dirty, s.dirty = s.dirty, 0
    while dirty:
        low = dirty & -dirty
        dirty ^= low
        product = low.bit_length() - 1
        before = s.monopoly[product]
        after = rightful(s, product)
        if after == before:
            continue
        s.monopoly[product] = after
        if s.journal is not None:
            note(
                s,
                "monopoly",
                after if after >= 0 else before,
                "MON-2" if before >= 0 else "MON-1",
                product=s.rules.products[product],
                to=after if after >= 0 else None,
                **{"from": before if before >= 0 else None},
            )
        if before >= 0:
            sway(s, before, -1, "monopoly", "MON-2")
        if after >= 0:
            sway(s, after, 1, "monopoly", "MON-1")


flow.tidy = settle
