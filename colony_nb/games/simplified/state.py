"""The columns of a position of the simplified version and the few functions that move counters."""

from __future__ import annotations

from typing import Any, ClassVar

from ...kernel.dice import pick, roll
from ...kernel.flow import Flow
from ...kernel.state import Plain, State, note
from ..colony.board import LETTERS, Board, bits
from .rules import SimRules, Step

BUILDINGS = ("port", "trading_post", "city", "church", "railway")
CITY = 2
GOVERNMENTS = ("democracy", "monarchy", "dictatorship")
NOBODY = -1

READ_AND_DISCUSS = 1  # bit of ``variants``
VARIANTS = {"read_and_discuss": READ_AND_DISCUSS}


class SimState(State):
    """A position of the simplified version. Sets of countries are bit masks."""

    __slots__ = (
        "board",
        "seats",
        "variants",
        "at",
        "phase",
        "round",
        "turn",
        "step",
        "start_seat",
        "rebel",
        "indep",
        "built",
        "money",
        "prestige",
        "ships",
        "home",
        "owned",
        "owner",
        "armies",
        "government",
        "stock",
        "bag",
        "monopoly",
    )
    SHARED: ClassVar[tuple[str, ...]] = ("board",)
    LISTS: ClassVar[tuple[str, ...]] = (
        "built",
        "money",
        "prestige",
        "ships",
        "home",
        "owned",
        "owner",
        "armies",
        "government",
        "stock",
        "bag",
        "monopoly",
    )

    rules: SimRules
    board: Board
    seats: int
    variants: int
    at: int  # which of the steps is played
    phase: int  # 1 to 4
    round: int  # 0 before the landing; each step is a round
    turn: int  # the seat whose turn it is, -1 while nobody's
    step: str  # the rule of the step, "over" at the end
    start_seat: int
    rebel: int  # countries with a rebellion
    indep: int  # independent countries
    built: list[int]  # for each building the countries that have it
    money: list[int]
    prestige: list[int]
    ships: list[int]  # the country beside which a seat's ship stands, -1 none
    home: list[int]  # a seat's first country, -1 before its landing
    owned: list[int]  # for each seat its countries
    owner: list[int]
    armies: list[int]
    government: list[int]  # 0 none, else 1 + index in GOVERNMENTS
    stock: list[int]  # counters of product j in country c at 12 c + j
    bag: list[int]
    monopoly: list[int]  # the seat that holds the card of product j, -1 nobody

    def moment(self) -> dict[str, Plain]:
        return {"n": self.n, "round": self.round, "phase": self.phase}


flow = Flow()


def now(s: SimState) -> Step:
    """The step that is played."""
    return s.rules.steps[s.at]


def in_order(s: SimState) -> list[int]:
    """The seats clockwise, from the one that goes first in this round."""
    return [(s.start_seat + i) % s.seats for i in range(s.seats)]


def left(s: SimState, seat: int) -> int:
    """The seat on the left."""
    return (seat + 1) % s.seats


def free(s: SimState) -> int:
    """Countries that no power claims and that are not independent."""
    taken = s.indep
    for owned in s.owned:
        taken |= owned
    return s.board.open & ~taken


def room(s: SimState, seat: int) -> bool:
    """Whether the seat has a token left for one country more (SIM-14)."""
    return s.owned[seat].bit_count() < s.rules.countries_most


def counters(s: SimState, mask: int) -> int:
    """How many resource counters lie in the countries of ``mask``."""
    return sum(sum(s.stock[12 * c : 12 * c + 12]) for c in bits(mask))


def throw(s: SimState) -> int:
    """One throw of the die."""
    return roll(s, 1)[0]


def throw_off(s: SimState, seats: list[int]) -> tuple[int, list[dict[int, int]]]:
    """(the seat that threw highest, the throws); those with equal high throws throw again (SIM-14)."""
    throws: list[dict[int, int]] = []
    while len(seats) > 1:
        faces = {seat: throw(s) for seat in seats}
        throws.append(faces)
        seats = [seat for seat in seats if faces[seat] == max(faces.values())]
    return seats[0], throws


def duel(s: SimState) -> list[list[int]]:
    """The throws of two sides, [first, second], until they differ (SIM-14)."""
    throws: list[list[int]] = []
    while not throws or throws[-1][0] == throws[-1][1]:
        throws.append([throw(s), throw(s)])
    return throws


def say(s: SimState, seat: int | None, rule: str, why: str, **fields: Plain) -> None:
    """Something had no effect, and the journal says why."""
    note(s, "note", seat, rule, why=why, **fields)


def sway(s: SimState, seat: int, by: int, rule: str) -> None:
    """Changes prestige, which never goes below 0 (INF-1)."""
    by = max(by, -s.prestige[seat])
    if by:
        s.prestige[seat] += by
        note(s, "prestige", seat, rule, by=by, why=s.rules.names[rule])


def pay(s: SimState, seat: int, amount: int, rule: str) -> None:
    """Takes coins from a seat that has them."""
    if amount:
        s.money[seat] -= amount
        note(s, "pay", seat, rule, amount=amount, **{"for": s.rules.names[rule]})


def draw(s: SimState, country: int, count: int, rule: str) -> None:
    """Draws counters blindly into a country; an empty bag gives none (SET-6)."""
    seat = s.owner[country]
    for _ in range(count):
        product = pick(s, s.bag)
        if product < 0:
            say(s, seat, rule, "bag empty")
            return
        s.bag[product] -= 1
        s.stock[12 * country + product] += 1
        why = s.rules.names[rule]
        note(s, "draw", seat, rule, country=LETTERS[country], product=s.rules.products[product], why=why)


def take_product(s: SimState, country: int, product: int, rule: str) -> None:
    """One counter out of a country, back into the bag."""
    s.bag[product] += 1
    s.stock[12 * country + product] -= 1
    name = s.rules.products[product]
    why = s.rules.names[rule]
    note(s, "lose", s.owner[country], rule, country=LETTERS[country], product=name, why=why)


def change_armies(s: SimState, country: int, by: int, rule: str) -> None:
    """Armies into a country, or off it."""
    if by:
        s.armies[country] += by
        note(s, "army", s.owner[country], rule, country=LETTERS[country], by=by)


def set_owner(s: SimState, country: int, seat: int, why: str, rule: str) -> None:
    """Moves a country with all that lies in it to ``seat`` (-1 nobody); armies are the caller's."""
    before = s.owner[country]
    for p in (before, seat):
        if p >= 0:
            s.owned[p] ^= 1 << country
    s.owner[country] = seat
    sides: dict[str, Any] = {
        "from": before if before >= 0 else None,
        "to": seat if seat >= 0 else None,
    }
    note(s, "owner", seat if seat >= 0 else before, rule, country=LETTERS[country], why=why, **sides)


def build(s: SimState, country: int, what: str, rule: str) -> None:
    """A building into a country that has none of the kind."""
    s.built[BUILDINGS.index(what)] |= 1 << country
    note(s, "build", s.owner[country], rule, country=LETTERS[country], what=what)


def end_rebellion(s: SimState, country: int) -> None:
    """Takes the rebellion counter off a country."""
    s.rebel &= ~(1 << country)
