"""The map says what the view says, and sends only what changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from math import isnan
from typing import Any

import pytest
from bokeh.document import Document
from bokeh.document.events import ColumnDataChangedEvent, ColumnsPatchedEvent, DocumentPatchedEvent
from bokeh.models import GlyphRenderer

from colony_nb.plots.board import BOTTOM, LEFT, RIGHT, TOP, closed_below_five, inside, lands
from colony_nb.plots.layout import Style, arrange, contents, resistance
from colony_nb.plots.map import MapPlot
from colony_nb.plots.palette import DARK, LIGHT, POWERS, PRESENTATION, tint
from plots import views

View = dict[str, Any]
VIEWS = pytest.mark.parametrize(
    "view", [views.middle(), views.late(), views.empty(), views.empty(6)], ids=["middle", "late", "3", "6"]
)


def column(plot: MapPlot, name: str) -> dict[str, Any]:
    """One column of the countries' source, by letter."""
    return dict(zip(plot.countries.data["letter"], plot.countries.data[name], strict=True))


def marks(plot: MapPlot, letter: str, pool: str = "marks", layer: str = "full") -> Counter[str]:
    """What is drawn for a country, counted; the pool keeps each country's rows together."""
    source = getattr(plot.layers[layer], pool)
    return Counter(row[2] for row in rows(source, letter))


def rows(pool: Any, letter: str) -> Iterator[tuple[Any, ...]]:
    data = pool.source.data
    keys = pool.keys
    if letter not in keys:
        return
    size = len(data["x"]) // len(keys)
    start = keys.index(letter) * size
    for i in range(start, start + size):
        if not isnan(data["x"][i]):
            yield tuple(data[name][i] for name in data)


@VIEWS
def test_owners_show_as_colour_hatch_and_letter(view: View) -> None:
    plot = MapPlot()
    plot.update(view)
    for letter, c in view["countries"].items():
        seat = c["owner"]
        assert column(plot, "fill")[letter] == tint(LIGHT, seat)
        assert (column(plot, "band_a")[letter] > 0) == (seat is not None)
        letters = [row[2] for row in rows(plot.layers["full"].texts, letter)]
        if seat is not None:
            assert column(plot, "band")[letter] == POWERS[seat].colour
            assert column(plot, "hatch")[letter] == (" " if c["independent"] else POWERS[seat].hatch)
            assert POWERS[seat].letter in letters
        assert c["name"] in letters


@VIEWS
def test_everything_in_a_country_is_drawn_with_its_number(view: View) -> None:
    plot = MapPlot()
    plot.update(view)
    figures = [(p[f], f) for p in view["powers"] for f in ("colonist", "missionary")]
    for letter, c in view["countries"].items():
        drawn = marks(plot, letter)
        numbers = Counter(t for row in rows(plot.layers["full"].texts, letter) if (t := row[2]).isdigit())
        wanted = Counter(str(n) for n in c["products"].values() if n > 1)
        assert {k[1:] for k in drawn if k[1:] in c["products"]} == set(c["products"])
        for building in ("port", "trading_post", "city", "church", "railway"):
            assert drawn[f"@{building}"] == c[building]
        for figure in ("colonist", "missionary"):
            assert drawn[f"@{figure}"] == figures.count((letter, figure))
        if drawn["@army"] != c["armies"]:
            assert drawn["@army"] == 1
            wanted[str(c["armies"])] += 1
        assert numbers == wanted
        form = c["government"]
        assert {k for k in drawn if k in ("@democracy", "@monarchy", "@dictatorship")} == (
            {f"@{form}"} if form else set()
        )


@VIEWS
@pytest.mark.parametrize("layer", ["full", "compact"])
def test_resistance_shows_where_it_is_and_nowhere_else(view: View, layer: str) -> None:
    plot = MapPlot()
    plot.update(view, possible={"A"})
    for letter, c in view["countries"].items():
        assert column(plot, "resist_a")[letter] == (1.0 if c["rebellion"] else 0.0)
        assert marks(plot, letter, "discs", layer)["@rebellion"] == c["rebellion"]
        assert all(row[7] == 1.0 for row in rows(plot.layers[layer].discs, letter))


def test_resistance_that_ends_leaves_the_map() -> None:
    view, plot = views.middle(), MapPlot()
    plot.update(view)
    view = deepcopy(view)
    view["countries"]["K"]["rebellion"] = False
    plot.update(view)
    assert sum(column(plot, "resist_a").values()) == 0
    assert not marks(plot, "K", "discs")


def test_an_independent_country_has_its_frame_and_its_government_in_words() -> None:
    view, plot = views.late(), MapPlot()
    plot.update(view)
    for letter, c in view["countries"].items():
        assert (column(plot, "free_a")[letter] > 0) == c["independent"]
    assert "democracy" in [row[2] for row in rows(plot.layers["full"].texts, "N")]
    assert "independent" in [row[2] for row in rows(plot.layers["full"].texts, "P")]


def test_states_are_lines_and_the_rest_is_paler_only_while_there_is_a_choice() -> None:
    view, plot = views.middle(), MapPlot()
    plot.update(view, selected="L", possible={"H", "M"}, changed={"A"})
    state, width, dots = column(plot, "state_a"), column(plot, "state_w"), column(plot, "dots_a")
    assert {k for k, a in state.items() if a} == {"L", "H", "M"}
    assert width["L"] > width["H"] == width["M"]
    assert {k for k, a in dots.items() if a} == {"A"}
    assert column(plot, "hatch_a")["B"] < column(plot, "hatch_a")["H"] == column(plot, "hatch_a")["L"]
    plot.update(view)
    assert not any(column(plot, "state_a").values()) and not any(column(plot, "dots_a").values())
    assert column(plot, "hatch_a")["B"] == column(plot, "hatch_a")["H"]


def test_a_view_of_fifteen_countries_makes_three_of_them_sea_and_back() -> None:
    plot, closed = MapPlot(), closed_below_five()
    plot.update(views.middle())
    assert {k for k, a in column(plot, "sea_a").items() if a} == closed
    assert all(plot.country_at(*lands()[k].label) is None for k in closed)
    assert not any(column(plot, "border_a")[k] for k in closed)
    plot.update(views.late())
    assert not any(column(plot, "sea_a").values())
    assert all(plot.country_at(*lands()[k].label) == k for k in closed)


def test_country_at_knows_land_and_sea() -> None:
    plot = MapPlot(closed=closed_below_five())
    for letter, land in lands().items():
        assert plot.country_at(*land.label) == (None if land.closed_below_five else letter)
    for x, y in ((LEFT, TOP), (RIGHT, BOTTOM), (0, 0), (5000, -3)):
        assert plot.country_at(x, y) is None


def recorded(plot: MapPlot) -> list[DocumentPatchedEvent]:
    events: list[DocumentPatchedEvent] = []
    document = Document()
    document.add_root(plot.figure)
    document.on_change(lambda event: events.append(event))
    return events


def test_the_same_view_again_sends_nothing() -> None:
    plot = MapPlot()
    plot.update(views.late())
    events = recorded(plot)
    plot.update(views.late())
    assert events == []


def test_a_change_in_one_country_is_patched_and_no_outline_is_sent_again() -> None:
    view, plot = views.late(), MapPlot()
    plot.update(view)
    events = recorded(plot)
    view = deepcopy(view)
    view["countries"]["O"]["owner"] = 3
    view["countries"]["O"]["products"]["gems"] = 2
    plot.update(view)
    assert events and all(isinstance(event, ColumnsPatchedEvent) for event in events)
    assert not any(isinstance(event, ColumnDataChangedEvent) for event in events)
    touched = {name for event in events for name in event.patches}
    assert not touched & {"xs", "ys", "bx", "by", "ix", "iy", "ex", "ey"}
    own = [event for event in events if event.model is plot.countries]
    cells = [cell for event in own for cell in event.patches["band"]]
    assert cells == [(plot.countries.data["letter"].index("O"), POWERS[3].colour)]


def test_restyle_changes_colours_and_sizes_of_the_same_models() -> None:
    plot = MapPlot()
    plot.update(views.middle(), selected="L")
    before = {model.id for model in plot.figure.references()}
    size = max(plot.layers["full"].texts.source.data["s"])
    plot.restyle("dark", PRESENTATION)
    assert {model.id for model in plot.figure.references()} == before
    assert plot.figure.background_fill_color == DARK.sea
    assert column(plot, "fill")["J"] == DARK.land
    assert column(plot, "state_a")["L"] == 1.0
    assert max(plot.layers["full"].texts.source.data["s"]) == pytest.approx(size * PRESENTATION, rel=0.01)
    plot.restyle("light", 1.0)
    assert max(plot.layers["full"].texts.source.data["s"]) == size


def test_the_page_selects_nothing_on_the_map() -> None:
    plot = MapPlot()
    assert not plot.figure.toolbar.tools
    renderers = [r for r in plot.figure.renderers if isinstance(r, GlyphRenderer)]
    assert len(renderers) > 10
    for drawn in renderers:
        plain = {drawn.selection_glyph, drawn.nonselection_glyph, drawn.muted_glyph}
        assert {type(glyph) for glyph in plain} == {type(drawn.glyph)} and drawn.glyph not in plain


@pytest.mark.parametrize("style", [Style(), Style(PRESENTATION), Style(1.62, compact=True)])
@VIEWS
def test_names_and_marks_stay_in_their_own_country(view: View, style: Style) -> None:
    for letter, content in contents(view).items():
        placed = arrange(content, style)
        ring = lands()[letter].ring
        assert all(inside(ring, m.x, m.y) for m in placed.marks)


def test_a_country_as_full_as_it_gets_still_shows_everything_at_the_table() -> None:
    placed = arrange(contents(views.late())["Q"])
    assert {m.shape for m in placed.marks} >= {
        "@sugar",
        "@oil",
        "@railway",
        "@colonist",
        "@missionary",
        "@army",
    }


def test_a_full_country_in_a_presentation_keeps_name_power_and_armies() -> None:
    placed = arrange(contents(views.late())["Q"], Style(PRESENTATION))
    assert {"Quolvane", "S", "3"} <= {t.text for t in placed.texts}
    assert "@army" in {m.shape for m in placed.marks}


@VIEWS
def test_in_a_presentation_nothing_is_written_smaller_than_a_name(view: View) -> None:
    style = Style(PRESENTATION)
    for content in contents(view).values():
        assert min(t.size for t in arrange(content, style).texts) >= 24
    assert min(t.size for c in contents(views.late()).values() for t in arrange(c).texts) < 24


def test_what_a_country_leaves_out_in_a_presentation_is_counted() -> None:
    content = contents(views.late())["Q"]
    placed = arrange(replace(content, armies=0), Style(PRESENTATION))
    assert placed.level == 2
    assert str(sum(n for _, n in content.products)) in {t.text for t in placed.texts}


@pytest.mark.parametrize("style", [Style(), Style(PRESENTATION)])
def test_with_resistance_everywhere_every_disc_is_on_the_map_and_apart(style: Style) -> None:
    view = views.late()
    for c in view["countries"].values():
        c["rebellion"] = not c["independent"]
    shown = contents(view)
    placed = {k: arrange(c, style) for k, c in shown.items()}
    spots = resistance(placed, [k for k, c in shown.items() if c.rebellion], style)
    assert set(spots) == {k for k, c in view["countries"].items() if c["rebellion"]}
    assert len(set(spots.values())) == len(spots)
    for letter, (x, y) in spots.items():
        assert LEFT < x < RIGHT and BOTTOM < y < TOP
        assert inside(lands()[letter].ring, x, y)


def test_a_figure_of_another_power_carries_that_power_s_letter() -> None:
    view = views.middle()
    view["powers"][0]["missionary"] = "G"
    texts = [t.text for t in arrange(contents(view)["G"]).texts]
    assert POWERS[0].letter in texts and POWERS[2].letter in texts
