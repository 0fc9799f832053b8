"""Independence (IND): granting, bidding, governments, and the switches IND-3 and IND-4."""

from __future__ import annotations

from typing import Any

import pytest

from colony_nb.games.colony.state import ColonyState
from colony_nb.kernel.errors import IllegalChoice
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
    put,
    record,
    records,
    reply,
    run,
    script,
    sound,
)

DEMOCRACY, MONARCHY, DICTATORSHIP = "democracy", "monarchy", "dictatorship"


def colony(seats: int = 4, **arguments: Any) -> ColonyState:
    """Phase 6; seat 0 holds F and B, each other seat one country elsewhere."""
    s = position(seats=seats, phase=6, **arguments)
    own(s, 0, "FB")
    for seat, letter in enumerate("HQIMN"[: seats - 1], 1):
        own(s, seat, letter)
    return s


def grant(s: ColonyState, letter: str = "F") -> None:
    """Seat 0 grants independence to a country."""
    run(s, ("grants", 0))
    answer(s, letter)


def auction(s: ColonyState, bids: dict[int, tuple[int, int]], letter: str = "F") -> dict[str, Any]:
    """The country is granted, these seats bid (coins, points); the record of the bids."""
    grant(s, letter)
    reply(
        s,
        join=lambda q: q.seat in bids,
        bid_money=lambda q: bids[q.seat][0],
        bid_points=lambda q: bids[q.seat][1],
    )
    return record(s, "bids", country=letter)


# ------------------------------------------------------------------ IND-1, IND-2


def test_any_number_one_after_another() -> None:
    """IND-1: in their turn players grant independence to any number of own colonies, one after another."""
    s = colony()
    run(s, ("grants", 0))
    question = ask(s)
    assert (question.kind, question.seat, question.options) == ("grant", 0, ("stop", "B", "F"))
    answer(s, "F")
    reply(s, join=False)
    assert ask(s).kind == "grant" and ask(s).options == ("stop", "B")
    answer(s, "B")
    reply(s, join=False)
    assert done(s) and country(s, "F")["independent"] and country(s, "B")["independent"]


def test_when_it_is_granted() -> None:
    """IND-1, RND-4: in phase 6 alone, after moving and before the actions, in the own turn."""
    for phase in (5, 6):
        s = position(phase=phase)
        own(s, 0, "FB")
        own(s, 1, "H")
        put(s, "F", armies=1)
        s.start_seat = 3
        run(s, ("round_start",))
        kinds = []
        while s.questions and len(kinds) < 9 and s.round == 4 * phase - 2:
            kinds.append((ask(s, s.questions[0].seat).kind, s.questions[0].seat))
            answer(
                s,
                {"cards": (7,) if s.questions[0].seat == 0 else (), "army_count": 1, "army_place": "F"}.get(
                    s.questions[0].kind, "stop"
                ),
                s.questions[0].seat,
            )
        own_turn = [kind for kind, seat in kinds if seat == 0 and kind != "cards"]
        assert own_turn == ["move", *(["grant"] if phase == 6 else []), "army_count", "army_place"]
        assert ("grant", 1) in kinds or phase == 5


@pytest.mark.parametrize(
    ("rebellion", "armies", "by"), [(False, 0, 2), (False, 2, 2), (True, 1, 1), (True, 3, 1), (True, 0, -1)]
)
def test_influence_of_a_grant(rebellion: bool, armies: int, by: int) -> None:
    """IND-2: no rebellion +2, rebellion and an army +1, rebellion and no army -1; the counter goes."""
    s = colony()
    put(s, "F", armies=armies)
    if rebellion:
        put(s, "F", rebellion=True)
    grant(s)
    assert s.influence == [10 + by, 10, 10, 10]  # at once, before anybody bids
    assert record(s, "grant") | {"n": 0} == {
        "n": 0,
        "round": 21,
        "phase": 6,
        "seat": 0,
        "kind": "grant",
        "rule": "IND-2",
        "country": "F",
        "rebellion": rebellion,
        "army": armies > 0,
    }
    assert country(s, "F")["rebellion"] is False and s.supply[1] == 18
    assert country(s, "F")["independent"] is True and country(s, "F")["owner"] == 0  # until the bids are open
    sound(s)


# ------------------------------------------------------------------ IND-3


def test_all_say_first_whether_they_bid() -> None:
    """IND-3: first all say, sealed and shown together, whether they bid; only those then bid."""
    s = colony()
    grant(s)
    assert [(q.seat, q.kind, q.options) for q in s.questions] == [
        (p, "join", (True, False)) for p in range(4)
    ]
    before = [look(s, p) for p in range(4)]
    answer(s, True, 2)
    assert [look(s, p) for p in (0, 1, 3)] == [before[p] for p in (0, 1, 3)]
    for seat, joins in ((3, False), (0, True), (1, False)):
        answer(s, joins, seat)
    assert [(q.seat, q.kind) for q in s.questions] == [(0, "bid_money"), (2, "bid_money")]


def test_who_may_bid() -> None:
    """IND-3, SET-7: only who has 1 coin or 1 point, and a counter left; the former power needs none."""
    s = position(seats=6, phase=6, money=[9, 0, 1, 0, 9, 9], influence=[9, 0, 0, 1, 9, 9])
    own(s, 0, "FBEAJO")
    own(s, 1, "P")
    own(s, 4, "CDHIML")
    grant(s)
    assert [q.seat for q in s.questions] == [0, 2, 3, 5]
    t = position(phase=6, money=0, influence=0)
    own(t, 0, "F")
    put(t, "F", rebellion=True)
    grant(t)  # nobody has anything: nobody is asked
    assert done(t) and record(t, "bids")["bids"] == {} and country(t, "F")["owner"] is None


def test_how_much_may_be_bid() -> None:
    """IND-3: coins and points up to what one has, at least 1 in all."""
    s = colony(money=[3, 2, 0, 100], influence=[0, 4, 2, 10])
    put(s, "F", rebellion=True, armies=1)  # seat 0 gains 1
    grant(s)
    reply(s, join=[True, True, True, False])
    assert {q.seat: q.options for q in s.questions} == {
        0: (0, 1, 2, 3),
        1: (0, 1, 2),
    }  # seat 2: 0 coins, forced
    with pytest.raises(IllegalChoice):
        answer(s, 4, 0)
    answer(s, 0, 0)
    answer(s, 2, 1)
    # who bid no coin bids a point at least; seat 0 has one point alone and is not asked
    assert {q.seat: q.options for q in s.questions} == {1: (0, 1, 2, 3, 4), 2: (1, 2)}
    answer(s, 0, 1)
    answer(s, 1, 2)
    assert record(s, "bids")["bids"] == {
        0: {"money": 0, "points": 1, "worth": 7},
        1: {"money": 2, "points": 0, "worth": 2},
        2: {"money": 0, "points": 1, "worth": 7},
    }


def test_the_highest_bid_takes_control() -> None:
    """IND-3: a point is worth 7 coins, the highest bid wins, all bids are spent, losers lose 1 more."""
    s = colony()
    bids = auction(s, {0: (20, 0), 1: (0, 3), 3: (5, 2)})
    assert bids["bids"] == {
        0: {"money": 20, "points": 0, "worth": 20},
        1: {"money": 0, "points": 3, "worth": 21},
        3: {"money": 5, "points": 2, "worth": 19},
    }
    assert bids["winner"] == 1 and country(s, "F")["owner"] == 1
    assert s.money == [80, 100, 100, 95]
    assert s.influence == [12 - 1, 10 - 3, 10, 10 - 2 - 1]
    assert {r["seat"] for r in records(s, "influence", rule="IND-3")} == {0, 3}
    assert ask(s).kind == "government" and ask(s).seat == 1
    sound(s)


def test_a_loser_without_influence() -> None:
    """IND-3, INF-1: the point that a losing bidder loses stops at 0."""
    s = colony()
    auction(s, {0: (80, 0), 1: (0, 10)})
    assert s.influence[1] == 0 and not records(s, "influence", seat=1)


def test_winner_pays_switched_off() -> None:
    """IND-3, VAR-4: switched off, the winner keeps what was bid; the losers still pay."""
    s = colony(rules={"independence.winner_pays": False})
    auction(s, {0: (20, 0), 1: (0, 3), 3: (5, 2)})
    assert country(s, "F")["owner"] == 1
    assert s.money == [80, 100, 100, 95] and s.influence == [11, 10, 10, 7]
    assert record(s, "bids")["bids"][1]["worth"] == 21


TIES = [
    # (bids, Influence before the grant, winner)
    ({0: (14, 0), 1: (0, 2)}, [0, 10, 10, 10], 0),  # the former power first
    ({1: (14, 0), 2: (0, 2), 3: (7, 1)}, [10, 9, 11, 10], 2),  # else more Influence before the bid
    ({1: (0, 2), 2: (14, 0)}, [10, 10, 9, 10], 1),  # points bid are not yet off
    ({3: (5, 0), 2: (5, 0)}, [10, 10, 10, 10], 2),  # else nearest to the former power's left
    ({3: (5, 0), 1: (5, 0)}, [10, 10, 10, 10], 1),
]


@pytest.mark.parametrize(("bids", "influence", "winner"), TIES)
def test_ties(bids: dict[int, tuple[int, int]], influence: list[int], winner: int) -> None:
    """IND-3: ties: the former power, else more Influence before the bid, else nearest to its left."""
    s = colony(influence=influence)
    assert auction(s, bids)["winner"] == winner


def test_ties_are_counted_from_the_former_power() -> None:
    """IND-3: nearest to the left of the former power, not of seat 0."""
    s = position(phase=6)
    own(s, 2, "FB")
    own(s, 0, "H")
    own(s, 1, "I")
    run(s, ("grants", 2))
    answer(s, "F")
    reply(s, join=lambda q: q.seat in (0, 1), bid_money=5, bid_points=0)
    assert record(s, "bids")["winner"] == 0


def test_tie_switch() -> None:
    """IND-3, VAR-4: with ties by Influence the former power has no advantage."""
    bids = {0: (14, 0), 1: (0, 2)}
    assert (
        auction(colony(influence=[0, 10, 10, 10], rules={"independence.tie": "influence"}), bids)["winner"]
        == 1
    )
    assert (
        auction(colony(influence=[0, 10, 10, 10], rules={"independence.tie": "former"}), bids)["winner"] == 0
    )


def test_nobody_bids() -> None:
    """IND-3: nobody bids: the country stays free of control and pays no one."""
    s = colony()
    put(s, "F", sugar=3, port=True)
    assert look(s)["powers"][0]["income"] > 0
    assert auction(s, {}) | {"n": 0} == {
        "n": 0,
        "round": 21,
        "phase": 6,
        "seat": None,
        "kind": "bids",
        "rule": "IND-3",
        "country": "F",
        "bids": {},
        "winner": None,
    }
    here = country(s, "F")
    assert here["owner"] is None and here["independent"] and here["government"] is None
    assert look(s)["powers"][0]["income"] == 0 and not records(s, "government")
    assert [p["ladder"] for p in look(s)["powers"]] == [0, 0, 0, 0]


# ------------------------------------------------------------------ IND-4


@pytest.mark.parametrize(("form", "by"), [(DEMOCRACY, 0), (MONARCHY, -1), (DICTATORSHIP, -2)])
def test_the_government(form: str, by: int) -> None:
    """IND-4: the new controller sets it: democracy 0, monarchy -1, dictatorship -2 Influence."""
    s = colony()
    auction(s, {1: (5, 0)})
    question = ask(s)
    assert (question.kind, question.seat, question.options) == (
        "government",
        1,
        (DEMOCRACY, MONARCHY, DICTATORSHIP),
    )
    answer(s, form)
    assert country(s, "F")["government"] == form and s.influence[1] == 10 + by
    assert look(s)["supply"][form] == 8
    assert record(s, "government", form=form, country="F")["seat"] == 1


@pytest.mark.parametrize(
    ("left", "options"),
    [(0, (DEMOCRACY,)), (1, (DEMOCRACY, MONARCHY)), (2, (DEMOCRACY, MONARCHY, DICTATORSHIP))],
)
def test_a_government_must_be_paid(left: int, options: tuple[str, ...]) -> None:
    """IND-4, INF-1: only a government that one has the points for, after the bid."""
    s = colony()
    auction(s, {1: (0, 10 - left)})
    if len(options) == 1:
        assert country(s, "F")["government"] == DEMOCRACY
    else:
        assert ask(s).options == options


def test_no_payable_government_left() -> None:
    """IND-4, INF-1: where none can be paid, the cheapest one left is set and Influence is 0."""
    s = colony()
    s.supply[7] = 0  # no democracy left
    auction(s, {1: (0, 10)})
    assert country(s, "F")["government"] == MONARCHY and s.influence[1] == 0


@pytest.mark.parametrize(
    ("form", "extra"), [(DEMOCRACY, [0, 0, 0]), (MONARCHY, [0, 2, 3]), (DICTATORSHIP, [1, 4, 6])]
)
def test_what_governments_pay(form: str, extra: list[int]) -> None:
    """IND-4: 1, 1.25 or 1.5 times its exports at the ladder's rate, rounded down, without a ship."""
    for spaces, more in zip((2, 6, 9), extra, strict=True):
        s = colony()
        put(s, "F", government=form, spices=spaces)
        s.monopoly = [-1] * 12
        put(s, "B", port=True)
        run(s, ("income", 0))
        paid = record(s, "income")
        assert paid["government_pay"] == more
        assert paid["ladder_pay"] == (3 if spaces == 2 else 9)  # one ship carries 6 spaces
        assert paid["total"] == paid["ladder_pay"] + more + paid["monopoly_pay"]


def test_governments_pay_only_exporters() -> None:
    """IND-4, INC-3: the extra is paid only when the player can export at all."""
    s = colony()
    put(s, "F", government=DICTATORSHIP, spices=6)
    run(s, ("income", 0))
    assert record(s, "income")["government_pay"] == 0 and record(s, "income")["total"] == 0


def test_government_values_are_data() -> None:
    """IND-4, VAR-4: cost and extra are values of the rule data."""
    s = colony(rules={"independence.monarchy": [3, 4]})
    auction(s, {0: (5, 0)})
    answer(s, MONARCHY)
    assert s.influence[0] == 12 - 3
    answer(s, "stop")
    put(s, "F", spices=2, port=True)
    run(s, ("income", 0))
    assert record(s, "income")["government_pay"] == 3  # as much again


# ------------------------------------------------------------------ IND-5, IND-6


def test_an_independent_country_of_ones_own() -> None:
    """IND-5: an own country in INC and MON, as a port, and for figures and armies that move."""
    s = colony()
    put(s, "F", government=DEMOCRACY, sugar=3, port=True, armies=1)
    put(s, "B", armies=1, colonist=0)
    me = look(s)["powers"][0]
    assert (me["ladder"], me["exportable"], me["monopolies"]) == (3, 3, ["sugar"])
    assert me["income"] == 4 + s.rules.table["monopoly"]["crop"]
    run(s, ("moves", 0))
    assert set(ask(s).options) == {
        "stop",
        ("army", "B", "F"),
        ("army", "F", "B"),
        ("colonist", "B", "F"),
    }


def test_armies_attack_from_it() -> None:
    """IND-5: its armies attack."""
    s = colony()
    own(s, 1, "K")
    put(s, "F", government=DEMOCRACY, armies=1)
    run(s, ("action", 0, 1))
    answer(s, 1)
    assert ("attack", "F", "K", 1) in ask(s).options


def test_the_colonist_may_search_there() -> None:
    """IND-5: the colonist may search in it."""
    s = colony()
    put(s, "F", government=DEMOCRACY, colonist=0)
    script(s, dice=[1, 1])
    run(s, ("action", 0, 4))
    answer(s, False)
    assert country(s, "F")["products"] == {"spices": 1} and record(s, "search")["country"] == "F"


def test_nothing_is_built_or_bought_into_it() -> None:
    """IND-5: nothing is built or bought into it; of the figures only a colonist is sent there."""
    s = position(phase=6)
    own(s, 0, "FBA")
    put(s, "F", government=DEMOCRACY)
    for card, kind in ((5, "build"), (9, "build"), (10, "build"), (3, "build"), (6, "place")):
        run(s, ("action", 0, card))
        assert ask(s).kind == kind and ask(s).options == ("A", "B")
        s.stack.clear()
        s.questions = ()
    run(s, ("action", 0, 4))
    assert ask(s).kind == "place" and ask(s).options == ("A", "B", "F")
    s.stack.clear()
    s.questions = ()
    run(s, ("action", 0, 7))
    answer(s, 1)
    assert ask(s).kind == "army_place" and ask(s).options == ("A", "B")


def test_no_church_in_it() -> None:
    """IND-5: a missionary there builds no church."""
    s = colony()
    put(s, "F", government=DEMOCRACY, missionary=0)
    script(s, dice=[6])
    run(s, ("action", 0, 6))
    assert done(s) and not country(s, "F")["church"]


def test_it_is_not_granted_again() -> None:
    """IND-5: it cannot be granted again."""
    s = colony()
    put(s, "F", government=DEMOCRACY)
    run(s, ("grants", 0))
    assert ask(s).options == ("stop", "B")
    t = position(phase=6)
    own(t, 0, "F")
    put(t, "F", government=DEMOCRACY)
    run(t, ("grants", 0))
    assert done(t)


@pytest.mark.parametrize("winner", [1, None])
def test_the_former_power_leaves(winner: int | None) -> None:
    """IND-5: another or nobody takes control: the former power's armies go back, its figures move."""
    s = colony()
    own(s, 0, "A")
    put(s, "F", armies=2, colonist=0, missionary=0)
    auction(s, {} if winner is None else {winner: (5, 0)})
    assert country(s, "F")["armies"] == 0 and s.supply[0] == 50
    assert (ask(s).kind, ask(s).seat, ask(s).options) == ("relocate", 0, ("A", "B"))
    reply(s, relocate=["A", "B"], government=DEMOCRACY)
    me = look(s)["powers"][0]
    assert (me["colonist"], me["missionary"]) == ("A", "B")
    assert lands(s, 1) == ("FH" if winner else "H")
    sound(s)


def test_the_former_power_stays() -> None:
    """IND-5: where the former power wins, its armies and figures stay."""
    s = colony()
    put(s, "F", armies=2, colonist=0, sugar=3)
    auction(s, {0: (5, 0), 1: (4, 0)})
    answer(s, DEMOCRACY)
    here = country(s, "F")
    assert (here["owner"], here["armies"]) == (0, 2) and look(s)["powers"][0]["colonist"] == "F"
    assert not records(s, "owner")


def test_products_go_with_control() -> None:
    """IND-3, IND-5: another controller's ladder rises by the country's counters, the former one's falls."""
    s = colony()
    put(s, "F", sugar=3, gold=1)
    assert look(s)["powers"][0]["ladder"] == 5
    auction(s, {1: (5, 0)})
    assert [p["ladder"] for p in look(s)["powers"]] == [0, 5, 0, 0]
    assert look(s)["powers"][1]["monopolies"] == ["sugar"]


def test_an_independent_country_cannot_rebel() -> None:
    """IND-6: no rebellion is put into an independent country."""
    s = position(phase=6)
    own(s, 0, "FBA")
    put(s, "F", government=DEMOCRACY)
    draw_event(s, "p3-01")
    assert ask(s).kind == "rebel_country" and ask(s).options == ("A", "B")
    t = position(phase=6)
    own(t, 0, "F")
    put(t, "F", government=DEMOCRACY)
    draw_event(t, "p3-01")
    assert done(t) and t.supply[1] == 18
