"""Phase, round and turn (RND-1 to RND-6), and what every journal record carries."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

import colony_nb as colony
from colony_nb.games.colony.state import ColonyState
from colony_nb.games.colony.view import seen_by
from positions import (
    answer,
    ask,
    card_on_top,
    country,
    done,
    keeps,
    look,
    own,
    position,
    power,
    put,
    record,
    records,
    reply,
    run,
    script,
    sound,
    take_turn,
)

FROM = {1: 1, 2: 1, 3: 1, 4: 1, 5: 2, 6: 2, 7: 3, 8: 3, 9: 4, 10: 5}


def card_options(phase: int, on_top: bool = False) -> set[tuple[int, ...]]:
    s = position(phase=phase, on_top=1 if on_top else 0)
    run(s, ("choose_cards",))
    return set(ask(s, 0).options)


# ------------------------------------------------------------------ RND-1


def test_a_phase_has_four_rounds_and_the_game_six_phases() -> None:
    """RND-1"""
    game = colony.new_game(players=[colony.bot("random")] * 3, seed=5)
    game.play()
    rounds = [(r["phase"], r["round"]) for r in game.journal if r["kind"] == "round"]
    assert rounds == [((n - 1) // 4 + 1, n) for n in range(1, 25)]
    assert [r["phase"] for r in game.journal if r["kind"] == "phase"] == [1, 2, 3, 4, 5, 6]


def test_a_phase_deals_four_cards_of_its_own_to_each() -> None:
    """RND-1 SET-3"""
    s = position(phase=3, seats=5, round=12)
    run(s, ("phase_start", 4))
    assert s.phase == 4 and [len(hand) for hand in s.hands] == [4] * 5
    dealt = [s.rules.cards[i] for hand in s.hands for i in hand]
    assert len({c.id for c in dealt}) == 20 and {c.phase for c in dealt} == {4}
    assert s.bag[4] == 13 and s.bag[10] == 13, "tea and timber are in the bag"


def test_dealt_cards_are_seen_by_nobody() -> None:
    """RND-1"""
    one = colony.new_game(players=3, seed=1, dice=colony.Scripted(decks={1: list(range(1, 13))}))
    two = colony.new_game(players=3, seed=1, dice=colony.Scripted(decks={1: list(range(12, 0, -1))}))
    for game in (one, two):
        while game.pending[0].kind == "start_country":
            game.choose(game.pending[0], game.pending[0].options[0])
    for seat in (None, 0, 1, 2):
        assert one.view(seat) == two.view(seat)
    assert list(one.journal) == list(two.journal)


def test_one_event_card_a_turn_and_none_left_at_the_phase_end() -> None:
    """RND-1 EVT-1"""
    game = colony.new_game(players=[colony.bot("random")] * 4, seed=8)
    game.play()
    events = [(r["round"], r["seat"]) for r in game.journal if r["kind"] == "event"]
    assert sorted(events) == [(n, seat) for n in range(1, 25) for seat in range(4)]
    cards = [r["card"] for r in game.journal if r["kind"] == "event"]
    assert len(set(cards)) == len(cards) == 96


# ------------------------------------------------------------------ RND-2, RND-3


@pytest.mark.parametrize("phase", range(1, 7))
def test_which_action_cards_may_be_chosen(phase: int) -> None:
    """RND-2"""
    known = [n for n, since in FROM.items() if since <= phase]
    limit = 1 if phase < 3 else 2
    expected = {c for size in range(limit + 1) for c in combinations(known, size)}
    assert card_options(phase) == expected
    assert () in expected, "none is allowed"


@pytest.mark.parametrize("phase", range(2, 7))
def test_a_used_missionary_comes_on_top_of_the_limit(phase: int) -> None:
    """RND-3"""
    known = [n for n, since in FROM.items() if since <= phase and n != 6]
    limit = 1 if phase < 3 else 2
    expected = {
        tuple(sorted((*c, *six)))
        for size in range(limit + 1)
        for c in combinations(known, size)
        for six in ((), (6,))
    }
    assert card_options(phase, on_top=True) == expected


def test_only_who_used_the_missionary_has_it_on_top_and_keeps_it_for_good() -> None:
    """RND-3"""
    s = position(phase=2)
    own(s, 0, "A")
    own(s, 1, "C")
    script(s, dice=[1])
    run(s, ("action", 0, 6))
    run(s, ("choose_cards",))
    assert (1, 6) in ask(s, 0).options and (1, 6) not in ask(s, 1).options
    s = position(phase=3, on_top=s.on_top)
    assert s.missionary[0] < 0, "also when the missionary was lost meanwhile"
    run(s, ("choose_cards",))
    assert (1, 2, 6) in ask(s, 0).options and (1, 2, 6) not in ask(s, 1).options


def test_a_missionary_that_could_not_be_paid_was_not_used() -> None:
    """RND-3 RND-6"""
    s = position(phase=2, money=2)
    own(s, 0, "A")
    run(s, ("action", 0, 6))
    assert record(s, "dropped")["why"] == "money" and s.missionary[0] < 0
    run(s, ("choose_cards",))
    assert (1, 6) not in ask(s, 0).options


def test_the_missionary_on_top_has_its_usual_cost() -> None:
    """RND-3"""
    s = position(phase=2, on_top=1)
    own(s, 0, "A")
    put(s, "A", missionary=0)
    script(s, dice=[2])
    run(s, ("action", 0, 6))
    assert record(s, "pay")["amount"] == 3


def test_cards_are_secret_until_all_have_chosen() -> None:
    """RND-2"""
    s = position(phase=1)
    own(s, 0, "A")
    run(s, ("choose_cards",))
    hidden = [look(s, seat) for seat in (0, 1, 2)]
    answer(s, (2,), seat=3)
    assert [look(s, seat) for seat in (0, 1, 2)] == hidden
    assert look(s, 3)["sealed"] == (2,)
    assert not records(s, "cards")
    for seat, cards in ((1, ()), (0, (1,)), (2, (4,))):
        answer(s, cards, seat=seat)
    assert record(s, "cards")["chosen"] == {0: [1], 1: [], 2: [4], 3: [2]}


def test_who_chooses_for_a_seat_knows_no_more_than_the_seat() -> None:
    """RND-1 RND-2: others' sealed answers, face-down cards, decks, dice and draws to come are blanked."""
    s = position(phase=1)
    script(s, dice=[6], draws=["gold"])
    for seat in range(4):
        card_on_top(s, seat, f"p1-0{seat + 1}")
    run(s, ("choose_cards",))
    answer(s, (2,), seat=3)
    answer(s, (1,), seat=1)
    seen = seen_by(s, 1)
    assert seen.sealed == [None, (1,), None, None] and seen.questions == ()
    assert [len(hand) for hand in seen.hands] == [1] * 4 and set(sum(seen.hands, ())) == {-1}
    assert not seen.dice_script and not seen.draw_script and not any(seen.decks)
    assert [q.seat for q in seen_by(s, 2).questions] == [2]
    assert s.sealed == [None, (1,), None, (2,)], "the position itself is as it was"


# ------------------------------------------------------------------ RND-4, RND-5, RND-6


def test_a_turn_goes_income_moves_grants_actions_event_rebellions() -> None:
    """RND-4"""
    s = position(phase=6, seats=4)
    own(s, 3, "ABE")
    put(s, "A", port=True, gold=1, colonist=3)
    put(s, "E", rebellion=True, armies=1)
    card_on_top(s, 3, "p6-19")
    take_turn(s, 3, 2, 5)
    steps = []
    while s.turn == 3 and s.questions:
        q = s.questions[0]
        if s.step not in steps:
            steps.append(s.step)
        answer(s, q.options[0] if q.kind != "move" else "stop", seat=q.seat)
    assert steps[:3] == ["move", "grant", "actions"]
    kinds = [
        r["kind"] for r in s.journal or [] if r["kind"] in ("income", "ship", "build", "event", "rebellion")
    ]
    assert kinds == ["income", "ship", "build", "event", "rebellion"]


def test_actions_go_in_rising_card_number() -> None:
    """RND-4: the order in which they were offered does not matter, 3 comes before 7 and 7 before 9."""
    s = position(phase=4)
    own(s, 3, "A")
    take_turn(s, 3, 7, 9)
    reply(s, army_count=1, army_place="A", build="A", move="stop")
    rules = [r["rule"] for r in records(s, "pay")]
    assert rules == ["ACT-7", "ACT-9"]


def test_armies_bought_this_turn_cannot_attack_in_it() -> None:
    """ACT-7 RND-4"""
    s = position(phase=3)
    own(s, 3, "ABCEFG")
    own(s, 1, "H")
    take_turn(s, 3, 1, 7)
    assert record(s, "dropped")["card"] == 1, "card 1 comes first, when no army is there yet"
    assert ask(s).kind == "army_count"


def test_no_grant_before_phase_six() -> None:
    """RND-4 IND-1"""
    for phase in (5, 6):
        s = position(phase=phase)
        own(s, 3, "A")
        take_turn(s, 3)
        assert any(q.kind == "grant" for q in s.questions) == (phase == 6)


def test_play_goes_left_and_the_second_of_this_round_starts_the_next() -> None:
    """RND-5"""
    game = colony.new_game(players=[colony.bot("random")] * 5, seed=2)
    game.play()
    first = game.at(0).view()["start_seat"]
    for n in range(1, 25):
        turns = [r["seat"] for r in game.journal if r["kind"] == "income" and r["round"] == n]
        assert turns == [(first + n - 1 + i) % 5 for i in range(5)], n


def test_actions_are_paid_after_the_income_of_the_same_turn() -> None:
    """RND-6"""
    s = position(phase=1, money=0)
    own(s, 3, "A")
    put(s, "A", port=True, gold=2)
    take_turn(s, 3, 2)
    assert power(s, 3)["ships"] == 2 and power(s, 3)["money"] == 6 - 5


@pytest.mark.parametrize(
    ("card", "cost"), [(1, 3), (2, 5), (3, 15), (4, 3), (5, 10), (6, 3), (7, 5), (9, 15), (10, 15)]
)
def test_a_card_that_cannot_be_paid_is_dropped_and_costs_nothing(card: int, cost: int) -> None:
    """RND-6 ACT-1 ACT-2 ACT-3 ACT-4 ACT-5 ACT-6 ACT-7 ACT-9 ACT-10"""
    for money in (cost - 1, cost):
        s = position(phase=5, money=money)
        own(s, 0, "AB")
        before = look(s)
        run(s, ("action", 0, card))
        dropped = records(s, "dropped")
        if money < cost:
            assert [(r["card"], r["why"]) for r in dropped] == [(card, "money")]
            assert look(s) == before and done(s)
        else:
            assert not dropped
            reply(
                s,
                build="A",
                place="A",
                operations=1,
                attack="stop",
                army_count=1,
                army_place="A",
                again=False,
            )
            reply(s, product=lambda q: q.options[0])
            assert power(s, 0)["money"] == 0 and done(s)
        sound(s)


@pytest.mark.parametrize(
    ("card", "why"),
    [
        (1, "target"),
        (3, "country"),
        (5, "country"),
        (7, "room"),
        (9, "country"),
        (10, "country"),
        (6, "country"),
    ],
)
def test_a_card_that_cannot_be_used_is_dropped_and_costs_nothing(card: int, why: str) -> None:
    """RND-6"""
    s = position(phase=5)
    own(s, 0, "A")
    own(s, 1, "BEF")
    buildings = dict.fromkeys(["port", "trading_post", "city", "church", "railway"], True)
    put(s, "A", armies=3, missionary=0, **buildings)
    s.armies[0], s.supply[0] = 3, 47
    if card == 1:
        s.armies[0], s.supply[0] = 0, 50
    run(s, ("action", 0, card))
    assert [(r["card"], r["why"]) for r in records(s, "dropped")] == [(card, why)]
    assert power(s, 0)["money"] == 100 and not records(s, "pay") and done(s)


@pytest.mark.parametrize("card", [1, 3, 4, 5, 6, 7, 9, 10])
def test_without_any_country_cards_are_dropped(card: int) -> None:
    """RND-6 ACT-1"""
    s = position(phase=5)
    run(s, ("action", 0, card))
    if card == 1:
        assert ask(s).kind == "operations", "who has none may land again"
    else:
        assert record(s, "dropped")["card"] == card and power(s, 0)["money"] == 100


def test_money_never_goes_below_zero() -> None:
    """RND-6"""
    s = position(phase=1, money=2)
    own(s, 0, "A")
    card_on_top(s, 0, "p1-19")
    run(s, ("event", 0))
    assert power(s, 0)["money"] == 0 and record(s, "money")["amount"] == -2
    s = position(phase=1, money=0)
    keeps(s, 0, "p1-11")
    run(s, ("income", 0))
    assert power(s, 0)["money"] == 0 and record(s, "income")["total"] == 0


STEPS = {
    "start_country": {"setup"},
    "pass_card": {"pass"},
    "cards": {"cards"},
    "move": {"move"},
    "grant": {"grant"},
    "join": {"bids"},
    "bid_money": {"bids"},
    "bid_points": {"bids"},
    "government": {"bids"},
    "expand": {"actions"},
    "operations": {"actions"},
    "attack": {"actions"},
    "march": {"actions"},
    "army_count": {"actions"},
    "place": {"actions"},
    "again": {"actions"},
    "search": {"actions"},
    "offer": {"event"},
    "answer": {"event"},
    "rebel_country": {"event"},
    "order": {"rebellions"},
    "draft": {"rebellions"},
    "rebel_product": {"rebellions"},
    "rebel_spread": {"rebellions"},
    "build": {"actions", "event"},
    "army_place": {"actions", "event"},
    "event": {"event", "rebellions"},
    "use_kept": {"rebellions"},
    "country": {"event"},
    "product": {"actions", "event", "rebellions"},
    "relocate": {"actions", "event", "bids"},
}


@pytest.mark.parametrize("seed", range(4))
def test_the_view_names_the_step_and_whose_turn_it_is(seed: int) -> None:
    """RND-4: in the order of a turn; nobody's turn while cards are passed and chosen."""
    variants = {"pass_event_cards": True, "sabotage": True}
    game = colony.new_game(players=[colony.bot("random")] * (3 + seed), seed=seed, variants=variants)
    order = ["income", "move", "grant", "bids", "actions", "event", "rebellions"]
    last: tuple[Any, ...] = (None, None, 0)
    while not game.over:
        seen, (d, *_) = game.view(), game.pending
        assert seen["step"] in STEPS[d.kind], d.kind
        assert (seen["turn"] is None) == (seen["step"] in ("setup", "pass", "cards"))
        assert (seen["round"] == 0) == (seen["step"] == "setup")
        if seen["turn"] is not None:
            at = order.index(seen["step"].replace("bids", "grant"))
            if (seen["round"], seen["turn"]) == last[:2]:
                assert at >= last[2]
            last = (seen["round"], seen["turn"], at)
        game.play(most=1)
    end = game.view()
    assert end["step"] == "over" and end["turn"] is None and end["round"] == 24


# ------------------------------------------------------------------ the journal


def test_a_question_with_one_answer_is_answered_without_a_number() -> None:
    """RND-6: a forced answer stands in the journal and is no choice."""
    s = position(phase=4)
    own(s, 0, "A")
    before = s.n
    run(s, ("action", 0, 9))
    assert done(s) and s.n == before and country(s, "A")["city"]
    forced = record(s, "forced")
    assert (forced["question"], forced["option"], forced["n"], forced["seat"]) == ("build", "A", before, 0)


@pytest.mark.parametrize(
    ("players", "variants"), [(3, {}), (4, {"pass_event_cards": True}), (6, {"sabotage": True})]
)
def test_every_record_says_when_where_who_and_by_which_rule(players: int, variants: dict[str, bool]) -> None:
    """RND-4 RND-5: n rises, round and phase are the running ones, a rule stands behind every record."""
    game = colony.new_game(players=[colony.bot("random")] * players, seed=12, variants=variants)
    game.play()
    last = 0
    for r in game.journal:
        assert {"n", "round", "phase", "seat", "kind", "rule"} <= set(r)
        assert last <= r["n"] <= game.n
        last = r["n"]
        if r["kind"] != "phase":  # written between two rounds
            assert r["phase"] == max(1, (r["round"] + 3) // 4)
        assert r["seat"] is None or 0 <= r["seat"] < players
        assert r["rule"].split("-")[0] in {
            "SET",
            "RND",
            "INC",
            "MON",
            "INF",
            "ACT",
            "EVT",
            "BAT",
            "REB",
            "IND",
            "END",
            "VAR",
        }
    assert game.journal[0]["round"] == 0 and game.journal[-1]["round"] == 24


def totals(game: colony.Game) -> tuple[list[int], list[int]]:
    """Money and Influence of all seats, added up from the journal alone."""
    money, influence = [5] * game.players, [10] * game.players
    for r in game.journal:
        if r["kind"] == "income":
            assert r["total"] == max(
                0, r["ladder_pay"] + r["monopoly_pay"] + r["government_pay"] + r["event_pay"]
            )
            money[r["seat"]] += r["total"]
        elif r["kind"] == "money":
            money[r["seat"]] += r["amount"]
        elif r["kind"] == "pay":
            assert r["amount"] > 0
            money[r["seat"]] -= r["amount"]
        elif r["kind"] == "influence":
            influence[r["seat"]] += r["by"]
        elif r["kind"] == "bids":
            for seat, bid in r["bids"].items():
                money[int(seat)] -= bid["money"]
                influence[int(seat)] -= bid["points"]
    return money, influence


@pytest.mark.parametrize("seed", range(6))
def test_money_and_influence_add_up_from_the_journal(seed: int) -> None:
    """RND-6 INF-1: every coin and every point has a record."""
    variants: dict[str, Any] = {"independence": seed % 2 == 0, "sabotage": True, "pass_event_cards": True}
    game = colony.new_game(players=[colony.bot("random")] * (3 + seed % 4), seed=seed, variants=variants)
    for _ in range(40):
        game.play(most=40)
        seen = game.view()["powers"]
        assert totals(game) == ([p["money"] for p in seen], [p["influence"] for p in seen])
    game.play()
    assert game.result is not None and game.result["money"] == totals(game)[0]


def told(game: colony.Game) -> dict[str, Any]:
    """The board that the journal tells of: the records alone, added up."""
    places: dict[str, dict[str, Any]] = {
        letter: {
            "owner": None,
            "products": {},
            "armies": 0,
            "rebellion": False,
            "government": None,
            "built": set(),
        }
        for letter in game.view()["countries"]
    }
    ships = [1] * game.players
    figures: dict[tuple[int, str], str | None] = {}
    cards: dict[str, int | None] = {}
    kept: list[list[str]] = [[] for _ in range(game.players)]
    for r in game.journal:
        here = places.get(r.get("country", ""), {})
        match r["kind"]:
            case "owner":
                assert here["owner"] == r["from"]
                here["owner"] = r["to"]
            case "draw" | "lose":
                by = 1 if r["kind"] == "draw" else -1
                here["products"][r["product"]] = here["products"].get(r["product"], 0) + by
            case "build":
                here["built"].add(r["what"])
            case "destroy":
                here["built"].remove(r["what"])
            case "army":
                here["armies"] += r["by"]
            case "ship":
                ships[r["seat"]] += r["by"]
            case "move":
                assert figures.get((r["seat"], r["what"])) == r["source"]
                figures[r["seat"], r["what"]] = r["target"]
            case "place_rebellion":
                assert not here["rebellion"]
                here["rebellion"] = True
            case "rebellion":
                here["rebellion"] = not r["suppressed"]
            case "ended" | "grant":
                here["rebellion"] = False
            case "government":
                here["government"] = r["form"]
            case "monopoly":
                assert cards.get(r["product"]) == r["from"]
                cards[r["product"]] = r["to"]
            case "kept":
                kept[r["seat"]].append(r["card"])
            case "discard":
                kept[r["seat"]].remove(r["card"])
    for place in places.values():
        place["products"] = {name: n for name, n in place["products"].items() if n}
    return {"places": places, "ships": ships, "figures": figures, "cards": cards, "kept": kept}


@pytest.mark.parametrize("seed", range(6))
def test_the_journal_alone_tells_the_whole_position(seed: int) -> None:
    """RND-4: everything that changes on the board has a record with its amount."""
    variants: dict[str, Any] = {"independence": seed % 2 == 0, "sabotage": True}
    game = colony.new_game(players=[colony.bot("random")] * (3 + seed % 4), seed=50 + seed, variants=variants)
    while not game.over:
        game.play(most=60)
        if any(d.kind in ("relocate", "rebel_product", "rebel_spread") for d in game.pending):
            continue  # a figure waits for its place, a fight's record for its last words
        seen, story = game.view(), told(game)
        for letter, c in seen["countries"].items():
            place = story["places"][letter]
            built = {what for what in ("port", "trading_post", "city", "church", "railway") if c[what]}
            assert place.pop("built") == built, letter
            assert place == {key: c[key] for key in place}, letter
        for p in seen["powers"]:
            seat = p["seat"]
            assert p["ships"] == story["ships"][seat] and p["kept"] == story["kept"][seat]
            assert p["colonist"] == story["figures"].get((seat, "colonist"))
            assert p["missionary"] == story["figures"].get((seat, "missionary"))
            assert p["monopolies"] == [name for name in seen["bag"] if story["cards"].get(name) == seat]


@pytest.mark.parametrize("seed", range(4))
def test_random_games_stay_sound(seed: int) -> None:
    """SET-6 SET-7 INC-1 MON-1 INF-1: nothing is lost or made out of nothing at any question of a game."""
    game = colony.new_game(
        players=[colony.bot("random")] * (3 + seed),
        seed=100 + seed,
        variants={"pass_event_cards": seed % 2 == 1},
    )
    while not game.over:
        game.play(most=1)
        s = game._state
        assert isinstance(s, ColonyState)
        if not any(q.kind == "relocate" for q in s.questions):  # test_events has a test of this moment
            sound(s)
    assert game.result is not None
