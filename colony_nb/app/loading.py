"""Loads Panel so that the table needs nothing from outside this machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

import panel as pn
from panel.io import unlocked
from panel.io.notebook import block_comm
from panel.io.state import set_curdoc

from colony_nb.app.late import bring_sheets, together


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
def keeping(component: Any) -> Iterator[None]:
    """A push inside loses nothing that the page sent along in the same message.

    While a notebook's message is applied its changes are held, and their callbacks run at its end. A push
    takes all that is held, so a choice that came together with a click would never be heard.
    """
    doc: Any = next((model.document for model, _ in component._models.values()), None)
    waiting = [] if doc is None else [e for e in doc.callbacks._held_events if getattr(e, "setter", None)]
    yield
    if waiting:
        held = doc.callbacks._held_events
        doc.callbacks._held_events = [*(e for e in waiting if e not in held), *held]


@contextmanager
def sending(layout: Any) -> Iterator[None]:
    """What changes inside is sent to the page together.

    In a notebook by one push at the end, and as the document of this display: an event of another
    display may be under way, and Panel would mix up the two documents' style sheets. Served, Panel may run a
    control's callback without the document's lock, where changes of figures would be refused; its
    ``unlocked`` writes them in order with and without it.
    """
    if served():
        with unlocked(), together():
            yield
    else:
        doc = next((model.document for model, _ in layout._models.values()), None)
        if pn.state._hold:  # inside another one: that one sends
            yield
            return
        # with the comm blocked, or Panel sends each change of a control by itself
        with set_curdoc(doc), block_comm(), together():
            yield
        with keeping(layout):
            pn.io.push_notebook(layout)


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


def inline_sheets(layout: Any) -> None:
    """In a notebook the layout brings Panel's style sheets along; served, Panel's server has them."""
    if not served():
        layout._hooks = [*layout._hooks, _inline]


def _inline(layout: Any, root: Any) -> None:
    with root.document.models.freeze() if root.document is not None else nullcontext():
        bring_sheets(layout, layout, root.ref["id"])
