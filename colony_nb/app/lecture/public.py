"""What everybody may see: the moment at which the projector stands and its one line of what comes next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from colony_nb.app.asking import ask
from colony_nb.app.lecture.stage import Stage
from colony_nb.app.moment import Moment, is_private, named_view
from colony_nb.app.panes.now import split
from colony_nb.app.panes.sim_steps import REVEALS, SILENCE
from colony_nb.app.table import Table
from colony_nb.app.texts import Texts
from colony_nb.kernel.decision import Decision

Record = Mapping[str, Any]
Said = tuple[int | None, str, str]


def standing(table: Table) -> int:
    """The moment of the game that the projector shows."""
    game, stage = table.game, table.stage
    assert game is not None
    n = game.n
    if stage is not None and stage.upto is not None:
        n = min(n, stage.upto)
    return n if table.times.at is None else min(n, table.times.at)


def public(table: Table) -> Moment:
    """The moment as the whole room may see it: no question with its options, nobody's hand."""
    game = table.game
    assert game is not None
    n = standing(table)
    look = game.at(n)
    return Moment(
        game=game,
        names=table.names,
        view=named_view(look, table.names),
        persons=(),
        decision=None,
        asking=None,
        cover=False,
        since=(),
        news=False,
        journal=look.journal,
        key=(id(game), n),
        at=None if n == game.n else n,
        left=table.times.left,
        pending=(),
    )


def open_question(table: Table, m: Moment) -> Decision | None:
    """The question that everybody may read, when one is open at the moment shown."""
    if m.at is not None or m.game.over:
        return None
    pending = m.game.pending
    if len(pending) == 1 and not is_private(pending[0]):
        return pending[0]
    return None


def acting(table: Table, m: Moment) -> int | None:
    """The seat whose turn it is to act, as far as everybody knows it."""
    decision = open_question(table, m)
    if m.game.over and m.at is None:
        return None
    seat = decision.seat if decision is not None else m.view["turn"]
    return None if seat is None else int(seat)


def possible(table: Table, m: Moment) -> frozenset[str]:
    """The countries that an open public question speaks of."""
    decision = open_question(table, m)
    if decision is None:
        return frozenset()
    return ask(decision.kind, decision.options, lambda _option: "").possible


def said(table: Table, m: Moment, stage: Stage) -> Said:
    """(seat, headline, second line): who must do what. Never an option, never an answer."""
    texts, say = table.texts, table.texts.say
    if table.times.at is not None and (stage.upto is None or table.times.at < stage.upto):
        return None, say("projector.past", round=m.view["round"]), ""
    if stage.hidden:
        return None, say("projector.hidden"), say("projector.hidden_more")
    own = table.moment()
    if own.debrief:
        return None, say("projector.debrief"), say("projector.debrief_more")
    screen = own.screen
    if screen is not None:
        if screen.kind in REVEALS:
            return None, say("projector.followed"), ""
        if screen.kind == SILENCE:
            return None, say("projector.silence"), ""
        return None, say("projector.listen"), ""
    if m.game.over:
        return None, say("bar.over", round=m.view["round"]), ""
    pending = m.game.pending
    if pending and is_private(pending[0]):
        return _secret(pending, m, texts)
    decision = open_question(table, m)
    if decision is None:
        return m.view["turn"], say("projector.computers"), ""
    lead, _ = split(texts.book.prompt(decision.kind, decision.seat, decision.context, m.names))
    power = m.power(decision.seat)
    purse = texts.book.line("line.purse_now", m.names, money=power["money"], income=power["income"])
    return decision.seat, lead, purse


def _secret(pending: Any, m: Moment, texts: Texts) -> Said:
    kind, say = pending[0].kind, texts.say
    if not pending[0].sealed:
        seat = pending[0].seat
        return seat, say("projector.alone", power=m.names[seat]), ""
    country = pending[0].context.get("country")
    place = "" if country is None else texts.book.country(country)
    return None, say(f"secret.{kind}", country=place), say("projector.sealed_more")
