"""The table without a mouse, on a phone, with a screen reader; nothing from other hosts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Page

import colony_nb as colony
from browser.harness import Lab, model, tap
from browser.test_looks import a_finished_game, before_a_cover, load
from browser.test_table import Hand, begin
from colony_nb.plots.board import lands

SERIOUS = ("serious", "critical")
_FOCUS = """() => {
  let e = document.activeElement
  while (e && e.shadowRoot && e.shadowRoot.activeElement) e = e.shadowRoot.activeElement
  if (!e || e === document.body) return null
  const style = getComputedStyle(e)
  const labels = e.labels ? [...e.labels].map((l) => l.textContent) : []
  const root = e.getRootNode()
  const fors = e.id && root.querySelector ? [...root.querySelectorAll(`label[for="${e.id}"]`)] : []
  const name = [e.getAttribute('aria-label'), ...labels, ...fors.map((l) => l.textContent), e.textContent]
  return {
    what: e.tagName + '.' + e.className + ' in ' + e.parentElement?.outerHTML.slice(0, 200),
    name: name.filter(Boolean).join(' ').trim(),
    ring: style.outlineStyle === 'none' ? 0 : parseFloat(style.outlineWidth),
    shadow: style.boxShadow,
  }
}"""
_WIDE = """() => {
  const out = []
  const walk = (root) => {
    for (const e of root.querySelectorAll('*')) {
      const box = e.getBoundingClientRect()
      const wide = box.width && box.right > innerWidth + 1
      if (wide && !e.closest('details, .vh, .noUi-base, svg')) out.push(e.tagName + '.' + e.className)
      if (e.shadowRoot) walk(e.shadowRoot)
    }
  }
  walk(document)
  return [document.documentElement.scrollWidth, out.slice(0, 5)]
}"""


def findings(page: Page) -> list[str]:
    """What axe finds that is serious or critical: rule, place, first words of the reason."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    rows = page.evaluate("() => axe.run({resultTypes: ['violations']}).then((r) => r.violations)")
    out = []
    for row in rows:
        if row["impact"] in SERIOUS:
            for node in row["nodes"]:
                why = [check["message"] for check in node["any"] + node["all"] + node["none"]]
                out.append(f"{row['id']}: {str(node['target'])[-120:]} {node['html'][:100]} {why[:1]}")
    return out


def tabs(hand: Hand) -> list[str]:
    return [text.strip() for text in hand.see("cnb-tabs").all_inner_texts()]


def open_tab(hand: Hand, name: str) -> None:
    hand.page.locator(".cnb-tabs button").locator("visible=true").filter(has_text=name).first.click()
    hand.settle()


def stops(hand: Hand, most: int = 80) -> list[dict[str, Any]]:
    """Every place that Tab reaches, in order, once round the page."""
    out: list[dict[str, Any]] = []
    for _ in range(most):
        hand.page.keyboard.press("Tab")
        now = hand.page.evaluate(_FOCUS)
        if now is None:
            if out:
                return out
        else:
            out.append(now)
    raise AssertionError([stop["what"] for stop in out])


def check_stops(hand: Hand) -> None:
    found = stops(hand)
    assert len(found) > 8
    for stop in found:
        assert "bk-events" not in stop["what"]
        assert stop["name"], stop
        assert stop["ring"] >= 2 or stop["shadow"] != "none", stop


def screens(hand: Hand) -> Iterator[str]:
    """Opens one after another all that the table shows beside the map; in a presentation its pages too."""
    big = hand.see("cnb-pages")
    for n in range(big.count()):
        big.nth(n).click()
        hand.settle()
        yield f"page {n}"
    for name in tabs(hand)[1:]:
        if big.count():
            big.nth(2).click()
            hand.settle()
        open_tab(hand, name)
        yield name


@pytest.mark.parametrize("look", ["theme=dark", "present=1"])
def test_axe_finds_nothing_serious_in_the_dark_and_in_a_presentation(
    serve: str, page: Page, look: str
) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    found = {}
    games = {"cover": before_a_cover(), "debrief": a_finished_game()}
    games["table"] = colony.position("p5-telegraphy-spread")
    for name, game in games.items():
        page.goto(f"{serve}?{look}")
        hand = Hand(page, keys=False)
        hand.see("cnb-begin").wait_for()
        hand.settle()
        found["start"] = findings(page)
        load(page, game)
        found[name] = findings(page)
    for screen in screens(hand):
        found[screen] = findings(page)
    open_tab(hand, "History")
    page.locator(".cnb-search input").locator("visible=true").fill("sugar")
    page.keyboard.press("Enter")
    hand.settle()
    found["search"] = findings(page)
    page.locator("a[data-ref='product:sugar']").locator("visible=true").first.click()
    page.locator("h2", has_text="Sugar").locator("visible=true").first.wait_for()
    hand.settle()
    found["history"] = findings(page)
    assert {name: rows for name, rows in found.items() if rows} == {}


def test_axe_finds_nothing_serious_and_every_stop_has_a_name_and_a_ring(
    serve: str, page: Page, blocked: list[str]
) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(serve)
    hand = Hand(page, keys=False)
    hand.see("cnb-begin").wait_for()
    hand.settle()
    found = {"start": findings(page)}
    check_stops(hand)
    page.get_by_label("Played by").locator("visible=true").nth(1).select_option("A person")
    begin(page, hand)
    hand.settle()
    found["table"] = findings(page)
    for name in tabs(hand):
        open_tab(hand, name)
        found[name] = findings(page)
    check_stops(hand)
    open_tab(hand, "Question")
    go = hand.see("cnb-uncover")
    while not go.count():
        hand.answer()
        hand.settle()
    found["cover"] = findings(page)
    check_cover = stops(hand)
    assert any("Continue" in stop["name"] for stop in check_cover)
    assert {name: rows for name, rows in found.items() if rows} == {}
    assert blocked == []
    own = ("http://127.0.0.1", "ws://127.0.0.1", "blob:http://127.0.0.1", "data:")
    assert [url for url in asked if not url.startswith(own)] == []


def test_every_line_is_spoken_once_and_the_board_stands_in_words(serve: str, page: Page) -> None:
    page.goto(serve)
    hand = Hand(page, keys=False)
    hand.see("cnb-begin").wait_for()
    page.locator(".said").wait_for(state="attached")
    page.evaluate(
        """() => {
          window.heard = []
          const find = (root) => {
            for (const e of root.querySelectorAll('*')) {
              if (e.classList.contains('said')) {
                new MutationObserver(() => e.textContent && heard.push(e.textContent))
                  .observe(e, {childList: true, characterData: true, subtree: true})
              }
              if (e.shadowRoot) find(e.shadowRoot)
            }
          }
          find(document)
        }"""
    )
    begin(page, hand)
    hand.answer()
    page.wait_for_function("() => heard.some((text) => text.includes(' landed in '))")
    hand.settle()
    heard = page.evaluate("() => heard")
    words = [sentence for text in heard for sentence in text.split(". ")]
    claims = [sentence for sentence in words if "claimed it" in sentence]
    assert claims and len(claims) == len(set(claims))
    assert page.locator(".said[role=log][aria-live=polite]").count() == 1
    open_tab(hand, "Country")
    page.get_by_text("The whole board in words").locator("visible=true").click()
    assert "holds" in page.locator("details[open] p").locator("visible=true").first.inner_text()
    page.get_by_text("All countries in a table").locator("visible=true").click()
    assert page.locator("table tbody tr").locator("visible=true").count() >= 15
    for name in ("map", "income-ladder", "influence-ladder"):
        assert model(page, name, "html_attributes")["role"] == "img"


@pytest.mark.parametrize("width", [390, 640], ids=["phone", "zoomed"])
def test_by_touch_and_at_200_percent_nothing_is_lost(serve: str, browser: Browser, width: int) -> None:
    """640 px is 1280 at a zoom of 200 %. A tap shows what a pointer would: all of a country's facts."""
    context = browser.new_context(viewport={"width": width, "height": 720}, has_touch=True)
    page = context.new_page()
    page.set_default_timeout(30_000)
    page.goto(serve)
    hand = Hand(page, keys=False)
    begin(page, hand)
    hand.settle()
    tap(page, "map", *lands()["A"].label)  # scrolls there
    at = page.evaluate("() => [scrollX, scrollY]")
    assert at[1] >= 0
    page.locator("h2", has_text="(A)").locator("visible=true").first.wait_for()
    hand.answer()
    for name in tabs(hand):
        open_tab(hand, name)
        assert page.evaluate(_WIDE)[0] <= width, (name, page.evaluate(_WIDE))
    context.close()


def test_jupyterlabs_theme_is_followed_until_the_person_chooses(lab: Lab, page: Page) -> None:
    name = lab.write("theme.ipynb", "import colony_nb as colony\ncolony.show(colony.new_game(3, seed=2))")
    notebook = lab.open(page, name)
    notebook.run_all()
    scheme = """() => {
      const e = document.querySelector('.jp-OutputArea-output [aria-label^=Colony]')
      return e && getComputedStyle(e).colorScheme
    }"""
    change = "theme => jupyterapp.commands.execute('apputils:change-theme', {theme}).then(() => null)"
    page.wait_for_function(f"() => ({scheme})() === 'light'")
    try:
        page.evaluate(change, "JupyterLab Dark")
        page.wait_for_function(f"() => ({scheme})() === 'dark'")
    finally:
        page.evaluate(change, "JupyterLab Light")
    page.wait_for_function(f"() => ({scheme})() === 'light'")
    assert notebook.errors() == []
