"""Colonial wars (SIM-10)."""

from __future__ import annotations

from typing import Any

from ...kernel.flow import numbers
from ...kernel.state import note
from ..colony.board import INDEX, LETTERS, bits
from .state import SimState, change_armies, duel, flow, room, set_owner, sway


def targets(s: SimState, seat: int) -> list[tuple[str, str, str]]:
    """Every attack that the seat can make: from an own country with an army into a rival's next to it."""
    if not room(s, seat):
        return []
    rivals = 0
    for p, owned in enumerate(s.owned):
        if p != seat:
            rivals |= owned
    return [
        ("attack", LETTERS[source], LETTERS[target])
        for source in bits(s.owned[seat])
        if s.armies[source]
        for target in bits(s.board.near[source] & rivals)
    ]


@flow.step
def attacks(s: SimState, seat: int) -> None:
    """As long as the player wants to and has armies next to a rival."""
    possible = targets(s, seat)
    if possible:
        then = ("attacked", seat)
        flow.ask(s, seat, "attack", ("stop", *possible), "SIM-10", then, {"step": "SIM-10"})
    else:
        note(s, "note", seat, "SIM-10", why="no attack")


@flow.step
def attacked(s: SimState, choice: Any, seat: int) -> None:
    """One throw each: the lower one loses an army and prestige; without armies the country falls."""
    if choice == "stop":
        return
    source, target = INDEX[choice[1]], INDEX[choice[2]]
    defender = s.owner[target]
    throws = duel(s)
    ours, theirs = throws[-1]
    won = ours > theirs
    conquered = won and not s.armies[target]
    note(
        s,
        "fight",
        seat,
        "SIM-10",
        source=choice[1],
        target=choice[2],
        defender=defender,
        attacker_armies=s.armies[source],
        defender_armies=s.armies[target],
        throws=throws,
        winner="attacker" if won else "defender",
        conquered=conquered,
    )
    s.stack.append(("attacks", seat))
    if conquered:
        set_owner(s, target, seat, "conquest", "SIM-10")
        if s.armies[source]:
            context = {"step": "SIM-10", "source": choice[1], "target": choice[2]}
            options = numbers(0, s.armies[source])
            flow.ask(s, seat, "march", options, "SIM-10", ("marched", source, target), context)
    else:
        change_armies(s, target if won else source, -1, "SIM-10")
    sway(s, defender if won else seat, s.rules.table["war"]["prestige"], "SIM-10")


@flow.step
def marched(s: SimState, count: int, source: int, target: int) -> None:
    """The conqueror moves any number of armies in (SIM-14)."""
    change_armies(s, source, -count, "SIM-10")
    change_armies(s, target, count, "SIM-10")
