"""What of the history may be read now (F16): a card's after its choice, a phase's once it has begun."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from colony_nb.app.moment import Moment, cards_asked
from colony_nb.commentary.history import CARDS, PHASES, History
from colony_nb.commentary.markup import links

SAME_YEARS = {1: 1, 2: 2, 3: 3, 4: 5}
"""For each phase of the simplified game the last phase of the full game that lies within its years."""


@cache
def library(language: str) -> History:
    """The history's texts; read once, shared by all tables, never changed."""
    return History(language)


@dataclass(frozen=True, slots=True)
class Gate:
    """``cards`` are open, the newest first; ``asked`` is true while a card's choice is open; ``hidden`` are
    entries that tell about it; ``phases`` have begun, ``ended`` are over."""

    cards: tuple[str, ...]
    asked: bool
    hidden: frozenset[str]
    phases: int
    ended: int
    rules: frozenset[str] = frozenset()  # not to be read yet

    def opens(self, ref: str) -> bool:
        """Whether a target may be read. Targets that do not exist are not the gate's concern."""
        kind, _, slug = ref.partition(":")
        if kind == "card":
            return slug in self.cards
        if kind == "phase":
            return slug.isdecimal() and 1 <= int(slug) <= self.phases
        if kind == "debrief":
            return slug.isdecimal() and 1 <= int(slug) <= self.ended
        if kind == "rule":
            return slug not in self.rules
        return ref not in self.hidden


def pending_cards(m: Moment) -> frozenset[str]:
    """The event cards whose choice, or another question of theirs, is open."""
    found = {*cards_asked(m.game.pending), m.private.get("top_card")}
    return frozenset(card for card in found if isinstance(card, str) and card in CARDS)


def gate(m: Moment, history: History) -> Gate:
    """Reads the journal up to now, also while an earlier moment is looked at: a card's record is written when
    its choice has been made."""
    asked = pending_cards(m)
    turned = [str(r["card"]) for r in reversed(m.game.journal) if r["kind"] == "event"]
    cards = dict.fromkeys(card for card in turned if card in CARDS and card not in asked)
    over = m.game.over
    phase = int((m.view if m.at is None else m.game.view())["phase"])
    if over:
        cards |= dict.fromkeys(card for card in CARDS if int(card[1]) <= phase)
    hidden = {ref for card in asked for ref in _about(card, history)}
    ended = phase if over else phase - 1
    if m.view.get("game") == "simplified":
        phase = SAME_YEARS[phase]
    return Gate(tuple(cards), bool(asked), frozenset(hidden), min(phase, PHASES[-1]), ended, m.shut_rules)


def _about(card: str, history: History) -> set[str]:
    """The persons whom a card's texts name, and those whose entries refer to it."""
    found = {s.ref for text in history.card(card).prose().values() for s in links(text)}
    named = {ref for ref in found if ref.startswith("person:")}
    return named | {e.ref for e in history.entries("person") if f"card:{card}" in e.see}
