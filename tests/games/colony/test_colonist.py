"""The colonist's search (ACT-4) and the missionary's church (ACT-6)."""

from __future__ import annotations

import pytest

from colony_nb.games.colony.state import ColonyState
from positions import (
    answer,
    ask,
    country,
    done,
    draw_event,
    own,
    position,
    power,
    put,
    record,
    records,
    reply,
    run,
    script,
    sound,
)

CROPS = ["spices", "sugar", "cotton", "rubber", "tea", "coffee"]
MINERALS = ["gold", "silver", "gems", "ore", "timber", "oil"]


def searching(phase: int, *dice: int, rules: dict[str, object] | None = None) -> ColonyState:
    """Seat 0's colonist in A searches with these dice; the first throw is open."""
    s = position(phase=phase, rules=rules)
    own(s, 0, "AB")
    put(s, "A", colonist=0)
    script(s, dice=list(dice))
    run(s, ("action", 0, 4))
    return s


def test_the_first_time_the_colonist_is_placed_and_searches_at_once() -> None:
    """ACT-4"""
    s = position(phase=1)
    own(s, 0, "AB")
    own(s, 1, "E")
    script(s, dice=[1, 2])
    run(s, ("action", 0, 4))
    assert (ask(s).kind, ask(s).options, ask(s).context) == ("place", ("A", "B"), {"figure": "colonist"})
    assert power(s, 0)["colonist"] is None and power(s, 0)["money"] == 97
    answer(s, "B")
    assert power(s, 0)["colonist"] == "B" and ask(s).kind == "again"
    answer(s, False)
    assert country(s, "B")["products"] == {"sugar": 1} and done(s)
    got = record(s, "move")
    assert (got["what"], got["source"], got["target"]) == ("colonist", None, "B")
    assert record(s, "search")["country"] == "B"
    sound(s)


def test_there_is_one_colonist_a_player() -> None:
    """ACT-4"""
    s = searching(1, 1, 1)
    assert ask(s).kind == "again", "he is not placed again"
    answer(s, False)
    assert power(s, 0)["colonist"] == "A" and record(s, "pay")["amount"] == 3


@pytest.mark.parametrize("phase", range(1, 7))
@pytest.mark.parametrize("blue", [1, 2, 3, 4])
def test_blue_says_crop_or_mineral_and_red_which_going_round(phase: int, blue: int) -> None:
    """ACT-4"""
    known = (CROPS if blue < 3 else MINERALS)[: 1 + min(phase, 5)]
    for red in range(1, 7):
        s = searching(phase, blue, red)
        expected = known[(red - 1) % len(known)]
        assert ask(s).context["product"] == expected
        answer(s, False)
        assert country(s, "A")["products"] == {expected: 1} and done(s)
        got = record(s, "search")
        assert (got["blue"], got["red"], got["thrown_again"], got["product"]) == (blue, red, False, expected)


def test_two_products_go_one_three_five_and_two_four_six() -> None:
    """ACT-4"""
    found = [ask(searching(1, 3, red)).context["product"] for red in range(1, 7)]
    assert found == ["gold", "silver"] * 3


@pytest.mark.parametrize("phase", [1, 3, 5])
def test_the_red_die_face_by_face_is_a_switch(phase: int) -> None:
    """ACT-4 VAR-4"""
    for red in range(1, 7):
        s = searching(phase, 2, red, rules={"colonist.red_die": "face"})
        answer(s, False)
        known = 1 + min(phase, 5)
        assert record(s, "search")["product"] == (CROPS[red - 1] if red <= known else None)
        sound(s)


@pytest.mark.parametrize("phase", [1, 4])
def test_blue_five_is_any_available_product_by_choice(phase: int) -> None:
    """ACT-4"""
    s = searching(phase, 5, 1)
    s.bag[MINERALS.index("silver") + 6] = 0
    assert ask(s).context["free"] and ask(s).context["product"] is None
    answer(s, False)
    known = 1 + phase
    expected = CROPS[:known] + [m for m in MINERALS[:known] if m != "silver"]
    assert ask(s).kind == "product" and list(ask(s).options) == expected
    answer(s, expected[-1])
    assert country(s, "A")["products"] == {expected[-1]: 1}
    assert record(s, "search")["product"] == expected[-1]


def test_blue_six_finds_nothing() -> None:
    """ACT-4"""
    s = searching(3, 6, 3)
    answer(s, False)
    assert done(s) and country(s, "A")["products"] == {} and record(s, "search")["product"] is None
    assert power(s, 0)["money"] == 97


def test_one_new_throw_of_both_dice_and_its_result_stands() -> None:
    """ACT-4"""
    s = searching(1, 3, 1, 6, 4)
    answer(s, True)
    assert done(s), "no third throw"
    got = record(s, "search")
    assert (got["blue"], got["red"], got["thrown_again"], got["product"]) == (6, 4, True, None)
    assert country(s, "A")["products"] == {}
    s = searching(1, 6, 1, 5, 4)
    answer(s, True)
    assert ask(s).kind == "product"
    answer(s, "gold")
    assert record(s, "search")["product"] == "gold"


def test_one_search_record_an_action() -> None:
    """ACT-4"""
    s = searching(2, 1, 1, 1, 3)
    answer(s, True)
    assert record(s, "search")["product"] == "cotton" and len(records(s, "draw")) == 1


@pytest.mark.parametrize("blue", [1, 5])
def test_what_the_bag_lacks_is_not_found(blue: int) -> None:
    """ACT-4 SET-6"""
    s = searching(1, blue, 1)
    s.bag = [0] * 12
    answer(s, False)
    assert done(s) and record(s, "search")["product"] is None and country(s, "A")["products"] == {}


def test_he_may_search_in_an_independent_country() -> None:
    """ACT-4 IND-5"""
    s = position(phase=6)
    own(s, 0, "A")
    put(s, "A", government="democracy", colonist=0)
    script(s, dice=[1, 1])
    run(s, ("action", 0, 4))
    answer(s, False)
    assert country(s, "A")["products"] == {"spices": 1}


def test_he_may_be_sent_into_an_independent_country_of_his_power() -> None:
    """ACT-4 IND-5: § 11 lets the controller send the colonist there."""
    s = position(phase=6)
    own(s, 0, "AB")
    put(s, "A", government="democracy")
    run(s, ("action", 0, 4))
    assert ask(s).kind == "place" and ask(s).options == ("A", "B")


def test_a_lost_colonist_is_placed_anew() -> None:
    """ACT-4 EVT-3"""
    s = position(phase=1)
    own(s, 0, "AB")
    put(s, "A", colonist=0)
    draw_event(s, "p1-14")
    assert power(s, 0)["colonist"] is None
    run(s, ("action", 0, 4))
    assert ask(s).kind == "place"


# ------------------------------------------------------------------ ACT-6


def test_the_first_time_the_missionary_is_placed_and_throws_at_once() -> None:
    """ACT-6"""
    s = position(phase=2)
    own(s, 0, "AB")
    script(s, dice=[6])
    run(s, ("action", 0, 6))
    assert (ask(s).kind, ask(s).options, ask(s).context) == ("place", ("A", "B"), {"figure": "missionary"})
    answer(s, "B")
    assert power(s, 0)["missionary"] == "B" and country(s, "B")["church"] and not country(s, "A")["church"]
    got = record(s, "church")
    assert (got["country"], got["blue"], got["built"]) == ("B", 6, True)
    assert record(s, "build")["what"] == "church" and power(s, 0)["money"] == 97
    sound(s)


@pytest.mark.parametrize("blue", [1, 2, 3, 4, 5])
def test_only_a_six_builds(blue: int) -> None:
    """ACT-6"""
    s = position(phase=2)
    own(s, 0, "A")
    put(s, "A", missionary=0)
    script(s, dice=[blue])
    run(s, ("action", 0, 6))
    assert not country(s, "A")["church"] and record(s, "church")["built"] is False
    assert power(s, 0)["money"] == 97 and not records(s, "build")


def test_one_church_a_country() -> None:
    """ACT-6 RND-6"""
    s = position(phase=2)
    own(s, 0, "A")
    put(s, "A", missionary=0, church=True)
    run(s, ("action", 0, 6))
    assert record(s, "dropped")["why"] == "country" and power(s, 0)["money"] == 100


def test_one_missionary_and_a_lost_one_can_be_bought_again() -> None:
    """ACT-6"""
    s = position(phase=2)
    own(s, 0, "AB")
    put(s, "A", missionary=0)
    script(s, dice=[1])
    run(s, ("action", 0, 6))
    assert power(s, 0)["missionary"] == "A" and not records(s, "move")
    draw_event(s, "p2-19")
    assert power(s, 0)["missionary"] is None
    script(s, dice=[2])
    run(s, ("action", 0, 6))
    assert ask(s).kind == "place"
    reply(s, place="B")
    assert power(s, 0)["missionary"] == "B" and power(s, 0)["money"] == 94


def test_no_church_without_a_counter_for_it() -> None:
    """ACT-6 SET-7"""
    s = position(phase=2)
    own(s, 0, "A")
    put(s, "A", missionary=0)
    s.supply[5] = 0
    run(s, ("action", 0, 6))
    assert record(s, "dropped")["why"] == "supply" and power(s, 0)["money"] == 100


def test_the_missionary_is_placed_into_colonies_alone() -> None:
    """ACT-6 IND-5: what he is for cannot be built elsewhere."""
    s = position(phase=6)
    own(s, 0, "ABE")
    put(s, "A", government="democracy")
    run(s, ("action", 0, 6))
    assert ask(s).kind == "place" and ask(s).options == ("B", "E")


def test_no_church_in_an_independent_country() -> None:
    """ACT-6 IND-5"""
    s = position(phase=6)
    own(s, 0, "A")
    put(s, "A", missionary=0, government="democracy")
    run(s, ("action", 0, 6))
    assert record(s, "dropped")["why"] == "country"
