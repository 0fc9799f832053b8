"""Passing event cards (VAR-1)."""

from __future__ import annotations

from typing import Any

import pytest

import colony_nb as colony
from colony_nb.games.colony.state import ColonyState
from positions import answer, ask, card_on_top, look, position, records, run

TOPS = ["p3-02", "p3-03", "p3-20", "p3-22"]


def passing(seats: int = 4, start: int = 0) -> ColonyState:
    """The start of a round in which each seat has two cards and the tops are known."""
    s = position(seats=seats, phase=3, variants=("pass_event_cards",), start_seat=start - 1, round=9)
    for seat in range(seats):
        card_on_top(s, seat, "p3-09")
        card_on_top(s, seat, TOPS[seat])
    return run(s, ("round_start",))


def tops(s: ColonyState) -> list[str]:
    return [s.rules.cards[hand[0]].id for hand in s.hands]


def test_each_gives_its_top_card_to_another_who_has_none_yet() -> None:
    """VAR-1"""
    s = passing()
    assert (ask(s).seat, ask(s).kind, ask(s).rule, ask(s).options) == (0, "pass_card", "VAR-1", (1, 2, 3))
    answer(s, 2)
    assert (ask(s).seat, ask(s).options) == (1, (0, 3))
    answer(s, 3)
    assert (ask(s).seat, ask(s).options) == (2, (0, 1))
    answer(s, 1)
    # only seat 0 has none yet: the last gives its card there without being asked
    assert ask(s, 0).kind == "cards", "then the action cards are chosen"
    assert tops(s) == [TOPS[3], TOPS[2], TOPS[0], TOPS[1]]
    assert [len(hand) for hand in s.hands] == [2] * 4
    assert [(r["seat"], r["to"]) for r in records(s, "pass_card")] == [(0, 2), (1, 3), (2, 1), (3, 0)]


def test_the_first_player_of_the_round_begins() -> None:
    """VAR-1"""
    s = passing(start=2)
    assert ask(s).seat == 2 and ask(s).options == (0, 1, 3)


def test_the_last_keeps_its_card_if_only_it_is_left() -> None:
    """VAR-1"""
    s = passing()
    for to in (1, 2, 0):
        answer(s, to)
    assert [(r["seat"], r["to"]) for r in records(s, "pass_card")][-1] == (3, 3)
    assert tops(s) == [TOPS[2], TOPS[0], TOPS[1], TOPS[3]]


def test_each_sees_its_own_top_card_while_passing_and_no_other() -> None:
    """VAR-1"""
    s = passing()
    assert [look(s, seat)["top_card"] for seat in range(4)] == TOPS
    assert "top_card" not in look(s)
    for seat in range(4):
        assert all(TOPS[p] not in repr(look(s, seat)) for p in range(4) if p != seat)


def test_a_card_got_so_is_not_read_before_the_end_of_the_turn() -> None:
    """VAR-1"""
    s = passing()
    for to in (1, 2, 3):
        answer(s, to)
    assert [look(s, seat)["top_card"] for seat in range(4)] == [None] * 4
    assert all("card" not in r for r in records(s, "pass_card")), "the journal does not tell which"
    for seat in range(4):
        answer(s, (), seat=seat)
    assert (ask(s).seat, ask(s).kind) == (0, "event")
    assert ask(s).context["card"] == TOPS[3], "seat 3 gave it to seat 0"


def test_without_the_variant_nobody_passes() -> None:
    """VAR-1"""
    s = position(phase=3, start_seat=0, round=9)
    card_on_top(s, 0, "p3-02")
    run(s, ("round_start",))
    assert ask(s, 0).kind == "cards" and "top_card" not in look(s, 0)


@pytest.mark.parametrize("players", [3, 4, 6])
def test_cards_are_passed_in_every_round_and_none_is_lost(players: int) -> None:
    """VAR-1 RND-1"""
    seats: Any = [colony.bot("random")] * players
    game = colony.new_game(players=seats, seed=4, variants={"pass_event_cards": True})
    game.play()
    for n in range(1, 25):
        passed = [r for r in game.journal if r["kind"] == "pass_card" and r["round"] == n]
        assert sorted(r["to"] for r in passed) == sorted(r["seat"] for r in passed) == list(range(players))
        read = [r for r in game.journal if r["kind"] == "event" and r["round"] == n]
        assert sorted(r["seat"] for r in read) == list(range(players))
