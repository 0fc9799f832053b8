"""The 144 event cards: what they do (data/cards) and what they say (data/text/en/cards.toml).

`balance(phase)` returns the figures of a phase; `python tests/test_cards_data.py` prints those of all six.
"""

import re
import tomllib
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from colony_nb.paths import DATA

PHASES = range(1, 7)
PRODUCT_PHASE = {
    "gold": 1,
    "silver": 1,
    "sugar": 1,
    "spices": 1,
    "gems": 2,
    "cotton": 2,
    "ore": 3,
    "rubber": 3,
    "timber": 4,
    "tea": 4,
    "oil": 5,
    "coffee": 5,
}
BUILDING_PHASE = {"port": 1, "trading_post": 2, "church": 2, "city": 4, "railway": 5}
FIGURE_PHASE = {"colonist": 1, "missionary": 2}
ACTION_PHASE = {1: 1, 2: 1, 3: 1, 4: 1, 5: 2, 6: 2, 7: 3, 8: 3, 9: 4, 10: 5}
FLAGS = {
    "one",
    "each",
    "city_one",
    "army_influence",
    "army_pay",
    "extra_die",
    "crop_after",
    "sugar_gone",
    "missionary_out",
    "grant_free",
}
FLAG_COINS = {"army_pay": 3, "extra_die": 5}

Row = list[Any]
Check = Callable[[Any, int], bool]


def whole(value: Any, _phase: int) -> bool:
    return type(value) is int


def natural(value: Any, _phase: int) -> bool:
    return type(value) is int and value >= 0


def positive(value: Any, _phase: int) -> bool:
    return type(value) is int and value > 0


def moved(value: Any, _phase: int) -> bool:
    return type(value) is int and value != 0


def yes_no(value: Any, _phase: int) -> bool:
    return type(value) is bool


def product(value: Any, phase: int) -> bool:
    return value in PRODUCT_PHASE and PRODUCT_PHASE[value] <= phase


def products(value: Any, phase: int) -> bool:
    return isinstance(value, list) and bool(value) and all(product(item, phase) for item in value)


def losable(value: Any, phase: int) -> bool:
    if value == "at_post":
        return phase >= BUILDING_PHASE["trading_post"]
    return value in ("any", "crop", "mineral") or product(value, phase)


def building(value: Any, phase: int) -> bool:
    return value in BUILDING_PHASE and BUILDING_PHASE[value] <= phase


def figure(value: Any, phase: int) -> bool:
    return value in FIGURE_PHASE and FIGURE_PHASE[value] <= phase


def subject(value: Any, _phase: int) -> bool:
    return value in ("rebellion", "independent")


def actions(value: Any, phase: int) -> bool:
    return (
        isinstance(value, list) and bool(value) and all(ACTION_PHASE.get(item, 9) <= phase for item in value)
    )


def rows_of(value: Any, phase: int) -> bool:
    return not problems(value, phase)


# Row name: (first phase, its arguments, how many of the last may be left out).
ROWS: dict[str, tuple[int, tuple[Check, ...], int]] = {
    "money": (1, (moved,), 0),
    "influence": (1, (moved,), 0),
    "draw": (1, (positive,), 0),
    "take": (1, (product, positive), 0),
    "ship": (1, (moved, rows_of), 1),
    "lose": (1, (losable, positive, rows_of), 1),
    "withdraw": (1, (yes_no, rows_of), 1),
    "leave": (1, (figure,), 0),
    "church": (2, (rows_of,), 1),
    "build": (1, (building, natural, rows_of), 1),
    "destroy": (1, (building, rows_of), 1),
    "army": (3, (moved, rows_of), 1),
    "settle": (3, (natural, whole, natural), 0),
    "per_counter": (1, (product, moved, positive, rows_of), 1),
    "all_per_counter": (1, (product, moved, positive, whole), 0),
    "swap": (1, (natural, rows_of), 1),
    "sale": (1, (positive, rows_of), 1),
    "tribute": (1, (products, positive, positive), 0),
    "everyone": (3, (subject, moved), 0),
    "if_rebellion": (3, (rows_of,), 0),
    "dice": (1, (rows_of, rows_of), 0),
    "telegraphy": (5, (), 0),
    "keep": (1, (), 0),
}
KEPT_ROWS: dict[str, tuple[Check, ...]] = {
    "suppress": (natural, whole),
    "discount": (actions, positive),
    "weaker": (),
    "stronger": (),
    "income": (moved,),
    "toll": (positive,),
    "grant_bonus": (positive,),
}


def problems(rows: Any, phase: int) -> list[str]:
    """What is wrong with a list of effect rows in a phase, one sentence each; [] if it is well formed."""
    if not isinstance(rows, list):
        return [f"{rows!r} is not a list of rows"]
    found = []
    rebellion_before = False
    for row in rows:
        if not isinstance(row, list) or not row or not isinstance(row[0], str):
            found.append(f"{row!r} is not a row")
            continue
        name, args = row[0], row[1:]
        if name == "rebellion":
            rebellion_before = True
            if phase < 3:
                found.append("rebellion before phase 3")
            if not set(args) <= FLAGS or len(set(args)) != len(args):
                found.append(f"{row!r} has an unknown flag or one twice")
            continue
        if name not in ROWS:
            found.append(f"unknown row {name!r}")
            continue
        first, checks, optional = ROWS[name]
        if phase < first:
            found.append(f"{name!r} before phase {first}")
        if not len(checks) - optional <= len(args) <= len(checks):
            found.append(f"{row!r} has {len(args)} arguments")
        elif not all(check(value, phase) for check, value in zip(checks, args, strict=False)):
            found.append(f"{row!r} has a wrong argument")
        if name == "settle" and not rebellion_before:
            found.append("settle without a rebellion before it")
    return found


def kept_problems(row: Any, phase: int) -> list[str]:
    """The same for the one row of a card that is kept."""
    if not isinstance(row, list) or not row or not isinstance(row[0], str):
        return [f"{row!r} is not a row"]
    checks = KEPT_ROWS.get(row[0])
    if checks is None:
        return [f"unknown kept row {row[0]!r}"]
    if len(row) - 1 != len(checks):
        return [f"{row!r} has {len(row) - 1} arguments"]
    if not all(check(value, phase) for check, value in zip(checks, row[1:], strict=True)):
        return [f"{row!r} has a wrong argument"]
    return []


def load_phase(phase: int) -> list[dict[str, Any]]:
    """The cards of a phase as the file has them."""
    cards: list[dict[str, Any]] = tomllib.loads(
        (DATA / "cards" / f"phase-{phase}.toml").read_text(encoding="utf-8")
    )["card"]
    return cards


CARDS = {f"p{phase}-{card['number']:02}": card for phase in PHASES for card in load_phase(phase)}
TEXTS: dict[str, dict[str, str]] = tomllib.loads(
    (DATA / "text" / "en" / "cards.toml").read_text(encoding="utf-8")
)
ALTERNATIVE_CARDS = [name for name, card in CARDS.items() if "a" in card]


def phase_of(name: str) -> int:
    return int(name[1])


def nested(rows: list[Row]) -> Iterator[Row]:
    """All rows, also those inside a row."""
    for row in rows:
        yield row
        for value in row[1:]:
            if isinstance(value, list) and (not value or isinstance(value[0], list)):
                yield from nested(value)


def parts(name: str) -> Iterator[tuple[str, list[Row], list[Row]]]:
    """The sentences of a card with the rows and kept rows that they have to tell of."""
    card, text = CARDS[name], TEXTS[name]
    kept = [card["kept"]] if "kept" in card else []
    if "a" in card:
        for key in ("a", "b"):
            yield text[key], card[key], kept if ["keep"] in card[key] else []
    else:
        yield text["text"], card["effects"], kept


def amounts(rows: list[Row], kept: list[Row]) -> set[int]:
    """All coin amounts of these rows."""
    found: set[int] = set()
    for row in nested(rows):
        match row:
            case ["money", coins] | ["sale", coins, *_] | ["swap", coins, *_] | ["settle", coins, *_]:
                found.add(abs(coins))
            case ["per_counter", _, coins, cap, *_] | ["tribute", _, coins, cap]:
                found |= {abs(coins), cap}
            case ["all_per_counter", _, coins, cap, none]:
                found |= {abs(coins), cap, abs(none)}
            case ["rebellion", *flags]:
                found |= {FLAG_COINS[flag] for flag in flags if flag in FLAG_COINS}
    for row in kept:
        match row:
            case ["suppress", coins, _] | ["discount", _, coins] | ["income", coins] | ["toll", coins]:
                found.add(abs(coins))
    return found - {0}


def other_numbers(rows: list[Row], kept: list[Row]) -> set[int]:
    """All numbers of these rows that are no coins: Influence (a toll nobody paid earns 1), and on dice."""
    found: set[int] = set()
    for row in nested(rows):
        match row:
            case ["influence", points] | ["everyone", _, points] | ["settle", _, points, _]:
                found.add(abs(points))
            case ["dice", *_]:
                found |= {1, 3, 4, 6}
            case ["rebellion", *flags] if {"one", "each", "city_one", "army_influence"} & set(flags):
                found.add(1)
    for row in kept:
        match row:
            case ["suppress", _, points] | ["grant_bonus", points]:
                found.add(abs(points))
            case ["toll", _] | ["weaker"] | ["stronger"]:
                found.add(1)
    return found - {0}


def costless(rows: list[Row]) -> bool:
    """Whether a player with no coins and no Influence may choose these rows."""
    return not any(row[0] in ("money", "influence") and row[1] < 0 for row in rows)


def balance(phase: int) -> str:
    """One line: kinds of card, and coins, Influence and counters if every effect came to pass once."""
    kinds = {"gain": 0, "loss": 0, "choice": 0, "rebellion": 0, "kept": 0, "other": 0}
    coins = points = counters = 0
    for card in load_phase(phase):
        if "a" in card:
            kinds["choice"] += 1
            continue
        rows = card.get("effects", [])
        names = [row[0] for row in rows]
        worth = 0
        for row in rows:
            match row:
                case ["money", n]:
                    coins, worth = coins + n, worth + n
                case ["influence", n]:
                    points, worth = points + n, worth + 7 * n
                case ["draw", n] | ["take", _, n]:
                    counters, worth = counters + n, worth + 5 * n
                case ["lose", _, n, *_]:
                    counters, worth = counters - n, worth - 5 * n
                case ["ship", n, *_] | ["army", n, *_]:
                    worth += 5 * n
                case ["withdraw" | "destroy" | "leave", *_]:
                    worth -= 10
                case ["build" | "church", *_]:
                    worth += 10
                case ["per_counter", _, n, cap, *_]:
                    worth += cap if n > 0 else -cap
                case ["tribute", _, _, total]:
                    coins, worth = coins + total, worth + total
        if "rebellion" in names:
            kinds["rebellion"] += 1
        elif names == ["keep"]:
            kinds["kept"] += 1
        else:
            kinds["gain" if worth > 0 else "loss" if worth < 0 else "other"] += 1
    listed = ", ".join(f"{kind} {number}" for kind, number in kinds.items())
    return f"phase {phase}: {listed}; coins {coins:+}, Influence {points:+}, counters {counters:+}"


@pytest.mark.parametrize("phase", PHASES)
def test_numbers_and_slugs(phase: int) -> None:
    cards = load_phase(phase)
    assert [card["number"] for card in cards] == list(range(1, 25))
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", card["slug"]) for card in cards)


def test_slugs_are_unique() -> None:
    assert len({card["slug"] for card in CARDS.values()}) == 144


@pytest.mark.parametrize("name", CARDS)
def test_card_is_well_formed(name: str) -> None:
    card, phase = CARDS[name], phase_of(name)
    assert set(card) <= {"number", "slug", "needs", "world_war", "effects", "kept", "a", "b"}
    assert ("a" in card) == ("b" in card)
    assert ("a" in card) != ("effects" in card)
    assert card.get("effects") != []
    found = [p for key in ("effects", "a", "b") if key in card for p in problems(card[key], phase)]
    if "kept" in card:
        found += kept_problems(card["kept"], phase)
    assert found == []
    if "needs" in card:
        assert figure(card["needs"], phase)
    keeps = any(["keep"] in card.get(key, []) for key in ("effects", "a", "b"))
    assert keeps == ("kept" in card)


@pytest.mark.parametrize(
    ("rows", "phase"),
    [
        ([["rebellion"]], 2),
        ([["rebellion", "strong"]], 3),
        ([["settle", 5, 0, 0]], 4),
        ([["money", 0]], 1),
        ([["money", 1.5]], 1),
        ([["money"]], 1),
        ([["take", "tea", 1]], 3),
        ([["lose", "any", 1, [["money"]]]], 1),
        ([["withdraw", 1]], 1),
        ([["build", "railway", 0]], 4),
        ([["dice", [["draw", 1]]]], 1),
        ([["flood", 1]], 6),
        (["money", 4], 1),
    ],
)
def test_schema_finds_mistakes(rows: Any, phase: int) -> None:
    assert problems(rows, phase)


@pytest.mark.parametrize(
    "row", [[], [["weaker"]], ["suppress", -4, 0], ["discount", [10], 8], ["income"], ["shield"]]
)
def test_schema_finds_mistakes_in_kept_rows(row: Any) -> None:
    assert kept_problems(row, 4)


def test_telegraphy_is_the_first_card_of_phase_5_alone() -> None:
    having = [
        name
        for name, card in CARDS.items()
        if any(row[0] == "telegraphy" for key in ("effects", "a", "b") for row in nested(card.get(key, [])))
    ]
    assert having == ["p5-01"]


def test_world_war_cards() -> None:
    marked = [name for name, card in CARDS.items() if "world_war" in card]
    assert marked == ["p6-01", "p6-04", "p6-15"]
    assert all(CARDS[name]["world_war"] is True for name in marked)
    assert [name for name in TEXTS if "World-war" in TEXTS[name]["text"]] == marked


def test_cards_that_need_a_figure() -> None:
    """EVT-3: a card that moves, frees or serves a figure counts only if the player has it."""
    needing = {name: card["needs"] for name, card in CARDS.items() if "needs" in card}
    assert needing == {
        "p1-14": "colonist",
        "p2-15": "missionary",
        "p2-19": "missionary",
        "p2-20": "missionary",
        "p2-22": "missionary",
        "p5-24": "missionary",
    }
    for name, who in needing.items():
        assert f"your {who} is on the board" in TEXTS[name]["text"]


@pytest.mark.parametrize("name", ALTERNATIVE_CARDS)
def test_one_alternative_is_always_open(name: str) -> None:
    card = CARDS[name]
    assert costless(card["a"]) or costless(card["b"])
    assert card["a"] != card["b"]


@pytest.mark.parametrize("name", CARDS)
def test_no_card_moves_more_than_25_coins(name: str) -> None:
    for _, rows, kept in parts(name):
        assert max(amounts(rows, kept), default=0) <= 25


@pytest.mark.parametrize("phase", PHASES)
def test_the_first_twelve_cards_are_varied(phase: int) -> None:
    first = load_phase(phase)[:12]
    kinds = {row[0] for card in first for key in ("effects", "a", "b") for row in card.get(key, [])}
    assert len(kinds) >= 5
    assert sum("a" in card for card in first) >= 2


def test_every_card_has_its_text() -> None:
    assert list(TEXTS) == list(CARDS)
    for name, text in TEXTS.items():
        wanted = {"title", "years", "text"} | ({"a", "b"} if "a" in CARDS[name] else set())
        assert set(text) == wanted, name
        assert all(value == value.strip() and value for value in text.values()), name


def test_titles_are_unique() -> None:
    assert len({text["title"].casefold() for text in TEXTS.values()}) == 144


@pytest.mark.parametrize("name", CARDS)
def test_years_meet_the_phase(name: str) -> None:
    first, last = ((1492, 1600), (1600, 1700), (1700, 1783), (1783, 1850), (1850, 1914), (1914, 2030))[
        phase_of(name) - 1
    ]
    years = [int(year) for year in re.findall(r"\d{4}", TEXTS[name]["years"])]
    assert years
    assert min(years) <= last and max(years) >= first


@pytest.mark.parametrize("name", CARDS)
def test_texts_are_short(name: str) -> None:
    text = TEXTS[name]["text"]
    assert len(text.split()) <= 45
    assert 1 <= len(re.findall(r"\w{2,}[.!?](?=\s|$)", text)) <= 3
    assert re.search(r"[.!?]$", text)


@pytest.mark.parametrize("name", ALTERNATIVE_CARDS)
def test_alternatives_are_sentences(name: str) -> None:
    for key in ("a", "b"):
        assert re.match(r"[A-Z][a-z]+ .*\.$", TEXTS[name][key])
    assert "ecide" in TEXTS[name]["text"]


@pytest.mark.parametrize("name", CARDS)
def test_text_has_the_numbers_of_the_mechanics(name: str) -> None:
    for sentence, rows, kept in parts(name):
        for coins in amounts(rows, kept):
            assert re.search(rf"\b{coins} coins?\b|\bat most {coins}\b", sentence), (sentence, coins)
        for row in nested(rows):
            match row:
                case ["money", n]:
                    assert re.search(rf"\b{'take' if n > 0 else 'pay'} {abs(n)} coins", sentence, re.I)
                case ["influence", n]:
                    assert re.search(
                        rf"\b{'gain' if n > 0 else 'lose'} {abs(n)} (Influence|more)\b", sentence, re.I
                    )
        told = {int(number) for number in re.findall(r"\d+", sentence)}
        assert told == amounts(rows, kept) | other_numbers(rows, kept), sentence


@pytest.mark.parametrize("name", ALTERNATIVE_CARDS)
def test_what_comes_before_alternatives_has_no_numbers(name: str) -> None:
    assert not re.search(r"\d", TEXTS[name]["text"])


@pytest.mark.parametrize("name", CARDS)
def test_text_names_what_the_mechanics_touch(name: str) -> None:
    for sentence, rows, _ in parts(name):
        for row in nested(rows):
            match row:
                case ["take" | "per_counter" | "all_per_counter", thing, *_]:
                    assert thing in sentence
                case ["lose", thing, *_] if thing in PRODUCT_PHASE or thing in ("crop", "mineral"):
                    assert thing in sentence
                case ["build" | "destroy", thing, *_]:
                    assert thing.replace("_", " ") in sentence
                case ["leave", thing]:
                    assert thing in sentence
                case ["tribute", things, *_]:
                    assert all(thing in sentence for thing in things)
                case ["ship", n, *_]:
                    assert re.search(r"\bgain one ship\b" if n > 0 else r"\blose one ship\b", sentence)
                case ["rebellion", *_]:
                    assert "starts a rebellion in a country of yours" in sentence
                case ["withdraw", *_]:
                    assert "Withdraw your counter" in sentence
                case ["army", *_]:
                    assert "armies" in sentence


# The words that editorial.md avoids, and passives that hide who did it (R9, R10, R13).
AVOIDED = [
    r"discover(y|ies|ed)?",
    r"new world",
    r"natives?",
    r"trib(e|es|al)",
    r"savages?",
    r"primitives?",
    r"slaves?(?! trade\b)",
    r"slave[ -]owners?",
    r"runaways?",
    r"pacif(y|ies|ied|ication)",
    r"put(s|ting)? down",
    r"restor(e|es|ed|ing) order",
    r"rebel",
    r"rebels(?!' (die|dice|highest))",
    r"mutin(y|ies|ied|eers?)",
    r"grant(s|ed|ing)? independence",
    r"develop(s|ed|ing|ment)?",
    r"open(s|ed|ing)? up",
    r"civili[sz](e|es|ed|ing|ation)",
    r"died out",
    r"vanish(es|ed)?",
    r"(is|are|was|were|be|been|being|got) (killed|enslaved|deported|taken|murdered|tortured)",
    r"benefits? of",
    r"but also",
    r"well done|congratulations|bravo|glorious|hero(es|ic)?|triumph\w*|great (victory|success)",
    r"imagine",
    r"(s)?he or (s)?he|his or her",
]


def avoided(text: str) -> list[str]:
    """The avoided words that a text uses."""
    return [found.group() for word in AVOIDED for found in re.finditer(rf"\b({word})\b", text, re.I)]


@pytest.mark.parametrize("name", CARDS)
def test_no_avoided_words(name: str) -> None:
    assert avoided(" | ".join(TEXTS[name].values())) == []


@pytest.mark.parametrize(
    "text", ["the natives", "Slaves rose", "a rebel", "a New World", "they were killed", "troops put down it"]
)
def test_lint_finds_avoided_words(text: str) -> None:
    assert avoided(text)


def test_lint_leaves_rule_words_and_the_slave_trade() -> None:
    assert avoided("A rebellion; add 1 to each of the rebels' dice. Britain forbids the slave trade.") == []


@pytest.mark.parametrize("phase", PHASES)
def test_balance(phase: int) -> None:
    """Every phase gives and takes; from phase 3 on rebellions take the place of many losses."""
    line = balance(phase)
    counted = {kind: int(number) for kind, number in re.findall(r"(\w+) (\d+)[,;]", line)}
    assert sum(counted.values()) == 24, line
    assert counted["gain"] >= 1
    assert 6 <= counted["gain"] + counted["choice"] <= 16
    assert counted["loss"] + counted["rebellion"] >= 7
    assert (counted["rebellion"] > 0) == (phase >= 3)


if __name__ == "__main__":
    for number in PHASES:
        print(balance(number))
