"""The hand count: how many hands each option of the open question has, typed in by the lecturer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import panel as pn

from colony_nb.app.asking import Asking, Option
from colony_nb.app.moment import put
from colony_nb.app.panes import controls
from colony_nb.app.panes.question import unique
from colony_nb.app.table import Table
from colony_nb.app.texts import Texts, esc
from colony_nb.kernel.decision import Decision
from colony_nb.kernel.errors import ColonyError

MOST_HANDS = 999


def decided(hands: Mapping[int, int], options: tuple[Option, ...], texts: Texts) -> Option:
    """The option with most hands; ``hands`` is {place of the option: count}.

    Raises ColonyError with one sentence when nobody has raised a hand, and for a tie, which it tells.
    """
    most = max(hands.values(), default=0)
    best = [place for place, count in hands.items() if count == most]
    error = ColonyError("table")
    if most <= 0:
        error.sentence = texts.say("desk.no_hands")
        raise error
    if len(best) > 1:
        tied = texts.book.join([options[place].label for place in sorted(best)])
        error.sentence = texts.say("desk.tie", options=tied, hands=most)
        raise error
    return options[best[0]]


class Count:
    """Counts hands for the open question of one power after another."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.hands: dict[int, int] = {}
        self._key: tuple[Any, ...] = ()
        self._decision: Decision | None = None
        self._options: tuple[Option, ...] = ()
        self._setting = False
        say = table.texts.say
        self.team = pn.widgets.Select(
            label=say("desk.team"), options={}, css_classes=["cnb-team"], **controls.field_options()
        )
        self.option = pn.widgets.Select(
            label=say("desk.option"), options={}, css_classes=["cnb-option"], **controls.field_options()
        )
        self.number = pn.widgets.TextInput(
            label=say("desk.hands"), max_length=4, css_classes=["cnb-hands"], **controls.field_options()
        )
        self.team.param.watch(self._turned, "value")
        self.note = controls.button(say("desk.note_hands"), self._note, classes=("cnb-note-hands",))
        self.take = controls.button(say("desk.take_most"), self._take, "filled", classes=("cnb-take-most",))
        self.list = controls.html("facts")
        self.panel = controls.column(
            self.team,
            controls.row(self.option, self.number, self.note, styles=("row", "counts")),
            self.list,
            controls.row(self.take, styles=("row",)),
            styles=("stack",),
        )

    # ---------------------------------------------------------------- drawing

    def update(self) -> None:
        """A new question begins a new count."""
        table = self.table
        game = None if table.starting else table.game
        asked: list[Decision] = []
        if game is not None and table.times.at is None:
            asked = [d for d in game.pending if game.setup.bots[d.seat] is None]
        key = (id(game), *((d.n, d.seat, d.kind) for d in asked))
        if key != self._key:
            self._key = key
            teams = {table.names[d.seat]: d.seat for d in asked}
            self._setting = True
            try:
                value = next(iter(teams.values()), None)
                self.team.param.update(options=teams, value=value)
            finally:
                self._setting = False
            self._turned(None)
        controls.show(self.team, len(asked) > 1)

    def _turned(self, _event: Any) -> None:
        if self._setting:
            return
        table, seat = self.table, self.team.value
        game = table.game
        self._decision = None
        if game is not None:
            self._decision = next((d for d in game.pending if d.seat == seat), None)
        if self._decision is None:
            self._options = ()
        else:
            asking: Asking = put(self._decision, table.texts, table.names)
            self._options = asking.options + ((asking.stop,) if asking.stop is not None else ())
        self.hands = {}
        labels = unique(self._options)
        self.option.param.update(options=labels, value=0 if labels else None)
        self.number.value = ""
        self._tell()

    def _tell(self) -> None:
        say = self.table.texts.say
        if self._decision is None:
            self.list.object = f'<p class="no">{esc(say("desk.nobody_asked"))}</p>'
            return
        rows = sorted(((n, self._options[place].label) for place, n in self.hands.items()), reverse=True)
        told = "".join(f"<li>{esc(say('desk.counted', option=label, hands=n))}</li>" for n, label in rows)
        head = esc(say("desk.counting", power=self.table.names[self._decision.seat]))
        self.list.object = f'<p class="no">{head}</p><ul role="status">{told}</ul>'

    # ---------------------------------------------------------------- what the lecturer does

    def set(self, place: int, hands: int) -> None:
        """So many hands for the option at a place; 0 takes it out."""
        if not 0 <= place < len(self._options):
            return
        if hands > 0:
            self.hands[place] = min(hands, MOST_HANDS)
        else:
            self.hands.pop(place, None)
        self._tell()

    def _note(self) -> None:
        place, text = self.option.value, (self.number.value_input or self.number.value or "").strip()
        if not text.isdecimal():
            self.table.say(self.table.texts.say("desk.bad_hands", most=MOST_HANDS))
            return
        if isinstance(place, int):
            self.set(place, int(text))
            self.option.value = place + 1 if place + 1 < len(self._options) else 0
            self.number.value = ""
        self.table.say("")

    def _take(self) -> None:
        """Chooses the option with most hands; a tie is told and nothing is chosen."""
        table, decision = self.table, self._decision
        if decision is None:
            table.say(table.texts.say("desk.nobody_asked"))
            return
        try:
            option = decided(self.hands, self._options, table.texts)
        except ColonyError as error:
            table.say(error.sentence)
            return
        try:
            table.answer(decision.seat, decision, option.value)
        except ColonyError as error:
            table.say(error.sentence or table.texts.book.error(error.code, **error.values))
