"""No game is lost: saved by itself after a turn, found again, and a disk that fails only costs a notice."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("panel")

import colony_nb as colony
from app.notebook import Notebook
from app.person import Person
from colony_nb.app import Table, View
from colony_nb.app.autosave import NAME, found


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Each test has a working folder of its own."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def files(folder: Path) -> list[Path]:
    return sorted(p for p in folder.iterdir() if NAME.fullmatch(p.name))


def seated(seed: int = 3) -> View:
    return View(Table(colony.new_game(["Ana", *[colony.bot("random")] * 3], seed=seed), autosave=True))


def played(seed: int = 3, rounds: int = 2) -> View:
    view = seated(seed)
    person = Person(view, 1)
    while view.table.moment().view["round"] <= rounds:
        person.answer()
    return view


def test_a_game_is_saved_after_each_turn_of_a_person_in_one_file(folder: Path) -> None:
    view = seated()
    assert files(folder) == []
    person, saved = Person(view, 1), set()
    for _ in range(30):
        person.answer()
        for path in files(folder):
            saved.add(json.loads(path.read_text())["at"])
    assert len(files(folder)) == 1 and len(saved) > 5
    assert "-3-" in files(folder)[0].name


def test_nothing_is_saved_by_itself_unless_that_is_on(folder: Path) -> None:
    view = View(Table(colony.new_game(["Ana", *[colony.bot("random")] * 3], seed=3)))
    person = Person(view, 1)
    for _ in range(10):
        person.answer()
    view.tabs.value = "game"
    view.keep.auto.switch.value = True
    assert len(files(folder)) == 1
    at = files(folder)[0].stat().st_mtime_ns
    view.keep.auto.switch.value = False
    for _ in range(10):
        person.answer()
    assert files(folder)[0].stat().st_mtime_ns == at and len(files(folder)) == 1


def test_a_fresh_table_offers_the_game_and_goes_on_in_the_same_file(folder: Path) -> None:
    old = played()
    digest = colony.load(files(folder)[0]).digest()
    fresh = View(Table(autosave=True))
    first, *rest = fresh.start.loader.saved.buttons
    assert first.visible and not any(b.visible for b in rest)
    assert "Ana" in first.label and "seed 3" in first.label and "round" in first.label
    first.clicks += 1
    game = fresh.table.game
    assert game is not None and game.digest() == digest and fresh.game_box.visible
    person = Person(fresh, 2)
    while colony.load(files(folder)[0]).digest() == digest:
        person.answer()
    assert len(files(folder)) == 1
    assert old.table.game is not game


def test_a_new_game_with_the_same_seed_never_overwrites_the_old_one(folder: Path) -> None:
    played()
    before = files(folder)[0].read_text()
    again = seated()
    assert "The Game page offers" in again.table.notice
    person = Person(again, 4)
    while len(files(folder)) < 2:
        person.answer()
    assert before in [path.read_text() for path in files(folder)]


def test_finished_and_damaged_files_are_not_offered(folder: Path) -> None:
    played()
    path = files(folder)[0]
    doc = json.loads(path.read_text())
    (folder / "colony-auto-9-2026-01-01-000000.json").write_text(path.read_text()[:500])
    (folder / "colony-auto-8-2026-01-01-000000.json").write_text("[]")
    (folder / "colony-auto-7-2026-01-01-000000.json").mkdir()
    assert [saved.path for saved in found()] == [path]
    assert found()[0].round == doc["state"]["round"]
    game = colony.new_game([colony.bot("random")] * 3, seed=1)
    game.play()
    path.unlink()
    game.save(path)
    assert found() == []


def test_a_folder_that_is_gone_costs_one_notice_and_play_goes_on(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = folder / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    view = seated()
    gone.rmdir()
    person, notices = Person(view, 1), []
    for _ in range(25):
        person.answer()
        notices.append(view.table.notice)
    assert sum("not saved by itself" in notice for notice in notices) == 1
    assert view.table.game is not None and view.table.game.n > 25


def test_a_disk_that_fills_up_leaves_the_last_save_whole(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = played()
    before = files(folder)[0].read_text()

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("json.dump", full)
    person = Person(view, 2)
    for _ in range(12):
        person.answer()
    monkeypatch.undo()
    assert (folder / files(folder)[0].name).read_text() == before


def test_the_banner_names_the_file_or_else_the_code(folder: Path) -> None:
    assert files(folder) == []
    view = played()
    assert files(folder)[0].name in view.page.lost
    other = View(Table(colony.new_game(["Ana", *[colony.bot("random")] * 3], seed=3)))
    assert "colony:" not in other.page.lost
    person = Person(other, 1)
    while "colony:" not in other.page.lost:
        person.answer()
    code = other.page.lost.split()[-1]
    assert colony.from_code(code).setup.seed == 3
    assert other.page.code == code


def test_a_kept_code_is_offered_on_the_start_screen_alone() -> None:
    code = colony.new_game(["Ana", *[colony.bot("random")] * 3], seed=3).code()
    view = View(Table(on_disk=False))
    view.page._handle_msg({"kept": code})
    assert view.start.loader.saved.code.visible
    view.start.loader.saved.code.clicks += 1
    assert view.table.game is not None and view.table.game.setup.seed == 3
    view.page._handle_msg({"kept": "other"})
    assert view.table.kept == code


# ---- the page's side


def test_a_ping_is_answered() -> None:
    notebook = Notebook(seated())
    answers = notebook._handle(lambda: notebook.view.page._handle_msg({"ping": True}))
    assert "pong" in json.dumps(answers)


@pytest.mark.parametrize("message", [None, 3, "x", [], {}, {"dark": "yes"}, {"kept": 5}])
def test_an_odd_message_changes_nothing(message: object) -> None:
    view = seated()
    digest, theme = view.table.game.digest(), view.theme  # type: ignore[union-attr]
    view.page._handle_msg(message)
    assert (view.table.game.digest(), view.theme) == (digest, theme)  # type: ignore[union-attr]


def test_the_notebooks_theme_is_followed_until_somebody_chooses() -> None:
    view = seated()
    view.page._handle_msg({"dark": True})
    assert view.theme == "dark" and view._layout.styles["color-scheme"] == "dark"
    view.page._handle_msg({"dark": False})
    assert view.theme == "light"
    view.turn_theme()
    view.page._handle_msg({"dark": False})
    assert view.theme == "dark"
    fixed = View(view.table, "light")
    fixed.page._handle_msg({"dark": True})
    assert fixed.theme == "light"


# ---- what is spoken


def test_each_line_is_spoken_once() -> None:
    view = seated()
    table, person, spoken, numbers = view.table, Person(view, 1), [], []
    start = len(table.game.journal)  # type: ignore[union-attr]
    for _ in range(15):
        person.answer()
        if not numbers or numbers[-1] != view.page.speech["n"]:
            numbers.append(view.page.speech["n"])
            spoken.append(view.page.speech["text"])
    assert numbers == sorted(set(numbers))
    m, text = table.moment(), " ".join(spoken)
    lines = [
        table.texts.book.sentence(r, m.names)
        for r in m.journal.since(start)  # type: ignore[attr-defined]
        if r["kind"] == "owner"
    ]
    assert lines
    for line in set(lines):
        assert text.count(line) == lines.count(line)
    assert spoken[-1].endswith(m.prompt)


def test_a_secret_question_is_not_spoken_before_the_screen_has_changed_hands() -> None:
    view = View(Table(colony.new_game(["Ana", "Ben", colony.bot("random")], seed=3)))
    person, covers = Person(view, 1), 0
    for _ in range(25):
        person.answer()
        m = view.table.moment()
        if m.cover:
            covers += 1
            assert m.prompt not in view.page.speech["text"]
    assert covers
