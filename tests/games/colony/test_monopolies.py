"""Monopolies (MON-1 to MON-3): goods are changed one by one, the cards follow."""

from __future__ import annotations

from typing import Any

import pytest

from colony_nb.games.colony.board import INDEX
from colony_nb.games.colony.state import ColonyState, put_product, set_owner, take_product
from positions import (
    after_effect,
    answer,
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

HOMES = "ACEHJ"


def table(phase: int = 3, rules: Any = None, **counts: Any) -> ColonyState:
    """Each seat has a home with a port and so many counters of each product; cards are where they belong."""
    s = position(seats=4, phase=phase, money=0, ships=9, rules=rules)
    for seat in range(4):
        own(s, seat, HOMES[seat])
        put(s, HOMES[seat], port=True, **{name: n[seat] for name, n in counts.items()})
    return s


def change(s: ColonyState, product: str, *by: int) -> None:
    """One effect: counters of a product come to (or go from) the seats all at once."""
    j = s.rules.products.index(product)
    for seat, n in enumerate(by):
        for _ in range(abs(n)):
            (put_product if n > 0 else take_product)(s, INDEX[HOMES[seat]], j, "test", "EVT-1")
    after_effect(s)
    sound(s)


def holder(s: ColonyState, product: str) -> int | None:
    found = [p for p in range(s.seats) if product in power(s, p)["monopolies"]]
    return found[0] if found else None


def points(s: ColonyState) -> list[int]:
    return [power(s, p)["influence"] for p in range(s.seats)]


def test_three_counters_earn_the_card_and_a_point() -> None:
    """MON-1"""
    s = table(sugar=[2, 0, 1, 0])
    assert holder(s, "sugar") is None
    change(s, "sugar", 1)
    assert holder(s, "sugar") == 0 and points(s) == [11, 10, 10, 10]
    got = record(s, "monopoly")
    assert (got["product"], got["from"], got["to"], got["rule"]) == ("sugar", None, 0, "MON-1")
    assert record(s, "influence")["by"] == 1


def test_counters_in_several_countries_count_together() -> None:
    """MON-1"""
    s = table(sugar=[2, 0, 0, 0])
    own(s, 0, "B")
    put(s, "B", sugar=1)
    assert holder(s, "sugar") == 0


def test_a_tie_earns_nobody_a_card_that_nobody_holds() -> None:
    """MON-1"""
    s = table(sugar=[2, 3, 0, 0])
    s.monopoly = [-1] * 12
    s.influence = [10] * 4
    change(s, "sugar", 1)
    assert holder(s, "sugar") is None and points(s) == [10] * 4
    change(s, "sugar", 1)
    assert holder(s, "sugar") == 0 and points(s) == [11, 10, 10, 10]


@pytest.mark.parametrize(("product", "coins"), [("sugar", 3), ("rubber", 3), ("gold", 5), ("ore", 5)])
def test_a_monopoly_pays_with_each_income(product: str, coins: int) -> None:
    """MON-1"""
    counts: Any = {product: [3, 0, 0, 0]}
    s = table(**counts)
    for i in (1, 2):
        run(s, ("income", 0))
        assert records(s, "income")[-1]["monopoly_pay"] == coins
        assert power(s, 0)["money"] == i * (coins + {3: 4, 5: 9}[coins])
    run(s, ("income", 1))
    assert records(s, "income")[-1]["monopoly_pay"] == 0


def test_monopolies_add_up() -> None:
    """MON-1"""
    s = table(sugar=[3, 0, 0, 0], gold=[3, 0, 0, 0], ore=[0, 3, 0, 0])
    run(s, ("income", 0))
    assert record(s, "income")["monopoly_pay"] == 8


def test_the_money_of_a_monopoly_is_a_value() -> None:
    """MON-1 VAR-4"""
    s = table(sugar=[3, 0, 0, 0], gold=[0, 3, 0, 0], rules={"monopoly.crop": 4, "monopoly.mineral": 1})
    run(s, ("income", 0), ("income", 1))
    assert [r["monopoly_pay"] for r in records(s, "income")] == [4, 1]


def test_how_many_counters_make_a_monopoly_is_a_value() -> None:
    """MON-1 VAR-4"""
    s = table(sugar=[3, 0, 0, 0], rules={"monopoly.least": 4})
    assert holder(s, "sugar") is None
    change(s, "sugar", 1)
    assert holder(s, "sugar") == 0


@pytest.mark.parametrize("paid", [False, True])
def test_a_monopoly_is_paid_only_to_who_can_export(paid: bool) -> None:
    """MON-1 VAR-4"""
    s = table(sugar=[3, 0, 0, 0], rules={"monopoly.paid_without_port": paid})
    put(s, "A", rebellion=True)
    run(s, ("income", 0))
    assert record(s, "income")["monopoly_pay"] == (3 if paid else 0)
    assert power(s, 0)["monopolies"] == ["sugar"], "the card itself stays"


def test_a_monopoly_is_paid_in_full_although_its_counters_cannot_be_exported() -> None:
    """MON-1: some usable port is all it needs."""
    s = table(sugar=[0, 0, 0, 0])
    own(s, 0, "B")
    put(s, "B", sugar=3, rebellion=True)
    run(s, ("income", 0))
    assert (record(s, "income")["monopoly_pay"], record(s, "income")["ladder_pay"]) == (3, 0)


def test_equal_counts_leave_the_card_where_it_is() -> None:
    """MON-2"""
    s = table(sugar=[3, 2, 0, 0])
    change(s, "sugar", 0, 1)
    assert holder(s, "sugar") == 0 and not records(s, "monopoly")


def test_one_more_than_the_holder_takes_the_card() -> None:
    """MON-2"""
    s = table(sugar=[3, 3, 0, 0])
    s.monopoly[1] = 0
    change(s, "sugar", 0, 1)
    assert holder(s, "sugar") == 1 and points(s) == [9, 11, 10, 10]
    got = record(s, "monopoly")
    assert (got["from"], got["to"], got["rule"]) == (0, 1, "MON-2")


def test_a_holder_who_loses_counters_loses_the_card_to_who_now_has_more() -> None:
    """MON-2"""
    s = table(gold=[5, 4, 0, 0])
    change(s, "gold", -1)
    assert holder(s, "gold") == 0, "four each: it stays"
    change(s, "gold", -1)
    assert holder(s, "gold") == 1 and points(s) == [9, 11, 10, 10]


def test_several_with_equally_many_send_the_card_back_to_the_supply() -> None:
    """MON-2"""
    s = table(gold=[5, 4, 4, 0])
    change(s, "gold", -2)
    assert holder(s, "gold") is None and points(s) == [9, 10, 10, 10]
    assert (record(s, "monopoly")["from"], record(s, "monopoly")["to"]) == (0, None)
    change(s, "gold", 1)
    assert holder(s, "gold") is None, "three have four now"
    change(s, "gold", 0, 0, 1)
    assert holder(s, "gold") == 2 and points(s) == [9, 10, 11, 10]


def test_a_holder_below_three_loses_the_card_at_once() -> None:
    """MON-3"""
    s = table(sugar=[3, 2, 0, 0])
    change(s, "sugar", -1)
    assert holder(s, "sugar") is None and points(s) == [9, 10, 10, 10]


def test_below_three_it_goes_to_whoever_has_strictly_the_most() -> None:
    """MON-3"""
    s = table(sugar=[3, 3, 0, 0])
    s.monopoly[1] = 0
    change(s, "sugar", -1)
    assert holder(s, "sugar") == 1 and points(s) == [9, 11, 10, 10]
    s = table(sugar=[3, 3, 3, 0])
    s.monopoly[1] = 0
    change(s, "sugar", -1)
    assert holder(s, "sugar") is None and points(s) == [9, 10, 10, 10]


def test_below_three_nobody_with_fewer_than_three_gets_it() -> None:
    """MON-3"""
    for counts, by in (([3, 0, 0, 0], -1), ([3, 2, 0, 0], -2), ([3, 2, 1, 0], -2)):
        s = table(sugar=counts)
        change(s, "sugar", by)
        assert holder(s, "sugar") is None and points(s) == [9, 10, 10, 10]


def test_the_loss_below_three_can_be_switched_off() -> None:
    """MON-3 VAR-4"""
    s = table(sugar=[3, 2, 0, 0], rules={"monopoly.lost_below_least": False})
    change(s, "sugar", -1)
    assert holder(s, "sugar") == 0 and points(s) == [10] * 4
    change(s, "sugar", 0, 1)
    assert holder(s, "sugar") == 1 and points(s) == [9, 11, 10, 10]


def test_counters_of_a_swap_are_looked_at_together() -> None:
    """MON-3: nobody gains or loses a point on the way to the same counts."""
    s = position(phase=3)
    own(s, 0, "AB")
    own(s, 1, "CH")
    put(s, "A", sugar=3)
    put(s, "H", sugar=3)
    s.monopoly[1] = 0
    draw_event(s, "p3-19")
    reply(s, offer=(1, "A", "H"), answer=True)
    assert not records(s, "monopoly") and holder(s, "sugar") == 0


def test_counters_of_a_conquered_country_are_looked_at_together() -> None:
    """MON-3"""
    s = position(phase=3)
    own(s, 0, "A")
    own(s, 1, "BC")
    put(s, "A", sugar=1, gold=3, armies=3)
    put(s, "B", sugar=2, gold=2)
    put(s, "C", sugar=1, gold=2)
    assert holder(s, "gold") == 1
    script(s, dice=[6, 6, 6, 1])
    run(s, ("action", 0, 1))
    reply(s, operations=1, attack=("attack", "A", "B", 3), march=0)
    assert holder(s, "gold") == 0 and holder(s, "sugar") == 0
    assert [(r["product"], r["from"], r["to"]) for r in records(s, "monopoly")] == [
        ("sugar", 1, 0),
        ("gold", 1, 0),
    ]
    sound(s)


def test_a_card_of_nobody_is_earned_by_a_drawn_counter_of_an_event() -> None:
    """MON-1 EVT-1"""
    s = table(sugar=[2, 0, 0, 0], phase=2)
    draw_event(s, "p2-02", seat=1)
    assert holder(s, "sugar") is None
    s = table(spices=[2, 0, 0, 0], phase=1)
    draw_event(s, "p1-05")
    assert holder(s, "spices") == 0 and points(s) == [11, 10, 10, 10]


def test_counters_of_nobody_do_not_count() -> None:
    """MON-1 EVT-5"""
    s = table(gold=[2, 0, 0, 0])
    put(s, "I", gold=5)
    change(s, "gold", 1)
    assert holder(s, "gold") == 0


def test_a_withdrawn_settlement_can_cost_the_monopoly() -> None:
    """MON-3 EVT-5"""
    s = table(gold=[1, 0, 0, 0])
    own(s, 0, "B")
    put(s, "B", gold=2)
    draw_event(s, "p3-13")
    answer(s, "B")
    assert holder(s, "gold") is None and power(s, 0)["influence"] == 9


def test_the_point_of_a_lost_monopoly_stops_at_zero() -> None:
    """MON-3 INF-1"""
    s = table(gold=[3, 0, 0, 0])
    s.influence = [0] * 4
    change(s, "gold", -1)
    assert points(s) == [0] * 4 and not records(s, "influence")


def test_a_taken_country_brings_its_monopoly() -> None:
    """MON-1 ACT-1"""
    s = table(gold=[1, 0, 0, 0], phase=2)
    put(s, "B", gold=2)
    s.money = [10] * 4
    run(s, ("action", 0, 1))
    answer(s, "B")
    assert holder(s, "gold") == 0


def test_owner_changes_and_the_columns_agree() -> None:
    """MON-2: the counts of the columns follow every change of owner."""
    s = table(gold=[3, 3, 0, 0])
    s.monopoly[6] = 0
    set_owner(s, INDEX["A"], 1, "test", "EVT-8")
    after_effect(s)
    assert holder(s, "gold") == 1
    sound(s)
