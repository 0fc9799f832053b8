"""How far somebody has come, across notebooks and restarts: a file beside the notebooks, for nobody else.

    keeper = Keeper()
    keeper.answered(3, key, 2, fits=True)    # each returns a sentence, "" when all went well
    keeper.progress().answers(3)

The file holds which phases were read and played, the answers to the self-checks and what was written, and no
name. Each change reads the file, changes it and writes it in one step, so several notebooks can share it. A
damaged or newer file is put aside and never written over. Where the folder cannot be written to, all is kept
as long as the kernel runs.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

from .commentary.phrases import Phrases
from .kernel import saves
from .kernel.errors import ColonyError

NAME = "colony-progress.json"
FORMAT = "colony-progress"
VERSION = 1
MOST_BYTES = 4_000_000
MOST_CHARACTERS = 20_000  # of one reflection
ALL = 0  # stands for all phases: the final quiz, the closing reflections
NUMBERS = tuple(range(7))
PLAYED = ("", "begun", "over")


def key_of(question: str) -> str:
    """Names a question by its words, so that an answer never counts for another one."""
    return blake2b(question.encode(), digest_size=6).hexdigest()


@dataclass(slots=True)
class Answered:
    """The first and the latest answer to a question (places in its list), and whether the first one fits."""

    first: int
    last: int
    fits: bool


@dataclass(slots=True)
class Progress:
    """What was done, by phase; 0 stands for all phases."""

    read: set[int] = field(default_factory=set)
    played: dict[int, str] = field(default_factory=dict)
    quiz: dict[int, dict[str, Answered]] = field(default_factory=dict)
    reflections: dict[int, dict[str, str]] = field(default_factory=dict)

    def answers(self, number: int) -> dict[str, Answered]:
        return self.quiz.get(number, {})

    def written(self, number: int) -> dict[str, str]:
        return {key: text for key, text in self.reflections.get(number, {}).items() if text.strip()}

    @property
    def empty(self) -> bool:
        return not (self.read or self.played or any(self.quiz.values()) or any(map(self.written, NUMBERS)))

    def to_dict(self) -> dict[str, Any]:
        """As JSON-ready values."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "read": sorted(self.read),
            "played": {str(n): how for n, how in sorted(self.played.items())},
            "quiz": {
                str(n): {key: [a.first, a.last, a.fits] for key, a in answers.items()}
                for n, answers in sorted(self.quiz.items())
            },
            "reflections": {str(n): dict(texts) for n, texts in sorted(self.reflections.items())},
        }

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any]) -> Progress:
        """Raises KeyError, TypeError or ValueError where a part is not what it should be."""
        out = cls(read={_number(n) for n in plain["read"]})
        for n, how in plain["played"].items():
            out.played[_number(n)] = PLAYED[PLAYED.index(how)]
        for n, answers in plain["quiz"].items():
            rows = out.quiz[_number(n)] = {}
            for key, (first, last, fits) in answers.items():
                rows[str(key)] = Answered(_place(first), _place(last), bool(fits))
        for n, texts in plain["reflections"].items():
            if not all(isinstance(text, str) for text in texts.values()):
                raise TypeError("a reflection is a text")
            out.reflections[_number(n)] = dict(texts)
        return out


def _number(value: Any) -> int:
    number = int(value)
    if number not in NUMBERS:
        raise ValueError(value)
    return number


def _place(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(value)
    return value


class Unreadable(Exception):
    """A file that cannot be taken up: "damaged", "newer" or "foreign"."""


def read(path: Path) -> Progress:
    """The progress in a file; an empty one where there is none. Raises Unreadable."""
    try:
        if not path.exists():
            return Progress()
        if path.stat().st_size > MOST_BYTES:
            raise Unreadable("foreign")
        plain = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        raise Unreadable("damaged") from None
    if not isinstance(plain, dict) or plain.get("format") != FORMAT:
        raise Unreadable("foreign")
    version = plain.get("version")
    if type(version) is int and version > VERSION:
        raise Unreadable("newer")
    try:
        return Progress.from_dict(plain)
    except (KeyError, TypeError, ValueError, AttributeError):
        raise Unreadable("damaged") from None


class Keeper:
    """Keeps the progress of a folder, by default the working folder of each moment.

    ``on_disk`` False keeps nothing in files: for pages that several people open.
    """

    def __init__(
        self, folder: str | os.PathLike[str] | None = None, language: str = "en", on_disk: bool = True
    ) -> None:
        self._folder = folder
        self._on_disk = on_disk
        self._words = Phrases("learn", language)
        self._held: dict[Path, Progress] = {}  # what a folder did not take

    @property
    def path(self) -> Path:
        return (Path(self._folder) if self._folder is not None else Path.cwd()) / NAME

    def progress(self) -> Progress:
        """What is known now; an empty progress where the file cannot be read."""
        path = self.path
        if path in self._held or not self._on_disk:
            return self._held.get(path, Progress())
        try:
            return read(path)
        except Unreadable:
            return Progress()

    def notice(self) -> str:
        """What there is to say about the file before anything is changed; "" for a sound one or none."""
        path = self.path
        if path in self._held or not self._on_disk:
            return self._words.say("progress.unwritable")
        try:
            read(path)
        except Unreadable as error:
            why = self._words.say(f"progress.{error}")
            return self._words.say("progress.unread", name=NAME, why=why)
        return ""

    def change(self, what: Callable[[Progress], None]) -> str:
        """Changes the progress and keeps it; a sentence where the disk did not take it or a file was put
        aside, else ""."""
        path, said = self.path, ""
        held = self._held.setdefault(path, Progress()) if not self._on_disk else self._held.get(path)
        try:
            progress = held if held is not None else read(path)
        except Unreadable as error:
            why = self._words.say(f"progress.{error}")
            aside = _aside(path)
            progress = Progress()
            if aside is None:
                what(progress)
                self._held[path] = progress
                return self._words.say("progress.not_aside", name=NAME, why=why)
            said = self._words.say("progress.aside", name=NAME, why=why, aside=aside.name)
        what(progress)
        if not self._on_disk:
            return self._words.say("progress.unwritable")
        try:
            saves.write(path, progress.to_dict())
        except (ColonyError, OSError):
            self._held[path] = progress
            return self._words.say("progress.unwritable")
        self._held.pop(path, None)
        return said

    # ---------------------------------------------------------------- changes

    def answered(self, number: int, key: str, place: int, fits: bool) -> str:
        """An answer to a question was chosen."""

        def change(progress: Progress) -> None:
            rows = progress.quiz.setdefault(number, {})
            if key in rows:
                rows[key].last = place
            else:
                rows[key] = Answered(place, place, fits)

        return self.change(change)

    def wrote(self, number: int, key: str, text: str) -> str:
        """A reflection was written or changed."""
        if len(text) > MOST_CHARACTERS:
            return self._words.say("reflect.too_long", most=MOST_CHARACTERS)
        return self.change(lambda progress: progress.reflections.setdefault(number, {}).update({key: text}))

    def has_read(self, number: int, done: bool = True) -> str:
        """The text of a phase has been read, or not after all."""

        def change(progress: Progress) -> None:
            (progress.read.add if done else progress.read.discard)(number)

        return self.change(change)

    def has_played(self, number: int, over: bool) -> str:
        """A person has chosen something in a phase, or it is over."""
        how = "over" if over else "begun"
        known = self.progress().played.get(number)
        if known in (how, "over"):
            return ""
        return self.change(lambda progress: progress.played.update({number: how}))


def _aside(path: Path) -> Path | None:
    """Gives the file another name, one that is free; None where that cannot be done."""
    for number in range(1, 1000):
        target = path.with_name(f"{path.stem}-aside-{number}{path.suffix}")
        if not target.exists():
            try:
                path.rename(target)
            except OSError:
                return None
            return target
    return None
