"""The ladders count what the view counts."""

from __future__ import annotations

from collections import Counter
from math import hypot
from typing import Any

import pytest

from colony_nb.plots.ladders import (
    EMPTY,
    NO_SHIP,
    SHIPPED,
    STOPPED,
    IncomeLadder,
    InfluenceLadder,
    abreast,
    cells,
    sections,
)
from colony_nb.plots.palette import DARK, POWERS, PRESENTATION
from colony_nb.plots.pool import Pool
from plots import views


def drawn(pool: Pool, key: str) -> list[dict[str, Any]]:
    data = pool.source.data
    first = next(iter(data))
    size = len(data[first]) // len(pool.keys)
    start = pool.keys.index(key) * size
    out = [{name: data[name][i] for name in data} for i in range(start, start + size)]
    return [row for row in out if row[first] == row[first]]


def test_shipped_comes_before_what_waits_and_what_is_stopped() -> None:
    power = {"ladder": 11, "exportable": 8, "ships": 1}
    assert cells(power, 12) == [SHIPPED] * 6 + [NO_SHIP] * 2 + [STOPPED] * 3 + [EMPTY]
    assert cells({"ladder": 0, "exportable": 0, "ships": 1}, 6) == [EMPTY] * 6
    assert cells({"ladder": 4, "exportable": 0, "ships": 3}, 6) == [STOPPED] * 4 + [EMPTY] * 2


def test_one_scale_holds_every_power() -> None:
    powers = views.late()["powers"]
    assert sections(powers) * 6 >= max(p["ladder"] for p in powers)
    assert sections([{"ladder": 25, "ships": 1}]) == 5
    assert sections([{"ladder": 1, "ships": 7}]) == 7
    assert sections([{"ladder": 1, "ships": 1}]) == 4


@pytest.mark.parametrize(
    "view", [views.middle(), views.late(), views.empty()], ids=["middle", "late", "empty"]
)
def test_the_income_ladder_shows_spaces_ships_and_number(view: dict[str, Any]) -> None:
    ladder = IncomeLadder()
    ladder.update(view)
    for power in view["powers"]:
        key = f"seat {power['seat']}"
        states = Counter(row["k"] for row in drawn(ladder.cells, key))
        shipped = min(power["exportable"], 6 * power["ships"])
        assert states[SHIPPED] == shipped
        assert states[NO_SHIP] == power["exportable"] - shipped
        assert states[STOPPED] == power["ladder"] - power["exportable"]
        marks = Counter(row["m"] for row in drawn(ladder.discs, key))
        assert marks == Counter({"@ship": power["ships"], "circle": 1})
        words = [row["t"] for row in drawn(ladder.texts, key)]
        assert words == [POWERS[power["seat"]].letter, power["name"], str(power["ladder"])]


def test_the_income_ladder_grows_with_the_game_and_shrinks_when_it_is_undone() -> None:
    ladder, view = IncomeLadder(), views.middle()
    ladder.update(view)
    end = ladder.figure.x_range.end
    view["powers"][0]["ladder"] = view["powers"][0]["exportable"] = 40
    ladder.update(view)
    assert ladder.figure.x_range.end > end
    assert len(drawn(ladder.cells, "seat 1")) == 42
    ladder.update(views.middle())
    assert ladder.figure.x_range.end == end
    assert len(drawn(ladder.cells, "seat 1")) == 24


def test_influence_stands_at_its_points_and_equal_powers_stack() -> None:
    ladder, view = InfluenceLadder(), views.late()
    ladder.update(view)
    where = {}
    for power in view["powers"]:
        (disc,) = drawn(ladder.discs, f"seat {power['seat']}")
        assert disc["x"] == power["influence"]
        assert disc["f"] == POWERS[power["seat"]].colour
        where[power["seat"]] = (disc["x"], disc["y"])
    assert len(set(where.values())) == len(where)
    assert where[2][0] == where[4][0] and where[2][1] != where[4][1]
    assert ladder.figure.x_range.end >= 23


def test_six_equal_powers_do_not_hide_each_other() -> None:
    ladder, view = InfluenceLadder(), views.empty(6)
    for power in view["powers"]:
        power["influence"] = 10
    ladder.update(view)
    discs = [drawn(ladder.discs, f"seat {seat}")[0] for seat in range(6)]
    assert len({(d["x"], d["y"]) for d in discs}) == 6
    assert all(abs(d["x"] - 10) < 1 and d["y"] < ladder.figure.height for d in discs)
    stems = [row for row in drawn(ladder.axis, "axis") if row["y1"] > row["y0"] and row["x0"] == 10]
    assert len(stems) == 1 + 6 - sum(
        1 for d in discs if d["x"] == 10 and d["y"] == min(e["y"] for e in discs)
    )


@pytest.mark.parametrize("points", [(8, 9), (9, 8, 8, 9), (0, 0, 0, 1), (20, 20, 20, 19), (0, 0, 0, 0, 1, 1)])
@pytest.mark.parametrize("scale", [1.0, PRESENTATION])
def test_discs_neither_overlap_nor_leave_the_figure(points: tuple[int, ...], scale: float) -> None:
    ladder, view = InfluenceLadder(scale=scale), views.empty(max(3, len(points)))
    for power, at in zip(view["powers"], (*points, 15), strict=False):
        power["influence"] = at
    ladder.update(view)
    low, high = ladder.figure.x_range.start, ladder.figure.x_range.end
    pixel = (high - low) / ladder.WIDTH  # in points
    discs = [drawn(ladder.discs, f"seat {power['seat']}")[0] for power in view["powers"]]
    for i, d in enumerate(discs):
        radius = d["s"] / 2
        assert low + radius * pixel <= d["x"] <= high - radius * pixel
        assert radius <= d["y"] <= ladder.figure.height - radius
        for e in discs[:i]:
            assert hypot((d["x"] - e["x"]) / pixel, d["y"] - e["y"]) >= d["s"] - 0.01


def test_each_disc_stands_at_its_points_while_there_are_rows_for_it() -> None:
    powers = [{"seat": i, "influence": points} for i, points in enumerate((8, 9, 9, 20))]
    assert abreast(powers, 1.5, 3, 20) == {0: (8, 8.0, 0), 1: (9, 9.0, 1), 2: (9, 9.0, 2), 3: (20, 20.0, 0)}


@pytest.mark.parametrize("kind", [IncomeLadder, InfluenceLadder])
def test_restyle_keeps_the_models_and_the_numbers(kind: type[IncomeLadder] | type[InfluenceLadder]) -> None:
    ladder = kind()
    ladder.update(views.middle())
    before = {model.id for model in ladder.figure.references()}
    words = [t for t in ladder.texts.source.data["t"] if t]
    height = ladder.figure.height
    ladder.restyle("dark", PRESENTATION)
    assert {model.id for model in ladder.figure.references()} == before
    assert [t for t in ladder.texts.source.data["t"] if t] == words
    assert ladder.figure.background_fill_color == DARK.panel
    assert ladder.figure.height > height
