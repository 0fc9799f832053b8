"""What the cells of the phase notebooks call. Every cell stands alone: they run in any order, and again.

study.table(3)      # the table with a game that begins at phase 3, or with the game at hand
study.debrief(3)    # what that table did in phase 3
study.quiz(3)       # five questions to check oneself
study.search("silver")
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .commentary import debrief as _debrief
from .commentary.history import History
from .commentary.markup import Words, escape_markdown
from .commentary.quiz import quiz as _quiz
from .phases import file_name, keep, phase_game

if TYPE_CHECKING:
    from .app import Show

__all__ = ["debrief", "quiz", "search", "table"]


class Text:
    """Markdown as a cell's output, readable also where nothing shows Markdown."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text

    def _repr_markdown_(self) -> str:
        return self.text


def table(number: int) -> Show:
    """The table with the game at hand; without one, with a game that begins at this phase."""
    from .app import at_hand, show

    return show(at_hand() or phase_game(number))


def debrief(number: int) -> Text:
    """What the table did in this phase, in words. Keeps the game for the next notebook where it can."""
    from .app import at_hand

    words = Words()
    history = History()
    game = at_hand()
    if game is None and file_name(number).exists():
        game = phase_game(number)
    if game is None:
        return Text(escape_markdown(words.say("lesson.no_game", number=number)))
    names = _debrief.table_names(game.setup.names, game.ruleset.colours(game.setup), history.words)
    text = _debrief.markdown(_debrief.debrief(game, number), history, names, questions=False)
    if path := keep(game, number):
        text += "\n\n" + escape_markdown(words.say("lesson.kept", name=path.name))
    return Text(text)


def quiz(number: int) -> Any:
    """The self-check of a phase."""
    return _quiz(number)


def search(text: str, most: int = 20) -> Text:
    """Where a word stands in commentary, phase texts and encyclopaedia."""
    words = Words()
    hits = History().search(text, most)
    if not hits:
        return Text(escape_markdown(words.say("lesson.nothing", text=text)))
    lines = []
    for hit in hits:
        kind = words.say(f"kind.{hit.kind}")
        lines.append(f"- **{escape_markdown(hit.title)}** ({kind}): {escape_markdown(hit.snippet)}")
    return Text("\n".join(lines))
