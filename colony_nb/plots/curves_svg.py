"""Curves over the rounds without Bokeh: the rows behind them, tables, and small static SVG line charts.

Rows are dicts with "round", "phase", "seat" and the figures, as the journal's ``standing`` records hold them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import Any
from xml.sax.saxutils import quoteattr

from colony_nb.commentary.phrases import Phrases
from colony_nb.plots.marks import disc_svg
from colony_nb.plots.palette import FONT, LIGHT, POWERS, Palette
from colony_nb.plots.palette import palette as _palette

Row = Mapping[str, Any]
FIGURES = ("money", "income", "influence", "countries")
"""What there is a curve of in the full game."""
SIMPLIFIED = ("money", "prestige", "countries")
"""And in the simplified one, where each counter is a coin of income."""

ROUNDS, STEPS = 24, 15
"""The last round of the full game, the last step of the simplified one."""
DASHES: tuple[tuple[int, ...], ...] = ((), (9, 4), (2, 3), (9, 3, 2, 3), (5, 3), (14, 4, 2, 4, 2, 4))
"""Each seat's dash pattern; the first line is solid."""


@cache
def phrases(language: str = "en") -> Phrases:
    """The words of the curves."""
    return Phrases("plots", language)


def rows_of(journal: Iterable[Row], view: Row) -> list[dict[str, Any]]:
    """One row a power and finished round, and the round under way from the view."""
    out: list[dict[str, Any]] = []
    for record in journal:
        if record["kind"] == "standing":
            out += [{"round": record["round"], "phase": record["phase"], **row} for row in record["rows"]]
    if not out or out[-1]["round"] != view["round"]:
        for power in view["powers"]:
            figures = {**power, "countries": len(power["countries"])}
            out.append({"round": view["round"], "phase": view["phase"], **figures})
    return out


def figures_of(rows: Sequence[Row]) -> tuple[str, ...]:
    """What there is a curve of in the game that the rows are from."""
    return SIMPLIFIED if rows and "prestige" in rows[0] else FIGURES


@dataclass(frozen=True, slots=True)
class Line:
    """One power's figure over the rounds."""

    seat: int
    rounds: tuple[int, ...]
    values: tuple[int, ...]


def lines(rows: Sequence[Row], what: str) -> list[Line]:
    """The lines of one figure, by seat. Raises ValueError for a figure that has no curve."""
    if what not in (*FIGURES, *SIMPLIFIED):
        raise ValueError(f"There is no curve of {what!r}; there are {', '.join(figures_of(rows))}.")
    out = []
    for seat in sorted({row["seat"] for row in rows}):
        own = sorted((row["round"], row[what]) for row in rows if row["seat"] == seat)
        out.append(Line(seat, tuple(r for r, _ in own), tuple(v for _, v in own)))
    return out


def last_round(rows: Sequence[Row]) -> int:
    """The right end of the axis: 24, or 48 in a prolonged game; 15 in a simplified one."""
    if figures_of(rows) is SIMPLIFIED:
        return STEPS
    most = max((int(row["round"]) for row in rows), default=0)
    return ROUNDS if most <= ROUNDS else 2 * ROUNDS


def phase_starts(rows: Sequence[Row]) -> list[tuple[int, int]]:
    """(round, phase) where each phase begins."""
    out: dict[int, int] = {}
    for row in rows:
        if row["round"]:
            out[row["phase"]] = min(out.get(row["phase"], row["round"]), row["round"])
    return sorted((start, phase) for phase, start in out.items())


def ticks(most: float, count: int = 4) -> list[int]:
    """Round numbers from 0 up to at least ``most``, about ``count`` steps of 1, 2 or 5 times a power of ten.

    >>> ticks(37), ticks(3)
    ([0, 10, 20, 30, 40], [0, 1, 2, 3])
    """
    step = 1
    while step * count < most:
        step = step * 5 // 2 if str(step)[0] == "2" else step * 2
    top = -(-max(1, most) // step) * step
    return list(range(0, int(top) + 1, step))


def spread(values: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Places for labels that belong at ``values``, at least ``gap`` apart and, if there is room, between
    ``low`` and ``high``; the order of the values is kept.

    >>> spread([5, 5, 9], 2, 0, 20)
    [4.0, 6.0, 9.0]
    """
    order = sorted(range(len(values)), key=lambda i: values[i])
    groups: list[list[int]] = [[i] for i in order]
    middle = [float(values[i]) for i in order]
    merged = True
    while merged:
        merged = False
        for g in range(len(groups) - 1):
            reach = gap * (len(groups[g]) + len(groups[g + 1])) / 2
            if middle[g + 1] - middle[g] < reach - 1e-9:
                both = groups[g] + groups[g + 1]
                centre = sum(values[i] for i in both) / len(both)
                half = gap * (len(both) - 1) / 2
                groups[g : g + 2] = [both]
                middle[g : g + 2] = [min(max(centre, low + half), high - half)]
                merged = True
                break
    out = [0.0] * len(values)
    for group, centre in zip(groups, middle, strict=True):
        for place, i in enumerate(group):
            out[i] = centre + gap * (place - (len(group) - 1) / 2)
    return out


# ---------------------------------------------------------------- tables


def table_rows(rows: Sequence[Row], names: Sequence[str], what: str, language: str = "en") -> list[list[str]]:
    """The figures as text: the head (round, then the powers' names), then a row a round."""
    found = lines(rows, what)
    head = [phrases(language).say("curve.round"), *(names[line.seat] for line in found)]
    by_round = [dict(zip(line.rounds, line.values, strict=True)) for line in found]
    rounds = sorted({r for line in found for r in line.rounds})
    return [head, *([str(r), *(str(values.get(r, "")) for values in by_round)] for r in rounds)]


def table(rows: Sequence[Row], names: Sequence[str], what: str, language: str = "en") -> str:
    """The same as an HTML table with caption and header cells; names are escaped."""
    t = phrases(language)
    seats = [line.seat for line in lines(rows, what)]
    head, *body = table_rows(rows, names, what, language)
    caption = t.say("curve.caption", what=t.say(f"curve.{what}"), unit=t.say(f"curve.unit_{what}"))
    out = [f'<table class="curve-table"><caption>{escape(caption)}</caption><thead><tr>']
    out.append(f'<th scope="col">{escape(head[0])}</th>')
    out += [
        f'<th scope="col">{disc_svg(seat, 16)} {escape(name)}</th>'
        for seat, name in zip(seats, head[1:], strict=True)
    ]
    out.append("</tr></thead><tbody>")
    for first, *cells in body:
        out.append(f'<tr><th scope="row">{first}</th>' + "".join(f"<td>{c}</td>" for c in cells) + "</tr>")
    out.append("</tbody></table>")
    return "".join(out)


def curve_text(rows: Sequence[Row], names: Sequence[str], what: str, language: str = "en") -> str:
    """The curves in sentences: a power's first and last value, its most and least."""
    t, out = phrases(language), []
    for line in lines(rows, what):
        key = "curve.line" if len(line.rounds) > 1 else "curve.line_one"
        values = {
            "power": names[line.seat],
            "first": line.values[0],
            "last": line.values[-1],
            "start": line.rounds[0],
            "end": line.rounds[-1],
            "most": max(line.values),
            "least": min(line.values),
        }
        out.append(t.say(key, **{k: str(v) for k, v in values.items()}))
    return " ".join(out) or t.say("curve.empty")


# ---------------------------------------------------------------- the picture

WIDTH, HEIGHT = 460, 250
_LEFT, _RIGHT, _TOP, _BOTTOM = 40, 40, 44, 34


def curve_svg(
    rows: Sequence[Row],
    names: Sequence[str],
    what: str,
    palette: str | Palette = LIGHT,
    language: str = "en",
) -> str:
    """One figure's curves as a static SVG of 460 by 250 that scales: a line a power, told apart by colour,
    dash and the letter at its end. Its description is ``curve_text``."""
    p, t = _palette(palette), phrases(language)
    found = lines(rows, what)
    end = last_round(rows)
    marks = ticks(max((v for line in found for v in line.values), default=1))
    low, high = HEIGHT - _BOTTOM, _TOP

    def x(r: float) -> float:
        return round(_LEFT + (WIDTH - _LEFT - _RIGHT) * r / end, 1)

    def y(v: float) -> float:
        return round(low - (low - high) * v / marks[-1], 1)

    title = t.say("curve.title", what=t.say(f"curve.{what}"))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" role="img"'
        f' style="max-width:100%;height:auto" font-family={quoteattr(FONT)} font-size="12">',
        f"<title>{escape(title)}</title><desc>{escape(curve_text(rows, names, what, language))}</desc>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{p.panel}"/>',
        f'<text x="8" y="18" font-size="14" font-weight="700" fill="{p.ink}">'
        f'{escape(t.say(f"curve.{what}"))}<tspan font-weight="400" font-size="12" fill="{p.second}">'
        f"  {escape(t.say(f'curve.unit_{what}'))}</tspan></text>",
    ]
    for mark in marks:
        parts.append(
            f'<path d="M{x(0)} {y(mark)}H{x(end)}" stroke="{p.rule}" stroke-opacity=".45"/>'
            f'<text x="{_LEFT - 6}" y="{y(mark) + 4:g}" text-anchor="end" fill="{p.second}">{mark}</text>'
        )
    for start, phase in phase_starts(rows):
        at = x(start - 1)
        parts.append(
            f'<path d="M{at} {high - 4}V{low}" stroke="{p.rule}" stroke-opacity=".6" stroke-dasharray="1 3"/>'
            f'<text x="{at + 3:g}" y="{high - 6}" font-size="11" fill="{p.second}">'
            f"{escape(t.say('curve.phase', phase=phase))}</text>"
        )
    for r in range(0, end + 1, end // 6):
        parts.append(f'<text x="{x(r)}" y="{low + 16}" text-anchor="middle" fill="{p.second}">{r}</text>')
    parts.append(
        f'<text x="{WIDTH - 4}" y="{HEIGHT - 4}" text-anchor="end" fill="{p.second}">'
        f"{escape(t.say('curve.axis'))}</text>"
    )
    parts += [
        _line(line, [(x(r), y(v)) for r, v in zip(line.rounds, line.values, strict=True)], p)
        for line in found
    ]
    ends = [(x(line.rounds[-1]), y(line.values[-1])) for line in found]
    places = spread([b for _, b in ends], 16, high, low)
    parts += [_end(line.seat, at, place, p) for line, at, place in zip(found, ends, places, strict=True)]
    return "".join([*parts, "</svg>"])


def _line(line: Line, points: Sequence[tuple[float, float]], p: Palette) -> str:
    way = "M" + "L".join(f"{a:g} {b:g}" for a, b in points)
    if len(points) == 1:
        way += "h1"
    dash = " ".join(map(str, DASHES[line.seat]))
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<g fill="none" stroke-linejoin="round"{dashed}><path d="{way}" stroke="{casing(p)}"'
        f' stroke-width="4.2"/><path d="{way}" stroke="{POWERS[line.seat].colour}" stroke-width="2.4"/></g>'
    )


def casing(p: Palette) -> str:
    """The rim of a line: dark on light paper; the ground itself on dark paper, where colours stand out."""
    return p.border if p.name == "light" else p.panel


def _end(seat: int, at: tuple[float, float], place: float, p: Palette) -> str:
    power, centre = POWERS[seat], at[0] + 18
    return (
        f'<path d="M{at[0]:g} {at[1]:g}L{centre - 7:g} {place:g}" stroke="{p.second}" stroke-width="1"/>'
        f'<circle cx="{centre:g}" cy="{place:g}" r="7.4" fill="{power.colour}" stroke="{p.dark_mark}"'
        f' stroke-width="1.2"/><text x="{centre:g}" y="{place + 4:g}" text-anchor="middle" font-size="11"'
        f' font-weight="700" fill="{p.letter}">{power.letter}</text>'
    )
