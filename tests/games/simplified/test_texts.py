"""The simplified version's texts: whole, in the project's own words, and silent about what follows."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from colony_nb.commentary.catalogue import _FORMS, Catalogue
from colony_nb.games.simplified.rules import load_rules
from colony_nb.paths import DATA
from games.simplified.simkit import moments, new

NAMES = ["Ana", "Ben", "Cy", "Dee", "Eve", "Flo"]
SEEDS = Path(__file__).parents[4] / "shared" / "seeds"
FILE = tomllib.loads((DATA / "text" / "en" / "simplified.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def strict() -> Catalogue:
    return Catalogue("en", strict=True)


def leaves(table: Any) -> list[str]:
    if isinstance(table, dict):
        return [text for value in table.values() for text in leaves(value)]
    return [str(table)]


def is_sentence(text: str) -> bool:
    clean = not re.search(r"[{}…]|\bNone\b|\bTrue\b|\bFalse\b| {2}|\.\.", text)
    return clean and (text[0].isupper() or text[0].isdigit()) and text[-1] in ".?"


def test_every_step_is_read_out(strict: Catalogue) -> None:
    """SIM-1 to SIM-13: each step has a reading and a text for each alternative, consequences apart."""
    for step in load_rules().steps:
        texts = strict.step(step.rule, step.phase)
        assert is_sentence(texts["read"]) and texts["title"] == strict.word(f"step.{step.rule}")
        for letter in step.options:
            assert texts[letter] and is_sentence(strict.consequences(step.rule)[letter])
        assert not step.options or set(strict.consequences(step.rule)) == set(step.options)
        before = " ".join(texts.values())
        assert "prestige" not in before.lower(), step.rule
        assert step.rule == "SIM-4" or not re.search(r"\d", before), step.rule
    assert len({strict.step("SIM-4", phase)["read"] for phase in (1, 2, 3)}) == 3
    for phase in "1234":
        assert is_sentence(FILE["phase"][phase]["text"])
    with pytest.raises(KeyError):
        strict.step("SIM-99")


def test_enslaved_labour_has_its_note(strict: Catalogue) -> None:
    """SIM-8: a content note before, a way to read and discuss, silence after."""
    texts = strict.step("SIM-8")
    assert {"content_note", "discuss", "after"} <= set(texts)
    assert all(is_sentence(texts[key]) for key in ("content_note", "discuss", "after"))


@pytest.mark.parametrize("players", [3, 4, 6])
def test_everything_in_a_game_can_be_said(strict: Catalogue, players: int) -> None:
    """Each prompt, label and journal line of random games is whole, without a fallback; labels differ."""
    kinds = set()
    for seed in range(8):
        options = {"read_and_discuss": seed == 0}
        game = new(players, seed, variants=options)
        heard = 0
        for _ in moments(game, seed):
            for d in game.pending:
                prompt = strict.prompt(d.kind, d.seat, d.context, NAMES)
                assert is_sentence(prompt) and prompt.startswith(NAMES[d.seat]), prompt
                assert "prestige" not in prompt or d.context.get("cause") == "lowest"
                labels = [strict.label(d.kind, option, d.context, NAMES) for option in d.options[:60]]
                assert len(set(labels)) == len(labels) and not any("{" in x or not x for x in labels)
                assert d.prompt and d.label(d.options[0])
                assert set(d.context) <= {
                    *("step", "name", "content_note", "what", "cost", "phase", "why", "left"),
                    *("cause", "source", "target"),
                }
            for record in game.journal[heard:]:
                kinds.add(record["kind"])
                assert is_sentence(strict.sentence(record, NAMES)), record
            heard = len(game.journal)
    assert kinds >= set(FILE["journal"]) - {"discussed"}


def test_every_template_is_well_formed() -> None:
    """Every placeholder has a known form."""
    counts = Catalogue().words("count")
    for template in leaves(FILE):
        assert template == template.strip()
        for _, field, form, conversion in Formatter().parse(template):
            assert field is None or (field.isidentifier() and not conversion)
            assert not form or form in _FORMS or form in counts


def test_nothing_celebrates_harm_and_words_are_the_projects() -> None:
    """The texts keep to the project's words and do not ask anybody to play a colonised person."""
    banned = (
        r"congratulation|well done|\bvictor|\bwins?\b|\bwon\b|hooray|glor(y|ious)|triumph|heroic|imagine|"
        r"\bunrest\b|\bnatives?\b|\binhabitants?\b|\btribes?\b|savage|\bslaves?\b|discover|New World|civilis|"
        r"pacif|benefit|\bdevelop|put down|grant|you are (an enslaved|a worker)|!"
    )
    for template in leaves(FILE):
        assert not re.search(banned, template, re.IGNORECASE), template


def test_no_text_is_copied_from_the_rulebook() -> None:
    """No nine words in a row are the rulebook's."""
    books = sorted(SEEDS.glob("000_*.txt"))
    if not books:
        pytest.skip("The rulebook's text is not beside this checkout.")
    book = re.findall(r"[a-z0-9]+", books[0].read_text(encoding="utf-8").lower())
    runs = {tuple(book[i : i + 7]) for i in range(len(book) - 6)}
    for template in leaves(FILE):
        ours = re.findall(r"[a-z0-9]+", template.lower())
        shared = [" ".join(ours[i : i + 7]) for i in range(len(ours) - 6) if tuple(ours[i : i + 7]) in runs]
        assert not shared, shared
