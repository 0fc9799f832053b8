"""Questions to check oneself in a notebook cell: five a phase and a quiz over all phases.

Every answer has a word on it; there are no marks.
"""

from __future__ import annotations

import html
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from colony_nb.commentary.history import History
from colony_nb.commentary.markup import Words, escape_markdown, plain
from colony_nb.commentary.pages import Pages
from colony_nb.commentary.phrases import Phrases
from colony_nb.commentary.records import Check, Row, check
from colony_nb.paths import DATA

Keep = Callable[[Check, int], str]
"""Called with a question and the place of the answer that was chosen; gives a sentence to show, or ""."""


@dataclass(frozen=True, slots=True)
class Final:
    """A question of the quiz over all phases. ``phase`` 0: all of them; ``see``: where to read on."""

    check: Check
    phase: int
    see: tuple[str, ...]


@cache
def learn(language: str = "en") -> Phrases:
    """The sentences of data/text/<language>/learn.toml."""
    return Phrases("learn", language)


@cache
def final_questions(language: str = "en") -> tuple[Final, ...]:
    """The quiz over all phases. Raises HistoryError with one sentence for a question that is none."""
    rows = Row("learn.toml", _table(language)).rows("final")
    return tuple(Final(check(row), row.whole("phase"), row.texts("see")) for row in rows)


@cache
def closing_questions(language: str = "en") -> tuple[str, ...]:
    """The open questions that look back on all phases."""
    return Row("learn.toml, reflect", _table(language)["reflect"]).texts("end")


def _table(language: str) -> dict[str, Any]:
    path = DATA / "text" / language / "learn.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def quiz(
    number: int, language: str = "en", chosen: Mapping[str, int] | None = None, keep: Keep | None = None
) -> Any:
    """The self-check of a phase as a widget; without ipywidgets its questions and answers in words.

    ``chosen``: places of answers chosen before, by question; ``keep`` is told of each answer that is chosen.
    Raises KeyError for a phase that does not exist.
    """
    checks = History(language).phase(number).quiz
    words = Words(language)
    heads = [words.say("quiz.number", number=i, count=len(checks)) for i in range(1, len(checks) + 1)]
    return _widget(checks, heads, [""] * len(checks), words, chosen or {}, keep)


def final_quiz(
    language: str = "en", chosen: Mapping[str, int] | None = None, keep: Keep | None = None
) -> Any:
    """The quiz over all phases, as ``quiz``; after an answer the entries it is about can be unfolded."""
    questions, words = final_questions(language), Words(language)
    heads = [final_head(i, question, language) for i, question in enumerate(questions, 1)]
    history = History(language)
    more = [_entries(question.see, history, language) for question in questions]
    return _widget([question.check for question in questions], heads, more, words, chosen or {}, keep)


def final_head(number: int, question: Final, language: str = "en") -> str:
    """The line above a question of the quiz over all phases."""
    key = "quiz.head" if question.phase else "quiz.head_all"
    count = len(final_questions(language))
    return learn(language).say(key, number=str(number), count=str(count), phase=str(question.phase))


def _entries(see: Sequence[str], history: History, language: str) -> str:
    """The entries of the encyclopaedia, folded, as safe HTML."""
    pages = Pages(history)
    rows = [
        f"<details><summary>{html.escape(history.title(ref))}</summary>{pages.entry(ref)}</details>"
        for ref in see
        if not ref.startswith(("card:", "phase:"))
    ]
    return f"<p>{html.escape(learn(language).say('quiz.entries'))}</p>{''.join(rows)}" if rows else ""


def _widget(
    checks: Sequence[Check],
    heads: Sequence[str],
    more: Sequence[str],
    words: Words,
    chosen: Mapping[str, int],
    keep: Keep | None,
) -> Any:
    try:
        import ipywidgets
    except ImportError:
        from IPython.display import Markdown

        return Markdown(f"{words.say('quiz.missing')}\n\n{in_words(checks, words)}")
    status = ipywidgets.HTML("")

    def told(check: Check, place: int) -> None:
        if keep is not None:
            status.value = html.escape(keep(check, place))

    rows = [
        _question(ipywidgets, check, head, text, words, chosen.get(check.question), told)
        for check, head, text in zip(checks, heads, more, strict=True)
    ]
    return ipywidgets.VBox(rows if keep is None else [*rows, status])


def feedback(check: Check, choice: int | None, words: Words) -> str:
    """What is said after an answer, in plain text."""
    if choice is None:
        return words.say("quiz.choose")
    answer = check.answers[choice]
    return words.say(f"quiz.{'fits' if answer.right else 'differs'}", feedback=plain(answer.feedback))


def _question(
    widgets: Any,
    check: Check,
    head: str,
    more: str,
    words: Words,
    before: int | None,
    told: Callable[[Check, int], None],
) -> Any:
    title = widgets.HTML(f"<b>{html.escape(head)}</b><br>{html.escape(plain(check.question))}")
    options = [(plain(answer.text), i) for i, answer in enumerate(check.answers)]
    value = before if before is not None and before < len(options) else None

    def said_of(place: int | None) -> str:
        text = html.escape(feedback(check, place, words))
        return text if place is None else text + more

    choice = widgets.RadioButtons(options=options, value=value, layout={"width": "auto"})
    said = widgets.HTML(said_of(value))

    def answered(change: Any) -> None:
        said.value = said_of(change["new"])
        if change["new"] is not None:
            told(check, change["new"])

    choice.observe(answered, names="value")
    return widgets.VBox([title, choice, said], layout={"margin": "0 0 1em 0"})


def in_words(
    checks: Sequence[Check], words: Words, links: Sequence[str] = (), heads: Sequence[str] = ()
) -> str:
    """Questions with all answers and what is said about them, as Markdown. ``links``: a line of Markdown
    below each question."""
    parts = []
    for number, one in enumerate(checks, 1):
        head = f" {escape_markdown(heads[number - 1])}:" if heads else ""
        lines = [f"{number}.{head} **{escape_markdown(plain(one.question))}**"]
        for i, answer in enumerate(one.answers):
            said = escape_markdown(feedback(one, i, words))
            lines.append(f"    - *{escape_markdown(plain(answer.text))}*: {said}")
        if links:
            lines.append(f"    - {links[number - 1]}")
        parts.append("\n".join(lines))
    return "\n\n".join(parts)
