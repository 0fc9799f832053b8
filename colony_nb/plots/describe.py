"""The board in words, from a view alone: for screen readers, panels and the static picture's description.

Sentences are whole templates in ``data/text/<language>/board.toml``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from colony_nb.paths import DATA
from colony_nb.plots.board import lands
from colony_nb.plots.layout import BUILDINGS, FIGURES, PRODUCTS

Texts = Mapping[str, Mapping[str, str]]


@cache
def texts(language: str = "en") -> Texts:
    """All templates of one language, by table and key. Raises FileNotFoundError if there is no such
    language."""
    path = DATA / "text" / language / "board.toml"
    with path.open("rb") as file:
        loaded: Texts = tomllib.load(file)
    return loaded


def notes(language: str = "en") -> dict[str, str]:
    """The lines under country names on the map ("unclaimed", "democracy", ...), as ``MapPlot`` takes them."""
    return dict(texts(language)["note"])


def listed(items: Iterable[str], language: str = "en") -> str:
    """The items as a list in a sentence: "A, B and C". An empty list gives an empty string.

    >>> listed(["Aldume", "Brastorn", "Corvane"])
    'Aldume, Brastorn and Corvane'
    """
    words, pattern = list(items), texts(language)["list"]
    if len(words) < 2:
        return "".join(words)
    out = words[0]
    for word in words[1:-1]:
        out = pattern["join"].format(first=out, rest=word)
    return pattern["last"].format(first=out, rest=words[-1])


def _names(view: Mapping[str, Any], country_names: Mapping[str, str] | None) -> dict[str, str]:
    own = {letter: str(c["name"]) for letter, c in view["countries"].items()}
    return own | dict(country_names or {})


def _power(view: Mapping[str, Any], seat: int) -> str:
    return next(str(p["name"]) for p in view["powers"] if p["seat"] == seat)


def _resistance(view: Mapping[str, Any], letter: str, name: str, language: str) -> str:
    t, c = texts(language)["board"], view["countries"][letter]
    if c["owner"] is None:
        return t["resist_nobody"].format(country=name)
    key = {0: "resist_no_army", 1: "resist_one_army"}.get(c["armies"], "resist_armies")
    return t[key].format(country=name, power=_power(view, c["owner"]), count=c["armies"])


def _independence(view: Mapping[str, Any], letter: str, name: str, language: str) -> str:
    t, c = texts(language)["board"], view["countries"][letter]
    if c["owner"] is None:
        return t["independent_free"].format(country=name)
    power = _power(view, c["owner"])
    if c["government"] is None:
        return t["independent_open"].format(country=name, power=power)
    return t["independent"].format(
        country=name, power=power, government=texts(language)["note"][c["government"]]
    )


def title(view: Mapping[str, Any], language: str = "en") -> str:
    """One line that says which moment the board shows."""
    t = texts(language)["board"]
    if view["round"] == 0:
        return t["title_setup"]
    return t["title"].format(phase=view["phase"], round=view["round"])


def describe(
    view: Mapping[str, Any], country_names: Mapping[str, str] | None = None, language: str = "en"
) -> str:
    """The whole board in sentences: the moment, where people resist, who holds what, what is independent or
    unclaimed.

    ``country_names`` (letter to name) replaces the names in the view, for another language.
    """
    t, names = texts(language)["board"], _names(view, country_names)
    countries = view["countries"]
    if view["step"] == "over":
        out = [t["over"].format(round=view["round"])]
    elif view["round"] == 0:
        out = [t["setup"]]
    else:
        out = [t["round"].format(phase=view["phase"], round=view["round"])]
    if view["turn"] is not None and view["step"] != "over":
        out.append(t["turn"].format(power=_power(view, view["turn"])))
    out += [_resistance(view, k, names[k], language) for k, c in countries.items() if c["rebellion"]]
    for power in view["powers"]:
        own = [k for k in power["countries"] if not countries[k]["independent"]]
        key = {0: "holds_none", 1: "holds_one"}.get(len(own), "holds")
        values = {
            "power": power["name"],
            "count": len(own),
            "countries": listed((names[k] for k in own), language),
        }
        out.append(t[key].format(**values))
        out.append(_standing(power, t))
    out += [_independence(view, k, names[k], language) for k, c in countries.items() if c["independent"]]
    free = [names[k] for k, c in countries.items() if c["owner"] is None and not c["independent"]]
    if free:
        out.append(t["free"].format(countries=listed(free, language)))
    if sea := len(lands()) - len(countries):
        out.append(t["sea"].format(count=sea))
    return " ".join(out)


def _standing(power: Mapping[str, Any], t: Mapping[str, str]) -> str:
    if "prestige" in power:  # the simplified game
        keys = ("money", "prestige", "counters", "armies")
        return t["stands_prestige"].format(power=power["name"], **{key: power[key] for key in keys})
    key = "stands_one_ship" if power["ships"] == 1 else "stands"
    return t[key].format(
        power=power["name"],
        money=power["money"],
        influence=power["influence"],
        ships=power["ships"],
        shipped=_shipped(power),
        ladder=power["ladder"],
    )


def _shipped(power: Mapping[str, Any]) -> int:
    return min(int(power["exportable"]), 6 * int(power["ships"]))


def describe_country(
    view: Mapping[str, Any],
    letter: str,
    country_names: Mapping[str, str] | None = None,
    language: str = "en",
) -> str:
    """One country in sentences: who holds it, whether people resist, neighbours, counters, buildings, armies,
    figures.

    A country that is not in the game is said to be sea.
    """
    all_texts = texts(language)
    t = all_texts["country"]
    if letter not in view["countries"]:
        return t["closed"]
    c, names = view["countries"][letter], _names(view, country_names)
    name = names[letter]
    if c["independent"]:
        out = [_independence(view, letter, name, language)]
    elif c["owner"] is None:
        out = [t["unclaimed"].format(country=name)]
    else:
        out = [t["held"].format(country=name, power=_power(view, c["owner"]))]
    if c["rebellion"]:
        out.append(_resistance(view, letter, name, language))
    around = listed((names[n] for n in c["neighbours"]), language)
    out.append(t["coast" if c["coast"] else "inland"].format(neighbours=around))
    counted = [
        all_texts["list"]["counted"].format(count=c["products"][p], what=all_texts["product"][p])
        for p in PRODUCTS
        if c["products"].get(p)
    ]
    if counted:
        out.append(t["products"].format(products=listed(counted, language)))
    else:
        out.append(t["products_none"])
    built = [all_texts["building"][b] for b in BUILDINGS if c[b]]
    if built:
        out.append(t["buildings"].format(buildings=listed(built, language)))
    if c["armies"] and not c["rebellion"]:
        out.append(t["one_army"] if c["armies"] == 1 else t["armies"].format(count=c["armies"]))
    for power in view["powers"]:
        out += [t[f"figure_{w}"].format(power=power["name"]) for w in FIGURES if power.get(w) == letter]
    return " ".join(out)


def describe_ladders(view: Mapping[str, Any], language: str = "en") -> tuple[Sequence[str], Sequence[str]]:
    """A sentence for each power about the income ladder, and one for each about the Influence ladder."""
    t = texts(language)["ladder"]
    income, influence = [], []
    for power in view["powers"]:
        key = "income_row_one_ship" if power["ships"] == 1 else "income_row"
        income.append(
            t[key].format(
                power=power["name"],
                ladder=power["ladder"],
                exportable=power["exportable"],
                ships=power["ships"],
                carried=6 * power["ships"],
                shipped=_shipped(power),
            )
        )
        influence.append(t["influence_row"].format(power=power["name"], influence=power["influence"]))
    return income, influence
