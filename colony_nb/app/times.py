"""Time at one table: looks at earlier moments, what-if games, the way back, what undo may not cross."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from colony_nb.app.moment import Moment, named_view
from colony_nb.game import Game
from colony_nb.kernel.errors import ColonyError

if TYPE_CHECKING:
    from colony_nb.app.table import Table

CHANCE = ("rng", "dice_script", "draw_script", "deck_rng", "decks", "hands", "bag")
"""Columns of a state that a throw of dice, a drawn counter or a drawn card changes."""
DICE = frozenset(("attack", "rebellion", "search", "church", "throw", "sabotage"))


def first_moment(game: Game) -> int:
    """The earliest moment that can be looked at: 0, or later in a save whose log could not be replayed."""
    return game.first


def secret_since(game: Game) -> int | None:
    """The moment since which choices are made in secret that nobody has seen yet; None when none are."""
    sealed = [d.n for d in game.pending if d.sealed]
    return min(sealed) if sealed else None


def crossed(game: Game, n: int) -> tuple[str, ...]:
    """What has come to light since moment ``n``: some of "dice", "draw", "card" and "shown".

    Exact: the columns of chance at both moments are compared; the records only tell which word fits.
    """
    before, after = game.fork(), game.document()["state"]
    before.back_to(n)
    old = before.document()["state"]
    changed = {name for name in CHANCE if old.get(name) != after.get(name)}
    kinds = {record["kind"] for record in game.journal.since(n)}
    found = []
    if changed & {"decks", "hands", "deck_rng"}:
        found.append("card")
    if changed & {"bag", "draw_script"}:
        found.append("draw")
    if changed & {"rng", "dice_script"} and (kinds & DICE or not found):
        found.append("dice")
    opened = old["sealed"] and old["sealed"] != after["sealed"] and old["asked"] != after["asked"]
    if opened and len(old["sealed"]) > 1:
        found.append("shown")
    return tuple(found)


class Times:
    """``at`` is the moment looked at, None now; ``main`` is the main line while a what-if game is played, and
    ``left`` the moment at which it was left."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.at: int | None = None
        self.main: Game | None = None
        self.left: int | None = None
        self._seats: tuple[int | None, dict[int, int], int] = (None, {}, 0)

    def reset(self) -> None:
        """Another game lies on the table."""
        self.at = self.main = self.left = None

    # ---------------------------------------------------------------- looking

    def moment(self) -> Moment:
        """The moment that is looked at; the game is not touched."""
        table, game, at = self.table, self.table.game, self.at
        assert game is not None and at is not None
        at = self.at = min(at, game.n)  # the game may have been taken back in another cell
        look = game.at(at)
        secret = secret_since(game)
        told = at > first_moment(game) and (secret is None or at <= secret)
        return Moment(
            game=game,
            names=table.names,
            view=named_view(look, table.names),
            persons=tuple(seat for seat, who in enumerate(game.setup.bots) if who is None),
            decision=None,
            asking=None,
            cover=False,
            since=look.journal.since(at - 1),
            news=False,
            journal=look.journal,
            key=(id(game), "look", at),
            at=at,
            left=self.left,
            pending=look.pending,
            why_at=at - 1 if told else None,
        )

    def look(self, n: int) -> None:
        """Shows the moment after ``n`` choices; the last one is now."""
        game = self.table.game
        if game is None:
            return
        n = min(max(n, first_moment(game)), game.n)
        self.at = None if n == game.n else n
        self.table.notice = ""
        self.table.refresh()

    def step(self, by: int) -> None:
        """Earlier or later by so many choices."""
        game = self.table.game
        if game is not None:
            self.look((game.n if self.at is None else self.at) + by)

    def start(self) -> None:
        """The first moment."""
        if self.table.game is not None:
            self.look(first_moment(self.table.game))

    def now(self) -> None:
        self.at = None
        self.table.notice = ""
        self.table.refresh()

    # ---------------------------------------------------------------- what if

    def what_if(self) -> None:
        """A game of its own that goes on from the moment looked at; the main line is put aside unchanged.

        Choices that are still secret are not carried over. In fair mode only a finished game can be left, for
        the dice of both games are the same.
        """
        table = self.table

        def action() -> str:
            game = table.game
            assert game is not None
            if table.fair and not (self.main or game).over:
                raise self.refused("time.fair_whatif")
            n = game.n if self.at is None else self.at
            secret = secret_since(game)
            if secret is not None:
                n = min(n, secret)
            branch = game.fork()
            branch.back_to(n)
            if self.main is None:
                self.main = game
                self._seats = (table.sitting, dict(table._last), table._mark)
            self.at, self.left = None, n
            table.game = branch
            table.gone_back()
            if None in branch.setup.bots:
                branch.play()
            return table.texts.say("time.whatif_begun")

        table._do(action)

    def main_line(self) -> None:
        """Leaves the what-if game; the main line is as it was."""
        table = self.table

        def action() -> str:
            if self.main is None:
                return ""
            table.game = self.main
            self.reset()
            table.sitting, table._last, table._mark = self._seats
            if table.sitting is not None:  # somebody else may have looked on meanwhile
                table.sitting = None
            return table.texts.say("time.main_again")

        table._do(action)

    def refused(self, key: str, **values: Any) -> ColonyError:
        error = ColonyError("table")
        error.sentence = self.table.texts.say(key, **values)
        return error

    # ---------------------------------------------------------------- undo

    def check_undo(self, game: Game, n: int) -> None:
        """Raises ColonyError when undo may not go back to moment ``n``."""
        if self.left is not None and n < self.left:
            raise self.refused("time.undo_branch")
        if not self.table.fair:
            return
        found = crossed(game, n)
        if found:
            say, book = self.table.texts.say, self.table.texts.book
            words: Sequence[str] = [say(f"fair.{what}") for what in found]
            raise self.refused("fair.stop", things=book.join(list(words)))
