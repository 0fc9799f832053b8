"""The board's shapes: borders, rings inside them, places where people live, glyphs. Read once."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

from colony_nb.paths import DATA

Point = tuple[float, float]
Ring = tuple[Point, ...]

WIDTH, HEIGHT = 768, 517
PER_UNIT = 0.742
"""Pixels of a board unit at the figure's base width of 768 pixels."""
LEFT, TOP = -17.5, 723.0
RIGHT, BOTTOM = LEFT + WIDTH / PER_UNIT, TOP - HEIGHT / PER_UNIT


@dataclass(frozen=True, slots=True)
class Land:
    """One country's geometry: the border ring, two rings inside it (edge 5, inset 13 units in), label point,
    decoration."""

    letter: str
    name: str
    ring: Ring
    edge: Ring
    inset: Ring
    label: Point
    radius: float
    neighbours: tuple[str, ...]
    coast: bool
    closed_below_five: bool
    settlements: tuple[tuple[float, float, int], ...]
    paths: tuple[Ring, ...]


@dataclass(frozen=True, slots=True)
class Water:
    """One line of the sea, parallel to the coast at ``offset`` units."""

    offset: int
    line: Ring


def _ring(points: Iterable[Iterable[float]]) -> Ring:
    return tuple((float(x), float(y)) for x, y in points)


def _json(*parts: str) -> Any:
    return json.loads(DATA.joinpath(*parts).read_text(encoding="utf-8"))


@cache
def _decoration() -> Any:
    return _json("look", "decoration.json")


@cache
def lands() -> dict[str, Land]:
    """All 18 countries by letter, in the order of their letters."""
    more = _decoration()
    out = {}
    for feature in _json("board.geojson")["features"]:
        facts = feature["properties"]
        letter = facts["letter"]
        out[letter] = Land(
            letter=letter,
            name=facts["name"],
            ring=_ring(feature["geometry"]["coordinates"][0]),
            edge=_ring(more["edge"][letter]),
            inset=_ring(more["inset"][letter]),
            label=(facts["label"][0], facts["label"][1]),
            radius=facts["label_radius"],
            neighbours=tuple(facts["neighbours"]),
            coast=facts["coast"],
            closed_below_five=facts["closed_below_five_players"],
            settlements=tuple((x, y, int(size)) for x, y, size in more["settlements"][letter]),
            paths=tuple(_ring(path) for path in more["paths"][letter]),
        )
    return dict(sorted(out.items()))


@cache
def waters(closed: bool) -> tuple[Water, ...]:
    """The lines round the continent, of 15 countries if some are ``closed``, else of 18."""
    rows = _decoration()["water_15" if closed else "water_18"]
    return tuple(Water(row["offset"], _ring(row["line"])) for row in rows)


@cache
def glyphs() -> dict[str, str]:
    """SVG path data of every symbol in a box of 24 by 24, y down, by name ("sugar", "port", "army", ...)."""
    return dict(_json("look", "glyphs.json"))


def closed_below_five() -> frozenset[str]:
    """The letters of the countries that are sea with fewer than five players."""
    return frozenset(k for k, land in lands().items() if land.closed_below_five)


def inside(ring: Ring, x: float, y: float) -> bool:
    """Whether the point lies in the ring (even number of crossings: outside)."""
    odd = False
    for (x1, y1), (x2, y2) in pairwise(ring):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            odd = not odd
    return odd


def country_at(x: float, y: float, closed: Iterable[str] = ()) -> str | None:
    """The letter of the country at a point in board units (y up), or None for the sea and ``closed``
    countries.

    >>> country_at(*lands()["K"].label), country_at(0, 0)
    ('K', None)
    """
    out = set(closed)
    return next((k for k, land in lands().items() if k not in out and inside(land.ring, x, y)), None)


@cache
def chord(letter: str, level: int) -> tuple[float, float] | None:
    """The stretch (from, to) in which the horizontal line y = ``level`` runs inside the country's inset ring.

    Of several stretches the one under the label point counts, else the widest; None if the line misses the
    ring.
    """
    land = lands()[letter]
    y = level + 0.001
    cuts = sorted(
        x1 + (y - y1) * (x2 - x1) / (y2 - y1)
        for (x1, y1), (x2, y2) in pairwise(land.inset)
        if (y1 > y) != (y2 > y)
    )
    spans = list(zip(cuts[::2], cuts[1::2], strict=True))
    if not spans:
        return None
    at = bisect_right(cuts, land.label[0])
    if at % 2:
        return spans[at // 2]
    return max(spans, key=lambda span: span[1] - span[0])


def room(letter: str, bottom: float, top: float) -> tuple[float, float] | None:
    """The stretch (from, to) free inside the inset ring over the whole height from ``bottom`` to ``top``, or
    None."""
    return _room(letter, round(bottom), round((bottom + top) / 2), round(top))


@cache
def _room(letter: str, *levels: int) -> tuple[float, float] | None:
    low, high = -1e9, 1e9
    for level in levels:
        span = chord(letter, level)
        if span is None:
            return None
        low, high = max(low, span[0]), min(high, span[1])
    return (low, high) if low < high else None
