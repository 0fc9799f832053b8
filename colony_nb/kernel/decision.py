"""A question as players see it."""

from __future__ import annotations

from typing import Any, Protocol

from .state import Plain, Question


class Texts(Protocol):
    """Where sentences come from; the kernel itself holds none."""

    def prompt(self, kind: str, seat: int, context: dict[str, Any], names: list[str]) -> str: ...

    def label(self, kind: str, option: Any, context: dict[str, Any], names: list[str]) -> str: ...

    def error(self, code: str, **values: Any) -> str: ...


class Decision:
    """An open question: ``seat`` must choose one of ``options`` (plain values, never empty) by ``rule``.

    ``n`` is the number of choices made when it was put; ``sealed`` tells whether several seats answer at once
    in secret; ``context`` holds plain facts for the prompt. Decisions are equal when n, seat and kind are.
    """

    __slots__ = ("n", "seat", "kind", "options", "rule", "sealed", "context", "_texts", "_names")

    def __init__(
        self, n: int, question: Question, sealed: bool, texts: Texts, names: tuple[str, ...]
    ) -> None:
        self.n = n
        self.seat, self.kind, options, self.rule, self.context = question
        self.options = options if type(options) is tuple else tuple(options)
        self.sealed = sealed
        self._texts = texts
        self._names = names

    @property
    def prompt(self) -> str:
        """One sentence: who must do what, and what it costs."""
        return self._texts.prompt(self.kind, self.seat, self.context, list(self._names))

    def label(self, option: Plain) -> str:
        """The option in words."""
        return self._texts.label(self.kind, option, self.context, list(self._names))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Decision):
            return NotImplemented
        return (self.n, self.seat, self.kind) == (other.n, other.seat, other.kind)

    def __hash__(self) -> int:
        return hash((self.n, self.seat, self.kind))

    def __repr__(self) -> str:
        return f"Decision(n={self.n}, seat={self.seat}, kind={self.kind!r}, options={self.options!r})"
