"""Column data sources that send only what changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bokeh.models import ColumnDataSource


def patch_columns(source: ColumnDataSource, columns: Mapping[str, Sequence[Any]]) -> int:
    """Make the source's columns equal to ``columns`` (same length as before); send only entries that differ.

    Gives back how many did. Columns that are not named stay.
    """
    patches: dict[str, list[tuple[int, Any]]] = {}
    count = 0
    for name, new in columns.items():
        old = source.data[name]
        cells = [(i, v) for i, v in enumerate(new) if old[i] != v and not (v != v and old[i] != old[i])]
        if cells:
            patches[name] = cells
            count += len(cells)
    if patches:
        source.patch(patches)
    return count


class Pool:
    """Rows that belong to keys (countries), with a fixed number of places for each, so that a change in one
    country moves no other country's rows. Places without a row hold the columns' default values (x is nan:
    not drawn).

    ``columns`` gives each column's default; the rows handed to ``write`` are tuples in that order.
    """

    def __init__(self, columns: Mapping[str, Any], places: int) -> None:
        self._names = tuple(columns)
        self._blank = tuple(columns.values())
        self._places = places
        self.keys: tuple[str, ...] = ()
        self._rows: list[tuple[Any, ...]] = []
        self.source = ColumnDataSource({name: [] for name in columns})

    def write(self, rows: Mapping[str, Sequence[tuple[Any, ...]]]) -> int:
        """Show these rows and no others; gives back the number of cells that were sent."""
        needed = max((len(r) for r in rows.values()), default=0)
        if needed > self._places or not set(rows) <= set(self.keys):
            self._places = max(self._places, needed)
            self.keys = tuple(sorted({*self.keys, *rows}))
            self._rows = self._spread(rows)
            self.source.data = {name: [row[i] for row in self._rows] for i, name in enumerate(self._names)}
            return len(self._rows) * len(self._names)
        new = self._spread(rows)
        patches: dict[str, list[tuple[int, Any]]] = {}
        count = 0
        for at, (before, after) in enumerate(zip(self._rows, new, strict=True)):
            if before is after or before == after:
                continue
            for name, old, value in zip(self._names, before, after, strict=True):
                if old != value:
                    patches.setdefault(name, []).append((at, value))
                    count += 1
        self._rows = new
        if patches:
            self.source.patch(patches)
        return count

    def _spread(self, rows: Mapping[str, Sequence[tuple[Any, ...]]]) -> list[tuple[Any, ...]]:
        out: list[tuple[Any, ...]] = []
        for key in self.keys:
            own = list(rows.get(key, ()))
            out += own + [self._blank] * (self._places - len(own))
        return out
