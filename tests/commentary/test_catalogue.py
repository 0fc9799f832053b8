"""The text catalogue is complete, fills every placeholder and keeps to the project's tone."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import pytest

from colony_nb.commentary.catalogue import Catalogue, UnknownLanguage

NAMES = ["Ana", "France", "Ben {x}", "Spain"]
RULES = (
    [f"SET-{n}" for n in range(1, 8)]
    + [f"RND-{n}" for n in range(1, 8)]
    + [f"INC-{n}" for n in range(1, 4)]
    + [f"MON-{n}" for n in range(1, 4)]
    + ["INF-1"]
    + [f"ACT-{n}" for n in range(1, 11)]
    + [f"EVT-{n}" for n in range(1, 9)]
    + [f"BAT-{n}" for n in range(1, 11)]
    + [f"REB-{n}" for n in range(1, 7)]
    + [f"IND-{n}" for n in range(1, 7)]
    + ["END-1"]
    + [f"VAR-{n}" for n in range(1, 5)]
    + [f"SIM-{n}" for n in range(1, 15)]
)
PRODUCTS = "spices sugar cotton rubber tea coffee gold silver gems ore timber oil".split()
BUILDINGS = ["port", "trading_post", "city", "church", "railway"]
CARD = "p3-06"

CONTEXTS: dict[str, list[dict[str, Any]]] = {
    "start_country": [{}],
    "move": [{}],
    "order": [{}],
    "grant": [{}],
    "cards": [{"limit": limit, "second": second} for limit in (1, 2) for second in (True, False)],
    "pass_card": [{}],
    "expand": [{"cost": 3}, {"cost": 0}],
    "build": [
        {"what": what, "cost": cost, **card}
        for what in BUILDINGS
        for cost, card in ((15, {}), (1, {"card": None}), (0, {}), (0, {"card": CARD}))
    ],
    "army_count": [{"prices": [5, 15]}],
    "army_place": [{"left": 2}, {"left": 1, "card": CARD}],
    "place": [{"figure": "colonist"}, {"figure": "missionary"}],
    "again": [
        {"country": "A", "blue": 1, "red": 4, "product": "sugar", "free": False},
        {"country": "A", "blue": 5, "red": 4, "product": None, "free": True},
        {"country": "A", "blue": 6, "red": 4, "product": None, "free": False},
    ],
    "product": [
        {"why": why, "country": "B"}
        for why in ("search", "lose", "destroy", "destroyed", "event", "sabotage")
    ],
    "operations": [{"cost": 3, "free": 0}, {"cost": 3, "free": 1}],
    "attack": [{"left": 2, "expedition": True}, {"left": 1, "expedition": False}],
    "march": [{"source": "A", "target": "B"}],
    "relocate": [{"figure": "colonist"}, {"figure": "missionary"}],
    "event": [
        {"card": CARD},
        {"card": CARD, "country": "C"},
        *({"card": card, "country": "C"} for card in ("army_pay", "army_influence", "extra_die")),
    ],
    "country": [
        {"why": why, **more}
        for why in ("draw", "lose", "withdraw", "destroy", "army", "sale", "search", "target")
        for more in ({}, {"card": CARD, "product": "city" if why == "destroy" else "gold"})
    ]
    + [
        {"why": "lose", "card": CARD, "product": group}
        for group in ("any", "crop", "mineral", "at_post", "tea")
    ],
    "use_kept": [{"card": CARD, "country": "A"}],
    "offer": [{"card": CARD}],
    "answer": [
        {"card": CARD, "what": what, "asker": 0, "gives": "A", "gets": gets, "price": 5}
        for what, gets in (("swap", "B"), ("sale", None))
    ],
    "rebel_country": [{"power": 2}],
    "rebel_spread": [{"power": 2, "source": "A"}],
    "rebel_product": [{"power": 2, "country": "A"}],
    "draft": [{"country": "A"}],
    "join": [{"country": "A", "former": 0}, {"country": "A", "former": 1}],
    "bid_money": [{"country": "A", "former": 0}, {"country": "A", "former": 1}],
    "bid_points": [{"country": "A", "former": 0}, {"country": "A", "former": 1}],
    "government": [{"country": "A", "former": 0}, {"country": "A", "former": 1}],
    "search": [{"country": "A"}],
}

COUNTRIES: list[Any] = ["A", "R"]
MOVES: list[Any] = [
    "stop",
    ("colonist", "A", "B"),
    ("missionary", "A", "B"),
    ("army", "A", "B"),
    ["army", "B", "A"],
]
OPTIONS: dict[str, list[Any]] = {
    "cards": [(), (1,), [], *((n, 10) for n in range(1, 10)), [1, 6, 7]],
    "pass_card": [0, 3],
    "move": MOVES,
    "draft": ["stop", ("army", "A", "B")],
    "army_count": [1, 2],
    "again": [True, False],
    "product": list(PRODUCTS),
    "rebel_product": list(PRODUCTS),
    "operations": [1, 2, 5],
    "attack": [
        "stop",
        ("expedition", "B"),
        ("attack", "A", "B", 1),
        ("attack", "A", "B", 3),
        ["attack", "A", "B", 2],
    ],
    "march": [0, 1, 3],
    "event": ["a", "b"],
    "use_kept": [True, False],
    "offer": ["stop", (2, "A", "B")],
    "answer": [True, False],
    "grant": ["stop", "A"],
    "join": [True, False],
    "bid_money": [0, 1, 30],
    "bid_points": [0, 1, 4],
    "government": ["democracy", "monarchy", "dictatorship"],
    "search": ["search", ("sabotage", "B")],
}
CASES = [(kind, context) for kind, contexts in CONTEXTS.items() for context in contexts]


def journal() -> list[dict[str, Any]]:
    """One record of every kind for every variant the game can write."""
    rows: list[dict[str, Any]] = []

    def add(kind: str, **values: Any) -> None:
        rows.append({"n": 7, "round": 10, "phase": 3, "seat": 1, "kind": kind, "rule": "ACT-1", **values})

    for question, options in OPTIONS.items():
        add("forced", question=question, option=options[0])
    add("start", throws=[{0: 3, 1: 5, 2: 5}, {"1": 2, "2": 6}])
    add("phase")
    rows.append({**rows[-1], "rule": "VAR-2"})
    add("round", first=2)
    add(
        "standing",
        rows=[{"seat": seat, "money": 1 + seat, "influence": seat, "countries": 2} for seat in range(3)],
    )
    add("cards", chosen={"0": [], "1": [1, 7]})
    add("cards", chosen={0: [10], 1: []})
    for total, pays in ((0, (0, 0, 0, 0)), (0, (3, 0, 0, -5)), (9, (9, 0, 0, 0)), (12, (9, 3, 2, -2))):
        names = ("ladder_pay", "monopoly_pay", "government_pay", "event_pay")
        add("income", exportable=6, ships=1, total=total, **dict(zip(names, pays, strict=True)))
    for cause in (*range(1, 11), "card 1", "event p3-06", CARD, "toll", "rebellion p5-17", "bribe", "army"):
        add("pay", amount=5, **{"for": cause})
    for amount, why, other in product((4, -1), (CARD, "sale", "toll", "swap", "help"), (None, 2)):
        add("money", amount=amount, why=why, other=other)
    for why in ("start", "landing", "expedition", 5, 9, 10, "card 5", "search", CARD):
        add("draw", country="A", product="gold", why=why)
    for why in (CARD, "rebellion", "destroyed", "sabotage", "event"):
        add("lose", country="A", product="gems", why=why)
    for what, why in product(BUILDINGS, ("start", "landing", 3, 5, 6, 9, 10, CARD)):
        add("build", country="A", what=what, why=why)
    for what in BUILDINGS:
        add("build", country="A", what=what)
        add("destroy", country="A", what=what)
        add("destroy", country="A", what=what, why=CARD)
    for by in (1, -1):
        add("ship", by=by)
        add("ship", by=by, why=CARD)
        add("army", by=2 * by, country="A")
        add("army", by=by, country="A", why=CARD)
    add("ship", by=1, why=2)
    add("army", by=1, country="A", why=7)
    for what, ends in product(("colonist", "missionary", "army"), ((None, "A"), ("A", None), ("A", "B"))):
        add("move", what=what, source=ends[0], target=ends[1])
    for why in ("start", "landing", "expedition", "event", "bids"):
        add("owner", country="A", to=2, why=why, **{"from": None})
    for why in ("conquest", "event", "swap", "sale", "bids"):
        add("owner", country="A", to=2, why=why, **{"from": 1})
    for why in ("withdrawn", "free", "event", "bids"):
        add("owner", country="A", to=None, why=why, **{"from": 1})
    for by, why in (
        *product((1, -2), (CARD, "monopoly", "grant", "sabotage", "toll", "government")),
        *((1, why) for why in ("conquest", "held")),
        *((-1, why) for why in ("lost country", "attack on independent", "losing bid", "army")),
        (0, CARD),
    ):
        add("influence", by=by, why=why)
    for ends in ((None, 1), (1, None), (1, 2)):
        add("monopoly", product="tea", **{"from": ends[0], "to": ends[1]})
    for again, found in product((True, False), ("oil", None)):
        add("search", country="A", blue=5, red=2, thrown_again=again, product=found)
    for built in (True, False):
        add("church", country="A", blue=6, built=built)
    add("event", card=CARD, choice=None, effects=[])
    add("event", card=CARD, choice="a", effects=[])
    add("operations", count=1)
    for fell, card, city, lost, loss in product((True, False), (True, False), (True, False), (0, 1), (0, 2)):
        add(
            "attack",
            source="A",
            target="B",
            defender=2,
            attacker_armies=3,
            defender_armies=0,
            defence_card=card,
            city=city,
            blue=[6, 4, 1],
            red=[5, 4],
            red_bonus={1: 1} if city else {},
            pairs=["attacker", "draw"],
            attacker_lost=lost,
            defender_lost=loss,
            conquered=fell,
        )
    for why in ("event", "spread"):
        add("place_rebellion", country="A", by_seat=2, why=why)
    for done, spread, lost, products, bonus in product(
        (True, False),
        ((False, None), (True, None), (True, "B")),
        (0, 2),
        ([], ["gold", "tea"]),
        ({}, {"0": -1}),
    ):
        add(
            "rebellion",
            country="A",
            rebels_seat=2,
            armies=lost,
            defence_card=done,
            city=True,
            church=False,
            church_near=True,
            blue=[5, 1],
            red=[4, 4],
            blue_bonus=bonus,
            red_bonus=bonus,
            pairs=["colony", "rebels"],
            armies_lost=lost,
            products_lost=products,
            suppressed=done,
            spreads=spread[0],
            spread_to=spread[1],
        )
    for rebellion, army in product((True, False), (True, False)):
        add("grant", country="A", rebellion=rebellion, army=army)
    add("bidders", country="A", seats=[1, 2])
    add("bidders", country="A", seats=[])
    add("bids", country="A", bids={"0": {"money": 3, "points": 1, "worth": 10}}, winner=0)
    add("bids", country="A", bids={}, winner=None)
    for form in ("democracy", "monarchy", "dictatorship"):
        add("government", country="A", form=form)
    for why in ("money", "target", "supply", "room", "figure", "country", "limit"):
        add("dropped", card=5, why=why)
    for kind in ("discard", "kept"):
        add(kind, card=CARD)
    add("pass_card", to=2)
    for done in (True, False):
        add("sabotage", country="A", blue=6, done=done)
    add("throw", card=CARD, blue=3)
    add("telegraphy")
    add("offer", to=2, gives="A", gets="B")
    add("ended", country="A", card=CARD)
    add("end", winners=[1])
    add("end", winners=[0, 1])
    for why in (
        "no ship;no counter;no country;no figure;no army;no agreement;no supply;bag empty;world war;"
        "last ship;no building;cannot pay"
    ).split(";"):
        add("note", why=why)
    return rows


JOURNAL = journal()
ERRORS: dict[str, dict[str, Any]] = {
    "not_an_option": {"option": "Z", "options": ("A", "B")},
    "not_pending": {"kind": "cards", "seat": 0},
    "no_seat": {"seat": 7, "last": 3},
    "game_over": {},
    "players_count": {"count": 9},
    "unknown_bot": {"name": "x", "known": ["steady", "random"]},
    "bad_seed": {},
    "bad_name": {},
    "unknown_variant": {"name": "x", "known": ["sabotage"]},
    "unknown_game": {"name": "chess", "known": ["colony", "simplified"]},
    "bad_rules": {"what": "the ladder is empty"},
    "save_not_json": {},
    "save_cut_off": {},
    "save_foreign": {},
    "save_newer": {"version": 3, "known": 1},
    "save_damaged": {},
    "save_other_rules": {},
    "save_unreadable": {"path": "a.json"},
    "save_unwritable": {"path": "a.json"},
    "code_damaged": {},
    "code_other_rules": {},
    "code_newer": {},
    "bad_moment": {"n": 9, "last": 4},
    "nothing_to_undo": {},
    "nothing_to_redo": {},
    "bad_dice": {"what": "7 is no throw"},
    "bad_file": {"what": "phase 2 is missing"},
    "cli_file": {"path": "a.csv"},
    "cli_players": {},
    "cli_games": {},
    "cli_jobs": {},
    "cli_port": {},
}


@pytest.fixture(scope="module")
def strict() -> Catalogue:
    return Catalogue("en", strict=True)


def is_text(text: str) -> bool:
    """Whether a text is filled in: not blank, no placeholder, no trace of a Python value."""
    plain = text.replace("Ben {x}", "Ben")
    return bool(plain.strip()) and not re.search(r"[{}]|\bNone\b|\bTrue\b|\bFalse\b|…| {2}", plain)


def is_sentence(text: str) -> bool:
    """Whether a text is filled in, begins like a sentence and ends like one."""
    return (
        is_text(text) and (text[0].isupper() or text[0].isdigit()) and text[-1] in ".!?”" and ".." not in text
    )


@pytest.mark.parametrize(
    ("kind", "context"), CASES, ids=lambda value: value if isinstance(value, str) else None
)
def test_every_decision_is_asked_in_the_powers_name(
    strict: Catalogue, kind: str, context: dict[str, Any]
) -> None:
    prompt = strict.prompt(kind, 1, context, NAMES)
    assert is_sentence(prompt)
    assert prompt.startswith("France, ")
    assert (f"{context.get('cost')} coin" in prompt) == bool(context.get("cost"))


@pytest.mark.parametrize("kind", CONTEXTS)
def test_every_option_has_a_label_of_its_own(strict: Catalogue, kind: str) -> None:
    for context in CONTEXTS[kind]:
        options = [tuple(o) if isinstance(o, list) else o for o in OPTIONS.get(kind, COUNTRIES)]
        labels = {option: strict.label(kind, option, context, NAMES) for option in options}
        assert all(is_text(label) and len(label) <= 160 for label in labels.values())
        assert len(set(labels.values())) == len(labels)
        assert all(Catalogue().label(kind, option, {}, NAMES) for option in options)


@pytest.mark.parametrize(
    ("kind", "option", "context", "expected"),
    [
        ("cards", (), {}, "No card"),
        ("cards", (1, 7), {}, "Expedition or attack + Army"),
        ("attack", ("attack", "A", "B", 2), {}, "Attack Brastorn from Aldume with 2 armies"),
        ("attack", ["attack", "A", "B", 1], {}, "Attack Brastorn from Aldume with 1 army"),
        ("move", "stop", {}, "Stop moving"),
        ("attack", "stop", {}, "End the attacks"),
        ("grant", "stop", {}, "Grant nothing more"),
        ("build", "A", {"what": "port"}, "Aldume (A)"),
        ("bid_points", 2, {}, "2 Influence, worth 14 coins"),
        ("army_count", 2, {"prices": [5, 15]}, "2 armies for 15 coins"),
        ("operations", 3, {"cost": 3, "free": 1}, "3 operations for 6 coins"),
        ("operations", 1, {"cost": 3, "free": 1}, "1 operation at no cost"),
        ("pass_card", 1, {}, "France"),
    ],
)
def test_labels(strict: Catalogue, kind: str, option: Any, context: dict[str, Any], expected: str) -> None:
    assert strict.label(kind, option, context, NAMES) == expected


@pytest.mark.parametrize("record", JOURNAL, ids=lambda record: record["kind"])
def test_every_record_is_told(strict: Catalogue, record: dict[str, Any]) -> None:
    before = repr(record)
    assert is_sentence(strict.sentence(record, NAMES))
    assert repr(record) == before


@pytest.mark.parametrize("kind", sorted({record["kind"] for record in JOURNAL}))
def test_an_unknown_cause_still_gives_a_sentence_and_is_found_by_the_strict_catalogue(kind: str) -> None:
    record = {**next(r for r in JOURNAL if r["kind"] == kind), "why": "odd thing"}
    assert is_sentence(Catalogue().sentence(record, NAMES))
    if kind in ("draw", "lose", "money", "influence", "owner", "dropped", "note", "build"):
        with pytest.raises(KeyError):
            Catalogue("en", strict=True).sentence(record, NAMES)


def test_unknown_kinds_fall_back_or_raise_when_strict(strict: Catalogue) -> None:
    lenient = Catalogue()
    assert (
        is_sentence(lenient.prompt("ballot", 0, {}, NAMES))
        and lenient.prompt("ballot", 0, {}, NAMES)[:3] == "Ana"
    )
    assert lenient.label("ballot", "x", {}, NAMES) == "x"
    assert is_sentence(lenient.sentence({"kind": "ballot"}, NAMES))
    assert is_sentence(lenient.error("ballot")) and is_sentence(lenient.reason("ballot"))
    for call in (
        lambda: strict.prompt("ballot", 0, {}, NAMES),
        lambda: strict.label("ballot", "x", {}, NAMES),
        lambda: strict.sentence({"kind": "ballot"}, NAMES),
        lambda: strict.error("ballot"),
        lambda: strict.reason("ballot"),
        lambda: lenient.rule("ACT-99"),
        lambda: lenient.card("p9-01"),
        lambda: lenient.word("button.ballot"),
        lambda: lenient.phase(7),
        lambda: lenient.country("Z"),
    ):
        with pytest.raises(KeyError):
            call()


def test_an_attack_is_told_with_its_numbers(strict: Catalogue) -> None:
    record = next(
        r for r in JOURNAL if r["kind"] == "attack" and r["conquered"] and r["city"] and r["defender_lost"]
    )
    told = strict.sentence(record, NAMES)
    for part in (
        "France attacked Brastorn, held by Ben {x}, from Aldume with 3 armies",
        "6, 4, 1 against 5, 4",
    ):
        assert part in told
    assert "4 counts as 5" in told and "the attacker, neither" in told
    assert told.endswith("Brastorn changed hands.")


def test_a_suppressed_uprising_is_told_neutrally(strict: Catalogue) -> None:
    record = next(
        r
        for r in JOURNAL
        if r["kind"] == "rebellion" and r["suppressed"] and r["spread_to"] and r["products_lost"]
    )
    told = strict.sentence(record, NAMES)
    assert told.startswith("People in Aldume resisted.")
    assert "gold and tea" in told and "suppressed the resistance in Aldume by force" in told
    assert told.endswith("Resistance spread to Brastorn.")


def test_names_are_put_in_as_they_are(strict: Catalogue) -> None:
    assert strict.prompt("start_country", 2, {}, NAMES).startswith("Ben {x}, ")
    assert strict.prompt("start_country", 0, {}, ["<b>{seat}</b>"]).startswith("<b>{seat}</b>, ")
    assert strict.prompt("start_country", 5, {}, NAMES).startswith("Seat 6, ")


@pytest.mark.parametrize("code", ERRORS)
def test_every_error_is_one_sentence(strict: Catalogue, code: str) -> None:
    text = strict.error(code, **ERRORS[code])
    assert is_sentence(text)
    assert len(re.findall(r"[.!?](?: |$)", text)) == 1
    for value in ERRORS[code].values():
        if isinstance(value, (int, str)):
            assert str(value) in text
    assert is_text(Catalogue().error(code))


@pytest.mark.parametrize("kind", ["army", "build", "destroy", "draw", "lose"])
def test_a_country_without_owner_is_told_without_a_power(strict: Catalogue, kind: str) -> None:
    record = {key: v for key, v in next(r for r in JOURNAL if r["kind"] == kind).items() if key != "why"}
    for seat in (None, -1):
        told = strict.sentence({**record, "seat": seat}, NAMES)
        assert is_sentence(told) and "Aldume" in told and "Seat" not in told


def test_an_empty_value_counts_as_missing() -> None:
    assert Catalogue().error("not_pending", kind="", seat=1).startswith("This decision is no longer open")


def test_the_list_of_errors_is_whole(strict: Catalogue) -> None:
    assert set(strict._file("errors")) == {*ERRORS, "fallback"}


def test_long_lists_of_options_are_cut() -> None:
    text = Catalogue().error("not_an_option", option=99, options=tuple(range(40)))
    assert "32 more" in text and "39" not in text


def test_every_reason_can_be_said_with_and_without_values(strict: Catalogue) -> None:
    values = {"country": "A", "product": "tea", "rival": 1, "value": 7, "count": 2, "money": 4, "action": 3}
    values |= {"form": "monarchy", "exportable": 9, "ships": 1}
    codes = [code for code in strict._file("reasons") if code != "fallback"]
    assert len(codes) >= 50
    for code in codes:
        for text in (strict.reason(code, NAMES, **values), strict.reason(code)):
            assert is_sentence(text)
            assert not re.search(r"\b(we|our|us|I|my)\b", text)


def test_rules_are_covered_exactly(strict: Catalogue) -> None:
    assert list(strict.rules()) == RULES
    for name in RULES:
        rule = strict.rule(name)
        assert set(rule) == {"title", "text"}
        assert is_sentence(rule["text"]) and rule["title"]
        assert 1 <= len(re.findall(r"[.!?](?: |$)", rule["text"])) <= 4


def test_words_name_everything_on_the_table(strict: Catalogue) -> None:
    assert sorted(strict.words("product")) == sorted(PRODUCTS)
    assert list(strict.words("action")) == [str(n) for n in range(1, 11)]
    for action in strict.words("action").values():
        assert set(action) == {"name", "cost", "text", "phase"}
    phases = [strict.words(f"action.{n}")["phase"] for n in range(1, 11)]
    assert phases == [1, 1, 1, 1, 2, 2, 3, 3, 4, 5]
    assert [power["letter"] for power in strict.words("power").values()] == list("PNFBSD")
    assert list(strict.words("government")) == ["democracy", "monarchy", "dictatorship"]
    assert "setup cards pass income move grant bids actions event rebellions over".split() == list(
        strict.words("step")
    )
    assert [strict.phase(n)["years"][:4] for n in range(1, 7)] == [
        "1492",
        "1600",
        "1700",
        "1783",
        "1850",
        "1914",
    ]
    for what in [*BUILDINGS, "colonist", "missionary", "army", "ship", "rebellion"]:
        assert {"name", "one", "the", "label", "text"} == set(strict.words(f"thing.{what}"))


def test_the_first_screen_says_what_it_must(strict: Catalogue) -> None:
    screen = strict.words("screen")
    assert "colonial rule" in screen["purpose"]
    assert "seat of a European colonial power" in screen["seat"]
    assert "exploitation" in screen["score"]


def test_lists_and_counts_follow_the_language(strict: Catalogue) -> None:
    assert strict.join([]) == "none"
    assert strict.join(["gold"]) == "gold"
    assert strict.join(["gold", "silver", "sugar"]) == "gold, silver and sugar"
    assert strict.join(["a {rest}", "{first}", "c"], "or") == "a {rest}, {first} or c"
    assert strict.line("line.waiting", NAMES, seats=[0, 1, 3]) == "Waiting for Ana, France and Spain."
    assert (
        strict.line("line.purse", NAMES, money=1, income=0)
        == "You hold 1 coin; 0 coins come in before you pay."
    )


def test_an_unknown_language_gives_one_sentence() -> None:
    for language in ("xx", "../en", "", "EN"):
        with pytest.raises(UnknownLanguage) as caught:
            Catalogue(language)
        assert str(caught.value).endswith("there are texts in: en.")
