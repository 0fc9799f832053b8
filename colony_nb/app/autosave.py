"""Saves a game by itself, one file a game, and finds such files again."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from colony_nb.game import Game
from colony_nb.kernel import saves
from colony_nb.kernel.errors import ColonyError

NAME = re.compile(r"colony-auto-\d+-\d{4}-\d\d-\d\d-\d{6}(-\d+)?\.json")
MOST_FOUND = 3
MOST_READ = 12  # files that are opened to find those


@dataclass(frozen=True, slots=True)
class Saved:
    """An unfinished game in a file: the names of its seats, None for a bot in ``persons``."""

    path: Path
    names: tuple[str, ...]
    persons: tuple[str, ...]
    seed: int
    round: int
    setup: dict[str, Any]


class Autosave:
    """``on`` may be switched by the person at the table; ``path`` is the file of the game on it.

    The file's name says the seed and when the game was begun, so no game is written over another.
    """

    def __init__(self, on: bool) -> None:
        self.on = on
        self.path: Path | None = None
        self.written = False  # the file holds a moment of this game
        self.failing = False  # the last attempt did not succeed

    def begin(self, game: Game, path: Path | None = None) -> None:
        """Another game is on the table; ``path`` is the file it was read from, which then goes on."""
        self.written = path is not None
        self.failing = False
        if path is None:
            path = _free(f"colony-auto-{game.setup.seed}-{datetime.now():%Y-%m-%d-%H%M%S}")
        self.path = path

    def write(self, game: Game) -> bool:
        """Whether the game is in its file now. Never raises: play goes on without a disk."""
        if not self.on or self.path is None:
            return False
        try:
            game.save(self.path)
        except (ColonyError, OSError):
            self.failing = True
            return False
        self.written, self.failing = True, False
        return True


def _free(stem: str) -> Path | None:
    """A file of the working folder that is not there yet; None where there is no such folder."""
    try:
        folder = Path.cwd()
        number = 1
        while True:
            path = folder / (f"{stem}.json" if number == 1 else f"{stem}-{number}.json")
            if not path.exists():
                return path
            number += 1
    except OSError:
        return None


def found(folder: Path | None = None) -> list[Saved]:
    """The newest unfinished games that were saved by themselves; files that cannot be read are left out."""
    out: list[Saved] = []
    for path in newest(folder):
        saved = _look(path)
        if saved is not None:
            out.append(saved)
        if len(out) == MOST_FOUND:
            break
    return out


def newest(folder: Path | None = None) -> list[Path]:
    """The newest files that were saved by themselves; [] where the folder cannot be read."""
    try:
        paths = [p for p in (folder or Path.cwd()).iterdir() if NAME.fullmatch(p.name)]
        return sorted(paths, key=lambda p: p.stat().st_mtime, reverse=True)[:MOST_READ]
    except OSError:
        return []


def _look(path: Path) -> Saved | None:
    try:
        doc = saves.read(path)
        setup, state = doc["setup"], doc["state"]
        if state.get("step") == "over":
            return None
        names = tuple(str(name) for name in setup["names"])
        persons = tuple(n for n, bot in zip(names, setup["bots"], strict=True) if bot is None)
        return Saved(path, names, persons, int(setup["seed"]), int(state["round"]), dict(setup))
    except (ColonyError, OSError, KeyError, TypeError, ValueError, AttributeError):
        return None
