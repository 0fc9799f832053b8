"""Laws of the simplified version, on random games of every number of players."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import colony_nb as colony
from colony_nb.games.simplified.state import SimState
from colony_nb.kernel.dice import mix64
from games.simplified.simkit import Accounts, moments, new, played

tables = pytest.mark.parametrize("players", [3, 4, 5, 6])
SEEDS = range(15)  # 60 games in the default run


def fingerprint(game: colony.Game) -> str:
    told = [game.n, game.digest(), game.view(), [*game.journal], game.result]
    return json.dumps(told, sort_keys=True)


def within_limits(picture: dict[str, Any]) -> None:
    countries = picture["countries"]
    for name, left in picture["bag"].items():
        held = sum(c["products"].get(name, 0) for c in countries.values())
        assert left >= 0 and left + held == (13 if name in ("tea", "coffee", "timber", "oil") else 14), name
    for c in countries.values():
        assert c["armies"] >= 0 and (c["owner"] is not None or not c["armies"])
        assert not c["port"] or c["coast"]
        assert not (c["rebellion"] and c["independent"]) and all(n > 0 for n in c["products"].values())
    for power in picture["powers"]:
        assert power["money"] >= 0 and power["prestige"] >= 0 and len(power["countries"]) <= 6
        own = [letter for letter, c in countries.items() if c["owner"] == power["seat"]]
        assert power["countries"] == own
        assert power["counters"] == sum(sum(countries[x]["products"].values()) for x in own)
        assert power["income"] == power["counters"]


def whole_game(players: int, seed: int, **options: Any) -> colony.Game:
    """A random game to its end, with every law of a position looked at on the way."""
    game = new(players, seed, **options)
    accounts, heard = Accounts(players), 0
    for n in moments(game, seed):
        picture = game.view()
        within_limits(picture)
        for record in game.journal[heard:]:
            assert record["n"] <= n and record["rule"].startswith("SIM-")
            accounts.hear(record)
        heard = len(game.journal)
        accounts.agree(picture)
        assert bool(game.pending) is (game.result is None)
        for d in game.pending:
            assert (
                len(set(d.options)) == len(d.options) > 1 and d.rule == d.context["step"] == picture["step"]
            )
    assert picture["step"] == "over" and picture["round"] == 15 and picture["phase"] == 4
    most = max(p["money"] for p in picture["powers"])
    assert game.result == {
        "winners": [p["seat"] for p in picture["powers"] if p["money"] == most],
        "money": [p["money"] for p in picture["powers"]],
    }
    return game


@tables
def test_random_games_end(players: int) -> None:
    """SIM-1 to SIM-14: random games end; money, prestige and board told from the journal are the view's."""
    for seed in SEEDS:
        whole_game(players, seed, variants={"read_and_discuss": seed % 5 == 0})


@pytest.mark.slow
@tables
def test_a_thousand_random_games_end(players: int) -> None:
    """SIM-1 to SIM-14: a thousand random games end, 250 for each number of players."""
    for seed in range(1000, 1250):
        whole_game(players, seed, rules={"setup.prestige": 10})


@tables
def test_only_what_is_offered_is_taken(players: int) -> None:
    """Every offered option is accepted; anything else is refused in a sentence, with nothing changed."""
    game = new(players, 5)
    chance = random.Random(5)
    wrong: list[Any] = [None, "z", "d", -1, 10_000, ("A",), ("attack", "A", "A"), ("A", 0), True, {}, 1.0]
    while game.pending:
        before = fingerprint(game)
        for decision in game.pending:
            for option in [x for x in wrong if not any(x is y or (x == y) for y in decision.options)]:
                with pytest.raises(colony.IllegalChoice) as caught:
                    game.choose(decision, option)
                assert str(caught.value).endswith(".")
            if game.n % 5 == 0:
                for option in decision.options[:40]:
                    fork = game.fork()
                    fork.choose(decision, option)
                    assert fork.n == game.n + 1
        assert fingerprint(game) == before
        old = chance.choice(game.pending)
        game.choose(old, chance.choice(old.options))
        with pytest.raises(colony.IllegalChoice):
            game.choose(old, old.options[0])


@tables
def test_saves_codes_and_time(players: int, tmp_path: Path) -> None:
    """save and load, code, undo and redo, at and fork give the same game back at any moment."""
    game = new(players, 8)
    seen = {}
    for n in moments(game, 8):
        seen[n] = json.dumps([game.view(), len(game.journal)], sort_keys=True)
        if n % 13 == 0:
            game.save(tmp_path / "game.json")
            assert fingerprint(colony.load(tmp_path / "game.json")) == fingerprint(game)
            assert fingerprint(colony.from_code(game.code())) == fingerprint(game)
    assert len(game.code()) <= 1500
    for n, told in seen.items():
        look = game.at(n)
        assert json.dumps([look.view(), len(look.journal)], sort_keys=True) == told
    end = fingerprint(game)
    back = game.fork()
    while back.n:
        back.undo()
    assert json.dumps([back.view(), len(back.journal)], sort_keys=True) == seen[0]
    for _ in range(game.n):
        back.redo()
    assert fingerprint(back) == fingerprint(game) == end


def test_a_save_that_lost_its_past_goes_on(tmp_path: Path) -> None:
    """A position taken up from its columns alone plays on to the same end."""
    game = new(4, 9)
    for n in moments(game, 9):
        if n == 60:
            break
    columns = json.loads(json.dumps(game._state.to_dict()))
    again = SimState.from_dict(columns, rules=game._state.rules, board=game._state.board)  # type: ignore[attr-defined]
    assert again.digest() == game.digest()
    end = fingerprint(played(game.fork(), 4))
    assert end == fingerprint(played(game, 4))


@tables
def test_same_seed_same_game(players: int) -> None:
    """The same seed and choices are the same game; another seed is another."""
    one, two, three = (fingerprint(played(new(players, seed), 3)) for seed in (7, 7, 8))
    assert one == two != three


@tables
def test_sealed_answers(players: int) -> None:
    """Nothing a seat sees changes by others' sealed answers, and their order does not matter."""
    game = new(players, 11)
    chance = random.Random(11)
    kinds = set()
    for _ in moments(game, 11):
        open_ = game.pending
        if len(open_) < 2:
            continue
        assert all(d.sealed and d.n == open_[0].n for d in open_)
        kinds.add(open_[0].kind)
        answers = [(d, chance.choice(d.options)) for d in open_]
        last = answers[-1][0].seat
        before, public, told = game.view(last), game.view(), len(game.journal)
        fork = game.fork()
        for decision, option in answers[:-1]:
            fork.choose(decision, option)
            assert fork.view(last) == before and fork.view() == public and len(fork.journal) == told
            assert fork.view(decision.seat)["sealed"] == option
        ends = set()
        for order in (answers, answers[::-1]):
            other = game.fork()
            for decision, option in order:
                other.choose(decision, option)
            ends.add(fingerprint(other))
        assert len(ends) == 1
    assert kinds == {"choice", "invest"}


@tables
def test_hidden_things_do_not_show(players: int) -> None:
    """Others' sealed answers and the dice to come change neither a seat's view nor what a bot chooses."""
    game = new(players, 12)
    chance = random.Random(12)
    bots = [colony.bots.find(name, "simplified") for name in ("random", "steady")]  # type: ignore[attr-defined]
    for n in moments(game, 12):
        s = game._state
        t = s.copy()
        t.rng ^= chance.getrandbits(64)
        t.dice_script, t.stack = [1, 2], [("secret", chance.getrandbits(9))]
        for seat in range(players):
            hidden = t.copy()
            for p, value in enumerate(hidden.sealed):
                if p != seat and value is not None:
                    hidden.sealed[p] = "x"
            seen, also = game.ruleset.seen_by(s, seat), game.ruleset.seen_by(hidden, seat)
            assert seen.to_dict() == also.to_dict()
            assert game.ruleset.view(hidden, game.setup.names, seat) == game.view(seat)
            for q in seen.questions:
                for bot in bots:
                    option, _ = bot.choose(seen, q, mix64(n))
                    assert option in q.options and bot.choose(also, q, mix64(n))[0] == option


def test_bots_play_and_steady_is_better() -> None:
    """Both bots play whole games and give a sentence for every choice; steady beats random."""
    wins = {"steady": 0, "random": 0}
    for seed in range(30):
        names = ["steady", "random"] * 2
        game = colony.new_game([colony.bot(name) for name in names], seed, game="simplified")
        game.play()
        assert game.result is not None
        for seat in game.result["winners"]:
            wins[names[seat]] += 1
        if seed < 3:
            for n in range(game.n):
                reason = game.why(n)
                assert reason and reason.endswith(".") and "No reason" not in reason and "{" not in reason
    assert wins["steady"] > 2 * wins["random"]


def test_frame() -> None:
    """game.frame(): a row a power and step, with nothing missing."""
    game = played(new(3, 2), 2)
    frame = game.frame()
    assert list(frame["round"]) == [n for n in range(1, 16) for _ in range(3)]
    assert not frame.isna().any(axis=None)
    assert list(frame["money"].tail(3)) == [p["money"] for p in game.view()["powers"]]


@pytest.mark.parametrize(
    "wrong",
    [
        {"players": 2},
        {"players": 7},
        {"variants": {"sabotage": True}},
        {"rules": {"setup.prestige": -1}},
        {"rules": {"setup.nothing": 1}},
        {"rules": {"step": []}},
        {"rules": {"labour.read_and_discuss": 1}},
        {"rules": {"setup": {"closed_below_five": ["A", "A", "B"]}}},
        {"dice": colony.Scripted(dice=[7])},
        {"dice": colony.Scripted(draws=["silk"])},
        {"dice": colony.Scripted(decks={1: [1]})},
        {"game": "simple"},
    ],
    ids=str,
)
def test_what_cannot_be_played(wrong: dict[str, Any]) -> None:
    """A set-up that does not fit is refused in one sentence."""
    with pytest.raises(colony.ColonyError) as caught:
        colony.new_game(**{"players": 3, "seed": 1, "game": "simplified", **wrong})
    text = str(caught.value)
    assert text.endswith(".") and len(text.split()) > 4 and "please report" not in text
