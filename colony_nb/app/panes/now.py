"""The what-now bar: who must do what, what it costs, what they hold; and the button that does it."""

from __future__ import annotations

import re
from collections.abc import Callable

from colony_nb.app.focus import keep, take
from colony_nb.app.moment import Moment
from colony_nb.app.panes import controls, sim_table
from colony_nb.app.panes.sim_steps import is_simplified
from colony_nb.app.panes.time import bar_class, branded, look_texts
from colony_nb.app.table import Table
from colony_nb.app.texts import Texts, esc
from colony_nb.app.theme import band, disc

_SENTENCE = re.compile(r"(?<=[.?!])\s+")


def split(prompt: str) -> tuple[str, str]:
    """The first sentence of a prompt and the rest."""
    parts = _SENTENCE.split(prompt, maxsplit=1)
    return parts[0], parts[1] if len(parts) > 1 else ""


def now_texts(m: Moment, texts: Texts, reading: bool, history: bool = False) -> tuple[int | None, str, str]:
    """(seat, headline, second line); ``reading``: what happened is being read before the question."""
    say = texts.say
    if m.over:
        ended = say("sim.over") if is_simplified(m) else say("bar.over", round=m.view["round"])
        return None, ended, say("bar.over_more")
    if m.decision is None:
        turn = m.view["turn"]
        return turn, say("bar.bots"), ""
    seat = m.decision.seat
    name = m.names[seat]
    if m.cover:
        return seat, say("bar.cover", power=name), say("bar.cover_more", power=name)
    lead, rest = split(m.prompt)
    if reading:
        told = say("history.bar" if history else "bar.happened", power=name)
        return seat, told, say("bar.happened_more", prompt=lead)
    power = m.power(seat)
    if is_simplified(m):
        return seat, lead, f"{rest} {sim_table.purse_line(m, seat, texts)}".strip()
    key = "line.purse" if m.view["step"] in ("cards", "pass") else "line.purse_now"
    purse = texts.book.line(key, m.names, money=power["money"], income=power["income"])
    return seat, lead, f"{rest} {purse}".strip()


def now_html(seat: int | None, lead: str, more: str) -> str:
    mark = disc(seat, 30) if seat is not None else ""
    colour = band(seat) if seat is not None else "transparent"
    return (
        f'<div class="nw"><span class="bar" style="background:{colour}"></span>{mark}'
        f'<div class="nt">'
        f'<div class="nl">{esc(lead)}</div><div class="ns">{esc(more)}</div></div></div>'
    )


class NowBar:
    """``commit`` and ``stop`` belong to the question and are driven by its pane."""

    def __init__(
        self,
        table: Table,
        on_commit: Callable[[], None],
        on_stop: Callable[[], None],
        on_why: Callable[[], None],
        on_step: Callable[[], None],
        on_play: Callable[[], None],
    ) -> None:
        self.table = table
        say, word = table.texts.say, table.texts.book.word
        self.text = controls.html("nowtext", classes=("grow",))
        self.why = controls.button(word("button.why"), on_why, "onbar", classes=("cnb-why",))
        self.stop = controls.button("", on_stop, "onbar", classes=("cnb-stop",), visible=False)
        self.commit = controls.button(
            say("commit.choose"), on_commit, "onbar", "onbarfilled", classes=("cnb-commit",)
        )
        self.step = controls.button(say("watch.step"), on_step, "onbar", classes=("cnb-step",), visible=False)
        self.play = controls.button(
            say("watch.play"), on_play, "onbar", "onbarfilled", classes=("cnb-play",), visible=False
        )
        for made in (self.stop, self.commit, self.step, self.play):
            keep(made)
        self.big = False  # in a presentation the rule is looked up under "More"
        self.acts = controls.row(self.why, self.stop, self.step, self.play, self.commit, styles=("acts",))
        self.panel = controls.row(self.text, self.acts, styles=("now",), classes=("now",))
        take(self.panel, "cnb-commit")
        take(self.stop, "cnb-commit")

    def update(self, m: Moment, reading: bool, history: bool = False) -> None:
        texts = self.table.texts
        told = look_texts(m, texts) if m.at is not None else now_texts(m, texts, reading, history)
        self.text.object = now_html(told[0], *branded(m, told[1], told[2], texts))
        classes = [c for c in ("now", bar_class(m)) if c]
        if self.panel.css_classes != classes:
            self.panel.css_classes = classes
        asked = m.decision is not None and not m.cover
        controls.show(self.commit, asked)
        controls.show(self.why, asked and not reading and not self.big)
        if asked and m.decision is not None:
            shut = m.decision.rule in m.shut_rules
            rule = f"{self.table.texts.book.word('button.why')} {m.decision.rule}"
            self.why.label = self.table.texts.say("sim.again") if shut else rule
        controls.show(self.step, m.watching)
        controls.show(self.play, m.watching)
        if not asked:
            controls.show(self.stop, False)
