"""Many calm players on one served process, without browsers: each is a websocket that speaks Bokeh's
protocol, presses the table's step button every few seconds and waits for what changes."""

from __future__ import annotations

import asyncio
import json
import re
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.request import ProxyHandler, build_opener

EVERY = 5.0
"""Seconds between two clicks of one player."""
JOIN = 4
"""Players who may be joining at the same moment."""
JOINING = 180.0
"""Seconds within which all must have joined."""
PATIENCE = 20.0
"""Seconds a player waits for an answer."""
_TOKEN = re.compile(r'"token":\s*"([^"]+)"')


@dataclass(slots=True)
class Load:
    """What the players found: seconds of every answered click and of every join, clicks without an answer,
    the process's memory in MB (None where the system does not tell)."""

    answers: list[float] = field(default_factory=list)
    joins: list[float] = field(default_factory=list)
    lost: int = 0
    memory: float | None = None


def token(page: str) -> str:
    """The session token in a served page. Raises ValueError for a page without one."""
    found = _TOKEN.search(page)
    if found is None:
        raise ValueError("no session token in the page")
    return found[1]


def find_button(document: Any, css_class: str) -> str | None:
    """The id of the model with this css class in a serialized document."""
    return next(
        (
            model["id"]
            for model in _models(document)
            if css_class in (model.get("attributes", {}).get("css_classes") or ())
        ),
        None,
    )


def _models(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        if value.get("type") == "object" and "id" in value:
            yield value
        for inner in value.values():
            yield from _models(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _models(inner)


def event(name: str, **values: Any) -> dict[str, Any]:
    """The content of a message that tells of an event of the page."""
    entries = [[key, value] for key, value in values.items()]
    data = {"type": "event", "name": name, "values": {"type": "map", "entries": entries}}
    return {"events": [{"kind": "MessageSent", "msg_type": "bokeh_event", "msg_data": data}]}


def memory(process: int) -> float | None:
    """Resident memory of a process in MB; None where the system has no /proc."""
    try:
        text = Path(f"/proc/{process}/status").read_text(encoding="ascii", errors="replace")
    except OSError:
        return None
    found = re.search(r"VmRSS:\s+(\d+) kB", text)
    return int(found[1]) / 1024 if found else None


class Frames:
    """Puts a message's frames together: header, metadata, content, then two for each buffer."""

    def __init__(self) -> None:
        self._frames: list[str | bytes] = []
        self._needed = 3

    def add(self, frame: str | bytes) -> tuple[str, str] | None:
        """(kind, content) when the frame completes a message, else None."""
        self._frames.append(frame)
        if len(self._frames) == 1:
            self._needed = 3 + 2 * int(json.loads(frame).get("num_buffers", 0))
        if len(self._frames) < self._needed:
            return None
        header, content = json.loads(self._frames[0]), str(self._frames[2])
        self._frames = []
        return str(header["msgtype"]), content


class _Player:
    def __init__(self, url: str, path: str, button: str, load: Load) -> None:
        self.url = url
        self.path = path
        self.button = button
        self.load = load
        self.socket: Any = None
        self.pressed = ""
        self._frames = Frames()
        self._heard: asyncio.Queue[tuple[str, str, float]] = asyncio.Queue()

    async def join(self, gate: asyncio.Semaphore) -> None:
        """Opens the page and its connection when it is this player's turn."""
        async with gate:
            begun = time.monotonic()
            self.pressed = await self._join()
            self.load.joins.append(time.monotonic() - begun)

    async def play(self, wait: float, end: float) -> None:
        """Presses every few seconds, first after ``wait``, until the clock stands at ``end``."""
        await asyncio.sleep(wait)
        while time.monotonic() < end:
            while not self._heard.empty():
                self._heard.get_nowait()
            begun = time.monotonic()
            await self._send("PATCH-DOC", event("button_click", model={"id": self.pressed}))
            try:
                _, heard = await asyncio.wait_for(self._next("PATCH-DOC"), PATIENCE)
            except TimeoutError:
                self.load.lost += 1
            else:
                self.load.answers.append(heard - begun)
            await asyncio.sleep(max(0.0, begun + EVERY - time.monotonic()))

    async def _join(self) -> str:
        from tornado.httpclient import HTTPRequest
        from tornado.websocket import websocket_connect

        page = await asyncio.to_thread(_get, f"{self.url}/{self.path}")
        request = HTTPRequest(
            f"{self.url.replace('http', 'ws', 1)}/{self.path}/ws",
            headers={"Sec-WebSocket-Protocol": f"bokeh, {token(page)}"},
        )
        self.socket = await websocket_connect(
            request, on_message_callback=self._hear, max_message_size=50_000_000
        )
        await self._next("ACK")
        await self._send("PULL-DOC-REQ", {})
        content, _ = await self._next("PULL-DOC-REPLY")
        found = find_button(json.loads(content), self.button)
        if found is None:
            raise ValueError(f"no {self.button} in the served document")
        await self._send("PATCH-DOC", event("document_ready"))
        return found

    def _hear(self, frame: str | bytes | None) -> None:
        message = None if frame is None else self._frames.add(frame)
        if message is not None:
            self._heard.put_nowait((*message, time.monotonic()))

    async def _send(self, kind: str, content: Any) -> None:
        for part in ({"msgid": uuid.uuid4().hex, "msgtype": kind}, {}, content):
            await self.socket.write_message(json.dumps(part))

    async def _next(self, kind: str) -> tuple[str, float]:
        """The content of the next message of a kind and when it came; others before it are passed over."""
        while True:
            found, content, heard = await self._heard.get()
            if found == kind:
                return content, heard


def _get(url: str) -> str:
    with build_opener(ProxyHandler({})).open(url, timeout=PATIENCE) as response:
        return str(response.read().decode("utf-8"))


def calm_players(
    url: str, process: int, path: str, button: str, players: int = 50, seconds: float = 60.0
) -> Load:
    """So many players on a served app: they join, a few at a time, then press for so long.

    Raises OSError where not all could join in time, ValueError for a page that is not the table's.
    """
    load = Load()

    async def all_play() -> None:
        gate = asyncio.Semaphore(JOIN)
        found = [_Player(url, path, button, load) for _ in range(players)]
        try:
            await asyncio.wait_for(asyncio.gather(*(one.join(gate) for one in found)), JOINING)
            end = time.monotonic() + seconds
            plays = [one.play(i * EVERY / players, end) for i, one in enumerate(found)]
            await asyncio.wait_for(asyncio.gather(*plays), seconds + EVERY + 2 * PATIENCE)
            load.memory = memory(process)
        except TimeoutError:
            raise OSError(f"only {len(load.joins)} of {players} players could join in time") from None
        finally:
            for one in found:
                if one.socket is not None:
                    one.socket.close()

    asyncio.run(all_play())
    return load
