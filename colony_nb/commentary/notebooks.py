"""Writes the phase notebooks and the encyclopaedia from the texts in ``data``.

``python -m colony_nb.commentary.notebooks [--check] [FOLDER]``: into FOLDER (``notebooks`` beside the data);
with ``--check`` nothing is written and the exit code is 1 if a notebook there differs. Texts are edited in
``data/text``, never in the notebooks.
"""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from urllib.parse import quote

from colony_nb.commentary.debrief import read_on_markdown
from colony_nb.commentary.history import PHASES, History
from colony_nb.commentary.lecture_notebook import Lecture
from colony_nb.commentary.markup import Page, Words, escape_markdown, plain
from colony_nb.commentary.quiz import final_head, final_questions, in_words
from colony_nb.commentary.records import KINDS, NOTES, SECTIONS, Commentary, Entry, HistoryError
from colony_nb.paths import DATA

Cell = dict[str, Any]


class Books:
    """The notebooks of one language, as JSON-ready values."""

    def __init__(self, language: str = "en", history: History | None = None) -> None:
        self.history = history or History(language)
        self.words = Words(language)
        path = DATA / "text" / language / "notebooks.toml"
        self._say: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))

    def say(self, key: str, **values: Any) -> str:
        table, name = key.split(".")
        return str(self._say[table][name]).strip().format(**values)

    def file(self, number: int) -> str:
        """The file name of a phase's notebook."""
        return f"{self._say['file']['phase'][number - 1]}.ipynb"

    @property
    def encyclopaedia_file(self) -> str:
        return f"{self._say['file']['encyclopaedia']}.ipynb"

    @property
    def last_file(self) -> str:
        return f"{self._say['file']['last']}.ipynb"

    def all(self) -> dict[str, dict[str, Any]]:
        """{file name: notebook}."""
        books = {self.file(number): self.phase(number) for number in PHASES}
        talk = Lecture(self)
        books[talk.file] = notebook(talk.cells())
        return {**books, self.last_file: self.last(), self.encyclopaedia_file: self.encyclopaedia()}

    # ---------------------------------------------------------------- links

    def href(self, ref: str) -> str | None:
        """Where a link leads from any notebook: a heading of the encyclopaedia or of a phase."""
        kind, _, slug = ref.partition(":")
        try:
            if kind == "card":
                card = self.history.card(slug)
                return f"{self.file(card.phase)}#{_anchor(self._card_title(card))}"
            if kind == "phase":
                return self.file(int(slug))
            return f"{self.encyclopaedia_file}#{_anchor(self.history.title(ref))}"
        except KeyError:
            return None

    def _page(self) -> Page:
        return Page(self.history.source, self.words, self.href)

    def _card_title(self, card: Commentary) -> str:
        return self.words.say("card.heading", number=card.number, title=card.title, when=card.when)

    def _named(self, ref: str) -> str:
        """A link with its target's title; HistoryError for one that leads nowhere."""
        address = self.href(ref)
        if address is None:
            raise HistoryError(f"The link {ref!r} leads nowhere.")
        return f"[{escape_markdown(self.history.title(ref))}]({address})"

    # ---------------------------------------------------------------- a phase

    def phase(self, number: int) -> dict[str, Any]:
        """The notebook of a phase."""
        phase = self.history.phase(number)
        page = self._page()
        heading = {name: self.words.say(f"heading.{name}") for name in (*SECTIONS, "voices", "bends")}
        cells = [
            markdown("head", self._head(number)),
            markdown("board", self.say("phase.picture", number=number)),
        ]
        for name in SECTIONS:
            text = page.markdown(getattr(phase, name))
            cells.append(markdown(name, self.say("phase.text", title=heading[name], text=text)))
        rows = []
        for voice in phase.voices:
            said = page.inline_markdown(f"{voice.position} [[{voice.source}]]")
            if voice.position.rstrip().endswith(f"[[{voice.source}]]"):
                said = page.inline_markdown(voice.position)
            row = f"**{escape_markdown(voice.who)}.** {said}"
            if voice.quote:
                quoted = escape_markdown(self.words.say("phase.quote", quote=voice.quote))
                row += f"\n\n> {quoted} <sup>\\[{page.number(voice.source)}\\]</sup>"
            rows.append(row)
        cells.append(
            markdown("voices", self.say("phase.voices", title=heading["voices"], rows="\n\n".join(rows)))
        )
        bends = [
            f"- **{bend.rule}, {escape_markdown(self.history.words.rule(bend.rule)['title'])}.** "
            f"{page.inline_markdown(bend.text)}"
            for bend in phase.bends
        ]
        cells.append(
            markdown("bends", self.say("phase.bends", title=heading["bends"], rows="\n".join(bends)))
        )
        title = self.words.say("heading.sources")
        cells.append(
            markdown("sources", self.say("phase.sources", title=title, rows=page.sources_markdown()))
        )
        cells += [
            markdown("play", self.say("phase.play")),
            code("table", _call(f"table({number})")),
            markdown("cards", self.say("phase.cards")),
        ]
        cells += [markdown(card.id, self.card(card)) for card in self.history.cards(number)]
        questions = [f"{i}. {escape_markdown(plain(text))}" for i, text in enumerate(phase.questions, 1)]
        links = self._links(number)
        read_on = read_on_markdown(self.history, number)
        cells += [
            markdown("debrief", self.say("phase.debrief")),
            code("what-was-done", _call(f"debrief({number})")),
            markdown("questions", self.say("phase.questions", rows="\n".join(questions))),
            code("reflect", _call(f"reflect({number})")),
            markdown("check-yourself", self.say("phase.quiz")),
            code("quiz", _call(f"quiz({number})")),
            markdown("answers", self.say("phase.quiz_words", rows=in_words(phase.quiz, self.words))),
            markdown("how-far", self.say("phase.progress")),
            code("progress", _call("progress()")),
            markdown("next", self.say("phase.next", rows=read_on, links=links)),
        ]
        return notebook(cells)

    def _head(self, number: int) -> str:
        phase = self.history.phase(number)
        first, last = phase.years
        key = "phase.years" if last else "phase.years_today"
        years = self.words.say(key, **{"from": first, "to": last})
        notes = {note for card in self.history.cards(number) for note in card.notes}
        return self.say(
            "phase.head",
            number=number,
            title=escape_markdown(phase.title),
            years=years,
            years_note=self.words.say("phase.years_note"),
            minutes=phase.minutes,
            learn_heading=self.words.say("heading.learn"),
            learn="\n".join(f"- {escape_markdown(plain(text))}" for text in phase.learn),
            note_heading=self.words.say("heading.note"),
            note=self.say("phase.note", what=self._noted(notes)),
            links=self._links(number),
        )

    def _noted(self, notes: Iterable[str]) -> str:
        known = set(notes)
        return self.history.words.join([self.words.say(f"note.{note}") for note in NOTES if note in known])

    def _links(self, number: int) -> str:
        out = []
        for key, other in (("link_before", number - 1), ("link_next", number + 1)):
            if other in PHASES:
                title = escape_markdown(self.history.phase(other).title)
                out.append(self.say(f"phase.{key}", title=title, file=self.file(other)))
            elif other == 0:
                out.append(self.say("phase.link_first"))
            else:
                out.append(self.say("phase.link_last", file=self.last_file))
        out.append(self.say("phase.link_encyclopaedia", file=self.encyclopaedia_file))
        return " ".join(out)

    def card(self, card: Commentary) -> str:
        """The Markdown of a card's cell: its heading, and all else folded under the content note."""
        page = self._page()
        book = self.history.words.card(card.id)
        noted = self._noted(card.notes) if card.notes else ""
        summary = self.say("card.noted", what=noted) if noted else self.say("card.folded")
        first, last = card.years
        years = str(first) if first == last else f"{first}-{last}"
        parts = [
            self.say("card.effect", text=escape_markdown(card.instruction)),
            "\n".join(
                self.say("card.alternative", letter=letter, text=escape_markdown(book[letter]))
                for letter in "ab"
                if letter in book
            ),
            self.say(
                "card.facts",
                place=escape_markdown(card.place),
                years=years,
                peoples=escape_markdown(", ".join(card.peoples)),
            ),
            page.markdown(card.text),
        ]
        for name in ("perspective", "who_resisted", "aim", "doubt", "why", "question"):
            if value := getattr(card, name):
                title = self.words.say(f"heading.{name}")
                parts.append(self.say("card.part", title=title, text=page.inline_markdown(value)))
        for key in card.sources:
            page.number(key)
        parts += [f"**{self.words.say('heading.sources')}**", page.sources_markdown()]
        body = "\n\n".join(filter(None, parts))
        heading = escape_markdown(self._card_title(card))
        return f"### {heading}\n\n<details><summary>{summary}</summary>\n\n{body}\n\n</details>"

    # ---------------------------------------------------------------- looking back

    def last(self) -> dict[str, Any]:
        """The notebook that looks back on all phases."""
        language = self.history.language
        questions = final_questions(language)
        see = [
            self.say("last.see", links=", ".join(self._named(ref) for ref in question.see))
            for question in questions
        ]
        heads = [final_head(i, question, language) for i, question in enumerate(questions, 1)]
        rows = in_words([question.check for question in questions], self.words, see, heads)
        read_on = "\n".join(read_on_markdown(self.history, number) for number in PHASES)
        note = self.words.say("heading.note")
        cells = [
            markdown("head", self.say("last.head", note_heading=note, links=self._last_links())),
            markdown("board", self.say("last.picture")),
            markdown("check-yourself", self.say("last.quiz", count=len(questions))),
            code("quiz", _call("final_quiz()")),
            markdown("answers", self.say("last.quiz_words", rows=rows)),
            markdown("game", self.say("last.game")),
            code("curves", _call("curves()")),
            markdown("report-words", self.say("last.report")),
            code("report", _call('report("my-game.html")')),
            markdown("questions", self.say("last.reflect")),
            code("reflect", _call("reflect()")),
            markdown("how-far", self.say("last.progress")),
            code("progress", _call("progress()")),
            markdown("portfolio-words", self.say("last.portfolio")),
            code("portfolio", _call('portfolio("my-portfolio.html")')),
            markdown("next", self.say("last.next", rows=read_on, links=self._last_links())),
        ]
        return notebook(cells)

    def _last_links(self) -> str:
        title = escape_markdown(self.history.phase(PHASES[-1]).title)
        before = self.say("phase.link_before", title=title, file=self.file(PHASES[-1]))
        return f"{before} {self.say('phase.link_encyclopaedia', file=self.encyclopaedia_file)}"

    # ---------------------------------------------------------------- the encyclopaedia

    def encyclopaedia(self) -> dict[str, Any]:
        """The notebook with every entry."""
        page = self._page()
        counts = {f"{kind}s": len(self.history.entries(kind)) for kind in KINDS}
        links = " ".join(
            f"[{escape_markdown(self.words.say('phase.title', number=n, title=self.history.phase(n).title))}]"
            f"({self.file(n)})."
            for n in PHASES
        )
        head = self.say(
            "encyclopaedia.head", links=links, note_heading=self.words.say("heading.note"), **counts
        )
        cells = [
            markdown("head", head),
            markdown("board", self.say("encyclopaedia.picture")),
            markdown("search", self.say("encyclopaedia.search")),
            code("find", f'from colony_nb import study\n\nstudy.search("{self.say("encyclopaedia.word")}")'),
        ]
        for kind in KINDS:
            cells.append(
                markdown(f"{kind}s", self.say("encyclopaedia.kind", title=self.words.say(f"heading.{kind}")))
            )
            entries = self.history.entries(kind)
            if kind == "term":
                entries.sort(key=lambda entry: entry.title.casefold())
            cells += [markdown(entry.ref.replace(":", "-"), self.entry(entry, page)) for entry in entries]
        cells.append(markdown("sources", self.say("encyclopaedia.sources", rows=page.sources_markdown())))
        return notebook(cells)

    def entry(self, entry: Entry, page: Page) -> str:
        """The Markdown of an entry's cell; its sources go to the page."""
        parts = []
        if entry.lived:
            facts = self.words.say("person.facts", lived=entry.lived, place=entry.place, phase=entry.phase)
            parts.append(f"*{escape_markdown(facts)} {self.words.say(f'person.{entry.side}')}*")
        if entry.notes:
            parts.append(f"*{self.words.say('note.text', what=self._noted(entry.notes))}*")
        parts.append(page.markdown(entry.text))
        if entry.in_game:
            title = self.words.say("heading.in_game")
            parts.append(self.say("card.part", title=title, text=page.inline_markdown(entry.in_game)))
        if entry.see:
            rows = ", ".join(self._named(ref) for ref in entry.see)
            parts.append(self.say("encyclopaedia.see", title=self.words.say("heading.see"), rows=rows))
        return self.say("encyclopaedia.entry", title=escape_markdown(entry.title), text="\n\n".join(parts))


def _call(what: str) -> str:
    """The text of a cell that calls something of ``study``."""
    return f"from colony_nb import study\n\nstudy.{what}"


def _anchor(title: str) -> str:
    """A heading's anchor as JupyterLab and nbconvert make it."""
    return quote(title.replace(" ", "-"), safe="-.,'!")


# ---------------------------------------------------------------- notebook JSON


def markdown(name: str, text: str) -> Cell:
    """A Markdown cell."""
    return {"cell_type": "markdown", "id": name, "metadata": {}, "source": _lines(text)}


def code(name: str, text: str) -> Cell:
    """A code cell without output."""
    return {
        "cell_type": "code",
        "execution_count": None,
        "id": name,
        "metadata": {},
        "outputs": [],
        "source": _lines(text),
    }


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def notebook(cells: list[Cell]) -> dict[str, Any]:
    """A notebook for any Python 3 kernel. Cell ids keep to what the format allows (64 characters)."""
    for cell in cells:
        cell["id"] = cell["id"][:64]
    return {
        "cells": cells,
        "metadata": {
            "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def written(book: dict[str, Any]) -> str:
    """The notebook's file content: readable in a diff, the same every time."""
    return json.dumps(book, ensure_ascii=False, indent=1) + "\n"


def main(arguments: list[str]) -> int:
    """See the module's docstring."""
    only_check = "--check" in arguments
    folders = [argument for argument in arguments if argument != "--check"]
    if len(folders) > 1:
        print("usage: python -m colony_nb.commentary.notebooks [--check] [FOLDER]", file=sys.stderr)
        return 2
    folder = Path(folders[0]) if folders else DATA.parent / "notebooks"
    differing = 0
    for name, book in Books().all().items():
        path, text = folder / name, written(book)
        if only_check:
            if not path.is_file() or path.read_text(encoding="utf-8") != text:
                print(f"{name} differs from the texts in data; run python -m colony_nb.commentary.notebooks")
                differing = 1
        else:
            path.write_text(text, encoding="utf-8")
    return differing


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
