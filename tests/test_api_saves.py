"""The public contract: saves and codes; one clear sentence for whatever cannot be read or written."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path
from typing import Any

import pytest

import colony_nb as colony
from colony_nb.games.colony.game import Colony
from colony_nb.kernel import saves
from laws.lawkit import finished, new, played, sentence

# ------------------------------------------------------------------ codes


@pytest.mark.parametrize("name", ["random", "steady"])
def test_codes_are_short(name: str) -> None:
    """A finished game of four has at most 1,500 characters, and comes back whole."""
    for seed in range(3):
        for variants in ({}, {"pass_event_cards": True, "sabotage": True}):
            game = colony.new_game([colony.bot(name)] * 4, seed, variants=variants)
            game.play()
            assert game.result is not None
            code = game.code()
            assert len(code) <= 1500 and code.isascii() and " " not in code
            again = colony.from_code(code)
            assert again.digest() == game.digest() and [*again.journal] == [*game.journal]
            assert again.view() == game.view() and again.result == game.result


def test_a_code_may_be_broken_into_lines() -> None:
    """White space in a code does not matter."""
    game = finished(8, 41)
    code = game.code()
    broken = "  " + "\n".join(code[i : i + 60] for i in range(0, len(code), 60)) + "\n"
    assert colony.from_code(broken).digest() == game.digest()


def test_damaged_codes() -> None:
    """A mistyped, cut or foreign code is told in one sentence."""
    code = new(4, (), 1).code()
    long = finished(8, 41).code()
    at = len(long) // 2
    swapped = long[:at] + ("A" if long[at] != "A" else "B") + long[at + 1 :]
    wrong: list[Any] = [
        code[:-3],
        code[: len(code) // 2],
        long[:-1],
        swapped,
        "",
        "colony:",
        "colony:AAAA",
        "hello",
    ]
    wrong += [None, 7, code + "AAAA", "colony:" + "A" * 10_000, "Ünï", b"colony:", "colony:" + "=" * 5]
    for text in wrong:
        with pytest.raises(colony.SaveError) as caught:
            colony.from_code(text)
        sentence(caught.value)


def test_a_code_of_other_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """A code belongs to one rules digest; another is told in one sentence."""
    game = new(4)
    with monkeypatch.context() as patch:
        patch.setattr(Colony, "digest", lambda self, setup: "00000000")
        code = game.code()
    with pytest.raises(colony.SaveError) as caught:
        colony.from_code(code)
    assert "rules" in sentence(caught.value)


def test_a_newer_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """A code of a later version is told in one sentence."""
    with monkeypatch.context() as patch:
        patch.setattr(saves, "CODE_VERSION", saves.CODE_VERSION + 1)
        code = new(4).code()
    with pytest.raises(colony.SaveError) as caught:
        colony.from_code(code)
    assert "newer" in sentence(caught.value) or "update" in sentence(caught.value)


# ------------------------------------------------------------------ saves


@pytest.fixture
def saved(tmp_path: Path) -> tuple[colony.Game, Path]:
    """A game in the middle, and its save."""
    game = played(new(4, ("sabotage",), 45), 45, most=150)
    game.save(tmp_path / "game.json")
    return game, tmp_path / "game.json"


def refused(path: Path) -> str:
    """Loading fails with SaveError; its sentence."""
    with pytest.raises(colony.SaveError) as caught:
        colony.load(path)
    return sentence(caught.value)


def test_a_save_is_versioned_json(saved: tuple[colony.Game, Path]) -> None:
    """A save is JSON with a version; a text path and a Path will both do."""
    game, path = saved
    doc = json.loads(path.read_text(encoding="utf-8"))
    assert type(doc["version"]) is int and doc["format"]
    assert colony.load(str(path)).digest() == colony.load(path).digest() == game.digest()


def test_cut_off_saves(saved: tuple[colony.Game, Path]) -> None:
    """A save that ends too early is told in one sentence, wherever it ends."""
    _, path = saved
    text = path.read_text(encoding="utf-8")
    for length in (0, 1, 20, 40, len(text) // 3, len(text) // 2, len(text) - 1):
        path.write_text(text[:length], encoding="utf-8")
        refused(path)


def test_foreign_files(tmp_path: Path) -> None:
    """What is no save is told in one sentence: other JSON, other text, bytes, nothing, a folder."""
    target = tmp_path / "x.json"
    for text in (
        "{}",
        "[]",
        "7",
        "null",
        '"colony"',
        '{"format": "colony"}',
        "hello",
        "[" * 5000,
        "{" * 100_000,
    ):
        target.write_text(text, encoding="utf-8")
        refused(target)
    target.write_bytes(b"\xff\xfe\x00\x01" * 50)
    refused(target)
    refused(tmp_path)
    refused(tmp_path / "nowhere.json")


def test_a_newer_save(saved: tuple[colony.Game, Path]) -> None:
    """A save of a later version is refused by its name."""
    _, path = saved
    doc = json.loads(path.read_text(encoding="utf-8"))
    doc["version"] += 98
    path.write_text(json.dumps(doc), encoding="utf-8")
    assert str(doc["version"]) in refused(path)
    for version in (0, -1, "1", None, 1.5):
        doc["version"] = version
        path.write_text(json.dumps(doc), encoding="utf-8")
        refused(path)


def test_damaged_saves(saved: tuple[colony.Game, Path]) -> None:
    """Any change to what a save holds is noticed and told in one sentence."""
    _, path = saved
    text = path.read_text(encoding="utf-8")
    doc = json.loads(text)
    for change in (
        lambda d: d["state"]["money"].__setitem__(0, 999),
        lambda d: d["log"].pop(),
        lambda d: d.pop("log"),
        lambda d: d.pop("state"),
        lambda d: d.pop("digest"),
        lambda d: d["setup"].__setitem__("seed", 8),
    ):
        damaged = json.loads(json.dumps(doc))
        change(damaged)
        path.write_text(json.dumps(damaged), encoding="utf-8")
        refused(path)


WORSE: list[Any] = [
    None,
    -1,
    999,
    "x",
    [],
    {},
    [[]],
    True,
    1e300,
    [None, None],
    "start_country",
    [[0, "cards", [99]]],
]


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """All places in a JSON document."""
    out = [path] if path else []
    if isinstance(value, dict):
        for key in value:
            out += places(value[key], (*path, key))
    elif isinstance(value, list):
        for i in range(len(value)):
            out += places(value[i], (*path, i))
    return out


def test_saves_with_a_right_digest_and_wrong_contents(saved: tuple[colony.Game, Path]) -> None:
    """Whoever forges the digest as well gets a game or one sentence, never another error."""
    _, path = saved
    doc = json.loads(path.read_text(encoding="utf-8"))
    chance = random.Random(46)
    everywhere = places({k: doc[k] for k in doc if k not in ("digest", "format", "version", "log")})
    everywhere = [p for p in everywhere if len(p) < 4] + [
        ("log", i, j) for i in (0, 70, 149) for j in range(3)
    ]
    for where in chance.sample(everywhere, min(len(everywhere), 260)):
        forged = json.loads(json.dumps(doc))
        here = forged
        for key in where[:-1]:
            here = here[key]
        here[where[-1]] = chance.choice(WORSE)
        body = {k: v for k, v in forged.items() if k not in ("format", "version", "engine", "digest")}
        forged["digest"] = saves._digest(body)
        path.write_text(json.dumps(forged), encoding="utf-8")
        try:
            game = colony.load(path)
        except colony.SaveError as error:
            sentence(error)
        except colony.ColonyError as error:
            raise AssertionError(f"{where}: {error!r}") from error
        else:
            assert game.view() is not None and game.pending is not None


def test_unwritable_targets(saved: tuple[colony.Game, Path], tmp_path: Path) -> None:
    """An unwritable target is told in one sentence; what was there stays whole, nothing is left over."""
    game, path = saved
    before = path.read_bytes()
    (tmp_path / "folder").mkdir()
    targets = [tmp_path / "nowhere" / "x.json", tmp_path / "folder", path / "x.json"]
    locked = tmp_path / "locked"
    locked.mkdir()
    (locked / "game.json").write_bytes(before)
    locked.chmod(0o500)
    if not os.access(locked, os.W_OK):
        targets.append(locked / "game.json")
    for target in targets:
        with pytest.raises(colony.SaveError) as caught:
            game.save(target)
        sentence(caught.value)
    locked.chmod(0o700)
    assert path.read_bytes() == before == (locked / "game.json").read_bytes()
    assert sorted(p.name for p in tmp_path.iterdir()) == ["folder", "game.json", "locked"]
    game.save(path)
    assert colony.load(path).digest() == game.digest()


def test_nothing_is_executed_by_loading(saved: tuple[colony.Game, Path]) -> None:
    """A save holds plain values; a name in it stays text."""
    game = colony.new_game(["<img src=x onerror=alert(1)>", "__import__('os')", "{0.__class__}"], seed=1)
    _, path = saved
    game.save(path)
    again = colony.load(path)
    assert [p["name"] for p in again.view()["powers"]] == [p["name"] for p in game.view()["powers"]]
    d = again.pending[0]
    assert d.prompt and all(d.label(option) for option in d.options)
