"""The quiz over all phases and the closing questions as an assignment for nbgrader and for Otter.

    write("course")    # looking-back-nbgrader.ipynb, looking-back-otter.ipynb

Both are the teacher's version: answers and hidden tests stand between the marks that each tool takes out for
students (nbgrader: cell metadata of its schema 3 and ``### BEGIN SOLUTION``; Otter: raw cells such as
``# BEGIN QUESTION``). Neither tool is needed to write them.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from ..kernel.errors import SaveError
from .catalogue import Catalogue
from .markup import escape_markdown, plain
from .notebooks import Cell, code, markdown, notebook, written
from .phrases import Phrases
from .quiz import Final, closing_questions, final_head, final_questions, learn

SCHEMA = 3  # of nbgrader's cell metadata
LETTERS = "abcdef"
QUIZ_POINTS, WRITE_POINTS = 1, 5
FILES = ("looking-back-nbgrader.ipynb", "looking-back-otter.ipynb")


def write(folder: str | os.PathLike[str], language: str = "en") -> list[Path]:
    """Writes both notebooks. Raises SaveError with one sentence where the folder cannot be written to."""
    target = Path(folder)
    books = dict(zip(FILES, (for_nbgrader(language), for_otter(language)), strict=True))
    try:
        target.mkdir(parents=True, exist_ok=True)
        for name, book in books.items():
            (target / name).write_text(written(book), encoding="utf-8")
    except OSError:
        error = SaveError("save_unwritable", path=str(target))
        error.sentence = Catalogue(language).error(error.code, **error.values)
        raise error from None
    return [target / name for name in books]


class _Asked:
    """What both versions ask."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.words: Phrases = learn(language)
        self.questions = final_questions(language)
        self.prompts = closing_questions(language)

    def say(self, key: str) -> str:
        return self.words.say(f"assignment.{key}")

    def head(self) -> str:
        title, lead, ethics = (self.say(key) for key in ("title", "head", "ethics"))
        return f"# {title}\n\n{lead}\n\n{ethics}"

    def question(self, number: int, question: Final) -> str:
        """A question with its answers by letter, as Markdown."""
        head = escape_markdown(final_head(number, question, self.language))
        lines = [f"### {head}", "", f"**{escape_markdown(plain(question.check.question))}**", ""]
        for letter, answer in zip(LETTERS, question.check.answers, strict=False):
            lines.append(f"- {letter}) {escape_markdown(plain(answer.text))}")
        return "\n".join([*lines, "", escape_markdown(self.say("answer"))])

    def prompt(self, number: int) -> str:
        return f"### {number}. {escape_markdown(self.prompts[number - 1])}"

    def rubric(self) -> str:
        return escape_markdown(self.say("rubric"))


def right(question: Final) -> str:
    """The letter of the answer that fits."""
    places = [answer.right for answer in question.check.answers]
    return LETTERS[places.index(True)]


# ---------------------------------------------------------------- nbgrader


def _nbgrader(
    cell: Cell,
    *,
    grade: bool = False,
    solution: bool = False,
    locked: bool = False,
    points: int | None = None,
) -> Cell:
    """The cell with nbgrader's metadata; ``points`` only for what is graded."""
    marks: dict[str, Any] = {
        "schema_version": SCHEMA,
        "grade_id": cell["id"],
        "grade": grade,
        "solution": solution,
        "locked": locked,
        "task": False,
    }
    if points is not None:
        marks["points"] = points
    cell["metadata"] = {"nbgrader": marks}
    return cell


def for_nbgrader(language: str = "en") -> dict[str, Any]:
    """The source notebook of an nbgrader assignment."""
    asked = _Asked(language)
    cells = [
        _nbgrader(markdown("head", asked.head()), locked=True),
        _nbgrader(markdown("part-1", f"## {asked.say('part_quiz')}"), locked=True),
    ]
    for number, question in enumerate(asked.questions, 1):
        name, letter = f"answer_{number}", right(question)
        answer = f'### BEGIN SOLUTION\n{name} = "{letter}"\n### END SOLUTION'
        known = LETTERS[: len(question.check.answers)]
        test = (
            f'assert {name} in tuple("{known}"), {asked.say("wrong")!r}\n'
            f'### BEGIN HIDDEN TESTS\nassert {name} == "{letter}"\n### END HIDDEN TESTS'
        )
        cells += [
            _nbgrader(markdown(f"question-{number}", asked.question(number, question)), locked=True),
            _nbgrader(code(f"answer-{number}", answer), solution=True),
            _nbgrader(code(f"test-{number}", test), grade=True, locked=True, points=QUIZ_POINTS),
        ]
    cells.append(_nbgrader(markdown("part-2", f"## {asked.say('part_write')}"), locked=True))
    for number in range(1, len(asked.prompts) + 1):
        text = f"### BEGIN SOLUTION\n{asked.rubric()}\n### END SOLUTION"
        cells += [
            _nbgrader(markdown(f"prompt-{number}", asked.prompt(number)), locked=True),
            _nbgrader(markdown(f"text-{number}", text), grade=True, solution=True, points=WRITE_POINTS),
        ]
    return notebook(cells)


# ---------------------------------------------------------------- Otter


def _raw(name: str, text: str) -> Cell:
    return {"cell_type": "raw", "id": name, "metadata": {}, "source": text.splitlines(keepends=True)}


def _test(name: str, text: str) -> Cell:
    """A test cell with the output that Otter compares with."""
    cell = code(name, text)
    cell["execution_count"] = 1
    cell["outputs"] = [
        {
            "output_type": "execute_result",
            "execution_count": 1,
            "data": {"text/plain": ["True"]},
            "metadata": {},
        }
    ]
    return cell


def for_otter(language: str = "en") -> dict[str, Any]:
    """The master notebook of an Otter assignment."""
    asked = _Asked(language)
    cells = [
        _raw("config", "# ASSIGNMENT CONFIG\nname: colony-looking-back\ninit_cell: true\nexport_cell: false"),
        markdown("head", asked.head()),
        markdown("part-1", f"## {asked.say('part_quiz')}"),
    ]
    for number, question in enumerate(asked.questions, 1):
        name, letter = f"answer_{number}", right(question)
        known = LETTERS[: len(question.check.answers)]
        hidden = '""" # BEGIN TEST CONFIG\nhidden: true\n""" # END TEST CONFIG\n'
        cells += [
            _raw(f"q{number}", f"# BEGIN QUESTION\nname: q{number}\npoints: {QUIZ_POINTS}"),
            markdown(f"question-{number}", asked.question(number, question)),
            _raw(f"q{number}-solution", "# BEGIN SOLUTION"),
            code(f"answer-{number}", f'{name} = "{letter}" # SOLUTION'),
            _raw(f"q{number}-solution-end", "# END SOLUTION"),
            _raw(f"q{number}-tests", "# BEGIN TESTS"),
            _test(f"form-{number}", f'{name} in tuple("{known}")'),
            _test(f"test-{number}", f'{hidden}{name} == "{letter}"'),
            _raw(f"q{number}-tests-end", "# END TESTS"),
            _raw(f"q{number}-end", "# END QUESTION"),
        ]
    cells.append(markdown("part-2", f"## {asked.say('part_write')}"))
    for number in range(1, len(asked.prompts) + 1):
        begin = f"# BEGIN QUESTION\nname: w{number}\nmanual: true\npoints: {WRITE_POINTS}"
        cells += [
            _raw(f"w{number}", begin),
            markdown(f"prompt-{number}", asked.prompt(number)),
            _raw(f"w{number}-solution", "# BEGIN SOLUTION"),
            markdown(f"text-{number}", asked.rubric()),
            _raw(f"w{number}-solution-end", "# END SOLUTION"),
            _raw(f"w{number}-end", "# END QUESTION"),
        ]
    return notebook(cells)
