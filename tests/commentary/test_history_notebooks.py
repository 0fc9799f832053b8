"""The phase notebooks are as the data says, their games begin where they should, their cells stand alone."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path
from typing import Any

import pytest

from colony_nb import app, study
from colony_nb.commentary.history import History
from colony_nb.commentary.markup import Words
from colony_nb.commentary.notebooks import Books, main, written
from colony_nb.commentary.quiz import feedback, in_words, quiz
from colony_nb.game import Game
from colony_nb.kernel.errors import ColonyError
from colony_nb.phases import beginning, file_name, keep, phase_game, picture, prepared, reseated

FOLDER = Path(__file__).resolve().parents[2] / "notebooks"
BOOKS = Books()
MADE = BOOKS.all()


def source(cell: dict[str, Any]) -> str:
    return "".join(cell["source"])


def test_stored_notebooks_are_made_from_the_data() -> None:
    for name, book in MADE.items():
        stored = (FOLDER / name).read_text(encoding="utf-8")
        assert stored == written(book), f"{name}: run python -m colony_nb.commentary.notebooks"


def test_the_command_writes_and_checks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path)]) == 0
    assert main(["--check", str(tmp_path)]) == 0
    path = tmp_path / BOOKS.file(2)
    path.write_text(path.read_text(encoding="utf-8").replace("a", "b", 1), encoding="utf-8")
    assert main(["--check", str(tmp_path)]) == 1
    assert BOOKS.file(2) in capsys.readouterr().out
    assert main(["a", "b"]) == 2


@pytest.mark.parametrize("number", range(1, 7))
def test_a_phase_notebook_has_all_its_parts(number: int) -> None:
    book = MADE[BOOKS.file(number)]
    cells = {cell["id"]: cell for cell in book["cells"]}
    assert len(cells) == len(book["cells"]), "two cells have one id"
    order = [
        "head",
        "board",
        "before",
        "events",
        "labour",
        "resistance",
        "today",
        "voices",
        "bends",
        "sources",
    ]
    order += ["play", "table", "cards", *[f"p{number}-{n:02d}" for n in range(1, 25)]]
    order += ["debrief", "what-was-done", "questions", "reflect", "check-yourself", "quiz", "answers"]
    order += ["how-far", "progress", "next"]
    assert list(cells) == order
    head = source(cells["head"])
    for said in ("Run > Run All Cells", "Time needed", "What this is for", "score measures exploitation"):
        assert said in head
    assert "Content note" in head and "encyclopaedia.ipynb" in head
    code = [c["id"] for c in book["cells"] if c["cell_type"] == "code"]
    assert code == ["table", "what-was-done", "reflect", "quiz", "progress"]


def test_every_card_cell_is_folded_behind_its_note() -> None:
    for card in BOOKS.history.cards():
        text = BOOKS.card(card)
        before, after = text.split("</summary>")
        assert before.startswith("### ") and card.text.split()[0] not in before.split("<summary>")[1]
        assert ("Content note: " in before) == bool(card.notes)
        assert after.strip().endswith("</details>") and "[[" not in after


def headings(name: str) -> set[str]:
    found = set()
    for cell in MADE[name]["cells"]:
        for line in re.findall(r"^#+ (.*)$", source(cell), re.M):
            found.add(re.sub(r"\\(.)", r"\1", line).replace(" ", "-"))
    return found


def test_links_between_notebooks_lead_to_headings() -> None:
    from urllib.parse import unquote

    known = {name: headings(name) for name in MADE}
    count = 0
    for name, book in MADE.items():
        for cell in book["cells"]:
            for target in re.findall(
                r"\]\(([^)#\s]+\.ipynb)(?:#([^)\s]*(?:\([^)\s]*\))?[^)\s]*))?\)", source(cell)
            ):
                file, anchor = target
                count += 1
                assert file in MADE or (FOLDER / file).is_file(), f"{name}: {file}"
                if anchor:
                    assert unquote(anchor) in known[file], f"{name}: {anchor}"
    assert count > 500


def test_self_check_gives_a_word_on_every_answer() -> None:
    words = Words()
    for phase in History().phases():
        widget = quiz(phase.number)
        assert len(widget.children) == len(phase.quiz) == 5
        for row, check in zip(widget.children, phase.quiz, strict=True):
            choice, said = row.children[1:]
            assert choice.value is None and said.value == words.say("quiz.choose")
            seen = set()
            for i, answer in enumerate(check.answers):
                choice.value = i
                assert answer.feedback[:15].split("'")[0] in said.value
                assert said.value.startswith("This fits") == answer.right
                seen.add(said.value)
            assert len(seen) == len(check.answers)
        text = in_words(phase.quiz, words)
        assert text.count("    - *") == sum(len(check.answers) for check in phase.quiz)
    assert feedback(phase.quiz[0], None, words) == words.say("quiz.choose")
    with pytest.raises(KeyError):
        quiz(7)


# ---------------------------------------------------------------- games that begin at a phase


@pytest.mark.parametrize("number", range(1, 7))
def test_a_prepared_game_begins_at_its_phase(number: int, tmp_path: Path) -> None:
    game = phase_game(number, folder=tmp_path)
    view = game.view()
    assert view["phase"] == number and game.setup.bots == (None, "steady", "steady", "steady")
    assert view["round"] == (4 * number - 3 if number > 1 else 0)
    assert not any(record["phase"] > number for record in game.journal)
    assert not list(tmp_path.iterdir())
    game.play()
    assert [d.seat for d in game.pending if game.setup.bots[d.seat] is None] == [0]
    assert phase_game(number, folder=tmp_path).digest() == phase_game(number, folder=tmp_path).digest()


def play_to(game: Game, phase: int) -> None:
    game.play()
    while game.pending and game.view()["phase"] < phase:
        decision = next(d for d in game.pending if game.setup.bots[d.seat] is None)
        game.choose(decision, decision.options[0])
        game.play()


def test_a_kept_game_is_carried_on(tmp_path: Path) -> None:
    game = phase_game(2, folder=tmp_path)
    assert keep(game, 2, tmp_path) is None, "nothing of one's own yet"
    play_to(game, 3)
    assert keep(game, 2, tmp_path) == file_name(2, tmp_path)
    here = phase_game(3, folder=tmp_path)
    assert here.n == beginning(game, 3) and here.view()["phase"] == 3
    assert here.view()["countries"] == game.at(here.n).view()["countries"]
    again = phase_game(2, folder=tmp_path)
    assert again.digest() == game.digest(), "the phase's own game stands where it was left"


def test_a_game_that_has_not_come_so_far_is_passed_over(tmp_path: Path) -> None:
    game = phase_game(2, folder=tmp_path)
    game.play()
    game.choose(game.pending[0], game.pending[0].options[0])
    assert keep(game, 2, tmp_path)
    assert phase_game(3, folder=tmp_path).digest() == prepared(3).digest()


@pytest.mark.parametrize("content", ["", "{}", "not json", '{"format": "colony-save", "version": 99}'])
def test_a_damaged_file_is_passed_over(tmp_path: Path, content: str) -> None:
    file_name(3, tmp_path).write_text(content, encoding="utf-8")
    file_name(2, tmp_path).write_text(content, encoding="utf-8")
    assert phase_game(3, folder=tmp_path).digest() == prepared(3).digest()


def test_a_folder_that_cannot_be_written_to_is_no_error(tmp_path: Path) -> None:
    game = phase_game(3, folder=tmp_path)
    game.play()
    game.choose(game.pending[0], game.pending[0].options[0])
    assert keep(game, 3, tmp_path / "nowhere") is None
    assert phase_game(3, folder=tmp_path / "nowhere").view()["phase"] == 3
    tmp_path.chmod(stat.S_IREAD | stat.S_IEXEC)
    try:
        if not os.access(tmp_path, os.W_OK):
            assert keep(game, 3, tmp_path) is None
    finally:
        tmp_path.chmod(stat.S_IRWXU)


def test_other_players_take_over_with_the_whole_past() -> None:
    game = prepared(3)
    other = reseated(game, {1: "Ana", 2: ""})
    assert other.setup.bots == ("steady", None, None, "steady")
    assert other.setup.names[1] == "Ana" and other.setup.names[2] == game.setup.names[2]
    assert other.digest() == game.digest() and list(other.journal) == list(game.journal)
    assert game.setup.bots == (None, "steady", "steady", "steady")
    assert other.why(0) == game.why(0) is not None
    assert other.at(10).view()["countries"] == game.at(10).view()["countries"]


@pytest.mark.parametrize("bad", [{9: ""}, {-1: ""}, {"0": ""}])
def test_a_seat_that_is_not_there_is_one_sentence(bad: dict[Any, str]) -> None:
    with pytest.raises(ColonyError, match=r"^The seats are numbered 0 to 3; there is no seat .*\.$"):
        prepared(1, persons=bad)


@pytest.mark.parametrize("bad", [0, 7, "3", None, True])
def test_a_phase_that_is_not_there_is_one_sentence(bad: Any) -> None:
    with pytest.raises(ColonyError, match=r"^The phases are numbered 1 to 6"):
        phase_game(bad)


@pytest.mark.parametrize("number", range(1, 7))
def test_every_notebook_has_its_picture(number: int) -> None:
    stored = (FOLDER / f"phase-{number}.svg").read_text(encoding="utf-8")
    assert stored.startswith("<svg ") and "<script" not in stored
    said = "the game is set up" if number == 1 else f"phase {number}"
    for drawn in (stored, picture(number)):
        assert said in drawn.split("</title>")[0]


# ---------------------------------------------------------------- the cells


def test_cells_stand_alone_in_any_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(app, "_TABLES", app._Tables())  # no table of another test is at hand
    for _ in range(2):
        assert study.quiz(3) is not None
        assert study.debrief(3)._repr_markdown_()
    shown = study.table(3)
    game = shown.game
    assert game is not None and study.table(3).game is game
    text = study.debrief(3)._repr_markdown_()
    assert "Debrief of phase 3" in text and not file_name(3).exists()
    decision = next(d for d in game.pending if d.seat == 0)
    game.choose(decision, decision.options[0])
    assert "colony-phase-3.json" in study.debrief(3)._repr_markdown_()
    assert file_name(3).is_file()


def test_search_in_a_cell() -> None:
    assert "**Silver**" in repr(study.search("silver"))
    assert "Nothing was found" in repr(study.search("<xyzzy>"))
