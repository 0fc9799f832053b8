"""The income ladder and the Influence ladder as Bokeh figures, all powers on one scale."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from math import ceil, nan
from typing import Any

from bokeh.core.properties import value
from bokeh.models import ColumnDataSource, Quad, Range1d, Scatter, Segment, Text
from bokeh.plotting import figure

from colony_nb.plots.curves_svg import spread
from colony_nb.plots.describe import texts as _texts
from colony_nb.plots.drawn import Drawing
from colony_nb.plots.map import glyph_defs
from colony_nb.plots.palette import FONT, LIGHT, POWERS, Palette
from colony_nb.plots.palette import palette as _palette
from colony_nb.plots.pool import Pool

SECTION = 6
"""Ladder spaces that one ship carries."""
SHIPPED, NO_SHIP, STOPPED, EMPTY = "shipped", "no_ship", "stopped", "empty"


def cells(power: Mapping[str, Any], spaces: int) -> list[str]:
    """The state of each of the first ``spaces`` spaces of a power's income ladder, from the lowest.

    Shipped spaces come first, then those that wait for a ship, then those that resistance (or the want of a
    usable port) stops; the rest is empty.
    """
    shipped = min(power["exportable"], SECTION * power["ships"])
    states = [SHIPPED] * shipped + [NO_SHIP] * (power["exportable"] - shipped)
    states += [STOPPED] * (power["ladder"] - power["exportable"])
    return (states + [EMPTY] * spaces)[:spaces]


def sections(powers: Sequence[Mapping[str, Any]], least: int = 4) -> int:
    """How many sections of six the common scale needs to hold every power's spaces and ships."""
    return max(
        [least, *(ceil(p["ladder"] / SECTION) for p in powers), *(min(p["ships"], 12) for p in powers)]
    )


class _Figure(ABC):
    """What both ladders share: the figure, its palette and its scale."""

    def __init__(self, palette: str | Palette, scale: float, height: int) -> None:
        self._palette = _palette(palette)
        self._scale = scale
        self._view: Mapping[str, Any] | None = None
        self.figure = figure(
            height=height,
            width=476,
            sizing_mode="stretch_width",
            tools="",
            toolbar_location=None,
            x_axis_type=None,
            y_axis_type=None,
            x_range=Range1d(0, 1),
            y_range=Range1d(0, 1),
            min_border=0,
            outline_line_color=None,
        )
        self._drawing = Drawing(self.figure)

    def restyle(self, palette: str | Palette, scale: float | None = None) -> None:
        """Change to the palette ("light", "dark") and, if given, the scale; the numbers stay."""
        self._palette = _palette(palette)
        self._scale = self._scale if scale is None else scale
        self._paint()
        if self._view is not None:
            self.update(self._view)

    @abstractmethod
    def update(self, view: Mapping[str, Any]) -> None:
        """Draw the powers of ``view``."""

    def _paint(self) -> None:
        self.figure.background_fill_color = self.figure.border_fill_color = self._palette.panel

    def _add(self, source: ColumnDataSource, glyph: Any) -> None:
        self._drawing.add(source, glyph)

    def _text(self, source: ColumnDataSource, **more: Any) -> None:
        glyph = Text(
            x="x",
            y="y",
            text="t",
            text_font=value(FONT),
            text_font_size="s",
            text_font_style="st",
            text_align="al",
            text_baseline="middle",
            text_color="c",
            x_offset="o",
            **more,
        )
        self._add(source, glyph)

    def _discs(self, source: ColumnDataSource, **more: Any) -> None:
        glyph = Scatter(
            x="x", y="y", marker="m", size="s", fill_color="f", line_color="e", line_width="w", **more
        )
        self._add(source, glyph)

    def _strokes(self, source: ColumnDataSource) -> None:
        self._add(source, Segment(x0="x0", y0="y0", x1="x1", y1="y1", line_color="c", line_width="w"))

    def _px(self, size: float, share: float = 1.0) -> str:
        return f"{size * (1 + (self._scale - 1) * share):.2f}px"

    def _grown(self, size: float, share: float = 1.0) -> float:
        return round(size * (1 + (self._scale - 1) * share), 2)


TEXTS = {
    "x": nan,
    "y": nan,
    "t": None,  # no text to be measured
    "s": "12px",
    "c": "#000000",
    "h": "#00000000",
    "al": "left",
    "st": "bold",
    "o": 0.0,
}
DISCS = {"x": nan, "y": nan, "m": "circle", "s": 0.0, "f": "#000000", "e": "#000000", "w": 0.0}


class IncomeLadder(_Figure):
    """One row a power: its disc and name, sections of six spaces, a ship over each section that a ship
    carries, and the position as a number. Filled spaces are shipped, hollow ones wait for a ship, struck ones
    are stopped by resistance.

    ``legend`` gives the words for the three states (keys "shipped", "no_ship", "stopped"); an empty one
    leaves it out.
    """

    ROW, HEAD = 46, 24
    WIDTH, NARROW = 340.0, 280.0
    """About how many pixels wide all the spaces are drawn, and how many at the least."""

    def __init__(
        self, palette: str | Palette = LIGHT, scale: float = 1.0, legend: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(palette, scale, self.ROW * 4 + self.HEAD)
        self._legend = dict(_texts()["ladder"] if legend is None else legend)
        self.cells = Pool(
            {"l": nan, "r": nan, "b": nan, "t": nan, "f": "#000000", "e": "#000000", "w": 1.0, "k": ""}, 24
        )
        self.strokes = Pool({"x0": nan, "y0": nan, "x1": nan, "y1": nan, "c": "#000000", "w": 1.0}, 8)
        self.discs = Pool(DISCS, 8)
        self.texts = Pool(TEXTS, 3)
        more: dict[str, Any] = {"fill_color": "f", "line_color": "e", "line_width": "w"}
        self._add(self.cells.source, Quad(left="l", right="r", bottom="b", top="t", **more))
        self._strokes(self.strokes.source)
        self._discs(self.discs.source, defs=glyph_defs("ship"))
        self._text(self.texts.source, text_outline_color="h", text_outline_width=4)
        self._text(self.texts.source)
        self._paint()

    def update(self, view: Mapping[str, Any]) -> None:
        """Draw the powers of ``view``."""
        self._view = view
        powers = view["powers"]
        count = sections(powers)
        spaces = count * SECTION
        gap = 0.55 * count / 4
        row, head = self._grown(self.ROW, 0.8), self._grown(self.HEAD) if self._legend else 6
        total = round(row * len(powers) + head)
        width = spaces + gap * (count - 1)
        margin = width * self._grown(0.36, 0.9)
        if self.figure.height != total:
            self.figure.height = total
        right = max([width * 1.06, *(self._ends(power, gap, width / self.NARROW) for power in powers)])
        for bound, end in ((self.figure.x_range, (-margin, right)), (self.figure.y_range, (0, total))):
            if (bound.start, bound.end) != end:
                bound.start, bound.end = end
        cell_rows: dict[str, list[tuple[Any, ...]]] = {}
        strokes: dict[str, list[tuple[Any, ...]]] = {}
        discs: dict[str, list[tuple[Any, ...]]] = {}
        texts: dict[str, list[tuple[Any, ...]]] = {}
        for i, power in enumerate(powers):
            key = f"seat {power['seat']}"
            middle = total - head - row * (i + 0.5)
            bottom, top = middle - row * 0.30, middle + row * 0.02
            cell_rows[key], strokes[key] = self._cells(power, spaces, gap, bottom, top)
            discs[key] = self._ships(power, count, gap, top, strokes[key])
            texts[key] = self._labels(power, spaces, gap, margin, middle, (bottom + top) / 2, discs[key])
        if self._legend:
            self._key(total - head / 2, margin, width, head, cell_rows, strokes, texts)
        self.cells.write(cell_rows)
        self.strokes.write(strokes)
        self.discs.write(discs)
        self.texts.write(texts)

    def _cell(self, state: str, seat: int | None, left: float, bottom: float, top: float) -> tuple[Any, ...]:
        p = self._palette
        full = p.second if seat is None else POWERS[seat].colour
        fill = full if state == SHIPPED else p.panel
        edge = p.border if state == SHIPPED and p.name == "light" else p.ink
        if state == EMPTY:
            edge = _faint(p)
        return (
            left + 0.07,
            left + 0.93,
            bottom,
            top,
            fill,
            edge,
            1.0 if state in (SHIPPED, EMPTY) else 1.3,
            state,
        )

    def _cells(
        self, power: Mapping[str, Any], spaces: int, gap: float, bottom: float, top: float
    ) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
        out, strokes = [], []
        written = self._ends(power, gap, spaces / self.WIDTH)
        for n, state in enumerate(cells(power, spaces)):
            left = n + n // SECTION * gap
            cell = self._cell(state, power["seat"], left, bottom, top)
            if state == EMPTY and left < written:  # the number stands there
                cell = (*cell[:4], "#00000000", "#00000000", *cell[6:])
            out.append(cell)
            if state == STOPPED:
                strokes.append((left + 0.07, bottom, left + 0.93, top, self._palette.ink, 1.4))
        return out, strokes

    def _starts(self, power: Mapping[str, Any], gap: float) -> float:
        """Where the number of a power's position begins: behind its last space."""
        position: int = power["ladder"]
        return position + max(0, position - 1) // SECTION * gap + 0.35

    def _ends(self, power: Mapping[str, Any], gap: float, unit: float) -> float:
        """Where the number ends if a pixel is ``unit`` spaces wide."""
        size = float(self._px(13)[:-2])
        return self._starts(power, gap) + (len(str(power["ladder"])) * size * 0.56 + 5) * unit

    def _ships(
        self, power: Mapping[str, Any], count: int, gap: float, top: float, strokes: list[tuple[Any, ...]]
    ) -> list[tuple[Any, ...]]:
        p, out = self._palette, []
        size = self._grown(17, 0.5)
        for n in range(min(power["ships"], count)):
            left = n * (SECTION + gap)
            strokes.append((left + 0.05, top + 2.5, left + SECTION - 0.05, top + 2.5, p.ink, 1.2))
            out.append((left + SECTION / 2, top + 2 + size * 0.5, "@ship", size, p.ink, "#00000000", 0.0))
        return out

    def _labels(
        self,
        power: Mapping[str, Any],
        spaces: int,
        gap: float,
        margin: float,
        middle: float,
        cell_middle: float,
        discs: list[tuple[Any, ...]],
    ) -> list[tuple[Any, ...]]:
        p, mark = self._palette, POWERS[power["seat"]]
        at = -margin * (1 - self._grown(0.1, 0.45))
        discs.append((at, middle, "circle", self._grown(20, 0.6), mark.colour, p.dark_mark, 1.4))
        position, end = power["ladder"], self._starts(power, gap)
        name = power["name"] if len(power["name"]) <= 12 else power["name"][:11] + "…"
        return [
            (at, middle, mark.letter, self._px(12, 0.7), p.letter, "#00000000", "center", "bold", 0.0),
            (at, middle, name, self._px(14, 0.7), p.ink, "#00000000", "left", "bold", self._grown(14, 0.7)),
            (end, cell_middle, str(position), self._px(13), p.ink, p.panel, "left", "bold", 2.0),
        ]

    def _key(
        self,
        y: float,
        margin: float,
        width: float,
        head: float,
        cell_rows: dict[str, list[tuple[Any, ...]]],
        strokes: dict[str, list[tuple[Any, ...]]],
        texts: dict[str, list[tuple[Any, ...]]],
    ) -> None:
        p = self._palette
        cell_rows["key"], strokes["key"], texts["key"] = [], [], []
        unit = (width * 1.06 + margin) / 40
        for n, state in enumerate((SHIPPED, NO_SHIP, STOPPED)):
            left = n * width / 3
            low, high = y - head * 0.24, y + head * 0.24
            cell = self._cell(state, None, left, low, high)
            cell_rows["key"].append((left, left + 0.8 * unit, *cell[2:]))
            if state == STOPPED:
                strokes["key"].append((left, low, left + 0.8 * unit, high, p.ink, 1.4))
            words = self._legend.get(state, "")
            texts["key"].append(
                (left + 1.1 * unit, y, words, self._px(12), p.second, "#00000000", "left", "normal", 0.0)
            )


def _faint(p: Palette) -> str:
    return "#D5CFC2" if p.name == "light" else "#3A4146"


class InfluenceLadder(_Figure):
    """An axis from 0 to 20, or further if a power is further, with each power's disc at its points.

    No disc hides another: a disc that would goes one row up, and where the rows are full those of a row move
    apart. Whatever does not stand on the axis has a stem that leads to its points. ``start`` is the word for
    the 10 points with which everyone begins.
    """

    WIDTH, NARROW = 476.0, 364.0
    """About how many pixels wide the figure is drawn, and how many at the least."""

    def __init__(self, palette: str | Palette = LIGHT, scale: float = 1.0, start: str | None = None) -> None:
        super().__init__(palette, scale, 96)
        self._start = _texts()["ladder"]["start"] if start is None else start
        self.axis = Pool({"x0": nan, "y0": nan, "x1": nan, "y1": nan, "c": "#000000", "w": 1.0}, 40)
        self.discs = Pool(DISCS, 1)
        self.texts = Pool(TEXTS, 1)
        self._strokes(self.axis.source)
        self._discs(self.discs.source)
        self._text(self.texts.source)
        self._paint()

    def _disc(self) -> float:
        """Pixels across of a disc."""
        return self._grown(17, 0.6)

    def update(self, view: Mapping[str, Any]) -> None:
        """Draw the powers' Influence of ``view``."""
        self._view = view
        p, powers = self._palette, view["powers"]
        end = max(20, ceil(max(power["influence"] for power in powers) / 5) * 5)
        size = self._disc()
        pitch, line = size + 2, self._grown(24)
        tall = 3 if len(powers) > 4 else 2
        total = round(line + 6 + pitch * tall)
        if self.figure.height != total:
            self.figure.height = total
        rim = size / 2 + 3
        margin = end * rim / ((self.NARROW if self._scale == 1 else self.WIDTH) - 2 * rim)
        for bound, ends in (
            (self.figure.x_range, (-margin, end + margin)),
            (self.figure.y_range, (0, total)),
        ):
            if (bound.start, bound.end) != ends:
                bound.start, bound.end = ends
        ticks: list[tuple[Any, ...]] = [(0, line, end, line, p.rule, 1.2)]
        texts: dict[str, list[tuple[Any, ...]]] = {}
        for n in range(0, end + 1, 1 if end <= 35 else 5):
            ticks.append((n, line, n, line + (6 if n % 5 == 0 else 3), p.rule, 1.2))
        for n in range(0, end + 1, 5 if end <= 40 else 10):
            words = f"{n} {self._start}".strip() if n == 10 else str(n)
            y = line - self._grown(11)
            texts[f"tick {n}"] = [(n, y, words, self._px(12), p.second, "#00000000", "center", "normal", 0.0)]
        discs: dict[str, list[tuple[Any, ...]]] = {}
        apart = (size + 1.4) * (end + 2 * margin) / self.WIDTH
        for seat, (points, x, row) in abreast(powers, apart, tall, end).items():
            y = line + pitch * (row + 0.5) + 2
            if row or x != points:
                ticks.append((points, line, x, y, p.second, 1.0))
            mark, key = POWERS[seat], f"seat {seat}"
            discs[key] = [(x, y, "circle", size, mark.colour, p.dark_mark, 1.4)]
            texts[key] = [
                (x, y, mark.letter, self._px(12, 0.7), p.letter, "#00000000", "center", "bold", 0.0)
            ]
        self.axis.write({"axis": ticks})
        self.discs.write(discs)
        self.texts.write(texts)


def abreast(
    powers: Sequence[Mapping[str, Any]], apart: float, rows: int, end: float
) -> dict[int, tuple[int, float, int]]:
    """For each seat its Influence, where its disc stands on the axis, and in which row (0 lowest), so that
    the discs of a row are ``apart``: each at its points as long as ``rows`` rows suffice, else as near as may
    be."""
    last = [-1e9] * rows
    own: list[list[tuple[int, int]]] = [[] for _ in range(rows)]
    for points, seat in sorted((power["influence"], power["seat"]) for power in powers):
        row = next((r for r in range(rows) if points - last[r] >= apart), None)
        if row is None:  # these will move apart, half of the way each
            row = last.index(min(last))
            last[row] += apart / 2
        else:
            last[row] = points
        own[row].append((points, seat))
    out: dict[int, tuple[int, float, int]] = {}
    for row, discs in enumerate(own):
        places = spread([float(points) for points, _ in discs], apart, 0.0, float(end))
        for (points, seat), x in zip(discs, places, strict=True):
            out[seat] = points, x, row
    return out
