"""Curves show the standings, send only what changed, and every plot has its table."""

from __future__ import annotations

from html.parser import HTMLParser
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest

from colony_nb.plots.curves import FIGURES, Curves, curve_text, grown, rows_of, table, table_rows
from colony_nb.plots.curves_svg import DASHES, casing, curve_svg, lines, phase_starts, spread, ticks
from colony_nb.plots.palette import DARK, LIGHT, POWERS, PRESENTATION, contrast
from laws import lawkit
from plots import views

SVG = "{http://www.w3.org/2000/svg}"
NAMES = ["Ana <b>", *views.NAMES[1:]]


def rows(rounds: int, seats: int = 4, start: int = 1) -> list[dict[str, Any]]:
    return [
        {
            "round": r,
            "phase": 1 + (r - 1) // 4,
            "seat": seat,
            "money": 5 + 3 * r * seat,
            "income": r,
            "influence": 10 - seat,
            "countries": 1 + r // 5,
        }
        for r in range(start, rounds + 1)
        for seat in range(seats)
    ]


def drawn(curves: Curves, what: str, seat: int) -> list[tuple[int, int]]:
    data = curves.curves[what].lines.data
    return list(zip(data["xs"][seat], data["ys"][seat], strict=True))


def test_rows_are_those_of_the_frame_and_the_round_under_way_comes_last() -> None:
    game = lawkit.played(lawkit.new(4, seed=3), 3, 150)
    found = rows_of(game.journal, game.view())
    frame = game.frame().to_dict("records")
    keys = ("round", "phase", "seat", *FIGURES)
    assert [{k: row[k] for k in keys} for row in found] == [{k: row[k] for k in keys} for row in frame]
    assert found[-1]["round"] == game.view()["round"]


@pytest.mark.parametrize("what", FIGURES)
def test_each_power_has_its_line(what: str) -> None:
    curves = Curves()
    curves.update(rows(7), NAMES)
    for seat in range(6):
        expected = [(r["round"], r[what]) for r in rows(7) if r["seat"] == seat]
        assert drawn(curves, what, seat) == expected
    ends = curves.curves[what].ends.data
    shown = [i for i in range(6) if ends["x"][i] == ends["x"][i]]
    assert shown == [0, 1, 2, 3]
    assert [ends["letter"][i] for i in shown] == [POWERS[i].letter for i in shown]


def test_only_what_changed_is_sent() -> None:
    curves = Curves()
    everything = curves.update(rows(10), NAMES)
    assert curves.update(rows(10), NAMES) == 0
    kept = [curve.lines for curve in curves.curves.values()]
    columns = [source.data["xs"] for source in kept]
    assert 0 < curves.update(rows(11), NAMES) < everything
    changed = rows(11)
    changed[-1]["money"] += 1
    assert 0 < curves.update(changed, NAMES) <= 8
    assert drawn(curves, "money", 3)[-1][1] == changed[-1]["money"]
    for source, column in zip(kept, columns, strict=True):
        assert source.data["xs"] is column  # patched, not replaced


def test_going_back_shortens_the_lines() -> None:
    curves = Curves()
    curves.update(rows(10), NAMES)
    curves.update(rows(4), NAMES)
    assert [r for r, _ in drawn(curves, "income", 0)] == [1, 2, 3, 4]
    curves.update([], NAMES)
    assert drawn(curves, "income", 0) == []
    assert all(x != x for x in curves.curves["income"].ends.data["x"])


def test_the_axis_holds_a_prolonged_game() -> None:
    curves = Curves(what=("money",))
    curves.update(rows(24), NAMES)
    first = curves.figures["money"].x_range.end
    curves.update(rows(30), NAMES)
    assert 24 < first < 30 and curves.figures["money"].x_range.end > 48
    assert curves.figures["money"].y_range.end >= max(r["money"] for r in rows(30))


def test_lines_are_told_apart_without_colour() -> None:
    assert len(set(DASHES)) == len(POWERS) == len({p.letter for p in POWERS})
    for p in (LIGHT, DARK):
        for power in POWERS:
            best = max(contrast(power.colour, p.panel), contrast(casing(p), p.panel))
            assert best >= 3, (p.name, power.letter)


def test_restyle_keeps_the_numbers_and_reaches_the_smallest_size() -> None:
    curves = Curves()
    curves.update(rows(6), NAMES)
    before = drawn(curves, "money", 1)
    curves.restyle("dark", PRESENTATION)
    assert drawn(curves, "money", 1) == before
    fig = curves.figures["money"]
    assert fig.background_fill_color == DARK.panel
    sizes = [fig.title.text_font_size, *(axis.major_label_text_font_size for axis in fig.axis)]
    sizes += [getattr(curves.curves["money"], glyph).text_font_size for glyph in ("letters", "numbers")]
    assert all(float(size.removesuffix("px")) >= 24 for size in sizes)
    assert grown(12, 1) == 12 and grown(11, PRESENTATION) == 24
    curves.restyle("light", 1)
    assert fig.background_fill_color == LIGHT.panel


@pytest.mark.parametrize("values", [[5, 5, 5, 5], [0, 0, 1, 9], [9, 1, 4, 4, 4, 9], [3]])
def test_letters_at_the_ends_never_lie_on_one_another(values: list[float]) -> None:
    places = spread(values, 2, 0, 14)
    order = sorted(range(len(values)), key=lambda i: values[i])
    found = [places[i] for i in order]
    assert all(b - a >= 2 - 1e-6 for a, b in pairwise(found))
    assert min(found) >= -1e-6 and max(found) <= 14 + 1e-6


def test_ticks_reach_the_highest_value_in_few_steps() -> None:
    for most in (0, 1, 3, 7, 15, 24, 99, 101, 640, 2500):
        found = ticks(most)
        assert found[0] == 0 and found[-1] >= most and 2 <= len(found) <= 6
        assert len({b - a for a, b in pairwise(found)}) == 1


def test_phases_begin_where_the_rows_say() -> None:
    assert phase_starts(rows(10)) == [(1, 1), (5, 2), (9, 3)]


class Cells(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.open = False
        self.tags: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
            self.open = True
        if tag == "text":
            self.open = False

    def handle_endtag(self, tag: str) -> None:
        self.open = tag in ("svg", "text") if tag in ("svg", "text", "td", "th") else self.open

    def handle_data(self, data: str) -> None:
        if self.open and self.rows:
            self.rows[-1][-1] += data


@pytest.mark.parametrize("what", FIGURES)
def test_the_table_says_what_the_lines_show(what: str) -> None:
    told = table_rows(rows(5), NAMES, what)
    assert told[0][1:] == NAMES[:4] and len(told) == 6
    for line in lines(rows(5), what):
        assert [int(row[line.seat + 1]) for row in told[1:]] == list(line.values)
    html = table(rows(5), NAMES, what)
    cells = Cells(html)
    assert [[cell.strip() for cell in row] for row in cells.rows] == told
    assert "b" not in cells.tags and html.count('scope="row"') == 5 and "<caption>" in html


def test_a_figure_without_curve_is_refused() -> None:
    with pytest.raises(ValueError, match="no curve"):
        lines(rows(2), "armies")


@pytest.mark.parametrize("palette", ["light", "dark"])
@pytest.mark.parametrize("count", [0, 1, 2, 24, 48])
def test_the_static_picture_has_every_line_and_says_it_in_words(palette: str, count: int) -> None:
    root = ElementTree.fromstring(curve_svg(rows(count, 6), NAMES, "money", palette))
    colours = [e.get("stroke") for e in root.iter(SVG + "path")]
    letters = {e.text for e in root.iter(SVG + "text")}
    for power in POWERS:
        assert (power.colour in colours) == bool(count)
        assert (power.letter in letters) == bool(count)
    assert root.findtext(SVG + "desc") == curve_text(rows(count, 6), NAMES, "money")
    assert not list(root.iter(SVG + "script"))
    for shape in root.iter(SVG + "circle"):
        assert 0 < float(shape.get("cx", "")) < 460 and 0 < float(shape.get("cy", "")) < 250


def test_curves_in_words_name_first_last_most_and_least() -> None:
    said = curve_text(rows(24), NAMES, "money")
    assert "Britain: 14 after round 1, 221 after round 24; most 221, least 14." in said
    assert "No round" in curve_text([], NAMES, "money")
