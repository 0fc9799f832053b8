"""The harness itself: what it says about a page is what a person would see there."""

from __future__ import annotations

from playwright.sync_api import Page

from browser.harness import Lab, model, tap, wait_model

SETUP = """
import panel as pn
from bokeh.events import Tap
from bokeh.models import ColumnDataSource
from bokeh.plotting import figure
pn.extension(inline=True)
"""
APP = """
source = ColumnDataSource({"x": [0.0], "y": [0.0]}, name="points")
plot = figure(name="plot", width=500, height=300, x_range=(0, 100), y_range=(0, 50))
plot.scatter("x", "y", source=source)
plot.on_event(Tap, lambda e: source.stream({"x": [e.x], "y": [e.y]}))
button = pn.widgets.Button(label="Add")
pane = pn.pane.Bokeh(plot)
def add(_):
    source.stream({"x": [1.0], "y": [2.0]})
    pn.io.push_notebook(pane)
button.on_click(add)
pn.Column(button, pane)
"""


def test_start_notebook_shows_its_text_and_picture(lab: Lab, page: Page) -> None:
    notebook = lab.open(page)
    first = notebook.markdown().first
    first.wait_for()
    assert "exploitation" in first.inner_text()
    assert notebook.errors() == []
    picture = notebook.markdown().locator("img[alt*='invented continent']")
    picture.wait_for()
    page.wait_for_function("img => img.complete && img.naturalWidth > 0", arg=picture.element_handle())


def test_taps_and_buttons_reach_python_and_come_back(lab: Lab, page: Page, blocked: list[str]) -> None:
    notebook = lab.open(page, lab.write("harness.ipynb", SETUP, APP))
    notebook.run_all()
    tap(page, "plot", 40, 10)
    wait_model(page, "points", "data", "value.x.length === 2")
    tap(page, "plot", 80, 30)
    wait_model(page, "points", "data", "value.x.length === 3")
    notebook.output().get_by_role("button", name="Add").click()
    wait_model(page, "points", "data", "value.x.length === 4")
    data = model(page, "points", "data")
    assert [round(x) for x in data["x"]] == [0, 40, 80, 1]
    assert [round(y) for y in data["y"]] == [0, 10, 30, 2]
    assert notebook.errors() == []


def test_an_exception_in_a_cell_or_callback_is_seen(lab: Lab, page: Page) -> None:
    bad = "button = pn.widgets.Button(label='Bad')\nbutton.on_click(lambda _: 1 / 0)\nbutton"
    notebook = lab.open(page, lab.write("errors.ipynb", SETUP, bad, "unknown_name"))
    notebook.run_all()
    assert any("NameError" in text for text in notebook.errors())
    notebook.output().get_by_role("button", name="Bad").click()
    page.wait_for_function(
        "() => document.body.innerText.includes('ZeroDivisionError')",
    )
    assert any("ZeroDivisionError" in text for text in notebook.errors())


def test_other_hosts_are_blocked_and_named(lab: Lab, page: Page, blocked: list[str]) -> None:
    page.goto(f"{lab.url}/lab")
    answer = page.evaluate(
        "() => fetch('https://cdn.example.org/x.js').then(() => 'through', () => 'blocked')"
    )
    assert answer == "blocked"
    assert blocked == ["https://cdn.example.org/x.js"]
