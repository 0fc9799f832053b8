"""Setting up (SET): the bag, the decks, who starts, the first landings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...kernel.dice import GOLDEN, mix64, pick, roll, shuffled
from ...kernel.state import note
from .board import INDEX, letters
from .cards import A_PHASE
from .rules import Rules
from .state import (
    ABSENT,
    BUILDING,
    BUILDINGS,
    NOBODY,
    PORT,
    ColonyState,
    build,
    flow,
    free,
    put_product,
    set_owner,
)


def new_state(
    rules: Rules,
    seats: int,
    seed: int,
    variants: int = 0,
    dice_script: Sequence[int] = (),
    draw_script: Sequence[int] = (),
    decks: Mapping[int, Sequence[int]] | None = None,
) -> ColonyState:
    """A table of ``seats`` (3 to 6) before its first step; ``flow.run`` starts it.

    ``dice_script`` and ``draw_script`` (product indices) are used up before the seeded dice; ``decks`` gives
    for a phase the card numbers (1-24) in the order in which they are dealt, the first seat's four first.
    """
    table = rules.table["setup"]
    rng = mix64(seed ^ 0x706C6179)
    s = ColonyState.begin(rules, rng, ("throw_for_start",), dice_script, draw_script)
    s.board = rules.board(seats)
    s.seats = seats
    s.variants = variants
    s.phase, s.round, s.turn, s.step, s.start_seat = 1, 0, -1, "setup", 0
    s.rebel = s.indep = s.ripe = s.begun = s.held = s.paid_states = 0
    s.defence = s.on_top = s.toll_paid = s.released = s.moved = 0
    s.risen = -1
    s.telegraphy = False
    s.deck_rng = mix64(seed ^ 0x6465636B)
    s.decks = tuple(_deck(s, phase, (decks or {}).get(phase, ())) for phase in range(1, 7))
    s.built = [0] * len(BUILDINGS)
    s.money = [table["coins"]] * seats
    s.influence = [table["influence"]] * seats
    s.ships = [table["ships"]] * seats
    s.ladder = [0] * seats
    s.owned = [0] * seats
    s.colonist = [ABSENT] * seats
    s.missionary = [ABSENT] * seats
    s.hands = [()] * seats
    s.kept = [()] * seats
    s.chosen = [()] * seats
    s.owner = [NOBODY] * 18
    s.armies = [0] * 18
    s.fresh = [0] * 18
    s.spaces = [0] * 18
    s.government = [0] * 18
    s.first = [0] * 18
    s.stock = [0] * (18 * 12)
    s.goods = [0] * (seats * 12)
    s.bag = [
        n if phase == 1 else 0 for n, phase in zip(rules.product_count, rules.product_phase, strict=True)
    ]
    s.supply = [table["armies"], table["rebellions"], *[table["buildings"]] * 5, *[table["governments"]] * 3]
    s.monopoly = [NOBODY] * 12
    return s


def _deck(s: ColonyState, phase: int, given: Sequence[int]) -> tuple[int, ...]:
    """The shuffled cards of a phase, as places among all 144: four a seat (SET-3)."""
    count = s.rules.table["setup"]["cards_each"] * s.seats
    s.deck_rng = (s.deck_rng + GOLDEN) & ((1 << 64) - 1)
    order = list(shuffled(range(count), s.deck_rng))
    if given:
        front = [number - 1 for number in given]
        order = front + [i for i in order if i not in front]
    return tuple((phase - 1) * A_PHASE + i for i in order[:count])


def shuffle_again(s: ColonyState, phase: int) -> tuple[int, ...]:
    """The phase's cards in a new order, without those that still lie in front of players (VAR-2)."""
    out = {card for kept in s.kept for card, _ in kept}
    return tuple(card for card in _deck(s, phase, ()) if card not in out)


@flow.step
def throw_for_start(s: ColonyState) -> None:
    """Highest throw starts, ties throw again (SET-5)."""
    seats = list(range(s.seats))
    throws: list[dict[int, int]] = []
    while len(seats) > 1:
        faces = {seat: roll(s, 1)[0] for seat in seats}
        throws.append(faces)
        seats = [seat for seat in seats if faces[seat] == max(faces.values())]
    s.start_seat = seats[0]
    note(s, "start", seats[0], "SET-5", throws=throws)
    s.stack.append(("landings", 0))


@flow.step
def landings(s: ColonyState, done: int) -> None:
    """The next seat in turn order chooses a free coastal country, until all have one (SET-5)."""
    if done == s.seats:
        s.stack.append(("phase_start", 1))
        return
    seat = (s.start_seat + done) % s.seats
    options = letters(free(s) & s.board.coast)
    flow.ask(s, seat, "start_country", options, "SET-5", ("landed", seat, done))


@flow.step
def landed(s: ColonyState, letter: str, seat: int, done: int) -> None:
    land(s, seat, INDEX[letter], "start", "SET-5")
    s.stack.append(("landings", done + 1))


def land(s: ColonyState, seat: int, country: int, why: str, rule: str) -> None:
    """Counter, port and one product from the bag into a coastal country (SET-5, ACT-1)."""
    set_owner(s, country, seat, why, rule)
    if not s.built[PORT] >> country & 1:
        if s.supply[BUILDING + PORT]:
            build(s, country, PORT, rule)
        else:
            note(s, "note", seat, "SET-7", why="no supply")
    draw_into(s, country, why, rule)


def draw_into(s: ColonyState, country: int, why: int | str, rule: str) -> None:
    """Draws one product from the bag into a country; an empty bag gives nothing (SET-6)."""
    product = pick(s, s.bag)
    if product < 0:
        note(s, "note", s.owner[country], "SET-6", why="bag empty")
    else:
        put_product(s, country, product, why, rule)
