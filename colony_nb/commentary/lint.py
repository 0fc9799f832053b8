"""The editorial rules R1 to R16 as far as words can be counted; each check gives findings.

``check(history)`` runs all of them over all texts. What is looked for stands in
``data/text/<language>/editorial.toml``; what counts as a passage is the same for every check.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from colony_nb.commentary.history import History
from colony_nb.commentary.markup import cited, links, paragraphs, plain
from colony_nb.commentary.records import SECTIONS, Commentary, Entry, Phase
from colony_nb.paths import DATA

CARD_WORDS = (90, 170)
PHASE_WORDS = (800, 1200)
MEDIAN_MOST = 22
RUN = 9
UNSOURCED = ("quiz", "questions", "question", "read_on")  # what their figures come from stands in the text
_QUOTED = re.compile(r"“[^”]*”|\"[^\"]*\"|‘[^’]*’(?!\w)")
_WORD = re.compile(r"\d[\d,.]*\d\w*|[\w’'ʻ-]+")
_STOP = re.compile(r"(?<=[.!?])((?:[”’)])?(?:\s*\[\[[^\]]+\]\])*)\s+(?=[\"“‘(\[]?[A-ZÀ-ÞŌĀʻ0-9])")


class Finding(NamedTuple):
    """What a check objects to: the rule of the house style, where, and what."""

    rule: str
    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.rule} {self.where}: {self.what}"


@dataclass(frozen=True, slots=True)
class Passage:
    """A printed text: ``where`` names its record, ``field`` its place there ("text", "bends 2")."""

    where: str
    field: str
    text: str

    @property
    def name(self) -> str:
        return f"{self.where} {self.field}"

    @property
    def kind(self) -> str:
        """The field without its number."""
        return self.field.split()[0]


def passages(history: History) -> Iterator[Passage]:
    """Every text of the history that is printed."""
    for card in history.cards():
        yield from of_record(card.id, card)
    for phase in history.phases():
        yield from of_record(f"phase {phase.number}", phase)
    for entry in history.entries():
        yield from of_record(entry.ref, entry)


def of_record(where: str, record: Commentary | Phase | Entry) -> Iterator[Passage]:
    """The texts of one record."""
    for field, text in record.prose().items():
        yield Passage(where, field, text)


def words(text: str) -> list[str]:
    """The words of a text, without its marks."""
    return _WORD.findall(plain(text))


class Editor:
    """The checks of one language; ``folder`` as for ``History``."""

    def __init__(self, language: str = "en", folder: Path = DATA) -> None:
        path = folder / "text" / language / "editorial.toml"
        self._look: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))

    def _pattern(self, table: str, name: str) -> re.Pattern[str]:
        value = self._look[table][name]
        return re.compile("|".join(value) if isinstance(value, list) else value, re.IGNORECASE)

    @cached_property
    def _abbreviation(self) -> re.Pattern[str]:
        known = "|".join(map(re.escape, self._look["sentence"]["abbreviations"]))
        return re.compile(rf"(?:\b(?:{known})|\b[A-Z])\.$")

    def sentences(self, text: str) -> list[str]:
        """The sentences of a text, each with the source marks that stand behind it."""
        out: list[str] = []
        for paragraph in paragraphs(text):
            at = 0
            for stop in _STOP.finditer(paragraph):
                piece = paragraph[at : stop.end(1)]
                if not stop[1] and self._abbreviation.search(piece):
                    continue
                out.append(piece.strip())
                at = stop.end()
            out.append(paragraph[at:].strip())
        return [sentence for sentence in out if sentence]

    # ---------------------------------------------------------------- one text

    def figures(self, passage: Passage) -> list[Finding]:
        """R3: a figure of a thousand or more, or a percentage, in a sentence without a source."""
        if passage.kind in UNSOURCED:
            return []
        out = []
        for sentence in self.sentences(passage.text):
            if cited(sentence):
                continue
            bare = plain(sentence)
            for name in ("large", "percentage"):
                if found := self._pattern("figures", name).search(bare):
                    out.append(Finding("R3", passage.name, f"no source for {found[0]!r} in {bare!r}"))
                    break
        return out

    def avoided(self, passage: Passage) -> list[Finding]:
        """R10: a word of the avoid column outside quotations."""
        text = _QUOTED.sub(" ", plain(passage.text))
        allowed = self._pattern("rule_words", "allowed")
        rules = passage.kind in self._look["rule_words"]["fields"]
        out = []
        for row in self._look["words"]:
            left = text
            for name in row.get("except", ()):
                left = re.sub(name, " ", left, flags=re.IGNORECASE)
            for found in re.finditer(row["avoid"], left, re.IGNORECASE):
                if not (rules and allowed.fullmatch(found[0])):
                    out.append(Finding("R10", passage.name, f"{found[0]!r}; write: {row['write']}"))
        return out

    def ledger(self, passage: Passage) -> list[Finding]:
        """R8: a phrase that sets gains against harm."""
        found = self._pattern("ledger", "phrases").search(_QUOTED.sub(" ", plain(passage.text)))
        return [Finding("R8", passage.name, f"ledger: {found[0]!r}")] if found else []

    def passives(self, passage: Passage) -> list[Finding]:
        """R9: harm in the passive without saying who did it."""
        out = []
        for sentence in self.sentences(passage.text):
            bare = plain(sentence)
            for found in self._pattern("passive", "harm").finditer(_QUOTED.sub(" ", bare)):
                if not self._pattern("passive", "agent").search(bare, found.end()):
                    out.append(Finding("R9", passage.name, f"{found[0]!r} by whom? {bare!r}"))
        return out

    def triumph(self, passage: Passage) -> list[Finding]:
        """R13: applause."""
        found = self._pattern("triumph", "words").search(plain(passage.text))
        return [Finding("R13", passage.name, f"applause: {found[0]!r}")] if found else []

    def message(self, passage: Passage) -> list[Finding]:
        """R13 for a message of the game: applause, and words that make a feat of what was done."""
        found = self._pattern("triumph", "messages").search(passage.text)
        more = [Finding("R13", passage.name, f"triumph: {found[0]!r}")] if found else []
        return self.triumph(passage) + more

    def asks(self, passage: Passage) -> list[Finding]:
        """R15: a prompt that asks to be an enslaved or colonised person."""
        found = self._pattern("prompts", "forbidden").search(plain(passage.text))
        return [Finding("R15", passage.name, f"asks to play somebody: {found[0]!r}")] if found else []

    def length(self, passage: Passage) -> list[Finding]:
        """The median sentence of a text has fewer than 22 words."""
        if passage.kind not in ("text", *SECTIONS):
            return []
        middle = median(len(words(sentence)) for sentence in self.sentences(passage.text))
        return [Finding("length", passage.name, f"median sentence of {middle:g} words")] * (
            middle >= MEDIAN_MOST
        )

    def text(self, passage: Passage) -> list[Finding]:
        """All checks of a single text."""
        checks = (
            self.figures, self.avoided, self.ledger, self.passives, self.triumph, self.asks, self.length
        )  # fmt: skip
        return [finding for check in checks for finding in check(passage)]

    # ---------------------------------------------------------------- whole records

    def implied(self, where: str, record: Commentary | Entry) -> list[Finding]:
        """R12: a text on harm that lacks the content note for it."""
        text = plain(" ".join(record.prose().values()))
        return [
            Finding("R12", where, f"{found[0]!r} needs the note {note!r}")
            for note in self._look["imply"]
            if (found := self._pattern("imply", note).search(text)) and note not in record.notes
        ]

    def card(self, history: History, card: Commentary, rises: bool) -> list[Finding]:
        """R3, R6, R12, R16 and the length of a card's commentary. ``rises``: its rows place a rebellion."""
        out = self.implied(card.id, card) + _sourced(history, card.id, card.sources, card.prose().values(), 2)
        count = len(words(card.text))
        if not CARD_WORDS[0] <= count <= CARD_WORDS[1]:
            out.append(
                Finding("length", card.id, f"{count} words instead of {CARD_WORDS[0]} to {CARD_WORDS[1]}")
            )
        if rises and not (card.who_resisted and card.aim):
            out.append(Finding("R6", card.id, "an uprising needs who_resisted and aim"))
        if card.doubt:
            if not cited(card.doubt):
                out.append(Finding("R16", card.id, "doubt has no source"))
            if found := self._pattern("dispute", "wrong").search(plain(card.doubt)):
                out.append(Finding("R16", card.id, f"doubts the harm itself: {found[0]!r}"))
        return out

    def phase(self, history: History, phase: Phase) -> list[Finding]:
        """R1, R4, R5, R7, R14 and the length of a phase's text."""
        where = f"phase {phase.number}"
        out = []
        count = sum(len(words(getattr(phase, name))) for name in SECTIONS)
        if not PHASE_WORDS[0] <= count <= PHASE_WORDS[1]:
            out.append(
                Finding("length", where, f"{count} words instead of {PHASE_WORDS[0]} to {PHASE_WORDS[1]}")
            )
        if not 4 <= len(phase.questions) <= 6:
            out.append(Finding("R1", where, f"{len(phase.questions)} debrief questions instead of 4 to 6"))
        if not self._pattern("debrief", "first_question").search(phase.questions[0]):
            out.append(Finding("R1", where, "the first question does not ask what the score leaves out"))
        if len({voice.who for voice in phase.voices}) < 2:
            out.append(Finding("R4", where, "fewer than two voices"))
        sides = [history.sources[v.source].side for v in phase.voices if v.source in history.sources]
        if "colonised" not in sides:
            out.append(Finding("R4", where, "no voice has a source from the colonised side"))
        for rule, name in (("R5", "before"), ("R7", "today")):
            if len(words(getattr(phase, name))) < 60:
                out.append(Finding(rule, where, f"{name} is too short to say anything"))
        rules = {bend.rule for bend in phase.bends}
        if len(rules) < 2:
            out.append(Finding("R14", where, "fewer than two rules under bends"))
        out += [
            Finding("R14", where, f"there is no rule {name!r}")
            for name in sorted(rules - set(history.words.rules()))
        ]
        if len(phase.quiz) != 5:
            out.append(Finding("schema", where, f"{len(phase.quiz)} self-check questions instead of 5"))
        keys = [voice.source for voice in phase.voices] + [item.source for item in phase.read_on]
        return out + _known(history, where, keys)

    def entry(self, history: History, entry: Entry) -> list[Finding]:
        """R3 and R12 of an entry; persons and terms are short and carry no note."""
        long = entry.kind in ("product", "thing")
        least = 2 if long else 1 if entry.kind == "person" else 0
        out = self.implied(entry.ref, entry) if long else []
        out += _sourced(history, entry.ref, entry.sources, entry.prose().values(), least)
        return out + _targets(history, entry.ref, entry.see)

    def history(self, history: History, rises: Iterable[str]) -> list[Finding]:
        """Every check over all texts. ``rises``: the cards that place a rebellion."""
        rising = set(rises)
        out = [finding for passage in passages(history) for finding in self.text(passage)]
        out += [
            f for p in passages(history) for f in _targets(history, p.name, [s.ref for s in links(p.text)])
        ]
        out += [f for p in passages(history) for f in _known(history, p.name, cited(p.text))]
        for card in history.cards():
            out += self.card(history, card, card.id in rising)
        for phase in history.phases():
            out += self.phase(history, phase)
        for entry in history.entries():
            out += self.entry(history, entry)
        return out


def _sourced(
    history: History, where: str, keys: Iterable[str], texts: Iterable[str], least: int
) -> list[Finding]:
    """R3: enough sources, a scholarly one or an institution among several, and all that are cited."""
    keys = list(keys)
    out = _known(history, where, keys)
    if len(set(keys)) < least:
        out.append(Finding("R3", where, f"{len(set(keys))} sources instead of {least} or more"))
    kinds = {history.sources[key].kind for key in keys if key in history.sources}
    if least > 1 and not kinds & {"scholarly", "institution"}:
        out.append(Finding("R3", where, "no scholarly source and no institution"))
    for key in {key for text in texts for key in cited(text)} - set(keys):
        out.append(Finding("R3", where, f"{key!r} is cited but not among the sources"))
    return out


def _known(history: History, where: str, keys: Iterable[str]) -> list[Finding]:
    return [
        Finding("source", where, f"there is no source {key!r}") for key in keys if key not in history.sources
    ]


def _targets(history: History, where: str, refs: Iterable[str]) -> list[Finding]:
    out = []
    for ref in refs:
        try:
            history.title(ref)
        except KeyError:
            out.append(Finding("link", where, f"{ref!r} leads nowhere"))
    return out


# ---------------------------------------------------------------- against other texts


def runs(text: str, length: int = RUN) -> set[tuple[str, ...]]:
    """All runs of so many words, in lower case."""
    row = [word.lower() for word in words(text)]
    return {tuple(row[i : i + length]) for i in range(len(row) - length + 1)}


def shared_runs(texts: Iterable[Passage], others: Mapping[str, str]) -> list[Finding]:
    """Runs of nine words that a text has in common with one of ``others`` ({name: text})."""
    known: dict[tuple[str, ...], str] = {}
    for name, text in others.items():
        known |= dict.fromkeys(runs(text), name)
    out = []
    for passage in texts:
        for run in sorted(runs(passage.text) & known.keys()):
            out.append(Finding("copy", passage.name, f"{' '.join(run)!r} stands in {known[run]} too"))
    return out


def rising_cards(folder: Path = DATA) -> list[str]:
    """The cards whose rows place a rebellion (data/cards), anywhere in them."""
    out = []
    for number in range(1, 7):
        tables = tomllib.loads((folder / "cards" / f"phase-{number}.toml").read_text(encoding="utf-8"))
        out += [f"p{number}-{row['number']:02d}" for row in tables["card"] if _has_rebellion(row)]
    return out


def _has_rebellion(value: Any) -> bool:
    if isinstance(value, dict):
        return any(map(_has_rebellion, value.values()))
    return isinstance(value, list) and (value[:1] == ["rebellion"] or any(map(_has_rebellion, value)))


def check(history: History | None = None) -> list[Finding]:
    """All findings of the house style over the history texts."""
    history = history or History()
    return Editor(history.language).history(history, rising_cards())
