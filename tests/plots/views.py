"""Positions as ``view()`` gives them, written by hand: no engine is needed to test a picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from colony_nb.plots.board import closed_below_five, lands

SEATS = {"P": 0, "N": 1, "F": 2, "B": 3, "S": 4, "D": 5}
NAMES = ("Portugal", "Netherlands", "France", "Britain", "Spain", "Denmark")
MINERALS = {"gold", "silver", "gems", "ore", "timber", "oil"}

# letter: owner, products, what else stands there ("army" repeats; "resists"; a government; "free" is
# independent)
MIDDLE: dict[str, tuple[str, dict[str, int], str]] = {
    "A": ("P", {"spices": 3}, "port trading_post colonist"),
    "B": ("F", {"sugar": 3}, "port trading_post army"),
    "C": ("N", {"rubber": 1, "spices": 1}, "port"),
    "E": ("P", {"gold": 1, "sugar": 1}, "port church missionary"),
    "F": ("P", {"cotton": 1}, "army"),
    "G": ("F", {"gold": 1, "spices": 1}, "trading_post army colonist"),
    "H": ("N", {"gems": 3}, "trading_post colonist"),
    "I": ("N", {"silver": 1}, "port army army"),
    "J": ("", {}, ""),
    "K": ("F", {"cotton": 1, "gems": 1}, "church missionary resists"),
    "L": ("F", {"silver": 1}, "army army"),
    "M": ("B", {"cotton": 2, "gold": 1}, "army army colonist"),
    "N": ("B", {"spices": 1, "ore": 1, "gems": 1}, "port trading_post"),
    "P": ("B", {"rubber": 1}, "church missionary"),
    "Q": ("B", {"silver": 2}, "port army"),
}
LATE: dict[str, tuple[str, dict[str, int], str]] = {
    "A": ("P", {"spices": 3, "tea": 1, "silver": 2}, "port trading_post railway army army colonist"),
    "B": ("F", {"sugar": 3, "coffee": 2}, "port trading_post city army"),
    "C": ("N", {"rubber": 1, "spices": 1}, "port democracy"),
    "D": ("N", {"silver": 1, "rubber": 1, "timber": 2, "oil": 1}, "port church city resists"),
    "E": ("P", {"gold": 1, "sugar": 1}, "port church missionary monarchy"),
    "F": ("P", {"cotton": 1}, "army army army"),
    "G": ("F", {"gold": 1, "spices": 1, "timber": 2}, "trading_post city railway army colonist"),
    "H": ("N", {"gems": 3}, "trading_post colonist resists army"),
    "I": ("B", {"silver": 1, "coffee": 2, "oil": 1}, "port trading_post city army army"),
    "J": ("D", {"cotton": 2}, "dictatorship"),
    "K": ("S", {"cotton": 2, "gems": 1, "rubber": 3}, "trading_post church army army resists"),
    "L": ("S", {"silver": 2}, "army army"),
    "M": (
        "S",
        {"cotton": 2, "gold": 1, "tea": 1, "ore": 1},
        "trading_post city railway army army army resists",
    ),
    "N": ("B", {"spices": 1, "ore": 1, "gems": 1}, "port trading_post democracy"),
    "O": ("D", {"gems": 1}, "port army"),
    "P": ("", {"rubber": 1}, "church free"),
    "Q": (
        "S",
        {"sugar": 2, "gold": 1, "tea": 1, "oil": 2, "coffee": 1},
        "port trading_post city church railway army army army colonist missionary",
    ),
    "R": ("B", {"ore": 2}, "port trading_post"),
}


def make(table: Mapping[str, tuple[str, dict[str, int], str]], players: int, **more: Any) -> dict[str, Any]:
    """The view of the position in ``table``."""
    closed = closed_below_five() if players < 5 else frozenset()
    countries: dict[str, dict[str, Any]] = {}
    figures: dict[int, dict[str, str]] = {seat: {} for seat in range(players)}
    for letter, (owner, products, text) in table.items():
        land, things = lands()[letter], text.split()
        forms = [t for t in things if t in ("democracy", "monarchy", "dictatorship")]
        for what in ("colonist", "missionary"):
            if what in things:
                figures[SEATS[owner]][what] = letter
        countries[letter] = {
            "name": land.name,
            "owner": SEATS[owner] if owner else None,
            "products": dict(products),
            **{b: b in things for b in ("port", "trading_post", "city", "church", "railway")},
            "armies": things.count("army"),
            "rebellion": "resists" in things,
            "independent": bool(forms) or "free" in things,
            "government": forms[0] if forms else None,
            "coast": land.coast or bool(closed & set(land.neighbours)),
            "neighbours": [n for n in land.neighbours if n not in closed],
        }
    powers = []
    for seat in range(players):
        own = [k for k, c in countries.items() if c["owner"] == seat]
        spaces = {
            k: sum((2 if p in MINERALS else 1) * n for p, n in countries[k]["products"].items()) for k in own
        }
        stopped = [k for k in own if countries[k]["rebellion"] and not countries[k]["armies"]]
        powers.append(
            {
                "seat": seat,
                "name": NAMES[seat],
                "money": (22, 9, 16, 31, 40, 12)[seat],
                "influence": (11, 9, 12, 8, 12, 23)[seat],
                "ships": (2, 1, 2, 2, 3, 1)[seat],
                "ladder": sum(spaces.values()),
                "exportable": sum(n for k, n in spaces.items() if k not in stopped),
                "income": (10, 11, 11, 12, 19, 4)[seat],
                "monopolies": (["spices"], ["gems"], ["sugar"], [], [], [])[seat],
                "colonist": figures[seat].get("colonist"),
                "missionary": figures[seat].get("missionary"),
                "kept": [],
                "countries": own,
            }
        )
    base: dict[str, Any] = {
        "game": "colony",
        "phase": 3,
        "round": 10,
        "years": [1700, 1783],
        "turn": 2,
        "step": "actions",
        "start_seat": 2,
        "players": players,
        "powers": powers,
        "countries": countries,
        "bag": {},
        "supply": {},
        "telegraphy": False,
        "rebels_bonus": {},
    }
    return base | more


def middle() -> dict[str, Any]:
    """Phase 3, round 10, four powers: people in Kestule resist."""
    return make(MIDDLE, 4)


def late() -> dict[str, Any]:
    """Phase 6, six powers, all 18 countries: four resist, five are independent, Quolvane is as full as a
    country gets."""
    return make(LATE, 6, phase=6, round=22, years=[1914, None])


def empty(players: int = 3) -> dict[str, Any]:
    """Before the first choice: nobody holds anything."""
    closed = closed_below_five() if players < 5 else frozenset()
    return make(
        {k: ("", {}, "") for k in lands() if k not in closed},
        players,
        phase=1,
        round=0,
        turn=None,
        step="setup",
    )
