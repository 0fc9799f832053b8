"""What happened since the person's last choice: event cards, dice, lines, the round's code."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from colony_nb.app.linked import link
from colony_nb.app.moment import Moment, concerns
from colony_nb.app.panes import controls
from colony_nb.app.panes.gate import pending_cards
from colony_nb.app.panes.lines import item, sentence, shown
from colony_nb.app.panes.odds import study
from colony_nb.app.panes.unfold import Unfold, told_html, unfolding_html
from colony_nb.app.table import Table
from colony_nb.app.texts import Texts, esc
from colony_nb.app.theme import disc
from colony_nb.plots.dice import BLUE, PIP, RED
from colony_nb.plots.steps import STEPPED

Record = Mapping[str, Any]
MOST_LINES = 40
_PIPS = {
    1: ((12, 12),),
    2: ((7, 7), (17, 17)),
    3: ((6, 6), (12, 12), (18, 18)),
    4: ((7, 7), (17, 7), (7, 17), (17, 17)),
    5: ((6, 6), (18, 6), (12, 12), (6, 18), (18, 18)),
    6: ((7, 6), (17, 6), (7, 12), (17, 12), (7, 18), (17, 18)),
}


def die_svg(value: int, colour: str, word: str, size: int = 34) -> str:
    """One die with its value, also in words."""
    pips = "".join(f'<circle cx="{x}" cy="{y}" r="2.1"/>' for x, y in _PIPS.get(value, ()))
    return (
        f'<svg width="{size}" height="{size}" viewBox="0 0 24 24" role="img"'
        f' aria-label="{esc(word)} {value}">'
        f'<rect x="1" y="1" width="22" height="22" rx="3.5" fill="{colour}"/><g fill="{PIP}">{pips}</g></svg>'
    )


def dice_row(blue: Any, red: Any, texts: Texts) -> str:
    """The dice of a search or of a fight that is under way."""

    def values(dice: Any) -> list[int]:
        return [dice] if isinstance(dice, int) else [int(d) for d in dice or ()]

    parts = [die_svg(v, BLUE, texts.say("happened.blue")) for v in values(blue)]
    parts += [die_svg(v, RED, texts.say("happened.red")) for v in values(red)]
    return f'<span class="dice">{"".join(parts)}</span>'


def card_html(
    card: str, texts: Texts, choice: str | None = None, who: str = "", open_: bool = True, told: bool = False
) -> str:
    """An event card with its text; its alternatives, the chosen one marked, when there was a choice.
    ``told``: its history is open, and a link leads there; else its place is shown shut."""
    words = texts.book.card(card)
    phase = texts.book.phase(int(card[1]))
    head = f"{esc(texts.book.word('label.event_card'))}, {esc(phase['title'])}"
    out = [
        f'<article class="ec"><div class="k">{who}{head}</div><h2 class="sf">{esc(words["title"])}'
        f' <span class="y">{esc(words["years"])}</span></h2>',
    ]
    if open_:
        out.append(f'<p class="hist">{esc(words["text"])}</p>')
    if told:
        to_read = f"<b>{esc(texts.say('history.read_card'))}</b>"
        out.append(f'<p class="tohist">{link(f"card:{card}", to_read)}</p>')
    else:
        out.append(f'<div class="shut">{esc(texts.say("history.opens"))}</div>')
    if choice in ("a", "b") and "a" in words:
        for key in ("a", "b"):
            chosen = key == choice
            mark = f"<b>{esc(texts.say('happened.chose'))}</b>" if chosen else ""
            out.append(f'<div class="alt{" ch" if chosen else ""}">{mark}{esc(words[key])}</div>')
    out.append("</article>")
    return "".join(out)


def record_html(record: Record, m: Moment, texts: Texts, theme: str) -> str:
    """A fight, throw or event card told in full."""
    kind = record["kind"]
    words = esc(sentence(record, m.names, texts))
    if kind == "event":
        seat = record["seat"]
        who = f"{disc(seat, 17)} {esc(texts.say('happened.event', power=m.names[seat]))} · "
        told = record["card"] not in pending_cards(m)
        return card_html(record["card"], texts, record.get("choice"), who, told=told)
    if kind in STEPPED:
        return told_html(record, m, texts, theme, words)
    return f'<div class="fight">{dice_row(record.get("blue"), record.get("red"), texts)}<p>{words}</p></div>'


def in_full(m: Moment) -> list[Record]:
    """The records that are told in full: those about the persons' own powers, the newest six."""
    seats: Sequence[int] = m.persons or range(m.view["players"])
    return [r for r in shown(m.since) if concerns(r, seats)][-6:]


def happened_html(m: Moment, texts: Texts, theme: str, unfold: Unfold | None = None) -> str:
    """The summary, newest last, with the records of the persons' own powers told in full.

    ``unfold`` says which throw is under way; what came after it is in the page, but hidden until it is told.
    """
    say = texts.say
    records = shown(m.since)
    if m.code:
        ended = max((r["round"] for r in m.since if r["kind"] == "standing"), default=0)
        code = f'<p>{esc(say("happened.code", round=ended))}<code class="code">{esc(m.code)}</code></p>'
    else:
        code = ""
    if not records:
        return f'<p class="mut">{esc(say("happened.nothing"))}</p>{code}'
    full = in_full(m)
    now = None if unfold is None else unfold.open
    at = len(full) if now is None else next(i for i, r in enumerate(full) if r is now)
    out = [record_html(r, m, texts, theme) for r in reversed(full[at + 1 :])]
    if out and unfold is not None and not unfold.done:
        out = [f'<div class="later">{"".join(out)}</div>']
    if now is not None and unfold is not None:
        out.append(unfolding_html(now, m, texts, theme, unfold.step))
    out += [record_html(r, m, texts, theme) for r in reversed(full[:at])]
    title = say("happened.title_all") if m.seat is None else say("happened.title", power=m.names[m.seat])
    out.append(code)
    why = None if m.why_at is None else m.game.why(m.why_at)
    if why:
        out.append(f'<p class="why"><b>{esc(say("happened.why"))}</b> {esc(why)}</p>')
    out.append(f"<h3>{esc(title)}</h3><ul>")
    lines = records[-MOST_LINES:]
    told = len(lines)
    if now is not None and unfold is not None and not unfold.done:
        told = next((i for i, r in enumerate(lines) if r is now), 0)
    out += [item(r, m.names, texts) for r in lines[:told]]
    out.append("</ul>")
    if told < len(lines):
        words = study(texts.language).say("steps.later")
        rest = [item(r, m.names, texts) for r in lines[told:]]
        out.append(f'<p class="mut until">{esc(words)}</p><ul class="later">{"".join(rest)}</ul>')
    if len(records) > MOST_LINES:
        out.append(f'<p class="mut">{esc(say("happened.more", count=len(records) - MOST_LINES))}</p>')
    return "".join(out)


class Happened:
    """``changed`` is called when the reader goes on to another step."""

    def __init__(self, table: Table, theme: str, changed: Callable[[], None] = lambda: None) -> None:
        self.table = table
        self.theme = theme
        self.unfold = Unfold(table, changed)
        self.text = controls.html("event")
        self.panel = controls.column(self.unfold.panel, self.text, styles=("stack",))

    def update(self, m: Moment, playing: bool = False) -> None:
        """``playing``: the game or a replay runs by itself, so nothing waits for a step."""
        self.unfold.meet(m, in_full(m), playing)
        self.text.object = happened_html(m, self.table.texts, self.theme, self.unfold)
