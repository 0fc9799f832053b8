"""The prepared positions: each loads with its past and does what its teaching point says."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Sequence
from typing import Any

import pytest

import colony_nb as colony
from colony_nb import prepared
from colony_nb.commentary.lint import Editor, Passage
from colony_nb.paths import DATA
from colony_nb.prepared import FOLDER, RECIPES, about, make

Record = dict[str, Any]
TEXTS: dict[str, Any] = tomllib.loads((DATA / "text/en/positions.toml").read_text(encoding="utf-8"))
TABLES: dict[str, Any] = TEXTS["position"]
NAMES = list(TABLES)
MOST_BYTES = 60_000


def option(value: Any) -> Any:
    return tuple(option(x) for x in value) if isinstance(value, list) else value


def played(name: str, moves: Sequence[Sequence[Any]] | None = None) -> tuple[colony.Game, list[Record]]:
    """The position after the moves of its text (or others): (game, the records that came with them).

    After the last move nobody goes on, so that only what the moves brought is looked at.
    """
    game = colony.position(name)
    before = game.n
    for kind, value in TABLES[name]["moves"] if moves is None else moves:
        game.play()
        asked = [d for d in game.pending if game.setup.bots[d.seat] is None]
        assert asked and asked[0].kind == kind, (name, kind, game.pending)
        game.choose(asked[0], option(value))
    return game, game.journal.since(before)


def other(name: str) -> tuple[colony.Game, list[Record]]:
    return played(name, TABLES[name]["other"])


def of(records: list[Record], kind: str, **fields: Any) -> list[Record]:
    return [r for r in records if r["kind"] == kind and all(r.get(k) == v for k, v in fields.items())]


def one(records: list[Record], kind: str, **fields: Any) -> Record:
    found = of(records, kind, **fields)
    assert len(found) == 1, found
    return found[0]


def power(game: colony.Game, seat: int) -> Record:
    found: Record = game.view()["powers"][seat]
    return found


# ---------------------------------------------------------------- all of them


def test_two_or_more_a_phase_and_every_one_in_the_list() -> None:
    assert [name for name, _ in colony.positions()] == NAMES == list(RECIPES)
    assert len({title for _, title in colony.positions()}) == len(NAMES)
    for phase in range(1, 7):
        assert sum(name.startswith(f"p{phase}-") for name in NAMES) >= 2, phase
    assert {path.stem for path in FOLDER.glob("*.json")} == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_position_loads_with_its_whole_past(name: str) -> None:
    """The log is replayed under the rules of today; it is no checkpoint without a past."""
    game = colony.position(name)
    assert game._base == 0 and len(game._log) == game.n
    assert game.view()["phase"] == about(name).phase
    assert (FOLDER / f"{name}.json").stat().st_size < MOST_BYTES
    again = colony.from_code(game.code())
    assert again.digest() == game.digest()


@pytest.mark.parametrize("name", NAMES)
def test_the_seat_to_look_at_is_asked_and_a_persons(name: str) -> None:
    game, texts = colony.position(name), about(name)
    assert game.setup.bots[texts.seat] is None
    assert TABLES[name]["moves"][0][0] in [d.kind for d in game.pending if d.seat == texts.seat]
    assert texts.steps and texts.point and texts.question.endswith(("?", ".")) and texts.watch
    assert texts.power in ("Portugal", "Netherlands", "France", "Britain")
    book = tomllib.loads((DATA / "text/en/rules.toml").read_text(encoding="utf-8"))
    assert texts.rules and set(texts.rules) <= set(book)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_the_saves_are_what_the_recipes_make(name: str) -> None:
    """`python -m colony_nb.prepared make` writes these saves; changed bots need it again."""
    made = make(RECIPES[name])
    assert made is not None
    saved = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    assert saved["setup"]["seed"] == made.setup.seed == RECIPES[name].seed
    assert colony.position(name).digest() == made.digest()


@pytest.mark.parametrize("name", NAMES)
def test_a_game_goes_on_to_its_end(name: str) -> None:
    game = colony.position(name, {})
    assert None not in game.setup.bots
    game.play()
    assert game.over


def test_persons_take_the_seats_they_are_given() -> None:
    game = colony.position("p3-colonial-war", {0: "Ana", 3: ""})
    assert game.setup.bots == (None, "steady", "steady", None)
    assert game.setup.names[0] == "Ana"
    assert game.digest() == colony.position("p3-colonial-war").digest()


def test_each_call_gives_a_game_of_its_own() -> None:
    first, second = colony.position("p3-battle-1"), colony.position("p3-battle-1")
    first.choose(first.pending[0], "stop")
    assert second.n == first.n - 1


@pytest.mark.parametrize("name", ["p7-moon", "", None, 3])
def test_an_unknown_name_is_one_sentence(name: Any) -> None:
    with pytest.raises(colony.ColonyError) as caught:
        colony.position(name)
    assert str(caught.value).endswith(".") and "p1-first-landing" in str(caught.value)
    with pytest.raises(colony.ColonyError):
        about(name)


def test_a_seat_that_is_not_there_is_one_sentence() -> None:
    with pytest.raises(colony.ColonyError) as caught:
        colony.position("p3-battle-1", {7: "Ana"})
    assert "7" in str(caught.value)


def test_the_command_names_its_use(capsys: pytest.CaptureFixture[str]) -> None:
    assert prepared.main(["make", "p9-nothing"]) == 2
    assert prepared.main([]) == 2
    assert "usage" in capsys.readouterr().err


def test_the_texts_keep_to_the_house_style() -> None:
    editor = Editor()
    found = []
    for name, table in TABLES.items():
        for text in [table["title"], table["point"], table["question"], table["watch"], *table["steps"]]:
            passage = Passage(name, "why", text)
            found += editor.text(passage) + editor.message(passage) + editor.asks(passage)
    found = [f for f in found if "wins" not in f.what.lower()]  # pairs of dice, as the rules say
    assert not found, "\n".join(map(str, found))


# ---------------------------------------------------------------- each teaching point


def test_first_landing() -> None:
    game, records = played("p1-first-landing")
    assert one(records, "owner", country="C")["why"] == "start"
    assert one(records, "build", country="C")["what"] == "port"
    assert one(records, "draw", country="C")["seat"] == 0
    assert power(game, 0)["ladder"] > 0 == power(colony.position("p1-first-landing"), 0)["ladder"]


def test_free_country() -> None:
    game, records = played("p1-a-free-country-is-not-empty")
    assert one(records, "owner", country="L")["why"] == "expedition"
    assert one(records, "event", seat=0)["card"] == "p1-06"
    left = one(records, "owner", country="G")
    assert left["to"] is None and left["from"] == 0
    assert game.view()["countries"]["G"]["products"]
    n = game.n
    while not (taken := of(game.journal.since(n), "owner", country="G")):
        decision = game.pending[0]
        if game.setup.bots[decision.seat] is None:
            game.choose(decision, decision.options[0])
        else:
            game.play(1)
    assert taken[0]["to"] == 3 and taken[0]["why"] == "expedition"


def test_trading_post_or_ship() -> None:
    start = power(colony.position("p2-trading-post-or-ship"), 0)
    assert (start["exportable"], start["ships"], start["income"]) == (9, 1, 9)
    ship, _ = played("p2-trading-post-or-ship")
    ship.play()
    post, records = other("p2-trading-post-or-ship")
    assert power(ship, 0)["income"] == 13
    assert (power(post, 0)["income"], power(post, 0)["exportable"]) == (9, 12)
    assert len(of(records, "draw", seat=0)) == 2 and not of(records, "monopoly")


def test_monopoly() -> None:
    _, records = played("p2-monopoly-changing-hands")
    moved = one(records, "monopoly", product="spices")
    assert (moved["from"], moved["to"], moved["rule"]) == (2, 0, "MON-2")
    assert {(r["seat"], r["by"]) for r in of(records, "influence")} == {(2, -1), (0, 1)}


def test_first_rebellion() -> None:
    start = colony.position("p3-first-rebellion")
    assert not of(list(start.journal), "place_rebellion")
    game, records = played("p3-first-rebellion")
    fight = one(records, "rebellion", country="Q")
    assert (fight["blue"], fight["red"], fight["pairs"]) == ([3], [3], ["draw"])
    assert (fight["seat"], fight["rebels_seat"]) == (1, 2)
    assert not fight["suppressed"] and fight["spread_to"] == "L"
    countries = game.view()["countries"]
    assert countries["Q"]["rebellion"] and countries["L"]["rebellion"]
    assert not countries["Q"]["armies"] and not countries["L"]["armies"]
    assert power(game, 1)["exportable"] < power(start, 1)["exportable"]


def test_port_cut_off() -> None:
    start = colony.position("p3-port-cut-off")
    me = power(start, 0)
    assert (me["ladder"], me["ships"], me["income"]) == (16, 4, 0)
    assert [c for c in me["countries"] if start.view()["countries"][c]["port"]] == ["J"]
    game, records = played("p3-port-cut-off")
    assert one(records, "income", seat=0)["total"] == 0
    assert power(game, 0)["income"] == 18


def test_colonial_war() -> None:
    start = colony.position("p3-colonial-war")
    goods = start.view()["countries"]["B"]["products"]
    assert sum(goods.values()) == 10 and not start.view()["countries"]["G"]["products"]
    game, records = played("p3-colonial-war")
    fight = one(records, "attack")
    assert (fight["blue"], fight["red"], fight["conquered"]) == ([6, 4, 2], [5, 3], True)
    there = game.view()["countries"]["B"]
    assert there["owner"] == 1 and there["products"] == goods and there["port"] and there["armies"] == 3
    assert {(r["seat"], r["by"]) for r in of(records, "influence", rule="BAT-7")} == {(1, 1), (0, -1)}
    assert power(game, 1)["ladder"] == power(start, 1)["ladder"] + 17
    assert game.pending[0].kind == "attack" and game.pending[0].context["left"] == 1


# (attacker's dice, defender's dice, armies inside, pairs, attacker's loss, defender's loss, fallen)
BATTLES = {
    1: ([6, 4, 3], [6, 5, 1], 2, ["draw", "defender", "attacker"], 1, 1, False),
    2: ([3, 2], [6, 5, 1], 2, ["defender", "defender"], 2, 0, False),
    3: ([6, 2], [4, 1, 1], 2, ["attacker", "attacker"], 0, 2, False),
    4: ([4, 4, 1], [4], 0, ["draw"], 0, 0, False),
    5: ([4, 4, 1], [3], 0, ["attacker"], 0, 0, True),
}


@pytest.mark.parametrize("number", BATTLES)
def test_battles(number: int) -> None:
    """BAT-5: the five worked examples, number for number."""
    blue, red, inside, pairs, attacker_lost, defender_lost, fallen = BATTLES[number]
    game, records = played(f"p3-battle-{number}")
    fight = one(records, "attack")
    assert (fight["blue"], fight["red"], fight["pairs"]) == (blue, red, pairs)
    assert (fight["defender_armies"], fight["defence_card"], fight["city"]) == (inside, False, False)
    assert (fight["attacker_lost"], fight["defender_lost"]) == (attacker_lost, defender_lost)
    assert fight["conquered"] is fallen
    assert game.view()["countries"]["B"]["owner"] == (0 if fallen else 2)


def test_city_and_church() -> None:
    _, bare = other("p4-city-and-church")
    game, built = played("p4-city-and-church")
    without, with_city = one(bare, "forced", question="order"), one(built, "rebellion", country="E")
    assert without["option"] == "E"
    assert (with_city["blue"], with_city["red"], with_city["blue_bonus"]) == ([3], [4, 1], {0: 2})
    assert with_city["suppressed"] and not with_city["spread_to"]
    assert with_city["city"] and with_city["church_near"] and not with_city["church"]
    assert not game.view()["countries"]["E"]["rebellion"]
    lost, _ = other("p4-city-and-church")
    lost.play(1)  # the computer power says where it spreads
    fight = one(list(lost.journal)[-6:], "rebellion", country="E")
    assert (fight["blue"], fight["red"], fight["pairs"]) == ([3], [4, 1], ["draw"])
    assert fight["blue_bonus"] == {0: 1} and not fight["suppressed"] and fight["spread_to"]


def test_rebellion_with_church() -> None:
    _, inside = played("p4-rebellion-with-church")
    won = one(inside, "rebellion", country="F")
    assert won["church"] and won["pairs"] == ["colony", "colony"] and won["suppressed"]
    lined = sorted((x + won["blue_bonus"].get(i, 0) for i, x in enumerate(won["blue"])), reverse=True)
    assert any(b == r for b, r in zip(lined, won["red"], strict=False)), "no pair is drawn"
    game, _ = other("p4-rebellion-with-church")
    game.play(1)
    lost = of(game.journal.since(colony.position("p4-rebellion-with-church").n), "rebellion", country="A")[0]
    assert (lost["blue"], lost["red"]) == (won["blue"], won["red"])
    assert lost["church_near"] and not lost["church"] and not lost["suppressed"]
    assert lost["armies_lost"] == 1


def test_telegraphy() -> None:
    start = colony.position("p5-telegraphy-spread")
    near = start.view()["countries"]["I"]["neighbours"]
    options = start.pending[0].options
    assert start.view()["telegraphy"] and set(options) - set(near) and "F" not in near
    game, records = played("p5-telegraphy-spread")
    fight = one(records, "rebellion", country="I")
    assert fight["suppressed"] and fight["spread_to"] == "F"
    there = game.view()["countries"]["F"]
    assert there["rebellion"] and there["owner"] == 2


def test_railway() -> None:
    game, _ = played("p5-railway-draft")
    game.play(2)
    since = game.journal.since(colony.position("p5-railway-draft").n)
    fight = of(since, "rebellion", country="Q")[0]
    assert (fight["blue"], fight["red"], fight["armies"]) == ([6, 2], [4, 3, 1], 1)
    assert fight["suppressed"] and fight["armies_lost"] == 1 and fight["spread_to"] == "M"
    bare, _ = other("p5-railway-draft")
    bare.play(2)
    lost = of(bare.journal.since(colony.position("p5-railway-draft").n), "rebellion", country="Q")[0]
    assert (lost["blue"], lost["red"], lost["suppressed"]) == ([2], [6, 4, 3], False)
    assert len(lost["products_lost"]) == 1


def test_bidding() -> None:
    start = colony.position("p6-bidding-for-a-new-state")
    assert start.setup.bots == (None,) * 4
    wanted = {"L": 2, "P": 1, "G": -1}  # IND-2: calm; resistance and an army; resistance and none
    for letter, points in wanted.items():
        game, records = played("p6-bidding-for-a-new-state", [["grant", letter]])
        assert one(records, "influence", seat=0, why="grant")["by"] == points, letter
    game, records = played("p6-bidding-for-a-new-state")
    bids = one(records, "bids", country="P")
    assert {seat: bid["worth"] for seat, bid in bids["bids"].items()} == {0: 10, 1: 7, 2: 20}
    assert bids["winner"] == 2 and game.view()["countries"]["P"]["owner"] == 2
    assert {r["seat"] for r in of(records, "influence", why="losing bid", by=-1)} == {0, 1}
    assert power(game, 0)["money"] == power(start, 0)["money"] - 10
    assert power(game, 2)["money"] == power(start, 2)["money"] - 20
    assert game.pending[0].kind == "government" and game.pending[0].seat == 2


def test_losing_bid() -> None:
    start = colony.position("p6-losing-bid")
    game, _ = played("p6-losing-bid")
    game.play(2)
    since = game.journal.since(start.n)
    bids = one(since, "bids", country="E")
    assert bids["winner"] == 1 and bids["bids"][1]["worth"] == 28 and bids["bids"][2]["worth"] == 6
    assert one(since, "influence", seat=2, why="losing bid")["by"] == -1
    assert power(game, 2)["money"] == power(start, 2)["money"] - 6
    assert power(game, 2)["influence"] == power(start, 2)["influence"] - 1


def test_government() -> None:
    start = power(colony.position("p6-government-choice"), 0)
    incomes = {}
    for form, cost in (("democracy", 0), ("monarchy", 1), ("dictatorship", 2)):
        game, _ = played("p6-government-choice", [["government", form]])
        assert power(game, 0)["influence"] == start["influence"] - cost
        incomes[form] = power(game, 0)["income"]
    assert incomes == {"democracy": 36, "monarchy": 38, "dictatorship": 41}
