"""Income, ships and ports (INC-1 to INC-3)."""

from __future__ import annotations

import pytest

from positions import (
    answer,
    country,
    draw_event,
    keeps,
    look,
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

# INC-2, worked out by hand: a step of one coin, then of two
PAYS = [0, 1, 3, 4, 6, 7, 9, 10, 12, 13, 15, 16, 18, 19, 21, 22, 24, 25, 27, 28, 30]


def test_the_ladder_counts_crops_once_and_minerals_twice() -> None:
    """INC-1"""
    s = position(phase=5)
    own(s, 0, "AB")
    put(s, "A", spices=1, sugar=2, cotton=1, rubber=1, tea=1, coffee=1)
    assert power(s, 0)["ladder"] == 7
    put(s, "B", gold=1, silver=1, gems=1, ore=1, timber=1, oil=2)
    assert power(s, 0)["ladder"] == 21


def test_the_ladder_is_always_up_to_date() -> None:
    """INC-1"""
    s = position(phase=3)
    own(s, 0, "ABC")
    put(s, "A", sugar=1)
    draw_event(s, "p3-12")  # an ore counter
    answer(s, "B")
    assert power(s, 0)["ladder"] == 3
    put(s, "C", gold=2)
    assert power(s, 0)["ladder"] == 7
    draw_event(s, "p3-13")  # a settlement is withdrawn: its counters count for nobody
    answer(s, "C")
    assert power(s, 0)["ladder"] == 3
    own(s, 1, "C")
    assert power(s, 1)["ladder"] == 4
    draw_event(s, "p3-19", seat=1)
    assert power(s, 1)["ladder"] == 4, "one country alone cannot be swapped"
    sound(s)


@pytest.mark.parametrize("spaces", range(21))
def test_what_a_ladder_position_pays(spaces: int) -> None:
    """INC-2"""
    s = position(phase=5, money=0, ships=10)
    own(s, 0, "AB")
    put(s, "A", port=True, spices=min(spaces, 14))
    put(s, "B", sugar=max(0, spaces - 14))
    s.monopoly = [-1] * 12
    run(s, ("income", 0))
    got = record(s, "income")
    assert got["exportable"] == spaces and got["ladder_pay"] == PAYS[spaces] == spaces + spaces // 2
    assert got["total"] == power(s, 0)["money"] == PAYS[spaces]


@pytest.mark.parametrize("ships", [1, 2, 3])
def test_a_ship_carries_six_spaces(ships: int) -> None:
    """INC-2"""
    s = position(phase=3, money=0, ships=ships)
    own(s, 0, "A")
    put(s, "A", port=True, gold=2, silver=2, gems=2, ore=2)  # 16 spaces, no monopoly
    assert power(s, 0)["income"] == PAYS[min(16, 6 * ships)]
    run(s, ("income", 0))
    assert record(s, "income")["ladder_pay"] == PAYS[min(16, 6 * ships)]
    assert (record(s, "income")["ships"], record(s, "income")["exportable"]) == (ships, 16)


def test_one_port_serves_all_countries() -> None:
    """INC-3"""
    s = position()
    own(s, 0, "ABC")
    put(s, "A", port=True)
    put(s, "B", sugar=1)
    put(s, "C", gold=1)
    assert power(s, 0)["income"] == 4


def test_no_income_at_all_without_a_port() -> None:
    """INC-3 MON-1"""
    s = position(money=0)
    own(s, 0, "A")
    put(s, "A", sugar=3)
    own(s, 1, "C")
    put(s, "C", port=True)
    run(s, ("income", 0))
    got = record(s, "income")
    assert (got["exportable"], got["ladder_pay"], got["monopoly_pay"], got["total"]) == (0, 0, 0, 0)
    assert power(s, 0)["exportable"] == 0 and power(s, 0)["ladder"] == 3


def test_a_rebellion_without_an_army_stops_the_exports_of_its_country_alone() -> None:
    """INC-3"""
    s = position()
    own(s, 0, "AB")
    put(s, "A", port=True, sugar=1)
    put(s, "B", gold=2, rebellion=True)
    assert (power(s, 0)["exportable"], power(s, 0)["income"], power(s, 0)["ladder"]) == (1, 1, 5)


def test_an_army_keeps_the_exports_going() -> None:
    """INC-3"""
    s = position()
    own(s, 0, "AB")
    put(s, "A", port=True, sugar=1)
    put(s, "B", gold=2, rebellion=True, armies=1)
    assert (power(s, 0)["exportable"], power(s, 0)["income"]) == (5, 7)


def test_a_rebellion_in_the_country_of_the_only_port_stops_everything() -> None:
    """INC-3"""
    s = position(money=0)
    own(s, 0, "AB")
    put(s, "A", port=True, rebellion=True)
    put(s, "B", sugar=3, gold=3)
    assert (power(s, 0)["exportable"], power(s, 0)["income"]) == (0, 0)
    run(s, ("income", 0))
    assert power(s, 0)["money"] == 0
    put(s, "A", armies=1)
    assert power(s, 0)["exportable"] == 9, "an army makes the port usable"


def test_a_second_port_is_enough() -> None:
    """INC-3"""
    s = position()
    own(s, 0, "AB")
    put(s, "A", port=True, rebellion=True, gold=1)
    put(s, "B", port=True, sugar=2)
    assert (power(s, 0)["exportable"], power(s, 0)["income"]) == (2, 3)


def test_stopped_spaces_come_off_before_the_ships_are_loaded() -> None:
    """INC-2 INC-3"""
    s = position()
    own(s, 0, "AB")
    put(s, "A", port=True, gold=2, silver=1)
    put(s, "B", gems=2, rebellion=True)
    assert (power(s, 0)["ladder"], power(s, 0)["exportable"], power(s, 0)["income"]) == (10, 6, 9)


def test_the_port_of_a_rival_or_of_nobody_does_not_serve() -> None:
    """INC-3"""
    s = position()
    own(s, 0, "B")
    own(s, 1, "C")
    put(s, "B", gold=1)
    put(s, "A", port=True)
    put(s, "C", port=True)
    assert power(s, 0)["income"] == 0


def test_the_only_port_can_be_lost_with_its_country() -> None:
    """INC-3 EVT-8"""
    s = position(phase=3)
    own(s, 0, "AB")
    put(s, "A", port=True)
    put(s, "B", gold=1)
    own(s, 1, "CH")
    draw_event(s, "p3-19")
    reply(s, offer=(1, "A", "H"), answer=True)
    assert power(s, 0)["ladder"] == 2 and power(s, 0)["income"] == 0


def test_an_independent_country_counts_for_its_controller_as_a_port_too() -> None:
    """INC-3 IND-5"""
    s = position(phase=6)
    own(s, 0, "AB")
    put(s, "A", port=True, government="democracy")
    put(s, "B", gold=1)
    assert power(s, 0)["income"] == 3


def test_one_income_record_a_turn_also_when_nothing_is_paid() -> None:
    """INC-2"""
    s = position(money=3)
    run(s, ("income", 2))
    assert record(s, "income")["total"] == 0 and record(s, "income")["seat"] == 2
    assert power(s, 2)["money"] == 3


@pytest.mark.parametrize(
    ("card", "less"),
    [
        ("p1-04", 4), ("p1-11", 5), ("p1-20", 4), ("p2-08", 5), ("p2-11", 5), ("p3-04", 5),
        ("p4-23", 3), ("p5-08", 5), ("p6-03", 3), ("p6-18", 4),
    ],
)  # fmt: skip
def test_a_kept_card_makes_the_next_income_smaller_once(card: str, less: int) -> None:
    """INC-2 EVT-2"""
    s = position(phase=6, money=0)
    own(s, 0, "A")
    put(s, "A", port=True, gold=3)
    s.monopoly = [-1] * 12
    keeps(s, 0, card)
    assert power(s, 0)["income"] == 9 - less
    run(s, ("income", 0))
    assert (record(s, "income")["event_pay"], record(s, "income")["total"]) == (-less, 9 - less)
    assert power(s, 0)["kept"] == [] and record(s, "discard")["card"] == card
    run(s, ("income", 0))
    assert records(s, "income")[1]["event_pay"] == 0 and power(s, 0)["money"] == 18 - less


def test_two_such_cards_add_up_and_an_income_is_never_below_nothing() -> None:
    """INC-2 EVT-2 RND-6"""
    s = position(phase=3, money=1)
    own(s, 0, "A")
    put(s, "A", port=True, gold=3)
    s.monopoly = [-1] * 12
    keeps(s, 0, "p1-04")
    keeps(s, 0, "p2-08")
    assert look(s)["powers"][0]["income"] == 0
    run(s, ("income", 0))
    got = record(s, "income")
    assert (got["event_pay"], got["total"]) == (-9, 0)
    keeps(s, 0, "p2-11")
    keeps(s, 0, "p3-04")
    run(s, ("income", 0))
    assert records(s, "income")[1]["total"] == 0 and power(s, 0)["money"] == 1


def test_a_ship_lost_is_cargo_lost() -> None:
    """INC-2 EVT-7"""
    s = position(phase=3, ships=2)
    own(s, 0, "A")
    put(s, "A", port=True, gold=2, silver=2, ore=2)
    assert power(s, 0)["income"] == 18
    draw_event(s, "p3-23")
    assert power(s, 0)["income"] == 9 and record(s, "ship")["by"] == -1


def test_the_income_takes_in_a_counter_drawn_the_turn_before() -> None:
    """INC-1 INC-2"""
    s = position(phase=1, money=5)
    own(s, 0, "A")
    put(s, "A", port=True)
    script(s, draws=["silver"])
    run(s, ("action", 0, 1))
    answer(s, "B")
    assert country(s, "B")["products"] == {"silver": 1} and power(s, 0)["income"] == 3
