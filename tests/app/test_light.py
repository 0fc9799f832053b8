"""What a display sends: one message an action, nothing before it is needed, nothing from elsewhere."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("panel")

from bokeh.models import ImportedStyleSheet, InlineStyleSheet, UIElement

import colony_nb as colony
from app.notebook import Notebook
from colony_nb.app import Table, View
from colony_nb.app.view import GAME, QUESTION


def shown() -> tuple[View, Notebook]:
    view = View(Table(colony.new_game(["Ana", *[colony.bot("random")] * 3], seed=3)))
    return view, Notebook(view)


def messages(notebook: Notebook) -> int:
    return sum(isinstance(m, str) and '"events"' in m for m in notebook.comm.sent)


def test_a_choice_is_sent_in_one_message() -> None:
    view, notebook = shown()
    for _ in range(12):
        decision = view.table.moment().decision
        assert decision is not None
        option = decision.options[0]
        notebook._handle(lambda option=option: view.table.choose(option))  # type: ignore[misc]
        assert messages(notebook) == 1 and notebook.lost == 0


def test_a_pane_comes_to_the_page_when_it_is_opened() -> None:
    view, notebook = shown()
    assert notebook.ref not in view.keep.save._models
    before = len(list(notebook.root.references()))
    notebook._handle(lambda: setattr(view.tabs, "value", GAME))
    assert notebook.model(view.keep.save) in notebook.root.references()
    notebook._handle(lambda: setattr(view.tabs, "value", QUESTION))
    full = len(list(notebook.root.references()))
    notebook._handle(lambda: setattr(view.tabs, "value", GAME))
    assert before < len(list(notebook.root.references())) == full


def test_panels_style_sheets_are_in_the_page_once() -> None:
    view, notebook = shown()
    notebook._handle(lambda: setattr(view.tabs, "value", GAME))
    sheets: list[Any] = [s for m in notebook.root.select({"type": UIElement}) for s in m.stylesheets]
    assert not [s.url for s in sheets if isinstance(s, ImportedStyleSheet)]
    inline = {id(s): s.css for s in sheets if isinstance(s, InlineStyleSheet)}
    assert 0 < len(inline) < 30
