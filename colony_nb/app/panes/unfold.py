"""Fights, searches and throws unfolded step by step: thrown, sorted, paired, who loses what and why.

What is still to come is in the page but hidden; with ``prefers-reduced-motion`` the page shows all of it and
no button (the classes ``later`` and ``until`` in app.css).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from colony_nb.app.focus import keep
from colony_nb.app.moment import Moment
from colony_nb.app.panes import controls
from colony_nb.app.panes.odds import study
from colony_nb.app.table import Table
from colony_nb.app.texts import Texts, esc
from colony_nb.plots.dice import PAIRED, dice_svg
from colony_nb.plots.steps import STEPPED, Frame, frames

Record = Mapping[str, Any]
Token = tuple[Any, ...]


def token(record: Record) -> Token:
    """What tells one throw of a game from another."""
    where = record.get("country") or record.get("target")
    dice = tuple(record["blue"]) if isinstance(record.get("blue"), list) else record.get("blue")
    return record["n"], record["kind"], record.get("seat"), record.get("source"), where, dice


def steps_of(record: Record, m: Moment, texts: Texts) -> list[Frame]:
    return frames(record, m.names, texts.language) if record["kind"] in STEPPED else []


def _picture(record: Record, m: Moment, theme: str, step: int, texts: Texts, mark: str = "") -> str:
    places = {k: c["name"] for k, c in m.view["countries"].items()}
    svg = dice_svg(record, theme, step, country_names=places, language=texts.language)
    two = " two" if record["kind"] in ("attack", "rebellion") else ""
    return f'<div class="pic{two}{mark}">{svg}</div>'


def _step(frame: Frame) -> str:
    return f"<b>{esc(frame.title)}.</b> {esc(frame.text)}"


def _steps(shown: Sequence[Frame], hidden: Sequence[Frame] = ()) -> str:
    rows = [f"<li><span>{_step(f)}</span></li>" for f in shown]
    rows += [f'<li class="later"><span>{_step(f)}</span></li>' for f in hidden]
    return f'<ol class="steps">{"".join(rows)}</ol>'


def told_html(record: Record, m: Moment, texts: Texts, theme: str, words: str) -> str:
    """A throw told at once: the picture, the journal's sentence, the steps folded."""
    summary = esc(study(texts.language).say("steps.folded"))
    folded = f"<details><summary>{summary}</summary>{_steps(steps_of(record, m, texts))}</details>"
    return f'<div class="fight">{_picture(record, m, theme, PAIRED, texts)}<p>{words}</p>{folded}</div>'


def unfolding_html(record: Record, m: Moment, texts: Texts, theme: str, step: int) -> str:
    """A throw up to its ``step`` (counted from 0), whose words stand first."""
    all_ = steps_of(record, m, texts)
    at = all_[step]
    last = step == len(all_) - 1
    thrown = " thrown" if step == 0 else ""
    picture = _picture(record, m, theme, at.step, texts, thrown if last else f"{thrown} until")
    if not last:
        picture += _picture(record, m, theme, PAIRED, texts, " later")
    words = f'<p class="until">{_step(at)}</p>{_steps(all_[:step], all_[step:])}'
    return f'<div class="fight">{picture}{words}</div>'


class Unfold:
    """Where the reader is among the throws of the moment. ``changed`` is called when a button is pressed.

    ``at`` is the place of the throw under way among those that have steps, ``step`` its step; all before it
    are told. The reader's preference for all at once is the table's and lasts.
    """

    def __init__(self, table: Table, changed: Callable[[], None]) -> None:
        self.table = table
        self._changed = changed
        self._words = study(table.texts.language)
        self._met: tuple[Any, ...] = ()
        self._throws: list[Record] = []
        self._counts: list[int] = []
        self.at = self.step = 0
        say = self._words.say
        self.head = controls.html("facts", classes=("grow",))
        self.next = controls.button(say("steps.next"), self.forward, "filled", classes=("cnb-next",))
        self.all = controls.button(say("steps.all"), self.at_once, "quiet", classes=("cnb-all",))
        self.again = controls.button(say("steps.slowly"), self.slowly, "quiet", classes=("cnb-slowly",))
        for made in (self.next, self.all, self.again):
            keep(made)
        self.panel = controls.row(self.next, self.all, self.again, self.head, styles=("row", "motion"))

    # ---------------------------------------------------------------- where it stands

    def meet(self, m: Moment, records: Sequence[Record], whole: bool) -> None:
        """The throws of a moment; those met before stay told. ``whole``: no steps now (a game that plays)."""
        throws = [r for r in records if r["kind"] in STEPPED]
        met = (id(m.game), *(token(r) for r in throws))
        if met != self._met:
            old = set(self._met[1:]) if self._met[:1] == met[:1] else set()
            self._met, self._throws = met, throws
            self._counts = [len(steps_of(r, m, self.table.texts)) for r in throws]
            self.at = next((i for i, r in enumerate(throws) if token(r) not in old), len(throws))
            self.step = 0
        if whole or self.table.reader["at_once"]:
            self.at = len(throws)
        self._show()

    @property
    def open(self) -> Record | None:
        """The throw under way; None when all are told."""
        return self._throws[self.at] if self.at < len(self._throws) else None

    @property
    def _last(self) -> bool:
        return self.open is None or self.step >= self._counts[self.at] - 1

    @property
    def done(self) -> bool:
        """Whether nothing is hidden any more."""
        return self.open is None or (self._last and self.at == len(self._throws) - 1)

    def _show(self) -> None:
        say = self._words.say
        controls.show(self.panel, bool(self._throws))
        controls.show(self.next, not self.done)
        controls.show(self.all, not self.done)
        controls.show(self.again, bool(self._throws) and self.done)
        label = say("steps.next_fight" if self._last else "steps.next")
        if self.next.label != label:
            self.next.label = label
        text = ""
        if self.open is not None:
            title = frames(self.open, self.table.names, self.table.texts.language)[self.step].title
            text = say("steps.place", step=self.step + 1, steps=self._counts[self.at], title=title)
        self.head.object = f'<p class="no" role="status">{esc(text)}</p>' if text else ""

    # ---------------------------------------------------------------- what the reader does

    def forward(self) -> None:
        """The next step, or the next throw after the last step of one."""
        if self.open is not None:
            if self._last:
                self.at, self.step = self.at + 1, 0
            else:
                self.step += 1
        self._changed()

    def at_once(self) -> None:
        """All of it, now and from now on."""
        self.table.reader["at_once"] = True
        self._changed()

    def slowly(self) -> None:
        """From the first throw again, step by step, now and from now on."""
        self.table.reader["at_once"] = False
        self.at = self.step = 0
        self._changed()
