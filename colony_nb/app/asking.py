"""How a question is put to a person: which kind of control its options need. No rule is decided here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

CARDS, COUNTRY, LIST, NUMBER, CHOICE = "cards", "country", "list", "number", "choice"
_NUMBERS = frozenset(("operations", "bid_money", "bid_points", "invest"))
STOP = "stop"


@dataclass(frozen=True, slots=True)
class Option:
    """One option: the engine's value, its words, and the countries it speaks of."""

    value: Any
    label: str
    countries: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Asking:
    """A question ready for its controls.

    ``options`` leaves out ``stop``, the option that ends a series; ``possible`` are the countries the options
    speak of.
    """

    mode: str
    options: tuple[Option, ...]
    stop: Option | None
    possible: frozenset[str] = field(default_factory=frozenset)

    def labelled(self, value: Any) -> Option | None:
        """The option with this value."""
        return next((o for o in self.options if same(o.value, value)), None)

    def with_country(self, letter: str | None) -> tuple[Option, ...]:
        """The options that speak of a country; all of them if none does."""
        found = tuple(o for o in self.options if letter is not None and letter in o.countries)
        return found or self.options


def same(one: Any, other: Any) -> bool:
    """Equal and of one type: 1 is not True."""
    return type(one) is type(other) and one == other


def is_country(value: Any) -> bool:
    return isinstance(value, str) and len(value) == 1 and value.isupper()


def ask(kind: str, options: Sequence[Any], label: Any) -> Asking:
    """``label`` gives an option's words."""
    rows = tuple(Option(o, str(label(o)), countries(o)) for o in options)
    stop = next((o for o in rows if o.value == STOP), None)
    rest = tuple(o for o in rows if o is not stop)
    possible = frozenset(c for o in rest for c in o.countries)
    if kind == "cards":
        mode = CARDS
    elif kind in _NUMBERS:
        mode = NUMBER
    elif rest and all(is_country(o.value) for o in rest):
        mode = COUNTRY
    elif rest and all(isinstance(o.value, tuple) for o in rest):
        mode = LIST
    else:
        # a mixed question ("search" or ("sabotage", "B")) shows every option, "stop" included
        mode, rest, stop = CHOICE, rows, None
    return Asking(mode, rest, stop, possible)


def countries(option: Any) -> tuple[str, ...]:
    """The letters of the countries an option speaks of."""
    if is_country(option):
        return (str(option),)
    if isinstance(option, tuple):
        return tuple(x for x in option if is_country(x))
    return ()
