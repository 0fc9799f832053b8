"""The map and the last lines of the journal under it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from bokeh.events import Tap
from bokeh.models import ColumnDataSource, CustomJS

from colony_nb.app.moment import Moment
from colony_nb.app.panes import controls
from colony_nb.app.panes.lines import strip_html
from colony_nb.app.table import Table
from colony_nb.plots.describe import notes
from colony_nb.plots.map import MapPlot

# a canvas does not wait for its fonts: written text is drawn again once they are there
_FONTS_READY = """const faces = ['400 14px CSans', '600 14px CSans', '700 14px CSans']
const loaded = Promise.all(faces.map((f) => document.fonts.load(f)))
loaded.then(() => { for (const s of sources) s.change.emit() })"""


def wait_for_fonts(figure: Any, sources: list[ColumnDataSource]) -> None:
    """The texts of these sources are drawn again when the table's fonts are there."""
    figure.js_on_change("inner_width", CustomJS(args={"sources": sources}, code=_FONTS_READY))


class Board:
    """``written`` are the sources of texts on other figures that use the same fonts."""

    def __init__(
        self,
        table: Table,
        theme: str,
        on_country: Callable[[str], None],
        written: list[ColumnDataSource],
    ) -> None:
        self.table = table
        self._on_country = on_country
        self.map = MapPlot(palette=theme, words=notes(table.texts.language))
        self.map.figure.name, self.map.layers["full"].texts.source.name = "map", "map-words"
        self.map.figure.html_attributes = {"role": "img", "aria-label": table.texts.say("page.map")}
        sources = [*(layer.texts.source for layer in self.map.layers.values()), *written]
        wait_for_fonts(self.map.figure, sources)
        self.map.figure.on_event(Tap, self._tap)  # before the pane is shown, or it is never called
        self.pane = controls.plot(self.map.figure, sizing_mode="stretch_width")
        self.strip = controls.html("strip")
        self.panel = controls.column(self.pane, self.strip, classes=("left",))

    def _tap(self, event: Any) -> None:
        letter = self.map.country_at(event.x, event.y)
        if letter is not None:
            self._on_country(letter)

    def update(self, m: Moment, selected: str | None, possible: Collection[str]) -> None:
        self.map.update(m.view, selected, possible)
        self.strip.object = strip_html(m.journal[-12:], m.names, self.table.texts)

    def mark(self, m: Moment, selected: str | None, possible: Collection[str]) -> None:
        """Another selection, the same moment."""
        self.map.update(m.view, selected, possible)
