"""Setting up: players, board, cards, bag, supplies (SET-1 to SET-7)."""

from __future__ import annotations

from typing import Any

import pytest

import colony_nb as colony
from colony_nb.games.colony.rules import load_rules
from colony_nb.games.colony.setup import new_state
from positions import (
    answer,
    ask,
    country,
    done,
    draw_event,
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
)

CROPS = ["spices", "sugar", "cotton", "rubber", "tea", "coffee"]
MINERALS = ["gold", "silver", "gems", "ore", "timber", "oil"]


def landed(game: colony.Game, letters: str) -> None:
    """Lets the seats land, in turn order."""
    for letter in letters:
        game.choose(game.pending[0], letter)


# ------------------------------------------------------------------ SET-1


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_three_to_six_powers_each_with_a_colour(players: int) -> None:
    """SET-1"""
    names = [p["name"] for p in colony.new_game(players=players, seed=1).view()["powers"]]
    assert len(set(names)) == players


@pytest.mark.parametrize("players", [-1, 0, 1, 2, 7, True, 4.0, ["Ana", "Ben"], ["a"] * 7])
def test_no_other_number_of_players(players: Any) -> None:
    """SET-1"""
    with pytest.raises(colony.ColonyError):
        colony.new_game(players=players, seed=1)


def test_any_seat_is_a_person_or_a_computer() -> None:
    """SET-1"""
    game = colony.new_game(players=["Ana", colony.bot("random"), colony.bot("random")], seed=3)
    game.play()
    assert [d.seat for d in game.pending] == [0]
    bots = colony.new_game(players=[colony.bot("random")] * 3, seed=3)
    bots.play()
    assert bots.result is not None


# ------------------------------------------------------------------ SET-2


@pytest.mark.parametrize("seats", [3, 4])
def test_below_five_players_three_countries_are_sea(seats: int) -> None:
    """SET-2"""
    seen = look(position(seats=seats))["countries"]
    assert sorted(seen) == list("ABCEFGHIJKLMNPQ")
    for letter, facts in seen.items():
        assert set(facts["neighbours"]) <= set(seen), letter
    assert "D" not in seen["C"]["neighbours"]
    assert seen["H"]["coast"] and seen["M"]["coast"], "who borders a closed country has a coast"
    assert not any(seen[letter]["coast"] for letter in "FGKL")


@pytest.mark.parametrize("seats", [5, 6])
def test_from_five_players_on_all_countries_are_open(seats: int) -> None:
    """SET-2"""
    seen = look(position(seats=seats))["countries"]
    assert sorted(seen) == list("ABCDEFGHIJKLMNOPQR")
    assert not seen["H"]["coast"] and not seen["M"]["coast"]
    assert seen["O"]["neighbours"] == ["J", "P"]


def test_the_open_countries_stay_connected_and_neighbours_are_mutual() -> None:
    """SET-2"""
    for seats in (4, 6):
        near = {
            letter: set(c["neighbours"]) for letter, c in look(position(seats=seats))["countries"].items()
        }
        assert all(a in near[b] for a in near for b in near[a])
        reached = {"A"}
        while more := set().union(*(near[c] for c in reached)) - reached:
            reached |= more
        assert reached == set(near)


def test_other_countries_may_be_closed() -> None:
    """SET-2 VAR-4"""
    closed = {"setup.closed_below_five": ["A", "I", "N"]}
    seen = look(position(seats=4, rules=closed))["countries"]
    assert sorted(seen) == list("BCDEFGHJKLMOPQR")
    assert seen["F"]["coast"] and seen["H"]["coast"] and seen["M"]["coast"] and not seen["L"]["coast"]
    assert len(look(position(seats=5, rules=closed))["countries"]) == 18


@pytest.mark.parametrize(
    "closed", [["J", "P", "A"], ["A", "B"], ["A", "A", "B"], ["A", "B", "X"], "none", 3, ["A", "B", "C", "D"]]
)
def test_no_board_that_falls_apart(closed: Any) -> None:
    """SET-2 VAR-4"""
    with pytest.raises(colony.ColonyError):
        colony.new_game(players=4, seed=1, rules={"setup.closed_below_five": closed})


# ------------------------------------------------------------------ SET-3


@pytest.mark.parametrize(("seats", "last"), [(3, 12), (4, 16), (5, 20), (6, 24)])
def test_four_cards_a_player_and_phase(seats: int, last: int) -> None:
    """SET-3"""
    rules = load_rules()
    for phase, deck in enumerate(new_state(rules, seats, 5).decks, 1):
        assert sorted(rules.cards[i].id for i in deck) == [f"p{phase}-{n:02d}" for n in range(1, last + 1)]


def test_decks_are_shuffled_by_the_seed() -> None:
    """SET-3"""
    rules = load_rules()
    one, two, again = (new_state(rules, 6, seed).decks for seed in (1, 2, 1))
    assert one == again and one != two
    assert all(list(deck) != sorted(deck) for deck in one)


def test_a_given_deck_is_dealt_four_by_four_and_turned_over_in_its_order() -> None:
    """SET-3 EVT-1"""
    deck = [22, 2, 5, 8, 13, 17, 19, 1, 3]
    game = colony.new_game(players=[colony.bot("random")] * 6, seed=3, dice=colony.Scripted(decks={1: deck}))
    game.play()
    events = [r for r in game.journal if r["kind"] == "event" and r["phase"] == 1]
    assert [r["card"] for r in events if r["seat"] == 0] == ["p1-22", "p1-02", "p1-05", "p1-08"]
    assert [r["card"] for r in events if r["seat"] == 1] == ["p1-13", "p1-17", "p1-19", "p1-01"]
    assert next(r["card"] for r in events if r["seat"] == 2) == "p1-03"


# ------------------------------------------------------------------ SET-4, SET-5


def test_what_each_player_starts_with() -> None:
    """SET-4"""
    for p in colony.new_game(players=5, seed=1).view()["powers"]:
        assert (p["money"], p["influence"], p["ships"], p["ladder"], p["countries"]) == (5, 10, 1, 0, [])
        assert p["colonist"] is None and p["missionary"] is None and p["kept"] == [] and p["monopolies"] == []


def test_the_highest_throw_starts_and_ties_throw_again() -> None:
    """SET-5"""
    game = colony.new_game(players=4, seed=1, dice=colony.Scripted(dice=[6, 2, 6, 1, 4, 4, 3, 5]))
    assert game.view()["start_seat"] == 2
    (start,) = [r for r in game.journal if r["kind"] == "start"]
    assert [sorted(throw) for throw in start["throws"]] == [[0, 1, 2, 3], [0, 2], [0, 2]]
    assert [d.seat for d in game.pending] == [2]


def test_landing_in_turn_order_on_a_free_coast_with_port_and_product() -> None:
    """SET-5"""
    dice = colony.Scripted(dice=[1, 2, 6, 3], draws=["gold", "sugar", "silver", "spices"])
    game = colony.new_game(players=4, seed=1, dice=dice)
    coast = list("ABCEHIJMNPQ")
    for i, (seat, letter) in enumerate([(2, "H"), (3, "A"), (0, "N"), (1, "Q")]):
        (d,) = game.pending
        assert (d.seat, d.kind, d.rule) == (seat, "start_country", "SET-5")
        assert list(d.options) == coast
        game.choose(d, letter)
        coast.remove(letter)
        here = game.view()["countries"][letter]
        product = ["gold", "sugar", "silver", "spices"][i]
        assert (here["owner"], here["port"], here["products"]) == (seat, True, {product: 1})
        p = game.view()["powers"][seat]
        assert p["ladder"] == (2 if product in MINERALS else 1) and p["countries"] == [letter]
    assert game.view()["round"] == 1 and len(game.pending) == 4
    assert game.view()["supply"]["port"] == 14


# ------------------------------------------------------------------ SET-6


def test_164_counters_enter_the_bag_with_their_phases() -> None:
    """SET-6"""
    rules = load_rules()
    assert list(rules.products) == CROPS + MINERALS
    assert list(rules.spaces) == [1] * 6 + [2] * 6
    assert list(rules.product_phase) == [1, 1, 2, 3, 4, 5] * 2
    assert list(rules.product_count) == [14, 14, 14, 14, 13, 13] * 2
    assert sum(rules.product_count) == 164


def test_a_phase_adds_its_products_once() -> None:
    """SET-6 RND-1"""
    s = position(phase=1)
    for phase in range(1, 7):
        s.round = 4 * phase - 4
        s.stack.clear()
        s.questions, s.sealed = (), []
        run(s, ("phase_start", phase))
        assert s.phase == phase
        sound(s)


def test_an_empty_bag_gives_nothing_and_that_is_said() -> None:
    """SET-6 EVT-7"""
    s = position(phase=1)
    own(s, 0, "A")
    s.bag = [0] * 12
    run(s, ("action", 0, 1))
    answer(s, "B")
    assert lands(s, 0) == "AB" and country(s, "B")["products"] == {}
    assert record(s, "note")["why"] == "bag empty"
    draw_event(s, "p1-02")
    assert len(records(s, "note", why="bag empty")) == 2 and done(s)


def test_a_product_that_the_bag_lacks_is_not_drawn() -> None:
    """SET-6 EVT-7"""
    s = position(phase=1)
    own(s, 0, "A")
    s.bag[CROPS.index("spices")] = 0
    draw_event(s, "p1-05")
    assert record(s, "note")["why"] == "no counter" and country(s, "A")["products"] == {}


def test_a_counter_that_leaves_a_country_goes_back_into_the_bag() -> None:
    """SET-6"""
    s = position(phase=1)
    own(s, 0, "A")
    put(s, "A", sugar=2)
    before = look(s)["bag"]["sugar"]
    draw_event(s, "p1-12")
    assert look(s)["bag"]["sugar"] == before + 1 and country(s, "A")["products"] == {"sugar": 1}
    sound(s)


# ------------------------------------------------------------------ SET-7


def test_the_supplies() -> None:
    """SET-7"""
    supply = colony.new_game(players=3, seed=1).view()["supply"]
    assert supply == {
        "army": 50,
        "rebellion": 18,
        **dict.fromkeys(["port", "trading_post", "city", "church", "railway"], 18),
        **dict.fromkeys(["democracy", "monarchy", "dictatorship"], 9),
    }


@pytest.mark.parametrize(("card", "what"), [(3, "port"), (5, "trading_post"), (9, "city"), (10, "railway")])
def test_a_building_that_the_supply_lacks_cannot_be_taken(card: int, what: str) -> None:
    """SET-7 RND-6"""
    s = position(phase=5)
    own(s, 0, "A")
    s.supply[2 + ["port", "trading_post", "city", "church", "railway"].index(what)] = 0
    run(s, ("action", 0, card))
    assert (record(s, "dropped")["card"], record(s, "dropped")["why"]) == (card, "supply")
    assert power(s, 0)["money"] == 100 and not country(s, "A")[what]


def test_armies_that_the_supply_lacks_cannot_be_taken() -> None:
    """SET-7 RND-6"""
    s = position(phase=3)
    own(s, 0, "AB")
    s.supply[0] = 1
    run(s, ("action", 0, 7))
    assert record(s, "forced")["option"] == 1, "two cannot be had"
    answer(s, "A")
    assert country(s, "A")["armies"] == 1
    run(s, ("action", 0, 7))
    assert record(s, "dropped")["why"] == "supply" and power(s, 0)["money"] == 95


def test_no_rebellion_without_a_counter_for_it() -> None:
    """SET-7 EVT-7"""
    s = position(phase=3)
    own(s, 0, "A")
    s.supply[1] = 0
    draw_event(s, "p3-01")
    assert s.rebel == 0 and record(s, "note")["why"] == "no supply"


def test_no_expedition_with_six_countries() -> None:
    """SET-7 ACT-1"""
    for phase in (2, 3):
        s = position(phase=phase)
        own(s, 0, "ABCEF")
        run(s, ("action", 0, 1))
        assert ask(s).kind in ("expand", "operations"), "five countries: a sixth is allowed"
        s = position(phase=phase)
        own(s, 0, "ABCEFG")
        run(s, ("action", 0, 1))
        assert record(s, "dropped")["why"] == "limit" and power(s, 0)["money"] == 100


def test_no_attack_with_six_countries() -> None:
    """SET-7"""
    s = position(phase=3)
    own(s, 0, "ABCEFG")
    own(s, 1, "H")
    put(s, "G", armies=3)
    run(s, ("action", 0, 1))
    assert record(s, "dropped")["why"] == "limit" and power(s, 0)["money"] == 100


def test_paid_attacks_lapse_with_the_sixth_country() -> None:
    """SET-7 BAT-9"""
    s = position(phase=3)
    own(s, 0, "ABCEG")
    own(s, 1, "H")
    own(s, 2, "L")
    put(s, "G", armies=3)
    script(s, dice=[6, 6, 6, 1])
    run(s, ("action", 0, 1))
    reply(s, operations=4, attack=[("attack", "G", "H", 3)], march=0)
    assert lands(s, 0) == "ABCEGH"
    assert done(s), "three operations are left but no attack is offered"
    assert power(s, 0)["money"] == 88
    sound(s)


def test_no_seventh_country_is_bought() -> None:
    """SET-7 EVT-8"""
    s = position(phase=1, seats=5)
    own(s, 0, "PQ")
    own(s, 1, "ABCEFG")
    draw_event(s, "p1-16")
    answer(s, "P")
    assert record(s, "forced", question="answer")["option"] is False
    assert lands(s, 1) == "ABCEFG" and lands(s, 0) == "PQ"


def test_a_swap_is_possible_with_six_countries() -> None:
    """SET-7 EVT-8"""
    s = position(phase=3, seats=5)
    own(s, 0, "HIJKLM")
    own(s, 1, "ABCEFG")
    draw_event(s, "p3-19")
    reply(s, offer=(1, "H", "A"), answer=True)
    assert lands(s, 0) == "AIJKLM" and lands(s, 1) == "BCEFGH"
    sound(s)


def test_no_bid_for_a_seventh_country_but_a_former_power_bids_for_its_own() -> None:
    """SET-7 IND-3"""
    s = position(phase=6)
    own(s, 0, "ABCEFG")
    own(s, 1, "HIJKLM")
    own(s, 2, "N")
    run(s, ("grants", 0))
    answer(s, "A")
    assert sorted(q.seat for q in s.questions if q.kind == "join") == [0, 2, 3]


def test_the_bank_never_runs_dry() -> None:
    """SET-7"""
    s = position(phase=3, money=900)
    own(s, 0, "A")
    draw_event(s, "p3-03")
    assert power(s, 0)["money"] == 912


def test_six_countries_are_eight_counters_less_two_on_the_ladders() -> None:
    """SET-7"""
    assert load_rules().countries_most == 6
    assert load_rules({"setup.counters": 7}).countries_most == 5
