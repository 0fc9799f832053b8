"""Looks, what-if games, replay, the journal's lines and presentations in a real browser."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page

import colony_nb as colony
from browser.harness import Lab, model
from browser.test_table import Hand, begin

# every visible piece of text: its size in screen pixels, its words, its box; and every visible control's box
_MEASURED = """() => {
  const out = []
  const clips = (e) => {
    for (let p = e; p; p = p.parentNode instanceof ShadowRoot ? p.parentNode.host : p.parentNode) {
      if (p instanceof Element) {
        const s = getComputedStyle(p)
        if (s.clipPath !== 'none' || s.visibility === 'hidden' || s.display === 'none') return true
      }
    }
    return false
  }
  const walk = (root) => {
    for (const e of root.querySelectorAll('*')) {
      if (e.shadowRoot) walk(e.shadowRoot)
      const words = [...e.childNodes].filter(n => n.nodeType === 3).map(n => n.textContent.trim()).join('')
      const control = e.matches('button, select, input, [role=slider]')
      if ((!words && !control) || e.matches('option, optgroup, style, script') || clips(e)) continue
      const box = e.getBoundingClientRect()
      if (box.width < 2 || box.height < 2) continue
      let size = parseFloat(getComputedStyle(e).fontSize)
      const svg = e.closest('svg')
      const drawn = svg && svg.viewBox.baseVal.width
      if (drawn) size *= svg.getBoundingClientRect().width / drawn
      out.push({size, words, control, box: [box.left, box.top, box.right, box.bottom]})
    }
  }
  walk(document)
  return out
}"""


NAMES = ("Aldume", "Kestule", "Quolvane")


def slider(page: Page) -> Locator:
    return page.locator(".cnb-slider .noUi-handle").locator("visible=true")


def powers(page: Page) -> list[str]:
    """What the table says of each power."""
    return page.locator(".pr").locator("visible=true").all_inner_texts()


def headline(page: Page) -> str:
    return page.locator(".nl").locator("visible=true").inner_text()


def stands_at(page: Page) -> int:
    """The moment now, as the bar says it during a look."""
    found = re.search(r"stands at (\d+)", headline(page))
    assert found is not None, headline(page)
    return int(found[1])


def look_back(hand: Hand, steps: int) -> None:
    """With the slider, by keyboard or by mouse."""
    page = hand.page
    if hand.keys:
        hand.reach(slider(page))
        for _ in range(steps):
            page.keyboard.press("ArrowLeft")
            hand.settle()
    else:
        box = page.locator(".cnb-slider .noUi-base").locator("visible=true").bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + box["width"] * 0.4, box["y"] + box["height"] / 2)
    hand.until(lambda: "Looking at" in headline(page))
    hand.settle()


def some_answers(hand: Hand, count: int) -> None:
    for _ in range(count):
        hand.answer()
    hand.settle()


@pytest.mark.parametrize("keys", [False, True], ids=["mouse", "keyboard"])
def test_look_what_if_and_back_served(serve: str, page: Page, keys: bool) -> None:
    page.goto(serve)
    hand = Hand(page, keys)
    begin(page, hand)
    some_answers(hand, 5)
    bar, rows = headline(page), powers(page)
    look_back(hand, 3)
    last = stands_at(page)
    assert len(powers(page)) == 4
    assert hand.see("cnb-commit").count() == 0
    hand.press(hand.see("cnb-now"))
    hand.until(lambda: headline(page) == bar)
    assert powers(page) == rows
    look_back(hand, 3)
    assert stands_at(page) == last
    hand.press(hand.see("cnb-what-if"))
    hand.until(lambda: "What if:" in headline(page))
    page.locator(".cnb-whatif").locator("visible=true").first.wait_for()
    some_answers(hand, 2)
    assert "What if:" in headline(page)
    hand.press(hand.see("cnb-main"))
    hand.until(lambda: headline(page) == bar)
    assert powers(page) == rows
    assert page.locator(".cnb-whatif").count() == 0


def test_look_what_if_and_back_in_jupyterlab(lab: Lab, page: Page) -> None:
    cell = (
        "import colony_nb as colony\n"
        "game = colony.new_game(['Ana', *[colony.bot('random')] * 3], seed=5)\n"
        "colony.show(game)"
    )
    notebook = lab.open(page, lab.write("times.ipynb", cell))
    notebook.run_all()
    hand = Hand(page, keys=False)
    hand.until(lambda: page.locator(".nl").locator("visible=true").count() == 1)
    some_answers(hand, 4)
    bar = headline(page)
    slider(page).focus()
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
        hand.settle()
    hand.until(lambda: "Looking at" in headline(page))
    hand.see("cnb-what-if").click()
    hand.until(lambda: "What if:" in headline(page))
    hand.see("cnb-main").click()
    hand.until(lambda: headline(page) == bar)
    assert notebook.errors() == []


def test_a_line_of_the_journal_shows_its_moment(serve: str, page: Page) -> None:
    page.goto(serve)
    hand = Hand(page, keys=False)
    begin(page, hand)
    some_answers(hand, 4)
    page.locator(".cnb-tabs button", has_text="Journal").locator("visible=true").click()
    line = page.locator("button.mo").locator("visible=true").nth(14)
    words, n = line.inner_text(), line.get_attribute("data-moment")
    line.focus()
    page.keyboard.press("Enter")
    hand.until(lambda: f"choice {n};" in headline(page))
    current = page.locator("button.mo[aria-current]").locator("visible=true")
    assert words in current.all_inner_texts()
    focused = page.evaluate(
        "() => { let e = document.activeElement;"
        " while (e.shadowRoot?.activeElement) e = e.shadowRoot.activeElement; return e.textContent }"
    )
    assert focused == words
    page.locator(".cnb-filter-kind select").locator("visible=true").select_option(label="Event cards")
    hand.until(lambda: "event card" in page.locator("button.mo").locator("visible=true").first.inner_text())


def test_a_finished_game_is_replayed(serve: str, page: Page) -> None:
    page.goto(serve)
    hand = Hand(page, keys=False)
    hand.see("cnb-begin").wait_for()
    game = colony.new_game([colony.bot("random")] * 3, seed=2)
    game.play()
    page.get_by_label("Paste a game code").locator("visible=true").fill(game.code())
    page.get_by_role("button", name="Load the code").locator("visible=true").click()
    page.get_by_role("button", name="Debrief done").locator("visible=true").click()
    hand.see("cnb-replay").wait_for()
    end = powers(page)
    hand.see("cnb-replay").click()
    hand.until(lambda: "Looking at" in headline(page))
    first = headline(page)
    hand.until(lambda: headline(page) != first)
    hand.see("cnb-run").click()  # pause
    paused = hand.settle()
    page.wait_for_timeout(2000)
    assert hand.sign() == paused
    at = headline(page)
    hand.see("cnb-later").click()
    hand.until(lambda: headline(page) != at)
    hand.see("cnb-speed").click()
    hand.until(lambda: "fast" in hand.see("cnb-speed").inner_text())
    slider(page).focus()
    page.keyboard.press("End")
    hand.until(lambda: hand.see("cnb-replay").count() == 1)
    slider(page).focus()
    page.keyboard.press("ArrowLeft")
    hand.until(lambda: "Looking at" in headline(page))
    hand.see("cnb-run").click()
    hand.see("cnb-replay").wait_for(timeout=20_000)
    assert powers(page) == end


def check_sizes(page: Page, width: int, height: int) -> None:
    measured: list[dict[str, Any]] = page.evaluate(_MEASURED)
    assert len(measured) > 15
    small = [m for m in measured if m["words"] and m["size"] < 23.9]
    assert small == []
    out = [
        m
        for m in measured
        if m["box"][0] < 0 or m["box"][1] < 0 or m["box"][2] > width + 0.5 or m["box"][3] > height + 0.5
    ]
    assert out == []
    scroll = page.evaluate(
        "() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    )
    assert scroll[0] <= width and scroll[1] <= height
    grown, words = model(page, "map", "inner_width") / 768, model(page, "map-words", "data")
    sizes = [size * grown for t, size in zip(words["t"], words["s"], strict=True) if t in NAMES]
    assert len(sizes) == len(NAMES) and min(sizes) >= 24


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1920, 1080)])
@pytest.mark.parametrize("players", ["4", "6"])
def test_a_presentation_is_large_and_whole(
    serve: str, page: Page, width: int, height: int, players: str
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{serve}?present=1")
    hand = Hand(page, keys=False)
    hand.see("cnb-begin").wait_for(timeout=60_000)
    page.get_by_label("Number of powers").locator("visible=true").select_option(players)
    begin(page, hand)
    pages = page.locator(".cnb-pages button").locator("visible=true")
    hand.until(lambda: pages.count() == 3)
    hand.settle()
    check_sizes(page, width, height)  # the question is on the map: ladders beside it
    pages.nth(1).click()
    hand.until(lambda: hand.see("cnb-country", "select").count() == 1)
    hand.answer()
    hand.until(lambda: hand.see("cnb-hand").count() == 10)
    hand.settle()
    check_sizes(page, width, height)  # ten cards
    pages.nth(0).click()
    hand.settle()
    check_sizes(page, width, height)
    slider(page).focus()
    page.keyboard.press("ArrowLeft")
    hand.until(lambda: "Looking at" in headline(page))
    hand.settle()
    check_sizes(page, width, height)
    hand.see("cnb-now").click()
    hand.see("cnb-present").click()
    hand.until(lambda: pages.count() == 0)
    hand.settle()
    assert min(m["size"] for m in page.evaluate(_MEASURED) if m["words"]) < 24  # the test can tell
