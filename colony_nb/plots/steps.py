"""A fight, a search or a throw unfolded step by step, from its journal record alone.

Each frame has a title, its sentences and the step that ``dice_svg`` draws for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from colony_nb.commentary.phrases import Phrases
from colony_nb.plots.dice import LINED_UP, PAIRED, THROWN, Die, lined_up

Record = Mapping[str, Any]
STEPPED = ("attack", "rebellion", "search", "church", "sabotage", "throw")
"""The kinds of journal records that have steps."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One step. ``key`` names it ("thrown", "lined_up", "paired", "losses", "follows", "result", ...)."""

    key: str
    title: str
    sentences: tuple[str, ...]
    step: int

    @property
    def text(self) -> str:
        return " ".join(self.sentences)


@cache
def _texts(language: str) -> Phrases:
    return Phrases("plots", language)


def frames(record: Record, names: Sequence[str] = (), language: str = "en") -> list[Frame]:
    """The steps of a record in order; ``dice_svg(record, palette, frame.step)`` is the picture of each.

    ``names`` are the seats' names. Raises ValueError for a record without dice.
    """
    kind = record["kind"]
    if kind not in STEPPED:
        raise ValueError(f"A record of the kind {kind!r} has no steps.")
    if kind == "attack":
        return _attack(record, names, language)
    if kind == "rebellion":
        return _rebellion(record, names, language)
    return _throw(record, names, language)


class _Teller:
    """Sentences of one record."""

    def __init__(self, record: Record, names: Sequence[str], language: str) -> None:
        self.texts = _texts(language)
        self.kind = record["kind"]
        self.record = record
        self.names = names

    def say(self, key: str, **more: Any) -> str:
        return self.texts.say(f"{self.kind}.{key}", self.names, **{**self.record, **more})

    def frame(self, key: str, sentences: Iterable[str], step: int) -> Frame:
        return Frame(key, self.texts.say(f"step.{key}"), tuple(sentences), step)

    def pairs(self, blue: Sequence[Die], red: Sequence[Die]) -> list[str]:
        out = [
            self.say(f"pair_{who}", number=i, blue=b.total, red=r.total)
            for i, (who, b, r) in enumerate(zip(self.record["pairs"], blue, red, strict=False), 1)
        ]
        return [*out, self.say("unpaired")] if len(blue) != len(red) else out

    def bonuses(self, colour: str) -> list[str]:
        dice, added = self.record[colour], self.record.get(f"{colour}_bonus") or {}
        return [
            self.say(
                f"bonus_{colour}", die=dice[int(i)], value=dice[int(i)] + by, by=f"{by:+d}".replace("-", "−")
            )
            for i, by in added.items()
        ]


def _rows(record: Record) -> tuple[list[Die], list[Die]]:
    return lined_up(record["blue"], record.get("blue_bonus")), lined_up(
        record["red"], record.get("red_bonus")
    )


def _opening(t: _Teller, why: Sequence[str], blue: Sequence[Die], red: Sequence[Die]) -> list[Frame]:
    """Thrown, with the reason for the number of dice; the bonuses; lined up; paired."""
    r = t.record
    thrown = t.say("thrown", blue_count=len(r["blue"]), red_count=len(r["red"]))
    out = [t.frame("thrown", (thrown, *why), THROWN)]
    bonuses = t.bonuses("blue") + t.bonuses("red")
    if bonuses:
        out.append(t.frame("bonus", bonuses, LINED_UP))
    totals = {"blue": [die.total for die in blue], "red": [die.total for die in red]}
    out.append(t.frame("lined_up", (t.say("lined_up", **totals),), LINED_UP))
    pairs = t.pairs(blue, red)
    if r.get("church"):
        pairs.append(t.say("church"))
    out.append(t.frame("paired", pairs, PAIRED))
    return out


def _attack(r: Record, names: Sequence[str], language: str) -> list[Frame]:
    t = _Teller(r, names, language)
    blue, red = _rows(r)
    why = [t.say("why_red" if r["defender_armies"] else "why_red_none")]
    if r["defence_card"]:
        why.append(t.say("why_red_card"))
    out = _opening(t, why, blue, red)
    lost = r["attacker_lost"] or r["defender_lost"]
    said = t.say("lost", attacker=r["attacker_lost"], defender=r["defender_lost"])
    out.append(t.frame("losses", (said if lost else t.say("lost_none"),), PAIRED))
    out.append(t.frame("follows", (t.say("conquered" if r["conquered"] else "held"),), PAIRED))
    return out


def _rebellion(r: Record, names: Sequence[str], language: str) -> list[Frame]:
    t = _Teller(r, names, language)
    blue, red = _rows(r)
    why = [t.say("why_blue"), *([t.say("why_blue_card")] if r["defence_card"] else [])]
    out = _opening(t, why, blue, red)
    armies, products = r["armies_lost"], r["products_lost"]
    key = "lost" if products else "lost_armies" if armies else "lost_none"
    out.append(t.frame("losses", (t.say(key, armies=armies, products=products),), PAIRED))
    spread = "spread" if r["spread_to"] else "spread_nowhere" if r["spreads"] else "no_spread"
    end = (t.say("suppressed" if r["suppressed"] else "goes_on"), t.say(spread))
    out.append(t.frame("follows", end, PAIRED))
    return out


_BLUE = {1: "crop", 2: "crop", 3: "mineral", 4: "mineral", 5: "any", 6: "nothing"}


def _throw(r: Record, names: Sequence[str], language: str) -> list[Frame]:
    t = _Teller(r, names, language)
    blue = r["blue"]
    if r["kind"] == "search":
        meaning = _BLUE[blue]
        thrown = t.say("thrown_again" if r["thrown_again"] else "thrown")
        counts = meaning in ("crop", "mineral")
        result = "product" if r["product"] else "nothing" if meaning == "nothing" else "bag_empty"
        return [
            t.frame("thrown", (thrown, t.say(f"blue_{meaning}")), THROWN),
            t.frame("red", (t.say("red" if counts else "red_idle"),), LINED_UP),
            t.frame("result", (t.say(result),), PAIRED),
        ]
    if r["kind"] == "church":
        result = "built" if r["built"] else "none"
    elif r["kind"] == "sabotage":
        result = "done" if r["done"] else "failed"
    else:
        result = "low" if blue < 4 else "high"
    return [
        t.frame("thrown", (t.say("thrown"), t.say("rule")), THROWN),
        t.frame("result", (t.say(result),), PAIRED),
    ]
