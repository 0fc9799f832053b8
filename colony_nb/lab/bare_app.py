"""The smallest Panel app of the table's shape: what the benchmark compares the table with.

Eighteen hatched polygons, 150 tokens, two ladders, a list of countries, one button, one line of text; each
press changes all of it and sends it with one push. It plays no game.
"""

from __future__ import annotations

import random
from math import cos, pi, sin
from typing import Any

import panel as pn
from bokeh.models import ColumnDataSource, TapTool
from bokeh.plotting import figure

COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#F0E442")
HATCHES = (" ", "/", ".", "x", "-", "o")
COUNTRIES, TOKENS, LADDER = 18, 150, 40


class BareApp(pn.viewable.Viewer):
    """``press`` is one action; the button does it too."""

    def __init__(self, seed: int = 1, **params: Any) -> None:
        super().__init__(**params)
        self._chance = random.Random(seed)
        self.turn = 0
        self._centres = [(1 + 2 * (i % 6), 1 + 2 * (i // 6)) for i in range(COUNTRIES)]
        corners = [2 * pi * k / 12 for k in range(12)]
        self.countries = ColumnDataSource(
            {
                "xs": [[x + 0.95 * cos(a) for a in corners] for x, _ in self._centres],
                "ys": [[y + 0.95 * sin(a) for a in corners] for _, y in self._centres],
                "colour": [COLOURS[0]] * COUNTRIES,
                "hatch": [" "] * COUNTRIES,
            }
        )
        self.tokens = ColumnDataSource({"x": [], "y": [], "colour": []})
        seats = list(range(len(COLOURS)))
        self.ladders = [
            ColumnDataSource({"x": seats, "top": [0] * len(seats), "colour": COLOURS}) for _ in range(2)
        ]
        self.board = pn.pane.Bokeh(self._map())
        self.select = pn.widgets.Select(
            label="Country", options={f"Country {i + 1}": i for i in range(COUNTRIES)}
        )
        self.button = pn.widgets.Button(label="Do it", css_classes=["bare-go"])
        self.button.on_click(lambda _event: self.press())
        self.status = pn.pane.HTML("")
        self._layout = pn.Column(
            pn.Row(self.select, self.button),
            pn.Row(self.board, *(pn.pane.Bokeh(self._ladder(source)) for source in self.ladders)),
            self.status,
        )
        self._draw()

    def __panel__(self) -> pn.Column:
        return self._layout

    def _map(self) -> figure:
        fig = figure(width=640, height=360, tools="", toolbar_location=None, name="map")
        fig.axis.visible = fig.grid.visible = False
        land = fig.patches(
            "xs",
            "ys",
            source=self.countries,
            fill_color="colour",
            line_color="#222222",
            hatch_pattern="hatch",
            hatch_color="#333333",
            hatch_alpha=0.35,
            nonselection_alpha=1.0,
            nonselection_hatch_alpha=0.35,
        )
        fig.scatter("x", "y", source=self.tokens, size=8, fill_color="colour", line_color="black")
        fig.add_tools(TapTool(renderers=[land], mode="replace"))
        return fig

    def _ladder(self, source: ColumnDataSource) -> figure:
        fig = figure(width=240, height=360, tools="", toolbar_location=None, y_range=(0, LADDER))
        fig.vbar("x", top="top", width=0.8, fill_color="colour", line_color="black", source=source)
        return fig

    def press(self) -> None:
        """One action: other owners, other tokens, other ladders, another line; one push."""
        self.turn += 1
        self._draw()
        pn.io.push_notebook(self.board)

    def _draw(self) -> None:
        chance = self._chance
        owners = [chance.randrange(len(COLOURS)) for _ in range(COUNTRIES)]
        self.countries.data = dict(self.countries.data) | {
            "colour": [COLOURS[o] for o in owners],
            "hatch": [HATCHES[o] for o in owners],
        }
        places = [self._centres[i % COUNTRIES] for i in range(TOKENS)]
        self.tokens.data = {
            "x": [x + chance.uniform(-0.6, 0.6) for x, _ in places],
            "y": [y + chance.uniform(-0.6, 0.6) for _, y in places],
            "colour": [chance.choice(COLOURS) for _ in places],
        }
        for source in self.ladders:
            tops = [chance.randrange(1, LADDER) for _ in COLOURS]
            source.data = dict(source.data) | {"top": tops}
        self.status.object = f"<p>Turn {self.turn}</p>"
