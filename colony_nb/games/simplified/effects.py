"""What follows a choice: the rows of the rule data, carried out one after another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...kernel.flow import numbers
from ...kernel.state import note
from ..colony.board import INDEX, LETTERS, bits, letters
from .rules import Rows
from .state import (
    BUILDINGS,
    GOVERNMENTS,
    SimState,
    build,
    change_armies,
    counters,
    draw,
    flow,
    free,
    pay,
    room,
    say,
    set_owner,
    sway,
    take_product,
    throw,
)


@flow.step
def effects(s: SimState, seat: int, rule: str, rows: Rows) -> None:
    """Carries out the first row, then the others."""
    if rows:
        s.stack.append(("effects", seat, rule, rows[1:]))
        name, *rest = rows[0]
        EFFECTS[name](s, seat, rule, *rest)


def lands(s: SimState, seat: int) -> int:
    """The free countries next to the seat's own ones; none without a token left (SIM-14)."""
    return s.board.around(s.owned[seat]) & free(s) if room(s, seat) else 0


def _land(s: SimState, seat: int, rule: str, armies: int, products: int) -> None:
    """+1L: a free neighbouring country, and what comes with it; without one that is placed elsewhere."""
    near = lands(s, seat)
    if near:
        then = ("land_taken", seat, rule, armies, products)
        flow.ask(s, seat, "neighbour", letters(near), rule, then, {"step": rule})
        return
    say(s, seat, rule, "no free neighbour" if room(s, seat) else "no token")
    if products:
        s.stack.append(("share", seat, rule, "product", products))
    if armies:
        s.stack.append(("share", seat, rule, "army", armies))


@flow.step
def land_taken(s: SimState, letter: str, seat: int, rule: str, armies: int, products: int) -> None:
    country = INDEX[letter]
    set_owner(s, country, seat, s.rules.names[rule], rule)
    change_armies(s, country, armies, rule)
    draw(s, country, products, rule)


@flow.step
def share(s: SimState, seat: int, rule: str, what: str, left: int) -> None:
    """Armies or counters for own countries: the player says where, several at once (SIM-14)."""
    own = letters(s.owned[seat])
    if not own:
        say(s, seat, rule, "no country")
        return
    if what == "product" and not any(s.bag):
        say(s, seat, rule, "bag empty")
        return
    context = {"step": rule, "why": "gain", "what": what, "left": left}
    then = ("shared", seat, rule, what, left)
    if left == 1:
        flow.ask(s, seat, "country", own, rule, then, context)
    elif len(own) == 1:
        flow.ask(s, seat, "share", ((own[0], left),), rule, then, context)
    else:
        options = tuple((letter, n) for letter in own for n in numbers(1, left))
        flow.ask(s, seat, "share", options, rule, then, context)


@flow.step
def shared(s: SimState, answer: str | tuple[str, int], seat: int, rule: str, what: str, left: int) -> None:
    letter, count = (answer, 1) if isinstance(answer, str) else answer
    if what == "army":
        change_armies(s, INDEX[letter], count, rule)
    else:
        draw(s, INDEX[letter], count, rule)
    if left > count:
        s.stack.append(("share", seat, rule, what, left - count))


def _product(s: SimState, seat: int, rule: str, count: int) -> None:
    s.stack.append(("share", seat, rule, "product", count))


def _home(s: SimState, seat: int, rule: str, count: int) -> None:
    """Counters in the first country (SIM-3)."""
    draw(s, s.home[seat], count, rule)


def _throw(s: SimState, seat: int, rule: str, face: int, low: Rows, high: Rows) -> None:
    die = throw(s)
    note(s, "throw", seat, rule, die=die)
    s.stack.append(("effects", seat, rule, low if die <= face else high))


def _lose_army(s: SimState, seat: int, rule: str, count: int) -> None:
    """-1A: an army of the player's choice; with none there is nothing to lose (SIM-14)."""
    armed = [letter for letter in letters(s.owned[seat]) if s.armies[INDEX[letter]]]
    if not armed:
        say(s, seat, rule, "no army")
        return
    context = {"step": rule, "why": "lose", "what": "army", "left": count}
    flow.ask(s, seat, "country", armed, rule, ("army_lost", seat, rule, count), context)


@flow.step
def army_lost(s: SimState, letter: str, seat: int, rule: str, count: int) -> None:
    change_armies(s, INDEX[letter], -1, rule)
    if count > 1:
        _lose_army(s, seat, rule, count - 1)


def _lose_product(s: SimState, seat: int, rule: str, count: int, mask: int = -1) -> None:
    """-1R: a counter of the player's choice, among all or in the countries of ``mask`` (SIM-14)."""
    names = s.rules.products
    own = bits(s.owned[seat] & mask)
    held = [(LETTERS[c], names[j]) for c in own for j in range(12) if s.stock[12 * c + j]]
    if not held:
        say(s, seat, rule, "no counter")
        return
    then = ("product_lost", seat, rule, count, mask)
    flow.ask(s, seat, "lose", held, rule, then, {"step": rule, "left": count})


@flow.step
def product_lost(s: SimState, answer: tuple[str, str], seat: int, rule: str, count: int, mask: int) -> None:
    letter, name = answer
    take_product(s, INDEX[letter], s.rules.products.index(name), rule)
    if count > 1:
        _lose_product(s, seat, rule, count - 1, mask)


def _build(s: SimState, seat: int, rule: str, what: str, products: int) -> None:
    """A building in an own country that has none of the kind, a port on the coast; its counters lie there."""
    sites = s.owned[seat] & ~s.built[BUILDINGS.index(what)]
    if what == "port":
        sites &= s.board.coast
    if not sites:
        say(s, seat, rule, "no site")
        if products:
            s.stack.append(("share", seat, rule, "product", products))
        return
    then = ("built", seat, rule, what, products)
    flow.ask(s, seat, "build", letters(sites), rule, then, {"step": rule, "what": what})


@flow.step
def built(s: SimState, letter: str, seat: int, rule: str, what: str, products: int) -> None:
    build(s, INDEX[letter], what, rule)
    draw(s, INDEX[letter], products, rule)


def _each_army(s: SimState, seat: int, rule: str, count: int) -> None:
    for c in bits(s.owned[seat]):
        change_armies(s, c, count, rule)


def _each_product(s: SimState, seat: int, rule: str, count: int) -> None:
    for c in bits(s.owned[seat]):
        draw(s, c, count, rule)


def _ship(s: SimState, seat: int, rule: str) -> None:
    """The ship is set beside the first country (SIM-8)."""
    s.ships[seat] = s.home[seat]
    note(s, "ship", seat, rule, country=LETTERS[s.home[seat]], by=1)


def _concede(s: SimState, seat: int, rule: str, count: int) -> None:
    """In each country with a rebellion counters of own choice go, and the rebellion ends (SIM-12)."""
    for c in reversed(bits(s.owned[seat] & s.rebel)):
        s.stack.append(("conceded", seat, rule, count, c))


@flow.step
def conceded(s: SimState, seat: int, rule: str, count: int, country: int) -> None:
    s.rebel &= ~(1 << country)
    note(s, "ended", seat, rule, country=LETTERS[country])
    if counters(s, 1 << country) > count:
        _lose_product(s, seat, rule, count, 1 << country)
        return
    if not counters(s, 1 << country):
        say(s, seat, rule, "no counter")
    for product in range(12):
        for _ in range(s.stock[12 * country + product]):
            take_product(s, country, product, rule)


def _government(s: SimState, seat: int, rule: str, form: str, coins: int, points: int) -> None:
    """Every own country becomes independent with this government, which pays for each counter (SIM-13)."""
    own = bits(s.owned[seat])
    for c in own:
        s.indep |= 1 << c
        s.government[c] = 1 + GOVERNMENTS.index(form)
        note(s, "government", seat, rule, country=LETTERS[c], form=form)
    amount = coins * counters(s, s.owned[seat])
    if amount:
        s.money[seat] += amount
        note(s, "money", seat, rule, amount=amount, why=form, other=None)
    sway(s, seat, points * len(own), rule)


def _war(s: SimState, seat: int, rule: str) -> None:
    s.stack.append(("attacks", seat))


def _suppress(s: SimState, seat: int, rule: str, armies: int) -> None:
    for c in reversed(bits(s.owned[seat] & s.rebel)):
        s.stack.append(("suppress", seat, armies, c))


EFFECTS: dict[str, Callable[..., Any]] = {
    "prestige": lambda s, seat, rule, by: sway(s, seat, by, rule),
    "pay": lambda s, seat, rule, amount: pay(s, seat, amount, rule),
    "land": _land,
    "product": _product,
    "home": _home,
    "throw": _throw,
    "lose_army": _lose_army,
    "lose_product": _lose_product,
    "build": _build,
    "each_army": _each_army,
    "each_product": _each_product,
    "ship": _ship,
    "war": _war,
    "suppress": _suppress,
    "concede": _concede,
    "government": _government,
}
