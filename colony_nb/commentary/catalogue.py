"""The text catalogue: every sentence the project says, looked up by a code and filled in.

All texts are whole sentences in ``data/text/<language>/*.toml`` with placeholders ``{field}`` or
``{field:form}``. The form says how the value is shown: ``{seat:power}`` is a seat's name,
``{country:country}`` a country's, ``{amount:coin}`` "1 coin" or "4 coins". An entry is one template or a list
of them; the first whose fields are all there is taken.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from string import Formatter
from typing import Any

from colony_nb.commentary import simplified_texts
from colony_nb.paths import DATA

Record = Mapping[str, Any]
Names = Sequence[str]

_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z]{2,8})?")
_CARD = re.compile(r"p[1-6]-\d\d")
_ACTION = re.compile(r"(?:card )?(\d\d?)")
_PARSER = Formatter()
_COUNTRY_KINDS = frozenset(
    "start_country expand build army_place place relocate country rebel_country rebel_spread order".split()
)
_SHOWN_OPTIONS = 8
_FIGHT_QUESTIONS = frozenset(("army_pay", "army_influence", "extra_die"))
_PRODUCT_GROUPS = frozenset(("any", "crop", "mineral", "at_post"))


class UnknownLanguage(ValueError):
    """Asked for a language that has no folder of texts."""


class _Missing(LookupError):
    """A template needs a field that is not there."""


class Catalogue:
    """The texts of one language, read when first needed and kept on the instance.

    In: a language code that has a folder in ``data/text``; UnknownLanguage for any other. ``strict`` is for
    tests: a missing text, variant or field raises KeyError. Without it prompts, labels, journal lines, errors
    and reasons fall back to a general sentence. Rules, cards, words, phases and countries raise KeyError for
    an unknown key in both cases.

    >>> Catalogue().prompt("start_country", 0, {}, ["Ana", "Ben", "Cy"]).split(",")[0]
    'Ana'
    """

    def __init__(self, language: str = "en", strict: bool = False) -> None:
        self.language = language
        self.strict = strict
        self._folder = DATA / "text" / language
        self._files: dict[str, dict[str, Any]] = {}
        self._countries: dict[str, str] | None = None
        if not _LANGUAGE.fullmatch(language) or not self._folder.is_dir():
            known = ", ".join(sorted(path.name for path in (DATA / "text").glob("*") if path.is_dir()))
            raise UnknownLanguage(
                f"There are no texts in the language {language!r}; there are texts in: {known}."
            )

    # ---- the game's sentences

    def prompt(self, kind: str, seat: int, context: Record, names: Names) -> str:
        """The sentence that asks a seat for a decision of this kind, in its power's name."""
        values = {**context, "seat": seat, "kind": kind}
        if simplified_texts.told_by(context.get("step")):
            return simplified_texts.prompt(self, kind, values, names)
        table = self._file("prompts")
        return self._find(
            table.get(kind), _prompt_facets(kind, values), values, names, kind, table["fallback"]
        )

    def label(self, kind: str, option: Any, context: Record, names: Names) -> str:
        """A short readable text for one option of a decision; lists count as tuples."""
        if simplified_texts.told_by(context.get("step")):
            return simplified_texts.label(self, kind, option, context, names)
        table = self._file("labels")
        values: dict[str, Any] = {**context, "option": option, "kind": kind}
        key = "text"
        if isinstance(option, bool):
            key = "yes" if option else "no"
        elif kind == "cards":
            key = "text" if option else "none"
        elif isinstance(option, (list, tuple)):
            key = _spread(kind, option, context, values)
        elif kind in _COUNTRY_KINDS or (kind == "grant" and option != "stop"):
            values["country"] = option
        elif isinstance(option, int):
            key = _count_key(kind, option, context, values)
        elif kind == "event":
            card = context.get("card")
            about = card if card in _FIGHT_QUESTIONS else "country" if context.get("country") else None
            key = f"{option}_{about}" if about else str(option)
            values["alternative"] = self._alternative(context, str(option))
        elif option in ("stop", "search"):
            key = str(option)
        elif kind == "government":
            key = str(option)
        return self._find(table.get(kind), [[key]], values, names, f"{kind} {option!r}", table["fallback"])

    def sentence(self, record: Record, names: Names) -> str:
        """A journal record as plain past or present sentences; any kind, any cause."""
        if simplified_texts.told_by(record.get("rule")):
            return simplified_texts.sentence(self, record, names)
        table = self._file("journal")
        kind = record["kind"]
        values = dict(record)
        if isinstance(values.get("seat"), int) and values["seat"] < 0:
            values["seat"] = None
        for field in ("why", "for"):
            for key, value in _cause(record.get(field))[1].items():
                values.setdefault(key, value)
        self._prepare(kind, values, names)
        found = [
            self._find(table.get(kind), facets, values, names, f"{kind} {facets}", table["fallback"])
            for facets in _journal_facets(kind, values)
        ]
        return " ".join(found)

    def error(self, code: str, /, **values: Any) -> str:
        """What is wrong and what would be right, in one sentence."""
        table = self._file("errors")
        return self._find(table, [[code]], {"code": code, **values}, (), code, table["fallback"])

    def reason(self, code: str, /, names: Names = (), **values: Any) -> str:
        """Why a computer player chose what it chose. Values are codes: letters, seats, product names."""
        table = {**self._file("simplified")["reasons"], **self._file("reasons")}
        return self._find(table, [[code]], {"code": code, **values}, names, code, table["fallback"])

    # ---- names, rules, cards

    def rule(self, name: str) -> dict[str, str]:
        """The title and the help text of a rule such as "ACT-4". KeyError if there is none of that name."""
        return dict(self._file("rules")[name])

    def rules(self) -> tuple[str, ...]:
        """The names of all rules that have a help text, in the order of the rules."""
        return tuple(self._file("rules"))

    def card(self, card: str) -> dict[str, str]:
        """An event card's title, years, text and, if it has alternatives, a and b."""
        return dict(self._file("cards")[card])

    def phase(self, number: int) -> dict[str, str]:
        """A phase's title and years (the project's own)."""
        return dict(self._file("words")["phase"][str(number)])

    def step(self, rule: str, phase: int | None = None) -> dict[str, str]:
        """What is read out at a step of the simplified version, "SIM-8" for one: title, read, a, b, c."""
        return simplified_texts.step(self, rule, phase)

    def consequences(self, rule: str) -> dict[str, str]:
        """What follows at that step from a, b, c; to be told only after all have chosen."""
        return simplified_texts.consequences(self, rule)

    def country(self, letter: str) -> str:
        """A country's name by its letter."""
        if self._countries is None:
            board = json.loads((DATA / "board.geojson").read_text(encoding="utf-8"))
            rows = (feature["properties"] for feature in board["features"])
            self._countries = {row["letter"]: row["name"] for row in rows}
        return self._countries[letter]

    def word(self, key: str) -> str:
        """One text by its dotted key, as it stands: ``word("button.undo")``, ``word("step.bids")``."""
        if simplified_texts.told_by(key.removeprefix("step.")):
            return self.step(key.removeprefix("step."))["title"]
        value = self._leaf(key)
        if isinstance(value, dict):
            raise KeyError(key)
        return str(value)

    def words(self, key: str) -> dict[str, Any]:
        """A whole table of words: ``words("action.4")`` has name, cost, text and phase."""
        value = self._leaf(key)
        if not isinstance(value, dict):
            raise KeyError(key)
        return dict(value)

    def line(self, key: str, /, names: Names = (), **values: Any) -> str:
        """A text of the interface filled in: ``line("line.waiting", names, seats=[0, 2])``."""
        return self._fill(self.word(key), values, names)

    def join(self, parts: Sequence[str], how: str = "and") -> str:
        """A list as the language writes it: "gold, silver and sugar"; how is "and" or "or"."""
        patterns = self._file("words")["list"]
        if not parts:
            return str(patterns["none"])
        text = parts[-1]
        pattern = patterns[how]
        for part in reversed(parts[:-1]):
            text = pattern.replace("{first}", "\0").replace("{rest}", text).replace("\0", part)
            pattern = patterns["more"]
        return text

    # ---- looking up and filling in

    def _file(self, name: str) -> dict[str, Any]:
        if name not in self._files:
            path = self._folder / f"{name}.toml"
            self._files[name] = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        return self._files[name]

    def _leaf(self, key: str) -> Any:
        value: Any = self._file("words")
        for part in key.split("."):
            if not isinstance(value, dict):
                raise KeyError(key)
            value = value[part]
        return value

    def _find(
        self,
        table: Mapping[str, Any] | None,
        facets: Sequence[Sequence[str]],
        values: Record,
        names: Names,
        what: str,
        fallback: str,
    ) -> str:
        """The most specific entry whose fields are there; strict: only one that meets every facet."""
        wide = facets if self.strict else [[*facet, ""] for facet in facets]
        keys = ["_".join(filter(None, choice)) or "text" for choice in product(*wide)]
        for key in keys:
            entry = (table or {}).get(key)
            for template in [entry] if isinstance(entry, str) else entry or ():
                try:
                    return self._fill(template, values, names)
                except _Missing:
                    continue
        if self.strict:
            raise KeyError(f"no text for {what}: {keys}")
        return self._fill(fallback, values, names, lenient=True)

    def _fill(self, template: str, values: Record, names: Names, lenient: bool = False) -> str:
        out: list[str] = []
        for literal, field, form, _ in _PARSER.parse(template):
            out.append(literal)
            if field is None:
                continue
            value = values.get(field)
            if value is None or value == "":
                if not lenient:
                    raise _Missing(field)
                value = "…"
            out.append(self._show(value, form or "", names))
        return "".join(out)

    def _show(self, value: Any, form: str, names: Names) -> str:
        if not form:
            return str(value)
        show = _FORMS.get(form)
        try:
            if show is not None:
                return show(self, value, names)
            return self._count(form, value)
        except (KeyError, IndexError, TypeError, ValueError):
            if self.strict:
                raise KeyError(f"{value!r} has no form {form!r}") from None
            return str(value)

    def _count(self, unit: str, value: Any) -> str:
        number = abs(int(value))
        forms = self._file("words")["count"][unit]
        key = "one" if number == 1 else "none" if number == 0 and "none" in forms else "other"
        return str(forms[key]).replace("{count}", str(number))

    def _alternative(self, context: Record, option: str) -> str | None:
        try:
            return self.card(context["card"]).get(option)
        except KeyError:
            return None

    def _card_title(self, card: Any) -> str:
        words = self._file("words")["card_name"]
        try:
            return str(words["title"]).replace("{title}", self.card(card)["title"])
        except KeyError:
            phase, number = str(card)[1:].split("-")
            return str(words["number"]).replace("{phase}", phase).replace("{number}", str(int(number)))

    # ---- values a journal line needs beside its own

    def _prepare(self, kind: str, values: dict[str, Any], names: Names) -> None:
        rows = self._file("words")["row"]
        if kind == "forced":
            values["label"] = self.label(
                values["question"], values["option"], values.get("context") or values, names
            )
        elif kind == "start":
            values["rows"] = [
                self.word("list.comma").join(
                    self._fill(rows["throw"], {"seat": int(seat), "die": die}, names)
                    for seat, die in throw.items()
                )
                for throw in values["throws"]
            ]
        elif kind == "cards":
            values["rows"] = [
                self._fill(rows["cards" if cards else "no_cards"], {"seat": int(seat), "cards": cards}, names)
                for seat, cards in values["chosen"].items()
            ]
        elif kind == "standing":
            values["rows"] = [
                self._fill(rows["standing"], row, names, lenient=True) for row in values["rows"]
            ]
        elif kind == "bids":
            values["rows"] = [
                self._fill(rows["bid"], {"seat": int(seat), **bid}, names)
                for seat, bid in values["bids"].items()
            ]
        for colour in ("blue", "red"):
            dice, bonus = values.get(colour), values.get(f"{colour}_bonus")
            if isinstance(dice, (list, tuple)) and bonus:
                values[f"{colour}_counts"] = [
                    self._fill(rows["bonus"], {"die": dice[int(i)], "value": dice[int(i)] + by}, names)
                    for i, by in bonus.items()
                ]


def _spread(kind: str, option: Sequence[Any], context: Record, values: dict[str, Any]) -> str:
    """The key of a compound option; puts its members into values under the names the templates use."""
    if kind == "offer":
        values["to"] = option[0]
        values["gives"], values["gets"] = (list(option[1:]) + [None, None])[:2]
        return str(context.get("what") or ("swap" if values["gets"] else "sale"))
    head = str(option[0])
    members = ("target",) if head in ("expedition", "sabotage") else ("source", "target", "armies")
    values.update(zip(members, option[1:], strict=False))
    return head


def _count_key(kind: str, option: int, context: Record, values: dict[str, Any]) -> str:
    """The key of a number; puts the sum it costs into values."""
    if kind == "army_count":
        prices = context.get("prices") or ()
        values["cost"] = prices[option - 1] if 0 < option <= len(prices) else None
        return "text" if values["cost"] else "free"
    if kind == "operations":
        values["cost"] = context.get("cost", 0) * max(0, option - int(context.get("free") or 0))
        return "text" if values["cost"] else "free"
    if kind == "bid_points":
        values["worth"] = option * 7
    return "none" if option == 0 and kind in ("march", "bid_money", "bid_points") else "text"


def _cause(why: Any) -> tuple[list[str], dict[str, Any]]:
    """Keys for a cause, most specific first, and the card it names: 5 and "card 5" are an action card."""
    if why is None or why == "":
        return [], {}
    text = str(why)
    if found := _ACTION.fullmatch(text):
        return [f"action_{found[1]}", "action"], {"action": int(found[1])}
    if found := _CARD.search(text):
        head = text[: found.start()].strip().replace(" ", "_")
        return [head, "card"] if head else ["card"], {"card": found[0]}
    return [text.replace(" ", "_").lower()], {}


def _sign(number: int) -> list[str]:
    return ["gain" if number > 0 else "loss" if number < 0 else "zero"]


def _present(value: Any, name: str) -> list[list[str]]:
    return [[name]] if value is not None else []


def _prompt_facets(kind: str, context: Record) -> list[list[str]]:
    """Which variants of a prompt fit the context."""
    if kind == "cards":
        return [
            ["two" if context.get("limit", 1) > 1 else "one"],
            *([["second"]] if context.get("second") else []),
        ]
    if kind in ("expand", "build"):
        what = [[context["what"]]] if kind == "build" and "what" in context else []
        return [*what, ["card"] if context.get("card") else ["pay"] if context.get("cost") else ["free"]]
    if kind == "army_place":
        return _present(context.get("card"), "card")
    if kind == "again":
        return [["any" if context.get("free") else "product" if context.get("product") else "nothing"]]
    if kind == "operations":
        return [["kept"]] if context.get("free") else []
    if kind == "attack":
        return [["open" if context.get("expedition") else "closed"]]
    if kind == "event":
        fight = context.get("card") in _FIGHT_QUESTIONS
        return [[str(context["card"])]] if fight else _present(context.get("country"), "country")
    if kind in ("country", "product"):
        why = str(context.get("why", "other"))
        group = context.get("product") in _PRODUCT_GROUPS
        return [[f"{why}_{context['product']}", why] if group else [why]]
    if kind in ("place", "relocate"):
        return [[str(context.get("figure", "figure"))]]
    if kind == "answer":
        return [[str(context.get("what", "swap"))]]
    if kind in ("government", "join", "bid_money", "bid_points"):
        return [["own"]] if context.get("former") == context["seat"] else []
    return []


def _journal_facets(kind: str, values: Record) -> list[list[list[str]]]:
    """The sentences a record is told in, each with the facets that choose its variant."""
    why = _cause(values.get("why", values.get("for")))[0]
    cause = [why] if why else []
    if kind == "money":
        return [[_sign(values["amount"]), *cause, *_present(values.get("other"), "other")]]
    if kind == "influence":
        return [[_sign(values["by"]), *cause]]
    if kind in ("ship", "army"):
        return [[_sign(values["by"]), *cause]]
    if kind == "move":
        form = (
            "place" if values.get("source") is None else "leave" if values.get("target") is None else "move"
        )
        return [[[form]]]
    if kind == "owner":
        form = "take" if values.get("from") is None else "leave" if values.get("to") is None else "pass"
        return [[[form], *cause]]
    if kind == "monopoly":
        form = "take" if values.get("from") is None else "leave" if values.get("to") is None else "pass"
        return [[[form]]]
    if kind == "income":
        return [[[_income_form(values)]]]
    if kind == "phase":
        return [[["again"]] if values.get("rule") == "VAR-2" else []]
    if kind == "sabotage":
        return [[["done" if values.get("done") else "failed"]]]
    if kind == "start":
        return [[*_present(values.get("seat"), "seat")]]
    if kind == "round":
        return [[*_present(values.get("first"), "first")]]
    if kind == "search":
        return [
            [
                ["found" if values.get("product") else "nothing"],
                *([["again"]] if values.get("thrown_again") else []),
            ]
        ]
    if kind == "church":
        return [[["built" if values.get("built") else "none"]]]
    if kind == "event":
        return [[["choice"]]] if values.get("choice") else [[]]
    if kind == "bidders":
        return [[["some" if values.get("seats") else "none"]]]
    if kind == "bids":
        return [[["none" if values.get("winner") is None else "some"]]]
    if kind == "end":
        return [[["one" if len(values["winners"]) == 1 else "many"]]]
    if kind == "grant":
        form = "army" if values.get("army") else "none"
        return [[[f"rebellion_{form}" if values.get("rebellion") else "calm"]]]
    if kind == "government":
        return [[[str(values["form"])]]]
    if kind == "attack":
        return _attack_parts(values)
    if kind == "rebellion":
        return _rebellion_parts(values)
    return [cause]


def _income_form(values: Record) -> str:
    extra = [values.get(key) for key in ("monopoly_pay", "government_pay", "event_pay")]
    if not values["total"]:
        return "nothing" if not any(extra) else "nothing_left"
    return "full" if any(extra) else "ladder"


def _attack_parts(values: Record) -> list[list[list[str]]]:
    lead = "lead" if values.get("defender") is not None else "lead_nobody"
    parts = [[[lead]]]
    if values.get("defence_card"):
        parts.append([["defence"]])
    parts.append([["dice"]])
    if values.get("red_bonus"):
        parts.append([["bonus"]])
    parts.append([["pairs"]])
    parts.append([[_losses(values["attacker_lost"], values["defender_lost"])]])
    parts.append([["conquered" if values.get("conquered") else "held"]])
    return parts


def _losses(first: int, second: int) -> str:
    which = {(True, True): "both", (True, False): "first", (False, True): "second", (False, False): "none"}
    return f"lost_{which[bool(first), bool(second)]}"


def _rebellion_parts(values: Record) -> list[list[list[str]]]:
    parts = [[["lead" if values.get("armies") else "lead_none"]]]
    if values.get("defence_card"):
        parts.append([["defence"]])
    parts.append([["dice"]])
    parts += [[[f"{colour}_bonus"]] for colour in ("blue", "red") if values.get(f"{colour}_counts")]
    parts.append([["pairs"]])
    products, armies = values.get("products_lost"), values.get("armies_lost")
    if armies or products:
        lost = "both" if armies and products else "products" if products else "armies"
        parts.append([[f"lost_{lost}"]])
    parts.append([["suppressed" if values.get("suppressed") else "goes_on"]])
    if values.get("spreads"):
        parts.append([["spreads_to" if values.get("spread_to") else "spreads"]])
    return parts


Show = Callable[[Catalogue, Any, Names], str]


def _power(texts: Catalogue, value: Any, names: Names) -> str:
    if isinstance(value, str) and not value.isdigit():
        return value
    seat = int(value)
    if 0 <= seat < len(names):
        return names[seat]
    return texts.word("card_name.seat").replace("{number}", str(seat + 1))


def _thing(form: str) -> Show:
    return lambda texts, value, names: texts.word(f"thing.{value}.{form}")


def _action(texts: Catalogue, value: Any, names: Names) -> str:
    return texts.word(f"action.{value}.name")


def _each(show: Show, how: str = "and") -> Show:
    return lambda texts, values, names: texts.join([show(texts, value, names) for value in values], how)


def _separated(show: Show, pattern: str) -> Show:
    def listed(texts: Catalogue, values: Iterable[Any], names: Names) -> str:
        return texts.word(f"list.{pattern}").join(show(texts, value, names) for value in values)

    return listed


def _plain(texts: Catalogue, value: Any, names: Names) -> str:
    return str(value)


def _product(texts: Catalogue, value: Any, names: Names) -> str:
    return texts.word(f"product.{value}.name")


def _options(texts: Catalogue, values: Any, names: Names) -> str:
    shown = [repr(value) for value in values[:_SHOWN_OPTIONS]]
    left = len(values) - len(shown)
    if left > 0:
        shown.append(texts.word("list.left").replace("{count}", str(left)))
    return texts.join(shown, "or")


def _country(texts: Catalogue, value: Any, names: Names) -> str:
    return texts.country(value)


def _lettered(texts: Catalogue, value: Any, names: Names) -> str:
    return texts.word("list.lettered").replace("{name}", texts.country(value)).replace("{letter}", value)


_FORMS: dict[str, Show] = {
    "power": _power,
    "powers": _each(_power),
    "country": _country,
    "countries": _each(_country),
    "land": _lettered,
    "product": _product,
    "products": _each(_product),
    "product_label": lambda texts, value, names: texts.word(f"product.{value}.label"),
    "one": _thing("one"),
    "the": _thing("the"),
    "thing": _thing("name"),
    "action": _action,
    "actions": _separated(_action, "plus"),
    "card": lambda texts, value, names: texts._card_title(value),
    "government": lambda texts, value, names: texts.word(f"government.{value}.name"),
    "phase": lambda texts, value, names: texts.phase(value)["title"],
    "years": lambda texts, value, names: texts.phase(value)["years"],
    "die": lambda texts, value, names: str(value[0] if isinstance(value, (list, tuple)) else value),
    "dice": _separated(_plain, "comma"),
    "pairs": _separated(lambda texts, value, names: texts.word(f"pair.{value}"), "comma"),
    "and": _each(_plain),
    "or": _each(_plain, "or"),
    "rows": _separated(_plain, "semicolon"),
    "options": _options,
    "signed": lambda texts, value, names: f"{value:+d}".replace("-", "−"),
}
