"""The screen before a question of the simplified game: the reading, the note, the choices and the accounts.

It takes the place of the board, so nobody sees more than what is told. Nothing on it is secret.
"""

from __future__ import annotations

from colony_nb.app.focus import keep, take
from colony_nb.app.linked import linked
from colony_nb.app.moment import Moment
from colony_nb.app.panes import controls
from colony_nb.app.panes.sim_reading import screen_html
from colony_nb.app.panes.sim_steps import BOOKED, DISCUSS, NOTE, READ, Screen, steps
from colony_nb.app.table import Table


class SimScreen:
    """``go`` leads on, ``discuss`` takes the other way before SIM-8."""

    def __init__(self, table: Table) -> None:
        self.table = table
        say = table.texts.say
        self._shown: Screen | None = None
        self.text = linked(lambda _ref: None, "sim", classes=("cnb-sim",))
        self.go = controls.button("", table.go_on, "filled", classes=("cnb-go-on",))
        self.discuss = controls.button(
            say("sim.go_discuss"), table.discuss, "filled", classes=("cnb-discuss",), visible=False
        )
        for made in (self.go, self.discuss):
            keep(made)
        page = controls.column(self.text, classes=("scrolls",))
        bar = controls.row(self.go, self.discuss, styles=("simbar",))
        self.panel = controls.column(page, bar, styles=("simscreen",), visible=False)
        take(self.panel, "cnb-go-on")

    def update(self, m: Moment) -> None:
        """Draws the screen that is due."""
        screen = m.screen
        if screen is None:
            self._shown = None
            return
        page = screen_html(self.table, m)
        if self.text.object != page:
            self.text.object = page
        if screen != self._shown:
            self.text.shown += 1  # the page goes to the top, the heading takes a focus that was lost
        controls.show(self.discuss, screen.kind == NOTE)
        label = self._label(m, screen)
        if self.go.label != label:
            self.go.label = label
        self._shown = screen

    def _label(self, m: Moment, screen: Screen) -> str:
        say = self.table.texts.say
        if screen.kind == BOOKED:
            last = len(steps(m))
            if screen.step == last:
                return say("sim.go_booked_over")
            return say("sim.go_booked", step=screen.step + 1)
        if screen.kind == DISCUSS:
            return say("sim.go_discussed")
        if screen.kind == READ and self.table.steps.repeating(m):
            return say("sim.go_read_again")
        return say(f"sim.go_{screen.kind}")
