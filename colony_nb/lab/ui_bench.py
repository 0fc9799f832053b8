"""How fast the app is, beside a bare Panel app of the same shape, on any machine.

Everything the table is compared with is measured in the same run: the reference app (``bare_app``) in the
same JupyterLab and on the same server process, its clicks in turn with the table's. A click on the table is
its step button in a game that computers play: one choice, all panes drawn. Nothing outside this machine is
asked; all servers, browsers and files are gone when a run ends.
"""

from __future__ import annotations

import os
import random
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any

from ..bots import BotSeat
from ..game import new_game
from .bench import Row

STARTS = 3
"""Times that a notebook is opened and run."""
CLICKS = 30
ROUNDS = 3
"""Turns in which the clicks are made, the reference app's and the table's by turns."""
PLAYERS, SECONDS = 50, 60.0
STEP, GO = "cnb-step", "bare-go"
"""The buttons pressed: css classes."""
BUDGETS = {
    "start_ratio": (1.5, 1.15),
    "lab_ratio": (1.5, 1.1),
    "serve_ratio": (1.5, 1.1),
    "choice": (25.0, 10.0),
    "players_p95": (250.0, 150.0),
    "players_memory": (250.0, 180.0),
}
"""Floor and goal of the rows that have one."""


class Missing(Exception):
    """What the benchmark needs and this machine has not: "browser", "playwright", "jupyterlab", "panel"."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


@dataclass(frozen=True, slots=True)
class Found:
    """What ``run`` found: rows, and how many clicks of the many players had no answer."""

    rows: tuple[Row, ...]
    lost: int


def needed() -> str:
    """The browser's path. Raises Missing for the first thing that is not here."""
    from . import ui_pages

    for module in ("panel", "jupyterlab", "playwright"):
        if find_spec(module) is None:
            raise Missing(module)
    path = ui_pages.program()
    if path is None:
        raise Missing("browser")
    return path


def run(
    starts: int = STARTS,
    clicks: int = CLICKS,
    players: int = PLAYERS,
    seconds: float = SECONDS,
    progress: Callable[[str], None] = lambda _what: None,
) -> Found:
    """Measures everything. ``progress`` is called with the key of each part before it begins.

    Raises Missing where a browser or a package is not here, OSError where a server does not start.
    """
    from . import ui_load, ui_pages, ui_served, ui_servers

    browser_path = needed()
    rows: list[Row] = []
    progress("choice")
    rows.append(row("choice", 1e3 * median(choice_seconds()), "ms"))
    with tempfile.TemporaryDirectory(prefix="colony-bench-") as name:
        folder = Path(name)
        with ui_pages.chromium(browser_path) as browser:
            with ui_servers.lab(folder) as url:
                progress("start")
                rows += _starts_and_clicks(
                    lambda app: ui_pages.run_all(browser, url, app), "lab", starts, clicks, progress
                )
            with ui_servers.served(folder) as (url, _):
                progress("open")
                rows += _starts_and_clicks(
                    lambda app: ui_pages.open_served(browser, url, app), "serve", 1, clicks, progress
                )
        progress("players")
        with ui_servers.served(folder) as (url, process):
            load = ui_load.calm_players(url, process, ui_served.TABLE, STEP, players, seconds)
    if load.answers:
        rows.append(row("players_join", 1e3 * median(load.joins), "ms"))
        rows.append(row("players_p50", 1e3 * median(load.answers), "ms"))
        rows.append(row("players_p95", 1e3 * quantile(load.answers, 0.95), "ms"))
    if load.memory is not None:
        rows.append(row("players_memory", load.memory, "mb"))
    return Found(tuple(rows), load.lost)


def _starts_and_clicks(
    open_app: Callable[[str], tuple[Any, float]],
    place: str,
    starts: int,
    clicks: int,
    progress: Callable[[str], None],
) -> list[Row]:
    """Opens both apps by turns, then clicks in both by turns. ``place``: "lab" or "serve"."""
    from . import ui_pages

    apps = {"bare": GO, "table": STEP}
    pages: dict[str, Any] = {}
    began: dict[str, list[float]] = {app: [] for app in apps}
    for _ in range(starts):
        for app in apps:
            if app in pages:
                pages.pop(app).context.close()
            pages[app], taken = open_app(app)
            began[app].append(taken)
    progress(place)
    took: dict[str, list[float]] = {app: [] for app in apps}
    for part in shares(clicks, ROUNDS):
        for app, button in apps.items():
            took[app] += ui_pages.clicks(pages[app], button, part)
    for page in pages.values():
        page.context.close()
    return [*start_rows(place, began), *click_rows(place, took)]


def start_rows(place: str, began: dict[str, list[float]]) -> list[Row]:
    """Rows of the starts, in milliseconds by app: medians and, in JupyterLab, their ratio."""
    key = "start" if place == "lab" else "open"
    bare, table = median(began["bare"]), median(began["table"])
    rows = [row(f"{key}_bare", bare, "ms"), row(f"{key}_table", table, "ms")]
    return [*rows, row(f"{key}_ratio", table / bare, "times")]


def click_rows(place: str, took: dict[str, list[float]]) -> list[Row]:
    """Rows of the clicks, in milliseconds by app: medians, 95th percentiles and the ratio of these."""
    out = []
    for app, times in took.items():
        out.append(row(f"{place}_{app}_p50", median(times), "ms"))
        out.append(row(f"{place}_{app}_p95", quantile(times, 0.95), "ms"))
    p95 = {app: quantile(times, 0.95) for app, times in took.items()}
    return [*out, row(f"{place}_ratio", p95["table"] / p95["bare"], "times")]


def row(name: str, value: float, unit: str) -> Row:
    """A row with its budget, if it has one."""
    floor, goal = BUDGETS.get(name, (None, None))
    return Row(name, value, unit, floor, goal)


def load_average() -> float | None:
    """How many processes wanted a core in the last minute; None where the system does not tell."""
    try:
        return os.getloadavg()[0]
    except (AttributeError, OSError):
        return None


def quantile(values: Sequence[float], share: float) -> float:
    """The value that ``share`` of the values do not exceed (the nearest rank).

    >>> quantile([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 0.95), quantile([3.0], 0.5)
    (10, 3.0)
    """
    ordered = sorted(values)
    return ordered[max(0, min(len(ordered) - 1, -int(-share * len(ordered) // 1) - 1))]


def shares(count: int, parts: int) -> list[int]:
    """``count`` in ``parts`` about equal whole parts, none of them 0.

    >>> shares(30, 3), shares(7, 3), shares(1, 3)
    ([10, 10, 10], [3, 2, 2], [1])
    """
    return [n for n in (count // parts + (i < count % parts) for i in range(parts)) if n]


def choice_seconds(games: int = 2, bots: str = "random") -> list[float]:
    """Process seconds of every choice of one person against three computers over whole games, with one
    display as a notebook cell has it: the game, the journal, the panes, the message to the page."""
    import pyviz_comms
    from bokeh.document import Document
    from panel.io.model import add_to_doc

    from ..app import Table, View

    class Comm(pyviz_comms.Comm):
        """Takes what is sent and drops it."""

        def __init__(self) -> None:
            super().__init__()
            self._comm = True

        def init(self, on_msg: Any = None) -> None:
            pass

        def send(self, data: Any = None, metadata: Any = None, buffers: Any = ()) -> None:
            pass

    spent = []
    for seed in range(3, 3 + games):
        table = Table(new_game(["Ana", *[BotSeat(bots)] * 3], seed), on_disk=False)
        doc = Document()
        add_to_doc(View(table).__panel__()._render_model(doc, Comm()), doc, True)
        chance = random.Random(seed)
        while (decision := table.moment().decision) is not None:
            if table.moment().debrief:
                table.debriefed()  # read before the next phase begins
            option = chance.choice(decision.options)
            before = time.process_time()
            table.choose(option)
            spent.append(time.process_time() - before)
    return spent
