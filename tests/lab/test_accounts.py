"""Accounts add up to the money and follow every coin for goods to a country."""

from __future__ import annotations

import pytest

from colony_nb.lab.accounts import SPACES, accounts
from laws import lawkit


def test_spaces_are_those_of_the_rules() -> None:
    assert {name: lawkit.spaces({name: 1}) for name in lawkit.PRODUCTS} == SPACES


@pytest.mark.parametrize("index", range(0, len(lawkit.TABLES), 3), ids=lawkit.IDS[::3])
def test_every_coin_is_accounted_for(index: int) -> None:
    game = lawkit.finished(index, 1)
    view = game.view()
    found = accounts(game.journal, [power["money"] for power in view["powers"]])
    assert sum(a.goods for a in found) > 0
    for a in found:
        assert a.start == lawkit.RICH
        assert a.unknown == 0
        assert sum(a.countries.values()) == sum(a.products.values()) == a.goods
        assert set(a.countries) <= set(view["countries"])
        assert a.income == sum(
            r["total"] for r in game.journal if r["kind"] == "income" and r["seat"] == a.seat
        )
        held = {r["country"] for r in game.journal if r["kind"] == "owner" and r["to"] == a.seat}
        assert set(a.countries) <= held
        assert all(set(a.goods_of[c]) <= set(lawkit.PRODUCTS) for c in a.countries)
    conquered = [r for r in game.journal if r["kind"] == "attack" and r["conquered"]]
    assert sum(len(a.taken_from) for a in found) == len(conquered)


def test_coins_are_shared_out_by_ladder_spaces() -> None:
    base = {"round": 1, "phase": 1, "rule": "", "n": 0, "seat": 0}
    journal = [
        {**base, "kind": "owner", "country": "A", "from": None, "to": 0, "why": "start"},
        {**base, "kind": "owner", "country": "B", "from": None, "to": 0, "why": "start"},
        {**base, "kind": "build", "country": "A", "what": "port"},
        {**base, "kind": "draw", "country": "A", "product": "gold", "why": "start"},
        {**base, "kind": "draw", "country": "B", "product": "sugar", "why": "start"},
    ]
    pay = {"ships": 1, "monopoly_pay": 0, "government_pay": 0, "event_pay": -1}
    income = {**base, "kind": "income", "exportable": 3, "ladder_pay": 4, "total": 3, **pay}
    (account,) = accounts([*journal, income], [8])
    assert account.start == 5 and account.cards_in_income == -1
    assert account.countries == {"A": 3, "B": 1} and account.products == {"gold": 3, "sugar": 1}
    resists = {**base, "kind": "place_rebellion", "country": "B", "by_seat": 1, "why": "event"}
    (account,) = accounts([*journal, resists, {**income, "exportable": 2, "ladder_pay": 3}], [7])
    assert account.countries == {"A": 3}


def test_what_does_not_fit_the_journal_is_said_to_be_unknown() -> None:
    income = {"round": 9, "seat": 0, "kind": "income", "exportable": 7, "ladder_pay": 10, "total": 10}
    income |= {"ships": 2, "monopoly_pay": 0, "government_pay": 0, "event_pay": 0}
    (account,) = accounts([income], [30])
    assert account.unknown == account.goods == 10 and account.countries == {} and account.start == 20
