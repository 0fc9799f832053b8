"""The calibration figures of a batch of games, with the bounds that six steady bots keep."""

from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean, median
from typing import Any

CALIBRATED_PLAYERS = 6
"""The bounds hold for this number of players; for others the figures are given without bounds."""

BOUNDS: dict[str, tuple[float | None, float | None]] = {
    "median_money": (180.0, 350.0),
    "runaway_share": (None, 1 / 3),
    "largest_seat_share": (None, 0.25),
    "independent_least": (4.0, None),
    "independent_most": (None, 14.0),
}
"""Name of a figure -> lowest and highest value allowed, None where a side is open."""

RUNAWAY = 2.5
"""A game ran away when its best power has more than this many times the median money."""


def figures(results: Iterable[Mapping[str, Any]], *, bounds: bool | None = None) -> dict[str, dict[str, Any]]:
    """The calibration figures of finished games: name -> {"value", "low", "high", "ok"}.

    Each result is a mapping with `money`, `influence` and `countries` (a number a seat), `independent`
    (countries independent at the end) and `winners` (seats). `low` and `high` are None where a side
    is open; `ok` is None where both are. Bounds apply when every game has six players, or as `bounds`
    says. Raises ValueError when there is no game.

    >>> game = {"money": [200, 210, 220, 230, 240, 250], "influence": [10] * 6, "countries": [3] * 6,
    ...         "independent": 8, "winners": [5]}
    >>> figures([game])["median_money"]
    {'value': 225.0, 'low': 180.0, 'high': 350.0, 'ok': True}
    """
    games = list(results)
    if not games:
        raise ValueError("no game, so no figures")
    if bounds is None:
        bounds = all(len(game["money"]) == CALIBRATED_PLAYERS for game in games)
    medians = [median(game["money"]) for game in games]
    independent = [game["independent"] for game in games]
    countries = [number for game in games for number in game["countries"]]
    values: dict[str, float] = {
        "median_money": median(medians),
        "runaway_share": fmean(max(g["money"]) > RUNAWAY * m for g, m in zip(games, medians, strict=True)),
        "largest_seat_share": max(seat_shares(games)),
        "independent_least": min(independent),
        "independent_most": max(independent),
        "mean_independent": fmean(independent),
        "mean_best_money": fmean(max(game["money"]) for game in games),
        "mean_worst_money": fmean(min(game["money"]) for game in games),
        "mean_countries": fmean(countries),
        "mean_influence": fmean(points for game in games for points in game["influence"]),
    }
    return {
        name: _figure(value, *(BOUNDS.get(name, (None, None)) if bounds else (None, None)))
        for name, value in values.items()
    }


def seat_shares(games: Sequence[Mapping[str, Any]]) -> list[float]:
    """The share of the games that each seat won; a shared win counts in parts that add up to one."""
    shares = [0.0] * max(len(game["money"]) for game in games)
    for game in games:
        for seat in game["winners"]:
            shares[seat] += 1 / len(game["winners"]) / len(games)
    return shares


def holds(table: Mapping[str, Mapping[str, Any]]) -> bool:
    """Whether no figure is outside its bounds."""
    return all(figure["ok"] is not False for figure in table.values())


def _figure(value: float, low: float | None, high: float | None) -> dict[str, Any]:
    if low is None and high is None:
        return {"value": value, "low": None, "high": None, "ok": None}
    ok = (low is None or value >= low) and (high is None or value <= high)
    return {"value": value, "low": low, "high": high, "ok": ok}
