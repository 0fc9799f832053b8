"""How fast the engine is, on any machine.

Rates and the copy of a state are normalised. ``calibration_loop`` is a fixed piece of pure Python that does
what a game engine does: integer arithmetic, lists, tuples, a dict, calls. It runs right before and after
every slice of play, and a slice counts as so many decisions a loop; the median of the slices times
``NOMINAL`` is the normalised rate. ``NOMINAL`` is the loops a second of a machine on which catanatron 3.2.1
makes 19,700 decisions a second in random play of four (its figure in the design; every answer counts, one
with a single option too). It was found by running that release in turn with the loop. Where the package
``catanatron`` can be imported, it is measured in turn with our own play and the ratio is the measured one.

Times are process times, so that other programs on the machine disturb little; ``import`` is taken by the
clock in a fresh process.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from importlib import import_module, metadata
from statistics import median
from time import perf_counter, process_time
from typing import Any

from ..bots import BotSeat
from ..game import Game, from_code, load_text, new_game
from ..games import ruleset
from ..kernel.session import Setup
from .batch import simulate

NOMINAL = 880.0
"""Calibration loops a second of the nominal machine."""

CATANATRON = 19_700.0
"""Decisions a second of catanatron 3.2.1 on the nominal machine."""

SLICE = 0.1
"""Seconds of play between two looks at the calibration loop."""

LOOPS = 25
"""Calibration loops in one look."""

_WEIGHTS = {"draw": 1, "move": 2, "pay": 3, "build": 4}
_KINDS = tuple(_WEIGHTS)


def calibration_loop(rounds: int = 2000) -> int:
    """One calibration loop: always the same work, in pure Python. Returns a number that depends on all of it.

    >>> calibration_loop()
    26393
    """
    x, total = 7, 0
    cells = [0] * 18
    stack: list[tuple[str, int, int]] = []
    for _ in range(rounds):
        x = (x * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
        cell = x >> 59
        stack.append((_KINDS[cell & 3], cell, x & 63))
        kind, at, amount = stack.pop()
        at %= 18
        cells[at] += _WEIGHTS[kind]
        if cells[at] > amount:
            cells[at] = 0
        total += (x >> 20 & 0x3FFFF).bit_count() + _lesser(cells, at)
    return total


def _lesser(cells: list[int], at: int) -> int:
    return cells[at] if cells[at] < cells[at - 1] else cells[at - 1]


@dataclass(frozen=True, slots=True)
class Row:
    """One measurement. ``more``: larger is better; ``floor`` and ``goal`` are None without a budget."""

    name: str
    value: float
    unit: str  # "rate", "times", "us" or "ms"
    floor: float | None = None
    goal: float | None = None
    more: bool = False

    @property
    def state(self) -> str | None:
        """ "at_goal", "at_floor", "below", or None without a budget."""
        if self.floor is None or self.goal is None:
            return None
        sign = 1 if self.more else -1
        if sign * self.value >= sign * self.goal:
            return "at_goal"
        return "at_floor" if sign * self.value >= sign * self.floor else "below"


@dataclass(frozen=True, slots=True)
class Bench:
    """What ``run`` found: rows, and what they rest on."""

    rows: tuple[Row, ...]
    loops: float  # calibration loops a second on this machine
    catanatron: tuple[str, float] | None  # (version, decisions a second here)


def run(seconds: float = 1.0) -> Bench:
    """Measures everything, each row for about ``seconds``."""
    play: dict[str, Callable[[int], int]] = {"raw": raw_play, "face": face_play}
    other = _catanatron()
    if other is not None:
        play["catanatron"] = other[1]
    rates, loops = rates_in_turn(play, seconds)
    rows: list[Row] = []
    counted = 1 + forced_share(range(8))
    for name, floor, goal in (("raw", 4, 6), ("face", 2, 4)):
        rate, normalised = rates[name]
        rows += [Row(name, rate, "rate"), Row(f"{name}_norm", normalised, "rate")]
        if other is None:
            budget = (floor * CATANATRON, goal * CATANATRON)
            rows.append(Row(f"{name}_all", normalised * counted, "rate", *budget, True))
        else:
            times = normalised * counted / rates["catanatron"][1]
            rows += [
                Row(f"{name}_all", normalised * counted, "rate"),
                Row(f"{name}_ratio", times, "times", floor, goal, True),
            ]
    game = finished(1)
    rows += _looks(game, seconds, loops / NOMINAL)
    rows += _replays(game, seconds)
    rows.append(Row("import", import_ms(), "ms", 80, 40))
    rows.append(Row("steady", 1e3 * each(lambda: _bots("steady", 1).play(), seconds), "ms"))
    if (os.cpu_count() or 1) > 1:
        rows.append(Row("workers", workers_speed_up(seconds), "times", 1.7, 1.9, True))
    return Bench(tuple(rows), loops, None if other is None else (other[0], rates["catanatron"][0]))


def forced_share(seeds: Iterable[int]) -> float:
    """Questions of one option for each choice in random games: the engine answers them without a number.

    catanatron's decisions count such answers, so a comparison counts them on both sides.
    """
    games = [finished(seed) for seed in seeds]
    forced = sum(record["kind"] == "forced" for game in games for record in game.journal)
    return forced / sum(game.n for game in games)


def raw_play(seed: int) -> int:
    """A random game of four by the engine alone, without journal; returns how many choices it took."""
    book = ruleset("colony")
    answer = book.flow.answer
    s = book.new(Setup("colony", ("a", "b", "c", "d"), (None,) * 4, seed))
    book.flow.run(s)
    x = seed & 0x7FFFFFFF
    while not s.over:
        question = s.questions[0]
        options = question.options
        x = (x * 1103515245 + 12345) & 0x7FFFFFFF
        answer(s, question.seat, options[x * len(options) >> 31])
    return s.n


def face_play(seed: int) -> int:
    """The same game through ``new_game``, ``pending`` and ``choose``, with journal and undo."""
    game = new_game(4, seed)
    choose = game.choose
    x = seed & 0x7FFFFFFF
    while pending := game.pending:
        decision = pending[0]
        options = decision.options
        x = (x * 1103515245 + 12345) & 0x7FFFFFFF
        choose(decision, options[x * len(options) >> 31])
    return game.n


def finished(seed: int) -> Game:
    """The game that ``face_play`` plays, at its end."""
    game = new_game(4, seed)
    x = seed & 0x7FFFFFFF
    while pending := game.pending:
        x = (x * 1103515245 + 12345) & 0x7FFFFFFF
        game.choose(pending[0], pending[0].options[x * len(pending[0].options) >> 31])
    return game


def rates_in_turn(
    play: dict[str, Callable[[int], int]], seconds: float
) -> tuple[dict[str, tuple[float, float]], float]:
    """Measures several kinds of play in turn, a calibration loop before and after each slice.

    ``play``: name -> function that plays the game of a seed and returns its decisions. Returns
    ({name: (decisions a second, normalised)}, calibration loops a second), medians over the slices.
    """
    slices = max(3, round(seconds / SLICE))
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in play}
    loops = []
    seed = 0
    for function in play.values():
        function(seed)
    before = _loops_a_second()
    for _ in range(slices):
        for name, function in play.items():
            made, began = 0, process_time()
            while (taken := process_time() - began) < SLICE:
                seed += 1
                made += function(seed)
            after = _loops_a_second()
            loops.append(after)
            found[name].append((made / taken, made / taken / ((before + after) / 2) * NOMINAL))
            before = after
    out = {
        name: (median(rate for rate, _ in rows), median(norm for _, norm in rows))
        for name, rows in found.items()
    }
    return out, median(loops)


def _loops_a_second() -> float:
    began = process_time()
    for _ in range(LOOPS):
        calibration_loop()
    return LOOPS / (process_time() - began)


def each(function: Callable[[], Any], seconds: float) -> float:
    """Process seconds of one call: the median of as many runs as fit, five at least."""
    function()
    began = process_time()
    function()
    once = max(process_time() - began, 1e-7)
    calls = max(1, round(min(0.02, seconds / 10) / once))
    times: list[float] = []
    end = process_time() + seconds
    while len(times) < 5 or process_time() < end:
        began = process_time()
        for _ in range(calls):
            function()
        times.append((process_time() - began) / calls)
    return median(times)


def import_ms(runs: int = 7) -> float:
    """Milliseconds of ``import colony_nb`` in a fresh process, by the clock; the first run is not counted."""
    code = "from time import perf_counter as t; a = t(); import colony_nb; print(t() - a)"
    times = []
    for _ in range(runs + 1):
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        times.append(float(done.stdout))
    return 1e3 * median(times[1:])


def _looks(game: Game, seconds: float, speed: float) -> list[Row]:
    """Copies, views and moments of a finished game. ``speed``: of this machine, the nominal one being 1."""
    part = seconds / 4
    half = game.at(game.n // 2)
    state = game._state_at(game.n // 2)
    undo, redo = _undo_redo(game.fork(), seconds)
    moments = iter(range(10**9))
    return [
        Row("copy", 1e6 * speed * each(state.copy, part), "us", 8, 4),
        Row("view", 1e6 * each(half.view, part), "us"),
        Row("seat_view", 1e6 * each(lambda: half.view(0), part), "us"),
        Row("undo", 1e3 * undo, "ms", 50, 10),
        Row("redo", 1e3 * redo, "ms", 50, 10),
        Row("at", 1e3 * each(lambda: game.at(next(moments) * 37 % (game.n + 1)), part), "ms", 50, 10),
    ]


def _undo_redo(game: Game, seconds: float) -> tuple[float, float]:
    """Median seconds of one undo and of one redo, over the last choices of the game."""
    undo: list[float] = []
    redo: list[float] = []
    end = process_time() + seconds / 2
    while process_time() < end or len(undo) < 20:
        for _ in range(20):
            began = perf_counter()
            game.undo()
            undo.append(perf_counter() - began)
        for _ in range(20):
            began = perf_counter()
            game.redo()
            redo.append(perf_counter() - began)
    return median(undo), median(redo)


def _replays(game: Game, seconds: float) -> list[Row]:
    text, code = json.dumps(game.document()), game.code()
    return [
        Row("replay", 1e3 * each(lambda: load_text(text), seconds / 2), "ms", 10, 5),
        Row("code", 1e3 * each(lambda: from_code(code), seconds / 2), "ms"),
    ]


def workers_speed_up(seconds: float) -> float:
    """How many times as fast two worker processes play a batch of steady bots as one, by the clock."""
    began = perf_counter()
    _bots("steady", 1).play()
    games = max(4, round(2 * seconds / (perf_counter() - began)))
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=spawn) as one, ProcessPoolExecutor(2, mp_context=spawn) as two:
        times: dict[ProcessPoolExecutor, list[float]] = {one: [], two: []}
        for _ in range(3):  # the first loads the workers
            for pool, taken in times.items():
                began = perf_counter()
                simulate(games, 4, "steady", jobs=2, map=pool.map)
                taken.append(perf_counter() - began)
        return min(times[one][1:]) / min(times[two][1:])


def _bots(name: str, seed: int) -> Game:
    return new_game([BotSeat(name)] * 4, seed)


def _catanatron() -> tuple[str, Callable[[int], int]] | None:
    """(version, function that plays a random game of four), if the package can be imported."""
    try:
        games = import_module("catanatron.game")
        players = import_module("catanatron.models.player")
        version = metadata.version("catanatron")
    except (ImportError, metadata.PackageNotFoundError):
        return None

    def play(seed: int) -> int:
        table = games.Game([players.RandomPlayer(colour) for colour in players.Color], seed=seed)
        made = 0
        while table.winning_color() is None and table.state.num_turns < games.TURNS_LIMIT:
            table.play_tick()
            made += 1
        return made

    return version, play
