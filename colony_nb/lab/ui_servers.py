"""Starts the servers that the app's benchmark measures, and ends them whatever happens."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from colony_nb.paths import DATA

WAIT = 60.0
"""Seconds within which a server must answer."""
TABLE_CELLS = (
    "import colony_nb as colony",
    "colony.show(colony.new_game([colony.bot()] * 4, seed=7))",
)
BARE_CELLS = (
    "import panel as pn\npn.extension(inline=True)",
    "from colony_nb.lab.bare_app import BareApp\nBareApp()",
)


def free_port() -> int:
    """A port of 127.0.0.1 that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running(command: Sequence[str], url: str, folder: Path, name: str) -> Iterator[int]:
    """Runs ``command`` until the block ends and gives its process number; the block begins when ``url``
    answers.

    Raises OSError with the end of its output if it does not within ``WAIT`` seconds.
    """
    log = folder / f"{name}.log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, *command],
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            env=_environment(folder),
            cwd=folder,
            start_new_session=True,  # so that what the command itself starts ends with it
        )
        try:
            deadline = time.monotonic() + WAIT
            while not _answers(url):
                if process.poll() is not None or time.monotonic() > deadline:
                    raise OSError(f"{name}: {log.read_text(errors='replace')[-400:].strip()}")
                time.sleep(0.2)
            yield process.pid
        finally:
            _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    for hard in (False, True):
        with suppress(ProcessLookupError):
            if os.name == "posix":
                os.killpg(process.pid, signal.SIGKILL if hard else signal.SIGTERM)
            else:
                process.kill()
        with suppress(subprocess.TimeoutExpired):
            process.wait(10)


def _answers(url: str) -> bool:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(url, timeout=10) as response:
            return bool(response.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def _environment(folder: Path) -> dict[str, str]:
    """An environment in which no server reads or writes this user's own Jupyter settings."""
    env = {k: v for k, v in os.environ.items() if not k.startswith(("JUPYTER", "PANEL_", "BOKEH_"))}
    for name in ("CONFIG_DIR", "DATA_DIR", "RUNTIME_DIR"):
        env[f"JUPYTER_{name}"] = str(folder / name.lower())
    for name in ("SETTINGS_DIR", "WORKSPACES_DIR"):
        env[f"JUPYTERLAB_{name}"] = str(folder / name.lower())
    env["IPYTHONDIR"] = str(folder / "ipython")
    if DATA.parent.name != "colony_nb":  # a checkout that may not be installed
        env["PYTHONPATH"] = os.pathsep.join(filter(None, [str(DATA.parent), env.get("PYTHONPATH")]))
    return env


@contextmanager
def lab(folder: Path) -> Iterator[str]:
    """A JupyterLab with the two notebooks "table.ipynb" and "bare.ipynb"; gives its address."""
    work = folder / "notebooks"
    work.mkdir()
    _notebook(work / "table.ipynb", TABLE_CELLS)
    _notebook(work / "bare.ipynb", BARE_CELLS)
    news = folder / "settings_dir" / "@jupyterlab" / "apputils-extension" / "notification.jupyterlab-settings"
    news.parent.mkdir(parents=True)
    news.write_text(json.dumps({"fetchNews": "false", "checkForUpdates": False}))
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    command = ["-m", "jupyterlab", "--no-browser", "--expose-app-in-browser", "--allow-root"]
    command += [f"--port={port}", "--ip=127.0.0.1", "--ServerApp.port_retries=0"]
    command += [f"--ServerApp.root_dir={work}", "--IdentityProvider.token=", "--ServerApp.password="]
    with running(command, f"{url}/api/status", folder, "JupyterLab"):
        yield url


def _notebook(path: Path, cells: Sequence[str]) -> None:
    rows: list[dict[str, Any]] = [
        {
            "cell_type": "code",
            "execution_count": None,
            "id": f"cell-{i}",
            "metadata": {},
            "outputs": [],
            "source": source,
        }
        for i, source in enumerate(cells)
    ]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    book = {"cells": rows, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    path.write_text(json.dumps(book))


@contextmanager
def served(folder: Path) -> Iterator[tuple[str, int]]:
    """A process that serves the table ("/table") and the reference app ("/bare"); gives its address and
    number."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    command = ["-m", "colony_nb.lab.ui_served", str(port)]
    with running(command, f"{url}/bare", folder, "serve") as process:
        yield url, process
