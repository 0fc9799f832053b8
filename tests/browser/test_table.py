"""The table in a real browser: a phase by mouse and by keyboard, in JupyterLab and served."""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page

from browser.harness import Lab, tap
from colony_nb.plots.board import lands

_SHOWN = """() => {
  const out = []
  const walk = (root) => {
    for (const e of root.querySelectorAll('*')) {
      if (e.offsetParent === null && !e.shadowRoot) continue
      if (e.matches('.nw, .jour, button, option')) out.push(e.textContent + (e.disabled ? '-' : ''))
      if (e.classList.contains('cnb-commit')) out.push(e.className)
      if (e.shadowRoot && e.offsetParent !== null) walk(e.shadowRoot)
    }
  }
  walk(document)
  return out.join('|')
}"""
LONG = 420  # seconds for one phase on a busy machine


class Hand:
    """Plays with what is on the screen. ``keys``: with the keyboard alone, else with the mouse."""

    def __init__(self, page: Page, keys: bool) -> None:
        self.page = page
        self.keys = keys
        self.count = 0

    def see(self, name: str, inner: str = "button") -> Locator:
        return self.page.locator(f".{name} {inner}").locator("visible=true")

    def press(self, control: Locator) -> None:
        if self.keys:
            self.reach(control)
            self.page.keyboard.press("Enter")
        else:
            control.click()

    def reach(self, control: Locator) -> None:
        """Tab, forward or back, until the control has the focus."""
        for key in ("Tab", "Shift+Tab"):
            for _ in range(70):
                if control.evaluate("e => e.getRootNode().activeElement === e"):
                    return
                self.page.keyboard.press(key)
        raise AssertionError(f"Tab does not reach {control}")

    def sign(self) -> str:
        """What the screen says and which controls it shows."""
        shown = self.page.evaluate(_SHOWN)
        return str(shown)

    def settle(self) -> str:
        """Waits until the screen has stayed the same for a while; gives what it says."""
        same, last, deadline = 0, "", time.monotonic() + 20
        while same < 3:
            now = self.sign()
            same, last = (same + 1, last) if now == last else (0, now)
            assert time.monotonic() < deadline, now
            self.page.wait_for_timeout(60)
        return last

    def phase(self) -> str:
        return self.page.locator(".ph.on .sf").locator("visible=true").inner_text()

    def answer(self) -> None:
        """One press of the button that goes on, after choosing what it needs."""
        before = self.settle()
        if self.see("cnb-skip").count():  # a debrief comes first
            self.press(self.see("cnb-skip"))
            self.until(lambda: self.sign() != before)
            return
        commit = self.see("cnb-commit")
        if commit.inner_text() != "Continue":
            self.choose()
            before = self.sign()  # with the choice made
        if self.ready():
            self.press(commit)
        else:
            self.press(self.see("cnb-stop"))
        self.until(lambda: self.sign() != before)
        self.count += 1

    def ready(self) -> bool:
        """Whether the button would commit something."""
        return self.page.locator(".cnb-commit:not(.cnb-idle) button").locator("visible=true").count() > 0

    def until(self, true: Callable[[], bool]) -> None:
        deadline = time.monotonic() + 20
        while not true():
            assert time.monotonic() < deadline, self.sign()
            self.page.wait_for_timeout(40)

    def choose(self) -> None:
        cards, country = self.see("cnb-hand"), self.see("cnb-country", "select")
        commit = self.see("cnb-commit")
        if cards.count():
            wanted = 4 if self.count % 2 else 1
            card = cards.nth(wanted - 1)
            self.press(card)
            self.until(lambda: "one" in commit.inner_text())
            return
        if self.see("cnb-choices").count():
            self.press(self.see("cnb-choices").first)
        elif self.see("cnb-list", "select").count():
            return  # ends the moves
        elif country.count():
            group = country.locator("optgroup").nth(1).locator("option")
            name, letter = re.fullmatch(r"(.+) \((.)\)", group.first.inner_text().strip()).groups()  # type: ignore[union-attr]
            if self.keys:
                self.reach(country)
                self.page.keyboard.type(name)
            else:
                tap(self.page, "map", *lands()[letter].label)
        self.until(self.ready)

    def play_phase(self) -> None:
        first, deadline = self.phase(), time.monotonic() + LONG
        while self.phase() == first:
            assert time.monotonic() < deadline
            self.answer()


def begin(page: Page, hand: Hand) -> None:
    start = hand.see("cnb-begin")
    start.wait_for(timeout=60_000)
    page.get_by_text("measures exploitation").locator("visible=true").first.wait_for()
    hand.press(start)
    page.locator(".nw").locator("visible=true").wait_for()


@pytest.mark.parametrize("keys", [False, True], ids=["mouse", "keyboard"])
def test_a_phase_in_jupyterlab(lab: Lab, page: Page, blocked: list[str], keys: bool) -> None:
    # a notebook of its own: in the kernel of another test, show() would rightly show that test's table again
    name = f"start-{'keys' if keys else 'mouse'}.ipynb"
    shutil.copy(lab.folder / "00_start_here.ipynb", lab.folder / name)
    notebook = lab.open(page, name)
    notebook.run_all()
    cells = page.locator(".jp-Notebook .jp-Cell")
    before = cells.count()
    hand = Hand(page, keys)
    if keys:
        hand.see("cnb-begin").wait_for(timeout=60_000)
        hand.see("cnb-begin").focus()
    begin(page, hand)
    hand.play_phase()
    assert hand.phase() == "II"
    assert hand.count >= 5
    assert notebook.errors() == []
    assert cells.count() == before  # no key of the table was taken for one of JupyterLab's shortcuts


@pytest.mark.parametrize("keys", [False, True], ids=["mouse", "keyboard"])
def test_a_phase_served(serve: str, page: Page, keys: bool) -> None:
    page.goto(serve)
    hand = Hand(page, keys)
    begin(page, hand)
    hand.play_phase()
    assert hand.phase() == "II"


def test_a_game_of_computers_is_watched_to_its_end(serve: str, page: Page) -> None:
    page.goto(serve)
    hand = Hand(page, keys=False)
    hand.see("cnb-begin").wait_for()
    page.get_by_label("Played by").locator("visible=true").first.select_option("Computer, by chance")
    begin(page, hand)
    hand.see("cnb-step").click()
    hand.see("cnb-play").click()
    over = page.get_by_text("What the money was taken from").locator("visible=true").first
    hand.see("cnb-skip").wait_for(timeout=240_000)
    hand.see("cnb-skip").click()
    over.wait_for()
    assert "The game is over" in page.locator(".nl").locator("visible=true").inner_text()
    assert hand.see("cnb-play").count() == 0


def test_a_name_is_shown_and_never_run(serve: str, page: Page) -> None:
    name = "<img src=x onerror=alert(1)>"
    alerts: list[str] = []
    page.on("dialog", lambda dialog: (alerts.append(dialog.message), dialog.dismiss()))
    page.goto(serve)
    hand = Hand(page, keys=False)
    hand.see("cnb-begin").wait_for()
    page.get_by_label("Name (may be left out)").locator("visible=true").first.fill(name)
    begin(page, hand)
    assert name[:10] in page.locator(".nl").locator("visible=true").inner_text()
    assert page.locator("img[src=x]").count() == 0
    hand.answer()
    assert alerts == []


def test_two_browsers_never_see_each_others_game(serve: str, page: Page) -> None:
    page.goto(serve)
    hand = Hand(page, keys=False)
    begin(page, hand)
    other = page.context.new_page()
    other.goto(serve)
    Hand(other, keys=False).see("cnb-begin").wait_for()
    assert other.locator(".nw").locator("visible=true").count() == 0


def test_two_displays_of_one_game_stay_in_step(lab: Lab, page: Page) -> None:
    first = (
        "import colony_nb as colony\n"
        "game = colony.new_game(['Ana', *[colony.bot('random')] * 3], seed=5)\n"
        "colony.show(game)"
    )
    notebook = lab.open(page, lab.write("two.ipynb", first, "colony.show(game)"))
    notebook.run_all()
    bars = page.locator(".nl").locator("visible=true")
    Hand(page, keys=False).until(lambda: bars.count() == 2)
    before = bars.all_inner_texts()
    assert before[0] == before[1]
    country = page.locator(".cnb-country select").locator("visible=true").last
    name = country.locator("optgroup").nth(1).locator("option").first.inner_text()
    country.select_option(label=name.strip())
    page.locator(".cnb-commit:not(.cnb-idle) button").locator("visible=true").last.click()
    hand = Hand(page, keys=False)
    hand.until(lambda: bars.all_inner_texts() != before and len(set(bars.all_inner_texts())) == 1)
    assert notebook.errors() == []


@pytest.mark.parametrize("width", [390, 900, 1280])
def test_nothing_is_wider_than_the_screen(serve: str, page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 720})
    page.goto(serve)
    hand = Hand(page, keys=False)
    begin(page, hand)
    hand.answer()
    assert page.evaluate("() => document.documentElement.scrollWidth") <= width


def test_at_1280_by_720_nothing_needs_scrolling(serve: str, page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(serve)
    hand = Hand(page, keys=False)
    begin(page, hand)
    hand.answer()
    hand.until(lambda: hand.see("cnb-hand").count() == 10)
    hand.settle()
    for part in (".nw", ".pw, .pr", ".jour", ".cnb-hand button", ".cnb-commit button"):
        for box in page.locator(part).locator("visible=true").all():
            place = box.bounding_box()
            assert place is not None and place["y"] >= 0 and place["y"] + place["height"] <= 720, part
