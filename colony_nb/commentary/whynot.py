"""Why a country or an action card is not among the options: what can be read off the view, in a sentence.

No rule is decided here. A reason is a fact on the board that holds for none of the options; where there is
no such fact, the sentence only names the rule of the question.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from .phrases import Phrases

View = Mapping[str, Any]
ROOM = 3  # armies in a country

_Facts = tuple[View, Any, str, Mapping[str, Any]]  # view, decision, letter of the country, the country


@cache
def _texts(language: str) -> Phrases:
    return Phrases("whynot", language)


def why_not(view: View, decision: Any, country: str, language: str = "en") -> str:
    """Why ``country`` (its letter) is no option of the open question ``decision``, in one sentence.

    ``view`` is the position as ``game.view()`` gives it. Raises KeyError for a letter that is no country.
    """
    key = reason(view, decision, country)
    texts = _texts(language)
    if key is None:
        key = f"general.{decision.kind}"
        key = key if texts.has(key) else "general.text"
    context = decision.context
    values = {
        "country": country,
        "rule": decision.rule,
        "holder": view["countries"][country]["owner"],
        "power": context.get("power"),
        "product": context.get("product"),
        "source": context.get("source") or context.get("country"),
        "target": context.get("country"),
    }
    return texts.say(key, [power["name"] for power in view["powers"]], **values)


def reason(view: View, decision: Any, country: str) -> str | None:
    """The key of the reason in whynot.toml; None where the view tells none."""
    c = view["countries"][country]
    find = _FIND.get(decision.kind) if view.get("game") == "colony" else None
    return find((view, decision, country, c)) if find is not None else None


def card_why_not(
    view: View, seat: int, name: str, opens: int, cost: int, usable: bool, language: str = "en"
) -> str:
    """Why an action card is greyed or would lapse; "" where neither is so.

    ``name`` and ``opens`` are the card's name and phase, ``cost`` its price used once, ``usable`` whether an
    option holds it.
    """
    texts, power = _texts(language), view["powers"][seat]
    if not usable:
        return texts.say("card.phase" if view["phase"] < opens else "card.general", name=name, opens=opens)
    if power["kept"]:
        return ""  # a kept card may make it cheaper
    purse = power["money"] + power["income"]
    return texts.say("card.money", name=name, cost=cost, purse=purse) if cost > purse else ""


def warning(view: View, decision: Any, option: Any, language: str = "en") -> str:
    """What follows when this option gives the seat's only port away (EVT-8), in a sentence; else ""."""
    gives, gets = _given(decision, option)
    countries = view["countries"]
    if gives is None or not _exports(countries[gives]):
        return ""
    others = [c for letter, c in countries.items() if c["owner"] == decision.seat and letter != gives]
    if any(_exports(c) for c in (*others, *([countries[gets]] if gets else []))):
        return ""
    return _texts(language).say("port.only", [power["name"] for power in view["powers"]], country=gives)


def _exports(c: Mapping[str, Any]) -> bool:
    """Whether goods leave by this country's port (INC-3)."""
    return bool(c["port"] and (c["armies"] or not c["rebellion"]))


def _given(decision: Any, option: Any) -> tuple[str | None, str | None]:
    """(the country that the seat gives away by this option, the one it gets); (None, None): none."""
    context = decision.context
    if decision.kind == "offer" and option != "stop":
        return option[1], option[2]
    if decision.kind == "country" and context["why"] == "sale":
        return option, None
    if decision.kind == "answer" and option is True and context["what"] == "swap":
        return context["gets"], context["gives"]
    return None, None


# ---------------------------------------------------------------- one question each


def _own(facts: _Facts) -> str | None:
    _, decision, _, c = facts
    if c["owner"] == decision.seat:
        return None
    return "own.free" if c["owner"] is None else "own.held"


def _colony(facts: _Facts) -> str | None:
    return _own(facts) or ("own.independent" if facts[3]["independent"] else None)


def _neighbours(view: View, c: Mapping[str, Any], seat: int) -> list[Mapping[str, Any]]:
    """The seat's countries next to ``c``."""
    near = [view["countries"][letter] for letter in c["neighbours"]]
    return [n for n in near if n["owner"] == seat]


def _start(facts: _Facts) -> str | None:
    c = facts[3]
    if c["owner"] is not None:
        return "start.taken"
    return None if c["coast"] else "start.inland"


def _expand(facts: _Facts) -> str | None:
    view, decision, _, c = facts
    if c["owner"] is not None:
        return "expand.own" if c["owner"] == decision.seat else "expand.held"
    if view["powers"][decision.seat]["countries"]:
        return None if _neighbours(view, c, decision.seat) else "expand.far"
    return None if c["coast"] else "expand.inland"


def _attack(facts: _Facts) -> str | None:
    view, decision, _, c = facts
    if c["owner"] == decision.seat:
        # where nothing starts from it either, it is simply no target
        return "attack.own"
    near = _neighbours(view, c, decision.seat)
    if c["owner"] is None:
        if not c["independent"] and not decision.context.get("expedition"):
            return "attack.expedition_over"
        return None if near or not view["powers"][decision.seat]["countries"] else "attack.far"
    armed = [n for n in near if n["armies"]]
    if not armed:
        return "attack.no_army"
    return "attack.army_stays" if all(n["rebellion"] and n["armies"] == 1 for n in armed) else None


def _build(facts: _Facts) -> str | None:
    what, c = facts[1].context["what"], facts[3]
    if found := _colony(facts):
        return found
    if c.get(what):
        return f"build.{what}"
    return "build.inland" if what == "port" and not c["coast"] else None


def _army_place(facts: _Facts) -> str | None:
    return _colony(facts) or ("army.full" if facts[3]["armies"] >= ROOM else None)


def _place(facts: _Facts) -> str | None:
    if facts[1].context.get("figure") != "missionary":
        return _own(facts)
    return _colony(facts) or ("build.church" if facts[3]["church"] else None)


def _order(facts: _Facts) -> str | None:
    return _own(facts) or (None if facts[3]["rebellion"] else "fight.calm")


def _draft(facts: _Facts) -> str | None:
    _, decision, letter, c = facts
    target = decision.context["country"]
    if letter == target:
        return None
    if found := _own(facts):
        return found
    if target not in c["neighbours"]:
        return "fight.draft_far"
    return None if c["armies"] else "army.none"


def _country(facts: _Facts) -> str | None:
    _, decision, _, c = facts
    why, what = decision.context.get("why"), decision.context.get("product")
    if why in ("draw", "withdraw", "sale"):
        return _colony(facts)
    if why not in ("lose", "destroy", "army"):
        return None
    if found := _own(facts):
        return found
    if why == "army":
        return None if c["armies"] else "army.none"
    if why == "destroy":
        return f"destroy.{what}" if what in c and not c[what] else None
    if not c["products"]:
        return "counter.none"
    return None if what in c["products"] or what in _KINDS else "counter.kind"


_KINDS = ("any", "crop", "mineral", "at_post", None)


def _rebel_country(facts: _Facts) -> str | None:
    _, decision, _, c = facts
    if c["owner"] != decision.context["power"]:
        return "rebel.theirs"
    if c["independent"]:
        return "own.independent"
    return "rebel.already" if c["rebellion"] else None


def _rebel_spread(facts: _Facts) -> str | None:
    view, decision, letter, c = facts
    source = decision.context["source"]
    if c["rebellion"] or letter == source:
        return "rebel.already"
    if c["owner"] is None:
        return "rebel.free"
    if c["independent"]:
        return "own.independent"
    return None if view["telegraphy"] or source in c["neighbours"] else "rebel.far"


def _search(facts: _Facts) -> str | None:
    _, decision, _, c = facts
    if c["owner"] is None or c["owner"] == decision.seat:
        return "sabotage.free" if c["owner"] is None else "sabotage.own"
    if decision.context["country"] not in c["neighbours"]:
        return "sabotage.far"
    return None if c["products"] else "counter.none"


def _offer(facts: _Facts) -> str | None:
    c = facts[3]
    return "offer.free" if c["owner"] is None else "own.independent" if c["independent"] else None


_FIND: dict[str, Callable[[_Facts], str | None]] = {
    "start_country": _start,
    "expand": _expand,
    "attack": _attack,
    "build": _build,
    "army_place": _army_place,
    "place": _place,
    "relocate": _own,
    "move": _own,
    "order": _order,
    "draft": _draft,
    "grant": _colony,
    "country": _country,
    "rebel_country": _rebel_country,
    "rebel_spread": _rebel_spread,
    "search": _search,
    "offer": _offer,
}
