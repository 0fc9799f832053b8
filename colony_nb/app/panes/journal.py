"""The rules' texts."""

from __future__ import annotations

from typing import Any

import panel as pn

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
        self.text = controls.html("event")
        self.panel = controls.column(self.select, self.text, styles=("stack",))
        self._write(self.select.value)

    def _chosen(self, event: Any) -> None:
        self._write(event.new)

    def _write(self, name: str) -> None:
        rule = self.table.texts.book.rule(name)
        words = with_rules(with_links(rule["text"], self.table.texts), self.table.texts)
        self.text.object = f"<h3>{esc(name)} {esc(rule['title'])}</h3><p>{words}</p>"

    def open(self, name: str) -> None:
        """Shows a rule; a name without a text leaves what is there."""
        if name in self.table.texts.book.rules():
            self.select.value = name
