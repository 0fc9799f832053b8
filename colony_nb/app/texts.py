"""The table's own sentences (data/text/<language>) beside the catalogue, and escaping."""

from __future__ import annotations

import html
import tomllib
from functools import cache
from typing import Any

from colony_nb.commentary.catalogue import Catalogue
from colony_nb.paths import DATA

FILES = ("app", "time", "guide", "app_history", "lecture", "classroom", "app_simplified")
"""The files of data/text/<language> with the table's own sentences."""


@cache
def _table(language: str) -> dict[str, dict[str, str]]:
    out: dict[str, dict[str, str]] = {}
    for name in FILES:
        text = (DATA / "text" / language / f"{name}.toml").read_text(encoding="utf-8")
        for table, entries in tomllib.loads(text).items():
            out.setdefault(table, {}).update(entries)
    return out


@cache
def _book(language: str) -> Catalogue:
    return Catalogue(language)


class Texts:
    """All words of one table in one language.

    ``say("bar.over", round=24)`` fills in an entry of app.toml (KeyError for an unknown one); ``book`` is the
    catalogue with the game's sentences.
    """

    def __init__(self, language: str = "en") -> None:
        self.language = language
        self.book = _book(language)
        self._app = _table(language)

    def say(self, key: str, /, **values: Any) -> str:
        table, entry = key.split(".")
        return self._app[table][entry].format(**values)

    def table(self, name: str) -> dict[str, str]:
        """All sentences of one table, for a page that fills them in itself."""
        return dict(self._app[name])

    @property
    def linked(self) -> dict[str, str]:
        """Words of rules and countries, in lower case, with the entry they lead to."""
        return self._app["linked"]

    def count(self, unit: str, number: int) -> str:
        """A number of things: "1 coin", "4 coins"."""
        forms = self.book.words(f"count.{unit}")
        key = "one" if number == 1 else "none" if number == 0 and "none" in forms else "other"
        return str(forms[key]).replace("{count}", str(number))


def esc(text: object) -> str:
    """The text for HTML; also fit for attributes in double quotes."""
    return html.escape(str(text), quote=True)
