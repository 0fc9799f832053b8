"""Self-check questions in a notebook cell: five a phase, with a word on every answer and no marks."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import Any

from colony_nb.commentary.history import History
from colony_nb.commentary.markup import Words, escape_markdown, plain
from colony_nb.commentary.records import Check


def quiz(number: int, language: str = "en") -> Any:
    """The self-check of a phase as a widget; without ipywidgets its questions and answers in words.

    Nothing is counted or kept. Raises KeyError for a phase that does not exist.
    """
    checks = History(language).phase(number).quiz
    words = Words(language)
    try:
        import ipywidgets
    except ImportError:
        from IPython.display import Markdown

        return Markdown(f"{words.say('quiz.missing')}\n\n{in_words(checks, words)}")
    rows = [_question(ipywidgets, check, i, len(checks), words) for i, check in enumerate(checks, 1)]
    return ipywidgets.VBox(rows)


def feedback(check: Check, choice: int | None, words: Words) -> str:
    """What is said after an answer, in plain text."""
    if choice is None:
        return words.say("quiz.choose")
    answer = check.answers[choice]
    return words.say(f"quiz.{'fits' if answer.right else 'differs'}", feedback=plain(answer.feedback))


def _question(widgets: Any, check: Check, number: int, count: int, words: Words) -> Any:
    head = words.say("quiz.number", number=number, count=count)
    title = widgets.HTML(f"<b>{html.escape(head)}</b><br>{html.escape(plain(check.question))}")
    options = [(plain(answer.text), i) for i, answer in enumerate(check.answers)]
    choice = widgets.RadioButtons(options=options, value=None, layout={"width": "auto"})
    said = widgets.HTML(html.escape(feedback(check, None, words)))

    def answered(change: Any) -> None:
        said.value = html.escape(feedback(check, change["new"], words))

    choice.observe(answered, names="value")
    return widgets.VBox([title, choice, said], layout={"margin": "0 0 1em 0"})


def in_words(checks: Sequence[Check], words: Words) -> str:
    """Questions with all answers and what is said about them, as Markdown."""
    parts = []
    for number, check in enumerate(checks, 1):
        lines = [f"{number}. **{escape_markdown(plain(check.question))}**"]
        for i, answer in enumerate(check.answers):
            said = escape_markdown(feedback(check, i, words))
            lines.append(f"    - *{escape_markdown(plain(answer.text))}*: {said}")
        parts.append("\n".join(lines))
    return "\n\n".join(parts)
