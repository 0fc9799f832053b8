"""Loads Panel so that the table needs nothing from outside this machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import panel as pn
from panel.io import unlocked


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
def sending(pane: Any) -> Iterator[None]:
    """What changes inside is sent to the page together.

    In a notebook by one push at the end. Served, Panel may run a control's callback without the document's
    lock, in which changes of figures would be refused; its ``unlocked`` writes them in order in both cases.
    """
    if served():
        with unlocked():
            yield
    else:
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
