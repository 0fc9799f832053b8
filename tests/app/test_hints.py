"""Hints at the table: on request, one step at a time, only for whoever is asked."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("panel")

import colony_nb as colony
from app.person import Person
from colony_nb import bots
from colony_nb.app import Table, View
from colony_nb.app.panes.hints import advice, hinted
from colony_nb.bots import Reason


def table(names: tuple[str, ...] = ("Ana",), seed: int = 4, fair: bool = False) -> View:
    computers = [colony.bot()] * (4 - len(names))
    return View(Table(colony.new_game([*names, *computers], seed), fair=fair))


def text(view: View) -> str:
    hints = view.question.hints
    return str(hints.text.object) if hints.text is not None and hints.text.visible else ""


def press(view: View) -> None:
    view.question.hints.button.clicks += 1


def test_nothing_is_made_or_told_before_it_is_asked_for() -> None:
    view = table()
    hints = view.question.hints
    assert hints.panel.visible and hints.text is None and len(hints.panel) == 1


def test_one_step_at_a_time_and_folded_again() -> None:
    view = table()
    seen = []
    for _ in range(3):
        press(view)
        seen.append(text(view))
    for number, (shown, last) in enumerate(
        zip(seen, ("What to look at", "What stands out", "What the steady computer would do"), strict=True)
    ):
        assert f"<h3>{last}</h3>" in shown and shown.count("<details>") == number
    press(view)
    assert text(view) == "" and view.question.hints.button.label == "Hint"


def test_the_hint_decides_nothing_and_a_new_question_folds_it() -> None:
    view = table()
    person = Person(view, 1)
    game = view.table.game
    assert game is not None
    for _ in range(30):
        if view.reading:
            view.now.commit.clicks += 1
        if hinted(view.table.moment()):
            before = (game.digest(), game.n)
            for _ in range(3):
                press(view)
            assert (game.digest(), game.n) == before and "The choice is yours." in text(view)
            assert view.question.draft(view.selected) is None or not view.selected
        person.answer()
        assert text(view) == ""


@pytest.mark.parametrize("fair", [False, True])
def test_the_advice_is_an_option_and_knows_no_more_than_the_seat(fair: bool) -> None:
    view = table(fair=fair)
    person = Person(view, 2)
    game = view.table.game
    assert game is not None
    for _ in range(25):
        if view.reading:
            view.now.commit.clicks += 1
        m = view.table.moment()
        if m.decision is not None and not m.cover:
            other = game.fork()
            other._state.rng ^= 0x5DEECE66D
            same = m.decision
            option, why = advice(m, view.table.texts)
            assert option in same.options and why.endswith(".")
            m.game = other
            assert advice(m, view.table.texts) == (option, why)
            m.game = game
        person.answer()


def test_the_adviser_sees_the_board_as_the_seat_does(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []

    class Spy:
        name = "steady"

        def choose(self, state: Any, question: Any, key: int) -> tuple[Any, Reason]:
            seen.append((state, question.seat))
            return question.options[0], Reason("first")

    view = table(("Ana", "Ben", "Cem", "Dan"))
    game = view.table.game
    assert game is not None
    while game.pending[0].kind != "cards":
        game.choose(game.pending[0], game.pending[0].options[0])
    first = game.pending[0]
    game.choose(first, (1,))
    view.table.refresh()
    view.table.uncover()
    m = view.table.moment()
    assert m.decision is not None and m.decision.seat != first.seat
    assert any(game._state.decks) and game._state.sealed[first.seat] == (1,)
    monkeypatch.setattr(bots, "find", lambda name, game: Spy())
    advice(m, view.table.texts)
    ((state, seat),) = seen
    assert seat == m.decision.seat and not state.decks and state.deck_rng == 0 and state.rng == 0
    assert state.sealed[first.seat] != (1,)


def test_no_hint_for_a_covered_question_a_look_or_a_presentation() -> None:
    view = table(("Ana", "Ben"))
    person = Person(view, 1)
    covered = 0
    for _ in range(20):
        if view.reading:
            view.now.commit.clicks += 1
        if view.table.moment().cover:
            covered += 1
            assert not hinted(view.table.moment()) and not view.question.hints.panel.visible
            view.table.uncover()
            assert view.question.hints.panel.visible and text(view) == ""
            press(view)
        person.answer()
        hints = view.question.hints
        assert hints.text is None or not hints.text.object, "nothing is left for the next person"
    assert covered > 3
    view.table.times.look(1)
    assert not view.question.hints.panel.visible
    view.table.times.now()
    view.turn_presentation()
    assert not view.question.hints.panel.visible


def test_hints_can_be_switched_off_for_the_table() -> None:
    view = table()
    press(view)
    assert text(view)
    view.table.reader["hints"] = False
    view.table.refresh()
    assert not view.question.hints.panel.visible


def test_names_are_escaped() -> None:
    view = table(("<b>Ana</b>",))
    person = Person(view, 1)
    shown = ""
    for _ in range(12):
        if view.reading:
            view.now.commit.clicks += 1
        if hinted(view.table.moment()):
            for _ in range(3):
                press(view)
            shown += text(view)
        person.answer()
    assert "<b>Ana" not in shown and "&lt;b&gt;Ana&lt;/b&gt;" in shown
