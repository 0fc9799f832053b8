"""Looking at a position: the public picture, and what one seat may know of it."""

from __future__ import annotations

from typing import Any

from ..colony.board import LETTERS, bits, letters
from ..colony.view import countries
from .state import BUILDINGS, GOVERNMENTS, SimState, counters


def seen_by(s: SimState, seat: int) -> SimState:
    """The position as the seat knows it: others' sealed answers and the dice to come blanked."""
    return s.blanked(seat)


def standing(s: SimState) -> list[dict[str, Any]]:
    """One row a power: the scribe's sums. ``influence`` is prestige, under the full game's name."""
    rows = []
    for p in range(s.seats):
        own = s.owned[p]
        held = counters(s, own)
        rows.append(
            {
                "seat": p,
                "money": s.money[p],
                "prestige": s.prestige[p],
                "influence": s.prestige[p],
                "countries": own.bit_count(),
                "counters": held,
                "ships": int(s.ships[p] >= 0),
                "ladder": held,
                "exportable": held,
                "income": s.rules.table["invest"]["counter"] * held,
                "monopolies": s.monopoly.count(p),
                "armies": sum(s.armies[c] for c in bits(own)),
                "independent": (own & s.indep).bit_count(),
                "rebellions": (own & s.rebel).bit_count(),
            }
        )
    return rows


def view(s: SimState, names: tuple[str, ...], seat: int | None = None) -> dict[str, Any]:
    """The position as a plain dict, keys as in the full game where they exist; with a seat its sealed answer.

    ``step`` is the rule of the step. A power's ``influence`` is its prestige, ``ladder``, ``exportable`` and
    ``income`` its resource counters, each worth a coin: so the full game's ladders and frames show it too.
    """
    rules = s.rules

    def letter(country: int) -> str | None:
        return LETTERS[country] if country >= 0 else None

    powers = []
    for row in standing(s):
        p = row["seat"]
        powers.append(
            {
                **{k: v for k, v in row.items() if k not in ("independent", "rebellions")},
                "name": names[p],
                "countries": list(letters(s.owned[p])),
                "home": letter(s.home[p]),
                "ship": letter(s.ships[p]),
                "monopolies": [name for j, name in enumerate(rules.products) if s.monopoly[j] == p],
                "colonist": None,
                "missionary": None,
                "kept": [],
            }
        )
    out: dict[str, Any] = {
        "game": "simplified",
        "phase": s.phase,
        "round": s.round,
        "years": list(rules.years[s.phase - 1]),
        "turn": s.turn if s.turn >= 0 else None,
        "step": s.step,
        "start_seat": s.start_seat,
        "players": s.seats,
        "powers": powers,
        "countries": countries(s, BUILDINGS, GOVERNMENTS),
        "bag": dict(zip(rules.products, s.bag, strict=True)),
    }
    if seat is not None:
        out["sealed"] = s.sealed[seat] if s.sealed else None
    return out
