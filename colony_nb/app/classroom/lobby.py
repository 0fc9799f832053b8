"""The lecturer's controls of a room: the door, the teams and their devices, hands, what was chosen."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import panel as pn

from colony_nb.app.asking import Option
from colony_nb.app.classroom.overview import csv_text, table_html
from colony_nb.app.classroom.room import MOST_HANDS, Room, Team
from colony_nb.app.classroom.shared import RoomTable, sentence
from colony_nb.app.loading import sending
from colony_nb.app.moment import put
from colony_nb.app.panes import controls
from colony_nb.app.panes.question import unique
from colony_nb.app.texts import Texts, esc
from colony_nb.app.theme import disc
from colony_nb.kernel.decision import Decision
from colony_nb.kernel.errors import ColonyError

TEAMS, HANDS, CHOICES = PARTS = "teams", "hands", "choices"
FIELDS = 8  # options whose hands are typed in side by side; of more one is picked
HAND_FIELD = "cnb-hand-count"


def door_html(code: str, address: str, qr: str, texts: Texts, small: bool = False) -> str:
    """How to come in: address, code, QR code."""
    say = texts.say
    spelled = esc(" ".join(code))
    return (
        f'<div class="door{" small" if small else ""}"><div class="qr">{qr}</div><dl>'
        f"<dt>{esc(say('lecturer.address'))}</dt><dd>{esc(address)}</dd>"
        f'<dt>{esc(say("lecturer.code"))}</dt><dd class="code"><span class="vh">{spelled}</span>'
        f'<span aria-hidden="true">{esc(code)}</span></dd></dl></div>'
    )


def teams_html(room: Room, texts: Texts) -> str:
    """Each team with its devices and whether it has something to decide."""
    rows = []
    for team in room.teams:
        rows.append(
            f'<tr><th scope="row">{disc(team.seat, 22)} {esc(team.name)}</th>'
            f"<td>{esc(_devices(room, team, texts))}</td></tr>"
        )
    return f"<table><tbody>{''.join(rows)}</tbody></table>"


def _devices(room: Room, team: Team, texts: Texts) -> str:
    say = texts.say
    if team.bot is not None:
        return say("lecturer.bot")
    if not team.speaker:
        parts = [say("lecturer.empty")]
    else:
        parts = [say("lecturer.here" if room.live(team.seat) else "lecturer.gone")]
    helping = sum(1 for token in team.helpers if room.here[token] > 0)
    if helping:
        parts.append(say("lecturer.helpers", count=helping))
    if team.asks:
        parts.append(say("lecturer.asks"))
    return ", ".join(parts)


class Lobby:
    """One lecturer's screen of a room. ``on_close`` is called when the room was closed."""

    def __init__(
        self,
        room: Room,
        table: RoomTable,
        address: str,
        qr: str,
        projector: str,
        on_close: Callable[[], None],
    ) -> None:
        self.room, self.table = room, table
        self._on_close = on_close
        self._setting = False
        self._key: tuple[Any, ...] = ()
        self._decision: Decision | None = None
        self._options: tuple[Option, ...] = ()
        self.told = ""
        texts = table.texts
        say, button, html = texts.say, controls.button, controls.html
        self.door = html("classdoor", text=door_html(room.code, address, qr, texts))
        self.small = html(
            "classdoor", text=door_html(room.code, address, qr, texts, small=True), visible=False
        )
        words, how = esc(say("lecturer.projector")), esc(say("lecturer.watch"))
        link = f'<p><a href="{esc(projector)}" target="_blank" rel="noopener">{words}</a>. {how}</p>'
        self.link = html("classtext", text=link)
        self.list = html("classlist")
        self.notice = html("note")
        self.begin = button(say("lecturer.begin"), self._begin, "filled", classes=("cnb-class-begin",))
        self.begin_note = html("classtext", text=f"<p>{esc(say('lecturer.begin_note'))}</p>")
        self.pick = pn.widgets.Select(label=say("lecturer.pick"), options={}, **controls.field_options())
        self.free = button(say("lecturer.free"), self._free, classes=("cnb-free", "cnb-fix"))
        self.allow = button(say("lecturer.allow"), self._allow, classes=("cnb-allow", "cnb-fix"))
        self.refuse = button(say("lecturer.refuse"), self._refuse, classes=("cnb-refuse", "cnb-fix"))
        self.close = button(
            say("lecturer.close"), self._close, "quiet", classes=("cnb-close-room", "cnb-fix")
        )
        self.door_button = button(say("lecturer.door"), self._door, classes=("cnb-door", "cnb-fix"))
        self._sure = False
        self.part = TEAMS
        seats = controls.row(
            self.pick, self.free, self.allow, self.refuse, self.door_button, self.close, styles=("classgrid",)
        )
        self.teams = controls.column(self.link, self.list, seats, styles=("stack",))
        self.who = pn.widgets.Select(
            label=say("lecturer.pick"), options={}, css_classes=["cnb-hand-team"], **controls.field_options()
        )
        self.who.param.watch(lambda _event: self._turned(), "value")
        self.fields = [
            pn.widgets.IntInput(
                label="", start=0, end=MOST_HANDS, value=0, visible=False, css_classes=[HAND_FIELD],
                **controls.field_options(),
            )
            for _ in range(FIELDS)
        ]  # fmt: skip
        self.count = button(say("lecturer.hands_go"), self._count, "filled", classes=("cnb-count", "cnb-fix"))
        self.option = pn.widgets.Select(
            label=say("lecturer.answer_pick"),
            options={},
            css_classes=["cnb-answer"],
            **controls.field_options(),
        )
        self.answer = button(say("lecturer.answer_go"), self._answer, classes=("cnb-answer-go", "cnb-fix"))
        self.nobody = html("classtext", text=f"<p>{esc(say('lecturer.hands_none'))}</p>")
        self.counting = controls.column(
            html("classtext", text=f"<p>{esc(say('lecturer.hands_text'))}</p>"),
            self.who,
            controls.row(*self.fields, self.count, styles=("classgrid",)),
            controls.row(self.option, self.answer, styles=("classgrid",)),
            styles=("stack",),
        )
        self.hands = controls.column(self.nobody, self.counting, styles=("stack",))
        self.chosen = html("classlist")
        self.save = pn.widgets.FileDownload(
            label=say("lecturer.choices_save"),
            filename="choices.csv",
            callback=lambda: io.StringIO(csv_text(room, table)),
            stylesheets=controls.sheet("button"),
            margin=0,
        )
        self.choices = controls.column(self.chosen, self.save, styles=("stack",))
        self.panel = controls.column(
            self.door,
            controls.row(self.begin, self.begin_note, styles=("row",)),
            self.notice,
            self.small,
            self.teams,
            self.hands,
            self.choices,
            styles=("stack",),
            classes=("cnb-lobby",),
        )
        table.add_lobby(self)
        self._draw()

    def alive(self) -> bool:
        """False once the display it was made for is gone."""
        return self.panel.alive()

    # ---------------------------------------------------------------- drawing

    def refresh(self) -> None:
        """Draws what has changed, once."""
        with sending(self.panel):
            self._draw()

    def open(self, part: str) -> None:
        """Shows one part: the teams, the hands, what was chosen; another word shows none."""
        self.part, self.told, self._sure = part, "", False
        self.refresh()

    def _draw(self) -> None:
        room, table, texts, show = self.room, self.table, self.table.texts, controls.show
        part = self.part
        show(self.door, not room.begun)
        show(self.begin, not room.begun)
        show(self.begin_note, not room.begun)
        show(self.small, room.begun and part == TEAMS)
        show(self.teams, part == TEAMS)
        show(self.hands, part == HANDS)
        show(self.choices, part == CHOICES)
        self._set(self.notice, f'<div class="note" role="status">{esc(self.told)}</div>' if self.told else "")
        self._set(self.list, teams_html(room, texts))
        teams = {team.name: team.seat for team in room.teams if team.bot is None}
        self._options_of(self.pick, teams)
        asks = any(team.asks for team in room.teams)
        show(self.allow, asks)
        show(self.refuse, asks)
        label = texts.say("lecturer.close_sure" if self._sure else "lecturer.close")
        if self.close.label != label:
            self.close.label = label
        stage = table.stage
        show(self.door_button, room.begun)
        shown = stage is not None and stage.door
        label = texts.say("lecturer.door_shut" if shown else "lecturer.door")
        if self.door_button.label != label:
            self.door_button.label = label
        self._draw_hands()
        if part == CHOICES:
            self._set(self.chosen, table_html(room, table))

    @staticmethod
    def _set(pane: Any, text: str) -> None:
        if pane.object != text:
            pane.object = text

    def _options_of(self, select: Any, options: dict[str, int]) -> None:
        if select.options == options:
            return
        self._setting = True
        try:
            kept = select.value if select.value in options.values() else next(iter(options.values()), None)
            select.param.update(options=options, value=kept)
        finally:
            self._setting = False

    def _draw_hands(self) -> None:
        room = self.room
        away = [team for team in room.teams if team.bot is None and not room.live(team.seat)]
        asked = {team.name: team.seat for team in away if room.asked(team.seat) is not None}
        self._options_of(self.who, asked)
        controls.show(self.nobody, not asked)
        controls.show(self.counting, bool(asked))
        seat = self.who.value if asked else None
        decision = None if seat is None else room.asked(seat)
        key = () if decision is None else (id(self.table.game), decision.n, decision.seat, decision.kind)
        if key != self._key:
            self._key = key
            self._ask(decision)

    def _turned(self) -> None:
        if not self._setting:
            with sending(self.panel):
                self._draw_hands()

    def _ask(self, decision: Decision | None) -> None:
        """A new question: no hands yet."""
        self._decision = decision
        self._options = ()
        if decision is not None:
            asking = put(decision, self.table.texts, self.table.names)
            self._options = (*asking.options, *((asking.stop,) if asking.stop is not None else ()))
        few = 0 < len(self._options) <= FIELDS
        for at, field in enumerate(self.fields):
            if few and at < len(self._options):
                field.param.update(label=self._options[at].label, value=0, visible=True)
            else:
                controls.show(field, False)
        controls.show(self.count, few)
        labels = unique(self._options)
        self.option.param.update(options=labels, value=0 if labels else None)

    # ---------------------------------------------------------------- what the lecturer does

    def _do(self, action: Callable[[], str]) -> None:
        """Carries out what a control asks for; a refusal is told beside it."""
        try:
            self.told = action()
        except ColonyError as error:
            self.told = sentence(error, self.table)
        self.table.refresh()

    def _begin(self) -> None:
        self._do(lambda: self.room.begin() or "")  # type: ignore[func-returns-value]

    def _team(self) -> Team:
        return self.room.teams[self.pick.value]

    def _free(self) -> None:
        def action() -> str:
            self.room.free(self._team().seat)
            return self.table.texts.say("lecturer.freed", team=self._team().name)

        self._do(action)

    def _asking(self) -> Team:
        """The team whose device asks: the picked one, else the first."""
        team = self._team()
        return team if team.asks else next((t for t in self.room.teams if t.asks), team)

    def _allow(self) -> None:
        def action() -> str:
            team = self._asking()
            self.room.allow(team.seat)
            return self.table.texts.say("lecturer.allowed", team=team.name)

        self._do(action)

    def _refuse(self) -> None:
        self._do(lambda: self.room.refuse(self._asking().seat) or "")  # type: ignore[func-returns-value]

    def _door(self) -> None:
        stage = self.table.stage
        if stage is not None:
            stage.show_door(not stage.door)
        self.table.refresh()

    def _count(self) -> None:
        def action() -> str:
            decision = self._decision
            if decision is None:
                return self.table.texts.say("lecturer.hands_none")
            hands = {
                option.value: field.value or 0
                for option, field in zip(self._options, self.fields, strict=False)
            }
            name = self.room.teams[decision.seat].name
            chosen = self.room.count(decision.seat, hands, decision.n)
            return self.table.texts.say("lecturer.hands_done", team=name, count=hands[chosen])

        self._do(action)

    def _answer(self) -> None:
        def action() -> str:
            decision, place = self._decision, self.option.value
            if decision is None or place is None:
                return self.table.texts.say("lecturer.hands_none")
            option = self._options[place].value
            self.room.answer_for(decision.n, decision.seat, decision.kind, option)
            return self.table.texts.say("lecturer.answered", team=self.room.teams[decision.seat].name)

        self._do(action)

    def _close(self) -> None:
        if not self._sure:
            self._sure = True
            self.refresh()
            return
        self._on_close()
