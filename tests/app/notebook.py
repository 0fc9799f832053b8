"""A notebook's comm without a browser: what a view sends when a control or the map is used.

It goes the way of Panel's own message handling, so an update that JupyterLab would lose is lost here too.
"""

from __future__ import annotations

import json
from typing import Any

import panel
import panel.io.model
import pyviz_comms
from bokeh.document import Document
from bokeh.events import ButtonClick, Event, Tap

from colony_nb.app.view import View


class FakeComm(pyviz_comms.Comm):
    """Keeps what is sent."""

    def __init__(self) -> None:
        super().__init__()
        self._comm = True
        self.sent: list[Any] = []

    def init(self, on_msg: Any = None) -> None:
        pass

    def send(self, data: Any = None, metadata: Any = None, buffers: Any = ()) -> None:
        self.sent.append(data)


class Notebook:
    """A view as a notebook cell shows it."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.doc, self.comm = Document(), FakeComm()
        layout = view.__panel__()
        self.root = layout._render_model(self.doc, self.comm)
        panel.io.model.add_to_doc(self.root, self.doc, True)
        self.ref = self.root.ref["id"]
        self.lost = 0  # changes that a notebook would never show: nothing had sent them at the callback's end

    def _handle(self, do: Any) -> list[dict[str, Any]]:
        held = self.doc.callbacks.hold_value
        self.comm.sent.clear()
        self.doc.hold()
        try:
            do()
        finally:
            self.lost = len(self.doc.callbacks._held_events)
            self.doc.unhold()
            if held:
                self.doc.hold(held)
        texts = [m for m in self.comm.sent if isinstance(m, str) and '"events"' in m]
        return [event for text in texts for event in json.loads(text)["events"]]

    def _trigger(self, event: Event) -> list[dict[str, Any]]:
        return self._handle(lambda: self.doc.callbacks.trigger_event(event))

    def model(self, control: Any) -> Any:
        """The Bokeh model of a Panel component in this display."""
        return control._models[self.ref][0]

    def click(self, button: Any) -> list[dict[str, Any]]:
        """Presses a button; gives the events that went to the page."""
        assert not button.disabled and button.visible, button.label
        return self._trigger(ButtonClick(self.model(button)))

    def tap(self, x: float, y: float) -> list[dict[str, Any]]:
        """Clicks on the map."""
        figure = self.view.board.map.figure
        return self._trigger(Tap(figure, sx=1, sy=1, x=x, y=y))

    def change(self, control: Any, **values: Any) -> list[dict[str, Any]]:
        """Changes what a control shows, as the page does."""
        assert not control.disabled, control
        return self._handle(
            lambda: (
                control._process_events(control._process_property_change(values))
                if hasattr(control, "_process_property_change")
                else None
            )
        )


def sources(events: list[dict[str, Any]]) -> int:
    """How many events change a figure's data."""
    return sum(
        e.get("attr") == "data" or e["kind"] in ("ColumnDataChanged", "ColumnsPatched") for e in events
    )
