"""The house style over all history texts, and proof that each check finds a fault that was planted."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from colony_nb.commentary.catalogue import Catalogue
from colony_nb.commentary.history import History
from colony_nb.commentary.lint import (
    Editor,
    Finding,
    Passage,
    check,
    of_record,
    passages,
    rising_cards,
    shared_runs,
)
from colony_nb.commentary.markup import cited
from colony_nb.commentary.records import Bend, Commentary, Entry, Voice
from colony_nb.paths import DATA

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"
EDITOR = Editor()
HISTORY = History()
TEXTS = DATA / "text" / "en"


def rules(findings: list[Finding]) -> set[str]:
    return {finding.rule for finding in findings}


def listed(findings: list[Finding]) -> str:
    return "\n".join(map(str, findings))


def text(words: str, field: str = "text") -> Passage:
    return Passage("planted", field, words)


# ---------------------------------------------------------------- all texts


def test_every_history_text_keeps_to_the_house_style() -> None:
    findings = check(HISTORY)
    assert not findings, listed(findings)


def uncited(record: Commentary | Entry) -> set[str]:
    """The sources listed under a record that none of its sentences cites."""
    return set(record.sources) - {key for words in record.prose().values() for key in cited(words)}


def test_every_source_of_a_record_is_cited_in_it_and_every_source_is_used() -> None:
    records: list[Commentary | Entry] = [*HISTORY.cards(), *HISTORY.entries()]
    idle = {getattr(record, "id", "") or getattr(record, "ref", ""): uncited(record) for record in records}
    assert not {where: keys for where, keys in idle.items() if keys}
    card = HISTORY.card("p3-01")
    assert uncited(replace(card, sources=(*card.sources, "gandhi-irwin"))) == {"gandhi-irwin"}
    used = {key for record in records for key in record.sources}
    for phase in HISTORY.phases():
        used |= {key for words in phase.prose().values() for key in cited(words)}
        used |= {voice.source for voice in phase.voices} | {item.source for item in phase.read_on}
    assert set(HISTORY.sources) == used


def test_the_checks_have_looked_at_everything() -> None:
    seen = {passage.where for passage in passages(HISTORY)}
    assert sum(where.startswith("p") and where[1].isdigit() for where in seen) == 144
    assert {f"phase {n}" for n in range(1, 7)} <= seen
    assert len(HISTORY.entries("product")) == 12 and len(HISTORY.entries("thing")) == 13
    assert len(HISTORY.entries("term")) >= 60
    persons = HISTORY.entries("person")
    assert len(persons) >= 40
    assert 2 * sum(person.side == "colonised" for person in persons) >= len(persons)
    assert {person.phase for person in persons} == set(range(1, 7))


def test_no_run_of_nine_words_is_copied() -> None:
    books = {
        path.name: path for folder in ("seeds", "history") for path in sorted((SHARED / folder).glob("*"))
    }
    books = {name: path for name, path in books.items() if path.suffix in (".txt", ".yaml")}
    if not books:
        pytest.skip("The rulebook's text and the dossier are not beside this checkout.")
    others = {name: path.read_text(encoding="utf-8") for name, path in books.items()}
    findings = shared_runs(passages(HISTORY), others)
    assert not findings, listed(findings)


def leaves(table: Any, name: str = "") -> Iterator[Passage]:
    if isinstance(table, dict):
        for key, value in table.items():
            yield from leaves(value, f"{name}.{key}" if name else key)
    elif isinstance(table, list):
        for value in table:
            yield from leaves(value, name)
    else:
        yield Passage(name, "message", str(table))


@pytest.mark.parametrize("name", ["debrief", "history", "purpose", "notebooks"])
def test_the_words_around_the_history_keep_to_the_house_style(name: str) -> None:
    table = tomllib.loads((TEXTS / f"{name}.toml").read_text(encoding="utf-8"))
    found = [finding for passage in leaves(table) for finding in EDITOR.text(passage)]
    if name == "debrief":  # quotes the rules' word, and says that it is theirs
        found = [f for f in found if "independence" not in f.what]
    assert not found, listed(found)


@pytest.mark.parametrize("name", ["journal", "app", "debrief", "prompts"])
def test_no_message_makes_a_feat_of_harm(name: str) -> None:
    table = tomllib.loads((TEXTS / f"{name}.toml").read_text(encoding="utf-8"))
    found = [finding for passage in leaves(table) for finding in EDITOR.message(passage)]
    assert not found, listed(found)


def test_no_prompt_asks_to_be_somebody_colonised() -> None:
    table = tomllib.loads((TEXTS / "prompts.toml").read_text(encoding="utf-8"))
    found = [finding for passage in leaves(table) for finding in EDITOR.asks(passage)]
    assert not found, listed(found)


def test_the_notebooks_keep_to_the_house_style() -> None:
    books = sorted((ROOT / "notebooks").glob("0[0-6]_*.ipynb"))
    assert len(books) == 7
    for path in books:
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            if cell["cell_type"] == "markdown":
                passage = Passage(path.name, cell["id"], re.sub(r"\\(?=\W)", "", "".join(cell["source"])))
                found = EDITOR.triumph(passage) + EDITOR.ledger(passage) + EDITOR.asks(passage)
                assert not found, listed(found)


def test_the_purpose_is_said_before_play() -> None:
    screen = Catalogue().words("screen")
    assert "learning" in screen["purpose"] and "colonial power" in screen["seat"]
    assert "measures exploitation" in screen["score"]
    purpose = tomllib.loads((TEXTS / "purpose.toml").read_text(encoding="utf-8"))
    assert "measures exploitation" in purpose["short"]["text"]
    assert set(purpose) == {"short", "for", "not", "teachers"}
    assert all(len(purpose[part]["text"]) >= 2 for part in ("for", "not", "teachers"))


# ---------------------------------------------------------------- planted: one text

PLANTED = [
    ("R3", "figures", "Traders shipped 12,500 people. Others stayed. [[eltis-2008]]"),
    ("R3", "figures", "About 40 per cent of them died."),
    ("R3", "figures", "They paid two million pesos."),
    ("R3", "figures", "Over 7% fled."),
    ("R10", "avoided", "After the discovery of America everything changed."),
    ("R10", "avoided", "The natives fled."),
    ("R10", "avoided", "Slaves cut the cane."),
    ("R10", "avoided", "The army pacified the valley."),
    ("R10", "avoided", "Then the rebels burned the fort."),
    ("R10", "avoided", "In 1960 France granted independence to many states."),
    ("R10", "avoided", "Britain opened up the interior."),
    ("R10", "avoided", "The people of the island died out."),
    ("R8", "ledger", "The benefits of colonial rule are often named."),
    ("R8", "ledger", "They took land, but they also built railways."),
    ("R9", "passives", "In 1904 many Herero were killed."),
    ("R9", "passives", "Whole villages were forcibly deported to the mines."),
    ("R13", "triumph", "Well done, that is right."),
    ("R13", "triumph", "🎉 The country is yours."),
    ("R13", "message", "A great victory for Portugal."),
    ("R15", "asks", "Imagine you are an enslaved person on this ship."),
    ("R15", "asks", "Put yourself in her place."),
    ("R15", "asks", "Write a diary as an enslaved child."),
    ("length", "length", "One " + "very " * 25 + "long sentence."),
]


@pytest.mark.parametrize(("rule", "name", "words"), PLANTED)
def test_a_planted_fault_is_found(rule: str, name: str, words: str) -> None:
    one: Callable[[Passage], list[Finding]] = getattr(EDITOR, name)
    assert rules(one(text(words))) == {rule}


HARMLESS = [
    ("figures", "Traders shipped about 12,500 people. [[eltis-2008]] In 1780 the war began."),
    ("figures", "It was 1492. A hundred men came."),
    ("avoided", "The slave trade grew, and a slave code followed."),
    ("avoided", "He called them “savages” in his letter."),
    ("avoided", "The doctrine of discovery is church law."),
    ("avoided", "They discovered that the letter was false."),
    ("ledger", "They built railways, and African workers paid for them."),
    ("passives", "In 1904 many Herero were killed by German troops."),
    ("triumph", "The siege ended in May."),
    ("asks", "Who could have called the company to account?"),
    ("length", "Short. Very short. And this one is a little longer than both."),
]


@pytest.mark.parametrize(("name", "words"), HARMLESS)
def test_what_is_no_fault_is_left_alone(name: str, words: str) -> None:
    one: Callable[[Passage], list[Finding]] = getattr(EDITOR, name)
    assert one(text(words)) == []


def test_rule_words_stay_where_a_text_explains_the_rules() -> None:
    words = "The rebels throw two dice."
    assert rules(EDITOR.avoided(text(words))) == {"R10"}
    assert EDITOR.avoided(text(words, "in_game")) == []


def test_a_source_belongs_to_the_sentence_before_it() -> None:
    words = "Some 9,000 came, Dr. W. Smith says. [[a]] [[b]] Nobody counted them.\n\nSome fled to St. Kitts."
    assert EDITOR.sentences(words) == [
        "Some 9,000 came, Dr. W. Smith says. [[a]] [[b]]",
        "Nobody counted them.",
        "Some fled to St. Kitts.",
    ]


# ---------------------------------------------------------------- planted: whole records


def card_faults(**changes: Any) -> set[str]:
    return rules(EDITOR.card(HISTORY, replace(HISTORY.card("p3-01"), **changes), rises=True))


def test_planted_faults_of_a_card_are_found() -> None:
    card = HISTORY.card("p3-01")
    assert card_faults() == set()
    assert card_faults(notes=("enslavement",)) == {"R12"}
    assert card_faults(who_resisted="") == card_faults(aim="") == {"R6"}
    assert "R3" in card_faults(sources=card.sources[:1])
    assert "R3" in card_faults(sources=("zavala-1781", "trome-2025"))
    assert "source" in card_faults(sources=(*card.sources, "nobody-1900"))
    assert "length" in card_faults(text=card.text + " word" * 80)
    assert "R16" in card_faults(doubt="Nobody knows.")
    assert "R16" in card_faults(doubt="Some say that the war was justified. [[walker-2014]]")


def phase_faults(**changes: Any) -> set[str]:
    return rules(EDITOR.phase(HISTORY, replace(HISTORY.phase(3), **changes)))


def test_planted_faults_of_a_phase_are_found() -> None:
    phase = HISTORY.phase(3)
    assert phase_faults() == set()
    assert "R1" in phase_faults(questions=phase.questions[:3])
    assert "R1" in phase_faults(questions=("Who was there?", *phase.questions[1:]))
    assert "R4" in phase_faults(voices=phase.voices[:1])
    other = next(key for key, source in HISTORY.sources.items() if source.side == "coloniser")
    assert "R4" in phase_faults(voices=(Voice("A", "b", other), Voice("C", "d", other)))
    assert "R5" in phase_faults(before="Nobody.")
    assert "R7" in phase_faults(today="Nothing.")
    assert "R14" in phase_faults(bends=phase.bends[:1])
    assert "R14" in phase_faults(bends=(Bend("ACT-1", "a"), Bend("ACT-99", "b")))
    assert "schema" in phase_faults(quiz=phase.quiz[:4])
    assert "length" in phase_faults(events=phase.events * 4)
    assert "source" in phase_faults(voices=(*phase.voices, Voice("A", "b", "nobody-1900")))


def test_planted_faults_of_an_entry_are_found() -> None:
    entry = HISTORY.entry("product:sugar")
    assert EDITOR.entry(HISTORY, entry) == []
    assert "R12" in rules(EDITOR.entry(HISTORY, replace(entry, notes=())))
    assert "R3" in rules(EDITOR.entry(HISTORY, replace(entry, sources=())))
    assert "link" in rules(EDITOR.entry(HISTORY, replace(entry, see=("term:nothing",))))


class Planted(History):
    """A history with one text changed."""

    def __init__(self, before: str, after: str) -> None:
        super().__init__()
        card = self.card("p1-04")
        assert before in card.text
        self._cards[1]["p1-04"] = replace(card, text=card.text.replace(before, after, 1))


@pytest.mark.parametrize(
    ("rule", "after"),
    [
        ("link", "[here](term:no-such-word) "),
        ("source", "[[no-such-source]] "),
        ("R10", "the natives "),
        ("R3", "Some 45,000 came. "),
    ],
)
def test_a_fault_in_a_text_is_found_by_the_whole_check(rule: str, after: str) -> None:
    first = HISTORY.card("p1-04").text.split()[0]
    findings = check(Planted(first, after + first))
    assert rule in rules([finding for finding in findings if finding.where.startswith("p1-04")])


def test_a_copied_sentence_is_found() -> None:
    words = "One two three four five six seven eight nine ten."
    others = {"a book": "Before it. one two three four five six seven eight nine, and more"}
    findings = shared_runs([text(words)], others)
    assert rules(findings) == {"copy"} and len(findings) == 1
    assert shared_runs([text(words)], {"a book": "one two three four five six seven eight, nine lives"}) != []
    assert shared_runs([text(words)], {"a book": "one two three four five six seven eight and nine"}) == []


def test_cards_with_an_uprising_are_known() -> None:
    rising = rising_cards()
    assert "p3-01" in rising and len(rising) > 20
    assert all(int(card[1]) >= 3 for card in rising)
    assert next(of_record("p3-01", HISTORY.card("p3-01"))).field == "text"
