"""What all commands say and print: the words of ``cli.toml``, tables, figures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from .doctor import texts

WORDS = texts("cli")


class Wrong(Exception):
    """What a person gave cannot be used; the message is the sentence."""


def say(key: str, **values: Any) -> str:
    """The text of a dotted key in ``cli.toml``, filled in."""
    found: Any = WORDS
    for part in key.split("."):
        found = found[part]
    return str(found).format(**values)


def percent(value: float) -> str:
    return f"{value:.1%}"


def number(value: float) -> str:
    """Four figures at most, without zeros that say nothing."""
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    text = f"{value:.1f}" if abs(value) >= 10 else f"{value:.3f}"
    return text.rstrip("0").rstrip(".")


def print_table(table: Iterable[Sequence[str]]) -> None:
    """The first column to the left, the others to the right, a rule under the heading."""
    head, *rest = table
    widths = [max(len(row[i]) for row in (head, *rest)) for i in range(len(head))]
    for row in (head, ["-" * width for width in widths], *rest):
        cells = [
            row[0].ljust(widths[0]),
            *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)),
        ]
        print("  ".join(cells).rstrip())
