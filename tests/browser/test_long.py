"""A whole game leaves the page as light as its first round did."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

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


@pytest.mark.slow
def test_after_24_rounds_of_six_computers_models_and_heap_are_as_after_the_first(
    serve: str, page: Page
) -> None:
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
    first = (models(page), heap(page))
    hand.see("cnb-play").click()
    page.locator(".st", has_text="The game is over").locator("visible=true").first.wait_for(timeout=200_000)
    hand.settle()
    last = (models(page), heap(page))
    assert last[0] <= first[0] + 10
    assert last[1] <= GROWN * first[1], (first, last)
