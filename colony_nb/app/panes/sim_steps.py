"""Where the table is in the simplified game: which screen comes before the next question.

The engine runs on to the next question by itself; what a class sees follows step by step. A question is
read out (``READ``) before anybody chooses. When all have chosen, their choices and what follows from them
are shown (``SHOWN``, while countries are still to be named, else ``BOOKED``), and what the scribe booked
closes the step (``BOOKED``). Before that nothing of the step's consequences is shown anywhere. Buying
enslaved people (SIM-8) has a note first (``NOTE``), silence after the choices (``SILENCE``) or, read and
discussed only, a screen of its own (``DISCUSS``). No Panel here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from colony_nb.game import Game
from colony_nb.kernel.errors import ColonyError

if TYPE_CHECKING:
    from colony_nb.app.moment import Moment

OPEN, BEGIN, NOTE, READ = "open", "begin", "note", "read"
SHOWN, SILENCE, BOOKED, DISCUSS = "shown", "silence", "booked", "discuss"
REVEALS = frozenset((SHOWN, BOOKED))
DISCUSSED = "read_and_discuss"
READ_FIRST = frozenset(("SIM-1", "SIM-12"))  # steps that begin with open questions, before any secret one
LABOUR = "SIM-8"
OPEN_RULES = frozenset(("SIM-1", "SIM-4"))  # nothing in them is kept from those who choose
TOLD = frozenset(("choices", "investments", "standing"))  # with one of these a step has something to tell

Record = Mapping[str, Any]


def is_simplified(m: Any) -> bool:
    """Whether a moment (or anything with its ``view``) is of the simplified game."""
    return bool(m.view.get("game") == "simplified")


@dataclass(frozen=True, slots=True)
class Screen:
    """``step`` is counted from 1, ``phase`` is the step's."""

    kind: str
    step: int
    rule: str
    phase: int

    @property
    def token(self) -> tuple[str, int]:
        return self.kind, self.step


def of_step(m: Moment, step: int) -> list[Record]:
    """The step's records so far, in the journal of the moment."""
    return [r for r in m.journal if r["round"] == step]


def _kinds(m: Moment) -> dict[int, set[str]]:
    """For each step the kinds of its records so far."""
    found: dict[int, set[str]] = {}
    for r in m.journal:
        found.setdefault(r["round"], set()).add(r["kind"])
    return found


def step_of(m: Moment) -> int:
    """The step that is played, counted from 1."""
    return max(1, int(m.view["round"]))


def rule_of(m: Moment, step: int) -> str:
    """The rule of a step."""
    return str(steps(m)[step - 1].rule)


def steps(m: Moment) -> Any:
    """The steps of this game's rules, in their order."""
    return m.game.ruleset.rules(m.game.setup).steps  # type: ignore[attr-defined]


def screens(m: Moment) -> Iterator[Screen]:
    """Every screen that is due up to this moment, in order; the table leaves out those it has passed."""
    rows, kinds = steps(m), _kinds(m)
    now = step_of(m)
    yield Screen(OPEN, 1, rows[0].rule, 1)
    for number in range(1, now + 1):
        row = rows[number - 1]
        there = kinds.get(number, set())
        ended = "standing" in there
        for kind in _screens_of(m, row.rule, there, ended, number == now):
            yield Screen(kind, number, row.rule, row.phase)


def _screens_of(m: Moment, rule: str, there: set[str], ended: bool, current: bool) -> Iterator[str]:
    decision = m.decision if current else None
    shown = bool(there & {"choices", "investments"})
    if decision is not None and not ended and not shown:
        if decision.sealed:
            if rule == LABOUR:
                yield NOTE
            yield READ
        elif rule in READ_FIRST:
            yield BEGIN
    if "discussed" in there:
        yield DISCUSS
        return
    if shown and rule == LABOUR:
        yield SILENCE
    if shown and not ended:
        yield SHOWN
    elif ended:
        yield BOOKED


def _discussed(game: Game) -> bool:
    return any(r["kind"] == "discussed" for r in game.journal)


class Steps:
    """Which screens a table has passed, for each of its games; what a person wrote down for the second
    secret amount of SIM-4."""

    def __init__(self) -> None:
        self._passed: WeakKeyDictionary[Game, set[tuple[str, int]]] = WeakKeyDictionary()
        self._again: WeakKeyDictionary[Game, bool] = WeakKeyDictionary()
        self._planned: dict[int, int] = {}

    # ---------------------------------------------------------------- screens

    def begin(self, game: Game) -> None:
        """A game is put on the table: what lies behind it is not told again."""
        passed: set[tuple[str, int]] = set()
        self._planned = {}
        self._passed[game] = passed
        if game.setup.game != "simplified" or not game.n:
            return
        now = int(game.view()["round"])
        over = game.over
        for step in range(1, now + 1):
            kinds = (OPEN, BEGIN, NOTE, READ, SILENCE, SHOWN, DISCUSS, BOOKED)
            passed |= {(kind, step) for kind in kinds if step < now or over}
        passed.add((OPEN, 1))
        records = [r for r in game.journal if r["round"] == now]
        if any(r["kind"] in ("choices", "investments") for r in records):
            passed |= {(SHOWN, now), (SILENCE, now)}

    def screen(self, m: Moment) -> Screen | None:
        """The screen that comes before anything else; None where the game itself is to be seen."""
        if not is_simplified(m) or m.at is not None or not m.persons:
            return None
        if m.game not in self._passed:
            self.begin(m.game)
        passed = self._passed[m.game]
        due = next((s for s in screens(m) if s.token not in passed), None)
        if due is None and self._again.get(m.game) and m.decision is not None and m.decision.sealed:
            number = step_of(m)
            due = Screen(READ, number, rule_of(m, number), int(m.view["phase"]))
        if due is not None and m.debrief and due.phase > m.debrief:
            return None  # first the debrief of the phase before
        return due

    def go_on(self, m: Moment) -> None:
        """The screen was read."""
        if m.screen is not None:
            self._passed.setdefault(m.game, set()).add(m.screen.token)
            self._again[m.game] = False

    def was_shown(self, m: Moment) -> bool:
        """Whether the choices of the step on the screen have been shown before its accounts."""
        return m.screen is not None and (SHOWN, m.screen.step) in self._passed.get(m.game, ())

    def repeating(self, m: Moment) -> bool:
        """Whether the screen is a question that is read out once more."""
        return bool(self._again.get(m.game)) and m.screen is not None

    def read_again(self, m: Moment) -> None:
        """The question is to be read out once more."""
        self._again[m.game] = True

    def gone_back(self, game: Game) -> None:
        """A choice was taken back or brought back: what comes again is shown again."""
        self._planned = {}
        now = max(1, int(game.view()["round"]))
        before = self._passed.get(game)
        if before is None:
            self.begin(game)
            return
        shown = any(r["round"] == now and r["kind"] in ("choices", "investments") for r in game.journal)
        kept = {(kind, step) for kind, step in before if step < now}
        kept |= {t for t in before if t[1] == now and (t[0] in (OPEN, BEGIN, NOTE, READ) or shown)}
        if not game.over:
            kept.discard((BOOKED, now))
        self._passed[game] = kept

    def revealed(self, m: Moment) -> int:
        """The last step whose choices and consequences may be told now, 0 for none: the one on the screen,
        or the last one whose screen was passed. Without screens (computers alone, a look at an earlier
        moment) what the journal of the moment holds."""
        told = sorted(n for n, kinds in _kinds(m).items() if n and kinds & TOLD)
        if m.at is not None or not m.persons:
            return max(told, default=0)
        passed = self._passed.get(m.game, set())
        if m.screen is not None and m.screen.kind in REVEALS:
            return m.screen.step
        known = [n for n in told if {(SHOWN, n), (BOOKED, n), (DISCUSS, n)} & passed]
        return max(known, default=0)

    def shut_rules(self, m: Moment) -> frozenset[str]:
        """The rules of this version that tell what is still secret: those of steps not yet shown."""
        if not is_simplified(m) or m.game.over:
            return frozenset()
        rows = steps(m)
        found = {row.rule for row in rows[: self.revealed(m)]}
        now = rule_of(m, step_of(m))
        if now in OPEN_RULES:
            found.add(now)
        return frozenset({row.rule for row in rows} | {"SIM-14"}) - found

    # ---------------------------------------------------------------- read and discussed

    def discussing(self, game: Game) -> Game:
        """The same game, in which SIM-8 is read and discussed: a new game with the same choices so far.

        Raises ColonyError for a game that was taken up without its past.
        """
        variants = tuple(dict.fromkeys((*game.setup.variants, DISCUSSED)))
        new = Game(game.ruleset, replace(game.setup, variants=variants))
        for seat, _kind, value in game.answers:
            if _discussed(new):
                break
            decision = next((d for d in new.pending if d.seat == seat), None)
            if decision is None:
                raise ColonyError("bad_moment", n=game.first, last=game.n)
            new.choose(decision, value)
        if not _discussed(new):
            raise ColonyError("bad_moment", n=game.first, last=game.n)
        return new

    def take_over(self, old: Game, new: Game) -> None:
        """The new game goes on where the old one stood."""
        step = next(r["round"] for r in new.journal if r["kind"] == "discussed")
        self._passed[new] = {t for t in self._passed.get(old, set()) if t[1] < step}
        self._planned = {}

    # ---------------------------------------------------------------- the second amount of SIM-4

    def plan(self, seat: int, amount: int) -> None:
        """What a person wrote down for farms, together with the armies."""
        self._planned[seat] = amount

    def answer_planned(self, game: Game) -> bool:
        """Makes the next choice that was written down already; True if there was one."""
        for d in game.pending:
            if d.kind == "invest" and d.context.get("what") == "product" and d.seat in self._planned:
                amount = self._planned.pop(d.seat)
                game.choose(d, amount if amount in d.options else 0)
                return True
        if not any(d.kind == "invest" for d in game.pending):
            self._planned = {}
        return False
