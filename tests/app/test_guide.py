"""The guided first round: short notes that follow the questions and can be dismissed."""

from __future__ import annotations

import pytest

pytest.importorskip("panel")

import colony_nb as colony
from app.person import Person
from colony_nb.app import Table, View
from colony_nb.app.panes.guide import NOTES


def guided() -> View:
    view = View(Table())
    view.start.guided.value = True
    view.start.seed.value = "4"
    view.start.play.clicks += 1
    return view


def shown(view: View) -> str | None:
    return view.guide._shown if view.guide.panel.visible else None


def test_five_to_seven_short_notes() -> None:
    texts = Table().texts
    assert 5 <= len(NOTES) <= 7
    assert all(20 < len(texts.say(f"guide.{key}")) <= 180 for key in NOTES)


def test_the_notes_follow_the_questions_of_the_first_round() -> None:
    view = guided()
    person = Person(view, 1)
    seen: list[tuple[str, str]] = []
    for _ in range(60):
        m = view.table.moment()
        if m.view["round"] > 2 or m.over:
            break
        if view.reading:
            view.now.commit.clicks += 1
        while (key := shown(view)) is not None:
            assert m.decision is not None
            seen.append((key, m.decision.kind))
            view.guide.ok.clicks += 1
        person.answer()
    assert [key for key, _ in seen] == list(NOTES)
    kinds = dict(seen)
    assert kinds["bar"] == kinds["map"] == "start_country" and kinds["cards"] == "cards"


def test_a_dismissed_note_does_not_come_back() -> None:
    view = guided()
    first = shown(view)
    view.guide.ok.clicks += 1
    assert shown(view) != first
    Person(view, 1).answer()
    view.table.undo()
    assert shown(view) != first


def test_no_more_notes_ends_them() -> None:
    view = guided()
    view.guide.end.clicks += 1
    person = Person(view, 1)
    for _ in range(8):
        assert shown(view) is None
        person.answer()


def test_notes_come_in_a_first_game_only_and_never_uncalled() -> None:
    view = guided()
    assert not view.start.guided.value
    plain = View(Table(colony.new_game(["Ana", *[colony.bot("random")] * 3], seed=4)))
    assert shown(plain) is None


def test_no_note_stands_over_a_look_or_in_a_presentation() -> None:
    view = guided()
    Person(view, 1).answer()
    view.table.times.look(0)
    view.tabs.value = "question"
    assert shown(view) is None
    view.table.times.now()
    assert shown(view) is not None
    view.turn_presentation()
    assert shown(view) is None
