"""Rebellions (REB): the rulebook's two stories, dice, bonuses, losses, spreading, and the switch REB-3."""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from typing import Any

import pytest

from colony_nb.games.colony.cards import load_cards
from colony_nb.games.colony.rebellion import resolve
from colony_nb.games.colony.state import REBELS_EACH, REBELS_ONE, ColonyState
from positions import (
    answer,
    ask,
    country,
    done,
    draw_event,
    keeps,
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

PLAIN = {3: "p3-01", 4: "p4-01"}  # cards that only start a rebellion


def kept_card(kind: str) -> str:
    """A card that does ``kind`` while it is kept."""
    return next(card.id for card in load_cards() if card.kept and card.kept[0] == kind)


def uprising(armies: int = 0, phase: int = 3, **arguments: Any) -> ColonyState:
    """Seat 0 holds F with a rebellion and ``armies``; nobody holds a country near."""
    s = position(phase=phase, **arguments)
    own(s, 0, "F")
    put(s, "F", rebellion=True, armies=armies)
    return s


def fight(s: ColonyState, blue: list[int], red: list[int], seat: int = 0) -> dict[str, Any]:
    """The rebellions of a seat's turn; the record of the first."""
    script(s, dice=[*blue, *red])
    run(s, ("rebellions", seat))
    return records(s, "rebellion")[0] if records(s, "rebellion") else {}


# ------------------------------------------------------------------ the two stories


def test_first_story() -> None:
    """REB-1, REB-5, EVT-4: player B puts the rebellion, and the one it spreads to, into A's countries."""
    s = position(phase=3, seats=5)
    own(s, 0, "FGA")
    own(s, 3, "KH")
    draw_event(s, PLAIN[3])
    placed = ask(s)
    assert (placed.kind, placed.seat, set(placed.options)) == ("rebel_country", 1, {"F", "G", "A"})
    answer(s, "F")
    script(s, dice=[2, 6])
    run(s, ("rebellions", 0))  # A's attempt fails
    spread = ask(s)
    assert (spread.kind, spread.seat, spread.options) == ("rebel_spread", 1, ("A", "G", "K"))
    answer(s, "G")
    assert done(s)
    assert country(s, "F")["rebellion"] and country(s, "G")["rebellion"]
    assert len(records(s, "rebellion")) == 1  # the new one waits for the next round
    # the next round: B throws for both, one after the other, and spreads what there is to spread
    script(s, dice=[1, 6, 1, 6])
    run(s, ("rebellions", 0))
    first = ask(s)
    assert (first.kind, first.seat, first.options) == ("order", 0, ("F", "G"))
    answer(s, "G")
    second = ask(s)
    assert (second.kind, second.seat, second.options) == ("rebel_spread", 1, ("H", "K"))
    answer(s, "K")
    assert done(s)  # F is fought unasked, and A is its only taken neighbour without one
    fought = records(s, "rebellion")
    assert [f["rebels_seat"] for f in fought] == [1, 1, 1]
    assert [f["country"] for f in fought] == ["F", "G", "F"]
    assert [f["spread_to"] for f in fought] == ["G", "K", "A"]
    sound(s)


def test_second_story() -> None:
    """REB-1, REB-5: spread into player D's country, it is fought in D's turn and E throws for the rebels."""
    s = position(phase=3, seats=5)
    own(s, 0, "FG")
    own(s, 3, "K")
    own(s, 4, "P")
    draw_event(s, PLAIN[3])
    answer(s, "F")
    script(s, dice=[2, 6])
    run(s, ("rebellions", 0))
    assert ask(s).seat == 1
    answer(s, "K")
    assert record(s, "place_rebellion", why="spread")["by_seat"] == 1
    # A has only the first one to fight
    script(s, dice=[6, 1])
    run(s, ("rebellions", 0))
    assert done(s) and records(s, "rebellion")[1]["country"] == "F"
    script(s, dice=[2, 6])
    run(s, ("rebellions", 3))
    spread = ask(s)
    assert (spread.kind, spread.seat) == ("rebel_spread", 4)
    assert set(spread.options) == {"F", "G", "P"}
    answer(s, "P")
    third = records(s, "rebellion")[2]
    assert (third["seat"], third["country"], third["rebels_seat"], third["spread_to"]) == (3, "K", 4, "P")


def test_all_own_rebellions_once_at_the_end_of_a_turn() -> None:
    """REB-1: after the event, every own rebellion once, one throw each, in the player's order."""
    s = position(phase=3)
    own(s, 0, "AFK")
    own(s, 1, "M")
    for letter in "AFKM":
        put(s, letter, rebellion=True)
    s.start_seat = 3
    script(s, dice=[4, 4, 4, 4, 4, 4])  # draws: nothing is put down, nobody near is free of one
    run(s, ("round_start",))
    reply(s, cards=[(), (), (), ()], move=lambda q: "stop")
    question = ask(s)
    assert (question.kind, question.seat, question.options) == ("order", 0, ("A", "F", "K"))
    assert s.step == "rebellions"
    answer(s, "K")
    assert ask(s).options == ("A", "F")
    answer(s, "F")
    reply(s, move=lambda q: "stop")
    mine = records(s, "rebellion", seat=0)
    assert [f["country"] for f in mine] == ["K", "F", "A"]
    assert all(len(f["blue"]) == 1 and len(f["red"]) == 1 for f in mine)
    assert [r["country"] for r in records(s, "rebellion", seat=1)] == ["M"]


def test_a_rebellion_of_this_turns_card_is_fought_in_it() -> None:
    """REB-1: the event comes first, so that its rebellion is fought at once."""
    s = position(phase=3)
    own(s, 0, "F")
    s.hands[0] = (48,)  # p3-01 on top
    script(s, dice=[6, 1])
    run(s, ("event", 0), ("rebellions", 0))
    reply(s, rebel_country="F")
    assert record(s, "rebellion")["suppressed"] and not country(s, "F")["rebellion"]
    kinds = [r["kind"] for r in s.journal or []]
    assert kinds.index("event") < kinds.index("place_rebellion") < kinds.index("rebellion")


def test_one_that_spreads_waits_for_the_next_turn() -> None:
    """REB-5: it is fought on its owner's next turn, also when the owner is the same."""
    s = uprising()
    own(s, 0, "G")
    fight(s, [1], [6])
    assert done(s) and country(s, "G")["rebellion"]
    assert [f["country"] for f in records(s, "rebellion")] == ["F"]


# ------------------------------------------------------------------ REB-2


@pytest.mark.parametrize("card", [False, True])
@pytest.mark.parametrize("armies", [0, 1, 3])
@pytest.mark.parametrize(("phase", "extra", "rebels"), [(3, 3, 1), (4, 2, 2), (5, 1, 3), (6, 1, 3)])
def test_numbers_of_dice(phase: int, extra: int, rebels: int, armies: int, card: bool) -> None:
    """REB-2: 1, +1 for card 8, with an army 3 / 2 / 1 / 1 more, 3 at most; rebels 1 / 2 / 3 / 3 (ACT-8)."""
    s = uprising(armies, phase)
    put(s, "F", railway=True)  # gives nothing of its own
    if card:
        s.defence |= 1
    fought = fight(s, [], [])
    assert len(fought["blue"]) == min(3, 1 + card + (extra if armies else 0))
    assert len(fought["red"]) == rebels
    assert fought["defence_card"] is card and fought["armies"] == armies


def test_card_8_of_others_gives_no_die() -> None:
    """REB-2: only the owner's card 8 counts."""
    s = uprising(phase=4)
    s.defence = 0b1110
    assert len(fight(s, [], [])["blue"]) == 1


# ------------------------------------------------------------------ REB-3


def second_opinion(
    blue: tuple[int, ...], red: tuple[int, ...], points: int, draws_won: bool
) -> tuple[list[str], list[int]]:
    """REB-3 written down anew: (pairs, points of each colonial die)."""
    ways = []
    for spots in product(range(len(blue)), repeat=points):
        raised = [b + spots.count(i) for i, b in enumerate(blue)]
        pairs = []
        for b, r in zip(sorted(raised)[::-1], red, strict=False):
            pairs.append("colony" if b > r or (b == r and draws_won) else "draw" if b == r else "rebels")
        ways.append(
            (
                "colony" not in pairs,
                pairs.count("rebels"),
                pairs.count("draw"),
                sorted(spots),
                pairs,
                [spots.count(i) for i in range(len(blue))],
            )
        )
    best = min(ways)
    return best[4], best[5]


def test_all_throws() -> None:
    """REB-3: every throw with 0, 1 or 2 points, a church's draws or not, worked out a second time."""
    throws = [t for n in (1, 2, 3) for t in combinations_with_replacement(range(6, 0, -1), n)]
    for blue in throws:
        for red in throws:
            for points in (0, 1, 2):
                for draws_won in (False, True):
                    made = resolve(blue, red, points, draws_won, 0, False, False)
                    pairs, bonus = second_opinion(blue, red, points, draws_won)
                    assert list(made.pairs) == pairs
                    assert list(made.blue_bonus) == bonus
                    assert not any(made.red_bonus)


def test_city() -> None:
    """REB-3: a city adds 1 to one die, and wins no draw."""
    s = uprising()
    put(s, "F", city=True)
    fought = fight(s, [4], [5])
    assert fought["city"] is True and fought["blue_bonus"] == {0: 1} and fought["pairs"] == ["draw"]
    assert country(s, "F")["rebellion"]


def test_city_elsewhere() -> None:
    """REB-3: a city in another country adds nothing."""
    s = uprising()
    own(s, 0, "G")
    put(s, "G", city=True)
    assert fight(s, [4], [5])["blue_bonus"] == {}


@pytest.mark.parametrize("owner", [0, 2, None])
@pytest.mark.parametrize(("where", "helps"), [("G", True), ("L", False)])
def test_church_in_a_neighbouring_country(owner: int | None, where: str, helps: bool) -> None:
    """REB-3: a church next door, whoever's, adds 1 to one die; it wins no draw."""
    s = uprising()
    if owner is not None:
        own(s, owner, where)
    put(s, where, church=True)
    fought = fight(s, [4], [5])
    assert fought["church"] is False and fought["church_near"] is helps
    assert fought["blue_bonus"] == ({0: 1} if helps else {})
    assert fought["pairs"] == (["draw"] if helps else ["rebels"])


def test_church_in_the_country() -> None:
    """REB-3: a church in the country adds 1 to one die and wins drawn pairs; such a draw does not spread."""
    s = uprising()
    own(s, 1, "G")
    put(s, "F", church=True)
    fought = fight(s, [4], [5])
    assert fought["church"] is True and fought["blue_bonus"] == {0: 1}
    assert fought["pairs"] == ["colony"] and fought["suppressed"] and not fought["spreads"]
    assert done(s) and not country(s, "F")["rebellion"] and not country(s, "G")["rebellion"]


def test_churches_count_once() -> None:
    """REB-3: at most once for churches, and once for the city."""
    s = uprising()
    own(s, 0, "GB")
    for letter in "FGB":
        put(s, letter, church=True)
    put(s, "F", city=True)
    script(s, dice=[1, 6])
    run(s, ("fight_here", "F", 0, 1 << 5))
    reply(s, rebel_spread="G")
    assert sum(record(s, "rebellion")["blue_bonus"].values()) == 2
    t = uprising()
    own(t, 0, "GB")
    for letter in "GB":
        put(t, letter, church=True)
    script(t, dice=[1, 6])
    run(t, ("rebellions", 0))
    reply(t, rebel_spread="G")
    assert sum(record(t, "rebellion")["blue_bonus"].values()) == 1


def test_bonus_before_lining_up() -> None:
    """REB-3: points come before lining up: first a won pair, then the fewest lost."""
    s = uprising(1, 4)
    put(s, "F", city=True)
    fought = fight(s, [5, 4, 1], [5, 5])
    assert fought["blue_bonus"] == {0: 1} and fought["pairs"] == ["colony", "rebels"]
    t = uprising(1, 4)
    put(t, "F", city=True)
    fought = fight(t, [5, 4, 1], [6, 5])  # no pair can be won: one draw either way, the highest die
    assert fought["blue_bonus"] == {0: 1} and fought["pairs"] == ["draw", "rebels"]


@pytest.mark.parametrize(
    ("church", "inside", "blue", "red", "bonus", "pairs"),
    [
        ("both", True, 4, 5, {0: 1}, ["colony"]),
        ("bonus", True, 4, 5, {0: 1}, ["draw"]),
        ("draw", True, 4, 5, {}, ["rebels"]),
        ("draw", True, 4, 4, {}, ["colony"]),
        ("bonus", False, 4, 5, {0: 1}, ["draw"]),
        ("draw", False, 4, 4, {}, ["draw"]),
    ],
)
def test_church_switch(
    church: str, inside: bool, blue: int, red: int, bonus: dict[int, int], pairs: list[str]
) -> None:
    """REB-3, VAR-4: the church gives the point, wins draws, or both."""
    s = uprising(rules={"rebellion.church": church})
    put(s, "F" if inside else "G", church=True)
    fought = fight(s, [blue], [red])
    assert fought["blue_bonus"] == bonus and fought["pairs"] == pairs


def test_cards_change_the_rebels_dice() -> None:
    """REB-3: cards add 1 to one rebel die or to each, or take 1 from the highest, before lining up."""
    s = uprising(phase=5)
    s.first[5] |= REBELS_ONE
    fought = fight(s, [4], [4, 4, 4])
    assert fought["red_bonus"] == {0: 1} and fought["pairs"] == ["rebels"]
    s = uprising(1, phase=4)
    s.first[5] |= REBELS_EACH
    fought = fight(s, [4, 4, 4], [4, 3])
    assert fought["red_bonus"] == {0: 1, 1: 1} and fought["pairs"] == ["rebels", "draw"]
    s = uprising(phase=4)
    keeps(s, 0, kept_card("weaker"))
    script(s, dice=[4, 5, 5])
    run(s, ("rebellions", 0))
    assert ask(s).kind == "use_kept" and ask(s).seat == 0
    answer(s, True)
    fought = record(s, "rebellion")
    assert fought["red_bonus"] == {0: -1} and fought["pairs"] == ["rebels"]  # the other 5 is the highest now
    assert not s.kept[0]


def test_first_fight_only() -> None:
    """REB-3: what a card adds holds for one fight."""
    s = uprising()
    s.first[5] |= REBELS_ONE
    fight(s, [4], [4])
    script(s, dice=[4, 4])
    run(s, ("rebellions", 0))
    assert [f["pairs"] for f in records(s, "rebellion")] == [["rebels"], ["draw"]]


# ------------------------------------------------------------------ REB-4


def test_an_army_is_lost_before_a_counter() -> None:
    """REB-4: a pair won by the rebels costs an army; with none left a counter of the rebels' choice."""
    s = uprising(1, 5)
    put(s, "F", gold=1, sugar=2)
    script(s, dice=[1, 1, 6, 6, 6])
    run(s, ("rebellions", 0))
    question = ask(s)
    assert (question.kind, question.seat, question.options) == ("rebel_product", 1, ("sugar", "gold"))
    answer(s, "gold")
    fought = record(s, "rebellion")
    assert fought["pairs"] == ["rebels", "rebels"] and not fought["suppressed"]
    assert fought["armies_lost"] == 1 and fought["products_lost"] == ["gold"]
    assert country(s, "F")["armies"] == 0 and country(s, "F")["products"] == {"sugar": 2}
    assert record(s, "lose")["rule"] == "REB-4"
    sound(s)


def test_armies_enough() -> None:
    """REB-4: while armies are left no counter goes."""
    s = uprising(3, 5)
    put(s, "F", gold=1)
    fought = fight(s, [1, 1], [6, 6, 6])
    assert fought["armies_lost"] == 2 and fought["products_lost"] == []
    assert country(s, "F")["armies"] == 1 and country(s, "F")["products"] == {"gold": 1}


def test_nothing_left_to_lose() -> None:
    """REB-4: without an army and a counter nothing is lost; the country itself is never lost."""
    s = uprising()
    fought = fight(s, [1], [6])
    assert fought["armies_lost"] == 0 and fought["products_lost"] == []
    assert country(s, "F")["owner"] == 0


def test_any_won_pair_puts_it_down() -> None:
    """REB-4: any pair won by the colonial side takes the counter away, an army lost or not."""
    s = uprising(2, 4)
    fought = fight(s, [6, 2, 1], [5, 4])
    assert fought["pairs"] == ["colony", "rebels"]
    assert fought["suppressed"] and fought["armies_lost"] == 1
    assert not country(s, "F")["rebellion"] and s.supply[1] == 18


def test_a_draw_does_nothing() -> None:
    """REB-4: a drawn pair takes neither army nor counter, and the rebellion stays."""
    s = uprising(1)
    put(s, "F", gold=1)
    fought = fight(s, [4, 2, 1], [4])
    assert fought["pairs"] == ["draw"] and not fought["suppressed"]
    assert fought["armies_lost"] == 0 and fought["products_lost"] == []
    assert country(s, "F")["rebellion"]


# ------------------------------------------------------------------ REB-5


def spreading(**arguments: Any) -> ColonyState:
    """As ``uprising``; G is seat 1's, A seat 0's with a rebellion, E independent, R far away seat 2's."""
    s = uprising(**arguments)
    own(s, 1, "G")
    own(s, 0, "A")
    own(s, 2, "IE")
    put(s, "A", rebellion=True)
    return s


def run_here(s: ColonyState, dice: list[int]) -> None:
    """The fight in F alone."""
    script(s, dice=dice)
    run(s, ("fight_here", "F", 0, 1 << 5))


@pytest.mark.parametrize(("dice", "spreads"), [([4, 4], True), ([1, 6], True), ([6, 1], False)])
def test_what_spreads(dice: list[int], spreads: bool) -> None:
    """REB-5: any pair won or drawn by the rebels spreads, none does not."""
    s = spreading()
    run_here(s, dice)
    reply(s, rebel_spread="G")
    assert record(s, "rebellion")["spreads"] is spreads
    assert country(s, "G")["rebellion"] is spreads


def test_spreads_even_if_put_down() -> None:
    """REB-5: it spreads even if it is put down, and not back into the country where it was."""
    s = uprising(1, 4)
    own(s, 1, "G")
    fought = fight(s, [6, 2, 1], [5, 4])
    assert fought["suppressed"] and fought["spread_to"] == "G"
    assert country(s, "G")["rebellion"] and not country(s, "F")["rebellion"]
    assert record(s, "place_rebellion") | {"n": 0} == {
        "n": 0,
        "round": 13,
        "phase": 4,
        "seat": 1,
        "kind": "place_rebellion",
        "rule": "REB-5",
        "country": "G",
        "by_seat": 1,
        "why": "spread",
    }


def test_where_it_spreads() -> None:
    """REB-5: into a neighbouring occupied country without one, by the rebels' player's choice, whoever's."""
    s = spreading()
    own(s, 3, "B")
    run_here(s, [1, 6])
    question = ask(s)
    # A has one, J and K are free, I is not next door
    assert (question.kind, question.seat, question.options) == ("rebel_spread", 1, ("B", "E", "G"))


def test_it_spreads_anywhere_after_telegraphy() -> None:
    """REB-5, EVT-6: after telegraphy any occupied country without one may be chosen."""
    s = spreading(phase=5, telegraphy=True)
    run_here(s, [1, 6, 6, 6])
    assert ask(s).options == ("E", "G", "I")


def test_it_does_not_come_back_at_once() -> None:
    """REB-5: put down, it spreads into another country, after telegraphy too."""
    s = uprising(1, phase=4, telegraphy=True)
    own(s, 1, "IM")
    script(s, dice=[6, 2, 1, 5, 4])
    run(s, ("rebellions", 0))
    assert ask(s).options == ("I", "M")


def test_independent_countries_are_never_touched() -> None:
    """REB-5, IND-6: independent countries are never touched; with no possible country there is no spread."""
    s = uprising(phase=6, telegraphy=True)
    own(s, 1, "G")
    put(s, "G", government="democracy")
    fought = fight(s, [1], [6, 6, 6])
    assert done(s) and fought["spreads"] is True and fought["spread_to"] is None
    assert not country(s, "G")["rebellion"] and s.supply[1] == 17


def test_no_spread_without_a_counter() -> None:
    """REB-5, SET-7: with all rebellion counters on the board nothing spreads."""
    s = spreading()
    s.supply[1] = 0
    run_here(s, [1, 6])
    assert done(s) and record(s, "rebellion")["spread_to"] is None


def test_it_stays_when_the_country_changes_hands() -> None:
    """REB-6, EVT-5: it stays when its country is taken, and is then the new owner's to fight."""
    s = position(phase=3)
    own(s, 0, "F")
    put(s, "F", armies=3)
    own(s, 1, "KC")
    put(s, "K", rebellion=True)
    script(s, dice=[6, 6, 6, 1])
    run(s, ("action", 0, 1))
    reply(s, operations=1, attack=[("attack", "F", "K", 3)], march=0)
    assert country(s, "K")["owner"] == 0 and country(s, "K")["rebellion"]
    script(s, dice=[6, 1])
    run(s, ("rebellions", 0))
    assert record(s, "rebellion")["country"] == "K" and not country(s, "K")["rebellion"]


def test_a_free_country_keeps_its_rebellion() -> None:
    """REB-6, EVT-5: nobody fights one in a free country; an expedition takes it over."""
    s = position(phase=3)
    own(s, 0, "F")
    put(s, "K", rebellion=True)
    for seat in range(4):
        run(s, ("rebellions", seat))
    assert done(s) and not records(s, "rebellion")
    run(s, ("action", 0, 1))
    reply(s, operations=1, attack=[("expedition", "K")])
    assert country(s, "K")["owner"] == 0 and country(s, "K")["rebellion"]


def test_an_event_card_ends_it() -> None:
    """REB-6, EVT-2: a kept card ends it without a fight, before the fight, if its owner wishes."""
    s = uprising()
    own(s, 1, "G")
    keeps(s, 0, kept_card("suppress"))
    run(s, ("rebellions", 0))
    question = ask(s)
    assert (question.kind, question.seat, question.options) == ("use_kept", 0, (True, False))
    answer(s, True)
    assert done(s) and not country(s, "F")["rebellion"] and not records(s, "rebellion")
    assert not country(s, "G")["rebellion"] and not s.kept[0]
    t = uprising()
    keeps(t, 0, kept_card("suppress"))
    run(t, ("rebellions", 0))
    script(t, dice=[4, 4])
    answer(t, False)
    assert country(t, "F")["rebellion"] and t.kept[0] and record(t, "rebellion")["pairs"] == ["draw"]


def test_a_lost_army_does_not_end_it() -> None:
    """REB-6: lost fights, however many, never end it."""
    s = uprising(1)
    for _ in range(3):
        script(s, dice=[1] * len("123" if s.armies[5] else "1") + [6])
        run(s, ("rebellions", 0))
    assert country(s, "F")["rebellion"] and country(s, "F")["owner"] == 0
    assert len(records(s, "rebellion")) == 3


# ------------------------------------------------------------------ the railway before a fight


def test_railway_calls_in_armies() -> None:
    """ACT-10: before a fight armies may be called in from own neighbours, moved or not, up to 3."""
    s = uprising()
    own(s, 0, "GA")
    own(s, 1, "K")
    put(s, "F", railway=True)
    put(s, "G", armies=3)
    put(s, "A", armies=1)
    put(s, "K", armies=1)
    s.fresh = [0] * 18  # all have moved
    run(s, ("rebellions", 0))
    question = ask(s)
    assert question.kind == "draft"
    assert question.options == ("stop", ("army", "A", "F"), ("army", "G", "F"))
    answer(s, ("army", "G", "F"))
    answer(s, ("army", "G", "F"))
    script(s, dice=[6, 6, 6, 1])
    answer(s, ("army", "A", "F"))
    assert done(s) and country(s, "F")["armies"] == 3 and len(record(s, "rebellion")["blue"]) == 3


def test_no_railway_no_call() -> None:
    """ACT-10: without a railway in the rebelling country nobody is called in."""
    s = uprising()
    own(s, 0, "G")
    put(s, "G", armies=3, railway=True)
    fight(s, [6], [1])
    assert done(s) and country(s, "F")["armies"] == 0
