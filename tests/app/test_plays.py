"""Whole games played through the controls, in the kinds of games that ask every kind of question."""

from __future__ import annotations

import pytest

pytest.importorskip("panel")

import colony_nb as colony
from app.notebook import Notebook, sources
from app.person import Person
from colony_nb.app import Table, View

KINDS = set(
    "start_country cards move expand build place again product operations attack march event country"
    " rebel_country rebel_spread rebel_product order grant join bid_money bid_points government".split()
)
VARIANTS = {"pass_event_cards": True, "independence": False, "sabotage": True}


def play(game: colony.Game, seed: int, most: int = 10_000) -> tuple[View, Person]:
    view = View(Table(game))
    person = Person(view, seed)
    while not game.over and most:
        before = game.n
        person.answer()
        assert game.n > before, view.table.notice
        most -= 1
    return view, person


def test_a_person_plays_a_whole_game_against_computers() -> None:
    game = colony.new_game(["Ana", *[colony.bot("random")] * 3], seed=4)
    view, _ = play(game, 1)
    assert game.over and game.result is not None
    assert view.over.visible and "What the money was taken from" in view.over.object
    assert not view.now.commit.visible


@pytest.mark.parametrize("players", [3, 6])
def test_persons_alone_answer_every_kind_of_question(players: int) -> None:
    seen: set[str] = set()
    game = colony.new_game(players, seed=1, variants=VARIANTS)
    _, person = play(game, 1)
    seen |= person.kinds
    assert game.over
    assert person.modes == {"cards", "country", "list", "number", "choice"}
    assert seen >= {"pass_card", *(KINDS if players == 6 else ())}


def test_a_phase_in_a_notebook_reaches_the_page() -> None:
    game = colony.new_game(["Ana", *[colony.bot("random")] * 3], seed=5)
    view = View(Table(game))
    notebook = Notebook(view)
    person = Person(view, 3, notebook)
    while game.view()["phase"] == 1:
        person.answer()
        assert notebook.lost == 0
    assert person.taps >= 1


def test_one_answer_sends_the_figures_data() -> None:
    game = colony.new_game(["Ana", *[colony.bot("random")] * 3], seed=5)
    view = View(Table(game))
    notebook = Notebook(view)
    letter = game.pending[0].options[0]
    view.country.select.value = letter
    events = notebook.click(view.now.commit)
    assert sources(events) >= 3  # map, income ladder, ...
    assert notebook.lost == 0


def test_a_change_that_nothing_sends_is_noticed() -> None:
    view = View(Table(colony.new_game(["Ana", *[colony.bot("random")] * 3], seed=5)))
    notebook = Notebook(view)
    m = view.table.moment()
    assert sources(notebook._handle(lambda: view.board.mark(m, "A", m.asking.possible))) == 0  # type: ignore[union-attr]
    assert notebook.lost > 0
