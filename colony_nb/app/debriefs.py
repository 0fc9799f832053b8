"""When a debrief comes (R1): after a phase, in every mode, before anybody chooses in the next one."""

from __future__ import annotations

from colony_nb.game import Game


def ended(game: Game, phase: int) -> int:
    """The last phase that is over, 0 for none; ``phase`` is the one of the game's moment."""
    return phase if game.over else phase - 1


class Debriefs:
    """Which debriefs a table has passed. A game put on the table in the middle owes none for its past;
    one that computers play alone owes its last, at its end."""

    def __init__(self) -> None:
        self._passed: dict[int, int] = {}

    def begin(self, game: Game) -> None:
        """A game is put on the table."""
        self._passed = {id(game): int(game.view()["phase"]) - 1}

    def due(self, game: Game, phase: int, persons: bool) -> int:
        """The phase whose debrief comes before anything else, 0 for none."""
        last = ended(game, phase)
        done = self._passed.setdefault(id(game), last)  # a what-if game begins at its own moment
        return last if last > done and (persons or game.over) else 0

    def passed(self, game: Game, phase: int) -> None:
        """The debrief was held or left out."""
        self._passed[id(game)] = phase

    def gone_back(self, game: Game) -> None:
        """A choice was taken back or brought back: what comes again is owed again."""
        last = ended(game, int(game.view()["phase"]))
        self._passed[id(game)] = min(self._passed.get(id(game), last), last)
