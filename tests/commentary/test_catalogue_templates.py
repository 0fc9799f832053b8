"""The templates themselves: well formed, in the project's tone, in its own words."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from colony_nb.commentary.catalogue import _FORMS, Catalogue
from colony_nb.paths import DATA

TEXTS = DATA / "text" / "en"
SEEDS = Path(__file__).parents[3] / "shared" / "seeds"


def leaves(table: dict[str, Any]) -> list[str]:
    found: list[str] = []
    for value in table.values():
        if isinstance(value, dict):
            found += leaves(value)
        else:
            found += value if isinstance(value, list) else [str(value)]
    return found


def templates(name: str) -> list[str]:
    return leaves(tomllib.loads((TEXTS / f"{name}.toml").read_text(encoding="utf-8")))


@pytest.mark.parametrize("name", ["prompts", "labels", "journal", "errors", "reasons", "rules", "words"])
def test_every_template_is_well_formed(name: str) -> None:
    counts = Catalogue().words("count")
    for template in templates(name):
        assert template and (name == "words" or template == template.strip())
        for _, field, form, conversion in Formatter().parse(template):
            if field is not None:
                assert field.isidentifier() and not conversion
                assert not form or form in _FORMS or form in counts


@pytest.mark.parametrize("name", ["prompts", "labels", "journal", "reasons", "words"])
def test_nothing_celebrates_harm(name: str) -> None:
    banned = (
        r"congratulation|well done|won the country|\bvictor|\bwins?\b|\bconquest of\b|hooray|bravo|"
        r"glor(y|ious)|triumph|\bheroic|imagine you are|pacif|restore order|\bunrest\b|\bnatives?\b|"
        r"\btribes?\b|\bsavage|\bslaves?\b|discover|New World|civilis|!"
    )
    assert all(re.search(banned, text, re.IGNORECASE) for text in ("Well done!", "Ana wins", "the natives"))
    for template in templates(name):
        assert not re.search(banned, template, re.IGNORECASE), template


def words_of(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", text.lower())


def test_no_text_is_copied_from_the_rulebook() -> None:
    books = sorted(SEEDS.glob("000_*.txt"))
    if not books:
        pytest.skip("The rulebook's text is not beside this checkout.")
    book = words_of(books[0].read_text(encoding="utf-8"))
    runs = {tuple(book[i : i + 9]) for i in range(len(book) - 8)}
    for name in ("rules", "words", "prompts", "journal", "reasons"):
        for template in templates(name):
            ours = words_of(template)
            shared = [
                " ".join(ours[i : i + 9]) for i in range(len(ours) - 8) if tuple(ours[i : i + 9]) in runs
            ]
            assert not shared, shared
