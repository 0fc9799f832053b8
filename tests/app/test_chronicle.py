"""The journal: filters, and lines that lead to their moment."""

from __future__ import annotations

import re
import tomllib

import pytest

pytest.importorskip("panel")

import colony_nb as colony
from colony_nb.app import Table, View
from colony_nb.app.panes.chronicle import KINDS, Filter, seats_of
from colony_nb.app.panes.lines import shown
from colony_nb.paths import DATA


def watched() -> View:
    game = colony.new_game([colony.bot("random")] * 4, seed=6)
    game.play(260)
    view = View(Table(game))
    view.tabs.value = "journal"
    return view


def moments(view: View) -> list[int]:
    return [int(n) for n in re.findall(r'data-moment="(\d+)"', view.journal.text.object)]


def test_every_kind_of_record_belongs_to_one_kind_of_thing() -> None:
    text = (DATA / "text" / "en" / "journal.toml").read_text(encoding="utf-8")
    known = {name for name, entry in tomllib.loads(text).items() if isinstance(entry, dict)}
    listed = [kind for kinds in KINDS.values() for kind in kinds]
    assert len(listed) == len(set(listed))
    assert known <= set(listed)


def test_each_filter_shows_its_records_and_no_others() -> None:
    view = watched()
    game = view.table.game
    assert game is not None
    everything = shown(game.journal)
    for control, value, fits in (
        (view.journal.power, 2, lambda r: 2 in seats_of(r)),
        (view.journal.round, 3, lambda r: r["round"] == 3),
        (view.journal.kind, "event", lambda r: r["kind"] in KINDS["event"]),
    ):
        control.value = value
        wanted = [r for r in everything if fits(r)][-150:]
        assert 0 < len(wanted) < len(everything)
        assert moments(view) == [r["n"] for r in reversed(wanted)]
        control.value = -1 if control is not view.journal.kind else ""


def test_filters_add_up() -> None:
    view = watched()
    view.journal.power.value = 1
    view.journal.round.value = 2
    view.journal.kind.value = "money"
    chosen = view.journal.chosen
    assert chosen == Filter(1, 2, "money")
    game = view.table.game
    assert game is not None
    assert moments(view) == [r["n"] for r in reversed(shown(game.journal)) if chosen.fits(r)]
    view.journal.kind.value = "state"
    assert "No line of the journal" in view.journal.text.object


def test_a_line_leads_to_the_board_at_its_moment() -> None:
    view = watched()
    game = view.table.game
    assert game is not None
    n = moments(view)[40]
    view.page._handle_msg({"moment": n})
    m = view.table.moment()
    assert m.at == n and m.view["countries"] == game.at(n).view()["countries"]
    html = view.journal.text.object
    assert f'data-moment="{n}" aria-current="true"' in html
    assert html.count('class="ahead"') == sum(k > n for k in moments(view)) > 0
    assert view.tabs.value == "journal"


@pytest.mark.parametrize("data", [{"moment": "7"}, {"moment": None}, {"moment": True}, {"moment": 1.5}, [3]])
def test_rubbish_from_the_page_leads_nowhere(data: object) -> None:
    view = watched()
    view.page._handle_msg(data)
    assert view.table.times.at is None
