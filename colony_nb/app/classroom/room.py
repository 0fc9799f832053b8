"""Rooms of a class: codes, teams, the tokens of their devices, answers, hand counts. No Panel, no network.

A team has one device that answers, the first that took it. Further devices of the team come in with the
team's number, which its first device shows; they see what it sees, and what they would choose is counted
for the team, but they answer only when the lecturer gives them leave to do so in its place. So nobody who is
not in the team sees its secret choice.
"""

from __future__ import annotations

import hmac
import secrets
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from colony_nb.app.classroom.limits import Limiter
from colony_nb.game import Game, bot, new_game
from colony_nb.kernel.decision import Decision
from colony_nb.kernel.errors import ColonyError
from colony_nb.kernel.state import tuples

CODE_LETTERS = "ACDEFGHJKMNPQRTUWXY34679"  # none looks like another: no O and 0, I and 1, S and 5, ...
CODE_LENGTH = 6
NAME_MOST = 24
MOST_ROOMS = 40
MOST_DEVICES = 12  # of one team
MOST_HANDS = 999
PASSES = 300  # spectators of a room who may come back
SPEAKER, HELPER = "speaker", "helper"


class Refused(ColonyError):
    """What a device or the lecturer asks for cannot be; nothing was changed. The sentence is in
    ``classroom.toml`` under [refused]."""


class ClassTable(Protocol):
    """What a room needs of the lecturer's table."""

    game: Game | None
    names: list[str]

    @property
    def open_game(self) -> Game | None:
        """The game that teams may answer in just now; None while the table is busy with something else."""
        ...

    def answer(self, seat: int, decision: Decision, option: Any) -> None: ...

    def sit(self, game: Game) -> None: ...

    def refresh(self) -> None: ...


@dataclass(slots=True)
class Sent:
    """A team's last answer: where it stood and what it was."""

    n: int
    kind: str
    option: Any


@dataclass(slots=True)
class Team:
    """One seat of the room. ``bot``: the computer that plays it, None for a team; ``speaker`` and ``helpers``
    are device tokens, ``asks`` the helper that would like to answer, ``number`` lets further devices in."""

    seat: int
    name: str = ""
    bot: str | None = None
    number: str = ""
    speaker: str = ""
    helpers: list[str] = field(default_factory=list)
    asks: str = ""
    sent: Sent | None = None
    votes: dict[str, Sent] = field(default_factory=dict)  # what helping devices would choose

    def role(self, token: str) -> str:
        """SPEAKER, HELPER or "" for a token of somebody else."""
        if not token:
            return ""
        if same(self.speaker, token):
            return SPEAKER
        return HELPER if any(same(one, token) for one in self.helpers) else ""


def clean_name(text: str) -> str:
    """A team's name without spare spaces. Raises Refused for one that is too long or cannot be printed."""
    name = " ".join(text.split()) if isinstance(text, str) else ""
    if not 0 < len(name) <= NAME_MOST or not name.isprintable():
        raise Refused("name", most=NAME_MOST)
    return name


def same(one: str, other: object) -> bool:
    """Whether two secrets are equal; takes as long for a near miss as for a far one."""
    return isinstance(other, str) and hmac.compare_digest(
        one.encode("utf-8", "replace"), other.encode("utf-8", "replace")
    )


def clean_code(text: str) -> str:
    """A typed room code as it is stored: spaces and hyphens do not count, small letters neither."""
    return "".join(c for c in str(text)[:40].upper() if c.isalnum())


class Room:
    """One room. ``teams`` by seat; ``begun`` once the game lies on the table, ``closed`` at its end.

    ``here`` counts the open connections of each device, ``counted`` keeps the hands of counted answers:
    {(n, seat): {option: hands}}; ``joined`` lists (seat, role) in the order of coming in.
    """

    def __init__(
        self,
        code: str,
        table: ClassTable,
        names: Sequence[str],
        bots: Sequence[str | None] | None = None,
        *,
        kind: str = "simplified",
        variants: Mapping[str, bool] | None = None,
        seed: int | None = None,
    ) -> None:
        """Raises ColonyError for teams with which no game can be played."""
        self.code = code
        self.table = table
        self.kind = kind
        self.variants = dict(variants or {})
        self.seed = seed
        bots = list(bots) if bots is not None else [None] * len(names)
        numbers = set[str]()
        while len(numbers) < len(names):
            numbers.add(f"{secrets.randbelow(9000) + 1000}")
        self.teams = [
            Team(seat, clean_name(name), who, number)
            for seat, (name, who, number) in enumerate(zip(names, bots, numbers, strict=True))
        ]
        self._different([team.name for team in self.teams])
        self.begun = self.closed = False
        self.here: Counter[str] = Counter()
        self.counted: dict[tuple[int, int], dict[Any, int]] = {}
        self.joined: list[tuple[int, str]] = []
        self.passes: list[str] = []
        self._game()  # whether it can be played at all

    @staticmethod
    def _different(names: Sequence[str]) -> None:
        if len({name.casefold() for name in names}) < len(names):
            raise Refused("same_name")

    # ---------------------------------------------------------------- devices

    def take(self, seat: int, number: str = "") -> str:
        """A device joins a team and gets its token: the first one answers for the team, further ones must
        know the team's ``number``. Raises Refused."""
        team = self._team(seat)
        if team.bot is not None:
            raise Refused("computer")
        if not team.speaker:
            token = team.speaker = secrets.token_urlsafe(16)
            self.joined.append((seat, SPEAKER))
        else:
            if not number:
                raise Refused("taken", team=team.name)
            if not same(team.number, number.strip()):
                raise Refused("number", team=team.name)
            if len(team.helpers) + 1 >= MOST_DEVICES:
                raise Refused("full", team=team.name)
            token = secrets.token_urlsafe(16)
            team.helpers.append(token)
            self.joined.append((seat, HELPER))
        return token

    def who(self, token: str) -> tuple[Team, str]:
        """The team of a device and its role. Raises Refused for a token that is none of this room's."""
        if not self.closed:
            for team in self.teams:
                role = team.role(token)
                if role:
                    return team, role
        raise Refused("unknown")

    def rename(self, token: str, name: str) -> None:
        """A team names itself, before the game begins. Raises Refused."""
        team, role = self.who(token)
        if role != SPEAKER:
            raise Refused("helper")
        if self.begun:
            raise Refused("begun")
        new = clean_name(name)
        self._different([new, *(other.name for other in self.teams if other is not team)])
        team.name = new

    def leave(self, token: str) -> None:
        """A device leaves its team; the team's number changes, so that it comes in again as a stranger."""
        team, role = self.who(token)
        if role == SPEAKER:
            team.speaker = ""
        else:
            team.helpers.remove(token)
        team.votes.pop(token, None)
        if team.asks == token:
            team.asks = ""
        self._renumber(team)

    def ask_over(self, token: str) -> None:
        """A helping device would like to answer for its team; the lecturer decides. With the answering device
        gone for good the seat may be free: then it answers at once."""
        team, role = self.who(token)
        if role != HELPER:
            return
        team.asks = token
        if not team.speaker:
            self.allow(team.seat)

    def allow(self, seat: int) -> None:
        """The lecturer lets the device that asked answer in place of the first one, which helps now."""
        team = self._team(seat)
        if team.asks not in team.helpers:
            raise Refused("nobody_asks", team=team.name)
        place = team.helpers.index(team.asks)
        if team.speaker:
            team.helpers[place] = team.speaker
        else:
            del team.helpers[place]
        team.speaker, team.asks = team.asks, ""

    def refuse(self, seat: int) -> None:
        """The lecturer leaves things as they are."""
        self._team(seat).asks = ""

    def free(self, seat: int) -> None:
        """The lecturer frees a seat: all its devices are out, the next one that comes takes it."""
        team = self._team(seat)
        team.speaker, team.asks, team.helpers, team.votes = "", "", [], {}
        self._renumber(team)

    def _renumber(self, team: Team) -> None:
        used = {other.number for other in self.teams}
        while team.number in used:
            team.number = f"{secrets.randbelow(9000) + 1000}"

    def _team(self, seat: Any) -> Team:
        if self.closed:
            raise Refused("closed")
        if type(seat) is not int or not 0 <= seat < len(self.teams):
            raise Refused("no_team")
        return self.teams[seat]

    def live(self, seat: int) -> bool:
        """Whether the device that answers for this seat is connected."""
        if not 0 <= seat < len(self.teams):
            return False
        team = self.teams[seat]
        return bool(team.speaker and self.here[team.speaker] > 0)

    # ---------------------------------------------------------------- the game

    def begin(self) -> None:
        """Puts the game on the table. Raises Refused when it is there already."""
        if self.closed:
            raise Refused("closed")
        if self.begun:
            raise Refused("begun")
        game = self._game()
        self.begun = True
        self.table.sit(game)

    def _game(self) -> Game:
        players = [bot(team.bot) if team.bot else team.name for team in self.teams]
        return new_game(players, self.seed, game=self.kind, variants=self.variants or None)

    def close(self) -> None:
        """The room is over; nothing of it stays."""
        self.closed = True
        for team in self.teams:
            team.speaker, team.asks, team.helpers = "", "", []

    def asked(self, seat: int) -> Decision | None:
        """The question that this seat may answer now, else None."""
        game = self.table.open_game if self.begun and not self.closed else None
        if game is None:
            return None
        return next((d for d in game.pending if d.seat == seat), None)

    def answer(self, token: str, n: int, seat: int, kind: str, option: Any) -> None:
        """A team's device answers its question. Raises Refused or IllegalChoice, with nothing changed."""
        team, role = self.who(token)
        if role != SPEAKER:
            raise Refused("helper")
        if team.seat != seat:
            raise Refused("other_team")
        self._choose(team, n, kind, option)

    def vote(self, token: str, n: int, kind: str, option: Any) -> None:
        """A helping device says what it would choose; only its own team sees how many would choose what.
        Raises Refused for the device that answers, for a stale question and for what is no option."""
        team, role = self.who(token)
        if role != HELPER:
            raise Refused("answers")
        decision = self.asked(team.seat)
        if decision is None or (decision.n, decision.kind) != (n, kind):
            raise Refused("stale")
        option = tuples(option)
        if option not in decision.options:
            raise Refused("message")
        team.votes[token] = Sent(n, kind, option)

    def tally(self, decision: Decision) -> list[tuple[Any, int]]:
        """What the helping devices of the team that is asked would choose, most wanted first."""
        team = self.teams[decision.seat]
        said = [
            vote.option
            for token, vote in team.votes.items()
            if token in team.helpers and (vote.n, vote.kind) == (decision.n, decision.kind)
        ]
        return Counter(said).most_common()

    def answer_for(self, n: int, seat: int, kind: str, option: Any) -> None:
        """The lecturer answers for a team. Raises as ``answer``."""
        self._choose(self._team(seat), n, kind, option)

    def _choose(self, team: Team, n: int, kind: str, option: Any) -> None:
        decision = self.asked(team.seat)
        if decision is None or (decision.n, decision.kind) != (n, kind):
            raise Refused("stale")
        before, team.sent = team.sent, Sent(n, kind, option)
        try:
            self.table.answer(team.seat, decision, option)
        except ColonyError:
            team.sent = before
            raise

    def count(self, seat: int, hands: Mapping[Any, int], n: int | None = None) -> Any:
        """A team without a device votes by hands: the option with most of them is chosen and given back.

        Raises Refused, with nothing chosen, for a tie, for no hands at all, for something else than a number
        of hands, and for a question that is not open any more (``n``: the one that was counted for).
        """
        team = self._team(seat)
        decision = self.asked(seat)
        if decision is None or (n is not None and decision.n != n):
            raise Refused("stale")
        for option, raised in hands.items():
            if option not in decision.options or type(raised) is not int or not 0 <= raised <= MOST_HANDS:
                raise Refused("hands", most=MOST_HANDS)
        most = max(hands.values(), default=0)
        if not most:
            raise Refused("no_hands")
        best = [option for option, raised in hands.items() if raised == most]
        if len(best) > 1:
            raise Refused("tie", count=most, options=[decision.label(option) for option in best])
        key = (decision.n, seat)
        self._choose(team, decision.n, decision.kind, best[0])
        self.counted[key] = {option: raised for option, raised in hands.items() if raised}
        return best[0]

    # ---------------------------------------------------------------- spectators

    def admit(self) -> str:
        """A pass for one spectator or projector."""
        made = secrets.token_urlsafe(16)
        self.passes = [*self.passes[1 - PASSES :], made]
        return made


class Rooms:
    """All rooms of one process. ``secret`` opens the lecturer's pages."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.secret = secrets.token_urlsafe(18)
        self.limiter = Limiter(clock)
        self._rooms: dict[str, Room] = {}

    @property
    def open_rooms(self) -> list[Room]:
        return list(self._rooms.values())

    def new_code(self) -> str:
        """A code that no room has. Raises Refused when there are too many rooms."""
        if len(self._rooms) >= MOST_ROOMS:
            raise Refused("rooms", most=MOST_ROOMS)
        while True:
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
            if code not in self._rooms:
                return code

    def open(self, room: Room) -> Room:
        """From now on the room can be entered."""
        self._rooms[room.code] = room
        return room

    def close(self, room: Room) -> None:
        """The room is gone."""
        room.close()
        self._rooms.pop(room.code, None)

    def known(self, code: str) -> Room | None:
        """The room of a code without counting; for who is in already, never for an answer to a stranger."""
        return self._rooms.get(clean_code(code))

    def enter(self, code: str, client: str) -> Room:
        """The room of a code that a stranger has typed. Raises Refused: wrong, or too early after that."""
        self.check_wait(client)
        room = self._rooms.get(clean_code(code))
        if room is None:
            self.limiter.wrong(client)
            raise Refused("code", wait=round(self.limiter.wait(client) + 0.5))
        return room

    def take(self, room: Room, seat: int, number: str, client: str) -> str:
        """As ``room.take``; wrong team numbers are slowed down like wrong codes."""
        self.check_wait(client)
        try:
            return room.take(seat, number)
        except Refused as error:
            if error.code == "number":
                self.limiter.wrong(client)
            raise

    def check_wait(self, client: str) -> None:
        """Raises Refused while the client has to wait."""
        wait = self.limiter.wait(client)
        if wait > 0:
            raise Refused("wait", seconds=int(wait) + 1)

    def device(self, code: str, token: str) -> Room:
        """The room of a device that comes back. Raises Refused, the same for a wrong code as for a token
        that is not known, so that no code can be guessed this way."""
        room = self.known(code)
        if room is not None:
            room.who(token)
            return room
        raise Refused("unknown")

    def watched(self, pass_: str) -> Room | None:
        """The room of a spectator's pass."""
        return next(
            (room for room in self._rooms.values() if any(same(one, pass_) for one in room.passes)),
            None,
        )
