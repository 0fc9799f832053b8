"""What happened, in order: plain records that anyone can add up."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Any, overload

Record = dict[str, Any]


class Journal(Sequence[Record]):
    """A read-only sequence of records. Each has n: how many choices had been made when it was written."""

    __slots__ = ("_records",)

    def __init__(self, records: list[Record]) -> None:
        self._records = records

    def since(self, n: int) -> list[Record]:
        """The records written after the moment ``n`` (``game.n`` at that moment)."""
        return self._records[length_at(self._records, n) :]

    @overload
    def __getitem__(self, index: int) -> Record: ...

    @overload
    def __getitem__(self, index: slice) -> list[Record]: ...

    def __getitem__(self, index: int | slice) -> Record | list[Record]:
        return self._records[index]

    def __len__(self) -> int:
        return len(self._records)

    def __iter__(self) -> Iterator[Record]:
        return iter(self._records)

    def __repr__(self) -> str:
        return f"Journal({len(self._records)} records)"


def length_at(records: list[Record], n: int) -> int:
    """How many records had been written by the moment ``n``."""
    return bisect_right(records, n, key=lambda record: int(record["n"]))
