"""The History tab: what happened behind cards and phases, the encyclopaedia, a search, a map of the world."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import panel as pn

from colony_nb.app.linked import linked
from colony_nb.app.moment import Moment
from colony_nb.app.panes import controls
from colony_nb.app.panes.board import wait_for_fonts
from colony_nb.app.panes.gate import Gate, gate, library
from colony_nb.app.panes.header import ROMAN
from colony_nb.app.panes.history_pages import EACH, HOME, LEAVE, NEVER, Pages, is_ref, years_of
from colony_nb.app.table import Table
from colony_nb.app.texts import Texts, esc
from colony_nb.commentary.history import CARDS
from colony_nb.plots.world import LARGE, Spot, WorldPlot

LONGEST = 100  # characters of a searched text
MOST_BACK = 50


class Notes:
    """How texts with a content note are shown: one switch for a display."""

    def __init__(self, texts: Texts, changed: Callable[[], None]) -> None:
        say = texts.say
        self.select = pn.widgets.Select(
            label=say("note.choice"),
            options={say("note.each"): EACH, say("note.never"): NEVER, say("note.leave_all"): LEAVE},
            value=EACH,
            css_classes=["cnb-notes"],
            **controls.field_options(),
        )
        self.select.param.watch(lambda _event: changed(), "value")

    @property
    def mode(self) -> str:
        return str(self.select.value)


class Reader:
    """A text with links, and the way back. ``at`` is the page's reference; ``changed`` is called when that
    changes."""

    def __init__(self, table: Table, notes: Notes, changed: Callable[[], None], home: str) -> None:
        self.table = table
        self.notes = notes
        self.home = self.at = home
        self._trail: list[str] = []
        self._opened: set[str] = set()
        self._left: set[str] = set()
        self._changed = changed
        self.back = controls.button(
            table.texts.say("history.back"), self.go_back, "quiet", classes=("cnb-back",), visible=False
        )
        self.text = linked(self.follow, "event", "history", classes=("cnb-reader",))

    def follow(self, ref: str) -> None:
        """A link or button of the text was used."""
        if ref == "do:read":
            self._opened.add(self.at)
        elif ref == "do:leave":
            self._left.add(self.at)
        elif ref == "do:close":
            self._opened.discard(self.at)
            self._left.add(self.at)
        elif is_ref(ref):
            self.go(ref)
        self._changed()

    def go(self, ref: str) -> None:
        """Turns to a page; drawn with the next ``draw``."""
        if ref != self.at:
            self._trail = [*self._trail, self.at][-MOST_BACK:]
            self.at = ref

    def go_back(self) -> None:
        if self._trail:
            self.at = self._trail.pop()
            self._changed()

    def restart(self, home: str) -> None:
        """Another first page; nothing lies behind it."""
        self.home = self.at = home
        self._trail = []

    def draw(self, m: Moment, open_: Gate) -> None:
        controls.show(self.back, bool(self._trail))
        pages = Pages(m, open_, self.table.texts, self.notes.mode, self._opened, self._left)
        page = pages.page(self.at)
        if self.text.object != page:
            self.text.object = page


class History(Reader):
    """A reader of everything, with a search and a map of the world."""

    def __init__(self, table: Table, notes: Notes, theme: str, changed: Callable[[], None]) -> None:
        super().__init__(table, notes, changed, HOME)
        say = table.texts.say
        self._shown_card = ""
        self.contents = controls.button(
            say("history.contents"), self.to_contents, "quiet", classes=("cnb-contents",)
        )
        self.search = pn.widgets.TextInput(
            placeholder=say("history.search"),
            max_length=LONGEST,
            css_classes=["cnb-search"],
            **controls.field_options(),
        )
        self.search.param.watch(self._searched, "value")
        self.world = WorldPlot(theme, say("world.today"))
        self.world.figure.html_attributes = {"role": "img", "aria-label": say("world.map")}
        wait_for_fonts(self.world.figure, list(self.world.sources))
        self.map = controls.plot(self.world.figure, css_classes=["map"])
        self.where = controls.html("where")
        self.around = controls.row(self.map, self.where, styles=("world",), classes=("around",))
        bar = controls.row(self.back, self.contents, self.search, styles=("readbar",), classes=("readbar",))
        # beside the text in a presentation, which has the whole width for it
        pages = controls.row(self.text, classes=("pages",))
        reading = controls.row(self.around, pages, styles=("reading",))
        self.panel = controls.column(bar, reading, styles=("stack",))

    def _searched(self, event: Any) -> None:
        text = " ".join(str(event.new or "").split())[:LONGEST]
        if text:
            self.go(f"search:{text}")
            self._changed()

    def to_contents(self) -> None:
        self.go(HOME)
        self._changed()

    def enter(self, m: Moment) -> None:
        """The tab is turned to: the page of the card that was just turned over, a person's own before
        others', once; else the page it was left at."""
        records = [r for r in reversed(m.since) if r["kind"] == "event"]
        records.sort(key=lambda r: r["seat"] not in m.persons)
        card = str(records[0]["card"]) if records else ""
        if (
            card
            and card != self._shown_card
            and gate(m, library(self.table.texts.language)).opens(f"card:{card}")
        ):
            self._shown_card = card
            self.go(f"card:{card}")

    def update(self, m: Moment) -> None:
        """Drawn only while it is looked at."""
        history = library(self.table.texts.language)
        open_ = gate(m, history)
        self.draw(m, open_)
        self._map(m, open_)

    def restyle(self, theme: str, big: bool = False) -> None:
        """Another theme; ``big``: as in a presentation."""
        self.world.restyle(theme, LARGE if big else 1.0)

    def _map(self, m: Moment, open_: Gate) -> None:
        """The places of the cards that have been turned over; the card's own, or the phase's, marked."""
        texts, history = self.table.texts, library(self.table.texts.language)
        say = texts.say
        kind, _, slug = self.at.partition(":")
        shown = self.at == HOME or (kind in ("card", "phase") and open_.opens(self.at))
        shown = shown and m.view.get("game") == "colony"  # the map shows event cards
        controls.show(self.around, shown)
        if not shown:
            return
        turned = {r["card"] for r in m.game.journal if r["kind"] == "event"}
        cards = [history.card(card) for card in CARDS if card in turned and card in open_.cards]
        if kind == "card":
            own = history.card(slug)
            spots = {(c.lat, c.lon): Spot(c.lat, c.lon) for c in cards}
            spots[own.lat, own.lon] = Spot(own.lat, own.lon, now=True)
            years, number = own.years, own.phase
            words = say(
                "world.one",
                place=own.place,
                lat=_degrees(own.lat, "north", "south", texts),
                lon=_degrees(own.lon, "east", "west", texts),
            )
        else:
            cards = [c for c in cards if kind != "phase" or c.phase == int(slug)]
            spots = {(c.lat, c.lon): Spot(c.lat, c.lon, now=kind == "phase") for c in cards}
            number = int(slug) if kind == "phase" else int(m.view["phase"])
            years = history.phase(number).years
            words = say("world.several") if cards else say("world.none")
        self.world.show(spots.values(), years)
        phase = years_of(history.phase(number).years, texts)
        if kind == "card":
            when = say(
                "world.phase", years=years_of(years, texts), phase=ROMAN[number - 1], phase_years=phase
            )
        else:
            when = say("world.span", years=phase)
        self.where.object = f"<p>{esc(words)} {esc(when)} {esc(say('world.outlines'))}</p>"


def _degrees(value: float, positive: str, negative: str, texts: Texts) -> str:
    return texts.say(f"world.{positive if value >= 0 else negative}", degrees=f"{abs(value):.0f}")
