"""What the history is made of: slotted records, each read from one TOML table and checked on the way in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

KINDS = ("product", "thing", "person", "term")
PRODUCTS = tuple("spices sugar cotton rubber tea coffee gold silver gems ore timber oil".split())
THINGS = tuple(
    "port trading-post church city railway army colonist missionary ship rebellion monopoly influence"
    " independence".split()
)
NOTES = ("violence", "enslavement", "sexual-violence", "disease", "famine", "religion", "racism")
SOURCE_KINDS = ("scholarly", "institution", "primary", "reference", "press", "other")
SIDES = ("colonised", "coloniser", "other")
SECTIONS = ("before", "events", "labour", "resistance", "today")


class HistoryError(ValueError):
    """A text of the history that is missing or not what it should be; the message is one sentence."""


@dataclass(frozen=True, slots=True)
class Source:
    """A source: who wrote what, when, where it can be read, and whose side it speaks from."""

    key: str
    author: str
    title: str
    year: str
    url: str
    kind: str
    side: str


@dataclass(frozen=True, slots=True)
class Commentary:
    """What happened behind an event card. ``id`` as in the journal ("p3-06"); texts carry [[source]] marks
    and [links](product:sugar)."""

    id: str
    title: str
    when: str
    instruction: str
    place: str
    lat: float
    lon: float
    years: tuple[int, int]
    peoples: tuple[str, ...]
    text: str
    perspective: str
    why: str
    question: str
    notes: tuple[str, ...]
    sources: tuple[str, ...]
    who_resisted: str = ""
    aim: str = ""
    doubt: str = ""

    @property
    def phase(self) -> int:
        return int(self.id[1])

    @property
    def number(self) -> int:
        return int(self.id[3:])

    def prose(self) -> dict[str, str]:
        """Every text that is printed, by field."""
        names = ("text", "perspective", "why", "question", "who_resisted", "aim", "doubt")
        return {name: value for name in names if (value := getattr(self, name))}


@dataclass(frozen=True, slots=True)
class Bend:
    """What a rule leaves out or bends."""

    rule: str
    text: str


@dataclass(frozen=True, slots=True)
class Voice:
    """Somebody of the colonised side and what they said or did."""

    who: str
    position: str
    source: str
    quote: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer of a self-check question."""

    text: str
    right: bool
    feedback: str


@dataclass(frozen=True, slots=True)
class Check:
    """A self-check question."""

    question: str
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class ReadOn:
    """A source to go on with."""

    source: str
    why: str


@dataclass(frozen=True, slots=True)
class Phase:
    """The text of a phase. ``years`` ends with 0 where it reaches today."""

    number: int
    title: str
    years: tuple[int, int]
    minutes: int
    learn: tuple[str, ...]
    before: str
    events: str
    labour: str
    resistance: str
    today: str
    bends: tuple[Bend, ...]
    voices: tuple[Voice, ...]
    questions: tuple[str, ...]
    quiz: tuple[Check, ...]
    read_on: tuple[ReadOn, ...]

    def prose(self) -> dict[str, str]:
        """Every text that is printed, by field."""
        out = {name: getattr(self, name) for name in SECTIONS}
        out |= {f"learn {i}": text for i, text in enumerate(self.learn, 1)}
        out |= {f"bends {i}": bend.text for i, bend in enumerate(self.bends, 1)}
        out |= {f"voices {i}": voice.position for i, voice in enumerate(self.voices, 1)}
        out |= {f"questions {i}": text for i, text in enumerate(self.questions, 1)}
        for i, check in enumerate(self.quiz, 1):
            out[f"quiz {i}"] = check.question
            for j, answer in enumerate(check.answers, 1):
                out[f"quiz {i} answer {j}"] = f"{answer.text.rstrip('.')}. {answer.feedback}"
        out |= {f"read_on {i}": item.why for i, item in enumerate(self.read_on, 1)}
        return out


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the encyclopaedia. ``lived``, ``place``, ``side`` and ``phase`` only for persons."""

    kind: str
    slug: str
    title: str
    text: str
    in_game: str = ""
    sources: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    see: tuple[str, ...] = ()
    lived: str = ""
    place: str = ""
    side: str = ""
    phase: int = 0

    @property
    def ref(self) -> str:
        """As links name it: "product:sugar"."""
        return f"{self.kind}:{self.slug}"

    def prose(self) -> dict[str, str]:
        """Every text that is printed, by field."""
        return {name: value for name in ("text", "in_game") if (value := getattr(self, name))}


# ---------------------------------------------------------------- reading tables


@dataclass(slots=True)
class Row:
    """A TOML table under reading; every complaint names it."""

    where: str
    table: Mapping[str, Any]
    read: set[str] = field(default_factory=set)

    def bad(self, what: str) -> HistoryError:
        return HistoryError(f"{self.where}: {what}.")

    def _get(self, name: str, kind: type | tuple[type, ...], what: str, default: Any) -> Any:
        self.read.add(name)
        value = self.table.get(name, default)
        if value is None:
            raise self.bad(f"{name} is missing")
        if not isinstance(value, kind) or isinstance(value, bool) is not (kind is bool):
            raise self.bad(f"{name} must be {what}, not {value!r}")
        return value

    def text(self, name: str, default: str | None = None) -> str:
        """A text, one that says something unless it may be left out."""
        value = str(self._get(name, str, "a text", default)).strip()
        if not value and default is None:
            raise self.bad(f"{name} is empty")
        return value

    def whole(self, name: str, default: int | None = None) -> int:
        return int(self._get(name, int, "a whole number", default))

    def number(self, name: str, most: float) -> float:
        value = float(self._get(name, (int, float), "a number", None))
        if not -most <= value <= most:
            raise self.bad(f"{name} must be between {-most:g} and {most:g}, not {value:g}")
        return value

    def flag(self, name: str) -> bool:
        return bool(self._get(name, bool, "true or false", None))

    def texts(self, name: str, default: list[str] | None = None) -> tuple[str, ...]:
        value = self._get(name, list, "a list of texts", default)
        if not all(isinstance(x, str) and x.strip() for x in value):
            raise self.bad(f"{name} must be a list of texts")
        return tuple(x.strip() for x in value)

    def among(self, name: str, known: tuple[str, ...], default: str | None = None) -> str:
        value = self.text(name, default)
        if value not in known:
            raise self.bad(f"{name} must be one of {', '.join(known)}, not {value!r}")
        return value

    def all_among(
        self, name: str, known: tuple[str, ...], default: list[str] | None = None
    ) -> tuple[str, ...]:
        values = self.texts(name, default)
        for value in values:
            if value not in known:
                raise self.bad(f"{name} may hold {', '.join(known)}, not {value!r}")
        return values

    def years(self, name: str) -> tuple[int, int]:
        value = self._get(name, list, "two years", None)
        if len(value) != 2 or not all(type(x) is int for x in value) or (value[1] and value[0] > value[1]):
            raise self.bad(f"{name} must be two years, the first not later than the second, not {value!r}")
        return value[0], value[1]

    def rows(self, name: str) -> list[Row]:
        value = self._get(name, list, "a list of tables", None)
        if not value or not all(isinstance(x, dict) for x in value):
            raise self.bad(f"{name} must be a list of tables")
        return [Row(f"{self.where}, {name} {i}", x) for i, x in enumerate(value, 1)]

    def done(self) -> None:
        """Raises HistoryError for a field that nobody asked for: most likely a slip of the pen."""
        if left := sorted(set(self.table) - self.read):
            raise self.bad(f"there is no field {left[0]!r}")


def source(row: Row, key: str) -> Source:
    found = Source(
        key,
        row.text("author"),
        row.text("title"),
        row.text("year"),
        row.text("url", ""),
        row.among("kind", SOURCE_KINDS),
        row.among("side", SIDES),
    )
    if found.url and not found.url.startswith(("https://", "http://")):
        raise row.bad(f"url must be a web address, not {found.url!r}")
    row.done()
    return found


def commentary(row: Row, card: str, words: Mapping[str, str]) -> Commentary:
    """``words``: the card's title, years and text as the catalogue has them."""
    found = Commentary(
        id=card,
        title=words["title"],
        when=words["years"],
        instruction=words["text"],
        place=row.text("place"),
        lat=row.number("lat", 90),
        lon=row.number("lon", 180),
        years=row.years("years"),
        peoples=row.texts("peoples"),
        text=row.text("text"),
        perspective=row.text("perspective"),
        why=row.text("why"),
        question=row.text("question"),
        notes=row.all_among("notes", NOTES),
        sources=row.texts("sources"),
        who_resisted=row.text("who_resisted", ""),
        aim=row.text("aim", ""),
        doubt=row.text("doubt", ""),
    )
    row.done()
    return found


def phase(row: Row, number: int) -> Phase:
    found = Phase(
        number=number,
        title=row.text("title"),
        years=row.years("years"),
        minutes=row.whole("minutes"),
        learn=row.texts("learn"),
        **{name: row.text(name) for name in SECTIONS},
        bends=tuple(Bend(r.text("rule"), r.text("text")) for r in row.rows("bends")),
        voices=tuple(
            Voice(r.text("who"), r.text("position"), r.text("source"), r.text("quote", ""))
            for r in row.rows("voices")
        ),
        questions=tuple(r.text("text") for r in row.rows("questions")),
        quiz=tuple(check(r) for r in row.rows("quiz")),
        read_on=tuple(ReadOn(r.text("source"), r.text("why")) for r in row.rows("read_on")),
    )
    row.done()
    return found


def check(row: Row) -> Check:
    """A self-check question."""
    answers = tuple(Answer(r.text("text"), r.flag("right"), r.text("feedback")) for r in row.rows("answers"))
    if len(answers) < 2 or sum(answer.right for answer in answers) != 1:
        raise row.bad("a self-check question needs two answers or more and exactly one that is right")
    return Check(row.text("question"), answers)


def entry(row: Row, kind: str, slug: str) -> Entry:
    person = kind == "person"
    found = Entry(
        kind,
        slug,
        row.text("name" if person else "title"),
        row.text("text"),
        in_game=row.text("in_game", None if kind in ("product", "thing") else ""),
        sources=row.texts("sources", []),
        notes=row.all_among("notes", NOTES, []),
        see=row.texts("see", []),
        lived=row.text("lived", None if person else ""),
        place=row.text("place", None if person else ""),
        side=row.among("side", SIDES) if person else "",
        phase=row.whole("phase") if person else 0,
    )
    row.done()
    return found
