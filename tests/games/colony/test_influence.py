"""Influence never goes below 0 (INF-1)."""

from __future__ import annotations

import pytest

from positions import (
    answer,
    ask,
    done,
    draw_event,
    keeps,
    own,
    position,
    power,
    put,
    record,
    records,
    run,
    sound,
)


@pytest.mark.parametrize(("before", "by"), [(0, 0), (1, -1), (2, -2), (3, -2)])
def test_a_loss_that_befalls_a_player_stops_at_zero(before: int, by: int) -> None:
    """INF-1"""
    s = position(phase=3, influence=before)
    draw_event(s, "p3-20")
    assert power(s, 0)["influence"] == before + by
    assert [r["by"] for r in records(s, "influence")] == ([by] if by else [])


@pytest.mark.parametrize(
    ("card", "costs"),
    [("p1-15", 1), ("p3-02", 2), ("p4-12", 2), ("p5-18", 1), ("p6-14", 2)],
)
def test_an_alternative_that_costs_influence_needs_the_points(card: str, costs: int) -> None:
    """INF-1 EVT-2"""
    for before in range(costs + 1):
        s = position(phase=int(card[1]), influence=before)
        own(s, 0, "A")
        draw_event(s, card)
        if before < costs:
            assert record(s, "forced", question="event")["option"] == "b" and done(s)
            assert power(s, 0)["influence"] == before + 1
        else:
            assert ask(s).options == ("a", "b")
            answer(s, "a")
            assert power(s, 0)["influence"] == 0
        sound(s)


def test_a_gain_of_the_same_alternative_does_not_pay_for_its_loss() -> None:
    """INF-1: what it costs must be there before."""
    s = position(phase=1, influence=0, money=2)
    own(s, 0, "A")
    draw_event(s, "p1-24")
    assert record(s, "forced", question="event")["option"] == "a"


@pytest.mark.parametrize(("influence", "offered"), [(0, False), (1, True)])
def test_a_kept_card_that_costs_a_point_needs_it(influence: int, offered: bool) -> None:
    """INF-1 EVT-2"""
    s = position(phase=5, influence=influence)
    own(s, 0, "A")
    put(s, "A", rebellion=True)
    keeps(s, 0, "p5-19")
    run(s, ("rebellions", 0))
    assert any(q.kind == "use_kept" for q in s.questions) == offered


@pytest.mark.parametrize(
    ("influence", "options"),
    [
        (0, ["democracy"]),
        (1, ["democracy", "monarchy"]),
        (2, ["democracy", "monarchy", "dictatorship"]),
    ],
)
def test_a_government_needs_its_points(influence: int, options: list[str]) -> None:
    """INF-1 IND-4"""
    s = position(phase=6, influence=influence)
    own(s, 0, "A")
    put(s, "A", independent=True)
    run(s, ("choose_government", 0, 0, 0))
    if len(options) == 1:
        assert record(s, "government")["form"] == options[0]
    else:
        assert list(ask(s).options) == options
        answer(s, options[-1])
        assert power(s, 0)["influence"] == 0


def test_where_no_government_can_be_paid_the_cheapest_left_is_set() -> None:
    """INF-1 IND-4"""
    s = position(phase=6, influence=0)
    own(s, 0, "A")
    put(s, "A", independent=True)
    s.supply[7] = 0
    run(s, ("choose_government", 0, 0, 0))
    assert record(s, "government")["form"] == "monarchy" and power(s, 0)["influence"] == 0
    assert not records(s, "influence")


def test_the_point_of_a_lost_monopoly_and_of_an_event_stop_at_zero_one_by_one() -> None:
    """INF-1 MON-3"""
    s = position(phase=1, influence=0)
    own(s, 0, "A")
    put(s, "A", sugar=3)
    draw_event(s, "p1-12")
    assert power(s, 0)["influence"] == 0 and record(s, "monopoly")["to"] is None
    draw_event(s, "p1-22")
    assert power(s, 0)["influence"] == 1, "later gains count in full"
