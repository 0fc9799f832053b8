"""What the tests of the simplified version share: a table set at one step, and random play."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import colony_nb as colony
from colony_nb.games.colony.board import INDEX, LETTERS
from colony_nb.games.simplified.rules import load_rules
from colony_nb.games.simplified.setup import new_state
from colony_nb.games.simplified.state import BUILDINGS, VARIANTS, flow
from colony_nb.games.simplified.view import view

NAMES = ("Ana", "Ben", "Cy", "Dee", "Eve", "Flo")
PRODUCTS = load_rules().products


class Table:
    """A position just before one step, which is the last one played; seat 0 goes first.

    ``lands`` gives each seat's countries; ``armies``, ``stock`` and ``has`` what lies in a country; ``dice``
    and ``draws`` come first. ``step`` is a rule, or a rule and a phase.
    """

    def __init__(
        self,
        step: str,
        lands: Sequence[str],
        *,
        phase: int | None = None,
        armies: Mapping[str, int] | None = None,
        stock: Mapping[str, Mapping[str, int]] | None = None,
        has: Mapping[str, str] | None = None,
        money: int = 5,
        prestige: Sequence[int] | None = None,
        dice: Sequence[int] = (),
        draws: Sequence[str] = (),
        rules: Mapping[str, Any] | None = None,
        variant: str | None = None,
    ) -> None:
        book = load_rules(rules)
        at = next(i for i, row in enumerate(book.steps) if row.rule == step and phase in (None, row.phase))
        book = replace(book, steps=book.steps[: at + 1])
        seats = len(lands)
        s = new_state(book, seats, 1, VARIANTS[variant] if variant else 0)
        self.s = s
        s.dice_script = list(dice)
        s.draw_script = [PRODUCTS.index(name) for name in draws]
        s.money = [money] * seats
        s.prestige = list(prestige or s.prestige)
        for seat, letters in enumerate(lands):
            for letter in letters:
                s.owner[INDEX[letter]] = seat
                s.owned[seat] |= 1 << INDEX[letter]
            s.home[seat] = INDEX[letters[0]] if letters else -1
        for letter, count in (armies or {}).items():
            s.armies[INDEX[letter]] = count
        for letter, held in (stock or {}).items():
            for name, count in held.items():
                s.stock[12 * INDEX[letter] + PRODUCTS.index(name)] = count
                s.bag[PRODUCTS.index(name)] -= count
        for letter, what in (has or {}).items():
            s.built[BUILDINGS.index(what)] |= 1 << INDEX[letter]
        s.start_seat = -1 if at else 0
        s.at = max(0, at - 1)
        s.phase = book.steps[s.at].phase
        s.journal = []
        s.stack = [("step_start", at)]
        flow.run(s)

    def asked(self, seat: int) -> Any:
        """The open question of a seat."""
        return next(q for q in self.s.questions if q.seat == seat)

    def say(self, seat: int, value: Any) -> Table:
        """Answers the seat's open question."""
        flow.answer(self.s, seat, value)
        return self

    def choose(self, letters: str) -> Table:
        """The sealed choices of all seats, "-" for a seat that is not asked."""
        for seat, letter in enumerate(letters):
            if letter != "-":
                assert self.asked(seat).kind == "choice"
                self.say(seat, letter)
        return self

    @property
    def view(self) -> dict[str, Any]:
        return view(self.s, NAMES[: self.s.seats])

    def country(self, letter: str) -> dict[str, Any]:
        return dict(self.view["countries"][letter])

    def power(self, seat: int) -> dict[str, Any]:
        return dict(self.view["powers"][seat])

    def all(self, name: str) -> list[Any]:
        """One figure of every power."""
        return [power[name] for power in self.view["powers"]]

    def records(self, kind: str) -> list[dict[str, Any]]:
        assert self.s.journal is not None
        return [r for r in self.s.journal if r["kind"] == kind]

    def notes(self) -> list[str]:
        return [r["why"] for r in self.records("note")]


def new(players: int, seed: int = 1, **options: Any) -> colony.Game:
    return colony.new_game(players, seed, game="simplified", **options)


def moments(game: colony.Game, seed: int = 1) -> Iterator[int]:
    """Plays a game at random to its end; yields n at the start and after every choice."""
    chance = random.Random(seed)
    yield game.n
    while game.pending:
        decision = chance.choice(game.pending)
        game.choose(decision, chance.choice(decision.options))
        yield game.n


def played(game: colony.Game, seed: int = 1) -> colony.Game:
    for _ in moments(game, seed):
        pass
    return game


class Accounts:
    """Money, prestige and the board, added up from the journal alone."""

    def __init__(self, players: int, coins: int = 5, prestige: int = 10) -> None:
        self.money = [coins] * players
        self.prestige = [prestige] * players
        self.owner: dict[str, int | None] = {}
        self.armies: Counter[str] = Counter()
        self.stock: dict[str, Counter[str]] = {letter: Counter() for letter in LETTERS}
        self.rebel: set[str] = set()
        self.forms: dict[str, str] = {}
        self.built: set[tuple[str, str]] = set()
        self.monopolies: dict[str, int] = {}

    def hear(self, r: dict[str, Any]) -> None:
        kind, seat = r["kind"], r["seat"]
        if kind == "income":
            self.money[seat] += r["total"]
        elif kind == "money":
            self.money[seat] += r["amount"]
        elif kind == "pay":
            self.money[seat] -= r["amount"]
        elif kind == "prestige":
            self.prestige[seat] += r["by"]
        elif kind == "owner":
            assert self.owner.get(r["country"]) == r["from"]
            self.owner[r["country"]] = r["to"]
        elif kind == "army":
            self.armies[r["country"]] += r["by"]
        elif kind == "draw":
            self.stock[r["country"]][r["product"]] += 1
        elif kind == "lose":
            self.stock[r["country"]][r["product"]] -= 1
        elif kind == "build":
            self.built.add((r["country"], r["what"]))
        elif kind == "place_rebellion":
            assert r["country"] not in self.rebel
            self.rebel.add(r["country"])
        elif kind in ("rebellion", "ended"):
            self.rebel.remove(r["country"])
        elif kind == "government":
            self.forms[r["country"]] = r["form"]
        elif kind == "monopoly":
            self.monopolies[r["product"]] = r["to"]

    def agree(self, picture: dict[str, Any]) -> None:
        powers = picture["powers"]
        assert self.money == [p["money"] for p in powers]
        assert self.prestige == [p["prestige"] for p in powers]
        for power in powers:
            cards = [name for name, seat in self.monopolies.items() if seat == power["seat"]]
            assert sorted(power["monopolies"]) == sorted(cards)
        for letter, c in picture["countries"].items():
            assert c["owner"] == self.owner.get(letter)
            assert c["armies"] == self.armies[letter]
            assert c["products"] == +self.stock[letter]
            assert c["rebellion"] == (letter in self.rebel)
            assert c["government"] == self.forms.get(letter)
            for what in BUILDINGS:
                assert c[what] == ((letter, what) in self.built)
