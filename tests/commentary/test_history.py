"""The history's loader: everything is there, and what is wrong is said in one sentence."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from colony_nb.commentary.catalogue import UnknownLanguage
from colony_nb.commentary.history import CARDS, Belongs, History
from colony_nb.commentary.records import HistoryError
from colony_nb.game import bot, new_game
from colony_nb.paths import DATA

HISTORY = History()


def test_every_card_phase_and_entry_loads() -> None:
    assert len(HISTORY.cards()) == len(CARDS) == 144
    assert [card.number for card in HISTORY.cards(4)] == list(range(1, 25))
    assert [phase.number for phase in HISTORY.phases()] == [1, 2, 3, 4, 5, 6]
    assert HISTORY.card("p3-01").phase == 3 and HISTORY.card("p3-01").title
    assert HISTORY.phase(6).years == (1914, 0)
    assert HISTORY.entry("product:sugar").ref == "product:sugar"
    assert HISTORY.source("walker-2014").author == "Charles F. Walker"


def test_nothing_is_read_before_it_is_asked_for(tmp_path: Path) -> None:
    history = History(folder=tmp_path)
    assert history.language == "en"
    with pytest.raises(HistoryError, match=r"commentary/phase-2.toml cannot be read"):
        history.card("p2-01")


@pytest.mark.parametrize("ref", ["product:opium", "city:lima", "sugar", "person:", ""])
def test_unknown_things_are_key_errors(ref: str) -> None:
    with pytest.raises(KeyError):
        HISTORY.entry(ref)
    with pytest.raises(KeyError):
        HISTORY.title(ref)


def test_unknown_cards_phases_sources_and_languages() -> None:
    for card in ("p7-01", "p1-25", "p1-1", ""):
        with pytest.raises(KeyError):
            HISTORY.card(card)
    with pytest.raises(KeyError):
        HISTORY.phase(7)
    with pytest.raises(KeyError):
        HISTORY.source("nobody-1900")
    with pytest.raises(UnknownLanguage):
        History("xx")


def test_titles_of_link_targets() -> None:
    assert HISTORY.title("card:p3-01") == HISTORY.card("p3-01").title
    assert HISTORY.title("phase:2") == HISTORY.phase(2).title
    assert HISTORY.title("product:sugar") == "Sugar"
    titles = [entry.title for entry in HISTORY.entries()]
    assert len(set(titles)) == len(titles), "two entries share a heading, links would lead to the first"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("commentary", "phases", "encyclopaedia"):
        shutil.copytree(DATA / "text" / "en" / name, tmp_path / "text" / "en" / name)
    shutil.copy(DATA / "sources.toml", tmp_path / "sources.toml")
    return tmp_path


def change(path: Path, before: str, after: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after, 1), encoding="utf-8")


CARD = "text/en/commentary/phase-3.toml"
PHASE = "text/en/phases/phase-3.toml"


@pytest.mark.parametrize(
    ("file", "before", "after", "said"),
    [
        (CARD, "lat = -14.0", "lat = 114.0", r"p3-01: lat must be between -90 and 90"),
        (CARD, "lat = -14.0", 'lat = "south"', r"p3-01: lat must be a number"),
        (CARD, "years = [1780, 1783]", "years = [1783, 1780]", r"p3-01: years must be two years"),
        (CARD, 'notes = ["violence", ', 'notes = ["blood", ', r"p3-01: notes may hold violence"),
        (CARD, "question =", "qestion =", r"p3-01: question is missing"),
        (CARD, "who_resisted =", "who_resists =", r"p3-01: there is no field 'who_resists'"),
        (CARD, "[p3-01]", "[p3-31]", r"card p3-01 is missing"),
        (CARD, "[p3-01]", "[p3-01", r"commentary/phase-3.toml is not a TOML file"),
        (PHASE, "minutes = ", 'minutes = "long" # ', r"phases/phase-3.toml: minutes must be a whole number"),
        (PHASE, "right = true", "right = false", r"exactly one that is right"),
        (PHASE, "[[voices]]", "[[voyces]]", r"phases/phase-3.toml.*"),
        ("sources.toml", 'kind = "', 'kind = "x', r"kind must be one of scholarly"),
        ("text/en/encyclopaedia/products.toml", "[sugar]", "[suger]", r"products.toml: sugar is missing"),
    ],
)
def test_a_bad_text_is_refused_in_one_sentence(
    folder: Path, file: str, before: str, after: str, said: str
) -> None:
    change(folder / file, before, after)
    history = History(folder=folder)
    with pytest.raises(HistoryError, match=said) as error:
        history.cards(3)
        history.phase(3)
        history.entries("product")
        assert history.sources
    assert str(error.value).endswith(".") and "\n" not in str(error.value)


def test_search_finds_titles_first_and_ignores_case_and_accents() -> None:
    hits = HISTORY.search("SILVER")
    assert hits[0].ref == "product:silver" and len(hits) > 5
    assert {hit.kind for hit in hits} >= {"product", "card", "phase"}
    assert [hit.ref for hit in HISTORY.search("tupac amaru")] == [
        hit.ref for hit in HISTORY.search("Túpac Amaru")
    ]
    assert "card:p3-01" in [hit.ref for hit in HISTORY.search("Tupac Amaru bastidas")]
    assert HISTORY.search("") == HISTORY.search("  ") == HISTORY.search("xyzzyx") == []
    assert len(HISTORY.search("a", most=3)) == 3


def test_a_snippet_shows_the_words() -> None:
    for hit in HISTORY.search("Potosí"):
        assert "Potosí" in hit.snippet or "Potosí" in hit.title, hit
        assert "[[" not in hit.snippet and "](" not in hit.snippet and len(hit.snippet) < 180


def test_what_belongs_to_a_moment() -> None:
    game = new_game([bot()] * 4, seed=7)
    start = HISTORY.belongs(game.view())
    assert start == Belongs(1, (), ())
    game.play(200)
    read = [record for record in game.journal if record["kind"] == "event"]
    found = HISTORY.belongs(game.view(), game.journal)
    assert found.phase == game.view()["phase"]
    assert found.cards[0] == read[-1]["card"] and set(found.cards) == {record["card"] for record in read}
    held = {name for country in game.view()["countries"].values() for name in country["products"]}
    assert {f"product:{name}" for name in held} <= set(found.entries)
    assert "thing:port" in found.entries
    for ref in found.entries:
        assert HISTORY.entry(ref)


def test_a_card_belongs_only_when_its_choice_was_made() -> None:
    game = new_game(4, seed=1)
    while not any(d.kind == "event" for d in game.pending):
        decision = game.pending[0]
        game.choose(decision, decision.options[0])
    decision = game.pending[0]
    card = decision.context["card"]
    assert card not in HISTORY.belongs(game.view(), game.journal).cards
    before = game.n
    game.choose(decision, decision.options[0])
    assert card in HISTORY.belongs(game.view(), game.journal.since(before)).cards
