"""Games that begin at a phase: carried on from a notebook before, else prepared by computer powers.

    game = phase_game(3)            # the first seat is a person's
    keep(game, 3)                   # the next phase_game(4) in this folder goes on from here
    game = reseated(game, {1: "Ana"})

``python -m colony_nb.phases FOLDER`` draws the prepared positions as pictures for the notebooks.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from . import bots
from .game import Game, _make, bot, new_game
from .games import ruleset
from .kernel import saves
from .kernel.errors import ColonyError
from .version import __version__

SEED = 1564  # every power holds several countries at the beginning of each phase
PLAYERS = 4
PHASES = tuple(range(1, 7))
PREPARED = "steady"  # the bot that plays the phases before


def phase_game(
    number: int,
    seed: int = SEED,
    *,
    players: int = PLAYERS,
    persons: Mapping[int, str] | None = None,
    folder: str | os.PathLike[str] | None = None,
) -> Game:
    """A game at the beginning of a phase, or where a kept game of this phase stands.

    In ``folder`` (the working folder) a game kept in this phase comes first, then one kept in the phase
    before that has reached this one, put back to its beginning; a file that cannot be read is passed over.
    Else steady computer powers play the phases before and ``persons`` ({seat: name}, by default the first
    seat) take over. Raises ColonyError for a phase, seat or number of players that does not exist.
    """
    if type(number) is not int or number not in PHASES:
        raise _bad("phase", last=PHASES[-1], number=number)
    if kept := _kept(number, folder):
        return kept
    if number > 1 and (before := _kept(number - 1, folder, reached=number)):
        start = beginning(before, number)
        if start is not None and start < before.n:
            before.back_to(start)
        return before
    return prepared(number, seed, players=players, persons=persons)


def prepared(
    number: int, seed: int = SEED, *, players: int = PLAYERS, persons: Mapping[int, str] | None = None
) -> Game:
    """The prepared position alone, as ``phase_game`` without any file."""
    if isinstance(players, bool) or not isinstance(players, int):
        raise ColonyError("players_count", count=players)
    game = new_game([bot(PREPARED)] * players, seed)
    while number > 1 and game.view()["phase"] < number:
        game.play(1)
    return reseated(game, {0: ""} if persons is None else persons)


def reseated(game: Game, persons: Mapping[int, str], other: str = PREPARED) -> Game:
    """The same game with other players, its whole past included; the game itself does not change.

    ``persons``: {seat: name}, an empty name keeps the seat's present one. Every other seat goes on with the
    bot it has, or with ``other`` where a person sat. Raises ColonyError for a seat that is not there.
    """
    names, seats = list(game.setup.names), list(game.setup.bots)
    for seat in persons:
        if type(seat) is not int or not 0 <= seat < len(names):
            raise _bad("seat", last=len(names) - 1, seat=seat)
    stand_in = bots.find(other).name
    for seat, playing in enumerate(seats):
        if seat in persons:
            seats[seat] = None
            names[seat] = persons[seat].strip() or names[seat]
        elif playing is None:
            seats[seat] = stand_in
    document = game.document()
    document["setup"] = replace(game.setup, names=tuple(names), bots=tuple(seats)).to_dict()
    new = saves.open_document(document, ruleset, _make)
    new._reasons = dict(game._reasons)
    return new


def beginning(game: Game, number: int) -> int | None:
    """The moment (``game.n``) at which a phase began; None if the journal does not have it."""
    if number == 1:
        return next((int(r["n"]) for r in game.journal if r["phase"] == 1), None)
    return next((int(r["n"]) for r in game.journal if r["kind"] == "phase" and r["phase"] == number), None)


def keep(game: Game, number: int, folder: str | os.PathLike[str] | None = None) -> Path | None:
    """Writes the game as the one of this phase, if a person has chosen something in it.

    Gives the file's path, None if there was nothing to keep or the folder cannot be written to.
    """
    if not own_choices(game, number):
        return None
    try:
        return saves.write(file_name(number, folder), saves.document(game, __version__))
    except (ColonyError, OSError):
        return None


def own_choices(game: Game, number: int) -> bool:
    """Whether a person has chosen something since the beginning of a phase."""
    if game.view()["phase"] < number:
        return False
    start = beginning(game, number) or 0
    return any(own(game)[max(0, start - game.first) :])


def own(game: Game) -> list[bool]:
    """For each choice of the log whether a person made it, not the computer that sat there before."""
    before = _taken_over(game)
    return [
        game.setup.bots[seat] is None and n >= before and n not in game._reasons
        for n, (seat, _, _) in enumerate(game.answers, game.first)
    ]


def _taken_over(game: Game) -> int:
    """The moment at which a person took a prepared game over; 0 for any other game.

    A save does not tell which computer sat where before, but prepared games are the same each time.
    """
    setup = game.setup
    changed = setup.game != "colony" or setup.variants or setup.rules or setup.dice
    if setup.seed != SEED or changed or game.first:
        return 0
    computers = new_game([bot(PREPARED)] * game.players, SEED)
    moment = 0
    for number in PHASES[1:]:
        while computers.view()["phase"] < number and not computers.over:
            computers.play(1)
        if computers.answers != game.answers[: computers.n]:
            break
        moment = computers.n
    return moment


def kept(folder: str | os.PathLike[str] | None = None) -> list[Game]:
    """The games kept in a folder, the longest first; one that goes on from another stands for both."""
    found = [game for number in PHASES if (game := _kept(number, folder))]
    found.sort(key=lambda game: -game.n)
    out: list[Game] = []
    for game in found:
        if not any(goes_on(longer, game) for longer in out):
            out.append(game)
    return out


def goes_on(longer: Game, game: Game) -> bool:
    """Whether one game is another one, played on."""
    other: dict[str, list[str]] = {"names": [], "bots": []}  # the persons may have changed
    same = longer.setup.to_dict() | other == game.setup.to_dict() | other
    return same and longer.first == game.first and longer.answers[: len(game.answers)] == game.answers


def file_name(number: int, folder: str | os.PathLike[str] | None = None) -> Path:
    """The file of a phase's kept game."""
    return Path(folder if folder is not None else Path.cwd()) / f"colony-phase-{number}.json"


def _kept(number: int, folder: str | os.PathLike[str] | None, reached: int | None = None) -> Game | None:
    """The kept game of a phase, if there is a sound one that has come as far as ``reached``."""
    try:
        path = file_name(number, folder)
        if not path.is_file():
            return None
        game = saves.open_document(saves.read(path), ruleset, _make)
    except (ColonyError, OSError):
        return None
    return game if game.view()["phase"] >= (reached or number) else None


def _bad(code: str, **values: object) -> ColonyError:
    from .commentary.markup import Words

    error = ColonyError(code, **values)
    error.sentence = Words().say(f"position.{code}", **values)
    return error


def picture(number: int) -> str:
    """The prepared position at the beginning of a phase as an SVG document."""
    from .commentary.catalogue import Catalogue
    from .commentary.debrief import table_names
    from .plots.svg import board_svg

    game = prepared(number)
    view = game.view()
    names = table_names(game.setup.names, game.ruleset.colours(game.setup), Catalogue())
    view["powers"] = [{**power, "name": names[power["seat"]]} for power in view["powers"]]
    return board_svg(view) + "\n"


def main(arguments: list[str]) -> int:
    """Writes phase-1.svg to phase-6.svg into a folder."""
    if len(arguments) != 1:
        print("usage: python -m colony_nb.phases FOLDER", file=sys.stderr)
        return 2
    for number in PHASES:
        (Path(arguments[0]) / f"phase-{number}.svg").write_text(picture(number), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
