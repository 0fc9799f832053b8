"""The simplified version's numbers and steps, read from ``data/rules/simplified.toml`` and checked."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from typing import Any

from ...kernel.errors import ColonyError
from ...kernel.state import tuples
from ...paths import DATA
from ..changes import changed
from ..colony.board import Board, board_for, closes

Rows = tuple[tuple[Any, ...], ...]  # what follows a choice: effects with their arguments

# what a number may be; elsewhere it stays as it is
LIMITS = {
    "setup.tokens": (2, 20),
    "setup.coins": (0, 1000),
    "setup.prestige": (0, 100),
    "invest.counter": (0, 10),
    "invest.army": (1, 10),
    "invest.try": (1, 10),
    "invest.found_from": (1, 7),
    "war.prestige": (-10, 0),
    "monopoly.prestige": (0, 10),
    "rebellion.lowest": (0, 6),
    "rebellion.won": (-10, 0),
}


@dataclass(frozen=True, slots=True)
class Step:
    """One step: its rule, its name and phase, the coins it takes, and what follows each alternative.

    ``content_note`` marks the step that has a note before it and silence after the choices.
    """

    rule: str
    name: str
    phase: int
    coins: int
    content_note: bool
    options: dict[str, Rows]


@dataclass(frozen=True, slots=True)
class SimRules:
    """One set of rules, ready for the engine. ``table`` is the data it came from; ``digest`` names it."""

    id: str
    digest: str
    table: dict[str, Any]
    products: tuple[str, ...]
    product_count: tuple[int, ...]
    countries_most: int  # one token lies on the ladder
    steps: tuple[Step, ...]
    names: dict[str, str]  # rule: the step's name
    years: tuple[tuple[int, int], ...]
    discuss_only: bool

    def board(self, seats: int) -> Board:
        """The board for a table of so many players (SET-2)."""
        return board_for(self.table["setup"]["closed_below_five"], seats)


@cache
def _given() -> dict[str, Any]:
    return tomllib.loads((DATA / "rules" / "simplified.toml").read_text(encoding="utf-8"))


def _fits(key: str, old: Any, value: Any) -> bool:
    """Whether a value may stand for ``old`` under this name."""
    if key == "setup.closed_below_five":
        return closes(value)
    if isinstance(old, bool):
        return isinstance(value, bool)
    low, high = LIMITS.get(key, (1, 0))
    return type(value) is int and low <= value <= high


@cache
def _made(text: str) -> SimRules:
    table: dict[str, Any] = json.loads(text)
    digest = blake2b(text.encode() + (DATA / "board.geojson").read_bytes(), digest_size=4).hexdigest()
    steps = tuple(
        Step(
            rule=row["rule"],
            name=row["name"],
            phase=row["phase"],
            coins=row.get("coins", 0),
            content_note=row.get("content_note", False),
            options={letter: tuples(row[letter]) for letter in "abc" if letter in row},
        )
        for row in table["step"]
    )
    setup = table["setup"]
    return SimRules(
        id=table["id"],
        digest=digest,
        table=table,
        products=tuple(name for name, _ in setup["products"]),
        product_count=tuple(count for _, count in setup["products"]),
        countries_most=setup["tokens"] - 1,
        steps=steps,
        names={step.rule: step.name for step in steps},
        years=tuple((first, last) for first, last in table["phases"]["years"]),
        discuss_only=table["labour"]["read_and_discuss"],
    )


def load_rules(changes: Mapping[str, Any] | None = None) -> SimRules:
    """The rules, with ``changes`` to their values ({"setup.prestige": 5}).

    Raises ColonyError (``bad_rules``) for a value that does not exist or does not fit.
    """
    if changes is not None and not isinstance(changes, Mapping):
        raise ColonyError("bad_rules", what="rules must be given as a mapping from names to values")
    rules = _made(json.dumps(changed(_given(), changes or {}, _fits), sort_keys=True))
    try:
        rules.board(3)
    except ValueError as error:
        raise ColonyError("bad_rules", what=str(error)) from None
    return rules
