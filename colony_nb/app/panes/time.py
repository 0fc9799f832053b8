"""The slider to any moment, and in the what-now bar: looks, what-if games, replay."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import panel as pn

from colony_nb.app.focus import keep, take
from colony_nb.app.moment import Moment
from colony_nb.app.panes import controls
from colony_nb.app.table import Table
from colony_nb.app.texts import Texts
from colony_nb.app.theme import sheet
from colony_nb.app.times import first_moment

SPEEDS: Mapping[str, int] = {"slow": 1800, "medium": 800, "fast": 250}
"""Milliseconds between two choices of a replay."""
LOOK, WHAT_IF = "cnb-look", "cnb-whatif"
BUTTONS = frozenset(
    ("earlier", "later", "run", "speed", "what_if", "now", "main", "replay", "again", "looking")
)


def look_texts(m: Moment, texts: Texts) -> tuple[int | None, str, str]:
    """(seat, headline, second line) of the what-now bar while an earlier moment is looked at."""
    key = "time.at" if m.view["round"] else "time.at_setup"
    lead = texts.say(key, round=m.view["round"], n=m.at, last=m.game.n)
    if not m.pending:
        return m.view["turn"], lead, texts.say("time.ended")
    if m.pending[0].sealed:
        powers = texts.book.join([m.names[d.seat] for d in m.pending])
        return None, lead, texts.say("time.secret", powers=powers)
    d = m.pending[0]
    prompt = texts.book.prompt(d.kind, d.seat, d.context, m.names)
    return d.seat, lead, texts.say("time.next", prompt=prompt)


def branded(m: Moment, lead: str, more: str, texts: Texts) -> tuple[str, str]:
    """The bar's words in a what-if game: that it is one, and where it left the main line."""
    if m.left is None:
        return lead, more
    where = texts.say("time.left", n=m.left)
    return texts.say("time.whatif_lead", text=lead), f"{where} {more}".strip()


def bar_class(m: Moment) -> str:
    """The class that gives the bar its colour: a look, a what-if game, or neither ("")."""
    return LOOK if m.at is not None else WHAT_IF if m.left is not None else ""


class Time:
    """``slider`` belongs into the header, ``bar`` into the what-now bar.

    A replay is a row of looks, stepped by a clock of this display; ``alive`` tells it when to stop.
    """

    def __init__(self, table: Table, alive: Callable[[], bool]) -> None:
        self.table = table
        self._alive = alive
        self._setting = False
        self._clock: Any = None
        self._speed = "medium"
        say = table.texts.say
        self.slider = pn.widgets.IntSlider(
            label=say("time.slider"),
            start=0,
            end=1,
            value=0,
            show_value=False,
            tooltips=False,
            css_classes=["cnb-slider"],
            stylesheets=sheet("slider"),
            margin=0,
            width=None,
            sizing_mode="stretch_width",
        )
        self.slider.param.watch(self._slid, "value")
        self.bar = controls.row(styles=("timebar",), classes=("timebar",), visible=False)

    def __getattr__(self, name: str) -> Any:
        if name not in BUTTONS:
            raise AttributeError(name)
        self._make()
        return self.__dict__[name]

    def _make(self) -> None:
        """The bar's buttons; nobody needs them before an earlier moment or a game's end is looked at."""
        say, times, button = self.table.texts.say, self.table.times, controls.button
        self.earlier = button(
            say("time.earlier"), lambda: self._step(-1), "onbar", "onbarsmall", classes=("cnb-earlier",)
        )
        self.later = button(
            say("time.later"), lambda: self._step(1), "onbar", "onbarsmall", classes=("cnb-later",)
        )
        self.run = button(say("replay.play"), self.toggle, "onbar", "onbarsmall", classes=("cnb-run",))
        self.speed = button(say("replay.medium"), self._faster, "onbar", "onbarsmall", classes=("cnb-speed",))
        self.what_if = button(
            say("time.what_if"), self._what_if, "onbar", "onbarsmall", classes=("cnb-what-if",)
        )
        self.now = button(
            say("time.now"), self._now, "onbar", "onbarsmall", "onbarfilled", classes=("cnb-now",)
        )
        self.main = button(say("time.main"), times.main_line, "onbar", "onbarsmall", classes=("cnb-main",))
        self.replay = button(
            say("replay.start"), self.from_start, "onbar", "onbarfilled", classes=("cnb-replay",)
        )
        self.again = button(say("replay.from_start"), self.from_start, "quiet", classes=("cnb-from-start",))
        self.looking = (self.earlier, self.later, self.run, self.speed, self.what_if, self.now)
        for made in (*self.looking, self.main, self.replay):
            keep(made)
            made.visible = False
        for gone, heir in ((self.now, "cnb-commit"), (self.main, "cnb-commit"), (self.now, "cnb-replay")):
            take(gone, heir)
        take(self.replay, "cnb-run")
        self.bar.objects = [*self.looking, self.replay, self.main]

    # ---------------------------------------------------------------- drawing

    def update(self, m: Moment) -> None:
        """The slider stands at the moment shown; the bar has the buttons that fit it."""
        first, last = first_moment(m.game), m.game.n
        at = last if m.at is None else m.at
        new = {"start": first, "end": max(last, first + 1), "value": max(at, first)}
        new["disabled"] = last == first or m.cover
        changed = {k: v for k, v in new.items() if getattr(self.slider, k) != v}
        if changed:
            self._setting = True
            try:
                self.slider.param.update(**changed)
            finally:
                self._setting = False
        looking = m.at is not None
        wanted = looking or m.over or m.left is not None
        if wanted or "looking" in self.__dict__:
            for made in self.looking:
                controls.show(made, looking)
            controls.show(self.replay, m.over and not looking)
            controls.show(self.main, m.left is not None and not looking)
        controls.show(self.bar, wanted)
        if not looking:
            self.halt()

    # ---------------------------------------------------------------- looking

    def _slid(self, event: Any) -> None:
        if not self._setting and self.table.game is not None:
            self.halt()
            self.table.times.look(event.new)

    def _step(self, by: int) -> None:
        self.halt()
        self.table.times.step(by)

    def _now(self) -> None:
        self.halt()
        self.table.times.now()

    def _what_if(self) -> None:
        self.halt()
        self.table.times.what_if()

    # ---------------------------------------------------------------- replay

    @property
    def running(self) -> bool:
        return self._clock is not None

    def from_start(self) -> None:
        """Looks at the first moment and plays on from there."""
        self.halt()
        self.table.times.start()
        if self.table.times.at is not None:
            self.toggle()

    def toggle(self) -> None:
        """Plays on from the moment looked at, or pauses."""
        if self.running:
            self.halt()
        else:
            self._clock = pn.state.add_periodic_callback(self.tick, period=SPEEDS[self._speed])
            self.run.label = self.table.texts.say("replay.pause")

    def tick(self) -> None:
        """One choice later; the last one ends the replay."""
        if self.table.times.at is None or not self._alive():
            self.halt()
        else:
            self.table.times.step(1)

    def halt(self) -> None:
        """Stops a replay where it is."""
        if self._clock is not None:
            self._clock.stop()
            self._clock = None
            self.run.label = self.table.texts.say("replay.play")

    def _faster(self) -> None:
        names = list(SPEEDS)
        self._speed = names[(names.index(self._speed) + 1) % len(names)]
        self.speed.label = self.table.texts.say(f"replay.{self._speed}")
        if self.running:
            self.halt()
            self.toggle()
