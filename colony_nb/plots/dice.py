"""Dice as a small SVG and in words, from the journal record of a fight, a search or another throw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from colony_nb.commentary.phrases import Phrases
from colony_nb.plots.board import lands
from colony_nb.plots.describe import listed, texts
from colony_nb.plots.palette import FONT, LIGHT, Palette
from colony_nb.plots.palette import palette as _palette

BLUE, RED, PIP = "#1F5A8C", "#A3323A", "#FFFDF8"
WRITTEN = 18.8  # so large that five dice in a presentation's column are labelled with 24 pixels
THROWN, LINED_UP, PAIRED = 1, 2, 3
_SIDES = {"attack": ("attacker", "defender"), "rebellion": ("colony", "rebels")}
_THROWS = ("search", "church", "sabotage", "throw")
_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


@dataclass(frozen=True, slots=True)
class Die:
    """A die as it was thrown, and what was added to it."""

    value: int
    bonus: int = 0

    @property
    def total(self) -> int:
        return self.value + self.bonus


def lined_up(values: Sequence[int], bonus: Mapping[Any, int] | None = None) -> list[Die]:
    """The dice from high to low with their bonuses. ``bonus`` is {index into ``values``: +1 or -1}, the index
    a number or, after JSON, its digits.

    >>> [die.total for die in lined_up([5, 4, 4], {1: 1})]
    [5, 5, 4]
    """
    added = {int(k): v for k, v in (bonus or {}).items()}
    return sorted((Die(v, added.get(i, 0)) for i, v in enumerate(values)), key=lambda d: (-d.total, -d.value))


def _sides(record: Mapping[str, Any]) -> tuple[str, str]:
    if record["kind"] not in _SIDES:
        raise ValueError(f"A record of the kind {record['kind']!r} has no two rows of dice.")
    return _SIDES[record["kind"]]


def _rows(record: Mapping[str, Any]) -> tuple[list[Die], list[Die]]:
    return lined_up(record["blue"], record.get("blue_bonus")), lined_up(
        record["red"], record.get("red_bonus")
    )


def dice_text(
    record: Mapping[str, Any], country_names: Mapping[str, str] | None = None, language: str = "en"
) -> str:
    """The fight in sentences: both rows, each pair, what was lost, what followed; of another throw the dice.

    ``country_names`` gives the name of the country to which a rebellion spreads. Raises ValueError for a
    record without dice.
    """
    t = texts(language)["dice"]
    if record["kind"] in _THROWS:
        faces = _throw_faces(record)
        return " ".join(f"{_phrases(language).say(f'dice.{colour}')} {face}." for colour, face in faces)
    _sides(record)
    blue, red = _rows(record)

    def row(dice: Sequence[Die]) -> str:
        said = [
            t["die_bonus"].format(total=d.total, value=d.value, bonus=f"{d.bonus:+d}")
            if d.bonus
            else t["die"].format(value=d.value)
            for d in dice
        ]
        return listed(said, language) or t["no_dice"]

    out = [t[record["kind"]].format(blue=row(blue), red=row(red))]
    for i, (pair, b, r) in enumerate(zip(record["pairs"], blue, red, strict=False), 1):
        out.append(t[f"pair_{pair}"].format(number=i, blue=b.total, red=r.total))
    if len(blue) != len(red):
        out.append(t["unpaired"])
    return " ".join(out + outcome(record, country_names, language))


def outcome(
    record: Mapping[str, Any], country_names: Mapping[str, str] | None = None, language: str = "en"
) -> list[str]:
    """What came of the fight, a sentence each: losses first, then the country or the resistance."""
    t = texts(language)["dice"]
    if record["kind"] == "attack":
        lost = t["lost_attack"].format(attacker=record["attacker_lost"], defender=record["defender_lost"])
        return [lost, t["conquered" if record["conquered"] else "held"]]
    products = record["products_lost"]
    out = [t["lost_nothing"]]
    if products or record["armies_lost"]:
        names = [texts(language)["product"][p] for p in products]
        said = listed(names, language) or t["no_dice"]
        out = [t["lost_rebellion"].format(armies=record["armies_lost"], products=said)]
    out.append(t["suppressed" if record["suppressed"] else "goes_on"])
    if record.get("spread_to"):
        letter = record["spread_to"]
        out.append(t["spreads"].format(country=(country_names or {}).get(letter, lands()[letter].name)))
    return out


def dice_svg(
    record: Mapping[str, Any],
    palette: str | Palette = LIGHT,
    step: int = PAIRED,
    country_names: Mapping[str, str] | None = None,
    language: str = "en",
) -> str:
    """Two rows of dice between their names, blue above red. ``step`` 1 shows them as thrown, 2 lined up with
    their bonuses, 3 the pairs with a mark that points to each winner. Of a search the blue and the red die
    stand side by side (step 1 fades the red one), of any other throw there is one die. Its description is
    ``dice_text``. Raises ValueError for other records."""
    if record["kind"] in _THROWS:
        return _throw_svg(record, _palette(palette), step, language)
    p, t = _palette(palette), texts(language)["dice"]
    sides = _sides(record)
    rows = _rows(record) if step > THROWN else tuple([Die(v) for v in record[k]] for k in ("blue", "red"))
    pairs = list(record["pairs"])[: min(len(rows[0]), len(rows[1]))] if step >= PAIRED else []
    size, gap, left, top, between = 42, 26, 4, 27, 28
    width, height = left + max(3, *map(len, rows)) * (size + gap), 2 * (size + top) + between
    title = escape(t[f"title_{record['kind']}"])
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" role="img"'
        f' style="max-width:100%;height:auto" font-family={quoteattr(FONT)}>',
        f"<title>{title}</title><desc>{escape(dice_text(record, country_names, language))}</desc>",
    ]
    for row, (dice, colour, side) in enumerate(zip(rows, (BLUE, RED), sides, strict=True)):
        y = top + row * (size + between)
        label, at = escape(t[f"side_{side}"]), height - 5 if row else 17
        parts.append(f'<text x="{left}" y="{at}" font-size="{WRITTEN}" fill="{p.ink}">{label}</text>')
        for i, die in enumerate(dice):
            beaten = i < len(pairs) and pairs[i] not in (side, "draw")
            idle = step >= PAIRED and i >= len(pairs)
            parts.append(
                _die(
                    die,
                    left + i * (size + gap),
                    y,
                    size,
                    colour,
                    p,
                    step,
                    won=i < len(pairs) and pairs[i] == side,
                )
            )
            if idle or beaten:
                parts[-1] = f'<g opacity="{0.4 if idle else 0.75}">{parts[-1]}</g>'
    for i, pair in enumerate(pairs):
        x, y = left + i * (size + gap) + size / 2, top + size + between // 2
        if pair == "draw":
            parts.append(
                f'<path d="M{x - 7} {y - 3}h14M{x - 7} {y + 3}h14" stroke="{p.ink}" stroke-width="2"/>'
            )
        else:
            up = -1 if pair == sides[0] else 1
            parts.append(f'<path d="M{x - 8} {y - 4 * up}H{x + 8}L{x} {y + 7 * up}Z" fill="{p.ink}"/>')
    parts.append("</svg>")
    return "".join(parts)


@cache
def _phrases(language: str) -> Phrases:
    return Phrases("plots", language)


def _throw_faces(record: Mapping[str, Any]) -> list[tuple[str, int]]:
    faces = [("blue", int(record["blue"]))]
    return [*faces, ("red", int(record["red"]))] if "red" in record else faces


def _throw_svg(record: Mapping[str, Any], p: Palette, step: int, language: str) -> str:
    """One or two dice in a row; a search's red die is faint until it is read, and when it does not count."""
    words, size = _phrases(language), 44
    faces = _throw_faces(record)
    width = 8 + len(faces) * (size + 16)
    title = escape(words.say(f"dice.title_{record['kind']}"))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {size + 12}" width="{width}"'
        f' role="img" style="max-width:100%;height:auto" font-family={quoteattr(FONT)}>',
        f"<title>{title}</title><desc>{escape(dice_text(record, language=language))}</desc>",
    ]
    for i, (colour, face) in enumerate(faces):
        drawn = _die(
            Die(face), 6 + i * (size + 16), 6, size, BLUE if colour == "blue" else RED, p, step, False
        )
        faint = colour == "red" and (step == THROWN or record["blue"] > 4)
        parts.append(f'<g opacity="0.4">{drawn}</g>' if faint else drawn)
    return "".join([*parts, "</svg>"])


def _die(die: Die, x: float, y: float, size: float, colour: str, p: Palette, step: int, won: bool) -> str:
    c, spread = size / 2, size * 0.26
    dots = "".join(
        f'<circle cx="{x + c + dx * spread:.1f}" cy="{y + c + dy * spread:.1f}" r="{size * 0.09:.1f}"/>'
        for dx, dy in _PIPS[die.value]
    )
    frame = f' stroke="{p.ink}" stroke-width="3"' if won else ""
    out = f'<rect x="{x}" y="{y}" width="{size}" height="{size}" rx="6" fill="{colour}"{frame}/>'
    out += f'<g fill="{PIP}">{dots}</g>'
    if die.bonus and step > THROWN:
        out += (
            f'<text x="{x + size + 2}" y="{y + 15}" font-size="{WRITTEN}" font-weight="700" fill="{p.ink}">'
            f"{'+' if die.bonus > 0 else '−'}{abs(die.bonus)}</text>"
        )
    return out
