"""Many games between bots, in chunks for any map-like function; results as plain columns."""

from __future__ import annotations

import json
import multiprocessing
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing, contextmanager
from typing import Any, NamedTuple

from ..bots import BotSeat
from ..game import Game, new_game
from ..kernel.dice import GOLDEN, MASK, mix64

CHUNK = 20
"""Games in a chunk at most: one or two seconds of steady bots, which is how long Ctrl-C may take."""

Columns = dict[str, list[Any]]
Map = Callable[[Callable[["Chunk"], "Done"], Iterable["Chunk"]], Iterable["Done"]]


class Chunk(NamedTuple):
    """The games ``first`` to ``stop - 1`` of a batch; plain data, so that any pool can carry it."""

    first: int
    stop: int
    players: int
    bots: tuple[str, ...]
    seed: int
    variants: tuple[str, ...]
    journal: bool
    book: str


class Done(NamedTuple):
    """What a chunk comes to: columns, and the journals as lines of JSON if they were asked for."""

    columns: Columns
    lines: list[str]


def simulate(
    games: int,
    players: int = 4,
    bots: str | Sequence[str] = "steady",
    seed: int = 1,
    jobs: int = 1,
    variants: Iterable[str] = (),
    map: Map | None = None,
    journal: Callable[[str], Any] | None = None,
    progress: Callable[[int], Any] | None = None,
    book: str = "colony",
) -> Columns:
    """Plays ``games`` games between bots and returns columns, one entry a game, in the order of the games.
    ``book`` is the game that is played, "colony" or "simplified" (whose prestige stands as Influence).

    Columns: ``game``, ``seed``, ``bots``, ``money``, ``influence``, ``countries``, ``ships``, ``ladder``
    (lists, one entry a seat), ``independent`` (countries at the end), ``rounds``, ``choices``, ``winners``
    (seats). Several bot names fill the seats in turn and move on by one seat from game to game. Game i has
    the seed ``game_seed(seed, i)``, so the result depends neither on ``jobs`` (worker processes) nor on
    ``map`` (any map-like function in their place: a pool's, dask's). ``journal`` is called with each line of
    the journals in order (JSON; each game opens with a record of kind "game"), ``progress`` with the number
    of games done. Raises ColonyError for players, bots, variants or a seed that cannot be
    played, ValueError for a number of games or jobs below 1.

    >>> columns = simulate(2, players=3, bots="random", seed=5)
    >>> columns["game"], len(columns["money"][0])
    ([0, 1], 3)
    """
    if games < 1 or jobs < 1:
        raise ValueError("a batch takes 1 game or more and 1 job or more")
    names = (bots,) if isinstance(bots, str) else tuple(bots)
    if not names:
        raise ValueError("a batch takes the name of a bot")
    variants = tuple(variants)
    start(0, players, names, seed, variants, book)  # what is wrong shows before a worker starts
    size = max(1, min(CHUNK, -(-games // (8 * jobs))))
    chunks = [
        Chunk(i, min(i + size, games), players, names, seed, variants, journal is not None, book)
        for i in range(0, games, size)
    ]
    out: Columns = {}
    with closing(_mapped(chunks, min(jobs, len(chunks)), map)) as parts:
        for part in parts:
            for name, values in part.columns.items():
                out.setdefault(name, []).extend(values)
            if journal is not None:
                for line in part.lines:
                    journal(line)
            if progress is not None:
                progress(len(out["game"]))
    return out


def _mapped(chunks: list[Chunk], jobs: int, map: Map | None) -> Generator[Done, None, None]:
    if map is not None:
        yield from map(play_chunk, chunks)
    elif jobs == 1:
        for chunk in chunks:
            yield play_chunk(chunk)
    else:
        spawn = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(jobs, mp_context=spawn, initializer=_leave_it_to_the_parent)
        try:
            with _born_deaf():
                parts = pool.map(play_chunk, chunks)
            yield from parts
        finally:
            pool.shutdown(cancel_futures=True)


@contextmanager
def _born_deaf() -> Generator[None, None, None]:
    """Processes started in the block ignore Ctrl-C from their first moment; one that dies in the middle of a
    shutdown would hang the pool."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _leave_it_to_the_parent() -> None:
    """In a worker: ignores Ctrl-C, where it is not inherited to."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def game_seed(master: int, index: int) -> int:
    """The seed of game ``index`` of a batch."""
    return mix64((master + index * GOLDEN) & MASK)


def seating(bots: Sequence[str], players: int, index: int) -> list[str]:
    """Who sits where in game ``index``: the names in turn, moved on by one seat from game to game.

    >>> seating(["steady", "random"], 4, 0), seating(["steady", "random"], 4, 1)
    (['steady', 'random', 'steady', 'random'], ['random', 'steady', 'random', 'steady'])
    """
    return [bots[(seat + index) % players % len(bots)] for seat in range(players)]


def start(
    index: int, players: int, bots: Sequence[str], seed: int, variants: Iterable[str], book: str = "colony"
) -> Game:
    """Game ``index`` of a batch before its first choice. Raises ColonyError for what cannot be played."""
    if type(seed) is not int or type(players) is not int:
        return new_game(players, seed)
    if not 3 <= players <= 6:
        return new_game(players)
    seats = [BotSeat(name) for name in seating(bots, players, index)]
    return new_game(seats, game_seed(seed, index), game=book, variants=dict.fromkeys(variants, True))


def play_chunk(chunk: Chunk) -> Done:
    """Plays the games of a chunk. A worker process runs it: arguments and result are plain data."""
    columns: Columns = {}
    lines: list[str] = []
    for index in range(chunk.first, chunk.stop):
        game = start(index, chunk.players, chunk.bots, chunk.seed, chunk.variants, chunk.book)
        if not chunk.journal:
            game._state.journal = None
        game.play()
        row = outcome(game, index, seating(chunk.bots, chunk.players, index))
        for name, value in row.items():
            columns.setdefault(name, []).append(value)
        if chunk.journal:
            head = {"game": index, "kind": "game", "seed": row["seed"], "bots": row["bots"]}
            lines.append(_line({**head, "players": chunk.players, "variants": list(chunk.variants)}))
            lines += [_line({"game": index, **record}) for record in game.journal]
    return Done(columns, lines)


def outcome(game: Game, index: int, bots: list[str]) -> dict[str, Any]:
    """One row of a batch's results: what a finished game came to."""
    view = game.view()
    powers = view["powers"]
    result = game.result
    assert result is not None
    return {
        "game": index,
        "seed": game.setup.seed,
        "bots": bots,
        "money": list(result["money"]),
        "influence": [power["influence"] for power in powers],
        "countries": [len(power["countries"]) for power in powers],
        "ships": [power["ships"] for power in powers],
        "ladder": [power["ladder"] for power in powers],
        "independent": sum(country["independent"] for country in view["countries"].values()),
        "rounds": view["round"],
        "choices": game.n,
        "winners": list(result["winners"]),
    }


def rows(columns: Mapping[str, list[Any]]) -> list[dict[str, Any]]:
    """The columns as one dict a game, as ``calibration.figures`` takes them."""
    names = list(columns)
    return [dict(zip(names, values, strict=True)) for values in zip(*columns.values(), strict=True)]


def wins(columns: Mapping[str, list[Any]]) -> dict[str, float]:
    """How many games each bot's seats won; a shared win counts in parts that add up to one."""
    out = {name: 0.0 for bots in columns["bots"] for name in bots}
    for bots, winners in zip(columns["bots"], columns["winners"], strict=True):
        for seat in winners:
            out[bots[seat]] += 1 / len(winners)
    return out


def _line(record: Mapping[str, Any]) -> str:
    return json.dumps(record, separators=(",", ":"))
