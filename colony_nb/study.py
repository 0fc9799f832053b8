"""What the cells of the notebooks call. Every cell stands alone: they run in any order, and again.

study.table(3)                   # the table with a game that begins at phase 3, or with the game at hand
study.debrief(3)                 # what that table did in phase 3
study.reflect(3)                 # boxes for the open questions; study.reflect() for those at the end
study.quiz(3)                    # five questions to check oneself; study.final_quiz() over all phases
study.progress()                 # how far one has come, and the next step
study.curves()                   # the own game round by round
study.report("game.html")        # the own game as a page
study.reflections("notes.md")    # what was written
study.portfolio("mine.html")     # games, answers and reflections as a page; names=False leaves names out
study.search("silver")
"""

from __future__ import annotations

import html
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import portfolio as _portfolio
from .commentary import debrief as _debrief
from .commentary import quiz as _quiz
from .commentary.history import History
from .commentary.markup import Words, escape_markdown
from .commentary.notebooks import Books
from .commentary.records import Check
from .game import load
from .kernel.errors import ColonyError
from .phases import PHASES, file_name, goes_on, keep, kept, own, own_choices, phase_game
from .progress import ALL, NAME, Keeper, Progress, key_of

if TYPE_CHECKING:
    from .app import Show
    from .game import Game

__all__ = [
    "curves",
    "debrief",
    "final_quiz",
    "portfolio",
    "progress",
    "quiz",
    "reflect",
    "reflections",
    "report",
    "search",
    "table",
]

MOST_GAMES = 6  # of a portfolio
_KEEPER = Keeper()


def _keeper() -> Keeper:
    """Keeps the progress of the working folder; what that does not take is kept as long as the kernel runs.

    A page that Panel serves from a notebook may have several readers: nothing is kept there.
    """
    if "panel" in sys.modules:
        from .app.loading import served

        if served():
            return Keeper(on_disk=False)
    return _KEEPER


class Text:
    """Markdown as a cell's output, readable also where nothing shows Markdown."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text

    def _repr_markdown_(self) -> str:
        return self.text


class Drawing:
    """Safe HTML as a cell's output."""

    def __init__(self, text: str, words: str) -> None:
        self.text = text
        self.words = words

    def __repr__(self) -> str:
        return self.words

    def _repr_html_(self) -> str:
        return self.text


def _said(key: str, **values: Any) -> str:
    return _quiz.learn().say(key, **{name: str(value) for name, value in values.items()})


# ---------------------------------------------------------------- playing


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
    facts = _debrief.debrief(game, number)
    text = _debrief.markdown(facts, history, names, questions=False)
    if path := keep(game, number):
        text += "\n\n" + escape_markdown(words.say("lesson.kept", name=path.name))
    if own_choices(game, number) and (said := _keeper().has_played(number, facts.over)):
        text += "\n\n" + escape_markdown(said)
    return Text(text)


# ---------------------------------------------------------------- answering and writing


def quiz(number: int) -> Any:
    """The self-check of a phase; answers chosen before are chosen again."""
    return _quiz.quiz(number, chosen=_chosen(number), keep=_keep(number))


def final_quiz() -> Any:
    """The quiz over all phases, as ``quiz``."""
    return _quiz.final_quiz(chosen=_chosen(ALL), keep=_keep(ALL))


def _chosen(number: int) -> dict[str, int]:
    answers = _keeper().progress().answers(number)
    asked = _portfolio.checks(number)
    return {c.question: answers[key_of(c.question)].last for c in asked if key_of(c.question) in answers}


def _keep(number: int) -> _quiz.Keep:
    keeper = _keeper()

    def kept_answer(check: Check, place: int) -> str:
        said = keeper.answered(number, key_of(check.question), place, check.answers[place].right)
        done = _score(keeper.progress(), number)
        return f"{_said('quiz.score', **done)} {said}".strip()

    return kept_answer


def _score(known: Progress, number: int) -> dict[str, int]:
    """How many of the questions were answered, and how many first answers fit."""
    answers = known.answers(number)
    rows = [answers.get(key_of(check.question)) for check in _portfolio.checks(number)]
    return {
        "count": len(rows),
        "answered": sum(row is not None for row in rows),
        "fits": sum(row is not None and row.fits for row in rows),
    }


def reflect(number: int = ALL) -> Any:
    """A box for each open question of a phase, or for those that look back on all phases (without a number).

    What is written is kept and stands there again. Raises KeyError for a phase that does not exist.
    """
    asked = _portfolio.prompts(number)
    try:
        import ipywidgets
    except ImportError:
        lines = "\n".join(f"{i}. {escape_markdown(text)}" for i, text in enumerate(asked, 1))
        return Text(f"{escape_markdown(_said('reflect.missing'))}\n\n{lines}")
    keeper = _keeper()
    known = keeper.progress()
    written = known.written(number)
    status = ipywidgets.HTML(html.escape(keeper.notice()))

    def tell(said: str) -> None:
        status.value = html.escape(said or _said("reflect.kept", name=NAME))

    rows = [ipywidgets.HTML(f"<p>{html.escape(_said('reflect.lead'))}</p>")]
    for i, prompt in enumerate(asked, 1):
        key = key_of(prompt)
        box = ipywidgets.Textarea(
            value=written.get(key, ""),
            description=_said("reflect.answer", number=i),
            style={"description_width": "initial"},
            layout={"width": "99%", "height": "7em"},
        )

        def changed(change: Any, key: str = key) -> None:
            tell(keeper.wrote(number, key, change["new"]))

        box.observe(changed, names="value")
        rows += [ipywidgets.HTML(f"<p><b>{html.escape(prompt)}</b></p>"), box]
    if number != ALL:
        tick = ipywidgets.Checkbox(
            value=number in known.read, description=_said("reflect.read"), indent=False
        )
        tick.observe(lambda change: tell(keeper.has_read(number, bool(change["new"]))), names="value")
        rows.append(tick)
    return ipywidgets.VBox([*rows, status])


def reflections(path: str | os.PathLike[str] | None = None) -> Text:
    """What was written in all notebooks, as Markdown; also written to a file if one is named."""
    text = _portfolio.reflections_markdown(_keeper().progress())
    if not text:
        return Text(escape_markdown(_said("reflect.none")))
    if path is None:
        return Text(text)
    try:
        Path(path).write_text(text, encoding="utf-8")
    except OSError:
        return Text(escape_markdown(_unwritable(path)))
    return Text(escape_markdown(_said("reflect.written", name=path)))


def _unwritable(path: str | os.PathLike[str]) -> str:
    return History().words.error("save_unwritable", path=str(path))


# ---------------------------------------------------------------- looking back


def progress() -> Text:
    """How far one has come, as a table, and the next step."""
    known, books = _keeper().progress(), Books()
    heads = ("phase", "read", "played", "quiz", "reflections")
    lines = [
        "| " + " | ".join(_said(f"progress.{key}") for key in heads) + " |",
        "|---|---|---|---|---|",
    ]
    for number in (*PHASES, ALL):
        lines.append("| " + " | ".join(escape_markdown(cell) for cell in _row(known, number)) + " |")
    out = ["\n".join(lines), _next(known, books)]
    out.append(escape_markdown(_keeper().notice() or _said("progress.where", name=NAME)))
    return Text("\n\n".join(out))


def _row(known: Progress, number: int) -> list[str]:
    none = _said("progress.none")
    if number == ALL:
        first, read, played = _said("progress.all"), none, none
    else:
        first = f"{number}. {History().phase(number).title}"
        read = _said("progress.yes" if number in known.read else "progress.no")
        played = _said(f"progress.{known.played.get(number) or 'no'}")
    asked = [key_of(prompt) for prompt in _portfolio.prompts(number)]
    count = sum(key in known.written(number) for key in asked)
    return [
        first,
        read,
        played,
        _said("progress.score", **_score(known, number)),
        _said("progress.written", written=count, count=len(asked)),
    ]


def _next(known: Progress, books: Books) -> str:
    """The first thing that was not begun yet, in the order of the notebooks, with a link to its notebook."""
    steps = [
        (key, number, bool(done))
        for number in PHASES
        for key, done in (
            ("next_read", number in known.read),
            ("next_play", number in known.played),
            ("next_quiz", known.answers(number)),
            ("next_reflect", known.written(number)),
        )
    ]
    steps += [("next_final", ALL, bool(known.answers(ALL))), ("next_end", ALL, bool(known.written(ALL)))]
    key, number = next(((k, n) for k, n, done in steps if not done), ("next_portfolio", ALL))
    file = books.last_file if number == ALL else books.file(number)
    said = escape_markdown(_said(f"progress.{key}", phase=number, file="\0"))
    return said.replace("\0", f"[{escape_markdown(file)}]({file})")


def _own_games() -> list[Game]:
    """The games in which a person has chosen something: the one at hand, then kept and saved ones, longest
    first. One that goes on from another stands for both."""
    from .app import at_hand

    found = sorted([*kept(), *_saved()], key=lambda game: -game.n)
    game = at_hand()
    out: list[Game] = []
    for one in found if game is None else [game, *found]:
        known = any(goes_on(other, one) or goes_on(one, other) for other in out)
        if not known and any(own(one)):
            out.append(one)
    return out[:MOST_GAMES]


def _saved() -> list[Game]:
    """The newest games that the table has saved by itself."""
    from .app.autosave import newest

    out = []
    for path in newest():
        try:
            out.append(load(path))
        except (ColonyError, OSError):
            continue
    return out


def curves() -> Drawing | Text:
    """The own game round by round, each figure with its table."""
    from .report import GameReport

    games = _own_games()
    if not games:
        return Text(escape_markdown(_said("own.no_game")))
    page, view = GameReport(games[0]), games[0].view()
    said = _said("own.curves", phase=view["phase"], round=view["round"])
    return Drawing(f"<p>{html.escape(said)}</p>{page.plain_curves()}", said)


def report(path: str | os.PathLike[str], names: bool = True) -> Text:
    """Writes the report of the own game; ``names`` False leaves the players' names out."""
    from .report import report as write

    games = _own_games()
    if not games:
        return Text(escape_markdown(_said("own.no_game")))
    try:
        write(games[0], path, names=names)
    except ColonyError as error:
        return Text(escape_markdown(str(error)))
    return Text(escape_markdown(_said("own.reported", name=path)))


def portfolio(path: str | os.PathLike[str], names: bool = True) -> Text:
    """Writes the own games, answers and reflections as one page; ``names`` False leaves names out."""
    games, known = _own_games(), _keeper().progress()
    if not games and known.empty:
        return Text(escape_markdown(_said("portfolio.nothing")))
    try:
        _portfolio.portfolio(games, known, path, names=names)
    except ColonyError as error:
        return Text(escape_markdown(str(error)))
    return Text(escape_markdown(_said("portfolio.written", name=path)))


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
