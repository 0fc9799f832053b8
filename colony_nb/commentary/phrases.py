"""Whole sentences of one text file, filled in with the catalogue's forms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .catalogue import Catalogue


class Phrases(Catalogue):
    """The entries of ``data/text/<language>/<file>.toml`` beside all the catalogue says.

    >>> Phrases("odds").say("attack.never", country="K")
    'This attack cannot take Kestule.'
    """

    def __init__(self, file: str, language: str = "en") -> None:
        super().__init__(language, strict=True)
        self._own = file

    def say(self, key: str, /, names: Sequence[str] = (), **values: Any) -> str:
        """An entry by its dotted key, filled in. KeyError for an unknown one, LookupError for a missing
        value."""
        entry: Any = self._file(self._own)
        for part in key.split("."):
            entry = entry[part]
        return self._fill(str(entry), values, names)

    def has(self, key: str) -> bool:
        """Whether there is such an entry."""
        entry: Any = self._file(self._own)
        for part in key.split("."):
            if not isinstance(entry, dict) or part not in entry:
                return False
            entry = entry[part]
        return isinstance(entry, str)
