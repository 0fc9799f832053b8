"""The calibration figures, from results made up for the purpose."""

from __future__ import annotations

from typing import Any

import pytest

from colony_nb.lab import calibration


def game(money: list[int], winners: list[int] | None = None, independent: int = 8) -> dict[str, Any]:
    best = max(money)
    return {
        "money": money,
        "influence": [10] * len(money),
        "countries": [3] * len(money),
        "independent": independent,
        "winners": winners or [seat for seat, coins in enumerate(money) if coins == best],
    }


def six(median: int, best: int, seat: int = 0, independent: int = 8) -> dict[str, Any]:
    money = [median] * 6
    money[seat] = best
    return game(money, independent=independent)


EVEN = [six(280, 500, seat) for seat in range(6)]


def test_games_as_the_rules_want_them_hold() -> None:
    figures = calibration.figures(EVEN)
    assert calibration.holds(figures)
    assert {name for name, figure in figures.items() if figure["ok"]} == set(calibration.BOUNDS)
    assert figures["median_money"] == {"value": 280, "low": 180, "high": 350, "ok": True}
    assert figures["largest_seat_share"]["value"] == pytest.approx(1 / 6)


@pytest.mark.parametrize(
    ("games", "broken"),
    [
        ([six(179, 300, seat) for seat in range(6)], "median_money"),
        ([six(351, 600, seat) for seat in range(6)], "median_money"),
        ([six(200, 501 if seat < 3 else 300, seat) for seat in range(6)], "runaway_share"),
        ([six(280, 500, seat % 3) for seat in range(6)], "largest_seat_share"),
        ([*EVEN, *EVEN, six(280, 500, 1, independent=3)], "independent_least"),
        ([*EVEN, *EVEN, six(280, 500, 1, independent=15)], "independent_most"),
    ],
)
def test_each_bound_can_be_broken_alone(games: list[dict[str, Any]], broken: str) -> None:
    figures = calibration.figures(games)
    assert [name for name, figure in figures.items() if figure["ok"] is False] == [broken]
    assert not calibration.holds(figures)


@pytest.mark.parametrize(
    "games",
    [
        [six(180, 300, seat, independent=4) for seat in range(6)],
        [six(350, 875, seat, independent=14) for seat in range(6)],  # exactly 2.5 times is not more
        [six(200, 501 if seat < 2 else 300, seat) for seat in range(6)],  # exactly a third
        [six(280, 500, seat % 4) for seat in range(4)],  # exactly a quarter
    ],
)
def test_a_bound_itself_holds(games: list[dict[str, Any]]) -> None:
    assert calibration.holds(calibration.figures(games))


def test_the_median_is_that_of_the_medians() -> None:
    games = [game([0, 100, 200, 300, 400, 1000]), game([1, 1, 300, 300, 300, 300]), six(340, 400)]
    assert calibration.figures(games)["median_money"]["value"] == 300


def test_a_shared_win_counts_in_parts() -> None:
    shares = calibration.seat_shares([game([5, 5, 1]), game([1, 1, 5])])
    assert shares == [0.25, 0.25, 0.5]


def test_other_tables_have_no_bounds_unless_asked() -> None:
    games = [game([1, 2, 3, 4])]
    assert all(figure["ok"] is None for figure in calibration.figures(games).values())
    assert calibration.figures(games, bounds=True)["median_money"]["ok"] is False
    assert calibration.figures(EVEN, bounds=False)["median_money"]["ok"] is None


def test_no_games_have_no_figures() -> None:
    with pytest.raises(ValueError, match="no game"):
        calibration.figures([])
