"""Downloads hold what the frames hold; secrets and, on request, names stay out."""

from __future__ import annotations

import csv
import io
import json

import colony_nb as colony
from colony_nb.lab import exports
from laws import lawkit

NAMES = ["Zenobia Quint", "=HYPERLINK(1)", "Übermut"]


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def part(most: int = 60) -> colony.Game:
    return lawkit.played(colony.new_game(NAMES, 3), 3, most)


def test_the_frame_as_csv_is_the_frame() -> None:
    game = part(200)
    told = rows(exports.frame_csv(game))
    frame = game.frame()
    assert len(told) == len(frame) > 3
    assert [int(row["money"]) for row in told] == list(frame["money"])
    assert {row["name"] for row in told} == {"Zenobia Quint", "'=HYPERLINK(1)", "Übermut"}


def test_every_choice_is_a_row_and_every_option_can_be_read_back() -> None:
    game = lawkit.finished(5, 1)
    told = rows(exports.decisions_csv(game))
    assert [int(row["n"]) for row in told] == list(range(game.n))
    for row, (seat, kind, option) in zip(told, game._log, strict=True):
        assert (int(row["seat"]), row["kind"]) == (seat, kind)
        read = row["option"] if isinstance(option, str) else json.loads(row["option"])
        assert read == (list(option) if isinstance(option, tuple) else option)


def test_a_secret_choice_is_left_out_until_all_are_shown() -> None:
    game = colony.new_game(3, 1)
    while game.pending[0].kind != "cards":
        game.choose(game.pending[0], game.pending[0].options[0])
    known = game.n
    for left in (2, 1, 0):
        game.choose(game.pending[0], game.pending[0].options[0])
        told = rows(exports.decisions_csv(game))
        assert len(told) == (known if left else game.n)


def test_a_bid_is_left_out_until_the_bids_are_open() -> None:
    seen = set()
    for index in (0, 3, 8):
        game = lawkit.new(*lawkit.TABLES[index], seed=2, rich=True)
        for _ in lawkit.moments(game, 2):
            if not game.pending or game.pending[0].kind not in ("join", "bid_money", "bid_points"):
                continue
            start = max(r["n"] for r in game.journal if r["kind"] == "grant")
            hidden = {"bid_money", "bid_points"} | ({"join"} if game.pending[0].kind == "join" else set())
            told = [r["kind"] for r in rows(exports.decisions_csv(game)) if int(r["n"]) >= start]
            assert hidden.isdisjoint(told)
            seen.add(game.pending[0].kind)
        if len(seen) == 3:
            return
    assert seen == {"join", "bid_money", "bid_points"}


def test_the_journal_is_all_records() -> None:
    game = part()
    told = json.loads(exports.journal_json(game))
    assert told["players"] == NAMES and told["seed"] == 3
    assert told["journal"] == json.loads(json.dumps(list(game.journal)))


def test_names_are_left_out_on_request_and_the_game_keeps_them() -> None:
    game = part()
    for make in (exports.frame_csv, exports.decisions_csv, exports.journal_json):
        with_names, without = make(game), make(game, names=False)
        assert any(name in with_names for name in NAMES)
        assert not any(name in without for name in NAMES)
        assert "Green" in without
    assert game.setup.names == tuple(NAMES)
    bare = exports.without_names(game)
    assert bare.digest() == game.digest() and bare.n == game.n
    assert colony.from_code(bare.code()).setup.names == ("Green", "Orange", "Blue")
