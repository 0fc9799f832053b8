"""The odds before a fight, on request: hidden until asked for, and again at the next kind of question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, cast

from colony_nb.app.asking import Option
from colony_nb.app.focus import keep
from colony_nb.app.moment import Moment
from colony_nb.app.panes import controls
from colony_nb.app.table import Table
from colony_nb.app.texts import Texts, esc
from colony_nb.commentary.odds import (
    AttackOdds,
    chance_text,
    fights_follow,
    option_fight,
    option_odds,
    rebellion_sentences,
    table_odds,
)
from colony_nb.commentary.phrases import Phrases

CHOSEN = "attack"  # the question of which only the chosen option's odds are shown


@cache
def study(language: str) -> Phrases:
    """The sentences of data/text/<language>/study.toml."""
    return Phrases("study", language)


def question_has_odds(m: Moment) -> bool:
    """Whether a fight follows from an option of the question; those of "order" stand with the country."""
    if m.decision is None or m.at is not None or m.cover or m.decision.kind == "order":
        return False
    if m.view.get("game") != "colony":
        return False  # one throw each, and nothing of a step is told before all have chosen
    return fights_follow(m.game, m.decision)


def country_has_odds(m: Moment, letter: str | None) -> bool:
    """Whether people resist in a country that a power holds."""
    c = m.view["countries"].get(letter)
    if c is None or m.at is not None or m.view.get("game") != "colony":
        return False
    return bool(c["rebellion"] and c["owner"] is not None and not c["independent"])


def question_html(m: Moment, draft: Option | None, texts: Texts) -> str:
    """The odds of the chosen attack, or of each answer to a question before a fight."""
    assert m.decision is not None and m.asking is not None
    words = study(texts.language)
    if m.decision.kind == CHOSEN:
        lines = [] if draft is None else option_odds(m.game, m.decision, draft.value, m.names, texts.language)
        if draft is None or not lines:
            return f'<p class="no">{esc(words.say("odds.pick"))}</p>'
        return _html([("", [*lines, *_by_armies(m, draft.value, texts)])], texts)
    parts = []
    options = m.asking.options if m.asking.stop is None else (*m.asking.options, m.asking.stop)
    for option in options:
        lines = option_odds(m.game, m.decision, option.value, m.names, texts.language)
        if lines:
            parts.append((words.say("odds.option", label=option.label.rstrip(".")), lines))
    return _html(parts, texts)


def country_html(m: Moment, letter: str, texts: Texts) -> str:
    """The odds of the next fight where people resist, as the table stands."""
    odds = table_odds(m.game, letter)
    seat = m.view["countries"][letter]["owner"]
    return _html([("", rebellion_sentences(odds, letter, seat, m.names, texts.language))], texts)


def _by_armies(m: Moment, option: Any, texts: Texts) -> list[str]:
    """The chance of the same attack with each number of armies that may take part."""
    assert m.decision is not None
    same = [o for o in m.decision.options if isinstance(o, tuple) and o[:3] == tuple(option)[:3]]
    if len(same) < 2:
        return []
    words, rows = study(texts.language), []
    for attack in same:
        found = option_fight(m.game, m.decision, attack)
        assert found is not None
        chance = chance_text(cast(AttackOdds, found[1])["conquer"], texts.language)
        rows.append(words.say("odds.armies_row", armies=attack[3], chance=chance))
    return [words.say("odds.armies", source=option[1], rows="; ".join(rows))]


def _html(parts: Sequence[tuple[str, Sequence[str]]], texts: Texts) -> str:
    out = []
    for title, lines in parts:
        if title:
            out.append(f"<h3>{esc(title)}</h3>")
        out.append("<ul>" + "".join(f"<li><span>{esc(line)}</span></li>" for line in lines) + "</ul>")
    note = study(texts.language).say("odds.note")
    return f'<div class="odds">{"".join(out)}<p class="mut">{esc(note)}</p></div>'


class Odds:
    """A button and what it shows. ``changed`` is called when it is pressed."""

    def __init__(self, table: Table, changed: Callable[[], None]) -> None:
        self.table = table
        self._changed = changed
        self._words = study(table.texts.language)
        self._key: tuple[Any, ...] = ()
        self.open = False
        self.button = controls.button(
            self._words.say("odds.show"), self._press, "quiet", classes=("cnb-odds",)
        )
        self.button.align = "start"
        keep(self.button)
        self.text = controls.html("event")
        self.panel = controls.column(self.button, self.text, styles=("stack",), visible=False)

    def _press(self) -> None:
        self.open = not self.open
        self._changed()

    def update(self, key: tuple[Any, ...], able: bool, write: Callable[[], str]) -> None:
        """``write`` is called only when the odds are asked for; another ``key`` hides them again."""
        able = able and self.table.reader["odds"]
        if key != self._key:
            self._key, self.open = key, False
        controls.show(self.panel, able)
        if not able:
            return
        label = self._words.say("odds.hide" if self.open else "odds.show")
        if self.button.label != label:
            self.button.label = label
        self.text.object = write() if self.open else ""
        controls.show(self.text, self.open)
