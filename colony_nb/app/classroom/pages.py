"""Class mode on one process: the lecturer's desk, projectors, and the devices' pages."""

from __future__ import annotations

import logging
import threading
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import panel as pn

from colony_nb.app.classroom.lobby import PARTS, Lobby
from colony_nb.app.classroom.qr import lan_address, qr_svg
from colony_nb.app.classroom.room import Refused, Room, Rooms, same
from colony_nb.app.classroom.shared import RoomTable, sentence
from colony_nb.app.classroom.sockets import COOKIE, Asset, DeviceSocket, Hub, Lecturer, Page
from colony_nb.app.lecture.desk import COUNT, Desk
from colony_nb.app.lecture.projector import Projector
from colony_nb.app.loading import sending
from colony_nb.app.panes import controls
from colony_nb.app.panes.start import NAME_MOST
from colony_nb.app.render import Top
from colony_nb.app.table import Table
from colony_nb.app.texts import esc
from colony_nb.app.theme import disc, variables
from colony_nb.kernel.errors import ColonyError
from colony_nb.plots.palette import POWERS

DESK, PROJECTOR = "desk", "projector"
SWEEP_MS = 10_000
MOST_TEAMS = 6
TEAM_NAME_MOST = min(24, NAME_MOST)
PLAYED_BY = ("team", "steady", "random")
VARIANTS = ("pass_event_cards", "independence", "sabotage")


@dataclass(frozen=True, slots=True)
class Place:
    """Where the process is reached: ``url`` by teams, ``own`` on this computer; both without a slash at the
    end."""

    url: str
    own: str

    @property
    def short(self) -> str:
        """The address to type."""
        return self.url.removeprefix("http://")

    def join(self, code: str) -> str:
        """The address in a QR code. What stands behind # is sent to no server."""
        return f"{self.url}/join#{code}"


def routes(hub: Hub) -> list[tuple[Any, ...]]:
    """The devices' pages, for Bokeh's ``extra_patterns``."""
    return [
        (r"/", Page, {"hub": hub, "mode": "join"}),
        (r"/join", Page, {"hub": hub, "mode": "join"}),
        (r"/watch", Page, {"hub": hub, "mode": "watch"}),
        (r"/device/socket", DeviceSocket, {"hub": hub}),
        (r"/device/(device\.css|device\.js)", Asset),
        (r"/lecturer/([A-Za-z0-9_-]{1,64})", Lecturer, {"hub": hub}),
    ]


def _asked(name: str) -> str:
    values = pn.state.session_args.get(name, [b""]) if pn.state.curdoc else [b""]
    return bytes(values[0]).decode("utf-8", "replace")[:64]


def _note(text: str) -> pn.viewable.Viewable:
    return controls.column(
        controls.html("classtext", text=text), styles=("classpage",), classes=("cnb-note",)
    )


class DeskPage:
    """The lecturer's page of one browser session: all rooms, or one of them."""

    def __init__(self, hub: Hub, place: Place) -> None:
        self.hub, self.place = hub, place
        self.layout = Top(margin=0, sizing_mode="stretch_width")
        self.layout.styles = variables("light") | {"min-height": "100vh", "background": "var(--page)"}
        self.room: Room | None = None
        self.desk: Desk | None = None
        room = hub.rooms.known(_asked("room"))
        if room is None:
            self.show_rooms()
        else:
            self.show_room(room)

    # ---------------------------------------------------------------- all rooms

    def show_rooms(self, told: str = "") -> None:
        """The form for a new room and the list of the open ones."""
        self.room = self.desk = None
        self.layout[:] = [NewRoom(self.hub, self.show_room, told).panel]
        if pn.state.location is not None:
            pn.state.location.search = ""

    # ---------------------------------------------------------------- one room

    def show_room(self, room: Room) -> None:
        """A room's lobby, then its desk."""
        table = room.table
        assert isinstance(table, RoomTable)
        self.room = room
        if table.stage is not None:
            stage = table.stage
            stage.code, stage.address = room.code, self.place.short
            stage.qr = qr_svg(self.place.join(room.code), table.texts.say("lecturer.code"))
        self._arrange()
        table.add(self)
        if pn.state.location is not None:
            pn.state.location.search = f"?room={room.code}"

    def _lobby(self, room: Room, table: RoomTable) -> Lobby:
        qr = qr_svg(self.place.join(room.code), table.texts.say("lecturer.code"))
        projector = f"/{PROJECTOR}?pass={room.admit()}"
        return Lobby(room, table, self.place.short, qr, projector, self._closed)

    def _arrange(self) -> None:
        room = self.room
        if room is None:
            return
        table = room.table
        assert isinstance(table, RoomTable)
        if room.begun and self.desk is None:
            self.desk = desk = Desk(table)
            lobby = self._lobby(room, table)
            # hands are counted in the room's own part, which knows who has a device
            parts = {k: v for k, v in desk.parts.options.items() if v != COUNT}
            say = table.texts.say
            desk.parts.options = parts | {say(f"lecturer.part_{part}"): part for part in PARTS}
            desk.parts.param.watch(lambda event: lobby.open(event.new), "value")
            lobby.open("")
            desk.extra.append(lobby.panel)
            self.layout[:] = [desk.__panel__()]
        elif not room.begun:
            lobby = self._lobby(room, table)
            self.layout[:] = [controls.column(self._all_rooms(), lobby.panel, styles=("classpage",))]

    def _all_rooms(self) -> Any:
        say = self.hub.texts.say
        link = f'<p><a href="/{DESK}">{esc(say("lecturer.other_rooms"))}</a></p>'
        return controls.html("classtext", text=f"{link}<h1>{esc(say('lecturer.head'))}</h1>")

    def _closed(self) -> None:
        if self.room is not None:
            self.hub.close(self.room)
        if self.room is not None:  # its table has not shown it already
            self.show_rooms()

    def refresh(self) -> None:
        """The game may have begun, or the room may have been closed, in another window."""
        room = self.room
        if room is not None and (room.closed or (room.begun and self.desk is None)):
            with sending(self.layout):
                if room.closed:
                    self.show_rooms()
                else:
                    self._arrange()

    def alive(self) -> bool:
        """False once the display it was made for is gone."""
        return self.layout.alive()


class NewRoom:
    """The form: game, teams, computers; and the rooms that are open."""

    def __init__(self, hub: Hub, opened: Callable[[Room], None], told: str = "") -> None:
        self.hub, self._opened = hub, opened
        texts = hub.texts
        say, word, html = texts.say, texts.book.word, controls.html
        self.game = pn.widgets.Select(
            label=say("lecturer.game"),
            options={say(f"lecturer.game_{kind}"): kind for kind in ("simplified", "colony")},
            css_classes=["cnb-game"],
            **controls.field_options(),
        )
        self.count = pn.widgets.Select(
            label=say("lecturer.teams"),
            options=[3, 4, 5, 6],
            value=4,
            css_classes=["cnb-team-count"],
            **controls.field_options(),
        )
        self.names = [
            pn.widgets.TextInput(
                label=say("lecturer.team", number=seat + 1),
                value=word(f"power.{power.key}.name"),
                max_length=TEAM_NAME_MOST,
                css_classes=["cnb-team-name"],
                **controls.field_options(),
            )
            for seat, power in enumerate(POWERS)
        ]
        self.by = [
            pn.widgets.Select(
                label=say("lecturer.by"),
                options={say(f"lecturer.by_{who}"): who for who in PLAYED_BY},
                **controls.field_options(),
            )
            for _ in POWERS
        ]
        self.lines = [
            controls.row(
                html("classtext", text=disc(seat, 30), classes=("cnb-fix",), sizing_mode=None, width=36),
                self.names[seat],
                self.by[seat],
                styles=("classgrid",),
            )
            for seat in range(MOST_TEAMS)
        ]
        # a single Checkbox of Panel has no label that a screen reader would find
        self.discuss = pn.widgets.CheckBoxGroup(
            options={say("lecturer.discuss_only"): True}, **controls.field_options()
        )
        self.variants = pn.widgets.CheckBoxGroup(
            options={word(f"variant.{v}"): v for v in VARIANTS}, **controls.field_options()
        )
        self.variants_head = html("classtext", text=f"<h2>{esc(say('lecturer.variants'))}</h2>")
        self.open = controls.button(
            say("lecturer.open"), self._open, "filled", classes=("cnb-open-room", "cnb-fix")
        )
        self.notice = html("note", text=f'<div class="note" role="status">{esc(told)}</div>' if told else "")
        for widget in (self.game, self.count):
            widget.param.watch(lambda _event: self._arrange(), "value")
        self.panel = controls.column(
            html(
                "classtext",
                text=f"<h1>{esc(say('lecturer.title'))}</h1><h2>{esc(say('lecturer.new_head'))}</h2>"
                f"<p>{esc(say('lecturer.new_text'))}</p><p>{esc(word('screen.purpose'))}</p>",
            ),
            controls.row(self.game, self.count, styles=("classgrid",)),
            *self.lines,
            self.discuss,
            self.variants_head,
            self.variants,
            self.notice,
            controls.row(self.open, styles=("row",)),
            html("classtext", text=self._rooms()),
            styles=("classpage",),
        )
        self._arrange()

    def _rooms(self) -> str:
        say = self.hub.texts.say
        rooms = self.hub.rooms.open_rooms
        if not rooms:
            return f"<h2>{esc(say('lecturer.rooms_head'))}</h2><p>{esc(say('lecturer.rooms_none'))}</p>"
        items = []
        for room in rooms:
            teams = self.hub.texts.book.join([team.name for team in room.teams])
            words = esc(say("lecturer.rooms_item", code=room.code, teams=teams))
            items.append(f'<li><a href="/{DESK}?room={room.code}">{words}</a></li>')
        return f"<h2>{esc(say('lecturer.rooms_head'))}</h2><ul>{''.join(items)}</ul>"

    def _arrange(self) -> None:
        for seat, line in enumerate(self.lines):
            controls.show(line, seat < self.count.value)
        simplified = self.game.value == "simplified"
        controls.show(self.discuss, simplified)
        controls.show(self.variants, not simplified)
        controls.show(self.variants_head, not simplified)

    def _open(self) -> None:
        seats = range(self.count.value)
        names = [self.names[seat].value_input or self.names[seat].value or "" for seat in seats]
        bots = [None if self.by[seat].value == "team" else self.by[seat].value for seat in seats]
        try:
            room = open_room(
                self.hub, self.game.value, names, bots, self.variants.value, bool(self.discuss.value)
            )
        except ColonyError as error:
            words = sentence(error, Table(language=self.hub.texts.language, on_disk=False))
            self.notice.object = f'<div class="note" role="alert">{esc(words)}</div>'
            return
        self._opened(room)


def open_room(
    hub: Hub,
    kind: str,
    names: Sequence[str],
    bots: Sequence[str | None],
    variants: Sequence[str] = (),
    discuss_only: bool = False,
    seed: int | None = None,
) -> Room:
    """A new room for a game of these teams. Raises ColonyError with one sentence."""
    if all(bot is not None for bot in bots):
        raise Refused("no_teams")
    chosen = {"read_and_discuss": True} if discuss_only else {}
    if kind == "colony":
        chosen = dict.fromkeys(variants, True)
    code = hub.rooms.new_code()
    return hub.open(lambda table: Room(code, table, names, bots, kind=kind, variants=chosen, seed=seed))


class Apps:
    """The two Panel pages, made anew for each browser session."""

    def __init__(self, hub: Hub, place: Place) -> None:
        self.hub, self.place = hub, place

    def desk(self) -> Any:
        """The lecturer's page; for everybody else a sentence."""
        say = self.hub.texts.say
        if not same(self.hub.rooms.secret, pn.state.cookies.get(COOKIE, "")):
            link = f'<a href="/join">{esc(say("device.join_head"))}</a>'
            words = f"{esc(say('lecturer.locked'))}</p><p>{esc(say('lecturer.locked_join'))}"
            return _locked(f"<p>{words} {link}</p>")
        return DeskPage(self.hub, self.place).layout

    def projector(self) -> Any:
        """What the whole room sees, for the lecturer's second display and for spectators."""
        room = self.hub.rooms.watched(_asked("pass"))
        if room is None:
            say = self.hub.texts.say
            words = (
                f'{esc(say("lecturer.watch_locked"))} <a href="/watch">{esc(say("device.watch_head"))}</a>'
            )
            return _locked(f"<p>{words}</p>")
        assert isinstance(room.table, RoomTable)
        return Projector(room.table).__panel__()


def _locked(text: str) -> Any:
    page = _note(text)
    page.styles = variables("light") | {"min-height": "100vh"}
    return page


def serve_class(
    port: int,
    address: str,
    place: Place,
    hub: Hub,
    *,
    show: bool = False,
    origins: Sequence[str] = ("*",),
) -> None:
    """Serves rooms until the process is ended. ``show`` opens the lecturer's page in this computer's
    browser."""
    apps = Apps(hub, place)
    if show:
        import webbrowser

        opener = threading.Timer(1.0, webbrowser.open, [lecturer_url(hub, place)])
        opener.daemon = True
        opener.start()
    logging.getLogger("bokeh.server.util").setLevel(logging.ERROR)  # its warning about "*" is meant here
    # of an event of a page that Bokeh has sent whole; it goes on with the model that it knows
    warnings.filterwarnings("ignore", message="reference already known")
    server = pn.serve(
        {DESK: apps.desk, PROJECTOR: apps.projector},
        port=port,
        address=address,
        websocket_origin=list(origins),
        show=False,
        start=False,
        title=hub.texts.say("device.title"),
        verbose=False,
        extra_patterns=routes(hub),
    )
    from tornado.ioloop import PeriodicCallback

    server.start()
    PeriodicCallback(hub.sweep, SWEEP_MS).start()
    try:
        server.io_loop.start()
    except RuntimeError:
        pass


def run(address: str, port: int, *, show: bool, origins: Sequence[str], say: Callable[..., str]) -> None:
    """Serves class mode and prints with ``say`` how to come in, the lecturer and the teams."""
    everywhere = address in ("0.0.0.0", "::", "")
    found = lan_address() if everywhere else address
    own = "localhost" if everywhere else address
    place = Place(f"http://{found or 'localhost'}:{port}", f"http://{own}:{port}")
    hub = Hub(Rooms())
    print(say("serve.class_start", url=lecturer_url(hub, place)))
    print(say("serve.class_join", url=place.url) if found else say("serve.class_alone"))
    print(say("serve.class_end"), flush=True)
    serve_class(port, address, place, hub, show=show, origins=origins)


def lecturer_url(hub: Hub, place: Place) -> str:
    """The lecturer's address with the secret."""
    return f"{place.own}/lecturer/{hub.rooms.secret}"
