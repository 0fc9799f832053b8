"""Powers can be told apart without colour, and everything written can be read."""

from __future__ import annotations

from itertools import combinations

import pytest

from colony_nb.plots.dice import BLUE, PIP, RED
from colony_nb.plots.palette import (
    DARK,
    LIGHT,
    POWERS,
    Palette,
    colour_of,
    contrast,
    luminance,
    mix,
    palette,
    tint,
)

BOTH = pytest.mark.parametrize("p", [LIGHT, DARK], ids=["light", "dark"])


def test_no_two_powers_share_colour_hatch_or_letter() -> None:
    assert [power.seat for power in POWERS] == list(range(6))
    for marks in ("colour", "hatch", "letter", "key"):
        assert len({getattr(power, marks) for power in POWERS}) == 6


def test_contrast_is_the_known_figure() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)
    assert contrast("#123456", "#123456") == 1


@BOTH
def test_text_has_a_contrast_of_four_and_a_half(p: Palette) -> None:
    assert contrast(p.ink, p.page) >= 4.5
    assert contrast(p.ink, p.panel) >= 4.5
    assert contrast(p.second, p.panel) >= 4.5
    assert contrast(p.label, p.land) >= 4.5
    assert contrast(p.label, p.halo) >= 4.5
    for power in POWERS:
        assert contrast(p.label, tint(p, power.seat)) >= 4.5
        assert contrast(p.letter, power.colour) >= 4.5


@BOTH
def test_marks_have_a_contrast_of_three(p: Palette) -> None:
    assert contrast(p.dark_mark, p.light_mark) >= 3
    assert contrast(p.casing, p.light_mark) >= 3
    assert contrast(p.casing, p.state) >= 3
    assert contrast(p.free_border, p.sea) >= 3
    assert contrast(p.rule, p.panel) >= 3
    for power in POWERS:
        # The hatch's ink and an independent country's dots lie on the band.
        assert contrast(p.border, power.colour) >= 3
        assert contrast(p.dark_mark, power.colour) >= 3
    for colour in (BLUE, RED):
        assert contrast(PIP, colour) >= 4.5


def test_mixing_goes_from_back_to_front() -> None:
    assert mix("#FF0000", "#0000FF", 0) == "#0000FF"
    assert mix("#FF0000", "#0000FF", 1) == "#FF0000"
    assert mix("#000000", "#FFFFFF", 0.5) == "#808080"


def test_roles_and_palettes_have_names() -> None:
    assert palette("dark") is DARK and palette(LIGHT) is LIGHT
    assert colour_of(LIGHT, "seat:4") == POWERS[4].colour
    assert colour_of(DARK, "label") == DARK.label
    with pytest.raises(ValueError, match="sepia"):
        palette("sepia")


def test_without_colour_grey_hatch_and_letter_tell_every_two_powers_apart() -> None:
    greys = {power.letter: luminance(power.colour) for power in POWERS}
    hatches = {power.letter: power.hatch for power in POWERS}
    assert len(greys) == 6
    for one, other in combinations(greys, 2):
        # two powers of about the same grey never share a hatch, and no two share a letter
        same_grey = contrast_of(greys[one], greys[other]) < 1.25
        assert not (same_grey and hatches[one] == hatches[other]), (one, other)
    for power in POWERS:  # the hatch and the letter are seen on the grey of the band
        for ink in (LIGHT.border, DARK.letter):
            grey = luminance(power.colour)
            assert contrast_of(luminance(ink), grey) >= 3


def contrast_of(one: float, other: float) -> float:
    high, low = max(one, other), min(one, other)
    return (high + 0.05) / (low + 0.05)
