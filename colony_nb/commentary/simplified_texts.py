"""The sentences of the simplified version, from ``simplified.toml``; what it lacks is in the general files.

``Catalogue`` asks here for decisions that carry a ``step`` in their context and for records of a SIM rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .catalogue import Catalogue

Record = Mapping[str, Any]
Names = Sequence[str]

_LANDS = frozenset(("start_country", "neighbour", "country", "build"))


def step(texts: Catalogue, name: str, phase: int | None = None) -> dict[str, str]:
    """What is read out at a step: title, read and its alternatives a, b, c; SIM-8 has more.

    SIM-4 is read differently in each phase: without ``phase`` as in the first. KeyError for an unknown step.
    """
    found = dict(texts._file("simplified")["step"][name])
    readings = {key: found.pop(key) for key in sorted(found) if key.startswith("read_")}
    if readings:
        found["read"] = readings.get(f"read_{phase}", readings["read_1"])
    return found


def consequences(texts: Catalogue, name: str) -> dict[str, str]:
    """What follows from each alternative of a step: to be told only after all have chosen."""
    return dict(texts._file("simplified")["consequence"][name])


def opening(texts: Catalogue) -> dict[str, str]:
    """What stands before the first step: title, text, and teacher, a word to who reads."""
    return dict(texts._file("simplified")["opening"])


def phase(texts: Catalogue, number: int) -> dict[str, str]:
    """A phase's title and the text that is read when it begins. KeyError for an unknown phase."""
    return dict(texts._file("simplified")["phase"][str(number)])


def questions(texts: Catalogue, number: int) -> list[str]:
    """The questions of a phase's debrief."""
    found = texts._file("simplified")["debrief"][str(number)]
    return [str(found[key]) for key in sorted(found)]


def told_by(value: Any) -> bool:
    """Whether a step or rule is one of the simplified version."""
    return isinstance(value, str) and value.startswith("SIM-")


def prompt(texts: Catalogue, kind: str, values: Record, names: Names) -> str:
    """The question in the power's name."""
    if kind == "choice":
        facets = [[str(values["step"])]]
    elif kind == "country":
        more = values.get("what") if values.get("why") != "rebellion" else values.get("cause")
        facets = [[f"{values.get('why')}_{more}"]]
    elif kind in ("invest", "share", "build"):
        facets = [[str(values.get("what"))]]
    else:
        facets = []
    table = texts._file("simplified")["prompts"].get(kind)
    fallback = texts._file("prompts")["fallback"]
    return texts._find(table, facets, values, names, f"{kind} {facets}", fallback)


def label(texts: Catalogue, kind: str, option: Any, context: Record, names: Names) -> str:
    """A short text for one option."""
    if kind == "choice":
        alternatives = step(texts, context["step"])
        if option in alternatives:
            return alternatives[str(option)]
    values: dict[str, Any] = {**context, "option": option}
    key = "text"
    if option == "stop":
        key = "stop"
    elif kind in _LANDS:
        values["country"] = option
    elif kind == "share":
        values["country"], values["count"] = option
    elif kind == "lose":
        values["country"], values["product"] = option
    elif kind == "attack":
        _, values["source"], values["target"] = option
    elif option == 0:
        key = "none"
    table = texts._file("simplified")["labels"].get("land" if kind in _LANDS else kind)
    what = f"{kind} {option!r}"
    return texts._find(table, [[key]], values, names, what, texts._file("labels")["fallback"])


def sentence(texts: Catalogue, record: Record, names: Names) -> str:
    """A journal record in words."""
    kind = record["kind"]
    values = dict(record)
    _prepare(texts, kind, values, names)
    facets = _facets(kind, values)
    table = texts._file("simplified")["journal"].get(kind)
    fallback = texts._file("journal")["fallback"]
    return texts._find(table, facets, values, names, f"{kind} {facets}", fallback)


def _facets(kind: str, values: Record) -> list[list[str]]:
    """Which variant of a record's sentence is told."""
    if kind in ("prestige", "army"):
        return [["gain" if values["by"] > 0 else "loss"]]
    if kind == "note":
        return [[str(values["why"]).replace(" ", "_")]]
    if kind in ("place_rebellion", "money"):
        return [[str(values["why"])]]
    if kind == "pay":
        return [[str(values["for"])]]
    if kind == "government":
        return [[str(values["form"])]]
    if kind == "owner":
        special = values["why"] in ("landing", "conquest", "independence")
        return [[values["why"]]] if special else []
    if kind == "fight":
        return [["conquered" if values["conquered"] else str(values["winner"])]]
    if kind == "rebellion":
        return [["armies" if not values["throws"] else "suppressed" if values["suppressed"] else "free"]]
    if kind == "monopoly":
        return [["thrown"]] if values["throws"] else []
    if kind == "end":
        return [["one" if len(values["winners"]) == 1 else "many"]]
    return []


def _prepare(texts: Catalogue, kind: str, values: dict[str, Any], names: Names) -> None:
    """Puts into ``values`` what a sentence needs beside the record's own fields."""
    rows = texts._file("simplified")["row"]

    def row(name: str, **fields: Any) -> str:
        return texts._fill(rows[name], fields, names)

    if kind == "prestige":
        values["size"] = abs(values["by"])
    elif kind == "forced":
        context = {"step": values["rule"]}
        values["label"] = label(texts, values["question"], values["option"], context, names)
    elif kind == "phase":
        values["title"] = texts._file("simplified")["phase"][str(values["phase"])]["title"]
    elif kind == "round":
        values["title"] = step(texts, values["rule"])["title"]
    elif kind == "choices":
        words = step(texts, values["rule"])
        chosen = values["chosen"].items()
        values["rows"] = [row("choice", seat=int(seat), label=words[letter]) for seat, letter in chosen]
    elif kind == "investments":
        values["rows"] = [
            row("invest", seat=int(seat), armies=armies, tries=tries)
            for seat, (armies, tries) in values["chosen"].items()
        ]
    elif kind == "standing":
        values["rows"] = [texts._fill(rows["standing"], power, names) for power in values["rows"]]
    elif kind in ("start", "monopoly"):
        values["rows"] = [
            texts.join([row("throw", seat=int(seat), die=die) for seat, die in throw.items()])
            for throw in values["throws"]
        ]
    elif kind in ("fight", "rebellion"):
        values["rows"] = [row("duel", first=first, second=second) for first, second in values["throws"]]
