"""Odds on request, a fight step by step, a rule one click away: in JupyterLab, with real presses."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from browser.harness import Lab

BEFORE_AN_ATTACK = """
import random
import colony_nb as colony
from colony_nb.commentary.odds import fights_follow
game = colony.new_game(["Ana", "Ben", "Cai", "Dee"], seed=7)
chance = random.Random(7)
while not (game.pending[0].kind == "attack" and fights_follow(game, game.pending[0])):
    game.choose(game.pending[0], chance.choice(game.pending[0].options))
colony.show(game)
"""


def test_odds_steps_and_rules(lab: Lab, page: Page, blocked: list[str]) -> None:
    notebook = lab.open(page, lab.write("closer.ipynb", BEFORE_AN_ATTACK))
    notebook.run_all()

    def see(name: str, inner: str = "button") -> Locator:
        return page.locator(f".{name} {inner}").locator("visible=true")

    odds = page.get_by_text("By the number of armies").or_(page.get_by_text("On average the attacker"))
    see("cnb-odds").first.wait_for(timeout=60_000)
    expect(odds.locator("visible=true")).to_have_count(0)
    rows = see("cnb-list", "select")
    attack = next(t for t in rows.locator("option").all_inner_texts() if t.startswith("Attack"))
    rows.select_option(label=attack)
    see("cnb-odds").first.press("Enter")
    expect(odds.locator("visible=true").first).to_be_visible()

    see("cnb-commit").click()
    step = page.get_by_text(re.compile(r"^Step \d of \d"))
    step.locator("visible=true").first.wait_for()
    assert step.locator("visible=true").inner_text().startswith("Step 1")
    see("cnb-next").press("Enter")
    expect(step.locator("visible=true")).to_have_text(re.compile(r"^Step 2"))
    expect(see("cnb-next")).to_be_focused()

    hidden = page.locator(".steps .later")
    expect(hidden.locator("visible=true")).to_have_count(0)
    page.emulate_media(reduced_motion="reduce")
    expect(hidden.locator("visible=true")).not_to_have_count(0)
    expect(see("cnb-next")).to_have_count(0)
    page.emulate_media(reduced_motion="no-preference")

    see("cnb-all").click()
    expect(see("cnb-next")).to_have_count(0)
    expect(hidden).to_have_count(0)
    rule = page.locator("li .rn").locator("visible=true").first
    name = rule.inner_text()
    rule.press("Enter")
    listed = see("cnb-rule", "select")
    expect(listed).to_have_value(re.compile(name))
    expect(listed).to_be_focused()
    assert notebook.errors() == []
    assert blocked == []
