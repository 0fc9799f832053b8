"""The table as an ipywidget, through jupyter_bokeh."""

from __future__ import annotations

from typing import Any

import panel as pn
from bokeh.models import UIElement
from panel.io.notebook import patch_inline_stylesheets

# what a person at the page changes; everything else that comes back is an echo
BY_PERSONS = frozenset(
    (
        "active",
        "value",
        "value_input",
        "value_throttled",
        "clicks",
        "filename",
        "mime_type",
        "inner_width",
        "inner_height",
    )
)


def widget_of(layout: Any) -> Any:
    """A layout as an ipywidget, as wide as the box it stands in."""
    layout._hooks = [*layout._hooks, _inline]
    made = pn.ipywidget(layout)
    made.layout.width = "100%"
    made.on_msg(made._sync_model, remove=True)
    made.on_msg(_hear)
    return made


def _inline(_layout: Any, root: Any) -> None:
    """Panel leaves its style sheets to its public host, except where it fills a notebook's cell itself."""
    for model in root.select({"type": UIElement}):
        patch_inline_stylesheets(model)


def _hear(made: Any, content: dict[str, Any], buffers: list[Any]) -> None:
    """jupyter_bokeh's page sends back every change made in Python; Panel would take it for a person's."""
    kind = content.get("kind")
    if kind == "ModelChanged":
        model = made._document.get_model_by_id(content["model"]["id"])
        attribute = content["attr"]
        if model is None or attribute not in BY_PERSONS or getattr(model, attribute) == content["new"]:
            return
    elif kind != "MessageSent":
        return
    made._sync_model(made, content, buffers)
