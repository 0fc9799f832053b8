"""What a teacher reads out at a step of the simplified game, and what is told when all have chosen.

``reading_html(table, m, big)`` and ``consequences_html(table, m)`` are whole pieces of safe HTML, also for a
projector and for the teams' own devices. They draw the line themselves: consequences of a step are in them
only when the table shows them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from colony_nb.app.panes.lines import actor, sentence
from colony_nb.app.panes.sim_steps import (
    BEGIN,
    BOOKED,
    DISCUSS,
    LABOUR,
    NOTE,
    OPEN,
    REVEALS,
    SHOWN,
    SILENCE,
    Screen,
    is_simplified,
    of_step,
    rule_of,
    step_of,
    steps,
)
from colony_nb.app.texts import Texts, esc
from colony_nb.app.theme import disc
from colony_nb.commentary import simplified_texts

if TYPE_CHECKING:
    from colony_nb.app.moment import Moment
    from colony_nb.app.table import Table

__all__ = ["consequences_html", "is_simplified", "reading_html", "screen_html"]

Record = Mapping[str, Any]
NUMBERS = {"a": "1", "b": "2", "c": "3"}  # as on the three cards of the rulebook
COLUMNS = ("money", "prestige", "countries", "counters", "armies")
# told by the table or the choices above the list
NOT_LISTED = frozenset(
    ("phase", "round", "choices", "investments", "standing", "silence", "discussed", "end", "forced")
)
MOST_LINES = 60


def reading_html(table: Table, m: Moment, big: bool = False) -> str:
    """What is read out now: the step's title, its phase and years, the question and its alternatives.

    Nothing in it tells what an alternative brings, so it may be shown at any time. ``big``: for a projector.
    "" outside the simplified game and at its end.
    """
    if not is_simplified(m) or (m.over and m.screen is None):
        return ""
    screen = m.screen
    if screen is None or screen.kind in REVEALS | {SILENCE}:
        number = step_of(m) if screen is None else screen.step
        screen = Screen("read", number, rule_of(m, number), _phase(m, number))
    return _reading(table.texts, m, screen, big)


def consequences_html(table: Table, m: Moment) -> str:
    """The last step that all have chosen in: every choice, what follows from it, what the scribe booked.

    "" as long as there is none, or while the table keeps silent after SIM-8 (then without consequences).
    """
    if not is_simplified(m):
        return ""
    if m.screen is not None and m.screen.kind == SILENCE:
        return _silence(table.texts, m, m.screen.step)
    step = table.steps.revealed(m)
    if not step:
        return ""
    kind = BOOKED if _ended(m, step) else SHOWN
    return _told(table.texts, m, Screen(kind, step, rule_of(m, step), _phase(m, step)))


def screen_html(table: Table, m: Moment) -> str:
    """The screen that comes before the next question; "" without one."""
    screen = m.screen
    if screen is None:
        return ""
    if screen.kind == SILENCE:
        return _silence(table.texts, m, screen.step)
    if screen.kind in REVEALS:
        brief = screen.kind == BOOKED and table.steps.was_shown(m)
        return _told(table.texts, m, screen, brief)
    return _reading(table.texts, m, screen, False)


def spoken_screen(m: Moment, texts: Texts) -> list[str]:
    """What the page's voice says when a screen appears. Nothing that the screen itself does not tell."""
    screen = m.screen
    assert screen is not None
    words = _words(texts, m, screen.step)
    key = {OPEN: "open", SILENCE: "told", SHOWN: "told", BOOKED: "told"}.get(screen.kind, "read")
    lines = [texts.say(f"sim.screen_{key}", title=words["title"])]
    if key == "told":
        kinds = {"choices", "investments"} | ({"standing"} if screen.kind == BOOKED else set())
        told = [r for r in of_step(m, screen.step) if r["kind"] in kinds]
        return [*lines, *(sentence(r, m.names, texts) for r in told)]
    if key == "open":
        return [*lines, simplified_texts.opening(texts.book)["text"]]
    if screen.kind == NOTE:
        return [*lines, words["content_note"]]
    if screen.kind == BEGIN and "opening" in words:
        return [*lines, words["opening"]]
    return [*lines, words["read"], *(f"{n}: {words[k]}." for k, n in NUMBERS.items() if k in words)]


def question_html(table: Table, m: Moment) -> str:
    """Above the alternatives of the question that a team answers: what was read out, without them."""
    if m.decision is None or m.decision.kind not in ("choice", "invest"):
        return ""
    words = _words(table.texts, m, step_of(m))
    return f'<p class="hist say">{esc(words["read"])}</p>'


def accounts_rows(m: Moment, step: int) -> list[tuple[dict[str, Any], dict[str, int]]]:
    """For each power its figures after a step (so far) and what they changed by since the step before."""
    after = _standing(m, step)
    if after is None:
        after = [dict(power) | {"countries": len(power["countries"])} for power in m.view["powers"]]
    before = _standing(m, step - 1)
    if before is None:
        setup = m.game.ruleset.rules(m.game.setup).table["setup"]  # type: ignore[attr-defined]
        zero = dict.fromkeys(COLUMNS, 0) | {"money": setup["coins"], "prestige": setup["prestige"]}
        before = [zero for _ in after]
    return [
        (now, {key: now[key] - was[key] for key in COLUMNS}) for now, was in zip(after, before, strict=True)
    ]


# ---------------------------------------------------------------- parts


def _phase(m: Moment, step: int) -> int:
    return int(steps(m)[step - 1].phase)


def _words(texts: Texts, m: Moment, step: int) -> dict[str, str]:
    return simplified_texts.step(texts.book, rule_of(m, step), _phase(m, step))


def _standing(m: Moment, step: int) -> list[dict[str, Any]] | None:
    found = next((r for r in of_step(m, step) if r["kind"] == "standing"), None)
    return None if found is None else list(found["rows"])


def _ended(m: Moment, step: int) -> bool:
    return any(r["kind"] == "standing" for r in of_step(m, step))


def years_of_phase(m: Moment, phase: int) -> str:
    """ "1492–1600"."""
    first, last = m.game.ruleset.rules(m.game.setup).years[phase - 1]  # type: ignore[attr-defined]
    return f"{first}–{last}"


def _head(texts: Texts, m: Moment, step: int, title: str) -> str:
    """Phase with its years, the step's number, the title."""
    phase = _phase(m, step)
    named = texts.say("sim.head_phase", phase=phase, title=phase_title(texts, phase))
    count = texts.say("sim.head", step=step, count=len(steps(m)))
    line = f"{named}, {years_of_phase(m, phase)} · {count}"
    return f'<div class="k">{esc(line)}</div><h1 class="sf" tabindex="-1">{esc(title)}</h1>'


def phase_title(texts: Texts, phase: int) -> str:
    return simplified_texts.phase(texts.book, phase)["title"]


def _first_of_phase(m: Moment, step: int) -> bool:
    return step == 1 or _phase(m, step) != _phase(m, step - 1)


def _phase_text(texts: Texts, m: Moment, step: int) -> str:
    """The phase's own words, at its first step."""
    if not _first_of_phase(m, step):
        return ""
    words = simplified_texts.phase(texts.book, _phase(m, step))["text"]
    return f'<p class="hist ph">{esc(words)}</p>'


def _reading(texts: Texts, m: Moment, screen: Screen, big: bool) -> str:
    say, words = texts.say, _words(texts, m, screen.step)
    kind = screen.kind
    out = [f'<article class="sim{" big" if big else ""}">']
    if kind == OPEN:
        opening = simplified_texts.opening(texts.book)
        out.append(f'<h1 class="sf" tabindex="-1">{esc(opening["title"])}</h1>')
        out.append(f'<p class="hist">{esc(opening["text"])}</p>')
        out.append(f'<div class="gate"><b>{esc(say("sim.opening_more"))}</b>')
        out.append(f"<p>{esc(opening['teacher'])}</p></div>")
        out.append(f'<p class="mut">{esc(say("sim.years_note"))}</p></article>')
        return "".join(out)
    out.append(_head(texts, m, screen.step, words["title"]))
    before = kind == BEGIN and "opening" in words
    if kind in (NOTE, DISCUSS) or screen.rule != LABOUR:
        out.append(_phase_text(texts, m, screen.step))
    if kind in (NOTE, DISCUSS):
        head = esc(say("sim.note_title"))
        out.append(f'<div class="gate"><b>{head}</b><p>{esc(words["content_note"])}</p></div>')
        if kind == NOTE:
            return "".join([*out, "</article>"])
    out.append(f'<div class="k">{esc(say("sim.aloud"))}</div>')
    out.append(f'<p class="hist say">{esc(words["opening" if before else "read"])}</p>')
    if kind == DISCUSS:
        head = esc(say("sim.discussion"))
        out.append(f'<div class="gate"><b>{head}</b><p class="hist">{esc(words["discuss"])}</p></div>')
    elif not before:
        out.append(_alternatives(texts, words, "both" if screen.rule == "SIM-4" else "choose_one"))
    return "".join([*out, "</article>"])


def _alternatives(texts: Texts, words: Mapping[str, str], how: str) -> str:
    letters = [letter for letter in NUMBERS if letter in words]
    if not letters:
        return ""
    rows = "".join(
        f'<li><b class="no" aria-hidden="true">{NUMBERS[letter]}</b><span>{esc(words[letter])}</span></li>'
        for letter in letters
    )
    return f'<div class="k">{esc(texts.say(f"sim.{how}"))}</div><ol class="alts">{rows}</ol>'


# ---------------------------------------------------------------- after all have chosen


def _chosen(m: Moment, step: int) -> dict[int, Any]:
    """{seat: what it chose} of a step, {} where nobody was asked."""
    for r in of_step(m, step):
        if r["kind"] in ("choices", "investments"):
            return {int(seat): value for seat, value in r["chosen"].items()}
    return {}


def _who(m: Moment, seats: Iterable[int], more: Mapping[int, str] | None = None) -> str:
    marks = []
    for seat in seats:
        words = f"{m.names[seat]}: {more[seat]}" if more is not None else m.names[seat]
        marks.append(f'<span class="who">{disc(seat, 22)}{esc(words)}</span>')
    return f'<div class="whos">{"".join(marks)}</div>'


def _silence(texts: Texts, m: Moment, step: int) -> str:
    """SIM-8: the choices shown together, in plain words, and nothing else."""
    words = _words(texts, m, step)
    rows = "".join(
        f"<li><span>{esc(m.names[seat])}: {esc(words[letter])}</span></li>"
        for seat, letter in _chosen(m, step).items()
    )
    head = _head(texts, m, step, words["title"])
    return (
        f'<article class="sim quiet">{head}<h2>{esc(texts.say("sim.silence_choices"))}</h2>'
        f'<ul class="plain">{rows}</ul><p class="hist">{esc(words["after"])}</p></article>'
    )


def _told(texts: Texts, m: Moment, screen: Screen, brief: bool = False) -> str:
    """``brief``: what follows stood on the screen before, so only who chose what comes again."""
    step, quiet = screen.step, screen.rule == LABOUR
    words = _words(texts, m, step)
    out = [f'<article class="sim{" quiet" if quiet else ""}">', _head(texts, m, step, words["title"])]
    if screen.rule == "SIM-11" and not quiet:
        out.append(_phase_text(texts, m, step))
    if "a" not in words:
        out.append(f'<p class="hist">{esc(words["read"])}</p>')
    discussed = any(r["kind"] == "discussed" for r in of_step(m, step))
    if discussed:
        return "".join([*out, f"<p>{esc(texts.say('sim.discussed'))}</p></article>"])
    out.append(_briefly(texts, m, step, words) if brief else _choices(texts, m, step, words))
    lines = [] if quiet else _lines(texts, m, step)
    accounts = accounts_html(texts, m, step) if screen.kind == BOOKED else ""
    listed = ""
    if lines:
        listed = f'<h2>{esc(texts.say("sim.happened"))}</h2><ul class="lines">{"".join(lines)}</ul>'
    out.append(f'<div class="two"><div>{accounts}</div><div>{listed}</div></div>')
    if screen.kind == SHOWN:
        out.append(f'<p class="mut">{esc(texts.say("sim.still"))}</p>')
    return "".join([*out, "</article>"])


def _choices(texts: Texts, m: Moment, step: int, words: Mapping[str, str]) -> str:
    """Each alternative with who chose it and what follows."""
    rule, chosen = rule_of(m, step), _chosen(m, step)
    letters = [letter for letter in NUMBERS if letter in words]
    if not letters:
        return ""
    follows = simplified_texts.consequences(texts.book, rule)
    rows = []
    for letter in letters:
        if rule == "SIM-4":
            who = ""
        else:
            seats = [seat for seat in sorted(chosen) if chosen[seat] == letter]
            who = _who(m, seats) if seats else f'<p class="mut">{esc(texts.say("sim.nobody"))}</p>'
        mark = f'<b class="no" aria-hidden="true">{NUMBERS[letter]}</b>'
        rows.append(
            f"<li>{mark}<div><b>{esc(words[letter])}</b>{who}<p>{esc(follows[letter])}</p></div></li>"
        )
    both = ""
    if rule == "SIM-4" and chosen:
        both = _who(m, sorted(chosen), {seat: amounts(texts, *pair) for seat, pair in chosen.items()})
    return f'{both}<ol class="alts told">{"".join(rows)}</ol>'


def _briefly(texts: Texts, m: Moment, step: int, words: Mapping[str, str]) -> str:
    """Who chose what, in one line each."""
    chosen = _chosen(m, step)
    if rule_of(m, step) == "SIM-4":
        return _who(m, sorted(chosen), {seat: amounts(texts, *pair) for seat, pair in chosen.items()})
    return _who(m, sorted(chosen), {seat: words[letter] for seat, letter in chosen.items()})


def amounts(texts: Texts, armies: int, tries: int) -> str:
    """Both amounts of SIM-4 in words."""
    key = {0: "try_none", 1: "try"}.get(tries, "tries")
    return texts.say(
        "sim.invested", armies=texts.count("army", armies), tries=texts.say(f"sim.{key}", count=tries)
    )


def _lines(texts: Texts, m: Moment, step: int) -> list[str]:
    """The journal's sentences of a step, without those that the choices and the accounts tell."""
    records = [r for r in of_step(m, step) if r["kind"] not in NOT_LISTED]
    lines = []
    for r in records[:MOST_LINES]:
        seat = actor(r)
        mark = disc(seat, 18) if seat is not None else ""
        lines.append(f"<li>{mark}<span>{esc(sentence(r, m.names, texts))}</span></li>")
    return lines


def accounts_html(texts: Texts, m: Moment, step: int, headed: bool = True) -> str:
    """The scribe's table: what each power holds after a step, and what changed in it."""
    say = texts.say
    head = "".join(f'<th scope="col">{esc(say(f"sim.{key}"))}</th>' for key in ("power", *COLUMNS))
    rows = []
    for now, change in accounts_rows(m, step):
        seat = now["seat"]
        cells = "".join(f"<td>{_figure(now[key], change[key])}</td>" for key in COLUMNS)
        rows.append(f'<tr><th scope="row">{disc(seat, 20)} {esc(m.names[seat])}</th>{cells}</tr>')
    title = esc(say("sim.accounts"))
    shown = f"<h2>{title}</h2>" if headed else ""
    return (
        f'{shown}<table class="acc"><caption class="vh">{title}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
        f'<p class="mut">{esc(say("sim.accounts_note"))}</p>'
    )


def _figure(value: int, change: int) -> str:
    sign = signed(change) if change else ""
    return f'<b>{value}</b> <span class="chg">{sign}</span>'


def signed(number: int) -> str:
    return f"{number:+d}".replace("-", "−")


def listed(texts: Texts, words: Sequence[str]) -> str:
    return texts.book.join(list(words))
