"""Rebellions (REB): the fights at the end of a turn, and how they spread."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ...kernel.dice import roll
from ...kernel.state import note
from .battle import Dice, best_bonus, lined_up, marks
from .board import INDEX, LETTERS, bits, letters
from .movement import move_army
from .state import (
    ARMIES_MOST,
    ARMY_INFLUENCE,
    ARMY_PAY,
    CHURCH,
    CITY,
    CITY_ONE,
    CROP_AFTER,
    EXTRA_DIE,
    GRANT_FREE,
    NO_ARMY,
    RAIL,
    REBELLION,
    REBELS_EACH,
    REBELS_ONE,
    ColonyState,
    add_rebellion,
    change_armies,
    drop_kept,
    end_rebellion,
    flow,
    give,
    kept_rows,
    left,
    pay,
    products_in,
    sway,
    take_product,
    taken,
)

# what a fight's frames carry to its journal record
FACTS = (
    "armies",
    "defence_card",
    "city",
    "church",
    "church_near",
    "blue",
    "red",
    "blue_bonus",
    "red_bonus",
    "pairs",
    "armies_lost",
    "suppressed",
    "spreads",
)
Facts = tuple[Any, ...]

HELP_PRICE = 5  # card p6-17: coins to the player on the right for one die more
WAR_PRICE = 3  # card p6-08: coins without which the army takes no part


@dataclass(frozen=True, slots=True)
class Fight:
    """What one throw against a rebellion comes to (REB-3, REB-4)."""

    blue_bonus: Dice
    red_bonus: Dice
    pairs: tuple[str, ...]  # "colony", "rebels" or "draw"


def resolve(
    blue: Dice, red: Dice, points: int, draws_won: bool, rebels_one: int, rebels_each: bool, weaker: bool
) -> Fight:
    """Pairs the dice after all bonuses.

    ``points``: single points for colonial dice (city, church). ``rebels_one``: single points for rebel dice,
    spread best for the rebels; ``weaker`` takes one from their highest die (REB-3).
    """
    if not (points or draws_won or rebels_one or rebels_each or weaker):
        pairs = tuple(
            ["colony" if b > r else "rebels" if b < r else "draw" for b, r in zip(blue, red, strict=False)]
        )
        return Fight((0,) * len(blue), (0,) * len(red), pairs)
    return _resolve(blue, red, points, draws_won, rebels_one, rebels_each, weaker)


@lru_cache(maxsize=16384)
def _resolve(
    blue: Dice, red: Dice, points: int, draws_won: bool, rebels_one: int, rebels_each: bool, weaker: bool
) -> Fight:
    base = [int(rebels_each)] * len(red)
    if weaker and base:
        base[0] -= 1
    plain = tuple(face + b for face, b in zip(red, base, strict=True))
    order = sorted(range(len(red)), key=lambda i: -plain[i])
    single = best_bonus(tuple(plain[i] for i in order), blue, rebels_one)
    for place, i in enumerate(order):
        base[i] += single[place]
    red_bonus = tuple(base)
    lined_red = lined_up(red, red_bonus)
    blue_bonus = best_bonus(blue, lined_red, points, draws_won)
    pairs = tuple(
        "colony" if b > r or (b == r and draws_won) else "rebels" if b < r else "draw"
        for b, r in zip(lined_up(blue, blue_bonus), lined_red, strict=False)
    )
    return Fight(blue_bonus, red_bonus, pairs)


def church_near(s: ColonyState, country: int) -> bool:
    """A church in the country or a neighbouring one, whoever's (REB-3)."""
    return bool(s.built[CHURCH] & (s.board.near[country] | 1 << country))


def colonial_dice(s: ColonyState, country: int, army: bool, more: int = 0) -> int:
    """How many dice the colonial side throws (REB-2)."""
    defence = s.defence >> s.owner[country] & 1
    extra = s.rules.table["rebellion"]["army_dice"][s.phase - 1] if army else 0
    return int(min(ARMIES_MOST, 1 + defence + extra + more))


def rebellions(s: ColonyState, seat: int) -> None:
    """All rebellions in own countries, once each; later ones wait for the next turn (REB-1, REB-5)."""
    s.step = "rebellions"
    next_fight(s, seat, s.owned[seat] & s.rebel)


@flow.step
def next_fight(s: ColonyState, seat: int, waiting: int) -> None:
    waiting &= s.owned[seat] & s.rebel
    if waiting:
        flow.ask(s, seat, "order", letters(waiting), "REB-1", ("fight_here", seat, waiting))


@flow.step
def fight_here(s: ColonyState, letter: str, seat: int, waiting: int) -> None:
    country = INDEX[letter]
    waiting &= ~(1 << country)
    if waiting:
        s.stack.append(("next_fight", seat, waiting))
    spare_or_fight(s, seat, country, 0)


def spare_or_fight(s: ColonyState, seat: int, country: int, asked: int) -> None:
    """Offers the kept cards that end a rebellion without a fight, one after another (EVT-2)."""
    cards = kept_rows(s, seat, "suppress") if s.kept[seat] else []
    for at, (card, row) in enumerate(cards):
        if at >= asked and row[1] <= s.money[seat] and -row[2] <= s.influence[seat]:
            context = {"card": s.rules.cards[card].id, "country": LETTERS[country]}
            frame = ("spared", seat, country, at + 1, card)
            flow.ask(s, seat, "use_kept", (True, False), "EVT-2", frame, context)
            return
    draft(s, seat, country)


@flow.step
def spared(s: ColonyState, use: bool, seat: int, country: int, asked: int, card: int) -> None:
    if not use:
        spare_or_fight(s, seat, country, asked)
        return
    name = s.rules.cards[card].id
    _, coins, points = s.rules.cards[card].kept
    drop_kept(s, seat, card)
    pay(s, seat, coins, name, "EVT-2")
    sway(s, seat, points, name, "EVT-2")
    note(s, "ended", seat, "EVT-2", country=LETTERS[country], card=name)
    end_rebellion(s, country)


def draft(s: ColonyState, seat: int, country: int) -> None:
    """A railway calls in armies from neighbouring own countries, moved or not (ACT-10)."""
    sources = []
    if s.built[RAIL] >> country & 1 and s.armies[country] < ARMIES_MOST:
        sources = [c for c in bits(s.board.near[country] & s.owned[seat]) if s.armies[c]]
    if sources:
        choices: list[Any] = ["stop", *(("army", LETTERS[c], LETTERS[country]) for c in sources)]
        context = {"country": LETTERS[country]}
        flow.ask(s, seat, "draft", choices, "ACT-10", ("drafted", seat, country), context)
    else:
        before_fight(s, seat, country)


@flow.step
def drafted(s: ColonyState, choice: Any, seat: int, country: int) -> None:
    if choice != "stop":
        move_army(s, INDEX[choice[1]], country, "ACT-10")
        draft(s, seat, country)
    else:
        before_fight(s, seat, country)


def before_fight(s: ColonyState, seat: int, country: int) -> None:
    """Questions that cards ask before the first fight, then the fight."""
    flags = s.first[country]
    if flags & (ARMY_INFLUENCE | ARMY_PAY) and s.armies[country]:
        s.first[country] = flags & ~(ARMY_INFLUENCE | ARMY_PAY)
        price = WAR_PRICE if flags & ARMY_PAY else 0
        points = 1 if flags & ARMY_INFLUENCE else 0
        able = s.money[seat] >= price and s.influence[seat] >= points
        context = {"card": "army_pay" if price else "army_influence", "country": LETTERS[country]}
        then = ("army_takes_part", seat, country, price, points)
        flow.ask(s, seat, "event", ("a", "b") if able else ("b",), "EVT-2", then, context)
        return
    if flags & EXTRA_DIE:
        s.first[country] = flags & ~EXTRA_DIE
        able = s.money[seat] >= HELP_PRICE
        context = {"card": "extra_die", "country": LETTERS[country]}
        frame = ("help_bought", seat, country)
        flow.ask(s, seat, "event", ("a", "b") if able else ("b",), "EVT-2", frame, context)
        return
    offer_weaker(s, seat, country, 0)


@flow.step
def army_takes_part(s: ColonyState, choice: str, seat: int, country: int, price: int, points: int) -> None:
    if choice == "a":
        pay(s, seat, price, "army", "EVT-2")
        sway(s, seat, -points, "army", "EVT-2")
    else:
        s.first[country] |= NO_ARMY
    before_fight(s, seat, country)


@flow.step
def help_bought(s: ColonyState, choice: str, seat: int, country: int) -> None:
    more = 0
    if choice == "a":
        more = 1
        helper = (seat - 1) % s.seats
        give(s, seat, -HELP_PRICE, "help", "EVT-2", helper)
        give(s, helper, HELP_PRICE, "help", "EVT-2", seat)
    offer_weaker(s, seat, country, more)


def offer_weaker(s: ColonyState, seat: int, country: int, more: int) -> None:
    """A kept card that lowers the rebels' highest die may be used in this fight (EVT-2)."""
    cards = kept_rows(s, seat, "weaker") if s.kept[seat] else []
    if cards:
        context = {"card": s.rules.cards[cards[0][0]].id, "country": LETTERS[country]}
        then = ("weaker_used", seat, country, more, cards[0][0])
        flow.ask(s, seat, "use_kept", (True, False), "EVT-2", then, context)
    else:
        throw_fight(s, seat, country, more, False)


@flow.step
def weaker_used(s: ColonyState, use: bool, seat: int, country: int, more: int, card: int) -> None:
    if use:
        drop_kept(s, seat, card)
    throw_fight(s, seat, country, more, use)


def throw_fight(s: ColonyState, seat: int, country: int, more: int, weaker: bool) -> None:
    """One throw of both sides (REB-2 to REB-4)."""
    bit = 1 << country
    flags = s.first[country]
    s.first[country] = flags & GRANT_FREE
    army = bool(s.armies[country]) and not flags & NO_ARMY
    city = bool(s.built[CITY] & bit)
    near = church_near(s, country)
    inside = bool(s.built[CHURCH] & bit)
    mode = s.rules.table["rebellion"]["church"]
    stronger = kept_rows(s, seat, "stronger") if s.kept[seat] else []
    if stronger:
        drop_kept(s, seat, stronger[0][0])
    blue = roll(s, colonial_dice(s, country, army, more))
    red = roll(s, s.rules.table["rebellion"]["rebel_dice"][s.phase - 1])
    fight = resolve(
        blue,
        red,
        city + (near and mode != "draw"),
        inside and mode != "bonus",
        bool(flags & REBELS_ONE) + bool(flags & CITY_ONE and city),
        bool(flags & REBELS_EACH or stronger),
        weaker,
    )
    won = "colony" in fight.pairs
    spreads = "rebels" in fight.pairs or "draw" in fight.pairs
    lost = fight.pairs.count("rebels")
    armies = s.armies[country]
    armies_lost = min(lost, armies) if army else 0
    change_armies(s, country, -armies_lost, "REB-4")
    facts = (
        armies,
        bool(s.defence >> seat & 1),
        city,
        inside,
        near,
        blue,
        red,
        fight.blue_bonus,
        fight.red_bonus,
        fight.pairs,
        armies_lost,
        won,
        spreads,
    )
    if won:
        end_rebellion(s, country)
        if flags & CROP_AFTER and army:
            s.stack.append(("crop_given_back", seat, country))
    rebels_take(s, seat, country, lost - armies_lost, (), facts)


def rebels_take(
    s: ColonyState, seat: int, country: int, count: int, lost: tuple[str, ...], facts: Facts
) -> None:
    """Counters that go where no army is left; the rebels' player chooses (REB-4)."""
    if count and s.spaces[country]:
        shown = dict(zip(FACTS, facts, strict=True))
        context = {
            "power": seat,
            "country": LETTERS[country],
            **{name: shown[name] for name in ("blue", "red", "pairs")},
        }
        then = ("rebels_took", seat, country, count, lost, facts)
        flow.ask(s, left(s, seat), "rebel_product", products_in(s, country), "REB-4", then, context)
    else:
        rebels_spread(s, seat, country, lost, facts)


@flow.step
def rebels_took(
    s: ColonyState, product: str, seat: int, country: int, count: int, lost: tuple[str, ...], facts: Facts
) -> None:
    take_product(s, country, s.rules.products.index(product), "rebellion", "REB-4")
    rebels_take(s, seat, country, count - 1, (*lost, product), facts)


def rebels_spread(s: ColonyState, seat: int, country: int, lost: tuple[str, ...], facts: Facts) -> None:
    """One counter more next door, or anywhere after telegraphy (REB-5, EVT-6)."""
    where = 0
    spreads = facts[-1]
    if spreads and s.supply[REBELLION]:
        where = taken(s) & ~(s.indep | s.rebel | 1 << country)
        if not s.telegraphy:
            where &= s.board.near[country]
    if where:
        then = ("fight_over", seat, country, lost, facts)
        context = {"power": seat, "source": LETTERS[country]}
        flow.ask(s, left(s, seat), "rebel_spread", letters(where), "REB-5", then, context)
    else:
        fight_over(s, "", seat, country, lost, facts)


@flow.step
def fight_over(
    s: ColonyState, spread_to: str, seat: int, country: int, lost: tuple[str, ...], facts: Facts
) -> None:
    if s.journal is not None:
        record: dict[str, Any] = dict(zip(FACTS, facts, strict=True))
        for name in ("blue", "red", "pairs"):
            record[name] = list(record[name])
        for name in ("blue_bonus", "red_bonus"):
            record[name] = marks(record[name])
        note(
            s,
            "rebellion",
            seat,
            "REB-4",
            country=LETTERS[country],
            rebels_seat=left(s, seat),
            products_lost=list(lost),
            spread_to=spread_to or None,
            **record,
        )
    if spread_to:
        add_rebellion(s, INDEX[spread_to], left(s, seat), "spread", "REB-5")


@flow.step
def crop_given_back(s: ColonyState, seat: int, country: int) -> None:
    """Card p5-07: a crop counter of the country goes."""
    crops = [p for p in products_in(s, country) if s.rules.products.index(p) in s.rules.crops]
    if crops:
        context = {"why": "lose", "country": LETTERS[country]}
        flow.ask(s, seat, "product", crops, "EVT-1", ("crop_gone", country), context)


@flow.step
def crop_gone(s: ColonyState, product: str, country: int) -> None:
    take_product(s, country, s.rules.products.index(product), "event", "EVT-1")
