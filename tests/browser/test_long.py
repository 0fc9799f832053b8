"""A whole game leaves the page as light as its first round did."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from browser.test_access import open_tab, tabs
from browser.test_table import Hand, begin

GROWN = 1.2


def heap(page: Page) -> int:
    """Bytes of the page's JavaScript heap after its garbage has been collected."""
    session = page.context.new_cdp_session(page)
    for _ in range(3):
        session.send("HeapProfiler.collectGarbage")
        page.wait_for_timeout(200)
    used = session.send("Runtime.getHeapUsage")["usedSize"]
    session.detach()
    return int(used)


def models(page: Page) -> int:
    return int(page.evaluate("() => Bokeh.documents.reduce((n, doc) => n + doc._all_models.size, 0)"))


def play_to_the_end(page: Page, hand: Hand) -> tuple[int, int]:
    """Lets the computers play on, leaves out the debrief; models and heap then."""
    hand.see("cnb-play").click()
    page.locator(".st", has_text="The game is over").locator("visible=true").first.wait_for(timeout=240_000)
    hand.see("cnb-skip").click()
    page.get_by_text("What the money was taken from").locator("visible=true").first.wait_for()
    hand.settle()
    return models(page), heap(page)


@pytest.mark.slow
def test_after_24_rounds_of_six_computers_models_and_heap_are_as_after_the_first(
    serve: str, page: Page
) -> None:
    """What is made when it is first needed (a tab, the debrief, the line round a country where people resist)
    comes once: the first game may bring it, a second whole game brings nothing."""
    page.goto(serve)
    hand = Hand(page, keys=False)
    hand.see("cnb-begin").wait_for()
    page.get_by_label("Number of powers").locator("visible=true").select_option("6")
    players = page.get_by_label("Played by").locator("visible=true")
    hand.until(lambda: players.count() == 6)
    for seat in range(6):
        players.nth(seat).select_option("Computer, by chance")
    begin(page, hand)
    rounds = page.locator(".rd b").locator("visible=true")

    def at() -> int:
        return int(rounds.inner_text()) if rounds.count() else 0

    hand.see("cnb-play").click()
    page.wait_for_function(
        """() => { const find = (root) => { for (const e of root.querySelectorAll('*')) {
          if (e.matches('.rd b') && e.offsetParent && Number(e.textContent) > 1) return true
          if (e.shadowRoot && find(e.shadowRoot)) return true } return false }
          return find(document) }""",
        timeout=120_000,
    )
    hand.see("cnb-play").click()
    hand.settle()
    assert at() >= 2
    for name in tabs(hand):  # each is made when it is first opened
        open_tab(hand, name)
    open_tab(hand, "Happened")
    first = (models(page), heap(page))
    last = play_to_the_end(page, hand)
    assert last[0] <= GROWN * first[0], (first, last)
    assert last[1] <= GROWN * first[1], (first, last)
    open_tab(hand, "Game")
    page.get_by_role("button", name="New game").locator("visible=true").click()
    begin(page, hand)
    again = play_to_the_end(page, hand)
    assert again[0] <= last[0] + 10, (first, last, again)
    assert again[1] <= GROWN * first[1], (first, last, again)
