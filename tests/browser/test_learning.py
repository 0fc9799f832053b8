"""Learning alone in a browser: hints on request, answers and reflections that survive a restart."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from browser.harness import Lab

LAST = "07_looking_back.ipynb"
MINE = "What I would not defend <b>again</b>"


def test_hints_open_one_step_at_a_time(serve: str, page: Page, blocked: list[str]) -> None:
    page.goto(serve)
    page.get_by_role("button", name="Begin", exact=True).click()
    button = page.locator(".cnb-hint button").locator("visible=true")
    shown = page.locator(".odds h3").locator("visible=true")
    expect(button).to_have_text("Hint")
    expect(shown).to_have_count(0)
    button.focus()
    for label, heading in (
        ("Hint 2 of 3", "What to look at"),
        ("Hint 3 of 3", "What stands out"),
        ("Hide the hints", "What the steady computer would do"),
    ):
        page.keyboard.press("Enter")
        expect(button).to_have_text(label)
        expect(shown).to_have_text(heading)
        expect(button).to_be_focused()
    expect(page.get_by_text("The choice is yours.", exact=False)).to_be_visible()
    page.locator(".odds summary").first.click()
    expect(page.get_by_text("A landing claims a country", exact=False)).to_be_visible()
    page.keyboard.press("Escape")
    button.click()
    expect(shown).to_have_count(0)
    assert blocked == []


def test_looking_back_survives_a_restart(lab: Lab, page: Page, blocked: list[str]) -> None:
    notebook = lab.open(page, LAST)
    notebook.run_all()
    assert notebook.errors() == []
    answers = page.locator(".jp-OutputArea-output .widget-radio").nth(1)
    answers.scroll_into_view_if_needed()
    answers.locator("input").nth(2).click()
    said = page.locator(".jp-OutputArea-output .widget-html", has_text="This fits what the sources say")
    expect(said.first).to_be_visible()
    entry = said.locator("details").first
    entry.locator("summary").click()
    expect(entry.locator("article")).to_be_visible()
    box = page.locator(".jp-OutputArea-output textarea").first
    box.scroll_into_view_if_needed()
    box.fill(MINE)
    kept = page.locator(".jp-OutputArea-output .widget-html", has_text="Kept in colony-progress.json")
    expect(kept.first).to_be_visible()

    notebook.restart_and_run_all()
    assert notebook.errors() == []
    again = page.locator(".jp-OutputArea-output textarea").first
    expect(again).to_have_value(MINE)
    again.scroll_into_view_if_needed()
    expect(page.locator(".jp-OutputArea-output .widget-radio").nth(1).locator("input").nth(2)).to_be_checked()
    table = notebook.output().filter(has_text="Self-check")
    expect(table).to_contain_text("1 of 15 answered, 1 fitting at the first answer")
    page_written = (lab.folder / "my-portfolio.html").read_text(encoding="utf-8")
    assert "What I would not defend &lt;b&gt;again" in page_written and "<script" not in page_written
    assert blocked == []
