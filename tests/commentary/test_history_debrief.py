"""The debrief tells what the journal holds, no more and no less."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from colony_nb.commentary.debrief import debrief, markdown, table_names, told
from colony_nb.commentary.history import History
from colony_nb.commentary.lint import Editor, Passage
from colony_nb.commentary.pages import Pages
from colony_nb.game import Game, bot, new_game

HISTORY = History()


@pytest.fixture(scope="module")
def game() -> Game:
    game = new_game([bot()] * 4, seed=7)
    game.play()
    return game


def names(game: Game) -> list[str]:
    return table_names(game.setup.names, game.ruleset.colours(game.setup), HISTORY.words)


def records(game: Game, phase: int, kind: str) -> list[dict[str, Any]]:
    return [r for r in game.journal if r["phase"] == phase and r["kind"] == kind]


@pytest.mark.parametrize("phase", range(1, 7))
def test_adds_up_what_the_journal_says(game: Game, phase: int) -> None:
    facts = debrief(game, phase)
    assert facts.played and facts.over and facts.phase == phase
    taken = Counter(r["to"] for r in records(game, phase, "owner"))
    assert {way.to for way in facts.taken} == set(taken)
    assert sum(one.fights for one in facts.resisted) == len(records(game, phase, "rebellion"))
    assert {(one.country, one.seat) for one in facts.resisted} >= {
        (r["country"], r["seat"]) for r in records(game, phase, "rebellion")
    }
    assert sum(map(Counter.total, facts.drawn.values())) == len(records(game, phase, "draw"))
    assert len(facts.cards) == 16 and len(facts.standings) == 4
    last = records(game, phase, "standing")[-1]["rows"]
    assert {s.seat: s.money for s in facts.standings} == {row["seat"]: row["money"] for row in last}
    assert len(facts.released) == len(records(game, phase, "grant"))


def test_the_score_is_the_change_since_the_phase_before(game: Game) -> None:
    before = {s.seat: s.money for s in debrief(game, 2).standings}
    for standing in debrief(game, 3).standings:
        assert standing.gain == standing.money - before[standing.seat]
    assert {standing.gain for standing in debrief(game, 1).standings} == {None}


def test_a_phase_under_way_and_one_not_begun() -> None:
    game = new_game([bot()] * 4, seed=7)
    game.play(70)
    assert game.view()["phase"] == 2
    now, later = debrief(game), debrief(game, 5)
    assert now.phase == 2 and now.played and not now.over
    assert told(now, HISTORY, names(game))[0].lines == [
        "The phase is still being played; this is how things stand."
    ]
    assert {s.seat: s.money for s in now.standings} == {p["seat"]: p["money"] for p in game.view()["powers"]}
    assert not later.played and len(told(later, HISTORY, names(game))) == 1


@pytest.mark.parametrize("phase", range(1, 7))
def test_sentences_are_filled_in_and_neutral(game: Game, phase: int) -> None:
    editor = Editor()
    sections = told(debrief(game, phase), HISTORY, names(game))
    assert [section.key for section in sections if section.key == "score"] == ["score"]
    for section in sections:
        if section.key in ("behind", "choices"):  # titles and texts of the cards
            continue
        for line in section.lines:
            assert "{" not in line and "None" not in line and line.endswith((".", "”"))
            passage = Passage("debrief", section.key, line)
            assert editor.message(passage) == editor.passives(passage) == []


def test_who_took_what_from_whom_is_named(game: Game) -> None:
    who = names(game)
    lines = "\n".join(told(debrief(game, 3), HISTORY, who)[0].lines)
    for record in records(game, 3, "owner"):
        if record["why"] == "conquest":
            country = HISTORY.words.country(record["country"])
            assert any(
                line.startswith(who[record["to"]])
                and country in line
                and f"from {who[record['from']]}" in line
                for line in lines.splitlines()
            )


def test_choices_name_what_was_left(game: Game) -> None:
    facts = debrief(game, 1)
    chosen = next(s for s in told(facts, HISTORY, names(game)) if s.key == "choices").lines
    assert len(chosen) == len(facts.chosen) > 0
    card = HISTORY.words.card(facts.chosen[0].card)
    assert card["a"] in chosen[0] and card["b"] in chosen[0]


def test_markdown_and_html_carry_questions_and_sources(game: Game) -> None:
    facts = debrief(game, 4)
    text = markdown(facts, HISTORY, names(game))
    phase = HISTORY.phase(4)
    assert text.index("## Debrief") < text.index("What the score counted") < text.index("To discuss")
    assert all(f"{i}. " in text for i in range(1, len(phase.questions) + 1))
    assert "To discuss" not in markdown(facts, HISTORY, names(game), questions=False)
    html = Pages(HISTORY).debrief(facts, names(game))
    assert html.count("<li>") >= len(phase.questions) + len(phase.read_on)


def test_the_simplified_version_has_its_debrief_too() -> None:
    game = new_game([bot()] * 4, seed=3, game="simplified")
    game.play()
    for phase in range(1, 5):
        facts = debrief(game, phase)
        assert facts.played and facts.over
        steps = {r["rule"] for r in records(game, phase, "choices")}
        assert {rule for rule, _ in facts.steps} == steps != set()
        said = {section.key: section.lines for section in told(facts, HISTORY, names(game))}
        assert len(said["choices"]) == len(steps) and "prestige" in said["score"][0]
    assert not debrief(game, 5).played


def test_names_are_escaped() -> None:
    game = new_game(["<i>Ana", "Ben *", "Cy"], seed=1)
    for _ in range(40):
        game.choose(game.pending[0], game.pending[0].options[0])
    html = Pages(HISTORY).debrief(debrief(game, 1), list(game.setup.names))
    assert "<i>" not in html and "&lt;i&gt;Ana" in html
    assert "Ben \\*" in markdown(debrief(game, 1), HISTORY, list(game.setup.names))


def test_unnamed_powers_have_their_names() -> None:
    words = HISTORY.words
    assert table_names(("Green", "Ana"), ["green", "orange"], words) == ["Portugal", "Ana"]
    assert table_names(("Green", "Portugal"), ["green", "orange"], words) == ["Green", "Portugal"]
