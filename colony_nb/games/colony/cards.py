"""The 144 event cards' mechanics: rows of data from ``data/cards`` (EVT). Texts are elsewhere."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from typing import Any

from ...kernel.state import tuples
from ...paths import DATA

Row = tuple[Any, ...]
Rows = tuple[Row, ...]
A_PHASE = 24


@dataclass(frozen=True, slots=True)
class Card:
    """An event card. ``a`` and ``b`` are alternatives (None: a card without a choice, see ``effects``)."""

    id: str
    phase: int
    number: int
    effects: Rows
    a: Rows | None
    b: Rows | None
    needs: str  # "", "colonist" or "missionary" (EVT-3)
    world_war: bool
    kept: Row  # what the card does while it lies in front of a player, () when it never does
    costs: tuple[tuple[int, int], tuple[int, int]]  # coins and points that a and b cost (INF-1)


def cost(rows: Rows) -> tuple[int, int]:
    """The coins and Influence points that an alternative costs, as positive numbers."""
    lost = {"money": 0, "influence": 0}
    for name, *arguments in rows:
        if name in lost and arguments[0] < 0:
            lost[name] -= arguments[0]
    return lost["money"], lost["influence"]


@cache
def load_cards() -> tuple[Card, ...]:
    """All cards, phase by phase: the card with number n of phase p is at 24 (p - 1) + n - 1.

    Raises ValueError when a number is missing.
    """
    out: list[Card] = []
    for phase in range(1, 7):
        data = tomllib.loads((DATA / "cards" / f"phase-{phase}.toml").read_text(encoding="utf-8"))
        rows = sorted(data["card"], key=lambda row: int(row["number"]))
        if [row["number"] for row in rows] != list(range(1, A_PHASE + 1)):
            raise ValueError(f"phase {phase} must have the cards 1 to {A_PHASE}")
        for row in rows:
            out.append(
                Card(
                    id=f"p{phase}-{row['number']:02d}",
                    phase=phase,
                    number=row["number"],
                    effects=tuples(row.get("effects", ())),
                    a=tuples(row["a"]) if "a" in row else None,
                    b=tuples(row["b"]) if "b" in row else None,
                    needs=row.get("needs", ""),
                    world_war=row.get("world_war", False),
                    kept=tuples(row.get("kept", ())),
                    costs=(cost(tuples(row.get("a", ()))), cost(tuples(row.get("b", ())))),
                )
            )
    return tuple(out)


def card_index(card_id: str) -> int:
    """The place of the card "p3-06" among all 144."""
    return (int(card_id[1]) - 1) * A_PHASE + int(card_id[3:]) - 1
