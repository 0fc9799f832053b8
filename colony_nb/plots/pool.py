"""Column data sources that send only what changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bokeh.models import ColumnDataSource

Rows = Sequence[tuple[Any, ...]]


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

    ``columns`` gives each column's default; the rows handed to ``write`` are tuples in that order, and a
    list of rows is not changed any more after it was handed over.
    """

    def __init__(self, columns: Mapping[str, Any], places: int) -> None:
        self._names = tuple(columns)
        self._blank = tuple(columns.values())
        self._places = places
        self.keys: tuple[str, ...] = ()
        self._rows: dict[str, Rows] = {}
        self.source = ColumnDataSource({name: [] for name in columns})

    def write(self, rows: Mapping[str, Rows]) -> int:
        """Show these rows and no others; gives back the number of cells that were sent."""
        needed = max(map(len, rows.values()), default=0)
        if needed > self._places or any(key not in self._rows for key in rows):
            self._places = max(self._places, needed)
            self.keys = tuple(sorted({*self.keys, *rows}))
            self._rows = {key: rows.get(key, ()) for key in self.keys}
            spread = [row for own in self._rows.values() for row in self._filled(own)]
            self.source.data = {name: [row[i] for row in spread] for i, name in enumerate(self._names)}
            return len(spread) * len(self._names)
        patches: dict[str, list[tuple[int, Any]]] = {}
        count = 0
        for place, key in enumerate(self.keys):
            old, new = self._rows[key], rows.get(key, ())
            if old is new:
                continue
            self._rows[key] = new
            if old == new:
                continue
            for at in range(max(len(old), len(new))):
                before = old[at] if at < len(old) else self._blank
                after = new[at] if at < len(new) else self._blank
                if before == after:
                    continue
                for name, was, value in zip(self._names, before, after, strict=True):
                    if was != value:
                        patches.setdefault(name, []).append((place * self._places + at, value))
                        count += 1
        if patches:
            self.source.patch(patches)
        return count

    def _filled(self, own: Rows) -> list[tuple[Any, ...]]:
        return [*own, *[self._blank] * (self._places - len(own))]
