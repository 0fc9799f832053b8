"""No game is lost: kernel restarted, cells run again in any order, server gone, folder read-only."""

from __future__ import annotations

import json
import time
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from browser.harness import Lab, free_port, running_app
from browser.test_table import Hand, begin

SHOW = "import colony_nb as colony\ncolony.show()"
WITHIN = 5.0  # seconds until the banner


def bars(page: Page) -> Locator:
    return page.locator(".nl").locator("visible=true")


def alert(page: Page) -> Locator:
    return page.locator(".banner[role=alert]").locator("visible=true")


def told_within(page: Page, sentence: str) -> None:
    start = time.monotonic()
    expect(alert(page).first).to_contain_text(sentence, timeout=2 * WITHIN * 1000)
    assert time.monotonic() - start < WITHIN


def test_a_restarted_kernel_is_told_and_the_game_is_recovered(
    lab: Lab, page: Page, blocked: list[str]
) -> None:
    notebook = lab.open(page, lab.write("lost.ipynb", SHOW))
    notebook.run_all()
    hand = Hand(page, keys=False)
    begin(page, hand)
    before = {*lab.folder.glob("colony-auto-*.json")}
    hand.until(lambda: [hand.answer()] and bool({*lab.folder.glob("colony-auto-*.json")} - before))
    file = ({*lab.folder.glob("colony-auto-*.json")} - before).pop()
    hand.settle()
    hand.until(lambda: file.exists())
    saved, bar = json.loads(file.read_text()), bars(page).inner_text()
    page.wait_for_timeout(2000)
    assert alert(page).count() == 0
    notebook.restart()
    told_within(page, "Python does not answer")
    assert file.name in alert(page).inner_text()
    notebook.run_all()
    go_on = hand.see("cnb-saved").first
    assert f"seed {saved['setup']['seed']}" in go_on.inner_text()
    go_on.click()
    hand.until(lambda: bars(page).count() == 1)
    hand.settle()
    if bars(page).inner_text() != bar:  # what the saved turn led to is told first
        hand.see("cnb-commit").click()
        hand.until(lambda: bars(page).inner_text() == bar)
    assert alert(page).count() == 0
    hand.answer()
    assert notebook.errors() == []
    assert blocked == []


def test_cells_run_twice_and_bottom_up_show_the_one_game_in_step(lab: Lab, page: Page) -> None:
    notebook = lab.open(page, lab.write("again.ipynb", SHOW, SHOW))
    notebook.run_all()
    hand = Hand(page, keys=False)
    hand.until(lambda: hand.see("cnb-begin").count() == 2)
    hand.see("cnb-begin").first.click()
    hand.until(lambda: bars(page).count() == 2)

    def answer(display: int) -> None:
        before = bars(page).all_inner_texts()
        country = page.locator(".cnb-country select").locator("visible=true").nth(display)
        name = country.locator("optgroup").nth(1).locator("option").first.inner_text()
        country.select_option(label=name.strip())
        page.locator(".cnb-commit:not(.cnb-idle) button").locator("visible=true").nth(0).click()
        hand.until(lambda: bars(page).all_inner_texts() != before)
        in_step()

    def in_step() -> None:
        hand.until(lambda: bars(page).count() == 2 and len(set(bars(page).all_inner_texts())) == 1)

    answer(1)  # in the second display; the first one follows
    now = bars(page).first.inner_text()
    notebook.run_all()
    in_step()
    assert bars(page).first.inner_text() == now
    notebook.run(1)
    notebook.run(0)
    in_step()
    assert bars(page).first.inner_text() == now
    said = [text for text in page.locator(".said").all_inner_texts() if text]
    assert len(said) <= 1  # two displays in a page do not say everything twice
    assert notebook.errors() == []


def test_a_widget_in_a_folder_that_cannot_be_written(lab: Lab, page: Page, blocked: list[str]) -> None:
    source = (
        "import os, tempfile, ipywidgets, colony_nb as colony\n"
        "folder = '/proc' if os.getuid() == 0 else tempfile.mkdtemp()  # nothing stops root elsewhere\n"
        "os.getuid() and os.chmod(folder, 0o555)\n"
        "os.chdir(folder)\n"
        "game = colony.new_game(['Ana', *[colony.bot('random')] * 3], seed=5)\n"
        "ipywidgets.HBox([colony.widget(game)], layout={'width': '900px'})"
    )
    notebook = lab.open(page, lab.write("widget.ipynb", source))
    notebook.run_all()
    hand = Hand(page, keys=False)
    hand.until(lambda: bars(page).count() == 1)
    assert page.locator(".widget-hbox .nl").locator("visible=true").count() == 1
    notice = page.locator(".note", has_text="not saved by itself").locator("visible=true")
    seen = []
    for _ in range(4):
        hand.answer()
        hand.settle()
        page.wait_for_timeout(1000)  # the notice is drawn with the answer, gone with the next
        seen.append(notice.count())
    assert sum(seen) == 1
    assert notebook.errors() == []
    assert blocked == []


def test_a_server_that_is_gone_is_told_and_a_reload_brings_the_round_back(page: Page, tmp_path: Path) -> None:
    port, hand = free_port(), Hand(page, keys=False)
    with running_app(tmp_path, "--no-browser", port=port) as url:
        page.goto(url)
        begin(page, hand)
        hand.until(lambda: [hand.answer()] and bool(page.evaluate("sessionStorage.getItem('colony-code')")))
    told_within(page, "The server does not answer")
    assert "colony:" in alert(page).inner_text()
    with running_app(tmp_path, "--no-browser", port=port) as url:
        page.goto(url)
        hand.see("cnb-kept").click()
        hand.until(lambda: bars(page).count() == 1)
        assert page.locator(".rd b").locator("visible=true").inner_text() == "2"
        other = page.context.new_page()
        other.goto(url)
        Hand(other, keys=False).see("cnb-begin").wait_for()
        assert other.locator(".cnb-kept").locator("visible=true").count() == 0
