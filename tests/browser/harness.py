"""Servers and page helpers for the browser tests, so that a test says only what a person does and sees.

Facts the helpers rely on (Panel 1.9, Bokeh 3.9, JupyterLab 4): Playwright's locators see through shadow
roots; a click outside the visible part of the page misses; two taps on a Bokeh figure within 0.3 s count as a
double tap; the truth about a figure is in the page's BokehJS models, found by name.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page

ROOT = Path(__file__).resolve().parents[2]
TAP_SPACING = 0.5  # seconds

_KERNEL = "jupyterapp.shell.currentWidget.sessionContext.session.kernel"
_IDLE = f"() => window.jupyterapp && {_KERNEL.replace('.', '?.')}?.status === 'idle'"
_VALUE = """
(name, attribute, index) => {
  const docs = window.Bokeh ? Bokeh.documents : [];
  const model = docs.flatMap(doc => [...doc._all_models.values()]).filter(m => m.name === name).at(index);
  const entries = pairs => Object.fromEntries(pairs.map(([k, v]) => [k, plain(v)]));
  const plain = v => v instanceof Map ? entries([...v])
    : ArrayBuffer.isView(v) ? Array.from(v)
    : Array.isArray(v) ? v.map(plain)
    : v && typeof v === 'object' && Object.getPrototypeOf(v) === Object.prototype ? entries(Object.entries(v))
    : v;
  return model ? plain(model[attribute]) : null;
}
"""
VIEWS = """
() => {
  const seen = new Set(), found = [];
  const walk = v => {
    if (!v || seen.has(v)) return;
    seen.add(v); found.push(v);
    for (const c of (v.child_views || [])) walk(c);
  };
  for (const v of (window.Bokeh ? Object.values(Bokeh.index) : [])) walk(v);
  if (window.Bokeh && Bokeh.index[Symbol.iterator]) for (const v of Bokeh.index) walk(v);
  return found;
}
"""


def free_port() -> int:
    """Return a port of 127.0.0.1 that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def server(command: list[str], url: str, log: Path, env: dict[str, str], wait: float = 60) -> Iterator[None]:
    """Run `command` until the block ends; the block begins when `url` answers.

    Raises RuntimeError with the end of its output if it stops or does not answer within `wait` seconds.
    """
    with log.open("wb") as out:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            env=env,
            cwd=log.parent,
            start_new_session=True,  # so that what the command itself starts ends with it
        )
        try:
            deadline = time.monotonic() + wait
            while not _answers(url):
                if process.poll() is not None or time.monotonic() > deadline:
                    tail = log.read_text(errors="replace")[-2000:]
                    raise RuntimeError(f"no answer from {url} ({' '.join(command[1:])}):\n{tail}")
                time.sleep(0.2)
            yield
        finally:
            _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    for sign in (signal.SIGTERM, signal.SIGKILL):
        with suppress(ProcessLookupError):
            os.killpg(process.pid, sign)
        with suppress(subprocess.TimeoutExpired):
            process.wait(15)


def _answers(url: str) -> bool:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(url, timeout=10) as response:
            return bool(response.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def environment(folder: Path) -> dict[str, str]:
    """Return an environment in which no server reads or writes this user's own Jupyter settings."""
    env = {k: v for k, v in os.environ.items() if not k.startswith(("JUPYTER", "PANEL_", "BOKEH_"))}
    for name in ("CONFIG_DIR", "DATA_DIR", "RUNTIME_DIR"):
        env[f"JUPYTER_{name}"] = str(folder / name.lower())
    for name in ("SETTINGS_DIR", "WORKSPACES_DIR"):
        env[f"JUPYTERLAB_{name}"] = str(folder / name.lower())
    env["IPYTHONDIR"] = str(folder / "ipython")
    env["PYTHONPATH"] = os.pathsep.join(filter(None, [str(ROOT), env.get("PYTHONPATH")]))
    return env


@contextmanager
def running_lab(folder: Path) -> Iterator[Lab]:
    """Run a JupyterLab on a copy of the project's notebooks in `folder`."""
    work = folder / "notebooks"
    shutil.copytree(ROOT / "notebooks", work, ignore=shutil.ignore_patterns(".ipynb_checkpoints"))
    news = folder / "settings_dir" / "@jupyterlab" / "apputils-extension" / "notification.jupyterlab-settings"
    news.parent.mkdir(parents=True)
    news.write_text(json.dumps({"fetchNews": "false", "checkForUpdates": False}))
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--expose-app-in-browser", "--allow-root"]
    command += [
        f"--port={port}",
        "--ip=127.0.0.1",
        "--ServerApp.port_retries=0",
        f"--ServerApp.root_dir={work}",
    ]
    command += ["--IdentityProvider.token=", "--ServerApp.password="]
    with server(command, f"{url}/api/status", folder / "lab.log", environment(folder)):
        yield Lab(url, work)


@contextmanager
def running_app(folder: Path, *options: str, port: int | None = None) -> Iterator[str]:
    """Run `colony-nb serve` with `options`, on `port` or on a free one; give its address."""
    port = port or free_port()
    start = "import sys; from colony_nb.cli import main; sys.exit(main())"
    command = [sys.executable, "-c", start, "serve", "--port", str(port), *options]
    url = f"http://127.0.0.1:{port}/"
    with server(command, url, folder / "serve.log", environment(folder)):
        yield url


@dataclass(frozen=True, slots=True)
class Lab:
    """A running JupyterLab: its address and the folder it shows."""

    url: str
    folder: Path

    def write(self, name: str, *sources: str) -> str:
        """Write a notebook with one code cell a source into the folder; return its name."""
        cells = [
            {
                "cell_type": "code",
                "execution_count": None,
                "id": f"cell-{i}",
                "metadata": {},
                "outputs": [],
                "source": s,
            }
            for i, s in enumerate(sources)
        ]
        kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
        book = {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
        (self.folder / name).write_text(json.dumps(book))
        return name

    def open(self, page: Page, name: str = "00_start_here.ipynb", wait: float = 60) -> Notebook:
        """Open a notebook in a workspace of its own and wait until its kernel is idle."""
        page.goto(f"{self.url}/lab/workspaces/t{uuid.uuid4().hex[:8]}/tree/{name}")
        page.wait_for_function(_IDLE, timeout=wait * 1000)
        page.evaluate("() => { jupyterapp.shell.collapseLeft(); jupyterapp.shell.collapseRight(); }")
        return Notebook(page)


@dataclass(frozen=True, slots=True)
class Notebook:
    """The notebook that is open in a page."""

    page: Page

    def run_all(self, wait: float = 120) -> None:
        """Run > Run All Cells, and wait until the kernel has answered them all."""
        self.page.set_default_timeout(wait * 1000)
        self.page.evaluate("() => jupyterapp.commands.execute('notebook:run-all-cells').then(() => null)")
        self.page.wait_for_function(_IDLE)
        self.page.set_default_timeout(30_000)

    def restart_and_run_all(self, wait: float = 120) -> None:
        """Restart the kernel without the question, then run all cells."""
        self.page.evaluate(f"() => {_KERNEL}.restart().then(() => null)")
        self.run_all(wait)

    def restart(self) -> None:
        """Restart the kernel without the question; the cells' outputs stay."""
        self.page.evaluate(f"() => {_KERNEL}.restart().then(() => null)")

    def run(self, index: int, wait: float = 120) -> None:
        """Run one cell, and wait until the kernel is idle again."""
        self.page.evaluate(
            """async (index) => {
              const book = jupyterapp.shell.currentWidget.content
              book.activeCellIndex = index
              book.deselectAll()
              await jupyterapp.commands.execute('notebook:run-cell')
            }""",
            index,
        )
        self.page.wait_for_function(_IDLE, timeout=wait * 1000)

    def cell(self, index: int) -> Locator:
        """Return the cell at a place, Markdown cells counted; -1 is the last."""
        return self.page.locator(".jp-Notebook .jp-Cell").nth(index)

    def markdown(self) -> Locator:
        """Return what the Markdown cells show."""
        return self.page.locator(".jp-MarkdownOutput")

    def output(self) -> Locator:
        """Return the code cells' outputs, the app included."""
        return self.page.locator(".jp-CodeCell .jp-OutputArea-output")

    def errors(self) -> list[str]:
        """Return what the notebook shows as error: tracebacks of cells, and of callbacks."""
        kinds = ("application/vnd.jupyter.stderr", "application/vnd.jupyter.error")
        cells = ",".join(f".jp-OutputArea-output[data-mime-type='{kind}']" for kind in kinds)
        callbacks = self.page.locator(".jp-OutputArea-output pre").filter(has_text="Traceback (most recent")
        return [*self.page.locator(cells).all_inner_texts(), *callbacks.all_inner_texts()]


def model(page: Page, name: str, attribute: str, index: int = -1) -> Any:
    """Return an attribute of the page's Bokeh model called `name`, or None; of several the one at `index`.

    A column data source's `data` comes as a dict of lists.
    """
    return page.evaluate(
        f"([name, attribute, index]) => ({_VALUE})(name, attribute, index)", [name, attribute, index]
    )


def wait_model(page: Page, name: str, attribute: str, test: str, wait: float = 15) -> None:
    """Wait until the JavaScript expression `test` of `value` is true for an attribute of a Bokeh model.

    `value` is what `model` returns, as JavaScript: `wait_model(page, "points", "data", "value.x[0] > 1")`.
    """
    value = f"const value = ({_VALUE})(name, attribute, -1)"
    script = f"([name, attribute]) => {{ {value}; return value !== null && ({test}); }}"
    page.wait_for_function(script, arg=[name, attribute], timeout=wait * 1000)


def tap(page: Page, figure: str, x: float, y: float) -> None:
    """Click on the figure called `figure` at a place in its data units, with a real mouse event."""
    spot = """([figure]) => {
      const view = (VIEWS)().filter(v => v.model.name === figure && v.frame && v.el?.isConnected).at(-1);
      if (!view) return null;
      view.el.scrollIntoView({block: 'center'});
      return true;
    }""".replace("VIEWS", VIEWS)
    page.wait_for_function(spot, arg=[figure], timeout=15_000)
    page.wait_for_timeout(TAP_SPACING * 1000)
    at = page.evaluate(
        """([figure, x, y]) => {
          const view = (VIEWS)().filter(v => v.model.name === figure && v.frame && v.el?.isConnected).at(-1);
          const box = view.el.getBoundingClientRect();
          return [box.left + view.frame.x_scale.compute(x), box.top + view.frame.y_scale.compute(y)];
        }""".replace("VIEWS", VIEWS),
        [figure, x, y],
    )
    page.mouse.click(*at)
