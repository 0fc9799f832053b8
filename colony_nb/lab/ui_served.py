"""What the app's benchmark serves: the table with a game that computers play, and the bare reference app.

``python -m colony_nb.lab.ui_served PORT`` serves both on one process, as ``colony-nb serve`` does the table.
"""

from __future__ import annotations

import sys
from typing import Any

import panel as pn

from colony_nb.app import Table, View
from colony_nb.game import bot, new_game
from colony_nb.lab.bare_app import BareApp

PLAYERS, SEED = 4, 7
TABLE, BARE = "table", "bare"


def table() -> Any:
    """A table of its own for a session; its step button makes one computer choose."""
    return View(Table(new_game([bot()] * PLAYERS, SEED), on_disk=False)).__panel__()


def bare() -> Any:
    """A reference app of its own for a session."""
    return BareApp().__panel__()


def main(port: int) -> None:
    """Serves both until the process is ended."""
    pn.serve(
        {TABLE: table, BARE: bare},
        port=port,
        address="127.0.0.1",
        websocket_origin=[f"127.0.0.1:{port}"],
        show=False,
        verbose=False,
    )


if __name__ == "__main__":
    main(int(sys.argv[1]))
