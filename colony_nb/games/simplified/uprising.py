"""Monopolies and resistance (SIM-11, SIM-12)."""

from __future__ import annotations

from ...kernel.state import note
from ..colony.board import INDEX, LETTERS, bits, letters
from .state import (
    CITY,
    NOBODY,
    SimState,
    change_armies,
    duel,
    end_rebellion,
    flow,
    in_order,
    left,
    say,
    set_owner,
    sway,
    throw_off,
)


@flow.step
def monopolies(s: SimState) -> None:
    """Most counters of a product give its card and prestige; equal numbers throw for it (SIM-11)."""
    for j, product in enumerate(s.rules.products):
        held = [sum(s.stock[12 * c + j] for c in bits(s.owned[p])) for p in range(s.seats)]
        most = max(held)
        if not most:
            say(s, None, "SIM-11", "no counters", product=product)
            continue
        winner, throws = throw_off(s, [p for p in range(s.seats) if held[p] == most])
        s.monopoly[j] = winner
        sides = {"from": None, "to": winner}
        note(s, "monopoly", winner, "SIM-11", product=product, counters=most, throws=throws, **sides)
        sway(s, winner, s.rules.table["monopoly"]["prestige"], "SIM-11")


def poorest(s: SimState) -> list[int]:
    """All with the lowest prestige and, if that is one, all with the next (SIM-14), in turn order."""
    lowest = s.rules.table["rebellion"]["lowest"]
    ranked = sorted(s.prestige)
    limit = ranked[min(lowest, s.seats) - 1] if lowest else -1
    return [seat for seat in in_order(s) if s.prestige[seat] <= limit]


@flow.step
def uprisings(s: SimState) -> None:
    """One in a country without a city, one in each city, one more for the lowest prestige (SIM-12)."""
    s.stack.append(("city_uprisings",))
    for seat in reversed(in_order(s)):
        s.stack.append(("uprising", seat, "own", False))


@flow.step
def uprising(s: SimState, seat: int, why: str, cities: bool) -> None:
    """The owner says in which country people resist: one without a rebellion, cities only if they count."""
    places = s.owned[seat] & ~s.rebel & ~(0 if cities else s.built[CITY])
    s.turn = seat
    if not places:
        say(s, seat, "SIM-12", "no country")
        return
    context = {"step": "SIM-12", "why": "rebellion", "cause": why}
    flow.ask(s, seat, "country", letters(places), "SIM-12", ("risen", seat, why), context)


@flow.step
def risen(s: SimState, letter: str, seat: int, why: str) -> None:
    s.rebel |= 1 << INDEX[letter]
    note(s, "place_rebellion", seat, "SIM-12", country=letter, by_seat=seat, why=why)


@flow.step
def city_uprisings(s: SimState) -> None:
    """Every city of a power, then those with the lowest prestige."""
    for seat in in_order(s):
        for c in bits(s.owned[seat] & s.built[CITY] & ~s.rebel):
            risen(s, LETTERS[c], seat, "city")
    for seat in reversed(poorest(s)):
        s.stack.append(("uprising", seat, "lowest", True))


@flow.step
def suppress(s: SimState, seat: int, armies: int, country: int) -> None:
    """Two armies go; with none left a throw against the player on the left decides (SIM-12)."""
    before = s.armies[country]
    lost = min(armies, before)
    change_armies(s, country, -lost, "SIM-12")
    throws = [] if s.armies[country] else duel(s)
    kept = not throws or throws[-1][0] > throws[-1][1]
    end_rebellion(s, country)
    note(
        s,
        "rebellion",
        seat,
        "SIM-12",
        country=LETTERS[country],
        rebels_seat=left(s, seat),
        armies=before,
        armies_lost=lost,
        throws=throws,
        suppressed=kept,
    )
    if not kept:
        set_owner(s, country, NOBODY, "independence", "SIM-12")
        s.indep |= 1 << country
    elif throws:
        sway(s, seat, s.rules.table["rebellion"]["won"], "SIM-12")
