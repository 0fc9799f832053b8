"""The laboratory's part of the command line: ``simulate`` and ``bench``."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from time import perf_counter
from typing import IO, Any

from ..console import Wrong, number, percent, print_table, say
from ..version import __version__

# ------------------------------------------------------------------ many games


def simulate(args: argparse.Namespace) -> int:
    """``colony-nb simulate``: a batch of games and its calibration figures."""
    from concurrent.futures.process import BrokenProcessPool

    from . import batch, calibration

    shown = sys.stderr.isatty()
    lines = 0
    began = perf_counter()
    variants = list(dict.fromkeys(args.variant))
    batch.start(0, args.players, args.bot, args.seed, variants, args.game)  # before a file is touched
    file = _writable(args.journal) if args.journal is not None else None

    def write(line: str) -> None:
        nonlocal lines
        assert file is not None
        file.write(line + "\n")
        lines += '"kind":"game"' not in line

    def progress(done: int) -> None:
        print(f"\r{done}/{args.games}", end="", file=sys.stderr, flush=True)

    try:
        columns = batch.simulate(
            args.games,
            args.players,
            args.bot,
            args.seed,
            args.jobs,
            variants,
            journal=write if file is not None else None,
            progress=progress if shown else None,
            book=args.game,
        )
    except BrokenProcessPool:
        raise Wrong(say("error.pool")) from None
    finally:
        if shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
        if file is not None:
            file.close()
    calibrated = (
        args.game == "colony"
        and set(args.bot) == {"steady"}
        and not variants
        and args.players == calibration.CALIBRATED_PLAYERS
    )
    figures = calibration.figures(batch.rows(columns), bounds=calibrated)
    shares = calibration.seat_shares(batch.rows(columns))
    if args.format == "json":
        out = {
            "game": args.game,
            "games": args.games,
            "players": args.players,
            "bots": args.bot,
            "seed": args.seed,
            "variants": variants,
            "figures": figures,
            "seat_shares": shares,
            "wins": batch.wins(columns),
            "results": columns,
        }
        print(json.dumps(out))
    else:
        _print_batch(args, variants, figures, shares, batch.wins(columns))
        if file is not None:
            print(say("simulate.journal", lines=lines, path=args.journal))
    if shown:
        print(
            say("simulate.took", games=args.games, seconds=f"{perf_counter() - began:.1f}"), file=sys.stderr
        )
    return 0


def _writable(path: Path) -> IO[str]:
    try:
        return path.open("w", encoding="utf-8")
    except OSError as error:
        raise Wrong(say("error.unwritable", path=path, why=error.strerror)) from None


def _print_batch(
    args: argparse.Namespace,
    variants: list[str],
    figures: Mapping[str, Mapping[str, Any]],
    shares: Sequence[float],
    wins: Mapping[str, float],
) -> None:
    title = "simulate.title_one" if args.games == 1 else "simulate.title"
    head = say(title, games=args.games, players=args.players, bots=", ".join(args.bot), seed=args.seed)
    print(head + (say("simulate.variants", variants=", ".join(variants)) if variants else ""))
    print()
    bound = any(figure["ok"] is not None for figure in figures.values())
    columns = ("figure", "value", "bounds", "holds") if bound else ("figure", "value")
    table = [[say(f"simulate.{name}") for name in columns]]
    for name, figure in figures.items():
        ok = figure["ok"]
        holds = say("simulate.free") if ok is None else say("simulate.yes" if ok else "simulate.no")
        show = percent if name.endswith("_share") else number
        row = [say(f"simulate.figures.{name}"), show(figure["value"]), _bounds(figure, show), holds]
        table.append(row[: len(columns)])
    print_table(table)
    print()
    if not bound:
        print(say("simulate.not_bound"))
    seats = [say("simulate.seat", seat=seat, share=percent(share)) for seat, share in enumerate(shares)]
    print(say("simulate.seats", shares=", ".join(seats)))
    if len(wins) > 1:
        parts = [say("simulate.bot", bot=bot, wins=number(n), games=args.games) for bot, n in wins.items()]
        print(say("simulate.bots", shares=", ".join(parts)))


def _bounds(figure: Mapping[str, Any], show: Callable[[float], str]) -> str:
    low, high = figure["low"], figure["high"]
    if low is None and high is None:
        return say("simulate.free")
    key = "between" if None not in (low, high) else "at_most" if low is None else "at_least"
    shown = {name: show(value) for name, value in (("low", low), ("high", high)) if value is not None}
    return say(f"simulate.{key}", **shown)


# ------------------------------------------------------------------ how fast, and what is wrong


def bench(args: argparse.Namespace) -> int:
    """``colony-nb bench``: the engine's rows of the budgets, with floor and goal; or the app's (``--ui``)."""
    if args.ui:
        return bench_ui(args)
    if args.teams:
        from . import class_load

        return class_load.report(say if args.format == "table" else None)
    from . import bench as measure

    found = measure.run(args.seconds)
    if args.format == "json":
        rows = _rows_json(found.rows)
        python = sys.version.split()[0]
        out = {"version": __version__, "python": python, "loops": found.loops, "nominal": measure.NOMINAL}
        print(json.dumps({**out, "catanatron": found.catanatron, "rows": rows}))
        return 0
    print(
        say(
            "bench.title",
            version=__version__,
            python=sys.version.split()[0],
            loops=number(found.loops),
            nominal=number(measure.NOMINAL),
        )
    )
    print()
    _print_rows(found.rows)
    print()
    print(say("bench.forced"))
    if found.catanatron is None:
        print(say("bench.quoted"))
    else:
        version, rate = found.catanatron
        print(say("bench.measured", version=version, rate=number(rate)))
    return 0


def bench_ui(args: argparse.Namespace) -> int:
    """``colony-nb bench --ui``: the app's rows of the budgets, beside a bare app measured in the same run."""
    from . import ui_bench

    def progress(what: str) -> None:
        if sys.stderr.isatty():
            print(say(f"bench.progress.{what}"), file=sys.stderr, flush=True)

    try:
        found = ui_bench.run(progress=progress)
    except ui_bench.Missing as error:
        raise Wrong(say(f"bench.missing.{error.what}")) from None
    load = ui_bench.load_average()
    if args.format == "json":
        out = {"version": __version__, "python": sys.version.split()[0], "load": load, "lost": found.lost}
        print(json.dumps({**out, "rows": _rows_json(found.rows)}))
        return 0
    print(
        say("bench.ui_title", version=__version__, python=sys.version.split()[0], cores=os.cpu_count() or 1)
    )
    print()
    print(markdown(_table(found.rows)))
    print()
    print(say("bench.ui_how", starts=ui_bench.STARTS, clicks=ui_bench.CLICKS))
    if found.lost:
        print(say("bench.ui_lost", count=found.lost))
    if load is not None:
        print(say("bench.ui_load", load=number(load)))
    return 0


def _rows_json(rows: Iterable[Any]) -> list[dict[str, Any]]:
    return [
        {
            "name": row.name,
            "value": row.value,
            "unit": say(f"bench.units.{row.unit}"),
            "floor": row.floor,
            "goal": row.goal,
            "state": row.state,
        }
        for row in rows
    ]


def _table(rows: Iterable[Any]) -> list[list[str]]:
    """A benchmark's rows with floor and goal, in words, under a head."""
    table = [[say(f"bench.{name}") for name in ("what", "value", "floor", "goal", "state")]]
    for row in rows:
        unit = say(f"bench.units.{row.unit}")
        values = [
            say("bench.free") if value is None else f"{number(value)} {unit}"
            for value in (row.value, row.floor, row.goal)
        ]
        state = say(f"bench.{row.state or 'free'}")
        table.append([say(f"bench.rows.{row.name}"), *values, state])
    return table


def markdown(table: Sequence[Sequence[str]]) -> str:
    """A table, its head first, as Markdown.

    >>> print(markdown([["what", "value"], ["undo", "9 ms"]]))
    | what | value |
    |---|---|
    | undo | 9 ms |
    """
    lines = ["| " + " | ".join(row) + " |" for row in table]
    return "\n".join([lines[0], "|" + "---|" * len(table[0]), *lines[1:]])


def _print_rows(rows: Iterable[Any]) -> None:
    """A benchmark's rows with floor and goal."""
    print_table(_table(rows))
