"""The powers: money, income, Influence, ships on the ladder, monopolies, figures; both ladders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bokeh.models import ColumnDataSource

from colony_nb.app.moment import Moment
from colony_nb.app.panes import controls, present, sim_table
from colony_nb.app.panes.sim_steps import is_simplified
from colony_nb.app.table import Table
from colony_nb.app.texts import Texts, esc
from colony_nb.app.theme import band, disc, glyph, product
from colony_nb.plots.describe import texts as board_texts
from colony_nb.plots.ladders import SECTION, IncomeLadder, InfluenceLadder
from colony_nb.plots.layout import MINERALS
from colony_nb.plots.palette import POWERS

HEAD = 22
FIGURES = ("colonist", "missionary")


def row_height(players: int) -> int:
    """Pixels of a power's row, so that three to six fit beside the map."""
    return 52 if players <= 4 else 46 if players == 5 else 40


class _Big:
    """In a presentation no number on a ladder is smaller than 24 pixels, no disc too small for its letter."""

    _scale: float

    def _px(self, size: float, share: float = 1.0) -> str:
        grown = size * (1 + (self._scale - 1) * share)
        return f"{max(grown, present.LEAST if self._scale > 1 else 0):.2f}px"


class Influence(_Big, InfluenceLadder):
    """The Influence ladder."""

    def _disc(self) -> float:
        if self._scale == 1:
            return super()._disc()
        return 32.0 if self._view is None or present.two_lines(self._view["players"]) else 28.0


class Ladder(_Big, IncomeLadder):
    """The income ladder without names and key: they stand in the table around it."""

    WIDTH, NARROW = 180.0, 115.0

    def __init__(self, palette: str) -> None:
        super().__init__(palette, legend={})

    def _down(self) -> float:
        # under the names, where the rows have room for two lines
        big = self._scale > 1 and self._view is not None and present.two_lines(self._view["players"])
        return self.ROW * 0.13 if big else 0.0

    def _cells(
        self, power: Mapping[str, Any], spaces: int, gap: float, bottom: float, top: float
    ) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
        return super()._cells(power, spaces, gap, bottom - self._down(), top - self._down())

    def _ships(
        self, power: Mapping[str, Any], count: int, gap: float, top: float, strokes: list[tuple[Any, ...]]
    ) -> list[tuple[Any, ...]]:
        return super()._ships(power, count, gap, top - self._down(), strokes)

    def _paint(self) -> None:
        # the table's own rows and frames are seen through
        self.figure.background_fill_alpha = self.figure.border_fill_alpha = 0

    def update(self, view: Mapping[str, Any]) -> None:
        big = self._scale > 1
        self.ROW = (present.row_height if big else row_height)(view["players"])
        wide = 290.0 if present.two_lines(view["players"]) else 155.0
        self.WIDTH, self.NARROW = (wide, wide) if big else (180.0, 115.0)
        super().update(view)

    def _grown(self, size: float, share: float = 1.0) -> float:
        if size == self.ROW or (size == 17 and self._scale > 1):  # the ships stay below the names
            return float(size)
        # 0.36 is the margin for the names, which are not shown here
        return 0.004 if size == 0.36 else super()._grown(size, share)

    def _labels(self, power: Mapping[str, Any], *rest: Any) -> list[tuple[Any, ...]]:
        spaces, gap, margin, middle, cell, _discs = rest
        return super()._labels(power, spaces, gap, margin, middle, cell - self._down(), [])[-1:]


def _state(m: Moment, seat: int, texts: Texts) -> str:
    asked = {d.seat for d in m.pending}
    sealing = any(d.sealed for d in m.pending)
    if m.seat == seat:
        key = "powers.choosing"
    elif sealing and seat not in asked and m.view["step"] in ("cards",):
        key = "powers.sealed"
    elif m.view["turn"] == seat and not m.over:
        key = "powers.acting"
    elif m.game.setup.bots[seat] is not None:
        key = "powers.computer"
    else:
        return ""
    return texts.say(key)


def summary(m: Moment, power: Mapping[str, Any], texts: Texts) -> str:
    """Everything the row shows in one sentence."""
    say, count, book = texts.say, texts.count, texts.book
    products = [book.word(f"product.{p}.name") for p in power["monopolies"]]
    figures = [book.word(f"thing.{f}.name") for f in FIGURES if power[f]]
    mark = POWERS[power["seat"]]
    return say(
        "powers.summary",
        power=power["name"],
        power_word=book.word(f"power.{mark.key}.name"),
        letter=mark.letter,
        money=count("coin", power["money"]),
        income=power["income"],
        influence=count("point", power["influence"]),
        ships=count("ship", power["ships"]),
        shipped=min(power["exportable"], SECTION * power["ships"]),
        ladder=power["ladder"],
        monopolies=say("powers.monopolies", products=book.join(products))
        if products
        else say("powers.no_monopoly"),
        figures=say("powers.figures", figures=book.join(figures)) if figures else say("powers.no_figures"),
    )


def powers_html(m: Moment, texts: Texts) -> str:
    """The table around the ladder: one row a power, of the ladder's row height."""
    say = texts.say
    height = row_height(m.view["players"])
    words = {key: esc(say(f"powers.{key}")) for key in ("title", "ladder", "influence", "coins")}
    out = [
        f'<div class="ph2"><span style="width:132px;padding-left:17px">{words["title"]}</span>'
        f'<span style="flex:1">{words["ladder"]}</span>'
        f'<span class="r" style="width:70px">{words["influence"]}</span>'
        f'<span class="r" style="width:62px;padding-right:8px">{words["coins"]}</span></div>'
    ]
    for power in m.view["powers"]:
        out.append(_row(m, power, texts, height))
    return "".join(out)


def _row(m: Moment, power: Mapping[str, Any], texts: Texts, height: int) -> str:
    seat = power["seat"]
    active = seat == (m.seat if m.seat is not None else m.view["turn"]) and not m.over
    countries = len(power["countries"])
    key = {0: "no_country", 1: "country"}.get(countries, "countries")
    state = _state(m, seat, texts)
    second = state or texts.say(f"powers.{key}", count=countries)
    if power["kept"] and not state:
        second = texts.say("powers.kept", cards=len(power["kept"]))
    size = min(19, 66 // max(1, len(power["monopolies"])))
    monopolies = "".join(product(p, p in MINERALS, size) for p in power["monopolies"])
    figures = "".join(glyph(f, 19) for f in FIGURES if power[f])
    income = f"{power['income']:+d}".replace("-", "−")
    return (
        f'<div class="pr{" act" if active else ""}" style="height:{height}px">'
        f'<span class="vh">{esc(summary(m, power, texts))}</span>'
        f'<span class="sw" style="background:{band(seat)}"></span>'
        f'<div class="c1" aria-hidden="true"><div class="nm">{disc(seat)}<b>{esc(power["name"])}</b></div>'
        f'<div class="stt">{esc(second)}</div></div><div class="c2"></div>'
        f'<div class="c5" aria-hidden="true"><span>{monopolies}</span><span>{figures}</span></div>'
        f'<div class="c3" aria-hidden="true">{power["influence"]}</div>'
        f'<div class="c4" aria-hidden="true"><div class="num">{power["money"]}</div>'
        f'<div class="sub">{income}</div></div>'
        f"</div>"
    )


class Powers:
    def __init__(self, table: Table, theme: str) -> None:
        self.table = table
        self.big = False
        self.text = controls.html("powers")
        self.ladder = Ladder(theme)
        self.influence = Influence(theme, start=board_texts(table.texts.language)["ladder"]["start"])
        self.ladder.figure.name, self.influence.figure.name = "income-ladder", "influence-ladder"
        for figure, words in (
            (self.ladder.figure, table.texts.say("page.ladder")),
            (self.influence.figure, table.texts.say("page.influence")),
        ):
            figure.html_attributes = {"role": "img", "aria-label": words}
        self.ladder_pane = controls.plot(self.ladder.figure, sizing_mode="stretch_width")
        self.influence_pane = controls.plot(self.influence.figure, sizing_mode="stretch_width")
        self.boxes = (
            controls.column(self.ladder_pane, classes=("ladder",)),
            controls.column(self.influence_pane, classes=("influence",)),
        )
        self.simple: controls.Html | None = None  # the simplified game's rows, made when they are first shown
        self.panel = controls.column(
            self.text,
            *self.boxes,
            styles=("powersbox",),
            classes=("powers",),
        )

    def update(self, m: Moment) -> None:
        texts = self.table.texts
        simple = is_simplified(m)
        for box in self.boxes:
            controls.show(box, not simple)
        controls.show(self.text, not simple)
        if simple and self.simple is None:
            self.simple = controls.html("simpowers")
            self.panel.append(self.simple)
        if self.simple is not None:
            controls.show(self.simple, simple)
        if simple and self.simple is not None:
            self.simple.object = sim_table.powers_html(m, texts, self.big)
            return
        if self.big:
            words = {power["seat"]: summary(m, power, texts) for power in m.view["powers"]}
            self.text.object = present.rows_html(m, words, texts)
        else:
            self.text.object = powers_html(m, texts)
        place = present.ladder_place(m.view["players"], self.big)
        if self.panel.styles != place:
            self.panel.styles = place
        self.ladder.update(m.view)
        self.influence.update(m.view)

    @property
    def written(self) -> list[ColumnDataSource]:
        """The sources of everything that is written on the figures."""
        return [self.ladder.texts.source, self.influence.texts.source]

    def restyle(self, theme: str, big: bool = False) -> None:
        """Another theme; ``big``: as in a presentation."""
        self.big = big
        scale = present.PRESENTATION if big else 1.0
        self.ladder.restyle(theme, scale)
        self.influence.restyle(theme, scale)
