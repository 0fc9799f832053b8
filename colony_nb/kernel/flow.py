"""The machine: small steps on an explicit stack, run until somebody must be asked.

A frame is ``(step name, *plain arguments)``. A step may change columns, push frames and ask. The answer
becomes the first argument of the step that ``ask`` or ``gather`` named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, TypeVar

from .errors import IllegalChoice
from .state import Plain, Question, State, note

S = TypeVar("S", bound=State)
question = partial(tuple.__new__, Question)  # twice as fast as Question(...)
F = TypeVar("F", bound=Callable[..., None])


class Options(tuple[Plain, ...]):
    """Options that are asked for again and again: what is among them is looked up, not searched."""

    known: frozenset[Plain]

    def __new__(cls, options: Iterable[Plain]) -> Options:
        new = super().__new__(cls, options)
        new.known = frozenset(new)
        return new

    def __contains__(self, value: object) -> bool:
        try:
            return value in self.known
        except TypeError:  # a list is none of them
            return False


@lru_cache(maxsize=4096)
def numbers(low: int, high: int) -> tuple[int, ...]:
    """The options of a question for a whole number from ``low`` to ``high``."""
    return tuple(range(low, high + 1))


def _nothing_to_tidy(s: State) -> None:
    s.dirty = 0


class Flow:
    """The steps of one game, by name. ``tidy`` runs behind a step that left ``dirty`` set, and clears it."""

    __slots__ = ("steps", "tidy")

    def __init__(self) -> None:
        self.steps: dict[str, Callable[..., None]] = {}
        self.tidy: Callable[[Any], None] = _nothing_to_tidy

    def step(self, function: F) -> F:
        """Decorator: makes the function a step under its own name."""
        name = function.__name__
        if name in self.steps:
            raise ValueError(f"two steps are called {name}")
        self.steps[name] = function
        return function

    def ask(
        self,
        s: State,
        seat: int,
        kind: str,
        options: Sequence[Plain],
        rule: str,
        then: tuple[Any, ...],
        context: dict[str, Plain] | None = None,
    ) -> None:
        """Asks one seat. ``then`` is the frame that gets the answer. One option alone is answered here.

        Raises AssertionError when there is no option: the caller decides what then happens.
        """
        if len(options) == 1:
            if s.journal is not None:
                note(s, "forced", seat, rule, question=kind, option=options[0])
            s.stack.append((then[0], options[0], *then[1:]))
            return
        assert options, kind
        s.stack.append(then)
        s.asked = s.n
        s.questions = (question((seat, kind, tuple(options), rule, context or {})),)

    def gather(
        self,
        s: State,
        seats: int,
        kind: str,
        options: Mapping[int, Sequence[Plain]],
        rule: str,
        then: tuple[Any, ...],
        context: dict[str, Plain] | None = None,
    ) -> None:
        """Asks several seats at once, sealed. ``then`` gets one answer a seat (None: not asked)."""
        s.sealed = [None] * seats
        s.stack.append(then)
        s.asked = s.n
        open_: list[Question] = []
        forced: list[tuple[int, str, str]] = []
        for seat, choices in options.items():
            if len(choices) == 1:
                s.sealed[seat] = choices[0]
                forced.append((seat, kind, rule))
            else:
                if not isinstance(choices, tuple):
                    choices = tuple(choices)
                open_.append(question((seat, kind, choices, rule, context or {})))
        s.questions = tuple(open_)
        s.forced = tuple(forced)
        if not open_:
            frame = s.stack.pop()
            s.stack.append((frame[0], self._opened(s), *frame[1:]))

    def _opened(self, s: State) -> tuple[Plain, ...]:
        """The sealed answers, which are sealed no more."""
        answers = tuple(s.sealed)
        for seat, kind, rule in s.forced:
            note(s, "forced", seat, rule, question=kind, option=answers[seat])
        s.sealed = []
        s.forced = ()
        return answers

    def answer(self, s: State, seat: int, value: Plain) -> None:
        """Takes a seat's answer and runs on to the next question.

        Raises IllegalChoice (nothing changed) when the seat is not asked or the value is no option.
        """
        questions = s.questions
        if not s.sealed:
            if not questions or questions[0][0] != seat:
                raise IllegalChoice("not_pending", kind="", seat=seat)
            if value not in questions[0][2]:
                raise IllegalChoice("not_an_option", option=value, options=questions[0].options)
            s.n += 1
            s.questions = ()
        else:
            mine = [q for q in questions if q[0] == seat]
            if not mine:
                raise IllegalChoice("not_pending", kind="", seat=seat)
            if value not in mine[0][2]:
                raise IllegalChoice("not_an_option", option=value, options=mine[0].options)
            s.n += 1
            s.sealed[seat] = value
            s.questions = tuple([q for q in questions if q[0] != seat])
            if s.questions:
                return
            value = self._opened(s)
        frame = s.stack.pop()
        steps = self.steps
        steps[frame[0]](s, value, *frame[1:])
        if s.dirty:
            self.tidy(s)
        if not s.questions:
            self.run(s)

    def run(self, s: State) -> None:
        """Runs frames until a question is open or the stack is empty."""
        stack = s.stack
        steps = self.steps
        while stack and not s.questions:
            frame = stack.pop()
            steps[frame[0]](s, *frame[1:])
            if s.dirty:
                self.tidy(s)
