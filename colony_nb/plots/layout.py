"""Where everything in a country goes: one answer for the Bokeh map and the SVG, from a view alone.

Positions are in board units (y up), sizes in pixels at the map's base width of 768. Colours are roles (see
``palette.colour_of``), so that a change of theme lays nothing out again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from itertools import product as combinations
from math import hypot
from typing import Any

from colony_nb.plots.board import BOTTOM, LEFT, PER_UNIT, RIGHT, TOP, Land, lands, room
from colony_nb.plots.metrics import text_width
from colony_nb.plots.palette import POWERS

CROPS = ("spices", "sugar", "cotton", "rubber", "tea", "coffee")
MINERALS = ("gold", "silver", "gems", "ore", "timber", "oil")
PRODUCTS = (
    "spices",
    "sugar",
    "gold",
    "silver",
    "cotton",
    "gems",
    "rubber",
    "ore",
    "tea",
    "timber",
    "coffee",
    "oil",
)
BUILDINGS = ("port", "trading_post", "city", "church", "railway")
FIGURES = ("colonist", "missionary")

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Style:
    """How large texts are (1 at the table, 24/14.5 in a presentation); compact: name, power and resistance
    only."""

    scale: float = 1.0
    compact: bool = False

    @property
    def large(self) -> bool:
        return self.scale >= 1.3

    def grown(self, share: float) -> float:
        """The factor of a mark that grows by ``share`` of what the text grows by."""
        return 1 + (self.scale - 1) * share


@dataclass(frozen=True, slots=True)
class Mark:
    """A shape: a plate ("circle", "hex", "square") or a glyph ("@sugar"), ``size`` pixels across."""

    x: float
    y: float
    shape: str
    size: float
    fill: str
    line: str = "none"
    width: float = 0.0


@dataclass(frozen=True, slots=True)
class Text:
    """A word or number; ``align`` is left or center, the baseline its middle. ``halo`` is a role or
    "none"."""

    x: float
    y: float
    text: str
    size: float
    role: str = "label"
    align: str = "left"
    halo: str = "halo"
    bold: bool = True


@dataclass(frozen=True, slots=True)
class Content:
    """What a country shows, in the order in which it is drawn."""

    letter: str
    name: str
    seat: int | None = None
    products: tuple[tuple[str, int], ...] = ()
    buildings: tuple[str, ...] = ()
    armies: int = 0
    figures: tuple[tuple[str, int], ...] = ()
    rebellion: bool = False
    independent: bool = False
    government: str | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Placed:
    """A country's finished picture. ``level`` 0 is the roomy one, each further one denser; ``boxes`` are its
    rows."""

    marks: tuple[Mark, ...]
    texts: tuple[Text, ...]
    boxes: tuple[Box, ...]
    level: int


@dataclass(slots=True)
class _Item:
    """One thing in a row: its width in pixels and its parts at (dx, dy) pixels from its left end and the
    row's middle."""

    width: float
    marks: list[tuple[float, Mark]] = field(default_factory=list)
    texts: list[tuple[float, Text]] = field(default_factory=list)


class _Row:
    """Items side by side; ``room`` and ``reach`` are its height and width in board units."""

    __slots__ = ("items", "height", "slack", "width", "room", "reach")

    def __init__(self, items: list[_Item], height: float, slack: float) -> None:
        self.items = items
        self.height = height
        self.slack = slack
        self.width = sum([item.width for item in items])
        self.room = height / PER_UNIT
        self.reach = self.width / PER_UNIT


def contents(view: Mapping[str, Any], words: Mapping[str, str] | None = None) -> dict[str, Content]:
    """What each country of the view shows. ``words`` gives the line under a name: keys "unclaimed",
    "independent", "democracy", "monarchy", "dictatorship"; without it there is none."""
    words = words or {}
    figures: dict[str, list[tuple[str, int]]] = {}
    for power in view["powers"]:
        for what in FIGURES:
            if power.get(what) is not None:
                figures.setdefault(power[what], []).append((what, power["seat"]))
    out = {}
    for letter, c in view["countries"].items():
        note = ""
        if c["independent"]:
            note = words.get(c["government"] or "independent", "")
        elif c["owner"] is None:
            note = words.get("unclaimed", "")
        out[letter] = Content(
            letter=letter,
            name=c["name"],
            seat=c["owner"],
            products=tuple((p, c["products"][p]) for p in PRODUCTS if c["products"].get(p)),
            buildings=tuple(b for b in BUILDINGS if c[b]),
            armies=c["armies"],
            figures=tuple(sorted(figures.get(letter, []))),
            rebellion=c["rebellion"],
            independent=c["independent"],
            government=c["government"],
            note=note,
        )
    return out


def _written(size: float, style: Style) -> float:
    """The size of numbers and letters beside a name; in a presentation as large as the name."""
    return 14.5 * style.scale if style.large else size * style.grown(0.9)


def _number(value: int, size: float) -> tuple[float, Text]:
    return len(str(value)) * size * 0.56, Text(0, 0, str(value), size)


def _product(name: str, count: int, plate: float, text: float) -> _Item:
    mineral = name in MINERALS
    fill, line = ("dark_mark", "light_mark") if mineral else ("light_mark", "dark_mark")
    item = _Item(plate + 2)
    item.marks = [
        (plate / 2 + 1, Mark(0, 0, "hex", plate, fill, line, 1.2)),
        (plate / 2 + 1, Mark(0, 0, "@" + name, plate * 0.64, line)),
    ]
    if count > 1:
        width, number = _number(count, text)
        item.texts = [(plate + 2.5, number)]
        item.width += width + 3
    return item


def _counted(count: int, text: float) -> _Item:
    """All product counters of a country as one plate with their number."""
    plate = text * 1.55
    plain = Text(0, 0, str(count), text, "dark_mark", "center", "none")
    return _Item(
        plate * 0.9 + 3,
        [(plate * 0.45 + 1, Mark(0, 0, "hex", plate, "light_mark", "dark_mark", 1.4))],
        [(plate * 0.45 + 1, plain)],
    )


def _person(name: str, plate: float, step: float, fill: str, line: str, width: float = 1.2) -> _Item:
    item = _Item(step)
    item.marks = [
        (step / 2, Mark(0, 0, "circle", plate, fill, line, width)),
        (
            step / 2,
            Mark(0, 0, "@" + name, plate * 0.75, "light_mark" if fill == "dark_mark" else "dark_mark"),
        ),
    ]
    return item


def _armies(count: int, factor: float, one_disc: bool, text: float) -> list[_Item]:
    plate = 22.5 * factor
    if count == 0:
        return []
    if not one_disc and count <= 3:
        last = _person("army", plate, plate + 1, "dark_mark", "light_mark")
        return [_person("army", plate, plate - 1, "dark_mark", "light_mark") for _ in range(count - 1)] + [
            last
        ]
    item = _person("army", plate, plate + 1, "dark_mark", "light_mark")
    if count > 1:
        width, number = _number(count, text)
        item.texts = [(plate + 1.5, number)]
        item.width += width + 3
    return [item]


def _people(content: Content, factor: float, style: Style) -> list[_Item]:
    plate = 22.5 * factor
    out = []
    foreign = len({seat for _, seat in content.figures}) > 1 or any(
        s != content.seat for _, s in content.figures
    )
    for what, seat in content.figures:
        if not foreign:
            out.append(_person(what, plate, plate + 1, "light_mark", "dark_mark"))
            continue
        item = _person(what, plate, plate + 1, "light_mark", f"seat:{seat}", 2.6)
        disc = 11 * factor
        if style.large:  # nothing written is smaller than the names: a whole disc beside the figure
            out += [item, _disc(seat, style)]
            continue
        item.marks.append((plate, Mark(0, 6 * factor, "circle", disc, f"seat:{seat}", "dark_mark", 1)))
        item.texts = [
            (plate, Text(0, 6 * factor, POWERS[seat].letter, disc * 0.78, "letter", "center", "none"))
        ]
        item.width += 4 * factor
        out.append(item)
    return out


def _building(name: str, factor: float) -> _Item:
    step = 22.5 * factor
    return _Item(step, [(step / 2, Mark(0, 0, "@" + name, 19.5 * factor, "label"))])


def _disc(seat: int, style: Style) -> _Item:
    size = 20 * style.grown(0.75)
    letter = Text(0, 0, POWERS[seat].letter, _written(12.5, style), "letter", "center", "none")
    return _Item(
        size + 4,
        [(size / 2, Mark(0, 0, "circle", size, f"seat:{seat}", "dark_mark", 1.4))],
        [(size / 2, letter)],
    )


def _government(form: str, factor: float) -> _Item:
    size = 22 * factor
    return _Item(
        size + 5,
        [
            (size / 2, Mark(0, 0, "square", size, "light_mark", "dark_mark", 1.3)),
            (size / 2, Mark(0, 0, "@" + form, size * 0.76, "dark_mark")),
        ],
    )


def _word(text: str, size: float, bold: bool = True) -> _Item:
    return _Item(text_width(text, size), [], [(0, Text(0, 0, text, size, bold=bold))])


def _chunks(items: Sequence[_Item], parts: int) -> list[list[_Item]]:
    """The items in ``parts`` rows of about equal width, in order."""
    rows: list[list[_Item]] = []
    at, left = 0, parts
    while at < len(items):
        goal = sum([i.width for i in items[at:]]) / max(1, left)
        width, first = items[at].width, at
        at += 1
        while at < len(items) and width + items[at].width / 2 <= goal:
            width += items[at].width
            at += 1
        rows.append(list(items[first:at]))
        left -= 1
    return rows


_FACTORS = ((1.0, 1.0), (0.82, 0.86), (0.76, 0.78), (0.7, 0.72))
_SLACK = (8, 16, 22, 26, 26)
_SLACK_LARGE = (18, 26, 32)
"""Sizes of counters and of marks at each level of density, and how many units of the two bands a row may
take."""


def _stacks(
    content: Content, style: Style, level: int, splits: Sequence[tuple[int, int]]
) -> Iterator[list[_Row]]:
    """The rows of a country from the top, with products and marks in as many rows each as a split says."""
    counter, mark = (f * style.grown(0.36) for f in _FACTORS[min(level, 3)])
    slack = (_SLACK_LARGE if style.large else _SLACK)[level]
    text = _written(max(12.5, 14.5 * (0.93 if level else 1)), style)
    name_size = 14.5 * style.scale
    if content.rebellion:  # the picket line runs where the bands are
        slack = min(slack, 14 if level < (2 if style.large else 3) else 24)
    name = [_word(content.name, name_size)]
    name_height = name_size * (1.24 if not style.large else 1.12)
    disc = [] if content.seat is None else [_disc(content.seat, style)]
    form = content.government
    essential = style.compact or level >= _levels(style) - 1
    size = style.grown(0.6) if essential else mark
    armies = _armies(content.armies, size, level > 0 or style.large, text)
    government = [] if form is None else [_government(form, style.grown(0.5) if essential else mark)]
    if essential:
        last = [_Row(name, name_height, 22 + slack)]
        if style.compact:
            lead = disc + government
            yield ([_Row(lead, 24 * style.grown(0.75), 10)] if lead else []) + last
            return
        count = sum(n for _, n in content.products) if style.large else 0
        rest, lead, tall = [_counted(count, text)] if count else [], disc + government, 24 * style.grown(0.75)
        for rows in ([lead + rest + armies], [lead + rest, armies], [lead, rest + armies], [lead + armies]):
            yield last + [_Row(row, tall, -6 if content.rebellion else 0) for row in rows if row]
        return
    products = [_product(p, n, 25 * counter, text) for p, n in content.products]
    persons = armies + _people(content, mark, style)
    marks = [_building(b, mark) for b in content.buildings] + persons
    below: list[_Row] = []
    if style.large:
        products = disc + government + products
    else:
        name = disc + name
        name_height = max(name_height, 21.0 - (level > 0) * 2)
        if content.note and level == 0:
            note = [*government, _word(content.note, 12.5, bold=False)]
            below = [_Row(note, 20 if government else 15, 12)]
        elif government:
            marks = government + marks
    head = [_Row(name, name_height, 22 + slack), *below]
    height = 24 * (counter if not style.large else max(counter, style.grown(0.5)))
    built = marks[: len(marks) - len(persons)]
    known: dict[tuple[int, int], list[_Row]] = {}
    for split in splits:
        for which, items, tall in ((0, products, height), (1, marks, 24 * mark)):
            if (which, split[which]) not in known:
                apart = which == 1 and split[1] == 2 and built and persons
                parts = [built, persons] if apart else _chunks(items, split[which])
                known[which, split[which]] = [_Row(part, tall, slack) for part in parts]
        yield head + known[0, split[0]] + known[1, split[1]]


def _levels(style: Style) -> int:
    return 1 if style.compact else 3 if style.large else 5


_LOSS = 80
"""What it costs a layout to leave things out, in the same points as rows (5) and levels (14)."""
_OFFSETS = (0, 6, -6, 12, -12, 18, -18, 24, -24, 30, -30, 38, -38, 46, -46)


def _fit(
    land: Land, rows: Sequence[_Row], offset: float, base: float, most: float
) -> tuple[float, list[tuple[float, float]]] | None:
    """``base`` and how badly the stack sits at this offset, and the middle (x, y) of each row; None if it
    does not fit, or not for less than ``most``."""
    x, y = land.label
    top = y + offset + sum([row.height for row in rows]) / PER_UNIT / 2
    cost, out = abs(offset) * 0.4, []
    for row in rows:
        height, width = row.room, row.reach
        span = room(land.letter, top - height * 0.85, top - height * 0.15)
        if span is None or width > span[1] - span[0] + row.slack:
            return None
        low, high = span[0] - row.slack / 2 + width / 2, span[1] + row.slack / 2 - width / 2
        middle = min(max(x, low), high)
        cost += abs(middle - x) * 0.3 + max(0.0, width - span[1] + span[0]) * 0.4
        if base + cost >= most:
            return None
        out.append((middle, top - height / 2))
        top -= height
    return base + cost, out


def _boxes(rows: Sequence[_Row], middles: Sequence[tuple[float, float]]) -> tuple[Box, ...]:
    return tuple(
        (x - r.reach / 2, y - r.room / 2, x + r.reach / 2, y + r.room / 2)
        for r, (x, y) in zip(rows, middles, strict=True)
    )


def _draw(rows: Sequence[_Row], middles: Sequence[tuple[float, float]], level: int) -> Placed:
    marks, texts = [], []
    for row, (middle, y) in zip(rows, middles, strict=True):
        at = middle - row.width / PER_UNIT / 2
        for item in row.items:
            for dx, m in item.marks:
                here = (at + dx / PER_UNIT, y + m.y / PER_UNIT)
                marks.append(Mark(*here, m.shape, m.size, m.fill, m.line, m.width))
            for dx, t in item.texts:
                here = (at + dx / PER_UNIT, y + t.y / PER_UNIT)
                texts.append(Text(*here, t.text, t.size, t.role, t.align, t.halo, t.bold))
            at += item.width / PER_UNIT
    return Placed(tuple(marks), tuple(texts), _boxes(rows, middles), level)


def disc_size(style: Style) -> float:
    """Pixels across of the disc that says people resist, its light rim included: 50 at the table, 56 in a
    presentation."""
    return 62 if style.compact else 50 * style.grown(0.15)


@lru_cache(maxsize=64)
def _seats_of_disc(letter: str) -> tuple[tuple[float, float, float], ...]:
    """Places for the resistance disc along the country's edge: (x, y, cost); high up and near the middle is
    cheap."""
    land = lands()[letter]
    lx, ly = land.label
    top = max(y for _, y in land.edge)
    out = []
    for (x1, y1), (x2, y2) in pairwise(land.edge):
        x, y = (x1 + x2) / 2, (y1 + y2) / 2
        far = hypot(lx - x, ly - y) or 1
        for pull in (0, 9, 18, 26):
            px, py = x + (lx - x) * pull / far, y + (ly - y) * pull / far
            out.append((px, py, (top - y) * 0.4 + abs(px - lx) * 0.3 + (26 - pull) * 1.1))
    return tuple(sorted(out, key=lambda seat: seat[2]))


def _crowding(boxes: Iterable[Box], x: float, y: float, radius: float) -> float:
    """How far a disc at this place reaches into the boxes, all together."""
    total = 0.0
    for left, bottom, right, top in boxes:
        dx = left - x if x < left else x - right if x > right else 0.0
        dy = bottom - y if y < bottom else y - top if y > top else 0.0
        if dx < radius and dy < radius:
            total += max(0.0, radius - hypot(dx, dy))
    return total


def _disc_cost(letter: str, boxes: Sequence[Box], radius: float) -> float:
    """How badly a country laid out so can take the disc that says people resist."""
    least = 1e9
    for x, y, cost in _seats_of_disc(letter)[::2]:
        if cost / 3 >= least:
            break
        least = min(least, cost / 3 + 4 * _crowding(boxes, x, y, radius))
    return least


def arrange(content: Content, style: Style = Style()) -> Placed:
    """The picture of one country: the roomiest that fits inside its border, as near its label point as can
    be; a country full beyond measure shows name, power and armies alone, in a presentation with the number of
    its counters. Where people resist, room is kept for their disc."""
    return _arranged(reduced(content, style), style)


def reduced(content: Content, style: Style) -> Content:
    """What of a content a style shows: with an equal one the picture is the same."""
    if not style.compact:
        return content
    return Content(
        content.letter,
        content.name,
        content.seat,
        rebellion=content.rebellion,
        independent=content.independent,
        government=content.government,
    )


@lru_cache(maxsize=8192)
def _arranged(content: Content, style: Style) -> Placed:
    radius = disc_size(style) / 2 / PER_UNIT
    land, levels = lands()[content.letter], _levels(style)
    kinds = len(content.products), len(content.buildings) + content.armies + len(content.figures)
    splits = [
        s
        for s in combinations(range(1, 4), range(1, 4))
        if all(n <= max(1, k) for n, k in zip(s, kinds, strict=True))
    ]
    least = 1e9
    best: tuple[list[_Row], list[tuple[float, float]], int] | None = None
    for level in range(levels):
        essential = level == levels - 1
        # with resistance in a presentation its disc needs the room more than the counters do
        loss = _LOSS / 8 if style.large and content.rebellion else _LOSS
        denser = level * 14 + (loss if essential else 0)
        if best is not None and least <= denser + 15:
            break
        for turn, rows in enumerate(_stacks(content, style, level, splits[:1] if essential else splits)):
            base = denser + len(rows) * 5 + (turn * 8 if essential else 0)
            for offset in _OFFSETS:
                fit = _fit(land, rows, offset, base, least)
                if fit is None:
                    continue
                score, middles = fit
                if content.rebellion:
                    score += _disc_cost(content.letter, _boxes(rows, middles), radius)
                if score < least:
                    least, best = score, (rows, middles, level)
    if best is not None:
        return _draw(*best)
    *_, rows = _stacks(content, style, levels - 1, [(1, 1)])
    x, y = land.label
    heights = [row.height for row in rows]
    tops = [sum(heights) / 2 - sum(heights[:i]) - h / 2 for i, h in enumerate(heights)]
    return _draw(rows, [(x, y + top / PER_UNIT) for top in tops], levels - 1)


def resistance(
    layouts: Mapping[str, Placed], letters: Iterable[str], style: Style = Style()
) -> dict[str, tuple[float, float]]:
    """Where the disc of each country in ``letters`` goes: over its edge, off its own and its neighbours'
    contents."""
    out: dict[str, tuple[float, float]] = {}
    for letter in sorted(letters):
        around = tuple([b for n in lands()[letter].neighbours if n in layouts for b in layouts[n].boxes])
        out[letter] = _spot(letter, layouts[letter].boxes, around, tuple(out.values()), style)
    return out


@lru_cache(maxsize=2048)
def _spot(
    letter: str,
    own: tuple[Box, ...],
    around: tuple[Box, ...],
    discs: tuple[tuple[float, float], ...],
    style: Style,
) -> tuple[float, float]:
    """The best place for one disc beside those that are placed."""
    radius = disc_size(style) / 2 / PER_UNIT
    best, where = 1e9, lands()[letter].label
    for x, y, cost in _seats_of_disc(letter):
        if cost >= best:
            break
        if not (LEFT + radius < x < RIGHT - radius and BOTTOM + radius < y < TOP - radius):
            continue
        cost += 5 * _crowding(own, x, y, radius)
        if cost >= best:
            continue
        cost += (3.5 if style.large else 1.5) * _crowding(around, x, y, radius)
        cost += sum([8 * max(0.0, 2 * radius - hypot(x - a, y - b)) for a, b in discs])
        if cost < best:
            best, where = cost, (x, y)
    return where


def resistance_marks(x: float, y: float, style: Style = Style()) -> tuple[Mark, ...]:
    """The disc itself: three people with raised arms on black, in a light rim."""
    size = disc_size(style)
    return (
        Mark(x, y, "circle", size, "light_mark", "dark_mark", 1.4),
        Mark(x, y, "circle", size * 0.88, "casing"),
        Mark(x, y, "@rebellion", size * 0.62, "light_mark"),
    )
