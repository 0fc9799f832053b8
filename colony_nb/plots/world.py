"""The real world beside the invented continent: where and when, as one Bokeh figure.

    world = WorldPlot("light")
    world.show([Spot(-14.0, -71.5, now=True)], (1780, 1783))
    world.figure, world.restyle("dark")

The figure is built once; a change patches three small sources. Outlines: Natural Earth, public domain
(``data/world.json`` names the way they came).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from bokeh.core.properties import value
from bokeh.models import ColumnDataSource, Range1d
from bokeh.plotting import figure

from colony_nb.paths import DATA
from colony_nb.plots.palette import FONT, LIGHT, Palette
from colony_nb.plots.palette import palette as _palette

Ring = list[tuple[float, float]]
PHASES = (1492, 1600, 1700, 1783, 1850, 1914)
"""Where the phases begin: this project's own years."""
NUMERALS = ("I", "II", "III", "IV", "V", "VI")
TODAY = 2026
WIDTH = 300
LARGE = 2.0
"""The scale at which everything written is 24 pixels."""
SOUTH, NORTH = -57.0, 80.0
WEST, EAST = -169.0, 191.0  # cut in the Bering Strait, so that no country is
_BAR = (-92.0, -77.0)
_LEFT, _RIGHT = WEST + 18, EAST - 20
_BOTTOM = -111.0


def _height(scale: float) -> int:
    return round(WIDTH * scale * (NORTH - _BOTTOM) / (EAST - WEST))


class Spot(NamedTuple):
    """A place on the map; ``now`` marks the one that is spoken of."""

    lat: float
    lon: float
    now: bool = False


@cache
def land() -> list[list[Ring]]:
    """The land as polygons of rings in degrees, the outer ring first."""
    table = json.loads((DATA / "world.json").read_text(encoding="utf-8"))
    scale = table["scale"]
    out = []
    for polygon in table["polygons"]:
        rings = []
        for steps in polygon:
            x = y = 0
            ring = []
            for dx, dy in zip(steps[::2], steps[1::2], strict=True):
                x, y = x + dx, y + dy
                ring.append((x / scale, y / scale))
            rings.append(ring)
        out.append(rings)
    return out


def at(year: float) -> float:
    """Where a year stands on the timeline, in the figure's units; years outside it stand at its ends."""
    share = (min(max(year, PHASES[0]), TODAY) - PHASES[0]) / (TODAY - PHASES[0])
    return _LEFT + (_RIGHT - _LEFT) * share


def years_text(years: tuple[int, int], today: str) -> str:
    """ "1511", "1780–1783"; an end of 0 is today."""
    first, last = years
    if first == last:
        return str(first)
    return f"{first}–{last or today}"


class WorldPlot:
    """``today``: the word at the timeline's end."""

    def __init__(self, palette: str | Palette = LIGHT, today: str = "today") -> None:
        self._today, self._scale = today, 1.0
        p = _palette(palette)
        self.figure = figure(
            name="world",
            width=WIDTH,
            height=_height(1.0),
            sizing_mode="fixed",
            x_range=Range1d(WEST, EAST),
            y_range=Range1d(_BOTTOM, NORTH),
            tools="",
            toolbar_location=None,
            x_axis_type=None,
            y_axis_type=None,
            min_border=0,
            outline_line_color=None,
        )
        edges = [*map(at, PHASES), _RIGHT]
        sea = ColumnDataSource({"l": [WEST], "r": [EAST], "b": [SOUTH], "t": [NORTH]})
        self._sea = self.figure.quad("l", "r", "b", "t", source=sea, line_color=None)
        shapes = land()
        self._land = self.figure.multi_polygons(
            [[[[x for x, _ in ring] for ring in polygon]] for polygon in shapes],
            [[[[y for _, y in ring] for ring in polygon]] for polygon in shapes],
            line_width=0.6,
        )
        self._phases = self.figure.quad(
            edges[:-1], edges[1:], [_BAR[0]] * 6, [_BAR[1]] * 6, line_width=1, name="phases"
        )
        self.places = ColumnDataSource({"x": [], "y": [], "s": [], "w": []}, name="world-places")
        self.span = ColumnDataSource({"l": [], "r": []}, name="world-span")
        self.words = ColumnDataSource({"x": [], "t": [], "al": []}, name="world-words")
        self._span = self.figure.quad(
            "l", "r", _BAR[0] - 1.5, _BAR[1] + 1.5, source=self.span, line_color=None
        )
        self._halo = self.figure.scatter("x", "y", size="s", line_width=5, source=self.places)
        self._spots = self.figure.scatter("x", "y", size="s", line_width="w", source=self.places)
        centres = [(a + b) / 2 for a, b in pairwise(edges)]
        font = {"text_font": value(FONT), "text_font_size": "11px"}
        self._numerals = self.figure.text(
            centres, [sum(_BAR) / 2] * 6, list(NUMERALS), text_align="center", text_baseline="middle", **font
        )
        self._ticks = self.figure.text(
            edges,
            [_BAR[0] - 2.5] * 7,
            [*map(str, PHASES), today],
            text_align="center",
            text_baseline="top",
            **font,
        )
        self._said = self.figure.text(
            "x",
            _BAR[1] + 3,
            "t",
            source=self.words,
            text_align="al",
            text_baseline="bottom",
            text_font_style="bold",
            text_font=value(FONT),
            text_font_size="12px",
        )
        self.restyle(p)

    @property
    def sources(self) -> Sequence[ColumnDataSource]:
        """The sources of written words, which are drawn again once the fonts are there."""
        return [self.words, self._numerals.data_source, self._ticks.data_source]

    def restyle(self, palette: str | Palette, scale: float = 1.0) -> None:
        """Light or dark, and how large; nothing else changes."""
        p = _palette(palette)
        if self._scale != scale:
            self._scale = scale
            self.figure.update(width=round(WIDTH * scale), height=_height(scale))
            for written, size in ((self._numerals, 11), (self._ticks, 11), (self._said, 12)):
                written.glyph.text_font_size = f"{24 if scale > 1 else size}px"
        self.figure.background_fill_color = self.figure.border_fill_color = p.page
        self._sea.glyph.fill_color = p.sea
        self._land.glyph.update(fill_color=p.land, line_color=p.rule)
        self._phases.glyph.update(fill_color=p.panel, line_color=p.rule)
        self._span.glyph.fill_color = p.ink
        self._halo.glyph.update(fill_color=p.page, line_color=p.page)
        self._spots.glyph.update(fill_color=p.page, line_color=p.ink)
        for written, colour in ((self._numerals, p.second), (self._ticks, p.second), (self._said, p.ink)):
            written.glyph.text_color = colour

    def show(self, spots: Iterable[Spot], years: tuple[int, int] | None = None) -> None:
        """Marks places, and years on the timeline: (from, to), to 0 for today; None for none."""
        marked = sorted(set(spots), key=lambda spot: spot.now)  # what is spoken of lies on top
        self._put(
            self.places,
            {
                "x": [spot.lon if spot.lon >= WEST else spot.lon + 360 for spot in marked],
                "y": [min(max(spot.lat, SOUTH), NORTH) for spot in marked],
                "s": [11 if spot.now else 5 for spot in marked],
                "w": [4 if spot.now else 1.5 for spot in marked],
            },
        )
        if years is None:
            self._put(self.span, {"l": [], "r": []})
            self._put(self.words, {"x": [], "t": [], "al": []})
            return
        left, right = at(years[0]), at(years[1] or TODAY)
        middle = (left + right) / 2
        if right - left < 2:
            left, right = middle - 1, middle + 1
        side = "left" if middle < WEST + 60 else "right" if middle > EAST - 60 else "center"
        x = {"left": left, "right": right, "center": middle}[side]
        self._put(self.span, {"l": [left], "r": [right]})
        self._put(self.words, {"x": [x], "t": [years_text(years, self._today)], "al": [side]})

    def _put(self, source: ColumnDataSource, data: dict[str, list[object]]) -> None:
        if source.data != data:
            source.data = data
