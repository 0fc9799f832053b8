"""The ten action cards: chosen ones, possible ones, locked ones with the phase that opens them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import panel as pn

from colony_nb.app.moment import Moment
from colony_nb.app.panes import controls
from colony_nb.app.table import Table
from colony_nb.app.texts import Texts, esc
from colony_nb.app.theme import glyph, sheet
from colony_nb.commentary.whynot import card_why_not

ICONS = (None, "ship", "port", "colonist", "trading_post", "missionary", "army", "army", "city", "railway")
COSTS = (
    "operation",
    "ship",
    "port",
    "colonist",
    "trading_post",
    "missionary",
    "army",
    "",
    "city",
    "railway",
)
NUMBERS = range(1, 11)
EMPTY = '<svg xmlns="http://www.w3.org/2000/svg" width="22" height="22" viewBox="0 0 24 24"></svg>'
Sets = Sequence[tuple[int, ...]]


def picked(chosen: Sequence[int], card: int, on: bool, sets: Sets) -> list[int]:
    """The cards after ``card`` was switched, in the order of choosing.

    A card that fits with no other chosen one takes the place of the earliest.
    """
    new = [c for c in chosen if c != card]
    if not on:
        return new
    while not any(set(new) | {card} <= set(option) for option in sets):
        if not new:
            return list(chosen)
        new = new[1:]
    return [*new, card]


def costs(m: Moment) -> dict[str, Any]:
    """What the cards cost by the rules of this game."""
    return dict(m.game.ruleset.rules(m.game.setup).table["costs"])  # type: ignore[attr-defined]


def price(card: int, table: Mapping[str, Any]) -> int:
    """Coins of a card used once."""
    name = COSTS[card - 1]
    if not name:
        return 0
    cost = table[name]
    return int(cost if isinstance(cost, int) else cost[0])


def cost_words(card: int, table: Mapping[str, Any], texts: Texts) -> str:
    """A card's cost in a few words."""
    if not COSTS[card - 1]:
        return texts.say("card.free")
    cost = texts.count("coin", price(card, table))
    if card == 1:
        return texts.say("card.each", cost=cost)
    if card == 7:
        return texts.say("card.army", cost=cost, more=table["army"][1])
    return texts.say("card.cost", cost=cost)


class Hand:
    """``chosen`` are the cards picked so far; ``on_change`` is called when they change."""

    def __init__(self, table: Table, on_change: Callable[[], None]) -> None:
        self.table = table
        self._on_change = on_change
        self._setting = False
        self._sets: Sets = ()
        self.big = False  # for a presentation
        self.chosen: list[int] = []
        self._view: Mapping[str, Any] = {}
        self._seat = 0
        self.toggles: list[pn.widgets.Toggle] = []
        for number in NUMBERS:
            icon = ICONS[number - 1]
            toggle = pn.widgets.Toggle(
                label=str(number),
                icon=glyph(icon, 22) if icon else EMPTY,
                icon_size="22px",
                stylesheets=sheet("card"),
                styles={"--chosen": json.dumps(table.texts.say("question.chosen"))},
                sizing_mode="stretch_width",
                margin=0,
            )
            toggle.param.watch(lambda event, n=number: self._switched(n, bool(event.new)), "value")
            self.toggles.append(toggle)
        self.grid = controls.column(*self.toggles, styles=("hand",), classes=("cnb-hand",))
        self.hint = controls.html("facts")
        self.panel = controls.column(self.grid, self.hint, styles=("stack",))

    def _switched(self, card: int, on: bool) -> None:
        if self._setting:
            return
        self.chosen = picked(self.chosen, card, on, self._sets)
        self._on_change()

    def ask(self, m: Moment) -> None:
        """A new question: nothing is chosen."""
        assert m.asking is not None and m.decision is not None
        self._view, self._seat = m.view, m.decision.seat
        self._sets = [o.value for o in m.asking.options]
        self.chosen = []

    def update(self, m: Moment) -> None:
        """Labels, marks and the sum of what is chosen."""
        assert m.decision is not None
        table = costs(m)
        usable = {card for option in self._sets for card in option}
        self._setting = True
        try:
            for card, toggle in zip(NUMBERS, self.toggles, strict=True):
                toggle.param.update(
                    label=self._label(card, card in usable, table),
                    value=card in self.chosen,
                    disabled=card not in usable,
                )
        finally:
            self._setting = False
        self.hint.object = f'<p class="no">{esc(self._sum(m, table))}</p>'

    def _label(self, card: int, usable: bool, table: Mapping[str, Any]) -> str:
        texts = self.table.texts
        words = texts.book.words(f"action.{card}")
        if usable:
            note = cost_words(card, table, texts)
            if self._too_dear(card, table):
                note = texts.say("card.dear", cost=price(card, table))
        else:
            note = texts.say("question.from_phase", phase=words["phase"])
        key = "present.card" if self.big else "card.label"
        return texts.say(key, number=card, name=words["name"], note=note)

    def _sum(self, m: Moment, table: Mapping[str, Any]) -> str:
        assert m.decision is not None
        texts = self.table.texts
        power = m.power(m.decision.seat)
        if not self.chosen:
            out = texts.say("question.cards_left", limit=texts.count("card", m.decision.context["limit"]))
            if m.decision.context.get("second"):
                out += " " + texts.say("question.cards_top")
            return out
        cost = sum(price(card, table) for card in self.chosen)
        left = max(0, power["money"] + power["income"])
        said = texts.say(
            "question.cards_paid", cost=texts.count("coin", cost), purse=texts.count("coin", left)
        )
        dear = [self._too_dear(card, table) for card in self.chosen]
        return " ".join([said, *filter(None, dear)])

    def _too_dear(self, card: int, table: Mapping[str, Any]) -> str:
        """Why a chosen card would lapse, "" if it can be paid."""
        texts = self.table.texts
        words = texts.book.words(f"action.{card}")
        cost = price(card, table)
        return card_why_not(self._view, self._seat, words["name"], words["phase"], cost, True, texts.language)
