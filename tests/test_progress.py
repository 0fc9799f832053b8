"""Progress over notebooks and restarts: kept beside them, never lost, never in the way."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("panel")

from colony_nb import app, progress, study
from colony_nb.commentary.history import History
from colony_nb.kernel import saves
from colony_nb.kernel.errors import SaveError
from colony_nb.progress import NAME, Keeper, Progress, key_of


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(app, "_TABLES", app._Tables())
    monkeypatch.setattr(study, "_KEEPER", Keeper())
    return tmp_path


def restart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study, "_KEEPER", Keeper())


def full(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Any, doc: Any) -> Path:
        raise SaveError("save_unwritable", path=str(path))

    monkeypatch.setattr(saves, "write", refuse)


def boxes(widget: Any) -> list[Any]:
    return [child for child in widget.children if type(child).__name__ == "Textarea"]


def test_answers_and_reflections_survive_a_restart(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    quiz = study.quiz(3)
    right = [answer.right for answer in History().phase(3).quiz[0].answers].index(True)
    quiz.children[0].children[1].value = (right + 1) % 3
    quiz.children[0].children[1].value = right
    assert "Answered: 1 of 5. Fitting at the first answer: 0." in quiz.children[-1].value
    box = study.reflect(3)
    boxes(box)[1].value = "<b>mine</b>"
    assert NAME in box.children[-1].value
    box.children[-2].value = True
    final = study.final_quiz()
    final.children[2].children[1].value = 0
    study.reflect().children[2].value = "in the end"

    restart(monkeypatch)
    assert study.quiz(3).children[0].children[1].value == right
    assert study.final_quiz().children[2].children[1].value == 0
    assert study.final_quiz().children[2].children[2].value.count("<details") >= 2
    assert boxes(study.reflect(3))[1].value == "<b>mine</b>"
    assert study.reflect(3).children[-2].value is True
    assert boxes(study.reflect(4))[1].value == "" and boxes(study.reflect())[0].value == "in the end"
    table = repr(study.progress())
    row = next(line for line in table.splitlines() if line.startswith("| 3"))
    assert "| read | open | 1 of 5 answered, 0 fitting at the first answer | 1 of 5 written |" in row
    assert "Next: the text of phase 1, in [01\\_1492-1600.ipynb](01_1492-1600.ipynb)." in table
    kept = json.loads((folder / NAME).read_text(encoding="utf-8"))
    assert kept["format"] == "colony-progress" and kept["version"] == 1


def test_the_next_step_goes_through_the_notebooks(folder: Path) -> None:
    keeper = study._keeper()
    seen = []
    for number in range(1, 7):
        for do in (
            lambda n: keeper.has_read(n),
            lambda n: keeper.has_played(n, True),
            lambda n: keeper.answered(n, "x", 0, True),
            lambda n: keeper.wrote(n, "x", "y"),
        ):
            seen.append(repr(study.progress()).split("Next: ")[1].split(",")[0])
            assert do(number) == ""
    assert seen[:4] == [
        "the text of phase 1",
        "play phase 1",
        "the self-check of phase 1",
        "the questions to reflect on in phase 1",
    ]
    assert len(set(seen)) == 24
    assert "Next: the quiz over all phases, in [07" in repr(study.progress())
    keeper.answered(0, "x", 0, True)
    assert "Next: the questions that look back" in repr(study.progress())
    keeper.wrote(0, "x", "y")
    assert "The last cells of [07" in repr(study.progress())


BAD = [
    ("", "it is damaged"),
    ("{", "it is damaged"),
    ("[" * 100_000, "it is damaged"),
    ('{"format": "colony-progress", "version": 1}', "it is damaged"),
    (
        '{"format": "colony-progress", "version": 1, "read": [9], "played": {}, "quiz": {},'
        ' "reflections": {}}',
        "it is damaged",
    ),
    ('{"format": "colony-progress", "version": 2}', "a newer version of the package wrote it"),
    ("[]", "it is no file of this package"),
    ('{"format": "colony-save"}', "it is no file of this package"),
]


@pytest.mark.parametrize(("content", "why"), BAD, ids=range(len(BAD)))
def test_a_file_that_cannot_be_read_is_put_aside(folder: Path, content: str, why: str) -> None:
    path = folder / NAME
    path.write_text(content, encoding="utf-8")
    said = repr(study.progress())
    assert why in said and "is put aside when something new is kept" in said
    assert path.read_text(encoding="utf-8") == content, "looking changes nothing"
    box = study.reflect(1)
    boxes(box)[0].value = "new"
    assert "colony-progress-aside-1.json" in box.children[-1].value
    assert (folder / "colony-progress-aside-1.json").read_text(encoding="utf-8") == content
    assert progress.read(path).written(1) == {key_of(History().phase(1).questions[0]): "new"}
    path.write_text(content, encoding="utf-8")
    Keeper().has_read(2)
    assert (folder / "colony-progress-aside-2.json").exists()


def test_a_folder_that_takes_nothing_is_a_notice(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    full(monkeypatch)
    box = study.reflect(2)
    boxes(box)[0].value = "kept in memory"
    assert "cannot be written to" in box.children[-1].value
    assert boxes(study.reflect(2))[0].value == "kept in memory"
    assert "cannot be written to" in repr(study.progress())
    assert not list(folder.iterdir())
    monkeypatch.undo()
    monkeypatch.chdir(folder)
    assert study._KEEPER is not None


def test_what_a_folder_refused_is_written_once_it_takes_files(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper = Keeper()
    with monkeypatch.context() as refusing:
        full(refusing)
        assert "cannot be written to" in keeper.wrote(1, "a", "one")
    assert keeper.wrote(1, "b", "two") == ""
    assert progress.read(folder / NAME).written(1) == {"a": "one", "b": "two"}


def test_two_notebooks_share_the_file(folder: Path) -> None:
    one, other = Keeper(), Keeper()
    one.wrote(1, "a", "one")
    other.wrote(2, "b", "two")
    one.has_read(3)
    known = progress.read(folder / NAME)
    assert known.written(1) and known.written(2) and known.read == {3}


def test_a_page_with_several_readers_keeps_nothing(folder: Path) -> None:
    keeper = Keeper(on_disk=False)
    assert "kernel stops" in keeper.wrote(1, "a", "one") and keeper.progress().written(1) == {"a": "one"}
    assert not list(folder.iterdir()) and Keeper(on_disk=False).progress() == Progress()


def test_a_very_long_answer_is_refused_in_one_sentence(folder: Path) -> None:
    said = study._keeper().wrote(1, "a", "x" * (progress.MOST_CHARACTERS + 1))
    assert said.endswith(".") and "20000" in said and not list(folder.iterdir())


def test_an_answer_to_a_changed_question_counts_for_none(folder: Path) -> None:
    study._keeper().answered(3, key_of("another question"), 1, True)
    assert "0 of 5 answered" in next(
        line for line in repr(study.progress()).splitlines() if line.startswith("| 3")
    )


def test_looking_back_with_and_without_a_game(folder: Path) -> None:
    for said in (
        study.curves(),
        study.report("r.html"),
        study.portfolio("p.html"),
        study.reflections("n.md"),
    ):
        assert isinstance(said, study.Text) and repr(said).endswith(".")
    assert not list(folder.iterdir())
    game = study.table(2).game
    assert game is not None
    assert "No game" in repr(study.curves()), "nothing was chosen yet"
    while game.view()["phase"] < 3:
        mine = next(d for d in game.pending if d.seat == 0)
        game.choose(mine, mine.options[0])
        game.play()
    assert "colony-phase-2.json" in repr(study.debrief(2))
    assert "| open | played |" in next(x for x in repr(study.progress()).splitlines() if x.startswith("| 2"))
    drawn = study.curves()
    assert isinstance(drawn, study.Drawing)
    assert drawn._repr_html_().count("<svg") >= 4 and "<script" not in drawn._repr_html_()
    app._TABLES._last = None
    assert isinstance(study.curves(), study.Drawing), "the kept game stands for it after a restart"
    assert repr(study.report("r.html", names=False)) and (folder / "r.html").is_file()
    assert repr(study.portfolio("p.html")) and (folder / "p.html").is_file()
    assert "nowhere" in repr(study.portfolio("nowhere/p.html"))
    study._keeper().wrote(1, key_of(History().phase(1).questions[0]), "text")
    assert "> text" in repr(study.reflections()) and "n.md" in repr(study.reflections("n.md"))
    assert "> text" in (folder / "n.md").read_text(encoding="utf-8")


def test_without_ipywidgets_the_questions_stand_in_words(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "ipywidgets", None)
    assert "1. " in repr(study.reflect(3)) and "Add a cell below" in repr(study.reflect(3))
    assert "needs ipywidgets" in study.final_quiz().data


def test_games_that_the_table_saved_are_ones_own_too(folder: Path) -> None:
    import colony_nb as colony

    game = colony.new_game(["Ana", *[colony.bot()] * 3], 8)
    game.play()
    game.choose(game.pending[0], game.pending[0].options[0])
    game.play()
    game.save(folder / "colony-auto-8-2026-01-01-120000.json")
    (folder / "colony-auto-9-2026-01-01-120000.json").write_text("{", encoding="utf-8")
    assert isinstance(study.curves(), study.Drawing)
    mine = game.pending[0]
    game.choose(mine, mine.options[0])
    game.save(folder / "colony-auto-8-2026-01-01-130000.json")
    assert [one.n for one in study._own_games()] == [game.n], "the same game, played on"
    computers = colony.new_game([colony.bot()] * 4, 1)
    computers.play(30)
    computers.save(folder / "colony-auto-1-2026-01-01-130000.json")
    assert len(study._own_games()) == 1, "nobody's decisions are in it"
