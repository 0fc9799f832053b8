"""Style sheets, colours and fonts of the table; everything is inline, nothing is fetched."""

from __future__ import annotations

import re
from functools import cache
from math import cos, pi, sin
from typing import Any

from bokeh.models import GlobalInlineStyleSheet

from colony_nb.paths import DATA
from colony_nb.plots.board import glyphs
from colony_nb.plots.palette import DARK, LIGHT, POWERS, Palette

STYLES = ("app", "lecture", "simplified", "classroom")
"""The files of data/look with styles of the table; fonts.css belongs into the page."""
_SECTION = re.compile(r"/\*\s*@(\w+)\s*\*/")
_SIZE = re.compile(r"(font-size:\s*|font:\s*\d+\s+)([\d.]+)px")
_MORE = {
    "light": {
        "hair": "#D5CFC2",
        "faint": "#6B6F70",
        "bar": "#1B2024",
        "bar-ink": "#FFFDF8",
        "bar-second": "#C9CCCB",
        "well": "#EBE6DA",
    },
    "dark": {
        "hair": "#3A4146",
        "faint": "#8D9497",
        "bar": "#2C343A",
        "bar-ink": "#F6F2E8",
        "bar-second": "#BFC5C7",
        "well": "#232A2F",
    },
}


@cache
def sheets() -> dict[str, str]:
    """The sections of the style sheets in data/look by name."""
    out: dict[str, str] = {}
    for file in STYLES:
        parts = _SECTION.split(DATA.joinpath("look", f"{file}.css").read_text(encoding="utf-8"))
        out |= {name: _growing(text.strip()) for name, text in zip(parts[1::2], parts[2::2], strict=True)}
    return out


def _growing(css: str) -> str:
    """The style sheet with every size of letters multiplied by ``--k`` and at least ``--least``."""
    return _SIZE.sub(r"\1max(var(--least, 0px), calc(\2px * var(--k, 1)))", css)


def sheet(*names: str) -> list[str]:
    """The style sheets for a component: the common one, then the named ones."""
    known = sheets()
    return [known[name] for name in ("base", *names)]


@cache
def script(name: str) -> str:
    """The JavaScript of data/look/<name>.js."""
    return DATA.joinpath("look", f"{name}.js").read_text(encoding="utf-8")


@cache
def fonts() -> str:
    """The ``@font-face`` rules with the fonts themselves; they belong into the page, not into a component."""
    return DATA.joinpath("look", "fonts.css").read_text(encoding="utf-8")


def bring_fonts(_layout: Any, root: Any) -> None:
    """A hook of the outermost component: the fonts come with it, whatever it shows first."""
    if not any(isinstance(sheet, GlobalInlineStyleSheet) for sheet in root.stylesheets):
        root.stylesheets = [*root.stylesheets, GlobalInlineStyleSheet(css=fonts())]


def palette(name: str) -> Palette:
    return DARK if name == "dark" else LIGHT


def variables(name: str) -> dict[str, str]:
    """The colours of a theme ("light" or "dark") as CSS variables for the outermost component."""
    p = palette(name)
    own = {k: getattr(p, k) for k in ("page", "panel", "ink", "second", "rule", "sea", "land")}
    return {f"--{k}": v for k, v in (own | _MORE[p.name]).items()} | {"color-scheme": p.name}


@cache
def glyph(name: str, size: int = 20) -> str:
    """A symbol of the board as SVG in the colour of the text around it; decoration for readers."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="g" aria-hidden="true" width="{size}" height="{size}"'
        f' viewBox="0 0 24 24"><path fill="currentColor" fill-rule="evenodd" d="{glyphs()[name]}"/></svg>'
    )


@cache
def product(name: str, mineral: bool, size: int = 22) -> str:
    """A product as on the map: a light hexagon for a crop, a dark one for a mineral."""
    corners = " ".join(f"{12 + 11 * sin(i * pi / 3):.1f},{12 - 11 * cos(i * pi / 3):.1f}" for i in range(6))
    plate, mark = ("#1B2024", "#FFFDF8") if mineral else ("#FFFDF8", "#1B2024")
    return (
        f'<svg class="g" aria-hidden="true" width="{size}" height="{size}" viewBox="0 0 24 24">'
        f'<polygon points="{corners}" fill="{plate}" stroke="currentColor" stroke-width="1.2"/>'
        f'<path transform="translate(4.8 4.8) scale(.6)" fill="{mark}" fill-rule="evenodd"'
        f' d="{glyphs()[name]}"/></svg>'
    )


@cache
def disc(seat: int, size: int = 20) -> str:
    """A power's disc with its letter."""
    mark = POWERS[seat]
    return (
        f'<svg class="d" aria-hidden="true" width="{size}" height="{size}" viewBox="0 0 24 24">'
        f'<circle cx="12" cy="12" r="10.8" fill="{mark.colour}" stroke="#1B2024" stroke-width="1.6"/>'
        f'<text x="12" y="16.8" text-anchor="middle" font-size="14" font-weight="700"'
        f' fill="#101416">{mark.letter}</text></svg>'
    )


_HATCHES = {
    "/": "repeating-linear-gradient(135deg,#1B2024 0 1.5px,transparent 1.5px 6px)",
    ".": "radial-gradient(#1B2024 1.1px,transparent 1.4px) 0 0/6px 6px",
    "x": "repeating-linear-gradient(135deg,#1B2024 0 1px,transparent 1px 6px),"
    "repeating-linear-gradient(45deg,#1B2024 0 1px,transparent 1px 6px)",
    "-": "repeating-linear-gradient(0deg,#1B2024 0 1.5px,transparent 1.5px 6px)",
    "o": "radial-gradient(transparent 1.4px,#1B2024 1.6px,#1B2024 2.3px,transparent 2.6px) 0 0/8px 8px",
}


def band(seat: int) -> str:
    """CSS background of a power's band: colour and hatch, as on the map."""
    mark = POWERS[seat]
    hatch = _HATCHES.get(mark.hatch)
    return f"{hatch},{mark.colour}" if hatch else mark.colour
