"""Laws of time: undo, redo, looks at any moment, forks, saves, two tables, another process."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest

import colony_nb as colony
from laws.lawkit import IDS, TABLES, moments, new, pick, played

tables = pytest.mark.parametrize(("players", "chosen"), TABLES, ids=IDS)
few = pytest.mark.parametrize(
    ("players", "chosen"),
    [(3, ("pass_event_cards",)), (4, ()), (5, ("independence", "sabotage")), (6, ())],
    ids=["3-pass", "4-plain", "5-independence+sabotage", "6-plain"],
)


def fingerprint(game: colony.Game) -> str:
    """Position and whole journal in a few digits."""
    told = json.dumps([*game.journal], sort_keys=True)
    return game.digest() + blake2b(told.encode(), digest_size=8).hexdigest()


def digests(game: colony.Game, seed: int) -> dict[int, tuple[str, int]]:
    """Plays at random to the end: {n: (digest, length of the journal)}."""
    return {n: (game.digest(), len(game.journal)) for n in moments(game, seed)}


@few
def test_undo_all_redo_all(players: int, chosen: tuple[str, ...]) -> None:
    """Undo back to the start and redo to the end pass the same positions and journals."""
    game = new(players, chosen, 11, rich=True)
    passed = digests(game, 11)
    end = fingerprint(game)
    last = game.n
    while game.n:
        before = game.n
        game.undo()
        assert game.n == before - 1  # all are persons: one choice each
        assert (game.digest(), len(game.journal)) == passed[game.n]
    with pytest.raises(colony.ColonyError):
        game.undo()
    while game.n < last:
        game.redo()
        assert (game.digest(), len(game.journal)) == passed[game.n]
    assert fingerprint(game) == end
    with pytest.raises(colony.ColonyError):
        game.redo()


def test_undo_goes_back_to_a_person() -> None:
    """Undo goes back to the last choice of a person, over those of bots; redo forward again."""
    game = colony.new_game(["Ana", colony.bot("random"), colony.bot("random")], seed=3)
    chance = random.Random(3)
    stops = []
    game.play()
    while game.pending:
        stops.append((game.n, fingerprint(game)))
        mine = [d for d in game.pending if d.seat == 0]
        game.choose(mine[0], chance.choice(mine[0].options))
        game.play()
    end = fingerprint(game)
    back = stops[:]
    while back:
        game.undo()
        n, seen = back.pop()
        assert (game.n, fingerprint(game)) == (n, seen)
        assert any(d.seat == 0 for d in game.pending)
    for n, _ in stops[1:]:
        game.redo()
        assert game.n == n
    game.redo()
    assert fingerprint(game) == end


def test_undo_without_a_person_takes_back_one_choice() -> None:
    """Without a choice of a person undo takes back one choice."""
    game = colony.new_game([colony.bot("random")] * 3, seed=4)
    game.play(50)
    assert game.n == 50
    game.undo()
    assert game.n == 49
    game.redo()
    assert game.n == 50


def test_a_new_choice_ends_redo() -> None:
    """After an undo another choice is made: what was taken back cannot be made again."""
    game = new(4, (), 5)
    played(game, 5, most=30)
    game.undo()
    game.choose(game.pending[0], game.pending[0].options[0])
    with pytest.raises(colony.ColonyError):
        game.redo()


@few
def test_at_equals_the_moment_then(players: int, chosen: tuple[str, ...]) -> None:
    """at(n) shows what was seen at that moment, to all and to each seat, and changes nothing."""
    game = new(players, chosen, 12, rich=True)
    then: dict[int, Any] = {}
    for n in moments(game, 12):
        if n % 7 == 0 or not game.pending:
            asked = [(d, d.options) for d in game.pending]
            seat = n % players
            then[n] = (game.view(), game.view(seat), asked, len(game.journal), game.result)
    end = fingerprint(game)
    assert 0 in then and game.n in then
    for n, (seen, own, asked, told, result) in then.items():
        look = game.at(n)
        assert look.n == n and look.view() == seen and look.view(n % players) == own
        assert [(d, d.options) for d in look.pending] == asked
        assert [*look.journal] == [*game.journal][:told]
        assert look.result == result
        assert len(game.journal.since(n)) == len(game.journal) - told
    assert fingerprint(game) == end
    for wrong in (-1, game.n + 1, "3", None, True):
        with pytest.raises(colony.ColonyError):
            game.at(wrong)  # type: ignore[arg-type]


@tables
def test_a_fork_goes_its_own_way(players: int, chosen: tuple[str, ...]) -> None:
    """A fork played to its end, or taken back, never disturbs its origin, and plays the same game."""
    game = new(players, chosen, 13)
    played(game, 13, most=80)
    before = fingerprint(game)
    fork, other = game.fork(), game.fork()
    played(fork, 14)
    while other.n:
        other.undo()
    assert fingerprint(game) == before and game.n == 80 and other.n == 0
    played(game, 14)
    assert fingerprint(game) == fingerprint(fork)
    game.undo()
    assert fork.result is not None


@few
def test_save_load_and_go_on(players: int, chosen: tuple[str, ...], tmp_path: Path) -> None:
    """Save, load and go on equals going on, wherever it is saved; the past comes along."""
    game = new(players, chosen, 15, rich=True)
    chance = random.Random(15)
    loaded: list[colony.Game] = []
    while game.pending:
        if game.n % 60 == 31:
            target = tmp_path / f"{game.n}.json"
            game.save(target)
            again = colony.load(target)
            assert fingerprint(again) == fingerprint(game)
            assert again.view() == game.view() and again.pending == game.pending
            assert [d.options for d in again.pending] == [d.options for d in game.pending]
            loaded.append(again)
        decision, option = pick(chance, game)
        for other in loaded:
            other.choose(decision, option)
        game.choose(decision, option)
    assert len(loaded) > 3
    for other in loaded:
        assert fingerprint(other) == fingerprint(game) and other.result == game.result
    assert colony.from_code(game.code()).digest() == game.digest()
    loaded[-1].undo()
    game.undo()
    assert fingerprint(loaded[-1]) == fingerprint(game)


def test_save_in_the_middle_of_sealed_answers(tmp_path: Path) -> None:
    """A save while choices are sealed keeps those given, and those still open."""
    game = new(4, (), 16)
    played(game, 16, most=40)
    while len(game.pending) < 4:
        played(game, 17, most=game.n + 1)
    game.choose(game.pending[1], game.pending[1].options[-1])
    game.save(tmp_path / "x.json")
    again = colony.load(tmp_path / "x.json")
    assert [d.seat for d in again.pending] == [0, 2, 3]
    assert again.view(1)["sealed"] == game.view(1)["sealed"]
    assert fingerprint(again) == fingerprint(game)
    code = colony.from_code(game.code())
    assert fingerprint(code) == fingerprint(game)


def test_two_tables_do_not_meet() -> None:
    """Two games alive, their choices mixed, are the games that each is alone."""
    alone = [fingerprint(played(new(players, chosen, 18), 18)) for players, chosen in TABLES[:6]]
    games = [new(players, chosen, 18) for players, chosen in TABLES[:6]]
    chances = [random.Random(18) for _ in games]
    while any(game.pending for game in games):
        for game, chance in zip(games, chances, strict=True):
            if game.pending:
                game.choose(*pick(chance, game))
    assert [fingerprint(game) for game in games] == alone


SCRIPT = """
import json
from hashlib import blake2b
import colony_nb as colony
for players, variants in ((3, ["sabotage"]), (4, []), (6, ["independence", "pass_event_cards"])):
    for name in ("random", "steady"):
        game = colony.new_game([colony.bot(name)] * players, 19, variants=dict.fromkeys(variants, True))
        game.play(400)
        told = json.dumps([*game.journal], sort_keys=True)
        print(game.n, game.digest(), blake2b(told.encode(), digest_size=8).hexdigest(), game.code()[-40:])
"""


def test_the_same_game_in_another_process() -> None:
    """Same seed and choices, same game, in another process, whatever its hash seed."""
    out = []
    for hash_seed in ("0", "1", "4711"):
        env = {**os.environ, "PYTHONHASHSEED": hash_seed}
        made = subprocess.run(
            [sys.executable, "-c", SCRIPT], env=env, capture_output=True, text=True, check=True, timeout=120
        )
        out.append(made.stdout)
    assert out[0] == out[1] == out[2] and len(out[0].splitlines()) == 6


@tables
def test_arrival_of_sealed_answers(players: int, chosen: tuple[str, ...]) -> None:
    """The order in which sealed answers arrive does not matter."""
    game = new(players, chosen, 20, rich=True)
    chance = random.Random(20)
    kinds = set()
    for _ in moments(game, 20):
        asked = game.pending
        if len(asked) < 2 or (asked[0].kind == "cards" and game.n % 3):
            continue
        assert all(d.sealed and d.n == asked[0].n for d in asked)
        kinds.add(asked[0].kind)
        answers = [(d, chance.choice(d.options[:6])) for d in asked]
        ends = set()
        for order in (answers, answers[::-1], chance.sample(answers, len(answers))):
            fork = game.fork()
            for decision, option in order:
                fork.choose(decision, option)
            ends.add(fingerprint(fork))
        assert len(ends) == 1
    assert "cards" in kinds
