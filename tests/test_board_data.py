"""The board's data against itself: borders, neighbours, coasts, areas, label points."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from math import dist, hypot

import pytest

from colony_nb.plots.board import Point, Ring, glyphs, inside, lands

LANDS = lands()
CLOSED = {k for k, land in LANDS.items() if land.closed_below_five}
Edge = frozenset[Point]


def edges() -> dict[Edge, set[str]]:
    """Every edge of every border, with the countries that have it."""
    out: dict[Edge, set[str]] = defaultdict(set)
    for letter, land in LANDS.items():
        for a, b in pairwise(land.ring):
            out[frozenset((a, b))].add(letter)
    return out


def area(ring: Ring) -> float:
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairwise(ring))) / 2


def distance(ring: Ring, x: float, y: float) -> float:
    """The distance of a point from the nearest edge."""
    out = []
    for (x1, y1), (x2, y2) in pairwise(ring):
        length = dist((x1, y1), (x2, y2))
        t = max(0.0, min(1.0, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length**2))
        out.append(hypot(x - x1 - t * (x2 - x1), y - y1 - t * (y2 - y1)))
    return min(out)


def crosses(a: Point, b: Point, c: Point, d: Point) -> bool:
    def side(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def test_eighteen_countries_named_by_their_initials() -> None:
    assert list(LANDS) == [chr(65 + i) for i in range(18)]
    assert all(land.name[0] == k and land.name.isascii() for k, land in LANDS.items())
    assert len({land.name for land in LANDS.values()}) == 18


@pytest.mark.parametrize("letter", LANDS)
def test_a_border_is_one_closed_ring_that_does_not_cross_itself(letter: str) -> None:
    ring = LANDS[letter].ring
    assert ring[0] == ring[-1]
    assert len(set(ring)) == len(ring) - 1
    sides = list(pairwise(ring))
    assert not any(crosses(*sides[i], *sides[j]) for i in range(len(sides)) for j in range(i + 1, len(sides)))


def test_neighbours_are_the_countries_that_share_an_edge() -> None:
    found: dict[str, set[str]] = defaultdict(set)
    length: dict[frozenset[str], float] = defaultdict(float)
    for edge, owners in edges().items():
        assert len(owners) <= 2
        if len(owners) == 2:
            one, other = owners
            found[one].add(other)
            found[other].add(one)
            length[frozenset(owners)] += dist(*edge)
    for letter, land in LANDS.items():
        assert set(land.neighbours) == found[letter]
        assert 2 <= len(land.neighbours) <= 6
    # A shorter border would leave a reader of the map in doubt.
    assert min(length.values()) > 20


def test_countries_meet_along_edges_and_never_in_a_mere_point() -> None:
    at: dict[Point, set[str]] = defaultdict(set)
    for letter, land in LANDS.items():
        for point in land.ring:
            at[point].add(letter)
    for letters in at.values():
        assert all(b in LANDS[a].neighbours for a in letters for b in letters if a != b)


def test_a_coast_is_an_edge_that_nobody_shares() -> None:
    rim = {next(iter(owners)) for owners in edges().values() if len(owners) == 1}
    assert rim == {k for k, land in LANDS.items() if land.coast}
    assert len(rim) >= 10 and len(LANDS) - len(rim) >= 4


def test_areas_are_within_a_factor_of_three() -> None:
    areas = [area(land.ring) for land in LANDS.values()]
    assert max(areas) <= 3 * min(areas)


def test_the_three_closed_countries_lie_on_the_rim_and_leave_the_rest_connected() -> None:
    assert len(CLOSED) == 3 and all(LANDS[k].coast for k in CLOSED)
    rest = set(LANDS) - CLOSED
    seen, todo = {min(rest)}, [min(rest)]
    while todo:
        new = set(LANDS[todo.pop()].neighbours) & rest - seen
        seen |= new
        todo += new
    assert seen == rest
    assert all(len(set(LANDS[k].neighbours) - CLOSED) >= 2 for k in rest)


@pytest.mark.parametrize("letter", LANDS)
def test_the_label_point_has_its_circle_of_free_land(letter: str) -> None:
    land = LANDS[letter]
    assert inside(land.ring, *land.label)
    assert distance(land.ring, *land.label) >= land.radius - 0.3
    assert land.radius >= 60


@pytest.mark.parametrize("letter", LANDS)
def test_the_inner_rings_and_the_places_where_people_live_are_inside(letter: str) -> None:
    land = LANDS[letter]
    assert all(inside(land.ring, x, y) for x, y in land.edge + land.inset)
    assert area(land.inset) < area(land.edge) < area(land.ring)
    assert len(land.settlements) >= 5
    assert all(inside(land.ring, x, y) for x, y, _ in land.settlements)


def test_every_symbol_stays_in_its_box() -> None:
    for name, path in glyphs().items():
        assert path.startswith("M"), name
        assert path.rstrip().upper().endswith("Z"), name
