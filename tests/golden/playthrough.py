"""Golden playthroughs: whole games in plain text, so that a change of the rules is read as a diff.

``python tests/golden`` writes them again. Each file tells the first, a middle and the last round choice by
choice with the journal's records, and every other round in one line: what each power has, and a digest of
the view.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any

import colony_nb as colony
from colony_nb.kernel.dice import mix64

HERE = Path(__file__).resolve().parent
SEED = 2001
COINS = 60  # more than the rules give, so that random play gets around
TOLD = (0, 1, 14)  # and the last one
SETS: dict[str, tuple[str, ...]] = {
    "plain": (),
    "pass": ("pass_event_cards",),
    "independence": ("independence",),
    "sabotage": ("sabotage",),
    "all": ("pass_event_cards", "independence", "sabotage"),
}
GAMES = {
    f"{players}-{name}": ("colony", players, chosen)
    for players in (3, 4, 5, 6)
    for name, chosen in SETS.items()
} | {
    f"simplified-{players}-{name}": ("simplified", players, chosen)
    for players, name, chosen in (
        (3, "plain", ()),
        (4, "plain", ()),
        (5, "discuss", ("read_and_discuss",)),
        (6, "plain", ()),
    )
}
LEFT_OUT = ("n", "round", "phase", "seat", "kind", "rule")


def plain(value: Any) -> str:
    """A value in few characters."""
    return json.dumps(value, separators=(",", ":"), sort_keys=True).replace('"', "")


def line(record: dict[str, Any]) -> str:
    """A journal record in a line."""
    facts = " ".join(f"{k}={plain(v)}" for k, v in record.items() if k not in LEFT_OUT)
    seat = "-" if record["seat"] is None else record["seat"]
    return f"    {seat} {record['kind']} {facts} [{record['rule']}]".replace("  [", " [")


def chosen_by(game: colony.Game) -> tuple[colony.Decision, Any]:
    """A choice that depends on the seed and the moment alone; bids stay small."""
    decision = game.pending[-1 if game.n % 3 else 0]
    options = decision.options[:9] if decision.kind in ("bid_money", "bid_points") else decision.options
    return decision, options[mix64(SEED + 7919 * game.n) * len(options) >> 64]


def summary(game: colony.Game) -> str:
    """One line about a round that is over."""
    view = game.view()
    digest = blake2b(json.dumps(view, sort_keys=True).encode(), digest_size=6).hexdigest()
    figures = " ".join(
        f"{p['money']}/{p['influence']}/{p['ladder']}/{''.join(p['countries']) or '-'}"
        for p in view["powers"]
    )
    return f"n={game.n} {figures} {digest}"


def tell(name: str) -> str:
    """The whole text of a game of ``GAMES``."""
    book, players, chosen = GAMES[name]
    full = book == "colony"
    game = colony.new_game(
        players,
        SEED,
        game=book,
        variants=dict.fromkeys(chosen, True),
        rules={"setup.coins": COINS} if full else None,
    )
    rounds: dict[int, list[str]] = {0: [line(r) for r in game.journal]}
    ends: dict[int, str] = {}
    now = 0
    while game.pending:
        decision, option = chosen_by(game)
        told = len(game.journal)
        rounds.setdefault(now, []).append(f"{game.n} {decision.seat} {decision.kind} {plain(option)}")
        game.choose(decision, option)
        for record in game.journal[told:]:
            rounds.setdefault(record["round"], []).append(line(record))
        ends[now] = summary(game)
        now = game.view()["round"]
    coins = f", {COINS} coins" if full else ""
    out = [f"{name}: {players} powers, seed {SEED}{coins}; {', '.join(chosen) or 'no variant'}"]
    out.append(
        "each round: n, then money/Influence/ladder/countries of every power, then a digest of the view"
    )
    for number in sorted(ends):
        out.append(f"round {number} {ends[number]}")
        if number in TOLD or number == now or not full:
            out += [text for text in rounds[number] if " standing " not in text and " forced " not in text]
    out.append(f"result {plain(game.result)}")
    return "\n".join(out) + "\n"


def path(name: str) -> Path:
    """Where the text of a game is kept."""
    return HERE / f"{name}.txt"


def differences() -> Iterator[str]:
    """The names of the games that are told otherwise than they are kept."""
    for name in GAMES:
        if not path(name).exists() or path(name).read_text(encoding="utf-8") != tell(name):
            yield name
