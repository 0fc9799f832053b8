"""The public contract: the records of the journal and the keys of the view."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest

import colony_nb as colony
from laws.lawkit import PRODUCTS, TABLES, finished, new, pick, sentence

RULE = re.compile(r"(SET|RND|INC|MON|INF|ACT|EVT|BAT|REB|IND|END|VAR)-\d+")
LETTERS = "ABCDEFGHIJKLMNOPQR"


def is_letter(value: Any) -> bool:
    return type(value) is str and len(value) == 1 and value in LETTERS


def rising(cards: list[int]) -> bool:
    return cards == sorted(set(cards)) and all(type(n) is int and 1 <= n <= 10 for n in cards)


@pytest.fixture(scope="module")
def games() -> list[colony.Game]:
    """Finished random games of all tables."""
    return [finished(index, 41) for index in range(len(TABLES))] + [finished(i, 42) for i in range(0, 32, 3)]


# ------------------------------------------------------------------ the journal

EVERY = {"n", "round", "phase", "seat", "kind", "rule"}
FIELDS = {
    "cards": "chosen",
    "income": "exportable ships ladder_pay monopoly_pay government_pay event_pay total",
    "pay": "amount for",
    "money": "amount why other",
    "draw": "country product why",
    "lose": "country product why",
    "build": "country what",
    "destroy": "country what",
    "ship": "by",
    "army": "country by",
    "move": "what source target",
    "owner": "country from to why",
    "influence": "by why",
    "monopoly": "product from to",
    "search": "country blue red thrown_again product",
    "church": "country blue built",
    "event": "card choice effects",
    "operations": "count",
    "attack": "source target defender attacker_armies defender_armies defence_card city blue red red_bonus"
    " pairs attacker_lost defender_lost conquered",
    "place_rebellion": "country by_seat why",
    "rebellion": "country rebels_seat armies defence_card city church church_near blue red blue_bonus"
    " red_bonus pairs armies_lost products_lost suppressed spreads spread_to",
    "grant": "country rebellion army",
    "bids": "country bids winner",
    "government": "country form",
    "dropped": "card why",
    "forced": "question option",
    "start": "throws",
    "phase": "",
    "round": "first",
    "standing": "rows",
    "discard": "card",
    "kept": "card",
    "bidders": "country seats",
    "pass_card": "to",
}
FREE = {"end", "note", "offer", "throw", "sabotage", "ended", "telegraphy"}  # shapes of their own


def test_records_have_exactly_their_fields(games: list[colony.Game]) -> None:
    """Every journal record has n, round, phase, seat, kind, rule and exactly what its kind needs."""
    met = set()
    for game in games:
        for record in game.journal:
            kind = record["kind"]
            met.add(kind)
            if kind in FREE:
                assert set(record) >= EVERY, record
                continue
            assert set(record) == EVERY | set(FIELDS[kind].split()), record
            assert RULE.fullmatch(record["rule"]), record
    assert set(FIELDS) - met == set(), set(FIELDS) - met


def falling(dice: list[int]) -> bool:
    return type(dice) is list and dice == sorted(dice, reverse=True) and all(1 <= d <= 6 for d in dice)


def bonus(marks: Any, dice: list[int]) -> bool:
    return type(marks) is dict and all(type(i) is int and 0 <= i < len(dice) and b for i, b in marks.items())


def test_values_of_records(games: list[colony.Game]) -> None:
    """Dice as thrown, high to low; seats ints; countries letters; bids by seat."""
    for game in games:
        players = game.players
        turns = 0
        for r in game.journal:
            kind = r["kind"]
            if kind == "cards":
                assert sorted(r["chosen"]) == list(range(players)) and r["seat"] is None
                assert all(type(c) is list and rising(c) for c in r["chosen"].values())
            elif kind == "attack":
                assert falling(r["blue"]) and falling(r["red"]) and bonus(r["red_bonus"], r["red"])
                assert len(r["pairs"]) == min(len(r["blue"]), len(r["red"]))
                assert set(r["pairs"]) <= {"attacker", "defender", "draw"} and r["rule"].startswith("BAT")
                assert (
                    r["attacker_lost"]
                    == r["pairs"].count("defender")
                    <= r["attacker_armies"]
                    == len(r["blue"])
                )
                assert is_letter(r["source"]) and is_letter(r["target"]) and r["defender"] != r["seat"]
                assert r["conquered"] is (r["pairs"].count("attacker") > r["defender_armies"])
            elif kind == "rebellion":
                assert falling(r["blue"]) and falling(r["red"])
                assert bonus(r["blue_bonus"], r["blue"]) and bonus(r["red_bonus"], r["red"])
                assert set(r["pairs"]) <= {"colony", "rebels", "draw"}
                assert r["suppressed"] is ("colony" in r["pairs"])
                assert r["spreads"] is (r["pairs"] != ["colony"] * len(r["pairs"]))
                assert r["rebels_seat"] == (r["seat"] + 1) % players
                assert r["spread_to"] is None or is_letter(r["spread_to"])
                assert all(p in PRODUCTS for p in r["products_lost"])
            elif kind == "bids":
                for seat, bid in r["bids"].items():
                    assert type(seat) is int and set(bid) == {"money", "points", "worth"}
                    assert bid["worth"] == bid["money"] + 7 * bid["points"] >= 1
                assert (r["winner"] is None) is (r["bids"] == {})
                if r["bids"]:
                    assert r["bids"][r["winner"]]["worth"] == max(b["worth"] for b in r["bids"].values())
            elif kind == "income":
                turns += 1
                assert r["total"] >= 0
            elif kind == "pay":
                assert r["amount"] > 0
            elif kind == "money":
                assert r["amount"] and (r["other"] is None or 0 <= r["other"] < players)
            elif kind == "event":
                assert re.fullmatch(r"p[1-6]-\d\d", r["card"]) and r["choice"] in ("a", "b", None)
                assert type(r["effects"]) is list
            elif kind == "search":
                assert 1 <= r["blue"] <= 6 and 1 <= r["red"] <= 6 and type(r["thrown_again"]) is bool
            elif kind == "move":
                assert r["what"] in ("colonist", "missionary")
                assert r["source"] is not None or r["target"] is not None
            elif kind == "pass_card":
                assert "card" not in r
        rounds = game.journal[-1]["round"]
        assert turns >= players * rounds - players + 1
        assert json.loads(json.dumps([*game.journal], default=str))


def test_the_journal_is_read_only() -> None:
    """The journal is a sequence that is looked at."""
    game = finished(0, 41)
    journal = game.journal
    assert len(journal) and journal[0] == journal[:1][0] and journal[-1]["kind"] == "end"
    with pytest.raises((TypeError, AttributeError)):
        journal[0] = {}  # type: ignore[index]
    assert game.journal.since(0) == [r for r in journal if r["n"] > 0]
    assert game.journal.since(game.n) == []


# ------------------------------------------------------------------ the view

VIEW = (
    "game phase round years turn step start_seat players powers countries bag supply telegraphy rebels_bonus"
)
POWER = (
    "seat name money influence ships ladder exportable income monopolies colonist missionary kept countries"
)
COUNTRY = "name owner products port trading_post city church railway armies rebellion"
COUNTRY += " independent government coast neighbours"
SUPPLY = "army rebellion port trading_post city church railway democracy monarchy dictatorship"
STEPS = set("setup cards pass income move grant bids actions event rebellions over".split())


@pytest.mark.parametrize("index", range(0, 32, 3))
def test_view_has_exactly_its_keys(index: int) -> None:
    """The view is a plain dict with exactly the keys of the contract, at every moment."""
    players, chosen = TABLES[index]
    game = new(players, chosen, 44)
    chance = random.Random(44)
    years = [[1492, 1600], [1600, 1700], [1700, 1783], [1783, 1850], [1850, 1914], [1914, None]]
    start = game.view()
    assert (start["phase"], start["round"], start["step"], start["turn"]) == (1, 0, "setup", None)
    while True:
        view = game.view()
        assert set(view) == set(VIEW.split())
        assert view["game"] == "colony" and view["players"] == players == len(view["powers"])
        assert view["years"] == years[view["phase"] - 1] and view["step"] in STEPS
        assert all(set(p) == set(POWER.split()) for p in view["powers"])
        assert all(set(c) == set(COUNTRY.split()) for c in view["countries"].values())
        assert set(view["supply"]) == set(SUPPLY.split()) and set(view["bag"]) == set(PRODUCTS)
        assert view["phase"] == (min(6, (view["round"] + 3) // 4) if view["round"] else 1)
        if game.pending and game.pending[0].kind == "cards":
            assert view["turn"] is None and view["step"] == "cards"
        assert json.loads(json.dumps(view)) == view
        extra = {"sealed", "top_card"} if "pass_event_cards" in chosen else {"sealed"}
        assert set(game.view(0)) - set(view) == extra
        if not game.pending:
            break
        game.choose(*pick(chance, game))
    assert view["step"] == "over" and view["turn"] is None


def test_closed_countries_are_absent() -> None:
    """SET-2: with fewer than 5 players three are absent, from neighbours too; who borders one is coast."""
    small, large = new(4).view()["countries"], new(5).view()["countries"]
    assert len(small) == 15 and len(large) == 18
    shut = set(large) - set(small)
    for name, c in small.items():
        assert set(c["neighbours"]) == set(large[name]["neighbours"]) - shut
        assert c["coast"] is (large[name]["coast"] or bool(set(large[name]["neighbours"]) & shut))
        assert all(name in small[other]["neighbours"] for other in c["neighbours"])


def test_a_view_is_a_copy() -> None:
    """Whoever changes a view changes no game."""
    game = new(3)
    digest = game.digest()
    view = game.view()
    view["powers"][0]["money"] = 99
    view["countries"].clear()
    view["bag"]["gold"] = 0
    assert game.digest() == digest and game.view()["powers"][0]["money"] == 5


@pytest.mark.parametrize("seat", [-1, 4, "0", True, 1.0])
def test_view_of_no_seat(seat: Any) -> None:
    """A seat that is not there is told in one sentence."""
    with pytest.raises(colony.ColonyError) as caught:
        new(4).view(seat)
    sentence(caught.value)
