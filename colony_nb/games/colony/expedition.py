"""Action card 1 (ACT-1): expeditions, and from phase 3 attacks (BAT)."""

from __future__ import annotations

from typing import Any

from ...kernel.dice import roll
from ...kernel.flow import numbers
from ...kernel.state import note
from .battle import fight, marks
from .board import INDEX, LETTERS, bits, letters
from .movement import turn_out
from .setup import draw_into, land
from .state import (
    ARMIES_MOST,
    CITY,
    ColonyState,
    change_armies,
    drop_kept,
    flow,
    free,
    give,
    kept_rows,
    pay,
    room,
    set_owner,
    sway,
    taken,
)

# ("attack", "A", "B", armies) by source, target and number of armies
ATTACKS = tuple(
    tuple(tuple(("attack", a, b, n) for n in range(1, ARMIES_MOST + 1)) for b in LETTERS) for a in LETTERS
)
Named = tuple[int, ...] | None  # countries named in advance, None where any may be chosen


def expedition_targets(s: ColonyState, seat: int, money: int) -> int:
    """Free countries the seat may take now: next to its own, or any free coast without a country (ACT-1).

    ``money`` is what the seat can still spend on tolls (card p1-03).
    """
    if not room(s, seat):
        return 0
    own = s.owned[seat]
    targets = free(s)
    if targets:
        targets &= s.board.around(own) if own else s.board.coast
    if any(s.kept):
        for c in bits(targets):
            if toll(s, seat, c)[1] > money:
                targets &= ~(1 << c)
    return targets


def toll(s: ColonyState, seat: int, country: int) -> tuple[list[tuple[int, int]], int]:
    """Whom the seat must pay for a free country: ([(other seat, coins)], sum)."""
    dues = []
    for other in range(s.seats):
        if other != seat and s.kept[other] and s.owned[other] & s.board.near[country]:
            dues += [(other, row[1]) for _, row in kept_rows(s, other, "toll")]
    return dues, sum(coins for _, coins in dues)


def take_free(s: ColonyState, seat: int, country: int) -> None:
    """An expedition: the country, whatever is in it, and one product more (ACT-1)."""
    for other, coins in toll(s, seat, country)[0]:
        give(s, seat, -coins, "toll", "EVT-2", other)
        give(s, other, coins, "toll", "EVT-2", seat)
        s.toll_paid |= 1 << other
    if s.owned[seat]:
        set_owner(s, country, seat, "expedition", "ACT-1")
        draw_into(s, country, "expedition", "ACT-1")
    else:
        land(s, seat, country, "landing", "ACT-1")


def strength(s: ColonyState, country: int) -> int:
    """Armies that may attack from a country: all, or all but one where there is a rebellion (BAT-1)."""
    armies = s.armies[country]
    return armies - 1 if armies and s.rebel >> country & 1 else armies


def attackable(s: ColonyState, seat: int) -> int:
    """Countries of rivals that the seat may attack, wherever its armies are (BAT-1, BAT-10, SET-7)."""
    if not room(s, seat):
        return 0
    mask = taken(s) & ~s.owned[seat]
    states = mask & s.indep
    if states:
        allowed = states & s.ripe
        if s.rules.table["battle"]["independent_costs"] and not s.influence[seat]:
            allowed &= s.paid_states
        mask &= ~states | allowed
    return mask


def attacks(s: ColonyState, seat: int, targets: int) -> list[tuple[str, str, str, int]]:
    """All attacks from own countries on ``targets``: ("attack", from, to, armies)."""
    out: list[tuple[str, str, str, int]] = []
    for source in bits(s.owned[seat]):
        armies = strength(s, source) if s.armies[source] else 0
        if armies:
            for target in bits(s.board.near[source] & targets):
                out += ATTACKS[source][target][:armies]
    return out


def operation(s: ColonyState, seat: int) -> str:
    """Card 1 is carried out: asks where to, or how many operations. Returns why it must be dropped, or ""."""
    discount = kept_rows(s, seat, "discount")
    card = next((number for number, row in discount if 1 in row[1]), -1)
    off = s.rules.cards[card].kept[2] if card >= 0 else 0
    cost = s.rules.operation_cost
    money = s.money[seat]
    if not room(s, seat):
        return "limit"
    if s.phase < 3:
        price = max(0, cost - off)
        if price > money:
            return "money"
        targets = expedition_targets(s, seat, money - price)
        if not targets:
            return "target"
        flow.ask(
            s,
            seat,
            "expand",
            letters(targets),
            "ACT-1",
            ("expanded", seat, price, card),
            {"cost": price},
        )
        return ""
    most = (money + min(off, cost)) // cost
    if not most:
        return "money"
    open_ = expedition_targets(s, seat, max(0, money - max(0, cost - off)))
    if not open_ and not attacks(s, seat, attackable(s, seat)):
        return "target"
    flow.ask(
        s,
        seat,
        "operations",
        numbers(1, most),
        "ACT-1",
        ("operations_paid", seat, card),
        {"cost": cost, "free": int(off >= cost)},
    )
    return ""


@flow.step
def expanded(s: ColonyState, letter: str, seat: int, price: int, card: int) -> None:
    if card >= 0:
        drop_kept(s, seat, card)
    pay(s, seat, price, 1, "ACT-1")
    take_free(s, seat, INDEX[letter])


@flow.step
def operations_paid(s: ColonyState, count: int, seat: int, card: int) -> None:
    """Pays for all operations before the first (ACT-1)."""
    note(s, "operations", seat, "ACT-1", count=count)
    price = s.rules.operation_cost * count
    if card >= 0:
        price = max(0, price - min(s.rules.cards[card].kept[2], s.rules.operation_cost))
        drop_kept(s, seat, card)
    pay(s, seat, price, 1, "ACT-1")
    if s.rules.table["expedition"]["targets_named"]:
        s.stack.append(("name_targets", seat, count, ()))
    else:
        s.stack.append(("operate", seat, count, True, 0, None))


@flow.step
def name_targets(s: ColonyState, seat: int, count: int, named: tuple[int, ...]) -> None:
    """Ruling ACT-1 switched on: each operation's country is named before the first."""
    others = attackable(s, seat)
    if not any(free(s) >> c & 1 for c in named):
        others |= expedition_targets(s, seat, s.money[seat])
    if len(named) == count or not others:
        s.stack.append(("operate", seat, count, True, 0, named))
        return
    flow.ask(
        s,
        seat,
        "country",
        letters(others),
        "ACT-1",
        ("target_named", seat, count, named),
        {"why": "target"},
    )


@flow.step
def target_named(s: ColonyState, letter: str, seat: int, count: int, named: tuple[int, ...]) -> None:
    s.stack.append(("name_targets", seat, count, (*named, INDEX[letter])))


@flow.step
def operate(s: ColonyState, seat: int, count: int, expedition: bool, attacked: int, named: Named) -> None:
    """The next paid operation, until none is left or the player stops (BAT-9).

    ``attacked`` is the mask of countries attacked this turn, ``expedition`` whether one is still open.
    """
    choices: list[Any] = ["stop"]
    if count:
        only = -1 if named is None else sum(1 << c for c in set(named))
        if expedition:
            targets = expedition_targets(s, seat, s.money[seat]) & only
            choices += [("expedition", letter) for letter in letters(targets)]
        choices += attacks(s, seat, attackable(s, seat) & only)
    if len(choices) == 1:
        s.stack.append(("operations_over", seat, attacked))
        return
    then = ("operated", seat, count, expedition, attacked, named)
    flow.ask(s, seat, "attack", choices, "BAT-9", then, {"left": count, "expedition": expedition})


@flow.step
def operated(
    s: ColonyState, choice: Any, seat: int, count: int, expedition: bool, attacked: int, named: Named
) -> None:
    if choice == "stop":
        s.stack.append(("operations_over", seat, attacked))
        return
    target = INDEX[choice[1] if choice[0] == "expedition" else choice[2]]
    if named is not None:
        at = named.index(target)
        named = named[:at] + named[at + 1 :]
    if choice[0] == "expedition":
        s.stack.append(("operate", seat, count - 1, False, attacked, named))
        take_free(s, seat, target)
    else:
        s.stack.append(("operate", seat, count - 1, expedition, attacked | 1 << target, named))
        attack(s, seat, INDEX[choice[1]], target, choice[3])


@flow.step
def operations_over(s: ColonyState, seat: int, attacked: int) -> None:
    """A country held against all attacks of the turn: its owner +1, once a round (BAT-7)."""
    for c in bits(attacked & ~s.owned[seat] & ~s.held):
        s.held |= 1 << c
        sway(s, s.owner[c], 1, "held", "BAT-7")


def attack(s: ColonyState, seat: int, source: int, target: int, armies: int) -> None:
    """One attack, one throw of both sides (BAT-2 to BAT-7)."""
    defender = s.owner[target]
    bit = 1 << target
    if s.indep & bit and not s.paid_states & bit and s.rules.table["battle"]["independent_costs"]:
        s.paid_states |= bit
        sway(s, seat, -1, "attack on independent", "BAT-10")
    defence = bool(s.defence >> defender & 1)
    city = bool(s.built[CITY] & bit)
    inside = s.armies[target]
    blue = roll(s, armies)
    red = roll(s, min(ARMIES_MOST, 1 + inside + defence))
    battle = fight(blue, red, inside, city, s.rules.table["battle"]["fall_in_same_attack"])
    note(
        s,
        "attack",
        seat,
        "BAT-4",
        source=LETTERS[source],
        target=LETTERS[target],
        defender=defender,
        attacker_armies=armies,
        defender_armies=inside,
        defence_card=defence,
        city=city,
        blue=list(blue),
        red=list(red),
        red_bonus=marks(battle.red_bonus),
        pairs=list(battle.pairs),
        attacker_lost=battle.attacker_lost,
        defender_lost=battle.defender_lost,
        conquered=battle.conquered,
    )
    change_armies(s, source, -battle.attacker_lost, "BAT-4")
    change_armies(s, target, -battle.defender_lost, "BAT-4")
    if battle.conquered:
        conquer(s, seat, source, target, armies - battle.attacker_lost)


def conquer(s: ColonyState, seat: int, source: int, target: int, survivors: int) -> None:
    """The country changes hands with all that is in it (BAT-6 to BAT-8)."""
    defender = s.owner[target]
    # frames run in reverse: the loser's figures move first, then armies march
    options = tuple(range(survivors + 1))
    s.stack.append(("march_in", seat, source, target, options))
    turn_out(s, target, defender)
    set_owner(s, target, seat, "conquest", "BAT-6")
    sway(s, seat, 1, "conquest", "BAT-7")
    sway(s, defender, -1, "lost country", "BAT-7")


@flow.step
def march_in(s: ColonyState, seat: int, source: int, target: int, options: tuple[int, ...]) -> None:
    context = {"source": LETTERS[source], "target": LETTERS[target]}
    flow.ask(s, seat, "march", options, "BAT-6", ("marched", seat, source, target), context)


@flow.step
def marched(s: ColonyState, count: int, seat: int, source: int, target: int) -> None:
    change_armies(s, source, -count, "BAT-6")
    change_armies(s, target, count, "BAT-6")
