"""Views of one table in several browser sessions: each is drawn anew under the lock of its own document."""

from __future__ import annotations

from typing import Any

import panel as pn

from colony_nb.app.loading import served
from colony_nb.app.table import Shown


class Remote:
    """A view that belongs to a document; ``refresh`` may be called from any session."""

    def __init__(self, view: Shown, document: Any) -> None:
        self.view = view
        self.document = document
        self._due = self._gone = False
        document.on_session_destroyed(self._leave)

    def _leave(self, _context: Any) -> None:
        self._gone = True

    def alive(self) -> bool:
        return not self._gone and self.view.alive()

    def refresh(self) -> None:
        """Now in the view's own session, else as soon as its document is free; several calls make one."""
        if pn.state.curdoc is self.document:
            self.view.refresh()
        elif not self._due:
            self._due = True
            self.document.add_next_tick_callback(self._refresh)

    def _refresh(self) -> None:
        self._due = False
        if self.alive():
            self.view.refresh()


def anywhere(view: Shown) -> Shown:
    """The view for ``Table.add``: served, it may be refreshed from other sessions too."""
    return Remote(view, pn.state.curdoc) if served() else view
