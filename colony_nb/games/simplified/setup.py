"""Setting up and the landing (SIM-1)."""

from __future__ import annotations

from collections.abc import Sequence

from ...kernel.dice import mix64
from ...kernel.state import note
from ..colony.board import INDEX, letters
from .rules import SimRules
from .state import (
    BUILDINGS,
    NOBODY,
    SimState,
    change_armies,
    draw,
    flow,
    free,
    in_order,
    set_owner,
    throw_off,
)


def new_state(
    rules: SimRules,
    seats: int,
    seed: int,
    variants: int = 0,
    dice_script: Sequence[int] = (),
    draw_script: Sequence[int] = (),
) -> SimState:
    """A table of ``seats`` (3 to 6) before its first step; ``flow.run`` starts it.

    ``dice_script`` and ``draw_script`` (product indices) are used up before the seeded dice.
    """
    setup = rules.table["setup"]
    s = SimState.begin(rules, mix64(seed ^ 0x706C6179), ("who_starts",), dice_script, draw_script)
    s.board = rules.board(seats)
    s.seats = seats
    s.variants = variants
    s.at = s.round = s.start_seat = s.rebel = s.indep = 0
    s.phase = 1
    s.turn = NOBODY
    s.step = rules.steps[0].rule
    s.built = [0] * len(BUILDINGS)
    s.money = [setup["coins"]] * seats
    s.prestige = [setup["prestige"]] * seats
    s.ships = [NOBODY] * seats
    s.home = [NOBODY] * seats
    s.owned = [0] * seats
    s.owner = [NOBODY] * 18
    s.armies = [0] * 18
    s.government = [0] * 18
    s.stock = [0] * (18 * 12)
    s.bag = list(rules.product_count)
    s.monopoly = [NOBODY] * 12
    return s


@flow.step
def who_starts(s: SimState) -> None:
    """The highest throw goes first in the first round."""
    s.start_seat, throws = throw_off(s, list(range(s.seats)))
    note(s, "start", s.start_seat, "SIM-1", throws=throws)
    s.stack.append(("step_start", 0))


@flow.step
def landings(s: SimState, done: int) -> None:
    """Clockwise, each seat names a free country on the coast (SIM-1)."""
    if done == s.seats:
        return
    seat = in_order(s)[done]
    s.turn = seat
    s.stack.append(("landings", done + 1))
    options = letters(free(s) & s.board.coast)
    flow.ask(s, seat, "start_country", options, "SIM-1", ("landed", seat), {"step": "SIM-1"})


@flow.step
def landed(s: SimState, letter: str, seat: int) -> None:
    """A token, an army and a counter from the bag (SIM-1)."""
    country = INDEX[letter]
    s.home[seat] = country
    set_owner(s, country, seat, "landing", "SIM-1")
    change_armies(s, country, 1, "SIM-1")
    draw(s, country, 1, "SIM-1")
