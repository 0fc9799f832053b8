"""Loads Panel so that the table needs nothing from outside this machine."""

from __future__ import annotations

from typing import Any

import panel as pn

_CODE_PANE = "application/vnd.holoviews_load.v0+json"


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
