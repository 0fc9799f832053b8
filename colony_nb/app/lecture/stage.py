"""What the projector may show: curtain, question to discuss, timer, and how far the game is revealed."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from colony_nb.app.times import DICE, secret_since
from colony_nb.game import Game

if TYPE_CHECKING:
    from colony_nb.app.table import Table

OPENED = frozenset(("cards", "bidders", "bids", "choices", "investments"))
"""Kinds of journal records in which sealed answers are opened."""
LONGEST = 180 * 60  # seconds of a timer
MOST = 360  # characters of a question


@dataclass(slots=True)
class Stage:
    """The stage of one table (``table.stage``). Views only read it; after one of its methods comes
    ``table.refresh()``.

    ``curtain``: the projector shows nothing but a title. ``discuss``: a question in big type, "" for none.
    ``ends_at``: when the timer ends, as ``time.time()``; None without one. ``paused``: the seconds left of a
    timer that stands still. ``revealed``: the results of the last sealed round may be shown; ``at_once``:
    they always are. ``results``: they, or dice, or an open event card, are shown just now. ``odds``: the odds
    of the open question are shown. ``code``, ``address``, ``qr`` (SVG): the room of a class, "" without one;
    ``door``: they are shown in full. ``waiting``: {seat: has answered} of the sealed round that is open, or
    of the one whose results are ``hidden`` until ``reveal``. ``upto``: the moment of the game at which the
    projector stops; None when it shows all. ``opened``: the moment at which the round began whose results
    are shown. ``since``: the moment before the last step of the game.
    """

    curtain: bool = False
    discuss: str = ""
    ends_at: float | None = None
    paused: float | None = None
    revealed: bool = False
    at_once: bool = False
    results: bool = False
    odds: bool = False
    code: str = ""
    address: str = ""
    qr: str = ""
    door: bool = False
    waiting: dict[int, bool] = field(default_factory=dict)
    hidden: bool = False
    upto: int | None = None
    opened: int | None = None
    since: int = 0
    _met: tuple[int, int] = (0, -1)  # the game and the moment met last
    _aside: dict[int, int] = field(default_factory=dict)  # where the projector stood in games left meanwhile

    # ---------------------------------------------------------------- what the lecturer does

    def draw_curtain(self, shut: bool) -> None:
        """Hides everything on the projector, or shows it again."""
        self.curtain = shut

    def ask(self, question: str) -> None:
        """Puts a question to the class in big type; "" takes it away."""
        self.discuss = " ".join(question.split())[:MOST]

    def start_timer(self, seconds: float) -> None:
        """A timer of so many seconds from now, at most ``LONGEST``; none for 0 or less."""
        self.paused = None
        self.ends_at = time.time() + min(seconds, LONGEST) if seconds > 0 else None

    def stop_timer(self) -> None:
        """The timer goes."""
        self.ends_at = self.paused = None

    def pause_timer(self) -> None:
        """The timer stands still, or goes on."""
        if self.paused is not None:
            self.start_timer(self.paused)
        elif self.ends_at is not None:
            self.paused, self.ends_at = self.left(), None

    def left(self) -> float | None:
        """Seconds left, not below 0; None without a timer."""
        if self.paused is not None:
            return self.paused
        return None if self.ends_at is None else max(0.0, self.ends_at - time.time())

    def reveal(self) -> None:
        """The results of the sealed round that has ended are shown, and all that came of them."""
        if self.hidden:
            self.opened, self.upto = self.upto, None
            self.hidden, self.results = False, True
        self.revealed = True

    def show_results(self, shown: bool) -> None:
        """Shows the last results in full, or the powers again."""
        self.results = shown

    def show_at_once(self, on: bool) -> None:
        """Whether results are shown as soon as they are there."""
        self.at_once = on
        if on:
            self.reveal()

    def show_odds(self, shown: bool) -> None:
        """Shows the odds of the open question, or hides them."""
        self.odds = shown

    def show_door(self, shown: bool) -> None:
        """Shows how to come into the room, or the game again."""
        self.door = shown

    # ---------------------------------------------------------------- what the game does

    @property
    def met(self) -> bool:
        """Whether it has followed a game."""
        return self._met[1] >= 0

    def follow(self, game: Game | None) -> None:
        """Called when the game may have gone on: finds out how far the projector may go and who has answered.

        While a sealed round is open the projector stops at its beginning, and stays there after the round
        until ``reveal``.
        """
        if game is None:
            self.upto, self.waiting, self.hidden, self._met = None, {}, False, (0, -1)
            return
        moved = self._met != (id(game), game.n)
        before = self._meet(game)
        secret = secret_since(game)
        held = self.upto if self.hidden else None
        if held is not None and (game.n < held or (secret is not None and secret <= held)):
            held = None  # taken back
        if held is None and self._opened(game, before):
            # the round came to its end since; the projector stays where it was
            held = self.upto if self.upto is not None and self.upto <= before else before
            if self.at_once:
                self.opened, self.results, held = held, True, None
        if held is None and moved and (_card(game) or _dice(game, before)):
            self.results = True  # what is turned up or thrown is read by all
        self.hidden = held is not None
        self.revealed = not self.hidden
        self.upto = held if held is not None else secret
        if self.hidden:  # who is asked next may depend on what is not shown yet
            self.waiting = dict.fromkeys(self.waiting or range(game.players), True)
        else:
            self.waiting = {} if secret is None else _answered(game, secret)

    def _meet(self, game: Game) -> int:
        """The moment up to which this game was met before."""
        last, n = self._met
        if last != id(game):
            if self.hidden and self.upto is not None:
                self._aside[last] = self.upto
            self.upto = self._aside.pop(id(game), None)
            self.hidden = self.upto is not None
            self.waiting = dict.fromkeys(range(game.players), True) if self.hidden else {}
            self.results, self.odds, self.opened, n = False, False, None, game.n
            self.since = n
        elif n != game.n:
            self.results = self.odds = False
            self.opened, self.since = None, min(n, game.n)
        self._met = (id(game), game.n)
        return n

    @staticmethod
    def _opened(game: Game, since: int) -> bool:
        if game.n <= since:
            return False
        return any(record["kind"] in OPENED for record in game.journal.since(since))


def stage_of(table: Table) -> Stage:
    """The table's stage; a table without one is given one."""
    if table.stage is None:
        table.stage = Stage()
    if not table.stage.met:
        table.stage.follow(None if table.starting else table.game)
    return table.stage


def _card(game: Game) -> bool:
    """Whether an event card lies open to which somebody must say something."""
    asked = game.pending
    return len(asked) == 1 and asked[0].kind != "use_kept" and bool(asked[0].context.get("card"))


def _dice(game: Game, since: int) -> bool:
    return game.n > since and any(record["kind"] in DICE for record in game.journal.since(since))


def _answered(game: Game, secret: int) -> dict[int, bool]:
    """{seat: has answered} of the sealed round that began at a moment."""
    asked = {d.seat for d in game.at(secret).pending if d.sealed}
    still = {d.seat for d in game.pending if d.sealed}
    if any(d.kind == "invest" and d.context.get("what") == "product" for d in game.pending):
        # who is asked for the second amount depends on the first, which is secret still
        return dict.fromkeys(range(game.players), False)
    return {seat: seat not in still for seat in sorted(asked)}
