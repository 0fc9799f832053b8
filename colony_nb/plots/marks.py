"""Single marks as small SVGs for HTML: symbols, counters, figures, a power's disc and band, ladder spaces.

Bare symbols take the colour of the text around them. With a ``label`` a mark is an image of that name for
screen readers; without one it is hidden from them, since the same word stands beside it.
"""

from __future__ import annotations

from math import cos, pi, sin
from xml.sax.saxutils import quoteattr

from colony_nb.plots.board import glyphs
from colony_nb.plots.layout import MINERALS, PRODUCTS
from colony_nb.plots.palette import FONT, LIGHT, POWERS

HATCHES = {
    "/": '<path d="M2.6 0V5.2" stroke="{c}" stroke-width="1.25"/>',
    ".": '<circle cx="2.6" cy="2.6" r="1.15" fill="{c}"/>',
    "x": '<path d="M2.6 0V5.2M0 2.6H5.2" stroke="{c}" stroke-width="1"/>',
    "-": '<path d="M2.6 0V5.2" stroke="{c}" stroke-width="1.3"/>',
    "o": '<circle cx="2.6" cy="2.6" r="1.5" fill="none" stroke="{c}" stroke-width="0.9"/>',
}
HATCH_NAMES = {"/": "slash", ".": "dots", "x": "cross", "-": "lines", "o": "rings"}
_TURNS = {"/": 45, ".": 45, "x": 45, "-": 90, "o": 45}
INK, PAPER = LIGHT.dark_mark, LIGHT.light_mark


def hatch_pattern(hatch: str, identity: str, colour: str = INK) -> str:
    """A ``<pattern>`` element with this id that draws a power's hatch."""
    return (
        f'<pattern id="{identity}" width="5.2" height="5.2" patternUnits="userSpaceOnUse"'
        f' patternTransform="rotate({_TURNS[hatch]})">{HATCHES[hatch].format(c=colour)}</pattern>'
    )


def _svg(width: float, height: float, label: str | None, body: str, box: str | None = None) -> str:
    named = 'aria-hidden="true"' if label is None else f'role="img" aria-label={quoteattr(label)}'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}"'
        f' viewBox="{box or f"0 0 {width:g} {height:g}"}" {named}>{body}</svg>'
    )


def _glyph(name: str, size: float, x: float, y: float, colour: str) -> str:
    return (
        f'<path transform="translate({x - size / 2:.2f} {y - size / 2:.2f}) scale({size / 24:.4f})"'
        f' fill="{colour}" fill-rule="evenodd" d="{glyphs()[name]}"/>'
    )


def glyph_svg(name: str, size: float = 18, label: str | None = None) -> str:
    """A bare symbol ("port", "ship", "democracy", ...) in the colour of the text. Raises KeyError for another
    name."""
    path = f'<path fill="currentColor" fill-rule="evenodd" d="{glyphs()[name]}"/>'
    return _svg(size, size, label, path, "0 0 24 24")


def counter_svg(name: str, size: float = 22, label: str | None = None) -> str:
    """A symbol on its plate as on the map: products on a hexagon, army, colonist and missionary on a disc,
    governments on a square, resistance on its black disc; anything else bare."""
    c, r = size / 2, size / 2 - 1
    if name in PRODUCTS:
        fill, line = (INK, PAPER) if name in MINERALS else (PAPER, INK)
        corners = " ".join(f"{c + r * sin(i * pi / 3):.2f},{c - r * cos(i * pi / 3):.2f}" for i in range(6))
        plate = f'<polygon points="{corners}" fill="{fill}" stroke="{line}" stroke-width="1.1"/>'
        return _svg(size, size, label, plate + _glyph(name, size * 0.6, c, c, line))
    if name in ("army", "colonist", "missionary"):
        fill, line = (INK, PAPER) if name == "army" else (PAPER, INK)
        plate = f'<circle cx="{c:g}" cy="{c:g}" r="{r:g}" fill="{fill}" stroke="{line}" stroke-width="1.1"/>'
        return _svg(size, size, label, plate + _glyph(name, size * 0.7, c, c, line))
    if name in ("democracy", "monarchy", "dictatorship"):
        box = f'x="1" y="1" width="{size - 2:g}" height="{size - 2:g}"'
        plate = f'<rect {box} fill="{PAPER}" stroke="{INK}" stroke-width="1.2"/>'
        return _svg(size, size, label, plate + _glyph(name, size * 0.72, c, c, INK))
    if name == "rebellion":
        plate = f'<circle cx="{c:g}" cy="{c:g}" r="{r:g}" fill="{PAPER}" stroke="{INK}"/>'
        plate += f'<circle cx="{c:g}" cy="{c:g}" r="{r * 0.88:.2f}" fill="{LIGHT.casing}"/>'
        return _svg(size, size, label, plate + _glyph(name, size * 0.6, c, c, PAPER))
    return glyph_svg(name, size, label)


def disc_svg(seat: int, size: float = 22, label: str | None = None) -> str:
    """A power's disc with its letter."""
    power, c = POWERS[seat], size / 2
    body = (
        f'<circle cx="{c:g}" cy="{c:g}" r="{c - 1:g}" fill="{power.colour}" stroke="{INK}"'
        ' stroke-width="1.4"/>'
        f'<text x="{c:g}" y="{c + size * 0.21:.2f}" text-anchor="middle" font-size="{size * 0.6:.2f}"'
        f' font-weight="700" font-family={quoteattr(FONT)} fill="{LIGHT.letter}">{power.letter}</text>'
    )
    return _svg(size, size, label, body)


def band_svg(seat: int, width: float = 9, height: float = 60) -> str:
    """A power's band in its colour and hatch, as beside a row of the table; always hidden from screen
    readers."""
    power = POWERS[seat]
    box = f'width="{width:g}" height="{height:g}"'
    body = f'<rect {box} fill="{power.colour}"/>'
    if power.hatch != " ":
        name = f"cnb-band-{HATCH_NAMES[power.hatch]}"
        body += (
            f'<defs>{hatch_pattern(power.hatch, name)}</defs><rect {box} fill="url(#{name})" opacity=".62"/>'
        )
    return _svg(width, height, None, body)
