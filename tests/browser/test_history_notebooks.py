"""A phase notebook in JupyterLab: folded cards, debrief, self-check, and a link to the encyclopaedia."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from browser.harness import Lab

PHASE = "03_1700-1783.ipynb"


def test_a_phase_notebook_is_read_played_and_checked(lab: Lab, page: Page, blocked: list[str]) -> None:
    notebook = lab.open(page, PHASE)
    notebook.run_all()
    assert notebook.errors() == []

    output = notebook.output()
    notebook.cell(11).scroll_into_view_if_needed()
    page.keyboard.press("Escape")
    expect(output.get_by_text("Phase 3:", exact=False).first).to_be_attached()

    card = (
        notebook.markdown()
        .filter(has_text="Túpac Amaru and Micaela Bastidas")
        .filter(has_text="Content note")
    )
    card.scroll_into_view_if_needed()
    inside = card.get_by_text("Who resisted.")
    expect(inside).not_to_be_visible()
    card.locator("summary").click()
    expect(inside).to_be_visible()

    debrief = output.filter(has_text="Debrief of phase 3").first
    debrief.scroll_into_view_if_needed()
    expect(debrief).to_contain_text("the phase is still being played", ignore_case=True)

    answers = page.locator(".jp-OutputArea-output .widget-radio").first
    answers.scroll_into_view_if_needed()
    answers.locator("input").first.click()
    expect(
        page.locator(".jp-OutputArea-output .widget-html", has_text="what the sources say").first
    ).to_be_visible()

    heading = page.locator("h3[data-jupyter-id='Micaela-Bastidas']")
    for _ in range(2):  # JupyterLab opens a notebook at its top, and an open one at the heading
        page.evaluate(
            f"() => jupyterapp.commands.execute('docmanager:open', {{path: '{PHASE}'}}).then(() => null)"
        )
        card.scroll_into_view_if_needed()
        card.get_by_role("link", name="Micaela Bastidas").click()
        expect(heading).to_be_attached(timeout=60_000)
    expect(heading).to_be_in_viewport(timeout=30_000)
    assert blocked == []
