"""The columns of a Colony position and the few functions that move counters."""

from __future__ import annotations

from typing import Any, ClassVar

from ...kernel.flow import Flow
from ...kernel.state import Plain, State, note
from .board import LETTERS, Board, bits
from .rules import Rules

BUILDINGS = ("port", "trading_post", "city", "church", "railway")
PORT, POST, CITY, CHURCH, RAIL = range(5)
GOVERNMENTS = ("democracy", "monarchy", "dictatorship")
FIGURES = ("colonist", "missionary")
SUPPLY = ("army", "rebellion", *BUILDINGS, *GOVERNMENTS)
ARMY, REBELLION, BUILDING, GOVERNMENT = 0, 1, 2, 7  # where each kind begins in the supply
NOBODY = -1
ABSENT = -1  # a figure that is not on the board
ARMIES_MOST = 3

PASS_CARDS, INDEPENDENCE, SABOTAGE = 1, 2, 4  # bits of ``variants``
VARIANTS = {"pass_event_cards": PASS_CARDS, "independence": INDEPENDENCE, "sabotage": SABOTAGE}

# bits of ``first``: what a card changed about the next fight in a country
REBELS_ONE, REBELS_EACH, ARMY_INFLUENCE, ARMY_PAY, EXTRA_DIE, CROP_AFTER, GRANT_FREE, NO_ARMY, CITY_ONE = (
    1 << i for i in range(9)
)


class ColonyState(State):
    """A position of Colony. Sets of countries and of seats are bit masks."""

    LISTS: ClassVar[tuple[str, ...]] = (
        "built",
        "money",
        "influence",
        "ships",
        "ladder",
        "owned",
        "colonist",
        "missionary",
        "hands",
        "kept",
        "chosen",
        "owner",
        "armies",
        "fresh",
        "spaces",
        "government",
        "first",
        "stock",
        "goods",
        "bag",
        "supply",
        "monopoly",
    )
    SHARED: ClassVar[tuple[str, ...]] = ("board",)
    __slots__ = (
        "board",
        "seats",
        "variants",
        "phase",
        "round",
        "turn",
        "step",
        "start_seat",
        "rebel",
        "indep",
        "ripe",
        "begun",
        "held",
        "paid_states",
        "defence",
        "on_top",
        "toll_paid",
        "released",
        "telegraphy",
        "moved",
        "decks",
        "deck_rng",
        "risen",
        *LISTS,
    )

    rules: Rules
    board: Board
    seats: int
    variants: int
    phase: int  # 1 to 6
    round: int  # 0 during set-up
    turn: int  # the seat whose turn it is, -1 while nobody's
    step: str
    start_seat: int
    rebel: int  # countries with a rebellion
    indep: int  # independent countries
    ripe: int  # independent countries whose controller has had a whole turn (BAT-10)
    begun: int  # those whose controller's turn began with them
    held: int  # countries that earned their owner a point this round (BAT-7)
    paid_states: int  # independent countries the attacker has paid for this turn (BAT-10)
    defence: int  # seats with card 8 this round
    on_top: int  # seats that may choose card 6 on top (RND-3)
    toll_paid: int  # seats whose toll card was paid
    released: int  # seats that granted independence
    telegraphy: bool
    moved: int  # bit 0 the colonist, 1 the missionary of the seat whose turn it is
    decks: tuple[tuple[int, ...], ...]  # the shuffled cards of each phase
    deck_rng: int
    risen: int  # where the last rebellion card put its counter, -1 nowhere
    built: list[int]  # for each building the countries that have it
    money: list[int]
    influence: list[int]
    ships: list[int]
    ladder: list[int]
    owned: list[int]  # for each seat its countries
    colonist: list[int]
    missionary: list[int]
    hands: list[tuple[int, ...]]  # face-down cards, the top one first
    kept: list[tuple[tuple[int, int], ...]]  # (card, round in which it came)
    chosen: list[tuple[int, ...]]  # action cards of the round
    owner: list[int]
    armies: list[int]
    fresh: list[int]  # armies that have not moved this turn
    spaces: list[int]  # ladder spaces of a country's counters
    government: list[int]  # 0 none, else 1 + index in GOVERNMENTS
    first: list[int]
    stock: list[int]  # counters of product j in country c at 12 c + j
    goods: list[int]  # counters of product j of seat p at 12 p + j
    bag: list[int]
    supply: list[int]
    monopoly: list[int]  # the seat that holds the card of product j, -1 nobody

    def moment(self) -> dict[str, Plain]:
        return {"n": self.n, "round": self.round, "phase": self.phase}


flow = Flow()  # ``monopolies`` tidies up behind each step: ``dirty`` holds the products that changed


def left(s: ColonyState, seat: int) -> int:
    """The seat on the left, which is next in turn (RND-5)."""
    return (seat + 1) % s.seats


def taken(s: ColonyState) -> int:
    """All countries with a power's counter in them."""
    mask = 0
    for owned in s.owned:
        mask |= owned
    return mask


def free(s: ColonyState) -> int:
    """Countries that no power claims and that are not independent."""
    return s.board.open & ~taken(s) & ~s.indep


def colonies(s: ColonyState, seat: int) -> int:
    """The seat's countries that are not independent (IND-5)."""
    return s.owned[seat] & ~s.indep


def room(s: ColonyState, seat: int) -> bool:
    """Whether the seat has a counter left for one country more (SET-7)."""
    return s.owned[seat].bit_count() < s.rules.countries_most


def pay(s: ColonyState, seat: int, amount: int, what: Plain, rule: str) -> None:
    """Takes the cost of an action or of a card's choice; the caller has seen that it can be paid."""
    if amount:
        s.money[seat] -= amount
        if s.journal is not None:
            note(s, "pay", seat, rule, amount=amount, **{"for": what})


def give(s: ColonyState, seat: int, amount: int, why: str, rule: str, other: int | None = None) -> None:
    """Coins to (or, negative, from) a seat, from the bank or ``other``; money never goes below 0 (RND-6)."""
    amount = max(amount, -s.money[seat])
    if amount:
        s.money[seat] += amount
        if s.journal is not None:
            note(s, "money", seat, rule, amount=amount, why=why, other=other)


def sway(s: ColonyState, seat: int, by: int, why: str, rule: str) -> None:
    """Changes Influence, which never goes below 0 (INF-1)."""
    by = max(by, -s.influence[seat])
    if by:
        s.influence[seat] += by
        if s.journal is not None:
            note(s, "influence", seat, rule, by=by, why=why)


def put_product(s: ColonyState, country: int, product: int, why: Plain, rule: str) -> None:
    """One counter from the bag into a country; the bag holds one."""
    s.bag[product] -= 1
    s.stock[12 * country + product] += 1
    spaces = s.rules.spaces[product]
    s.spaces[country] += spaces
    seat = s.owner[country]
    if seat >= 0:
        s.goods[12 * seat + product] += 1
        s.ladder[seat] += spaces
        s.dirty |= 1 << product
    if s.journal is not None:
        note(
            s,
            "draw",
            seat if seat >= 0 else None,
            rule,
            country=LETTERS[country],
            product=s.rules.products[product],
            why=why,
        )


def take_product(s: ColonyState, country: int, product: int, why: Plain, rule: str) -> None:
    """One counter out of a country, back into the bag (SET-6)."""
    s.bag[product] += 1
    s.stock[12 * country + product] -= 1
    spaces = s.rules.spaces[product]
    s.spaces[country] -= spaces
    seat = s.owner[country]
    if seat >= 0:
        s.goods[12 * seat + product] -= 1
        s.ladder[seat] -= spaces
        s.dirty |= 1 << product
    if s.journal is not None:
        note(
            s,
            "lose",
            seat if seat >= 0 else None,
            rule,
            country=LETTERS[country],
            product=s.rules.products[product],
            why=why,
        )


def products_in(s: ColonyState, country: int) -> tuple[str, ...]:
    """The names of the products that have a counter in the country."""
    at = 12 * country
    return tuple(name for j, name in enumerate(s.rules.products) if s.stock[at + j])


def set_owner(s: ColonyState, country: int, seat: int, why: str, rule: str) -> None:
    """Moves a country with all its counters to ``seat`` (-1 nobody); armies and figures are the caller's."""
    before = s.owner[country]
    bit = 1 << country
    spaces = s.spaces[country]
    at = 12 * country
    for p, sign in ((before, -1), (seat, 1)):
        if p < 0:
            continue
        s.owned[p] ^= bit
        if spaces:
            s.ladder[p] += sign * spaces
            for j in range(12):
                count = s.stock[at + j]
                if count:
                    s.goods[12 * p + j] += sign * count
                    s.dirty |= 1 << j
    s.owner[country] = seat
    s.ripe &= ~bit
    s.begun &= ~bit
    if s.journal is not None:
        note(
            s,
            "owner",
            seat if seat >= 0 else before,
            rule,
            country=LETTERS[country],
            to=seat if seat >= 0 else None,
            why=why,
            **{"from": before if before >= 0 else None},
        )


def build(s: ColonyState, country: int, what: int, rule: str) -> None:
    """A building from the supply into a country that has none of the kind; the supply holds one."""
    s.built[what] |= 1 << country
    s.supply[BUILDING + what] -= 1
    seat = s.owner[country]
    if s.journal is not None:
        note(s, "build", seat if seat >= 0 else None, rule, country=LETTERS[country], what=BUILDINGS[what])


def destroy(s: ColonyState, country: int, what: int, rule: str) -> None:
    """A building out of a country, back into the supply."""
    s.built[what] &= ~(1 << country)
    s.supply[BUILDING + what] += 1
    seat = s.owner[country]
    note(s, "destroy", seat if seat >= 0 else None, rule, country=LETTERS[country], what=BUILDINGS[what])


def change_armies(s: ColonyState, country: int, by: int, rule: str) -> None:
    """Armies from the supply into a country, or back."""
    if by:
        s.armies[country] += by
        s.supply[ARMY] -= by
        if s.fresh[country] > s.armies[country]:
            s.fresh[country] = s.armies[country]
        seat = s.owner[country]
        note(s, "army", seat if seat >= 0 else None, rule, country=LETTERS[country], by=by)


def add_rebellion(s: ColonyState, country: int, by_seat: int, why: str, rule: str) -> None:
    """A rebellion counter into a country without one; the supply holds one."""
    s.rebel |= 1 << country
    s.supply[REBELLION] -= 1
    note(s, "place_rebellion", s.owner[country], rule, country=LETTERS[country], by_seat=by_seat, why=why)


def end_rebellion(s: ColonyState, country: int) -> None:
    """The rebellion counter goes back to the supply (REB-6)."""
    s.rebel &= ~(1 << country)
    s.supply[REBELLION] += 1
    s.first[country] = 0


def place_figure(s: ColonyState, seat: int, figure: int, country: int, rule: str) -> None:
    """Sets a seat's colonist (0) or missionary (1) into a country, or off the board (-1)."""
    column = s.missionary if figure else s.colonist
    source = column[seat]
    column[seat] = country
    if s.journal is not None:
        note(
            s,
            "move",
            seat,
            rule,
            what=FIGURES[figure],
            source=LETTERS[source] if source >= 0 else None,
            target=LETTERS[country] if country >= 0 else None,
        )


def drop_kept(s: ColonyState, seat: int, card: int) -> None:
    """A kept card is used up or has run out."""
    kept = s.kept[seat]
    for i, (number, _) in enumerate(kept):
        if number == card:
            s.kept[seat] = kept[:i] + kept[i + 1 :]
            break
    note(s, "discard", seat, "EVT-2", card=s.rules.cards[card].id)


def kept_rows(s: ColonyState, seat: int, kind: str) -> list[tuple[int, tuple[Any, ...]]]:
    """(card, its kept row) for the cards in front of a seat that do ``kind``."""
    if not s.kept[seat]:
        return []
    cards = s.rules.cards
    return [(card, cards[card].kept) for card, _ in s.kept[seat] if cards[card].kept[0] == kind]


def armed(s: ColonyState, mask: int) -> int:
    """The countries of ``mask`` in which an army stands."""
    armies = s.armies
    out = 0
    for c in bits(mask):
        if armies[c]:
            out |= 1 << c
    return out
