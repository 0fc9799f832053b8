"""The notebook of a lecture: slides, speaker notes, prepared positions; written by ``commentary.notebooks``.

Slides are marked as nbconvert does (``slideshow.slide_type``), which jupyterlab-slideshow reads too.
"""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any

from colony_nb.commentary.markup import escape_markdown, plain
from colony_nb.paths import DATA

if TYPE_CHECKING:
    from colony_nb.commentary.notebooks import Books

Cell = dict[str, Any]
STYLES, WORDS = "@deathbeds/jupyterlab-fonts", ".jp-RenderedHTMLCommon"
LETTERS = "max(26px, 2.2vw)"  # of a slide's text; jupyterlab-slideshow brings the extension that reads this
SLIDE, MORE, NOTES, SKIP = "slide", "fragment", "notes", "skip"


class Lecture:
    """The lecture of one language."""

    def __init__(self, books: Books, language: str = "en") -> None:
        folder = DATA / "text" / language
        self.books = books
        self._words = tomllib.loads((folder / "lecture_notebook.toml").read_text(encoding="utf-8"))
        self._app = tomllib.loads((folder / "lecture.toml").read_text(encoding="utf-8"))["desk"]
        self.phase = int(self._words["phase"])
        path = folder / "lessons" / f"phase-{self.phase}.toml"
        self._lesson = tomllib.loads(path.read_text(encoding="utf-8"))
        self._plan = self._lesson[self._words["plan"]]
        prepared = tomllib.loads((folder / "positions.toml").read_text(encoding="utf-8"))
        self._prepared: dict[str, dict[str, Any]] = prepared["position"]

    @property
    def file(self) -> str:
        return f"{self._words['file']}.ipynb"

    def say(self, key: str, **values: Any) -> str:
        table, name = key.split(".")
        return str(self._words[table][name]).strip().format(**values)

    # ---------------------------------------------------------------- the notebook

    def cells(self) -> list[Cell]:
        """All cells, in order."""
        first, *others = self._words["positions"]
        phase = self.books.history.phase(self.phase)
        start, last = phase.years
        title = escape_markdown(phase.title)
        out = [
            self._text("head", SKIP, self._head(title)),
            self._text("desk", SKIP, self.say("desk.text", positions=self._app["part_jump"])),
            self._code("desk-1", SKIP, f'colony.lecture(colony.position("{first}"))'),
            self._text("title", SLIDE, self.say("title.slide", title=title, years=f"{start}–{last}")),
            self._notes("title-notes", self.say("title.notes")),
            self._text("goals", SLIDE, self._list("goals", self._lesson["aims"])),
            self._notes("goals-notes", self.say("goals.notes", note=self._lesson["notes"][0])),
            *self._position(1, first),
            self._text("between", SLIDE, f"## {self.say('between.heading')}\n\n{self.say('between.text')}"),
            self._notes("between-notes", self.say("between.notes")),
        ]
        for place, name in enumerate(others, 2):
            out += [
                self._text(f"desk-{place}-text", SKIP, self.say("desk.again")),
                self._code(f"desk-{place}", SKIP, f'colony.lecture(colony.position("{name}"))'),
                *self._position(place, name),
            ]
        links = self.say(
            "close.more", file=self.books.file(self.phase), encyclopaedia=self.books.encyclopaedia_file
        )
        tasks = self._list("close", self._lesson["tasks"])
        return [
            *out,
            self._text("debrief", SLIDE, self._list("debrief", self._questions(), "1.")),
            self._notes("debrief-notes", self.say("debrief.notes")),
            self._text("close", SLIDE, f"{tasks}\n\n{links}"),
            self._notes("close-notes", self.say("close.notes")),
        ]

    def _head(self, title: str) -> str:
        rows = "\n".join(
            f"| {self.say('words.minutes', count=row['min'])} | {escape_markdown(row['what'])} |"
            for row in self._plan["rows"]
        )
        return self.say("head.text", title=title, rows=rows, phase=self.phase, reveal=self._app["reveal"])

    def _position(self, place: int, name: str) -> list[Cell]:
        """A position: the board, the question, what the journal says."""
        found, app = self._prepared[name], self._app
        key = f"position-{place}"
        steps = "\n".join(f"{i}. {escape_markdown(step)}" for i, step in enumerate(found["steps"], 1))
        title, point = escape_markdown(found["title"]), escape_markdown(found["point"])
        ask = self.say("position.board_notes", show=app["show_question"], discuss=app["part_discuss"])
        do = self.say("position.reveal_notes", steps=steps, dice=app["part_dice"], what_if=app["what_if"])
        question = escape_markdown(found["question"])
        return [
            self._text(key, SLIDE, self.say("position.slide", title=title, point=point)),
            self._code(f"{key}-board", SLIDE, "colony.projector()"),
            self._text(f"{key}-question", SLIDE, self.say("position.question", question=question)),
            self._notes(f"{key}-question-notes", ask),
            self._text(
                f"{key}-reveal", SLIDE, self.say("position.reveal", watch=escape_markdown(found["watch"]))
            ),
            self._notes(f"{key}-reveal-notes", do),
        ]

    def _questions(self) -> list[str]:
        known = self.books.history.phase(self.phase).questions
        return [
            plain(known[entry - 1]) if isinstance(entry, int) else entry for entry in self._plan["debrief"]
        ]

    def _list(self, key: str, rows: list[str], mark: str = "-") -> str:
        lines = "\n".join(f"{mark} {escape_markdown(row)}" for row in rows)
        return f"## {self.say(f'{key}.heading')}\n\n{lines}"

    # ---------------------------------------------------------------- cells

    def _text(self, name: str, kind: str, text: str) -> Cell:
        return _marked({"cell_type": "markdown", "id": name, "metadata": {}, "source": _lines(text)}, kind)

    def _notes(self, name: str, text: str) -> Cell:
        return self._text(name, NOTES, f"{self.say('words.notes')}\n\n{text}")

    def _code(self, name: str, kind: str, text: str) -> Cell:
        cell: Cell = {
            "cell_type": "code",
            "execution_count": None,
            "id": name,
            "metadata": {"jupyter": {"source_hidden": kind == SLIDE}},
            "outputs": [],
            "source": _lines(f"import colony_nb as colony\n\n{text}"),
        }
        return _marked(cell, kind)


def _marked(cell: Cell, kind: str) -> Cell:
    cell["metadata"] = {**cell["metadata"], "slideshow": {"slide_type": kind}}
    if kind in (SLIDE, MORE) and cell["cell_type"] == "markdown":
        cell["metadata"][STYLES] = {
            "styles": {WORDS: {"--jp-content-font-size1": LETTERS, "font-size": LETTERS}}
        }
    return cell


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)
