"""The map as a Bokeh figure: built once, then patched from views."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import nan, pi
from typing import Any

import numpy as np
from bokeh.core.properties import value
from bokeh.models import (
    ColumnDataSource,
    CustomJS,
    CustomJSTransform,
    GlyphRenderer,
    MultiLine,
    MultiPolygons,
    Patches,
    Range1d,
    Scatter,
)
from bokeh.models import Text as TextGlyph
from bokeh.plotting import figure
from bokeh.transform import transform

from colony_nb.plots import board
from colony_nb.plots.describe import notes
from colony_nb.plots.drawn import Drawing
from colony_nb.plots.layout import (
    Content,
    Mark,
    Placed,
    Style,
    Text,
    arrange,
    contents,
    reduced,
    resistance,
    resistance_marks,
)
from colony_nb.plots.palette import FONT, LIGHT, POWERS, Palette, colour_of, mix, tint
from colony_nb.plots.palette import palette as _palette
from colony_nb.plots.pool import Pool, patch_columns

# a function, not a module: each module is loaded by itself, and the first picture waits for all of them
GLYPH = """const s = cb_data.r/12, q = new Path2D()
q.addPath(new Path2D(d), new DOMMatrix([s, 0, 0, s, -12*s, -12*s]))
return q"""
# Marks and texts grow with the figure, so that the layout worked out at 768 px holds at every width.
_K = "const k = fig.properties.inner_width.is_unset ? 1 : fig.inner_width/768; "
GROW = _K + "return xs.map((x) => x*k)"
GROW_FONT = _K + "return xs.map((x) => (x*k).toFixed(2) + 'px')"
# only what is seen is worked out again
RESIZED = """const small = fig.inner_width < narrow
for (const r of full) r.visible = !small
for (const r of compact) r.visible = small
for (const s of small ? few : all) s.change.emit()"""
NARROW = 560
"""Below this width in pixels the map shows names, powers and resistance only."""
COMPACT = Style(1.62, compact=True)

MARKS = {
    "x": nan,
    "y": nan,
    "m": "circle",
    "s": 0.0,
    "f": "#000000",
    "e": "#000000",
    "w": 0.0,
    "a": 1.0,
    "r": 0.0,
}
TEXTS = {
    "x": nan,
    "y": nan,
    "t": None,  # no text to be measured
    "s": 10.0,
    "c": "#000000",
    "h": "#000000",
    "al": "left",
    "st": "bold",
    "a": 1.0,
}
DIM_FILL, DIM_MARK = 0.42, 0.78


@dataclass(slots=True)
class _Layer:
    """One of the two pictures that share the map: the full one and the one for narrow screens."""

    style: Style
    marks: Pool
    texts: Pool
    discs: Pool
    known: dict[str, tuple[Content, float, Style, Palette]] = field(default_factory=dict)
    placed: dict[str, Placed] = field(default_factory=dict)
    mark_rows: dict[str, list[tuple[Any, ...]]] = field(default_factory=dict)
    text_rows: dict[str, list[tuple[Any, ...]]] = field(default_factory=dict)


def glyph_defs(*names: str) -> dict[str, Any]:
    """Marker definitions ("@sugar", ...) for a Bokeh scatter, of the glyphs named, or of all of them."""
    glyphs = board.glyphs()
    return {f"@{name}": CustomJS(args={"d": glyphs[name]}, code=GLYPH) for name in names or glyphs}


def _numbers(values: Iterable[float]) -> Any:
    """Numbers as Bokeh sends them fastest. They are never changed: every map shares them."""
    out = np.fromiter(values, dtype=np.float32)
    out.flags.writeable = False
    return out


def _xy(rings: Iterable[board.Ring]) -> tuple[list[Any], list[Any]]:
    rings = list(rings)
    return [_numbers(x for x, _ in ring) for ring in rings], [_numbers(y for _, y in ring) for ring in rings]


@cache
def _outlines() -> dict[str, list[Any]]:
    """The columns of all countries' lines."""
    lands = list(board.lands().values())
    xs, ys = _xy(land.ring for land in lands)
    inner_x, inner_y = _xy(land.inset for land in lands)
    edge_x, edge_y = _xy(land.edge for land in lands)
    return {
        "xs": xs,
        "ys": ys,
        "bx": [(pair,) for pair in zip(xs, inner_x, strict=True)],
        "by": [(pair,) for pair in zip(ys, inner_y, strict=True)],
        "ix": inner_x,
        "iy": inner_y,
        "ex": edge_x,
        "ey": edge_y,
    }


@cache
def _decoration(closed: frozenset[str]) -> tuple[dict[str, Any], ...]:
    """The columns of the sea's lines, of the places where people live, and of the paths between them: all
    paths are one line with gaps."""
    waters = board.waters(bool(closed))
    xs, ys = _xy(w.line for w in waters)
    water: dict[str, Any] = {
        "xs": xs,
        "ys": ys,
        "a": [{7: 0.75, 16: 0.55}.get(w.offset, 0.4) for w in waters],
    }
    shown = [land for land in board.lands().values() if land.letter not in closed]
    places = [dot for land in shown for dot in land.settlements]
    lived = {
        "x": _numbers(x for x, _, _ in places),
        "y": _numbers(y for _, y, _ in places),
        "s": _numbers(1.6 + 0.9 * size for _, _, size in places),
    }
    gap = (nan, nan)
    xs, ys = _xy([tuple([point for land in shown for path in land.paths for point in (*path, gap)])])
    return water, lived, {"xs": xs, "ys": ys}


class MapPlot:
    """The map of one game.

    ``figure`` is the Bokeh figure: show it, listen to its Tap event, ask ``country_at`` where the tap was.
    ``update`` draws a view, ``restyle`` changes theme and size; both only change data and properties of what
    exists, and neither sends anything: whoever shows the figure pushes once.
    ``closed`` are the letters of the countries that are sea; a view without a country closes it, too.
    ``words`` gives the lines under names (see ``layout.contents``).
    """

    def __init__(
        self,
        closed: Collection[str] = (),
        palette: str | Palette = LIGHT,
        scale: float = 1.0,
        words: Mapping[str, str] | None = None,
    ) -> None:
        self._lands = list(board.lands().values())
        self._index = {land.letter: i for i, land in enumerate(self._lands)}
        self._words = dict(notes() if words is None else words)
        self._closed = frozenset(closed)
        self._palette = _palette(palette)
        self._scale = scale
        self._last: tuple[Mapping[str, Any], str | None, frozenset[str], frozenset[str]] | None = None
        self.figure = figure(
            width=board.WIDTH,
            height=board.HEIGHT,
            sizing_mode="scale_width",
            tools="",
            toolbar_location=None,
            x_axis_type=None,
            y_axis_type=None,
            x_range=Range1d(board.LEFT, board.RIGHT),
            y_range=Range1d(board.BOTTOM, board.TOP),
            min_border=0,
            outline_line_color=None,
            output_backend="canvas",
        )
        self._drawing = Drawing(self.figure)
        self._water = ColumnDataSource({"xs": [], "ys": [], "a": []})
        self._lived = ColumnDataSource({"x": [], "y": [], "s": []})
        self._paths = ColumnDataSource({"xs": [], "ys": []})
        self.countries = ColumnDataSource(self._geometry())
        full = _Layer(Style(scale), Pool(MARKS, 14), Pool(TEXTS, 9), Pool(MARKS, 3))
        compact = _Layer(COMPACT, Pool(MARKS, 4), Pool(TEXTS, 3), Pool(MARKS, 3))
        self.layers = {"full": full, "compact": compact}
        self._grow = CustomJSTransform(args={"fig": self.figure}, v_func=GROW)
        self._grow_font = CustomJSTransform(args={"fig": self.figure}, v_func=GROW_FONT)
        self._lines: list[tuple[GlyphRenderer, str, float]] = []
        self._ranks: list[int] = []  # of what is drawn, from below
        self._spare: dict[int, dict[str, Any]] = {}  # by rank: lines that no country has had yet
        self._shown: dict[str, list[GlyphRenderer]] = {"full": [], "compact": []}
        self._build()
        self._draw_land()
        self._paint()

    def update(
        self,
        view: Mapping[str, Any],
        selected: str | None = None,
        possible: Collection[str] = frozenset(),
        changed: Collection[str] = frozenset(),
    ) -> None:
        """Draw ``view``. ``selected`` gets the thick white line, ``possible`` the thin one (while there are
        any, the rest is paler), ``changed`` the dotted one."""
        closed = frozenset(self._index) - frozenset(view["countries"])
        if closed != self._closed:
            self._closed = closed
            self._draw_land()
        self._last = view, selected, frozenset(possible), frozenset(changed)
        self._patch()

    def country_at(self, x: float, y: float) -> str | None:
        """The letter of the country at a point of the figure's own units (a Tap event's ``x``, ``y``); None
        for the sea."""
        return board.country_at(x, y, self._closed)

    def restyle(self, palette: str | Palette, scale: float | None = None) -> None:
        """Change to the palette ("light", "dark") and, if given, the scale; the position stays."""
        self._palette = _palette(palette)
        if scale is not None:
            self._scale = scale
            self.layers["full"].style = Style(scale)
        self._paint()
        if self._last is None:
            self._draw_land()
        else:
            self._patch()

    def _geometry(self) -> dict[str, Any]:
        n = len(self._lands)
        return {
            "letter": [land.letter for land in self._lands],
            "name": [land.name for land in self._lands],
            **_outlines(),
            "fill": ["#000000"] * n,
            "band": ["#000000"] * n,
            "band_a": [0.0] * n,
            "hatch": [" "] * n,
            "hatch_a": [0.0] * n,
            "border": ["#000000"] * n,
            "border_a": [0.0] * n,
            "land_a": [0.0] * n,
            "sea_a": [0.0] * n,
            "free_a": [0.0] * n,
            "free_c": ["#000000"] * n,
            "resist_a": [0.0] * n,
            "state_w": [0.0] * n,
            "case_w": [0.0] * n,
            "state_a": [0.0] * n,
            "dots_a": [0.0] * n,
        }

    def _add(
        self,
        source: ColumnDataSource,
        glyph: Any,
        role: str = "",
        width: float = 0.0,
        visible: bool = True,
        rank: int | None = None,
    ) -> GlyphRenderer:
        """Draw one kind of glyph; remember lines whose colour or width follows the style."""
        rank = self._next_rank() if rank is None else rank
        place = bisect(self._ranks, rank)
        self._ranks.insert(place, rank)
        renderer = self._drawing.add(source, glyph, place, visible=visible)
        if role or width:
            self._lines.append((renderer, role, width))
        return renderer

    def _next_rank(self) -> int:
        return len(self._ranks) + len(self._spare)

    def _line(
        self, xs: str, ys: str, role: str = "", width: float = 0.0, dash: Sequence[float] = (), **more: Any
    ) -> None:
        """A line round the countries whose ``line_alpha`` says so; drawn once there is one."""
        if dash:
            more["line_dash"] = value(dash)
        self._spare[self._next_rank()] = {"xs": xs, "ys": ys, "role": role, "width": width, **more}

    def _draw_lines(self) -> None:
        """Adds the lines that are needed for the first time, each in its place."""
        for rank, line in list(self._spare.items()):
            if any(self.countries.data[line["line_alpha"]]):
                del self._spare[rank]
                role, width = line.pop("role"), line.pop("width")
                self._tint(self._add(self.countries, MultiLine(**line), role, width, rank=rank), role, width)

    def _build(self) -> None:
        fig, add, line = self.figure, self._add, self._line
        add(self._water, MultiLine(xs="xs", ys="ys", line_alpha="a"), "water", 1.0)
        line("xs", "ys", "water", 1.1, [2, 5], line_alpha="sea_a")
        fill: dict[str, Any] = {"fill_color": "fill", "fill_alpha": "land_a", "line_color": None}
        add(self.countries, Patches(xs="xs", ys="ys", **fill))
        add(self._paths, MultiLine(xs="xs", ys="ys", line_alpha=0.22), "ground", 0.7)
        size = transform("s", self._grow)
        self._dots = add(self._lived, Scatter(x="x", y="y", size=size, fill_alpha=0.36, line_color=None))
        self._bands = add(
            self.countries,
            MultiPolygons(
                xs="bx",
                ys="by",
                fill_color="band",
                fill_alpha="band_a",
                line_color=None,
                hatch_pattern="hatch",
                hatch_color="#1B2024",
                hatch_alpha="hatch_a",
            ),
        )
        more: dict[str, Any] = {"line_join": "round"}
        line("xs", "ys", "", 1.3, line_color="border", line_alpha="border_a", **more)
        # An independent country: two rows of dots in the place of the hatch.
        for x, y in (("ex", "ey"), ("ix", "iy")):
            free = more | {"line_cap": "round", "line_color": "free_c", "line_alpha": "free_a"}
            line(x, y, "", 3.0, [0.1, 5.4], **free)
        line("xs", "ys", "casing", line_width="case_w", line_alpha="state_a", **more)
        line("xs", "ys", "state", line_width="state_w", line_alpha="state_a", **more)
        line("xs", "ys", "casing", 5.5, line_alpha="dots_a", **more)
        line("xs", "ys", "state", 3.2, [1, 5], line_alpha="dots_a", line_cap="round")
        # The picket line: last of the lines, never dimmed.
        line("ex", "ey", "casing", 7.0, line_alpha="resist_a", **more)
        line("ex", "ey", "light_mark", 3.6, [8, 5], line_alpha="resist_a")
        defs = glyph_defs()
        for name, layer in self.layers.items():
            self._build_layer(name, layer, defs)
        full, few = (
            [*(pool.source for pool in (layer.marks, layer.texts, layer.discs)), self._lived]
            for layer in self.layers.values()
        )
        args = {
            "fig": fig,
            "narrow": NARROW,
            "full": self._shown["full"],
            "compact": self._shown["compact"],
            "all": full,
            "few": few,
        }
        fig.js_on_change("inner_width", CustomJS(args=args, code=RESIZED))

    def _build_layer(self, name: str, layer: _Layer, defs: dict[str, Any]) -> None:
        def drawn(source: ColumnDataSource, glyph: Any) -> None:
            self._shown[name].append(self._add(source, glyph, visible=name == "full"))

        def scatter(pool: Pool) -> None:
            glyph = Scatter(
                x="x",
                y="y",
                marker="m",
                defs=defs,
                size=transform("s", self._grow),
                angle="r",
                fill_color="f",
                line_color="e",
                line_width="w",
                fill_alpha="a",
                line_alpha="a",
            )
            drawn(pool.source, glyph)

        def text(**more: Any) -> None:
            glyph = TextGlyph(
                x="x",
                y="y",
                text="t",
                text_font_size=transform("s", self._grow_font),
                text_font=value(FONT),
                text_font_style="st",
                text_align="al",
                text_baseline="middle",
                text_color="c",
                text_alpha="a",
                **more,
            )
            drawn(layer.texts.source, glyph)

        scatter(layer.marks)
        # Outlined text below, plain text above: on a single renderer the outline eats the letters.
        text(text_outline_color="h", text_outline_width=3.5)
        text()
        scatter(layer.discs)

    def _draw_land(self) -> None:
        """What depends on which countries are in the game: sea lines, and the places where people live."""
        self._water.data, self._lived.data, self._paths.data = map(dict, _decoration(self._closed))
        n = range(len(self._lands))
        is_sea = [land.letter in self._closed for land in self._lands]
        free = self._palette
        patch_columns(
            self.countries,
            {
                "sea_a": [1.0 if is_sea[i] else 0.0 for i in n],
                "land_a": [0.0 if is_sea[i] else 1.0 for i in n],
                "border_a": [0.0 if is_sea[i] else 1.0 for i in n],
                "fill": [free.land] * len(n),
                "border": [free.free_border] * len(n),
            },
        )
        self._draw_lines()

    def _paint(self) -> None:
        """Colours and widths that no position changes."""
        p, fig = self._palette, self.figure
        fig.background_fill_color = fig.border_fill_color = p.sea
        grow = 1 + (self._scale - 1) * 0.5
        for line in self._lines:
            self._tint(*line)
        self._dots.glyph.fill_color = p.ground
        self._bands.glyph.hatch_scale = round(6 * grow, 2)
        self._bands.glyph.hatch_weight = round(1.2 * grow, 2)

    def _tint(self, renderer: GlyphRenderer, role: str, width: float) -> None:
        """Colour and width of a line."""
        if role:
            renderer.glyph.line_color = colour_of(self._palette, role)
        if width:
            renderer.glyph.line_width = round(width * (1 + (self._scale - 1) * 0.5), 2)

    def _patch(self) -> None:
        assert self._last is not None
        view, selected, possible, changed = self._last
        shown = contents(view, self._words)
        dim = {k for k in shown if possible and k not in possible and k != selected}
        patch_columns(self.countries, self._columns(shown, selected, possible, changed, dim))
        self._draw_lines()
        for layer in self.layers.values():
            for k, c in shown.items():
                alpha = DIM_MARK if k in dim else 1.0
                now = reduced(c, layer.style), alpha, layer.style, self._palette
                if layer.known.get(k) != now:
                    layer.known[k] = now
                    layer.placed[k] = placed = arrange(c, layer.style)
                    layer.mark_rows[k] = [self._mark(m, alpha) for m in placed.marks]
                    layer.text_rows[k] = [self._text(t, alpha) for t in placed.texts]
            for k in layer.known.keys() - shown.keys():
                for rows in (layer.known, layer.placed, layer.mark_rows, layer.text_rows):
                    del rows[k]
            rising = [k for k, c in shown.items() if c.rebellion]
            spots = resistance(layer.placed, rising, layer.style)
            layer.marks.write(layer.mark_rows)
            layer.texts.write(layer.text_rows)
            layer.discs.write(
                {
                    k: [self._mark(m, 1.0) for m in resistance_marks(x, y, layer.style)]
                    for k, (x, y) in spots.items()
                }
            )

    def _columns(
        self,
        shown: Mapping[str, Content],
        selected: str | None,
        possible: frozenset[str],
        changed: frozenset[str],
        dim: set[str],
    ) -> dict[str, list[Any]]:
        rows = []
        for land in self._lands:
            k, c = land.letter, shown.get(land.letter)
            row = self._land(c, k in dim)
            row.update(self._state(c is not None, k == selected, k in possible, k in changed))
            rows.append(row)
        return {name: [row[name] for row in rows] for name in rows[0]}

    def _land(self, c: Content | None, dim: bool) -> dict[str, Any]:
        """Fill, band, border, frame and picket line of a country; of a closed one when ``c`` is None."""
        p = self._palette
        seat = None if c is None else c.seat
        fill, faint = tint(p, seat), DIM_FILL if dim else 1.0
        free = c is not None and c.independent
        return {
            "fill": mix(fill, p.sea, DIM_FILL) if dim else fill,
            "band": p.land if seat is None else POWERS[seat].colour,
            "band_a": 0.0 if seat is None else 0.95 * faint,
            "hatch": " " if seat is None or free else POWERS[seat].hatch,
            "hatch_a": 0.0 if seat is None else 0.62 * faint,
            "border": p.free_border if seat is None else p.border,
            "border_a": 0.0 if c is None else 1.0,
            "free_c": p.label if seat is None else p.dark_mark,
            "free_a": 0.0 if not free else DIM_MARK if dim else 1.0,
            "resist_a": 1.0 if c is not None and c.rebellion else 0.0,
        }

    def _state(self, known: bool, selected: bool, possible: bool, changed: bool) -> dict[str, Any]:
        """The white line (thick if selected, thin if possible) in its dark casing, and the dotted line."""
        grow = 1 + (self._scale - 1) * 0.5
        return {
            "state_w": round((4.6 if selected else 2.4) * grow, 2),
            "case_w": round((8.4 if selected else 5.4) * grow, 2),
            "state_a": 1.0 if known and (selected or possible) else 0.0,
            "dots_a": 1.0 if known and changed else 0.0,
        }

    def _mark(self, m: Mark, alpha: float) -> tuple[Any, ...]:
        p = self._palette
        angle = pi / 6 if m.shape == "hex" else 0.0
        fill, line = colour_of(p, m.fill), colour_of(p, m.line)
        return (round(m.x, 2), round(m.y, 2), m.shape, round(m.size, 2), fill, line, m.width, alpha, angle)

    def _text(self, t: Text, alpha: float) -> tuple[Any, ...]:
        p = self._palette
        style = "bold" if t.bold else "normal"
        ink, halo = colour_of(p, t.role), colour_of(p, t.halo)
        return (round(t.x, 2), round(t.y, 2), t.text, round(t.size, 2), ink, halo, t.align, style, alpha)
