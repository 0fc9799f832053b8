"""Laws of every position, on random games of every number of players and every mixture of variants."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import colony_nb as colony
from laws.lawkit import (
    BUILDINGS,
    CROPS,
    ENTER,
    IDS,
    MINERALS,
    RICH,
    TABLES,
    Told,
    View,
    added_up,
    exports,
    goods,
    moments,
    new,
    next_income,
    own,
    pays,
    pick,
    played,
    spaces,
)

tables = pytest.mark.parametrize(("players", "chosen"), TABLES, ids=IDS)


def conserved(view: View) -> None:
    """Products, armies, rebellions, buildings and governments: what is not on the board is in the supply."""
    countries = view["countries"].values()
    for name in CROPS + MINERALS:
        count = 13 if ENTER[name] in (4, 5) else 14
        held = sum(c["products"].get(name, 0) for c in countries)
        assert view["bag"][name] + held == (count if ENTER[name] <= view["phase"] else 0), name
        assert view["bag"][name] >= 0
    supply = view["supply"]
    assert supply["army"] == 50 - sum(c["armies"] for c in countries)
    assert supply["rebellion"] == 18 - sum(c["rebellion"] for c in countries)
    for what in BUILDINGS:
        assert supply[what] == 18 - sum(c[what] for c in countries), what
    for form in ("democracy", "monarchy", "dictatorship"):
        assert supply[form] == 9 - sum(c["government"] == form for c in countries), form
    assert min(supply.values()) >= 0


def within_limits(view: View) -> None:
    """Money and Influence never negative, 3 armies, one owner, six countries, figures at home."""
    for letter, c in view["countries"].items():
        assert 0 <= c["armies"] <= 3, letter
        assert c["owner"] is not None or not c["armies"], letter
        assert all(n > 0 for n in c["products"].values()), letter
        assert all(type(c[what]) is bool for what in BUILDINGS), letter
        assert not (c["independent"] and c["rebellion"]), letter
        assert c["government"] is None or c["independent"], letter
        assert not c["port"] or c["coast"], letter
    for seat, power in enumerate(view["powers"]):
        assert power["seat"] == seat
        assert power["money"] >= 0 and power["influence"] >= 0 and power["ships"] >= 1
        lands = [letter for letter, c in view["countries"].items() if c["owner"] == seat]
        assert power["countries"] == lands and len(lands) <= 6
        for figure in ("colonist", "missionary"):
            assert power[figure] is None or power[figure] in lands, figure


def recomputed(view: View) -> None:
    """Ladder, exports, income and monopolies, worked out again from the rules (INC, MON, IND-4)."""
    powers = view["powers"]
    for seat, power in enumerate(powers):
        assert power["ladder"] == sum(spaces(c["products"]) for c in own(view, seat))
        assert power["exportable"] == (exports(view, seat) or 0)
        assert power["income"] == next_income(view, seat)
    for name in CROPS + MINERALS:
        counts = [goods(view, seat)[name] for seat in range(view["players"])]
        holders = [seat for seat, power in enumerate(powers) if name in power["monopolies"]]
        assert len(holders) <= 1
        if holders:
            assert counts[holders[0]] == max(counts) >= 3, name
        else:
            assert max(counts) < 3 or counts.count(max(counts)) > 1, name


@tables
def test_every_position(players: int, chosen: tuple[str, ...]) -> None:
    """SET-6, SET-7, INC-1, INC-2, INC-3, MON-1, MON-2, MON-3, INF-1: counters and limits hold always."""
    for seed in (1, 2):
        game = new(players, chosen, seed, rich=seed == 2)
        for _ in moments(game, seed):
            view = game.view()
            conserved(view)
            within_limits(view)
            recomputed(view)
            assert bool(game.pending) is (game.result is None)
            for decision in game.pending:
                assert decision.options and len(set(decision.options)) == len(decision.options) > 1
        assert view["step"] == "over" and view["round"] <= (48 if "independence" in chosen else 24)


@tables
def test_the_journal_adds_up(players: int, chosen: tuple[str, ...]) -> None:
    """Money, Influence and the board, told from the journal alone, equal the view at every moment."""
    for seed in (3, 4):
        rich = seed == 4
        game = new(players, chosen, seed, rich)
        heard = 0
        told = Told(game.view())
        for n in moments(game, seed):
            view = game.view()
            journal = game.journal
            money, influence = added_up(journal, players, RICH if rich else 5)
            assert money == [p["money"] for p in view["powers"]]
            assert influence == [p["influence"] for p in view["powers"]]
            for record in journal[heard:]:
                assert record["n"] <= n and 0 <= record["round"] <= 48 and 1 <= record["phase"] <= 6
                assert record["seat"] is None or 0 <= record["seat"] < players
                if record["kind"] == "income":
                    assert record["ladder_pay"] == pays(min(record["exportable"], 6 * record["ships"]))
                    parts = ("ladder_pay", "monopoly_pay", "government_pay", "event_pay")
                    assert record["total"] == max(0, sum(record[part] for part in parts))
                told.hear(record)
            heard = len(journal)
            waiting = any(d.kind == "relocate" for d in game.pending)
            fought = any(
                d.kind in ("rebel_product", "rebel_spread") for d in game.pending
            )  # its record follows
            for letter, c in view["countries"].items():
                heard_of = told.countries[letter]
                assert +heard_of["products"] == c["products"], letter
                same = [k for k in heard_of if k != "products" and not (k == "rebellion" and fought)]
                assert {k: heard_of[k] for k in same} == {k: c[k] for k in same}, letter
            for seat, power in enumerate(view["powers"]):
                assert told.ships[seat] == power["ships"]
                held = [name for name, holder in told.monopolies.items() if holder == seat]
                assert sorted(held) == sorted(power["monopolies"])
                for figure in ("colonist", "missionary"):
                    heard_there = told.figures.get((seat, figure))
                    assert heard_there == power[figure] or (waiting and power[figure] is None)
        assert [r["n"] for r in game.journal] == sorted(r["n"] for r in game.journal)


FOREIGN: list[Any] = [
    None,
    "",
    "Z",
    "stop",
    99,
    -1,
    0,
    1,
    True,
    False,
    1.0,
    (),
    (11,),
    ("attack",),
    [["A"]],
    {},
    "a",
]


@tables
def test_what_is_offered_is_accepted(players: int, chosen: tuple[str, ...]) -> None:
    """Every offered option is accepted, on a fork, and any other refused; the origin is never disturbed."""
    game = new(players, chosen, 5, rich=players % 2 == 0)
    chance = random.Random(5)
    for n in moments(game, 5):
        if n % 5 and {d.kind for d in game.pending} <= {"cards", "move"}:
            continue
        digest, length, view, pending = game.digest(), len(game.journal), game.view(), game.pending
        for decision in pending:
            options = decision.options
            for option in options if len(options) < 7 else chance.sample(options, 5):
                fork = game.fork()
                fork.choose(decision, option)
                assert fork.n == n + 1 and fork.digest() != digest
                assert decision not in fork.pending
        assert game.n == n
        for decision in pending[:1]:
            for value in FOREIGN:
                if any(value == o and type(value) is type(o) for o in decision.options):
                    continue
                if isinstance(value, list) and tuple(value) in decision.options:
                    continue
                with pytest.raises(colony.IllegalChoice):
                    game.choose(decision, value)
        assert (game.digest(), len(game.journal), game.view()) == (digest, length, view)
        assert game.pending == pending


plain = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-9, 99)
    | st.floats()
    | st.text(max_size=3)
    | st.sampled_from("ABCDEFGHIJK"),
    lambda inner: (
        st.lists(inner, max_size=4) | st.tuples(inner, inner) | st.dictionaries(st.text(max_size=2), inner)
    ),
    max_leaves=6,
)
ASKED = [played(new(4, ("sabotage",), seed, rich=True), seed, most=60 + 70 * seed) for seed in range(6)]


@settings(max_examples=150, deadline=None, derandomize=True, database=None)
@given(which=st.integers(0, len(ASKED) - 1), value=plain)
def test_any_other_value_is_refused(which: int, value: Any) -> None:
    """Whatever is no option is refused in one sentence, and nothing changes."""
    game = ASKED[which]
    if not game.pending:
        return
    decision = game.pending[0]
    if any(
        repr(value) == repr(o) or repr(value) == repr(list(o))
        for o in decision.options
        if isinstance(o, tuple)
    ):
        return
    if any(repr(value) == repr(o) for o in decision.options):
        return
    digest = game.digest()
    with pytest.raises(colony.IllegalChoice) as caught:
        game.choose(decision, value)
    assert str(caught.value) and "\n" not in str(caught.value).strip()
    assert game.digest() == digest and game.pending[0] == decision


@settings(max_examples=25, deadline=None, derandomize=True, database=None)
@given(
    players=st.integers(3, 6),
    chosen=st.sets(st.sampled_from(["pass_event_cards", "independence", "sabotage"])),
    seed=st.integers(0, 2**63),
    coins=st.integers(0, 400),
    play=st.integers(0, 2**32),
)
def test_any_table(players: int, chosen: set[str], seed: int, coins: int, play: int) -> None:
    """Any seed, any start money: a game ends, and its last position keeps every law."""
    game = colony.new_game(
        players, seed, variants=dict.fromkeys(sorted(chosen), True), rules={"setup.coins": coins}
    )
    chance = random.Random(play)
    while game.pending:
        game.choose(*pick(chance, game))
        if game.n % 10 == 0:
            within_limits(game.view())
    view = game.view()
    conserved(view)
    within_limits(view)
    recomputed(view)
    money, influence = added_up(game.journal, players, coins)
    assert money == [p["money"] for p in view["powers"]] and influence == [
        p["influence"] for p in view["powers"]
    ]
    assert game.result is not None and game.result["money"] == money


@pytest.mark.slow
@tables
def test_many_games(players: int, chosen: tuple[str, ...]) -> None:
    """The laws of every position on many more games."""
    for seed in range(100, 110):
        game = new(players, chosen, seed, rich=bool(seed % 2))
        for _ in moments(game, seed):
            view = game.view()
            conserved(view)
            within_limits(view)
            recomputed(view)
