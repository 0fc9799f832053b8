"""The continent: 18 countries, their neighbours and coasts as bit masks (SET-2)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import Any

from ...paths import DATA

LETTERS = "ABCDEFGHIJKLMNOPQR"
INDEX = {letter: i for i, letter in enumerate(LETTERS)}
ALL = (1 << 18) - 1

_HALF = tuple(tuple(i for i in range(9) if m >> i & 1) for m in range(512))
_HIGH = tuple(tuple(i + 9 for i in half) for half in _HALF)
_LOW_LETTERS = tuple(tuple(LETTERS[i] for i in half) for half in _HALF)
_HIGH_LETTERS = tuple(tuple(LETTERS[i] for i in half) for half in _HIGH)


def bits(mask: int) -> tuple[int, ...]:
    """The countries of a mask, rising."""
    low = _HALF[mask & 511]
    return low + _HIGH[mask >> 9] if mask > 511 else low


def letters(mask: int) -> tuple[str, ...]:
    """The letters of a mask's countries, rising."""
    low = _LOW_LETTERS[mask & 511]
    return low + _HIGH_LETTERS[mask >> 9] if mask > 511 else low


@dataclass(frozen=True, slots=True)
class Board:
    """One table's board: ``open`` countries, each with its ``near`` mask, and the ``coast`` mask.

    A closed country is sea: its neighbours have a coast, and it is nobody's neighbour.
    """

    names: tuple[str, ...]
    open: int
    near: tuple[int, ...]
    coast: int

    def around(self, mask: int) -> int:
        """All open countries next to any country of ``mask`` (those of the mask not excluded)."""
        near = self.near
        out = 0
        for c in bits(mask):
            out |= near[c]
        return out


@cache
def load_features() -> list[dict[str, Any]]:
    """The properties of the 18 countries, in the order of their letters."""
    text = (DATA / "board.geojson").read_text(encoding="utf-8")
    properties = [f["properties"] for f in json.loads(text)["features"]]
    return sorted(properties, key=lambda p: str(p["letter"]))


@cache
def make_board(closed: tuple[str, ...]) -> Board:
    """The board with the countries in ``closed`` (letters) turned to sea.

    Raises ValueError when the rest is not connected or a country is left without a neighbour.
    """
    shut = sum(1 << INDEX[letter] for letter in closed)
    features = load_features()
    open_ = ALL & ~shut
    near = [0] * 18
    coast = 0
    for c, p in enumerate(features):
        around = sum(1 << INDEX[letter] for letter in p["neighbours"])
        if p["coast"] or around & shut:
            coast |= 1 << c
        near[c] = around & open_ if open_ >> c & 1 else 0
    board = Board(tuple(str(p["name"]) for p in features), open_, tuple(near), coast & open_)
    reached = 1 << bits(open_)[0]
    while (more := reached | board.around(reached)) != reached:
        reached = more
    if reached != open_:
        raise ValueError("the open countries are not connected")
    return board


def closes(value: Any) -> bool:
    """Whether a value of the rule data says which countries are closed: "board" or three letters (SET-2)."""
    three = isinstance(value, list) and len({x for x in value if isinstance(x, str)}) == len(value) == 3
    return value == "board" or (three and all(len(x) == 1 and x in LETTERS for x in value))


def board_for(closed: Any, seats: int) -> Board:
    """The board for a table of so many players: below five, three countries are closed (SET-2).

    ``closed`` is "board", for those the board names, or three letters. Raises ValueError as ``make_board``.
    """
    if seats >= 5:
        closed = ()
    elif closed == "board":
        closed = [p["letter"] for p in load_features() if p["closed_below_five_players"]]
    return make_board(tuple(closed))
