"""Presentation mode in Python: which parts show, and how large the figures' words are."""

from __future__ import annotations

import pytest

pytest.importorskip("panel")

import colony_nb as colony
from app.notebook import Notebook
from app.person import Person
from colony_nb.app import Table, View, show
from colony_nb.app.panes.present import ASKED, LADDERS, LEAST, MORE
from colony_nb.app.theme import sheets


def presented(players: int = 4, answers: int = 0) -> View:
    view = View(
        Table(colony.new_game(["Ana", *[colony.bot("random")] * (players - 1)], seed=4)), present=True
    )
    person = Person(view, 1)
    for _ in range(answers):
        person.answer()
    return view


def test_the_switch_goes_there_and_back() -> None:
    view = View(Table(colony.new_game(["Ana", *[colony.bot("random")] * 3], seed=4)))
    notebook = Notebook(view)
    before = (
        dict(view._layout.styles),
        view.board.map.layers["full"].style,
        view.powers.ladder.figure.height,
    )
    notebook.click(view.present.button)
    assert view.present.on and view._layout.styles["--least"] == "24px" and notebook.lost == 0
    assert view.present.pages.visible and not view.tabs.visible and not view.board.strip.visible
    notebook.click(view.present.button)
    after = (dict(view._layout.styles), view.board.map.layers["full"].style, view.powers.ladder.figure.height)
    assert after == before and view.tabs.visible and view.powers.panel.visible and view.tabbed.visible


def test_show_takes_it_as_an_option_of_one_display() -> None:
    game = colony.new_game(["Ana", *[colony.bot("random")] * 3], seed=4)
    one, two = show(game, present=True), show(game)
    assert one.view().present.on and not two.view().present.on and one.table is two.table


def test_every_size_of_letters_grows() -> None:
    for name, css in sheets().items():
        for part in css.split("font-size:")[1:]:
            assert part.lstrip().startswith(("max(", "var(--least", "inherit")), (name, part[:40])


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_no_word_of_a_figure_is_smaller_than_24_pixels(players: int) -> None:
    view = presented(players, answers=3)
    for figure in (view.powers.ladder, view.powers.influence):
        data = figure.texts.source.data
        sizes = [float(s[:-2]) for s, x in zip(data["s"], data["x"], strict=True) if x == x]
        assert sizes and min(sizes) >= LEAST
    data = view.board.map.layers["full"].texts.source.data
    names = {c["name"] for c in view.table.moment().view["countries"].values()}
    sizes = [s for s, t in zip(data["s"], data["t"], strict=True) if t in names]
    assert len(sizes) >= len(names) and min(sizes) >= LEAST


def test_a_question_opens_the_page_it_needs_and_ladders_stay_for_the_map() -> None:
    view = presented()
    person = Person(view, 1)
    pages = {}
    for _ in range(12):
        m = view.table.moment()
        if view.reading:
            assert view.present.pages.value == LADDERS and view.present.reveal.visible
            view.now.commit.clicks += 1
        assert m.asking is not None
        pages[m.asking.mode] = view.present.pages.value
        person.answer()
    assert pages["country"] == LADDERS and pages["cards"] == ASKED


def test_ladders_question_and_the_rest_take_turns() -> None:
    view = presented(answers=2)
    if view.reading:
        view.now.commit.clicks += 1
    view.present.pages.value = LADDERS
    assert view.powers.panel.visible and not view.tabbed.visible
    view.present.pages.value = ASKED
    assert not view.powers.panel.visible and view.tabbed.visible and not view.tabs.visible
    assert view.tabs.value == "question" and view.present.purse.visible
    view.present.pages.value = MORE
    assert view.tabs.visible and view.tabs.value != "question"
    view.tabs.value = "question"
    assert view.present.pages.value == ASKED


def test_a_refusal_is_seen_beside_the_ladders() -> None:
    view = presented()
    assert view.present.pages.value == LADDERS
    view.now.commit.clicks += 1
    assert view.present.notice.visible and "Choose one of the options" in view.present.notice.object


def test_money_and_influence_stay_beside_a_question() -> None:
    view = presented(answers=3)
    view.present.pages.value = ASKED
    for power in view.table.moment().view["powers"]:
        assert f"<b>{power['money']}</b> {power['influence']}" in view.present.purse.object
