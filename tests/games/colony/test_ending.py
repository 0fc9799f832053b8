"""The end (END), the variants that change it (VAR-2) or add to it (VAR-3), and their switches (VAR-4)."""

from __future__ import annotations

from typing import Any

import pytest

import colony_nb as colony
from colony_nb.games.colony.cards import card_index, load_cards
from colony_nb.games.colony.ending import winners
from colony_nb.games.colony.game import Colony
from colony_nb.games.colony.state import ColonyState
from positions import (
    answer,
    ask,
    country,
    done,
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

PASSIVE: dict[str, Any] = {"cards": lambda q: (), "move": lambda q: "stop", "grant": lambda q: "stop"}


def result(s: ColonyState) -> dict[str, Any] | None:
    """What ``game.result`` gives."""
    return Colony().result(s)


def last_round(**arguments: Any) -> ColonyState:
    """The start of round 24; each seat holds a country, nobody has event cards."""
    s = position(phase=6, **arguments)
    s.round = 23
    for seat, letter in enumerate("FHKM"):
        own(s, seat, letter)
    return s


def test_most_money_wins_after_round_24() -> None:
    """END-1: after round 24 whoever has most money has won, Influence aside."""
    s = last_round(money=[3, 9, 4, 1], influence=[10, 0, 30, 10])
    run(s, ("round_start",))
    assert not s.over and result(s) is None
    reply(s, **PASSIVE)
    assert s.over and done(s) and s.round == 24
    assert result(s) == {"winners": [1], "money": [3, 9, 4, 1]}
    assert record(s, "end")["winners"] == [1]


def test_the_last_players_event_still_counts() -> None:
    """END-1: the last player's last event is carried out before the money is counted."""
    s = last_round(money=[9, 0, 0, 0])
    s.hands = [(), (), (), ()]
    s.start_seat = 0  # round 24 begins with seat 1 and ends with seat 0
    coins = next(c for c in load_cards() if c.effects and c.effects[0][0] == "money" and c.effects[0][1] > 0)
    s.hands[0] = (card_index(coins.id),)
    run(s, ("round_start",))
    reply(s, **PASSIVE)
    assert s.over and s.money[0] == 9 + coins.effects[0][1]


def test_not_before_round_24() -> None:
    """END-1: the game goes on after round 23."""
    s = last_round()
    s.round = 22
    run(s, ("round_start",))
    reply(s, **{**PASSIVE, "cards": [()] * 4})
    assert not s.over and s.round == 24 and ask(s, 0).kind == "cards"


def test_equal_money_is_a_shared_win() -> None:
    """END-1: equal money is a shared win."""
    s = last_round(money=[7, 2, 7, 7], influence=[1, 2, 3, 3])
    assert winners(s) == [0, 2, 3]


def test_shared_win_switched_off() -> None:
    """END-1, VAR-4: switched off, more Influence decides among equal money."""
    s = last_round(money=[7, 2, 7, 7], influence=[1, 20, 3, 2], rules={"ending.shared": False})
    assert winners(s) == [2]
    s.influence[3] = 3
    assert winners(s) == [2, 3]


# ------------------------------------------------------------------ VAR-2


def nearly(seats: int = 4, already: int = 7, **arguments: Any) -> ColonyState:
    """The independence game, ``already`` countries independent and nobody's; seat 0 holds F and B."""
    s = position(seats=seats, phase=6, variants=("independence",), **arguments)
    own(s, 0, "FB")
    own(s, 1, "H")
    free = [c for c in "ACEGIJKLMNPQ" if c not in "FBH"]
    for letter in free[:already]:
        put(s, letter, independent=True)
    return s


@pytest.mark.parametrize(("seats", "needed"), [(3, 8), (4, 8), (5, 9), (6, 9)])
def test_how_many_must_be_independent(seats: int, needed: int) -> None:
    """VAR-2: 9 of the 18 countries end it, 8 of 15; one that nobody controls counts."""
    for already in (needed - 2, needed - 1):
        s = nearly(seats, already)
        run(s, ("grants", 0))
        answer(s, "F")
        reply(s, join=False)
        assert s.over is (already == needed - 1)
        assert s.round == 21


def test_bids_and_government_come_first() -> None:
    """VAR-2: the game ends when the bids are settled and the government is set."""
    s = nearly()
    run(s, ("grants", 0))
    answer(s, "F")
    reply(s, join=lambda q: q.seat == 1, bid_money=4, bid_points=0)
    assert not s.over and ask(s).kind == "government"
    answer(s, "dictatorship")
    assert s.over and s.influence[1] == 8 and s.money[1] == 96


def test_one_last_income() -> None:
    """VAR-2: all get one last income, in turn order, and the game ends at once, without further turns."""
    s = nearly()
    put(s, "H", port=True, sugar=2)
    s.start_seat = 2
    run(s, ("turns", 2))  # seat 0 is third in this round
    reply(s, move="stop", grant="F", join=False)
    assert s.over and s.turn == -1
    paid = records(s, "income")
    assert [r["seat"] for r in paid] == [0, 2, 3, 0, 1]
    assert [r["total"] for r in paid][-1] == 3
    assert s.money[1] == 103


def test_without_the_variant_it_does_not_end_early() -> None:
    """VAR-2: only in the independence game is a number of independent countries the end."""
    s = nearly()
    s.variants = 0
    run(s, ("grants", 0))
    answer(s, "F")
    reply(s, join=False)
    assert not s.over


def test_it_goes_on_after_round_24() -> None:
    """VAR-2: past round 24 the phase-6 cards are shuffled and dealt again, four each."""
    s = last_round(variants=("independence",))
    run(s, ("round_start",))
    reply(s, **{**PASSIVE, "cards": [()] * 4})
    assert not s.over and (s.round, s.phase) == (25, 6)
    dealt = [card for hand in s.hands for card in hand]
    assert [len(hand) for hand in s.hands] == [4, 4, 4, 4]
    assert sorted(dealt) == list(range(120, 136))
    first = tuple(dealt)
    s.round = 28
    s.hands = [()] * 4
    s.stack.clear()
    s.questions = ()
    s.sealed = []
    run(s, ("round_end",))
    again = [card for hand in s.hands for card in hand]
    assert sorted(again) == sorted(first) and tuple(again) != first  # another order


def test_a_kept_card_is_not_dealt_again() -> None:
    """VAR-2, EVT-2: a phase-6 card that lies in front of a player is not among those dealt again."""
    s = last_round(variants=("independence",))
    kept = next(c.id for c in load_cards() if c.phase == 6 and c.number <= 16 and c.kept)
    keeps(s, 0, kept)
    s.round = 24
    run(s, ("round_end",))
    assert card_index(kept) not in [card for hand in s.hands for card in hand]


def test_never_past_round_48() -> None:
    """VAR-2: never past round 48."""
    for number, over in ((44, False), (48, True)):
        s = last_round(variants=("independence",))
        s.round = number
        run(s, ("round_end",))
        assert s.over is over


@pytest.mark.parametrize(("number", "counts"), [(24, True), (25, False)])
def test_world_war_cards_past_round_24(number: int, counts: bool) -> None:
    """VAR-2: past round 24 world-war cards have no effect, and the journal says so."""
    wars = [c for c in load_cards() if c.world_war]
    assert wars and all(c.phase == 6 for c in wars)
    for card in wars:
        s = position(phase=6, variants=("independence",))
        own(s, 0, "FB")
        put(s, "F", sugar=1, armies=1, port=True)
        s.ships[0] = 3
        s.round = number
        s.hands[0] = (card_index(card.id),)
        before = s.to_dict()
        run(s, ("event", 0))
        turned = records(s, "event")
        if counts:
            assert s.questions or turned[0]["effects"]
        else:
            assert done(s) and turned[0]["effects"] == [] and len(records(s, "note")) == 1
            after = s.to_dict()
            assert {k for k in after if after[k] != before[k]} <= {"hands", "step"}


def test_the_number_counts_before_round_24_as_well() -> None:
    """VAR-2: when the number is reached before round 24 the game ends there; round 24 alone ends nothing."""
    s = nearly(already=8 - 1)
    run(s, ("grants", 0))
    answer(s, "F")
    reply(s, join=False)
    assert s.over and s.round < 24
    t = last_round(variants=("independence",))
    run(t, ("round_start",))
    reply(t, **{**PASSIVE, "cards": [()] * 4})
    assert not t.over


# ------------------------------------------------------------------ VAR-3


def saboteur(**arguments: Any) -> ColonyState:
    """Seat 0's colonist is in F; seat 1 holds K with two products, seat 2 the far Q, seat 3 an empty G."""
    s = position(**{"variants": ("sabotage",), **arguments})
    own(s, 0, "FA")
    own(s, 1, "K")
    own(s, 2, "Q")
    own(s, 3, "G")
    put(s, "F", colonist=0)
    put(s, "A", sugar=1)
    put(s, "K", gold=1, sugar=2)
    put(s, "Q", gold=1)
    return s


def test_sabotage_succeeds() -> None:
    """VAR-3: the colonist removes one counter from a neighbouring rival country on a blue 6."""
    s = saboteur()
    script(s, dice=[6])
    run(s, ("action", 0, 4))
    question = ask(s)
    assert (question.kind, question.seat) == ("search", 0)
    assert question.options == ("search", ("sabotage", "K"))  # G has no counter, Q is not next door, A is own
    answer(s, ("sabotage", "K"))
    which = ask(s)
    assert (which.kind, which.seat, which.options) == ("product", 0, ("sugar", "gold"))
    answer(s, "gold")
    assert done(s) and country(s, "K")["products"] == {"sugar": 2}
    assert s.influence == [10, 10, 10, 10] and s.money[0] == 97
    assert not records(s, "search")
    sound(s)


@pytest.mark.parametrize("blue", [1, 2, 3, 4, 5])
def test_sabotage_fails(blue: int) -> None:
    """VAR-3: on 1 to 5 it fails, nothing is removed, and the rival gains 1 Influence."""
    s = saboteur()
    script(s, dice=[blue])
    run(s, ("action", 0, 4))
    answer(s, ("sabotage", "K"))
    assert done(s) and country(s, "K")["products"] == {"gold": 1, "sugar": 2}
    assert s.influence == [10, 11, 10, 10]


def test_searching_instead() -> None:
    """VAR-3: it is done instead of searching; whoever searches does not sabotage."""
    s = saboteur()
    script(s, dice=[1, 1])
    run(s, ("action", 0, 4))
    answer(s, "search")
    answer(s, False)
    assert record(s, "search")["product"] == "spices"
    assert country(s, "K")["products"] == {"gold": 1, "sugar": 2} and s.influence == [10, 10, 10, 10]


def test_sabotage_is_a_switch() -> None:
    """VAR-3, VAR-4: without the variant the colonist only searches; the blue die is a value."""
    s = saboteur(variants=())
    run(s, ("action", 0, 4))
    assert ask(s).kind == "again"
    t = saboteur(rules={"sabotage.blue": 2})
    script(t, dice=[2])
    run(t, ("action", 0, 4))
    answer(t, ("sabotage", "K"))
    assert ask(t).kind == "product"


def test_no_target_no_question() -> None:
    """VAR-3: without a neighbouring rival country that holds a counter the colonist searches at once."""
    s = position(variants=("sabotage",))
    own(s, 0, "F")
    own(s, 1, "G")
    put(s, "F", colonist=0)
    run(s, ("action", 0, 4))
    assert ask(s).kind == "again"


# ------------------------------------------------------------------ whole games


def test_whole_games_end_where_they_should() -> None:
    """END-1, VAR-2: a game has 24 rounds; the independence game ends by its number or at round 48."""
    for seed in range(6):
        for variants in ({}, {"independence": True}):
            game = colony.new_game(players=[colony.bot("random")] * 4, seed=seed, variants=variants)
            game.play()
            seen = game.view()
            free = sum(c["independent"] for c in seen["countries"].values())
            assert game.result is not None and game.pending == () and seen["step"] == "over"
            money = [p["money"] for p in seen["powers"]]
            assert game.result == {"winners": [p for p in range(4) if money[p] == max(money)], "money": money}
            if not variants:
                assert seen["round"] == 24
            else:
                assert free >= 8 or seen["round"] == 48
