"""The devices' pages and connection, spoken to as a device does, without a browser."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from http.cookies import SimpleCookie
from typing import Any

import pytest
from tornado.httpclient import AsyncHTTPClient, HTTPClientError, HTTPRequest
from tornado.httpserver import HTTPServer
from tornado.testing import bind_unused_port
from tornado.web import Application
from tornado.websocket import websocket_connect

from colony_nb import cli
from colony_nb.app.classroom import pages, qr
from colony_nb.app.classroom.pages import Place, open_room, routes
from colony_nb.app.classroom.room import Refused, Room, Rooms
from colony_nb.app.classroom.shared import RoomTable, Soon
from colony_nb.app.classroom.sockets import BURST, COOKIE, LARGEST, Hub

NAMES = ["Ana", "<img src=x onerror=alert(1)>"[:24], "Cy"]


class Server:
    """Class mode on a port of this machine."""

    def __init__(self) -> None:
        self.hub = Hub(Rooms())
        sock, self.port = bind_unused_port()
        self.http = HTTPServer(Application(routes(self.hub)))
        self.http.add_sockets([sock])
        self.url = f"http://127.0.0.1:{self.port}"

    def room(self, names: list[str] = NAMES) -> Room:
        return open_room(self.hub, "simplified", names, [None] * len(names), seed=3)

    async def device(self, origin: str = "") -> Device:
        url = f"ws://127.0.0.1:{self.port}/device/socket"
        headers = {"Origin": origin or self.url}
        return Device(await websocket_connect(HTTPRequest(url, headers=headers)))

    async def get(self, path: str, **more: Any) -> Any:
        return await AsyncHTTPClient().fetch(self.url + path, raise_error=False, **more)


class Device:
    def __init__(self, socket: Any) -> None:
        self.socket = socket

    def send(self, **message: Any) -> None:
        self.socket.write_message(json.dumps(message))

    async def hear(self, kind: str = "") -> dict[str, Any]:
        """The next message of a kind."""
        while True:
            text = await asyncio.wait_for(self.socket.read_message(), 5)
            assert text is not None, "closed"
            message = json.loads(text)
            if not kind or message["kind"] == kind:
                return dict(message)

    async def ask(self, **message: Any) -> dict[str, Any]:
        self.send(**message)
        return await self.hear()

    async def join(self, room: Room, seat: int, number: str = "") -> dict[str, Any]:
        self.send(do="enter", room=room.code)
        await self.hear("teams")
        self.send(do="take", seat=seat, number=number)
        return await self.hear("token")


def run(test: Callable[[Server], Awaitable[None]]) -> None:
    async def whole() -> None:
        server = Server()
        try:
            await test(server)
        finally:
            server.http.stop()

    asyncio.run(whole())


def begin(room: Room) -> RoomTable:
    table = room.table
    assert isinstance(table, RoomTable)
    room.begin()
    while table.pause:
        table.go_on()
    return table


def test_a_device_joins_answers_and_comes_back() -> None:
    async def test(server: Server) -> None:
        room = server.room()
        one = await server.device()
        teams = await one.ask(do="enter", room=room.code.lower())
        assert [team["name"] for team in teams["teams"]] == NAMES
        assert all(team["free"] for team in teams["teams"])
        token = (await one.join(room, 0))["token"]
        assert (await one.hear("state"))["team"]["name"] == "Ana"
        assert room.live(0)
        table = begin(room)
        d = room.asked(0) or room.asked(1) or room.asked(2)
        assert d is not None
        if d.seat != 0:
            room.free(d.seat)
            other = await server.device()
            await other.join(room, d.seat)
        else:
            other = one
        state = await other.hear("state")
        while not state.get("ask"):
            state = await other.hear("state")
        ask = state["ask"]
        value = ask["options"][0]["value"]
        other.send(do="answer", n=ask["n"], seat=d.seat, question=ask["kind"], option=value)
        state = await other.hear("state")
        assert state["ask"] is None and table.game.n == 1  # type: ignore[union-attr]
        again = await server.device()
        back = await again.ask(do="back", room=room.code, token=token)
        assert back["kind"] == "state" and back["team"]["seat"] == 0

    run(test)


def test_a_device_without_a_seat_can_do_nothing() -> None:
    async def test(server: Server) -> None:
        room = server.room()
        begin(room)
        one = await server.device()
        for message in (
            {"do": "answer", "n": 0, "seat": 0, "question": "start_country", "option": "A"},
            {"do": "name", "name": "X"},
            {"do": "board"},
            {"do": "leave"},
            {"do": "ask_over"},
            {"do": "take", "seat": 0},
            {"do": "watch"},
            {"do": "look"},
            {"do": "back", "room": room.code, "token": "guessed"},
        ):
            found = await one.ask(**message)
            assert (found["kind"], found["code"]) == ("refused", "unknown"), message
        assert room.table.game.n == 0  # type: ignore[union-attr]
        assert not room.joined

    run(test)


@pytest.mark.parametrize(
    "message",
    ["", "{", "[]", "7", '"do"', "null", '{"do": 3}', '{"do": ["enter"]}', '{"do": "enter"}',
     '{"do": "enter", "room": {"a": 1}}', '{"do": "back", "room": 1, "token": 2}', "[" * 3000,
     '{"do": "__init__"}', '{"do": "show"}'],
)  # fmt: skip
def test_nonsense_gets_one_sentence_and_harms_nothing(message: str) -> None:
    async def test(server: Server) -> None:
        one = await server.device()
        one.socket.write_message(message)
        found = await one.hear()
        assert found["kind"] == "refused" and found["sentence"].endswith(".")
        assert (await one.ask(do="ping"))["kind"] == "pong"

    run(test)


def test_nonsense_of_a_device_with_a_seat_changes_nothing() -> None:
    async def test(server: Server) -> None:
        room = server.room()
        table = begin(room)
        d = next(d for d in map(room.asked, range(3)) if d is not None)
        one = await server.device()
        await one.join(room, d.seat)
        await one.hear("state")
        for n, seat, kind, option in (
            (d.n, d.seat, d.kind, {"a": 1}),
            (d.n, d.seat, d.kind, [[["A"]]]),
            (d.n, d.seat, d.kind, None),
            (d.n, (d.seat + 1) % 3, d.kind, d.options[0]),
            (str(d.n), d.seat, d.kind, d.options[0]),
            (d.n, d.seat, None, d.options[0]),
            (None, None, None, None),
        ):
            one.send(do="answer", n=n, seat=seat, question=kind, option=option)
            assert (await one.hear("refused"))["sentence"].endswith(".")
        assert table.game.n == 0 and not table.notice  # type: ignore[union-attr]

    run(test)


def test_a_flood_and_a_giant_message_end_the_connection() -> None:
    async def test(server: Server) -> None:
        for messages in (["x" * (LARGEST + 1)], ['{"do": "ping"}'] * (BURST + 10)):
            one = await server.device()
            for message in messages:
                one.socket.write_message(message)
            while await asyncio.wait_for(one.socket.read_message(), 5) is not None:
                pass
        assert not server.hub.sockets

    run(test)


def test_a_page_of_elsewhere_cannot_connect() -> None:
    async def test(server: Server) -> None:
        with pytest.raises(HTTPClientError):
            await server.device(origin="http://elsewhere.example")

    run(test)


def test_guessing_is_slowed_and_other_devices_go_on() -> None:
    """While somebody guesses as fast as the server hears it, a team in its room is answered at once."""

    async def test(server: Server) -> None:
        room = server.room()
        team = await server.device()
        await team.join(room, 0)
        await team.hear("state")
        codes: list[str] = []
        waits: list[float] = []
        for _ in range(10):
            guesser = await server.device()
            for _ in range(20):
                guesser.send(do="enter", room="XXXXXX")
            begun = time.monotonic()
            team.send(do="ping")
            await team.hear("pong")
            waits.append(time.monotonic() - begun)
            codes += [(await guesser.hear("refused"))["code"] for _ in range(20)]
        assert codes.count("code") < 20 and codes.count("wait") > 180
        assert max(waits) < 0.5

    run(test)


def test_the_pages_hold_no_room_and_allow_no_foreign_script() -> None:
    async def test(server: Server) -> None:
        room = server.room()
        for path in ("/", "/join", "/watch", "/device/device.js", "/device/device.css"):
            found = await server.get(path)
            text = found.body.decode()
            assert found.code == 200 and room.code not in text and server.hub.rooms.secret not in text
            policy = found.headers["Content-Security-Policy"]
            assert "default-src 'none'" in policy and "unsafe" not in policy
        assert (await server.get("/device/app.css")).code == 404
        assert (await server.get("/device/..%2Fapp.css")).code == 404

    run(test)


def test_only_the_secret_opens_the_desk() -> None:
    async def test(server: Server) -> None:
        secret = server.hub.rooms.secret
        right = await server.get(f"/lecturer/{secret}", follow_redirects=False)
        cookie = SimpleCookie(right.headers["Set-Cookie"])[COOKIE]
        assert cookie.value == secret and cookie["httponly"] and cookie["samesite"] == "Strict"
        assert right.headers["Location"] == "/desk"
        wrong = await server.get("/lecturer/guessed", follow_redirects=False)
        assert "Set-Cookie" not in wrong.headers

    run(test)


def test_a_spectator_sees_what_is_public() -> None:
    async def test(server: Server) -> None:
        room = server.room()
        team = await server.device()
        token = (await team.join(room, 0))["token"]
        begin(room)
        one = await server.device()
        one.send(do="enter", room=room.code)
        await one.hear("teams")
        one.send(do="look")
        found = await one.hear("watching")
        text = json.dumps(found)
        assert found["powers"] and "ask" not in found
        assert token not in text and not any(team.number in text for team in room.teams)
        refused = await one.ask(do="answer", n=0, seat=0, question="start_country", option="A")
        assert refused["code"] == "unknown"
        one.send(do="board")
        assert (await one.hear("board"))["svg"].startswith("<svg")

    run(test)


def test_two_devices_of_a_team_and_the_lecturers_leave() -> None:
    async def test(server: Server) -> None:
        room = server.room()
        one, two = await server.device(), await server.device()
        await one.join(room, 1)
        first = await one.hear("state")
        await two.join(room, 1, first["number"])
        second = await two.hear("state")
        assert (first["role"], second["role"], second["number"]) == ("speaker", "helper", "")
        two.send(do="ask_over")
        while not (await two.hear("state"))["asked"]:
            pass
        room.allow(1)
        room.table.refresh()
        while (await two.hear("state"))["role"] != "speaker":
            pass
        room.free(1)
        room.table.refresh()
        for device in (one, two):
            assert (await device.hear("out"))["sentence"]
        with pytest.raises(Refused):
            room.who(second["number"])

    run(test)


def test_a_closed_room_sends_its_devices_away() -> None:
    async def test(server: Server) -> None:
        room = server.room()
        one = await server.device()
        await one.join(room, 0)
        server.hub.close(room)
        await one.hear("closed")
        assert not server.hub.rooms.open_rooms and server.hub.board(room, room.table) is None  # type: ignore[arg-type]

    run(test)


def test_a_silent_connection_is_given_up() -> None:
    async def test(server: Server) -> None:
        room = server.room()
        one = await server.device()
        await one.join(room, 0)
        await one.hear("state")
        assert room.live(0)
        for socket in server.hub.sockets:
            socket.heard -= 1000
        server.hub.sweep()
        while await asyncio.wait_for(one.socket.read_message(), 5) is not None:
            pass
        for _ in range(100):
            if not room.live(0):
                break
            await asyncio.sleep(0.02)
        assert not room.live(0)

    run(test)


def test_the_qr_code_keeps_the_room_code_out_of_requests() -> None:
    place = Place("http://192.0.2.7:5006", "http://localhost:5006")
    assert place.join("ACDEFG") == "http://192.0.2.7:5006/join#ACDEFG"
    assert place.short == "192.0.2.7:5006"


# ---------------------------------------------------------------- views in several browsers


class Document:
    """A browser session's document, as far as a remote view needs it."""

    def __init__(self) -> None:
        self.due: list[Callable[[], None]] = []
        self.left: list[Callable[[Any], None]] = []

    def on_session_destroyed(self, do: Callable[[Any], None]) -> None:
        self.left.append(do)

    def add_timeout_callback(self, do: Callable[[], None], _ms: int) -> None:
        self.due.append(do)


class Shown:
    def __init__(self) -> None:
        self.drawn = 0

    def refresh(self) -> None:
        self.drawn += 1

    def alive(self) -> bool:
        return True


def test_views_of_other_browsers_are_drawn_once_for_several_changes() -> None:
    table, document, view = RoomTable(), Document(), Shown()
    table.add(Soon(view, document))
    for _ in range(5):
        table.refresh()
    assert view.drawn == 0 and len(document.due) == 1
    document.due.pop()()
    assert view.drawn == 1
    table.refresh()
    assert len(document.due) == 1


def test_a_view_whose_browser_is_gone_is_dropped() -> None:
    table, document, view = RoomTable(), Document(), Shown()
    table.add(Soon(view, document))
    table.add_lobby(Soon(Shown(), document))
    table.refresh()
    for do in document.left:
        do(None)
    document.due.pop()()
    assert view.drawn == 0
    table.refresh()
    assert not table.views and not table.lobbies


def test_a_view_that_fails_keeps_nobody_else_from_seeing(caplog: pytest.LogCaptureFixture) -> None:
    class Broken(Shown):
        def refresh(self) -> None:
            raise RuntimeError("broken")

    table, told, view, document = RoomTable(), [], Shown(), Document()
    table.changed = lambda: told.append(True)
    table.add(Soon(Broken(), document))
    table.add(Soon(view, document))
    table.refresh()
    for do in document.due:
        do()
    assert told and view.drawn == 1 and "broken" in caplog.text


def test_the_terminal_says_how_to_come_in(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    served: list[tuple[Any, ...]] = []
    monkeypatch.setattr(pages, "serve_class", lambda *args, **more: served.append(args))
    for address, lan, teams in (
        ("0.0.0.0", "192.0.2.7", "http://192.0.2.7:5051"),
        ("127.0.0.1", "192.0.2.7", "http://127.0.0.1:5051"),
        ("0.0.0.0", "", ""),
    ):
        monkeypatch.setattr(pages, "lan_address", lambda lan=lan: lan)
        pages.run(address, 5051, show=False, origins=["*"], say=cli.say)
        port, listens, place, hub = served[-1]
        lines = capsys.readouterr().out.splitlines()
        assert (port, listens) == (5051, address)
        assert f"{place.own}/lecturer/{hub.rooms.secret}" in lines[0]
        assert teams in lines[1] and ("No network" in lines[1]) == (not teams)


def test_a_machine_without_a_network_has_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    class Nowhere:
        def __init__(self, *_args: Any) -> None: ...

        def __enter__(self) -> Nowhere:
            return self

        def __exit__(self, *_args: Any) -> None: ...

        def connect(self, _target: Any) -> None:
            raise OSError("unreachable")

    monkeypatch.setattr(qr.socket, "socket", Nowhere)
    assert qr.lan_address() == ""
