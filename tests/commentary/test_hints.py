"""Hints: three steps for every kind of question, facts that lie open, nothing that the seat may not know."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

import colony_nb as colony
from colony_nb import bots
from colony_nb.commentary import hints
from colony_nb.commentary.lint import Editor, Passage
from colony_nb.game import TEXTS, Game
from colony_nb.paths import DATA
from commentary.test_editorial import leaves

VARIANTS = {"pass_event_cards": True, "independence": True, "sabotage": True}
KINDS = set(
    "start_country pass_card cards expand search event again country place move relocate build product"
    " army_count army_place operations attack march use_kept rebel_country rebel_product rebel_spread order"
    " grant join bid_money bid_points government offer answer draft".split()
)
SIMPLE = set("start_country choice neighbour invest country share build lose".split())


def told(game: Game, d: Any) -> dict[str, list[str]]:
    """The three steps for an open question."""
    names = game.setup.names
    question = next(q for q in game._state.questions if q.seat == d.seat)
    option, reason = bots.find("steady", game.setup.game).choose(
        game.ruleset.seen_by(game._state, d.seat), question, 0
    )
    assert option in d.options
    said = TEXTS.reason(reason.code, names=list(names), **reason.values)
    return {
        "look": hints.look(game.view(d.seat), d, names),
        "stand": hints.stand(game, d, names),
        "steady": hints.steady(d, option, said, names),
    }


def every_question(game: Game, most: int = 3) -> dict[tuple[str, Any], list[dict[str, list[str]]]]:
    """The hints of up to ``most`` questions of each kind of a game that computers play to its end."""
    out: dict[tuple[str, Any], list[dict[str, list[str]]]] = {}
    while not game.over:
        for d in game.pending:
            what = d.context.get("why") or d.context.get("what") or d.context.get("figure")
            rows = out.setdefault((d.kind, what), [])
            if len(rows) < most:
                before = game.digest()
                rows.append(told(game, d))
                assert game.digest() == before
        game.play(1)
    return out


@pytest.fixture(scope="module")
def asked() -> dict[tuple[str, Any], list[dict[str, list[str]]]]:
    out = {}
    for seed in (5, 6):
        out |= every_question(colony.new_game([colony.bot("random")] * 4, seed, variants=VARIANTS))
    return out | every_question(colony.new_game([colony.bot("steady")] * 4, 1))


def test_every_kind_of_question_has_its_own_hints(
    asked: dict[tuple[str, Any], list[dict[str, list[str]]]],
) -> None:
    assert {kind for kind, _ in asked} >= KINDS
    words = hints.texts()
    for (kind, what), rows in asked.items():
        assert words.has(f"look.{kind}") or words.has(f"look.{kind}_{what}"), kind
        for steps in rows:
            for step, lines in steps.items():
                assert 1 <= len(lines) <= 7, (kind, step)
                for line in lines:
                    assert line[0].isupper() or line[0].isdigit(), line
                    assert line.endswith((".", "?")) and "{" not in line and "…" not in line, line
            assert len(steps["stand"]) <= hints.MOST
            assert "The choice is yours." in steps["steady"][-1]


def test_facts_set_options_apart(asked: dict[tuple[str, Any], list[dict[str, list[str]]]]) -> None:
    general = hints.texts().say("stand.general")
    for kind in (
        "start_country",
        "cards",
        "expand",
        "event",
        "attack",
        "order",
        "grant",
        "bid_money",
        "product",
    ):
        rows = [steps["stand"] for (k, _), found in asked.items() if k == kind for steps in found]
        assert any(lines != [general] for lines in rows), kind
    assert any(
        "in 100" in line for line in asked[("attack", None)][0]["stand"] + asked[("order", None)][0]["stand"]
    )


def test_the_simplified_game_asks_no_computer_what_a_class_should_talk_about() -> None:
    asked = every_question(colony.new_game([colony.bot("random")] * 4, 1, game="simplified"))
    assert {kind for kind, _ in asked} >= SIMPLE
    for (kind, _), rows in asked.items():
        for steps in rows:
            if kind == "choice":
                assert steps["steady"] == [hints.texts().say("steady.no_choice")]
                assert steps["stand"] == [hints.texts().say("stand.general")]


def test_hidden_things_do_not_change_a_hint() -> None:
    """Other decks, dice and sealed answers, the same hints."""
    seen = 0
    game = colony.new_game(["Ana", "Ben", "Cem"], 4)
    while game.n < 60:
        d = game.pending[-1]
        other = game.fork()
        state = other._state
        state.rng = state.rng ^ 0x5DEECE66D
        state.deck_rng = 12345
        state.decks = tuple(tuple(reversed(deck)) for deck in state.decks)
        state.hands = [tuple(reversed(hand)) for hand in state.hands]
        mine = next((x for x in other.pending if x == d), None)
        assert mine is not None
        assert told(game, d) == told(other, mine)
        if d.sealed and len(game.pending) > 1:
            first = game.pending[0]
            if first.seat != d.seat:
                results = []
                for option in (first.options[0], first.options[-1]):
                    fork = game.fork()
                    fork.choose(first, option)
                    again = next((x for x in fork.pending if (x.seat, x.kind) == (d.seat, d.kind)), None)
                    if again is not None:
                        results.append(told(fork, again))
                if len(results) == 2:
                    seen += 1
                    assert results[0] == results[1]
        game.choose(game.pending[0], game.pending[0].options[game.n % len(game.pending[0].options)])
    assert seen > 5


@pytest.mark.parametrize("name", ["hints", "learn"])
def test_the_texts_keep_to_the_house_style(name: str) -> None:
    editor = Editor()
    table = tomllib.loads((DATA / "text" / "en" / f"{name}.toml").read_text(encoding="utf-8"))
    found = [
        finding
        for passage in leaves(table)
        if not passage.name.endswith("see message")
        for finding in (
            *editor.text(
                Passage(passage.where, "quiz" if "final" in passage.where else "message", passage.text)
            ),
            *editor.message(passage),
        )
    ]
    assert not found, "\n".join(map(str, found))
