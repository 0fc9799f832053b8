"""What the steady player does in plain positions, where one answer is clearly sensible."""

from __future__ import annotations

from typing import Any

import pytest

from colony_nb import bots
from colony_nb.bots import bidding
from colony_nb.bots.valuation import Sight
from colony_nb.games.colony.board import INDEX
from colony_nb.games.colony.state import ColonyState
from colony_nb.games.colony.view import seen_by
from colony_nb.kernel.state import Question
from positions import card_on_top, keeps, own, position, put

BOT = bots.find("steady")


def choose(s: ColonyState, kind: str, options: Any, seat: int = 0, **context: Any) -> Any:
    """Steady's answer to a question put in this position."""
    question = Question(seat, kind, tuple(options), "", context)
    return BOT.choose(seen_by(s, seat), question, 0)[0]


def cards(s: ColonyState, seat: int = 0) -> Any:
    phase = s.phase - 1
    limit = s.rules.table["phases"]["action_cards"][phase]
    return choose(s, "cards", s.rules.card_sets[phase], seat, limit=limit)


def two_powers(phase: int = 4, **columns: Any) -> ColonyState:
    """Seat 0 holds A, B, E with a port in A, seat 1 J, K, P with a port in P; the rest is free."""
    s = position(seats=6, phase=phase, **columns)
    own(s, 0, "ABE")
    own(s, 1, "JKP")
    put(s, "A", port=True, sugar=2)
    put(s, "B", gold=2)
    put(s, "E", spices=2)
    put(s, "P", port=True, gold=1)
    put(s, "J", silver=2)
    put(s, "K", sugar=1)
    return s


# ---------------------------------------------------------------- investing


def test_a_ship_is_bought_when_goods_wait() -> None:
    s = position(seats=6, phase=2, money=6)
    own(s, 0, "AB")
    put(s, "A", port=True, gold=3)
    put(s, "B", gold=3)
    assert cards(s) == (2,)


def test_no_ship_while_one_carries_everything() -> None:
    s = position(seats=6, phase=2, money=6)
    own(s, 0, "AB")
    put(s, "A", port=True, sugar=1)
    assert 2 not in cards(s)


def test_a_port_comes_first_when_there_is_none() -> None:
    s = position(seats=6, phase=3, money=16)
    own(s, 0, "AB")
    put(s, "A", gold=2)
    assert 3 in cards(s)


def test_nothing_is_bought_in_the_last_round() -> None:
    s = two_powers(phase=6, round=24, turn=-1)
    assert set(cards(s)) <= {8}


def test_only_what_can_be_paid_is_chosen() -> None:
    s = two_powers(phase=4, money=0, turn=-1)
    s.built = [0] * 5  # no port, so no income
    assert set(cards(s)) <= {8}


def test_an_army_is_sought_when_an_uprising_stops_all_exports() -> None:
    s = two_powers(phase=4, money=12)
    put(s, "A", rebellion=True)
    assert 7 in cards(s)


# ---------------------------------------------------------------- guarding


def test_an_army_goes_to_the_only_port() -> None:
    s = two_powers(phase=4)
    put(s, "A", rebellion=True)
    assert choose(s, "army_place", ["A", "B", "E"], left=1) == "A"


def test_an_army_stands_where_a_rival_threatens() -> None:
    s = two_powers(phase=3)
    put(s, "J", armies=3)  # next to E alone
    assert choose(s, "army_place", ["B", "E"], left=1) == "E"


def test_an_attack_with_poor_odds_is_not_made() -> None:
    s = two_powers(phase=4)
    put(s, "E", armies=1)
    put(s, "J", armies=3, city=True)
    assert choose(s, "attack", ["stop", ("attack", "E", "J", 1)], left=1, expedition=False) == "stop"


def test_a_rich_country_without_armies_is_attacked_with_all() -> None:
    s = two_powers(phase=4)
    put(s, "E", armies=3)
    put(s, "J", gold=3)
    options = ["stop", *(("attack", "E", "J", n) for n in (1, 2, 3))]
    assert choose(s, "attack", options, left=1, expedition=False) == ("attack", "E", "J", 3)


def test_nobody_is_driven_off_the_board() -> None:
    s = position(seats=6, phase=4)
    own(s, 0, "AE")
    own(s, 1, "J")
    put(s, "A", port=True)
    put(s, "E", armies=3)
    put(s, "J", gold=4)
    assert choose(s, "attack", ["stop", ("attack", "E", "J", 3)], left=1, expedition=False) == "stop"


# ---------------------------------------------------------------- the colonist, counters


@pytest.mark.parametrize(
    ("product", "free", "more"), [("gold", False, False), (None, False, True), (None, True, False)]
)
def test_the_second_throw_is_taken_after_a_poor_first(product: str | None, free: bool, more: bool) -> None:
    s = two_powers(phase=3)
    s.colonist[0] = INDEX["B"]
    blue = 5 if free else 3 if product else 6
    context = {"country": "B", "blue": blue, "red": 1, "product": product, "free": free}
    assert choose(s, "again", (True, False), **context) is more


def test_a_crop_is_given_up_before_a_mineral() -> None:
    s = two_powers(phase=3)
    put(s, "B", cotton=1)
    assert choose(s, "product", ["cotton", "gold"], why="lose", country="B") == "cotton"


def test_a_drawn_counter_does_not_go_where_exports_are_stopped() -> None:
    s = two_powers(phase=4)
    put(s, "B", rebellion=True)
    found = choose(s, "country", ["A", "B", "E"], why="draw", card="p4-06", product="tea")
    assert found != "B"


# ---------------------------------------------------------------- event cards


def test_influence_is_worth_nothing_at_the_very_end() -> None:
    s = two_powers(phase=6, round=24)
    assert choose(s, "event", ["a", "b"], card="p6-14") == "a"  # 12 coins or 1 point


def test_a_free_card_ends_an_uprising_in_the_only_port() -> None:
    s = two_powers(phase=4)
    put(s, "A", rebellion=True)
    keeps(s, 0, "p3-06")
    assert choose(s, "use_kept", (True, False), card="p3-06", country="A") is True


def test_a_bad_card_goes_to_the_strongest_and_a_good_one_to_the_weakest() -> None:
    for card, to in (("p3-01", 1), ("p3-03", 3)):
        s = two_powers(phase=3, step="pass", variants=("pass_event_cards",))
        s.money = [50, 300, 80, 10, 60, 60]
        card_on_top(s, 0, card)
        assert choose(s, "pass_card", [1, 2, 3, 4, 5]) == to


def test_a_sale_far_above_the_worth_is_refused() -> None:
    s = two_powers(phase=6, round=24)
    context = {"card": "p1-16", "what": "sale", "asker": 1, "gives": "K", "gets": None, "price": 12}
    assert choose(s, "answer", (True, False), **context) is False


# ---------------------------------------------------------------- for the other side


def test_an_uprising_is_put_where_it_hurts_most() -> None:
    s = two_powers(phase=4)
    put(s, "J", armies=3)
    assert choose(s, "rebel_country", ["J", "K", "P"], power=1, card="p4-01") == "P"  # the only port


def test_resistance_spreads_to_a_rival_not_to_oneself() -> None:
    s = two_powers(phase=4)
    assert choose(s, "rebel_spread", ["B", "E", "J"], power=1, source="F") == "J"


# ---------------------------------------------------------------- independence


def bid(s: ColonyState, seat: int, former: int, country: str) -> tuple[bool, int, int]:
    """(joins, coins, points)."""
    context = {"country": country, "former": former}
    if not choose(s, "join", (True, False), seat, **context):
        return False, 0, 0
    coins = choose(s, "bid_money", range(0 if s.influence[seat] else 1, s.money[seat] + 1), seat, **context)
    points = choose(s, "bid_points", range(0 if coins else 1, s.influence[seat] + 1), seat, **context)
    return True, coins, points


def test_nobody_bids_when_no_income_is_to_come() -> None:
    s = two_powers(phase=6, round=24, turn=1)
    put(s, "J", independent=True)
    assert not any(bid(s, seat, 1, "J")[0] for seat in (0, 1))


def test_the_former_power_bids_for_a_rich_country_and_no_more_coins_than_it_is_worth() -> None:
    s = two_powers(phase=6, turn=1, ships=4)
    put(s, "J", gold=3, independent=True)
    joins, coins, points = bid(s, 1, 1, "J")
    worth = bidding.control(Sight(seen_by(s, 1), 1), INDEX["J"])
    assert joins and points >= 1
    assert coins <= worth and coins + points * 3 <= worth


def test_without_influence_the_bid_stays_below_the_worth() -> None:
    s = two_powers(phase=6, turn=1, ships=4, influence=0)
    put(s, "J", gold=3, independent=True)
    joins, coins, points = bid(s, 1, 1, "J")
    worth = bidding.control(Sight(seen_by(s, 1), 1), INDEX["J"])
    assert joins and points == 0 and 1 <= coins < worth


def test_a_lone_bidder_bids_the_least() -> None:
    s = two_powers(phase=6, turn=1, ships=4)
    put(s, "J", gold=3, independent=True)
    context = {"country": "J", "former": 1, "bidders": [1]}
    assert choose(s, "bid_money", range(101), 1, **context) == 0
    assert choose(s, "bid_points", range(1, 11), 1, **context) == 1


def test_a_colony_that_only_costs_is_let_go_and_a_quiet_one_is_not_in_the_last_round() -> None:
    s = two_powers(phase=6, round=22)
    put(s, "B", gold=2, rebellion=True)
    assert choose(s, "grant", ["stop", "A", "B", "E"]) == "B"
    s.round = 24
    assert choose(s, "grant", ["stop", "A", "B", "E"]) == "stop"


def test_the_government_pays_for_itself() -> None:
    forms = ("democracy", "monarchy", "dictatorship")
    s = two_powers(phase=6, ships=4)
    put(s, "B", gold=4, independent=True)
    assert choose(s, "government", forms, country="B", former=0) == "dictatorship"
    s.round = 24
    s.turn = 0
    assert choose(s, "government", forms, country="B", former=0) == "democracy"


def test_the_start_is_apart_from_others() -> None:
    s = position(seats=6, phase=1, round=0, step="setup", turn=-1)
    own(s, 1, "A")
    options = list("BCDEIJNOPQR")
    found = choose(s, "start_country", options)
    assert not s.board.near[INDEX[found]] >> INDEX["A"] & 1
