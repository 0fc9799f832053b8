"""Moving colonist, missionary and armies once a turn (RND-7), by railway too (ACT-10)."""

from __future__ import annotations

from typing import Any

from .board import INDEX, LETTERS, bits, letters
from .state import (
    ABSENT,
    ARMIES_MOST,
    FIGURES,
    RAIL,
    ColonyState,
    change_armies,
    flow,
    place_figure,
)

# ("colonist", "A", "B") for each figure, source and target
MOVES = tuple(tuple(tuple((what, a, b) for b in LETTERS) for a in LETTERS) for what in (*FIGURES, "army"))


def reach(s: ColonyState, seat: int, source: int) -> int:
    """Own countries a figure in ``source`` can move to: next door, or past own countries with a railway."""
    own = s.owned[seat]
    near = s.board.near
    found = near[source] & own
    if through := found & s.built[RAIL]:
        rails = s.built[RAIL] & own & ~(1 << source)
        single = s.rules.table["railway"]["jump"] == "one"
        done = 0
        while todo := through & ~done:
            for c in bits(todo):
                found |= near[c] & own
            done |= todo
            if single:
                break
            through = found & rails
    return found & ~(1 << source)


def options(s: ColonyState, seat: int) -> list[Any]:
    """All moves open to the seat, "stop" first."""
    out: list[Any] = ["stop"]
    own = s.owned[seat]
    near = s.board.near
    rails = s.built[RAIL] & own
    for figure, source in ((0, s.colonist[seat]), (1, s.missionary[seat])):
        if source >= 0 and not s.moved >> figure & 1:
            targets = reach(s, seat, source) if rails else near[source] & own
            if targets:
                table = MOVES[figure][source]
                out += [table[c] for c in bits(targets)]
    if s.phase > 2:
        armies = s.armies
        fresh = s.fresh
        for source in bits(own):
            if fresh[source]:
                targets = reach(s, seat, source) if rails else near[source] & own
                table = MOVES[2][source]
                out += [table[c] for c in bits(targets) if armies[c] < ARMIES_MOST]
    return out


def moves(s: ColonyState, seat: int) -> None:
    """Asks for one move after another until the player stops or nothing is left to move."""
    s.step = "move"
    if s.phase < 3 and s.colonist[seat] < 0 and s.missionary[seat] < 0:
        return
    choices = options(s, seat)
    if len(choices) > 1:
        flow.ask(s, seat, "move", choices, "RND-7", ("moved", seat))


@flow.step
def moved(s: ColonyState, choice: Any, seat: int) -> None:
    if choice == "stop":
        return
    what, source, target = choice
    if what == "army":
        move_army(s, INDEX[source], INDEX[target], "RND-7")
    else:
        figure = FIGURES.index(what)
        s.moved |= 1 << figure
        place_figure(s, seat, figure, INDEX[target], "RND-7")
    moves(s, seat)


def move_army(s: ColonyState, source: int, target: int, rule: str) -> None:
    """One army from country to country; it does not move again this turn."""
    s.fresh[source] = max(0, s.fresh[source] - 1)
    change_armies(s, source, -1, rule)
    change_armies(s, target, 1, rule)


def turn_out(s: ColonyState, country: int, seat: int) -> None:
    """The seat lost ``country``: its armies there go back to the supply, its figures move (BAT-8, EVT-8)."""
    if s.armies[country]:
        change_armies(s, country, -s.armies[country], "BAT-8")
    for figure in (1, 0):  # frames run in reverse: the colonist is asked about first
        column = s.missionary if figure else s.colonist
        if column[seat] == country:
            column[seat] = ABSENT
            s.stack.append(("relocate", seat, figure, country))


@flow.step
def relocate(s: ColonyState, seat: int, figure: int, source: int) -> None:
    """A figure without a country goes to another own one, off the board where there is none (BAT-8)."""
    homes = letters(s.owned[seat])
    if homes:
        then = ("relocated", seat, figure, source)
        flow.ask(s, seat, "relocate", homes, "BAT-8", then, {"figure": FIGURES[figure]})
    else:
        figure_moves(s, seat, figure, source, ABSENT)


@flow.step
def relocated(s: ColonyState, letter: str, seat: int, figure: int, source: int) -> None:
    figure_moves(s, seat, figure, source, INDEX[letter])


def figure_moves(s: ColonyState, seat: int, figure: int, source: int, target: int) -> None:
    """Ends a figure's wait: it comes from ``source``, though the column says that it is nowhere."""
    (s.missionary if figure else s.colonist)[seat] = source
    place_figure(s, seat, figure, target, "BAT-8")
