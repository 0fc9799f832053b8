"""Independence as the steady player sees it: which country to let go, what control of one is worth (IND)."""

from __future__ import annotations

from typing import Any

from ..games.colony.board import INDEX, bits
from ..games.colony.income import stopped
from ..games.colony.state import GRANT_FREE, INDEPENDENCE, PORT, kept_rows
from ..kernel.dice import mix64
from . import Reason
from .valuation import RATE, Sight

RIVALS_BID = 0.2  # how often a rival is thought to bid
RIVALS_TOP = 0.6  # and at most this part of what the country is worth
ENOUGH = (0.5, 0.5, 2.5, 5.5)  # coins that granting must be worth, by the incomes to come
CAUTION = 4.0  # coins more for each independent country already controlled
MOODS = 5  # a rival bids for one country in so many that would pay

Choice = tuple[Any, Reason]


def incomes(sight: Sight, seat: int) -> int:
    """Incomes that a country controlled from now on will still bring to ``seat``."""
    s = sight.s
    waits = s.turn >= 0 and (seat - s.start_seat) % s.seats > (s.turn - s.start_seat) % s.seats
    return sight.later + waits


def a_round(sight: Sight, seat: int, c: int) -> float:
    """Coins a round that the country's exports bring to ``seat`` beyond what its other countries do."""
    s = sight.s
    spaces = s.spaces[c]
    ladder = s.ladder[seat] - (spaces if s.owner[c] == seat else 0)
    for halted in bits(stopped(s, seat) & ~(1 << c)):
        ladder -= s.spaces[halted]
    room = max(0, s.rules.cargo * s.ships[seat] - ladder)
    ports = (s.owned[seat] | 1 << c) & s.built[PORT]
    usable = ports & ~(stopped(s, seat) & ~(1 << c))
    return RATE * min(spaces, room) * (1.0 if usable else 0.6 if ports else 0.0)


def extra(sight: Sight, c: int, points: int) -> tuple[int, int]:
    """(government as its place, its coins a round) that pays best with so many Influence points (IND-4)."""
    s = sight.s
    best = (0, 0)
    left = incomes(sight, sight.me)
    worth = 0.0
    for i, (_, cost, quarters) in enumerate(s.rules.governments):
        coins = s.rules.pays[s.spaces[c]] * quarters // 4
        value = coins * left - cost * spare(sight)
        if cost <= points and value > worth:
            best, worth = (i, coins), value
    return best


def spare(sight: Sight) -> float:
    """What a point of Influence is worth in bids: other countries are still to come, or none."""
    left = sight.later
    return (0.05, 1.2, 2.4, 3.6)[min(3, left)]


def control(sight: Sight, c: int) -> float:
    """What control of an independent country is worth in coins to the seat, government included."""
    left = incomes(sight, sight.me)
    form, coins = extra(sight, c, sight.s.influence[sight.me])
    cost = sight.s.rules.governments[form][1] * spare(sight)
    kept = 0.93 if left > 1 else 1.0
    return kept * left * (a_round(sight, sight.me, c) + coins) - cost


def chance(sight: Sight, c: int, worth: float) -> float:
    """The chance that a bid of the former power wins."""
    s = sight.s
    former = sight.me
    full = RATE * s.spaces[c] * 1.5 * max(1, sight.later)
    out = 1.0
    for p in range(s.seats):
        if p != former and s.owned[p].bit_count() < s.rules.countries_most:
            top = min(RIVALS_TOP * full, s.rules.point * s.influence[p] + s.money[p])
            if top > worth:
                out *= 1 - RIVALS_BID * (1 - worth / top)
    return out


def best_bid(sight: Sight, c: int, points: int, value: float) -> tuple[int, float]:
    """(points to bid, what bidding is worth) for the former power with ``points`` at hand."""
    best, gain = 0, 0.0
    price = spare(sight)
    for b in range(1, max(0, min(points, 12)) + 1):
        win = chance(sight, c, sight.s.rules.point * b)
        worth = win * value - b * price - (1 - win) * price
        if worth > gain + 1e-9:
            best, gain = b, worth
    return best, gain


# ---------------------------------------------------------------- granting


def holding(sight: Sight, c: int) -> float:
    """What an own colony brings until the end if it is kept: rebels and rivals may yet take from it."""
    s = sight.s
    left = sight.later
    flow = a_round(sight, sight.me, c)
    only = sight.own & s.built[PORT] == 1 << c
    worth = left * flow
    if s.rebel >> c & 1:
        worth -= sight.rebellion_cost(c, s.armies[c])
    else:
        armed = s.armies[c] > 0
        risk = (0.10 if armed else 0.2) * left
        worth -= min(0.6, risk) * sight.rebellion_cost(c, s.armies[c])
    if only and left:
        worth += 0.5 * sight.flow * left
    return worth + (1.0 if left else 0.0)


def points_for(sight: Sight, c: int) -> int:
    """Influence that granting a country brings or costs (IND-2)."""
    s = sight.s
    values = s.rules.table["independence"]
    points = int(values["released"])
    if s.rebel >> c & 1:
        points = int(values["released_guarded"] if s.armies[c] else values["released_lost"])
        if s.first[c] & GRANT_FREE:
            points = max(0, points)
    return points + sum(row[1] for _, row in kept_rows(s, sight.me, "grant_bonus"))


def grant(sight: Sight, options: Any, context: Any) -> Choice:
    """Grants independence where Influence, peace and the chance of control are worth more than the colony."""
    s = sight.s
    states = (sight.own & s.indep).bit_count()
    ending = bool(s.variants & INDEPENDENCE)
    if not sight.later and not ending:
        return "stop", Reason("grant_late")
    best, gain, why = "stop", ENOUGH[min(3, sight.later)] + CAUTION * states, Reason("grant_not")
    for letter in options[1:]:
        c = INDEX[letter]
        points = points_for(sight, c)
        held = max(0, s.influence[sight.me] + points)
        value = control(sight, c)
        _, bidding = best_bid(sight, c, held - (2 if held > 2 else 0), value)
        worth = points * spare(sight) + bidding - holding(sight, c)
        worth -= 1.5 * s.armies[c] * (1 - chance(sight, c, 14.0))
        if sight.own == 1 << c:
            worth -= 5.0
        if ending and sight.reserves(sight.me) >= sight.reserves(sight.leaders[0]):
            worth += 6.0 + CAUTION * states
        elif ending and s.round > 24:
            worth += 2.0
        if worth > gain:
            best, gain = letter, worth
            code = "grant_rebellion" if s.rebel >> c & 1 else "grant_influence"
            why = Reason(code, {"country": letter})
    return best, why


# ---------------------------------------------------------------- bids


def plan(sight: Sight, context: Any) -> tuple[int, int, float]:
    """(coins, points, worth of control) that the seat means to bid; nothing where it does not pay."""
    s = sight.s
    c = INDEX[context["country"]]
    me, former = sight.me, context["former"]
    value = control(sight, c)
    points = s.influence[me]
    if value <= 1.0:
        return 0, 0, value
    rivals = [p for p in context.get("bidders", ()) if p != me]
    alone = "bidders" in context and not rivals
    if alone:
        return (0, 1, value) if points else (1, 0, value)
    if me == former:
        bid, _ = best_bid(sight, c, points - (2 if points > 3 else 0), value)
        if not bid:
            coins = min(s.money[me], int(value * 0.25))
            return (
                (coins, 0, value) if coins and chance(sight, c, coins) * value > coins + 1 else (0, 0, value)
            )
        return 0, bid, value
    mood = mix64(s.round * 1009 + s.start_seat * 101 + c * 31 + me) % MOODS
    if mood or points < 6 or value < 8.0:
        return 0, 0, value
    bid = min(points - 2, 1 + int(RIVALS_TOP * value / s.rules.point))
    if bid * spare(sight) + spare(sight) > 0.5 * value:
        return 0, 0, value
    return 0, max(1, bid), value


def join(sight: Sight, options: Any, context: Any) -> Choice:
    coins, points, value = plan(sight, context)
    letter = context["country"]
    if coins + points and True in options:
        return True, Reason("bid_worth", {"country": letter, "value": max(1, round(value))})
    return False, Reason("bid_not", {"country": letter})


def bid_money(sight: Sight, options: Any, context: Any) -> Choice:
    coins, points, _ = plan(sight, context)
    if not coins and not points:
        return options[0], Reason("bid_least")
    best = min((o for o in options if o >= coins), default=options[-1])
    if best == 0:
        return 0, Reason("bid_points_only")
    return best, Reason("bid_money", {"count": best})


def bid_points(sight: Sight, options: Any, context: Any) -> Choice:
    _, points, _ = plan(sight, context)
    best = min((o for o in options if o >= points), default=options[-1])
    if best == 0:
        return 0, Reason("bid_keep_points")
    return best, Reason("bid_points" if points else "bid_least")


def government(sight: Sight, options: Any, context: Any) -> Choice:
    """The government whose extra pay is worth most for its Influence (IND-4)."""
    s = sight.s
    form = s.rules.governments[extra(sight, INDEX[context["country"]], s.influence[sight.me])[0]][0]
    if form not in options:
        form = options[0]
    return form, Reason(f"government_{form}")
