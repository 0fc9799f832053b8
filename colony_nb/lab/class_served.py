"""What the class benchmark serves: class mode with rooms that a patient lecturer leads by herself.

``python -m colony_nb.lab.class_served PORT ROOMS TEAMS SECONDS`` opens the rooms and goes on so many seconds
after a room began to wait for its lecturer. ``/measured`` begins the games when it is posted to, and tells
the rooms and what was chosen in them, as JSON.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import panel as pn
from tornado.ioloop import IOLoop
from tornado.web import RequestHandler

from colony_nb.app.classroom.pages import DESK, PROJECTOR, Apps, Place, open_room, routes
from colony_nb.app.classroom.room import Room, Rooms
from colony_nb.app.classroom.shared import RoomTable
from colony_nb.app.classroom.sockets import Hub

SEED = 7
APART = 1.0


def lead(room: Room, after: float) -> None:
    """From now on the lecturer of this room reveals, reads and goes on by herself, each time ``after`` so
    many seconds."""
    table = room.table
    assert isinstance(table, RoomTable)
    told = table.changed
    waiting = False

    def press() -> None:
        nonlocal waiting
        waiting = False
        pause = table.pause
        if pause == "hidden" and table.stage is not None:
            table.stage.reveal()
            table.refresh()
        elif pause == "debrief":
            table.debriefed()
        elif pause:
            table.go_on()

    def changed() -> None:
        nonlocal waiting
        told()
        if room.begun and table.pause and not waiting:
            waiting = True
            IOLoop.current().call_later(after, press)

    table.changed = changed


class Measured(RequestHandler):
    """The rooms, and every answer of their games in its order."""

    def initialize(self, hub: Hub) -> None:
        self.hub = hub

    def get(self) -> None:
        rooms = []
        for room in self.hub.rooms.open_rooms:
            game = room.table.game
            log = [] if game is None else game.document()["log"]
            over = game is not None and game.over
            numbers = [team.number for team in room.teams]
            rooms.append({"code": room.code, "over": over, "log": log, "numbers": numbers})
        self.write({"secret": self.hub.rooms.secret, "rooms": json.loads(json.dumps(rooms))})

    def post(self) -> None:
        """Begins the games, a second after one another as a lecturer would."""
        for number, room in enumerate(self.hub.rooms.open_rooms):
            IOLoop.current().call_later(number * APART, room.begin)
        self.write({})


def main(port: int, rooms: int, teams: int, after: float) -> None:
    """Serves until the process is ended."""
    hub = Hub(Rooms())
    for number in range(rooms):
        names = [f"Team {number + 1}{letter}" for letter in "ABCDEF"[:teams]]
        lead(open_room(hub, "simplified", names, [None] * teams, seed=SEED + number), after)
    place = Place(f"http://127.0.0.1:{port}", f"http://127.0.0.1:{port}")
    apps: Any = Apps(hub, place)
    pn.serve(
        {DESK: apps.desk, PROJECTOR: apps.projector},
        port=port,
        address="127.0.0.1",
        websocket_origin=[f"127.0.0.1:{port}"],
        show=False,
        verbose=False,
        extra_patterns=[*routes(hub), (r"/measured", Measured, {"hub": hub})],
    )


if __name__ == "__main__":
    port, rooms, teams = map(int, sys.argv[1:4])
    main(port, rooms, teams, float(sys.argv[4]))
