"""Hints for the open question, one step at a time and only on request; folded again at the next question."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from colony_nb import bots
from colony_nb.app.focus import keep
from colony_nb.app.moment import Moment
from colony_nb.app.panes import controls
from colony_nb.app.table import Table
from colony_nb.app.texts import Texts, esc
from colony_nb.commentary import hints

STEPS = ("look", "stand", "steady")
BUTTON = ("first", "second", "third", "hide")
ADVISER = "steady"


def hinted(m: Moment) -> bool:
    """Whether the question is open to whoever sits at the screen, now."""
    return m.decision is not None and m.asking is not None and not m.cover and m.at is None


def advice(m: Moment, texts: Texts) -> tuple[Any, str]:
    """What the steady computer would answer in this seat, knowing no more than the seat does, and why."""
    assert m.decision is not None
    game, seat = m.game, m.decision.seat
    state = game._state
    question = next(q for q in state.questions if q.seat == seat)
    adviser = bots.find(ADVISER, game.setup.game)
    option, reason = adviser.choose(game.ruleset.seen_by(state, seat), question, 0)
    return option, texts.book.reason(reason.code, names=m.names, **reason.values)


def lines(m: Moment, step: str, texts: Texts) -> list[str]:
    """One step's sentences, in plain text."""
    assert m.decision is not None
    if step == "look":
        return hints.look(m.game.view(m.decision.seat), m.decision, m.names, texts.language)
    if step == "stand":
        return hints.stand(m.game, m.decision, m.names, texts.language)
    if m.decision.kind in hints.UNDECIDED:
        return hints.steady(m.decision, None, "", m.names, texts.language)
    option, reason = advice(m, texts)
    return hints.steady(m.decision, option, reason, m.names, texts.language)


def hints_html(m: Moment, steps: int, texts: Texts) -> str:
    """The first so many steps; those before the last are folded."""
    words, out = hints.texts(texts.language), []
    for number, step in enumerate(STEPS[:steps], 1):
        title = esc(words.say(f"title.{step}"))
        rows = "".join(f"<li><span>{esc(line)}</span></li>" for line in lines(m, step, texts))
        if number < steps:
            out.append(f"<details><summary>{title}</summary><ul>{rows}</ul></details>")
        else:
            out.append(f"<h3>{title}</h3><ul>{rows}</ul>")
    return f'<div class="odds">{"".join(out)}</div>'


class Hints:
    """A button that opens the next step, and what is open so far; ``changed`` is called at each press."""

    def __init__(self, table: Table, changed: Callable[[], None]) -> None:
        self.table = table
        self._changed = changed
        self._words = hints.texts(table.texts.language)
        self._key: tuple[Any, ...] = ()
        self.open = 0
        self._written = 0
        first = self._words.say("button.first")
        self.button = controls.button(first, self._press, "quiet", classes=("cnb-hint",))
        self.button.align = "start"
        keep(self.button)
        self.text: controls.Html | None = None  # made with the first hint
        self.panel = controls.column(self.button, styles=("stack",), visible=False)

    def _press(self) -> None:
        self.open = (self.open + 1) % len(BUTTON)
        self._changed()

    def update(self, m: Moment, wanted: bool) -> None:
        """``wanted``: there is room for hints here. A new question folds them."""
        able = wanted and hinted(m) and self.table.reader["hints"]
        key = (*m.key, None if m.decision is None else (m.decision.kind, m.decision.n))
        if key != self._key:
            self._key, self.open, self._written = key, 0, 0
            if self.text is not None:  # the next person must find nothing of it
                self.text.object = ""
                controls.show(self.text, False)
        controls.show(self.panel, able)
        if not able:
            return
        label = self._words.say(f"button.{BUTTON[self.open]}")
        if self.button.label != label:
            self.button.label = label
        if self.text is None:
            if not self.open:
                return
            self.text = controls.html("event")
            self.panel.append(self.text)
        if self._written != self.open:
            self._written = self.open
            self.text.object = hints_html(m, self.open, self.table.texts)
        controls.show(self.text, bool(self.open))
