"""Event cards (EVT): turned over at the end of the actions, carried out row by row.

A card's mechanics are rows of ``data/cards``; ``EFFECTS`` has a function for each kind of row. A frame
``("carry_out", seat, card, rows)`` holds what is still to be done.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...kernel.dice import pick, roll
from ...kernel.state import note
from .board import INDEX, LETTERS, bits, letters
from .buildings import place_armies, sites
from .cards import Card, Rows
from .income import has_port
from .movement import turn_out
from .setup import draw_into
from .state import (
    ABSENT,
    ARMY_INFLUENCE,
    ARMY_PAY,
    BUILDING,
    BUILDINGS,
    CHURCH,
    CITY_ONE,
    CROP_AFTER,
    EXTRA_DIE,
    FIGURES,
    GRANT_FREE,
    INDEPENDENCE,
    PORT,
    POST,
    REBELLION,
    REBELS_EACH,
    REBELS_ONE,
    ColonyState,
    add_rebellion,
    build,
    change_armies,
    colonies,
    destroy,
    drop_kept,
    end_rebellion,
    flow,
    give,
    kept_rows,
    left,
    pay,
    place_figure,
    products_in,
    put_product,
    room,
    set_owner,
    sway,
    take_product,
)

FIRST_FIGHT = {
    "one": REBELS_ONE,
    "each": REBELS_EACH,
    "city_one": CITY_ONE,
    "army_influence": ARMY_INFLUENCE,
    "army_pay": ARMY_PAY,
    "extra_die": EXTRA_DIE,
    "crop_after": CROP_AFTER,
    "grant_free": GRANT_FREE,
}
EFFECTS: dict[str, Callable[..., None]] = {}


def effect(function: Callable[..., None]) -> Callable[..., None]:
    """Decorator: the function carries out the rows called like it (a trailing underscore aside)."""
    EFFECTS[function.__name__.rstrip("_")] = function
    return function


def nothing(s: ColonyState, seat: int, why: str) -> None:
    """Writes down that something could not be carried out (EVT-7)."""
    note(s, "note", seat, "EVT-7", why=why)


# ------------------------------------------------------------------ the card


@flow.step
def event(s: ColonyState, seat: int) -> None:
    """Turns over the top card and does what it says (EVT-1 to EVT-3)."""
    s.step = "event"
    if not s.hands[seat]:
        return
    number, *rest = s.hands[seat]
    s.hands[seat] = tuple(rest)
    card = s.rules.cards[number]
    figures = {"colonist": s.colonist, "missionary": s.missionary}
    late = s.variants & INDEPENDENCE and s.round > s.rules.table["phases"]["rounds"] * 6
    if (card.world_war and late) or (card.needs and figures[card.needs][seat] < 0):
        note(s, "event", seat, "EVT-3", card=card.id, choice=None, effects=[])
        nothing(s, seat, "world war" if card.world_war and late else "no figure")
    elif card.a is None or card.b is None:
        note(s, "event", seat, "EVT-1", card=card.id, choice=None, effects=_plain(card.effects))
        s.stack.append(("carry_out", seat, number, card.effects))
    else:
        options = [name for name, rows in (("a", card.a), ("b", card.b)) if payable(s, seat, rows)]
        flow.ask(s, seat, "event", options or ["b"], "EVT-2", ("decided", seat, number), {"card": card.id})


def payable(s: ColonyState, seat: int, rows: Rows) -> bool:
    """Whether the seat has the coins and points that an alternative costs (INF-1)."""
    coins = sum(row[1] for row in rows if row[0] == "money" and row[1] < 0)
    points = sum(row[1] for row in rows if row[0] == "influence" and row[1] < 0)
    return s.money[seat] + coins >= 0 and s.influence[seat] + points >= 0


def _plain(rows: Rows) -> list[Any]:
    return [list(row) for row in rows]


@flow.step
def decided(s: ColonyState, choice: str, seat: int, number: int) -> None:
    card = s.rules.cards[number]
    rows = card.a if choice == "a" else card.b
    assert rows is not None
    note(s, "event", seat, "EVT-2", card=card.id, choice=choice, effects=_plain(rows))
    s.stack.append(("carry_out", seat, number, rows))


@flow.step
def carry_out(s: ColonyState, seat: int, number: int, rows: Rows) -> None:
    """The first row now, the others after it."""
    if rows:
        s.stack.append(("carry_out", seat, number, rows[1:]))
        name, *arguments = rows[0]
        EFFECTS[name](s, seat, s.rules.cards[number], *arguments)


def _then(s: ColonyState, seat: int, card: Card, rows: Rows) -> None:
    """Pushes the rows that are carried out instead."""
    if rows:
        number = (card.phase - 1) * 24 + card.number - 1
        s.stack.append(("carry_out", seat, number, rows))


def _otherwise(s: ColonyState, seat: int, card: Card, why: str, rows: Rows) -> None:
    """What could not be done has no effect, or the card names another one (EVT-7)."""
    nothing(s, seat, why)
    _then(s, seat, card, rows)


# ------------------------------------------------------------------ coins, points, ships


@effect
def money(s: ColonyState, seat: int, card: Card, coins: int) -> None:
    give(s, seat, coins, card.id, "EVT-1")


@effect
def influence(s: ColonyState, seat: int, card: Card, points: int) -> None:
    sway(s, seat, points, card.id, "INF-1")


@effect
def ship(s: ColonyState, seat: int, card: Card, by: int, otherwise: Rows = ()) -> None:
    """A ship more or less; the last one is never lost (EVT-7)."""
    if s.ships[seat] + by < 1:
        _otherwise(s, seat, card, "last ship", otherwise)
        return
    s.ships[seat] += by
    note(s, "ship", seat, "EVT-1", by=by)


@effect
def per_counter(
    s: ColonyState, seat: int, card: Card, product: str, coins: int, cap: int, otherwise: Rows = ()
) -> None:
    """Coins for each own counter of a product, at most ``cap``."""
    count = s.goods[12 * seat + s.rules.products.index(product)]
    if not count:
        _otherwise(s, seat, card, "no counter", otherwise)
        return
    amount = min(cap, abs(coins) * count)
    give(s, seat, amount if coins > 0 else -amount, card.id, "EVT-1")


@effect
def all_per_counter(
    s: ColonyState, seat: int, card: Card, product: str, coins: int, cap: int, none: int
) -> None:
    """The same for every player; who has none gets ``none``."""
    j = s.rules.products.index(product)
    for i in range(s.seats):
        p = (seat + i) % s.seats
        count = s.goods[12 * p + j]
        give(s, p, min(cap, coins * count) if count else none, card.id, "EVT-1")


@effect
def tribute(s: ColonyState, seat: int, card: Card, products: tuple[str, ...], each: int, total: int) -> None:
    """Coins from every other player who holds any of the products; the bank fills up to ``total``."""
    kinds = [s.rules.products.index(product) for product in products]
    got = 0
    for p in range(s.seats):
        if p != seat and any(s.goods[12 * p + j] for j in kinds):
            amount = min(each, s.money[p], total - got)
            if amount:
                give(s, p, -amount, card.id, "EVT-1", seat)
                give(s, seat, amount, card.id, "EVT-1", p)
                got += amount
    give(s, seat, total - got, card.id, "EVT-1")


@effect
def everyone(s: ColonyState, seat: int, card: Card, who: str, points: int) -> None:
    """Influence for every player with a rebellion, or who has granted independence."""
    for i in range(s.seats):
        p = (seat + i) % s.seats
        if s.owned[p] & s.rebel if who == "rebellion" else s.released >> p & 1:
            sway(s, p, points, card.id, "INF-1")


@effect
def if_rebellion(s: ColonyState, seat: int, card: Card, rows: Rows) -> None:
    if s.owned[seat] & s.rebel:
        _then(s, seat, card, rows)


@effect
def dice(s: ColonyState, seat: int, card: Card, low: Rows, high: Rows) -> None:
    """A blue die decides: 1 to 3 or 4 to 6."""
    blue = roll(s, 1)[0]
    note(s, "throw", seat, "EVT-1", card=card.id, blue=blue)
    _then(s, seat, card, low if blue < 4 else high)


# ------------------------------------------------------------------ counters


@effect
def draw(s: ColonyState, seat: int, card: Card, count: int) -> None:
    """Counters from the bag, one after another; the player says where each goes (EVT-1)."""
    if count > 1:
        _then(s, seat, card, (("draw", count - 1),))
    if not colonies(s, seat):
        nothing(s, seat, "no country")
        return
    product = pick(s, s.bag)
    if product < 0:
        nothing(s, seat, "bag empty")
        return
    _place_counter(s, seat, card, product, "draw")


@effect
def take(s: ColonyState, seat: int, card: Card, product: str, count: int) -> None:
    """Named counters from the bag, while it has them."""
    if count > 1:
        _then(s, seat, card, (("take", product, count - 1),))
    j = s.rules.products.index(product)
    if not colonies(s, seat):
        nothing(s, seat, "no country")
    elif not s.bag[j]:
        nothing(s, seat, "no counter")
    else:
        _place_counter(s, seat, card, j, "take")


def _place_counter(s: ColonyState, seat: int, card: Card, product: int, why: str) -> None:
    context = {"why": "draw", "card": card.id, "product": s.rules.products[product]}
    then = ("counter_placed", seat, product, card.id)
    flow.ask(s, seat, "country", letters(colonies(s, seat)), "EVT-1", then, context)


@flow.step
def counter_placed(s: ColonyState, letter: str, seat: int, product: int, why: str) -> None:
    put_product(s, INDEX[letter], product, why, "EVT-1")


def _kinds(s: ColonyState, what: str) -> tuple[str, ...]:
    """The products that ``what`` of a "lose" row covers."""
    products = s.rules.products
    if what == "crop":
        return tuple(products[j] for j in s.rules.crops)
    if what == "mineral":
        return tuple(products[j] for j in s.rules.minerals)
    return products if what in ("any", "at_post") else (what,)


def _holding(s: ColonyState, mask: int, kinds: tuple[str, ...]) -> int:
    """The countries of ``mask`` with a counter of one of the products."""
    out = 0
    for c in bits(mask):
        if s.spaces[c] and any(name in kinds for name in products_in(s, c)):
            out |= 1 << c
    return out


@effect
def lose(s: ColonyState, seat: int, card: Card, what: str, count: int, otherwise: Rows = ()) -> None:
    """Counters of the player's choice back into the bag (EVT-7). "any" spares the only counter."""
    kinds = _kinds(s, what)
    where = _holding(s, colonies(s, seat), kinds)
    if what == "at_post":
        where = where & s.built[POST] or where
    spared = what == "any" and otherwise and sum(s.goods[12 * seat : 12 * seat + 12]) < 2
    if not where or spared:
        _otherwise(s, seat, card, "no counter", otherwise)
        return
    if count > 1:
        _then(s, seat, card, (("lose", what, count - 1),))
    context = {"why": "lose", "card": card.id, "product": what}
    then = ("lose_here", seat, kinds, card.id)
    flow.ask(s, seat, "country", letters(where), "EVT-1", then, context)


@flow.step
def lose_here(s: ColonyState, letter: str, seat: int, kinds: tuple[str, ...], why: str) -> None:
    """Which counter of the country goes."""
    here = [name for name in products_in(s, INDEX[letter]) if name in kinds]
    if here:
        context = {"why": "lose" if why[:1] == "p" else why, "country": letter}
        flow.ask(s, seat, "product", here, "EVT-1", ("counter_gone", INDEX[letter], why), context)


@flow.step
def counter_gone(s: ColonyState, product: str, country: int, why: str) -> None:
    take_product(s, country, s.rules.products.index(product), why, "EVT-1")


# ------------------------------------------------------------------ buildings, figures, armies


@effect
def build_(s: ColonyState, seat: int, card: Card, what: str, count: int, otherwise: Rows = ()) -> None:
    """A building without cost, with ``count`` counters drawn into its country."""
    kind = BUILDINGS.index(what)
    where = sites(s, seat, kind)
    if not where or not s.supply[BUILDING + kind]:
        _otherwise(s, seat, card, "no country" if s.supply[BUILDING + kind] else "no supply", otherwise)
        return
    context = {"what": what, "cost": 0, "card": card.id}
    then = ("given_building", seat, kind, count, card.id)
    flow.ask(s, seat, "build", letters(where), "EVT-1", then, context)


@flow.step
def given_building(s: ColonyState, letter: str, seat: int, kind: int, count: int, why: str) -> None:
    build(s, INDEX[letter], kind, "EVT-1")
    for _ in range(count):
        draw_into(s, INDEX[letter], why, "EVT-1")


@effect
def destroy_(s: ColonyState, seat: int, card: Card, what: str, otherwise: Rows = ()) -> None:
    """A building of the player's choice goes; never the only port. A trading post takes 2 counters (ACT-5)."""
    kind = BUILDINGS.index(what)
    where = colonies(s, seat) & s.built[kind]
    if kind == PORT and (s.owned[seat] & s.built[PORT]).bit_count() < 2:
        where = 0
    if not where:
        _otherwise(s, seat, card, "no building", otherwise)
        return
    context = {"why": "destroy", "card": card.id, "product": what}
    flow.ask(s, seat, "country", letters(where), "EVT-1", ("building_gone", seat, kind), context)


@flow.step
def building_gone(s: ColonyState, letter: str, seat: int, kind: int) -> None:
    destroy(s, INDEX[letter], kind, "EVT-1")
    if kind == POST:
        here = ("lose_here", letter, seat, s.rules.products, "destroyed")
        s.stack += [here, here]


@effect
def church(s: ColonyState, seat: int, card: Card, otherwise: Rows = ()) -> None:
    """A church in the missionary's country."""
    country = s.missionary[seat]
    if country < 0:
        _otherwise(s, seat, card, "no figure", otherwise)
    elif (s.built[CHURCH] | s.indep) >> country & 1 or not s.supply[BUILDING + CHURCH]:
        _otherwise(s, seat, card, "no supply" if not s.supply[BUILDING + CHURCH] else "no country", otherwise)
    else:
        build(s, country, CHURCH, "EVT-1")


@effect
def leave(s: ColonyState, seat: int, card: Card, figure: str) -> None:
    """The colonist or missionary leaves the board, if it is there (EVT-3)."""
    which = FIGURES.index(figure)
    if (s.missionary if which else s.colonist)[seat] < 0:
        nothing(s, seat, "no figure")
    else:
        place_figure(s, seat, which, ABSENT, "EVT-3")


@effect
def army(s: ColonyState, seat: int, card: Card, by: int, otherwise: Rows = ()) -> None:
    """Armies to place, or to give back from countries of the player's choice."""
    if by > 0:
        place_armies(s, seat, by, "EVT-1", card.id)
        return
    where = [LETTERS[c] for c in bits(s.owned[seat]) if s.armies[c]]
    if not where:
        _otherwise(s, seat, card, "no army", otherwise)
        return
    if by < -1:
        _then(s, seat, card, (("army", by + 1),))
    context = {"why": "army", "card": card.id}
    flow.ask(s, seat, "country", where, "EVT-1", ("army_gone", seat), context)


@flow.step
def army_gone(s: ColonyState, letter: str, seat: int) -> None:
    change_armies(s, INDEX[letter], -1, "EVT-1")


# ------------------------------------------------------------------ countries


@effect
def withdraw(s: ColonyState, seat: int, card: Card, take_church: bool, otherwise: Rows = ()) -> None:
    """The player's counter off a country of choice, never the last (EVT-5)."""
    where = colonies(s, seat)
    if s.owned[seat].bit_count() < 2 or not where:
        _otherwise(s, seat, card, "no country", otherwise)
        return
    context = {"why": "withdraw", "card": card.id}
    flow.ask(s, seat, "country", letters(where), "EVT-5", ("withdrawn", seat, take_church), context)


@flow.step
def withdrawn(s: ColonyState, letter: str, seat: int, take_church: bool) -> None:
    country = INDEX[letter]
    turn_out(s, country, seat)
    if take_church and s.built[CHURCH] >> country & 1:
        destroy(s, country, CHURCH, "EVT-5")
    set_owner(s, country, -1, "withdrawn", "EVT-5")


@effect
def sale(s: ColonyState, seat: int, card: Card, price: int, otherwise: Rows = ()) -> None:
    """The player names a country, never the last; the left neighbour may buy it (EVT-8)."""
    where = colonies(s, seat)
    if s.owned[seat].bit_count() < 2 or not where:
        _otherwise(s, seat, card, "no country", otherwise)
        return
    context = {"why": "sale", "card": card.id}
    flow.ask(s, seat, "country", letters(where), "EVT-8", ("put_up", seat, card.id, price, otherwise), context)


@flow.step
def put_up(s: ColonyState, letter: str, seat: int, card: str, price: int, otherwise: Rows) -> None:
    buyer = left(s, seat)
    able = s.money[buyer] >= price and room(s, buyer)
    context = {"card": card, "what": "sale", "asker": seat, "gives": letter, "gets": None, "price": price}
    then = ("sold", seat, INDEX[letter], buyer, price, card, otherwise)
    flow.ask(s, buyer, "answer", (True, False) if able else (False,), "EVT-8", then, context)


@flow.step
def sold(
    s: ColonyState, agreed: bool, seat: int, country: int, buyer: int, price: int, card: str, otherwise: Rows
) -> None:
    if not agreed:
        _otherwise(s, seat, _card(s, card), "no agreement", otherwise)
        return
    give(s, buyer, -price, "sale", "EVT-8", seat)
    give(s, seat, price, "sale", "EVT-8", buyer)
    turn_out(s, country, seat)
    set_owner(s, country, buyer, "sale", "EVT-8")


def _card(s: ColonyState, card_id: str) -> Card:
    return s.rules.cards[(int(card_id[1]) - 1) * 24 + int(card_id[3:]) - 1]


@effect
def swap(s: ColonyState, seat: int, card: Card, coins: int, otherwise: Rows = ()) -> None:
    """An open offer of one country against one, neither side's last (EVT-8)."""
    choices: list[Any] = ["stop"]
    if s.owned[seat].bit_count() > 1:
        for i in range(1, s.seats):
            other = (seat + i) % s.seats
            if s.owned[other].bit_count() > 1:
                theirs = letters(colonies(s, other))
                choices += [(other, mine, their) for mine in letters(colonies(s, seat)) for their in theirs]
    if len(choices) == 1:
        _otherwise(s, seat, card, "no agreement", otherwise)
        return
    then = ("offered", seat, card.id, coins, otherwise)
    flow.ask(s, seat, "offer", choices, "EVT-8", then, {"card": card.id})


@flow.step
def offered(s: ColonyState, choice: Any, seat: int, card: str, coins: int, otherwise: Rows) -> None:
    if choice == "stop":
        _otherwise(s, seat, _card(s, card), "no agreement", otherwise)
        return
    other, mine, theirs = choice
    note(s, "offer", seat, "EVT-8", to=other, gives=mine, gets=theirs)
    context = {"card": card, "what": "swap", "asker": seat, "gives": mine, "gets": theirs, "price": coins}
    then = ("answered", seat, other, INDEX[mine], INDEX[theirs], card, coins, otherwise)
    flow.ask(s, other, "answer", (True, False), "EVT-8", then, context)


@flow.step
def answered(
    s: ColonyState,
    agreed: bool,
    seat: int,
    other: int,
    mine: int,
    theirs: int,
    card: str,
    coins: int,
    otherwise: Rows,
) -> None:
    if not agreed:
        _otherwise(s, seat, _card(s, card), "no agreement", otherwise)
        return
    turn_out(s, mine, seat)
    turn_out(s, theirs, other)
    set_owner(s, mine, other, "swap", "EVT-8")
    set_owner(s, theirs, seat, "swap", "EVT-8")
    give(s, seat, coins, card, "EVT-8")
    give(s, other, coins, card, "EVT-8")


# ------------------------------------------------------------------ rebellions


@effect
def rebellion(s: ColonyState, seat: int, card: Card, *flags: str) -> None:
    """The player on the left puts the counter into one of the drawer's countries (EVT-4)."""
    s.risen = -1
    where = colonies(s, seat) & ~s.rebel
    if not where or not s.supply[REBELLION]:
        nothing(s, seat, "no country" if not where else "no supply")
        return
    by = left(s, seat)
    then = ("rises", seat, by, card.id, flags)
    flow.ask(s, by, "rebel_country", letters(where), "EVT-4", then, {"power": seat, "card": card.id})


@flow.step
def rises(s: ColonyState, letter: str, seat: int, by: int, card: str, flags: tuple[str, ...]) -> None:
    country = INDEX[letter]
    add_rebellion(s, country, by, "event", "EVT-4")
    s.first[country] = 0
    for flag in flags:
        s.first[country] |= FIRST_FIGHT.get(flag, 0)
    if "sugar_gone" in flags and "sugar" in products_in(s, country):
        take_product(s, country, s.rules.products.index("sugar"), card, "EVT-1")
    if "missionary_out" in flags and s.missionary[seat] == country:
        s.stack.append(("missionary_out", seat, country))
    s.risen = country


@flow.step
def missionary_out(s: ColonyState, seat: int, country: int) -> None:
    """Card p5-21: the missionary moves to another own country or leaves the board."""
    others = s.owned[seat] & ~(1 << country)
    if others:
        context = {"figure": FIGURES[1]}
        flow.ask(s, seat, "relocate", letters(others), "EVT-3", ("missionary_moved", seat), context)
    else:
        place_figure(s, seat, 1, ABSENT, "EVT-3")


@flow.step
def missionary_moved(s: ColonyState, letter: str, seat: int) -> None:
    place_figure(s, seat, 1, INDEX[letter], "EVT-3")


@effect
def settle(s: ColonyState, seat: int, card: Card, coins: int, points: int, crops: int) -> None:
    """The player may end the new rebellion at once, for coins, points or crops of that country."""
    country = s.risen
    if country < 0:
        return
    at = 12 * country
    held = sum(s.stock[at + j] for j in s.rules.crops)
    if s.money[seat] < coins or s.influence[seat] + points < 0 or held < crops:
        nothing(s, seat, "cannot pay")
        return
    context = {"card": card.id, "country": LETTERS[country]}
    then = ("settled", seat, country, coins, points, crops, card.id)
    flow.ask(s, seat, "event", ("a", "b"), "EVT-2", then, context)


@flow.step
def settled(
    s: ColonyState, choice: str, seat: int, country: int, coins: int, points: int, crops: int, card: str
) -> None:
    if choice == "b":
        return
    pay(s, seat, coins, card, "EVT-2")
    sway(s, seat, points, card, "EVT-2")
    kinds = _kinds(s, "crop")
    s.stack += [("lose_here", LETTERS[country], seat, kinds, card)] * crops
    note(s, "ended", seat, "REB-6", country=LETTERS[country], card=card)
    end_rebellion(s, country)


@effect
def telegraphy(s: ColonyState, seat: int, card: Card) -> None:
    s.telegraphy = True
    note(s, "telegraphy", seat, "EVT-6")


# ------------------------------------------------------------------ cards that stay


@effect
def keep(s: ColonyState, seat: int, card: Card) -> None:
    """The card stays in front of the player (EVT-2)."""
    number = (card.phase - 1) * 24 + card.number - 1
    s.kept[seat] = (*s.kept[seat], (number, s.round))
    note(s, "kept", seat, "EVT-2", card=card.id)


def resolve_tolls(s: ColonyState, seat: int) -> None:
    """At the drawer's next turn: nobody paid the toll, then 1 Influence (card p1-03)."""
    for card, _ in kept_rows(s, seat, "toll"):
        drop_kept(s, seat, card)
        if not s.toll_paid >> seat & 1:
            sway(s, seat, 1, "toll", "EVT-2")
        s.toll_paid &= ~(1 << seat)


def run_out(s: ColonyState, seat: int) -> None:
    """At the end of a turn: cards that were kept until then (card p6-11)."""
    for card, since in s.kept[seat]:
        if s.rules.cards[card].kept[0] == "grant_bonus" and since < s.round:
            drop_kept(s, seat, card)


def loses_only_port(s: ColonyState, seat: int, country: int) -> bool:
    """Whether the seat could not export any more without the country (EVT-8: the app warns)."""
    return has_port(s, seat) and not s.owned[seat] & s.built[PORT] & ~(1 << country)
