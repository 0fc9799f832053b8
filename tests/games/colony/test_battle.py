"""Attack and defence (BAT): the rulebook's examples, every ruling, and the switches BAT-4 and BAT-10."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any

import pytest

from colony_nb.games.colony.battle import fight
from colony_nb.games.colony.state import ColonyState
from colony_nb.kernel.errors import IllegalChoice
from positions import (
    answer,
    ask,
    country,
    done,
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


def front(armies: int = 3, inside: int = 0, **arguments: Any) -> ColonyState:
    """Seat 0 holds F with ``armies``; seat 1 holds K with ``inside``, and C far away."""
    s = position(**arguments)
    own(s, 0, "F")
    own(s, 1, "KC")
    put(s, "F", armies=armies, port=True)
    put(s, "K", armies=inside)
    return s


def attack(s: ColonyState, armies: int, dice: list[int], target: str = "K", operations: int = 1) -> None:
    """Seat 0 plays card 1 and attacks from F."""
    script(s, dice=dice)
    run(s, ("action", 0, 1))
    reply(s, operations=operations, attack=[("attack", "F", target, armies)])


# (attacker's dice, defender's dice, armies in the country, pairs, attacker's loss, defender's loss, fallen)
EXAMPLES = {
    1: ([6, 4, 3], [6, 5, 1], 2, ["draw", "defender", "attacker"], 1, 1, False),
    2: ([3, 2], [6, 5, 1], 2, ["defender", "defender"], 2, 0, False),
    3: ([6, 2], [4, 1, 1], 2, ["attacker", "attacker"], 0, 2, False),
    4: ([4, 4, 1], [4], 0, ["draw"], 0, 0, False),
    5: ([4, 4, 1], [3], 0, ["attacker"], 0, 0, True),
}


@pytest.mark.parametrize("number", EXAMPLES)
def test_the_five_worked_examples(number: int) -> None:
    """BAT-5, BAT-4: the rulebook's five examples, number for number."""
    blue, red, inside, pairs, attacker_lost, defender_lost, fallen = EXAMPLES[number]
    s = front(armies=3, inside=inside)
    attack(s, len(blue), [*reversed(blue), *reversed(red)])  # thrown in any order, lined up from the highest
    fought = record(s, "attack")
    assert (fought["blue"], fought["red"]) == (blue, red)
    assert (fought["attacker_armies"], fought["defender_armies"]) == (len(blue), inside)
    assert fought["pairs"] == pairs
    assert (fought["attacker_lost"], fought["defender_lost"]) == (attacker_lost, defender_lost)
    assert fought["conquered"] is fallen
    reply(s, march=0)
    assert done(s)
    assert country(s, "F")["armies"] == 3 - attacker_lost
    assert country(s, "K")["armies"] == inside - defender_lost
    assert country(s, "K")["owner"] == (0 if fallen else 1)
    sound(s)


def test_only_armies_attack_and_only_next_door() -> None:
    """BAT-1: only armies attack, from an own country into a neighbouring country of a rival."""
    s = position()
    own(s, 0, "FG")
    own(s, 1, "KC")
    own(s, 2, "I")
    put(s, "F", armies=2)
    run(s, ("action", 0, 1))
    answer(s, 3)
    options = [o for o in ask(s).options if o[0] == "attack"]
    # G has no army, C is not next to F, A, B, E, J are free, I is far away
    assert options == [("attack", "F", "K", 1), ("attack", "F", "K", 2)]


def test_without_an_army_there_is_no_attack() -> None:
    """BAT-1: without an army, and with no free country near, card 1 is dropped and nothing paid."""
    s = position()
    own(s, 0, "I")
    own(s, 1, "HMN")
    run(s, ("action", 0, 1))
    assert done(s) and records(s, "dropped")[0]["card"] == 1
    assert s.money[0] == 100


@pytest.mark.parametrize(("armies", "most"), [(1, 0), (2, 1), (3, 2)])
def test_one_army_stays_behind_in_a_rebellion(armies: int, most: int) -> None:
    """BAT-1: in a country with a rebellion one army must stay behind."""
    s = front(armies=armies)
    put(s, "F", rebellion=True)
    run(s, ("action", 0, 1))
    answer(s, 1)
    attacks = [o[3] for o in ask(s).options if o[0] == "attack"]
    assert attacks == list(range(1, most + 1))


def test_after_an_attack_one_army_still_stays_behind() -> None:
    """BAT-1: what was lost or marched away counts: one army stays in a country with a rebellion."""
    s = front(armies=3, inside=1)
    put(s, "F", rebellion=True)
    attack(s, 1, [1, 6, 6], operations=2)
    assert [o[3] for o in ask(s).options if o[0] == "attack"] == [1]


@pytest.mark.parametrize("attackers", [1, 2, 3])
@pytest.mark.parametrize("inside", [0, 1, 2, 3])
@pytest.mark.parametrize("card", [False, True])
def test_numbers_of_dice(attackers: int, inside: int, card: bool) -> None:
    """BAT-2: a blue die an army; a red one for the country, each army there and card 8, 3 at most (ACT-8)."""
    s = front(armies=3, inside=inside)
    if card:
        s.defence |= 1 << 1
    attack(s, attackers, [])
    fought = record(s, "attack")
    assert len(fought["blue"]) == attackers
    assert len(fought["red"]) == min(3, 1 + inside + card)
    assert fought["defence_card"] is card
    assert fought["blue"] == sorted(fought["blue"], reverse=True)
    assert fought["red"] == sorted(fought["red"], reverse=True)


def test_the_attackers_card_8_adds_no_die() -> None:
    """BAT-2: card 8 helps a defender only."""
    s = front(armies=2)
    s.defence |= 1 << 0
    attack(s, 2, [])
    assert len(record(s, "attack")["blue"]) == 2 and record(s, "attack")["defence_card"] is False


@pytest.mark.parametrize(
    ("blue", "red", "bonus", "pairs"),
    [
        ([4, 3], [4, 2, 1], {1: 1}, ["draw", "draw"]),  # saves the second pair: the fewest lost first
        ([4, 4], [4, 2, 1], {0: 1}, ["defender", "attacker"]),  # one is lost anyway: a won one then
        ([6, 6], [2, 1, 1], {0: 1}, ["attacker", "attacker"]),  # of no use: the highest die
        ([1, 1, 1], [1, 1, 1], {0: 1}, ["defender", "draw", "draw"]),
    ],
)
def test_city(blue: list[int], red: list[int], bonus: dict[int, int], pairs: list[str]) -> None:
    """BAT-3: a city adds 1 to one die: fewest lost pairs, then most won ones, then the highest die."""
    s = front(armies=3, inside=2)
    put(s, "K", city=True)
    attack(s, len(blue), [*blue, *red])
    fought = record(s, "attack")
    assert fought["city"] is True
    assert fought["red"] == red and fought["red_bonus"] == bonus and fought["pairs"] == pairs


def test_city_in_every_attack_and_there_alone() -> None:
    """BAT-3: the city counts in every attack on its country, and in no other country."""
    s = front(armies=3)
    put(s, "K", city=True)
    attack(s, 1, [4, 3], operations=2)
    script(s, dice=[4, 3])
    answer(s, ("attack", "F", "K", 1))
    assert [f["pairs"] for f in records(s, "attack")] == [["draw"], ["draw"]]
    t = front(armies=3)
    put(t, "F", city=True)
    put(t, "C", city=True)
    attack(t, 1, [4, 3])
    assert record(t, "attack")["red_bonus"] == {} and record(t, "attack")["conquered"]


def test_railway_is_no_advantage() -> None:
    """BAT-3: a railway neither adds a die nor a point for the defender."""
    s = front(armies=3)
    put(s, "K", railway=True, port=True, church=True, trading_post=True)
    attack(s, 1, [4, 3])
    fought = record(s, "attack")
    assert len(fought["red"]) == 1 and fought["red_bonus"] == {} and fought["conquered"]


def plainly(blue: tuple[int, ...], red: tuple[int, ...], armies: int) -> tuple[list[str], int, int, bool]:
    """BAT-4 written down anew: pairs, attacker's loss, defender's loss, fallen."""
    pairs = []
    attacker = defender = 0
    fallen = False
    for b, r in zip(sorted(blue)[::-1], sorted(red)[::-1], strict=False):
        pairs.append("attacker" if b > r else "defender" if r > b else "draw")
        if r > b:
            attacker += 1
        elif b > r and defender < armies:
            defender += 1
        elif b > r:
            fallen = True
    return pairs, attacker, defender, fallen


def test_all_throws() -> None:
    """BAT-3, BAT-4: every throw of 1-3 against 1-3 dice, city or not, worked out a second time."""
    throws = [t for n in (1, 2, 3) for t in combinations_with_replacement(range(6, 0, -1), n)]
    for blue in throws:
        for red in throws:
            for armies in range(len(red)):
                made = fight(blue, red, armies, False)
                assert (
                    list(made.pairs),
                    made.attacker_lost,
                    made.defender_lost,
                    made.conquered,
                ) == plainly(blue, red, armies)
                assert not any(made.red_bonus)
            made = fight(blue, red, 0, True)
            ways = []
            for i in range(len(red)):
                raised = tuple(r + (i == k) for k, r in enumerate(red))
                pairs = plainly(blue, raised, 0)[0]
                ways.append((pairs.count("attacker"), -pairs.count("defender"), i, pairs))
            best = min(ways)
            assert list(made.pairs) == best[3]
            assert [i for i, b in enumerate(made.red_bonus) if b] == [best[2]]


def test_second_lost_pair_takes_the_country() -> None:
    """BAT-4: a second pair lost after the last army takes the country in the same attack."""
    s = front(armies=3, inside=1)
    attack(s, 2, [6, 5, 2, 1])
    fought = record(s, "attack")
    assert fought["defender_lost"] == 1 and fought["conquered"] is True


def test_second_lost_pair_switched_off() -> None:
    """BAT-4, VAR-4: switched off, a country with an army falls in a later attack only."""
    s = front(armies=3, inside=1, rules={"battle.fall_in_same_attack": False})
    attack(s, 2, [6, 5, 2, 1], operations=2)
    first = record(s, "attack")
    assert first["defender_lost"] == 1 and first["conquered"] is False and country(s, "K")["owner"] == 1
    script(s, dice=[6, 5, 2])
    answer(s, ("attack", "F", "K", 2))
    assert records(s, "attack")[1]["conquered"] is True


def test_pairs_after_the_fall() -> None:
    """BAT-4: pairs after the fall still cost the attacker armies, the defender nothing more."""
    s = front(armies=3)
    s.defence |= 1 << 1
    attack(s, 2, [6, 1, 3, 2])
    fought = record(s, "attack")
    assert fought["pairs"] == ["attacker", "defender"]
    assert fought["conquered"] and fought["attacker_lost"] == 1 and fought["defender_lost"] == 0
    assert country(s, "F")["armies"] == 2
    assert ask(s).options == (0, 1)  # one of the two that fought is left


def test_surplus_dice_do_not_count() -> None:
    """BAT-4: dice without a partner neither lose nor win anything."""
    s = front(armies=3, inside=2)
    attack(s, 1, [5, 6, 6, 6])
    fought = record(s, "attack")
    assert fought["pairs"] == ["defender"] and fought["attacker_lost"] == 1
    assert country(s, "F")["armies"] == 2 and s.supply[0] == 50 - 4


@pytest.mark.parametrize("count", [0, 1, 2])
def test_march_in(count: int) -> None:
    """BAT-6: any number, also none, of the surviving armies that fought moves in, and no other army."""
    s = front(armies=3)
    attack(s, 2, [6, 6, 1])
    question = ask(s)
    assert question.kind == "march" and question.seat == 0 and question.options == (0, 1, 2)
    with pytest.raises(IllegalChoice):
        answer(s, 3)
    answer(s, count)
    assert country(s, "K")["armies"] == count and country(s, "F")["armies"] == 3 - count
    sound(s)


def test_what_comes_with_the_country() -> None:
    """BAT-6, REB-6: all products, buildings and the rebellion come with a conquered country."""
    s = front(armies=3)
    put(s, "K", sugar=3, gold=1, port=True, city=True, church=True, railway=True, trading_post=True)
    put(s, "K", rebellion=True)
    before = country(s, "K")
    attack(s, 3, [6, 6, 6, 1])
    reply(s, march=1)
    after = country(s, "K")
    assert after == {**before, "owner": 0, "armies": 1}
    assert after["rebellion"] and after["products"] == {"sugar": 3, "gold": 1}
    powers = look(s)["powers"]
    assert powers[0]["ladder"] == 5 and powers[1]["ladder"] == 0
    assert powers[0]["monopolies"] == ["sugar"] and powers[1]["monopolies"] == []
    sound(s)


def test_influence_of_a_conquest() -> None:
    """BAT-7: the conqueror gains 1 Influence, the loser loses 1, and neither for holding it."""
    s = front(armies=3)
    attack(s, 3, [6, 6, 6, 1])
    assert s.influence == [11, 9, 10, 10]
    reply(s, march=0)
    assert done(s) and s.influence == [11, 9, 10, 10]


def test_influence_of_a_country_held() -> None:
    """BAT-7: a country held against all attacks of a turn: its owner +1, at the end of card 1."""
    s = front(armies=3, inside=2)
    attack(s, 1, [1, 6, 6, 6], operations=3)
    assert s.influence == [10, 10, 10, 10]  # not yet
    script(s, dice=[1, 6, 6, 6])
    answer(s, ("attack", "F", "K", 1))
    assert s.influence == [10, 10, 10, 10]
    answer(s, "stop")
    assert done(s) and s.influence == [10, 11, 10, 10]  # once, for two attacks
    assert record(s, "influence")["rule"] == "BAT-7"


def test_a_draw_holds_a_country() -> None:
    """BAT-7: one attack that left the country unfallen is enough."""
    s = front(armies=1)
    attack(s, 1, [4, 4])
    assert done(s) and s.influence == [10, 11, 10, 10]


def test_a_country_that_falls_at_last_was_not_held() -> None:
    """BAT-7: a country that falls in a later attack of the turn earns nothing for the first."""
    s = front(armies=3)
    attack(s, 1, [4, 4], operations=2)
    script(s, dice=[6, 1])
    answer(s, ("attack", "F", "K", 1))
    reply(s, march=1)
    assert done(s) and s.influence == [11, 9, 10, 10]


def test_each_country_held_counts() -> None:
    """BAT-7: once a country: two countries held in a turn earn 2."""
    s = front(armies=3)
    own(s, 1, "G")
    attack(s, 1, [4, 4], operations=2)
    script(s, dice=[4, 4])
    answer(s, ("attack", "F", "G", 1))
    assert done(s) and s.influence == [10, 12, 10, 10]


def test_a_country_held_earns_once_a_round() -> None:
    """BAT-7: once a country and round, whoever attacks; in the next round again."""
    s = front(armies=3)
    own(s, 2, "L")
    put(s, "L", armies=1)
    attack(s, 1, [4, 4])
    script(s, dice=[4, 4])
    run(s, ("action", 2, 1))
    reply(s, operations=1, attack=[("attack", "L", "K", 1)])
    assert done(s) and s.influence[1] == 11
    script(s, dice=[4, 4])
    s.start_seat = 3  # so that seat 0 begins the next round
    run(s, ("round_start",))
    reply(
        s,
        cards=[(1,), (), (), ()],
        move=lambda q: "stop",
        operations=1,
        attack=[("attack", "F", "K", 1)],
    )
    assert s.influence[1] == 12


def test_figures_of_the_loser_move() -> None:
    """BAT-8: the loser's colonist and missionary move to another own country, which the loser chooses."""
    s = front(armies=3)
    own(s, 1, "A")
    put(s, "K", colonist=1, missionary=1)
    attack(s, 3, [6, 6, 6, 1])
    kinds = []
    for where in ("A", "C"):
        question = ask(s)
        assert (question.kind, question.seat, question.options) == ("relocate", 1, ("A", "C"))
        kinds.append(question.context["figure"])
        answer(s, where)
    assert kinds == ["colonist", "missionary"]
    reply(s, march=0)
    powers = look(s)["powers"]
    assert (powers[1]["colonist"], powers[1]["missionary"]) == ("A", "C")


def test_figures_that_wait_are_nowhere() -> None:
    """BAT-8: both figures wait for their places from the moment when their country is lost."""
    s = front(armies=3)
    own(s, 1, "A")
    put(s, "K", colonist=1, missionary=1)
    attack(s, 3, [6, 6, 6, 1])
    powers = look(s)["powers"]
    assert ask(s).kind == "relocate"
    assert powers[1]["colonist"] is None and powers[1]["missionary"] is None


def test_figures_without_a_country_leave() -> None:
    """BAT-8: a loser with no country left takes the figures off the board."""
    s = position()
    own(s, 0, "F")
    own(s, 1, "K")
    put(s, "F", armies=1)
    put(s, "K", colonist=1, missionary=1)
    attack(s, 1, [6, 1])
    reply(s, march=0)
    powers = look(s)["powers"]
    assert powers[1]["colonist"] is None and powers[1]["missionary"] is None
    moved = records(s, "move", target=None)
    assert {(m["what"], m["source"], m["rule"]) for m in moved} == {
        ("colonist", "K", "BAT-8"),
        ("missionary", "K", "BAT-8"),
    }


def test_figures_of_others_stay() -> None:
    """BAT-8: only the figures in the lost country move."""
    s = front(armies=3)
    put(s, "C", colonist=1)
    put(s, "F", missionary=0)
    attack(s, 3, [6, 6, 6, 1])
    reply(s, march=0)
    assert done(s) and not records(s, "move")


def test_going_on_from_any_country() -> None:
    """BAT-9: with paid attacks left one goes on from any own country, the new one included."""
    s = front(armies=3)
    own(s, 0, "B")
    own(s, 1, "QG")
    put(s, "B", armies=1)
    attack(s, 2, [6, 6, 1], operations=4)
    answer(s, 2)  # two armies march into K
    options = [o for o in ask(s).options if o[0] == "attack"]
    assert ("attack", "K", "Q", 2) in options and ("attack", "B", "G", 1) in options
    assert ("attack", "F", "G", 1) in options


def test_stopping_pays_nothing_back() -> None:
    """BAT-9: one may stop before all paid operations are used; nothing is paid back (ACT-1)."""
    s = front(armies=3)
    run(s, ("action", 0, 1))
    answer(s, 5)
    assert s.money[0] == 100 - 15
    assert ask(s).options[0] == "stop"
    answer(s, "stop")
    assert done(s) and s.money[0] == 85 and record(s, "operations")["count"] == 5


def test_no_more_attacks_than_paid() -> None:
    """BAT-9: after the last paid operation the card is over."""
    s = front(armies=3)
    attack(s, 1, [4, 4])
    assert done(s) and len(records(s, "attack")) == 1 and s.money[0] == 97


def test_paid_attacks_lapse_with_six_countries() -> None:
    """SET-7, BAT-9: the sixth country taken, attacks still paid for lapse."""
    s = position(seats=6)
    own(s, 0, "ABEFJ")
    own(s, 1, "KGQ")
    put(s, "F", armies=3)
    attack(s, 3, [6, 6, 6, 1], operations=3)
    reply(s, march=3)
    assert done(s) and lands(s, 0) == "ABEFJK" and s.money[0] == 91


def state_front(ripe: bool = True, influence: int = 10, **arguments: Any) -> ColonyState:
    """As ``front``, in phase 6, K an independent monarchy that seat 1 controls."""
    s = front(armies=3, phase=6, influence=influence, **arguments)
    put(s, "K", government="monarchy", sugar=2)
    if ripe:
        s.ripe |= s.indep
    return s


def offered(s: ColonyState) -> list[Any]:
    """The attacks that the open question offers."""
    return [o for o in ask(s).options if o[0] == "attack"]


def test_attacking_an_independent_country() -> None:
    """BAT-10: it costs 1 Influence, when the first attack is made, once a country and turn."""
    s = state_front()
    run(s, ("action", 0, 1))
    answer(s, 3)
    assert s.influence[0] == 10
    script(s, dice=[4, 4, 4, 4, 6, 1])
    answer(s, ("attack", "F", "K", 1))
    assert s.influence[0] == 9 and record(s, "influence")["rule"] == "BAT-10"
    answer(s, ("attack", "F", "K", 1))
    assert s.influence[0] == 9
    answer(s, ("attack", "F", "K", 1))
    reply(s, march=1)
    assert s.influence[:2] == [10, 9]  # 1 for the conquest (BAT-7)
    assert country(s, "K")["independent"] and country(s, "K")["government"] == "monarchy"
    assert country(s, "K")["owner"] == 0 and country(s, "K")["products"] == {"sugar": 2}


def test_attacking_an_independent_country_in_another_turn_costs_again() -> None:
    """BAT-10: once a turn: an attack in the next turn costs again."""
    s = state_front()
    s.start_seat = 3
    script(s, dice=[4, 4, 4, 4])
    answers = {
        "cards": [(1,), (), (), ()] * 2,
        "move": lambda q: "stop",
        "grant": lambda q: "stop",
        "operations": lambda q: 1,
        "attack": lambda q: ("attack", "F", "K", 1),
    }
    run(s, ("round_start",))
    reply(s, **answers)
    assert len(records(s, "attack")) == 2
    assert [r["by"] for r in records(s, "influence", rule="BAT-10")] == [-1, -1]


def test_without_influence_no_attack_on_an_independent_country() -> None:
    """BAT-10: who has no Influence is not offered the attack, before the cost is paid."""
    s = state_front(influence=0)
    run(s, ("action", 0, 1))
    answer(s, 1)
    assert offered(s) == []
    s = state_front(influence=1)
    attack(s, 1, [4, 4], operations=2)
    assert s.influence[0] == 0
    assert ("attack", "F", "K", 1) in offered(s)  # paid for in this turn already


def test_cost_switched_off() -> None:
    """BAT-10, VAR-4: switched off, an attack on an independent country costs no Influence."""
    s = state_front(influence=0, rules={"battle.independent_costs": False})
    attack(s, 1, [4, 4], operations=1)
    assert done(s) and len(records(s, "attack")) == 1
    assert not records(s, "influence", rule="BAT-10")


def test_controller_has_a_whole_turn_first() -> None:
    """BAT-10: it can be attacked only after its controller has had a whole turn."""
    s = state_front(ripe=False)
    seen = []

    def note(q: Any) -> str:
        seen.append([o for o in q.options if o[0] == "attack"])
        return "stop"

    s.start_seat = 3
    run(s, ("round_start",))
    reply(
        s,
        cards=[(1,), (), (), ()] * 2,
        move=lambda q: "stop",
        grant=lambda q: "stop",
        operations=lambda q: 1,
        attack=note,
    )
    # round 1 in the order 0 1 2 3, round 2 in the order 1 2 3 0
    assert seen[0] == []
    assert ("attack", "F", "K", 1) in seen[1]


def test_a_new_controller_has_a_whole_turn_first() -> None:
    """BAT-10: after a conquest the next attack waits until the new controller has had a whole turn."""
    s = state_front()
    own(s, 2, "L")
    put(s, "L", armies=2)
    attack(s, 3, [6, 6, 6, 1])
    reply(s, march=1)
    run(s, ("action", 2, 1))
    answer(s, 1)
    assert [o for o in offered(s) if o[2] == "K"] == []


def test_a_country_that_nobody_controls() -> None:
    """BAT-10: an independent country that nobody controls is neither attacked nor taken by an expedition."""
    s = position(phase=6)
    own(s, 0, "F")
    put(s, "F", armies=3)
    put(s, "K", independent=True)
    run(s, ("action", 0, 1))
    answer(s, 2)
    targets = {o[1] if o[0] == "expedition" else o[2] for o in ask(s).options if o != "stop"}
    assert targets == {"A", "B", "E", "G", "J"}


def test_no_attacks_before_phase_3() -> None:
    """ACT-1, BAT-1: in phases 1 and 2 card 1 is an expedition; nobody can be attacked."""
    s = front(armies=3, phase=2)
    run(s, ("action", 0, 1))
    question = ask(s)
    assert question.kind == "expand" and "K" not in question.options
