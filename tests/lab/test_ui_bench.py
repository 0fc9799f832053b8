"""The parts of the app's benchmark that need no browser; how fast anything is here is nobody's test."""

from __future__ import annotations

import json
import shutil

import pytest

pytest.importorskip("panel")

from colony_nb import cli
from colony_nb.lab import ui_bench, ui_load, ui_pages
from colony_nb.lab.bare_app import COUNTRIES, TOKENS, BareApp


def test_a_row_knows_its_budget() -> None:
    assert ui_bench.row("choice", 9.0, "ms").state == "at_goal"
    assert ui_bench.row("start_ratio", 1.4, "times").state == "at_floor"
    assert ui_bench.row("serve_ratio", 1.6, "times").state == "below"
    assert ui_bench.row("players_p50", 1.6, "ms").state is None


def test_ratios_are_the_table_over_the_bare_app() -> None:
    starts = {
        row.name: row.value for row in ui_bench.start_rows("lab", {"bare": [1, 2, 9], "table": [3, 3, 3]})
    }
    assert starts == {"start_bare": 2, "start_table": 3, "start_ratio": 1.5}
    clicks = ui_bench.click_rows("serve", {"bare": [*[1.0] * 19, 2.0], "table": [*[1.0] * 18, 3.0, 9.0]})
    assert {row.name: row.value for row in clicks}["serve_ratio"] == 3.0
    assert len({row.name for row in clicks}) == 5


def test_every_row_and_part_has_its_words() -> None:
    names = [row.name for row in ui_bench.start_rows("lab", {"bare": [1], "table": [1]})]
    names += [row.name for row in ui_bench.start_rows("serve", {"bare": [1], "table": [1]})]
    for place in ("lab", "serve"):
        names += [row.name for row in ui_bench.click_rows(place, {"bare": [1], "table": [1]})]
    assert set(ui_bench.BUDGETS) <= {*names, "choice", "players_p50", "players_p95", "players_memory"}
    for name in (*names, *ui_bench.BUDGETS):
        assert cli.say(f"bench.rows.{name}")


def test_without_a_browser_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    monkeypatch.setattr(ui_bench, "find_spec", lambda _name: object())
    assert ui_pages.program() is None
    assert cli.main(["bench", "--ui"]) == 2
    shown = capsys.readouterr()
    assert shown.out == "" and len(shown.err.strip().splitlines()) == 1 and "Chromium" in shown.err


def test_what_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ui_bench, "find_spec", lambda name: None if name == "playwright" else object())
    with pytest.raises(ui_bench.Missing) as caught:
        ui_bench.needed()
    assert caught.value.what == "playwright"
    assert cli.say("bench.missing.playwright")


def test_each_press_of_the_bare_app_changes_all_of_it() -> None:
    app = BareApp()
    assert len(app.countries.data["xs"]) == COUNTRIES == 18
    before = [dict(source.data) for source in (app.countries, app.tokens, *app.ladders)]
    app.button.clicks += 1
    after = [dict(source.data) for source in (app.countries, app.tokens, *app.ladders)]
    assert app.turn == 1 and "1" in app.status.object
    assert all(old != new for old, new in zip(before, after, strict=True))
    assert len(app.tokens.data["x"]) == TOKENS == 150


def test_a_player_reads_messages_frame_by_frame() -> None:
    frames = ui_load.Frames()
    plain = [json.dumps({"msgtype": "ACK"}), "{}", "{}"]
    rich = [json.dumps({"msgtype": "PATCH-DOC", "num_buffers": 1}), "{}", "content", "{}", b"bytes"]
    heard = [frames.add(frame) for frame in (*plain, *rich, *plain)]
    assert [message for message in heard if message] == [
        ("ACK", "{}"),
        ("PATCH-DOC", "content"),
        ("ACK", "{}"),
    ]
    assert heard[2] and heard[7] and heard[10]


def test_a_player_finds_the_session_and_the_button() -> None:
    assert ui_load.token('..."token":"abc.def_-","roots"...') == "abc.def_-"
    with pytest.raises(ValueError):
        ui_load.token("<html></html>")
    button = {"type": "object", "id": "p7", "attributes": {"css_classes": ["cnb-step"]}}
    tree = {"roots": [{"type": "object", "id": "p1", "attributes": {"children": [{"id": "p2"}, button]}}]}
    assert ui_load.find_button(tree, "cnb-step") == "p7"
    assert ui_load.find_button(tree, "cnb-play") is None
