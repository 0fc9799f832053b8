"""Odds on request, throws step by step, reasons, curves, downloads, rules one click away."""

from __future__ import annotations

import csv
import io
import json
import random
import tomllib
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("panel")

import colony_nb as colony
import colony_nb.app
from app.notebook import Notebook
from colony_nb.app import Table, View
from colony_nb.app.panes.lines import rule_button, with_rules
from colony_nb.app.panes.now import now_texts
from colony_nb.app.panes.unfold import unfolding_html
from colony_nb.app.texts import Texts
from colony_nb.commentary.odds import fights_follow, option_odds, table_odds
from colony_nb.paths import DATA
from colony_nb.plots.curves import FIGURES
from colony_nb.plots.steps import frames

BEFORE = ("attack", "draft", "use_kept", "event", "order")


def at_question(kind: str, seeds: range = range(1, 40), fight: bool = True) -> View:
    """A table of four persons at the first question of a kind from which a fight follows."""
    for seed in seeds:
        game = colony.new_game(["Ana", "Ben", "Cai", "Dee"], seed=seed)
        chance = random.Random(seed)
        while not game.over:
            decision = game.pending[0]
            if decision.kind == kind and (not fight or fights_follow(game, decision)):
                return View(Table(game))
            game.choose(decision, chance.choice(decision.options))
    raise AssertionError(kind)


def after_throw(kind: str) -> View:
    """A table at which the last choice of a person led to a throw of this kind."""
    for seed in range(1, 40):
        game = colony.new_game(["Ana", *[colony.bot("random")] * 3], seed=seed)
        table, chance = Table(game), random.Random(seed)
        while not game.over:
            m = table.moment()
            assert m.decision is not None
            table.choose(chance.choice(m.decision.options))
            m = table.moment()
            if any(r["kind"] == kind and r.get("seat") == 0 for r in m.since) and not m.over:
                return View(table)
    raise AssertionError(kind)


# ---- odds


def test_the_odds_of_an_attack_stand_hidden_until_asked_for() -> None:
    view = at_question("attack")
    odds, m = view.question.odds, view.table.moment()
    assert odds.panel.visible and not odds.open and odds.text.object == ""
    odds.button.clicks += 1
    assert odds.open and "Choose an attack" in odds.text.object
    place = next(i for i, o in enumerate(m.asking.options) if o.value[0] == "attack")  # type: ignore[union-attr]
    view.question.list.value = place
    option = m.asking.options[place].value  # type: ignore[union-attr]
    for line in option_odds(m.game, m.decision, option, m.names):
        assert line.replace("'", "&#x27;") in odds.text.object
    odds.button.clicks += 1
    assert odds.text.object == "" and not odds.text.visible


def test_another_number_of_armies_is_compared() -> None:
    for seed in range(1, 60):
        view = at_question("attack", range(seed, 80))
        m = view.table.moment()
        attacks = [o for o in m.asking.options if o.value[0] == "attack"]  # type: ignore[union-attr]
        two = next((o for o in attacks if o.value[3] == 2), None)
        if two is not None:
            break
    else:
        raise AssertionError("no attack with two armies")
    view.question.odds.button.clicks += 1
    view.question.list.value = m.asking.options.index(two)  # type: ignore[union-attr]
    assert "By the number of armies" in view.question.odds.text.object
    assert "1 army, " in view.question.odds.text.object and "2 armies, " in view.question.odds.text.object


@pytest.mark.parametrize("kind", ["draft", "event"])
def test_questions_before_a_fight_have_odds(kind: str) -> None:
    view = at_question(kind)
    m = view.table.moment()
    view.question.odds.button.clicks += 1
    lines = [x for o in m.decision.options for x in option_odds(m.game, m.decision, o, m.names)]  # type: ignore[union-attr]
    assert lines
    for line in lines:
        assert line in view.question.odds.text.object


def test_most_questions_have_no_odds() -> None:
    view = View(Table(colony.new_game(3, seed=2)))
    assert view.table.moment().decision is not None
    assert not view.question.odds.panel.visible


def test_where_people_resist_the_country_has_odds() -> None:
    view = at_question("order")
    assert not view.question.odds.panel.visible  # they stand with the country
    m = view.table.moment()
    letter = m.decision.options[0]  # type: ignore[union-attr]
    calm = next(k for k, c in m.view["countries"].items() if not c["rebellion"])
    view.pick(calm)
    assert not view.country.odds.panel.visible
    view.pick(letter)
    assert view.country.odds.panel.visible and view.country.odds.text.object == ""
    view.country.odds.button.clicks += 1
    dice = table_odds(m.game, letter)
    assert f"{dice['colonial_dice']} for " in view.country.odds.text.object
    view.table.reader["odds"] = False
    view.table.refresh()
    assert not view.country.odds.panel.visible


def test_the_switch_hides_the_odds_altogether() -> None:
    view = at_question("attack")
    view.tabs.value = "game"
    view.keep.take.odds.value = False
    view.tabs.value = "question"
    assert not view.question.odds.panel.visible
    view.keep.take.odds.value = True
    view.table.refresh()
    assert view.question.odds.panel.visible


def test_the_odds_hide_again_at_another_country() -> None:
    view = at_question("order")
    m = view.table.moment()
    letter = m.decision.options[0]  # type: ignore[union-attr]
    view.pick(letter)
    view.country.odds.button.clicks += 1
    assert view.country.odds.open
    view.pick(next(k for k, c in m.view["countries"].items() if not c["rebellion"]))
    view.pick(letter)
    assert not view.country.odds.open


# ---- step by step


@pytest.mark.parametrize("kind", ["attack", "rebellion", "search", "church"])
def test_a_throw_unfolds_in_steps_the_reader_starts(kind: str) -> None:
    view = after_throw(kind)
    view.tabs.value = "happened"
    unfold, seen = view.happened.unfold, []
    while not unfold.done:
        assert unfold.next.visible and unfold.all.visible and not unfold.again.visible
        before = (unfold.at, unfold.step)
        seen.append(view.happened.text.object)
        view.happened.unfold.next.clicks += 1
        assert (unfold.at, unfold.step) > before
    assert len(seen) >= 1 and len(set(seen)) == len(seen)
    assert 'later"><svg' in seen[0] and 'later"><svg' not in view.happened.text.object
    assert '<ul class="later">' in seen[0] and '<ul class="later">' not in view.happened.text.object
    assert not unfold.next.visible and unfold.again.visible


def test_the_lines_do_not_give_the_end_away() -> None:
    view = after_throw("rebellion")
    m = view.table.moment()
    view.tabs.value = "happened"
    text = view.happened.text.object
    told, _, later = text.partition('<ul class="later">')
    assert later
    record = view.happened.unfold.open
    assert record is not None
    line = view.table.texts.book.sentence(record, m.names)
    assert line.replace("'", "&#x27;") not in told.split("</ol>")[-1]


def test_all_at_once_is_remembered() -> None:
    view = after_throw("search")
    view.tabs.value = "happened"
    view.happened.unfold.all.clicks += 1
    assert view.happened.unfold.done and 'later"' not in view.happened.text.object
    assert view.table.reader["at_once"]
    other = View(view.table)
    other.tabs.value = "happened"
    assert other.happened.unfold.done
    view.happened.unfold.again.clicks += 1
    assert not view.table.reader["at_once"] and view.happened.unfold.step == 0
    assert not view.happened.unfold.done


def test_a_throw_already_told_stays_told() -> None:
    view = after_throw("search")
    view.tabs.value = "happened"
    while not view.happened.unfold.done:
        view.happened.unfold.next.clicks += 1
    view.tabs.value = "journal"
    view.tabs.value = "happened"
    assert view.happened.unfold.done


def test_what_is_still_to_come_is_in_the_page() -> None:
    view = after_throw("attack")
    m = view.table.moment()
    record = next(r for r in m.since if r["kind"] == "attack")
    first = unfolding_html(record, m, view.table.texts, "light", 0)
    last = len(frames(record, m.names)) - 1
    assert first.count("<li") == first.count('<li class="later">') == last + 1
    end = unfolding_html(record, m, view.table.texts, "light", last)
    assert end.count('<li class="later">') == 1 and end.count("<svg") == 1
    assert first.count("<svg") == 2 and "until" in first
    css = DATA.joinpath("look", "app.css").read_text(encoding="utf-8")
    assert "prefers-reduced-motion: reduce" in css and ".until { display: none; }" in css


# ---- why not


def test_a_country_that_cannot_be_chosen_says_why_and_links_the_rule() -> None:
    view = View(Table(colony.new_game(3, seed=2)))
    m = view.table.moment()
    inland = next(k for k, c in m.view["countries"].items() if not c["coast"])
    view.pick(inland)
    view.tabs.value = "question"
    assert "has no coast" in view.country.facts.object
    assert 'data-rule="SET-5"' in view.country.facts.object
    view.pick(m.decision.options[0])  # type: ignore[union-attr]
    assert "whynot" not in view.country.facts.object


def test_a_card_that_is_too_dear_says_so() -> None:
    view = at_question("cards", fight=False)
    if view.table.moment().cover:
        view.cover.go.clicks += 1
    m = view.table.moment()
    power = m.power(m.decision.seat)  # type: ignore[union-attr]
    assert power["money"] + power["income"] < 15  # a port
    port = view.question.hand.toggles[2]
    assert "too dear" in port.label and not port.disabled
    city = view.question.hand.toggles[8]
    assert city.disabled and "from phase 4" in city.label
    port.value = True
    assert "would lapse without payment" in view.question.hand.hint.object


# ---- curves


def test_curves_are_built_when_first_opened_and_not_again() -> None:
    game = colony.new_game([colony.bot("random")] * 4, seed=3)
    view = View(Table(game))
    notebook = Notebook(view)
    view.table.play(60)
    assert view.curves.curves is None
    before = len(list(notebook.root.references()))
    notebook._handle(lambda: setattr(view.tabs, "value", "curves"))
    assert notebook.lost == 0 and view.curves.curves is not None
    assert len(list(notebook.root.references())) > before

    def models() -> int:
        return sum(len(list(f.references())) for f in view.curves.curves.figures.values())  # type: ignore[union-attr]

    opened = models()
    while not game.over:
        notebook._handle(lambda: view.table.play(200))
    assert models() <= opened + 4
    view.tabs.value = "curves"
    lines = view.curves.curves.curves["money"].lines.data["ys"]
    rows = [r for r in game.journal if r["kind"] == "standing"]
    assert [ys[-1] for ys in lines[:4]] == [row["money"] for row in rows[-1]["rows"]]


def test_each_curve_has_its_table_behind_a_button() -> None:
    game = colony.new_game([colony.bot("random")] * 4, seed=3)
    game.play(200)
    view = View(Table(game))
    view.tabs.value = "curves"
    names = view.table.names
    for what in FIGURES:
        assert not view.curves.tables[what].visible
        view.curves.buttons[what].clicks += 1
        html = view.curves.tables[what].object
        assert view.curves.tables[what].visible and html.count("<tr>") > 2
        assert all(name in html for name in names)
        assert all(name in view.curves.told[what].object for name in names)
    view.curves.buttons["money"].clicks += 1
    assert not view.curves.tables["money"].visible and view.curves.tables["income"].visible


def test_curves_follow_the_theme() -> None:
    game = colony.new_game([colony.bot("random")] * 3, seed=3)
    view = View(Table(game), "light")
    view.tabs.value = "curves"
    light = view.curves.curves.figures["money"].background_fill_color  # type: ignore[union-attr]
    view.turn_theme()
    assert view.curves.curves.figures["money"].background_fill_color != light  # type: ignore[union-attr]


# ---- downloads


@pytest.fixture(scope="module")
def played() -> View:
    game = colony.new_game(["Zora Neale", *[colony.bot("random")] * 3], seed=3)
    chance = random.Random(1)
    while not game.over and game.n < 150:
        game.play()
        if not game.over:
            game.choose(game.pending[0], chance.choice(game.pending[0].options))
    return View(Table(game))


@pytest.mark.parametrize("what", ["report", "board", "frame", "decisions", "journal"])
def test_downloads_with_and_without_names(played: View, what: str) -> None:
    take = played.keep.take
    take.nameless.value = False
    assert "Zora Neale" in take.content(what)
    take.nameless.value = True
    text = take.content(what)
    assert "Zora" not in text and len(text) > 400
    if what == "journal":
        assert json.loads(text)["journal"]
    elif what in ("frame", "decisions"):
        assert len(list(csv.DictReader(io.StringIO(text)))) > 4
    else:
        assert text.lstrip().startswith("<")
    played.tabs.value = "game"
    assert take.buttons[what].filename.startswith("colony-3-")
    data = take.buttons[what].callback()
    assert data.read().decode("utf-8") == text


# ---- rules


def test_every_line_leads_to_its_rule() -> None:
    game = colony.new_game([colony.bot("random")] * 3, seed=3)
    game.play(40)
    view = View(Table(game))
    view.tabs.value = "journal"
    assert view.journal.text.object.count("data-rule=") > 20
    assert "data-rule=" in view.board.strip.object
    view.page._handle_msg({"rule": "MON-1"})
    assert view.tabs.value == "rules" and view.rules.select.value == "MON-1"
    view.page._handle_msg({"rule": "<script>"})
    view.page._handle_msg({"rule": 7})
    assert view.rules.select.value == "MON-1"


def test_only_rules_become_buttons() -> None:
    texts = Texts()
    assert with_rules("see BAT-4, ABC-9", texts) == f"see {rule_button('BAT-4')}, ABC-9"
    assert rule_button("") == ""


# ---- words


def test_one_coin_comes_in() -> None:
    view = at_question("cards", fight=False)
    if view.table.moment().cover:
        view.cover.go.clicks += 1
    m = view.table.moment()
    for income, words in ((1, "1 coin comes in"), (2, "2 coins come in"), (0, "0 coins come in")):
        power: dict[str, Any] = {**m.power(m.seat), "income": income}  # type: ignore[arg-type]
        powers = [power if p["seat"] == m.seat else p for p in m.view["powers"]]
        m.view = {**m.view, "powers": powers}
        assert words in now_texts(m, view.table.texts, False)[2]


def test_every_sentence_of_these_panes_is_used() -> None:
    table = tomllib.loads((DATA / "text" / "en" / "study.toml").read_text(encoding="utf-8"))
    folder = Path(colony_nb.app.__file__).parent / "panes"
    code = "\n".join(p.read_text(encoding="utf-8") for p in folder.glob("*.py"))
    keys = {f"{part}.{key}" for part, entries in table.items() for key in entries}
    by_key = {f"take.{what}" for what in ("report", "board", "frame", "decisions", "journal")}
    assert {k for k in keys - by_key if f'"{k}"' not in code.replace("'", '"')} == set()
