"""A class of thirty devices on one process, without browsers: each is a websocket that plays a team's part of
a simplified game to its end and measures from its answer to what it then shows.

``python -m colony_nb.lab.class_load`` measures five rooms of six teams with a device each, and one room of
six teams with five devices each; in every room a lecturer's desk and a projector are open too.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.request import ProxyHandler, build_opener

from colony_nb.lab.ui_load import Frames, event, memory, token
from colony_nb.lab.ui_servers import free_port, running

PLANS = ((5, 6, 1), (1, 6, 5))
"""Rooms, teams in each, devices of a team."""
THINK = (0.3, 2.0)
"""Seconds that a team thinks, between these."""
GOES_ON = 0.4
"""Seconds until the lecturer goes on."""
PATIENCE = 20.0
"""Seconds a device waits before its choice counts as lost."""
GAME = 1200.0
"""Seconds within which all games must have ended."""
GOAL = 0.250
COLUMNS: tuple[str, ...] = ("devices", "rooms", "choices", "p50", "p95", "most", "lost", "memory")
TIMES = frozenset(("p50", "p95", "most"))


@dataclass(slots=True)
class Found:
    """What a class found. ``answers``: seconds of every choice; ``lost``: choices of which the game knows
    nothing, or that were refused or not confirmed in time."""

    devices: int
    rooms: int
    answers: list[float] = field(default_factory=list)
    lost: int = 0
    seconds: float = 0.0
    memory: float | None = None

    @property
    def p50(self) -> float:
        return share(self.answers, 0.5)

    @property
    def p95(self) -> float:
        return share(self.answers, 0.95)


def share(values: Sequence[float], part: float) -> float:
    """The value that ``part`` of them do not pass; 0.0 for none."""
    rising = sorted(values)
    return rising[min(len(rising) - 1, int(part * len(rising)))] if rising else 0.0


def _request(url: str, cookie: str = "", data: bytes | None = None) -> str:
    headers = {"Cookie": cookie} if cookie else {}
    asked = urllib.request.Request(url, data=data, headers=headers)
    with build_opener(ProxyHandler({})).open(asked, timeout=PATIENCE) as response:
        return str(response.read().decode("utf-8"))


async def _connect(url: str, hear: Any, **headers: str) -> Any:
    from tornado.httpclient import HTTPRequest
    from tornado.websocket import websocket_connect

    request = HTTPRequest(url.replace("http", "ws", 1), headers=headers)
    return await websocket_connect(request, on_message_callback=hear, max_message_size=50_000_000)


class Device:
    """One device. ``chosen`` lists what it has answered, in its order."""

    def __init__(
        self,
        url: str,
        code: str,
        seat: int,
        chance: random.Random,
        found: Found,
        think: tuple[float, float],
    ) -> None:
        self.think = think
        self.url, self.code, self.seat = url, code, seat
        self.chance, self.found = chance, found
        self.chosen: list[Any] = []
        self.state: dict[str, Any] = {}
        self.socket: Any = None
        self._came: asyncio.Queue[tuple[dict[str, Any], float]] = asyncio.Queue()

    async def join(self, number: str = "") -> None:
        """Comes in by the room's code; further devices of a team by its number."""
        origin = {"Origin": self.url}
        self.socket = await _connect(f"{self.url}/device/socket", self._hear, **origin)
        self._send(do="enter", room=self.code)
        self._send(do="take", seat=self.seat, number=number)
        while self.state.get("kind") != "state":
            self.state, _ = await asyncio.wait_for(self._came.get(), PATIENCE)
            if self.state["kind"] == "refused":
                raise ValueError(self.state["sentence"])

    def _hear(self, message: str | bytes | None) -> None:
        if message is not None:
            self._came.put_nowait((json.loads(message), time.monotonic()))

    def _send(self, **message: Any) -> None:
        from tornado.websocket import WebSocketClosedError

        try:
            self.socket.write_message(json.dumps(message))
        except WebSocketClosedError:
            raise OSError("a device's connection was ended") from None

    async def play(self, end: float) -> None:
        """Answers whatever its team is asked until the game is over."""
        while not self.state.get("over"):
            if time.monotonic() > end:
                raise TimeoutError
            ask = self.state.get("ask") if self.state.get("role") == "speaker" else None
            if ask is None:
                await self._next(end - time.monotonic())
                continue
            wait = time.monotonic() + self.chance.uniform(*self.think)
            while time.monotonic() < wait and self._same(ask):
                try:
                    await self._next(wait - time.monotonic())
                except TimeoutError:
                    break
            if self._same(ask):
                await self._answer(ask)

    def _same(self, ask: dict[str, Any]) -> bool:
        now = self.state.get("ask")
        return now is not None and (now["n"], now["kind"]) == (ask["n"], ask["kind"])

    async def _next(self, wait: float) -> float:
        """Waits for a new state and gives the moment when it came; other messages are passed over."""
        while True:
            message, came = await asyncio.wait_for(self._came.get(), max(0.001, wait))
            if message["kind"] == "state":
                self.state = message
                return came
            if message["kind"] == "refused":
                self.found.lost += 1

    async def _answer(self, ask: dict[str, Any]) -> None:
        options = [*ask["options"], *([ask["stop"]] if ask["stop"] else [])]
        option = self.chance.choice(options)["value"]
        lost, begun = self.found.lost, time.monotonic()
        self._send(do="answer", n=ask["n"], seat=self.seat, question=ask["kind"], option=option)
        came = begun
        try:
            while self._same(ask) and self.found.lost == lost:
                came = await self._next(begun + PATIENCE - time.monotonic())
        except TimeoutError:
            self.found.lost += 1
        if self.found.lost == lost:
            self.found.answers.append(came - begun)
            self.chosen.append([self.seat, ask["kind"], option])


async def _screen(url: str, path: str, cookie: str = "") -> Any:
    """Opens a Panel page as a browser would, and listens."""
    page = await asyncio.to_thread(_request, f"{url}/{path}", cookie)
    frames, ready = Frames(), asyncio.Event()

    def hear(frame: str | bytes | None) -> None:
        message = None if frame is None else frames.add(frame)
        if message is not None and message[0] in ("ACK", "PULL-DOC-REPLY"):
            ready.set()

    name = path.split("?")[0]
    headers = {"Sec-WebSocket-Protocol": f"bokeh, {token(page)}"}
    socket = await _connect(f"{url}/{name}/ws", hear, **headers)
    for kind, content in (("PULL-DOC-REQ", {}), ("PATCH-DOC", event("document_ready"))):
        await asyncio.wait_for(ready.wait(), PATIENCE)
        ready.clear()
        for part in ({"msgid": f"{id(socket)}{kind}", "msgtype": kind}, {}, content):
            await socket.write_message(json.dumps(part))
    return socket


async def _class(url: str, devices: int, screens: bool, think: tuple[float, float], found: Found) -> None:
    told = json.loads(await asyncio.to_thread(_request, f"{url}/measured"))
    players: dict[str, list[Device]] = {}
    opened: list[Any] = []
    chance = random.Random(5)
    try:
        for room in told["rooms"]:
            code = room["code"]
            players[code] = []
            for seat, number in enumerate(room["numbers"]):
                for place in range(devices):
                    device = Device(url, code, seat, random.Random(chance.random()), found, think)
                    players[code].append(device)
                    await device.join(number if place else "")
            if screens:
                cookie = f"colony_lecturer={told['secret']}"
                opened.append(await _screen(url, f"desk?room={code}", cookie))
                watcher = Device(url, code, 0, chance, found, think)
                opened.append(await _screen(url, f"projector?pass={await _pass(watcher)}"))
        await asyncio.to_thread(_request, f"{url}/measured", "", b"")
        begun = time.monotonic()
        everybody = [device for room in players.values() for device in room]
        await asyncio.gather(*(device.play(begun + GAME) for device in everybody))
        found.seconds = time.monotonic() - begun
        ended = json.loads(await asyncio.to_thread(_request, f"{url}/measured"))
        for room in ended["rooms"]:
            found.lost += _missing(room, players[room["code"]])
    finally:
        for socket in [*opened, *(d.socket for room in players.values() for d in room)]:
            if socket is not None:
                socket.close()


async def _pass(device: Device) -> str:
    """A spectator's pass."""
    device.socket = await _connect(f"{device.url}/device/socket", device._hear, Origin=device.url)
    device._send(do="enter", room=device.code)
    device._send(do="watch")
    while True:
        message, _ = await asyncio.wait_for(device._came.get(), PATIENCE)
        if message["kind"] == "go":
            device.socket.close()
            return str(message["to"].split("=")[1])


def _missing(room: dict[str, Any], devices: Sequence[Device]) -> int:
    """Choices of the devices that the game does not have in their order; all of them for a game that is not
    over."""
    lost = 0
    for seat in range(len(room["numbers"])):
        kept = [answer for answer in room["log"] if answer[0] == seat]
        sent = [answer for device in devices if device.seat == seat for answer in device.chosen]
        lost += 0 if kept == sent and room["over"] else max(1, abs(len(kept) - len(sent)))
    return lost


def measure(
    rooms: int, teams: int, devices: int, *, screens: bool = True, think: tuple[float, float] = THINK
) -> Found:
    """Plays a simplified game to its end in every room. ``screens``: with a desk and a projector in each;
    ``think``: seconds that a team thinks, between these; the lecturer takes no longer.

    Raises OSError for a server that does not start or ends a connection, ValueError for a device that may
    not join, TimeoutError where the games do not end in time.
    """
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    found = Found(rooms * teams * devices, rooms)
    with tempfile.TemporaryDirectory() as folder:
        command = ["-m", "colony_nb.lab.class_served", str(port), str(rooms), str(teams)]
        command.append(str(min(GOES_ON, think[1])))
        with running(command, f"{url}/join", Path(folder), "class") as process:
            with ThreadPoolExecutor(1) as pool:  # the caller's thread may have a loop of its own
                pool.submit(asyncio.run, _class(url, devices, screens, think, found)).result()
            found.memory = memory(process)
    return found


def figures(found: Found) -> dict[str, Any]:
    """The figures by name; milliseconds and MB."""
    return {
        "devices": found.devices,
        "rooms": found.rooms,
        "choices": len(found.answers),
        "p50": round(1000 * found.p50, 1),
        "p95": round(1000 * found.p95, 1),
        "most": round(1000 * max(found.answers, default=0.0), 1),
        "lost": found.lost,
        "memory": None if found.memory is None else round(found.memory),
        "seconds": round(found.seconds, 1),
    }


def report(say: Callable[..., str] | None = None) -> int:
    """Measures every plan and prints it: a table in the words of ``say``, without it a JSON line a plan.
    1 where a choice was lost or the goal was missed, else 0."""
    bad, rows = False, [COLUMNS]
    for rooms, teams, devices in PLANS:
        found = measure(rooms, teams, devices)
        bad = bad or bool(found.lost) or found.p95 >= GOAL
        told = figures(found)
        rows.append(tuple(str(told[name]) for name in COLUMNS))
        if say is None:
            print(json.dumps(told), flush=True)
    if say is not None:
        _print_table(rows, say)
    return int(bad)


def _print_table(rows: Sequence[Sequence[str]], say: Callable[..., str]) -> None:
    print(say("class_bench.title", cores=os.cpu_count() or 1))
    print()
    head, *rest = rows
    table = [[say(f"class_bench.{name}") for name in head]]
    for row in rest:
        units = (("ms" if name in TIMES else "mb" if name == "memory" else "") for name in head)
        table.append([say(f"class_bench.{u}", value=v) if u else v for u, v in zip(units, row, strict=True)])
    widths = [max(len(row[at]) for row in table) for at in range(len(head))]
    for row in table:
        print("  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)))
    print()
    print(say("class_bench.how", goal=round(1000 * GOAL), low=THINK[0], high=THINK[1]))


if __name__ == "__main__":
    sys.exit(report())
