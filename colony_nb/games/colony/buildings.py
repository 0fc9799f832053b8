"""What money buys: ships, ports, trading posts, armies, cities, railways (ACT-2, 3, 5, 7, 9, 10)."""

from __future__ import annotations

from ...kernel.state import note
from .board import INDEX, LETTERS, bits, letters
from .setup import draw_into
from .state import (
    ARMIES_MOST,
    ARMY,
    BUILDING,
    BUILDINGS,
    CITY,
    PORT,
    POST,
    RAIL,
    ColonyState,
    build,
    change_armies,
    colonies,
    drop_kept,
    flow,
    kept_rows,
    pay,
)

ACTION_BUILDING = {3: PORT, 5: POST, 9: CITY, 10: RAIL}
DRAWS = (0, 2, 2, 0, 1)  # counters drawn with each building (ACT-5, ACT-9, ACT-10)


def price(s: ColonyState, seat: int, action: int) -> tuple[int, int]:
    """(coins, kept card that lowers them or -1) for a building action (EVT-2)."""
    cost = s.rules.costs[action]
    for card, row in kept_rows(s, seat, "discount"):
        if action in row[1]:
            return max(0, cost - row[2]), card
    return cost, -1


def sites(s: ColonyState, seat: int, what: int) -> int:
    """Own colonies without the building; for a port those with a coast."""
    mask = colonies(s, seat) & ~s.built[what]
    return mask & s.board.coast if what == PORT else mask


def ship(s: ColonyState, seat: int) -> str:
    """Card 2. Returns why it is dropped, or ""."""
    cost = s.rules.costs[2]
    if cost > s.money[seat]:
        return "money"
    pay(s, seat, cost, 2, "ACT-2")
    s.ships[seat] += 1
    note(s, "ship", seat, "ACT-2", by=1)
    return ""


def building(s: ColonyState, seat: int, action: int) -> str:
    """Cards 3, 5, 9, 10: asks for the country. Returns why the card is dropped, or ""."""
    what = ACTION_BUILDING[action]
    cost, card = price(s, seat, action)
    if cost > s.money[seat]:
        return "money"
    if not s.supply[BUILDING + what]:
        return "supply"
    where = sites(s, seat, what)
    if not where:
        return "country"
    context = {"what": BUILDINGS[what], "cost": cost}
    rule = f"ACT-{action}"
    flow.ask(s, seat, "build", letters(where), rule, ("built", seat, action, cost, card), context)
    return ""


@flow.step
def built(s: ColonyState, letter: str, seat: int, action: int, cost: int, card: int) -> None:
    rule = f"ACT-{action}"
    what = ACTION_BUILDING[action]
    country = INDEX[letter]
    if card >= 0:
        drop_kept(s, seat, card)
    pay(s, seat, cost, action, rule)
    build(s, country, what, rule)
    for _ in range(DRAWS[what]):
        draw_into(s, country, action, rule)


def army_sites(s: ColonyState, seat: int) -> list[int]:
    """Own colonies with fewer than three armies."""
    return [c for c in bits(colonies(s, seat)) if s.armies[c] < ARMIES_MOST]


def army(s: ColonyState, seat: int) -> str:
    """Card 7: asks for one army or two. Returns why the card is dropped, or ""."""
    money = s.money[seat]
    prices = s.rules.army_costs
    places = sum(ARMIES_MOST - s.armies[c] for c in army_sites(s, seat))
    most = min(places, s.supply[ARMY])
    counts = tuple(n for n, cost in enumerate(prices, 1) if n <= most and cost <= money)
    if not counts:
        return "money" if money < prices[0] else "room" if not places else "supply"
    flow.ask(s, seat, "army_count", counts, "ACT-7", ("armies_bought", seat), {"prices": list(prices)})
    return ""


@flow.step
def armies_bought(s: ColonyState, count: int, seat: int) -> None:
    pay(s, seat, s.rules.army_costs[count - 1], 7, "ACT-7")
    s.stack.append(("place_armies", seat, count, "ACT-7", ""))


@flow.step
def place_armies(s: ColonyState, seat: int, left: int, rule: str, card: str) -> None:
    """Asks where the next of ``left`` armies goes."""
    where = army_sites(s, seat)
    if left and where and s.supply[ARMY]:
        context = {"left": left, "card": card} if card else {"left": left}
        then = ("army_placed", seat, left, rule, card)
        flow.ask(s, seat, "army_place", [LETTERS[c] for c in where], rule, then, context)


@flow.step
def army_placed(s: ColonyState, letter: str, seat: int, left: int, rule: str, card: str) -> None:
    change_armies(s, INDEX[letter], 1, rule)
    s.stack.append(("place_armies", seat, left - 1, rule, card))
