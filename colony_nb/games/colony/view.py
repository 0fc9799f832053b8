"""Looking at a position: the public picture, and what one seat may know of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .board import LETTERS, bits, letters
from .income import exportable, income_parts, next_income
from .state import (
    BUILDINGS,
    CITY_ONE,
    GOVERNMENTS,
    PASS_CARDS,
    REBELS_EACH,
    REBELS_ONE,
    SUPPLY,
    ColonyState,
    kept_rows,
)


def seen_by(s: ColonyState, seat: int) -> ColonyState:
    """The position as the seat knows it: others' sealed answers, face-down cards, decks and dice blanked."""
    seen = s.blanked(seat)
    seen.deck_rng = 0
    seen.decks = ()
    top = s.variants & PASS_CARDS and s.step == "pass"
    seen.hands = [
        tuple(card if i == 0 and p == seat and top else -1 for i, card in enumerate(hand))
        for p, hand in enumerate(s.hands)
    ]
    return seen


def standing(s: ColonyState) -> list[dict[str, Any]]:
    """One row a power: the figures of the curves and of ``game.frame()``."""
    rows = []
    for p in range(s.seats):
        spaces, *pays = income_parts(s, p)
        own = s.owned[p]
        rows.append(
            {
                "seat": p,
                "money": s.money[p],
                "influence": s.influence[p],
                "countries": own.bit_count(),
                "ships": s.ships[p],
                "ladder": s.ladder[p],
                "exportable": spaces,
                "income": sum(pays),
                "monopolies": s.monopoly.count(p),
                "armies": sum([s.armies[c] for c in bits(own)]),
                "independent": (own & s.indep).bit_count(),
                "rebellions": (own & s.rebel).bit_count(),
            }
        )
    return rows


def countries(s: Any, buildings: Sequence[str], governments: Sequence[str]) -> dict[str, dict[str, Any]]:
    """The open countries as a view shows them; ``s`` is the state of any game on this board."""
    out = {}
    for c in bits(s.board.open):
        bit = 1 << c
        at = 12 * c
        out[LETTERS[c]] = {
            "name": s.board.names[c],
            "owner": s.owner[c] if s.owner[c] >= 0 else None,
            "products": {name: n for j, name in enumerate(s.rules.products) if (n := s.stock[at + j])},
            **{name: bool(mask & bit) for name, mask in zip(buildings, s.built, strict=True)},
            "armies": s.armies[c],
            "rebellion": bool(s.rebel & bit),
            "independent": bool(s.indep & bit),
            "government": governments[s.government[c] - 1] if s.government[c] else None,
            "coast": bool(s.board.coast & bit),
            "neighbours": list(letters(s.board.near[c])),
        }
    return out


def view(s: ColonyState, names: tuple[str, ...], seat: int | None = None) -> dict[str, Any]:
    """The position as a plain dict (see the README); with a seat also what that seat alone knows."""
    rules = s.rules
    cards = rules.cards

    def letter(country: int) -> str | None:
        return LETTERS[country] if country >= 0 else None

    powers = [
        {
            "seat": p,
            "name": names[p],
            "money": s.money[p],
            "influence": s.influence[p],
            "ships": s.ships[p],
            "ladder": s.ladder[p],
            "exportable": exportable(s, p),
            "income": _income(s, p),
            "monopolies": [name for j, name in enumerate(rules.products) if s.monopoly[j] == p],
            "colonist": letter(s.colonist[p]),
            "missionary": letter(s.missionary[p]),
            "kept": [cards[card].id for card, _ in s.kept[p]],
            "countries": list(letters(s.owned[p])),
        }
        for p in range(s.seats)
    ]
    out = {
        "game": "colony",
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
        "supply": dict(zip(SUPPLY, s.supply, strict=True)),
        "telegraphy": s.telegraphy,
        "rebels_bonus": _rebels_bonus(s),
    }
    if seat is not None:
        seen = seen_by(s, seat)
        out["sealed"] = seen.sealed[seat] if seen.sealed else None
        if s.variants & PASS_CARDS:
            top = seen.hands[seat][0] if seen.hands[seat] else -1
            out["top_card"] = cards[top].id if top >= 0 else None
    return out


def _income(s: ColonyState, seat: int) -> int:
    """The next income, cards that change it included (INC, EVT-2)."""
    cards = sum(int(row[1]) for _, row in kept_rows(s, seat, "income"))
    return max(0, next_income(s, seat) + cards)


def _rebels_bonus(s: ColonyState) -> dict[str, int]:
    """{country: points} that cards add to one or each rebel die in the next fight there."""
    out = {}
    for c in bits(s.rebel):
        points = int(bool(s.first[c] & (REBELS_ONE | REBELS_EACH | CITY_ONE)))
        owner = s.owner[c]
        if owner >= 0 and kept_rows(s, owner, "stronger"):
            points = max(points, 1)
        if points:
            out[LETTERS[c]] = points
    return out
