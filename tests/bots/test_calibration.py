"""Six steady players keep the game within the bounds of the calibration."""

from __future__ import annotations

from typing import Any

import pytest

from colony_nb.lab import batch, calibration

Rows = list[dict[str, Any]]


@pytest.fixture(scope="module")
def games() -> Rows:
    return batch.rows(batch.simulate(200, 6, "steady", seed=1, jobs=2))


@pytest.mark.slow
def test_the_figures_are_in_bounds(games: Rows) -> None:
    figures = calibration.figures(games)
    assert calibration.holds(figures), figures


@pytest.mark.slow
def test_the_middle_is_well_inside(games: Rows) -> None:
    figures = calibration.figures(games)
    assert 6 <= figures["mean_independent"]["value"] <= 12
    assert 220 <= figures["median_money"]["value"] <= 340


@pytest.mark.slow
def test_most_powers_hold_two_to_five_countries(games: Rows) -> None:
    countries = [count for game in games for count in game["countries"]]
    assert sum(2 <= count <= 5 for count in countries) >= 0.75 * len(countries)
    assert countries.count(0) <= 0.05 * len(countries)


@pytest.mark.slow
def test_fewer_players_end_richer(games: Rows) -> None:
    three = batch.rows(batch.simulate(60, 3, "steady", seed=1, jobs=2))
    few, many = (calibration.figures(rows)["median_money"]["value"] for rows in (three, games))
    assert few > many
