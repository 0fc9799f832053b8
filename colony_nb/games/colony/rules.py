"""The rules' numbers and switches, read from ``data/rules`` and checked (VAR-4)."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from itertools import combinations
from typing import Any

from ...kernel.errors import ColonyError
from ...kernel.flow import Options
from ...paths import DATA
from ..changes import changed
from .board import Board, board_for, closes
from .cards import Card, load_cards

ACTIONS = range(1, 11)
CHOICES: dict[str, tuple[Any, ...]] = {
    "colonist.red_die": ("round", "face"),
    "railway.jump": ("chain", "one"),
    "rebellion.church": ("both", "bonus", "draw"),
    "independence.tie": ("former", "influence"),
}


# what a number, or each number of a list, may be; elsewhere 0 to MOST
LIMITS = {
    "income.cargo": (1, 6),  # as many entries as ``income.ladder`` has
    "costs.operation": (1, 100),
    "setup.cards_each": (1, 4),  # 24 cards a phase, six players
    "setup.counters": (2, 20),
    "phases.rounds": (1, 12),
    "phases.action_cards": (0, 10),
    "rebellion.rebel_dice": (0, 3),
}
MOST = 10_000


@dataclass(frozen=True, slots=True)
class Rules:
    """One set of rules, ready for the engine. ``table`` is the data it came from; ``digest`` names it."""

    id: str
    digest: str
    table: dict[str, Any]
    cards: tuple[Card, ...]
    products: tuple[str, ...]  # crops first, each in the order of SET-6
    spaces: tuple[int, ...]  # ladder spaces of each product (INC-1)
    product_phase: tuple[int, ...]
    product_count: tuple[int, ...]
    monopoly_pays: tuple[int, ...]
    crops: tuple[int, ...]
    minerals: tuple[int, ...]
    pays: tuple[int, ...]  # INC-2: coins for n ladder spaces
    cargo: int
    operation_cost: int
    costs: tuple[int, ...]  # by action card, 0 where there is none or it varies
    army_costs: tuple[int, int]
    point: int
    governments: tuple[tuple[str, int, int], ...]  # name, Influence it costs, quarters paid on top
    monopoly_least: int
    countries_most: int  # SET-7: as many as a player has counters for
    card_sets: tuple[tuple[tuple[int, ...], ...], ...]  # RND-2, RND-3: by phase, and phase + 6 with 6 on top
    years: tuple[tuple[int, int | None], ...]

    def board(self, seats: int) -> Board:
        """The board for a table of so many players (SET-2)."""
        return board_for(self.table["setup"]["closed_below_five"], seats)


def _may_stand(key: str, old: Any, value: Any) -> bool:
    """Whether a value may stand for ``old`` under this name."""
    if key == "setup.closed_below_five":
        return closes(value)
    if key == "phases.products":
        return _fits(old, value) and all(a[:2] == b[:2] for a, b in zip(old, value, strict=True))
    return _fits(old, value, *LIMITS.get(key, (0, MOST))) and (key not in CHOICES or value in CHOICES[key])


def _fits(old: Any, value: Any, low: int = 0, high: int = MOST) -> bool:
    """Whether a value may stand for ``old``: same type and length, numbers from ``low`` to ``high``.

    A number that was negative may be negative.
    """
    if isinstance(old, bool) or isinstance(value, bool):
        return isinstance(old, bool) and isinstance(value, bool)
    if isinstance(old, int):
        return isinstance(value, int) and (-high if old < 0 else low) <= value <= high
    if isinstance(old, list):
        return (
            isinstance(value, list)
            and len(value) == len(old)
            and all(_fits(a, b, low, high) for a, b in zip(old, value, strict=True))
        )
    return isinstance(value, str)


def _card_sets(table: dict[str, Any]) -> tuple[tuple[tuple[int, ...], ...], ...]:
    out = []
    for extra in (False, True):
        for phase in range(1, 7):
            limit = table["action_cards"][phase - 1]
            known = [n for n in ACTIONS if table["action_cards_from"][n - 1] <= phase]
            sets = {c for size in range(limit + 1) for c in combinations(known, size)}
            if extra and 6 in known:
                others = [n for n in known if n != 6]
                sets |= {
                    tuple(sorted((*c, 6))) for size in range(limit + 1) for c in combinations(others, size)
                }
            out.append(Options(sorted(sets, key=lambda c: (len(c), c))))
    return tuple(out)


@cache
def _classic() -> dict[str, Any]:
    return tomllib.loads((DATA / "rules" / "classic.toml").read_text(encoding="utf-8"))


@cache
def _classic_text() -> str:
    return json.dumps(_classic(), sort_keys=True)


@cache
def _cards_digest() -> str:
    both = [(DATA / "cards" / f"phase-{p}.toml").read_bytes() for p in range(1, 7)]
    return blake2b(b"".join(both) + (DATA / "board.geojson").read_bytes(), digest_size=8).hexdigest()


@cache
def _made(text: str) -> Rules:
    table: dict[str, Any] = json.loads(text)
    phases, costs, income = table["phases"], table["costs"], table["income"]
    products = phases["products"]
    kinds = [p[1] for p in products]
    pays = [
        income["section"] * (n // income["cargo"]) + income["ladder"][n % income["cargo"]] for n in range(400)
    ]
    digest = blake2b((text + _cards_digest()).encode(), digest_size=4).hexdigest()
    names = ("", "", "ship", "port", "colonist", "trading_post", "missionary", "", "", "city", "railway")
    free = table["setup"]["counters"] - 2
    return Rules(
        id=table["id"],
        digest=digest,
        table=table,
        cards=load_cards(),
        products=tuple(p[0] for p in products),
        spaces=tuple(1 if k == "crop" else 2 for k in kinds),
        product_phase=tuple(p[2] for p in products),
        product_count=tuple(p[3] for p in products),
        monopoly_pays=tuple(table["monopoly"][k] for k in kinds),
        crops=tuple(j for j, k in enumerate(kinds) if k == "crop"),
        minerals=tuple(j for j, k in enumerate(kinds) if k == "mineral"),
        pays=tuple(pays),
        cargo=income["cargo"],
        operation_cost=costs["operation"],
        costs=tuple(costs[name] if name else 0 for name in names),
        army_costs=(costs["army"][0], costs["army"][1]),
        point=table["independence"]["point"],
        governments=tuple(
            (name, *table["independence"][name]) for name in ("democracy", "monarchy", "dictatorship")
        ),
        monopoly_least=table["monopoly"]["least"],
        countries_most=free,
        card_sets=_card_sets(phases),
        years=tuple((a, b or None) for a, b in phases["years"]),
    )


def load_rules(changes: Mapping[str, Any] | None = None) -> Rules:
    """The classic rules, with ``changes`` to their values ({"monopoly.crop": 4}).

    Raises ColonyError (``bad_rules``) for a value that does not exist or does not fit.
    """
    if changes is not None and not isinstance(changes, Mapping):
        raise ColonyError("bad_rules", what="rules must be given as a mapping from names to values")
    if not changes:
        return _made(_classic_text())
    rules = _made(json.dumps(changed(_classic(), changes, _may_stand), sort_keys=True))
    try:
        rules.board(3)
    except ValueError as error:
        raise ColonyError("bad_rules", what=str(error)) from None
    return rules
