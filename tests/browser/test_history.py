"""The history in a real browser: a card, its choice, its commentary, a link to an entry, back to the game."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page

from browser.harness import Lab, model
from browser.test_table import Hand, begin

ENTRY = '.cnb-reader a[data-ref^="{kind}:"]'


def seen(page: Page, what: str) -> Locator:
    return page.locator(what).locator("visible=true")


def to_own_card(page: Page, hand: Hand) -> None:
    """Plays until the person's own event card asks for a choice, and makes it."""
    for _ in range(70):
        hand.settle()
        if seen(page, ".ec .shut").count() and hand.see("cnb-choices").count():
            assert seen(page, ".tohist").count() == 0
            hand.answer()
            return
        hand.answer()
    raise AssertionError("no event card with a choice came")


def use(hand: Hand, control: Locator) -> None:
    """By mouse, or with the keyboard from where the focus is."""
    hand.press(control)
    hand.settle()


def read_and_return(page: Page, hand: Hand) -> None:
    """Reads a card's commentary, follows a link to a product, goes back and on with the game."""
    for _ in range(6):  # a card may ask more, or a throw of its own may come first
        to_own_card(page, hand)
        hand.settle()
        if seen(page, ".tohist a").count():
            break
    use(hand, seen(page, ".tohist a").first)
    heading = seen(page, ".cnb-reader h2")
    heading.wait_for()
    title = heading.inner_text()
    note = seen(page, '.cnb-reader [data-ref="do:read"]')
    if note.count():
        assert seen(page, ".cnb-reader .sources").count() == 0
        use(hand, note)
    seen(page, ".cnb-reader .sources li").first.wait_for()
    assert "What happened" in seen(page, ".cnb-reader .hc").inner_text()
    places = model(page, "world-places", "data")
    assert max(places["s"]) > 5  # the card's own place
    search = seen(page, ".cnb-search input")
    if hand.keys:
        hand.reach(search)
        page.keyboard.type("sugar")
    else:
        search.fill("sugar")
    search.press("Enter")
    hand.until(lambda: "sugar" in heading.inner_text())
    product = seen(page, ENTRY.format(kind="product")).first
    product.wait_for()
    name = product.inner_text()
    use(hand, product)
    hand.until(lambda: heading.inner_text() == name)
    assert (
        page.evaluate(
            """() => {
          let e = document.activeElement
          while (e?.shadowRoot?.activeElement) e = e.shadowRoot.activeElement
          return e?.tagName
        }"""
        )
        == "H2"
    )
    use(hand, hand.see("cnb-back"))
    use(hand, hand.see("cnb-back"))
    hand.until(lambda: heading.inner_text() == title)
    use(hand, hand.see("cnb-commit"))
    hand.until(lambda: heading.count() == 0)
    hand.answer()


@pytest.mark.parametrize("keys", [False, True], ids=["mouse", "keyboard"])
def test_a_commentary_is_read_and_the_game_goes_on_served(
    serve: str, page: Page, blocked: list[str], keys: bool
) -> None:
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(serve)
    hand = Hand(page, keys)
    begin(page, hand)
    read_and_return(page, hand)
    assert errors == []


@pytest.mark.parametrize("keys", [False, True], ids=["mouse", "keyboard"])
def test_a_commentary_is_read_and_the_game_goes_on_in_jupyterlab(
    lab: Lab, page: Page, blocked: list[str], keys: bool
) -> None:
    cell = (
        "import colony_nb as colony\n"
        "game = colony.new_game(['Ana', *[colony.bot('random')] * 3], seed=5)\n"
        "colony.show(game)"
    )
    notebook = lab.open(page, lab.write(f"history-{keys}.ipynb", cell))
    notebook.run_all()
    cells = page.locator(".jp-Notebook .jp-Cell")
    before = cells.count()
    hand = Hand(page, keys)
    seen(page, ".nw").wait_for(timeout=60_000)
    if keys:
        seen(page, ".cnb-tabs button").first.focus()
    read_and_return(page, hand)
    assert notebook.errors() == []
    assert cells.count() == before


def test_a_debrief_stands_between_two_phases(serve: str, page: Page) -> None:
    page.goto(serve)
    hand = Hand(page, keys=False)
    begin(page, hand)
    for _ in range(60):
        hand.settle()
        if hand.see("cnb-skip").count():
            break
        hand.answer()
    text = seen(page, ".cnb-reader .hc").inner_text()
    assert "What the table did" in text and "What the score counted" in text
    assert hand.see("cnb-commit").count() == 0 and seen(page, ".nw").count() == 0
    hand.see("cnb-next-phase").click()
    hand.until(lambda: "Phase II" in seen(page, ".cnb-reader h2").inner_text())
    hand.see("cnb-skip").click()
    seen(page, ".nw").wait_for()
    assert hand.see("cnb-skip").count() == 0


@pytest.mark.parametrize("width", [390, 900, 1280])
def test_history_and_debrief_are_not_wider_than_the_screen(serve: str, page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 720})
    page.goto(serve)
    hand = Hand(page, keys=False)
    begin(page, hand)
    seen(page, ".cnb-tabs button").get_by_text("History", exact=True).click()
    seen(page, ".cnb-reader h2").wait_for()
    hand.settle()
    assert page.evaluate("() => document.documentElement.scrollWidth") <= width
