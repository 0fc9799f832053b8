"""Positions of Colony for tests: built from a few words, then run frame by frame.

    s = position(phase=3, money=20)
    own(s, 0, "AB")
    put(s, "A", sugar=2, port=True, armies=2)
    script(s, dice=[6, 1], draws=["gold"])
    run(s, ("action", 0, 7))
    assert ask(s).options == (1, 2)
    answer(s, 2)
    reply(s, army_place=["A", "B"])
    assert records(s, "army")

Countries are letters, products and buildings words, seats and coins ints. ``sound`` checks what holds always.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from colony_nb.games.colony import events, movement, rebellion
from colony_nb.games.colony import game as _steps  # noqa: F401 - registers every step
from colony_nb.games.colony.board import INDEX, bits, letters
from colony_nb.games.colony.cards import card_index
from colony_nb.games.colony.income import receive
from colony_nb.games.colony.monopolies import rightful, settle
from colony_nb.games.colony.rules import load_rules
from colony_nb.games.colony.setup import new_state
from colony_nb.games.colony.state import (
    ARMY,
    BUILDING,
    BUILDINGS,
    GOVERNMENT,
    GOVERNMENTS,
    NOBODY,
    REBELLION,
    VARIANTS,
    ColonyState,
    flow,
    put_product,
    set_owner,
)
from colony_nb.games.colony.view import view
from colony_nb.kernel.state import Question

Record = dict[str, Any]
PARTS: dict[str, Callable[..., None]] = {
    "income": receive,
    "moves": movement.moves,
    "rebellions": rebellion.rebellions,
    "event": events.event,
}
A_SEAT = ("money", "influence", "ships")  # columns that an int sets for every seat


def position(
    seats: int = 4,
    phase: int = 3,
    rules: Mapping[str, Any] | None = None,
    variants: tuple[str, ...] = (),
    seed: int = 1,
    **columns: Any,
) -> ColonyState:
    """An empty board in the first round of a phase, in seat 0's turn: 100 coins, Influence 10, 1 ship each.

    ``rules`` are changes to the rule data. ``columns`` sets columns of the state; an int for ``money``,
    ``influence`` or ``ships`` goes to every seat. Nobody has event cards. Nothing is on the stack.
    """
    made = load_rules(rules)
    s = new_state(made, seats, seed, sum(VARIANTS[v] for v in variants))
    s.stack.clear()
    s.journal = []
    s.phase, s.round, s.turn, s.step = phase, 4 * phase - 3, 0, "actions"
    s.bag = [
        n if since <= phase else 0 for n, since in zip(made.product_count, made.product_phase, strict=True)
    ]
    s.money = [100] * seats
    for name, value in columns.items():
        assert name in ColonyState.__slots__, name
        setattr(s, name, [value] * seats if name in A_SEAT and isinstance(value, int) else value)
    return s


def own(s: ColonyState, seat: int, countries: str) -> None:
    """Gives free countries to a seat, with what is in them. No record, no Influence for a monopoly."""
    journal, s.journal = s.journal, None
    for letter in countries:
        country = INDEX[letter]
        assert s.board.open >> country & 1, f"{letter} is sea"
        assert s.owner[country] == NOBODY, f"{letter} is taken"
        set_owner(s, country, seat, "", "")
    s.journal = journal
    _settle(s)


def put(s: ColonyState, letter: str, **things: Any) -> None:
    """Puts things into a country, without a record: ``sugar=2``, ``port=True``, ``armies=2``,
    ``rebellion=True``, ``colonist=0`` (the seat), ``missionary=1``, ``independent=True``,
    ``government="monarchy"``."""
    country = INDEX[letter]
    bit = 1 << country
    journal, s.journal = s.journal, None
    for name, value in things.items():
        if name in s.rules.products:
            product = s.rules.products.index(name)
            for _ in range(value):
                assert s.bag[product], f"no {name} in the bag"
                put_product(s, country, product, "", "")
        elif name in BUILDINGS:
            assert value is True and not s.built[BUILDINGS.index(name)] & bit
            s.built[BUILDINGS.index(name)] |= bit
            s.supply[BUILDING + BUILDINGS.index(name)] -= 1
        elif name == "armies":
            s.armies[country] += value
            s.fresh[country] += value
            s.supply[ARMY] -= value
        elif name == "rebellion":
            assert value is True and not s.rebel & bit
            s.rebel |= bit
            s.supply[REBELLION] -= 1
        elif name in ("colonist", "missionary"):
            getattr(s, name)[value] = country
        elif name == "independent":
            s.indep |= bit
        elif name == "government":
            s.indep |= bit
            s.government[country] = 1 + GOVERNMENTS.index(value)
            s.supply[GOVERNMENT + GOVERNMENTS.index(value)] -= 1
        else:
            raise AssertionError(f"nothing is called {name}")
    s.journal = journal
    _settle(s)


def _settle(s: ColonyState) -> None:
    """Gives each monopoly card to whom it belongs, without a record."""
    for product in range(12):
        if s.dirty >> product & 1:
            s.monopoly[product] = rightful(s, product)
    s.dirty = 0


def after_effect(s: ColonyState) -> None:
    """What is always kept up to date behind a step: monopolies, with their records."""
    settle(s)


def script(s: ColonyState, dice: list[int] | None = None, draws: list[str] | None = None) -> None:
    """Outcomes to come: faces in the order in which they are thrown, products in the order of drawing."""
    s.dice_script += dice or []
    s.draw_script += [s.rules.products.index(name) for name in draws or []]


def card_on_top(s: ColonyState, seat: int, card: str) -> None:
    """Puts an event card ("p3-06") face down on top of a seat's own."""
    s.hands[seat] = (card_index(card), *s.hands[seat])


def keeps(s: ColonyState, seat: int, card: str, since: int | None = None) -> None:
    """Puts an event card in front of a seat, as kept since a round (this one)."""
    s.kept[seat] = (*s.kept[seat], (card_index(card), s.round if since is None else since))


def run(s: ColonyState, *frames: tuple[Any, ...]) -> ColonyState:
    """Runs frames, the first one given first, until somebody is asked or all is done.

    A part of a turn that is no frame of its own (an income) is run all the same.
    """
    assert not s.questions, f"open: {s.questions}"
    for i, (name, *arguments) in enumerate(frames):
        if name in flow.steps:
            s.stack.append((name, *arguments))
            flow.run(s)
        else:
            PARTS[name](s, *arguments)
            flow.run(s)
            settle(s)
        if s.questions:
            s.stack[:0] = reversed(frames[i + 1 :])
            break
    return s


def draw_event(s: ColonyState, card: str, seat: int = 0) -> ColonyState:
    """The seat turns over this event card now."""
    card_on_top(s, seat, card)
    return run(s, ("event", seat))


def take_turn(s: ColonyState, seat: int, *cards: int) -> ColonyState:
    """The seat's whole turn, the last of the round, with these action cards; then the next round opens."""
    s.start_seat = (seat + 1) % s.seats
    s.chosen = [cards if p == seat else () for p in range(s.seats)]
    return run(s, ("turns", s.seats - 1))


def ask(s: ColonyState, seat: int | None = None) -> Question:
    """The open question, of a seat where several are asked at once."""
    found = [q for q in s.questions if seat is None or q.seat == seat]
    assert len(found) == 1, f"open: {s.questions}"
    return found[0]


def answer(s: ColonyState, value: Any, seat: int | None = None) -> ColonyState:
    """Answers the open question; IllegalChoice for what is not offered."""
    flow.answer(s, ask(s, seat).seat, value)
    return s


def reply(s: ColonyState, **answers: Any) -> ColonyState:
    """Answers by kind of question: ``reply(s, country="A", product=["gold", "silver"])``; a list gives one
    answer after another, a function gets the question. Stops at a kind not named or a list used up."""
    left = {kind: value[:] if isinstance(value, list) else value for kind, value in answers.items()}
    while s.questions:
        q = s.questions[0]
        if q.kind not in left or left[q.kind] == []:
            break
        value: Any = left[q.kind]
        if isinstance(value, list):
            value = value.pop(0)
        elif callable(value):
            value = value(q)
        flow.answer(s, q.seat, value)
    return s


def done(s: ColonyState) -> bool:
    """Nothing is asked and nothing left to do."""
    return not s.questions and not s.stack


def records(s: ColonyState, kind: str | None = None, **fields: Any) -> list[Record]:
    """Journal records of a kind (all without one) whose fields have these values."""
    assert s.journal is not None
    return [
        r
        for r in s.journal
        if kind in (None, r["kind"]) and all(k in r and r[k] == v for k, v in fields.items())
    ]


def record(s: ColonyState, kind: str, **fields: Any) -> Record:
    """The one journal record of a kind with these values."""
    found = records(s, kind, **fields)
    assert len(found) == 1, found
    return found[0]


def power(s: ColonyState, seat: int) -> Record:
    """A power as ``view`` shows it."""
    found: Record = look(s)["powers"][seat]
    return found


def country(s: ColonyState, letter: str) -> Record:
    """A country as ``view`` shows it."""
    found: Record = look(s)["countries"][letter]
    return found


def look(s: ColonyState, seat: int | None = None) -> Record:
    """The position as ``game.view`` shows it."""
    return view(s, tuple(f"seat {p}" for p in range(s.seats)), seat)


def lands(s: ColonyState, seat: int) -> str:
    """A seat's countries, as letters in a row."""
    return "".join(letters(s.owned[seat]))


def sound(s: ColonyState) -> None:
    """What holds in every position: counters are neither lost nor made, columns tell the same story."""
    rules, board = s.rules, s.board
    for j, name in enumerate(rules.products):
        held = sum(s.stock[12 * c + j] for c in range(18))
        entered = rules.product_count[j] if rules.product_phase[j] <= s.phase else 0
        assert s.bag[j] >= 0 and s.bag[j] + held == entered, name
    assert s.supply[ARMY] == rules.table["setup"]["armies"] - sum(s.armies)
    assert s.supply[REBELLION] == rules.table["setup"]["rebellions"] - s.rebel.bit_count()
    for i, mask in enumerate(s.built):
        assert s.supply[BUILDING + i] == rules.table["setup"]["buildings"] - mask.bit_count()
        assert not mask & ~board.open
    for i in range(3):
        assert s.supply[GOVERNMENT + i] == rules.table["setup"]["governments"] - s.government.count(i + 1)
    assert min(s.supply) >= 0
    assert all(0 <= n <= 3 for n in s.armies)
    for p in range(s.seats):
        mine = bits(s.owned[p])
        assert all(s.owner[c] == p for c in mine) and s.owner.count(p) == len(mine) <= rules.countries_most
        assert s.money[p] >= 0 and s.influence[p] >= 0 and s.ships[p] >= 1
        for j in range(12):
            assert s.goods[12 * p + j] == sum(s.stock[12 * c + j] for c in mine)
        assert s.ladder[p] == sum(s.goods[12 * p + j] * rules.spaces[j] for j in range(12))
        for figure in (s.colonist[p], s.missionary[p]):
            assert figure < 0 or figure in mine
    for c in range(18):
        assert s.spaces[c] == sum(s.stock[12 * c + j] * rules.spaces[j] for j in range(12))
        assert board.open >> c & 1 or (s.owner[c] < 0 and not s.spaces[c])
        assert not s.armies[c] or s.owner[c] >= 0, "armies in a country that is nobody's"
    if s.dirty == 0:
        for j in range(12):
            assert s.monopoly[j] == rightful(s, j), rules.products[j]
