"""The countries: a list that mirrors the map, and all facts of the chosen one in words."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

import panel as pn

from colony_nb.app.linked import link
from colony_nb.app.moment import Moment
from colony_nb.app.panes import controls
from colony_nb.app.panes.history_pages import with_links
from colony_nb.app.panes.lines import with_rules
from colony_nb.app.panes.odds import Odds, country_has_odds, country_html
from colony_nb.app.panes.tables import tables_html
from colony_nb.app.table import Table
from colony_nb.app.texts import Texts, esc
from colony_nb.app.theme import disc, glyph, product
from colony_nb.commentary.whynot import why_not
from colony_nb.plots.describe import describe, describe_country
from colony_nb.plots.layout import BUILDINGS, MINERALS, PRODUCTS


def facts_html(m: Moment, letter: str | None, impossible: bool, texts: Texts) -> str:
    """What is known of a country: symbols with their words, then sentences; why it is ``impossible``."""
    if letter is None or letter not in m.view["countries"]:
        return f'<p class="no">{esc(texts.book.word("line.nothing_selected"))}</p>'
    c = m.view["countries"][letter]
    mark = disc(c["owner"], 24) if c["owner"] is not None else ""
    chips = []
    for name in PRODUCTS:
        if c["products"].get(name):
            words = esc(texts.book.word(f"product.{name}.name"))
            words = link(f"product:{name}", words)
            chips.append(f"<span>{product(name, name in MINERALS)}{c['products'][name]} {words}</span>")
    for name in BUILDINGS:
        if c[name]:
            words = link(f"thing:{name.replace('_', '-')}", esc(texts.book.word(f"thing.{name}.name")))
            chips.append(f"<span>{glyph(name, 20)}{words}</span>")
    if c["armies"]:
        words = link("thing:army", esc(texts.count("army", c["armies"])))
        chips.append(f"<span>{glyph('army', 20)}{words}</span>")
    for power in m.view["powers"]:
        for figure in ("colonist", "missionary"):
            if power[figure] == letter:
                words = link(f"thing:{figure}", esc(texts.book.word(f"thing.{figure}.name")))
                chips.append(f"<span>{glyph(figure, 20)}{disc(power['seat'], 16)}{words}</span>")
    out = f'<h2 class="sf">{mark}{link(f"country:{letter}", esc(c["name"]))} ({letter})</h2>'
    if impossible and m.decision is not None:
        why = esc(why_not(m.view, m.decision, letter, texts.language))
        out += f'<p class="whynot"><b>{with_rules(why, texts)}</b></p>'
    if chips:
        out += f'<div class="chips">{"".join(chips)}</div>'
    return out + f"<p>{with_links(describe_country(m.view, letter, language=texts.language), texts)}</p>"


def whole_html(m: Moment, texts: Texts) -> str:
    """The board in sentences, folded."""
    words = esc(describe(m.view, language=texts.language))
    return f"<details><summary>{esc(texts.say('question.whole'))}</summary><p>{words}</p></details>"


class Country:
    """``select`` lists every country; its value is a letter or ""."""

    def __init__(
        self, table: Table, on_country: Callable[[str], None], changed: Callable[[], None] = lambda: None
    ) -> None:
        self.table = table
        self._on_country = on_country
        self._setting = False
        self.select = pn.widgets.Select(
            label=table.texts.say("question.country"),
            groups={table.texts.say("question.others"): {table.texts.say("question.pick"): ""}},
            css_classes=["cnb-country"],
            **controls.field_options(),
        )
        self.select.param.watch(self._chosen, "value")
        self.facts = controls.html("facts")
        self.whole = controls.html("facts")
        self.odds = Odds(table, changed)
        self.tables = controls.html("tables", visible=False)
        self.panel = controls.column(
            self.select, self.odds.panel, self.facts, self.whole, self.tables, styles=("stack",)
        )

    def _chosen(self, event: Any) -> None:
        if not self._setting and event.new:
            self._on_country(event.new)

    def update(
        self, m: Moment, selected: str | None, possible: Collection[str], tables: bool = False
    ) -> None:
        """Lists the countries, those that can be chosen first; ``tables``: with everything in tables."""
        say = self.table.texts.say
        named = {
            self.table.texts.book.line("list.lettered", name=c["name"], letter=k): k
            for k, c in m.view["countries"].items()
        }
        able = {label: k for label, k in named.items() if k in possible}
        rest = {label: k for label, k in named.items() if k not in possible}
        groups: dict[str, dict[str, str]] = {" ": {say("question.pick"): ""}}
        if able:
            groups[say("question.possible")] = able
        if rest:
            groups[say("question.others")] = rest
        self._setting = True
        try:
            if groups != self.select.groups:
                self.select.param.update(groups=groups, value=selected or "")
            elif self.select.value != (selected or ""):
                self.select.value = selected or ""
        finally:
            self._setting = False
        impossible = bool(possible) and selected is not None and selected not in possible
        texts = self.table.texts
        self.facts.object = facts_html(m, selected, impossible, texts)
        self.odds.update(
            (id(m.game), selected),
            country_has_odds(m, selected),
            lambda: country_html(m, selected or "", texts),
        )
        self.whole.object = whole_html(m, texts)
        controls.show(self.tables, tables)
        if tables:
            self.tables.object = tables_html(m, texts)
