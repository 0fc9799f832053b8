"""Whole games of random choices: the strict catalogue has a text for everything that is asked and written."""

from __future__ import annotations

import importlib
import pkgutil
import random
import re

import pytest

from colony_nb.commentary.catalogue import Catalogue
from colony_nb.games import colony

NAMES = ["Portugal", "Netherlands", "France", "Britain", "Spain", "Denmark"]
MODULES = {
    m.name: importlib.import_module(f"{colony.__name__}.{m.name}")
    for m in pkgutil.iter_modules(colony.__path__)
}
UNFILLED = re.compile(r"[{}…]|\bNone\b|\bTrue\b|\bFalse\b| {2}")


@pytest.mark.parametrize(
    ("seats", "variants", "seed"), [(3, 0, 1), (4, 7, 2), (5, 1, 3), (6, 2, 4), (4, 0, 5)]
)
def test_a_random_game_is_told_from_the_first_choice_to_the_last(
    seats: int, variants: int, seed: int
) -> None:
    texts = Catalogue("en", strict=True)
    flow = MODULES["state"].flow
    state = MODULES["setup"].new_state(MODULES["rules"].load_rules(), seats, seed, variants=variants)
    state.journal = []
    chance = random.Random(seed)
    flow.run(state)
    while state.questions:
        question = chance.choice(state.questions)
        option = chance.choice(question.options)
        for text in (
            texts.prompt(question.kind, question.seat, question.context, NAMES),
            texts.label(question.kind, option, question.context, NAMES),
        ):
            assert text and not UNFILLED.search(text), text
        flow.answer(state, question.seat, option)
    assert state.over and len(state.journal) > 200
    for record in state.journal:
        text = texts.sentence(record, NAMES)
        assert text.endswith(".") and not UNFILLED.search(text), text
