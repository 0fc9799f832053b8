"""Games as data frames agree with view and journal."""

from __future__ import annotations

import pandas
import pytest

import colony_nb as colony
from colony_nb.lab import frames


def finished(players: int, seed: int, **options: dict[str, bool]) -> colony.Game:
    game = colony.new_game([colony.bot("random")] * players, seed=seed, **options)
    game.play()
    return game


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_row_a_power_and_round(players: int) -> None:
    game = finished(players, 2)
    frame = game.frame()
    assert list(frame.columns) == list(frames.STANDING)
    assert list(frame["round"]) == [n for n in range(1, 25) for _ in range(players)]
    assert list(frame["seat"]) == list(range(players)) * 24
    assert list(frame["phase"].iloc[::players]) == [1 + n // 4 for n in range(24)]
    assert not frame.isna().any(axis=None)


def test_the_last_rows_are_the_view() -> None:
    game = finished(4, 5)
    view = game.view()
    for row, power in zip(game.frame().tail(4).to_dict("records"), view["powers"], strict=True):
        own = [view["countries"][letter] for letter in power["countries"]]
        for name in ("seat", "name", "money", "influence", "ships", "ladder", "exportable"):
            assert row[name] == power[name], name
        assert row["countries"] == len(own)
        assert row["armies"] == sum(country["armies"] for country in own)
        assert row["rebellions"] == sum(country["rebellion"] for country in own)
        assert row["independent"] == sum(country["independent"] for country in own)
        assert row["monopolies"] == len(power["monopolies"])


def test_the_round_under_way_is_the_last() -> None:
    game = colony.new_game(3, seed=4)
    assert list(game.frame()["round"]) == [0, 0, 0]
    while game.view()["round"] < 3 or game.view()["turn"] is None:
        decision = game.pending[0]
        game.choose(decision, decision.options[0])
    frame = game.frame()
    assert list(frame["round"]) == [1, 1, 1, 2, 2, 2, 3, 3, 3]
    assert list(frame["money"].tail(3)) == [power["money"] for power in game.view()["powers"]]
    ended = [record for record in game.journal if record["kind"] == "standing"][1]
    assert list(frame["money"][3:6]) == [row["money"] for row in ended["rows"]]


def test_an_early_end_has_its_last_money() -> None:
    game = next(
        game
        for seed in range(1, 20)
        if (game := finished(4, seed, variants={"independence": True})).view()["round"] < 24
    )
    assert game.result is not None
    assert list(game.frame()["money"].tail(4)) == game.result["money"]
    assert game.frame()["round"].iloc[-1] == game.view()["round"]


def test_a_row_a_choice() -> None:
    game = colony.new_game(["Ana", colony.bot("random"), "Cy"], seed=3)
    game.play()
    decision = game.pending[0]
    game.choose(decision, decision.options[0])
    game.play()
    frame = frames.decisions(game)
    assert list(frame.columns) == list(frames.DECISIONS)
    assert list(frame["n"]) == list(range(game.n))
    row = frame[frame["n"] == decision.n].iloc[0]
    assert (row["seat"], row["kind"], row["option"]) == (decision.seat, decision.kind, decision.options[0])
    assert set(frame[frame["seat"] == 1]["bot"]) == {"random"}
    assert frame[frame["seat"] != 1]["bot"].isna().all()


def test_no_choices_yet() -> None:
    frame = frames.decisions(colony.new_game(3, seed=3))
    assert frame.empty and list(frame.columns) == list(frames.DECISIONS)


def test_the_journal_as_a_frame_adds_up() -> None:
    game = finished(4, 6)
    frame = frames.journal_frame(game)
    assert len(frame) == len(game.journal)
    assert list(frame.columns[: len(frames.MOMENT)]) == list(frames.MOMENT)
    income = frames.journal_frame(game, "income")
    assert set(income["kind"]) == {"income"} and len(income) == 4 * 24
    assert "amount" not in income.columns
    money = pandas.Series([5] * 4)
    for record in game.journal:
        if record["kind"] == "income":
            money[record["seat"]] += record["total"]
        elif record["kind"] == "money":
            money[record["seat"]] += record["amount"]
        elif record["kind"] == "pay":
            money[record["seat"]] -= record["amount"]
        elif record["kind"] == "bids":
            for seat, bid in record["bids"].items():
                money[seat] -= bid["money"]
    assert game.result is not None
    assert list(money) == game.result["money"]
    by_seat = income.groupby("seat")["total"].sum()
    assert by_seat.sum() == sum(r["total"] for r in game.journal if r["kind"] == "income")
