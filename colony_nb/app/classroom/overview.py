"""The class's choices, once they have been shown: a table for the debrief, and as CSV without names."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from typing import Any

from colony_nb.app.classroom.device import Record, standing
from colony_nb.app.classroom.room import Room
from colony_nb.app.classroom.shared import RoomTable
from colony_nb.app.panes.sim_reading import amounts
from colony_nb.app.texts import esc
from colony_nb.app.theme import disc

ASKED = {"choices": "choice", "cards": "cards", "bids": "bid_money"}


@dataclass(frozen=True, slots=True)
class Row:
    """One sealed round: what was decided, and each seat's choice in words ("" for a seat that was not
    asked)."""

    step: str
    labels: tuple[str, ...]


def rows(room: Room, table: RoomTable) -> list[Row]:
    """Every sealed round that the lecturer has revealed, in its order, with the hands where they were
    counted."""
    game = table.game
    if game is None or not room.begun:
        return []
    out = []
    for record in standing(table, game).journal:
        if record["kind"] in ("choices", "cards", "investments", "bids"):
            labels = _labels(record, room, table)
            if any(labels):
                out.append(Row(_step(record, table), tuple(labels)))
    return out


def _step(record: Record, table: RoomTable) -> str:
    book, rule = table.texts.book, str(record["rule"])
    if rule.startswith("SIM-"):
        return f"{record['round']}. {book.word(f'step.{rule}')}"
    words = [table.texts.say("device.round", round=record["round"])]
    if record.get("country"):
        words.append(book.country(record["country"]))
    return ", ".join(words)


def _labels(record: Record, room: Room, table: RoomTable) -> list[str]:
    game = table.game
    assert game is not None
    chosen = {int(seat): value for seat, value in record.get("chosen", record.get("bids", {})).items()}
    return [
        _label(record, seat, chosen[seat], room, table) if seat in chosen else ""
        for seat in range(game.players)
    ]


def _label(record: Record, seat: int, value: Any, room: Room, table: RoomTable) -> str:
    book, say, kind = table.texts.book, table.texts.say, record["kind"]
    if kind == "investments":
        return amounts(table.texts, *value)
    if kind == "bids":
        return say("lecturer.bid", coins=table.texts.count("coin", value["money"]), points=value["points"])
    context = {"step": record["rule"]} if kind == "choices" else {}
    option = tuple(value) if kind == "cards" else value
    label = book.label(ASKED[kind], option, context, table.names)
    hands = _hands(room, int(record["n"]), seat, option)
    return say("lecturer.choices_hands", label=label, count=hands) if hands else label


def _hands(room: Room, n: int, seat: int, option: Any) -> int:
    """Hands counted for this choice: it was asked in the round that ended before moment ``n``."""
    asked = [at for at, who in room.counted if who == seat and at < n]
    if not asked or n - max(asked) > len(room.teams):
        return 0
    return room.counted[max(asked), seat].get(option, 0)


def table_html(room: Room, table: RoomTable) -> str:
    """The overview as a table; a sentence while there is nothing."""
    say, found = table.texts.say, rows(room, table)
    if not found:
        return f'<p class="mut">{esc(say("lecturer.choices_none"))}</p>'
    head = "".join(
        f'<th scope="col">{disc(seat, 20)} {esc(name)}</th>' for seat, name in enumerate(table.names)
    )
    none = say("lecturer.no_hands")
    body = "".join(
        f'<tr><th scope="row">{esc(row.step)}</th>'
        + "".join(f"<td>{esc(label or none)}</td>" for label in row.labels)
        + "</tr>"
        for row in found
    )
    first = esc(say("lecturer.choices_step"))
    return (
        f'<table class="choices"><thead><tr><th scope="col">{first}</th>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table>"
    )


def csv_text(room: Room, table: RoomTable) -> str:
    """The overview as CSV; the teams are numbered, no name is in it."""
    say, out = table.texts.say, io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    numbered = [say("lecturer.anonymous", number=seat + 1) for seat in range(len(table.names))]
    writer.writerow([say("lecturer.choices_step"), *numbered])
    for row in rows(room, table):
        writer.writerow([row.step, *row.labels])
    return out.getvalue()
