"""The simplified version as a rule book on the kernel."""

from __future__ import annotations

from typing import Any

from ...kernel.errors import ColonyError
from ...kernel.session import Setup
from ...kernel.state import Plain
from ..changes import check_table

# every module with steps must be loaded before the first game runs
from . import effects, steps, uprising, war  # noqa: F401
from .rules import SimRules, load_rules
from .setup import new_state
from .state import VARIANTS, SimState, flow
from .steps import winners
from .view import seen_by, view


class Simplified:
    """The simplified, teacher-led version: 3 to 6 powers, four phases, fifteen steps."""

    name = "simplified"
    flow = flow

    def rules(self, setup: Setup) -> SimRules:
        """Raises ColonyError for changes that do not fit."""
        return load_rules(setup.rules)

    def check(self, setup: Setup) -> None:
        """Raises ColonyError for a number of players, a variant, rules or dice that cannot be played."""
        check_table(setup, VARIANTS, self.rules(setup).products)
        if setup.dice.get("decks"):
            raise ColonyError("bad_dice", what="the simplified version has no event cards to deal")

    def new(self, setup: Setup) -> SimState:
        self.check(setup)
        rules = self.rules(setup)
        return new_state(
            rules,
            len(setup.names),
            setup.seed,
            sum(VARIANTS[v] for v in set(setup.variants)),
            dice_script=setup.dice.get("dice", []),
            draw_script=[rules.products.index(x) for x in setup.dice.get("draws", [])],
        )

    def restore(self, setup: Setup, columns: dict[str, Plain]) -> SimState:
        self.check(setup)
        rules = self.rules(setup)
        return SimState.from_dict(columns, rules=rules, board=rules.board(len(setup.names)))

    def digest(self, setup: Setup) -> str:
        return self.rules(setup).digest

    def colours(self, setup: Setup) -> list[str]:
        """The names of unnamed powers, by seat."""
        return [str(x) for x in self.rules(setup).table["setup"]["colours"]]

    def view(self, s: SimState, names: tuple[str, ...], seat: int | None = None) -> dict[str, Any]:
        return view(s, names, seat)

    def seen_by(self, s: SimState, seat: int) -> SimState:
        return seen_by(s, seat)

    def result(self, s: SimState) -> dict[str, Any] | None:
        return {"winners": winners(s), "money": list(s.money)} if s.over else None
