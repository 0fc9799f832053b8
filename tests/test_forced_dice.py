"""Dice that a teacher sets by hand: the next throws show them, and the game can still be replayed."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import colony_nb as colony
from colony_nb.commentary.catalogue import Catalogue

THROWS = {
    "attack": ("blue", "red"),
    "rebellion": ("blue", "red"),
    "search": ("blue", "red"),
    "church": ("blue",),
}


def faces_of(record: dict[str, Any]) -> list[int]:
    out: list[int] = []
    for key in THROWS.get(record["kind"], ()):
        out += record[key] if isinstance(record[key], list) else [record[key]]
    return out


def step(game: colony.Game, dice: random.Random) -> None:
    decision = dice.choice(game.pending)
    game.choose(decision, dice.choice(decision.options))


# the question whose answer throws these dice; a record may wait for what is asked after the throw
ASKED = {"attack": "attack", "rebellion": "rebel_country", "church": "place"}


def before_a_throw(seed: int, kind: str) -> tuple[colony.Game, random.Random]:
    """A game in which the next random choice leads to a throw of this kind, from this seed on."""
    for one in range(seed, seed + 40):
        dice = random.Random(one)
        game = colony.new_game(4, one)
        while not game.over:
            before, state = game.fork(), dice.getstate()
            step(game, dice)
            thrown = [r["kind"] for r in game.journal.since(before.n) if r["kind"] in THROWS]
            if thrown[:1] == [kind] and before.pending[0].kind == ASKED[kind]:
                dice.setstate(state)
                return before, dice
    raise AssertionError(f"no {kind} in forty games")


@pytest.mark.parametrize("kind", ["attack", "rebellion", "church"])
@pytest.mark.parametrize("face", [1, 6])
def test_next_dice_show_the_faces(kind: str, face: int) -> None:
    """All dice of the next throw show what was set."""
    for seed in range(3, 6):
        game, dice = before_a_throw(10 * seed, kind)
        at = game.n
        game.force([face] * 12)
        assert game.forced_faces == (face,) * 12
        step(game, dice)
        while not (records := [r for r in game.journal.since(at) if r["kind"] in THROWS]):
            step(game, dice)
        thrown = faces_of(records[0])
        assert thrown and set(thrown) == {face}
        first = game.journal.since(at)[0]
        assert first["kind"] == "forced_dice" and first["faces"] == (face,) * 12 and first["n"] == at + 1
        assert str(face) in Catalogue().sentence(first, list(game.setup.names))


def test_nothing_else_changes() -> None:
    """Setting dice asks and changes nothing; taking it back leaves the game as it was."""
    game, _ = before_a_throw(3, "attack")
    before = game.digest(), game.n, game.view(), len(game.journal), game.code(), game.setup
    game.force([6])
    assert (game.digest(), game.n, game.view(), len(game.journal)) == before[:4]
    game.force(())
    assert game.forced_faces == () and game.code() == before[4] and game.setup == before[5]


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from(["colony", "simplified"]), st.integers(20, 90))
def test_undo_redo_looks_saves_and_codes_keep_them(seed: int, name: str, length: int) -> None:
    """A game with forced dice is the same after undo and redo, in a look, in a save and in a code."""
    dice = random.Random(seed)
    game = colony.new_game(3, seed, game=name)
    looks = []
    for _ in range(length):
        if game.over:
            break
        looks.append((game.n, game.view()))
        if dice.random() < 0.3:
            game.force([dice.randint(1, 6) for _ in range(dice.randint(1, 4))])
        step(game, dice)
    whole = game.digest(), [*game.journal]
    for n, view in looks:
        assert game.at(n).view() == view
    for back in (3, 40):
        times = 0
        for _ in range(back):
            if game.can_undo:
                game.undo()
                times += 1
        for _ in range(times):
            game.redo()
        assert (game.digest(), [*game.journal]) == whole
    again = colony.from_code(game.code())
    assert (again.digest(), [*again.journal]) == whole
    assert again.forced_faces == game.forced_faces


def test_a_file_keeps_them(tmp_path: Path) -> None:
    """Also dice that were set and not yet thrown."""
    game, _ = before_a_throw(4, "rebellion")
    game.force([1, 1, 1, 1, 1, 1])
    again = colony.load(game.save(tmp_path / "game.json"))
    assert again.forced_faces == (1,) * 6
    step(game, random.Random(1))
    step(again, random.Random(1))
    assert again.digest() == game.digest()


def test_another_way_forgets_dice_set_later() -> None:
    """After going back and choosing otherwise, what was set on the way left no longer counts."""
    dice = random.Random(1)
    game = colony.new_game(3, 5)
    for _ in range(6):
        step(game, dice)
    game.force([6, 6, 6])
    step(game, dice)
    for _ in range(4):
        game.undo()
    at = game.n
    for _ in range(6):
        step(game, random.Random(game.n))
    assert game.forced_faces == () and "forced" not in game.setup.dice
    assert all(r["kind"] != "forced_dice" for r in game.journal.since(at))


def test_a_fork_has_its_own() -> None:
    """Dice set in a what-if game are not set in the main line."""
    game, _ = before_a_throw(3, "attack")
    other = game.fork()
    other.force([6])
    assert game.forced_faces == () and other.forced_faces == (6,)
    assert "forced" not in game.setup.dice


@pytest.mark.parametrize("bad", [[0], [7], ["6"], [True], [2.0], 6, None, "66", {6}, [3] * 31])
def test_bad_faces(bad: Any) -> None:
    """What is no list of faces gets a sentence and changes nothing."""
    game, _ = before_a_throw(3, "attack")
    setup = game.setup
    with pytest.raises(colony.ColonyError) as caught:
        game.force(bad)
    assert str(caught.value).endswith(".") and game.setup == setup and game.forced_faces == ()


def test_not_when_the_game_is_over() -> None:
    game = colony.new_game([colony.bot("random")] * 3, 2, game="simplified")
    game.play()
    with pytest.raises(colony.ColonyError):
        game.force([6])


@pytest.mark.parametrize("forced", [[1], {"x": [1]}, {"3": [9]}, {"-1": [2]}, {"2": 4}])
def test_a_save_with_bad_dice_is_refused(forced: Any, tmp_path: Path) -> None:
    """As any damaged save: one sentence."""
    from colony_nb.kernel import saves

    game = colony.new_game(3, 5)
    doc = game.document()
    doc["setup"]["dice"] = {"forced": forced}
    body = {k: v for k, v in doc.items() if k not in ("format", "version", "engine", "digest")}
    doc["digest"] = saves._digest(body)
    path = saves.write(tmp_path / "bad.json", doc)
    with pytest.raises(colony.ColonyError) as caught:
        colony.load(path)
    assert str(caught.value).endswith(".")
