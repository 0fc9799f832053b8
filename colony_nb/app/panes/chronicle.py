"""The journal by power, round and kind of thing; each line leads to the board at its moment."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import panel as pn

from colony_nb.app.moment import Moment
from colony_nb.app.panes import controls, sim_table
from colony_nb.app.panes.lines import actor, rule_button, sentence, shown
from colony_nb.app.panes.sim_steps import is_simplified
from colony_nb.app.table import Table
from colony_nb.app.texts import Texts, esc
from colony_nb.app.theme import disc

Record = Mapping[str, Any]
MOST, AHEAD = 150, 40  # lines up to the moment shown, and later ones
KINDS: Mapping[str, frozenset[str]] = {
    "money": frozenset(("income", "pay", "money", "influence", "prestige", "monopoly", "standing")),
    "land": frozenset(
        ("owner", "draw", "lose", "build", "destroy", "ship", "move", "search", "church", "place", "tries")
    ),
    "force": frozenset(("army", "attack", "fight", "place_rebellion", "rebellion", "sabotage", "throw")),
    "event": frozenset(("event", "kept", "pass_card", "offer", "telegraphy", "discard")),
    "state": frozenset(("grant", "bidders", "bids", "government")),
    "turn": frozenset(
        (
            "choices",
            "investments",
            "discussed",
            "silence",
            "start",
            "phase",
            "round",
            "cards",
            "forced",
            "forced_dice",
            "dropped",
            "operations",
            "end",
            "ended",
            "note",
        )
    ),
}
"""The kinds of thing one can choose, with the kinds of record that belong to each."""


@dataclass(frozen=True, slots=True)
class Filter:
    """What is shown: of one power (None: of all), of one round (None: of all), of one kind ("": of all)."""

    seat: int | None = None
    round: int | None = None
    kind: str = ""

    def fits(self, record: Record) -> bool:
        if self.round is not None and record["round"] != self.round:
            return False
        if self.kind and record["kind"] not in KINDS[self.kind]:
            return False
        return self.seat is None or self.seat in seats_of(record)


def seats_of(record: Record) -> frozenset[int]:
    """The powers a record speaks of."""
    named = (record.get(key) for key in ("seat", "defender", "other", "to", "owner", "asker", "attacker"))
    found = {x for x in named if isinstance(x, int) and not isinstance(x, bool) and x >= 0}
    for key in ("bids", "chosen"):
        if isinstance(record.get(key), dict):
            found |= {int(seat) for seat in record[key]}
    return frozenset(found)


def line_html(record: Record, m: Moment, texts: Texts) -> str:
    """One line: the power, the sentence as a button to its moment, the rule."""
    seat, n = actor(record), int(record["n"])
    mark = disc(seat, 18) if seat is not None else ""
    words = esc(sentence(record, m.names, texts))
    ahead = ' class="ahead"' if m.at is not None and n > m.at else ""
    here = ' aria-current="true"' if n == m.at else ""
    return (
        f'<li{ahead}>{mark}<button type="button" class="mo" data-moment="{n}"{here}>{words}</button>'
        f"{rule_button(record.get('rule') or '')}</li>"
    )


def lines_html(records: Sequence[Record], m: Moment, texts: Texts) -> str:
    """Lines with the newest on top and a heading for each round."""
    out: list[str] = []
    at: int | None = None
    for record in reversed(records):
        if record["round"] != at:
            if at is not None:
                out.append("</ul>")
            at = record["round"]
            if is_simplified(m):
                head = sim_table.round_words(m, at, texts)
            else:
                head = texts.say("journal.round", round=at) if at else texts.say("journal.setup")
            out.append(f"<h3>{esc(head)}</h3><ul>")
        out.append(line_html(record, m, texts))
    if out:
        out.append("</ul>")
    return "".join(out)


def journal_html(m: Moment, chosen: Filter, texts: Texts) -> str:
    """The chosen lines up to the moment shown, later ones paler above them."""
    fitting = [r for r in shown(m.game.journal) if chosen.fits(r)]
    if not fitting:
        return (
            f'<p class="mut">{esc(texts.say("journal.empty" if not m.game.journal else "filter.none"))}</p>'
        )
    here = len(fitting) if m.at is None else sum(r["n"] <= m.at for r in fitting)
    first = max(0, here - MOST)
    out = lines_html(fitting[first : here + AHEAD], m, texts)
    if first:
        out += f'<p class="mut">{esc(texts.say("journal.older", count=first))}</p>'
    return out


class JournalPane:
    """Drawn only while it is looked at; ``changed`` is called when another filter is chosen."""

    def __init__(self, table: Table, changed: Callable[[], None]) -> None:
        self.table = table
        self._changed = changed
        self._setting = False
        say = table.texts.say

        def select(key: str, options: Mapping[str, Any]) -> pn.widgets.Select:
            made = pn.widgets.Select(
                label=say(f"filter.{key}"),
                options=dict(options),
                css_classes=[f"cnb-filter-{key}"],
                **controls.field_options(),
            )
            made.param.watch(self._picked, "value")
            return made

        kinds = {say("filter.all"): "", **{say(f"filter.{kind}"): kind for kind in KINDS}}
        self.power = select("power", {say("filter.all"): -1})
        self.round = select("round", {say("filter.all"): -1})
        self.kind = select("kind", kinds)
        self.text = controls.html("event", "chronicle")
        self.panel = controls.column(
            controls.row(self.power, self.round, self.kind, styles=("filters",)), self.text, styles=("stack",)
        )

    def _picked(self, _event: Any) -> None:
        if not self._setting:
            self._changed()

    @property
    def chosen(self) -> Filter:
        seat, number = self.power.value, self.round.value
        return Filter(
            seat if isinstance(seat, int) and seat >= 0 else None,
            number if isinstance(number, int) and number >= 0 else None,
            self.kind.value or "",
        )

    def _offer(self, select: pn.widgets.Select, options: dict[str, int]) -> None:
        if select.options != options:
            value = select.value if select.value in options.values() else -1
            select.param.update(options=options, value=value)

    def update(self, m: Moment) -> None:
        say = self.table.texts.say
        last = m.game.journal[-1]["round"] if m.game.journal else 0
        self._setting = True
        try:
            self._offer(self.power, {say("filter.all"): -1} | _named(m.names))
            setup = {say("journal.setup"): 0}
            self._offer(self.round, {say("filter.all"): -1} | setup | _rounds(range(1, last + 1)))
        finally:
            self._setting = False
        self.text.object = journal_html(m, self.chosen, self.table.texts)


def _named(names: Sequence[str]) -> dict[str, int]:
    return {name: seat for seat, name in enumerate(names)}


def _rounds(numbers: Iterable[int]) -> dict[str, int]:
    return {str(number): number for number in numbers}
