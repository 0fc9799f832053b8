"""Each step of the simplified version, number for number."""

from __future__ import annotations

from collections import Counter

import pytest

import colony_nb as colony
from colony_nb.games.simplified.rules import load_rules
from games.simplified.simkit import Table, new

THREE = ("A", "C", "I")  # three coasts that are not neighbours of each other


def test_order_of_the_steps() -> None:
    """SIM-1 to SIM-13: four phases, 15 rounds, investing after phases 1 to 3; the first seat moves on."""
    steps = [(step.phase, step.rule) for step in load_rules().steps]
    assert steps == [
        *[(1, f"SIM-{n}") for n in (1, 2, 3, 4)],
        *[(2, f"SIM-{n}") for n in (5, 6, 7, 4)],
        *[(3, f"SIM-{n}") for n in (8, 9, 10, 4)],
        *[(4, f"SIM-{n}") for n in (11, 12, 13)],
    ]
    game = colony.new_game([colony.bot("steady")] * 4, 5, game="simplified")
    game.play()
    rounds = [r for r in game.journal if r["kind"] == "round"]
    assert [(r["phase"], r["rule"]) for r in rounds] == steps
    assert [r["round"] for r in rounds] == list(range(1, 16))
    assert [r["first"] for r in rounds] == [(rounds[0]["first"] + i) % 4 for i in range(15)]


def test_preparation() -> None:
    """SIM-1: 5 coins, prestige 10 (5 as a switch), all counters in the bag, the die says who goes first."""
    game = new(4, dice=colony.Scripted(dice=[2, 6, 6, 1, 3, 5]))
    assert next(r for r in game.journal if r["kind"] == "start")["throws"] == [
        {0: 2, 1: 6, 2: 6, 3: 1},
        {1: 3, 2: 5},
    ]
    assert game.view()["start_seat"] == game.pending[0].seat == 2
    view = game.view()
    assert [p["money"] for p in view["powers"]] == [5] * 4
    assert [p["prestige"] for p in view["powers"]] == [10] * 4
    assert sum(view["bag"].values()) == 164 and sorted(set(view["bag"].values())) == [13, 14]
    assert new(3, rules={"setup.prestige": 5}).view()["powers"][0]["prestige"] == 5


def test_landing() -> None:
    """SIM-1: a token in a free coastal country, an army, and a counter from the bag, in turn."""
    game = new(3, dice=colony.Scripted(dice=[6, 1, 2], draws=["tea", "oil", "gold"]))
    coasts = [letter for letter, c in game.view()["countries"].items() if c["coast"]]
    for seat, letter in ((0, "A"), (1, "C"), (2, "I")):
        decision = game.pending[0]
        assert (decision.seat, decision.kind, decision.rule) == (seat, "start_country", "SIM-1")
        assert list(decision.options) == [c for c in coasts if game.view()["countries"][c]["owner"] is None]
        game.choose(decision, letter)
    view = game.view()
    for seat, letter, product in ((0, "A", "tea"), (1, "C", "oil"), (2, "I", "gold")):
        country = view["countries"][letter]
        assert (country["owner"], country["armies"], country["products"]) == (seat, 1, {product: 1})
        assert view["powers"][seat]["countries"] == [letter] and view["powers"][seat]["home"] == letter
    assert view["step"] == "SIM-2" and not view["countries"]["A"]["port"]


def test_contact_fight() -> None:
    """SIM-2: a fight costs 1 prestige; 1 to 3 an army too, 4 to 6 takes a neighbouring country."""
    for die in range(1, 7):
        t = Table("SIM-2", THREE, armies={"A": 2, "C": 1, "I": 1}, dice=[die]).choose("acc")
        if die <= 3:
            assert t.country("A")["armies"] == 1 and t.power(0)["countries"] == ["A"]
        else:
            assert t.asked(0).kind == "neighbour" and t.asked(0).options == ("B", "E", "F")
            t.say(0, "E")
            assert t.country("A")["armies"] == 2 and t.power(0)["countries"] == ["A", "E"]
            assert t.country("E")["armies"] == 0 and t.country("E")["products"] == {}
        assert t.all("prestige") == [9, 10, 10] and t.all("money") == [5, 5, 5]
        assert t.records("throw")[0]["die"] == die and t.s.over


def test_contact_trade_and_ignore() -> None:
    """SIM-2: trade brings a counter and 1 prestige, keeping away nothing."""
    t = Table("SIM-2", THREE, draws=["ore"]).choose("cbc")
    assert t.all("prestige") == [10, 11, 10] and t.all("counters") == [0, 1, 0]
    assert t.country("C")["products"] == {"ore": 1}


def test_expansion() -> None:
    """SIM-3: a country, or a throw for a counter in the first country: 1 and 2 nothing, 3 to 6 one."""
    for die in range(1, 7):
        t = Table("SIM-3", ("A", "CH", "I"), dice=[die]).choose("abb")
        assert t.asked(0).options == ("B", "E", "F")
        t.say(0, "F")
        assert t.power(0)["countries"] == ["A", "F"]
        assert t.country("F")["armies"] == 0 and t.country("F")["products"] == {}
        assert sum(t.country("C")["products"].values()) == (die >= 3)
        assert t.country("H")["products"] == {} and t.all("prestige") == [10, 10, 10]


@pytest.mark.parametrize("phase", [1, 2, 3])
def test_income_and_investing(phase: int) -> None:
    """SIM-4: 1 coin a counter; 1 coin an army; 1 coin a throw for a counter, 3 to 6 brings it."""
    stock = {"A": {"gold": 2, "tea": 1}, "E": {"oil": 1}, "C": {"tea": 2}}
    dice = [1, 2, 3, 4, 5, 6]
    t = Table("SIM-4", ("AE", "C", "I"), phase=phase, stock=stock, money=3, dice=dice)
    assert t.all("money") == [7, 5, 3]
    assert [r["total"] for r in t.records("income")] == [4, 2, 0]
    assert all(q.kind == "invest" and q.context["what"] == "army" for q in t.s.questions)
    assert t.asked(0).options == tuple(range(8)) and t.asked(2).options == (0, 1, 2, 3)
    t.say(0, 1).say(1, 5).say(2, 0)
    assert t.all("armies") == [0, 0, 0]  # nothing is spent before all amounts are known
    assert [q.seat for q in t.s.questions] == [0, 2]  # seat 1 has nothing left
    assert t.asked(0).options == tuple(range(7))
    t.say(0, 6).say(2, 0)
    assert t.asked(0).context["what"] == "army" and t.asked(0).options == ("A", "E")
    t.say(0, "E")
    assert t.records("tries")[0]["found"] == 4 and t.records("tries")[0]["dice"] == dice
    t.say(0, ("A", 1)).say(0, ("E", 3))
    assert t.all("money") == [0, 0, 3] and t.all("counters") == [8, 2, 0] and t.all("armies") == [1, 5, 0]
    assert t.country("E")["armies"] == 1 and sum(t.country("E")["products"].values()) == 4


def test_expansion_or_port() -> None:
    """SIM-5: 1 coin for a country, an army and a counter at 1 prestige, or for a port and two counters."""
    t = Table("SIM-5", ("AF", "C", "I"), draws=["tea", "oil", "ore"]).choose("bab")
    assert t.asked(1).kind == "neighbour" and t.asked(1).options == ("B", "G", "H")
    t.say(1, "H")
    assert t.all("money") == [4, 4, 4]
    assert t.country("A")["port"] and t.country("I")["port"] and not t.country("F")["port"]
    assert t.country("A")["products"] == {"tea": 1, "oil": 1}
    assert t.power(1)["countries"] == ["C", "H"]
    assert t.country("H")["armies"] == 1 and t.country("H")["products"] == {"ore": 1}
    assert t.all("prestige") == [10, 9, 10] and t.all("counters") == [2, 1, 2]


def test_growth_costs_a_coin() -> None:
    """SIM-5: who has no coin is not asked and gets nothing."""
    t = Table("SIM-5", THREE, money=0)
    assert t.s.over and t.notes() == ["no coin"] * 3 and t.all("counters") == [0, 0, 0]
    t = Table("SIM-5", THREE, money=1).choose("bbb")
    assert t.all("money") == [0, 0, 0] and t.all("counters") == [2, 2, 2]


def test_church() -> None:
    """SIM-6: a church, 1 prestige more and a counter less; or 1 prestige less."""
    t = Table("SIM-6", ("AE", "C", "I"), stock={"A": {"tea": 1}, "E": {"oil": 1, "ore": 2}, "I": {"tea": 1}})
    t.choose("aba")
    assert t.asked(0).kind == "build" and t.asked(0).options == ("A", "E")
    t.say(0, "E")
    assert t.asked(0).options == (("A", "tea"), ("E", "ore"), ("E", "oil"))
    t.say(0, ("E", "ore"))
    assert t.all("prestige") == [11, 9, 11] and t.all("counters") == [3, 0, 0]
    assert [t.country(x)["church"] for x in "AECI"] == [False, True, False, True]
    assert t.country("E")["products"] == {"oil": 1, "ore": 1} and t.s.bag == [
        n - held
        for n, held in zip(t.s.rules.product_count, [0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1], strict=True)
    ]


def test_second_contact() -> None:
    """SIM-7: as SIM-2 for a fight; trade brings a counter on 1 to 3; keeping away costs a counter."""
    for die in range(1, 7):
        stock = {"I": {"tea": 3}}
        t = Table("SIM-7", ("AE", "C", "I"), armies={"A": 1, "E": 2}, stock=stock, dice=[die, die])
        t.choose("abc")
        question = t.asked(0)
        assert question.kind == ("country" if die <= 3 else "neighbour")
        t.say(0, "E" if die <= 3 else "B")
        assert t.all("armies") == [2 if die <= 3 else 3, 0, 0]
        assert t.all("prestige") == [9, 10, 10]
        assert t.all("counters") == [0, int(die <= 3), 2]
        assert t.power(0)["countries"] == (["A", "E"] if die <= 3 else ["A", "B", "E"])


def test_enslaved_labour() -> None:
    """SIM-8: buying brings three counters and a ship at 1 prestige; not buying brings 2 prestige."""
    t = Table("SIM-8", ("AE", "C", "I"), draws=["tea", "oil", "ore"])
    assert all(q.context["content_note"] for q in t.s.questions)
    t.choose("abb")
    assert t.asked(0).options == tuple((x, n) for x in "AE" for n in (1, 2, 3))
    t.say(0, ("A", 3))
    assert t.all("prestige") == [9, 12, 12] and t.all("counters") == [3, 0, 0]
    assert t.all("ships") == [1, 0, 0] and t.all("ship") == ["A", None, None]
    assert t.country("A")["products"] == {"tea": 1, "oil": 1, "ore": 1}
    kinds = [r["kind"] for r in t.s.journal or ()]
    assert kinds.index("choices") < kinds.index("silence") < kinds.index("draw")


@pytest.mark.parametrize(
    "how", [{"variant": "read_and_discuss"}, {"rules": {"labour.read_and_discuss": True}}]
)
def test_read_and_discuss(how: dict[str, object]) -> None:
    """SIM-8: read and discussed only: nobody chooses, nothing changes, the journal says so."""
    t = Table("SIM-8", THREE, **how)  # type: ignore[arg-type]
    assert t.s.over and not t.records("choices") and len(t.records("discussed")) == 1
    assert t.all("prestige") == [10] * 3 and t.all("counters") == [0] * 3 and t.all("ships") == [0] * 3


def test_read_and_discuss_in_a_whole_game() -> None:
    """SIM-8: with the variant no decision of the step is ever put, without it all are asked."""
    for on in (True, False):
        game = new(3, 2, variants={"read_and_discuss": on})
        asked = set()
        while game.pending:
            asked |= {d.rule for d in game.pending}
            game.choose(game.pending[0], game.pending[0].options[0])
        assert ("SIM-8" in asked) is not on
        assert sum(r["kind"] == "discussed" for r in game.journal) == on


def test_infrastructure() -> None:
    """SIM-9: city: an army in each country and a counter; railway: four counters; post: two a country."""
    t = Table("SIM-9", ("AE", "C", "IN"), armies={"A": 1}, stock={"I": {"tea": 1}}).choose("abc")
    t.say(0, "E").say(2, "N")
    assert t.country("E")["city"] and t.country("C")["railway"] and t.country("N")["trading_post"]
    assert [t.country(x)["armies"] for x in "AECIN"] == [2, 1, 0, 0, 0]
    assert [sum(t.country(x)["products"].values()) for x in "AECIN"] == [0, 1, 4, 3, 2]
    assert t.all("money") == [5, 5, 5] and t.all("prestige") == [10, 10, 10]


def test_war_refused() -> None:
    """SIM-10: who does not attack gets two counters."""
    t = Table("SIM-10", THREE).choose("bbb")
    assert t.all("counters") == [2, 2, 2] and t.s.over


def test_war() -> None:
    """SIM-10: each lost throw costs an army and 1 prestige; without armies the country falls at the next."""
    stock = {"B": {"tea": 2}}
    dice = [4, 4, 5, 3, 2, 6, 6, 1]
    t = Table("SIM-10", ("A", "B", "I"), armies={"A": 2, "B": 1}, stock=stock, dice=dice, has={"B": "city"})
    t.choose("abb")
    assert t.asked(0).options == ("stop", ("attack", "A", "B"))
    t.say(0, ("attack", "A", "B"))  # 4:4 thrown again, 5:3
    assert t.records("fight")[0]["throws"] == [[4, 4], [5, 3]]
    assert t.country("B")["armies"] == 0 and t.all("prestige") == [10, 9, 10]
    assert t.country("B")["owner"] == 1
    t.say(0, ("attack", "A", "B"))  # 2:6
    assert t.country("A")["armies"] == 1 and t.all("prestige") == [9, 9, 10]
    t.say(0, ("attack", "A", "B"))  # 6:1
    assert t.country("B")["owner"] == 0 and t.all("prestige") == [9, 8, 10]
    assert t.asked(0).kind == "march" and t.asked(0).options == (0, 1)
    t.say(0, 1)
    assert (t.country("A")["armies"], t.country("B")["armies"]) == (0, 1)
    assert t.country("B")["city"] and t.power(1)["countries"] == []
    assert sum(t.country("B")["products"].values()) == 4  # two of them from choosing not to attack
    assert t.s.over and t.notes() == ["no attack"]


def test_war_defender_may_attack_in_turn() -> None:
    """SIM-10: the attacker's country is not taken by defending, but in the defender's own turn it may be."""
    t = Table("SIM-10", ("A", "B", "I"), armies={"A": 1, "B": 1}, dice=[1, 6, 6, 1]).choose("aab")
    t.say(0, ("attack", "A", "B"))
    assert t.country("A")["owner"] == 0 and t.country("A")["armies"] == 0
    assert t.asked(1).options == ("stop", ("attack", "B", "A"))
    t.say(1, ("attack", "B", "A"))
    assert t.country("A")["owner"] == 1 and t.all("prestige") == [8, 10, 10]


def test_war_stops_when_wanted() -> None:
    """SIM-10: the attacker may stop at any time; who chose not to fight is never asked to attack."""
    t = Table("SIM-10", ("A", "B", "I"), armies={"A": 3, "B": 3}).choose("abb")
    seats = set()
    while t.s.questions:
        seats.add((t.s.questions[0].seat, t.s.questions[0].kind))
        t.say(t.s.questions[0].seat, t.s.questions[0].options[0])
    assert (0, "attack") in seats and (1, "attack") not in seats
    assert not t.records("fight") and t.all("armies") == [3, 3, 0]


def test_monopolies() -> None:
    """SIM-11: most counters of a product give its card and 1 prestige; equal numbers throw, ties again."""
    stock = {"A": {"tea": 2, "gold": 1}, "C": {"tea": 1, "gold": 1}, "I": {"gold": 1, "oil": 1}}
    t = Table("SIM-11", ("A", "C", "I"), stock=stock, dice=[5, 5, 2, 1, 6])
    assert t.all("monopolies") == [["tea"], ["gold"], ["oil"]]
    assert t.all("prestige") == [11, 11, 11] and t.all("money") == [5, 5, 5]
    gold = next(r for r in t.records("monopoly") if r["product"] == "gold")
    assert gold["throws"] == [{0: 5, 1: 5, 2: 2}, {0: 1, 1: 6}] and gold["counters"] == 1
    assert t.notes() == ["no counters"] * 9


def placed(t: Table) -> dict[str, str]:
    return {r["country"]: r["why"] for r in t.records("place_rebellion")}


def test_rebellions_break_out() -> None:
    """SIM-12: one in a country without a city, one in each city, one more for the lowest prestige."""
    t = Table("SIM-12", ("AEF", "CGH", "IN"), has={"E": "city", "C": "city"}, prestige=[7, 9, 12])
    assert t.asked(0).options == ("A", "F")
    t.say(0, "A")
    assert t.asked(1).options == ("G", "H")
    t.say(1, "H").say(2, "N")
    assert placed(t) == {
        "A": "own",
        "H": "own",
        "N": "own",
        "E": "city",
        "C": "city",
        "F": "lowest",
        "G": "lowest",
    }
    assert t.s.questions[0].kind == "choice" and len(t.s.questions) == 3


@pytest.mark.parametrize(
    ("prestige", "lowest"),
    [
        ([5, 6, 7, 8], {0, 1}),
        ([5, 6, 6, 8], {0, 1, 2}),
        ([5, 5, 5, 8], {0, 1, 2}),
        ([5, 5, 6, 6], {0, 1}),
        ([9, 9, 9, 9], {0, 1, 2, 3}),
    ],
)
def test_the_two_lowest(prestige: list[int], lowest: set[int]) -> None:
    """SIM-12, SIM-14: all with the lowest prestige and, if that is one, all with the next."""
    t = Table("SIM-12", ("AE", "CH", "IN", "KP"), prestige=prestige)
    while t.s.questions[0].kind == "country":
        t.say(t.s.questions[0].seat, t.s.questions[0].options[0])
    assert {r["seat"] for r in t.records("place_rebellion") if r["why"] == "lowest"} == lowest


def test_fight_rebels() -> None:
    """SIM-12: two armies a country; with none left the die: 1 prestige, or independence."""
    armies = {"A": 3, "C": 2, "I": 0}
    t = Table("SIM-12", THREE, armies=armies, stock={"I": {"tea": 1}}, dice=[5, 5, 6, 1, 2, 3])
    assert placed(t) == {"A": "own", "C": "own", "I": "own"}
    t.choose("aaa")
    fights = {r["country"]: r for r in t.records("rebellion")}
    assert fights["A"]["throws"] == [] and t.country("A")["armies"] == 1
    assert fights["C"]["throws"] == [[5, 5], [6, 1]] and fights["C"]["rebels_seat"] == 2
    assert fights["I"]["throws"] == [[2, 3]] and fights["I"]["rebels_seat"] == 0
    assert t.all("prestige") == [10, 9, 10]
    assert t.all("countries") == [["A"], ["C"], []]
    lost = t.country("I")
    assert (lost["owner"], lost["independent"], lost["rebellion"]) == (None, True, False)
    assert [fights[x]["armies_lost"] for x in "ACI"] == [2, 2, 0]
    assert not any(c["rebellion"] for c in t.view["countries"].values())


def test_no_rebellion_no_choice() -> None:
    """SIM-12: who has no country has no rebellion and is not asked."""
    t = Table("SIM-12", ("A", "C", ""), prestige=[5, 6, 7]).choose("bb-")
    assert t.all("prestige") == [7, 8, 7] and t.notes().count("no rebellion") == 1


def test_negotiate() -> None:
    """SIM-12: two counters in each country with a rebellion, 2 prestige once."""
    stock = {"A": {"tea": 2, "oil": 1}, "E": {"ore": 1}, "C": {"tea": 5}}
    t = Table("SIM-12", ("AE", "C", "I"), stock=stock, has={"E": "city"}, prestige=[10, 20, 30])
    t.choose("bbb")
    assert t.asked(0).kind == "lose" and t.asked(0).options == (("A", "tea"), ("A", "oil"))
    t.say(0, ("A", "oil"))
    assert t.all("prestige")[1:] == [22, 32]
    t.say(0, ("A", "tea")) if t.s.questions else None
    assert t.all("prestige") == [12, 22, 32] and t.all("counters") == [1, 3, 0]
    assert not any(c["rebellion"] for c in t.view["countries"].values())


def test_governments() -> None:
    """SIM-13: 2, 3 or 4 coins a counter, and +1, -1 or -2 prestige a country."""
    stock = {"A": {"tea": 2}, "E": {"oil": 1}, "C": {"tea": 3}, "H": {"ore": 1}, "I": {"tea": 5}}
    t = Table("SIM-13", ("AE", "CH", "IN"), stock=stock).choose("abc")
    assert t.all("money") == [5 + 2 * 3, 5 + 3 * 4, 5 + 4 * 5]
    assert t.all("prestige") == [12, 8, 6]
    assert [t.country(x)["government"] for x in "AHI"] == ["democracy", "monarchy", "dictatorship"]
    assert t.s.over and t.records("end")[0]["winners"] == [2]


def test_lost_countries_count_for_nobody() -> None:
    """SIM-14: a country lost to rebels pays nobody at the end; who has none left is not asked."""
    t = Table("SIM-13", ("A", "C", ""), stock={"A": {"tea": 1}, "I": {"tea": 5}}).choose("aa-")
    assert t.all("money") == [7, 5, 5] and t.notes() == ["no country"]


def test_no_land_and_six_countries() -> None:
    """SIM-14: no free neighbour or no seventh token, no land; what comes with it is placed elsewhere."""
    t = Table("SIM-3", ("A", "BEF", "I")).choose("aab")
    assert "no free neighbour" in t.notes() and t.power(0)["countries"] == ["A"]
    t = Table("SIM-5", ("ABEFJK", "C", "I")).choose("abb")
    assert "no token" in t.notes()
    while t.s.questions:
        t.say(t.s.questions[0].seat, t.s.questions[0].options[0])
    assert len(t.power(0)["countries"]) == 6
    assert t.all("armies")[0] == 1 and t.all("counters")[0] == 1 and t.all("prestige")[0] == 9
    t = Table("SIM-10", ("ABEFJK", "G", "I"), armies={"K": 5, "B": 5}).choose("abb")
    assert t.notes() == ["no attack"] and not t.records("fight")


def test_nothing_to_lose() -> None:
    """SIM-14: no army and no counter to lose, nothing."""
    t = Table("SIM-7", THREE, dice=[1]).choose("acc")
    assert (
        t.all("armies") == [0, 0, 0] and t.all("counters") == [0, 0, 0] and t.all("prestige") == [9, 10, 10]
    )
    assert t.notes() == ["no army", "no counter", "no counter"]


def test_prestige_never_below_nothing() -> None:
    """SIM-14: prestige stops at 0, and the journal shows what it really fell by."""
    t = Table("SIM-13", ("AEF", "C", "I"), prestige=[4, 10, 10]).choose("ccc")
    assert t.all("prestige") == [0, 8, 8]
    assert [r["by"] for r in t.records("prestige")] == [-4, -2, -2]


def test_countries_by_set_2() -> None:
    """SIM-14: 15 countries for three and four, 18 for five and six; the closed ones are sea."""
    for players, count in ((3, 15), (4, 15), (5, 18), (6, 18)):
        countries = new(players).view()["countries"]
        assert len(countries) == count
        assert ("D" in countries) == (players > 4)


def test_any_number_of_armies() -> None:
    """SIM-14: a country holds any number of armies."""
    t = Table("SIM-4", THREE, money=60, phase=3).say(0, 60).say(1, 0).say(2, 0).say(1, 0).say(2, 0)
    assert t.country("A")["armies"] == 60


def test_shared_win() -> None:
    """SIM-14: equal money is a shared win, most money wins whatever the prestige."""
    t = Table("SIM-13", THREE, prestige=[20, 10, 0]).choose("abc")
    assert t.records("end")[0]["winners"] == [0, 1, 2]


def test_an_empty_bag() -> None:
    """SIM-14: an empty bag gives nothing, and the journal says so."""
    t = Table("SIM-9", THREE)
    t.s.bag = [0] * 12
    t.s.bag[4] = 1
    t.choose("bbb")
    assert Counter(t.all("counters")) == {1: 1, 0: 2} and t.notes() == ["bag empty"] * 3
