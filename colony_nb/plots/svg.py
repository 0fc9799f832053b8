"""Any position's board as one static SVG: no scripts, nothing fetched, a title and a description in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import cos, pi, sin
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from colony_nb.plots import board
from colony_nb.plots.describe import describe, notes
from colony_nb.plots.describe import title as _title
from colony_nb.plots.layout import Mark, Style, Text, arrange, contents, resistance, resistance_marks
from colony_nb.plots.marks import HATCH_NAMES, hatch_pattern
from colony_nb.plots.palette import FONT, LIGHT, POWERS, Palette, colour_of, tint
from colony_nb.plots.palette import palette as _palette


def board_svg(
    view: Mapping[str, Any],
    title: str | None = None,
    palette: str | Palette = LIGHT,
    scale: float = 1.0,
    language: str = "en",
) -> str:
    """The board of ``view`` as an SVG document of 768 by 517 that scales to any width.

    ``title`` is its accessible title (by default phase and round); the description names every power's
    countries, every resistance and every independent country. Same shapes and marks as the Bokeh map.
    """
    p, style = _palette(palette), Style(scale)
    shown = contents(view, notes(language))
    placed = {k: arrange(c, style) for k, c in shown.items()}
    spots = resistance(placed, [k for k, c in shown.items() if c.rebellion], style)
    name = "cnb-" + p.name
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {board.WIDTH} {board.HEIGHT}"'
        f' width="{board.WIDTH}"'
        f' role="img" style="max-width:100%;height:auto" font-family={quoteattr(FONT)}>',
        f"<title>{escape(title or _title(view, language))}</title>",
        f"<desc>{escape(describe(view, language=language))}</desc>",
        _defs(p, name, shown, placed),
        f'<rect width="{board.WIDTH}" height="{board.HEIGHT}" fill="{p.sea}"/>',
        *_sea(p, frozenset(shown)),
        *_countries(p, shown, name),
    ]
    for k in shown:
        parts += [_mark(m, p, name) for m in placed[k].marks]
        parts += [_text(t, p) for t in placed[k].texts]
    for x, y in spots.values():
        parts += [_mark(m, p, name) for m in resistance_marks(x, y, style)]
    parts.append("</svg>")
    return "\n".join(parts)


def _x(x: float) -> float:
    return round((x - board.LEFT) * board.PER_UNIT, 1)


def _y(y: float) -> float:
    return round((board.TOP - y) * board.PER_UNIT, 1)


def _path(ring: board.Ring) -> str:
    closed = len(ring) > 2 and ring[0] == ring[-1]
    points = ring[:-1] if closed else ring
    return "M" + "L".join(f"{_x(x):g} {_y(y):g}" for x, y in points) + ("Z" if closed else "")


def _defs(p: Palette, name: str, shown: Mapping[str, Any], placed: Mapping[str, Any]) -> str:
    out = ["<defs>"]
    for hatch in sorted({POWERS[c.seat].hatch for c in shown.values() if c.seat is not None} - {" "}):
        out.append(hatch_pattern(hatch, f"{name}-{HATCH_NAMES[hatch]}", p.dark_mark))
    used = {m.shape[1:] for q in placed.values() for m in q.marks if m.shape[0] == "@"}
    if any(c.rebellion for c in shown.values()):
        used.add("rebellion")
    for glyph in sorted(used):
        out.append(f'<path id="{name}-{glyph}" fill-rule="evenodd" d="{board.glyphs()[glyph]}"/>')
    for k, c in shown.items():
        land = board.lands()[k]
        out.append(f'<path id="{name}-ring-{k}" d="{_path(land.ring)}"/>')
        if c.seat is not None:
            out.append(
                f'<path id="{name}-band-{k}" fill-rule="evenodd" d="{_path(land.ring)}{_path(land.inset)}"/>'
            )
    out.append("</defs>")
    return "".join(out)


def _sea(p: Palette, letters: frozenset[str]) -> list[str]:
    closed = [land for k, land in board.lands().items() if k not in letters]
    out = [
        f'<path d="{_path(w.line)}" fill="none" stroke="{p.water}" stroke-opacity="'
        f'{ {7: 0.75, 16: 0.55}.get(w.offset, 0.4) }"/>'
        for w in board.waters(bool(closed))
    ]
    out += [
        f'<path d="{_path(c.ring)}" fill="none" stroke="{p.water}" stroke-width="1.1"'
        f' stroke-dasharray="2 5"/>'
        for c in closed
    ]
    return out


def _countries(p: Palette, shown: Mapping[str, Any], name: str) -> Iterable[str]:
    lands = board.lands()
    for k, c in shown.items():
        land, ring, band = lands[k], f'<use href="#{name}-ring-{k}"', f'<use href="#{name}-band-{k}"'
        yield f'<g data-country="{k}">{ring} fill="{tint(p, c.seat)}"/>'
        ways = "".join(_path(way) for way in land.paths)
        yield f'<path d="{ways}" fill="none" stroke="{p.ground}" stroke-opacity=".22" stroke-width=".7"/>'
        for size in sorted({s for _, _, s in land.settlements}):
            dots = "".join(f"M{_x(x):g} {_y(y):g}h0" for x, y, s in land.settlements if s == size)
            yield (
                f'<path d="{dots}" stroke="{p.ground}" stroke-opacity=".36"'
                f' stroke-width="{1.6 + 0.9 * size:g}" stroke-linecap="round"/>'
            )
        if c.seat is not None:
            power = POWERS[c.seat]
            yield f'{band} fill="{power.colour}" fill-opacity=".95"/>'
            if power.hatch != " " and not c.independent:
                yield f'{band} fill="url(#{name}-{HATCH_NAMES[power.hatch]})" fill-opacity=".62"/>'
        border = p.free_border if c.seat is None else p.border
        yield f'{ring} fill="none" stroke="{border}" stroke-width="1.3" stroke-linejoin="round"/>'
        if c.independent:
            dot = p.label if c.seat is None else p.dark_mark
            yield (
                f'<path d="{_path(land.edge)}{_path(land.inset)}" fill="none" stroke="{dot}" stroke-width="3"'
                f' stroke-linecap="round" stroke-dasharray="0.1 5.4"/>'
            )
        yield "</g>"
    for k, c in shown.items():
        if c.rebellion:
            edge = f'<path d="{_path(lands[k].edge)}" fill="none"'
            yield f'{edge} stroke="{p.casing}" stroke-width="7" stroke-linejoin="round"/>'
            yield f'{edge} stroke="{p.light_mark}" stroke-width="3.6" stroke-dasharray="8 5"/>'


def _mark(m: Mark, p: Palette, name: str) -> str:
    x, y, r = _x(m.x), _y(m.y), m.size / 2
    fill = colour_of(p, m.fill)
    line = "" if m.line == "none" else f' stroke="{colour_of(p, m.line)}" stroke-width="{m.width:g}"'
    if m.shape[0] == "@":
        s = m.size / 24
        return (
            f'<use href="#{name}-{m.shape[1:]}" fill="{fill}"'
            f' transform="translate({x - r:.2f} {y - r:.2f}) scale({s:.4f})"/>'
        )
    if m.shape == "circle":
        return f'<circle cx="{x:g}" cy="{y:g}" r="{r:.2f}" fill="{fill}"{line}/>'
    if m.shape == "square":
        box = f'x="{x - r:.2f}" y="{y - r:.2f}" width="{m.size:.2f}" height="{m.size:.2f}"'
        return f'<rect {box} fill="{fill}"{line}/>'
    corners = " ".join(f"{x + r * sin(i * pi / 3):.2f},{y - r * cos(i * pi / 3):.2f}" for i in range(6))
    return f'<polygon points="{corners}" fill="{fill}"{line}/>'


def _text(t: Text, p: Palette) -> str:
    anchor = "middle" if t.align == "center" else "start"
    halo = ""
    if t.halo != "none":
        halo = f' stroke="{colour_of(p, t.halo)}" stroke-width="3.5"'
        halo += ' stroke-linejoin="round" paint-order="stroke"'
    weight = ' font-weight="700"' if t.bold else ""
    return (
        f'<text x="{_x(t.x):g}" y="{_y(t.y) + t.size * 0.35:.1f}" font-size="{t.size:.2f}"'
        f' text-anchor="{anchor}"'
        f' fill="{colour_of(p, t.role)}"{weight}{halo}>{escape(t.text)}</text>'
    )
