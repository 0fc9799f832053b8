"""What money buys: ships, ports, trading posts, armies, defence, cities, railways (ACT-2, 3, 5, 7 to 10)."""

from __future__ import annotations

import pytest

from positions import (
    answer,
    ask,
    country,
    done,
    draw_event,
    keeps,
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

BUILT = [(3, "port", 15, 0), (5, "trading_post", 10, 2), (9, "city", 15, 2), (10, "railway", 15, 1)]


def test_a_ship_for_five_coins_and_as_many_as_one_likes() -> None:
    """ACT-2"""
    s = position(phase=1, money=10)
    run(s, ("action", 0, 2), ("action", 0, 2))
    assert power(s, 0)["ships"] == 3 and power(s, 0)["money"] == 0
    assert [(r["amount"], r["for"], r["rule"]) for r in records(s, "pay")] == [(5, 2, "ACT-2")] * 2
    assert [r["by"] for r in records(s, "ship")] == [1, 1]


@pytest.mark.parametrize(("card", "what", "cost", "counters"), BUILT)
def test_a_building_its_price_and_its_counters(card: int, what: str, cost: int, counters: int) -> None:
    """ACT-3 ACT-5 ACT-9 ACT-10"""
    s = position(phase=5)
    own(s, 0, "AB")
    own(s, 1, "E")
    script(s, draws=["gold", "tea"])
    run(s, ("action", 0, card))
    assert (ask(s).kind, ask(s).rule, ask(s).options) == ("build", f"ACT-{card}", ("A", "B"))
    answer(s, "B")
    here = country(s, "B")
    assert here[what] and here["products"] == dict([("gold", 1), ("tea", 1)][:counters])
    assert power(s, 0)["money"] == 100 - cost and record(s, "pay")["amount"] == cost
    assert (record(s, "build")["country"], record(s, "build")["what"]) == ("B", what)
    assert len(records(s, "draw")) == counters
    sound(s)


@pytest.mark.parametrize(("card", "what"), [(card, what) for card, what, _, _ in BUILT])
def test_one_of_a_kind_in_a_country(card: int, what: str) -> None:
    """ACT-3 ACT-5 ACT-9 ACT-10"""
    s = position(phase=5)
    own(s, 0, "ABE")
    put(s, "B", **{what: True})
    run(s, ("action", 0, card))
    assert ask(s).options == ("A", "E")
    answer(s, "E")
    run(s, ("action", 0, card))
    assert record(s, "forced", question="build")["option"] == "A"
    run(s, ("action", 0, card))
    assert record(s, "dropped")["why"] == "country" and len(records(s, "pay")) == 2


def test_a_port_needs_a_coast() -> None:
    """ACT-3 SET-2"""
    s = position(phase=1)
    own(s, 0, "FGHK")
    run(s, ("action", 0, 3))
    assert record(s, "forced")["option"] == "H", "H borders a sea that was a country"
    assert country(s, "H")["port"]
    s = position(phase=1, seats=5)
    own(s, 0, "FGHK")
    run(s, ("action", 0, 3))
    assert record(s, "dropped")["why"] == "country" and power(s, 0)["money"] == 100


@pytest.mark.parametrize("card", [3, 5, 9, 10])
def test_nothing_is_built_into_an_independent_country(card: int) -> None:
    """ACT-3 ACT-5 ACT-9 ACT-10 IND-5"""
    s = position(phase=6)
    own(s, 0, "AB")
    put(s, "A", government="democracy")
    run(s, ("action", 0, card))
    assert record(s, "forced")["option"] == "B"


def test_an_empty_bag_does_not_stop_a_building() -> None:
    """ACT-9 SET-6"""
    s = position(phase=4)
    own(s, 0, "A")
    s.bag = [0] * 12
    run(s, ("action", 0, 9))
    assert country(s, "A")["city"] and country(s, "A")["products"] == {}
    assert len(records(s, "note", why="bag empty")) == 2


def test_a_destroyed_trading_post_takes_two_counters_of_the_owner_s_choice() -> None:
    """ACT-5"""
    s = position(phase=2)
    own(s, 0, "A")
    put(s, "A", trading_post=True, sugar=2, gold=1)
    draw_event(s, "p2-14")
    assert (ask(s).kind, ask(s).options) == ("product", ("sugar", "gold"))
    reply(s, product=["gold", "sugar"])
    assert not country(s, "A")["trading_post"] and country(s, "A")["products"] == {"sugar": 1}
    assert record(s, "destroy")["what"] == "trading_post" and done(s)
    sound(s)


@pytest.mark.parametrize("counters", [0, 1])
def test_a_destroyed_trading_post_takes_what_there_is(counters: int) -> None:
    """ACT-5"""
    s = position(phase=2)
    own(s, 0, "AB")
    put(s, "A", trading_post=True, sugar=counters)
    put(s, "B", gold=2)
    draw_event(s, "p2-14")
    assert country(s, "A")["products"] == {} and country(s, "B")["products"] == {"gold": 2} and done(s)


# ------------------------------------------------------------------ armies, defence


@pytest.mark.parametrize(("money", "counts"), [(5, (1,)), (14, (1,)), (15, (1, 2)), (99, (1, 2))])
def test_one_army_costs_five_two_cost_fifteen(money: int, counts: tuple[int, ...]) -> None:
    """ACT-7"""
    s = position(phase=3, money=money)
    own(s, 0, "A")
    run(s, ("action", 0, 7))
    if len(counts) > 1:
        assert ask(s).kind == "army_count" and ask(s).options == counts
        answer(s, 2)
    assert country(s, "A")["armies"] == len(counts)
    assert power(s, 0)["money"] == money - (15 if len(counts) == 2 else 5)
    sound(s)


def test_two_armies_may_go_into_two_countries() -> None:
    """ACT-7"""
    s = position(phase=3)
    own(s, 0, "AB")
    own(s, 1, "E")
    run(s, ("action", 0, 7))
    answer(s, 2)
    assert ask(s).kind == "army_place" and ask(s).options == ("A", "B")
    reply(s, army_place=["A", "B"])
    assert (country(s, "A")["armies"], country(s, "B")["armies"]) == (1, 1)
    assert [(r["country"], r["by"]) for r in records(s, "army")] == [("A", 1), ("B", 1)]


def test_never_more_than_three_armies_in_a_country() -> None:
    """ACT-7 RND-7"""
    s = position(phase=3)
    own(s, 0, "AB")
    put(s, "A", armies=3)
    put(s, "B", armies=2)
    run(s, ("action", 0, 7))
    assert record(s, "forced", question="army_count")["option"] == 1, "room for one only"
    assert country(s, "B")["armies"] == 3 and power(s, 0)["money"] == 95
    run(s, ("action", 0, 7))
    assert record(s, "dropped")["why"] == "room" and power(s, 0)["money"] == 95


def test_no_army_is_bought_into_an_independent_country() -> None:
    """ACT-7 IND-5"""
    s = position(phase=6)
    own(s, 0, "AB")
    put(s, "A", government="monarchy")
    run(s, ("action", 0, 7))
    answer(s, 1)
    assert country(s, "B")["armies"] == 1 and country(s, "A")["armies"] == 0


def test_defence_costs_nothing_and_holds_for_the_whole_round() -> None:
    """ACT-8"""
    s = position(phase=3, round=9, start_seat=1)
    own(s, 0, "A")
    own(s, 1, "B")
    put(s, "B", armies=3)
    script(s, dice=[1, 1, 6, 6])
    run(s, ("choose_cards",))
    for seat, cards in ((0, (8,)), (1, (1,)), (2, ()), (3, ())):
        answer(s, cards, seat=seat)
    reply(s, move="stop")
    assert s.turn == 1, "the seat with card 8 has its turn last"
    reply(s, operations=1, attack=[("attack", "B", "A", 2)])
    got = record(s, "attack")
    assert got["defence_card"] and got["red"] == [6, 6], "one die for the country, one for card 8"
    reply(s, move="stop", attack="stop")
    assert power(s, 0)["money"] == 100 and not records(s, "pay", seat=0)


def test_defence_ends_with_the_round_and_counts_against_rebels() -> None:
    """ACT-8 REB-2"""
    for card in (8, 2):
        s = position(phase=3, round=9, start_seat=3)
        own(s, 0, "A")
        put(s, "A", rebellion=True)
        script(s, dice=[3, 3, 3])
        run(s, ("choose_cards",))
        for seat in range(4):
            answer(s, (card,) if seat == 0 else (), seat=seat)
        got = records(s, "rebellion")[0]
        assert len(got["blue"]) == (2 if card == 8 else 1) and got["defence_card"] == (card == 8)
        assert s.round == 10 and s.defence == 0


def test_defence_never_gives_a_fourth_die() -> None:
    """ACT-8 BAT-2"""
    s = position(phase=3, defence=0b10)
    own(s, 0, "A")
    own(s, 1, "B")
    put(s, "A", armies=1)
    put(s, "B", armies=3)
    script(s, dice=[1, 2, 2, 2])
    run(s, ("action", 0, 1))
    reply(s, operations=1, attack=("attack", "A", "B", 1))
    assert record(s, "attack")["red"] == [2, 2, 2]


@pytest.mark.parametrize("city", [False, True])
def test_a_city_adds_one_to_one_die_in_fights_there(city: bool) -> None:
    """ACT-9"""
    s = position(phase=4)
    own(s, 0, "A")
    own(s, 1, "B")
    put(s, "A", armies=1)
    if city:
        put(s, "B", city=True)
    script(s, dice=[4, 3])
    run(s, ("action", 0, 1))
    reply(s, operations=1, attack=("attack", "A", "B", 1))
    got = record(s, "attack")
    assert got["city"] == city and got["conquered"] != city
    assert got["red_bonus"] == ({0: 1} if city else {})


@pytest.mark.parametrize("city", [False, True])
def test_a_city_helps_against_rebels_too(city: bool) -> None:
    """ACT-9 REB-3"""
    s = position(phase=3)
    own(s, 0, "A")
    put(s, "A", rebellion=True, **({"city": True} if city else {}))
    script(s, dice=[3, 3])
    run(s, ("rebellions", 0))
    got = record(s, "rebellion")
    assert got["suppressed"] == city and got["blue_bonus"] == ({0: 1} if city else {})


# ------------------------------------------------------------------ the railway calls in armies


def test_a_railway_calls_in_armies_before_a_fight_up_to_three() -> None:
    """ACT-10"""
    s = position(phase=5)
    own(s, 0, "ABEG")
    put(s, "A", railway=True, rebellion=True, armies=1)
    put(s, "B", armies=3)
    put(s, "E", armies=1)
    put(s, "G", armies=3)
    script(s, dice=[6, 6, 1, 1, 1])
    run(s, ("rebellions", 0))
    assert (ask(s).kind, ask(s).rule) == ("draft", "ACT-10")
    assert ask(s).options == ("stop", ("army", "B", "A"), ("army", "E", "A")), "G is no neighbour"
    answer(s, ("army", "B", "A"))
    answer(s, ("army", "E", "A"))
    assert not s.questions, "three armies are there"
    assert [country(s, c)["armies"] for c in "ABE"] == [3, 2, 0]
    assert record(s, "rebellion")["armies"] == 3
    sound(s)


def test_armies_that_have_moved_may_be_called_in() -> None:
    """ACT-10"""
    s = position(phase=5)
    own(s, 0, "ABE")
    put(s, "A", railway=True, rebellion=True)
    put(s, "E", armies=1)
    s.fresh = [0] * 18
    run(s, ("rebellions", 0))
    assert ask(s).options == ("stop", ("army", "E", "A"))


def test_no_calling_in_without_a_railway_or_from_a_rival() -> None:
    """ACT-10"""
    for railway in (False, True):
        s = position(phase=5)
        own(s, 0, "AE")
        own(s, 1, "B")
        put(s, "B", armies=3)
        put(s, "A", rebellion=True, **({"railway": True} if railway else {"city": True}))
        if not railway:
            put(s, "E", armies=2, railway=True)
        script(s, dice=[6, 1, 1, 1])
        run(s, ("rebellions", 0))
        assert not records(s, "army") and not any(q.kind == "draft" for q in s.questions)


# ------------------------------------------------------------------ discounts


@pytest.mark.parametrize(("kept", "card", "cost"), [("p3-18", 3, 7), ("p3-18", 5, 2), ("p4-03", 9, 7)])
def test_a_discount_applies_by_itself_to_the_next_such_building(kept: str, card: int, cost: int) -> None:
    """EVT-2 ACT-3 ACT-5 ACT-9"""
    s = position(phase=5, money=cost)
    own(s, 0, "A")
    keeps(s, 0, kept)
    run(s, ("action", 0, card))
    assert power(s, 0)["money"] == 0 and power(s, 0)["kept"] == []
    assert record(s, "discard")["card"] == kept and record(s, "pay")["amount"] == cost


@pytest.mark.parametrize("card", [2, 7, 10])
def test_a_discount_leaves_other_actions_alone(card: int) -> None:
    """EVT-2"""
    s = position(phase=5)
    own(s, 0, "A")
    keeps(s, 0, "p3-18")
    keeps(s, 0, "p4-03")
    run(s, ("action", 0, card))
    reply(s, army_count=1)
    assert power(s, 0)["money"] == 100 - {2: 5, 7: 5, 10: 15}[card]
    assert power(s, 0)["kept"] == ["p3-18", "p4-03"]
