"""Presentation: the same table from the back of a room. Nothing is smaller than 24 pixels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import panel as pn

from colony_nb.app.asking import COUNTRY
from colony_nb.app.moment import Moment
from colony_nb.app.panes import controls, sim_table
from colony_nb.app.panes.sim_steps import is_simplified
from colony_nb.app.table import Table
from colony_nb.app.texts import Texts, esc
from colony_nb.app.theme import band, disc, sheet
from colony_nb.plots.palette import POWERS, PRESENTATION

LADDERS, ASKED, MORE = "ladders", "asked", "more"
PAGES = (LADDERS, ASKED, MORE)
LEAST = 24  # pixels
NAMES = 26  # pixels of the map's names on a map of 768 pixels, so that a narrower map still shows 24
MAP_SCALE = PRESENTATION * NAMES / LEAST

VARIABLES: Mapping[str, str] = {
    "--k": f"{PRESENTATION:.4f}",
    "--least": f"{LEAST}px",
    "--disc": "42px",
    "--chatter": "none",
    "--phase-other": "none",
    "--title": "none",
    "--head": "56px",
    "--shell-max": "none",
    "--now-order": "5",
    "--now-height": "116px",
    "--acts": "column nowrap",
    "--act": "6px",
    "--foot": "0px",
    "--debrief": "38.5cqw",
    "--left": "61.15%",
    "--right": "calc(38.85% - 12px)",
    "--left-max": "none",
    "--right-height": "41.15cqw",
    "--hand": "2",
    "--hand-gap": "4px",
    "--card": "calc((41.15cqw - 130px) / 5)",
    "--card-icon": "none",
    "--said": "-webkit-box",
    "--timebar": "wrap",
    "--timebar-width": "440px",
    "--card-line": "1.08",
    "--card-space": "normal",
    "--card-face": "CSans",
    "--card-weight": "400",
    "--reading": "row-reverse nowrap",
    "--around": "0 0 600px",
    "--pages": "1 1 0px",
    "--slider": "190px",
}
"""What the style sheets read; without them they draw the table of everyday play."""


def look(on: bool) -> dict[str, str]:
    """The variables for the outermost component; switched off by name, for the page forgets none."""
    return dict(VARIABLES) if on else dict.fromkeys(VARIABLES, "initial")


def row_height(players: int) -> int:
    """Pixels of a power's row beside a map of 768 x 517."""
    return {3: 104, 4: 79, 5: 59}.get(players, 49)


def two_lines(players: int) -> bool:
    """Whether a power's ladder stands under its name; else beside it."""
    return players <= 4


def ladder_place(players: int, on: bool) -> dict[str, str]:
    """Where the income ladder lies on the rows; ``on``: of a presentation."""
    if not on:
        return dict.fromkeys(("--ladder-left", "--ladder-right", "--ladder-top"), "initial")
    left = "66px" if two_lines(players) else "216px"
    return {"--ladder-left": left, "--ladder-right": "84px", "--ladder-top": "24px"}


def rows_html(m: Moment, summaries: Mapping[int, str], texts: Texts) -> str:
    """Name and money of each power; the ladder is drawn over the rows."""
    height = row_height(m.view["players"])
    words = esc(texts.say("powers.ladder")), esc(texts.say("powers.coins"))
    out = [f'<div class="bh"><span>{words[0]}</span><span>{words[1]}</span></div>']
    for power in m.view["powers"]:
        seat = power["seat"]
        active = seat == (m.seat if m.seat is not None else m.view["turn"]) and not m.over
        align = "flex-start;align-items:flex-start" if two_lines(m.view["players"]) else "center"
        out.append(
            f'<div class="pr big{" act" if active else ""}" style="height:{height}px">'
            f'<span class="vh">{esc(summaries[seat])}</span>'
            f'<span class="sw" style="background:{band(seat)}"></span>'
            f'<div class="bn" style="align-self:{align}" aria-hidden="true">{disc(seat, 42)}'
            f"<b>{esc(power['name'])}</b></div>"
            f'<div class="bm" aria-hidden="true">{power["money"]}</div></div>'
        )
    return "".join(out)


def purse_html(m: Moment, texts: Texts) -> str:
    """Money and Influence of all powers in one line, while the ladders make room for a question."""
    if is_simplified(m):
        return sim_table.purse_html(m, texts)
    cells = []
    for power in m.view["powers"]:
        words = texts.say(
            "present.purse",
            power=power["name"],
            money=texts.count("coin", power["money"]),
            influence=texts.count("point", power["influence"]),
        )
        cells.append(
            f'<span class="pu"><span class="vh">{esc(words)}</span>'
            f'<span aria-hidden="true"><i style="background:{POWERS[power["seat"]].colour}">'
            f"{POWERS[power['seat']].letter}</i> <b>{power['money']}</b>"
            f" {power['influence']}</span></span>"
        )
    many = "" if two_lines(len(cells)) else " many"
    return f'<div class="pus{many}">{"".join(cells)}</div>'


class Present:
    """``pages`` switches between ladders, question and the rest; ``on`` is this display's own."""

    def __init__(self, table: Table, on: bool, switch: Any, turned: Any) -> None:
        self.table = table
        self.on = on
        self._turned = turned
        self._setting = False
        self._told = ""
        say = table.texts.say
        self.button = controls.button(say("present.on"), switch, "quiet", classes=("cnb-present",))
        self.pages = pn.widgets.RadioButtonGroup(
            options={say(f"present.{page}"): page for page in PAGES},
            value=LADDERS,
            css_classes=["cnb-pages"],
            stylesheets=sheet("tabs"),
            margin=0,
            sizing_mode="stretch_width",
            visible=on,
        )
        self.pages.param.watch(self._picked, "value")
        self.purse = controls.html("purse", visible=False)
        self.notice = controls.html("note", "toast", visible=False)
        self.reveal = controls.button(
            say("present.reveal"), lambda: self._turned(MORE), "onbar", classes=("cnb-reveal",), visible=False
        )

    def _picked(self, event: Any) -> None:
        if not self._setting:
            self._turned(event.new)

    def open(self, page: str) -> None:
        """Another page, without telling anybody."""
        self._setting = True
        try:
            self.pages.value = page
        finally:
            self._setting = False

    def page_for(self, m: Moment) -> str:
        """The page a new question opens: what can be chosen on the map needs none."""
        if m.asking is None or m.asking.mode == COUNTRY:
            return LADDERS
        return ASKED

    def tell(self, text: str) -> None:
        """The table's notice, over the map, where the ladders leave no place for it."""
        self._told = text
        self.notice.object = f'<div class="note">{esc(text)}</div>' if text and self.on else ""

    def update(self, m: Moment, reading: bool = False) -> None:
        """What only a presentation shows; ``reading``: a page of the history has the whole width."""
        controls.show(self.pages, self.on)
        controls.show(self.notice, self.on and bool(self._told) and self.pages.value == LADDERS)
        controls.show(self.purse, self.on and self.pages.value != LADDERS and not reading)
        if self.purse.visible:
            self.purse.object = purse_html(m, self.table.texts)
        label = self.table.texts.say("present.off" if self.on else "present.on")
        if self.button.label != label:
            self.button.label = label
