"""Batches: the same games whatever plays them, rotated seats, plain columns."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import colony_nb as colony
from colony_nb.kernel.dice import GOLDEN, mix64
from colony_nb.lab import batch

GAMES = 13


@pytest.fixture(scope="module")
def columns() -> batch.Columns:
    return batch.simulate(GAMES, 4, ["random", "steady"], seed=7)


def test_two_processes_play_the_same_games(columns: batch.Columns) -> None:
    assert batch.simulate(GAMES, 4, ["random", "steady"], seed=7, jobs=2) == columns


def test_any_map_plays_the_same_games(columns: batch.Columns) -> None:
    sizes: list[int] = []

    def backwards(function: Callable[[Any], Any], chunks: Iterable[batch.Chunk]) -> list[Any]:
        asked = list(chunks)
        sizes.extend(chunk.stop - chunk.first for chunk in asked)
        done = {chunk: function(chunk) for chunk in reversed(asked)}
        return [done[chunk] for chunk in asked]

    assert batch.simulate(GAMES, 4, ["random", "steady"], seed=7, map=backwards) == columns
    assert sum(sizes) == GAMES and len(sizes) > 1
    with ThreadPoolExecutor(2) as pool:
        assert batch.simulate(GAMES, 4, ["random", "steady"], seed=7, map=pool.map) == columns


def test_the_length_of_a_batch_changes_no_game(columns: batch.Columns) -> None:
    short = batch.simulate(3, 4, ["random", "steady"], seed=7)
    assert short == {name: values[:3] for name, values in columns.items()}


def test_another_seed_gives_other_games(columns: batch.Columns) -> None:
    other = batch.simulate(3, 4, ["random", "steady"], seed=8)
    assert all(a != b for a, b in zip(other["money"], columns["money"], strict=False))


def test_a_game_of_a_batch_is_the_game_of_its_seed(columns: batch.Columns) -> None:
    index = 5
    assert columns["seed"][index] == mix64(7 + index * GOLDEN)
    seats = [colony.bot(name) for name in columns["bots"][index]]
    game = colony.new_game(seats, seed=columns["seed"][index])
    game.play()
    assert game.result == {"winners": columns["winners"][index], "money": columns["money"][index]}
    view = game.view()
    assert [len(power["countries"]) for power in view["powers"]] == columns["countries"][index]
    assert [power["influence"] for power in view["powers"]] == columns["influence"][index]
    assert sum(c["independent"] for c in view["countries"].values()) == columns["independent"][index]
    assert columns["choices"][index] == game.n


def test_columns_are_plain_and_of_one_length(columns: batch.Columns) -> None:
    assert {len(values) for values in columns.values()} == {GAMES}
    assert json.loads(json.dumps(columns)) == columns
    assert columns["game"] == list(range(GAMES))
    row = batch.rows(columns)[4]
    assert {name: columns[name][4] for name in columns} == row


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("bots", [["a"], ["a", "b"], ["a", "b", "c"], ["a", "b", "c", "d"]])
def test_every_bot_comes_to_every_seat(players: int, bots: list[str]) -> None:
    used = bots[:players]
    tables = [batch.seating(bots, players, index) for index in range(players)]
    assert tables[0] == [bots[seat % len(bots)] for seat in range(players)]
    for seat in range(players):
        column = [table[seat] for table in tables]
        assert sorted(column) == sorted(tables[0])
        assert set(column) == set(used)


def test_wins_add_up_to_the_games(columns: batch.Columns) -> None:
    won = batch.wins(columns)
    assert set(won) == {"random", "steady"}
    assert sum(won.values()) == pytest.approx(GAMES)
    shared = {"bots": [["a", "b", "a"], ["b", "a", "b"]], "winners": [[0, 1], [1]]}
    assert batch.wins(shared) == {"a": 1.5, "b": 0.5}


@pytest.mark.parametrize("variant", ["pass_event_cards", "independence", "sabotage"])
def test_variants_are_played(variant: str) -> None:
    lines: list[str] = []
    batch.simulate(2, 4, "random", seed=3, variants=[variant], journal=lines.append)
    records = [json.loads(line) for line in lines]
    kinds = {record["kind"] for record in records}
    assert [r["variants"] for r in records if r["kind"] == "game"] == [[variant]] * 2
    if variant == "pass_event_cards":
        assert "pass_card" in kinds
    elif variant == "sabotage":
        assert "sabotage" in kinds
    else:
        rounds = [record["round"] for record in records if record["kind"] == "end"]
        assert len(rounds) == 2 and all(n != 24 for n in rounds)


def test_journals_come_in_order_and_change_no_result() -> None:
    lines: list[str] = []
    columns = batch.simulate(5, 3, "random", seed=2, jobs=2, journal=lines.append)
    assert columns == batch.simulate(5, 3, "random", seed=2)
    records = [json.loads(line) for line in lines]
    heads = [record for record in records if record["kind"] == "game"]
    assert [head["seed"] for head in heads] == columns["seed"]
    assert [record["game"] for record in records] == sorted(record["game"] for record in records)
    ends = [record for record in records if record["kind"] == "end"]
    assert [end["money"] for end in ends] == columns["money"]


def test_progress_ends_with_all_games() -> None:
    seen: list[int] = []
    batch.simulate(20, 3, "random", seed=2, progress=seen.append)
    assert seen == sorted(set(seen)) and seen[-1] == 20 and len(seen) > 1


@pytest.mark.parametrize(
    "arguments",
    [
        {"players": 2},
        {"players": 7},
        {"players": "4"},
        {"bots": "nobody"},
        {"seed": "one"},
        {"variants": ["chess"]},
    ],
)
def test_what_cannot_be_played_is_refused_before_a_game(arguments: dict[str, Any]) -> None:
    done: list[int] = []
    with pytest.raises(colony.ColonyError) as caught:
        batch.simulate(**{"games": 3, "bots": "random", "progress": done.append, **arguments})
    assert str(caught.value).endswith(".")
    assert done == []


@pytest.mark.parametrize("arguments", [{"games": 0}, {"jobs": 0}, {"bots": []}])
def test_batches_of_nothing_are_refused(arguments: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="a batch takes"):
        batch.simulate(**{"games": 3, **arguments})
