"""What one choice at the table costs in Python: game, journal and views."""

from __future__ import annotations

import random
import statistics
import time

import pytest

pytest.importorskip("panel")

import colony_nb as colony
from app.notebook import Notebook
from colony_nb.app import Table, View


@pytest.mark.slow
def test_a_choice_takes_less_than_25_ms() -> None:
    game = colony.new_game(["Ana", *[colony.bot("random")] * 3], seed=3)
    table = Table(game)
    view = View(table)
    notebook = Notebook(view)
    chance, spent = random.Random(1), []
    while not game.over:
        decision = table.moment().decision
        assert decision is not None
        option = chance.choice(decision.options)
        start = time.process_time()
        notebook._handle(lambda option=option: table.choose(option))  # type: ignore[misc]
        spent.append(time.process_time() - start)
    assert len(spent) > 40
    assert statistics.median(spent) < 0.025


def test_models_do_not_pile_up_over_a_game() -> None:
    view = View(Table(colony.new_game([colony.bot("random")] * 6, seed=3)))
    notebook, counts, table = Notebook(view), [], view.table
    for _ in range(2):
        while table.game is not None and not table.game.over:
            notebook._handle(lambda: table.play(25))
        counts.append(len(list(notebook.root.references())))
        notebook._handle(lambda: table.start([("random", "")] * 6, seed="4"))
    assert counts[1] <= counts[0]  # what a game shows has come to the page with the first one
