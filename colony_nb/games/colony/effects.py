"""What the rows of event cards do to coins, points, ships and counters (EVT).

``EFFECTS`` has a function for each kind of row in ``data/cards``; those that change buildings, figures,
armies, countries and rebellions are in ``effects_board``.
"""

from __future__ import annotations

from collections.abc import Callable

from ...kernel.dice import pick, roll
from ...kernel.state import note
from .board import INDEX, bits, letters
from .cards import Card, Rows, card_index
from .state import (
    POST,
    ColonyState,
    colonies,
    flow,
    give,
    products_in,
    put_product,
    sway,
    take_product,
)

EFFECTS: dict[str, Callable[..., None]] = {}


def effect(function: Callable[..., None]) -> Callable[..., None]:
    """Decorator: the function carries out the rows called like it (a trailing underscore aside)."""
    EFFECTS[function.__name__.rstrip("_")] = function
    return function


def nothing(s: ColonyState, seat: int, why: str) -> None:
    """Writes down that something could not be carried out (EVT-7)."""
    note(s, "note", seat, "EVT-7", why=why)


def carry_out_next(s: ColonyState, seat: int, card: Card, rows: Rows) -> None:
    """Pushes the rows that are carried out instead."""
    if rows:
        s.stack.append(("carry_out", seat, card_index(card.id), rows))


def otherwise_do(s: ColonyState, seat: int, card: Card, why: str, rows: Rows) -> None:
    """What could not be done has no effect, or the card names another one (EVT-7)."""
    nothing(s, seat, why)
    carry_out_next(s, seat, card, rows)


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
        otherwise_do(s, seat, card, "last ship", otherwise)
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
        otherwise_do(s, seat, card, "no counter", otherwise)
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
        carry_out_next(s, seat, card, rows)


@effect
def dice(s: ColonyState, seat: int, card: Card, low: Rows, high: Rows) -> None:
    """A blue die decides: 1 to 3 or 4 to 6."""
    blue = roll(s, 1)[0]
    note(s, "throw", seat, "EVT-1", card=card.id, blue=blue)
    carry_out_next(s, seat, card, low if blue < 4 else high)


@effect
def draw(s: ColonyState, seat: int, card: Card, count: int) -> None:
    """Counters from the bag, one after another; the player says where each goes (EVT-1)."""
    if count > 1:
        carry_out_next(s, seat, card, (("draw", count - 1),))
    if not colonies(s, seat):
        nothing(s, seat, "no country")
        return
    product = pick(s, s.bag)
    if product < 0:
        nothing(s, seat, "bag empty")
        return
    _place_counter(s, seat, card, product)


@effect
def take(s: ColonyState, seat: int, card: Card, product: str, count: int) -> None:
    """Named counters from the bag, while it has them."""
    if count > 1:
        carry_out_next(s, seat, card, (("take", product, count - 1),))
    j = s.rules.products.index(product)
    if not colonies(s, seat):
        nothing(s, seat, "no country")
    elif not s.bag[j]:
        nothing(s, seat, "no counter")
    else:
        _place_counter(s, seat, card, j)


def _place_counter(s: ColonyState, seat: int, card: Card, product: int) -> None:
    context = {"why": "draw", "card": card.id, "product": s.rules.products[product]}
    then = ("counter_placed", seat, product, card.id)
    flow.ask(s, seat, "country", letters(colonies(s, seat)), "EVT-1", then, context)


@flow.step
def counter_placed(s: ColonyState, letter: str, seat: int, product: int, why: str) -> None:
    put_product(s, INDEX[letter], product, why, "EVT-1")


def kinds_of(s: ColonyState, what: str) -> tuple[str, ...]:
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
    kinds = kinds_of(s, what)
    where = _holding(s, colonies(s, seat), kinds)
    if what == "at_post":
        where = where & s.built[POST] or where
    spared = what == "any" and otherwise and sum(s.goods[12 * seat : 12 * seat + 12]) < 2
    if not where or spared:
        otherwise_do(s, seat, card, "no counter", otherwise)
        return
    if count > 1:
        carry_out_next(s, seat, card, (("lose", what, count - 1),))
    context = {"why": "lose", "card": card.id, "product": what}
    then = ("lose_here", seat, kinds, card.id)
    flow.ask(s, seat, "country", letters(where), "EVT-1", then, context)


@flow.step
def lose_here(s: ColonyState, letter: str, seat: int, kinds: tuple[str, ...], why: str) -> None:
    """Which counter of the country goes."""
    here = [name for name in products_in(s, INDEX[letter]) if name in kinds]
    if here:
        context = {"why": "destroy" if why == "destroyed" else "lose", "country": letter}
        flow.ask(s, seat, "product", here, "EVT-1", ("counter_gone", INDEX[letter], why), context)


@flow.step
def counter_gone(s: ColonyState, product: str, country: int, why: str) -> None:
    take_product(s, country, s.rules.products.index(product), why, "EVT-1")


@effect
def keep(s: ColonyState, seat: int, card: Card) -> None:
    """The card stays in front of the player (EVT-2)."""
    s.kept[seat] = (*s.kept[seat], (card_index(card.id), s.round))
    note(s, "kept", seat, "EVT-2", card=card.id)
