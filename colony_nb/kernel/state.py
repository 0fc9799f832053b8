"""The state of a game: plain columns, copied in microseconds, written as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import blake2b
from typing import Any, ClassVar, NamedTuple, Self

Plain = Any  # ints, strings, booleans, None, tuples of these


class Question(NamedTuple):
    """One open question: who is asked, what, with which answers, by which rule."""

    seat: int
    kind: str
    options: tuple[Plain, ...]
    rule: str
    context: dict[str, Plain]


class State:
    """Columns every game has. A game's state adds its own in ``__slots__``.

    A column holds an int, a string, a tuple or (``LISTS``) a flat list of these: so a copy is a slice.
    What is in ``SHARED`` (the rules) never changes; ``journal`` takes records, None when nobody listens.
    """

    __slots__ = (
        "rules",
        "journal",
        "n",
        "asked",
        "over",
        "stack",
        "questions",
        "sealed",
        "forced",
        "dirty",
        "rng",
        "dice_script",
        "draw_script",
    )
    LISTS: ClassVar[tuple[str, ...]] = ("stack", "sealed", "dice_script", "draw_script")
    SHARED: ClassVar[tuple[str, ...]] = ("rules",)
    PLAIN: ClassVar[tuple[str, ...]] = ("n", "asked", "over", "questions", "forced", "dirty", "rng")

    rules: Any
    journal: list[dict[str, Any]] | None
    n: int  # choices made
    asked: int  # n when the open questions were put
    over: bool
    stack: list[tuple[Any, ...]]  # frames: (step, *plain arguments); the last runs next
    questions: tuple[Question, ...]
    sealed: list[Plain]  # while all are asked at once: a seat's answer or None
    forced: tuple[tuple[int, str, str], ...]  # while sealed: (seat, kind, rule) answered by the engine
    dirty: int  # what must be put in order behind the step (the game's own bits)
    rng: int
    dice_script: list[int]
    draw_script: list[int]

    def __init_subclass__(cls) -> None:
        lists = cls.__dict__.get("LISTS", ())
        shared = cls.__dict__.get("SHARED", ())
        cls.LISTS = State.LISTS + tuple(lists)
        cls.SHARED = ("rules", *shared)
        plain = [k for k in cls.__dict__["__slots__"] if k not in lists and k not in shared]
        cls.PLAIN = State.PLAIN + tuple(plain)

    def moment(self) -> dict[str, Plain]:
        """A new record with the fields that all of this game's carry before seat, kind and rule: n first."""
        return {"n": self.n}

    @classmethod
    def begin(
        cls, rules: Any, rng: int, first: tuple[Any, ...], dice: Sequence[int] = (), draws: Sequence[int] = ()
    ) -> Self:
        """A state with the kernel's columns set; the caller sets the game's own.

        ``rng`` starts the dice, ``first`` is the frame that runs first, ``dice`` and ``draws`` are scripted.
        """
        s = object.__new__(cls)
        s.rules = rules
        s.journal = None
        s.n = s.asked = s.dirty = 0
        s.over = False
        s.stack = [first]
        s.questions = ()
        s.sealed = []
        s.forced = ()
        s.rng = rng
        s.dice_script = list(dice)
        s.draw_script = list(draws)
        return s

    def blanked(self, seat: int) -> Self:
        """A copy without what only the engine or other seats know: dice to come, frames, sealed answers."""
        seen = self.copy()
        seen.rng = 0
        seen.dice_script = []
        seen.draw_script = []
        seen.stack = []
        seen.forced = ()
        seen.questions = tuple(q for q in self.questions if q.seat == seat)
        if self.sealed:
            seen.sealed = [value if p == seat else None for p, value in enumerate(self.sealed)]
            seen.n = self.asked
        return seen

    def copy(self) -> Self:
        """An independent state with the same columns, without a journal."""
        new = object.__new__(type(self))
        for name in self.PLAIN:
            setattr(new, name, getattr(self, name))
        for name in self.LISTS:
            setattr(new, name, getattr(self, name)[:])
        for name in self.SHARED:
            setattr(new, name, getattr(self, name))
        new.journal = None
        return new

    def to_dict(self) -> dict[str, Plain]:
        """All columns as JSON-ready values."""
        plain = {name: getattr(self, name) for name in self.PLAIN + self.LISTS}
        plain["questions"] = [list(q) for q in self.questions]
        return plain

    @classmethod
    def from_dict(cls, plain: dict[str, Plain], **shared: Any) -> Self:
        """The state written by ``to_dict`` ; JSON's lists become tuples again.

        ``shared`` gives what is in ``SHARED``. Raises KeyError, TypeError or ValueError on a hole.
        """
        new = object.__new__(cls)
        for name in cls.PLAIN:
            setattr(new, name, tuples(plain[name]))
        for name in cls.LISTS:
            setattr(new, name, [tuples(x) for x in plain[name]])
        new.questions = tuple(
            Question(seat, kind, tuples(options), rule, context)
            for seat, kind, options, rule, context in plain["questions"]
        )
        for name in cls.SHARED:
            setattr(new, name, shared[name])
        new.journal = None
        return new

    def digest(self) -> str:
        """Sixteen hex digits that change when any column does."""
        text = json.dumps(self.to_dict(), sort_keys=True, separators=(",", ":"))
        return blake2b(text.encode(), digest_size=8).hexdigest()


def tuples(value: Plain) -> Plain:
    """``value`` with every list in it, at any depth, turned into a tuple."""
    if isinstance(value, list | tuple):
        return tuple(tuples(x) for x in value)
    return value


def note(s: State, kind: str, seat: int | None, rule: str, **fields: Plain) -> None:
    """Writes a journal record, if somebody keeps the journal."""
    if s.journal is not None:
        record = s.moment()
        record["seat"] = seat
        record["kind"] = kind
        record["rule"] = rule
        record.update(fields)
        s.journal.append(record)
