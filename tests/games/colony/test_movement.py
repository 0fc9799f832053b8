"""Moving figures and armies (RND-7), past railways too (ACT-10)."""

from __future__ import annotations

import pytest

from colony_nb.games.colony.state import ColonyState
from positions import (
    answer,
    ask,
    country,
    done,
    own,
    position,
    power,
    put,
    record,
    records,
    reply,
    run,
    sound,
    take_turn,
)


def moving(s: ColonyState) -> ColonyState:
    """Seat 0's moves, with its armies fresh as at the start of a turn."""
    s.fresh = s.armies[:]
    return run(s, ("moves", 0))


def goals(s: ColonyState, what: str) -> str:
    """Where figures of a kind may go, as letters."""
    return "".join(o[2] for o in ask(s).options if o != "stop" and o[0] == what) if s.questions else ""


def test_each_goes_from_an_own_country_to_a_neighbouring_own_one() -> None:
    """RND-7"""
    s = position(phase=3)
    own(s, 0, "ABEC")
    own(s, 1, "F")
    put(s, "A", colonist=0, missionary=0, armies=1)
    put(s, "C", colonist=1)
    moving(s)
    assert ask(s).rule == "RND-7" and ask(s).options[0] == "stop"
    assert goals(s, "colonist") == goals(s, "missionary") == goals(s, "army") == "BE"
    answer(s, ("colonist", "A", "B"))
    assert power(s, 0)["colonist"] == "B" and power(s, 0)["missionary"] == "A"
    got = record(s, "move")
    assert (got["what"], got["source"], got["target"]) == ("colonist", "A", "B")


def test_a_figure_moves_once_a_turn() -> None:
    """RND-7"""
    s = position(phase=3)
    own(s, 0, "ABC")
    put(s, "A", colonist=0, missionary=0)
    moving(s)
    answer(s, ("colonist", "A", "B"))
    assert goals(s, "colonist") == "" and goals(s, "missionary") == "B"
    answer(s, ("missionary", "A", "B"))
    assert done(s), "nothing is left to move"


def test_a_figure_moves_again_in_the_next_turn() -> None:
    """RND-7"""
    s = position(phase=3)
    own(s, 0, "ABC")
    put(s, "A", colonist=0)
    take_turn(s, 0)
    answer(s, ("colonist", "A", "B"))
    assert s.round == 10 and ask(s, 0).kind == "cards"
    s.stack.clear()
    s.questions, s.sealed = (), []
    take_turn(s, 0)
    assert goals(s, "colonist") == "AC"


def test_every_army_moves_once_and_not_on() -> None:
    """RND-7"""
    s = position(phase=3)
    own(s, 0, "ABC")
    put(s, "A", armies=2)
    put(s, "B", armies=1)
    moving(s)
    answer(s, ("army", "A", "B"))
    assert country(s, "B")["armies"] == 2
    answer(s, ("army", "B", "C"))
    assert ask(s).options == ("stop", ("army", "A", "B")), "what came into B or C has moved"
    answer(s, ("army", "A", "B"))
    assert done(s) and [country(s, c)["armies"] for c in "ABC"] == [0, 2, 1]
    assert [(r["country"], r["by"]) for r in records(s, "army")][:2] == [("A", -1), ("B", 1)]
    sound(s)


def test_an_army_that_moved_moves_again_in_the_next_turn() -> None:
    """RND-7"""
    s = position(phase=3)
    own(s, 0, "AB")
    put(s, "A", armies=1)
    take_turn(s, 0)
    answer(s, ("army", "A", "B"))
    assert s.round == 10 and ask(s, 0).kind == "cards", "it does not go back in the same turn"
    s.stack.clear()
    s.questions, s.sealed = (), []
    take_turn(s, 0)
    assert ask(s).options == ("stop", ("army", "B", "A"))


def test_armies_that_came_by_purchase_move_in_the_next_turn() -> None:
    """RND-7 ACT-7"""
    s = position(phase=3)
    own(s, 0, "AB")
    take_turn(s, 0, 7)
    reply(s, army_count=1, army_place="A")
    s.stack.clear()
    s.questions, s.sealed = (), []
    take_turn(s, 0)
    assert ask(s).options == ("stop", ("army", "A", "B"))


def test_never_more_than_three_armies_in_a_country() -> None:
    """RND-7"""
    s = position(phase=3)
    own(s, 0, "AB")
    put(s, "A", armies=2)
    put(s, "B", armies=2)
    moving(s)
    answer(s, ("army", "A", "B"))
    assert ("army", "A", "B") not in ask(s).options and ("army", "B", "A") in ask(s).options


def test_nothing_to_move_asks_nothing() -> None:
    """RND-7"""
    s = position(phase=3)
    own(s, 0, "AC")
    put(s, "A", colonist=0, armies=1)
    moving(s)
    assert done(s), "C is no neighbour of A"


def test_a_player_may_stop_at_once() -> None:
    """RND-7"""
    s = position(phase=3)
    own(s, 0, "AB")
    put(s, "A", colonist=0)
    moving(s)
    answer(s, "stop")
    assert done(s) and power(s, 0)["colonist"] == "A" and not records(s, "move")


def test_an_independent_country_is_an_own_one_for_its_controller() -> None:
    """RND-7 IND-5"""
    s = position(phase=6)
    own(s, 0, "AB")
    put(s, "A", colonist=0, armies=1)
    put(s, "B", government="monarchy")
    moving(s)
    assert goals(s, "colonist") == "B" and goals(s, "army") == "B"


def test_armies_stand_where_rebels_are_and_may_leave() -> None:
    """RND-7"""
    s = position(phase=3)
    own(s, 0, "AB")
    put(s, "A", armies=1, rebellion=True)
    moving(s)
    assert goals(s, "army") == "B"


def test_a_country_with_a_railway_is_jumped_over() -> None:
    """ACT-10 RND-7"""
    for railway in (False, True):
        s = position(phase=5)
        own(s, 0, "ABC")
        put(s, "A", colonist=0, missionary=0, armies=1)
        if railway:
            put(s, "B", railway=True)
        moving(s)
        assert {goals(s, what) for what in ("colonist", "missionary", "army")} == {"BC" if railway else "B"}


def test_the_railway_of_the_start_does_not_help() -> None:
    """ACT-10"""
    s = position(phase=5)
    own(s, 0, "ABC")
    put(s, "A", colonist=0, railway=True)
    put(s, "C", railway=True)
    moving(s)
    assert goals(s, "colonist") == "B"


@pytest.mark.parametrize(("jump", "reached"), [("chain", "BGLMQ"), ("one", "BG")])
def test_a_chain_of_railways_and_its_switch(jump: str, reached: str) -> None:
    """ACT-10 VAR-4"""
    s = position(phase=5, rules={"railway.jump": jump})
    own(s, 0, "ABGLMQ")
    put(s, "A", colonist=0)
    for letter in "BGL":
        put(s, letter, railway=True)
    moving(s)
    assert goals(s, "colonist") == reached


def test_railways_of_rivals_and_of_nobody_do_not_serve() -> None:
    """ACT-10"""
    s = position(phase=5)
    own(s, 0, "ACE")
    own(s, 1, "B")
    put(s, "A", colonist=0)
    put(s, "B", railway=True)
    put(s, "F", railway=True)
    put(s, "C", railway=True)
    moving(s)
    assert goals(s, "colonist") == "E", "the own one in C is not on the way"


def test_a_jump_ends_next_to_the_chain_only() -> None:
    """ACT-10"""
    s = position(phase=5)
    own(s, 0, "ABCHI")
    put(s, "A", colonist=0)
    put(s, "B", railway=True)
    put(s, "H", railway=True)
    moving(s)
    assert goals(s, "colonist") == "BC", "C has no railway, so the way ends there"


def test_a_full_country_is_jumped_over_by_an_army() -> None:
    """ACT-10 RND-7"""
    s = position(phase=5)
    own(s, 0, "ABC")
    put(s, "A", armies=1)
    put(s, "B", armies=3, railway=True)
    moving(s)
    assert [o for o in ask(s).options if o[1] == "A"] == [("army", "A", "C")]
