"""Event cards (EVT): turned over at the end of the actions, carried out row by row.

A card's mechanics are rows of ``data/cards``. A frame ``("carry_out", seat, card, rows)`` holds what is
still to be done.
"""

from __future__ import annotations

from typing import Any

from ...kernel.state import note
from . import effects_board  # noqa: F401  fills EFFECTS
from .cards import Card, Rows
from .effects import EFFECTS, nothing
from .state import (
    ColonyState,
    drop_kept,
    flow,
    kept_rows,
    sway,
)


@flow.step
def event(s: ColonyState, seat: int) -> None:
    """Turns over the top card and does what it says (EVT-1 to EVT-3)."""
    s.step = "event"
    hand = s.hands[seat]
    if not hand:
        return
    number = hand[0]
    s.hands[seat] = hand[1:]
    card = s.rules.cards[number]
    if why := _idle(s, seat, card):
        note(s, "event", seat, "EVT-3", card=card.id, choice=None, effects=[])
        nothing(s, seat, why)
    elif card.a is None:
        if s.journal is not None:
            note(s, "event", seat, "EVT-1", card=card.id, choice=None, effects=_plain(card.effects))
        carry_out(s, seat, number, card.effects)
    else:
        money, influence = s.money[seat], s.influence[seat]
        options = [
            name
            for name, (coins, points) in zip("ab", card.costs, strict=True)
            if coins <= money and points <= influence
        ]
        flow.ask(s, seat, "event", options or ["b"], "EVT-2", ("decided", seat, number), {"card": card.id})


def _idle(s: ColonyState, seat: int, card: Card) -> str:
    """Why the card does not count, or "": no figure (EVT-3), a world war past round 24 (VAR-2)."""
    if card.needs and (s.missionary if card.needs == "missionary" else s.colonist)[seat] < 0:
        return "no figure"
    if card.world_war and s.round > s.rules.table["phases"]["rounds"] * 6:
        return "world war"
    return ""


def _plain(rows: Rows) -> list[Any]:
    return [list(row) for row in rows]


@flow.step
def decided(s: ColonyState, choice: str, seat: int, number: int) -> None:
    card = s.rules.cards[number]
    rows = card.a if choice == "a" else card.b
    assert rows is not None
    if s.journal is not None:
        note(s, "event", seat, "EVT-2", card=card.id, choice=choice, effects=_plain(rows))
    carry_out(s, seat, number, rows)


@flow.step
def carry_out(s: ColonyState, seat: int, number: int, rows: Rows) -> None:
    """The first row now, the others after it."""
    if rows:
        if len(rows) > 1:
            s.stack.append(("carry_out", seat, number, rows[1:]))
        name, *arguments = rows[0]
        EFFECTS[name](s, seat, s.rules.cards[number], *arguments)


def resolve_tolls(s: ColonyState, seat: int) -> None:
    """At the drawer's next turn: nobody paid the toll, then 1 Influence (card p1-03)."""
    for card, _ in kept_rows(s, seat, "toll"):
        drop_kept(s, seat, card)
        if not s.toll_paid >> seat & 1:
            sway(s, seat, 1, "toll", "EVT-2")
        s.toll_paid &= ~(1 << seat)


def run_out(s: ColonyState, seat: int) -> None:
    """At the end of a turn: cards that were kept until then (card p6-11)."""
    for card, since in s.kept[seat]:
        if s.rules.cards[card].kept[0] == "grant_bonus" and since < s.round:
            drop_kept(s, seat, card)
