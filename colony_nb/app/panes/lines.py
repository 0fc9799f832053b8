"""Journal records as lines of HTML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from colony_nb.app.texts import Texts, esc
from colony_nb.app.theme import disc

Record = Mapping[str, Any]
QUIET = frozenset(("discard", "operations"))
_RULE = re.compile(r"\b[A-Z]{3}-\d{1,2}\b")


def actor(record: Record) -> int | None:
    """The seat a record is about."""
    seat = record.get("seat")
    return seat if isinstance(seat, int) and seat >= 0 else None


def sentence(record: Record, names: Sequence[str], texts: Texts) -> str:
    return texts.book.sentence(record, list(names))


def shown(records: Iterable[Record]) -> list[Record]:
    """Without the records that repeat what others tell."""
    return [r for r in records if r["kind"] not in QUIET]


def rule_button(rule: str) -> str:
    """A rule's name that leads to its text (``data-rule``, see page.js); "" without a rule."""
    name = esc(rule)
    return f'<button type="button" class="rn" data-rule="{name}">{name}</button>' if rule else ""


def with_rules(words: str, texts: Texts) -> str:
    """Escaped words in which the names of rules lead to their texts."""
    known = texts.book.rules()
    return _RULE.sub(lambda found: rule_button(found[0]) if found[0] in known else found[0], words)


def strip_html(records: Sequence[Record], names: Sequence[str], texts: Texts, most: int = 3) -> str:
    """The last lines, the newest on top."""
    rows = []
    told = [r for r in shown(records) if r["kind"] != "standing"]
    for record in reversed(told[-most:]):
        seat = actor(record)
        mark = disc(seat, 17) if seat is not None else '<span style="width:17px"></span>'
        rows.append(
            f'<div class="jl"><span class="jr">{record["round"] or ""}</span>{mark}'
            f'<span class="jt">{esc(sentence(record, names, texts))}</span>'
            f'<span class="jn">{rule_button(record.get("rule") or "")}</span></div>'
        )
    return f'<div class="jour">{"".join(rows)}</div>'


def item(record: Record, names: Sequence[str], texts: Texts) -> str:
    """One line of a list: the power, the sentence, the rule."""
    seat = actor(record)
    mark = disc(seat, 18) if seat is not None else ""
    rule = rule_button(record.get("rule") or "")
    return f"<li>{mark}<span>{esc(sentence(record, names, texts))}</span>{rule}</li>"
