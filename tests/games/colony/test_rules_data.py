"""The rules' numbers and switches as data (VAR-4): read, changed, refused."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import colony_nb as colony
from colony_nb.games.colony.rules import load_rules
from positions import position

SWITCHES = {
    "setup.closed_below_five": ["A", "D", "N"],
    "monopoly.crop": 4,
    "monopoly.mineral": 6,
    "monopoly.paid_without_port": True,
    "monopoly.lost_below_least": False,
    "expedition.targets_named": True,
    "colonist.red_die": "face",
    "railway.jump": "one",
    "battle.fall_in_same_attack": False,
    "battle.independent_costs": False,
    "rebellion.church": "draw",
    "independence.tie": "influence",
    "independence.winner_pays": False,
    "independence.monarchy": [1, 2],
    "ending.shared": False,
    "sabotage.blue": 5,
}


def test_the_classic_numbers() -> None:
    """VAR-4: the numbers of the rule names, once more by hand."""
    table = load_rules().table
    assert table["costs"] == {
        "operation": 3, "ship": 5, "port": 15, "colonist": 3, "trading_post": 10,
        "missionary": 3, "army": [5, 15], "city": 15, "railway": 15,
    }  # fmt: skip
    assert (table["monopoly"]["least"], table["monopoly"]["crop"], table["monopoly"]["mineral"]) == (3, 3, 5)
    assert table["phases"]["rounds"] == 4 and table["phases"]["action_cards"] == [1, 1, 2, 2, 2, 2]
    assert table["phases"]["action_cards_from"] == [1, 1, 1, 1, 2, 2, 3, 3, 4, 5]
    assert table["setup"]["armies"] == 50 and table["setup"]["rebellions"] == 18
    assert table["independence"]["point"] == 7 and table["ending"]["independent"] == [8, 9]


@pytest.mark.parametrize("name", SWITCHES)
def test_every_switch_is_there_and_makes_other_rules(name: str) -> None:
    """VAR-4"""
    section, key = name.split(".")
    classic = load_rules()
    changed = load_rules({name: SWITCHES[name]})
    assert changed.table[section][key] == SWITCHES[name] != classic.table[section][key]
    assert changed.digest != classic.digest and changed.id != classic.id
    nested = load_rules({section: {key: SWITCHES[name]}})
    assert nested.digest == changed.digest


def test_the_classic_rules_stay_as_they_are() -> None:
    """VAR-4"""
    before = load_rules().digest
    load_rules({"setup.coins": 50})
    assert (
        load_rules().digest == before
        and load_rules({}).digest == before
        and load_rules(None).digest == before
    )
    assert load_rules().table["setup"]["coins"] == 5


def test_a_changed_value_is_played() -> None:
    """VAR-4"""
    game = colony.new_game(
        players=3, seed=1, rules={"setup.coins": 9, "setup.ships": 2, "setup.influence": 4}
    )
    p = game.view()["powers"][0]
    assert (p["money"], p["ships"], p["influence"]) == (9, 2, 4)
    s = position(rules={"costs.ship": 1, "income.ladder": [0, 2, 4, 6, 8, 10], "income.section": 12})
    assert s.rules.costs[2] == 1 and list(s.rules.pays[:9]) == [0, 2, 4, 6, 8, 10, 12, 14, 16]


@pytest.mark.parametrize(
    "changes",
    [
        {"monopoly.crops": 4},
        {"monopoly": 4},
        {"monopoly": {"wool": 4}},
        {"nothing.here": 1},
        {"crop": 4},
        {"": 1},
        {"monopoly.crop": "4"},
        {"monopoly.crop": -1},
        {"monopoly.crop": 4.5},
        {"monopoly.crop": True},
        {"monopoly.crop": None},
        {"monopoly.crop": 10**9},
        {"ending.shared": 1},
        {"ending.shared": "yes"},
        {"colonist.red_die": "square"},
        {"railway.jump": "two"},
        {"rebellion.church": "none"},
        {"independence.tie": "nobody"},
        {"costs.army": [5]},
        {"costs.army": [5, "x"]},
        {"costs.army": 5},
        {"income.ladder": [0, 1, 3]},
        {"phases.products": []},
    ],
)
def test_a_value_that_does_not_fit_is_refused_in_a_sentence(changes: dict[str, Any]) -> None:
    """VAR-4"""
    with pytest.raises(colony.ColonyError) as error:
        colony.new_game(players=4, seed=1, rules=changes)
    assert re.fullmatch(r"[^\n]+\.", str(error.value))


@pytest.mark.parametrize("rules", [[("monopoly.crop", 4)], "monopoly.crop", 4, {"monopoly.crop"}])
def test_rules_are_a_mapping(rules: Any) -> None:
    """VAR-4"""
    with pytest.raises(colony.ColonyError):
        colony.new_game(players=4, seed=1, rules=rules)


BREAKING = [
    {"income.cargo": 0},
    {"income.cargo": 12},
    {"costs.operation": 0},
    {"setup.cards_each": 7},
    {"phases.rounds": 0},
    {"rebellion.rebel_dice": [0, 0, 4, 4, 4, 4]},
    {"phases.products": [["spices", "grain", 1, 14], *[["x", "crop", 1, 14]] * 11]},
    {"setup.closed_below_five": [["A"], ["B"], ["C"]]},
    {3: 4},
    {"monopoly.crop": {4}},
    {"setup.counters": 2},
    {"phases.rounds": 5},
    {"phases.action_cards": [99, 1, 1, 1, 1, 1]},
    {"setup.ships": 0},
    {"sabotage.blue": 7},
]


@pytest.mark.parametrize("changes", BREAKING, ids=str)
def test_a_value_that_no_game_can_be_played_with_is_refused_or_played(changes: Any) -> None:
    """VAR-4: no change of the rules ends in anything but a sentence or a whole game."""
    try:
        game = colony.new_game(players=[colony.bot("random")] * 4, seed=1, rules=changes)
    except colony.ColonyError:
        return
    game.play()
    assert game.result is not None


@pytest.mark.parametrize(
    "outcomes",
    [
        {"dice": [0]},
        {"dice": [7]},
        {"dice": "123"},
        {"draws": ["wool"]},
        {"draws": [3]},
        {"decks": {7: [1]}},
        {"decks": {1: [17]}},
        {"decks": {1: [2, 2]}},
        {"dice": 5},
        {"decks": [1]},
        {"decks": {1: 5}},
        {"decks": {1: [[1]]}},
        {"decks": {"": [1]}},
        {"decks": {12: [1]}},
        {"decks": {"123": [1]}},
    ],
    ids=str,
)
def test_scripted_outcomes_that_are_none_are_refused(outcomes: Any) -> None:
    """SET-3 SET-5: a die shows 1 to 6, a draw is a product, a deck holds a phase's own cards once."""
    with pytest.raises(colony.ColonyError):
        colony.new_game(players=4, seed=1, dice=colony.Scripted(**outcomes))


def test_every_rule_of_these_files_has_a_test() -> None:
    """VAR-4: each rule name stands in the first line of a test's docstring."""
    names = [f"SET-{n}" for n in range(1, 8)] + [f"RND-{n}" for n in range(1, 8)]
    names += [f"{kind}-{n}" for kind in ("INC", "MON") for n in (1, 2, 3)] + ["INF-1", "VAR-1", "VAR-4"]
    names += [f"ACT-{n}" for n in range(1, 11)] + [f"EVT-{n}" for n in range(1, 9)]
    first_lines = ""
    for path in Path(__file__).parent.glob("test_*.py"):
        first_lines += (
            "\n".join(re.findall(r'def test_.*?"""([^"\n]*)', path.read_text("utf-8"), re.DOTALL)) + "\n"
        )
    assert [name for name in names if not re.search(rf"\b{name}\b", first_lines)] == []
