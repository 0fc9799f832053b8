"""Errors whose message is one sentence of the text catalogue."""

from __future__ import annotations

from typing import Any


class ColonyError(ValueError):
    """Bad input. ``code`` and ``values`` name the catalogue's sentence; nothing was changed."""

    def __init__(self, code: str, /, **values: Any) -> None:
        super().__init__(code)
        self.code = code
        self.values = values
        self.sentence = ""

    def __str__(self) -> str:
        return self.sentence or f"{self.code}: {self.values}"

    def __reduce__(self) -> tuple[Any, ...]:
        return (_again, (type(self), self.code, self.values, self.sentence))


def _again(kind: type[ColonyError], code: str, values: dict[str, Any], sentence: str) -> ColonyError:
    error = kind(code, **values)
    error.sentence = sentence
    return error


class IllegalChoice(ColonyError):
    """A choice that is not among the options, or for a question that is no longer open."""


class SaveError(ColonyError):
    """A save or code that cannot be read or written."""
