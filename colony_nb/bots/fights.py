"""Exact odds of fights. The usual ones are in ``odds``; any other is counted when first asked for."""

from __future__ import annotations

from collections import Counter
from functools import cache

from ..games.colony.battle import fight
from ..games.colony.rebellion import resolve
from ..kernel.dice import SORTED
from .odds import ATTACK, REBELLION

Throw = tuple[int, ...]

# for 0 to 3 dice: (sorted faces, chance)
THROWS: tuple[tuple[tuple[Throw, float], ...], ...] = tuple(
    tuple((throw, count / len(throws)) for throw, count in sorted(Counter(throws).items()))
    for throws in SORTED
)


@cache
def attack(
    armies: int, dice: int, inside: int, city: bool, at_once: bool = True
) -> tuple[tuple[float, int, int, bool], ...]:
    """All outcomes of one attack: (chance, attacking armies lost, defending armies lost, conquered).

    ``armies`` attack (1 to 3), ``dice`` are the defender's (1 to 3), ``inside`` the armies there (BAT-2 to
    BAT-4). ``at_once``: a pair lost after the last army takes the country in the same attack.
    """
    known = ATTACK.get((armies, dice, inside, city)) if at_once else None
    if known is not None:
        return tuple((count / 6 ** (armies + dice), *outcome) for count, *outcome in known)
    return count_attack(armies, dice, inside, city, at_once)


def count_attack(
    armies: int, dice: int, inside: int, city: bool, at_once: bool
) -> tuple[tuple[float, int, int, bool], ...]:
    """``attack`` counted throw by throw with the rules of the game."""
    out: dict[tuple[int, int, bool], float] = {}
    for blue, p in THROWS[armies]:
        for red, q in THROWS[dice]:
            battle = fight(blue, red, inside, city, at_once)
            key = (battle.attacker_lost, battle.defender_lost, battle.conquered)
            out[key] = out.get(key, 0.0) + p * q
    return tuple((chance, *key) for key, chance in sorted(out.items()))


@cache
def campaign(
    armies: int, inside: int, defence: bool, city: bool, attacks: int, at_once: bool = True
) -> tuple[float, float, float]:
    """(chance to take the country, expected armies lost, expected attacks made) in up to ``attacks`` attacks.

    All ``armies`` go each time; the attacker goes on until the country falls or no army is left.
    """
    if not armies or not attacks:
        return 0.0, 0.0, 0.0
    taken = lost = made = 0.0
    for p, own, theirs, conquered in attack(armies, min(3, 1 + inside + defence), inside, city, at_once):
        lost += p * own
        made += p
        if conquered:
            taken += p
        elif p > 1e-9:
            more = campaign(armies - own, inside - theirs, defence, city, attacks - 1, at_once)
            taken += p * more[0]
            lost += p * more[1]
            made += p * more[2]
    return taken, lost, made


@cache
def rebellion(
    blue: int,
    red: int,
    points: int = 0,
    draws_won: bool = False,
    rebels_one: int = 0,
    rebels_each: bool = False,
    weaker: bool = False,
) -> tuple[float, float, float]:
    """(chance that it is put down, chance that it spreads, expected pairs the rebels win) (REB-3, REB-5)."""
    if not (rebels_one or rebels_each or weaker) and points < 3:
        counts = REBELLION[blue, red][2 * points + draws_won]
        throws = 6 ** (blue + red)
        return counts[0] / throws, counts[1] / throws, counts[2] / throws
    return count_rebellion(blue, red, points, draws_won, rebels_one, rebels_each, weaker)


def count_rebellion(
    blue: int,
    red: int,
    points: int = 0,
    draws_won: bool = False,
    rebels_one: int = 0,
    rebels_each: bool = False,
    weaker: bool = False,
) -> tuple[float, float, float]:
    """``rebellion`` counted throw by throw with the rules of the game."""
    down = spreads = lost = 0.0
    for own, p in THROWS[blue]:
        for other, q in THROWS[red]:
            pairs = resolve(own, other, points, draws_won, rebels_one, rebels_each, weaker).pairs
            rebels = pairs.count("rebels")
            chance = p * q
            if "colony" in pairs:
                down += chance
            if rebels or "draw" in pairs:
                spreads += chance
            lost += chance * rebels
    return down, spreads, lost
