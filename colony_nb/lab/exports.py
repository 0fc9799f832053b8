"""A game's figures, choices and journal as text for download; players' names may be left out."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from .frames import decisions, standings

if TYPE_CHECKING:
    import pandas

    from ..kernel.session import Session

    S = TypeVar("S", bound=Session)

SHOWN_BY = {"cards": "cards", "join": "bidders", "bid_money": "bids", "bid_points": "bids"}
"""The record that shows a secret choice of each kind to all."""

RISKY = ("=", "+", "-", "@", "\t")  # what a spreadsheet would take for a formula


def without_names(game: S) -> S:
    """A copy of the game in which every seat has its colour for a name; the journal holds no names."""
    colours = game.ruleset.colours(game.setup)
    names = tuple(colours[seat].capitalize() for seat in range(game.players))
    copy = game.fork()
    copy.setup = replace(game.setup, names=names)
    return copy


def frame_csv(game: Session, names: bool = True) -> str:
    """``game.frame()`` as CSV: one row a power and round. ``names`` False leaves the players' names out."""
    return _csv(standings(game if names else without_names(game)))


def shown_to_all(game: Session) -> list[bool]:
    """For each choice of the log whether all may know it; secret ones count once they were shown."""
    shown = dict.fromkeys(SHOWN_BY.values(), -1)
    for record in game.journal:
        if record["kind"] in shown:
            shown[record["kind"]] = record["n"]
    sealed = min((d.n for d in game.pending if d.sealed), default=game.n)
    return [
        n < sealed and (kind not in SHOWN_BY or n < shown[SHOWN_BY[kind]])
        for n, (_, kind, _) in enumerate(game.answers, game.first)
    ]


def decisions_csv(game: Session, names: bool = True) -> str:
    """The decision log as CSV: one row a choice, an option that is no word as JSON.

    Secret choices that have not been shown to all yet are left out.
    """
    import pandas

    played = game if names else without_names(game)
    frame = decisions(played)
    frame = frame[pandas.Series(shown_to_all(played), index=frame.index, dtype=bool)]
    return _csv(frame.assign(option=[o if isinstance(o, str) else json.dumps(o) for o in frame["option"]]))


def journal_json(game: Session, names: bool = True) -> str:
    """The journal as JSON: what the game was started from, and every record in order."""
    setup = (game if names else without_names(game)).setup
    head = {
        "game": setup.game,
        "players": list(setup.names),
        "bots": list(setup.bots),
        "seed": setup.seed,
        "variants": list(setup.variants),
        "rules": setup.rules,
    }
    return json.dumps({**head, "journal": list(game.journal)}, ensure_ascii=False, indent=1) + "\n"


def _csv(frame: pandas.DataFrame) -> str:
    """As text; a name that a spreadsheet would calculate gets an apostrophe before it."""
    safe = frame.assign(name=[f"'{name}" if name.startswith(RISKY) else name for name in frame["name"]])
    text: str = safe.to_csv(index=False, lineterminator="\n")
    return text
