"""The projector's pieces of HTML. Whatever a person typed is escaped here."""

from __future__ import annotations

from colony_nb.app.lecture.public import Said
from colony_nb.app.lecture.stage import Stage
from colony_nb.app.lecture.told import card_html, odds_html, results_html
from colony_nb.app.moment import Moment
from colony_nb.app.panes.header import ROMAN
from colony_nb.app.panes.sim_reading import consequences_html, is_simplified, reading_html
from colony_nb.app.panes.sim_steps import OPEN, REVEALS, SILENCE, Screen
from colony_nb.app.panes.time import branded
from colony_nb.app.table import Table
from colony_nb.app.texts import Texts, esc
from colony_nb.app.theme import band, disc
from colony_nb.commentary import simplified_texts

LONG_LINE = 76  # characters from which the line of what comes next is set smaller
SIZES = ((90, "short"), (190, ""), (300, "long"))  # characters of a question, and its size
_TICK = (
    '<svg class="ok" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="11" fill="#FFFDF8"'
    ' stroke="#1B2024" stroke-width="2"/><path d="M6 12.5l4 4 8-9" fill="none" stroke="#1B2024"'
    ' stroke-width="3"/></svg>'
)


def curtain_html(stage: Stage, starting: bool, texts: Texts) -> str:
    """The whole screen while the curtain is shut, before a game, or while the room's door is shown."""
    say = texts.say
    title = f'<h1 class="sf">{esc(texts.book.word("screen.title"))}</h1>'
    if stage.code and (stage.door or starting) and not stage.curtain:
        qr = f'<div class="qr">{stage.qr}</div>' if stage.qr else ""
        code = esc(say("projector.room_code", code=stage.code))
        return (
            f'<div class="cu door">{qr}<div class="in"><h1 class="sf">{esc(say("projector.join"))}</h1>'
            f"<p>{esc(stage.address)}</p>"
            f'<div class="code" role="img" aria-label="{code}">{esc(stage.code)}</div></div></div>'
        )
    words = say("projector.curtain" if stage.curtain else "projector.nothing")
    return f'<div class="cu">{title}<p>{esc(words)}</p></div>'


def curtain_page(texts: Texts) -> str:
    """The projector's page when its address has no secret, or one that is not known."""
    title = f'<h1 class="sf">{esc(texts.book.word("screen.title"))}</h1>'
    return f'<div class="cu">{title}<p>{esc(texts.say("projector.unknown"))}</p></div>'


def head_html(m: Moment, stage: Stage, texts: Texts, screen: Screen | None = None) -> str:
    """Phase with its years, round, the room's code; ``screen``: of the simplified game, while one stands."""
    say, view = texts.say, m.view
    number, round_ = int(view["phase"]), int(view["round"])
    if screen is not None:
        number, round_ = screen.phase, screen.step
    first, last = view["years"]
    if is_simplified(m):
        title = simplified_texts.phase(texts.book, number)["title"]
        first, last = m.game.ruleset.rules(m.game.setup).years[number - 1]  # type: ignore[attr-defined]
        count = say("projector.step", step=round_)
    else:
        title, count = texts.book.phase(number)["title"], f"{say('head.round')} {round_}"
        last = last or texts.book.phase(number)["years"].split()[-1]
    years = f"{first}–{last}"
    room = ""
    if stage.code:
        room = f'<span class="room">{esc(say("projector.room"))} <b>{esc(stage.code)}</b></span>'
    shown = esc(count) if round_ else esc(say("head.setup"))
    return (
        f'<div class="sh"><h1><span class="sf">{ROMAN[number - 1]}</span> {esc(years)}'
        f' <span class="sf tt">{esc(title)}</span></h1><span class="rd">{shown}</span>{room}</div>'
    )


def ticks_html(stage: Stage, m: Moment, texts: Texts) -> str:
    """Who has answered the sealed question."""
    out = []
    for seat, done in stage.waiting.items():
        words = texts.say("projector.answered" if done else "projector.waiting", power=m.names[seat])
        out.append(
            f'<span class="tk{"" if done else " no"}"><span class="vh">{esc(words)}</span>{disc(seat, 42)}'
            f"{_TICK if done else ''}</span>"
        )
    return f'<div class="ticks">{"".join(out)}</div>' if out else ""


def now_html(said: Said, m: Moment, stage: Stage, texts: Texts, asked: bool = True) -> str:
    """The line of what comes next; with the discs of who has answered while a question is ``asked``."""
    seat, lead, more = said
    lead, more = branded(m, lead, more, texts)
    long = " long" if len(lead) > LONG_LINE else ""
    mark = disc(seat, 48) if seat is not None else ""
    colour = band(seat) if seat is not None else "transparent"
    second = f'<div class="ss">{esc(more)}</div>' if more and not long else ""
    return (
        f'<div class="sn"><span class="bar" style="background:{colour}"></span>{mark}'
        f'<div class="st2"><div class="sl{long}">{esc(lead)}</div>{second}</div>'
        f"{ticks_html(stage, m, texts) if asked else ''}</div>"
    )


def side_html(table: Table, m: Moment, stage: Stage) -> str:
    """What stands in place of the powers: the question to discuss, or the results; "" for nothing."""
    say = table.texts.say
    if stage.discuss:
        size = next((name for most, name in SIZES if len(stage.discuss) <= most), "longest")
        return (
            f'<div class="sp"><h2>{esc(say("projector.discuss"))}</h2>'
            f'<p class="q {size}">{esc(stage.discuss)}</p></div>'
        )
    if stage.odds:
        return odds_html(table, m)
    if is_simplified(m) or not stage.results:
        return ""
    return results_html(table, m, stage) or card_html(table, m)


def sheet_html(table: Table, m: Moment, stage: Stage) -> str:
    """In the simplified game the whole screen: what is read out, and when all is revealed what followed."""
    if not is_simplified(m) or stage.discuss or table.times.at is not None or table.game is None:
        return ""
    own = table.moment()
    screen = own.screen
    if screen is not None and screen.kind in REVEALS | {SILENCE}:
        return consequences_html(table, own) if stage.revealed else ""
    if stage.hidden:
        return ""
    if screen is not None and screen.kind == OPEN:
        words = simplified_texts.opening(table.texts.book)
        title, text = esc(words["title"]), esc(words["text"])
        return f'<article class="sim"><h1 class="sf">{title}</h1><p class="hist say">{text}</p></article>'
    sealed = bool(own.pending) and own.pending[0].sealed
    return reading_html(table, own, True) if screen is not None or sealed else ""
