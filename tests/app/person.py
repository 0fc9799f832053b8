"""A person who answers every question with the controls alone."""

from __future__ import annotations

import random
from typing import Any

from app.notebook import Notebook
from colony_nb.app.asking import CARDS, CHOICE, COUNTRY, LIST, NUMBER
from colony_nb.app.view import View
from colony_nb.plots.board import lands


class Person:
    """``answer`` puts a chance option into the controls and presses the button that commits it."""

    def __init__(self, view: View, seed: int = 1, notebook: Notebook | None = None) -> None:
        self.view = view
        self.notebook = notebook
        self.chance = random.Random(seed)
        self.kinds: set[str] = set()
        self.modes: set[str] = set()
        self.taps = 0

    def press(self, button: Any) -> None:
        if self.notebook is not None:
            self.notebook.click(button)
        else:
            assert button.visible and not button.disabled, button.label
            button.clicks += 1

    def answer(self) -> Any:
        """Answers the question on the table; gives the option that was meant."""
        view, table = self.view, self.view.table
        m = table.moment()
        if m.debrief:
            self.press(view.debriefing.skip)
            m = table.moment()
        if m.cover:
            self.press(view.cover.go)
            m = table.moment()
        if view.reading:
            self.press(view.now.commit)
        assert m.decision is not None and m.asking is not None
        option = self.chance.choice(m.decision.options)
        self.kinds.add(m.decision.kind)
        self.modes.add(m.asking.mode)
        if m.asking.stop is not None and option == m.asking.stop.value:
            before = table.game.n
            self.press(view.now.stop)
            assert table.game.n > before
            return option
        self._set(m, option)
        draft = view.question.draft(view.selected)
        assert draft is not None and draft.value == option, (m.decision.kind, option, draft)
        self.press(view.now.commit)
        return option

    def _set(self, m: Any, option: Any) -> None:
        question, mode = self.view.question, m.asking.mode
        if mode == CARDS:
            for card in option:
                question.hand.toggles[card - 1].value = True
        elif mode == COUNTRY:
            self._country(option)
        elif mode == NUMBER:
            question.number.value = option
        elif mode == LIST:
            if self.chance.random() < 0.5:
                self._country(next(c for c in option if isinstance(c, str) and len(c) == 1))
            rows = [o.value for o in question._rows]
            question.list.value = rows.index(option)
        elif mode == CHOICE:
            control = question.short if question.short.visible else question.choices
            control.value = m.decision.options.index(option)

    def _country(self, letter: str) -> None:
        """On the map and in the list in turn."""
        self.taps += 1
        if self.notebook is not None and self.taps % 2:
            self.notebook.tap(*lands()[letter].label)
        else:
            self.view.country.select.value = letter
        assert self.view.selected == letter
        assert self.view.country.select.value == letter
