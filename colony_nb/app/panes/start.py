"""The start screen: what this is for, whose seat one takes, what the score measures; then the set-up."""

from __future__ import annotations

from typing import Any

import panel as pn

from colony_nb.app.panes import controls
from colony_nb.app.panes.keep import Loader
from colony_nb.app.panes.sim_steps import DISCUSSED
from colony_nb.app.table import Table
from colony_nb.app.texts import Texts, esc
from colony_nb.app.theme import disc
from colony_nb.plots.palette import POWERS

VARIANTS = ("pass_event_cards", "independence", "sabotage")
PLAYED_BY = ("person", "steady", "random")
NAME_MOST = 40
SIMPLIFIED = "simplified"


def purpose_html(texts: Texts) -> str:
    """The statement of purpose; the score's meaning stands last, next to the button."""
    say, word = texts.say, texts.book.word
    part = "<h2>{head}</h2><p>{text}</p>"
    out = [f'<h1 class="sf">{esc(word("screen.title"))}</h1>']
    for head, key in (("lead", "purpose"), ("seat", "seat")):
        out.append(part.format(head=esc(say(f"start.{head}")), text=esc(word(f"screen.{key}"))))
    out.append(f"<p>{esc(word('screen.countries'))}</p><p>{esc(word('screen.notes'))}</p>")
    return "".join(out)


def score_html(texts: Texts) -> str:
    head, text = esc(texts.say("start.score")), esc(texts.book.word("screen.score"))
    return f'<div class="score"><h2>{head}</h2><p>{text}</p></div>'


class Seat:
    """One power's line: who plays it, and a person's name."""

    def __init__(self, table: Table, seat: int, on_change: Any) -> None:
        say, book = table.texts.say, table.texts.book
        power = book.word(f"power.{POWERS[seat].key}.name")
        self.head = controls.html("lead", text=f'<div class="seatname">{disc(seat, 24)}{esc(power)}</div>')
        self.who = pn.widgets.Select(
            label=say("start.who"),
            options={say(f"start.{who}"): who for who in PLAYED_BY},
            value="person" if seat == 0 else "steady",
            **controls.field_options(),
        )
        self.name = pn.widgets.TextInput(
            label=say("start.name"), max_length=NAME_MOST, **controls.field_options(disabled=seat > 0)
        )
        self.who.param.watch(on_change, "value")
        self.panel = controls.column(self.head, self.who, self.name, styles=("seat",))

    @property
    def value(self) -> tuple[str, str]:
        return self.who.value, (self.name.value_input or self.name.value or "")


class Start:
    def __init__(self, table: Table) -> None:
        self.table = table
        say, word = table.texts.say, table.texts.book.word
        self.game = pn.widgets.Select(
            label=say("sim.game"),
            options={say("sim.full"): "colony", say("sim.simplified"): SIMPLIFIED},
            value="colony",
            css_classes=["cnb-which"],
            **controls.field_options(),
        )
        self.game.param.watch(self._which, "value")
        self.led = controls.html("facts", text=f'<p class="no">{esc(say("sim.note"))}</p>', visible=False)
        self.discuss = pn.widgets.Checkbox(
            label=say("sim.discuss_variant"), visible=False, **controls.field_options()
        )
        self.players = pn.widgets.Select(
            label=say("start.players"), options=[3, 4, 5, 6], value=4, **controls.field_options()
        )
        self.players.param.watch(self._changed, "value")
        self.seats = [Seat(table, seat, self._changed) for seat in range(6)]
        self.variants = pn.widgets.CheckBoxGroup(
            options={word(f"variant.{v}"): v for v in VARIANTS}, **controls.field_options()
        )
        self.seed = pn.widgets.TextInput(label=say("start.no_seed"), **controls.field_options())
        self.fair = pn.widgets.Checkbox(label=say("fair.label"), **controls.field_options())
        self.guided = pn.widgets.Checkbox(label=say("guide.switch"), value=True, **controls.field_options())
        self.play = controls.button(say("start.play"), self._play, "filled", classes=("cnb-begin",))
        self.back = controls.button(say("start.back"), table.back, visible=False)
        self.notice = controls.html("note")
        self.loader = Loader(table)
        purpose = controls.column(
            controls.html("lead", text=purpose_html(table.texts)),
            controls.html("lead", text=score_html(table.texts)),
            self.notice,
            controls.row(self.play, self.back, styles=("row",)),
            styles=("body",),
        )
        variants = controls.html("lead", text=f"<h2>{esc(say('start.variants'))}</h2>")
        load = controls.html("lead", text=f"<h2>{esc(say('start.or_load'))}</h2>")
        setup = controls.column(
            self.game,
            self.led,
            self.players,
            *(seat.panel for seat in self.seats),
            variants,
            self.variants,
            self.discuss,
            self.fair,
            self.guided,
            self.seed,
            load,
            self.loader.panel,
            styles=("body",),
        )
        self.panel = controls.column(
            controls.column(purpose, setup, styles=("startcols",)), styles=("start",)
        )
        self._changed(None)

    def _changed(self, _event: Any) -> None:
        for seat, line in enumerate(self.seats):
            controls.show(line.panel, seat < self.players.value)
            line.name.disabled = line.who.value != "person"

    def _which(self, _event: Any) -> None:
        """The simplified game is for teams of persons; the full one begins with one person."""
        simple = self.game.value == SIMPLIFIED
        for component, shown in (
            (self.led, simple),
            (self.discuss, simple),
            (self.variants, not simple),
            (self.guided, not simple),
        ):
            controls.show(component, shown)
        for seat, line in enumerate(self.seats):
            line.who.value = "person" if simple or seat == 0 else "steady"

    def _play(self) -> None:
        chosen = set(self.variants.value)
        seats = [line.value for line in self.seats[: self.players.value]]
        variants = {v: v in chosen for v in VARIANTS}
        seed = self.seed.value_input or self.seed.value or ""
        if self.game.value == SIMPLIFIED:
            self.table.start(
                seats, {DISCUSSED: self.discuss.value}, seed, fair=self.fair.value, game=SIMPLIFIED
            )
            return
        if self.table.start(seats, variants, seed, fair=self.fair.value, guided=self.guided.value):
            self.guided.value = False  # it is for a first game

    def update(self) -> None:
        """The notice, and whether there is a table to go back to."""
        controls.show(self.back, self.table.game is not None)
        self.loader.saved.update()
        text = self.table.notice
        self.notice.object = f'<div class="note" role="status">{esc(text)}</div>' if text else ""
