"""The steady player in whole games: legal, the same again, blind to what it may not see, never speechless."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from colony_nb import bots
from colony_nb.bots import bidding, steady
from colony_nb.bots.valuation import Sight
from colony_nb.commentary.catalogue import Catalogue
from colony_nb.games.colony import game as _steps  # noqa: F401 - registers every step
from colony_nb.games.colony.board import INDEX
from colony_nb.games.colony.rules import load_rules
from colony_nb.games.colony.setup import new_state
from colony_nb.games.colony.state import ColonyState, flow
from colony_nb.games.colony.view import seen_by
from colony_nb.kernel.state import Question

NAMES = ["Ana", "Ben", "Cem", "Dora", "Eve", "Finn"]
BOT = bots.find("steady")
# seats, bits of the variants, the seats that steady plays
TABLES = [
    (3, 0, {0, 1, 2}),
    (3, 7, {0}),
    (4, 0, {0, 2}),
    (4, 7, {0, 1, 2, 3}),
    (4, 1, {1}),
    (5, 2, {0, 1, 2, 3}),
    (5, 4, set()),
    (6, 0, {0, 1, 2, 3, 4, 5}),
    (6, 0, set()),
    (6, 3, {0, 2, 4}),
    (6, 4, {1, 2, 3, 4, 5}),
    (6, 7, {0, 1, 2, 3, 4, 5}),
]


def moments(seats: int, variants: int, who: set[int], seed: int) -> Iterator[tuple[ColonyState, Question]]:
    """Each question of a game, before it is answered: by steady at the seats ``who``, else by chance."""
    s = new_state(load_rules(), seats, seed, variants)
    chance = random.Random(seed)
    flow.run(s)
    while s.questions:
        question = chance.choice(s.questions)
        yield s, question
        if question.seat in who:
            value = BOT.choose(seen_by(s, question.seat), question, 0)[0]
        else:
            value = chance.choice(question.options)
        flow.answer(s, question.seat, value)
    assert s.over


def scrambled(s: ColonyState, seat: int, chance: random.Random) -> ColonyState:
    """The state with everything changed that the seat may not know."""
    t = s.copy()
    t.rng ^= chance.getrandbits(60) | 1
    t.deck_rng ^= chance.getrandbits(60) | 1
    t.decks = tuple(tuple(chance.sample(deck, len(deck))) for deck in s.decks)
    hidden = [card for hand in t.decks[: s.phase] for card in hand]
    for p, hand in enumerate(s.hands):
        first = 1 if p == seat and s.step == "pass" else 0
        t.hands[p] = hand[:first] + tuple(chance.choice(hidden) for _ in hand[first:])
    t.sealed = [value if p == seat else ("other", p) for p, value in enumerate(s.sealed)]
    t.stack = []
    t.dice_script = [chance.randint(1, 6) for _ in range(4)]
    t.draw_script = [0, 1, 2]
    return t


@dataclass
class Seen:
    kinds: Counter[str] = field(default_factory=Counter)
    reasons: set[str] = field(default_factory=set)


@pytest.fixture(scope="module")
def played() -> Seen:
    """All tables, every question put to steady, whoever answers it in the game."""
    out = Seen()
    texts = Catalogue("en", strict=True)
    chance = random.Random(5)
    for seed, (seats, variants, who) in enumerate(TABLES):
        for s, question in moments(seats, variants, who, 11 + seed):
            seat = question.seat
            seen = seen_by(s, seat)
            before = s.to_dict()
            option, reason = BOT.choose(seen, question, chance.getrandbits(64))
            where = (seed, s.n, question.kind, option)
            # legal, in type too (True is not 1)
            assert any(repr(option) == repr(known) for known in question.options), where
            # the same with another key, with a fresh copy, and whatever is hidden
            assert BOT.choose(seen_by(s, seat), question, chance.getrandbits(64)) == (option, reason), where
            assert BOT.choose(scrambled(s, seat, chance), question, 1) == (option, reason), where
            assert s.to_dict() == before, where
            text = texts.reason(reason.code, NAMES[:seats], **reason.values)
            assert text.endswith(".") and not re.search(r"[{}…]|None|True", text), (where, text)
            out.kinds[question.kind] += 1
            out.reasons.add(reason.code)
            if question.kind == "bid_money" and option:
                worth = bidding.control(Sight(seen, seat), INDEX[question.context["country"]])
                assert option <= max(1, worth), where
    return out


def test_every_kind_of_question_is_met_and_answered(played: Seen) -> None:
    assert set(played.kinds) == set(steady.ANSWERS)


def test_many_different_reasons_are_given(played: Seen) -> None:
    assert len(played.reasons) >= 70
    assert "first" not in played.reasons and "fallback" not in played.reasons


def test_a_question_of_another_game_gets_its_first_answer() -> None:
    question = Question(0, "treaty", ("x", "y"), "SIM-2", {})
    option, reason = BOT.choose(None, question, 3)
    assert option == "x" and reason.code == "first"


def winners(bots_: list[str], seed: int) -> tuple[float, float]:
    """(best steady money, best random money) of a game."""
    s = new_state(load_rules(), len(bots_), seed)
    chance = random.Random(seed)
    flow.run(s)
    while s.questions:
        question = s.questions[0]
        bot = bots.find(bots_[question.seat])
        key = chance.getrandbits(64)
        flow.answer(s, question.seat, bot.choose(seen_by(s, question.seat), question, key)[0])
    best: dict[str, Any] = {}
    for name, money in zip(bots_, s.money, strict=True):
        best[name] = max(best.get(name, 0), money)
    return best["steady"], best["random"]


def tables(count: int) -> list[tuple[list[str], int]]:
    """Two seats each, moved on by one seat from game to game."""
    names = ["steady", "steady", "random", "random"]
    return [(names[i % 4 :] + names[: i % 4], 300 + i) for i in range(count)]


def test_steady_beats_random() -> None:
    games = [winners(names, seed) for names, seed in tables(8)]
    assert sum(a > b for a, b in games) >= 7


@pytest.mark.slow
def test_steady_beats_random_in_nine_games_of_ten() -> None:
    games = [winners(names, seed) for names, seed in tables(100)]
    assert sum(a > b for a, b in games) >= 90
