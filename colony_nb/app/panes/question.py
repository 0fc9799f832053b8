"""The open question: the controls that its options need. Every option comes from the engine."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property
from typing import Any

import panel as pn

from colony_nb.app.asking import CARDS, CHOICE, COUNTRY, LIST, NUMBER, Option
from colony_nb.app.late import Parts
from colony_nb.app.moment import Moment, is_private
from colony_nb.app.panes import controls
from colony_nb.app.panes.gate import pending_cards
from colony_nb.app.panes.hand import Hand
from colony_nb.app.panes.happened import card_html, dice_row
from colony_nb.app.panes.hints import Hints
from colony_nb.app.panes.odds import Odds, question_has_odds, question_html
from colony_nb.app.panes.sim_invest import Invest, asks_both
from colony_nb.app.panes.sim_reading import NUMBERS
from colony_nb.app.panes.sim_reading import question_html as sim_question
from colony_nb.app.panes.sim_steps import is_simplified
from colony_nb.app.table import Table
from colony_nb.app.texts import Texts, esc
from colony_nb.app.theme import sheet
from colony_nb.commentary.whynot import warning

_CARD = re.compile(r"p[1-6]-\d\d")
NOTHING = -1  # a list always has a chosen row; this one chooses nothing
MANY, WORD = 3, 18  # more options than this, all of them this short, stand side by side
SHORT = 44  # characters of an option that fit on the button


def background_html(m: Moment, texts: Texts) -> str:
    """What a question is about: the event card's text, dice that lie on the table."""
    assert m.decision is not None
    context = m.decision.context
    out = []
    card = context.get("card") or (m.private.get("top_card") if m.decision.kind == "pass_card" else None)
    if isinstance(card, str) and _CARD.fullmatch(card):
        out.append(card_html(card, texts, told=card not in pending_cards(m)))
    if context.get("blue") or context.get("red"):
        words = esc(texts.say("question.dice_now"))
        out.append(f"<p>{words}: {dice_row(context.get('blue'), context.get('red'), texts)}</p>")
    if m.decision.kind in ("bid_money", "bid_points", "join"):
        out.append(f'<p class="mut">{esc(texts.say("question.bids_note"))}</p>')
    return "".join(out)


def _group(*styles: str) -> pn.widgets.RadioButtonGroup:
    return pn.widgets.RadioButtonGroup(
        options={},
        value=None,
        orientation="vertical",
        css_classes=["cnb-choices"],
        stylesheets=sheet(*styles),
        margin=0,
        sizing_mode="stretch_width",
    )


def unique(options: tuple[Option, ...]) -> dict[str, int]:
    """Label to place; equal labels are told apart by a number."""
    out: dict[str, int] = {}
    for i, option in enumerate(options):
        label, n = option.label, 2
        while label in out:
            label, n = f"{option.label} ({n})", n + 1
        out[label] = i
    return out


def numbered(options: tuple[Option, ...]) -> dict[str, int]:
    """Label to place, each with the number of its card (SIM)."""
    return {f"{NUMBERS[str(option.value)]} · {option.label}": i for i, option in enumerate(options)}


ORDER = ("about", "hand", "list", "number", "choices", "short", "hint", "odds", "hints")


class Question(Parts):
    """``ask`` puts a new question, ``draft`` is the option that would be committed, ``changed`` is
    called when it changes."""

    def __init__(self, table: Table, changed: Callable[[], None]) -> None:
        self.table = table
        self._changed = changed
        self._setting = False
        self._m: Moment | None = None
        self._rows: tuple[Option, ...] = ()
        self._big = False
        self.about = controls.html("event")
        self.invest: Invest | None = None  # made for the simplified game
        self.hint = controls.html("facts")
        self.panel = controls.column(self.about, self.hint, styles=("stack",))

    # ---------------------------------------------------------------- controls made when first needed

    @cached_property
    def hand(self) -> Hand:
        made = Hand(self.table, self._changed)
        made.big = self.big
        return self._put(self.panel, ORDER, "hand", made)

    @cached_property
    def list(self) -> pn.widgets.Select:
        made = pn.widgets.Select(
            label=self.table.texts.say("question.list"),
            options={},
            size=6,
            css_classes=["cnb-list"],
            **controls.field_options(),
        )
        return self._control("list", made)

    @cached_property
    def number(self) -> pn.widgets.IntInput:
        made = pn.widgets.IntInput(
            label="", start=0, end=1, value=0, css_classes=["cnb-number"], **controls.field_options()
        )
        return self._control("number", made)

    @cached_property
    def choices(self) -> pn.widgets.RadioButtonGroup:
        return self._control("choices", _group("choices", "simread"))

    @cached_property
    def short(self) -> pn.widgets.RadioButtonGroup:
        return self._control("short", _group("choices", "short", "simread"))

    @cached_property
    def odds(self) -> Odds:
        return self._put(self.panel, ORDER, "odds", Odds(self.table, self._changed))

    @cached_property
    def hints(self) -> Hints:
        return self._put(self.panel, ORDER, "hints", Hints(self.table, self._changed))

    def _control(self, name: str, control: Any) -> Any:
        control.param.watch(self._picked, "value")
        return self._put(self.panel, ORDER, name, control)

    @property
    def big(self) -> bool:
        """Whether it is drawn for a presentation."""
        return self._big

    @big.setter
    def big(self, on: bool) -> None:
        self._big = on
        if self._has("hand"):
            self.hand.big = on

    def _picked(self, _event: Any) -> None:
        if not self._setting:
            self._changed()

    def _set(self, control: Any, **values: Any) -> None:
        self._setting = True
        try:
            control.param.update(**values)
            if "value" in values and control.value is not values["value"]:
                control.value = values["value"]  # new options choose their first by themselves
        finally:
            self._setting = False

    # ---------------------------------------------------------------- the question

    def ask(self, m: Moment) -> None:
        """A new question, or none."""
        self._m = m
        mode = m.asking.mode if m.asking is not None else ""
        words = [o.label for o in m.asking.options] if m.asking is not None else []
        many = len(words) > MANY and all(len(word) <= WORD for word in words)
        self._show("hand", mode == CARDS)
        self._show("list", mode == LIST)
        both = asks_both(m)
        self._show("number", mode == NUMBER and not both)
        if self.invest is not None:
            controls.show(self.invest.panel, both)
        self._show("choices", mode == CHOICE and not many)
        self._show("short", mode == CHOICE and many)
        if m.asking is None or m.decision is None:
            self.about.object = ""
            self.hint.object = ""
            return
        simple = is_simplified(m)
        self.about.object = sim_question(self.table, m) if simple else background_html(m, self.table.texts)
        options = m.asking.options
        if both:
            self._both(m)
            return
        if mode == CARDS:
            self.hand.ask(m)
        elif mode == LIST:
            self._fill_list(options, None)
        elif mode == NUMBER:
            values = [o.value for o in options]
            label = self.table.texts.say("question.number", least=values[0], most=values[-1])
            # the bounds change one by one; the value must never lie outside them
            self._set(self.number, start=None, end=None)
            self._set(self.number, label=label, value=values[0], start=values[0], end=values[-1])
        elif mode == CHOICE:
            control = self.short if many else self.choices
            labels = numbered(options) if m.decision.kind == "choice" else unique(options)
            self._set(control, options=labels, value=None)
            self._grow(simple)

    def _both(self, m: Moment) -> None:
        """Both amounts of SIM-4; its controls are made when they are first asked for."""
        if self.invest is None:
            self.invest = Invest(self.table, self._changed)
            self.panel.insert(1, self.invest.panel)
        controls.show(self.invest.panel, True)
        self.invest.ask(m)

    def plan(self) -> None:
        """The answer is given: of both amounts of SIM-4 the second is kept until it is asked for."""
        m = self._m
        if self.invest is not None and m is not None and m.decision is not None and asks_both(m):
            self.table.steps.plan(m.decision.seat, self.invest.both[1])

    def _grow(self, big: bool) -> None:
        """The alternatives of the simplified game are read by a class."""
        classes = ["cnb-choices", "cnb-read"] if big else ["cnb-choices"]
        for control in (self.__dict__[name] for name in ("choices", "short") if self._has(name)):
            if control.css_classes != classes:
                control.css_classes = classes

    def _fill_list(self, rows: tuple[Option, ...], letter: str | None) -> None:
        assert self._m is not None
        say = self.table.texts.say
        self._rows = rows
        name = self._m.view["countries"][letter]["name"] if letter else ""
        label = say("question.list_filtered", country=name) if letter else say("question.list")
        self._set(
            self.list,
            label=label,
            size=max(2, min(7, len(rows) + 1)),
            options={say("question.pick_row"): NOTHING, **unique(rows)},
            value=0 if letter and len(rows) == 1 else NOTHING,
        )

    def select(self, letter: str | None) -> None:
        """A country was chosen on the map or in the list."""
        m = self._m
        if m is None or m.asking is None or m.asking.mode != LIST:
            return
        rows = m.asking.with_country(letter)
        if rows != self._rows:
            self._fill_list(rows, letter if rows != m.asking.options else None)

    def draft(self, selected: str | None) -> Option | None:
        """The option that the controls show, or None."""
        m = self._m
        if m is None or m.asking is None:
            return None
        mode, options = m.asking.mode, m.asking.options
        if mode == CARDS:
            return m.asking.labelled(tuple(sorted(self.hand.chosen)))
        if mode == COUNTRY:
            return m.asking.labelled(selected)
        if self.invest is not None and asks_both(m):
            return self.invest.draft(m)
        if mode == NUMBER:
            return m.asking.labelled(self.number.value)
        if mode == LIST:
            place = self.list.value
            return self._rows[place] if isinstance(place, int) and 0 <= place < len(self._rows) else None
        short = self._has("short") and self.short.visible
        place = self.short.value if short else self.choices.value
        return options[place] if isinstance(place, int) and place < len(options) else None

    def update(self, m: Moment, draft: Option | None) -> None:
        """What depends on the draft: the cards' marks, the words beside the controls."""
        texts = self.table.texts
        hint = ""
        if m.asking is None:
            hint = texts.say("question.nobody")
        elif m.asking.mode == CARDS:
            self.hand.update(m)
        elif self.invest is not None and asks_both(m):
            self.invest.update()
        elif m.asking.mode == NUMBER:
            hint = texts.say("question.stands", label=draft.label) if draft else self._bounds(m)
        elif draft is not None and m.decision is not None:
            hint = warning(m.view, m.decision, draft.value, texts.language)
        self.hint.object = f'<p class="no">{esc(hint)}</p>' if hint else ""
        key = (id(m.game), m.seat, m.decision.kind if m.decision is not None else "")
        able = question_has_odds(m)
        if able or self._has("odds"):
            self.odds.update(key, able, lambda: question_html(m, draft, texts))
        if m.decision is not None or self._has("hints"):
            self.hints.update(m, not self.big and not is_simplified(m))

    def _bounds(self, m: Moment) -> str:
        assert m.asking is not None
        options = m.asking.options
        return self.table.texts.say(
            "status.not_a_number", number=self.number.value, least=options[0].value, most=options[-1].value
        )

    def commit_label(self, m: Moment, draft: Option | None) -> str:
        """The words on the button that answers."""
        say = self.table.texts.say
        if m.asking is None or m.decision is None:
            return say("commit.choose")
        if m.asking.mode == CARDS:
            count = len(self.hand.chosen)
            key = {0: "seal_none", 1: "seal_one"}.get(count, "seal_many")
            return say(f"commit.{key}", count=count)
        if draft is None:
            return say("commit.choose")
        if self.invest is not None and asks_both(m):
            return self.invest.label()
        if is_private(m.decision):
            return say("commit.seal", label=draft.label)
        if m.asking.mode == COUNTRY:
            return say("commit.choose_country", country=draft.label)
        if m.asking.mode == NUMBER:
            return say("commit.number", label=draft.label)
        return draft.label if len(draft.label) <= SHORT else say("commit.answer")
