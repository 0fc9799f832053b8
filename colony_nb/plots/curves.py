"""Money, income, Influence and countries over the rounds: Bokeh figures that are patched, not drawn anew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import nan
from typing import Any

from bokeh.core.properties import value
from bokeh.models import ColumnDataSource, FixedTicker, Label, Range1d, Title
from bokeh.plotting import figure

from colony_nb.plots.curves_svg import (
    DASHES,
    FIGURES,
    Row,
    casing,
    curve_text,
    last_round,
    lines,
    phase_starts,
    phrases,
    rows_of,
    spread,
    table,
    table_rows,
    ticks,
)
from colony_nb.plots.palette import FONT, LIGHT, POWERS, PRESENTATION, Palette
from colony_nb.plots.palette import palette as _palette
from colony_nb.plots.pool import patch_columns

__all__ = ["FIGURES", "Curves", "curve_text", "rows_of", "table", "table_rows"]

SEATS = len(POWERS)
HEIGHT = 210
SMALLEST = 24


def grown(size: float, scale: float) -> float:
    """A size in px at a scale; at ``PRESENTATION`` every text has reached 24 px, whatever it was."""
    return round(size + (SMALLEST - size) * (scale - 1) / (PRESENTATION - 1), 2)


class _Curve:
    """One figure. Each power has its own two sources (line, end), so that a round sends what it adds."""

    def __init__(self, what: str, language: str) -> None:
        self.what = what
        self._texts = phrases(language)
        self.points = [ColumnDataSource({"x": [], "y": []}) for _ in POWERS]
        self.ends = ColumnDataSource(
            {
                "x": [nan] * SEATS,
                "y": [nan] * SEATS,
                "x0": [nan] * SEATS,
                "y0": [nan] * SEATS,
                "x1": [nan] * SEATS,
                "letter": [power.letter for power in POWERS],
                "colour": [power.colour for power in POWERS],
            }
        )
        self.figure = fig = figure(
            height=HEIGHT,
            width=460,
            sizing_mode="stretch_width",
            tools="",
            toolbar_location=None,
            x_range=Range1d(0, 26.4),
            y_range=Range1d(0, 1),
            min_border=4,
            outline_line_color=None,
            title=Title(text=self._texts.say(f"curve.{what}")),
        )
        self.phases: list[Label] = [
            Label(x=0, y=0, text="", visible=False, text_baseline="top") for _ in range(6)
        ]
        self.starts = ColumnDataSource({"x": [nan] * 6, "y0": [0.0] * 6, "y1": [0.0] * 6})
        self.separators = fig.segment("x", "y0", "x", "y1", source=self.starts, line_dash=[1, 3])
        self.cased = []
        self.drawn = []
        for seat, source in enumerate(self.points):
            dash = list(DASHES[seat])
            self.cased.append(fig.line("x", "y", source=source, line_width=4.2, line_dash=dash))
            self.drawn.append(
                fig.line(
                    "x", "y", source=source, line_width=2.4, line_dash=dash, line_color=POWERS[seat].colour
                )
            )
        self.leaders = fig.segment("x0", "y0", "x1", "y", source=self.ends, line_width=1)
        self.discs = fig.scatter("x", "y", source=self.ends, fill_color="colour", line_width=1.2, size=15)
        self.letters = fig.text(
            "x",
            "y",
            text="letter",
            source=self.ends,
            text_align="center",
            text_baseline="middle",
            text_font=value(FONT),
            text_font_style="bold",
        )
        for label in self.phases:
            fig.add_layout(label)
        fig.xgrid.visible = False
        fig.axis.minor_tick_line_color = None

    def paint(self, p: Palette, scale: float) -> None:
        fig = self.figure
        fig.background_fill_color = fig.border_fill_color = p.panel
        fig.height = round(HEIGHT * scale)
        fig.title.text_color = p.ink
        fig.title.text_font, fig.title.text_font_size = FONT, f"{grown(14, scale)}px"
        fig.ygrid.grid_line_color, fig.ygrid.grid_line_alpha = p.rule, 0.45
        for axis in fig.axis:
            axis.major_label_text_color = p.second
            axis.major_label_text_font = FONT
            axis.major_label_text_font_size = f"{grown(12, scale)}px"
            axis.axis_line_color = axis.major_tick_line_color = p.rule
        self.separators.glyph.line_color = p.rule
        self.leaders.glyph.line_color = p.second
        for cased, drawn in zip(self.cased, self.drawn, strict=True):
            cased.glyph.line_color = casing(p)
            cased.glyph.line_width, drawn.glyph.line_width = 4.2 * scale, 2.4 * scale
        self.discs.glyph.size = 1.36 * grown(11, scale)
        self.discs.glyph.line_color = p.dark_mark
        self.letters.glyph.text_color = p.letter
        self.letters.glyph.text_font_size = f"{grown(11, scale)}px"
        for label in self.phases:
            label.text_color = p.second
            label.text_font, label.text_font_size = FONT, f"{grown(12, scale)}px"

    def update(self, rows: Sequence[Row], scale: float) -> int:
        """Draws the rows; gives back how many cells were sent."""
        fig, sent = self.figure, 0
        found = {line.seat: line for line in lines(rows, self.what)}
        end = last_round(rows)
        marks = ticks(max((v for line in found.values() for v in line.values), default=1))
        top = marks[-1] * (1 + 0.16 * min(scale, 1.2))
        right = end * (1 + 0.1 * scale)
        for bound, value_ in ((fig.x_range, right), (fig.y_range, top)):
            if bound.end != value_:
                bound.end = value_
        _tick(fig.yaxis[0], marks)
        _tick(fig.xaxis[0], list(range(0, end + 1, end // 6)))
        for seat, source in enumerate(self.points):
            line = found.get(seat)
            sent += _grow(source, line.rounds if line else (), line.values if line else ())
        gap = top * (1.36 * grown(11, scale) + 2) / (HEIGHT * scale - 34 * scale * scale)
        seats = list(found)
        places = spread([found[s].values[-1] for s in seats], gap, gap / 2, top - gap / 2)
        columns: dict[str, list[float]] = {name: [nan] * SEATS for name in ("x", "y", "x0", "y0", "x1")}
        for seat, place in zip(seats, places, strict=True):
            line = found[seat]
            columns["x0"][seat], columns["y0"][seat] = float(line.rounds[-1]), float(line.values[-1])
            columns["x"][seat], columns["y"][seat] = line.rounds[-1] + end * 0.045 * scale, place
            columns["x1"][seat] = line.rounds[-1] + end * 0.028 * scale
        sent += patch_columns(self.ends, columns)
        starts = phase_starts(rows)[:6]
        at = [float(start - 1) for start, _ in starts] + [nan] * (6 - len(starts))
        sent += patch_columns(self.starts, {"x": at, "y1": [top] * 6})
        for label, (start, phase) in zip(self.phases, starts, strict=False):
            _set(label, x=start - 1 + end * 0.008, y=top * 0.97, visible=True)
            _set(label, text=self._texts.say("curve.phase", phase=phase) if scale < 1.2 else str(phase))
        for label in self.phases[len(starts) :]:
            _set(label, visible=False)
        return sent


def _set(model: Any, **values: Any) -> None:
    for name, new in values.items():
        if getattr(model, name) != new:
            setattr(model, name, new)


def _tick(axis: Any, places: list[int]) -> None:
    ticker = axis.ticker
    if not isinstance(ticker, FixedTicker) or list(ticker.ticks) != places:
        axis.ticker = FixedTicker(ticks=places)


def _grow(source: ColumnDataSource, rounds: Sequence[int], values: Sequence[int]) -> int:
    """Brings a line up to date: changed points are patched, new ones streamed; gives back the cells sent."""
    old = len(source.data["x"])
    if len(rounds) < old:
        source.data = {"x": list(rounds), "y": list(values)}
        return 2 * len(rounds)
    sent = patch_columns(source, {"x": rounds[:old], "y": values[:old]}) if old else 0
    if len(rounds) > old:
        source.stream({"x": list(rounds[old:]), "y": list(values[old:])})
    return sent + 2 * (len(rounds) - old)


class Curves:
    """Four small figures on one scale of rounds, a line a power.

    Lines are told apart by colour, dash and the letter at the end. ``figures`` holds them by name ("money",
    "income", "influence", "countries"); ``table(rows, names, what)`` is the table beside each.
    """

    def __init__(
        self,
        palette: str | Palette = LIGHT,
        scale: float = 1.0,
        language: str = "en",
        what: Sequence[str] = FIGURES,
    ) -> None:
        self._palette, self._scale, self._language = _palette(palette), scale, language
        self._rows: Sequence[Row] = ()
        self._names: Sequence[str] = ()
        self.curves = {name: _Curve(name, language) for name in what}
        self.figures = {name: curve.figure for name, curve in self.curves.items()}
        for curve in self.curves.values():
            curve.paint(self._palette, scale)

    def update(self, rows: Sequence[Row], names: Sequence[str] = ()) -> int:
        """Draws the rows (see ``rows_of``), sending only what changed; gives back how many cells that was."""
        self._rows, self._names = rows, names
        return sum(curve.update(rows, self._scale) for curve in self.curves.values())

    def restyle(self, palette: str | Palette, scale: float | None = None) -> None:
        """Changes to the palette ("light", "dark") and, if given, the scale; the numbers stay."""
        self._palette = _palette(palette)
        self._scale = self._scale if scale is None else scale
        for curve in self.curves.values():
            curve.paint(self._palette, self._scale)
            curve.update(self._rows, self._scale)

    def texts(self) -> Mapping[str, str]:
        """Each figure's curves in sentences, for the readers of a screen."""
        return {
            name: curve_text(self._rows, self._names, name, self._language) if self._names else ""
            for name in self.curves
        }
