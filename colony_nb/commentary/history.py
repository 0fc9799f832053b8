"""The history: what happened behind the cards and phases, the encyclopaedia, and every source once.

    history = History()
    history.card("p3-06").text            # Commentary
    history.phase(3).questions            # Phase
    history.entry("product:sugar").text   # Entry
    history.source("walker-2014").author  # Source
    history.search("silver")              # hits in all of them
    history.belongs(game.view(), game.journal.since(n))

Texts are read from ``data/text/<language>`` when first asked for. A file that is not what it should be raises
HistoryError with one sentence that names the file and the table.
"""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from colony_nb.commentary.catalogue import Catalogue
from colony_nb.commentary.markup import plain
from colony_nb.commentary.records import (
    KINDS,
    PRODUCTS,
    THINGS,
    Commentary,
    Entry,
    HistoryError,
    Phase,
    Row,
    Source,
    commentary,
    entry,
    phase,
    source,
)
from colony_nb.paths import DATA

CARDS = tuple(f"p{p}-{n:02d}" for p in range(1, 7) for n in range(1, 25))
PHASES = tuple(range(1, 7))
_FILES = {"product": "products", "thing": "things", "person": "persons", "term": "terms"}
_BUILDINGS = ("port", "trading_post", "city", "church", "railway")
_SNIPPET = 160


class Hit(NamedTuple):
    """A place where a searched text stands. ``kind``: card, phase, or a kind of the encyclopaedia."""

    kind: str
    slug: str
    title: str
    snippet: str

    @property
    def ref(self) -> str:
        return f"{self.kind}:{self.slug}"


@dataclass(frozen=True, slots=True)
class Belongs:
    """What belongs to a moment: the phase, cards whose choice has been made (the newest first), and
    references to products, things and words of the encyclopaedia (what just happened first)."""

    phase: int
    cards: tuple[str, ...]
    entries: tuple[str, ...]


class History:
    """All history texts of one language, read when first needed and kept on the instance.

    ``folder`` is for tests: a folder with ``sources.toml`` and ``text/<language>`` instead of the package's
    data. Raises UnknownLanguage as the catalogue does, HistoryError for a bad text, KeyError for a card,
    phase, entry or source that does not exist.
    """

    def __init__(self, language: str = "en", folder: Path = DATA) -> None:
        self.language = language
        self.words = Catalogue(language)
        self._data = folder
        self._folder = folder / "text" / language
        self._cards: dict[int, dict[str, Commentary]] = {}
        self._phases: dict[int, Phase] = {}
        self._entries: dict[str, dict[str, Entry]] = {}

    # ---------------------------------------------------------------- one thing

    def card(self, card: str) -> Commentary:
        """The commentary of an event card ("p3-06")."""
        if card not in CARDS:
            raise KeyError(card)
        number = int(card[1])
        if number not in self._cards:
            tables = self._tables(self._folder / "commentary" / f"phase-{number}.toml")
            wanted = [name for name in CARDS if int(name[1]) == number]
            for name in wanted:
                if name not in tables:
                    raise HistoryError(f"commentary/phase-{number}.toml: card {name} is missing.")
            for name in tables:
                if name not in wanted:
                    raise HistoryError(f"commentary/phase-{number}.toml: there is no card {name}.")
            self._cards[number] = {
                name: commentary(
                    Row(f"commentary/phase-{number}.toml, {name}", tables[name]), name, self.words.card(name)
                )
                for name in wanted
            }
        return self._cards[number][card]

    def cards(self, number: int | None = None) -> list[Commentary]:
        """All cards, or those of one phase, in their order."""
        return [self.card(name) for name in CARDS if number is None or int(name[1]) == number]

    def phase(self, number: int) -> Phase:
        """The text of a phase, 1 to 6."""
        if number not in PHASES:
            raise KeyError(number)
        if number not in self._phases:
            name = f"phase-{number}.toml"
            self._phases[number] = phase(
                Row(f"phases/{name}", self._read(self._folder / "phases" / name)), number
            )
        return self._phases[number]

    def phases(self) -> list[Phase]:
        """The six phases."""
        return [self.phase(number) for number in PHASES]

    def entry(self, ref: str) -> Entry:
        """An entry of the encyclopaedia by its reference: "product:sugar", "person:hatuey"."""
        kind, _, slug = ref.partition(":")
        if kind not in KINDS:
            raise KeyError(ref)
        found = self._of(kind).get(slug)
        if found is None:
            raise KeyError(ref)
        return found

    def entries(self, kind: str | None = None) -> list[Entry]:
        """The entries of a kind (product, thing, person, term), or all."""
        return [found for name in KINDS if kind in (None, name) for found in self._of(name).values()]

    def _of(self, kind: str) -> dict[str, Entry]:
        if kind not in self._entries:
            name = f"{_FILES[kind]}.toml"
            tables = self._tables(self._folder / "encyclopaedia" / name)
            self._entries[kind] = {
                slug: entry(Row(f"encyclopaedia/{name}, {slug}", table), kind, slug)
                for slug, table in tables.items()
            }
            for slug in {"product": PRODUCTS, "thing": THINGS}.get(kind, ()):
                if slug not in self._entries[kind]:
                    raise HistoryError(f"encyclopaedia/{name}: {slug} is missing.")
        return self._entries[kind]

    @cached_property
    def sources(self) -> Mapping[str, Source]:
        """Every source by its key."""
        tables = self._tables(self._data / "sources.toml")
        return {key: source(Row(f"sources.toml, {key}", table), key) for key, table in tables.items()}

    def source(self, key: str) -> Source:
        """A source by its key."""
        return self.sources[key]

    def title(self, ref: str) -> str:
        """How the target of a link is called; KeyError if there is none. "card:p1-04", "phase:2" too."""
        kind, _, slug = ref.partition(":")
        if kind == "card":
            return self.card(slug).title
        if kind == "phase":
            if slug not in map(str, PHASES):
                raise KeyError(ref)
            return self.phase(int(slug)).title
        return self.entry(ref).title

    # ---------------------------------------------------------------- many things

    def search(self, text: str, most: int = 40) -> list[Hit]:
        """Where all the words of ``text`` stand: what is called so first, then other titles, then by count.
        Case and accents do not count, parts of words do. Without a word in it nothing is found."""
        words = _fold(text).split()
        found: list[tuple[tuple[bool, int, int, int], Hit]] = []
        for place, (kind, slug, title, body) in enumerate(self._index if words else ()):
            head, whole = _fold(title), _fold(f"{title} {body}")
            if not all(word in whole for word in words):
                continue
            in_title = sum(word in head for word in words)
            often = sum(whole.count(word) for word in words)
            found.append(
                (
                    (head.split() != words, -in_title, -often, place),
                    Hit(kind, slug, title, _snippet(body, words)),
                )
            )
        return [hit for _, hit in sorted(found)[:most]]

    @cached_property
    def _index(self) -> list[tuple[str, str, str, str]]:
        return list(self._searched())

    def _searched(self) -> Iterator[tuple[str, str, str, str]]:
        for found in self.entries():
            facts = [found.lived, found.place, plain(found.text), plain(found.in_game)]
            yield found.kind, found.slug, found.title, " ".join(filter(None, facts))
        for text in self.phases():
            yield "phase", str(text.number), text.title, plain(" ".join(text.prose().values()))
        for card in self.cards():
            body = " ".join([card.place, ", ".join(card.peoples), *card.prose().values()])
            yield "card", card.id, card.title, plain(body)

    def belongs(self, view: Mapping[str, Any], records: Iterable[Mapping[str, Any]] = ()) -> Belongs:
        """What belongs to a moment of the game.

        ``view`` is ``game.view()``; ``records`` are the journal's records that count as just happened. A card
        is named only when its record is there: it is written when the choice has been made.
        """
        cards: list[str] = []
        entries: list[str] = []
        for record in reversed(list(records)):
            if isinstance(card := record.get("card"), str) and card in CARDS and record["kind"] == "event":
                cards.append(card)
            entries += _named(record)
        for product in PRODUCTS:
            if any(country["products"].get(product) for country in view["countries"].values()):
                entries.append(f"product:{product}")
        for building in _BUILDINGS:
            if any(country[building] for country in view["countries"].values()):
                entries.append(_thing(building))
        for what, thing in (("armies", "army"), ("rebellion", "rebellion"), ("independent", "independence")):
            if any(country[what] for country in view["countries"].values()):
                entries.append(_thing(thing))
        return Belongs(int(view["phase"]), tuple(dict.fromkeys(cards)), tuple(dict.fromkeys(entries)))

    # ---------------------------------------------------------------- reading files

    def _read(self, path: Path) -> dict[str, Any]:
        name = path.relative_to(self._data).as_posix()
        try:
            return tomllib.loads(path.read_text(encoding="utf-8"))
        except OSError:
            raise HistoryError(f"{name} cannot be read: install the package again.") from None
        except ValueError as error:
            raise HistoryError(f"{name} is not a TOML file: {str(error).rstrip('.')}.") from None

    def _tables(self, path: Path) -> dict[str, dict[str, Any]]:
        tables = self._read(path)
        for key, table in tables.items():
            if not isinstance(table, dict):
                raise HistoryError(f"{path.relative_to(self._data).as_posix()}: {key} must be a table.")
        return tables


def _named(record: Mapping[str, Any]) -> list[str]:
    """What a record is about, as references."""
    kind = record["kind"]
    out = [f"product:{product}"] if (product := record.get("product")) in PRODUCTS else []
    if kind in ("build", "destroy", "move") and (ref := _thing(record["what"])):
        out.append(ref)
    elif kind in ("ship", "army", "church", "rebellion", "monopoly", "influence"):
        out.append(_thing(kind))
    elif kind == "search":
        out.append(_thing("colonist"))
    elif kind == "attack":
        out.append(_thing("army"))
    elif kind == "place_rebellion":
        out.append(_thing("rebellion"))
    elif kind in ("grant", "bids", "government"):
        out.append(_thing("independence"))
    return out


def _thing(name: str) -> str:
    slug = name.replace("_", "-")
    return f"thing:{slug}" if slug in THINGS else ""


def _fold(text: str) -> str:
    bare = unicodedata.normalize("NFKD", text.casefold().replace("ß", "ss"))
    return "".join(c for c in bare if not unicodedata.combining(c))


def _snippet(body: str, words: list[str]) -> str:
    """A piece of the text around the first of the words, cut between words."""
    folded = _fold(body)
    at = min((i for word in words if (i := folded.find(word)) >= 0), default=0)
    at = min(at, len(body))
    start = 0 if at < _SNIPPET // 2 else body.rfind(" ", 0, at - _SNIPPET // 3) + 1
    piece = body[start : start + _SNIPPET]
    if start + _SNIPPET < len(body):
        piece = piece.rsplit(" ", 1)[0] + " …"
    return ("… " if start else "") + piece
