"""Fights and throws unfold into steps that say what the record says."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest

from colony_nb.plots.dice import dice_svg
from colony_nb.plots.steps import STEPPED, frames
from laws import lawkit
from plots import views
from plots.test_words_and_pictures import ATTACK, REBELLION

SVG = "{http://www.w3.org/2000/svg}"
NAMES = views.NAMES
BASE = {"seat": 0, "n": 1, "round": 9, "phase": 3}
FIGHT = BASE | ATTACK | {"source": "A", "target": "B", "attacker_armies": 3, "defender_armies": 1}
FIGHT |= {"defender": 2, "defence_card": False, "city": True}
RISING = BASE | REBELLION | {"country": "E", "rebels_seat": 3, "armies": 0, "defence_card": True}
RISING |= {"city": True, "church": False, "church_near": False}
SEARCH = BASE | {"kind": "search", "country": "A", "blue": 3, "red": 5, "thrown_again": False}
SEARCH |= {"product": "gold"}


def keys(record: dict[str, Any]) -> list[str]:
    return [frame.key for frame in frames(record, NAMES)]


def test_an_attack_unfolds_in_order() -> None:
    found = frames(FIGHT, NAMES)
    assert [f.key for f in found] == ["thrown", "bonus", "lined_up", "paired", "losses", "follows"]
    assert [f.step for f in found] == sorted(f.step for f in found)
    text = {f.key: f.text for f in found}
    assert "6, 4, 2" in text["thrown"] and "5, 4" in text["thrown"]
    assert "counts as 5" in text["bonus"]
    assert "6, 4, 2 and 5, 5" in text["lined_up"]
    assert "Pair 1: 6 against 5, the attacker's" in text["paired"]
    assert "Pair 2: 4 against 5, the defender's" in text["paired"]
    assert "without a partner" in text["paired"]
    assert text["losses"].count("1 army") == 2
    assert "Brastorn does not change hands" in text["follows"]
    assert "changes hands" in frames(FIGHT | {"conquered": True}, NAMES)[-1].text
    assert "bonus" not in keys(FIGHT | {"red_bonus": {}})
    assert "Defence" not in text["thrown"]
    assert "Defence" in frames(FIGHT | {"defence_card": True}, NAMES)[0].text


def test_a_fight_where_people_resist_unfolds_in_order() -> None:
    text = {f.key: f.text for f in frames(RISING, NAMES)}
    assert list(text) == ["thrown", "bonus", "lined_up", "paired", "losses", "follows"]
    assert "Portugal throws 2 blue" in text["thrown"] and "Britain throws 3 red" in text["thrown"]
    assert "Defence" in text["thrown"]
    assert "+1" in text["bonus"] and "−1" in text["bonus"] and "counts as 0" in text["bonus"]
    assert "sugar" in text["losses"] and "no army" in text["losses"]
    assert "goes on" in text["follows"] and "spreads to Kestule" in text["follows"]
    down = frames(RISING | {"suppressed": True, "spread_to": None}, NAMES)[-1].text
    assert "by force" in down and "no country left" in down
    calm = frames(RISING | {"spreads": False, "spread_to": None}, NAMES)[-1].text
    assert "does not spread" in calm
    assert "equal pairs" in {f.key: f.text for f in frames(RISING | {"church": True}, NAMES)}["paired"]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({}, ("a mineral", "Red 5 says", "counter of gold")),
        ({"blue": 1, "product": "sugar"}, ("a crop", "Red 5 says", "sugar")),
        ({"blue": 5, "product": "tea"}, ("any product", "does not count", "tea")),
        ({"blue": 6, "product": None}, ("nothing", "does not count", "takes nothing")),
        ({"product": None}, ("a mineral", "Red 5 says", "bag holds no such")),
        ({"thrown_again": True}, ("second time", "Red 5", "gold")),
    ],
)
def test_a_search_says_what_each_die_means(more: dict[str, Any], said: tuple[str, ...]) -> None:
    found = frames(SEARCH | more, NAMES)
    assert [f.key for f in found] == ["thrown", "red", "result"]
    for frame, words in zip(found, said, strict=True):
        assert words in frame.text


def test_other_throws_end_in_their_result() -> None:
    church = BASE | {"kind": "church", "country": "E", "blue": 6, "built": True}
    assert "church is built in Endolt" in frames(church, NAMES)[-1].text
    assert "no church" in frames(church | {"blue": 2, "built": False}, NAMES)[-1].text
    sabotage = BASE | {"kind": "sabotage", "country": "E", "blue": 6, "done": True}
    assert "leaves Endolt" in frames(sabotage, NAMES)[-1].text
    assert "1 Influence" in frames(sabotage | {"blue": 1, "done": False}, NAMES)[-1].text
    throw = BASE | {"kind": "throw", "card": "p1-20", "blue": 3}
    assert "1 to 3" in frames(throw, NAMES)[-1].text
    assert "4 to 6" in frames(throw | {"blue": 4}, NAMES)[-1].text


def test_a_record_without_dice_has_no_steps() -> None:
    with pytest.raises(ValueError, match="income"):
        frames({"kind": "income"})


@pytest.mark.parametrize("index", [5, 13])
def test_every_throw_of_a_game_unfolds_and_has_its_pictures(index: int) -> None:
    game = lawkit.finished(index, 1)
    names = game.setup.names
    seen = set()
    for record in game.journal:
        if record["kind"] not in STEPPED:
            continue
        seen.add(record["kind"])
        for frame in frames(record, names):
            assert frame.title and all(s.endswith((".", ")")) for s in frame.sentences)
            assert "{" not in frame.text and "None" not in frame.text
        dice = [record["blue"], record.get("red", [])]
        count = sum(len(d) if isinstance(d, list) else 1 for d in dice)
        for step in (1, 2, 3):
            root = ElementTree.fromstring(dice_svg(record, step=step))
            assert len(list(root.iter(SVG + "rect"))) == count
            assert root.findtext(SVG + "title") and root.findtext(SVG + "desc")
    assert {"attack", "rebellion", "search", "church"} <= seen
