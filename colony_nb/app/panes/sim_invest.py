"""Income and investing (SIM-4): a team writes down both amounts at once and seals them together.

The engine asks for armies first and for farms when all have answered. Asked separately, who is asked again
would tell who has a coin left; so the second amount is kept at the table until the engine asks for it.
"""

from __future__ import annotations

from collections.abc import Callable

import panel as pn

from colony_nb.app.asking import Option
from colony_nb.app.moment import Moment
from colony_nb.app.panes import controls
from colony_nb.app.panes.sim_reading import amounts
from colony_nb.app.table import Table
from colony_nb.app.texts import esc


def asks_both(m: Moment | None) -> bool:
    """Whether the open question is the first of the two amounts."""
    if m is None or m.decision is None or m.asking is None:
        return False
    return m.decision.kind == "invest" and m.decision.context.get("what") == "army"


class Invest:
    """Two numbers and their sum. ``changed`` is called when one of them changes."""

    def __init__(self, table: Table, changed: Callable[[], None]) -> None:
        self.table = table
        self._changed = changed
        self._setting = False
        self._purse = self._army = self._try = 0
        say = table.texts.say

        def number(key: str, name: str) -> pn.widgets.IntInput:
            made = pn.widgets.IntInput(
                label=say(f"sim.{key}"),
                start=0,
                end=1,
                value=0,
                css_classes=[name],
                **controls.field_options(),
            )
            made.param.watch(self._picked, "value")
            return made

        self.armies = number("armies_to_pay", "cnb-armies")
        self.tries = number("farms_to_pay", "cnb-farms")
        self.sum = controls.html("facts")
        self.panel = controls.column(
            controls.row(self.armies, self.tries, styles=("filters",)), self.sum, styles=("stack",)
        )

    def _picked(self, _event: object) -> None:
        if not self._setting:
            self._changed()

    def ask(self, m: Moment) -> None:
        """A new question: nothing is spent."""
        assert m.decision is not None
        values = m.game.ruleset.rules(m.game.setup).table["invest"]  # type: ignore[attr-defined]
        self._army, self._try = values["army"], values["try"]
        self._purse = m.power(m.decision.seat)["money"]
        self._setting = True
        try:
            self.armies.param.update(start=0, end=self._purse // self._army, value=0)
            self.tries.param.update(start=0, end=self._purse // self._try, value=0)
        finally:
            self._setting = False

    @property
    def both(self) -> tuple[int, int]:
        return int(self.armies.value or 0), int(self.tries.value or 0)

    @property
    def _spent(self) -> int:
        armies, tries = self.both
        return armies * self._army + tries * self._try

    def draft(self, m: Moment) -> Option | None:
        """The first amount, if both together can be paid."""
        assert m.asking is not None
        if self._spent > self._purse or min(self.both) < 0:
            return None
        return m.asking.labelled(self.both[0])

    def update(self) -> None:
        """The sum of both."""
        say, count = self.table.texts.say, self.table.texts.count
        spent, purse = count("coin", self._spent), count("coin", self._purse)
        if self._spent > self._purse:
            words = say("sim.too_much", spent=spent, purse=purse)
        else:
            left = count("coin", self._purse - self._spent)
            words = say("sim.left_over", spent=spent, purse=purse, left=left)
        self.sum.object = f'<p class="no" role="status">{esc(words)}</p>'

    def label(self) -> str:
        """The words on the button that seals both."""
        return self.table.texts.say("sim.seal_invest", **self._amounts())

    def _amounts(self) -> dict[str, str]:
        armies, tries = self.both
        words = amounts(self.table.texts, armies, tries)
        return {"amounts": words}
