"""The public contract: decisions, choosing, making a game; one clear sentence for what is wrong."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from typing import Any

import pytest

import colony_nb as colony
from laws.lawkit import PRODUCTS, TABLES, finished, new, pick, played, sentence

RULE = re.compile(r"(SET|RND|INC|MON|INF|ACT|EVT|BAT|REB|IND|END|VAR)-\d+")
LETTERS = "ABCDEFGHIJKLMNOPQR"


# ------------------------------------------------------------------ decisions

Check = Callable[[Any], bool]


def whole(value: Any) -> bool:
    return type(value) is int


def letter(value: Any) -> bool:
    return type(value) is str and len(value) == 1 and value in LETTERS


def one_of(*values: Any) -> Check:
    return lambda value: any(value == v and type(value) is type(v) for v in values)


def stop_or(check: Check) -> Check:
    return lambda value: value == "stop" or check(value)


def step(*names: str) -> Check:
    return lambda v: type(v) is tuple and len(v) == 3 and v[0] in names and letter(v[1]) and letter(v[2])


def cards(value: Any) -> bool:
    return (
        type(value) is tuple
        and all(whole(n) and 1 <= n <= 10 for n in value)
        and [*value] == sorted(set(value))
    )


def operation(value: Any) -> bool:
    if type(value) is not tuple:
        return False
    if value[0] == "expedition":
        return len(value) == 2 and letter(value[1])
    return len(value) == 4 and step("attack")(value[:3]) and value[3] in (1, 2, 3)


SHAPES: dict[str, Check] = {
    "start_country": letter,
    "cards": cards,
    "pass_card": lambda v: whole(v) and 0 <= v < 6,
    "move": stop_or(step("colonist", "missionary", "army")),
    "expand": letter,
    "build": letter,
    "army_place": letter,
    "place": letter,
    "army_count": one_of(1, 2),
    "again": one_of(True, False),
    "product": one_of(*PRODUCTS),
    "operations": lambda v: whole(v) and v >= 1,
    "attack": stop_or(operation),
    "use_kept": one_of(True, False),
    "offer": stop_or(
        lambda v: type(v) is tuple and len(v) == 3 and whole(v[0]) and letter(v[1]) and letter(v[2])
    ),
    "answer": one_of(True, False),
    "march": lambda v: whole(v) and 0 <= v <= 3,
    "relocate": letter,
    "event": one_of("a", "b"),
    "country": letter,
    "rebel_country": letter,
    "rebel_spread": letter,
    "rebel_product": one_of(*PRODUCTS),
    "order": letter,
    "draft": stop_or(step("army")),
    "grant": stop_or(letter),
    "join": one_of(True, False),
    "bid_money": lambda v: whole(v) and v >= 0,
    "bid_points": lambda v: whole(v) and v >= 0,
    "government": one_of("democracy", "monarchy", "dictatorship"),
    "search": lambda v: v == "search" or (type(v) is tuple and v[0] == "sabotage" and letter(v[1])),
}
SEALED = ("cards", "join", "bid_money", "bid_points")


def test_options_have_their_shapes() -> None:
    """Every decision: a seat, a kind, a rule, options of that kind's shape, a sentence, a label an option."""
    met: dict[str, int] = {}
    for index in range(len(TABLES)):
        players, chosen = TABLES[index]
        game = new(players, chosen, 43, rich=True)
        chance = random.Random(index)
        while game.pending:
            for d in game.pending:
                check = SHAPES[d.kind]
                assert 0 <= d.seat < players and type(d.options) is tuple and len(d.options) > 1
                assert all(check(option) for option in d.options), (d.kind, d.options)
                assert d.sealed is (d.kind in SEALED), d.kind
                assert RULE.fullmatch(d.rule), d.rule
                assert isinstance(d.context, dict)
                met[d.kind] = met.get(d.kind, 0) + 1
                if met[d.kind] < 12:
                    assert d.prompt.strip() and d.prompt[-1] in ".?:!", d.prompt
                    labels = [d.label(option) for option in d.options[:40]]
                    assert all(type(text) is str and text for text in labels)
                    assert len(set(labels)) == len(labels), labels
            assert len({d.seat for d in game.pending}) == len(game.pending)
            assert len(game.pending) == 1 or game.pending[0].sealed
            game.choose(*pick(chance, game))
    assert set(SHAPES) - set(met) <= {"offer", "answer"}, set(SHAPES) - set(met)


def test_stop_comes_first() -> None:
    """Where one may stop, "stop" is the first option."""
    for seed in range(3):
        game = new(4, ("sabotage",), seed, rich=True)
        chance = random.Random(seed)
        while game.pending:
            for d in game.pending:
                if "stop" in d.options:
                    assert d.options[0] == "stop"
            game.choose(*pick(chance, game))


def test_decisions_compare_by_moment_seat_and_kind() -> None:
    """A Decision compares by (n, seat, kind)."""
    game, twin, other = (colony.new_game(4, seed) for seed in (7, 7, 8))
    d, same = game.pending[0], twin.pending[0]
    assert d == same and hash(d) == hash(same) and d is not same
    assert d == game.fork().pending[0] and d != "start_country"
    assert (d == other.pending[0]) is (d.seat == other.pending[0].seat)
    game.choose(d, d.options[0])
    assert d != game.pending[0] and d not in game.pending
    twin.choose(d, d.options[0])  # another game's equal decision is as good
    assert twin.n == 1


def test_a_decision_that_is_no_longer_open() -> None:
    """It is refused in one sentence, and nothing changes."""
    game = colony.new_game(4, seed=7)
    d = game.pending[0]
    game.choose(d, d.options[0])
    digest = game.digest()
    for wrong in (d, None, "cards", 7):
        with pytest.raises(colony.IllegalChoice) as caught:
            game.choose(wrong, d.options[1])  # type: ignore[arg-type]
        sentence(caught.value)
    assert game.digest() == digest and game.n == 1


def test_lists_stand_for_tuples() -> None:
    """JSON turns tuples into lists; choose takes both, and keeps a tuple."""
    game = colony.new_game(4, seed=7)
    while game.pending[0].kind == "start_country":
        game.choose(game.pending[0], game.pending[0].options[0])
    twin = game.fork()
    for d in game.pending:
        game.choose(d, json.loads(json.dumps(d.options[-1])))
        twin.choose(d, d.options[-1])
    assert game.digest() == twin.digest()


def to_kind(kind: str, chosen: tuple[str, ...] = ()) -> colony.Game:
    """A game in which a question of the kind is open."""
    for seed in range(50):
        game = new(4, chosen, seed, rich=True)
        chance = random.Random(seed)
        while game.pending:
            if game.pending[0].kind == kind:
                return game
            game.choose(*pick(chance, game))
    raise AssertionError(kind)


@pytest.mark.parametrize(
    ("kind", "wrong"),
    [
        ("army_count", (True, 1.0, "1", 0, 3)),
        ("again", (1, 0, "True", None)),
        ("operations", (True, 1.0, 0, -1, 10_000)),
        ("cards", ((1.0,), (True,), (4, 4), (11,), 4, "4", (2, 1), None)),
        ("march", (True, False, 4, -1)),
        ("join", (1, 0, "yes")),
        ("bid_money", (True, 1.0, -1, 10_000, "3")),
        ("government", ("anarchy", 0, True)),
        ("grant", ("STOP", "a", "Z", ("B",))),
    ],
)
def test_values_of_another_type_are_refused(kind: str, wrong: tuple[Any, ...]) -> None:
    """True is not 1, 1.0 is not 1: refused in one sentence, and nothing changes."""
    game = to_kind(kind)
    digest, told = game.digest(), len(game.journal)
    d = game.pending[0]
    for value in wrong:
        with pytest.raises(colony.IllegalChoice) as caught:
            game.choose(d, value)
        sentence(caught.value)
    assert (game.digest(), len(game.journal)) == (digest, told) and game.pending[0] == d


def test_one_option_is_answered_by_the_engine() -> None:
    """A question with one option is answered by the engine, marked so, and has no number of its own."""
    game = finished(3, 41)
    forced = [r for r in game.journal if r["kind"] == "forced"]
    assert forced and all(SHAPES[r["question"]](r["option"]) for r in forced)
    assert game.n == len(game.document()["log"])


def test_play_and_choose() -> None:
    """play() lets bots act until a person must choose; choose() alone moves no bot."""
    game = colony.new_game([colony.bot("random"), "Ana", colony.bot("random")], seed=2)
    n = game.n
    game.play()
    assert {d.seat for d in game.pending} == {1}
    n = game.n
    game.choose(game.pending[0], game.pending[0].options[0])
    assert game.n == n + 1
    before = game.n
    assert game.pending[0].seat in (0, 2) or game.pending[0].sealed
    game.play()
    assert game.n >= before and all(d.seat == 1 for d in game.pending)


def test_the_game_is_over() -> None:
    """Then pending is (), result is there, and a choice is refused in one sentence."""
    game = finished(8, 41)
    assert game.pending == () and game.result is not None
    assert set(game.result) == {"winners", "money"}
    assert game.play() in (0, None)
    d = new(4).pending[0]
    with pytest.raises(colony.IllegalChoice) as caught:
        game.choose(d, d.options[0])
    sentence(caught.value)
    assert new(4).result is None


# ------------------------------------------------------------------ making a game


@pytest.mark.parametrize(
    "players", [2, 7, 0, -3, True, 4.0, "Ana", None, [], ["A", "B"], list("ABCDEFG"), {3}]
)
def test_wrong_number_of_players(players: Any) -> None:
    """SET-1: 3 to 6 players; anything else is told in one sentence."""
    with pytest.raises(colony.ColonyError) as caught:
        colony.new_game(players=players, seed=1)
    assert re.search(r"3 to 6|3 .* 6", sentence(caught.value))


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "a\nb", "a\x00b", "\u202eevil", None, 7, ["x"]])
def test_bad_names(name: Any) -> None:
    """A name is 1 to 40 printable characters."""
    with pytest.raises(colony.ColonyError) as caught:
        colony.new_game([name, "Bo", "Cy"], seed=1)
    sentence(caught.value)


def test_names() -> None:
    """An unplayed name is the power's colour; a name is kept as it is, HTML and all."""
    evil = "<img src=x onerror=alert(1)>"
    game = colony.new_game([evil, colony.bot("random"), "Zoë 😀"], seed=1)
    names = [p["name"] for p in game.view()["powers"]]
    assert names[0] == evil and names[2] == "Zoë 😀" and names[1].isalpha()
    again = colony.from_code(game.code())
    assert [p["name"] for p in again.view()["powers"]] == names
    assert [p["name"] for p in new(6).view()["powers"]] == list(
        dict.fromkeys(p["name"] for p in new(6).view()["powers"])
    )


@pytest.mark.parametrize("seed", ["7", 1.5, True, [], float("nan")])
def test_bad_seed(seed: Any) -> None:
    """A seed is a whole number."""
    with pytest.raises(colony.ColonyError) as caught:
        colony.new_game(4, seed=seed)
    sentence(caught.value)


@pytest.mark.parametrize("seed", [0, -5, 2**80])
def test_any_whole_seed(seed: int) -> None:
    """Any whole number is a seed, and comes back from a code."""
    game = played(colony.new_game(3, seed=seed), 1, most=40)
    assert colony.from_code(game.code()).digest() == game.digest()


def test_no_seed_is_drawn() -> None:
    """Without a seed two games differ, and each can be taken up."""
    a, b = colony.new_game(6), colony.new_game(6)
    assert a.setup.seed != b.setup.seed
    assert colony.from_code(a.code()).digest() == a.digest()


@pytest.mark.parametrize("variants", [{"nonsense": True}, ["independence"], "independence", {1: True}])
def test_bad_variants(variants: Any) -> None:
    """A variant that does not exist is told in one sentence."""
    with pytest.raises(colony.ColonyError) as caught:
        colony.new_game(4, seed=1, variants=variants)
    sentence(caught.value)


@pytest.mark.parametrize(
    "rules",
    [
        *({"monopoly.crop": "many"}, {"nonsense": 1}, {"monopoly": 3}, {"monopoly.nonsense": 1}, ["x"], "x"),
        *(
            {"costs.army": [5]},
            {"monopoly.crop": True},
            {"rebellion.church": "sometimes"},
            {"costs.ship": -1},
        ),
    ],
)
def test_bad_rules(rules: Any) -> None:
    """VAR-4: rules that do not exist or do not fit are told in one sentence."""
    with pytest.raises(colony.ColonyError) as caught:
        colony.new_game(4, seed=1, rules=rules)
    sentence(caught.value)


def test_changed_rules_have_another_digest() -> None:
    """VAR-4: a code and a save belong to one set of rules, and changed values come along."""
    game = played(colony.new_game(3, seed=1, rules={"setup.coins": 50}), 1, most=30)
    again = colony.from_code(game.code())
    assert again.digest() == game.digest()
    assert colony.new_game(3, seed=1, rules={"setup.coins": 50}).view()["powers"][0]["money"] == 50


@pytest.mark.parametrize(
    "dice",
    [
        *({"dice": [7]}, {"dice": [0]}, {"dice": ["6"]}, {"dice": [True]}, {"draws": ["tin"]}),
        *({"decks": {7: [1]}}, {"decks": {1: [1, 1]}}, {"decks": {1: [99]}}),
    ],
)
def test_bad_dice(dice: Any) -> None:
    """Scripted dice show 1 to 6, draws are products, decks have cards of a phase."""
    with pytest.raises(colony.ColonyError) as caught:
        colony.new_game(4, seed=1, dice=colony.Scripted(**dice))
    sentence(caught.value)
    with pytest.raises(colony.ColonyError):
        colony.new_game(4, seed=1, dice=[6])  # type: ignore[arg-type]


def test_scripted_dice_are_used_up_first() -> None:
    """Scripted dice and draws come first, then the seeded ones."""
    dice = colony.Scripted(
        dice=[1, 6, 2, 3], draws=["gold", "sugar", "silver", "spices"], decks={1: [5, 6, 7, 8]}
    )
    game = colony.new_game(4, seed=1, dice=dice)
    assert game.pending[0].seat == 1
    while game.pending[0].kind == "start_country":
        game.choose(game.pending[0], game.pending[0].options[0])
    drawn = [(r["seat"], r["product"]) for r in game.journal if r["kind"] == "draw"]
    assert drawn == [(1, "gold"), (2, "sugar"), (3, "silver"), (0, "spices")]
    played(game, 1, most=game.n + 60)
    assert colony.from_code(game.code()).digest() == game.digest()


def test_unknown_bot_and_game() -> None:
    """They are told in one sentence that names the known ones."""
    for name in ("genius", 3):
        with pytest.raises(colony.ColonyError) as caught:
            colony.bot(name)  # type: ignore[arg-type]
        text = sentence(caught.value)
        assert "random" in text and "steady" in text
    with pytest.raises(colony.ColonyError) as caught:
        colony.new_game(4, game="chess")
    assert "colony" in sentence(caught.value)


@pytest.mark.parametrize("name", ["", None])
def test_no_name_at_all(name: Any) -> None:
    """A bot, a variant or a game without a name is told in one sentence as well."""
    for call in (
        lambda: colony.bot(name),
        lambda: colony.new_game(4, variants={name: True}),
        lambda: colony.new_game(4, game=name),
    ):
        with pytest.raises(colony.ColonyError) as caught:
            call()
        sentence(caught.value)


# ------------------------------------------------------------------ frames


def test_frame() -> None:
    """One row a power and round, with the figures of the views."""
    game = finished(8, 41)
    frame = game.frame()
    assert {"round", "seat", "money", "income", "influence", "countries", "ships"} <= set(frame.columns)
    assert len(frame) == 24 * 4 and sorted(set(frame["round"])) == list(range(1, 25))
    last = frame[frame["round"] == 24].sort_values("seat")
    powers = game.view()["powers"]
    assert last["money"].tolist() == [p["money"] for p in powers]
    assert last["influence"].tolist() == [p["influence"] for p in powers]
    assert last["countries"].tolist() == [len(p["countries"]) for p in powers]
    early = new(3).frame()
    assert set(early.columns) == set(frame.columns)
