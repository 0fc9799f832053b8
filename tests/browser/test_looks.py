"""How the table looks: sizes in a presentation, a phone without hover, a network that is cut off."""

from __future__ import annotations

import base64
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Request, expect

import colony_nb as colony
from browser.conftest import ELSEWHERE
from browser.harness import VIEWS, Lab
from browser.test_table import Hand, begin
from colony_nb.plots.board import lands

LEAST = 24
WIDTH, HEIGHT = 1280, 720
OWN = re.compile(r"^(https?|wss?)://(localhost|127\.0\.0\.1)[:/]|^(data|blob|about):")

# everything that is written on a canvas, with its size in pixels
_RECORD = """() => {
  window.drawn = []
  for (const name of ['fillText', 'strokeText']) {
    const old = CanvasRenderingContext2D.prototype[name]
    CanvasRenderingContext2D.prototype[name] = function (words, ...rest) {
      const size = /([\\d.]+)px/.exec(this.font)
      if (String(words).trim()) drawn.push({words: String(words), size: size ? Number(size[1]) : 0})
      return old.call(this, words, ...rest)
    }
  }
}"""
_REDRAW = """() => new Promise((done) => {
  drawn.length = 0
  for (const doc of Bokeh.documents) for (const model of doc._all_models.values()) {
    if (model.type === 'ColumnDataSource') model.change.emit()
  }
  setTimeout(() => done(drawn), 400)
})"""
# every visible word with its size, every visible word and control with its box: what a part that scrolls by
# itself hides does not count
_SHOWN = """() => {
  const up = (e) => e.parentNode instanceof ShadowRoot ? e.parentNode.host : e.parentElement
  const page = [document.body, document.documentElement]
  const seen = (e) => {
    let {left, top, right, bottom} = e.getBoundingClientRect()
    for (let p = e; p; p = up(p)) {
      const s = getComputedStyle(p)
      if (s.clipPath !== 'none' || s.visibility === 'hidden' || s.display === 'none') return null
      if (p !== e && /auto|scroll/.test(s.overflowY) && !page.includes(p)) {
        const box = p.getBoundingClientRect()
        top = Math.max(top, box.top)
        bottom = Math.min(bottom, box.bottom)
      }
    }
    return right - left < 2 || bottom - top < 2 ? null : [left, top, right, bottom]
  }
  const out = []
  const walk = (root) => {
    for (const e of root.querySelectorAll('*')) {
      if (e.shadowRoot) walk(e.shadowRoot)
      const words = [...e.childNodes].map((n) => n.nodeType === 3 ? n.textContent.trim() : '').join('')
      const control = e.matches('button, select, input, textarea, [role=slider]')
      if ((!words && !control) || e.matches('option, optgroup, style, script')) continue
      const box = seen(e)
      if (!box) continue
      const svg = e.closest('svg')
      const grown = svg?.viewBox?.baseVal?.width ? svg.getScreenCTM().a : 1
      out.push({words, control, box, size: parseFloat(getComputedStyle(e).fontSize) * grown})
    }
  }
  walk(document)
  return out
}"""
# the share of pixels that differ by more than a shade
_DIFFERENT = """async ([one, other]) => {
  const pixels = async (data) => {
    const bitmap = await createImageBitmap(await (await fetch('data:image/png;base64,' + data)).blob())
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
    const context = canvas.getContext('2d')
    context.drawImage(bitmap, 0, 0)
    return [bitmap.width, bitmap.height, context.getImageData(0, 0, bitmap.width, bitmap.height).data]
  }
  const [w, h, a] = await pixels(one)
  const [w2, h2, b] = await pixels(other)
  if (w !== w2 || h !== h2) return 1
  let count = 0
  for (let i = 0; i < a.length; i += 4) {
    const far = Math.max(Math.abs(a[i] - b[i]), Math.abs(a[i + 1] - b[i + 1]), Math.abs(a[i + 2] - b[i + 2]))
    if (far > 8) count += 1
  }
  return count / (w * h)
}"""


def load(page: Page, game: colony.Game) -> Hand:
    """Puts a game on the table by its code, as a person does."""
    hand = Hand(page, keys=False)
    hand.see("cnb-begin").wait_for(timeout=60_000)
    page.get_by_label("Paste a game code").locator("visible=true").fill(game.code())
    page.get_by_role("button", name="Load the code").locator("visible=true").click()
    page.locator(".nw, .cnb-skip, .cnb-uncover").locator("visible=true").first.wait_for()
    hand.settle()
    return hand


# ------------------------------------------------------------------ presentation


def check(page: Page, what: str) -> None:
    """Once the page has come to rest nothing shown is smaller than 24 pixels, nothing lies off the screen."""
    deadline = time.monotonic() + 8
    while True:
        try:
            return check_now(page, what)
        except AssertionError:
            if time.monotonic() > deadline:
                raise
            page.wait_for_timeout(300)


def check_now(page: Page, what: str) -> None:
    drawn: list[dict[str, Any]] = page.evaluate(_REDRAW)
    shown: list[dict[str, Any]] = page.evaluate(_SHOWN)
    assert len(shown) > 8, what
    small = [(m["words"], m["size"]) for m in [*drawn, *shown] if m["words"] and m["size"] < LEAST - 0.1]
    assert small == [], what
    off = [
        m
        for m in shown
        if m["box"][0] < -0.5 or m["box"][1] < -0.5 or m["box"][2] > WIDTH + 0.5 or m["box"][3] > HEIGHT + 0.5
    ]
    assert off == [], what
    ends = "() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    assert page.evaluate(ends) <= [WIDTH, HEIGHT], what


def pages_of(page: Page) -> Locator:
    return page.locator(".cnb-pages button").locator("visible=true")


def check_pages(page: Page, hand: Hand, what: str) -> None:
    """Ladders, question and all that lies under "More"."""
    pages = pages_of(page)
    for n in range(pages.count()):
        pages.nth(n).click()
        hand.settle()
        check(page, f"{what}: {pages.nth(n).inner_text()}")
    tabs = page.locator(".cnb-tabs button").locator("visible=true")
    for n in range(1, tabs.count()):  # the first is the question, a page of its own
        pages.nth(2).click()
        hand.settle()
        tabs.nth(n).click()
        hand.settle()
        check(page, f"{what}: {tabs.nth(n).inner_text()}")


def a_finished_game() -> colony.Game:
    game = colony.new_game([colony.bot("random")] * 3, seed=2)
    game.play()
    return game


def before_a_cover() -> colony.Game:
    game = colony.position("p4-city-and-church", {0: "Ana", 1: "Ben"})
    game.choose(game.pending[0], ())
    return game


@pytest.mark.parametrize("name", ["p1-first-landing", "p3-battle-1", "p6-bidding-for-a-new-state"])
def test_every_screen_of_a_presentation_is_large_and_whole(serve: str, page: Page, name: str) -> None:
    page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    page.add_init_script(f"({_RECORD})()")
    page.goto(serve)
    hand = load(page, colony.position(name))
    assert any(m["size"] < LEAST for m in page.evaluate(_SHOWN) if m["words"])  # the test can tell
    assert any(m["size"] < LEAST for m in page.evaluate(_REDRAW))
    hand.see("cnb-present").click()
    hand.until(lambda: pages_of(page).count() == 3)
    check_pages(page, hand, name)
    pages_of(page).nth(1).click()
    if name == "p3-battle-1":
        hand.see("cnb-list", "select").select_option(index=1)
        hand.see("cnb-odds").first.click()
        hand.settle()
        check(page, "the odds")
        hand.see("cnb-commit").click()
        hand.settle()
        pages_of(page).nth(2).click()
        hand.see("cnb-next").wait_for()
        step = page.get_by_text(re.compile(r"^Step \d of \d")).locator("visible=true")
        while hand.see("cnb-next").count():
            hand.settle()
            check(page, "a step of a fight")
            told = step.inner_text()
            hand.see("cnb-next").click()
            hand.until(lambda told=told: told not in step.all_inner_texts())  # type: ignore[misc]
        hand.settle()
        check(page, "a fight")


@pytest.mark.parametrize("make", [a_finished_game, before_a_cover])
def test_debrief_and_cover_are_large_and_whole(
    serve: str, page: Page, make: Callable[[], colony.Game]
) -> None:
    page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    page.add_init_script(f"({_RECORD})()")
    page.goto(f"{serve}?present=1")
    hand = load(page, make())
    check(page, make.__name__)
    for button in ("cnb-skip", "cnb-uncover"):
        if hand.see(button).count():
            hand.see(button).click()
    hand.until(lambda: pages_of(page).count() == 3)
    hand.settle()
    check_pages(page, hand, make.__name__)


def test_a_presentation_hides_the_code_of_its_cell(lab: Lab, page: Page) -> None:
    code = "import colony_nb as colony\ncolony.show(colony.position('p1-first-landing'))"
    notebook = lab.open(page, lab.write("present.ipynb", "1 + 1", code))
    notebook.run_all()
    hand = Hand(page, keys=False)
    hand.see("cnb-present").wait_for(timeout=60_000)
    hand.settle()
    inputs = page.locator(".jp-CodeCell .jp-InputArea-editor")
    expect(inputs.nth(1)).to_be_visible()
    hand.see("cnb-present").click()
    expect(inputs.nth(1)).to_be_hidden()
    expect(inputs.nth(0)).to_be_visible()
    hand.see("cnb-present").click()
    expect(inputs.nth(1)).to_be_visible()
    assert notebook.errors() == []


# ------------------------------------------------------------------ a phone, no pointer that hovers


class Finger(Hand):
    """Plays by touch alone."""

    def press(self, control: Locator) -> None:
        control.tap()

    def settle(self) -> str:
        last = ""
        while (now := super().settle()) != last:  # a phone gets what comes at once in several pieces
            last = now
            self.page.wait_for_timeout(250)
        return last

    def choose(self) -> None:
        country = self.see("cnb-country", "select")
        if (
            country.count()
            and not self.see("cnb-list", "select").count()
            and not self.see("cnb-hand").count()
        ):
            option = country.locator("optgroup").nth(1).locator("option").first.inner_text()
            self.touch(option.strip()[-2])
            self.until(self.ready)
        else:
            super().choose()

    def touch(self, letter: str) -> None:
        """A country on the map."""
        at = """([x, y]) => {
          const view = (VIEWS)().filter((v) => v.model.name === 'map' && v.frame && v.el?.isConnected).at(-1)
          view.el.scrollIntoView({block: 'center'})
          const box = view.el.getBoundingClientRect()
          return [box.left + view.frame.x_scale.compute(x), box.top + view.frame.y_scale.compute(y)]
        }""".replace("VIEWS", VIEWS)
        self.page.wait_for_timeout(500)
        self.page.touchscreen.tap(*self.page.evaluate(at, list(lands()[letter].label)))


@contextmanager
def phone(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, device_scale_factor=2
    )
    page = context.new_page()
    page.set_default_timeout(30_000)
    yield page
    context.close()


def test_a_phase_on_a_phone_without_hover(serve: str, browser: Browser) -> None:
    with phone(browser) as page:
        page.goto(serve)
        finger = Finger(page, keys=False)
        begin(page, finger)
        assert page.evaluate("() => matchMedia('(hover: none)').matches && innerWidth === 390")
        finger.play_phase()
        assert finger.phase() == "II"
        assert finger.count >= 5
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 390


# ------------------------------------------------------------------ every host but this machine cut off


@contextmanager
def reached(browser: Browser, cut_off: bool) -> Iterator[tuple[Page, list[str]]]:
    """A page, and the addresses outside this machine that it asks for; ``cut_off``: none answers."""
    context = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT}, reduced_motion="reduce")
    asked: list[str] = []

    def note(request: Request) -> None:
        if not OWN.match(request.url):
            asked.append(request.url)

    context.on("request", note)
    if cut_off:
        context.route(ELSEWHERE, lambda route: route.abort())
    page = context.new_page()
    page.set_default_timeout(30_000)
    yield page, asked
    context.close()


def picture(page: Page, part: Locator | Page | None = None) -> bytes:
    """A screenshot, once two in a row are the same."""
    last = b""
    for _ in range(20):
        page.wait_for_timeout(400)
        now = (part or page).screenshot()
        if now == last:
            break
        last = now
    return last


def pictures(browser: Browser, take: Callable[[Page], list[bytes]]) -> tuple[list[list[bytes]], list[str]]:
    """What ``take`` photographs with the network and without it; and what was asked for."""
    out, asked = [], []
    for cut_off in (False, True):
        with reached(browser, cut_off) as (page, urls):
            out.append(take(page))
            asked += urls
    return out, asked


def differences(page: Page, both: list[list[bytes]]) -> list[float]:
    pairs = zip(*both, strict=True)
    return [page.evaluate(_DIFFERENT, [base64.b64encode(p).decode() for p in pair]) for pair in pairs]


def test_cut_off_the_served_table_looks_the_same(serve: str, browser: Browser, page: Page) -> None:
    def take(own: Page) -> list[bytes]:
        own.goto(serve)
        hand = load(own, colony.position("p5-telegraphy-spread"))
        out = [picture(own)]
        for name in ("History", "Curves", "Game"):
            own.locator(".cnb-tabs button", has_text=name).locator("visible=true").click()
            hand.settle()
            out.append(picture(own))
        hand.see("cnb-present").click()
        hand.settle()
        return [*out, picture(own)]

    both, asked = pictures(browser, take)
    found = differences(page, both)
    assert max(found) < 0.005, found
    assert differences(page, [both[0][:1], both[1][1:2]])[0] > 0.005  # the test can tell
    assert asked == []


def test_cut_off_the_table_in_jupyterlab_looks_the_same(lab: Lab, browser: Browser, page: Page) -> None:
    code = "import colony_nb as colony\ncolony.show(colony.position('p5-telegraphy-spread'))"
    name = lab.write("cut-off.ipynb", code)

    def take(own: Page) -> list[bytes]:
        notebook = lab.open(own, name)
        notebook.restart_and_run_all()
        hand = Hand(own, keys=False)
        hand.see("cnb-commit").wait_for(timeout=60_000)
        hand.settle()
        own.mouse.move(0, 0)
        return [picture(own, own.locator(".jp-CodeCell .jp-OutputArea").first)]

    both, asked = pictures(browser, take)
    found = differences(page, both)
    assert max(found) < 0.005, found
    assert asked == []
