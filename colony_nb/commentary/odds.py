"""The odds of a fight before it is fought: every throw counted with the game's own rules.

Nothing here decides a rule: pairs, bonuses and losses come from ``games.colony.battle`` and ``rebellion``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import product
from typing import Any, TypedDict, cast

from ..games.colony.battle import fight
from ..games.colony.board import INDEX
from ..games.colony.rebellion import HELP_PRICE, church_near, colonial_dice, resolve
from ..games.colony.rules import load_rules
from ..games.colony.state import ARMIES_MOST, CITY_ONE, NO_ARMY, REBELS_EACH, REBELS_ONE, kept_rows
from ..kernel.dice import SORTED
from .phrases import Phrases

View = Mapping[str, Any]
Chances = dict[int, float]

THROWS = tuple(tuple(sorted(Counter(throws).items())) for throws in SORTED)
"""For 0 to 3 dice: ((faces from high to low, how many of the throws), ...)."""


class AttackOdds(TypedDict):
    """One attack: chance that the country falls, chances of the losses, and the dice on both sides."""

    conquer: float
    attacker_losses: Chances
    defender_losses: Chances
    attacker_dice: int
    defender_dice: int
    city: bool


class RebellionOdds(TypedDict):
    """One fight where people resist. ``spreads`` is 0 where no country is left for it."""

    suppressed: float
    spreads: float
    can_spread: bool
    army_losses: Chances
    counter_losses: Chances
    colonial_dice: int
    rebel_dice: int


def _shares(counts: Mapping[int, int], throws: int) -> Chances:
    return {key: counts[key] / throws for key in sorted(counts)}


@cache
def _attack(
    armies: int, dice: int, inside: int, city: bool, same_attack: bool
) -> tuple[float, tuple[tuple[int, float], ...], tuple[tuple[int, float], ...]]:
    throws = 6 ** (armies + dice)
    conquered = 0
    attacker: Counter[int] = Counter()
    defender: Counter[int] = Counter()
    for (blue, p), (red, q) in product(THROWS[armies], THROWS[dice]):
        battle = fight(blue, red, inside, city, same_attack)
        conquered += p * q * battle.conquered
        attacker[battle.attacker_lost] += p * q
        defender[battle.defender_lost] += p * q
    return (
        conquered / throws,
        tuple(_shares(attacker, throws).items()),
        tuple(_shares(defender, throws).items()),
    )


def attack_odds(
    view: View,
    source: str,
    target: str,
    armies: int,
    defence_card: bool = False,
    rules: Mapping[str, Any] | None = None,
) -> AttackOdds:
    """The exact odds of one attack (BAT-2 to BAT-4) with so many armies from ``source``.

    ``defence_card``: whether the defender chose card 8 this round. ``rules`` is the rule table, by default
    the one that comes with the project. Raises ValueError for an attack that nobody could make.
    """
    there = view["countries"].get(target)
    here = view["countries"].get(source)
    if there is None or here is None or not 1 <= armies <= min(ARMIES_MOST, here["armies"]):
        raise ValueError(f"No {armies} armies can attack {target!r} from {source!r}.")
    table = load_rules().table if rules is None else rules
    dice = min(ARMIES_MOST, 1 + there["armies"] + defence_card)
    conquer, attacker, defender = _attack(
        armies, dice, there["armies"], there["city"], bool(table["battle"]["fall_in_same_attack"])
    )
    return {
        "conquer": conquer,
        "attacker_losses": dict(attacker),
        "defender_losses": dict(defender),
        "attacker_dice": armies,
        "defender_dice": dice,
        "city": there["city"],
    }


@cache
def _rebellion(
    blue: int, red: int, points: int, draws_won: bool, one: int, each: bool, weaker: bool
) -> tuple[tuple[tuple[bool, bool, int], float], ...]:
    """((suppressed, any pair won or drawn by the rebels, pairs they won), chance) of one throw."""
    out: Counter[tuple[bool, bool, int]] = Counter()
    for (own, p), (other, q) in product(THROWS[blue], THROWS[red]):
        pairs = resolve(own, other, points, draws_won, one, each, weaker).pairs
        lost = pairs.count("rebels")
        out["colony" in pairs, bool(lost) or "draw" in pairs, lost] += p * q
    return tuple((key, count / 6 ** (blue + red)) for key, count in sorted(out.items()))


def rebellion_odds(
    view: View,
    country: str,
    defence_card: bool = False,
    *,
    phase: int | None = None,
    army: bool = True,
    more: int = 0,
    rebels_one: int | None = None,
    rebels_each: bool = False,
    weaker: bool = False,
    rules: Mapping[str, Any] | None = None,
) -> RebellionOdds:
    """The exact odds of one fight against the people who resist in ``country`` (REB-2 to REB-5).

    ``army`` False: the army there takes no part. ``more``: dice bought for the colonial side. ``rebels_one``:
    single points for the rebels' dice (None: what the view's ``rebels_bonus`` tells), ``rebels_each``: one on
    each of them, ``weaker``: one off their highest. Raises ValueError where no owner fights.
    """
    c = view["countries"].get(country)
    if c is None or c["owner"] is None or c["independent"]:
        raise ValueError(f"Nobody fights a rebellion in {country!r}.")
    table = (load_rules().table if rules is None else rules)["rebellion"]
    at = (view["phase"] if phase is None else phase) - 1
    fights = bool(c["armies"]) and army
    blue = min(ARMIES_MOST, 1 + defence_card + (table["army_dice"][at] if fights else 0) + more)
    red = table["rebel_dice"][at]
    near = c["church"] or any(view["countries"][n]["church"] for n in c["neighbours"])
    mode = table["church"]
    if rebels_one is None:
        rebels_one = 0 if rebels_each else int(view.get("rebels_bonus", {}).get(country, 0))
    points = c["city"] + (near and mode != "draw")
    draws_won = bool(c["church"] and mode != "bonus")
    throws = _rebellion(blue, red, points, draws_won, rebels_one, rebels_each, weaker)
    return _told(throws, view, country, fights, blue, red)


def _told(
    throws: Sequence[tuple[tuple[bool, bool, int], float]],
    view: View,
    country: str,
    fights: bool,
    blue: int,
    red: int,
) -> RebellionOdds:
    c = view["countries"][country]
    room = _room(view, country)
    supply = view["supply"]["rebellion"]
    armies = c["armies"] if fights else 0
    counters = sum(c["products"].values())
    suppressed = spreads = 0.0
    army_losses: dict[int, float] = {}
    counter_losses: dict[int, float] = {}
    for (won, spread, lost), chance in throws:
        suppressed += chance * won
        if spread and room and supply + won:
            spreads += chance
        army_lost = min(lost, armies)
        counter_lost = min(lost - army_lost, counters)
        army_losses[army_lost] = army_losses.get(army_lost, 0.0) + chance
        counter_losses[counter_lost] = counter_losses.get(counter_lost, 0.0) + chance
    return {
        "suppressed": suppressed,
        "spreads": spreads,
        "can_spread": room,
        "army_losses": dict(sorted(army_losses.items())),
        "counter_losses": dict(sorted(counter_losses.items())),
        "colonial_dice": blue,
        "rebel_dice": red,
    }


def _room(view: View, country: str) -> bool:
    """Whether there is a country to which the rebellion could spread (REB-5, EVT-6)."""
    countries = view["countries"]
    around = countries if view["telegraphy"] else countries[country]["neighbours"]
    return any(
        k != country
        and countries[k]["owner"] is not None
        and not (countries[k]["independent"] or countries[k]["rebellion"])
        for k in around
    )


# ---------------------------------------------------------------- in words


def chance_text(chance: float, language: str = "en") -> str:
    """A chance as people say it.

    >>> chance_text(2 / 3), chance_text(0.5), chance_text(0.001)
    ('about 67 in 100', '50 in 100', 'less than 1 in 100')
    """
    texts = _texts(language)
    if chance <= 0 or chance >= 1:
        return texts.say("chance.never" if chance <= 0 else "chance.always")
    if chance < 0.01 or chance > 0.99:
        return texts.say("chance.rare" if chance < 0.01 else "chance.nearly")
    hundredths = round(100 * chance)
    exact = abs(100 * chance - hundredths) < 1e-9
    return texts.say("chance.exact" if exact else "chance.about", count=hundredths)


@cache
def _texts(language: str) -> Phrases:
    return Phrases("odds", language)


def _mean(chances: Mapping[int, float]) -> str:
    return f"{sum(n * chance for n, chance in chances.items()):.1f}"


def attack_sentences(odds: AttackOdds, source: str, target: str, language: str = "en") -> list[str]:
    """The odds of an attack: the dice, the chance, the losses; a sentence each."""
    texts = _texts(language)
    armies = odds["attacker_dice"]
    all_lost = odds["attacker_losses"].get(armies, 0.0)
    out = [
        texts.say(
            "attack.dice_city" if odds["city"] else "attack.dice",
            armies=armies,
            red=odds["defender_dice"],
            source=source,
            target=target,
        )
    ]
    if odds["conquer"]:
        out.append(texts.say("attack.chance", country=target, chance=chance_text(odds["conquer"], language)))
    else:
        out.append(texts.say("attack.never", country=target))
    attacker, defender = _mean(odds["attacker_losses"]), _mean(odds["defender_losses"])
    out.append(texts.say("attack.losses", attacker=attacker, defender=defender))
    if all_lost:
        out.append(texts.say("attack.loses_all", chance=chance_text(all_lost, language)))
    return out


def rebellion_sentences(
    odds: RebellionOdds, country: str, seat: int, names: Sequence[str], language: str = "en"
) -> list[str]:
    """The odds of a fight where people resist; a sentence each. ``seat`` holds the country."""
    texts = _texts(language)

    def chance(value: float) -> str:
        return chance_text(value, language)

    out = [
        texts.say(
            "rebellion.dice",
            names,
            blue=odds["colonial_dice"],
            red=odds["rebel_dice"],
            seat=seat,
            country=country,
        ),
        texts.say("rebellion.suppressed", chance=chance(odds["suppressed"])),
        texts.say("rebellion.spreads", chance=chance(odds["spreads"]))
        if odds["can_spread"]
        else texts.say("rebellion.stays"),
    ]
    for key, losses in (("army", odds["army_losses"]), ("counter", odds["counter_losses"])):
        some = sum(chance for n, chance in losses.items() if n)
        if some:
            out.append(texts.say(f"rebellion.{key}", chance=chance(some)))
    return out


# ---------------------------------------------------------------- for an open question


def option_fight(game: Any, decision: Any, option: Any) -> tuple[str, AttackOdds | RebellionOdds] | None:
    """(country, odds) of the fight that follows from an option of an open question, or None.

    Knows attacks and all questions that come before a fight against a rebellion. Looks only at what lies open
    on the table: armies, buildings, cards shown.
    """
    option = tuple(option) if isinstance(option, list) else option
    kind, context = decision.kind, decision.context
    if kind == "attack":
        if not isinstance(option, tuple) or option[0] != "attack":
            return None
        _, source, target, armies = option
        s = game._state
        card = bool(s.defence >> s.owner[INDEX[target]] & 1)
        return target, attack_odds(game.view(), source, target, armies, card, s.rules.table)
    ask = _BEFORE_A_FIGHT.get(kind)
    found = ask(game, context, option) if ask else None
    return None if found is None else (found[0], table_odds(game, found[0], **found[1]))


def fights_follow(game: Any, decision: Any) -> bool:
    """Whether a fight follows from an option of an open question, and so whether it has odds; counts none."""
    if decision.kind == "attack":
        return any(isinstance(o, tuple) and o[0] == "attack" for o in decision.options)
    ask = _BEFORE_A_FIGHT.get(decision.kind)
    return ask is not None and any(ask(game, decision.context, o) is not None for o in decision.options)


def option_odds(
    game: Any, decision: Any, option: Any, names: Sequence[str] | None = None, language: str = "en"
) -> list[str]:
    """The odds that follow from an option of an open question, in sentences; [] where no fight follows."""
    found = option_fight(game, decision, option)
    if found is None:
        return []
    country, odds = found
    if decision.kind == "attack":
        return attack_sentences(cast(AttackOdds, odds), option[1], country, language)
    seat = game.view()["countries"][country]["owner"]
    return rebellion_sentences(cast(RebellionOdds, odds), country, seat, names or game.setup.names, language)


def table_odds(
    game: Any, country: str, *, army: bool = True, more: int = 0, weaker: bool = False
) -> RebellionOdds:
    """``rebellion_odds`` of a game as it stands: cards on the table and Defence taken into account."""
    s = game._state
    at = INDEX[country]
    flags = s.first[at]
    seat = s.owner[at]
    fights = bool(s.armies[at]) and army and not flags & NO_ARMY
    table = s.rules.table["rebellion"]
    city = game.view()["countries"][country]["city"]
    inside = game.view()["countries"][country]["church"]
    near = church_near(s, at)
    blue = colonial_dice(s, at, fights, more)
    red = table["rebel_dice"][s.phase - 1]
    throws = _rebellion(
        blue,
        red,
        city + (near and table["church"] != "draw"),
        bool(inside and table["church"] != "bonus"),
        bool(flags & REBELS_ONE) + bool(flags & CITY_ONE and city),
        bool(flags & REBELS_EACH or kept_rows(s, seat, "stronger")),
        weaker,
    )
    return _told(throws, game.view(), country, fights, blue, red)


Found = tuple[str, dict[str, Any]] | None


def _order(game: Any, context: Mapping[str, Any], option: Any) -> Found:
    return option, {}


def _draft(game: Any, context: Mapping[str, Any], option: Any) -> Found:
    return (context["country"], {}) if option == "stop" else None


def _use_kept(game: Any, context: Mapping[str, Any], option: Any) -> Found:
    """A card that ends the rebellion without a fight leaves nothing to count."""
    country = context.get("country")
    if country is None or game.view()["countries"][country]["rebellion"] is False:
        return None
    cards = {card.id: card for card in game._state.rules.cards}
    weaker = cards[context["card"]].kept[0] == "weaker"
    return (country, {"weaker": bool(option)}) if weaker or not option else None


def _event(game: Any, context: Mapping[str, Any], option: Any) -> Found:
    card, country = context.get("card"), context.get("country")
    if country is None:
        return None
    if card in ("army_pay", "army_influence"):
        return country, {"army": option == "a"}
    if card == "extra_die":
        able = game.view()["powers"][game.view()["countries"][country]["owner"]]["money"] >= HELP_PRICE
        return country, {"more": int(option == "a" and able)}
    return None


_BEFORE_A_FIGHT: dict[str, Callable[[Any, Mapping[str, Any], Any], Found]] = {
    "order": _order,
    "draft": _draft,
    "use_kept": _use_kept,
    "event": _event,
}
