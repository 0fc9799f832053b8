"""The steady player: weighs every choice in coins until the end of the game, without chance or search."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..games.colony.board import INDEX, bits
from ..games.colony.cards import card_index
from ..games.colony.expedition import expedition_targets
from ..games.colony.income import has_port
from ..games.colony.state import ARMIES_MOST, PORT, POST
from ..kernel.state import Plain, Question
from . import Reason, bidding, investing
from .valuation import ARMY_WORTH, Sight, alternative, card_worth

Choice = tuple[Plain, Reason]


class SteadyBot:
    """A computer player that invests early, guards what it has and does not gamble.

    Depends on the position and the question alone, not on the key: the same question gets the same answer.
    """

    name = "steady"

    def choose(self, seen: Any, question: Question, key: int) -> Choice:
        answer = ANSWERS.get(question.kind)
        if answer is None:
            return question.options[0], Reason("first")
        return answer(Sight(seen, question.seat), question.options, question.context)


# ---------------------------------------------------------------- setting up, cards


def start_country(sight: Sight, options: Any, context: Any) -> Choice:
    """The coast from which most free countries can be reached, away from others."""
    s = sight.s
    taken = 0
    for owned in s.owned:
        taken |= owned
    ranks = {}
    for letter in options:
        c = INDEX[letter]
        near = s.board.near[c]
        onward = s.board.around(near) & ~near & ~(1 << c)
        ranks[letter] = (
            (near & ~taken).bit_count()
            + 0.3 * (onward & ~taken).bit_count()
            - 1.2 * (near & taken).bit_count()
            - 0.3 * (onward & taken).bit_count()
        )
    best = max(options, key=lambda x: ranks[x])
    code = "start_apart" if taken and not s.board.near[INDEX[best]] & taken else "start_room"
    return best, Reason(code, {"country": best})


def cards(sight: Sight, options: Any, context: Any) -> Choice:
    return investing.choose_cards(sight, options)


def pass_card(sight: Sight, options: Any, context: Any) -> Choice:
    """A bad card goes to the strongest rival, a good one to the weakest (VAR-1)."""
    hand = sight.s.hands[sight.me]
    if len(options) == 1:
        return options[0], Reason("only_choice")
    bad = bool(hand) and hand[0] >= 0 and card_worth(sight, hand[0]) < 0
    ranked = [p for p in sight.leaders if p in options] or list(options)
    if bad:
        return ranked[0], Reason("pass_bad", {"rival": ranked[0]})
    return ranked[-1], Reason("pass_good", {"rival": ranked[-1]})


def expand(sight: Sight, options: Any, context: Any) -> Choice:
    return investing.choose_expedition(sight, options)


def build(sight: Sight, options: Any, context: Any) -> Choice:
    return investing.choose_site(sight, options, context["what"])


def army_count(sight: Sight, options: Any, context: Any) -> Choice:
    first = investing.best_place(sight, {})
    if 2 in options and first is not None:
        second = investing.best_place(sight, {first[0]: 1})
        prices = context["prices"]
        if second is not None and second[1] > prices[1] - prices[0] + 2:
            return 2, Reason("army_two")
    return options[0], Reason("army_one")


def army_place(sight: Sight, options: Any, context: Any) -> Choice:
    best = max(options, key=lambda x: (sight.army_gain(INDEX[x]), x))
    c = INDEX[best]
    if sight.s.rebel >> c & 1:
        return best, Reason("army_rebellion", {"country": best})
    return best, Reason("army_guard", {"country": best})


def place(sight: Sight, options: Any, context: Any) -> Choice:
    if context["figure"] == "missionary":
        best = max(options, key=lambda x: (investing.church_worth(sight, INDEX[x]), x))
        return best, Reason("place_church", {"country": best})
    best = investing.safest(sight, options)
    return best, Reason("place_search", {"country": best})


def relocate(sight: Sight, options: Any, context: Any) -> Choice:
    best = investing.safest(sight, options)
    return best, Reason("relocate", {"country": best})


# ---------------------------------------------------------------- moves


def move(sight: Sight, options: Any, context: Any) -> Choice:
    """The one move that helps most, or none."""
    s = sight.s
    best, gain, reason = options[0], 0.6, Reason("move_stop")
    guards: dict[tuple[int, int], float] = {}

    def guard(c: int, armies: int) -> float:
        found = guards.get((c, armies))
        if found is None:
            found = guards[c, armies] = sight.guard(c, armies)
        return found

    for option in options[1:]:
        what, source, target = option
        a, b = INDEX[source], INDEX[target]
        if what == "army":
            here, there = s.armies[a], s.armies[b]
            worth = guard(b, there + 1) - guard(b, there) + guard(a, here - 1) - guard(a, here)
            why = Reason("move_guard", {"country": target})
        elif what == "colonist":
            worth = 0.4 * (investing.safety(sight, b) - investing.safety(sight, a)) - 0.6
            why = Reason("move_figure", {"country": target})
        else:
            worth = (investing.church_worth(sight, b) - investing.church_worth(sight, a)) / 6 - 0.4
            why = Reason("move_figure", {"country": target})
        if worth > gain + 1e-9:
            best, gain, reason = option, worth, why
    return best, reason


def draft(sight: Sight, options: Any, context: Any) -> Choice:
    best, gain = options[0], 0.5
    for option in options[1:]:
        a, b = INDEX[option[1]], INDEX[option[2]]
        worth = sight.army_gain(b) - sight.army_gain(a, sight.s.armies[a] - 1)
        if worth > gain:
            best, gain = option, worth
    if best == "stop":
        return best, Reason("draft_stop")
    return best, Reason("draft", {"country": best[2]})


# ---------------------------------------------------------------- the colonist


def again(sight: Sight, options: Any, context: Any) -> Choice:
    """A second throw when the first brought less than one brings on average."""
    s = sight.s
    if context["free"]:
        there = [j for j in range(12) if s.bag[j] and s.rules.product_phase[j] <= s.phase]
        now = max((sight.product(j) for j in there), default=0.0)
    else:
        name = context["product"]
        j = s.rules.products.index(name) if name else -1
        now = sight.product(j) if j >= 0 and s.bag[j] else 0.0
    more = now < sight.a_throw * sight.marginal
    return more, Reason("again_better" if more else "again_keep")


def product(sight: Sight, options: Any, context: Any) -> Choice:
    s = sight.s
    names = s.rules.products
    index = {name: names.index(name) for name in options}
    why = context["why"]
    if why == "search":
        best = max(options, key=lambda x: (sight.product(index[x]), x))
        if sight.monopoly_turn(index[best], 1) > 0:
            return best, Reason("product_monopoly", {"product": best})
        if s.rules.spaces[index[best]] == 2:
            return best, Reason("product_mineral", {"product": best})
        return best, Reason("product_most", {"product": best})
    if why == "sabotage":
        owner = s.owner[INDEX[context["country"]]]
        best = max(options, key=lambda x: (_hurt(sight, owner, index[x]), x))
        return best, Reason("product_hurts", {"product": best})
    best = max(options, key=lambda x: (sight.product(index[x], -1), x))
    return best, Reason("product_least", {"product": best})


def _hurt(sight: Sight, owner: int, j: int) -> float:
    """How much the loss of a counter hurts its owner: spaces, and a monopoly that hangs on it."""
    s = sight.s
    hurt = s.rules.spaces[j] * 1.5
    if owner >= 0 and s.monopoly[j] == owner and s.goods[12 * owner + j] <= s.rules.monopoly_least:
        hurt += s.rules.monopoly_pays[j]
    return hurt


def search(sight: Sight, options: Any, context: Any) -> Choice:
    """To search is worth more than one chance in six to harm a rival, unless nothing can be found (VAR-3)."""
    s = sight.s
    find = sight.a_search * sight.marginal
    best, worth = options[0], find
    for option in options[1:]:
        c = INDEX[option[1]]
        goods = [j for j in range(12) if s.stock[12 * c + j]]
        if goods:
            owner = s.owner[c]
            hurt = max(_hurt(sight, owner, j) for j in goods) * sight.later
            value = sight.rivalry(owner) * (hurt / 6 - 5 / 6 * sight.point)
            if value > worth:
                best, worth = option, value
    if best == "search":
        return best, Reason("search_search")
    return best, Reason("search_sabotage", {"rival": s.owner[INDEX[best[1]]]})


# ---------------------------------------------------------------- attacks


def operations(sight: Sight, options: Any, context: Any) -> Choice:
    """One for an expedition, and as many as the best attack is likely to need."""
    s = sight.s
    cost = context["cost"]
    count = 0
    if expedition_targets(s, sight.me, max(0, s.money[sight.me] - cost)):
        count += 1
    most = options[-1]
    best, worth = 0, investing.WORTH
    for n in range(1, min(3, most - count) + 1):
        hit = investing.best_attack(sight, n)
        if hit is not None:
            # paid before the first attack, whether all are needed or not
            armies = hit[1][3]
            value = _campaign(sight, hit[1], n) - cost * n
            if armies and value > worth + (0.0 if n == 1 else 1.0):
                best, worth = n, value
    count = max(1, min(most, count + best))
    return count, Reason("operations", {"count": count})


def _campaign(sight: Sight, option: Any, attacks: int) -> float:
    """An attack's worth without the cost of its operations."""
    target = INDEX[option[2]]
    taken, lost, _ = sight.odds(target, option[3], attacks)
    return taken * sight.prize(target) - lost * ARMY_WORTH - (1 - taken) * 0.5 * sight.point


def attack(sight: Sight, options: Any, context: Any) -> Choice:
    """Expeditions first (they cannot fail), then the best attack, if one is worth it."""
    left = context["left"]
    free = [INDEX[o[1]] for o in options if o[0] == "expedition"]
    hit = investing.best_attack(sight, min(3, left))
    worth = -99.0
    if hit is not None and hit[1] in options:
        worth = _campaign(sight, hit[1], min(3, left))
    if free:
        c, value = max(((c, sight.landing(c)) for c in free), key=lambda x: (x[1], -x[0]))
        if value > 0 and (left > 1 or value >= worth):
            letter = next(o[1] for o in options if o[0] == "expedition" and INDEX[o[1]] == c)
            return ("expedition", letter), Reason("attack_expedition", {"country": letter})
    if hit is not None and worth > 2.5:
        target = INDEX[hit[1][2]]
        weak = hit[1][3] > 1 + sight.s.armies[target]
        return hit[1], Reason("attack_weak" if weak else "attack_rich", {"country": hit[1][2]})
    return "stop", Reason("attack_not")


def march(sight: Sight, options: Any, context: Any) -> Choice:
    """As many into the conquered country as make both places worth most."""
    s = sight.s
    a, b = INDEX[context["source"]], INDEX[context["target"]]
    here, there = s.armies[a], s.armies[b]
    best = max(
        options, key=lambda n: (sight.guard(a, here - n) + sight.guard(b, min(ARMIES_MOST, there + n)), n)
    )
    code = "march_all" if best == options[-1] else "march_some" if best else "march_none"
    return best, Reason(code)


# ---------------------------------------------------------------- event cards


def event(sight: Sight, options: Any, context: Any) -> Choice:
    """The alternative that is worth more; what a fight or a settlement is worth for its price."""
    if len(options) == 1:
        return options[0], Reason("only_choice")
    card = context["card"]
    s = sight.s
    if "country" in context:
        return _pay_for_country(sight, card, INDEX[context["country"]])
    number = card_index(card)
    a, b = alternative(sight, number, "a"), alternative(sight, number, "b")
    best = "a" if a >= b else "b"
    rows = (s.rules.cards[number].a, s.rules.cards[number].b)
    points = [sum(row[1] for row in part or () if row[0] == "influence") for part in rows]
    coins = [sum(row[1] for row in part or () if row[0] == "money") for part in rows]
    if best == "b":
        points.reverse()
        coins.reverse()
    if points[0] > points[1]:
        return best, Reason("event_influence")
    if coins[0] > coins[1]:
        return best, Reason("event_money")
    return best, Reason(f"event_{best}")


def _pay_for_country(sight: Sight, card: str, c: int) -> Choice:
    """Questions before a fight, and offers to end a rebellion at once."""
    s = sight.s
    if card in ("army_pay", "army_influence"):
        price = 3.0 if card == "army_pay" else sight.point
        gain = sight.rebellion_cost(c, 0) - sight.rebellion_cost(c, s.armies[c])
    elif card == "extra_die":
        price = 5.0 + 5.0 * sight.rivalry((sight.me - 1) % s.seats)
        gain = sight.rebellion_cost(c, s.armies[c]) - sight.rebellion_cost(c, s.armies[c], 1)
    else:
        _, coins, points, crops = next(
            row for row in s.rules.cards[card_index(card)].effects if row[0] == "settle"
        )
        price = coins - points * sight.point + crops * sight.marginal
        gain = sight.rebellion_cost(c, s.armies[c])
    if gain > price:
        return "a", Reason("event_fight")
    return "b", Reason("event_no_fight")


def use_kept(sight: Sight, options: Any, context: Any) -> Choice:
    s = sight.s
    c = INDEX[context["country"]]
    row = s.rules.cards[card_index(context["card"])].kept
    if row[0] == "suppress":
        price = row[1] - row[2] * sight.point + (3.0 if sight.later > 2 else 0.0)
        gain = sight.rebellion_cost(c, s.armies[c])
    else:
        price = 1.0 if sight.later > 1 else 0.0
        with_, without = sight.fight(c, s.armies[c] > 0, weaker=True), sight.fight(c, s.armies[c] > 0)
        gain = (with_[0] - without[0]) * sight.rebellion_cost(c, s.armies[c])
    if gain > price:
        return True, Reason("use_now")
    return False, Reason("keep")


def country(sight: Sight, options: Any, context: Any) -> Choice:
    """Where a drawn counter goes, or what is given up."""
    s = sight.s
    why = context["why"]
    if why == "draw":
        best = investing.safest(sight, options)
        code = "country_draw" if has_port(s, sight.me) else "country_exports"
        return best, Reason(code, {"country": best})
    if why == "target":
        return _target(sight, options)
    if why == "lose":
        wanted = context.get("product")
        best = max(options, key=lambda x: (_cheapest(sight, INDEX[x], wanted), x))
    elif why == "army":
        best = min(options, key=lambda x: (sight.army_gain(INDEX[x], s.armies[INDEX[x]] - 1), x))
    elif why == "destroy":
        best = min(options, key=lambda x: (_building(sight, INDEX[x], context.get("product")), x))
    else:  # withdraw, sale
        best = min(options, key=lambda x: (sight.country(INDEX[x]) - _trouble(sight, INDEX[x]), x))
        if why == "sale":
            return best, Reason("country_sell", {"country": best})
    return best, Reason("country_lose", {"country": best})


def _target(sight: Sight, options: Any) -> Choice:
    """Countries named before the first operation: free ones, then weak ones."""
    s = sight.s
    free = [x for x in options if s.owner[INDEX[x]] < 0]
    if free:
        best = max(free, key=lambda x: sight.landing(INDEX[x]))
        return best, Reason("attack_expedition", {"country": best})
    hit = investing.best_attack(sight, 1)
    best = hit[1][2] if hit is not None and hit[1][2] in options else options[0]
    return best, Reason("attack_rich", {"country": best})


def _trouble(sight: Sight, c: int) -> float:
    return sight.rebellion_cost(c, sight.s.armies[c]) if sight.s.rebel >> c & 1 else 0.0


def _cheapest(sight: Sight, c: int, wanted: Any) -> float:
    """The smallest loss (a number of 0 or less) that a counter taken out of a country means."""
    s = sight.s
    names = s.rules.products
    kinds = {"crop": s.rules.crops, "mineral": s.rules.minerals}
    there = kinds.get(wanted, (names.index(wanted),) if wanted in names else range(12))
    return max((sight.product(j, -1) for j in there if s.stock[12 * c + j]), default=-99.0)


def _building(sight: Sight, c: int, what: Any) -> float:
    """What a building that must be given up is worth in a country."""
    s = sight.s
    if what == "port":
        return sight.guard(c, s.armies[c])
    return float(min(2, sum(s.stock[12 * c : 12 * c + 12]))) * (1.0 if s.built[POST] >> c & 1 else 0.5)


def offer(sight: Sight, options: Any, context: Any) -> Choice:
    """The swap that brings most among those the other side may well take."""
    s = sight.s
    mine = {c: sight.country(c) - _trouble(sight, c) for c in bits(sight.mine)}
    worth: dict[tuple[int, int], float] = {}
    others: dict[int, Sight] = {}
    best, gain = options[0], 4.0
    for option in options[1:]:
        seat, gives, gets = option
        a, b = INDEX[gives], INDEX[gets]
        if (seat, b) not in worth:
            worth[seat, b] = sight.country(b) * (0.6 if s.rebel >> b & 1 else 0.95)
        value = worth[seat, b] - mine[a] - ARMY_WORTH * s.armies[a]
        if value <= gain:
            continue
        other = others.setdefault(seat, Sight(s, seat))
        if other.country(a) * (0.6 if s.rebel >> a & 1 else 0.95) + 3 < other.country(b):
            continue
        best, gain = option, value
    if best == "stop":
        return best, Reason("offer_not")
    return best, Reason("offer_fair")


def answer(sight: Sight, options: Any, context: Any) -> Choice:
    s = sight.s
    gives = INDEX[context["gives"]]
    comes = sight.country(gives) * (0.6 if s.rebel >> gives & 1 else 0.95)
    if context["what"] == "sale":
        yes = comes > context["price"] * sight.coin + 1.0
    else:
        goes = INDEX[context["gets"]]
        value = sight.country(goes) - _trouble(sight, goes) + ARMY_WORTH * s.armies[goes]
        yes = comes + context["price"] > value + 1.0
    if True not in options:
        yes = False
    return yes, Reason("answer_yes" if yes else "answer_no")


# ---------------------------------------------------------------- rebellions, for the rebels


def _harm(sight: Sight, c: int) -> float:
    """How much a rebellion in a country would cost its owner."""
    s = sight.s
    return Sight(s, s.owner[c]).rebellion_cost(c, s.armies[c])


def rebel_country(sight: Sight, options: Any, context: Any) -> Choice:
    s = sight.s
    power = Sight(s, context["power"])
    best = max(options, key=lambda x: (power.rebellion_cost(INDEX[x], s.armies[INDEX[x]]), x))
    c = INDEX[best]
    if power.own & s.built[PORT] == 1 << c and not s.armies[c]:
        return best, Reason("rebel_port", {"country": best})
    if not s.armies[c]:
        return best, Reason("spread_unguarded", {"country": best})
    return best, Reason("rebel_richest", {"country": best})


def rebel_spread(sight: Sight, options: Any, context: Any) -> Choice:
    s = sight.s

    def gain(letter: str) -> float:
        c = INDEX[letter]
        if s.owner[c] == sight.me:
            return -1.0 - _harm(sight, c)
        return sight.rivalry(s.owner[c]) * _harm(sight, c)

    best = max(options, key=lambda x: (gain(x), x))
    owner = s.owner[INDEX[best]]
    if owner == sight.leaders[0]:
        return best, Reason("spread_rival", {"country": best, "rival": owner})
    if not s.armies[INDEX[best]]:
        return best, Reason("spread_unguarded", {"country": best})
    return best, Reason("spread_richest", {"country": best})


def rebel_product(sight: Sight, options: Any, context: Any) -> Choice:
    names = sight.s.rules.products
    best = max(options, key=lambda x: (_hurt(sight, context["power"], names.index(x)), x))
    return best, Reason("product_hurts", {"product": best})


def order(sight: Sight, options: Any, context: Any) -> Choice:
    """First where the dice are best: what is put down no longer counts when others spread."""
    s = sight.s
    best = max(options, key=lambda x: (sight.fight(INDEX[x], s.armies[INDEX[x]] > 0)[0], x))
    return best, Reason("order_strong", {"country": best})


ANSWERS: dict[str, Callable[[Sight, Any, Any], Choice]] = {
    "start_country": start_country,
    "cards": cards,
    "pass_card": pass_card,
    "move": move,
    "expand": expand,
    "build": build,
    "army_count": army_count,
    "army_place": army_place,
    "place": place,
    "again": again,
    "product": product,
    "operations": operations,
    "attack": attack,
    "march": march,
    "relocate": relocate,
    "use_kept": use_kept,
    "event": event,
    "country": country,
    "offer": offer,
    "answer": answer,
    "rebel_country": rebel_country,
    "rebel_spread": rebel_spread,
    "rebel_product": rebel_product,
    "order": order,
    "draft": draft,
    "search": search,
    "grant": bidding.grant,
    "join": bidding.join,
    "bid_money": bidding.bid_money,
    "bid_points": bidding.bid_points,
    "government": bidding.government,
}
