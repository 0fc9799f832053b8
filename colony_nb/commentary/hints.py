"""Hints for an open question, in three steps: what to look at, what stands out, what a computer would do.

    look(view, decision, names)               # the aim of the rule and this position's figures
    stand(game, decision, names)              # what sets options apart
    steady(decision, option, reason, names)   # an answer and its reason in words

Each gives whole sentences in plain text. ``view`` and all facts are what the asked seat may know; nothing is
decided, and no option is named better than another.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, cast

from .odds import AttackOdds, RebellionOdds, chance_text, option_fight
from .phrases import Phrases

View = Mapping[str, Any]
Fact = tuple[float, str, dict[str, Any]]  # the higher, the earlier; a key of hints.toml; its values
MOST = 4  # facts that a hint tells
ROUNDS = 24
SPACES_A_SHIP = 6
MONOPOLY = 3  # counters of a product, and more than any other power
ROOM = 3  # spaces that a ship may carry more before a hint speaks of it
SIMPLE = frozenset("start_country choice invest neighbour share lose".split())
"""The questions of the simplified game that have an aim of their own in hints.toml."""
UNDECIDED = frozenset(("choice",))  # a class talks about these; no computer is asked

_MONEY = frozenset("cards build army_count operations event answer use_kept bid_money join invest".split())
_LADDER = frozenset("cards expand build product again country".split())
_INFLUENCE = frozenset("event grant join bid_points government".split())
_RESISTING = frozenset("cards army_count army_place move order draft grant place".split())
_ROUNDS = frozenset("cards grant join bid_money bid_points government build".split())


@cache
def texts(language: str = "en") -> Phrases:
    """The sentences of data/text/<language>/hints.toml."""
    return Phrases("hints", language)


# ---------------------------------------------------------------- step 1


def look(view: View, decision: Any, names: Sequence[str], language: str = "en") -> list[str]:
    """What the rule of the question aims at, and the figures of this position that belong to it."""
    words, kind, seat = texts(language), decision.kind, decision.seat
    full = view.get("game") == "colony"
    out = [words.say(_look_key(decision, words) if full or kind in SIMPLE else "look.fallback", names)]
    power = view["powers"][seat]
    if kind == "cards" and decision.context.get("limit") in (1, 2):
        out.append(words.say(f"figures.limit_{decision.context['limit']}", names))
    if kind in _MONEY:
        out.append(words.say("figures.money", names, seat=seat, **_of(power, "money", "income")))
    if kind in _LADDER and full and power["ladder"]:
        ported = any(view["countries"][c]["port"] for c in power["countries"])
        key = "figures.ladder" if ported else "figures.no_port"
        out.append(words.say(key, names, **_of(power, "ladder", "exportable")))
    if kind in _INFLUENCE and full:
        out.append(words.say("figures.influence", names, influence=str(power["influence"])))
    if kind in _RESISTING:
        out += _resisting(view, power, words, names)
    if kind in _ROUNDS and full:
        left = ROUNDS - int(view["round"])
        out.append(words.say("figures.rounds" if left > 0 else "figures.last_round", names, left=left))
    return out


def _look_key(decision: Any, words: Phrases) -> str:
    context, kind = decision.context, decision.kind
    more = context.get("what") or context.get("figure") or context.get("why")
    if kind == "event" and context.get("country"):
        more = "fight"
    for key in (f"look.{kind}_{more}", f"look.{kind}"):
        if words.has(key):
            return key
    return "look.fallback"


def _of(power: Mapping[str, Any], *fields: str) -> dict[str, Any]:
    return {field: power[field] for field in fields}


def _resisting(view: View, power: Mapping[str, Any], words: Phrases, names: Sequence[str]) -> list[str]:
    there = [c for c in power["countries"] if view["countries"][c]["rebellion"]]
    alone = [c for c in there if not view["countries"][c]["armies"]]
    out = [words.say("figures.resisting", names, countries=there)] if there else []
    return [*out, words.say("figures.alone", names, countries=alone)] if alone else out


# ---------------------------------------------------------------- step 2


def stand(game: Any, decision: Any, names: Sequence[str], language: str = "en") -> list[str]:
    """What sets options of the question apart, by what the seat may know; at most ``MOST`` facts.

    ``game`` is looked at and not changed. A general sentence where nothing sets them apart.
    """
    words, view = texts(language), game.view(decision.seat)
    known = _FACTS if view.get("game") == "colony" else _SIMPLE
    find = known.get(decision.kind, _by_country)
    found: list[Fact] = find(_Asked(game, view, decision, language)) if len(decision.options) > 1 else []
    found.sort(key=lambda fact: -fact[0])
    lines = dict.fromkeys(words.say(key, names, **values) for _, key, values in found)
    return list(lines)[:MOST] or [words.say("stand.general", names)]


class _Asked:
    """A question with the position as its seat sees it."""

    __slots__ = ("game", "view", "decision", "language", "seat", "power", "countries")

    def __init__(self, game: Any, view: View, decision: Any, language: str) -> None:
        self.game = game
        self.view = view
        self.decision = decision
        self.language = language
        self.seat: int = decision.seat
        self.power: Mapping[str, Any] = view["powers"][decision.seat]
        self.countries: Mapping[str, Mapping[str, Any]] = view["countries"]

    @property
    def context(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.decision.context
        return found

    def lands(self) -> list[str]:
        """The countries that the options speak of, each once."""
        found: dict[str, None] = {}
        for option in self.decision.options:
            parts = option if isinstance(option, tuple) else (option,)
            found.update(dict.fromkeys(x for x in parts if isinstance(x, str) and x in self.countries))
        return list(found)

    def counters(self, letter: str) -> int:
        return sum(self.countries[letter]["products"].values())

    def near(self, letter: str) -> list[Mapping[str, Any]]:
        return [self.countries[n] for n in self.countries[letter]["neighbours"] if n in self.countries]

    def free(self, letter: str) -> list[str]:
        """Countries next door that no power holds, independent ones left out."""
        near = [n for n in self.countries[letter]["neighbours"] if n in self.countries]
        there = self.countries
        return [n for n in near if there[n]["owner"] is None and not there[n]["independent"]]

    def rivals(self, letter: str) -> list[int]:
        """The other powers that hold land next door."""
        owner = self.countries[letter]["owner"]
        mine = self.seat if owner is None else owner
        return sorted({c["owner"] for c in self.near(letter)} - {None, mine})

    def own(self, letter: str) -> list[str]:
        """The seat's countries next door."""
        return [n for n in self.countries[letter]["neighbours"] if n in self.power["countries"]]

    def held(self, product: str, seat: int) -> int:
        """Counters of a product in a seat's countries."""
        own = self.view["powers"][seat]["countries"]
        return sum(int(self.countries[c]["products"].get(product, 0)) for c in own)

    @property
    def left(self) -> int:
        return max(0, ROUNDS - int(self.view["round"]))


def _stake(a: _Asked, letter: str, rank: float | None = None) -> Fact:
    """What lies in a country and who stands next to it."""
    n, rivals = a.counters(letter), a.rivals(letter)
    key = "stand.stake_guarded" if rivals else "stand.stake_quiet"
    values = {"country": letter, "counters": n, "armies": a.countries[letter]["armies"], "rivals": rivals}
    return n + len(rivals) / 10 if rank is None else rank, key, values


def _by_country(a: _Asked) -> list[Fact]:
    """The general facts: what lies in the countries that can be named."""
    out = []
    for letter in a.lands():
        owner = a.countries[letter]["owner"]
        if owner is None or owner == a.seat:
            out.append(_stake(a, letter))
        else:
            out.append(_theirs(a, letter, owner))
    return out


def _theirs(a: _Asked, letter: str, owner: int) -> Fact:
    n, armies = a.counters(letter), a.countries[letter]["armies"]
    return n, "stand.theirs", {"country": letter, "owner": owner, "counters": n, "armies": armies}


def _start(a: _Asked) -> list[Fact]:
    out: list[Fact] = []
    for letter in a.lands():
        free = a.free(letter)
        out.append((len(free), "stand.room" if free else "stand.no_room", {"country": letter, "free": free}))
    return out


def _expand(a: _Asked) -> list[Fact]:
    out: list[Fact] = []
    for letter in a.lands():
        goods, free = list(a.countries[letter]["products"]), a.free(letter)
        key = ("room_goods" if free else "goods") if goods else "room" if free else "no_room"
        said = {"country": letter, "free": free, "products": goods}
        out.append((len(free) + 2 * len(goods), f"stand.{key}", said))
    return out


def _build(a: _Asked) -> list[Fact]:
    if a.context.get("what") == "church":
        return _church(a)
    return [_stake(a, c, a.countries[c]["armies"] / 2 - len(a.rivals(c))) for c in a.lands()]


def _place(a: _Asked) -> list[Fact]:
    return _church(a) if a.context.get("figure") == "missionary" else _build(a)


def _church(a: _Asked) -> list[Fact]:
    out: list[Fact] = []
    for letter in a.lands():
        own = a.own(letter)
        key = "stand.church" if own else "stand.church_alone"
        out.append((len(own), key, {"country": letter, "own": own}))
    return out


def _rebel(a: _Asked) -> list[Fact]:
    out = []
    for letter in a.lands():
        owner = a.countries[letter]["owner"]
        if owner is not None:
            out.append(_theirs(a, letter, owner))
    return out


def _cards(a: _Asked) -> list[Fact]:
    if a.view.get("game") != "colony":
        return []
    own, power = list(a.power["countries"]), a.power
    out: list[Fact] = []
    ports = [c for c in own if a.countries[c]["port"]]
    changed = bool(a.game.setup.rules)  # ships may carry more or less then
    room = 0 if changed else SPACES_A_SHIP * power["ships"] - power["ladder"]
    if not ports:
        out.append((9.0, "cards.port", {}))
    alone = [c for c in own if a.countries[c]["rebellion"] and not a.countries[c]["armies"]]
    if alone:
        out.append((8.0, "cards.army", {"countries": alone}))
    if room < 0:
        out.append((7.0, "cards.ship", {}))
    elif room > ROOM:
        out.append((5.0, "cards.room", {}))
    free = list(dict.fromkeys(n for c in own for n in a.free(c)))
    out.append((6.0, "cards.free", {"countries": free}) if free else (2.0, "cards.no_free", {}))
    threat = [c for c in own if any(n["armies"] and n["owner"] not in (None, a.seat) for n in a.near(c))]
    if threat and a.view["phase"] >= 3:
        out.append((4.5, "cards.threat", {"countries": threat}))
    if len(ports) == 1:
        out.append((3.0, "cards.one_port", {"country": ports[0]}))
    if power["colonist"]:
        out.append((2.5, "cards.search", {"country": power["colonist"]}))
    out.append((4.0, "cards.dear", {"purse": power["money"] + power["income"]}))
    return out


def _fights(a: _Asked) -> list[Fact]:
    """Attacks and the questions before a fight, by their chance."""
    out: list[Fact] = []
    for option in a.decision.options:
        if isinstance(option, tuple) and option[0] == "expedition":
            label = a.decision.label(option)
            out.append((0.5, "stand.expedition", {"label": label}))
            continue
        found = option_fight(a.game, a.decision, option)
        if found is None:
            continue
        label = a.decision.label(option).rstrip(".")
        if a.decision.kind == "attack":
            chance = cast(AttackOdds, found[1])["conquer"]
            said = {"label": label, "chance": chance_text(chance, a.language)}
            out.append((chance, "stand.conquer", said))
        else:
            chance = cast(RebellionOdds, found[1])["suppressed"]
            same = a.decision.kind == "order"
            said = {"label": label, "country": found[0], "chance": chance_text(chance, a.language)}
            out.append((chance, "stand.suppress_only" if same else "stand.suppress", said))
    return out or _by_country(a)


def _event(a: _Asked) -> list[Fact]:
    """A card with two choices: what would be held after each, by its coins and points alone."""
    if a.context.get("country"):
        return _fights(a)
    card = next((c for c in a.game._state.rules.cards if c.id == a.context.get("card")), None)
    out: list[Fact] = []
    for rank, letter in enumerate(("a", "b")):
        if card is None or letter not in a.decision.options:
            continue
        change = {"money": 0, "influence": 0}
        for name, *arguments in getattr(card, letter) or ():
            if name in change:
                change[name] += int(arguments[0])
        after = {key: max(0, a.power[key] + by) for key, by in change.items()}
        out.append((-float(rank), "stand.alternative", {"letter": letter, **after}))
    return out


def _operations(a: _Asked) -> list[Fact]:
    own = a.power["countries"]
    armed = [n for c in own if a.countries[c]["armies"] for n in a.countries[c]["neighbours"]]
    near = [n for n in dict.fromkeys(armed) if a.countries[n]["owner"] not in (None, a.seat)]
    free = list(dict.fromkeys(n for c in own for n in a.free(c)))
    out: list[Fact] = [(2.0, "stand.targets" if near else "stand.no_targets", {"countries": near})]
    if free:
        out.append((1.0, "stand.free_near", {"countries": free}))
    return out


def _product(a: _Asked) -> list[Fact]:
    of = a.context.get("power", a.seat)
    if a.context.get("why") == "sabotage" and a.context.get("country") in a.countries:
        of = a.countries[a.context["country"]]["owner"]
    if of is None:
        return []
    others = [p["seat"] for p in a.view["powers"] if p["seat"] != of]
    out: list[Fact] = []
    for option in a.decision.options:
        product = option[-1] if isinstance(option, tuple) else option
        if not isinstance(product, str):
            continue
        count = a.held(product, of)
        if of != a.seat:
            out.append((count, "stand.product_theirs", {"product": product, "owner": of, "count": count}))
            continue
        most = max((a.held(product, p) for p in others), default=0)
        key = "stand.product_held" if most else "stand.product_alone"
        out.append((count, key, {"product": product, "count": count, "most": most}))
        gains = (
            a.context.get("why") == "search"
            and not a.game.setup.rules
            and product not in a.power["monopolies"]
        )
        if gains and count == MONOPOLY - 1 and most < MONOPOLY:
            out.append((count + 9.0, "stand.monopoly_near", {"product": product}))
    return out


def _again(a: _Asked) -> list[Fact]:
    product = a.context.get("product")
    if a.context.get("free"):
        return []
    if product is None:
        return [(1.0, "stand.second_nothing", {})]
    return [(1.0, "stand.second_throw", {"product": product, "count": a.held(product, a.seat)})]


def _pass(a: _Asked) -> list[Fact]:
    powers = sorted(
        (p for p in a.view["powers"] if p["seat"] in a.decision.options), key=lambda p: p["money"]
    )
    if len(powers) < 2 or powers[0]["money"] == powers[-1]["money"]:
        return []
    first, last = powers[-1], powers[0]
    return [
        (2.0, "stand.leader", _of(first, "seat", "money")),
        (1.0, "stand.last", _of(last, "seat", "money")),
    ]


def _grant(a: _Asked) -> list[Fact]:
    out: list[Fact] = []
    for letter in a.lands():
        c, n = a.countries[letter], a.counters(letter)
        key = "give_calm" if not c["rebellion"] else "give_army" if c["armies"] else "give_alone"
        out.append((-float(n), f"stand.{key}", {"country": letter, "counters": n}))
    return out


def _bid(a: _Asked) -> list[Fact]:
    country = str(a.context.get("country"))
    if country not in a.countries:
        return []
    n = a.counters(country)
    said = {"country": country, "counters": n, "left": str(a.left)}
    out: list[Fact] = [(99.0, "stand.bid_country", said)]
    if a.decision.kind != "government":
        for power in a.view["powers"]:
            if power["seat"] != a.seat:
                worth = power["money"] + 7 * power["influence"]
                out.append((worth / 1e6, "stand.purse", _of(power, "seat", "money", "influence")))
    return out


def _armies(a: _Asked) -> list[Fact]:
    """Where the armies that are bought could go."""
    return [_stake(a, c) for c in a.power["countries"]]


def _answer(a: _Asked) -> list[Fact]:
    gives, gets = str(a.context.get("gives")), str(a.context.get("gets"))
    if gives in a.countries and gets in a.countries:
        said = {"gives": gets, "given": a.counters(gets), "gets": gives, "got": a.counters(gives)}
        return [(1.0, "stand.swap", said)]
    if gives in a.countries and a.context.get("price") is not None:
        return [
            (1.0, "stand.sale", {"gives": gives, "given": a.counters(gives), "price": a.context["price"]})
        ]
    return []


def _march(a: _Asked) -> list[Fact]:
    source, target = str(a.context.get("source")), str(a.context.get("target"))
    if source not in a.countries or target not in a.countries:
        return []
    out: list[Fact] = []
    for letter in (source, target):
        rivals = a.rivals(letter)
        key = "stand.next_to" if rivals else "stand.next_to_none"
        out.append((1.0, key, {"country": letter, "rivals": rivals}))
    return out


_FACTS: dict[str, Callable[[_Asked], list[Fact]]] = {
    "start_country": _start,
    "cards": _cards,
    "expand": _expand,
    "army_count": _armies,
    "build": _build,
    "place": _place,
    "relocate": _build,
    "attack": _fights,
    "order": _fights,
    "draft": _fights,
    "use_kept": _fights,
    "event": _event,
    "operations": _operations,
    "product": _product,
    "rebel_product": _product,
    "again": _again,
    "pass_card": _pass,
    "rebel_country": _rebel,
    "rebel_spread": _rebel,
    "grant": _grant,
    "join": _bid,
    "bid_money": _bid,
    "bid_points": _bid,
    "government": _bid,
    "answer": _answer,
    "march": _march,
}


_SIMPLE: dict[str, Callable[[_Asked], list[Fact]]] = {
    "start_country": _start,
    "neighbour": _start,
    "lose": _product,
}


# ---------------------------------------------------------------- step 3


def steady(decision: Any, option: Any, reason: str, names: Sequence[str], language: str = "en") -> list[str]:
    """What a computer player would answer, why, and what it does not count. ``reason`` is its sentence."""
    words = texts(language)
    if decision.kind in UNDECIDED:
        return [words.say("steady.no_choice", names)]
    label = decision.label(option).rstrip(".")
    return [
        words.say("steady.choice", names, label=label),
        words.say("steady.reason", names, reason=reason),
        words.say("steady.note", names),
    ]
