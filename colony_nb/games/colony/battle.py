"""Attack and defence (BAT): the dice, worked out."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement

Dice = tuple[int, ...]


@lru_cache(maxsize=16384)
def best_bonus(own: Dice, other: Dice, points: int, draws_won: bool = False, defending: bool = False) -> Dice:
    """How ``points`` single points are best spread over ``own`` dice before they are lined up.

    ``own`` and ``other`` are sorted from high to low; returns the points for each die of ``own``.
    Rebellions (REB-3): first a won pair, then the fewest lost, then the fewest drawn.
    ``defending`` (BAT-3): first the fewest lost pairs, then the most won ones. Then the highest die.
    """
    best: tuple[tuple[int, ...], Dice] = ((99,), (0,) * len(own))
    for dice in combinations_with_replacement(range(len(own)), points):
        bonus = tuple([dice.count(i) for i in range(len(own))])
        won = lost = drawn = 0
        for mine, theirs in zip(lined_up(own, bonus), other, strict=False):
            if mine > theirs or (draws_won and mine == theirs):
                won += 1
            elif mine < theirs:
                lost += 1
            else:
                drawn += 1
        key = (lost, -won, *dice) if defending else (-(won > 0), lost, drawn, *dice)
        best = min(best, (key, bonus))
    return best[1]


def lined_up(dice: Dice, bonus: Dice) -> Dice:
    """The dice with their bonuses, from high to low."""
    return tuple(sorted([face + b for face, b in zip(dice, bonus, strict=True)], reverse=True))


def marks(bonus: Dice) -> dict[int, int]:
    """The journal's form of a bonus: {index after sorting: points}."""
    return {i: b for i, b in enumerate(bonus) if b}


@dataclass(frozen=True, slots=True)
class Battle:
    """What one attack comes to."""

    red_bonus: Dice
    pairs: tuple[str, ...]  # "attacker", "defender" or "draw": who won the pair
    attacker_lost: int
    defender_lost: int
    conquered: bool


@lru_cache(maxsize=16384)
def fight(blue: Dice, red: Dice, armies: int, city: bool, same_attack: bool = True) -> Battle:
    """One attack: blue dice of the attacker against red ones of a country with ``armies`` (BAT-2 to BAT-4).

    ``same_attack``: a pair lost after the last army takes the country in this attack already (ruling BAT-4).
    """
    bonus = best_bonus(red, blue, 1, defending=True) if city else (0,) * len(red)
    pairs: list[str] = []
    attacker_lost = defender_lost = 0
    conquered = False
    left = armies
    for a, d in zip(blue, lined_up(red, bonus), strict=False):
        if a > d:
            pairs.append("attacker")
            if left:
                left -= 1
                defender_lost += 1
            elif same_attack or not armies:
                conquered = True
        elif a < d:
            pairs.append("defender")
            attacker_lost += 1
        else:
            pairs.append("draw")
    return Battle(bonus, tuple(pairs), attacker_lost, defender_lost, conquered)
