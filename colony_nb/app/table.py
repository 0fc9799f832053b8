"""The controller of one table: a game, who sits at the screen, and the views that show it.

Whatever goes wrong ends as a sentence in ``notice``; no exception leaves a method that a control calls.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from colony_nb.app.autosave import Autosave, Saved, found
from colony_nb.app.debriefs import Debriefs
from colony_nb.app.moment import Moment, cards_asked, concerns, display_names, is_private, named_view, put
from colony_nb.app.panes.sim_steps import Steps
from colony_nb.app.speech import spoken
from colony_nb.app.texts import Texts
from colony_nb.app.times import Times
from colony_nb.game import Game, bot, from_code, load, load_text, new_game
from colony_nb.kernel.decision import Decision
from colony_nb.kernel.errors import ColonyError, IllegalChoice

if TYPE_CHECKING:
    from colony_nb.app.lecture.stage import Stage

LARGEST_SAVE = 20_000_000  # bytes
MOST_VIEWS = 8
_log = logging.getLogger(__name__)


class Shown(Protocol):
    """What a table needs of a view."""

    def refresh(self) -> None: ...

    def alive(self) -> bool: ...


class Table:
    """One table. ``game`` is None while the start screen is up.

    ``on_disk``: whether the person may save into the working folder; ``autosave``: whether the table does so
    by itself after each turn of a person. ``saved`` are the games found there, ``kept`` a code that the
    browser has kept. ``telling`` is what the last change sounds like, ``told`` its number.
    """

    def __init__(
        self,
        game: Game | None = None,
        language: str = "en",
        on_disk: bool = True,
        fair: bool = False,
        autosave: bool = False,
    ) -> None:
        self.texts = Texts(language)
        self.guided = False  # short notes accompany the first round
        self.dismissed: frozenset[str] = frozenset()
        self.times = Times(self)
        self.debriefs = Debriefs()
        self.steps = Steps()  # of the simplified game
        self._replaced: list[Game] = []  # games that went on as the one on the table
        self.game: Game | None = None
        self.views: list[Shown] = []
        self.notice = ""
        self.on_disk = on_disk
        self.starting = game is None
        self.sitting: int | None = None
        self._last: dict[int, int] = {}
        self._mark = 0
        self._code: tuple[Game, int, str] | None = None
        self._moment: Moment | None = None
        self.names: list[str] = []
        self.reader = {"odds": True, "hints": True, "at_once": False}  # what whoever reads here prefers
        self.autosave = Autosave(autosave and on_disk)
        self.saved: list[Saved] = found() if self.autosave.on else []
        self.kept = ""
        self.stage: Stage | None = None  # what a projector may show, in a lecture
        self.told, self.telling = 0, ""
        self._heard = 0
        self._spoken: tuple[Any, ...] = ()
        if game is not None:
            if fair:
                game.fair = True
            self._sit_down(game)
            if any(saved.setup == game.setup.to_dict() for saved in self.saved):
                self.notice = self.texts.say("keep.waiting")

    # ---------------------------------------------------------------- views

    def add(self, view: Shown) -> None:
        """From now on the view follows the table; the oldest ones are let go."""
        self.views = [v for v in self.views if v.alive()][1 - MOST_VIEWS :] + [view]

    def refresh(self) -> None:
        """Every view draws what has changed."""
        self._moment = None
        if self.stage is not None:
            self.stage.follow(None if self.starting else self.game)
        self._tell()
        for view in list(self.views):
            if view.alive():
                view.refresh()
            else:
                self.views.remove(view)

    def _tell(self) -> None:
        """Puts what is new into words, once for all views."""
        if self.game is None or self.starting:
            return
        m = self.moment()
        if (m.key, self.notice) == self._spoken:
            return
        self._spoken = (m.key, self.notice)
        self.telling = spoken(m, min(self._heard, len(m.journal)), self.texts, self.notice)
        self.told += 1
        if m.at is None:
            self._heard = len(m.journal)

    @property
    def last_code(self) -> str:
        """The game's code at the end of the last round that a person has seen end; "" before."""
        return self._code[2] if self._code is not None and self._code[0] is self.game else ""

    def moment(self) -> Moment:
        """The position, the open question and what happened; worked out once for all views."""
        if self._moment is None:
            self._moment = self._look()
        return self._moment

    def _look(self) -> Moment:
        game = self.game
        assert game is not None
        if self.times.at is not None:
            moment = self.times.moment()
            moment.shut_rules = self.steps.shut_rules(moment)
            return moment
        names = self.names
        persons = tuple(seat for seat, who in enumerate(game.setup.bots) if who is None)
        pending = game.pending
        decision = next((d for d in pending if d.seat == self.sitting), None)
        if decision is None:
            decision = next((d for d in pending if d.seat in persons), None)
        cover = bool(
            decision is not None
            and len(persons) > 1
            and is_private(decision)
            and decision.seat != self.sitting
            and self.stage is None  # in a lecture the others look at the projector
        )
        journal = game.journal
        mark = min(self._mark, game.n)
        start = mark if decision is None else min(self._last.get(decision.seat, mark), game.n)
        told = [r for r in journal.since(mark) if concerns(r, persons)]
        asked = cards_asked(pending)
        news = any(r["kind"] != "event" or r["card"] not in asked for r in told)
        view = named_view(game, names)
        debrief = self.debriefs.due(game, int(view["phase"]), bool(persons))
        moment = Moment(
            game=game,
            names=names,
            view=view,
            persons=persons,
            decision=decision,
            asking=None,
            cover=cover,
            since=journal.since(start),
            news=news and decision is not None,
            journal=journal,
            code=self._round_code(game, start),
            key=(id(game), game.n, None if decision is None else decision.seat, cover, debrief),
            left=self.times.left,
            pending=pending,
            debrief=debrief,
            why_at=None if persons else game.n - 1,
        )
        moment.screen = self.steps.screen(moment)
        moment.shut_rules = self.steps.shut_rules(moment)
        if moment.screen is not None:
            moment.debrief = 0  # it comes when the step's screens are passed
        moment.key = (*moment.key[:-1], moment.debrief, moment.screen)
        if decision is not None:
            moment.prompt = self.texts.book.prompt(decision.kind, decision.seat, decision.context, names)
            if not cover:
                moment.asking = put(decision, self.texts, names)
                if decision.kind == "invest" and decision.context["what"] == "army":  # both in one form
                    moment.prompt = self.texts.say("sim.invest", power=names[decision.seat])
                if decision.kind == "pass_card":
                    moment.private = game.view(decision.seat)
        return moment

    def _round_code(self, game: Game, start: int) -> str:
        """The code of the moment when a round has ended since ``start``, else "". Made once a round."""
        ended = [r for r in game.journal.since(start) if r["kind"] == "standing"]
        if not ended:
            return ""
        at = int(ended[-1]["round"])
        if self._code is None or self._code[:2] != (game, at):
            try:
                self._code = (game, at, game.code())
            except ColonyError:
                return ""
        return self._code[2]

    @property
    def fair(self) -> bool:
        """Whether undo stops at dice, drawn counters and cards, and opened secret choices."""
        return self.game is not None and self.game.fair

    @fair.setter
    def fair(self, fair: bool) -> None:
        for game in (self.game, self.times.main):
            if game is not None:
                game.fair = fair

    def plays(self, game: Game) -> bool:
        """Whether this game lies on the table, or was put aside for a what-if game."""
        return self.game is game or self.times.main is game or any(old is game for old in self._replaced)

    # ---------------------------------------------------------------- doing

    def _do(self, action: Callable[[], str | None]) -> bool:
        """Carries out what a control asks for; refusals become the notice. True when it was done."""
        done = False
        try:
            self.notice = action() or ""
            done = True
        except ColonyError as error:
            self.notice = error.sentence or self.texts.book.error(error.code, **error.values)
        except Exception:
            _log.exception("a choice at the table failed")
            self.notice = self.texts.say("status.trouble")
        self.refresh()
        return done

    def choose(self, option: Any) -> bool:
        """The person in front of the screen answers the open question."""

        def action() -> None:
            game, decision = self.game, self.moment().decision
            if game is None or decision is None:
                return
            before = game.n
            game.choose(decision, option)
            self.sitting = decision.seat
            if decision.kind == "event" or not cards_asked([decision]):
                # what a card asks further belongs to its first choice
                self._mark = self._last[decision.seat] = before
            game.play()
            while self.steps.answer_planned(game):
                game.play()

        turn = self._turn()
        done = self._do(action)
        if done and self._turn() != turn:
            self.keep()
        return done

    def answer(self, seat: int, decision: Decision, option: Any) -> None:
        """A seat's own answer, from its device or by a show of hands; computers go on and all views draw.

        Raises ColonyError, with nothing changed, for another seat's question, for one that is not open any
        more, and for what is none of its options.
        """
        game = self.game
        if game is None or decision.seat != seat:
            raise IllegalChoice("not_pending", kind=decision.kind, seat=seat)
        before, turn = game.n, self._turn() if self.autosave.on else ()
        game.choose(decision, option)
        self._mark = self._last[seat] = before
        self.notice = ""
        game.play()
        while self.steps.answer_planned(game):
            game.play()
        self.refresh()
        if self.autosave.on and self._turn() != turn:
            self.keep()

    def _turn(self) -> tuple[Any, ...]:
        """What changes when a turn ends."""
        if self.game is None:
            return ()
        view, m = self.moment().view, self.moment()
        return view["round"], view["turn"], m.seat if view["turn"] is None else None, m.over

    def keep(self) -> None:
        """Saves by itself; where that cannot be, a notice says so once."""
        before = (self.autosave.written, self.autosave.failing)
        if self.game is None or not self.autosave.on or self.moment().left is not None:
            return  # a what-if game is not the one to be kept
        done = self.autosave.write(self.game)
        if not done and not before[1]:
            self.say(f"{self.notice} {self.texts.say('keep.off')}".strip())
        elif (self.autosave.written, self.autosave.failing) != before:
            self.refresh()

    def switch_autosave(self, on: bool) -> None:
        """The person wants the game saved after each turn, or not."""
        if on == self.autosave.on:
            return
        self.autosave.on = on and self.on_disk
        self.notice = ""
        if self.autosave.on:
            self.keep()
        self.refresh()

    def uncover(self) -> None:
        """The next person has sat down."""
        decision = self.moment().decision
        self.sitting = None if decision is None else decision.seat
        self.notice = ""
        self.refresh()

    def debriefed(self) -> None:
        """The debrief that is due was held, or the persons go on without it."""
        m = self.moment() if self.game is not None else None
        if m is not None and m.debrief:
            self.debriefs.passed(m.game, m.debrief)
            self.notice = ""
            self.refresh()

    def go_on(self) -> None:
        """The screen of the simplified game that stands before the next question was read."""
        if self.game is not None:
            self.steps.go_on(self.moment())
            self.sitting = None  # everybody has looked at the screen
            self.notice = ""
            self.refresh()

    def read_again(self) -> None:
        """The question of the step is read out once more (simplified game)."""
        if self.game is not None:
            self.steps.read_again(self.moment())
            self.refresh()

    def discuss(self) -> None:
        """The step on enslaved labour (SIM-8) is read and discussed; nobody chooses."""

        def action() -> None:
            old = self.game
            if old is None or self.moment().screen is None:
                return
            new = self.steps.discussing(old)
            self.steps.take_over(old, new)
            self._replaced.append(old)
            self.game = new
            self.gone_back()
            new.play()

        self._do(action)

    def play(self, most: int = 1) -> None:
        """Computers make up to ``most`` choices (a game in which they play alone)."""

        def action() -> None:
            if self.game is not None:
                self._mark = self.game.n
                self.game.play(most)

        self._do(action)

    def undo(self) -> None:
        def action() -> str:
            assert self.game is not None
            tried = self.game.fork()
            tried.undo()
            seats = [d.seat for d in tried.pending]
            if None in tried.setup.bots and all(tried.setup.bots[seat] for seat in seats):
                raise ColonyError("nothing_to_undo")  # only computers have chosen so far
            self.times.check_undo(self.game, tried.n)
            self.game.undo()
            self.gone_back()
            return self.texts.say("status.undone")

        self._do(action)

    def redo(self) -> None:
        def action() -> str:
            assert self.game is not None
            self.game.redo()
            self.gone_back()
            return self.texts.say("status.redone")

        self._do(action)

    def gone_back(self) -> None:
        """The game stands at an earlier moment than before: nobody sits at the screen yet."""
        self.sitting = None
        assert self.game is not None
        self.debriefs.gone_back(self.game)
        self.steps.gone_back(self.game)
        self._mark = self.game.n
        self._last = {seat: n for seat, n in self._last.items() if n < self.game.n}

    # ---------------------------------------------------------------- games

    def sit(self, game: Game) -> None:
        """Lays another game on the table, as it stands."""
        self.notice = ""
        self._sit_down(game)
        self.refresh()

    def _sit_down(self, game: Game, path: Path | None = None) -> None:
        names = display_names(game, self.texts)
        self.autosave.begin(game, path)
        self.game, self.names = game, names
        self.sitting, self._last, self._mark = None, {}, game.n
        self.times.reset()
        self.debriefs.begin(game)
        self.steps.begin(game)
        self._replaced.clear()
        self.starting = False
        if None in game.setup.bots and not game.can_redo:
            game.play()
        self._heard = len(game.journal)

    def start(
        self,
        seats: Sequence[tuple[str, str]],
        variants: Mapping[str, bool] | None = None,
        seed: str = "",
        *,
        fair: bool = False,
        guided: bool = False,
        game: str = "colony",
    ) -> bool:
        """A new game. Each seat is ("person", name) or (a bot's name, ""); without a seed it is drawn.
        ``game``: "colony" or "simplified"."""

        def action() -> None:
            number = None
            if seed.strip():
                try:
                    number = int(seed.strip())
                except ValueError:
                    raise _Refused(self.texts.say("start.bad_seed")) from None
            power = self._power_names(len(seats))
            players = [
                (name.strip() or power[seat]) if who == "person" else bot(who)
                for seat, (who, name) in enumerate(seats)
            ]
            persons = [player for player in players if isinstance(player, str)]
            if len(set(persons)) < len(persons):
                raise ColonyError("bad_name")
            made = new_game(players, number, game=game, variants=variants)
            made.fair, self.guided, self.dismissed = fair, guided, frozenset()
            self._sit_down(made)

        return self._do(action)

    def _power_names(self, count: int) -> list[str]:
        from colony_nb.plots.palette import POWERS

        return [self.texts.book.word(f"power.{POWERS[seat].key}.name") for seat in range(count)]

    def open_text(self, data: bytes | str) -> bool:
        """The game of a save's content."""

        def action() -> str:
            if len(data) > LARGEST_SAVE:
                raise _Refused(self.texts.say("game.oversized"))
            try:
                text = data if isinstance(data, str) else data.decode("utf-8")
            except UnicodeDecodeError:
                raise _Refused(self.texts.say("game.bad_file")) from None
            self._sit_down(load_text(text))
            return self.texts.say("status.loaded")

        return self._do(action)

    def open_code(self, code: str) -> bool:
        """The game of a resume code."""

        def action() -> str:
            if not code.strip():
                raise _Refused(self.texts.say("game.no_code"))
            self._sit_down(from_code("".join(code.split())))
            return self.texts.say("status.loaded")

        return self._do(action)

    def open_saved(self, saved: Saved) -> bool:
        """The game of a file that was written by itself; it goes on in that file."""

        def action() -> str:
            self._sit_down(load(saved.path), saved.path)
            return self.texts.say("status.loaded")

        return self._do(action)

    def offer(self, code: str) -> None:
        """The browser has kept a code: the start screen offers it."""
        if self.game is None and code:
            self.kept = code
            self.refresh()

    def save(self) -> None:
        """Writes the game into the working folder; where that cannot be, a notice says so."""

        def action() -> str:
            assert self.game is not None
            try:
                path = self.game.save(Path.cwd() / self.file_name())
            except (ColonyError, OSError):
                return self.texts.say("game.unwritable")
            return self.texts.say("status.saved", path=path)

        self._do(action)

    def file_name(self) -> str:
        assert self.game is not None
        return f"colony-{self.game.setup.seed}-{self.game.n}.json"

    def say(self, notice: str) -> None:
        """Shows a sentence."""
        self.notice = notice
        self.refresh()

    def to_start(self) -> None:
        self.starting, self.notice = True, ""
        self.saved = found() if self.autosave.on else []
        self.refresh()

    def back(self) -> None:
        if self.game is not None:
            self.starting, self.notice = False, ""
            self.refresh()


class _Refused(ColonyError):
    """A refusal of the table's own, in its final words."""

    def __init__(self, sentence: str) -> None:
        super().__init__("table", sentence=sentence)
        self.sentence = sentence
