"""The controller: secret choices at one screen, undo, save and load, bad input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("panel")

import colony_nb as colony
from app.notebook import Notebook
from app.person import Person
from colony_nb.app import Show, Table, View, serve_app, show

EVIL = "<img src=x onerror=alert(1)>"


def html_of(view: View) -> str:
    """Everything the view says."""
    panes = view._layout.select(lambda p: hasattr(p, "object") and isinstance(p.object, str))
    return "\n".join(p.object for p in panes)


def seated(*names: str, seed: int = 3) -> View:
    """A table with these persons and computers for the rest of four."""
    bots = [colony.bot("random")] * (4 - len(names))
    return View(Table(colony.new_game([*names, *bots], seed=seed)))


def to_cards(view: View) -> None:
    """Plays on to the first secret choice."""
    person = Person(view, 1)
    while view.table.moment().decision.kind != "cards":  # type: ignore[union-attr]
        person.answer()


# ---- secret choices


def test_two_persons_choose_in_secret_one_after_the_other() -> None:
    view = seated("Ana", "Ben")
    to_cards(view)
    table, game = view.table, view.table.game
    assert game is not None
    first = table.moment()
    if first.cover:
        view.cover.go.clicks += 1
    one = table.moment().decision
    assert one is not None and not table.moment().cover
    view.question.hand.toggles[1].value = True
    before = len(game.journal)
    view.now.commit.clicks += 1
    m = table.moment()
    assert m.cover and m.decision is not None and m.decision.seat != one.seat
    assert view.cover.panel.visible and not view.main.visible and not view.now.panel.visible
    assert "Hand the device to Ben" in view.cover.text.object or "Ana" in view.cover.text.object
    assert len(game.journal) == before  # nothing is told before all have chosen
    assert m.asking is None and view.question.draft(view.selected) is None
    view.cover.go.clicks += 1
    assert view.main.visible and not view.cover.panel.visible
    assert view.question.hand.chosen == [] and not any(t.value for t in view.question.hand.toggles)
    view.now.commit.clicks += 1
    shown = [r for r in game.journal.since(first.game.setup.seed * 0) if r["kind"] == "cards"]
    assert len(shown) == 1 and shown[0]["chosen"][one.seat] == [2]


def test_one_person_never_sees_a_cover() -> None:
    view = seated("Ana")
    person = Person(view, 2)
    for _ in range(25):
        assert not view.table.moment().cover
        person.answer()


def test_after_undo_a_secret_choice_is_covered_again() -> None:
    view = seated("Ana", "Ben")
    to_cards(view)
    Person(view, 1).answer()
    assert view.table.moment().cover
    view.cover.go.clicks += 1
    view.header.undo.clicks += 1
    m = view.table.moment()
    assert m.cover and m.decision is not None and m.decision.kind == "cards"


# ---- going back, keeping


def test_undo_and_redo() -> None:
    view = seated("Ana")
    game = view.table.game
    assert game is not None
    person = Person(view, 1)
    marks = []
    for _ in range(8):
        marks.append((game.n, game.digest()))
        person.answer()
    end = game.digest()
    for n, digest in reversed(marks):
        view.header.undo.clicks += 1
        assert (game.n, game.digest()) == (n, digest)
    for _ in marks:
        view.header.redo.clicks += 1
    assert game.digest() == end and view.header.redo.disabled


def test_undo_never_leaves_the_table_without_a_question() -> None:
    view = seated("Ana")
    before = view.table.game.digest()  # type: ignore[union-attr]
    view.table.undo()
    assert view.table.moment().decision is not None
    assert view.table.game.digest() == before  # type: ignore[union-attr]
    assert "no choice to take back" in view.notice.object


def test_save_and_load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    view = seated("Ana")
    Person(view, 1).answer()
    digest = view.table.game.digest()  # type: ignore[union-attr]
    view.keep.save.clicks += 1
    files = list(tmp_path.glob("colony-*.json"))
    assert len(files) == 1 and str(files[0]) in view.notice.object
    assert json.loads(view.keep._data().read()) == json.loads(files[0].read_text())
    code = view.table.game.code()  # type: ignore[union-attr]
    other = View(Table())
    other.start.loader.file.value = files[0].read_bytes()
    assert other.table.game.digest() == digest and other.game_box.visible  # type: ignore[union-attr]
    third = View(Table())
    third.start.loader.code.value = f"  {code[:10]}\n{code[10:]} "
    third.start.loader.load.clicks += 1
    assert third.table.game.digest() == digest  # type: ignore[union-attr]


def test_a_folder_that_cannot_be_written_gives_a_notice(monkeypatch: pytest.MonkeyPatch) -> None:
    view = seated("Ana")
    digest = view.table.game.digest()  # type: ignore[union-attr]
    monkeypatch.setattr(Path, "cwd", lambda: Path("/proc/no-such-folder"))
    view.keep.save.clicks += 1
    assert "cannot be written" in view.notice.object
    assert view.table.game.digest() == digest  # type: ignore[union-attr]


@pytest.mark.parametrize("data", [b"\xff\xfe", b"{}", b"", b"[1", b'{"format": 99}'])
def test_bad_saves_are_refused_in_a_sentence(data: bytes) -> None:
    view = seated("Ana")
    digest = view.table.game.digest()  # type: ignore[union-attr]
    assert view.table.open_text(data) is False
    assert view.table.notice.endswith(".") and "Traceback" not in view.table.notice
    assert view.table.game.digest() == digest  # type: ignore[union-attr]


@pytest.mark.parametrize("code", ["", "   ", "rubbish", "A" * 900])
def test_bad_codes_are_refused_in_a_sentence(code: str) -> None:
    view = View(Table())
    view.start.loader.code.value = code
    view.start.loader.load.clicks += 1
    assert view.table.game is None
    assert view.table.notice.endswith(".") and view.table.notice in view.start.notice.object


# ---- the start screen


def test_the_purpose_stands_above_the_button() -> None:
    view = View(Table())
    text = html_of(view)
    assert "exploitation" in text and "seat of a European colonial power" in text
    assert view.start.panel.visible and not view.game_box.visible


def test_the_start_screen_makes_the_game_it_says() -> None:
    view = View(Table())
    start = view.start
    start.players.value = 3
    start.seats[0].name.value = "Ana"
    start.seats[1].who.value = "person"
    start.seats[2].who.value = "random"
    start.variants.value = ["sabotage"]
    start.seed.value = "12"
    start.play.clicks += 1
    setup = view.table.game.setup  # type: ignore[union-attr]
    assert setup.names[:2] == ("Ana", "Netherlands")
    assert setup.bots == (None, None, "random")
    assert (setup.seed, setup.variants) == (12, ("sabotage",))
    assert view.game_box.visible and not view.start.panel.visible


@pytest.mark.parametrize("seed", ["x", "1.5", "--"])
def test_a_bad_seed_is_refused_in_a_sentence(seed: str) -> None:
    view = View(Table())
    view.start.seed.value = seed
    view.start.play.clicks += 1
    assert view.table.game is None and "whole number" in view.start.notice.object


def test_two_equal_names_are_refused_in_a_sentence() -> None:
    view = View(Table())
    view.start.seats[1].who.value = "person"
    for seat in view.start.seats[:2]:
        seat.name.value = "Ana"
    view.start.play.clicks += 1
    assert view.table.game is None and "name" in view.start.notice.object


# ---- what comes from outside


def test_a_name_is_escaped_everywhere() -> None:
    view = seated(EVIL, "B&B")
    person = Person(view, 5)
    for tab in ("question", "country", "happened", "journal", "rules", "game"):
        for _ in range(6):
            person.answer()
        view.tabs.value = tab
        text = html_of(view)
        assert "<img" not in text
    assert "&lt;img src=x onerror=alert(1)&gt;" in html_of(view)


def test_the_end_escapes_names_too() -> None:
    view = seated(EVIL)
    person = Person(view, 5)
    while not view.table.game.over:  # type: ignore[union-attr]
        person.answer()
    assert "<img" not in html_of(view)
    assert "What the money was taken from" in view.over.object


def test_an_exception_becomes_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    view = seated("Ana")

    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(view.table.game, "choose", broken)
    assert view.table.choose("A") is False
    assert "nothing was changed" in view.notice.object


def test_a_refused_choice_changes_nothing_and_says_why() -> None:
    view = seated("Ana")
    digest = view.table.game.digest()  # type: ignore[union-attr]
    assert view.table.choose("Z") is False
    assert "not one of the options" in view.notice.object
    assert view.table.game.digest() == digest  # type: ignore[union-attr]


def test_committing_too_early_says_what_is_missing() -> None:
    view = seated("Ana")
    view.now.commit.clicks += 1
    assert "Choose one of the options first" in view.notice.object
    assert view.table.game.n == view.table.moment().game.n  # type: ignore[union-attr]


# ---- several displays


def test_two_displays_stay_in_step() -> None:
    view = seated("Ana")
    other = View(view.table)
    person = Person(view, 3)
    for _ in range(6):
        person.answer()
        assert other.now.text.object == view.now.text.object
        assert other.powers.text.object == view.powers.text.object
    Person(other, 4).answer()
    assert other.header.text.object == view.header.text.object


def test_two_displays_in_one_notebook_both_hear_of_an_answer() -> None:
    one = seated("Ana")
    two = View(one.table)
    here, there = Notebook(one), Notebook(two)
    person = Person(two, 3, there)
    for _ in range(12):
        here.comm.sent.clear()
        person.answer()
        assert here.comm.sent, "the other display was told nothing"
        assert one.table.notice == ""
        assert one.now.text.object == two.now.text.object
    assert here.root.document is not there.root.document


def test_show_gives_the_same_table_again() -> None:
    game = colony.new_game(["Ana", *[colony.bot("random")] * 3], seed=1)
    one, two = show(game), show(game)
    assert isinstance(one, Show) and one.table is two.table and one.game is game
    assert show().table is one.table
    assert show(colony.new_game(3)).table is not one.table


def test_served_sessions_share_nothing() -> None:
    one, two = serve_app(), serve_app()
    assert one is not two


def test_views_do_not_pile_up() -> None:
    table = Table(colony.new_game(3, seed=1))
    for _ in range(12):
        View(table)
    assert len(table.views) <= 8


# ---- computers alone


def test_a_game_of_computers_is_stepped_to_its_end() -> None:
    view = View(Table(colony.new_game([colony.bot("random")] * 3, seed=2)))
    game = view.table.game
    assert game is not None and game.n == 0
    assert view.now.step.visible and view.now.play.visible and not view.now.commit.visible
    view.now.step.clicks += 1
    assert game.n == 1
    while not game.over:
        view.table.play(40)
    assert view.over.visible and not view.now.play.visible
