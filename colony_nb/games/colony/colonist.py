"""The colonist's search (ACT-4, VAR-3) and the missionary's church (ACT-6)."""

from __future__ import annotations

from typing import Any

from ...kernel.dice import roll
from ...kernel.state import note
from .board import INDEX, LETTERS, bits, letters
from .state import (
    BUILDING,
    CHURCH,
    SABOTAGE,
    ColonyState,
    build,
    colonies,
    flow,
    pay,
    place_figure,
    products_in,
    put_product,
    sway,
    take_product,
)


def found(s: ColonyState, blue: int, red: int) -> int:
    """The product a throw of the colonist shows, -1 for none or (blue 5) a free choice (ACT-4)."""
    if blue > 4:
        return -1
    kind = s.rules.crops if blue < 3 else s.rules.minerals
    if s.rules.table["colonist"]["red_die"] == "face":
        product = kind[(red - 1) % len(kind)]
        return product if s.rules.product_phase[product] <= s.phase else -1
    known = [j for j in kind if s.rules.product_phase[j] <= s.phase]
    return known[(red - 1) % len(known)]


def colonist(s: ColonyState, seat: int) -> str:
    """Card 4. Returns why it is dropped, or ""."""
    cost = s.rules.costs[4]
    if cost > s.money[seat]:
        return "money"
    if s.colonist[seat] < 0:
        where = s.owned[seat]
        if not where:
            return "country"
        pay(s, seat, cost, 4, "ACT-4")
        s.stack.append(("search", seat))
        flow.ask(s, seat, "place", letters(where), "ACT-4", ("placed", seat, 0), {"figure": "colonist"})
    else:
        pay(s, seat, cost, 4, "ACT-4")
        s.stack.append(("search", seat))
    return ""


@flow.step
def placed(s: ColonyState, letter: str, seat: int, figure: int) -> None:
    place_figure(s, seat, figure, INDEX[letter], "ACT-6" if figure else "ACT-4")


@flow.step
def search(s: ColonyState, seat: int) -> None:
    """Where the sabotage variant is on: asks whether to search or to sabotage (VAR-3)."""
    country = s.colonist[seat]
    if s.variants & SABOTAGE:
        near = s.board.near[country] & ~s.owned[seat]
        targets = [c for c in bits(near) if s.owner[c] >= 0 and s.spaces[c]]
        if targets:
            choices: list[Any] = ["search", *(("sabotage", LETTERS[c]) for c in targets)]
            context = {"country": LETTERS[country]}
            flow.ask(s, seat, "search", choices, "VAR-3", ("search_or_sabotage", seat), context)
            return
    s.stack.append(("throw_search", seat, False))


@flow.step
def search_or_sabotage(s: ColonyState, choice: Any, seat: int) -> None:
    if choice == "search":
        s.stack.append(("throw_search", seat, False))
        return
    target = INDEX[choice[1]]
    blue = roll(s, 1)[0]
    done = blue == s.rules.table["sabotage"]["blue"]
    note(s, "sabotage", seat, "VAR-3", country=choice[1], blue=blue, done=done)
    if done:
        context = {"why": "sabotage", "country": choice[1]}
        flow.ask(s, seat, "product", products_in(s, target), "VAR-3", ("sabotaged", target), context)
    else:
        sway(s, s.owner[target], 1, "sabotage", "VAR-3")


@flow.step
def sabotaged(s: ColonyState, product: str, country: int) -> None:
    take_product(s, country, s.rules.products.index(product), "sabotage", "VAR-3")


@flow.step
def throw_search(s: ColonyState, seat: int, again: bool) -> None:
    """Blue die: which kind; red die: which product. One new throw is allowed (ACT-4)."""
    blue, red = roll(s, 1)[0], roll(s, 1)[0]
    if again:
        s.stack.append(("found_out", False, seat, blue, red, True))
        return
    product = found(s, blue, red)
    context = {
        "country": LETTERS[s.colonist[seat]],
        "blue": blue,
        "red": red,
        "product": s.rules.products[product] if product >= 0 else None,
        "free": blue == 5,
    }
    flow.ask(s, seat, "again", (True, False), "ACT-4", ("found_out", seat, blue, red, False), context)


@flow.step
def found_out(s: ColonyState, again: bool, seat: int, blue: int, red: int, thrown_again: bool) -> None:
    if again:
        s.stack.append(("throw_search", seat, True))
        return
    if blue == 5:
        choices = [
            name
            for j, name in enumerate(s.rules.products)
            if s.rules.product_phase[j] <= s.phase and s.bag[j]
        ]
        if choices:
            context = {"why": "search", "country": LETTERS[s.colonist[seat]]}
            then = ("search_over", seat, blue, red, thrown_again)
            flow.ask(s, seat, "product", choices, "ACT-4", then, context)
            return
    product = found(s, blue, red)
    if product >= 0 and not s.bag[product]:
        product = -1
    name = s.rules.products[product] if product >= 0 else ""
    s.stack.append(("search_over", name, seat, blue, red, thrown_again))


@flow.step
def search_over(s: ColonyState, product: str, seat: int, blue: int, red: int, thrown_again: bool) -> None:
    country = s.colonist[seat]
    note(
        s,
        "search",
        seat,
        "ACT-4",
        country=LETTERS[country],
        blue=blue,
        red=red,
        thrown_again=thrown_again,
        product=product or None,
    )
    if product:
        put_product(s, country, s.rules.products.index(product), "search", "ACT-4")


def missionary(s: ColonyState, seat: int) -> str:
    """Card 6. Returns why it is dropped, or ""."""
    cost = s.rules.costs[6]
    if cost > s.money[seat]:
        return "money"
    country = s.missionary[seat]
    if country < 0:
        where = colonies(s, seat)
        if not where:
            return "country"
        pay(s, seat, cost, 6, "ACT-6")
        s.stack.append(("preach", seat))
        flow.ask(s, seat, "place", letters(where), "ACT-6", ("placed", seat, 1), {"figure": "missionary"})
    else:
        if not church_possible(s, country):
            return "supply" if not s.supply[BUILDING + CHURCH] else "country"
        pay(s, seat, cost, 6, "ACT-6")
        s.stack.append(("preach", seat))
    s.on_top |= 1 << seat
    return ""


def church_possible(s: ColonyState, country: int) -> bool:
    """Whether a church can be put into the country (ACT-6, IND-5, SET-7)."""
    bit = 1 << country
    return bool(s.supply[BUILDING + CHURCH] and not (s.built[CHURCH] | s.indep) & bit)


@flow.step
def preach(s: ColonyState, seat: int) -> None:
    """A throw of 6 puts a church into the missionary's country (ACT-6)."""
    country = s.missionary[seat]
    blue = roll(s, 1)[0]
    built = blue == 6 and church_possible(s, country)
    note(s, "church", seat, "ACT-6", country=LETTERS[country], blue=blue, built=built)
    if built:
        build(s, country, CHURCH, "ACT-6")
