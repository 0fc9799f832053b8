"""What the rows of event cards do to buildings, figures, armies, countries and rebellions (EVT)."""

from __future__ import annotations

from typing import Any

from ...kernel.state import note
from .board import INDEX, LETTERS, bits, letters
from .buildings import army_sites, place_armies, sites
from .cards import Card, Rows, card_index
from .effects import carry_out_next, effect, kinds_of, nothing, otherwise_do
from .movement import turn_out
from .setup import draw_into
from .state import (
    ABSENT,
    ARMY,
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
    end_rebellion,
    flow,
    give,
    left,
    pay,
    place_figure,
    products_in,
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


@effect
def build_(s: ColonyState, seat: int, card: Card, what: str, count: int, otherwise: Rows = ()) -> None:
    """A building without cost, with ``count`` counters drawn into its country."""
    kind = BUILDINGS.index(what)
    where = sites(s, seat, kind)
    if not where or not s.supply[BUILDING + kind]:
        otherwise_do(s, seat, card, "no country" if s.supply[BUILDING + kind] else "no supply", otherwise)
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
    """A building of own choice goes, never the only port; a trading post takes 2 counters (ACT-5)."""
    kind = BUILDINGS.index(what)
    where = colonies(s, seat) & s.built[kind]
    if kind == PORT and (s.owned[seat] & s.built[PORT]).bit_count() < 2:
        where = 0
    if not where:
        otherwise_do(s, seat, card, "no building", otherwise)
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
        otherwise_do(s, seat, card, "no figure", otherwise)
    elif (s.built[CHURCH] | s.indep) >> country & 1 or not s.supply[BUILDING + CHURCH]:
        otherwise_do(
            s, seat, card, "no supply" if not s.supply[BUILDING + CHURCH] else "no country", otherwise
        )
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
        if army_sites(s, seat) and s.supply[ARMY]:
            place_armies(s, seat, by, "EVT-1", card.id)
        else:
            otherwise_do(s, seat, card, "no supply" if not s.supply[ARMY] else "no country", otherwise)
        return
    where = [LETTERS[c] for c in bits(s.owned[seat]) if s.armies[c]]
    if not where:
        otherwise_do(s, seat, card, "no army", otherwise)
        return
    if by < -1:
        carry_out_next(s, seat, card, (("army", by + 1),))
    context = {"why": "army", "card": card.id}
    flow.ask(s, seat, "country", where, "EVT-1", ("army_gone", seat), context)


@flow.step
def army_gone(s: ColonyState, letter: str, seat: int) -> None:
    change_armies(s, INDEX[letter], -1, "EVT-1")


@effect
def withdraw(s: ColonyState, seat: int, card: Card, take_church: bool, otherwise: Rows = ()) -> None:
    """The player's counter off a country of choice, never the last (EVT-5)."""
    where = colonies(s, seat)
    if s.owned[seat].bit_count() < 2 or not where:
        otherwise_do(s, seat, card, "no country", otherwise)
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
        otherwise_do(s, seat, card, "no country", otherwise)
        return
    context = {"why": "sale", "card": card.id}
    flow.ask(
        s, seat, "country", letters(where), "EVT-8", ("put_up", seat, card.id, price, otherwise), context
    )


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
        otherwise_do(s, seat, _card(s, card), "no agreement", otherwise)
        return
    give(s, buyer, -price, "sale", "EVT-8", seat)
    give(s, seat, price, "sale", "EVT-8", buyer)
    turn_out(s, country, seat)
    set_owner(s, country, buyer, "sale", "EVT-8")


def _card(s: ColonyState, card_id: str) -> Card:
    return s.rules.cards[card_index(card_id)]


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
        otherwise_do(s, seat, card, "no agreement", otherwise)
        return
    then = ("offered", seat, card.id, coins, otherwise)
    flow.ask(s, seat, "offer", choices, "EVT-8", then, {"card": card.id})


@flow.step
def offered(s: ColonyState, choice: Any, seat: int, card: str, coins: int, otherwise: Rows) -> None:
    if choice == "stop":
        otherwise_do(s, seat, _card(s, card), "no agreement", otherwise)
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
        otherwise_do(s, seat, _card(s, card), "no agreement", otherwise)
        return
    turn_out(s, mine, seat)
    turn_out(s, theirs, other)
    set_owner(s, mine, other, "swap", "EVT-8")
    set_owner(s, theirs, seat, "swap", "EVT-8")
    give(s, seat, coins, card, "EVT-8")
    give(s, other, coins, card, "EVT-8")


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
    kinds = kinds_of(s, "crop")
    s.stack += [("lose_here", LETTERS[country], seat, kinds, card)] * crops
    note(s, "ended", seat, "REB-6", country=LETTERS[country], card=card)
    end_rebellion(s, country)


@effect
def telegraphy(s: ColonyState, seat: int, card: Card) -> None:
    s.telegraphy = True
    note(s, "telegraphy", seat, "EVT-6")
