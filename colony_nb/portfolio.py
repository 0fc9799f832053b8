"""One person's games, decisions, answers and reflections as one HTML file that reads with scripts off.

    portfolio(games, progress, "portfolio.html", names=False)

Whatever a person typed is escaped; nothing is fetched.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Any

from .commentary.history import History
from .commentary.markup import Words, plain
from .commentary.quiz import closing_questions, feedback, final_head, final_questions, learn
from .commentary.records import Check
from .game import Game
from .lab.exports import shown_to_all, without_names
from .phases import own
from .progress import ALL, Answered, Progress, key_of
from .report import HISTORY, GameReport, page, write_page
from .version import __version__

Record = Mapping[str, Any]
EXCERPT = HISTORY | {"event", "build", "church"}
MOST = 24  # lines of a phase from the journal
PHASES = tuple(range(1, 7))


def portfolio(
    games: Sequence[Game],
    progress: Progress,
    path: str | os.PathLike[str] | None = None,
    *,
    names: bool = True,
    language: str = "en",
) -> str:
    """The portfolio as one HTML document; also written to ``path`` if given.

    ``names`` False leaves the players' names out. Raises SaveError with one sentence when the file cannot be
    written.
    """
    text = _Portfolio([game if names else without_names(game) for game in games], progress, names, language)
    document = text.html()
    if path is not None:
        write_page(path, document, language)
    return document


def prompts(number: int, language: str = "en", history: History | None = None) -> tuple[str, ...]:
    """The open questions of a phase, or (0) those that look back on all phases, in plain text."""
    if number == ALL:
        return closing_questions(language)
    return tuple(plain(text) for text in (history or History(language)).phase(number).questions)


def checks(number: int, language: str = "en", history: History | None = None) -> tuple[Check, ...]:
    """The self-check of a phase, or (0) the quiz over all phases."""
    if number == ALL:
        return tuple(question.check for question in final_questions(language))
    return (history or History(language)).phase(number).quiz


class _Portfolio:
    """One portfolio in the making."""

    def __init__(self, games: Sequence[Game], progress: Progress, names: bool, language: str) -> None:
        self.games = games
        self.progress = progress
        self.named = names
        self.language = language
        self.history = History(language)
        self.words = learn(language)

    def say(self, key: str, names: Sequence[str] = (), **values: Any) -> str:
        return self.words.say(f"portfolio.{key}", names, **values)

    def html(self) -> str:
        parts = [
            (f"game-{i}", self.say("game", number=str(i)), _Played(game, i, self).html())
            for i, game in enumerate(self.games, 1)
        ]
        if not parts:
            parts.append(("games", self.say("game", number="1"), _p(self.say("no_games"))))
        parts.append(("answers", self.say("answers"), self._answers()))
        parts.append(("reflections", self.say("reflections"), self._reflections()))
        contents = "".join(f'<li><a href="#{key}">{escape(title)}</a></li>' for key, title, _ in parts)
        body = "".join(
            f'<section id="{key}"><h2>{escape(title)}</h2>{text}</section>' for key, title, text in parts
        )
        out = "" if self.named else _p(self.say("names_out"))
        made = _p(self.say("made", version=__version__), "mut")
        nav = f'<nav aria-label="{escape(self.say("contents"))}"><ul>{contents}</ul></nav>'
        return page(
            self.say("title"), f"{_p(self.say('lead'))}{out}{nav}{body}<footer>{made}</footer>", self.language
        )

    # ---------------------------------------------------------------- answers and reflections

    def _answers(self) -> str:
        out = []
        for number in (*PHASES, ALL):
            answers = self.progress.answers(number)
            rows = [
                self._answer(check, answers.get(key_of(check.question)), head)
                for check, head in self._asked(number)
            ]
            if any(rows):
                out.append(f"<h3>{escape(self._quiz_title(number))}</h3><ol>{''.join(rows)}</ol>")
        return "".join(out) or _p(self.say("no_answers"))

    def _asked(self, number: int) -> Iterator[tuple[Check, str]]:
        if number == ALL:
            for i, question in enumerate(final_questions(self.language), 1):
                yield question.check, final_head(i, question, self.language)
        else:
            for check in checks(number, self.language, self.history):
                yield check, ""

    def _quiz_title(self, number: int) -> str:
        if number == ALL:
            return self.say("final")
        return self.say("quiz", number=str(number), title=self.history.phase(number).title)

    def _answer(self, check: Check, answer: Answered | None, head: str) -> str:
        if answer is None or not answer.last < len(check.answers) > answer.first:
            return ""
        rows = [f"<b>{escape(plain(check.question))}</b>"]
        if head:
            rows.insert(0, f'<span class="mut">{escape(head)}</span>')
        if answer.first != answer.last:
            rows.append(escape(self.say("first", answer=plain(check.answers[answer.first].text))))
        rows.append(escape(self.say("your", answer=plain(check.answers[answer.last].text))))
        rows.append(escape(feedback(check, answer.last, Words(self.language))))
        return f"<li>{'<br>'.join(rows)}</li>"

    def _reflections(self) -> str:
        out = []
        for number in (*PHASES, ALL):
            written = self.progress.written(number)
            rows = []
            for prompt in prompts(number, self.language, self.history):
                if text := written.get(key_of(prompt)):
                    lines = "<br>".join(escape(line) for line in text.splitlines())
                    rows.append(f"<p><b>{escape(prompt)}</b></p><blockquote>{lines}</blockquote>")
            if rows:
                title = (
                    self.words.say("reflect.end_title")
                    if number == ALL
                    else self.words.say(
                        "portfolio.quiz_phase", number=str(number), title=self.history.phase(number).title
                    )
                )
                out.append(f"<h3>{escape(title)}</h3>{''.join(rows)}")
        return "".join(out) or _p(self.say("no_reflections"))


class _Played:
    """One game in a portfolio."""

    def __init__(self, game: Game, number: int, whole: _Portfolio) -> None:
        self.game = game
        self.number = number
        self.whole = whole
        self.report = GameReport(game, None, whole.named, whole.language)
        self.persons = [seat for seat, who in enumerate(game.setup.bots) if who is None]

    def say(self, key: str, **values: Any) -> str:
        return self.whole.say(key, self.report.names, **values)

    def html(self) -> str:
        view = self.report.view
        key = "over" if self.game.over else "open"
        parts = {
            "board": self._apart(self.report.board()),
            "standings": self.report.money(),
            "curves": self.report.curves(),
            "journal": self._journal(),
            "decisions": self._decisions(),
        }
        lead = _p(self.say(key, phase=str(view["phase"]), round=str(view["round"])))
        return lead + "".join(f"<h3>{escape(self.say(part))}</h3>{text}" for part, text in parts.items())

    def _apart(self, board: str) -> str:
        """Names inside the picture that differ from those of another game's picture."""
        for name in ("cnb-light", "cnb-dark"):
            board = board.replace(name, f"{name}-{self.number}")
        return board

    def _journal(self) -> str:
        out = [_p(self.say("journal_note", most=str(MOST)), "mut")]
        by_phase: dict[int, list[str]] = {}
        for r in self.game.journal:
            if r["kind"] in EXCERPT and {r.get(k) for k in ("seat", "to", "from", "defender")} & set(
                self.persons
            ):
                lines = by_phase.setdefault(int(r["phase"]), [])
                if len(lines) < MOST:
                    lines.append(f"<li>{escape(self.report.book.sentence(r, self.report.names))}</li>")
        for phase, lines in sorted(by_phase.items()):
            title = self.say("phase", phase=str(phase))
            out.append(f"<details open><summary>{escape(title)}</summary><ul>{''.join(lines)}</ul></details>")
        return "".join(out)

    def _decisions(self) -> str:
        out = [_p(self.say("decisions_note"), "mut")]
        by_phase: dict[int, list[tuple[str, str, str, str]]] = {}
        for phase, row in self._chosen():
            by_phase.setdefault(phase, []).append(row)
        head = [self.say(key) for key in ("round", "power", "question", "chosen")]
        for phase, rows in sorted(by_phase.items()):
            title = self.say("decisions_phase", phase=str(phase), count=len(rows))
            caption = self.say("caption", phase=str(phase))
            grid = self.report.table(caption, head, rows, text=(1, 2, 3))
            out.append(f"<details><summary>{escape(title)}</summary>{grid}</details>")
        return "".join(out)

    def _chosen(self) -> Iterator[tuple[int, tuple[str, str, str, str]]]:
        """The persons' choices in words: (phase, (round, power, rule of the question, option))."""
        game, names, book = self.game, self.report.names, self.report.book
        chosen = zip(game.answers, own(game), shown_to_all(game), strict=True)
        for at, ((seat, kind, option), mine, shown) in enumerate(chosen):
            if not (mine and shown):
                continue
            look = game.at(game.first + at)
            question = next((d for d in look.pending if (d.seat, d.kind) == (seat, kind)), None)
            if question is None:
                continue
            view = look.view()
            rule = book.rule(question.rule)["title"] if question.rule in book.rules() else kind
            label = book.label(kind, option, question.context, names)
            round_ = str(view["round"]) if view["round"] else self.say("setup")
            yield int(view["phase"]), (round_, names[seat], f"{rule} ({question.rule})", label)


def _p(text: str, of: str = "") -> str:
    return f'<p class="{of}">{escape(text)}</p>' if of else f"<p>{escape(text)}</p>"


def reflections_markdown(
    progress: Progress, language: str = "en", numbers: Iterable[int] = (*PHASES, ALL)
) -> str:
    """What was written, with the questions, as Markdown; "" without any."""
    from .commentary.markup import escape_markdown

    history, words, out = History(language), learn(language), []
    for number in numbers:
        written = progress.written(number)
        rows = []
        for prompt in prompts(number, language, history):
            if text := written.get(key_of(prompt)):
                quoted = "\n".join(f"> {escape_markdown(line)}" for line in text.splitlines())
                rows.append(f"**{escape_markdown(prompt)}**\n\n{quoted}")
        if rows:
            title = (
                words.say("reflect.end_title")
                if number == ALL
                else words.say("portfolio.quiz_phase", number=str(number), title=history.phase(number).title)
            )
            out.append("\n\n".join([f"## {escape_markdown(title)}", *rows]))
    if not out:
        return ""
    return "\n\n".join([f"# {escape_markdown(words.say('reflect.title'))}", *out]) + "\n"
