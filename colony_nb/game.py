"""The game face: what ``colony_nb.new_game`` returns."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import index
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import bots as _bots
from .bots import Bot, BotSeat, Reason
from .games import ruleset
from .kernel import saves
from .kernel.dice import GOLDEN, mix64
from .kernel.errors import ColonyError
from .kernel.session import Ruleset, Session, Setup, _Speaking
from .kernel.state import State
from .version import __version__

if TYPE_CHECKING:
    import pandas

    from .commentary.catalogue import Catalogue

NAME_MOST = 40  # characters of a player's name


class _Words:
    """The text catalogue, read when the first sentence is asked for."""

    __slots__ = ("_catalogue",)

    def __init__(self) -> None:
        self._catalogue: Catalogue | None = None

    def __getattr__(self, name: str) -> Any:
        if self._catalogue is None:
            from .commentary.catalogue import Catalogue

            self._catalogue = Catalogue()
        return getattr(self._catalogue, name)


TEXTS: Any = _Words()


@dataclass(frozen=True, slots=True)
class Scripted:
    """Outcomes that are used up before the seeded dice: for lessons, tests and typed-in dice.

    ``dice``: faces 1-6 in the order in which they are thrown. ``draws``: products in the order in which they
    come out of the bag. ``decks``: {phase: card numbers in the order in which they are dealt}.
    """

    dice: Sequence[int] = ()
    draws: Sequence[str] = ()
    decks: Mapping[int, Sequence[int]] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """As JSON-ready values. Raises ColonyError for what is no sequence or mapping."""
        try:
            out: dict[str, Any] = {
                "dice": list(self.dice),
                "draws": list(self.draws),
                "decks": {str(phase): list(cards) for phase, cards in self.decks.items()},
            }
        except (TypeError, AttributeError):
            raise ColonyError("bad_dice", what="dice and draws are lists, decks a mapping of lists") from None
        return {name: value for name, value in out.items() if value}


class Game(Session):
    """One game, played by persons and bots. The methods are described in the README.

    >>> import colony_nb as colony
    >>> game = colony.new_game(players=3, seed=7)
    >>> decision = game.pending[0]
    >>> decision.kind, decision.rule
    ('start_country', 'SET-5')
    >>> game.choose(decision, decision.options[0])
    >>> game.n
    1
    """

    def __init__(self, rules: Ruleset, setup: Setup, state: State | None = None) -> None:
        super().__init__(rules, setup, TEXTS, state)
        self._bots: list[Bot | None] = [
            None if name is None else _bots.find(name, setup.game) for name in setup.bots
        ]
        self._bot_key = mix64(setup.seed ^ 0x626F7473)
        self._reasons: dict[int, Reason] = {}

    def play(self, most: int | None = None) -> None:
        """Lets bots choose until a person must or the game is over, at most ``most`` choices."""
        made = 0
        while most is None or made < most:
            s = self._state
            for question in s.questions:
                bot = self._bots[question.seat]
                if bot is not None:
                    break
            else:
                return
            seat = question.seat
            key = mix64(self._bot_key + GOLDEN * (8 * s.n + seat))
            option, reason = bot.choose(self.ruleset.seen_by(s, seat), question, key)
            self._other_way()
            self._reasons[s.n] = reason
            self._answer(seat, question.kind, option)
            made += 1

    def why(self, n: int) -> str | None:
        """Why a bot made choice ``n`` (counted from 0), in a sentence; None for a person's choice."""
        reason = self._reasons.get(n)
        return (
            None
            if reason is None
            else str(TEXTS.reason(reason.code, names=list(self.setup.names), **reason.values))
        )

    def fork(self) -> Game:
        new = super().fork()
        new._reasons = dict(self._reasons)
        return new

    # ---------------------------------------------------------------- out of the session

    def document(self) -> dict[str, Any]:
        """The save as JSON-ready values."""
        return saves.document(self, __version__)

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Writes the game to a file. Raises SaveError with one sentence; a file there stays whole."""
        with self._speaking():
            return saves.write(path, self.document())

    def code(self) -> str:
        """The whole game as a short text for ``colony.from_code``. Belongs to one set of rules."""
        with self._speaking():
            return saves.encode(self)

    def frame(self) -> pandas.DataFrame:
        """One row a power and round: money, income, influence, countries, ... The last may be under way."""
        from .lab.frames import standings

        return standings(self)


def new_game(
    players: int | Sequence[str | BotSeat] = 4,
    seed: int | None = None,
    *,
    game: str = "colony",
    variants: Mapping[str, bool] | None = None,
    rules: Mapping[str, Any] | None = None,
    dice: Scripted | None = None,
) -> Game:
    """A new game.

    ``players``: how many persons (3 to 6), or a name for each person and ``bot("steady")`` for each computer
    seat. ``seed``: with the same seed and choices it is the same game; without one it is drawn. ``variants``:
    {"pass_event_cards": True, "independence": True, "sabotage": True}. ``rules``: changed values of the rule
    data ({"monopoly.crop": 4}). ``dice``: ``Scripted`` outcomes. ``game``: "colony", or "simplified" for the
    teacher-led version, whose variant is {"read_and_discuss": True}. Raises ColonyError with one sentence.
    """
    with _Speaking(TEXTS):
        book = ruleset(game)
        names, bots = _players(players)
        if seed is None:
            seed = int.from_bytes(os.urandom(6), "big")
        seed = _whole(seed)
        if variants is not None and not isinstance(variants, Mapping):
            raise ColonyError("bad_rules", what="variants are given as a mapping from names to True or False")
        if dice is not None and not isinstance(dice, Scripted):
            raise ColonyError("bad_dice", what="dice are given as colony_nb.Scripted(...)")
        if rules is not None and not isinstance(rules, Mapping):
            raise ColonyError("bad_rules", what="rules must be given as a mapping from names to values")
        setup = Setup(
            game=game,
            names=tuple(names),
            bots=tuple(bots),
            seed=seed,
            variants=tuple(name for name, on in (variants or {}).items() if on),
            rules=dict(rules or {}),
            dice=dice.to_dict() if dice else {},
        )
        book.check(replace(setup, variants=tuple(variants or ())))
        colours = book.colours(setup)
        named = tuple(name or colours[i].capitalize() for i, name in enumerate(names))
        return Game(book, replace(setup, names=named))


def _whole(seed: Any) -> int:
    """The seed as an int; numpy's integers count, True does not. Raises ColonyError."""
    try:
        if isinstance(seed, bool):
            raise TypeError
        return index(seed)
    except TypeError:
        raise ColonyError("bad_seed", seed=seed) from None


def _players(players: int | Sequence[str | BotSeat]) -> tuple[list[str], list[str | None]]:
    """(name or "" for each seat, bot or None for each seat)."""
    if isinstance(players, bool) or not isinstance(players, int | list | tuple):
        raise ColonyError("players_count", count=players)
    if isinstance(players, int):
        if not 3 <= players <= 6:
            raise ColonyError("players_count", count=players)
        return [""] * players, [None] * players
    names: list[str] = []
    bots: list[str | None] = []
    for player in players:
        if isinstance(player, BotSeat):
            names.append("")
            bots.append(player.name)
        elif isinstance(player, str) and 0 < len(player.strip()) <= NAME_MOST and player.isprintable():
            names.append(player.strip())
            bots.append(None)
        else:
            raise ColonyError("bad_name", name=str(player)[:NAME_MOST])
    return names, bots


def bot(name: str = "steady") -> BotSeat:
    """A computer player for ``new_game``: "random" or "steady". Raises ColonyError for another name."""
    with _Speaking(TEXTS):
        return BotSeat(_bots.find(name).name)


def _make(setup: Setup, state: State | None) -> Game:
    return Game(ruleset(setup.game), setup, state)


def load(path: str | os.PathLike[str]) -> Game:
    """The game in a file. Raises SaveError with one sentence (damaged, cut off, newer, not a save)."""
    with _Speaking(TEXTS):
        return saves.open_document(saves.read(path), ruleset, _make)


def load_text(text: str) -> Game:
    """The game in a save's text, as ``load``."""
    with _Speaking(TEXTS):
        return saves.open_document(saves.parse(text), ruleset, _make)


def from_code(text: str) -> Game:
    """The game of a resume code. Raises SaveError with one sentence (damaged, newer, other rules)."""
    with _Speaking(TEXTS):
        return saves.decode(text, ruleset, _make)
