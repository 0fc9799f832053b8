"""The rules' texts."""

from __future__ import annotations

from typing import Any

import panel as pn

from colony_nb.app.moment import Moment
from colony_nb.app.panes import controls
from colony_nb.app.panes.history_pages import with_links
from colony_nb.app.panes.lines import with_rules
from colony_nb.app.table import Table
from colony_nb.app.texts import esc


class Rules:
    """One rule's text; all rules in a list."""

    def __init__(self, table: Table) -> None:
        self.table = table
        book = table.texts.book
        options = {f"{name} {book.rule(name)['title']}": name for name in book.rules()}
        self.select = pn.widgets.Select(
            label=table.texts.say("rules.pick"),
            options=options,
            css_classes=["cnb-rule"],
            **controls.field_options(),
        )
        self.select.param.watch(self._chosen, "value")
        self._all, self._shut = options, frozenset[str]()
        self.text = controls.html("event")
        self.panel = controls.column(self.select, self.text, styles=("stack",))
        self._write(self.select.value)

    def _chosen(self, event: Any) -> None:
        self._write(event.new)

    def update(self, m: Moment) -> None:
        """Offers the rules that may be read now: those of the simplified game as its steps are shown."""
        if m.shut_rules == self._shut and self.select.options:
            return
        self._shut = m.shut_rules
        options = {words: name for words, name in self._all.items() if name not in self._shut}
        value = self.select.value if self.select.value in options.values() else next(iter(options.values()))
        self.select.param.update(options=options, value=value)

    def _write(self, name: str) -> None:
        if name in self._shut:
            self.text.object = f"<p>{esc(self.table.texts.say('sim.rule_shut'))}</p>"
            return
        rule = self.table.texts.book.rule(name)
        words = with_rules(with_links(rule["text"], self.table.texts), self.table.texts)
        self.text.object = f"<h3>{esc(name)} {esc(rule['title'])}</h3><p>{words}</p>"

    def open(self, name: str) -> None:
        """Shows a rule; a name without a text leaves what is there."""
        if name in self._shut:
            self._write(name)
        elif name in self.table.texts.book.rules():
            self.select.value = name
