"""Odds before a fight: exact, and those of the fight that then takes place."""

from __future__ import annotations

import random
from itertools import product
from math import isclose

import pytest

import colony_nb as colony
from colony_nb.bots.odds import ATTACK, REBELLION
from colony_nb.commentary.odds import (
    attack_odds,
    attack_sentences,
    chance_text,
    option_fight,
    option_odds,
    rebellion_odds,
    rebellion_sentences,
)
from colony_nb.games.colony.battle import fight
from colony_nb.games.colony.rebellion import resolve
from laws import lawkit
from plots import views


def place(**more: object) -> dict[str, object]:
    """A position in which P holds F (with an army) next to G, which France holds, as the test needs it."""
    view = views.middle()
    for letter in "FGK":
        view["countries"][letter] |= {"city": False, "church": False}
    view["countries"]["F"]["armies"] = 3
    view["supply"] = {**view["supply"], "rebellion": 9}
    view["countries"]["G"] |= more
    return view


@pytest.mark.parametrize(("key", "known"), ATTACK.items(), ids=str)
def test_attacks_have_the_odds_of_the_stored_tables(key: tuple[int, int, int, bool], known: object) -> None:
    armies, dice, inside, city = key
    card = dice > min(3, 1 + inside)
    assert dice == min(3, 1 + inside + card)
    odds = attack_odds(place(armies=inside, city=city), "F", "G", armies, card)
    throws = 6 ** (armies + dice)
    assert isclose(odds["conquer"], sum(n for n, _, _, fell in ATTACK[key] if fell) / throws)
    for lost, chance in odds["attacker_losses"].items():
        assert isclose(chance, sum(n for n, own, _, _ in ATTACK[key] if own == lost) / throws)
    for lost, chance in odds["defender_losses"].items():
        assert isclose(chance, sum(n for n, _, theirs, _ in ATTACK[key] if theirs == lost) / throws)
    assert odds["defender_dice"] == dice and odds["attacker_dice"] == armies


def test_an_attack_counted_throw_by_throw() -> None:
    odds = attack_odds(place(armies=1, city=True), "F", "G", 2)
    fell = 0
    for throw in product(range(1, 7), repeat=4):
        blue, red = (tuple(sorted(half, reverse=True)) for half in (throw[:2], throw[2:]))
        fell += fight(blue, red, 1, True).conquered
    assert odds["conquer"] == fell / 6**4
    assert isclose(sum(odds["attacker_losses"].values()), 1)


def test_an_army_that_falls_first_can_save_the_country_where_the_rules_say_so() -> None:
    rules = {"battle": {"fall_in_same_attack": False}}
    odds = attack_odds(place(armies=1), "F", "G", 3, rules=rules)
    assert odds["conquer"] == 0
    assert attack_odds(place(armies=1), "F", "G", 3)["conquer"] > 0
    assert "cannot take" in " ".join(attack_sentences(odds, "F", "G"))


@pytest.mark.parametrize("armies", [0, 4])
def test_an_attack_that_nobody_can_make_has_no_odds(armies: int) -> None:
    with pytest.raises(ValueError, match="can attack"):
        attack_odds(place(), "F", "G", armies)
    with pytest.raises(ValueError, match="can attack"):
        attack_odds(place(), "F", "?", 1)


@pytest.mark.parametrize("phase", [3, 4, 5, 6])
@pytest.mark.parametrize("armies", [0, 2])
@pytest.mark.parametrize("city", [False, True])
def test_rebellions_have_the_odds_of_the_stored_tables(phase: int, armies: int, city: bool) -> None:
    view = place(armies=armies, city=city, rebellion=True, neighbours=["F"], products={"sugar": 9})
    odds = rebellion_odds(view, "G", phase=phase)
    blue, red = odds["colonial_dice"], odds["rebel_dice"]
    assert (blue, red) == (
        min(3, 1 + ({3: 3, 4: 2, 5: 1, 6: 1}[phase] if armies else 0)),
        {3: 1, 4: 2, 5: 3, 6: 3}[phase],
    )
    down, spread, lost = REBELLION[blue, red][2 * city]
    throws = 6 ** (blue + red)
    assert isclose(odds["suppressed"], down / throws)
    assert odds["can_spread"] and isclose(odds["spreads"], spread / throws)
    all_lost = sum(n * p for k in ("army_losses", "counter_losses") for n, p in odds[k].items())
    assert isclose(all_lost, lost / throws)
    assert max(odds["army_losses"]) <= armies


def test_a_church_gives_a_point_and_the_draws() -> None:
    view = place(rebellion=True, church=True, armies=0)
    odds = rebellion_odds(view, "G", phase=3)
    won = sum(
        "colony" in resolve((b,), (r,), 1, True, 0, False, False).pairs
        for b, r in product(range(1, 7), repeat=2)
    )
    assert odds["suppressed"] == won / 36
    only_bonus = {"rebellion": {"church": "bonus", "army_dice": [0] * 6, "rebel_dice": [1] * 6}}
    assert rebellion_odds(view, "G", phase=3, rules=only_bonus)["suppressed"] < odds["suppressed"]


def test_it_spreads_only_where_there_is_a_country_for_it() -> None:
    view = place(rebellion=True, armies=0)
    for letter in view["countries"]["G"]["neighbours"]:  # type: ignore[index]
        view["countries"][letter]["rebellion"] = True  # type: ignore[index]
    odds = rebellion_odds(view, "G", phase=4)
    assert not odds["can_spread"] and odds["spreads"] == 0
    assert "no country to which" in " ".join(rebellion_sentences(odds, "G", 2, views.NAMES))
    assert rebellion_odds(view | {"telegraphy": True}, "G", phase=4)["can_spread"]


def test_without_a_counter_left_only_a_fight_that_frees_one_spreads() -> None:
    view = place(rebellion=True, armies=0)
    few = view | {"supply": {**view["supply"], "rebellion": 0}}  # type: ignore[dict-item]
    one, all_ = rebellion_odds(few, "G", phase=3), rebellion_odds(view, "G", phase=3)
    assert one["spreads"] == 0 < all_["spreads"]  # one pair: put down and spread exclude each other
    assert rebellion_odds(few, "G", True, phase=6)["spreads"] > 0


def test_cards_for_the_rebels_change_the_odds() -> None:
    view = place(rebellion=True, armies=0, products={"sugar": 3})
    plain = rebellion_odds(view, "G", phase=4)["suppressed"]
    assert rebellion_odds(view, "G", phase=4, rebels_each=True)["suppressed"] < plain
    assert rebellion_odds(view, "G", phase=4, weaker=True)["suppressed"] > plain
    assert rebellion_odds(view, "G", phase=4, more=1)["colonial_dice"] == 2
    told = rebellion_odds(view | {"rebels_bonus": {"G": 1}}, "G", phase=4)["suppressed"]
    assert told == rebellion_odds(view, "G", phase=4, rebels_one=1)["suppressed"] < plain


def test_nobody_fights_in_a_country_without_a_power() -> None:
    with pytest.raises(ValueError, match="Nobody fights"):
        rebellion_odds(views.middle(), "J")


def test_chances_are_said_as_they_are() -> None:
    assert chance_text(0) == "never" and chance_text(1) == "always"
    assert chance_text(0.004) == "less than 1 in 100" and chance_text(0.996) == "more than 99 in 100"
    assert chance_text(0.25) == "25 in 100" and chance_text(1 / 3) == "about 33 in 100"


@pytest.mark.parametrize("seed", range(4))
def test_the_fight_that_follows_has_the_dice_and_an_outcome_of_the_odds(seed: int) -> None:
    game = lawkit.new(4, ("sabotage",), seed, rich=True)
    chance = random.Random(seed)
    fights = 0
    while game.pending:
        decision, option = lawkit.pick(chance, game)
        found = option_fight(game, decision, option)
        said = option_odds(game, decision, option)
        assert bool(found) == bool(said)
        told = len(game.journal)
        game.choose(decision, option)
        news = [r for r in game.journal[told:] if r["kind"] in ("attack", "rebellion")]
        if found is None:
            continue
        country, odds = found
        record = next((r for r in news if country in (r.get("target"), r.get("country"))), None)
        if record is None:
            continue  # another question comes first, or who takes what is asked
        fights += 1
        if "conquer" in odds:
            assert odds["conquer"] > 0 or not record["conquered"]
            assert odds["attacker_losses"][record["attacker_lost"]] > 0
            assert odds["defender_losses"][record["defender_lost"]] > 0
            assert (odds["attacker_dice"], odds["defender_dice"]) == (
                len(record["blue"]),
                len(record["red"]),
            )
        else:
            assert (odds["colonial_dice"], odds["rebel_dice"]) == (len(record["blue"]), len(record["red"]))
            assert odds["army_losses"][record["armies_lost"]] > 0
            assert odds["counter_losses"][len(record["products_lost"])] > 0
            assert odds["spreads"] > 0 or record["spread_to"] is None
    assert fights > 5


def test_other_questions_have_no_odds() -> None:
    game = colony.new_game(3, 1)
    decision = game.pending[0]
    assert option_odds(game, decision, decision.options[0]) == []
