"""The projector's pictures as SVG, drawn for a screen of 1280 pixels and scaled by the page."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import ceil
from typing import Any

from colony_nb.app.texts import Texts, esc
from colony_nb.app.theme import palette
from colony_nb.plots.board import LEFT, PER_UNIT, TOP, Ring, glyphs, lands
from colony_nb.plots.ladders import EMPTY, NO_SHIP, SECTION, SHIPPED, STOPPED, abreast, cells, sections
from colony_nb.plots.marks import HATCH_NAMES, hatch_pattern
from colony_nb.plots.palette import FONT, POWERS, Palette
from colony_nb.plots.svg import board_svg

NAMES = 28  # pixels of the map's names at its base width of 768
WIDE, HIGH = 476, 517  # the powers
HEAD, AXIS = 36, 114  # above and below their rows
TEXT, COINS, LETTER = 28, 38, 28
DISC = 42
LADDER, LADDER_END = 64.0, 286.0
INFLUENCE_AT, COINS_AT = 376, 466
LONGEST = 13  # letters of a name


def map_svg(view: Mapping[str, Any], possible: Collection[str], theme: str, language: str = "en") -> str:
    """The board in large letters; ``possible`` countries are framed."""
    drawn = board_svg(view, palette=theme, scale=NAMES / 14.5, language=language)
    if not possible:
        return drawn
    p = palette(theme)
    rings = "".join(_path(lands()[letter].inset) for letter in sorted(possible) if letter in lands())
    frame = (
        f'<path d="{rings}" fill="none" stroke="{p.casing}" stroke-width="6" stroke-linejoin="round"/>'
        f'<path d="{rings}" fill="none" stroke="{p.light_mark}" stroke-width="2.6" stroke-linejoin="round"/>'
    )
    countries, end, marks = drawn.rpartition("</g>")
    return f"{countries}{end}{frame}{marks}"


def _path(ring: Ring) -> str:
    points = (f"{(x - LEFT) * PER_UNIT:.1f} {(TOP - y) * PER_UNIT:.1f}" for x, y in ring)
    return "M" + "L".join(points) + "Z"


def powers_svg(view: Mapping[str, Any], acting: int | None, summary: str, theme: str, texts: Texts) -> str:
    """A row a power: income ladder, Influence and coins; below them the Influence ladder.

    ``summary`` says the same in words.
    """
    p, powers = palette(theme), view["powers"]
    height = (HIGH - HEAD - AXIS) / len(powers)
    hatches = {POWERS[power["seat"]].hatch for power in powers} - {" "}
    defs = "".join(hatch_pattern(h, f"cnb-side-{HATCH_NAMES[h]}", p.dark_mark) for h in sorted(hatches))
    say = texts.say
    simple = view.get("game") == "simplified"
    influence = say("projector.prestige") if simple else say("powers.influence")
    ladder = say("projector.counters") if simple else say("powers.ladder")
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="side" viewBox="0 0 {WIDE} {HIGH}" role="img"'
        f' aria-label="{esc(summary)}" font-family="{esc(FONT)}">',
        f'<defs>{defs}<path id="cnb-side-ship" fill-rule="evenodd" d="{glyphs()["ship"]}"/></defs>',
        f'<rect x=".5" y=".5" width="{WIDE - 1}" height="{HIGH - 1}" fill="{p.panel}" stroke="{p.rule}"/>',
        _text(18, 28, ladder, TEXT, p.second),
        _text(INFLUENCE_AT, 28, influence, TEXT, p.second, "end"),
        _text(COINS_AT, 28, say("powers.coins"), TEXT, p.second, "end"),
    ]
    spaces = sections(powers) * SECTION
    for place, power in enumerate(powers):
        out += _row(power, HEAD + place * height, height, spaces, power["seat"] == acting, p)
    out += _axis(powers, p)
    return "".join([*out, "</svg>"])


def _text(
    x: float, y: float, words: object, size: float, fill: str, anchor: str = "start", bold: bool = False
) -> str:
    weight = ' font-weight="600"' if bold else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{fill}" text-anchor="{anchor}"{weight}>'
        f"{esc(words)}</text>"
    )


def _disc(x: float, y: float, seat: int, p: Palette) -> str:
    mark = POWERS[seat]
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{DISC / 2 - 1}" fill="{mark.colour}" stroke="{p.dark_mark}"'
        f' stroke-width="2"/>{_text(x, y + 9.8, mark.letter, LETTER, p.letter, "middle", True)}'
    )


def _row(
    power: Mapping[str, Any], top: float, height: float, spaces: int, acting: bool, p: Palette
) -> list[str]:
    seat, mark = power["seat"], POWERS[power["seat"]]
    name = str(power["name"])
    name = name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"
    start = top + max(0.0, (height - 62) / 2)
    middle = top + height / 2
    out = [
        f'<path d="M0 {top:.1f}H{WIDE}" stroke="{p.rule}"/>',
        f'<rect x="1" y="{top:.1f}" width="11" height="{height:.1f}" fill="{mark.colour}"/>',
    ]
    if mark.hatch in HATCH_NAMES and mark.hatch != " ":
        fill = f"url(#cnb-side-{HATCH_NAMES[mark.hatch]})"
        out.append(f'<rect x="1" y="{top:.1f}" width="11" height="{height:.1f}" fill="{fill}"/>')
    if acting:
        out.append(
            f'<rect x="2" y="{top + 2:.1f}" width="{WIDE - 4}" height="{height - 4:.1f}" fill="none"'
            f' stroke="{p.ink}" stroke-width="4"/>'
        )
    out += [
        _disc(38, middle, seat, p),
        _text(LADDER, start + 22, name, TEXT, p.ink, bold=True),
        _text(INFLUENCE_AT, middle + 11, power["influence"], 32, p.ink, "end"),
        _text(COINS_AT, middle + 12.5, power["money"], COINS, p.ink, "end", True),
    ]
    return out + _ladder(power, start, spaces, p)


def _ladder(power: Mapping[str, Any], start: float, spaces: int, p: Palette) -> list[str]:
    count = spaces // SECTION
    gap = 6.0
    wide = (LADDER_END - LADDER - gap * (count - 1)) / spaces
    fills = {SHIPPED: POWERS[power["seat"]].colour, NO_SHIP: "none", STOPPED: "none"}
    top, bottom = start + 41, start + 59
    out, last = [], LADDER
    for place, state in enumerate(cells(power, spaces)):
        left = LADDER + place * wide + place // SECTION * gap
        if state == EMPTY:
            continue
        last = left + wide
        out.append(
            f'<rect x="{left:.1f}" y="{top:.1f}" width="{wide - 0.8:.1f}" height="{bottom - top:.1f}"'
            f' fill="{fills[state]}" stroke="{p.ink}" stroke-width="1.2"/>'
        )
        if state == STOPPED:
            out.append(
                f'<path d="M{left:.1f} {bottom:.1f}L{left + wide - 0.8:.1f} {top:.1f}" stroke="{p.ink}"'
                f' stroke-width="1.6"/>'
            )
    for ship in range(min(power["ships"], count)):
        middle = LADDER + (ship + 0.5) * SECTION * wide + ship * gap
        out.append(
            f'<use href="#cnb-side-ship" fill="{p.ink}"'
            f' transform="translate({middle - 8:.1f} {start + 25:.1f}) scale(.667)"/>'
        )
    out.append(_text(last + 5, bottom, power["ladder"], LETTER, p.ink, bold=True))
    return out


def _axis(powers: Sequence[Mapping[str, Any]], p: Palette) -> list[str]:
    end = max(20, ceil(max(power["influence"] for power in powers) / 5) * 5)
    left, line = 26.0, HIGH - 34.0
    unit = (WIDE - 2 * left) / end
    out = [
        f'<path d="M0 {HIGH - AXIS}H{WIDE}" stroke="{p.rule}"/>',
        f'<path d="M{left} {line}H{WIDE - left}" stroke="{p.ink}" stroke-width="2"/>',
    ]
    for n in range(0, end + 1, 5 if end <= 40 else 10):
        x = left + n * unit
        out.append(f'<path d="M{x:.1f} {line}v-7" stroke="{p.ink}" stroke-width="2"/>')
        out.append(_text(x, HIGH - 8, n, TEXT, p.second, "middle"))
    apart = (DISC + 1) / unit
    stems, discs = [], []
    for seat, (points, x, row) in abreast(powers, apart, 2, end).items():
        at, y = left + x * unit, line - DISC / 2 - 2 - row * (DISC - 1)
        stem = f"M{left + points * unit:.1f} {line}L{at:.1f} {y:.1f}"
        stems.append(f'<path d="{stem}" stroke="{p.ink}" stroke-width="1.6"/>')
        discs.append(_disc(at, y, seat, p))
    return out + stems + discs
