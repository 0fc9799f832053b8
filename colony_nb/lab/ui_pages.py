"""Times in a real browser: from Run All to a painted board, and from a click to the painted answer.

Times are taken by the page's own clock. A click begins at ``pointerup``; it is painted two animation frames
after the last change of a Bokeh model that came from Python, once none has come for ``QUIET`` milliseconds.
"""

from __future__ import annotations

import shutil
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-renderer-backgrounding",
    "--disable-backgrounding-occluded-windows",
)
QUIET = 250
PAUSE = 350
"""Milliseconds between a painted answer and the next click."""
WIDTH, HEIGHT = 1280, 900
LONG = 90_000
"""Milliseconds after which a page counts as broken."""

_KERNEL = "window.jupyterapp?.shell?.currentWidget?.sessionContext?.session?.kernel"
_MAP = """
const seen = new Set(), walk = (v) => {
  if (!v || seen.has(v)) return
  seen.add(v)
  for (const c of (v.child_views || [])) walk(c)
}
const painted = () => {
  seen.clear()
  if (!window.Bokeh) return false
  if (Bokeh.index[Symbol.iterator]) for (const v of Bokeh.index) walk(v)
  for (const v of Object.values(Bokeh.index)) walk(v)
  return [...seen].some((v) => v.model.name === 'map' && v.frame && v.el?.isConnected && v.has_finished())
}
"""
_SHOWN = """(ready) => {
  MAP
  const look = () => {
    if (painted() && (!ready || IDLE))
      requestAnimationFrame(() => requestAnimationFrame(() => window.colony_shown = performance.now()))
    else requestAnimationFrame(look)
  }
  window.colony_begun = performance.now()
  look()
  if (ready) jupyterapp.commands.execute('notebook:run-all-cells')
}""".replace("MAP", _MAP).replace("IDLE", f"{_KERNEL}?.status === 'idle'")
_CLOCK = """() => {
  const clock = window.colony_clock = {begun: 0, first: 0, painted: 0, last: 0}
  let latest = 0
  window.addEventListener('pointerup', () => {
    latest += 1
    Object.assign(clock, {begun: performance.now(), first: 0, painted: 0, last: 0})
  }, true)
  const changed = (event) => {
    if (!clock.begun || event.kind === 'MessageSent' || event.sync) return
    const mine = ++latest
    clock.last = performance.now()
    clock.first ||= clock.last
    requestAnimationFrame(() => requestAnimationFrame(() => {
      if (mine === latest) clock.painted = performance.now()
    }))
  }
  for (const doc of Bokeh.documents) doc.on_change(changed)
}"""
_ANSWERED = (
    "() => colony_clock.painted && colony_clock.painted > colony_clock.last"
    f" && performance.now() - colony_clock.painted > {QUIET}"
)


def program() -> str | None:
    """The system's Chromium, or None."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


@contextmanager
def chromium(path: str) -> Iterator[Any]:
    """A running browser; the block's end closes it."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        try:
            yield browser
        finally:
            browser.close()


def _page(browser: Any) -> Any:
    page = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT}).new_page()
    page.set_default_timeout(LONG)
    return page


def run_all(browser: Any, lab: str, name: str) -> tuple[Any, float]:
    """Opens a notebook with a fresh kernel and runs all its cells: (page, milliseconds until the map is
    painted and the kernel is free to answer)."""
    page = _page(browser)
    page.goto(f"{lab}/lab/workspaces/b{uuid.uuid4().hex[:8]}/tree/{name}.ipynb")
    page.wait_for_function(f"() => {_KERNEL}?.status === 'idle'")
    page.evaluate("() => { jupyterapp.shell.collapseLeft(); jupyterapp.shell.collapseRight() }")
    # a notebook that was closed has left its kernel running
    page.evaluate("() => jupyterapp.shell.currentWidget.sessionContext.restartKernel()")
    page.wait_for_function(f"() => {_KERNEL}?.status === 'idle'")
    page.wait_for_timeout(1500)  # what JupyterLab still does by itself is over
    page.evaluate(_SHOWN, True)
    return page, _shown(page)


def open_served(browser: Any, url: str, name: str) -> tuple[Any, float]:
    """Opens a served app: (page, milliseconds from the page's own start until the map is painted)."""
    page = _page(browser)
    page.goto(f"{url}/{name}", wait_until="commit")
    page.evaluate(_SHOWN, False)
    page.wait_for_function("() => window.colony_shown", polling=100)
    return page, float(page.evaluate("() => colony_shown"))


def _shown(page: Any) -> float:
    page.wait_for_function("() => window.colony_shown", polling=100)
    return float(page.evaluate("() => colony_shown - colony_begun"))


def clicks(page: Any, button: str, count: int) -> list[float]:
    """Presses the button of a class so often: milliseconds from each click to its painted answer.

    Raises playwright's TimeoutError where a click has no answer.
    """
    target = page.locator(f".{button} button").locator("visible=true").last
    target.scroll_into_view_if_needed()
    if not page.evaluate("() => Boolean(window.colony_clock)"):
        page.wait_for_timeout(1000)
        page.evaluate(_CLOCK)
    page.bring_to_front()
    out = []
    for _ in range(count):
        page.wait_for_timeout(PAUSE)
        target.click()
        page.wait_for_function(_ANSWERED, polling=50, timeout=20_000)
        out.append(float(page.evaluate("() => colony_clock.painted - colony_clock.begun")))
    return out
