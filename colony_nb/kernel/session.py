"""A game in progress: state, log of answers, journal, undo, looks at any moment, forks.

A session knows one rule book (``Ruleset``) and asks it for everything that is a rule. Undo and looks go
back to the nearest checkpoint and answer again from the log.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, Self

from .decision import Decision, Texts
from .errors import ColonyError, IllegalChoice
from .flow import Flow
from .journal import Journal, Record, length_at
from .state import Plain, State, tuples

CHECKPOINT = 16  # choices between two copies of the state
MOST_FORCED = 30  # dice that can be set at once

Answer = tuple[int, str, Plain]  # seat, kind, value


class Ruleset(Protocol):
    """What a game on this kernel provides."""

    name: str
    flow: Flow

    def check(self, setup: Setup) -> None:
        """Raises ColonyError for a set-up that cannot be played."""
        ...

    def colours(self, setup: Setup) -> list[str]:
        """Names for unnamed seats."""
        ...

    def new(self, setup: Setup) -> State:
        """The state before its first step. Raises ColonyError for a set-up that is not one."""
        ...

    def restore(self, setup: Setup, columns: dict[str, Plain]) -> State:
        """A state from its columns (``State.to_dict``)."""
        ...

    def digest(self, setup: Setup) -> str:
        """Names the rules in force; saves and codes carry it."""
        ...

    def view(self, s: Any, names: tuple[str, ...], seat: int | None = None) -> dict[str, Any]: ...

    def seen_by(self, s: Any, seat: int) -> State:
        """The state with everything blanked that the seat may not know."""
        ...

    def result(self, s: Any) -> dict[str, Any] | None: ...


@dataclass(frozen=True, slots=True)
class Setup:
    """What a game starts from, all of it plain: with the same set-up and choices it is the same game."""

    game: str
    names: tuple[str, ...]
    bots: tuple[str | None, ...]  # the bot that plays a seat, None for a person
    seed: int
    variants: tuple[str, ...] = ()
    rules: dict[str, Any] = field(default_factory=dict)
    dice: dict[str, Any] = field(default_factory=dict)
    fair: bool = False  # the players agreed that nothing is taken back behind chance and opened choices

    def to_dict(self) -> dict[str, Any]:
        plain: dict[str, Any] = {
            "game": self.game,
            "names": list(self.names),
            "bots": list(self.bots),
            "seed": self.seed,
            "variants": list(self.variants),
            "rules": self.rules,
            "dice": self.dice,
        }
        return plain | ({"fair": True} if self.fair else {})

    @classmethod
    def from_dict(cls, plain: dict[str, Any]) -> Setup:
        """Raises KeyError or TypeError where a field is missing or not what it should be."""
        return cls(
            game=str(plain["game"]),
            names=tuple(str(x) for x in plain["names"]),
            bots=tuple(None if x is None else str(x) for x in plain["bots"]),
            seed=int(plain["seed"]),
            variants=tuple(str(x) for x in plain["variants"]),
            rules=dict(plain["rules"]),
            dice=dict(plain["dice"]),
            fair=bool(plain.get("fair", False)),
        )


def forced_dice(setup: Setup) -> dict[int, tuple[int, ...]]:
    """{moment: faces that the dice thrown after it show}, as the set-up holds them. Raises ColonyError."""
    plain = setup.dice.get("forced", {})
    if not isinstance(plain, Mapping) or not all(str(n).isdecimal() for n in plain):
        raise ColonyError("bad_dice", what="forced dice belong to the number of a moment")
    return {int(n): _faces(faces) for n, faces in plain.items()}


def _faces(faces: Any) -> tuple[int, ...]:
    if not isinstance(faces, Sequence) or len(faces) > MOST_FORCED:
        raise ColonyError("bad_dice", what=f"a list of at most {MOST_FORCED} faces is needed")
    if any(type(face) is not int or not 1 <= face <= 6 for face in faces):
        raise ColonyError("bad_dice", what="a die shows 1 to 6")
    return tuple(faces)


class Look:
    """The game as it stood at one moment; nothing can be chosen here."""

    __slots__ = ("n", "pending", "journal", "result", "_view")

    def __init__(
        self,
        n: int,
        pending: tuple[Decision, ...],
        journal: Journal,
        result: dict[str, Any] | None,
        view: Callable[[int | None], dict[str, Any]],
    ) -> None:
        self.n = n
        self.pending = pending
        self.journal = journal
        self.result = result
        self._view = view

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """As ``game.view`` at that moment."""
        return self._view(seat)


class Session:
    """One game. See the README for the methods; ``texts`` gives the sentences."""

    def __init__(self, ruleset: Ruleset, setup: Setup, texts: Texts, state: State | None = None) -> None:
        self.ruleset = ruleset
        self.setup = setup
        self.texts = texts
        self._base = 0  # choices made before the log begins (a save whose log could not be replayed)
        self._log: list[Answer] = []
        self._redo: list[list[Answer]] = []
        self._records: list[Record] = []
        self._pending: tuple[Decision, ...] | None = None
        with self._speaking():
            self._forced = forced_dice(setup)
        if state is None:
            with self._speaking():
                self._state = ruleset.new(setup)
            self._state.journal = self._records
            ruleset.flow.run(self._state)
        else:
            self._state = state
            self._state.journal = self._records
            self._base = state.n
        self._marks: list[State] = [self._state.copy()]

    def _speaking(self) -> _Speaking:
        return _Speaking(self.texts)

    # ---------------------------------------------------------------- looking

    @property
    def n(self) -> int:
        """The number of choices made."""
        return self._state.n

    @property
    def first(self) -> int:
        """The earliest moment that can be looked at: 0, or later in a save taken up without its past."""
        return self._base

    @property
    def pending(self) -> tuple[Decision, ...]:
        """The open questions: several while choices are sealed, () when the game is over."""
        if self._pending is None:
            self._pending = self._decisions(self._state)
        return self._pending

    def _decisions(self, s: State) -> tuple[Decision, ...]:
        sealed = bool(s.sealed)
        asked, texts, names = s.asked, self.texts, self.setup.names
        return tuple([Decision(asked, q, sealed, texts, names) for q in s.questions])

    @property
    def journal(self) -> Journal:
        """All records so far."""
        return Journal(self._records)

    @property
    def answers(self) -> tuple[Answer, ...]:
        """(seat, kind, option) of every choice since ``first``."""
        return tuple(self._log)

    @property
    def over(self) -> bool:
        return self._state.over

    @property
    def players(self) -> int:
        return len(self.setup.names)

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """The position as a plain dict; with a seat only what that seat may know. Raises ColonyError."""
        return self._look_at(self._state, seat)

    def _look_at(self, s: State, seat: int | None) -> dict[str, Any]:
        if seat is not None and (type(seat) is not int or not 0 <= seat < self.players):
            with self._speaking():
                raise ColonyError("no_seat", seat=seat, last=self.players - 1)
        return self.ruleset.view(s, self.setup.names, seat)

    @property
    def result(self) -> dict[str, Any] | None:
        """None, or {"winners": [seat, ...], "money": [...]} when the game is over."""
        return self.ruleset.result(self._state)

    def at(self, n: int) -> Look:
        """A look at the moment after ``n`` choices. Raises ColonyError for a moment that never was."""
        self._known_moment(n)
        s = self._state_at(n)
        records = self._records[: length_at(self._records, n)]
        return Look(
            n,
            self._decisions(s),
            Journal(records),
            self.ruleset.result(s),
            lambda seat: self._look_at(s, seat),
        )

    def _known_moment(self, n: int) -> None:
        if type(n) is not int or not self._base <= n <= self.n:
            with self._speaking():
                raise ColonyError("bad_moment", n=n, last=self.n)

    def _state_at(self, n: int) -> State:
        mark = max((m for m in self._marks if m.n <= n), key=lambda m: m.n)
        s = mark.copy()
        for seat, _, value in self._log[s.n - self._base : n - self._base]:
            self.answer_in(s, seat, value)
        return s

    # ---------------------------------------------------------------- choosing

    def choose(self, decision: Decision, option: Plain) -> None:
        """Answers an open question and runs on to the next; moves no bot.

        Raises IllegalChoice, with nothing changed, for a question that is not open any more and for
        an option that is not offered. A list stands for a tuple.
        """
        try:
            known = self._known_option(decision, option)
        except IllegalChoice as error:
            error.sentence = self.texts.error(error.code, **error.values)
            raise
        self._other_way()
        self._answer(decision.seat, decision.kind, known)

    def _known_option(self, decision: Decision, option: Plain) -> Plain:
        """The option as the engine holds it: 1 is not True, a list is its tuple."""
        for known in self.pending:
            if known is decision or known == decision:
                break
        else:
            if self._state.over:
                raise IllegalChoice("game_over")
            kind, seat = getattr(decision, "kind", decision), getattr(decision, "seat", None)
            raise IllegalChoice("not_pending", kind=kind, seat=seat)
        options = known.options
        value = option if option in options else tuples(option)
        if value not in options:
            raise IllegalChoice("not_an_option", option=option, options=options)
        found = options[options.index(value)]
        if found is not value and repr(found) != repr(value):
            raise IllegalChoice("not_an_option", option=option, options=options)
        return found

    def _answer(self, seat: int, kind: str, value: Plain) -> None:
        s = self._state
        self._pending = None
        self._log.append((seat, kind, value))
        self.answer_in(s, seat, value)
        if s.n - self._marks[-1].n >= CHECKPOINT:
            self._marks.append(s.copy())

    # ---------------------------------------------------------------- agreements

    @property
    def fair(self) -> bool:
        """Whether the players agreed that undo stops at chance. Saves and codes keep it; whoever
        offers undo to people keeps to it."""
        return self.setup.fair

    @fair.setter
    def fair(self, fair: bool) -> None:
        self.setup = replace(self.setup, fair=bool(fair))

    # ---------------------------------------------------------------- dice

    def answer_in(self, s: State, seat: int, value: Plain) -> None:
        """One answer in a state of this game, with the dice that were forced for it."""
        if s.n in self._forced:
            self._set_dice(s)
        self.ruleset.flow.answer(s, seat, value)

    @property
    def forced_faces(self) -> tuple[int, ...]:
        """The faces that ``force`` set at this moment; () without."""
        return self._forced.get(self.n, ())

    def force(self, faces: Sequence[int]) -> None:
        """The dice thrown next show these faces, in this order; after them chance goes on. () takes it back.

        For a teacher who wants to show a case. The journal says so; undo, looks, saves and codes keep it.
        Raises ColonyError, with nothing changed, for what is no list of faces and when the game is over.
        """
        with self._speaking():
            if self._state.over:
                raise ColonyError("game_over")
            known = _faces(faces)
            self._other_way()
            set_dice = {n: f for n, f in self._forced.items() if n != self.n}
            self._set_forced(set_dice | ({self.n: known} if known else {}))

    def _set_forced(self, forced: dict[int, tuple[int, ...]]) -> None:
        self._forced = forced
        dice = {key: value for key, value in self.setup.dice.items() if key != "forced"}
        if forced:
            dice["forced"] = {str(n): list(faces) for n, faces in sorted(forced.items())}
        self.setup = replace(self.setup, dice=dice)

    def _set_dice(self, s: State) -> None:
        """Puts the forced faces before the dice of the choice that is about to be made."""
        faces = self._forced[s.n]
        s.dice_script = list(faces)
        if s.journal is not None:
            rule = s.questions[0].rule
            s.journal.append(
                s.moment() | {"n": s.n + 1, "seat": None, "kind": "forced_dice", "rule": rule, "faces": faces}
            )

    def _other_way(self) -> None:
        """The game goes on otherwise than what was taken back: that is forgotten, its forced dice too."""
        self._redo.clear()
        if self._forced and max(self._forced) > self.n:
            self._set_forced({n: faces for n, faces in self._forced.items() if n <= self.n})

    # ---------------------------------------------------------------- time

    def undo(self) -> None:
        """Takes back everything since the last choice of a person, that choice too; without one, one choice.

        Raises ColonyError when nothing has been chosen.
        """
        if not self._log:
            with self._speaking():
                raise ColonyError("nothing_to_undo")
        back = len(self._log) - 1
        for i in range(back, -1, -1):
            if self.setup.bots[self._log[i][0]] is None:
                back = i
                break
        self._redo.append(self._log[back:])
        self._go_back(self._base + back)

    def redo(self) -> None:
        """Makes again what the last ``undo`` took back. Raises ColonyError when nothing was."""
        if not self._redo:
            with self._speaking():
                raise ColonyError("nothing_to_redo")
        for seat, kind, value in self._redo.pop():
            self._answer(seat, kind, value)

    @property
    def can_undo(self) -> bool:
        return bool(self._log)

    @property
    def can_redo(self) -> bool:
        return bool(self._redo)

    def back_to(self, n: int) -> None:
        """Takes back all choices after moment ``n``; ``redo`` makes them again one group at a time."""
        self._known_moment(n)
        while self.n > n:
            before = self.n
            self.undo()
            if self.n < n:  # a group reached past the moment: make its first part again
                group = self._redo.pop()
                for answer in group[: n - self.n]:
                    self._answer(*answer)
                self._redo.append(group[n - before + len(group) :])

    def _go_back(self, n: int) -> None:
        s = self._state_at(n)
        del self._log[n - self._base :]
        del self._records[length_at(self._records, n) :]
        self._marks = [m for m in self._marks if m.n <= n]
        s.journal = self._records
        self._state = s
        self._pending = None

    def fork(self) -> Self:
        """An independent copy that goes on from here."""
        new = object.__new__(type(self))
        new.__dict__.update(self.__dict__)
        new._state = self._state.copy()
        new._log = self._log[:]
        new._redo = [group[:] for group in self._redo]
        new._records = self._records[:]
        new._state.journal = new._records
        new._marks = self._marks[:]
        new._pending = None
        return new

    def digest(self) -> str:
        """Sixteen hex digits that name the position."""
        return self._state.digest()


class _Speaking:
    """Gives every ColonyError that passes its sentence."""

    __slots__ = ("texts",)

    def __init__(self, texts: Texts) -> None:
        self.texts = texts

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, ColonyError) and not error.sentence:
            error.sentence = self.texts.error(error.code, **error.values)
