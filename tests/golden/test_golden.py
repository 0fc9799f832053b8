"""Golden playthroughs: the games of ``tests/golden`` go as they are written down."""

from __future__ import annotations

from difflib import unified_diff

import pytest

from golden.playthrough import GAMES, HERE, path, tell


@pytest.mark.parametrize("name", GAMES)
def test_the_game_goes_as_written_down(name: str) -> None:
    """A change of a rule, a number or a record shows here; ``python tests/golden`` writes the texts again."""
    kept = path(name).read_text(encoding="utf-8").splitlines()
    told = tell(name).splitlines()
    diff = [*unified_diff(kept, told, "kept", "now", lineterm="", n=1)]
    assert kept == told, "\n".join([*diff[:60], "python tests/golden writes them again"])


def test_one_text_a_game_and_not_too_long() -> None:
    """Every number of players and variant has its text; a text stays short enough to be read."""
    texts = {p.stem: p.stat().st_size for p in HERE.glob("*.txt")}
    assert set(texts) == set(GAMES)
    assert max(texts.values()) < 40_000 and sum(texts.values()) < 400_000
