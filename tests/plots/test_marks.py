"""Marks for HTML: well formed, one for each thing on the board, silent or named."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from colony_nb.plots.board import glyphs
from colony_nb.plots.marks import band_svg, counter_svg, disc_svg, glyph_svg
from colony_nb.plots.palette import POWERS

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("name", glyphs())
def test_every_symbol_comes_bare_and_on_its_plate(name: str) -> None:
    bare, plate = ElementTree.fromstring(glyph_svg(name)), ElementTree.fromstring(counter_svg(name))
    assert bare.get("aria-hidden") == plate.get("aria-hidden") == "true"
    assert [e.get("fill") for e in bare] == ["currentColor"]
    assert any(e.get("d") == glyphs()[name] for e in plate)


def test_plates_tell_products_people_and_governments_apart() -> None:
    def shapes(name: str) -> list[str]:
        return [e.tag.removeprefix(SVG) for e in ElementTree.fromstring(counter_svg(name))]

    assert shapes("sugar") == shapes("gold") == ["polygon", "path"]
    assert shapes("army") == shapes("colonist") == ["circle", "path"]
    assert shapes("democracy") == ["rect", "path"]
    assert shapes("port") == ["path"]


def test_a_label_makes_a_mark_an_image_of_that_name() -> None:
    root = ElementTree.fromstring(counter_svg("sugar", label='sugar "3" <b>'))
    assert (root.get("role"), root.get("aria-label")) == ("img", 'sugar "3" <b>')
    assert root.get("aria-hidden") is None


@pytest.mark.parametrize("power", POWERS, ids=lambda power: power.letter)
def test_a_power_has_its_disc_and_its_band(power: object) -> None:
    seat = POWERS.index(power)  # type: ignore[arg-type]
    disc, band = ElementTree.fromstring(disc_svg(seat)), ElementTree.fromstring(band_svg(seat))
    assert disc.findtext(SVG + "text") == POWERS[seat].letter
    assert disc[0].get("fill") == band[0].get("fill") == POWERS[seat].colour
    assert (band.find(f"{SVG}defs/{SVG}pattern") is not None) == (POWERS[seat].hatch != " ")


def test_an_unknown_symbol_is_refused() -> None:
    with pytest.raises(KeyError):
        glyph_svg("crown")
