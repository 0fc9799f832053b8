"""The steady player's choice of action cards, and where what they bring goes."""

from __future__ import annotations

from typing import Any

from ..games.colony.board import INDEX, LETTERS, bits
from ..games.colony.buildings import price, sites
from ..games.colony.colonist import church_possible
from ..games.colony.expedition import expedition_targets, strength
from ..games.colony.income import income_parts
from ..games.colony.state import ARMIES_MOST, ARMY, BUILDING, CHURCH, CITY, PORT, POST, RAIL, kept_rows
from . import Reason, fights
from .valuation import ATTACKED, RATE, Sight

SMALL = 0.5  # coins below which nothing is bought
CHANCE = 0.35  # of taking the country, below which nothing is attacked
CHURCH_HELP = 1.4  # weight of a church in fights to come
CITY_HELP = 0.04  # part of a country that a city in it saves
WORTH = 6.0  # coins that an attack must promise
Offer = tuple[
    float, int, float, int, Reason
]  # coins it is worth, its cost, ladder spaces and ships it brings, why


def offers(sight: Sight, budget: int) -> dict[int, Offer]:
    """What each action card would bring this round, by its number; only cards that can be used and paid."""
    s, me = sight.s, sight.me
    out: dict[int, Offer] = {}
    phase = s.phase
    since = s.rules.table["phases"]["action_cards_from"]
    if phase >= since[0]:
        found = _operations(sight, budget)
        if found:
            out[1] = found
    cost = s.rules.costs[2]
    if cost <= budget:
        values = {"exportable": s.ladder[me], "ships": s.ships[me]}
        out[2] = (0.0, cost, 0.0, 1, Reason("cards_ship", values))
    _port(sight, budget, out)
    cost = s.rules.costs[4]
    if cost <= budget and (s.colonist[me] >= 0 or sight.mine):
        out[4] = (0.0, cost, sight.a_search, 0, Reason("cards_colonist"))
    for action, what, draws, code in (
        (5, POST, 2, "cards_post"),
        (9, CITY, 2, "cards_city"),
        (10, RAIL, 1, "cards_railway"),
    ):
        cost = price(s, me, action)[0]
        if phase >= since[action - 1] and cost <= budget and s.supply[BUILDING + what] and sites(s, me, what):
            help_ = _city_help(sight) if what == CITY else 0.0
            out[action] = (help_, cost, sight.drawn(draws), 0, Reason(code))
    if phase >= since[5]:
        _church(sight, budget, out)
    if phase >= since[6]:
        _armies(sight, budget, out)
        worth = _defence(sight)
        if worth > 0:
            out[8] = (worth, 0, 0.0, 0, Reason("cards_defence"))
    return out


def _operations(sight: Sight, budget: int) -> Offer | None:
    s, me = sight.s, sight.me
    cost = s.rules.operation_cost
    off = sum(row[2] for _, row in kept_rows(s, me, "discount") if 1 in row[1])
    price_ = max(0, cost - off)
    if price_ > budget:
        return None
    worth, spent, spaces = 0.0, 0, 0.0
    reason = Reason("cards_expand")
    best = best_landing(sight, expedition_targets(s, me, budget - price_))
    if best is not None:
        c, worth = best
        spaces = s.spaces[c] + sight.drawn(1)
        worth -= spaces * sight.gain
        spent = price_
        reason = Reason("cards_expand", {"country": LETTERS[c]})
    if s.phase >= 3 and sight.own.bit_count() < s.rules.countries_most:
        hit = best_attack(sight, min(3, (budget - spent) // cost))
        if hit is not None and hit[0] > WORTH:
            worth += hit[0]
            spent += cost
            if best is None:
                reason = Reason("cards_attack", {"country": hit[1][2]})
    return (worth, spent, spaces, 0, reason) if spent or worth else None


def best_landing(sight: Sight, targets: int) -> tuple[int, float] | None:
    """(country, worth) of the best free country among ``targets``."""
    found = [(sight.landing(c), -c) for c in bits(targets)]
    if not found:
        return None
    worth, c = max(found)
    return -c, worth


def best_attack(sight: Sight, attacks: int) -> tuple[float, tuple[str, str, str, int]] | None:
    """(worth, option) of the best attack open with so many operations; None when there is none."""
    s = sight.s
    best: tuple[float, tuple[str, str, str, int]] | None = None
    prey = sight.prey
    if not prey or attacks < 1:
        return None
    for source in bits(sight.own):
        armies = strength(s, source) if s.armies[source] else 0
        if armies:
            for target in bits(s.board.near[source] & prey):
                worth, taken = sight.assault(source, target, armies, attacks)
                if taken < CHANCE:
                    continue
                if best is None or worth > best[0]:
                    best = (worth, ("attack", LETTERS[source], LETTERS[target], armies))
    return best


def _port(sight: Sight, budget: int, out: dict[int, Offer]) -> None:
    s, me = sight.s, sight.me
    cost = price(s, me, 3)[0]
    if cost > budget or not s.supply[BUILDING + PORT] or not sites(s, me, PORT):
        return
    have = (sight.own & s.built[PORT]).bit_count()
    if not have:
        worth = RATE * min(s.ladder[me], sight.capacity) * sight.keep
        out[3] = (worth, cost, 0.0, 0, Reason("cards_no_port"))
    elif have == 1 and s.phase >= 2:
        only = bits(sight.own & s.built[PORT])[0]
        risk = 0.02 if s.phase == 2 else 0.035 if s.armies[only] else 0.06
        if s.rebel >> only & 1:
            risk = 0.25
        worth = risk * sight.flow * sight.keep
        out[3] = (worth, cost, 0.0, 0, Reason("cards_port"))


def _city_help(sight: Sight) -> float:
    """What a city's point in fights is worth where most is held (BAT-3, REB-3)."""
    s = sight.s
    return max(min(10.0, CITY_HELP * sight.country(c)) for c in bits(sites(s, sight.me, CITY)))


def _church(sight: Sight, budget: int, out: dict[int, Offer]) -> None:
    s, me = sight.s, sight.me
    cost = s.rules.costs[6]
    where = s.missionary[me]
    if cost > budget or not s.supply[BUILDING + CHURCH] or sight.later < 2:
        return
    if where >= 0 and not church_possible(s, where):
        return
    if where < 0 and not sight.mine:
        return
    worth = max(church_worth(sight, c) for c in ((where,) if where >= 0 else bits(sight.mine)))
    start = 2.0 if where < 0 and s.phase < 4 else 0.0
    out[6] = (worth / 6 + start, cost, 0.0, 0, Reason("cards_missionary"))


def church_worth(sight: Sight, c: int) -> float:
    """What a church in an own country is worth: help there and next door, where none helps yet (REB-3)."""
    s = sight.s
    helped = s.built[CHURCH] | s.board.around(s.built[CHURCH])
    near = (s.board.near[c] | 1 << c) & sight.mine & ~helped
    rounds = min(sight.later, 14)
    inside = 0.08 if not s.built[CHURCH] >> c & 1 else 0.0
    share = near.bit_count() * 0.04 + inside
    return CHURCH_HELP * share * rounds * (4.0 + 0.35 * sight.flow)


def _armies(sight: Sight, budget: int, out: dict[int, Offer]) -> None:
    s = sight.s
    one, two = s.rules.army_costs
    if one > budget or not s.supply[ARMY]:
        return
    found = best_place(sight, {})
    if found is None:
        return
    c, first = found
    worth, cost = first, one
    if two <= budget and s.supply[ARMY] > 1:
        second = best_place(sight, {c: 1})
        if second is not None and second[1] > two - one + 2:
            worth, cost = first + second[1], two
    code = "cards_army_rebellion" if s.rebel >> c & 1 else "cards_army"
    out[7] = (worth, cost, 0.0, 0, Reason(code, {"country": LETTERS[c]}))


def best_place(sight: Sight, more: dict[int, int]) -> tuple[int, float] | None:
    """(own colony, worth there) for the next army, given armies that are about to be placed."""
    s = sight.s
    best: tuple[int, float] | None = None
    for c in bits(sight.mine):
        have = s.armies[c] + more.get(c, 0)
        if have < ARMIES_MOST:
            worth = sight.army_gain(c, have)
            if best is None or worth > best[1]:
                best = (c, worth)
    return best


def _defence(sight: Sight) -> float:
    """What one die more in all own fights of the round is worth (ACT-8)."""
    s = sight.s
    out = 0.0
    for c in bits(sight.own & s.rebel & ~s.indep):
        out += sight.rebellion_cost(c, s.armies[c]) - sight.rebellion_cost(c, s.armies[c], 1)
    out = max(0.0, out)
    for c in bits(sight.own):
        force = sight.strengths[c]
        if force:
            here = (force, s.armies[c])
            city = bool(s.built[CITY] >> c & 1)
            more = fights.campaign(*here, False, city, 2)[0] - fights.campaign(*here, True, city, 2)[0]
            out += ATTACKED * more * sight.country(c)
    return out


def choose_cards(sight: Sight, options: tuple[Any, ...]) -> tuple[Any, Reason]:
    """The cards that together promise most for what they cost (RND-2)."""
    s, me = sight.s, sight.me
    parts = income_parts(s, me)
    coming = parts[1] + parts[2] + parts[3] + sum(row[1] for _, row in kept_rows(s, me, "income"))
    budget = max(s.money[me], s.money[me] + coming)
    found = offers(sight, budget)
    ladder, ships = s.ladder[me], s.ships[me]
    base = sight.exports(ladder, ships)
    port = sight.own & s.built[PORT]
    # a coin kept back is worth more than one while much can still be bought
    rate = 1.0 + 0.015 * min(sight.later, 12)
    best, choice = SMALL, options[0]
    for option in options:
        cost, worth, spaces, more = 0, 0.0, float(ladder), ships
        for card in option:
            offer = found.get(card)
            if offer is None:
                break
            worth += offer[0]
            cost += offer[1]
            spaces += offer[2]
            more += offer[3]
        else:
            if cost <= budget and option:
                exports = sight.exports(spaces, more) - base
                if not (port or 3 in option):  # what cannot be shipped pays later, if at all
                    exports *= 0.4
                total = worth + exports - cost * rate
                if total > best + 1e-9:
                    best, choice = total, option
    if not choice:
        if min((offer[1] for offer in found.values()), default=99) > budget:
            return choice, Reason("cards_poor", {"money": budget})
        return choice, Reason("cards_none")
    return choice, max((found[c] for c in choice), key=lambda offer: _alone(sight, offer))[4]


def _alone(sight: Sight, offer: Offer) -> float:
    ladder, ships = sight.s.ladder[sight.me], sight.s.ships[sight.me]
    return (
        offer[0]
        + sight.exports(ladder + offer[2], ships + offer[3])
        - sight.exports(ladder, ships)
        - offer[1]
    )


def safety(sight: Sight, c: int) -> float:
    """How well what goes into an own country will last and pay: higher is better."""
    s = sight.s
    bit = 1 << c
    out = 0.0
    if s.rebel & bit:
        out -= 6.0 if not s.armies[c] else 3.0
    out += 1.0 * min(2, s.armies[c])
    out -= 1.5 * sight.strengths[c]
    if s.built[CHURCH] & bit:
        out += 1.0
    if s.built[CITY] & bit:
        out += 0.8
    if s.built[PORT] & bit:
        out += 0.5
    if s.indep & bit:
        out += 1.5
    rivals = sum(1 for t in bits(s.board.near[c]) if s.owner[t] >= 0 and s.owner[t] != sight.me)
    return out - 0.3 * rivals - 0.08 * s.spaces[c]


def safest(sight: Sight, letters: Any) -> str:
    return max(letters, key=lambda x: (safety(sight, INDEX[x]), x))


def choose_site(sight: Sight, options: tuple[str, ...], what: str) -> tuple[str, Reason]:
    """Where a building goes."""
    best = safest(sight, options)
    if what == "port":
        return best, Reason("build_port", {"country": best})
    guarded = sight.s.armies[INDEX[best]] > 0
    return best, Reason("build_guarded" if guarded else "build_safe", {"country": best})


def choose_expedition(sight: Sight, options: tuple[str, ...]) -> tuple[str, Reason]:
    """Which free country an expedition takes."""
    mask = sum(1 << INDEX[x] for x in options)
    found = best_landing(sight, mask)
    assert found is not None
    c = found[0]
    letter = LETTERS[c]
    if sight.s.spaces[c]:
        return letter, Reason("expand_rich", {"country": letter})
    return letter, Reason("expand_room", {"country": letter})
