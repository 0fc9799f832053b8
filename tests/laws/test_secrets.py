"""Laws of secrecy: a seat sees what it may know, and nothing that it sees depends on anything else."""

from __future__ import annotations

import random
from typing import Any

import pytest

import colony_nb as colony
from colony_nb import bots
from colony_nb.games.colony.state import ColonyState
from colony_nb.kernel.dice import mix64
from laws.lawkit import IDS, TABLES, moments, new

tables = pytest.mark.parametrize(("players", "chosen"), TABLES, ids=IDS)
BOTS = [bots.find(name) for name in ("random", "steady")]


def other_luck(s: ColonyState, seat: int, chance: random.Random) -> ColonyState:
    """The position with everything changed that the seat may not know."""
    new = s.copy()
    new.rng ^= chance.getrandbits(64)
    new.deck_rng ^= chance.getrandbits(64)
    new.dice_script = [chance.randint(1, 6) for _ in range(5)]
    new.stack = [("step", chance.getrandbits(9))]  # it holds coins already bid and cards already passed
    new.forced = ((chance.randrange(s.seats), "bid_points", "IND-3"),)
    new.decks = tuple(tuple(chance.sample(deck, len(deck))) for deck in s.decks)
    top = s.variants & 1 and s.step == "pass" and s.hands[seat]
    known = s.hands[seat][:1] if top else ()
    hidden = [card for p, hand in enumerate(s.hands) for card in (hand[len(known) :] if p == seat else hand)]
    chance.shuffle(hidden)
    hands = []
    for p, hand in enumerate(s.hands):
        keep = list(known) if p == seat else []
        while len(keep) < len(hand):
            keep.append(hidden.pop())
        hands.append(tuple(keep))
    new.hands = hands
    for p, value in enumerate(s.sealed):
        if p != seat and value is not None:
            new.sealed[p] = chance.choice([(), (4,), (1,), True, False, 0, 3])
    return new


def asked(s: ColonyState, seat: int) -> list[Any]:
    """The open questions of a seat."""
    return [q for q in s.questions if q.seat == seat]


@tables
def test_hidden_things_do_not_show(players: int, chosen: tuple[str, ...]) -> None:
    """Positions that differ in what a seat may not know give it one view, question and bot's answer."""
    game = new(players, chosen, 31, rich=True)
    chance = random.Random(31)
    names = game.setup.names
    rules = game.ruleset
    for n in moments(game, 31):
        if n % 6:
            continue
        s = game._state
        for seat in range(players):
            t = other_luck(s, seat, chance)  # type: ignore[arg-type]
            assert rules.view(t, names, seat) == rules.view(s, names, seat) == game.view(seat)
            assert asked(t, seat) == asked(s, seat)  # type: ignore[arg-type]
            seen, also = rules.seen_by(s, seat), rules.seen_by(t, seat)
            assert seen.to_dict() == also.to_dict()
            for question in asked(s, seat):  # type: ignore[arg-type]
                for bot in BOTS:
                    key = mix64(n)
                    first = bot.choose(seen, question, key)
                    assert first == bot.choose(also, question, key)
                    assert first[0] in question.options


@tables
def test_sealed_answers_of_others_do_not_show(players: int, chosen: tuple[str, ...]) -> None:
    """view(seat) and the seat's own questions stay as they are while others answer, whatever they answer."""
    game = new(players, chosen, 32, rich=True)
    chance = random.Random(32)
    for _ in moments(game, 32):
        open_ = game.pending
        if len(open_) < 2 or (open_[0].kind == "cards" and game.n % 3):
            continue
        seat = chance.choice(open_).seat
        before = game.view(seat)
        public = game.view()
        fork = game.fork()
        for decision in open_:
            if decision.seat == seat:
                continue
            fork.choose(decision, chance.choice(decision.options))
            assert fork.view(seat) == before
            assert fork.view() == public
            assert [(d, d.options) for d in fork.pending if d.seat == seat] == [
                (d, d.options) for d in open_ if d.seat == seat
            ]
            assert len(fork.journal) == len(game.journal)
            own = fork.view(decision.seat)
            assert own["sealed"] is not None and public.get("sealed") is None
        assert fork.view(seat)["sealed"] is None


def test_what_a_seat_alone_knows() -> None:
    """A seat's view adds its own sealed answer, in VAR-1 its top card while cards are passed, and no more."""
    game = new(4, ("pass_event_cards",), 33)
    while game.pending[0].kind == "start_country":
        game.choose(game.pending[0], game.pending[0].options[0])
    assert game.view()["step"] == "pass"
    tops = [game.view(seat)["top_card"] for seat in range(4)]
    assert all(top.startswith("p1-") for top in tops) and len(set(tops)) == 4
    assert "top_card" not in game.view() and "sealed" not in game.view()
    while game.pending[0].kind == "pass_card":
        game.choose(game.pending[0], game.pending[0].options[0])
    # a card that was passed is read at the end of the turn only
    assert [game.view(seat)["top_card"] for seat in range(4)] == [None] * 4
    game.choose(game.pending[2], (4,))
    assert [game.view(seat)["sealed"] for seat in range(4)] == [None, None, (4,), None]
    plain = new(4, (), 33)
    assert set(plain.view(0)) - set(plain.view()) == {"sealed"}


def test_no_view_holds_a_card_that_lies_face_down() -> None:
    """No face-down card's number stands in a view or in the journal before it is turned."""
    game = colony.new_game(4, 34, variants={"pass_event_cards": True})
    chance = random.Random(34)
    while game.pending and game.view()["round"] < 8:
        turned = {r["card"] for r in game.journal if r["kind"] in ("event", "kept", "discard")}
        told = repr([r for r in game.journal if r["kind"] not in ("event", "kept", "discard")])
        for phase in range(1, 7):
            for number in range(1, 17):
                card = f"p{phase}-{number:02d}"
                if card not in turned:
                    assert card not in told
                    assert card not in repr(game.view())
                    for seat in range(4):
                        seen = game.view(seat)
                        assert card not in repr({k: v for k, v in seen.items() if k != "top_card"})
        decision = game.pending[0]
        game.choose(decision, chance.choice(decision.options))
