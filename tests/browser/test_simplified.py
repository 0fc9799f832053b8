"""The simplified game in a real browser: three teams at one screen, by mouse, by keyboard, on a phone."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as Gone

from browser.harness import Lab, tap
from browser.test_access import findings
from browser.test_table import Hand
from colony_nb import new_game
from colony_nb.commentary.catalogue import Catalogue
from colony_nb.plots.board import lands

BOOK = Catalogue()
SECONDS = 560


class Teams(Hand):
    """Plays for all teams. ``titles`` are the headings of the screens met, in order."""

    def __init__(self, page: Page, keys: bool) -> None:
        super().__init__(page, keys)
        self.titles: list[str] = []
        self.seen: list[tuple[str, str]] = []  # what kind of screen, and its words
        self.covers = 0

    def begin(self, teams: int = 3) -> None:
        start = self.see("cnb-begin")
        start.wait_for(timeout=60_000)
        self.see("cnb-which", "select").select_option(index=1)
        self.page.get_by_text("Enslaved labour: read and discuss").locator("visible=true").wait_for()
        self.page.get_by_label("Number of powers").select_option(str(teams))
        self.page.get_by_label("Seed (may be left out)").fill("1")
        self.page.keyboard.press("Tab")
        self.settle()
        self.press(start)
        self.see("cnb-go-on").wait_for()

    def said(self) -> str:
        return " ".join(self.page.locator(".sim").locator("visible=true").all_inner_texts())

    def step(self) -> None:
        """One press that leads on, whatever is on the screen; again where the screen was just changing."""
        self.page.set_default_timeout(5000)
        for _ in range(4):
            try:
                return self._step()
            except Gone:
                continue
        raise AssertionError(self.sign())

    def _step(self) -> None:
        before = self.settle()
        go, cover = self.see("cnb-go-on"), self.see("cnb-uncover")
        kind = "screen" if go.count() else "cover" if cover.count() else "question"
        self.seen.append((kind, before + self.said()))
        if go.count():
            self.titles.append(self.page.locator(".sim h1").locator("visible=true").inner_text())
            self.press(go)
        elif self.see("cnb-skip").count():
            self.press(self.see("cnb-skip"))
        elif cover.count():
            self.covers += 1
            self.press(cover)
        elif not self.choose():
            self.page.wait_for_timeout(100)  # another screen is on its way
            return
        else:
            commit = self.see("cnb-commit")
            if self.ready():
                self.press(commit)
            else:
                self.press(self.see("cnb-stop"))
            self.count += 1
        self.until(lambda: self.sign() != before)

    def choose(self) -> bool:  # type: ignore[override]
        """Picks something; False when there is nothing to pick from."""
        if self.see("cnb-choices").count():
            alternatives = self.see("cnb-choices")
            self.press(alternatives.nth(self.count % alternatives.count()))
        elif self.see("cnb-armies", "input").count():
            field = self.see("cnb-farms", "input")
            self.reach(field) if self.keys else field.click()
            self.page.keyboard.press("ArrowUp")
        elif self.see("cnb-list", "select").count():
            self.see("cnb-list", "select").select_option(index=1)
        else:
            country = self.see("cnb-country", "select")
            if not country.count() or country.locator("optgroup").count() < 2:
                return False
            able = country.locator("optgroup").nth(1).locator("option").first.inner_text()
            name, letter = re.fullmatch(r"(.+) \((.)\)", able.strip()).groups()  # type: ignore[union-attr]
            if self.keys:
                self.reach(country)
                self.page.keyboard.type(name)
            else:
                tap(self.page, "map", *lands()[letter].label)
                self.page.wait_for_timeout(600)
                if self.see("cnb-commit").count() and not self.ready():  # the map was just being drawn anew
                    tap(self.page, "map", *lands()[letter].label)
        self.until(lambda: self.ready() or not self.see("cnb-commit").count())
        return self.see("cnb-commit").count() > 0

    def play(self, last: str) -> None:
        """Until a screen with this heading is up, or the game is over."""
        deadline = time.monotonic() + SECONDS
        while time.monotonic() < deadline:
            heading = self.page.locator(".sim h1").locator("visible=true")
            if heading.count() and heading.inner_text() == last and last not in self.titles:
                return
            if self.page.get_by_text("The last accounts").locator("visible=true").count():
                return
            self.step()
        raise AssertionError(self.sign())

    def nothing_is_too_wide(self, width: int) -> None:
        assert self.page.evaluate("() => document.documentElement.scrollWidth") <= width


@pytest.mark.slow
def test_three_teams_play_a_whole_game_by_mouse(serve: str, page: Page, blocked: list[str]) -> None:
    page.goto(serve)
    teams = Teams(page, keys=False)
    teams.begin()
    teams.play("")
    steps = [f"SIM-{n}" for n in (1, 2, 3, 4, 5, 6, 7, 4, 8, 9, 10, 4, 11, 12, 13)]
    wanted = [BOOK.step(rule)["title"] for rule in steps]
    met = [t for t, after in zip(teams.titles[1:], [*teams.titles[2:], ""], strict=True) if t != after]
    assert met == wanted
    assert teams.covers >= 20
    assert "most money" in page.locator(".ec").locator("visible=true").inner_text()
    assert blocked == []


def test_a_phase_by_keyboard_and_nothing_told_too_early(serve: str, page: Page) -> None:
    page.goto(serve)
    teams = Teams(page, keys=True)
    teams.begin()
    teams.play(BOOK.step("SIM-5")["title"])
    reading, follows = BOOK.step("SIM-2")["read"], BOOK.consequences("SIM-2")["b"]
    read = next(i for i, (_, text) in enumerate(teams.seen) if reading in text)
    told = next(i for i, (_, text) in enumerate(teams.seen) if follows in text)
    between = [kind for kind, _ in teams.seen[read + 1 : told]]
    assert teams.seen[read][0] == teams.seen[told][0] == "screen"
    assert between.count("cover") == 3 and between.count("question") >= 3 and "screen" not in between
    assert BOOK.step("SIM-4")["title"] in teams.titles


def test_the_step_on_enslaved_labour_can_be_discussed_only(serve: str, page: Page) -> None:
    page.goto(serve)
    teams = Teams(page, keys=False)
    start = teams.see("cnb-begin")
    start.wait_for(timeout=60_000)
    game = new_game(["Ana", "Ben", "Chidi"], 1, game="simplified")
    while game.view()["step"] != "SIM-8":
        decision = game.pending[0]
        game.choose(decision, decision.options[0])
    page.get_by_label("Paste a game code").locator("visible=true").first.fill(game.code())
    page.get_by_text("Load the code").locator("visible=true").first.click()
    teams.see("cnb-discuss").wait_for()
    assert BOOK.step("SIM-8")["content_note"] in teams.said()
    teams.see("cnb-discuss").click()
    teams.until(lambda: BOOK.step("SIM-8")["discuss"] in teams.said())
    teams.step()
    teams.until(lambda: BOOK.step("SIM-9")["title"] in teams.said())


def test_on_a_phone_nothing_is_too_wide(serve: str, page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(serve)
    teams = Teams(page, keys=False)
    teams.begin()
    deadline = time.monotonic() + 240
    while BOOK.step("SIM-4")["title"] not in teams.titles:
        assert time.monotonic() < deadline
        teams.step()
        teams.nothing_is_too_wide(390)


def test_axe_finds_nothing_serious_on_the_screens(serve: str, page: Page) -> None:
    page.goto(serve)
    teams = Teams(page, keys=False)
    teams.begin()
    found: set[str] = set()
    while BOOK.step("SIM-4")["title"] not in teams.titles:
        teams.settle()
        found |= set(findings(page))
        teams.step()
    for _ in range(2):  # the cover and the two amounts
        teams.settle()
        found |= set(findings(page))
        if teams.see("cnb-uncover").count():
            teams.step()
    assert found == set()


def test_the_screens_follow_each_other_in_jupyterlab(lab: Lab, page: Page) -> None:
    source = "import colony_nb as colony\ncolony.show(colony.new_game(game='simplified', players=3, seed=1))"
    notebook = lab.open(page, lab.write("simplified.ipynb", source))
    notebook.run_all()
    teams = Teams(page, keys=False)
    teams.see("cnb-go-on").wait_for(timeout=60_000)
    while BOOK.step("SIM-2")["title"] not in teams.titles:
        teams.step()
    assert teams.titles[:2] == ["The simplified version", BOOK.step("SIM-1")["title"]]
    assert notebook.errors() == []
