"""Why a country cannot be chosen: a reason given never holds for a country that can be."""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from typing import Any

import pytest

import colony_nb as colony
from colony_nb.app.asking import countries
from colony_nb.commentary.whynot import card_why_not, reason, warning, why_not
from colony_nb.kernel.decision import Decision
from colony_nb.paths import DATA

VARIANTS = {"pass_event_cards": True, "independence": True, "sabotage": True}


def of(game: colony.Game) -> Decision:
    return game.pending[0]


def targets(decision: Decision) -> set[str]:
    """The letters that the options aim at: of an attack the attacked country, else all they speak of."""
    if decision.kind == "attack":
        return {o[1] if o[0] == "expedition" else o[2] for o in decision.options if isinstance(o, tuple)}
    return {letter for option in decision.options for letter in countries(option)}


@pytest.mark.parametrize("seed", range(6))
def test_no_reason_holds_for_an_option(seed: int) -> None:
    game = colony.new_game(3 + seed % 4, seed=seed, variants=VARIANTS if seed % 2 else None)
    chance = random.Random(seed)
    while not game.over:
        decision = of(game)
        if targets(decision):
            view = game.view()
            for letter in targets(decision):
                assert reason(view, decision, letter) is None, (decision, letter)
        game.choose(decision, chance.choice(decision.options))


def test_every_country_has_a_sentence_and_most_a_reason() -> None:
    game = colony.new_game(4, seed=2, variants=VARIANTS)
    chance = random.Random(2)
    found: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    while not game.over:
        decision = of(game)
        if targets(decision):
            view = game.view()
            for letter in set(view["countries"]) - targets(decision):
                sentence = why_not(view, decision, letter)
                assert view["countries"][letter]["name"] in sentence and sentence.endswith(".")
                assert "{" not in sentence
                asked[decision.kind] += 1
                found[decision.kind] += reason(view, decision, letter) is not None
        game.choose(decision, chance.choice(decision.options))
    assert sum(found.values()) > 0.85 * sum(asked.values()), (found, asked)


def test_the_reason_is_a_fact_of_the_board() -> None:
    game = colony.new_game(3, seed=4)
    while of(game).kind == "start_country":
        view, decision = game.view(), of(game)
        inland = next(k for k, c in view["countries"].items() if not c["coast"])
        assert why_not(view, decision, inland) == (
            f"{view['countries'][inland]['name']} has no coast, and a power lands by sea (SET-5)."
        )
        game.choose(decision, decision.options[0])
    view = game.view()
    far = Decision(0, _question(0, "expand", "ACT-1", {"cost": 3}), False, None, ())  # type: ignore[arg-type]
    home = view["powers"][0]["countries"][0]
    letter = next(
        k for k, c in view["countries"].items() if c["owner"] is None and home not in c["neighbours"]
    )
    name = view["countries"][letter]["name"]
    assert why_not(view, far, letter) == f"{name} is not next to a country of yours (ACT-1)."
    rival = view["powers"][1]["countries"][0]
    assert view["powers"][1]["name"] in why_not(view, far, rival)
    assert why_not(view, far, home).endswith("is yours already (ACT-1).")
    with pytest.raises(KeyError):
        why_not(view, far, "?")


def test_an_unknown_question_gets_the_general_sentence() -> None:
    game = colony.new_game(3, seed=4)
    decision = Decision(0, _question(0, "something", "ACT-1", {}), False, None, ())  # type: ignore[arg-type]
    letter = of(game).options[0]
    name = game.view()["countries"][letter]["name"]
    assert why_not(game.view(), decision, letter) == (f"{name} cannot be chosen for this question (ACT-1).")


def _question(seat: int, kind: str, rule: str, context: dict[str, Any]) -> Any:
    return (seat, kind, (), rule, context)


def test_a_card_says_phase_or_coins() -> None:
    view = colony.new_game(3, seed=4).view()
    assert card_why_not(view, 0, "City", 4, 15, False) == "City can be chosen from phase 4 on (RND-2)."
    assert "cannot be chosen in this round" in card_why_not(view, 0, "Ship", 1, 5, False)
    purse = view["powers"][0]["money"] + view["powers"][0]["income"]
    assert card_why_not(view, 0, "Ship", 1, purse, True) == ""
    assert f"you would hold {purse} coins" in card_why_not(view, 0, "Port", 1, purse + 1, True)


def _asked(kind: str, context: dict[str, Any]) -> Any:
    return Decision(0, _question(0, kind, "EVT-8", context), False, None, ())  # type: ignore[arg-type]


def test_giving_away_the_only_port_is_warned_of() -> None:
    """EVT-8: by a swap, a sale or a swap that is agreed to; not with another port, or one that comes in."""
    game = colony.new_game(3, seed=4)
    while of(game).kind == "start_country":
        game.choose(of(game), of(game).options[0])
    view = game.view()
    countries = view["countries"]
    home, theirs = view["powers"][0]["countries"][0], view["powers"][1]["countries"][0]
    free = next(k for k, c in countries.items() if c["owner"] is None)
    countries[free]["owner"] = 0
    countries[home]["port"], countries[theirs]["port"] = True, False
    offer = _asked("offer", {"card": "p3-01"})
    sale = _asked("country", {"why": "sale", "card": "p3-01"})
    answer = _asked("answer", {"what": "swap", "asker": 1, "gives": theirs, "gets": home, "price": 3})
    buying = _asked("answer", {"what": "sale", "asker": 1, "gives": theirs, "gets": None, "price": 3})
    giving = [(offer, (1, home, theirs)), (sale, home), (answer, True)]
    quiet = [(offer, "stop"), (offer, (1, free, theirs)), (sale, free), (answer, False), (buying, True)]
    for decision, option in giving:
        told = warning(view, decision, option)
        assert countries[home]["name"] in told and "INC-3" in told and told.endswith(".")
    for decision, option in [*quiet, (_asked("country", {"why": "draw"}), home)]:
        assert warning(view, decision, option) == ""
    countries[free]["port"] = True
    assert not any(warning(view, *question) for question in giving)
    countries[free]["rebellion"] = True  # nothing is exported from there without an army
    assert all(warning(view, *question) for question in giving)
    countries[free]["armies"] = 1
    assert not any(warning(view, *question) for question in giving)
    countries[free]["port"], countries[theirs]["port"] = False, True
    assert [bool(warning(view, *question)) for question in giving] == [False, True, False]


def test_every_sentence_is_used() -> None:
    table = tomllib.loads((DATA / "text" / "en" / "whynot.toml").read_text(encoding="utf-8"))
    import inspect

    from colony_nb.commentary import whynot

    code = inspect.getsource(whynot)
    for part, entries in table.items():
        if part not in ("general", "build", "destroy"):
            assert {key for key in entries if f'"{part}.{key}"' not in code} == set(), part
