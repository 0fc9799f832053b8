"""What one team's device shows, as JSON-ready values: public things, and what its own seat may know.

Every text in it is plain: the page puts it in as text, never as markup.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from colony_nb.app.asking import CARDS, NUMBER, Asking, Option
from colony_nb.app.classroom.room import HELPER, SPEAKER, Room, Team
from colony_nb.app.classroom.shared import RoomTable
from colony_nb.app.lecture.stage import OPENED
from colony_nb.app.moment import put
from colony_nb.app.panes.hand import NUMBERS, cost_words
from colony_nb.app.panes.lines import sentence, shown
from colony_nb.app.panes.sim_reading import amounts
from colony_nb.app.panes.sim_steps import NOTE
from colony_nb.game import Game
from colony_nb.kernel.decision import Decision
from colony_nb.kernel.session import Look
from colony_nb.plots.describe import describe
from colony_nb.plots.palette import POWERS
from colony_nb.plots.svg import board_svg

Plain = dict[str, Any]
Record = Mapping[str, Any]
MOST_TOLD = 16  # lines of what happened
MANY = 5  # so many numbers in a row and more are asked for by one number
COLUMNS = {
    "colony": ("money", "influence", "income", "countries", "ships"),
    "simplified": ("money", "prestige", "countries", "counters", "armies"),
}
LABOUR = "SIM-8"


def teams(room: Room) -> list[Plain]:
    """The teams as anybody with the room code may see them."""
    return [
        {
            "seat": team.seat,
            "name": team.name,
            "colour": POWERS[team.seat].colour,
            "letter": POWERS[team.seat].letter,
            "computer": team.bot is not None,
            "free": team.bot is None and not team.speaker,
            "here": room.live(team.seat),
        }
        for team in room.teams
    ]


def personal(room: Room, team: Team, role: str, token: str) -> Plain:
    """What differs between the devices of one team."""
    return {
        "role": role,
        "number": team.number if role == SPEAKER else "",
        "asked": role == HELPER and team.asks == token,
        "asks": bool(team.asks) and role == SPEAKER,
    }


def state(room: Room, table: RoomTable, seat: int) -> Plain:
    """What all devices of a team show now."""
    team, say = room.teams[seat], table.texts.say
    out: Plain = {
        "code": room.code,
        "team": teams(room)[seat],
        "begun": room.begun,
        "discuss": "",
    }
    game = table.game
    if not room.begun or game is None:
        return out | {"teams": teams(room)}
    if table.starting or seat >= game.players:
        return out | {"pause": say("device.choosing" if table.starting else "device.no_power")}
    pause = table.pause
    out["pause"] = say(f"device.pause_{pause}") if pause else ""
    out |= _stage(table)
    if pause == "whatif":
        return out
    look = standing(table, game)
    view = look.view(seat)
    out |= {
        "head": _head(view, table),
        "purse": _purse(view, seat, table),
        "over": game.over and not pause,
        "board": board_key(view),
        "told": _told(look, _since(look, team), table),
        "results": _results(look, pause, table),
        "silence": pause == "silence",
        "read": _read(table, view) if pause in ("read", "discuss") else [],
    }
    if pause:
        return out
    decision = room.asked(seat)
    out["ask"] = None if decision is None else question(table, game, decision)
    if decision is not None:
        out["ask"]["tally"] = [
            table.texts.say("device.tally", option=decision.label(option), count=count)
            for option, count in room.tally(decision)
        ]
    out["waiting"] = _waiting(game, seat, table)
    out["sent"] = _sent(game, team, decision, table)
    return out


def watching(room: Room, table: RoomTable) -> Plain:
    """What a spectator's device shows: what is public, as far as the lecturer has revealed it."""
    say, game = table.texts.say, table.game
    out: Plain = {"code": room.code, "begun": room.begun, "discuss": "", "teams": teams(room)}
    if not room.begun or game is None or table.starting:
        return out
    pause = table.pause
    out["pause"] = say(f"device.pause_{pause}") if pause else ""
    out |= _stage(table)
    if pause == "whatif":
        return out
    look = standing(table, game)
    view = look.view()
    return out | {
        "head": _head(view, table),
        "powers": [
            {"seat": seat, "name": name, "purse": _purse(view, seat, table)}
            for seat, name in enumerate(table.names)
        ],
        "over": game.over and not pause,
        "board": board_key(view),
        "told": _told(look, max(0, look.n - MOST_TOLD), table),
        "results": _results(look, pause, table),
        "silence": pause == "silence",
        "read": _read(table, view) if pause in ("read", "discuss") else [],
        "waiting": "" if pause else _waiting(game, None, table),
    }


def _stage(table: RoomTable) -> Plain:
    """The question to discuss and the timer, as the lecturer has set them."""
    stage = table.stage
    left = None if stage is None else stage.left()
    return {
        "discuss": "" if stage is None else stage.discuss,
        "left": None if left is None else round(left),
        "runs": stage is not None and stage.ends_at is not None,
    }


def standing(table: RoomTable, game: Game) -> Game | Look:
    """The moment that devices see: the projector's, as far as the lecturer has revealed it."""
    stage = table.stage
    if stage is not None and stage.upto is not None and stage.upto < game.n:
        return game.at(stage.upto)
    return game


def board_key(view: Mapping[str, Any]) -> str:
    """Changes when the picture of the board does."""
    figures = [(p["colonist"], p["missionary"]) for p in view["powers"]]
    rows = [
        (
            k,
            *(
                v if not isinstance(v, dict) else tuple(v.items())
                for v in c.values()
                if v not in (None, False)
            ),
        )
        for k, c in view["countries"].items()
    ]
    return f"{hash((repr(rows), repr(figures))) & 0xFFFFFFFF:x}"


def board(table: RoomTable, game: Game) -> Plain:
    """The board as a picture and in words; only what is public."""
    view = dict(standing(table, game).view())
    view["powers"] = [{**p, "name": table.names[p["seat"]]} for p in view["powers"]]
    return {
        "key": board_key(view),
        "svg": board_svg(view, language=table.texts.language),
        "words": describe(view, language=table.texts.language),
    }


# ---------------------------------------------------------------- the question


def question(table: RoomTable, game: Game, decision: Decision) -> Plain:
    """The open question with its options, ready for the page's controls."""
    asking = put(decision, table.texts, table.names)
    prompt = table.texts.book.prompt(decision.kind, decision.seat, decision.context, table.names)
    return {
        "n": decision.n,
        "kind": decision.kind,
        "mode": _mode(asking),
        "prompt": prompt,
        "read": _read(table, game.view()) if decision.kind in ("choice", "invest") else [],
        "note": table.texts.say("device.note") if decision.context.get("content_note") else "",
        "secret": decision.sealed,
        "private": _private(table, game, decision),
        "options": [_option(o) for o in asking.options],
        "stop": None if asking.stop is None else _option(asking.stop),
        "cards": _cards(table, game, asking) if asking.mode == CARDS else [],
        "most": decision.context.get("limit", 1),
        "countries": {k: table.texts.book.country(k) for k in sorted(asking.possible)},
    }


def _mode(asking: Asking) -> str:
    values = [o.value for o in asking.options]
    numbers = all(type(v) is int for v in values)
    in_a_row = numbers and values == list(range(values[0], values[0] + len(values)))
    return NUMBER if in_a_row and len(values) >= MANY else "choice" if asking.mode == NUMBER else asking.mode


def _option(option: Option) -> Plain:
    return {"value": option.value, "label": option.label, "countries": list(option.countries)}


def _cards(table: RoomTable, game: Game, asking: Asking) -> list[Plain]:
    """The action cards that can be part of a choice."""
    usable = {card for option in asking.options for card in option.value}
    costs = game.ruleset.rules(game.setup).table["costs"]  # type: ignore[attr-defined]
    return [
        {
            "card": card,
            "label": table.texts.book.words(f"action.{card}")["name"],
            "note": cost_words(card, costs, table.texts),
        }
        for card in NUMBERS
        if card in usable
    ]


def _private(table: RoomTable, game: Game, decision: Decision) -> list[str]:
    """The texts of the event cards that a question is about."""
    card = decision.context.get("card")
    if decision.kind == "pass_card":
        card = game.view(decision.seat).get("top_card")
    if not isinstance(card, str):
        return []
    words = table.texts.book.card(card)
    return [f"{words['title']} ({words['years']})", words["text"]]


def _step(table: RoomTable, view: Mapping[str, Any]) -> tuple[str, int]:
    """(rule, phase) of the step that a class is at: that of the screen before the next question, if any."""
    screen = table.moment().screen
    return (view["step"], view["phase"]) if screen is None else (screen.rule, screen.phase)


def _read(table: RoomTable, view: Mapping[str, Any]) -> list[str]:
    """What the lecturer reads out at a step of the simplified game, without its alternatives; of the step on
    enslaved labour only its title as long as its note stands before it."""
    rule, phase = _step(table, view)
    if view["game"] != "simplified" or not rule.startswith("SIM-"):
        return []
    words = table.texts.book.step(rule, phase)
    screen = table.moment().screen
    if screen is not None and screen.kind == NOTE:
        return [words["title"]]
    return [words["title"], words.get("read", "")]


# ---------------------------------------------------------------- what else there is to see


def _head(view: Mapping[str, Any], table: RoomTable) -> str:
    say, game = table.texts.say, table.game
    (first, last), phase, parts = view["years"], view["phase"], []
    if view["game"] == "colony":
        parts.append(say("device.round", round=view["round"]) if view["round"] else say("device.setup"))
    elif game is not None:
        rule, phase = _step(table, view)
        first, last = game.ruleset.rules(game.setup).years[phase - 1]  # type: ignore[attr-defined]
        if rule.startswith("SIM-"):
            parts.append(table.texts.book.word(f"step.{rule}"))
    years = say("device.years", first=first, last=last) if last else say("device.since", first=first)
    return " · ".join([say("device.head", phase=phase, years=years), *parts])


def _purse(view: Mapping[str, Any], seat: int, table: RoomTable) -> list[list[Any]]:
    power = view["powers"][seat]
    rows = []
    for key in COLUMNS[view["game"]]:
        value = power[key]
        rows.append([table.texts.say(f"device.{key}"), len(value) if isinstance(value, list) else value])
    return rows


def _since(look: Game | Look, team: Team) -> int:
    """The moment of the team's last answer."""
    sent = team.sent
    return sent.n if sent is not None and sent.n <= look.n else max(0, look.n - MOST_TOLD)


def _told(look: Game | Look, start: int, table: RoomTable) -> list[str]:
    """The last lines of the journal since a moment, the newest first."""
    records = [r for r in shown(look.journal.since(start)) if r["kind"] != "standing"]
    return [sentence(r, table.names, table.texts) for r in reversed(records[-MOST_TOLD:])]


def opened(records: Sequence[Record]) -> list[Record]:
    """The records of the sealed round that was opened last."""
    found = [r for r in records if r["kind"] in OPENED]
    return [r for r in found if r["n"] == found[-1]["n"]]


def _results(look: Game | Look, pause: str, table: RoomTable) -> list[Plain]:
    """What was chosen in the last sealed round, by all; what follows, once it may be told."""
    now = int(look.view()["round"])
    out = []
    for record in opened(look.journal):
        if record["round"] < now - 1:
            continue
        out.append({"rows": chosen_rows(record, table), "follows": _follows(record, pause, table)})
    return out


def chosen_rows(record: Record, table: RoomTable) -> list[Plain]:
    """One row a team: its seat, name and choice in words; for other records one row with their sentence."""
    kind, book, names = record["kind"], table.texts.book, table.names
    if kind in ("choices", "cards"):
        context = {"step": record["rule"]} if kind == "choices" else {}
        rows = []
        for seat, value in sorted((int(k), v) for k, v in record["chosen"].items()):
            option = tuple(value) if kind == "cards" else value
            label = book.label("choice" if kind == "choices" else kind, option, context, names)
            rows.append({"seat": seat, "name": names[seat], "label": label})
        return rows
    if kind == "investments":
        both = sorted((int(k), v) for k, v in record["chosen"].items())
        return [{"seat": k, "name": names[k], "label": amounts(table.texts, *v)} for k, v in both]
    return [{"seat": None, "name": "", "label": sentence(record, names, table.texts)}]


def _follows(record: Record, pause: str, table: RoomTable) -> list[str]:
    if record["kind"] != "choices" or pause == "silence":
        return []
    try:
        follows = table.texts.book.consequences(record["rule"])
    except KeyError:
        return []
    words = table.texts.book.step(record["rule"])
    letters = sorted({str(v) for v in record["chosen"].values()})
    return [f"{words[k]}: {follows[k]}" for k in letters if k in follows and k in words]


def _waiting(game: Game, seat: int | None, table: RoomTable) -> str:
    """Who is still to answer, as far as that gives nothing away."""
    pending, say = game.pending, table.texts.say
    others = [d.seat for d in pending if d.seat != seat]
    if not others:
        return "" if pending or game.over else say("device.nobody")
    if any(d.kind == "invest" for d in pending):
        return say("device.sent_wait")  # who is asked for the second amount depends on the first, a secret
    names = [table.names[other] for other in others]
    if pending[0].sealed:
        return say("device.still", teams=table.texts.book.join(names))
    return say("device.turn", team=names[0])


def _sent(game: Game, team: Team, decision: Decision | None, table: RoomTable) -> str:
    """The team's own answer while others still choose in secret."""
    pending, sent = game.pending, team.sent
    if decision is not None or sent is None or not pending or not pending[0].sealed:
        return ""
    if sent.n != pending[0].n or sent.kind != pending[0].kind:
        return ""
    label = table.texts.book.label(sent.kind, sent.option, pending[0].context, table.names)
    return table.texts.say("device.sent", option=label)
