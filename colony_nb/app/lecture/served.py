"""Lectures in ``colony-nb serve``: the lecturer's page and the projector's share a table by a secret."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import panel as pn

from colony_nb.app.lecture.desk import Desk
from colony_nb.app.lecture.pages import curtain_page
from colony_nb.app.lecture.projector import Projector
from colony_nb.app.lecture.stage import stage_of
from colony_nb.app.loading import inline_sheets
from colony_nb.app.panes import controls
from colony_nb.app.table import Table
from colony_nb.app.theme import sheet, variables
from colony_nb.kernel.errors import ColonyError
from colony_nb.prepared import position

MOST = 40  # lectures of a process; the oldest are let go
DESK, SCREEN = "desk", "key"


@dataclass(slots=True)
class Lecture:
    """One lecture. ``desk`` opens the lecturer's page, ``key`` the projector alone."""

    table: Table
    desk: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    key: str = field(default_factory=lambda: secrets.token_urlsafe(16))


class Lectures:
    """The lectures of one server process."""

    def __init__(self) -> None:
        self._known: list[Lecture] = []

    def pages(self) -> dict[str, Callable[[], Any]]:
        """{name of the page: what answers it}."""
        return {"lecture": self.lecture, "projector": self.projector}

    def begin(self, table: Table | None = None) -> Lecture:
        """A new lecture, with a table of its own."""
        table = table or Table(on_disk=False)
        stage_of(table)
        made = Lecture(table)
        self._known = [*self._known[1 - MOST :], made]
        return made

    def find(self, **secret: str) -> Lecture | None:
        """The lecture with this ``desk`` or ``key``."""
        for name, value in secret.items():
            for known in self._known:
                if value and secrets.compare_digest(getattr(known, name).encode(), value.encode()):
                    return known
        return None

    def lecture(self) -> Any:
        """The lecturer's page. Its address gets a secret, so that a reload comes back to the same table.

        ``?position=NAME`` begins a new lecture with a prepared position.
        """
        found = self.find(desk=_asked(DESK))
        if found is None:
            found = self.begin()
            name = _asked("position")
            if name:
                try:
                    found.table._sit_down(position(name))
                except ColonyError as error:
                    found.table.notice = str(error)
        search = f"?{DESK}={found.desk}"
        pn.state.onload(lambda: _address(search))
        return Desk(found.table, address=f"projector?{SCREEN}={found.key}").__panel__()

    def projector(self) -> Any:
        """The projector's page; without the secret in its address it shows no table."""
        found = self.find(key=_asked(SCREEN))
        if found is not None:
            return Projector(found.table).__panel__()
        theme = "dark" if pn.config.theme == "dark" else "light"
        text = controls.html("curtain", text=curtain_page(Table(on_disk=False).texts))
        page = pn.Column(
            controls.column(text, styles=("screen",)),
            stylesheets=sheet("projector"),
            css_classes=["cnb-projector", "alone"],
            styles=variables(theme),
            sizing_mode="stretch_width",
            margin=0,
        )
        inline_sheets(page)
        return page


def _address(search: str) -> None:
    if pn.state.location is not None:
        pn.state.location.search = search


def _asked(name: str) -> str:
    """A value in the page's address, "" without one."""
    values = pn.state.session_args.get(name, [b""]) if pn.state.curdoc else [b""]
    return str(values[0].decode("utf-8", "replace"))[:200]
