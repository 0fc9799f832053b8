"""What has come to light, in big type: opened answers, dice, odds on request."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from colony_nb.app.lecture.public import Record, open_question
from colony_nb.app.lecture.stage import OPENED, Stage
from colony_nb.app.moment import Moment
from colony_nb.app.panes.happened import die_svg
from colony_nb.app.panes.lines import sentence
from colony_nb.app.table import Table
from colony_nb.app.texts import Texts, esc
from colony_nb.app.theme import disc
from colony_nb.app.times import DICE
from colony_nb.commentary.odds import chance_text, option_fight
from colony_nb.plots.dice import BLUE, RED

CARD = re.compile(r"p[1-6]-\d\d")
MOST_ROWS = 8  # chances that find room
ROOM = 430  # characters of sentences that find room under dice
DIE = 62


def results_html(table: Table, m: Moment, stage: Stage) -> str:
    """The answers opened last, else the dice thrown last; "" when there are neither."""
    say = table.texts.say
    records = _since(m, stage)
    opened = [r for r in records if r["kind"] in OPENED]
    if opened and stage.revealed:
        rows = "".join(_opened(record, m, table.texts) for record in opened[-1:])
        return f'<div class="sp"><h2>{esc(say("projector.results"))}</h2>{rows}</div>'
    thrown = [r for r in records if r["kind"] in DICE and (r.get("blue") or r.get("red"))]
    blocks: list[str] = []
    left = ROOM
    for record in reversed(thrown):
        words = sentence(record, m.names, table.texts)
        left -= len(words) + 110
        if blocks and left < 0:
            break
        blocks.insert(0, f"{_dice(record, table.texts)}<p>{esc(words)}</p>")
    return f'<div class="sp"><h2>{esc(say("projector.dice"))}</h2>{"".join(blocks)}</div>' if blocks else ""


def _since(m: Moment, stage: Stage) -> Sequence[Record]:
    start = stage.since if stage.opened is None else stage.opened
    at = m.game.n if m.at is None else m.at
    if start >= at:
        return ()
    return m.journal[len(m.game.at(start).journal) :]


def _opened(record: Record, m: Moment, texts: Texts) -> str:
    """The answers of a sealed round, a line a power."""
    say, book = texts.say, texts.book
    lines: list[tuple[int, str]] = []
    if record["kind"] == "cards":
        for seat, cards in record["chosen"].items():
            named = [book.word(f"action.{card}.name") for card in cards]
            lines.append((int(seat), book.join(named) if named else say("projector.no_card")))
    elif record["kind"] == "bids":
        for seat, bid in record["bids"].items():
            money, points = texts.count("coin", bid["money"]), texts.count("point", bid["points"])
            lines.append((int(seat), say("projector.bid", money=money, points=points)))
    rows = "".join(
        f"<li>{disc(seat, 34)}<span><b>{esc(m.names[seat])}</b> {esc(words)}</span></li>"
        for seat, words in sorted(lines)
    )
    if record["kind"] == "cards":
        return f"<ul>{rows}</ul>"
    return f"<ul>{rows}</ul><p>{esc(sentence(record, m.names, texts))}</p>"


def _dice(record: Record, texts: Texts) -> str:
    """The dice of a record, blue above red."""
    rows = []
    for key, colour in (("blue", BLUE), ("red", RED)):
        dice = record.get(key)
        values = [dice] if isinstance(dice, int) else [int(d) for d in dice or ()]
        if values:
            word = texts.say(f"happened.{key}")
            rows.append("".join(die_svg(value, colour, word, DIE) for value in values))
    return f'<div class="throw">{"".join(f"<div>{row}</div>" for row in rows)}</div>'


def card_html(table: Table, m: Moment) -> str:
    """The event card that an open question is about, turned up for all to read."""
    decision = open_question(table, m)
    card = None if decision is None else decision.context.get("card")
    if (
        decision is None
        or decision.kind == "use_kept"
        or not isinstance(card, str)
        or not CARD.fullmatch(card)
    ):
        return ""
    words = table.texts.book.card(card)
    return (
        f'<div class="sp"><h2 class="sf">{esc(words["title"])}</h2><p class="mut">{esc(words["years"])}</p>'
        f'<p class="hist">{esc(words["text"])}</p></div>'
    )


def odds_html(table: Table, m: Moment) -> str:
    """The chances of the fights that the open question is about; a sentence when it is about none."""
    texts, game = table.texts, table.game
    decision = open_question(table, m)
    best: dict[str, float] = {}
    if decision is not None and game is not None and game.setup.game == "colony":
        for option in decision.options:
            found = option_fight(game, decision, option)
            if found is not None:
                letter, odds = found
                best[letter] = max(best.get(letter, 0.0), _chance(odds))
    head = f"<h2>{esc(texts.say('projector.odds'))}</h2>"
    if not best:
        return f'<div class="sp">{head}<p>{esc(texts.say("projector.no_odds"))}</p></div>'
    rows = "".join(
        f"<li><span><b>{esc(texts.book.country(letter))}</b></span>"
        f"<em>{esc(chance_text(chance, texts.language))}</em></li>"
        for letter, chance in sorted(best.items(), key=lambda pair: -pair[1])[:MOST_ROWS]
    )
    note = texts.say("projector.odds_attack" if _attacks(decision) else "projector.odds_rebellion")
    return f'<div class="sp">{head}<p>{esc(note)}</p><ul>{rows}</ul></div>'


def _chance(odds: Mapping[str, Any]) -> float:
    return float(odds["conquer"] if "conquer" in odds else odds["suppressed"])


def _attacks(decision: Any) -> bool:
    return bool(decision.kind == "attack")
