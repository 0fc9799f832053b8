"""Event cards (EVT-1 to EVT-8): every kind of row, on real cards where one has it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from colony_nb.commentary.catalogue import Catalogue
from colony_nb.games.colony.rules import load_rules
from colony_nb.games.colony.state import ColonyState
from colony_nb.kernel.state import tuples
from positions import (
    answer,
    ask,
    card_on_top,
    country,
    done,
    draw_event,
    keeps,
    lands,
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
    take_turn,
)

CARDS = {card.id: card for card in load_rules().cards}


def rows(s: ColonyState, *effects: Any, seat: int = 0) -> ColonyState:
    """Carries out rows that no real card has in this form."""
    return run(s, ("carry_out", seat, 0, tuples(effects)))


def at_home(card: str, seats: int = 4, **columns: Any) -> ColonyState:
    """Seat 0 owns A and B, seat 1 owns C, in the phase of a card."""
    s = position(seats=seats, phase=int(card[1]), **columns)
    own(s, 0, "AB")
    own(s, 1, "C")
    return s


def why_not(s: ColonyState) -> list[str]:
    """What the journal says could not be done."""
    return [r["why"] for r in records(s, "note") if r["rule"] == "EVT-7"]


# ------------------------------------------------------------------ EVT-1


def test_the_top_card_is_turned_over_and_carried_out_at_once() -> None:
    """EVT-1"""
    s = at_home("p3-03")
    card_on_top(s, 0, "p3-20")
    draw_event(s, "p3-03")
    assert power(s, 0)["money"] == 112 and [s.rules.cards[i].id for i in s.hands[0]] == ["p3-20"]
    got = record(s, "event")
    assert (got["card"], got["choice"], got["effects"], got["seat"]) == ("p3-03", None, [["money", 12]], 0)
    assert (record(s, "money")["amount"], record(s, "money")["why"]) == (12, "p3-03")


def test_a_drawn_counter_is_seen_first_then_placed() -> None:
    """EVT-1"""
    s = at_home("p1-02")
    script(s, draws=["gold"])
    before = look(s)["bag"]
    draw_event(s, "p1-02")
    assert (ask(s).kind, ask(s).options, ask(s).context["product"]) == ("country", ("A", "B"), "gold")
    assert look(s)["bag"] == before, "a counter that waits still counts in the bag"
    answer(s, "B")
    assert country(s, "B")["products"] == {"gold": 1} and look(s)["bag"]["gold"] == before["gold"] - 1
    assert (record(s, "draw")["country"], record(s, "draw")["why"]) == ("B", "p1-02")


def test_several_counters_come_one_after_another() -> None:
    """EVT-1"""
    s = at_home("p1-02")
    script(s, draws=["gold", "sugar"])
    rows(s, ["draw", 2])
    assert ask(s).context["product"] == "gold"
    answer(s, "A")
    assert ask(s).context["product"] == "sugar"
    answer(s, "B")
    assert (country(s, "A")["products"], country(s, "B")["products"]) == ({"gold": 1}, {"sugar": 1})


@pytest.mark.parametrize("card", [c for c in CARDS if any(row[0] == "take" for row in CARDS[c].effects)])
def test_a_named_counter_from_the_bag(card: str) -> None:
    """EVT-1"""
    s = at_home(card)
    (product,) = [row[1] for row in CARDS[card].effects if row[0] == "take"]
    draw_event(s, card)
    reply(s, country="B")
    assert country(s, "B")["products"] == {product: 1} and done(s)
    sound(s)


def test_a_counter_goes_into_no_independent_country_and_nowhere_without_one() -> None:
    """EVT-1 EVT-7 IND-5"""
    s = position(phase=6)
    own(s, 0, "A")
    put(s, "A", government="democracy")
    draw_event(s, "p6-15")
    rows(s, ["take", "oil", 1])
    assert why_not(s) == ["no country"] * 2 and country(s, "A")["products"] == {}


def test_a_counter_is_offered_to_colonies_alone() -> None:
    """EVT-1 IND-5"""
    s = position(phase=6)
    own(s, 0, "ABE")
    put(s, "A", government="democracy")
    draw_event(s, "p6-15")
    assert ask(s).kind == "country" and ask(s).options == ("B", "E")


def test_gains_and_losses_of_a_ship() -> None:
    """EVT-1"""
    s = at_home("p2-01")
    draw_event(s, "p2-01")
    assert power(s, 0)["ships"] == 2 and record(s, "ship")["by"] == 1


# ------------------------------------------------------------------ EVT-2


def test_an_alternative_is_decided_at_once() -> None:
    """EVT-2"""
    for choice, money, influence in (("a", 100, 11), ("b", 106, 9)):
        s = at_home("p1-07")
        draw_event(s, "p1-07")
        assert (ask(s).kind, ask(s).options, ask(s).context) == ("event", ("a", "b"), {"card": "p1-07"})
        assert not records(s, "event")
        answer(s, choice)
        assert (power(s, 0)["money"], power(s, 0)["influence"]) == (money, influence)
        assert record(s, "event")["choice"] == choice and done(s)


def test_an_alternative_whose_coins_are_not_there_is_not_offered() -> None:
    """EVT-2"""
    for money in (7, 8):
        s = at_home("p6-06", money=money)
        put(s, "A", gold=2)
        draw_event(s, "p6-06")
        if money == 8:
            assert ask(s).options == ("a", "b")
        else:
            assert record(s, "forced", question="event")["option"] == "a"


def test_doing_nothing_can_be_an_alternative() -> None:
    """EVT-2"""
    s = at_home("p6-22")
    draw_event(s, "p6-22")
    answer(s, "a")
    assert done(s) and power(s, 0)["money"] == 100 and power(s, 0)["influence"] == 10


@pytest.mark.parametrize("card", [c for c in CARDS if CARDS[c].kept])
def test_a_card_to_keep_stays_open_in_front_of_the_player_even_in_a_later_phase(card: str) -> None:
    """EVT-2"""
    phase = int(card[1])
    s = at_home(card, round=4 * phase if phase < 6 else 21)
    alternatives = (CARDS[card].a or (), CARDS[card].b or ())
    card_on_top(s, 0, card)
    take_turn(s, 0)
    reply(s, grant="stop", event="a" if ("keep",) in alternatives[0] else "b")
    assert ("keep",) in (*CARDS[card].effects, *alternatives[0], *alternatives[1])
    assert s.phase == min(6, phase + 1) and ask(s, 0).kind == "cards", "the next round"
    assert power(s, 0)["kept"] == [card] and record(s, "kept")["card"] == card


@pytest.mark.parametrize(
    ("card", "coins", "points"),
    [("p2-16", 0, 1), ("p3-06", 0, 0), ("p4-24", 0, 0), ("p5-19", 0, -1), ("p6-20", 4, 0)],
)
def test_a_suppression_is_offered_before_each_own_fight(card: str, coins: int, points: int) -> None:
    """EVT-2 REB-6"""
    s = at_home("p5-01")
    put(s, "A", rebellion=True, gold=1)
    put(s, "B", rebellion=True)
    keeps(s, 0, card)
    script(s, dice=[6, 1, 1, 1])
    run(s, ("rebellions", 0))
    answer(s, "A")
    assert (ask(s).kind, ask(s).context) == ("use_kept", {"card": card, "country": "A"})
    answer(s, False)
    assert record(s, "rebellion")["country"] == "A" and power(s, 0)["kept"] == [card]
    assert ask(s).context["country"] == "B", "it is offered again before the next fight"
    answer(s, True)
    assert done(s) and not country(s, "B")["rebellion"] and power(s, 0)["kept"] == []
    assert (power(s, 0)["money"], power(s, 0)["influence"]) == (100 - coins, 10 + points)
    assert len(records(s, "rebellion")) == 1 and record(s, "discard")["card"] == card
    sound(s)


def test_a_suppression_that_cannot_be_paid_is_not_offered() -> None:
    """EVT-2"""
    s = at_home("p6-20", money=3)
    put(s, "A", rebellion=True)
    keeps(s, 0, "p6-20")
    script(s, dice=[6, 1, 1, 1])
    run(s, ("rebellions", 0))
    assert record(s, "rebellion")["suppressed"] and power(s, 0)["kept"] == ["p6-20"]


@pytest.mark.parametrize("use", [False, True])
def test_a_card_that_weakens_the_rebels_is_used_in_a_fight_of_choice(use: bool) -> None:
    """EVT-2 REB-3"""
    s = at_home("p3-24")
    put(s, "A", rebellion=True)
    keeps(s, 0, "p3-24")
    script(s, dice=[4, 4])
    run(s, ("rebellions", 0))
    assert ask(s).kind == "use_kept"
    answer(s, use)
    reply(s, rebel_spread=lambda q: q.options[0])
    got = record(s, "rebellion")
    assert got["suppressed"] == use and got["red_bonus"] == ({0: -1} if use else {})
    assert power(s, 0)["kept"] == ([] if use else ["p3-24"])


def test_a_card_that_strengthens_the_rebels_counts_in_the_next_fight_alone() -> None:
    """EVT-2 REB-3"""
    s = at_home("p5-16")
    put(s, "A", rebellion=True)
    put(s, "B", rebellion=True)
    keeps(s, 0, "p5-16")
    script(s, dice=[5, 4, 3, 2, 5, 4, 3, 2])
    run(s, ("rebellions", 0))
    answer(s, "B")
    reply(s, rebel_spread=lambda q: q.options[0], rebel_product=lambda q: q.options[0])
    first, second = records(s, "rebellion")
    assert first["country"] == "B" and first["red_bonus"] == {0: 1, 1: 1, 2: 1} and second["red_bonus"] == {}
    assert not first["suppressed"] and second["suppressed"]


def test_a_kept_grant_bonus_pays_until_the_end_of_the_own_next_turn() -> None:
    """EVT-2 IND-2"""
    s = at_home("p6-11", round=21)
    card_on_top(s, 0, "p6-11")
    take_turn(s, 0)
    reply(s, grant="stop")
    assert s.round == 22 and power(s, 0)["influence"] == 11 and power(s, 0)["kept"] == ["p6-11"]
    for grants in (True, False):
        s = at_home("p6-11", round=22)
        keeps(s, 0, "p6-11", since=21)
        take_turn(s, 0)
        reply(s, grant=["A", "stop"] if grants else "stop", join=False)
        assert s.round == 23 and power(s, 0)["kept"] == [], "used up or run out"
        assert power(s, 0)["influence"] == (13 if grants else 10)
        assert record(s, "discard")["card"] == "p6-11"


# ------------------------------------------------------------------ EVT-3


@pytest.mark.parametrize("card", [c for c in CARDS if CARDS[c].needs])
def test_a_card_about_a_figure_counts_only_with_it(card: str) -> None:
    """EVT-3 EVT-7"""
    s = at_home(card)
    draw_event(s, card)
    assert done(s) and why_not(s) == ["no figure"] and record(s, "event")["effects"] == []
    assert power(s, 0)["money"] == 100 and power(s, 0)["influence"] == 10
    s = at_home(card)
    put(s, "A", **{CARDS[card].needs: 0})
    draw_event(s, card)
    reply(s, event="b")
    assert not why_not(s) and record(s, "event")["effects"]


def test_a_figure_leaves_the_board() -> None:
    """EVT-3"""
    for card, figure in (("p1-14", "colonist"), ("p2-19", "missionary")):
        s = at_home(card)
        put(s, "B", **{figure: 0})
        draw_event(s, card)
        assert power(s, 0)[figure] is None
        got = record(s, "move")
        assert (got["what"], got["source"], got["target"]) == (figure, "B", None)


@pytest.mark.parametrize("church", [False, True])
def test_a_church_in_the_missionary_s_country(church: bool) -> None:
    """EVT-3 EVT-7"""
    s = at_home("p2-22")
    put(s, "B", missionary=0, **({"church": True} if church else {}))
    draw_event(s, "p2-22")
    assert country(s, "B")["church"] and not country(s, "A")["church"]
    assert power(s, 0)["influence"] == (11 if church else 10), "where there is one already, a point instead"
    sound(s)


# ------------------------------------------------------------------ EVT-4


def test_the_player_on_the_left_alone_chooses_where_a_rebellion_is() -> None:
    """EVT-4"""
    for seat, left in ((0, 1), (3, 0)):
        s = position(phase=3)
        own(s, seat, "ABE")
        own(s, 2, "C")
        put(s, "B", rebellion=True)
        draw_event(s, "p3-01", seat=seat)
        q = ask(s)
        assert (q.kind, q.seat, q.options, q.rule) == ("rebel_country", left, ("A", "E"), "EVT-4")
        answer(s, "E")
        got = record(s, "place_rebellion")
        assert (got["country"], got["by_seat"], got["why"], got["seat"]) == ("E", left, "event", seat)
        assert country(s, "E")["rebellion"] and look(s)["supply"]["rebellion"] == 16


def test_the_left_throws_for_the_rebels_in_the_same_turn() -> None:
    """EVT-4 REB-1"""
    s = position(phase=3, start_seat=0)
    own(s, 3, "A")
    card_on_top(s, 3, "p3-11")
    script(s, dice=[6, 1])
    run(s, ("turns", 3))
    assert (record(s, "rebellion")["rebels_seat"], record(s, "rebellion")["country"]) == (0, "A")


def test_no_rebellion_where_every_country_has_one_or_is_independent() -> None:
    """EVT-4 EVT-7 IND-6"""
    s = at_home("p6-16")
    put(s, "A", rebellion=True)
    put(s, "B", government="democracy")
    draw_event(s, "p6-16")
    assert why_not(s) == ["no country"] and not records(s, "place_rebellion")


def test_no_rebellion_cards_before_phase_three() -> None:
    """EVT-4"""
    early = [c for c in CARDS.values() if c.phase < 3]
    assert not [c.id for c in early if "rebellion" in repr((c.effects, c.a, c.b)).replace("if_rebellion", "")]
    assert [c.id for c in CARDS.values() if any(r[0] == "rebellion" for r in c.effects)]


def rising(card: str, **things: Any) -> ColonyState:
    """Seat 0 has A alone with these things and draws a rebellion card; seat 1 is on the left, 3 right."""
    s = position(phase=int(card[1]))
    own(s, 0, "A")
    put(s, "A", **things)
    return draw_event(s, card)


@pytest.mark.parametrize(("card", "city", "bonus"), [
    ("p5-13", False, {0: 1}), ("p6-16", False, {0: 1, 1: 1, 2: 1}), ("p5-02", True, {0: 1}),
    ("p5-02", False, {}), ("p5-23", False, {}),
])  # fmt: skip
def test_a_card_adds_to_the_rebels_dice_in_the_first_fight(
    card: str, city: bool, bonus: dict[int, int]
) -> None:
    """EVT-4 REB-3"""
    s = rising(card, **({"city": True} if city else {}))
    script(s, dice=[3, 4, 3, 2, 3, 4, 3, 2])
    run(s, ("rebellions", 0))
    assert len(record(s, "rebellion")["red_bonus"]) == len(bonus)
    assert set(record(s, "rebellion")["red_bonus"].values()) <= {1}
    run(s, ("rebellions", 0))
    assert records(s, "rebellion")[1]["red_bonus"] == {}, "only the first fight"


@pytest.mark.parametrize("joins", [False, True])
def test_an_army_that_joins_only_for_a_point(joins: bool) -> None:
    """EVT-4"""
    s = rising("p6-02", armies=1, gold=1)
    script(s, dice=[1, 1, 6, 6, 6] if joins else [1, 6, 6, 6])
    run(s, ("rebellions", 0))
    assert (ask(s).kind, ask(s).options, ask(s).seat) == ("event", ("a", "b"), 0)
    answer(s, "a" if joins else "b")
    reply(s, rebel_product="gold")
    got = record(s, "rebellion")
    assert len(got["blue"]) == (2 if joins else 1)
    assert power(s, 0)["influence"] == (9 if joins else 10)
    assert country(s, "A")["armies"] == (0 if joins else 1), "armies that stand aside are not lost"
    assert country(s, "A")["products"] == {}
    run(s, ("rebellions", 0))
    assert not any(q.kind == "event" for q in s.questions), "asked before the first fight alone"


def test_an_army_does_not_join_without_the_point_and_is_not_asked_for_without_army() -> None:
    """EVT-4 INF-1"""
    s = position(phase=6, influence=0)
    own(s, 0, "A")
    put(s, "A", armies=1)
    draw_event(s, "p6-05")
    script(s, dice=[6, 1, 1, 1])
    run(s, ("rebellions", 0))
    assert record(s, "forced", question="event")["option"] == "b"
    s = rising("p6-05")
    script(s, dice=[6, 1, 1, 1])
    run(s, ("rebellions", 0))
    assert not records(s, "forced", question="event") and done(s)


@pytest.mark.parametrize("money", [2, 3])
def test_an_army_that_joins_only_for_three_coins(money: int) -> None:
    """EVT-4"""
    s = position(phase=6, money=money)
    own(s, 0, "A")
    put(s, "A", armies=1)
    draw_event(s, "p6-08")
    script(s, dice=[6, 6, 1, 1, 1])
    run(s, ("rebellions", 0))
    if money == 3:
        answer(s, "a")
        assert power(s, 0)["money"] == 0 and record(s, "pay")["amount"] == 3
    assert len(record(s, "rebellion")["blue"]) == (2 if money == 3 else 1)


@pytest.mark.parametrize("money", [4, 5])
def test_help_of_the_player_on_the_right_for_five_coins(money: int) -> None:
    """EVT-4"""
    s = position(phase=6, money=money)
    own(s, 0, "A")
    draw_event(s, "p6-17")
    script(s, dice=[6, 6, 1, 1, 1])
    run(s, ("rebellions", 0))
    if money == 5:
        assert ask(s).options == ("a", "b")
        answer(s, "a")
        assert (power(s, 0)["money"], power(s, 3)["money"], power(s, 1)["money"]) == (0, 10, 5)
    else:
        assert record(s, "forced", question="event")["option"] == "b"
    assert len(record(s, "rebellion")["blue"]) == (2 if money == 5 else 1)


@pytest.mark.parametrize("army", [False, True])
def test_a_crop_goes_where_an_army_ended_the_rebellion(army: bool) -> None:
    """EVT-4"""
    s = rising("p5-07", sugar=1, tea=1, gold=1, armies=1) if army else rising("p5-07", sugar=1, tea=1, gold=1)
    script(s, dice=[6, 6, 1, 1, 1] if army else [6, 1, 1, 1])
    run(s, ("rebellions", 0))
    if army:
        assert (ask(s).seat, ask(s).kind, ask(s).options) == (0, "product", ("sugar", "tea"))
        answer(s, "tea")
    assert country(s, "A")["products"] == (
        {"sugar": 1, "gold": 1} if army else {"sugar": 1, "tea": 1, "gold": 1}
    )
    assert not country(s, "A")["rebellion"] and done(s)


def test_no_crop_goes_when_the_rebellion_stands() -> None:
    """EVT-4"""
    s = rising("p5-07", sugar=1, armies=1)
    script(s, dice=[1, 1, 6, 6, 6])
    run(s, ("rebellions", 0))
    assert country(s, "A")["rebellion"]
    lost = record(s, "rebellion")
    assert (lost["armies_lost"], lost["products_lost"]) == (1, ["sugar"]), "only what the rebels took"


@pytest.mark.parametrize("sugar", [0, 2])
def test_a_sugar_counter_there_goes_at_once(sugar: int) -> None:
    """EVT-4"""
    s = rising("p5-11", sugar=sugar, gold=1)
    assert country(s, "A")["products"].get("sugar", 0) == max(0, sugar - 1)
    assert country(s, "A")["rebellion"] and len(records(s, "lose")) == min(1, sugar)


def test_the_missionary_there_moves_or_leaves_the_board() -> None:
    """EVT-4 EVT-3"""
    s = position(phase=5)
    own(s, 0, "ABE")
    put(s, "A", missionary=0)
    draw_event(s, "p5-21")
    answer(s, "A")
    assert (ask(s).kind, ask(s).seat, ask(s).options) == ("relocate", 0, ("B", "E"))
    answer(s, "E")
    assert power(s, 0)["missionary"] == "E"
    s = position(phase=5)
    own(s, 0, "AB")
    put(s, "A", missionary=0)
    draw_event(s, "p5-21")
    answer(s, "B")
    assert done(s) and power(s, 0)["missionary"] == "A", "the rebellion is elsewhere"
    s = rising("p5-21", missionary=0)
    assert power(s, 0)["missionary"] is None and done(s)


@pytest.mark.parametrize("waits", [False, True])
def test_granting_it_at_the_next_chance_costs_nothing(waits: bool) -> None:
    """EVT-4 IND-2: the rebels win the fight of the drawer's turn, the grant comes in the next one."""
    s = rising("p6-13", gold=2)
    script(s, dice=[1, 6, 6, 6])
    run(s, ("rebellions", 0))
    reply(s, rebel_product="gold")
    assert country(s, "A")["rebellion"] and not record(s, "rebellion")["suppressed"]
    if waits:
        run(s, ("grants", 0))
        answer(s, "stop")
        script(s, dice=[1, 6, 6, 6])
        run(s, ("rebellions", 0))
        reply(s, rebel_product="gold")
    run(s, ("grants", 0))
    answer(s, "A")
    assert power(s, 0)["influence"] == (9 if waits else 10)
    assert record(s, "grant")["rebellion"]


@pytest.mark.parametrize(
    ("card", "money", "influence", "crops"), [("p5-17", 5, -1, 0), ("p6-21", 6, 1, 0), ("p6-09", 0, 0, 2)]
)
@pytest.mark.parametrize("choice", ["a", "b"])
def test_the_player_may_end_a_new_rebellion_at_once(
    card: str, money: int, influence: int, crops: int, choice: str
) -> None:
    """EVT-4 EVT-2"""
    s = rising(card, sugar=1, tea=2 if card[1] > "3" else 0, gold=1)
    assert (ask(s).kind, ask(s).seat, ask(s).options) == ("event", 0, ("a", "b"))
    answer(s, choice)
    reply(s, product=["tea", "sugar"])
    assert country(s, "A")["rebellion"] == (choice == "b") and done(s)
    if choice == "a":
        assert (power(s, 0)["money"], power(s, 0)["influence"]) == (100 - money, 10 + influence)
        left = {"tea": 1, "gold": 1} if crops else {"sugar": 1, "tea": 2, "gold": 1}
        assert country(s, "A")["products"] == left
    else:
        assert (power(s, 0)["money"], power(s, 0)["influence"]) == (100, 10)
    sound(s)


@pytest.mark.parametrize(
    ("card", "columns"),
    [("p5-17", {"money": 4}), ("p5-17", {"influence": 0}), ("p6-21", {"money": 5}), ("p6-09", {})],
)
def test_who_cannot_pay_for_it_is_not_asked(card: str, columns: dict[str, Any]) -> None:
    """EVT-7 INF-1"""
    s = position(phase=int(card[1]), **columns)
    own(s, 0, "A")
    put(s, "A", sugar=1, gold=2)
    draw_event(s, card)
    assert done(s) and country(s, "A")["rebellion"] and why_not(s) == ["cannot pay"]


def test_nothing_to_end_where_no_rebellion_could_be_put() -> None:
    """EVT-7"""
    s = position(phase=5)
    own(s, 0, "A")
    put(s, "A", rebellion=True)
    draw_event(s, "p5-17")
    assert done(s) and power(s, 0)["money"] == 100 and country(s, "A")["rebellion"]


# ------------------------------------------------------------------ EVT-5


def test_a_withdrawn_settlement_leaves_all_that_is_in_the_country() -> None:
    """EVT-5"""
    s = at_home("p3-13")
    put(s, "A", gold=2, port=True, trading_post=True, armies=2, rebellion=True)
    draw_event(s, "p3-13")
    assert (ask(s).kind, ask(s).options, ask(s).context["why"]) == ("country", ("A", "B"), "withdraw")
    answer(s, "A")
    here = country(s, "A")
    assert (here["owner"], here["products"], here["armies"]) == (None, {"gold": 2}, 0)
    assert here["port"] and here["trading_post"] and here["rebellion"]
    assert lands(s, 0) == "B" and power(s, 0)["ladder"] == 0 and look(s)["supply"]["army"] == 50
    sound(s)


def test_nobody_fights_a_rebellion_that_is_nobodys_and_it_comes_with_the_country() -> None:
    """EVT-5 REB-6"""
    s = at_home("p3-13")
    put(s, "A", rebellion=True)
    draw_event(s, "p3-13")
    answer(s, "A")
    run(s, *(("rebellions", seat) for seat in range(4)))
    assert not records(s, "rebellion") and country(s, "A")["rebellion"]
    own(s, 2, "E")
    run(s, ("action", 2, 1))
    reply(s, operations=1, attack=("expedition", "A"))
    assert country(s, "A")["owner"] == 2
    script(s, dice=[6, 1])
    run(s, ("rebellions", 2))
    assert record(s, "rebellion")["seat"] == 2


def test_never_the_last_country() -> None:
    """EVT-5 EVT-7"""
    s = position(phase=3)
    own(s, 0, "A")
    draw_event(s, "p3-13")
    assert lands(s, 0) == "A" and why_not(s) == ["no country"]
    s = position(phase=2)
    own(s, 0, "A")
    draw_event(s, "p2-05")
    assert lands(s, 0) == "A" and power(s, 0)["money"] == 94, "coins instead"


def test_an_independent_country_is_not_withdrawn_from() -> None:
    """EVT-5 IND-5"""
    s = position(phase=4)
    own(s, 0, "AB")
    put(s, "A", government="democracy")
    draw_event(s, "p4-05")
    assert record(s, "forced")["option"] == "B" and lands(s, 0) == "A"


@pytest.mark.parametrize(("card", "church"), [("p2-05", False), ("p3-13", True)])
def test_a_church_may_go_too(card: str, church: bool) -> None:
    """EVT-5"""
    s = at_home(card)
    put(s, "A", church=True)
    draw_event(s, card)
    answer(s, "A")
    assert country(s, "A")["church"] == church
    sound(s)


def test_figures_of_a_withdrawn_settlement_move_to_another_own_country() -> None:
    """EVT-5 BAT-8"""
    s = position(phase=3)
    own(s, 0, "ABE")
    put(s, "A", colonist=0)
    put(s, "B", missionary=0)
    draw_event(s, "p3-13")
    answer(s, "A")
    assert (ask(s).kind, ask(s).options, ask(s).context) == ("relocate", ("B", "E"), {"figure": "colonist"})
    assert power(s, 0)["colonist"] is None
    answer(s, "E")
    assert power(s, 0)["colonist"] == "E" and power(s, 0)["missionary"] == "B"


def test_both_figures_of_a_lost_country_wait_in_nobodys_country() -> None:
    """EVT-5 BAT-8"""
    s = position(phase=3)
    own(s, 0, "ABE")
    put(s, "A", colonist=0, missionary=0)
    draw_event(s, "p3-13")
    answer(s, "A")
    assert power(s, 0)["colonist"] is None and power(s, 0)["missionary"] is None
    answer(s, "B")
    assert ask(s).context == {"figure": "missionary"}
    answer(s, "E")
    assert (power(s, 0)["colonist"], power(s, 0)["missionary"]) == ("B", "E")


# ------------------------------------------------------------------ EVT-6


@pytest.mark.parametrize("drawn", [False, True])
def test_from_telegraphy_on_rebellions_spread_anywhere(drawn: bool) -> None:
    """EVT-6 REB-5"""
    s = position(phase=5)
    own(s, 0, "AB")
    own(s, 1, "N")
    put(s, "A", rebellion=True)
    if drawn:
        draw_event(s, "p5-01", seat=2)
        assert records(s, "telegraphy")
    assert look(s)["telegraphy"] == drawn
    script(s, dice=[1, 6, 6, 6])
    run(s, ("rebellions", 0))
    if drawn:
        assert ask(s).options == ("B", "N")
        answer(s, "N")
        assert country(s, "N")["rebellion"]
    else:
        assert record(s, "rebellion")["spread_to"] == "B"


def test_telegraphy_is_in_every_game_and_the_only_card_of_its_kind() -> None:
    """EVT-6"""
    assert [c.id for c in CARDS.values() if ("telegraphy",) in c.effects] == ["p5-01"]


# ------------------------------------------------------------------ EVT-7


def test_the_last_ship_is_never_lost() -> None:
    """EVT-7"""
    for card, money in (("p3-23", 100), ("p1-10", 96), ("p6-04", 100)):
        s = at_home(card)
        draw_event(s, card)
        assert power(s, 0)["ships"] == 1 and "last ship" in why_not(s) and not records(s, "ship")
        assert power(s, 0)["money"] == money
        s = at_home(card, ships=2)
        draw_event(s, card)
        assert power(s, 0)["ships"] == 1 and not why_not(s) and power(s, 0)["money"] == 100


@pytest.mark.parametrize(
    ("card", "why", "money"),
    [
        ("p1-12", "no counter", 96), ("p1-18", "no counter", 96), ("p1-09", "no counter", 96),
        ("p1-21", "no counter", 102), ("p1-23", "no counter", 100), ("p2-14", "no building", 95),
        ("p2-18", "no building", 94), ("p3-05", "no army", 97), ("p3-10", "no counter", 100),
        ("p4-16", "no counter", 100), ("p4-22", "no counter", 100), ("p6-01", "no army", 95),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_said_and_its_alternative_done(card: str, why: str, money: int) -> None:
    """EVT-7"""
    s = at_home(card)
    draw_event(s, card)
    assert done(s) and why in why_not(s) and power(s, 0)["money"] == money


def test_a_counter_of_own_choice_goes() -> None:
    """EVT-7"""
    s = at_home("p1-09")
    put(s, "A", sugar=1)
    put(s, "B", gold=1, spices=1)
    put(s, "C", silver=1)
    draw_event(s, "p1-09")
    assert (ask(s).kind, ask(s).options) == ("country", ("A", "B"))
    answer(s, "B")
    assert (ask(s).kind, ask(s).options) == ("product", ("spices", "gold"))
    answer(s, "gold")
    assert country(s, "B")["products"] == {"spices": 1} and power(s, 0)["money"] == 100
    assert (record(s, "lose")["product"], record(s, "lose")["country"]) == ("gold", "B")
    sound(s)


def test_the_only_counter_is_spared_where_the_card_names_something_else() -> None:
    """EVT-7"""
    s = at_home("p1-09")
    put(s, "A", sugar=1)
    draw_event(s, "p1-09")
    assert country(s, "A")["products"] == {"sugar": 1} and power(s, 0)["money"] == 96
    s = at_home("p4-16")
    put(s, "A", sugar=1)
    draw_event(s, "p4-16")
    assert country(s, "A")["products"] == {}


@pytest.mark.parametrize(
    ("what", "kept"), [("mineral", {"sugar": 2}), ("crop", {"gold": 2}), ("gold", {"sugar": 2})]
)
def test_only_counters_of_the_named_kind_go(what: str, kept: dict[str, int]) -> None:
    """EVT-7"""
    s = at_home("p1-01")
    put(s, "A", sugar=2, gold=2)
    rows(s, ["lose", what, 2])
    assert country(s, "A")["products"] == kept and len(records(s, "lose")) == 2


def test_more_counters_than_there_are_go_as_far_as_there_are_any() -> None:
    """EVT-7"""
    s = at_home("p1-01")
    put(s, "A", sugar=1)
    rows(s, ["lose", "sugar", 3, [["money", -7]]])
    assert country(s, "A")["products"] == {} and done(s)
    assert len(records(s, "lose")) == 1


def test_a_mineral_goes_with_lumumba_s_alternative() -> None:
    """EVT-7 EVT-2"""
    s = at_home("p6-10")
    put(s, "A", sugar=1, oil=1)
    draw_event(s, "p6-10")
    answer(s, "b")
    assert country(s, "A")["products"] == {"sugar": 1} and power(s, 0)["influence"] == 12


def test_a_counter_goes_from_where_a_trading_post_is_if_there_is_one() -> None:
    """EVT-7"""
    s = at_home("p3-10")
    put(s, "A", sugar=2)
    put(s, "B", gold=1, trading_post=True)
    draw_event(s, "p3-10")
    assert country(s, "B")["products"] == {} and country(s, "A")["products"] == {"sugar": 2}
    draw_event(s, "p3-10")
    assert country(s, "A")["products"] == {"sugar": 1}, "an empty trading post gives none"


def test_a_loss_of_coins_takes_what_there_is() -> None:
    """EVT-7 RND-6"""
    s = at_home("p1-19", money=3)
    draw_event(s, "p1-19")
    assert power(s, 0)["money"] == 0 and record(s, "money")["amount"] == -3


def test_armies_of_own_choice_go() -> None:
    """EVT-7"""
    s = at_home("p3-05")
    put(s, "A", armies=2)
    put(s, "B", armies=1)
    draw_event(s, "p3-05")
    assert (ask(s).kind, ask(s).options) == ("country", ("A", "B"))
    answer(s, "B")
    assert country(s, "B")["armies"] == 0 and look(s)["supply"]["army"] == 48
    rows(s, ["army", -3])
    assert country(s, "A")["armies"] == 0 and why_not(s) == ["no army"], "two go, the third is not there"


def test_armies_that_a_card_gives() -> None:
    """EVT-1"""
    s = at_home("p3-05")
    rows(s, ["army", 2])
    reply(s, army_place=["A", "B"])
    assert (country(s, "A")["armies"], country(s, "B")["armies"]) == (1, 1) and done(s)
    sound(s)


def test_armies_that_a_card_cannot_give() -> None:
    """EVT-7"""
    s = at_home("p3-05")
    put(s, "A", armies=3)
    put(s, "B", armies=3)
    rows(s, ["army", 1, [["money", 3]]])
    assert why_not(s), "no room for it: the journal says so"
    assert power(s, 0)["money"] == 103


# ------------------------------------------------------------------ buildings of cards


def test_a_trading_post_from_a_card() -> None:
    """EVT-1 ACT-5"""
    s = at_home("p2-17")
    script(s, draws=["gems"])
    draw_event(s, "p2-17")
    assert (ask(s).kind, ask(s).options, ask(s).context["cost"]) == ("build", ("A", "B"), 0)
    answer(s, "B")
    assert country(s, "B")["trading_post"] and country(s, "B")["products"] == {"gems": 1}
    assert power(s, 0)["money"] == 100
    sound(s)


@pytest.mark.parametrize("card", ["p2-21", "p4-10"])
def test_a_port_from_a_card_or_coins(card: str) -> None:
    """EVT-7 ACT-3"""
    s = position(phase=int(card[1]))
    own(s, 0, "AF")
    draw_event(s, card)
    assert country(s, "A")["port"] and power(s, 0)["money"] == 100
    draw_event(s, card)
    assert power(s, 0)["money"] == 105 and why_not(s) == ["no country"]


def test_a_railway_from_a_card_that_is_paid_and_takes_the_colonist() -> None:
    """EVT-2 ACT-10"""
    s = at_home("p5-06")
    put(s, "A", colonist=0)
    draw_event(s, "p5-06")
    reply(s, event="a", build="B")
    assert country(s, "B")["railway"] and power(s, 0)["money"] == 92 and power(s, 0)["colonist"] is None
    assert country(s, "B")["products"] == {}
    s = at_home("p5-06", money=7)
    draw_event(s, "p5-06")
    assert record(s, "forced", question="event")["option"] == "b" and power(s, 0)["money"] == 7


@pytest.mark.parametrize("ports", [1, 2])
def test_the_only_port_is_never_destroyed(ports: int) -> None:
    """EVT-7 ACT-3"""
    s = at_home("p2-18")
    for letter in "AB"[:ports]:
        put(s, letter, port=True)
    draw_event(s, "p2-18")
    reply(s, country="B")
    assert [country(s, c)["port"] for c in "AB"] == [True, False]
    assert power(s, 0)["money"] == (100 if ports == 2 else 94)
    sound(s)


@pytest.mark.parametrize("what", ["church", "city", "railway"])
def test_other_buildings_are_destroyed_without_losing_counters(what: str) -> None:
    """EVT-7"""
    s = at_home("p5-01")
    put(s, "A", gold=2, **{what: True})
    rows(s, ["destroy", what])
    assert not country(s, "A")[what] and country(s, "A")["products"] == {"gold": 2}
    rows(s, ["destroy", what, [["money", -2]]])
    assert power(s, 0)["money"] == 98 and why_not(s) == ["no building"]
    sound(s)


def test_a_trading_post_is_destroyed_or_coins_are_paid() -> None:
    """EVT-2 ACT-5"""
    s = at_home("p2-23")
    put(s, "A", trading_post=True, gold=3)
    draw_event(s, "p2-23")
    reply(s, event="a")
    assert not country(s, "A")["trading_post"] and country(s, "A")["products"] == {"gold": 1}
    draw_event(s, "p2-23")
    reply(s, event="a")
    assert power(s, 0)["money"] == 97, "nothing to destroy"


# ------------------------------------------------------------------ coins for counters


@pytest.mark.parametrize(("silver", "coins"), [(0, 2), (1, 2), (3, 6), (4, 8), (6, 8)])
def test_coins_for_each_counter_up_to_a_cap(silver: int, coins: int) -> None:
    """EVT-1"""
    s = at_home("p1-21")
    put(s, "A", silver=silver)
    draw_event(s, "p1-21")
    assert power(s, 0)["money"] == 100 + coins


@pytest.mark.parametrize(("spices", "coins"), [(0, 0), (2, 4), (5, 6)])
def test_coins_to_pay_for_each_counter_up_to_a_cap(spices: int, coins: int) -> None:
    """EVT-1"""
    s = at_home("p1-23")
    put(s, "A", spices=spices)
    draw_event(s, "p1-23")
    assert power(s, 0)["money"] == 100 - coins


def test_every_player_takes_coins_for_a_product_and_who_has_none_pays() -> None:
    """EVT-1"""
    s = position(phase=6, money=10)
    for seat, (letter, oil) in enumerate([("A", 0), ("B", 1), ("C", 7), ("E", 0)]):
        own(s, seat, letter)
        put(s, letter, oil=oil)
    s.money[3] = 2
    draw_event(s, "p6-12")
    assert [power(s, p)["money"] for p in range(4)] == [7, 12, 22, 0]


def test_tribute_of_who_holds_the_products_and_the_bank_fills_up() -> None:
    """EVT-1"""
    s = position(phase=2, money=10)
    for seat, letter in enumerate("ABCE"):
        own(s, seat, letter)
    put(s, "A", gold=1)
    put(s, "B", silver=1, gold=1)
    put(s, "C", sugar=1)
    put(s, "E", gold=1)
    s.money[3] = 1
    draw_event(s, "p2-12")
    assert [power(s, p)["money"] for p in range(4)] == [18, 8, 10, 0]
    assert [(r["other"], r["amount"]) for r in records(s, "money", seat=0)] == [(1, 2), (3, 1), (None, 5)]
    assert {(r["seat"], r["amount"], r["other"]) for r in records(s, "money") if r["seat"]} == {
        (1, -2, 0),
        (3, -1, 0),
    }


def test_tribute_is_never_more_than_the_total() -> None:
    """EVT-1"""
    s = position(phase=2, money=10, seats=6)
    for seat, letter in enumerate("ABCDEF"):
        own(s, seat, letter)
        put(s, letter, gold=1)
    draw_event(s, "p2-12")
    assert power(s, 0)["money"] == 18 and sum(s.money) == 60


def test_points_for_everyone_with_a_rebellion_or_a_grant() -> None:
    """EVT-1"""
    s = position(phase=6, released=0b1010)
    own(s, 0, "A")
    own(s, 1, "B")
    put(s, "A", rebellion=True)
    put(s, "B", rebellion=True)
    draw_event(s, "p6-07", seat=2)
    assert [power(s, p)["influence"] for p in range(4)] == [9, 10, 10, 11]


def test_who_granted_counts_for_good() -> None:
    """EVT-1 IND-1"""
    s = at_home("p6-07")
    run(s, ("grants", 0))
    answer(s, "A")
    reply(s, join=False)
    reply(s, grant="stop")
    before = power(s, 0)["influence"]
    draw_event(s, "p6-07", seat=2)
    assert power(s, 0)["influence"] == before + 1


@pytest.mark.parametrize(("where", "less"), [("A", 2), ("C", 1)])
def test_a_rebellion_of_the_drawer_makes_it_worse(where: str, less: int) -> None:
    """EVT-1"""
    s = at_home("p5-20")
    put(s, where, rebellion=True)
    draw_event(s, "p5-20")
    assert power(s, 0)["influence"] == 10 - less


@pytest.mark.parametrize("blue", range(1, 7))
def test_a_die_decides(blue: int) -> None:
    """EVT-1"""
    s = at_home("p1-20")
    put(s, "A", gold=2)
    script(s, dice=[blue])
    draw_event(s, "p1-20")
    answer(s, "b")
    assert record(s, "throw")["blue"] == blue and power(s, 0)["influence"] == 9
    assert power(s, 0)["money"] == (106 if blue > 3 else 100)
    assert country(s, "A")["products"] == {"gold": 2 if blue > 3 else 1}


def test_world_war_cards_have_no_effect_in_a_prolonged_game() -> None:
    """EVT-7 VAR-2"""
    for card in ("p6-01", "p6-04", "p6-15"):
        for late in (False, True):
            s = position(phase=6, variants=("independence",), round=25 if late else 24, ships=2)
            own(s, 0, "AB")
            put(s, "A", armies=1)
            draw_event(s, card)
            reply(s, country="A")
            assert (why_not(s) == ["world war"]) == late
            assert bool(records(s, "army") + records(s, "ship") + records(s, "draw")) != late


# ------------------------------------------------------------------ EVT-8


def test_a_swap_is_an_open_offer_and_an_answer() -> None:
    """EVT-8"""
    s = position(phase=2)
    own(s, 0, "AB")
    own(s, 1, "CG")
    own(s, 2, "H")
    put(s, "A", gold=1, port=True, armies=1, colonist=0, rebellion=True)
    put(s, "G", sugar=2, armies=2, missionary=1)
    draw_event(s, "p2-06")
    assert ask(s).kind == "offer" and ask(s).seat == 0
    assert set(ask(s).options) == {"stop", (1, "A", "C"), (1, "A", "G"), (1, "B", "C"), (1, "B", "G")}
    answer(s, (1, "A", "G"))
    assert (ask(s).kind, ask(s).seat, ask(s).options) == ("answer", 1, (True, False))
    answer(s, True)
    assert (lands(s, 0), lands(s, 1)) == ("BG", "AC")
    assert [power(s, p)["money"] for p in (0, 1)] == [103, 103], "the bank pays both"
    assert (power(s, 0)["ladder"], power(s, 1)["ladder"]) == (2, 2)
    a, g = country(s, "A"), country(s, "G")
    assert a["port"] and a["rebellion"] and a["products"] == {"gold": 1} and g["products"] == {"sugar": 2}
    assert a["armies"] == g["armies"] == 0 and look(s)["supply"]["army"] == 50
    for _ in range(2):
        assert (ask(s).kind, ask(s).options) == ("relocate", (("B", "G"), ("A", "C"))[ask(s).seat])
        answer(s, "GA"[ask(s).seat])
    assert (power(s, 0)["colonist"], power(s, 1)["missionary"]) == ("G", "A")
    sound(s)


@pytest.mark.parametrize("refused", [False, True])
def test_no_swap_without_two_who_agree(refused: bool) -> None:
    """EVT-8 EVT-7"""
    s = position(phase=3)
    own(s, 0, "AB")
    own(s, 1, "CG")
    draw_event(s, "p3-19")
    answer(s, (1, "A", "C") if refused else "stop")
    if refused:
        answer(s, False)
    assert (lands(s, 0), lands(s, 1)) == ("AB", "CG") and done(s)
    assert power(s, 0)["influence"] == 11 and why_not(s) == ["no agreement"]


@pytest.mark.parametrize(("mine", "theirs"), [("A", "CG"), ("AB", "C"), ("A", "C")])
def test_never_the_last_country_is_swapped(mine: str, theirs: str) -> None:
    """EVT-8 EVT-7"""
    s = position(phase=3)
    own(s, 0, mine)
    own(s, 1, theirs)
    draw_event(s, "p3-19")
    assert done(s) and power(s, 0)["influence"] == 11 and not records(s, "owner")


def test_independent_countries_are_not_swapped_or_sold() -> None:
    """EVT-8 IND-5"""
    s = position(phase=4)
    own(s, 0, "AB")
    own(s, 1, "CG")
    put(s, "A", government="democracy")
    put(s, "C", government="monarchy")
    draw_event(s, "p4-19")
    assert ask(s).options == ("stop", (1, "B", "G"))


def test_a_sale_to_the_left_neighbour() -> None:
    """EVT-8"""
    s = position(phase=1, seats=5, money=12)
    own(s, 4, "PQ")
    own(s, 0, "A")
    put(s, "Q", gold=2, port=True, colonist=4)
    draw_event(s, "p1-16", seat=4)
    assert (ask(s).kind, ask(s).options) == ("country", ("P", "Q"))
    answer(s, "Q")
    q = ask(s)
    assert (q.kind, q.seat, q.options) == ("answer", 0, (True, False))
    assert (q.context["what"], q.context["price"], q.context["gives"]) == ("sale", 12, "Q")
    answer(s, True)
    assert (lands(s, 0), lands(s, 4)) == ("AQ", "P")
    assert (power(s, 0)["money"], power(s, 4)["money"]) == (0, 24)
    assert power(s, 4)["colonist"] == "P" and country(s, "Q")["port"] and power(s, 0)["ladder"] == 4
    assert record(s, "owner")["why"] == "sale"
    sound(s)


@pytest.mark.parametrize("money", [11, 12])
def test_no_sale_where_the_neighbour_will_or_can_not(money: int) -> None:
    """EVT-8 EVT-7"""
    s = position(phase=1, seats=5, money=money)
    own(s, 0, "PQ")
    draw_event(s, "p1-16")
    answer(s, "P")
    if money == 12:
        answer(s, False)
    else:
        assert record(s, "forced", question="answer")["option"] is False
    assert lands(s, 0) == "PQ" and power(s, 0)["money"] == money - 4 and why_not(s) == ["no agreement"]


def test_the_last_country_is_never_sold() -> None:
    """EVT-8 EVT-7"""
    s = position(phase=1, seats=5)
    own(s, 0, "P")
    draw_event(s, "p1-16")
    assert lands(s, 0) == "P" and power(s, 0)["money"] == 96 and done(s)


def test_the_country_with_the_only_port_may_be_sold() -> None:
    """EVT-8"""
    s = position(phase=1, seats=5)
    own(s, 0, "PQ")
    put(s, "P", port=True)
    draw_event(s, "p1-16")
    assert "P" in ask(s).options


# ------------------------------------------------------------------ all cards


def rich(phase: int) -> ColonyState:
    """Six powers with three countries each and a bit of everything, some rebellions, some independent."""
    s = position(seats=6, phase=phase, ships=2)
    for seat in range(6):
        mine = "ABCDEFGHIJKLMNOPQR"[3 * seat : 3 * seat + 3]
        own(s, seat, mine)
        put(s, mine[0], port=True, sugar=2, gold=1, colonist=seat)
        put(s, mine[1], port=True, trading_post=True, spices=1, silver=1, missionary=seat)
        if phase > 2:
            put(s, mine[0], armies=1)
            put(s, mine[1], armies=2)
        if phase > 4:
            put(s, mine[0], coffee=1, oil=1, city=True)
            put(s, mine[1], railway=True)
    if phase > 3:
        put(s, "A", rebellion=True)
        put(s, "H", rebellion=True)
    if phase > 5:
        put(s, "C", government="democracy", tea=1)
    return s


def poor(phase: int) -> ColonyState:
    """The drawer has one bare country, no coin and no point; the others have nothing."""
    s = position(seats=6, phase=phase, money=0, influence=0)
    own(s, 0, "A")
    return s


def landless(phase: int) -> ColonyState:
    """Nobody has a country; one is independent and free."""
    s = position(seats=6, phase=phase, money=4, influence=1)
    put(s, "A", independent=True)
    return s


@pytest.mark.parametrize("make", [rich, poor, landless])
@pytest.mark.parametrize("card", CARDS)
def test_every_card_in_rich_poor_and_landless_hands(card: str, make: Any) -> None:
    """EVT-1 EVT-2 EVT-7: it can be carried out, asked and told in words; coins and points add up."""
    texts = Catalogue(strict=True)
    names = [f"Power {p}" for p in range(6)]
    chance = random.Random(card)
    for _ in range(2):
        s = make(int(card[1]))
        money, influence = s.money[:], s.influence[:]
        draw_event(s, card)
        seat = 0
        while s.questions or seat < 2:
            if not s.questions:
                run(s, ("rebellions", 0) if seat == 0 else ("income", 0))
                seat += 1
                continue
            q = s.questions[0]
            choice = chance.choice(q.options)
            assert texts.prompt(q.kind, q.seat, q.context, names)
            assert texts.label(q.kind, choice, q.context, names)
            answer(s, choice, seat=q.seat)
            if not any(q.kind == "relocate" for q in s.questions):
                sound(s)
        for r in s.journal or []:
            assert texts.sentence(r, names)
        for r in records(s, "money"):
            money[r["seat"]] += r["amount"]
        for r in records(s, "pay"):
            money[r["seat"]] -= r["amount"]
        for r in records(s, "income"):
            money[r["seat"]] += r["total"]
        for r in records(s, "influence"):
            influence[r["seat"]] += r["by"]
        assert (money, influence) == (s.money, s.influence)
        assert record(s, "event")["card"] == card


def test_no_card_moves_more_than_about_25_coins() -> None:
    """EVT-1: of the players' wish for less luck of the cards."""

    def coins(part: Any) -> int:
        if isinstance(part, tuple) and part and part[0] == "money":
            return abs(part[1])
        return max((coins(x) for x in part), default=0) if isinstance(part, tuple) else 0

    assert max(coins((c.effects, c.a or (), c.b or ())) for c in CARDS.values()) <= 25
