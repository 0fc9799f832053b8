"""The game's own dice: SplitMix64 in the state, one door for every chance.

``roll`` and ``pick`` are the only ways to chance. Both first use up a script of outcomes, if the state
holds one (``colony_nb.scripted``), then the seeded generator.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .state import State

MASK = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15

# all outcomes of 0 to 3 dice, each sorted from high to low
SORTED: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
    tuple(tuple(sorted(dice, reverse=True)) for dice in product(range(1, 7), repeat=n)) for n in range(4)
)


def mix64(x: int) -> int:
    """The finaliser of SplitMix64: 64 bits in, 64 well mixed bits out."""
    x &= MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
    return x ^ (x >> 31)


def shuffled(items: range, seed: int) -> tuple[int, ...]:
    """A permutation of ``items`` that depends on ``seed`` alone (Fisher-Yates)."""
    order = list(items)
    x = seed & MASK
    for i in range(len(order) - 1, 0, -1):
        x = (x + GOLDEN) & MASK
        j = (mix64(x) * (i + 1)) >> 64
        order[i], order[j] = order[j], order[i]
    return tuple(order)


def below(s: State, n: int) -> int:
    """A number from 0 to n - 1 from the seeded generator."""
    s.rng = x = (s.rng + GOLDEN) & MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
    return ((x ^ (x >> 31)) * n) >> 64


def roll(s: State, n: int) -> tuple[int, ...]:
    """The faces of ``n`` dice (0 to 3), sorted from high to low."""
    if s.dice_script:
        faces = [s.dice_script.pop(0) if s.dice_script else below(s, 6) + 1 for _ in range(n)]
        return tuple(sorted(faces, reverse=True))
    return SORTED[n][below(s, 6**n)] if n else ()


def pick(s: State, weights: list[int]) -> int:
    """The index drawn from a bag that holds ``weights[i]`` pieces of kind i; -1 when the bag is empty."""
    total = sum(weights)
    if not total:
        return -1
    if s.draw_script:
        wanted = s.draw_script.pop(0)
        if weights[wanted]:
            return wanted
    at = below(s, total)
    for i, weight in enumerate(weights):
        at -= weight
        if at < 0:
            return i
    raise AssertionError("unreachable: the weights were summed above")
