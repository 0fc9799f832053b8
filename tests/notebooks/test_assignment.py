"""The assignment keeps to the formats of nbgrader and Otter, and its own answers pass its own tests."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import nbformat
import pytest
from jsonschema import Draft4Validator

from colony_nb.commentary.assignment import FILES, for_nbgrader, for_otter, right
from colony_nb.commentary.quiz import final_questions
from colony_nb.lessons import main

QUESTIONS = final_questions()

# nbgrader's documentation, "Cell metadata": which fields a cell's metadata has in version 3
CELL = {
    "type": "object",
    "properties": {
        "schema_version": {"type": "integer", "enum": [3]},
        "grade": {"type": "boolean"},
        "locked": {"type": "boolean"},
        "solution": {"type": "boolean"},
        "task": {"type": "boolean"},
        "grade_id": {"type": "string", "pattern": r"^[a-zA-Z0-9_\-]+$"},
        "points": {"type": "number", "minimum": 0},
        "checksum": {"type": "string", "minLength": 32, "maxLength": 32},
        "cell_type": {"type": "string", "enum": ["raw", "code", "markdown"]},
    },
    "required": ["schema_version", "grade", "locked", "solution"],
    "additionalProperties": False,
}


def source(cell: dict[str, Any]) -> str:
    return "".join(cell["source"])


def test_the_command_writes_both_versions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--assignment", str(tmp_path / "course")]) == 0
    assert sorted(path.name for path in (tmp_path / "course").iterdir()) == sorted(FILES)
    for name in FILES:
        nbformat.validate(nbformat.read(tmp_path / "course" / name, as_version=4))
    assert "2 files" in capsys.readouterr().out
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert main(["--assignment", str(tmp_path / "file" / "course")]) == 1
    assert capsys.readouterr().err.count("\n") == 1
    assert main(["--assignment"]) == 2 and main(["--assignment", "a", "b"]) == 2


def test_nbgrader_metadata_is_valid() -> None:
    cells = for_nbgrader()["cells"]
    validator = Draft4Validator(CELL)
    marks = [cell["metadata"]["nbgrader"] for cell in cells]
    for cell, mark in zip(cells, marks, strict=True):
        assert not list(validator.iter_errors(mark))
        assert mark["grade"] or mark["solution"] or mark["locked"]
        assert ("points" in mark) == mark["grade"]
        if cell["cell_type"] == "markdown":
            assert mark["grade"] == mark["solution"], "what is written in words is graded by hand"
        else:
            assert mark["grade"] != mark["solution"]
            assert mark["locked"] == mark["grade"], "students change solutions, never tests"
    ids = [mark["grade_id"] for mark in marks]
    assert len(set(ids)) == len(ids)
    assert sum(mark.get("points", 0) for mark in marks) == len(QUESTIONS) + 5 * 4


def test_a_broken_metadata_is_found() -> None:
    mark = dict(for_nbgrader()["cells"][0]["metadata"]["nbgrader"])
    for change in (
        {"schema_version": 2},
        {"grade_id": "a b"},
        {"points": -1},
        {"extra": 1},
        {"grade": "yes"},
    ):
        assert list(Draft4Validator(CELL).iter_errors(mark | change)), change


def run(cells: list[str], names: dict[str, Any]) -> None:
    exec("\n".join(cells), names)


def for_students(text: str) -> str:
    """What nbgrader leaves of a cell."""
    text = re.sub(r"### BEGIN SOLUTION.*?### END SOLUTION", "# YOUR CODE HERE", text, flags=re.S)
    return re.sub(r"### BEGIN HIDDEN TESTS.*?### END HIDDEN TESTS\n?", "", text, flags=re.S)


def test_nbgraders_own_answers_pass_and_others_fail() -> None:
    cells = [source(cell) for cell in for_nbgrader()["cells"] if cell["cell_type"] == "code"]
    run(cells, {})
    tests = [text for text in cells if text.startswith("assert")]
    assert len(tests) == len(QUESTIONS)
    names = {f"answer_{i}": "abc".replace(right(q), "")[0] for i, q in enumerate(QUESTIONS, 1)}
    for text in tests:
        run([for_students(text)], dict(names))  # the form is right, so students see no error
        with pytest.raises(AssertionError):
            run([text], dict(names))
        with pytest.raises(AssertionError, match="One letter"):
            run([for_students(text)], dict.fromkeys(names, "x"))


def test_students_of_nbgrader_see_no_answer() -> None:
    for cell in for_nbgrader()["cells"]:
        text = for_students(source(cell))
        assert "==" not in text and not re.search(r'answer_\d+ = "', text)
        assert "source, and what the source leaves open" not in text


MARK = re.compile(r"# (BEGIN|END) (QUESTION|SOLUTION|TESTS)")


def test_otters_blocks_are_nested_and_named() -> None:
    cells = for_otter()["cells"]
    first = source(cells[0])
    assert cells[0]["cell_type"] == "raw" and first.startswith("# ASSIGNMENT CONFIG\nname: ")
    open_: list[str] = []
    names, kinds = [], []
    for cell in cells[1:]:
        text = source(cell)
        if cell["cell_type"] == "raw":
            found = MARK.match(text)
            assert found, text
            if found[1] == "BEGIN":
                open_.append(found[2])
                if found[2] == "QUESTION":
                    config = dict(line.split(": ") for line in text.splitlines()[1:])
                    names.append(config["name"])
                    kinds.append(config.get("manual", "false"))
                    assert config.keys() <= {"name", "points", "manual"} and int(config["points"]) > 0
            else:
                assert open_.pop() == found[2]
        elif cell["cell_type"] == "code":
            assert open_[-1] in ("SOLUTION", "TESTS")
            if open_[-1] == "SOLUTION":
                assert text.endswith("# SOLUTION")
    assert not open_ and len(set(names)) == len(names)
    assert kinds == ["false"] * len(QUESTIONS) + ["true"] * 4


def test_otters_tests_give_what_is_stored_with_them() -> None:
    names: dict[str, Any] = {}
    tests = 0
    for cell in for_otter()["cells"]:
        if cell["cell_type"] != "code":
            continue
        text = source(cell)
        if cell["outputs"]:
            tests += 1
            expression = text.split("END TEST CONFIG\n")[-1]
            assert repr(eval(expression, dict(names))) == cell["outputs"][0]["data"]["text/plain"][0]
            hidden = "hidden: true" in text
            assert hidden == ("==" in text), "only the test with the answer is hidden"
        else:
            run([text], names)
    assert tests == 2 * len(QUESTIONS)
