"""Money, income, Influence and countries over the rounds, each with its table; built when first looked at."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import panel as pn

from colony_nb.app.focus import keep
from colony_nb.app.moment import Moment
from colony_nb.app.panes import controls
from colony_nb.app.panes.odds import study
from colony_nb.app.panes.sim_steps import is_simplified
from colony_nb.app.table import Table
from colony_nb.app.texts import esc
from colony_nb.plots.curves import FIGURES, Curves, curve_text, rows_of, table
from colony_nb.plots.curves_svg import phrases


class CurvesPane:
    """``changed`` is called when a table is opened or closed."""

    def __init__(self, shown_at: Table, theme: str, changed: Callable[[], None]) -> None:
        self.table = shown_at
        self.theme, self.scale = theme, 1.0
        self._changed = changed
        self.curves: Curves | None = None
        self.open: set[str] = set()
        self.buttons: dict[str, pn.widgets.Button] = {}
        self.tables: dict[str, Any] = {}
        self.told: dict[str, Any] = {}
        self.panes: dict[str, Any] = {}
        self.panel = controls.column(styles=("stack",), classes=("curves",))

    def _build(self) -> None:
        language = self.table.texts.language
        self.curves = Curves(self.theme, self.scale, language)
        words, parts = phrases(language), []
        intro = esc(study(language).say("curves.intro"))
        parts.append(controls.html("facts", text=f'<p class="no">{intro}</p>'))
        for what in FIGURES:
            figure = self.curves.figures[what]
            figure.name = f"curve-{what}"
            figure.html_attributes = {"role": "img", "aria-label": words.say(f"curve.{what}")}
            made = controls.button("", lambda what=what: self._press(what), "quiet", classes=("cnb-table",))  # type: ignore[misc]
            made.align = "start"
            keep(made)
            self.buttons[what] = made
            self.told[what] = controls.html("facts")
            self.tables[what] = controls.html("numbers", visible=False)
            self.panes[what] = controls.plot(figure, sizing_mode="stretch_width")
            parts += [
                self.panes[what],
                self.told[what],
                made,
                self.tables[what],
            ]
        self.panel.objects = parts

    def _press(self, what: str) -> None:
        self.open ^= {what}
        self._changed()

    def update(self, m: Moment) -> None:
        """Drawn only while it is looked at."""
        if self.curves is None:
            self._build()
        assert self.curves is not None
        language = self.table.texts.language
        rows = rows_of(m.journal, m.view)
        self.curves.update(rows, m.names)
        say, words = study(language).say, phrases(language)
        simple = is_simplified(m)
        for what in FIGURES:
            name = own = words.say(f"curve.{what}")
            if simple and what == "influence":
                own = self.table.texts.say("sim.prestige")
            title = self.curves.figures[what].title
            if title.text != own:
                title.text = own
            kept = not (simple and what == "income")  # a coin for each counter, which the rows tell
            for part in (self.panes[what], self.told[what], self.buttons[what]):
                controls.show(part, kept)
            shown = what in self.open and kept
            label = say("curves.hide" if shown else "curves.show", what=own)
            if self.buttons[what].label != label:
                self.buttons[what].label = label
            told = esc(curve_text(rows, m.names, what, language))
            numbers = table(rows, m.names, what, language).replace(esc(name), esc(own)) if shown else ""
            self.told[what].object = f'<p class="vh">{told}</p>'
            self.tables[what].object = f"<div>{numbers}</div>" if shown else ""
            controls.show(self.tables[what], shown)

    def restyle(self, theme: str, scale: float | None = None) -> None:
        """Another theme ("light", "dark") and, if given, another scale."""
        self.theme = theme
        self.scale = self.scale if scale is None else scale
        if self.curves is not None:
            self.curves.restyle(theme, self.scale)
