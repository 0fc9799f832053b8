"""The devices' pages and their connection: one small page and one websocket a device, JSON both ways.

A device sends {"do": ..., ...}, the server answers with {"kind": ..., ...}. Nothing is logged, nothing is
kept beyond the room; a token stands in no address.
"""

from __future__ import annotations

import json
import logging
import re
import time
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from tornado.ioloop import IOLoop
from tornado.web import RequestHandler
from tornado.websocket import WebSocketClosedError, WebSocketHandler

from colony_nb.app.classroom import device
from colony_nb.app.classroom.room import Refused, Room, Rooms, same
from colony_nb.app.classroom.shared import RoomTable, sentence
from colony_nb.app.texts import Texts, esc
from colony_nb.app.theme import variables
from colony_nb.kernel.errors import ColonyError
from colony_nb.paths import DATA

LARGEST = 4000  # characters of a message
BURST, EACH = 30, 10.0  # messages at once, and a second
MOST_CONNECTIONS = 600
SILENT = 50.0  # seconds after which a connection without a word is given up; devices speak every 15
COOKIE = "colony_lecturer"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:;"
    " form-action 'none'; frame-ancestors 'none'; base-uri 'none'; connect-src 'self'"
)
_HOST = re.compile(r"[A-Za-z0-9.:\[\]-]{1,100}")
_log = logging.getLogger(__name__)


class Hub:
    """All device connections of one process, and what they are told."""

    def __init__(self, rooms: Rooms, language: str = "en") -> None:
        self.rooms = rooms
        self.texts = Texts(language)
        self.sockets: set[DeviceSocket] = set()
        self._due: set[str] = set()
        self._boards: dict[str, dict[str, Any]] = {}

    def open(self, make: Callable[[RoomTable], Room]) -> Room:
        """A new room with a table of its own. Raises ColonyError for teams that cannot play."""
        table = RoomTable(self.texts.language)
        room = make(table)
        table.room = room
        table.changed = lambda: self.tell(room)
        return self.rooms.open(room)

    def close(self, room: Room) -> None:
        """The room ends: devices are told and forgotten."""
        self.rooms.close(room)
        self._boards.pop(room.code, None)
        for socket in [s for s in self.sockets if s.room is room]:
            socket.send({"kind": "closed"})
            socket.room, socket.token = None, ""
        table = room.table
        if isinstance(table, RoomTable):
            table.refresh()

    def tell(self, room: Room) -> None:
        """Soon, and once for several changes, every device of the room gets what it has not seen."""
        if room.code not in self._due:
            self._due.add(room.code)
            try:
                IOLoop.current(instance=False).add_callback(self._tell, room)  # type: ignore[union-attr]
            except AttributeError:  # no server is running
                self._due.discard(room.code)

    def _tell(self, room: Room) -> None:
        self._due.discard(room.code)
        known: dict[int | None, dict[str, Any]] = {}
        for socket in [s for s in self.sockets if s.room is room]:
            socket.show(known)

    def came_or_went(self, room: Room | None) -> None:
        """A device's connection began or ended."""
        if room is not None and not room.closed:
            self.tell(room)
            if isinstance(room.table, RoomTable):
                # during a game the lecturer's table puts the questions of teams without a device first
                room.table.refresh() if room.begun else room.table.refresh_lobbies()

    def board(self, room: Room, table: RoomTable) -> dict[str, Any] | None:
        """The picture of the board, drawn once for all devices."""
        if not room.begun or table.game is None or table.pause == "whatif":
            return None
        key = device.board_key(device.standing(table, table.game).view())
        if self._boards.get(room.code, {}).get("key") != key:
            self._boards[room.code] = device.board(table, table.game)
        return self._boards[room.code]

    def sweep(self) -> None:
        """Gives up connections that have been silent for too long."""
        late = time.monotonic() - SILENT
        for socket in [s for s in self.sockets if s.heard < late]:
            socket.close()


class DeviceSocket(WebSocketHandler):
    """One device. ``looking`` is the room whose code it has typed; ``room`` and ``token`` its place. A
    spectator has a room and no token."""

    def initialize(self, hub: Hub) -> None:
        self.hub = hub
        self.looking: Room | None = None
        self.room: Room | None = None
        self.token = ""
        self.heard = time.monotonic()
        self._allowance = float(BURST)
        self._last = ""

    @property
    def client(self) -> str:
        return str(self.request.remote_ip)

    def open(self, *_args: Any, **_kwargs: Any) -> None:
        if len(self.hub.sockets) >= MOST_CONNECTIONS:
            self.close()
            return
        self.set_nodelay(True)
        self.hub.sockets.add(self)

    def on_close(self) -> None:
        self.hub.sockets.discard(self)
        self._settle(None, "")

    def _settle(self, room: Room | None, token: str) -> None:
        """This connection now belongs to a device of a room, or to none."""
        before, old = self.room, self.token
        self.room, self.token, self._last = room, token, ""
        if before is not None and old:
            before.here[old] -= 1
            if before.here[old] <= 0:
                del before.here[old]
        if room is not None and token:
            room.here[token] += 1
        if old or token:
            for one in {before, room} - {None}:
                self.hub.came_or_went(one)

    # ---------------------------------------------------------------- out

    def send(self, message: Mapping[str, Any]) -> None:
        self._write(json.dumps(message))

    def _write(self, text: str) -> None:
        """A device that has just gone is no error."""
        try:
            self.write_message(text).add_done_callback(lambda sent: sent.cancelled() or sent.exception())
        except WebSocketClosedError:
            pass

    def show(self, known: dict[int | None, dict[str, Any]] | None = None) -> None:
        """Sends what the device shows now, unless it has it already. ``known`` keeps what was worked out for
        the other devices of its team."""
        room = self.room
        if room is None or not isinstance(room.table, RoomTable):
            return
        known = {} if known is None else known
        if not self.token:
            if None not in known:
                known[None] = {"kind": "watching"} | device.watching(room, room.table)
            self._send_new(json.dumps(known[None]))
            return
        try:
            team, role = room.who(self.token)
        except Refused as error:  # its seat was freed
            self.send({"kind": "out", "sentence": sentence(error, room.table)})
            self._settle(None, "")
            return
        if team.seat not in known:
            known[team.seat] = {"kind": "state"} | device.state(room, room.table, team.seat)
        self._send_new(json.dumps(known[team.seat] | device.personal(room, team, role, self.token)))

    def _send_new(self, text: str) -> None:
        if text != self._last:
            self._last = text
            self._write(text)

    def _teams(self) -> None:
        assert self.looking is not None
        room = self.looking
        self.send({"kind": "teams", "code": room.code, "begun": room.begun, "teams": device.teams(room)})

    # ---------------------------------------------------------------- in

    def on_message(self, message: str | bytes) -> None:
        now = time.monotonic()
        self._allowance = min(float(BURST), self._allowance + (now - self.heard) * EACH)
        self.heard = now
        self._allowance -= 1
        if self._allowance < 0 or not isinstance(message, str) or len(message) > LARGEST:
            self.close()
            return
        table = self.room.table if self.room is not None else None
        say = self.hub.texts.say
        try:
            asked = json.loads(message)
            do = _DOES.get(asked.get("do"))
            if do is None:
                raise ValueError
            do(self, asked)
        except ColonyError as error:
            shown = table if isinstance(table, RoomTable) else None
            words = self._words(error, shown)
            self.send({"kind": "refused", "code": error.code, "sentence": words})
            if error.code != "wait":
                self.show()
        except (ValueError, TypeError, AttributeError, KeyError, RecursionError):
            self.send({"kind": "refused", "code": "message", "sentence": say("refused.message")})
        except Exception:
            _log.exception("a device's message failed")
            self.send({"kind": "refused", "code": "trouble", "sentence": say("refused.trouble")})

    def _words(self, error: ColonyError, table: RoomTable | None) -> str:
        return sentence(error, table if table is not None else RoomTable(self.hub.texts.language))

    def _do_ping(self, _asked: Mapping[str, Any]) -> None:
        self.send({"kind": "pong"})

    def _do_enter(self, asked: Mapping[str, Any]) -> None:
        self.looking = self.hub.rooms.enter(_text(asked, "room"), self.client)
        self._teams()

    def _do_take(self, asked: Mapping[str, Any]) -> None:
        if self.looking is None or self.looking.closed:
            raise Refused("unknown")
        room, number = self.looking, str(asked.get("number", ""))[:20]
        token = self.hub.rooms.take(room, asked["seat"], number, self.client)
        self._settle(room, token)
        self.send({"kind": "token", "code": room.code, "token": token})
        self.show()

    def _do_back(self, asked: Mapping[str, Any]) -> None:
        token = _text(asked, "token")
        self._settle(self.hub.rooms.device(_text(asked, "room"), token), token)
        self.show()

    def _do_watch(self, _asked: Mapping[str, Any]) -> None:
        if self.looking is None or self.looking.closed:
            raise Refused("unknown")
        self.send({"kind": "go", "to": f"projector?pass={self.looking.admit()}"})

    def _do_look(self, _asked: Mapping[str, Any]) -> None:
        if self.looking is None or self.looking.closed:
            raise Refused("unknown")
        self._settle(self.looking, "")
        self.show()

    def _do_answer(self, asked: Mapping[str, Any]) -> None:
        room = self._mine()
        room.answer(self.token, asked["n"], asked["seat"], asked["question"], asked["option"])
        self.show()

    def _do_vote(self, asked: Mapping[str, Any]) -> None:
        room = self._mine()
        room.vote(self.token, asked["n"], asked["question"], asked["option"])
        self.hub.tell(room)

    def _do_name(self, asked: Mapping[str, Any]) -> None:
        room = self._mine()
        room.rename(self.token, _text(asked, "name"))
        self.hub.came_or_went(room)

    def _do_ask_over(self, _asked: Mapping[str, Any]) -> None:
        room = self._mine()
        room.ask_over(self.token)
        self.hub.came_or_went(room)

    def _do_leave(self, _asked: Mapping[str, Any]) -> None:
        room = self._mine()
        room.leave(self.token)
        self._settle(None, "")
        self.send({"kind": "left"})

    def _do_board(self, _asked: Mapping[str, Any]) -> None:
        room = self._mine()
        if isinstance(room.table, RoomTable):
            drawn = self.hub.board(room, room.table)
            if drawn is not None:
                self.send({"kind": "board"} | drawn)

    def _mine(self) -> Room:
        if self.room is None:
            raise Refused("unknown")
        return self.room


_DOES: dict[Any, Callable[[DeviceSocket, Mapping[str, Any]], None]] = {
    name.removeprefix("_do_"): getattr(DeviceSocket, name)
    for name in vars(DeviceSocket)
    if name.startswith("_do_")
}


def _text(asked: Mapping[str, Any], key: str) -> str:
    value = asked[key]
    if not isinstance(value, str):
        raise TypeError(key)
    return value


# ---------------------------------------------------------------- pages


class Page(RequestHandler):
    """The page of a device: "join" or "watch". It holds texts and nothing of any room."""

    def initialize(self, hub: Hub, mode: str) -> None:
        self.hub = hub
        self.mode = mode

    def get(self) -> None:
        _guard(self)
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.write(page_html(self.hub.texts, self.mode))


class Asset(RequestHandler):
    """The page's style sheet and script."""

    def get(self, name: str) -> None:
        _guard(self)
        kind = "text/css" if name.endswith(".css") else "text/javascript"
        self.set_header("Content-Type", f"{kind}; charset=utf-8")
        self.write(asset(name))


class Lecturer(RequestHandler):
    """The lecturer's address with the secret: the browser keeps it out of sight and goes on to the desk, so
    that a projected address bar gives nothing away."""

    def initialize(self, hub: Hub) -> None:
        self.hub = hub

    def _log(self) -> None:
        """The address holds the secret: it is in no log."""

    def get(self, secret: str) -> None:
        _guard(self)
        try:
            self.hub.rooms.check_wait(str(self.request.remote_ip))
        except Refused as error:
            self.set_status(429)
            self.write(esc(self.hub.texts.say("refused.wait", **error.values)))
            return
        if not same(self.hub.rooms.secret, secret):
            self.hub.rooms.limiter.wrong(str(self.request.remote_ip))
            self.redirect("/desk")
            return
        self.set_cookie(COOKIE, secret, httponly=True, samesite="Strict", path="/")
        self.redirect("/desk")


def _guard(handler: RequestHandler) -> None:
    host = handler.request.host
    # for some browsers a websocket of the same host is not 'self'
    socket = f" ws://{host} wss://{host}" if _HOST.fullmatch(host) else ""
    handler.set_header("Content-Security-Policy", POLICY + socket)
    handler.set_header("X-Content-Type-Options", "nosniff")
    handler.set_header("Referrer-Policy", "no-referrer")
    handler.set_header("Cache-Control", "no-store")


@cache
def page_html(texts: Texts, mode: str) -> str:
    """The whole page; its words lie in it as data."""
    words = {key.removeprefix("device."): text for key, text in texts.table("device").items()}
    data = json.dumps({"mode": mode, "words": words}).replace("<", "\\u003c")
    return (
        f'<!doctype html><html lang="{esc(texts.language)}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{esc(texts.say('device.title'))}</title>"
        '<link rel="icon" href="data:,"><link rel="stylesheet" href="/device/device.css"></head>'
        f'<body><div id="app"></div><script type="application/json" id="data">{data}</script>'
        '<script src="/device/device.js"></script></body></html>'
    )


@cache
def asset(name: str) -> str:
    text = (DATA / "look" / name).read_text(encoding="utf-8")
    if not name.endswith(".css"):
        return text

    def rules(theme: str) -> str:
        return "".join(f"{key}:{value};" for key, value in variables(theme).items())

    dark = f"@media (prefers-color-scheme:dark){{:root{{{rules('dark')}}}}}"
    return f":root{{{rules('light')}}}{dark}\n{text}"
