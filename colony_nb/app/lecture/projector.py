"""The projector: what the whole room sees, in big type and without a control.

It is made of HTML and SVG alone and scaled by the page: a sheet of 16 to 9 that fits its window.
"""

from __future__ import annotations

from typing import Any

import panel as pn

from colony_nb.app.lecture.clock import Clock
from colony_nb.app.lecture.figures import map_svg, powers_svg
from colony_nb.app.lecture.pages import curtain_html, head_html, now_html, sheet_html, side_html
from colony_nb.app.lecture.public import acting, possible, public, said
from colony_nb.app.lecture.remote import anywhere
from colony_nb.app.lecture.stage import Stage, stage_of
from colony_nb.app.loading import sending, served
from colony_nb.app.panes import controls
from colony_nb.app.panes.powers import summary
from colony_nb.app.render import Top
from colony_nb.app.table import Table
from colony_nb.app.theme import sheet, variables


class Projector(pn.viewable.Viewer):
    """A display of a table for the room: public things only, as far as ``table.stage`` lets it go.

    A table without a stage is given one.
    """

    def __init__(self, table: Table, theme: str = "", **params: Any) -> None:
        super().__init__(**params)
        self.table = table
        stage_of(table)
        self.theme = theme or ("dark" if pn.config.theme == "dark" else "light")
        self._shown: tuple[Any, frozenset[str]] | None = None  # what the map was drawn from
        self.head = controls.html("stagehead", classes=("grow",))
        self.clock = Clock(table.texts, lambda: self._layout, self.alive)
        self.map = controls.html("stagemap", classes=("left",))
        self.side = controls.html("stageside", classes=("right",))
        self.sheet = controls.html("sim", "stagesheet", "stagesim", visible=False)
        self.now = controls.html("stagenow", classes=("now",))
        self.curtain = controls.html("curtain", visible=False)
        header = controls.row(self.head, self.clock.text, styles=("stagetop",))
        self.main = controls.row(self.map, self.side, styles=("stagemain",))
        self.box = controls.column(header, self.main, self.sheet, self.now, styles=("stagebox",))
        screen = controls.column(self.curtain, self.box, styles=("screen",), classes=("cnb-screen",))
        self._layout = Top(
            screen,
            stylesheets=sheet("projector"),
            css_classes=["cnb-projector", *(["alone"] if served() else [])],
            styles=variables(self.theme) | {"--least": "24px"},
            sizing_mode="stretch_width",
            margin=0,
        )
        table.add(anywhere(self))
        self.refresh()

    def __panel__(self) -> Top:
        return self._layout

    def alive(self) -> bool:
        """False once the display it was made for is gone."""
        return self._layout.alive()

    def refresh(self) -> None:
        """Draws what has changed and sends it, once."""
        with sending(self._layout):
            self._draw()

    def _draw(self) -> None:
        table, texts = self.table, self.table.texts
        stage = table.stage or Stage()
        starting = table.starting or table.game is None
        shut = stage.curtain or starting or (stage.door and bool(stage.code))
        controls.show(self.curtain, shut)
        controls.show(self.box, not shut)
        self.clock.follow(stage)
        self.curtain.object = curtain_html(stage, starting, texts) if shut else ""
        if shut:
            return
        m = public(table)
        own = table.moment()
        screen = own.screen if not stage.hidden else None
        self.head.object = head_html(m, stage, texts, screen)
        page = sheet_html(table, m, stage)
        controls.show(self.sheet, bool(page))
        controls.show(self.main, not page)
        self.sheet.object = page
        if not page:
            shown = (m.view, possible(table, m))
            if shown != self._shown:
                self._shown = shown
                self.map.object = map_svg(*shown, self.theme, texts.language)
            self.side.object = side_html(table, m, stage) or powers_svg(
                m.view,
                acting(table, m),
                " ".join(summary(m, power, texts) for power in m.view["powers"]),
                self.theme,
                texts,
            )
        self.now.object = now_html(
            said(table, m, stage), m, stage, texts, asked=screen is None and not own.debrief
        )
        classes = ["now", *(["cnb-whatif"] if m.left is not None else [])]
        if self.now.css_classes != classes:
            self.now.css_classes = classes
