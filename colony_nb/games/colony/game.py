"""Colony as a rule book on the kernel."""

from __future__ import annotations

from typing import Any

from ...kernel.errors import ColonyError
from ...kernel.session import Setup
from ...kernel.state import Plain
from ..changes import check_table

# every module with steps must be loaded before the first game runs
from . import actions, independence, monopolies, movement, rebellion, turn  # noqa: F401
from .ending import winners
from .rules import Rules, load_rules
from .setup import new_state
from .state import VARIANTS, ColonyState, flow
from .view import seen_by, view


class Colony:
    """The full game: 3 to 6 powers, 24 rounds."""

    name = "colony"
    flow = flow

    def rules(self, setup: Setup) -> Rules:
        """Raises ColonyError for changes that do not fit."""
        return load_rules(setup.rules)

    def check(self, setup: Setup) -> None:
        """Raises ColonyError for a number of players, a variant, rules or dice that cannot be played."""
        rules = self.rules(setup)
        check_table(setup, VARIANTS, rules.products)
        decks = setup.dice.get("decks", {})
        most = rules.table["setup"]["cards_each"] * len(setup.names)
        for phase, cards in decks.items():
            fits = phase in tuple("123456") and isinstance(cards, list)
            if not fits or any(type(x) is not int or not 1 <= x <= most or cards.count(x) > 1 for x in cards):
                raise ColonyError(
                    "bad_dice", what=f"a deck has a phase 1 to 6 and cards 1 to {most}, each once"
                )

    def new(self, setup: Setup) -> ColonyState:
        self.check(setup)
        rules = self.rules(setup)
        dice = setup.dice
        return new_state(
            rules,
            len(setup.names),
            setup.seed,
            sum(VARIANTS[v] for v in setup.variants),
            dice_script=dice.get("dice", []),
            draw_script=[rules.products.index(x) for x in dice.get("draws", [])],
            decks={int(phase): cards for phase, cards in dice.get("decks", {}).items()},
        )

    def restore(self, setup: Setup, columns: dict[str, Plain]) -> ColonyState:
        self.check(setup)
        rules = self.rules(setup)
        return ColonyState.from_dict(columns, rules=rules, board=rules.board(len(setup.names)))

    def digest(self, setup: Setup) -> str:
        return self.rules(setup).digest

    def colours(self, setup: Setup) -> list[str]:
        """The names of unnamed powers, by seat (SET-1)."""
        return [str(x) for x in self.rules(setup).table["setup"]["colours"]]

    def view(self, s: ColonyState, names: tuple[str, ...], seat: int | None = None) -> dict[str, Any]:
        return view(s, names, seat)

    def seen_by(self, s: ColonyState, seat: int) -> ColonyState:
        return seen_by(s, seat)

    def result(self, s: ColonyState) -> dict[str, Any] | None:
        return {"winners": winners(s), "money": list(s.money)} if s.over else None
