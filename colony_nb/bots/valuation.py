"""What things are worth to a power in coins until the end of the game, from what its seat knows."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from ..games.colony.board import bits
from ..games.colony.expedition import attackable, strength, toll
from ..games.colony.income import stopped
from ..games.colony.rebellion import church_near
from ..games.colony.state import (
    CHURCH,
    CITY,
    CITY_ONE,
    INDEPENDENCE,
    NO_ARMY,
    PORT,
    POST,
    REBELS_EACH,
    REBELS_ONE,
    ColonyState,
)
from . import fights

RATE = 1.5  # coins a ladder space pays (INC-2)
SAFE = 0.92  # chance that what is held now is still held one round later
KEPT = [sum(SAFE**i for i in range(1, n + 1)) for n in range(64)]  # incomes that n rounds are worth

ATTACKED = 0.4  # chance that a rival who can attack a country does so before the own next turn
RISING = (0.0, 0.0, 0.21, 0.29, 0.34, 0.36)  # a rebellion card a turn, by phase
SPREAD_COST = 0.35  # of a rebellion's cost: it may go to somebody else
ARMY_WORTH = 3.0
HELD = 0.8  # part of a conquered country's worth that is kept
WEAK = 0.7  # the same when its owner has only one other country
EAGER = 1.0  # part of an attack's worth that counts when an army looks for a place
RIVAL = 0.25  # what a coin less for a rival ahead is worth


class Sight:
    """A position as one seat weighs it.

    ``later`` counts the incomes after this round, ``keep`` is their number weighed by how likely they last,
    ``space`` the coins that one ladder space gained now will pay.
    """

    def __init__(self, s: ColonyState, me: int) -> None:
        self.s = s
        self.me = me
        self.own = s.owned[me]
        self.mine = s.owned[me] & ~s.indep
        self.later = rounds_left(s)
        self.keep = KEPT[min(self.later, 63)]
        self.space = RATE * self.keep  # a ladder space gained now and exported from the next income on

    # ---------------------------------------------------------------- money and points

    @cached_property
    def point(self) -> float:
        """Coins that a point of Influence is worth: points count only as bids and for governments (IND)."""
        s = self.s
        if not self.later:
            return 0.0
        held = s.influence[self.me]
        base = (2.6, 2.8, 3.2, 3.4, 3.6, 3.6)[s.phase - 1]
        if s.phase == 6:
            base *= min(1.0, 0.3 + 0.25 * self.later)
        return base * (1.35 if held < 4 else 1.15 if held < 8 else 1.0 if held < 13 else 0.75)

    @cached_property
    def coin(self) -> float:
        """What a coin in hand is worth: early it earns more coins."""
        return 1.0 + 0.025 * max(0, self.later - 8)

    @cached_property
    def capacity(self) -> int:
        return self.s.rules.cargo * self.s.ships[self.me]

    def exports(self, ladder: float, ships: float) -> float:
        """What a ladder is worth: what ships carry fully, the rest as far as more ships can be bought."""
        carried = self.s.rules.cargo * ships
        if ladder <= carried:
            return self.space * ladder
        waiting = RATE * KEPT[max(0, self.later - 1)] * (0.55 if self.s.phase < 3 else 0.75) - 1.3
        return self.space * carried + max(0.0, waiting) * min(9.0, ladder - carried)

    @cached_property
    def marginal(self) -> float:
        """What one ladder space more or less is worth now."""
        ladder = self.s.ladder[self.me]
        return self.exports(ladder + 0.5, self.s.ships[self.me]) - self.exports(
            ladder - 0.5, self.s.ships[self.me]
        )

    # ---------------------------------------------------------------- products

    @cached_property
    def a_draw(self) -> float:
        """Ladder spaces that a counter from the bag brings on average."""
        total = sum(self.s.bag)
        if not total:
            return 0.0
        return sum(n * k for n, k in zip(self.s.bag, self.s.rules.spaces, strict=True)) / total

    def drawn(self, count: int) -> float:
        """Expected ladder spaces of ``count`` counters."""
        return self.a_draw * min(count, sum(self.s.bag))

    @cached_property
    def a_throw(self) -> float:
        """Expected ladder spaces of one throw of the colonist's dice (ACT-4)."""
        s = self.s
        out = 0.0
        free = 0
        for kind, spaces in ((s.rules.crops, 1), (s.rules.minerals, 2)):
            known = [j for j in kind if s.rules.product_phase[j] <= s.phase]
            there = sum(1 for j in known if s.bag[j])
            if there:
                out += spaces * there / len(known) / 3
                free = spaces
        return out + free / 6

    @cached_property
    def a_search(self) -> float:
        """The same with the second throw taken when the first is worse than average."""
        s = self.s
        mean = self.a_throw
        out = 0.0
        free = 0
        none = 1.0
        for kind, spaces in ((s.rules.crops, 1), (s.rules.minerals, 2)):
            known = [j for j in kind if s.rules.product_phase[j] <= s.phase]
            there = sum(1 for j in known if s.bag[j])
            if there:
                chance = there / len(known) / 3
                out += chance * max(spaces, mean)
                none -= chance
                free = spaces
        if free:
            out += max(free, mean) / 6
            none -= 1 / 6
        return out + none * mean

    def monopoly_turn(self, product: int, by: int) -> float:
        """Coins that ``by`` counters more (or less) of a product bring through its monopoly (MON)."""
        s = self.s
        counts = s.goods[product :: len(s.rules.products)]
        have = counts[self.me]
        others = max(n for p, n in enumerate(counts) if p != self.me)
        least = s.rules.monopoly_least
        worth = s.rules.monopoly_pays[product] * self.keep + self.point
        holder = s.monopoly[product] == self.me
        after = have + by
        if holder:
            keeps = after >= least and after >= others
            return 0.0 if keeps else -worth
        if after >= least and after > others:
            return worth
        if by > 0 and after == least - 1 and others < least:
            return 0.25 * worth
        return 0.0

    def product(self, product: int, by: int = 1) -> float:
        """What a counter more (or, by -1, less) is worth; a loss is negative."""
        return by * self.s.rules.spaces[product] * self.marginal + self.monopoly_turn(product, by)

    # ---------------------------------------------------------------- countries

    def ports(self) -> int:
        return self.own & self.s.built[PORT] & ~stopped(self.s, self.me)

    @cached_property
    def flow(self) -> float:
        """Coins a round that all exports pay when nothing stops them."""
        return RATE * min(self.s.ladder[self.me], self.capacity)

    @cached_property
    def sites(self) -> float:
        """What a place for buildings is worth: less when the bag is nearly empty or time is short."""
        if sum(self.s.bag) < 6:
            return 1.0 * min(1.0, self.later / 4)
        return max(0.0, min(18.0, 0.9 * self.later))

    def country(self, c: int) -> float:
        """What holding a country is worth: its exports, its port if the only one, its places to build."""
        s = self.s
        bit = 1 << c
        worth = s.spaces[c] * (self.marginal if self.own & bit else self.gain)
        if s.indep & bit:
            form = s.government[c]
            if form:
                worth += s.rules.pays[s.spaces[c]] * s.rules.governments[form - 1][2] // 4 * self.keep
        else:
            worth += 0.5 * self.sites
            if s.built[POST] & bit:
                worth -= 0.2 * self.sites
        if self.own & bit:
            if self.own & s.built[PORT] == bit:
                worth += min(40.0, 2.0 * self.flow) if self.later > 1 else self.flow * self.later
        elif s.built[PORT] & bit:
            worth += 3.0 if self.own & s.built[PORT] else self.flow * self.keep
        return worth

    @cached_property
    def gain(self) -> float:
        """What a ladder space more is worth when several come at once."""
        s = self.s
        ladder = s.ladder[self.me]
        return (self.exports(ladder + 4, s.ships[self.me]) - self.exports(ladder, s.ships[self.me])) / 4

    # ---------------------------------------------------------------- rebellions

    def fight(self, c: int, army: bool, more: int = 0, weaker: bool = False) -> tuple[float, float, float]:
        """Odds of the next fight against a rebellion in an own country (see ``fights.rebellion``)."""
        s = self.s
        owner = s.owner[c]
        table = s.rules.table["rebellion"]
        flags = s.first[c]
        army = army and not flags & NO_ARMY
        extra = table["army_dice"][s.phase - 1] if army else 0
        blue = min(3, 1 + (s.defence >> owner & 1) + extra + more)
        red = table["rebel_dice"][s.phase - 1]
        if not red:
            return 1.0, 0.0, 0.0
        bit = 1 << c
        city = bool(s.built[CITY] & bit)
        mode = table["church"]
        return fights.rebellion(
            blue,
            red,
            city + (mode != "draw" and church_near(s, c)),
            bool(s.built[CHURCH] & bit) and mode != "bonus",
            bool(flags & REBELS_ONE) + bool(flags & CITY_ONE and city),
            bool(flags & REBELS_EACH),
            weaker,
        )

    def rebellion_cost(self, c: int, armies: int, more: int = 0, most: float = 2.5) -> float:
        """What a rebellion in an own country costs until it is put down, with so many armies there.

        ``most``: rounds after which something is done about exports that it stops.
        """
        s = self.s
        down, spreads, lost = self.fight(c, armies > 0, more)
        rounds = min(self.later + 0.5, 1 / max(down, 0.08))
        a_round = RATE * min(s.spaces[c], self.capacity)
        if self.own & s.built[PORT] == 1 << c:
            a_round = self.flow
        cost = SPREAD_COST * spreads * min(16.0, 0.2 * self.flow * min(3, self.later))
        counters = sum(s.stock[12 * c : 12 * c + 12])
        goods = s.spaces[c] / counters * self.marginal * 1.15 if counters else 0.0
        if armies:
            saved = min(lost, armies)
            return (
                cost + saved * ARMY_WORTH + (lost - saved) * goods + max(0.0, rounds - armies) * a_round * 0.3
            )
        stops = max(0.0, rounds - 1 + (1 - down))
        return cost + min(stops, self.later, most) * a_round + min(lost, counters) * min(rounds, 2.0) * goods

    # ---------------------------------------------------------------- rivals

    def reserves(self, seat: int) -> float:
        """A rival's standing: money and some incomes to come."""
        s = self.s
        return s.money[seat] + min(self.later, 6) * RATE * min(s.ladder[seat], s.rules.cargo * s.ships[seat])

    @cached_property
    def leaders(self) -> list[int]:
        """The other seats, the strongest first."""
        seats = [p for p in range(self.s.seats) if p != self.me]
        return sorted(seats, key=lambda p: (-self.reserves(p), p))

    def rivalry(self, seat: int) -> float:
        """What a coin less for a rival is worth to this seat."""
        mine, best = self.reserves(self.me), self.reserves(seat)
        return RIVAL * (1.0 if best > mine else 0.4 if best > 0.6 * mine else 0.15)

    @cached_property
    def strengths(self) -> list[int]:
        """For each country the most armies of a rival that could attack it together from next door."""
        s = self.s
        out = [0] * 18
        for c, armies in enumerate(s.armies):
            if armies and s.owner[c] != self.me and s.owner[c] >= 0:
                force = strength(s, c)
                if force and s.owned[s.owner[c]].bit_count() < s.rules.countries_most:
                    for t in bits(s.board.near[c] & self.own):
                        out[t] = max(out[t], force)
        return out

    def prize(self, c: int) -> float:
        """What taking a rival's country would bring."""
        s = self.s
        owner = s.owner[c]
        bit = 1 << c
        if s.owned[owner] == bit:  # nobody is driven off the board: it helps the others most
            return 0.0
        worth = self.country(c) * HELD
        if s.owned[owner].bit_count() == 2:  # a power that nearly lost all fights on for it
            worth *= WEAK
        if s.rebel & bit:
            worth *= 0.55
        lost = s.spaces[c] * RATE * min(self.later, 8)
        if s.owned[owner] & s.built[PORT] == bit:
            lost += 15
        worth += self.rivalry(owner) * lost + self.point
        if s.indep & bit:
            worth -= self.point
        return worth

    def odds(self, target: int, armies: int, attacks: int) -> tuple[float, float, float]:
        """What ``fights.campaign`` gives for an attack on a rival's country as it stands."""
        s = self.s
        defence = bool(s.defence >> s.owner[target] & 1)
        city = bool(s.built[CITY] >> target & 1)
        at_once = s.rules.table["battle"]["fall_in_same_attack"]
        return fights.campaign(armies, s.armies[target], defence, city, attacks, at_once)

    def assault(self, source: int, target: int, armies: int, attacks: int) -> tuple[float, float]:
        """(coins that attacking is worth, costs included, chance to take the country)."""
        taken, lost, made = self.odds(target, armies, attacks)
        worth = taken * self.prize(target) - lost * ARMY_WORTH - made * self.s.rules.operation_cost
        return worth - (1 - taken) * 0.5 * self.point, taken

    # ---------------------------------------------------------------- armies

    def guard(self, c: int, armies: int) -> float:
        """What ``armies`` in an own country are worth there: against rivals, against rebels, for attacks."""
        s = self.s
        bit = 1 << c
        out = 0.0
        force = self.strengths[c]
        if force and s.phase >= 3:
            defence = bool(s.defence >> self.me & 1)
            taken = fights.campaign(force, armies, defence, bool(s.built[CITY] & bit), 2)[0]
            out -= ATTACKED * taken * self.country(c) * (1.0 if force > 1 else 0.7)
        if s.rebel & bit:
            out -= self.rebellion_cost(c, armies)
        elif not s.indep & bit:
            phase = min(5, s.phase if s.round % 4 == 0 else s.phase - 1)
            if RISING[phase]:
                here = max(1, self.mine.bit_count())
                chance = RISING[phase] * min(self.later, 2) * (1.4 if not armies else 0.7) / here
                out -= min(0.5, chance) * self.rebellion_cost(c, armies, most=1.2)
        if armies and s.phase >= 3 and self.later > 1:
            near = s.board.near[c] & self.prey
            if near:
                usable = armies - 1 if s.rebel & bit else armies
                if usable:
                    best = max(self.assault(c, t, usable, 2)[0] for t in bits(near))
                    out += EAGER * max(0.0, best - 6.0)
        return out

    @cached_property
    def prey(self) -> int:
        """Countries of rivals that may be attacked (BAT-1, BAT-10, SET-7)."""
        return attackable(self.s, self.me)

    def army_gain(self, c: int, armies: int | None = None) -> float:
        """What one army more in ``c`` is worth."""
        have = self.s.armies[c] if armies is None else armies
        return self.guard(c, have + 1) - self.guard(c, have)

    # ---------------------------------------------------------------- expeditions

    def landing(self, c: int) -> float:
        """What a free country is worth (ACT-1): what lies there, a counter drawn, room to build and go on."""
        s = self.s
        bit = 1 << c
        worth = s.spaces[c] * self.gain + self.drawn(1) * self.gain + self.sites
        if s.built[PORT] & bit or not self.own:
            worth += 4.0 if self.own & s.built[PORT] else self.flow * self.keep
        if s.rebel & bit:
            worth -= 6.0
        onward = s.board.near[c] & s.board.open
        for owned in s.owned:
            onward &= ~owned
        worth += 0.12 * min(self.later, 12) * onward.bit_count()
        if s.board.coast & bit:
            worth += 0.06 * min(self.later, 16)
        rivals = sum(1 for t in bits(s.board.near[c]) if s.owner[t] >= 0 and s.owner[t] != self.me)
        worth -= 0.1 * min(self.later, 12) * rivals
        return worth - toll(s, self.me, c)[1]


def rounds_left(s: ColonyState) -> int:
    """Incomes to come after this round; where the game can end early or late, an estimate (END-1, VAR-2)."""
    last = s.rules.table["phases"]["rounds"] * 6
    if s.variants & INDEPENDENCE and s.round >= last - 3:
        needed = s.rules.table["ending"]["independent"][s.board.open.bit_count() == 18]
        missing = max(0, needed - s.indep.bit_count())
        return 1 + min(3, missing // 2)
    return max(0, last - s.round)


def row_worth(sight: Sight, row: tuple[Any, ...]) -> float:
    """What carrying out one effect row of an event card is worth to the seat (see ``data/cards``)."""
    s = sight.s
    name = row[0]
    products = s.rules.products
    if name == "money":
        return row[1] * sight.coin
    if name == "influence":
        return row[1] * sight.point
    if name == "draw":
        return sight.drawn(row[1]) * sight.marginal
    if name == "take":
        j = products.index(row[1])
        return sight.product(j) if s.bag[j] else 0.0
    if name == "ship":
        if row[1] < 0:
            return -5.0 if s.ships[sight.me] > 1 else 0.0
        waiting = s.ladder[sight.me] - sight.capacity
        return 4.0 + min(6, max(0, waiting)) * sight.space if sight.later > 1 else 0.0
    if name == "lose":
        kinds = {"crop": 1.0, "mineral": 2.0}
        if row[1] in products:
            j = products.index(row[1])
            return (
                sight.product(j, -1)
                if s.goods[12 * sight.me + j]
                else rows_worth(sight, row[3] if len(row) > 3 else ())
            )
        return -row[2] * kinds.get(row[1], 1.0) * sight.marginal
    if name == "withdraw":
        return -min((sight.country(c) for c in bits(sight.mine)), default=0.0)
    if name == "rebellion":
        return -8.0 - 0.4 * sight.flow * min(2, sight.later)
    if name == "per_counter":
        count = s.goods[12 * sight.me + products.index(row[1])]
        return max(-row[3], min(row[3], row[2] * count)) * sight.coin
    if name == "all_per_counter":
        count = s.goods[12 * sight.me + products.index(row[1])]
        return float(min(row[3], row[2] * count) if count else row[4])
    if name == "leave":
        where = (s.missionary if row[1] == "missionary" else s.colonist)[sight.me]
        return -3.0 * min(1, sight.later) if where >= 0 else 0.0
    if name == "build":
        return {"trading_post": 14.0, "port": 5.0, "railway": 5.0}.get(row[1], 5.0) * min(
            1.0, sight.later / 4
        )
    if name == "church":
        return 4.0
    if name == "destroy":
        return -6.0 - (2 * sight.marginal if row[1] == "trading_post" else 0.0)
    if name == "army":
        return row[1] * ARMY_WORTH
    if name == "dice":
        return (rows_worth(sight, row[1]) + rows_worth(sight, row[2])) / 2
    if name == "tribute":
        return row[3] * sight.coin
    return 0.0


def rows_worth(sight: Sight, rows: Any) -> float:
    """The sum of ``row_worth``; a trailing list of rows that are carried out instead does not count."""
    return sum(row_worth(sight, row) for row in rows if row and isinstance(row[0], str))


def kept_worth(sight: Sight, kept: tuple[Any, ...]) -> float:
    """What a kept card is worth (its ``kept`` row)."""
    if not kept:
        return 0.0
    name = kept[0]
    if name == "income":
        return kept[1] * sight.coin if sight.later else 0.0
    if name == "discount":
        return 0.7 * kept[2] * min(1.0, sight.later / 4)
    if name == "suppress":
        return 8.0 if sight.later > 1 else 2.0
    return {"weaker": 2.0, "stronger": -4.0, "toll": 2.0, "grant_bonus": sight.point}.get(name, 0.0)


def card_worth(sight: Sight, number: int) -> float:
    """What an event card is worth to the seat; the better alternative of two."""
    card = sight.s.rules.cards[number]
    if card.a is not None and card.b is not None:
        return max(alternative(sight, number, "a"), alternative(sight, number, "b"))
    return rows_worth(sight, card.effects) + (
        kept_worth(sight, card.kept) if ("keep",) in card.effects else 0.0
    )


def alternative(sight: Sight, number: int, option: str) -> float:
    """What one alternative of a card is worth."""
    card = sight.s.rules.cards[number]
    rows = (card.a if option == "a" else card.b) or ()
    return rows_worth(sight, rows) + (kept_worth(sight, card.kept) if ("keep",) in rows else 0.0)
