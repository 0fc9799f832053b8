"""Loads Panel so that the table needs nothing from outside this machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import panel as pn
from bokeh.models import UIElement
from panel.io import unlocked
from panel.io.notebook import block_comm, patch_inline_stylesheets
from panel.io.state import set_curdoc


def in_notebook() -> bool:
    """Whether this Python runs the cells of a notebook."""
    try:
        from IPython import get_ipython
    except ImportError:
        return False
    shell: Any = get_ipython()
    return shell is not None and hasattr(shell, "kernel")


def served() -> bool:
    """Whether a browser session of a Panel server is being answered."""
    doc = pn.state.curdoc
    return bool(doc is not None and doc.session_context)


@contextmanager
def sending(layout: Any, pane: Any) -> Iterator[None]:
    """What changes inside is sent to the page together.

    In a notebook by one push at the end, and as the document of this display: an event of another
    display may be under way, and Panel would mix up the two documents' style sheets. Served, Panel may run a
    control's callback without the document's lock, where changes of figures would be refused; its
    ``unlocked`` writes them in order with and without it.
    """
    if served():
        with unlocked():
            yield
    else:
        doc = next((model.document for model, _ in layout._models.values()), None)
        if pn.state._hold:  # inside another one: that one sends
            yield
            return
        with set_curdoc(doc), block_comm():  # without it Panel sends each change of a control by itself
            yield
        pn.io.push_notebook(pane)


def load() -> None:
    """Panel's extension with inline resources; in a notebook it is put into the output of the cell that runs.

    Run again in another cell it does nothing new that a reader would notice.
    """
    if served():
        return
    if in_notebook():
        pn.extension(inline=True)
    else:
        pn.config.inline = True


def _inline(_layout: Any, root: Any) -> None:
    """Panel leaves its own style sheets to its public host, except where it fills a notebook's cell itself."""
    for model in root.select({"type": UIElement}):
        patch_inline_stylesheets(model)


def panel_widget(layout: Any) -> Any:
    """A layout as an ipywidget, as wide as the box it stands in."""
    layout._hooks = [*layout._hooks, _inline]
    made = pn.ipywidget(layout)
    made.layout.width = "100%"
    return made
