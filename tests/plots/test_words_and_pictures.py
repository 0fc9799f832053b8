"""The static picture, the dice and the descriptions: what they say is what the view or the record says."""

from __future__ import annotations

import subprocess
import sys
from string import Formatter
from typing import Any
from xml.etree import ElementTree

import pytest

from colony_nb.plots.board import lands
from colony_nb.plots.describe import describe, describe_country, describe_ladders, listed, notes, texts, title
from colony_nb.plots.dice import Die, dice_svg, dice_text, lined_up
from colony_nb.plots.svg import board_svg
from plots import views

SVG = "{http://www.w3.org/2000/svg}"
VIEWS = pytest.mark.parametrize(
    "view", [views.middle(), views.late(), views.empty(), views.empty(6)], ids=["middle", "late", "3", "6"]
)
ATTACK: dict[str, Any] = {
    "kind": "attack",
    "blue": [6, 4, 2],
    "red": [5, 4],
    "red_bonus": {1: 1},
    "pairs": ["attacker", "defender"],
    "attacker_lost": 1,
    "defender_lost": 1,
    "conquered": False,
}
REBELLION: dict[str, Any] = {
    "kind": "rebellion",
    "blue": [5, 3],
    "red": [6, 3, 1],
    "blue_bonus": {"0": 1},
    "red_bonus": {"2": -1},
    "pairs": ["draw", "rebels"],
    "armies_lost": 0,
    "products_lost": ["sugar"],
    "suppressed": False,
    "spreads": True,
    "spread_to": "K",
}


@VIEWS
@pytest.mark.parametrize("palette", ["light", "dark"])
def test_the_picture_is_whole_and_stands_alone(view: dict[str, Any], palette: str) -> None:
    source = board_svg(view, palette=palette)
    root = ElementTree.fromstring(source)
    ids = [e.get("id") for e in root.iter() if e.get("id")]
    assert len(ids) == len(set(ids))
    for element in root.iter():
        assert element.tag not in (SVG + "script", SVG + "image", SVG + "foreignObject", SVG + "style")
        for name, text in element.attrib.items():
            assert not name.lower().startswith("on")
            if name.endswith("href"):
                assert text.startswith("#") and text[1:] in ids
            if "url(" in text:
                assert text.startswith("url(#") and text[5:-1] in ids
    words = [e.text for e in root.iter(SVG + "text")]
    assert {c["name"] for c in view["countries"].values()} <= set(words)
    assert root.findtext(SVG + "title") == title(view)
    assert root.findtext(SVG + "desc") == describe(view)
    assert {e.get("data-country") for e in root.iter(SVG + "g")} - {None} == set(view["countries"])
    rising = sum(c["rebellion"] for c in view["countries"].values())
    uses = [e.get("href", "") for e in root.iter(SVG + "use")]
    assert sum(href.endswith("-rebellion") for href in uses) == rising


def test_names_and_titles_are_escaped() -> None:
    view = views.middle()
    view["powers"][0]["name"] = 'Ana <script>alert("x")</script> & Co'
    root = ElementTree.fromstring(board_svg(view, title="1 < 2 & 3"))
    assert root.findtext(SVG + "title") == "1 < 2 & 3"
    assert view["powers"][0]["name"] in (root.findtext(SVG + "desc") or "")


@VIEWS
def test_the_description_names_each_resistance_and_each_independent_country(view: dict[str, Any]) -> None:
    said = describe(view).split(". ")
    for c in view["countries"].values():
        about = [s for s in said if c["name"] in s]
        assert about
        assert any("people resist" in s for s in about) == c["rebellion"]
        assert any("independent" in s for s in about) == c["independent"]
    for power in view["powers"]:
        assert any(s.startswith(power["name"]) and str(power["influence"]) in s for s in said)


def test_a_country_is_described_by_what_is_there() -> None:
    said = describe_country(views.late(), "Q")
    for word in (
        "Spain",
        "2 sugar",
        "trading post",
        "railway",
        "3 armies",
        "colonist",
        "missionary",
        "Rundave",
    ):
        assert word in said
    said = describe_country(views.middle(), "J")
    assert "No power holds Jorlast; people live there." in said and "army" not in said
    assert "resist" in describe_country(views.middle(), "K")
    assert "sea" in describe_country(views.middle(), "D")
    assert "dictatorship" in describe_country(views.late(), "J")


def test_other_names_replace_those_of_the_view() -> None:
    said = describe(views.middle(), {"K": "Kestulien"})
    assert "Kestulien" in said and "Kestule;" not in said


def test_lists_read_as_people_write_them() -> None:
    assert listed([]) == ""
    assert listed(["a"]) == "a"
    assert listed(["a", "b"]) == "a and b"
    assert listed(["a", "b", "c"]) == "a, b and c"


def test_ladders_in_words_count_what_is_shipped() -> None:
    income, influence = describe_ladders(views.middle())
    assert income[2].startswith("France: 11 spaces, 8 can be exported, 2 ships carry 12; 8 are shipped")
    assert "one ship carries 6; 6 are shipped" in income[1]
    assert influence[3] == "Britain: Influence 8."


def test_every_template_is_a_format_string_with_named_fields_only() -> None:
    for table in texts().values():
        for template in table.values():
            fields = [name for _, name, _, _ in Formatter().parse(template) if name is not None]
            assert all(name.isidentifier() for name in fields)
    assert set(notes()) == {"unclaimed", "independent", "democracy", "monarchy", "dictatorship"}


def test_dice_are_lined_up_again_with_their_bonuses() -> None:
    assert lined_up([5, 4], {1: 1}) == [Die(5), Die(4, 1)]
    assert lined_up([5, 5, 1], {"1": 1}) == [Die(5, 1), Die(5), Die(1)]
    assert lined_up([3, 3], {0: -1}) == [Die(3), Die(3, -1)]
    assert lined_up([2, 1], None) == [Die(2), Die(1)]


def test_a_fight_in_words_says_pairs_losses_and_what_followed() -> None:
    said = dice_text(ATTACK)
    assert "Pair 1: 6 against 5, the attacker wins it." in said
    assert "Pair 2: 4 against 5, the defender wins it." in said
    assert "attacker 1, defender 1" in said and "does not change hands" in said
    assert "changes hands" in dice_text(ATTACK | {"conquered": True})
    said = dice_text(REBELLION, {"K": "Kestule"})
    assert "6 (thrown 5, bonus +1)" in said and "0 (thrown 1, bonus -1)" in said
    assert "Pair 1: 6 against 6, a draw." in said and "the people who resist win it" in said
    assert said == dice_text(REBELLION)
    assert "spreads to Kestulien" in dice_text(REBELLION, {"K": "Kestulien"})
    assert "sugar" in said and "goes on" in said and "spreads to Kestule" in said
    assert "suppressed" in dice_text(REBELLION | {"suppressed": True})
    with pytest.raises(ValueError, match="income"):
        dice_text({"kind": "income"})


@pytest.mark.parametrize("step", [1, 2, 3])
@pytest.mark.parametrize("record", [ATTACK, REBELLION], ids=["attack", "rebellion"])
def test_the_dice_picture_shows_every_die_and_a_mark_for_each_pair(record: dict[str, Any], step: int) -> None:
    root = ElementTree.fromstring(dice_svg(record, step=step))
    dice = record["blue"] + record["red"]
    assert len(list(root.iter(SVG + "rect"))) == len(dice)
    assert len(list(root.iter(SVG + "circle"))) == sum(dice)
    assert len(list(root.iter(SVG + "path"))) == (len(record["pairs"]) if step == 3 else 0)
    signs = [t for e in root.iter(SVG + "text") if (t := e.text or "")[0] in "+−"]
    bonuses = [*record.get("blue_bonus", {}).values(), *record["red_bonus"].values()]
    assert len(signs) == (0 if step == 1 else len(bonuses))
    assert root.findtext(SVG + "desc") == dice_text(record)


def test_words_and_static_pictures_do_without_bokeh() -> None:
    code = (
        "import sys; import colony_nb.plots.svg, colony_nb.plots.dice, colony_nb.plots.describe;"
        "sys.exit('bokeh' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_names_in_the_fixtures_are_the_board_s() -> None:
    assert {c["name"] for c in views.late()["countries"].values()} == {land.name for land in lands().values()}
