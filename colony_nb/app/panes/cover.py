"""The screen between two secret choices: whose turn it is to sit down."""

from __future__ import annotations

from colony_nb.app.focus import keep, take
from colony_nb.app.moment import Moment
from colony_nb.app.panes import controls
from colony_nb.app.table import Table
from colony_nb.app.texts import esc
from colony_nb.app.theme import disc


class Cover:
    def __init__(self, table: Table) -> None:
        self.table = table
        self.text = controls.html("covertext")
        self.go = controls.button(
            table.texts.book.word("button.continue"),
            table.uncover,
            "onbar",
            "onbarfilled",
            classes=("cnb-uncover",),
        )
        self.go.align = "start"
        keep(self.go)
        self.panel = controls.column(self.text, self.go, styles=("cover",))
        take(self.panel, "cnb-uncover")

    def update(self, m: Moment) -> None:
        if not m.cover or m.decision is None:
            return
        seat = m.decision.seat
        line = self.table.texts.book.line
        hand, look = line("line.hand_over", m.names, seat=seat), line("screen.cover", m.names, seat=seat)
        self.text.object = f"<h1>{disc(seat, 44)}{esc(hand)}</h1><p>{esc(look)}</p>"
