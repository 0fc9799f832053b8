"""Money, income, Influence and countries over the rounds: Bokeh figures that are patched, not drawn anew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import nan
from typing import Any

from bokeh.core.properties import value
from bokeh.models import (
    ColumnDataSource,
    FixedTicker,
    MultiLine,
    Range1d,
    Scatter,
    Segment,
    Text,
    Title,
)
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
    """One figure: a row of ``lines`` and of ``ends`` for each seat, so that a round sends what it adds."""

    def __init__(self, what: str, language: str) -> None:
        self.what = what
        self._texts = phrases(language)
        blank = [nan] * SEATS
        dashes = [list(dash) for dash in DASHES]
        colours = [power.colour for power in POWERS]
        self.lines = ColumnDataSource(
            {"xs": [[] for _ in POWERS], "ys": [[] for _ in POWERS], "dash": dashes, "colour": colours}
        )
        ends = {name: list(blank) for name in ("x", "y", "x0", "y0", "x1")}
        self.ends = ColumnDataSource(
            {**ends, "letter": [power.letter for power in POWERS], "colour": colours}
        )
        self.phases = ColumnDataSource(
            {"x": list(blank), "at": list(blank), "y0": [0.0] * 6, "y1": [0.0] * 6, "t": [""] * 6}
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
        self.separators = Segment(x0="x", y0="y0", x1="x", y1="y1", line_dash=[1, 3])
        self.cased = MultiLine(xs="xs", ys="ys", line_dash="dash")
        self.drawn = MultiLine(xs="xs", ys="ys", line_dash="dash", line_color="colour")
        self.leaders = Segment(x0="x0", y0="y0", x1="x1", y1="y")
        self.discs = Scatter(x="x", y="y", marker="circle", fill_color="colour", line_width=1.2)
        letters = {"text_align": "center", "text_baseline": "middle", "text_font_style": "bold"}
        self.letters = Text(x="x", y="y", text="letter", text_font=value(FONT), **letters)
        self.numbers = Text(x="at", y="y1", text="t", text_font=value(FONT), text_baseline="top")
        for source, glyph in (
            (self.phases, self.separators),
            (self.phases, self.numbers),
            (self.lines, self.cased),
            (self.lines, self.drawn),
            (self.ends, self.leaders),
            (self.ends, self.discs),
            (self.ends, self.letters),
        ):
            fig.add_glyph(source, glyph)
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
        self.separators.line_color = p.rule
        self.leaders.line_color = self.numbers.text_color = p.second
        self.cased.line_color = casing(p)
        self.cased.line_width, self.drawn.line_width = 4.2 * scale, 2.4 * scale
        self.discs.size = 1.36 * grown(11, scale)
        self.discs.line_color = p.dark_mark
        self.letters.text_color = p.letter
        self.letters.text_font_size = f"{grown(11, scale)}px"
        self.numbers.text_font_size = f"{grown(12, scale)}px"

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
        own = [found.get(seat) for seat in range(SEATS)]
        xs = [list(line.rounds) if line else [] for line in own]
        sent += patch_columns(
            self.lines, {"xs": xs, "ys": [list(line.values) if line else [] for line in own]}
        )
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
        rest = 6 - len(starts)
        at = [float(start - 1) for start, _ in starts] + [nan] * rest
        said = [
            self._texts.say("curve.phase", phase=str(phase)) if scale < 1.2 else str(phase)
            for _, phase in starts
        ]
        labels: dict[str, Sequence[Any]] = {
            "at": [a + end * 0.008 for a in at],
            "t": said + [""] * rest,
            "y1": [top] * 6,
        }
        return sent + patch_columns(self.phases, {"x": at, **labels})


def _tick(axis: Any, places: list[int]) -> None:
    ticker = axis.ticker
    if not isinstance(ticker, FixedTicker) or list(ticker.ticks) != places:
        axis.ticker = FixedTicker(ticks=places)


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
