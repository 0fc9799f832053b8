"""Action card 1: expeditions and landings (ACT-1); attacks have tests of their own."""

from __future__ import annotations

from typing import Any

import pytest

from colony_nb.kernel.errors import IllegalChoice
from positions import (
    answer,
    ask,
    country,
    done,
    draw_event,
    keeps,
    lands,
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
    take_turn,
)


def choices(s: Any, kind: str) -> list[str]:
    """Targets of the offered operations of a kind."""
    return [o[-1 if kind == "expedition" else 2] for o in ask(s).options if o != "stop" and o[0] == kind]


@pytest.mark.parametrize("phase", [1, 2])
def test_before_phase_three_one_free_neighbour_for_three_coins(phase: int) -> None:
    """ACT-1"""
    s = position(phase=phase, money=7)
    own(s, 0, "A")
    own(s, 1, "B")
    script(s, draws=["silver"])
    run(s, ("action", 0, 1))
    assert ask(s).kind == "expand" and ask(s).options == ("E", "F") and ask(s).rule == "ACT-1"
    answer(s, "F")
    assert done(s) and lands(s, 0) == "AF" and power(s, 0)["money"] == 4
    assert country(s, "F")["products"] == {"silver": 1} and not country(s, "F")["port"]
    got = record(s, "owner")
    assert (got["country"], got["from"], got["to"], got["why"]) == ("F", None, 0, "expedition")
    assert (record(s, "pay")["amount"], record(s, "pay")["for"]) == (3, 1)
    sound(s)


def test_a_product_is_drawn_even_where_there_are_others() -> None:
    """ACT-1"""
    s = position(phase=1)
    own(s, 0, "A")
    put(s, "B", gold=2, port=True)
    script(s, draws=["sugar"])
    run(s, ("action", 0, 1))
    answer(s, "B")
    assert country(s, "B")["products"] == {"gold": 2, "sugar": 1} and country(s, "B")["port"]
    assert power(s, 0)["ladder"] == 5


def test_the_sea_and_far_countries_are_no_targets() -> None:
    """ACT-1 SET-2"""
    s = position(phase=1)
    own(s, 0, "C")
    run(s, ("action", 0, 1))
    assert ask(s).options == ("B", "G", "H"), "D is sea with four players"
    s = position(phase=1, seats=5)
    own(s, 0, "C")
    run(s, ("action", 0, 1))
    assert ask(s).options == ("B", "D", "G", "H")


def test_no_neighbour_is_free() -> None:
    """ACT-1 RND-6"""
    for phase in (2, 4):
        s = position(phase=phase)
        own(s, 0, "N")
        own(s, 1, "IM")
        run(s, ("action", 0, 1))
        assert record(s, "dropped")["why"] == "target" and power(s, 0)["money"] == 100


def test_an_independent_country_of_nobody_is_not_taken() -> None:
    """ACT-1 BAT-10"""
    for phase in (2, 6):
        s = position(phase=phase)
        own(s, 0, "N")
        own(s, 1, "I")
        put(s, "M", independent=True)
        run(s, ("action", 0, 1))
        assert record(s, "dropped")["why"] == "target"


@pytest.mark.parametrize(("money", "counts"), [(3, 1), (5, 1), (6, 2), (11, 3), (30, 10)])
def test_from_phase_three_operations_are_named_and_paid_first(money: int, counts: int) -> None:
    """ACT-1"""
    s = position(phase=3, money=money)
    own(s, 0, "A")
    run(s, ("action", 0, 1))
    if counts == 1:
        assert record(s, "forced")["option"] == 1
    else:
        assert ask(s).kind == "operations" and ask(s).options == tuple(range(1, counts + 1))
        answer(s, counts)
    assert record(s, "operations")["count"] == counts
    assert power(s, 0)["money"] == money - 3 * counts, "paid before the first"
    assert ask(s).kind == "attack"


def test_at_most_one_operation_is_an_expedition_and_the_rest_lapse() -> None:
    """ACT-1"""
    s = position(phase=3, money=20)
    own(s, 0, "A")
    run(s, ("action", 0, 1))
    answer(s, 3)
    assert ask(s).options == ("stop", ("expedition", "B"), ("expedition", "E"), ("expedition", "F"))
    answer(s, ("expedition", "F"))
    assert done(s) and lands(s, 0) == "AF" and power(s, 0)["money"] == 11


def test_the_expedition_may_come_after_attacks_and_from_the_new_country() -> None:
    """ACT-1 BAT-9"""
    s = position(phase=3)
    own(s, 0, "A")
    own(s, 1, "BE")
    put(s, "A", armies=3)
    script(s, dice=[6, 6, 6, 1], draws=["ore"])
    run(s, ("action", 0, 1))
    answer(s, 2)
    assert choices(s, "expedition") == ["F"]
    answer(s, ("attack", "A", "B", 3))
    reply(s, march=1)
    assert choices(s, "expedition") == ["C", "F", "G"]
    answer(s, ("expedition", "G"))
    assert lands(s, 0) == "ABG" and country(s, "G")["products"] == {"ore": 1} and done(s)
    sound(s)


def test_unused_operations_are_not_paid_back() -> None:
    """ACT-1"""
    s = position(phase=3, money=20)
    own(s, 0, "A")
    run(s, ("action", 0, 1))
    reply(s, operations=4, attack="stop")
    assert done(s) and power(s, 0)["money"] == 8 and lands(s, 0) == "A"


def test_targets_need_not_be_named_in_advance_unless_the_switch_is_on() -> None:
    """ACT-1 VAR-4"""
    for named in (False, True):
        s = position(phase=3, rules={"expedition.targets_named": named})
        own(s, 0, "A")
        own(s, 1, "B")
        own(s, 2, "F")
        put(s, "A", armies=2)
        run(s, ("action", 0, 1))
        answer(s, 2)
        if not named:
            assert {o[0] for o in ask(s).options if o != "stop"} == {"expedition", "attack"}
            continue
        assert ask(s).kind == "country" and ask(s).options == ("B", "E", "F")
        answer(s, "F")
        assert ask(s).options == ("B", "E", "F"), "the same country may be attacked twice"
        answer(s, "E")
        assert ask(s).kind == "attack"
        assert choices(s, "expedition") == ["E"] and set(choices(s, "attack")) == {"F"}
        with pytest.raises(IllegalChoice):
            answer(s, ("attack", "A", "B", 1))
        answer(s, ("expedition", "E"))
        assert set(choices(s, "attack")) == {"F"}


def test_only_one_expedition_can_be_named() -> None:
    """ACT-1 VAR-4"""
    s = position(phase=3, rules={"expedition.targets_named": True})
    own(s, 0, "A")
    run(s, ("action", 0, 1))
    answer(s, 3)
    answer(s, "B")
    assert ask(s).kind == "attack" and choices(s, "expedition") == ["B"]
    answer(s, ("expedition", "B"))
    assert done(s) and lands(s, 0) == "AB"


@pytest.mark.parametrize("phase", [1, 2, 3, 6])
def test_who_has_no_country_lands_again_as_at_the_start(phase: int) -> None:
    """ACT-1"""
    s = position(phase=phase, money=6)
    own(s, 1, "ABCE")
    put(s, "H", independent=True)
    script(s, draws=["gold"])
    run(s, ("action", 0, 1))
    if phase < 3:
        assert ask(s).options == ("I", "J", "M", "N", "P", "Q")
        answer(s, "M")
    else:
        answer(s, 1)
        assert choices(s, "expedition") == ["I", "J", "M", "N", "P", "Q"] and not choices(s, "attack")
        answer(s, ("expedition", "M"))
    here = country(s, "M")
    assert (here["owner"], here["port"], here["products"]) == (0, True, {"gold": 1})
    assert power(s, 0)["money"] == 3 and done(s)
    sound(s)


def test_landing_where_a_port_stands_leaves_it_the_only_one() -> None:
    """ACT-1"""
    s = position(phase=1)
    put(s, "I", port=True, sugar=1)
    run(s, ("action", 0, 1))
    script(s, draws=["gold"])
    answer(s, "I")
    assert country(s, "I")["port"] and country(s, "I")["products"] == {"sugar": 1, "gold": 1}
    sound(s)


def test_after_landing_paid_operations_without_armies_lapse() -> None:
    """ACT-1"""
    s = position(phase=3)
    own(s, 1, "B")
    run(s, ("action", 0, 1))
    reply(s, operations=3, attack=("expedition", "A"))
    assert done(s) and lands(s, 0) == "A" and power(s, 0)["money"] == 91


def test_no_landing_on_a_taken_coast() -> None:
    """ACT-1 RND-6"""
    s = position(phase=3)
    own(s, 1, "ABCEHI")
    own(s, 2, "JMNPQ")
    run(s, ("action", 0, 1))
    assert record(s, "dropped")["why"] == "target" and power(s, 0)["money"] == 100


def test_a_rebellion_in_a_free_country_comes_with_it() -> None:
    """ACT-1 EVT-5 REB-6"""
    s = position(phase=3)
    own(s, 0, "A")
    put(s, "B", rebellion=True, sugar=1)
    run(s, ("action", 0, 1))
    reply(s, operations=1, attack=("expedition", "B"))
    assert country(s, "B")["rebellion"] and country(s, "B")["owner"] == 0
    run(s, ("rebellions", 0))
    reply(s, rebel_product=lambda q: q.options[0], rebel_spread=lambda q: q.options[0])
    assert record(s, "rebellion")["country"] == "B"


# ------------------------------------------------------------------ discounts and tolls


@pytest.mark.parametrize("card", ["p1-13", "p5-04"])
@pytest.mark.parametrize(("phase", "money"), [(1, 0), (2, 5), (3, 0), (5, 2)])
def test_a_discount_pays_one_operation(card: str, phase: int, money: int) -> None:
    """ACT-1 EVT-2"""
    s = position(phase=phase, money=money)
    own(s, 0, "A")
    keeps(s, 0, card)
    run(s, ("action", 0, 1))
    reply(s, expand="B", operations=1, attack=("expedition", "B"))
    assert lands(s, 0) == "AB" and power(s, 0)["money"] == money and power(s, 0)["kept"] == []
    assert record(s, "discard")["card"] == card and not records(s, "pay")
    run(s, ("action", 0, 1))
    assert bool(records(s, "dropped")) == (money < 3), "the next one costs again"


def test_a_discount_is_for_one_operation_of_several() -> None:
    """ACT-1 EVT-2"""
    s = position(phase=3, money=7)
    own(s, 0, "A")
    keeps(s, 0, "p1-13")
    keeps(s, 0, "p5-04")
    run(s, ("action", 0, 1))
    assert ask(s).options == (1, 2, 3), "one free, two paid"
    answer(s, 3)
    assert record(s, "pay")["amount"] == 6 and power(s, 0)["kept"] == ["p5-04"], "one card at a time"


def test_a_dropped_card_leaves_the_discount() -> None:
    """EVT-2 RND-6"""
    s = position(phase=3)
    own(s, 0, "N")
    own(s, 1, "IM")
    keeps(s, 0, "p1-13")
    run(s, ("action", 0, 1))
    assert record(s, "dropped")["card"] == 1 and power(s, 0)["kept"] == ["p1-13"]


@pytest.mark.parametrize("phase", [1, 3])
def test_the_toll_goes_to_the_neighbour_who_keeps_the_card(phase: int) -> None:
    """EVT-2 ACT-1"""
    s = position(phase=phase, money=10)
    own(s, 0, "A")
    own(s, 1, "CK")
    keeps(s, 1, "p1-03")
    run(s, ("action", 0, 1))
    reply(s, operations=1)
    reply(s, expand="B", attack=("expedition", "B"))
    assert power(s, 0)["money"] == 4 and power(s, 1)["money"] == 13
    assert {(r["seat"], r["amount"], r["other"]) for r in records(s, "money", why="toll")} == {
        (0, -3, 1),
        (1, 3, 0),
    }
    assert power(s, 1)["kept"] == ["p1-03"], "it stays until the own next turn"


def test_no_toll_for_a_country_that_is_not_next_to_the_card_s_owner() -> None:
    """EVT-2 ACT-1"""
    s = position(phase=1, money=10)
    own(s, 0, "A")
    own(s, 1, "C")
    keeps(s, 1, "p1-03")
    run(s, ("action", 0, 1))
    answer(s, "E")
    assert power(s, 0)["money"] == 7 and power(s, 1)["money"] == 10


def test_own_toll_cards_cost_nothing_and_nobody_had_to_pay() -> None:
    """EVT-2"""
    s = position(phase=1, money=10)
    own(s, 0, "A")
    keeps(s, 0, "p1-03")
    run(s, ("action", 0, 1))
    answer(s, "B")
    assert power(s, 0)["money"] == 7 and not records(s, "money")
    take_turn(s, 0)
    assert power(s, 0)["influence"] == 11


def test_who_cannot_pay_the_toll_is_not_offered_the_country() -> None:
    """EVT-2 RND-6"""
    s = position(phase=1, money=5)
    own(s, 0, "A")
    own(s, 1, "C")
    keeps(s, 1, "p1-03")
    run(s, ("action", 0, 1))
    assert ask(s).options == ("E", "F")
    s = position(phase=1, money=5)
    own(s, 0, "N")
    own(s, 1, "IH")
    own(s, 2, "Q")
    keeps(s, 1, "p1-03")
    run(s, ("action", 0, 1))
    assert record(s, "dropped")["why"] == "target" and power(s, 0)["money"] == 5


def test_landing_again_pays_the_toll_too() -> None:
    """EVT-2 ACT-1"""
    s = position(phase=1, money=6)
    own(s, 1, "I")
    keeps(s, 1, "p1-03")
    run(s, ("action", 0, 1))
    answer(s, "N")
    assert power(s, 0)["money"] == 0 and power(s, 1)["money"] == 9


@pytest.mark.parametrize("paid", [False, True])
def test_a_toll_that_nobody_paid_is_worth_a_point(paid: bool) -> None:
    """EVT-2"""
    s = position(phase=1)
    own(s, 0, "A")
    own(s, 1, "C")
    draw_event(s, "p1-03", seat=1)
    assert power(s, 1)["kept"] == ["p1-03"]
    if paid:
        run(s, ("action", 0, 1))
        answer(s, "B")
    take_turn(s, 1)
    assert power(s, 1)["influence"] == (10 if paid else 11) and power(s, 1)["kept"] == []
    assert record(s, "discard")["card"] == "p1-03"
