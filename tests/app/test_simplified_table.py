"""The simplified, teacher-led game at the table (SIM): what is read, kept covered, shown and booked when."""

from __future__ import annotations

import json
import random
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("panel")

import colony_nb as colony
import colony_nb.app
from app.notebook import Notebook
from app.team import Team, open_all, pages, words
from colony_nb.app import Table, View
from colony_nb.app.panes.sim_reading import accounts_rows, consequences_html, reading_html
from colony_nb.app.panes.sim_steps import BOOKED, DISCUSS, NOTE, READ, SHOWN, SILENCE
from colony_nb.app.texts import esc
from colony_nb.commentary.catalogue import Catalogue
from colony_nb.games.simplified.rules import load_rules
from colony_nb.paths import DATA

BOOK = Catalogue()
STEPS = load_rules().steps
TEAMS = ["Ana", "Ben", "Chidi"]
SECRET = [n for n, step in enumerate(STEPS, 1) if step.options]


def new(players: Any = None, seed: int = 1, **more: Any) -> colony.Game:
    return colony.new_game(players or TEAMS, seed, game="simplified", **more)


def seated(players: Any = None, seed: int = 1, **more: Any) -> tuple[View, Team]:
    view = View(Table(new(players, seed, **more)))
    return view, Team(view, seed)


def at_step(step: int, kind: str, seed: int = 1, **more: Any) -> tuple[View, Team]:
    """A table just before the screen of this kind of a step."""
    game, chance = new(seed=seed, **more), random.Random(seed)
    while game.view()["round"] < (min(step, 12) if kind == BOOKED else step) or (
        kind in (READ, NOTE) and not game.pending[0].sealed
    ):
        decision = chance.choice(game.pending)
        game.choose(decision, chance.choice(decision.options))
    view = View(Table(game))
    team = Team(view, seed)
    while True:
        team.pass_screens(kind, step)
        screen = view.table.moment().screen
        if screen is not None and (screen.kind, screen.step) == (kind, step):
            return view, team
        assert team.answer() is not None


def told(step: int) -> list[str]:
    """What nobody may read before all have chosen."""
    rule = STEPS[step - 1].rule
    return [*map(esc, BOOK.consequences(rule).values()), esc(BOOK.rule(rule)["text"]).split(" ", 6)[-1]]


# ---------------------------------------------------------------- whole games


@pytest.mark.parametrize(
    ("players", "seed", "present"),
    [
        (["Ana", "Ben", "Chidi"], 1, False),
        (["Ana", "Ben", colony.bot("steady"), colony.bot("random")], 2, True),
        (["Ana", *[colony.bot("random")] * 4], 3, False),
        (["A", "B", "C", "D", "E", colony.bot("steady")], 4, True),
    ],
)
def test_a_whole_game_is_played_through_the_controls(players: Any, seed: int, present: bool) -> None:
    view = View(Table(new(players, seed)), present=present)
    team = Team(view, seed)
    team.tabs = True
    team.play()
    assert [s.step for s in team.screens if s.kind == BOOKED] == list(range(1, 16))
    assert team.debriefs == [1, 2, 3, 4]
    assert "The last accounts" in view.over.object and view.over.visible
    open_all(view)
    assert not view.table.notice


def test_a_game_in_a_notebook_reaches_the_page() -> None:
    view, _ = seated()
    notebook = Notebook(view)
    team = Team(view, 1, notebook)
    while view.table.game.view()["phase"] == 1:
        team.answer()
        assert notebook.lost == 0


def test_computers_alone_are_watched_without_screens() -> None:
    view, _ = seated([colony.bot("random")] * 3)
    while not view.table.game.over:
        assert view.table.moment().screen is None
        view.table.play(20)
    assert view.table.moment().debrief == 4


# ---------------------------------------------------------------- secrets


@pytest.mark.parametrize("step", SECRET)
def test_no_page_tells_what_follows_before_all_have_chosen(step: int) -> None:
    view, team = at_step(step, NOTE if step == 9 else READ)
    seen = [words(view)]
    while view.table.moment().screen is not None:
        seen.append(words(view))
        team.press(view.sim.go)
    while not view.table.game.over and view.table.moment().screen is None:
        seen.append(words(view))
        if view.table.moment().cover:
            team.press(view.cover.go)
        rule = STEPS[step - 1].rule
        view.open_rule(rule)
        seen.append(words(view))
        view.open_history(f"rule:{rule}")
        seen.append(words(view))
        view._open("question")
        view.reading = False
        view.why()
        assert view.table.moment().screen.kind == READ  # the question again, not its rule
        team.press(view.sim.go)
        seen.append(pages(view))
        assert not view.question.hints.panel.visible and not view.question.odds.panel.visible
        team.answer()
    for secret in told(step):
        assert not any(secret in page for page in seen), secret
    shown = words(view)
    if step == 9:
        assert view.table.moment().screen.kind == SILENCE
    else:
        assert view.table.moment().screen.kind in (SHOWN, BOOKED)
        assert all(text in shown for text in told(step)[:-1])


@pytest.mark.parametrize(("step", "one", "other"), [(2, "a", "c"), (9, "a", "b"), (15, "a", "c")])
def test_a_sealed_choice_changes_nothing_that_others_see(step: int, one: str, other: str) -> None:
    seen = []
    for option in (one, other):
        view, team = at_step(step, NOTE if step == 9 else READ)
        team.say(option)
        assert view.table.moment().cover
        page = words(view)
        team.press(view.cover.go)
        seen.append(page + pages(view))
    assert seen[0] == seen[1]


def test_what_a_team_invests_is_sealed_whole() -> None:
    """SIM-4: both amounts at once, so that no later question tells who has a coin left."""
    seen = []
    for armies, farms in ((0, 0), (6, 0), (2, 4)):
        view, team = at_step(4, READ)
        team.sit_down()
        first = view.table.moment().decision
        invest = view.question.invest
        invest.armies.value = armies
        invest.tries.value = farms
        team.press(view.now.commit)
        assert view.table.game.pending and first not in view.table.game.pending
        page = words(view)
        team.press(view.cover.go)
        seen.append(page + pages(view))
        while view.table.moment().screen is None:
            assert view.table.moment().decision.context["what"] == "army"
            team.answer()
        record = next(r for r in view.table.game.journal if r["kind"] == "investments")
        assert list(record["chosen"][first.seat]) == [armies, farms]
    assert seen[0] == seen[1] == seen[2]


def test_more_than_there_is_cannot_be_sealed() -> None:
    view, team = at_step(4, READ)
    team.sit_down()
    before = view.table.game.n
    view.question.invest.armies.value = view.question.invest.tries.value = 5
    team.press(view.now.commit)
    assert view.table.game.n == before and view.table.notice
    assert "there are only" in view.question.invest.sum.object


# ---------------------------------------------------------------- the reading


def test_the_reading_tells_nothing_that_follows() -> None:
    view, team = seated()
    seen: dict[int, str] = {}
    while not view.table.game.over:
        m = view.table.moment()
        for big in (False, True):
            html = reading_html(view.table, m, big)
            for secret in told(step) if (step := m.view["round"]) in SECRET else ():
                assert secret not in html
        if m.screen is not None and m.screen.kind == READ:
            seen[m.screen.step] = html
            texts = BOOK.step(m.screen.rule, m.screen.phase)
            assert all(esc(texts[k]) in html for k in ("title", "read", "a", "b"))
            assert "prestige" not in html.lower()
        if m.screen is not None:
            team.press(view.sim.go)
        elif m.debrief:
            team.press(view.debriefing.skip)
        else:
            team.answer()
    assert set(seen) <= {*SECRET, 4, 8, 12} and len(seen) > 8


def test_other_games_have_no_reading() -> None:
    table = Table(colony.new_game(3, 1))
    m = table.moment()
    assert reading_html(table, m) == consequences_html(table, m) == "" and m.screen is None
    assert m.shut_rules == frozenset()


def test_names_are_escaped() -> None:
    view, team = seated(["<b>Ana</b>", "Ben", "Cy"])
    for _ in range(12):
        if view.table.moment().screen is not None:
            assert "<b>Ana</b>" not in view.sim.text.object
            team.press(view.sim.go)
        else:
            assert "<b>Ana" not in view.powers.simple.object
            team.answer()
        m = view.table.moment()
        assert "<b>Ana</b>" not in reading_html(view.table, m) + consequences_html(view.table, m)
    assert "&lt;b&gt;Ana" in consequences_html(view.table, m)


# ---------------------------------------------------------------- shown and booked


@pytest.mark.parametrize("step", [1, 4, 5, 11, 13, 14, 15])
def test_the_accounts_are_the_journals(step: int) -> None:
    view, _ = at_step(step, BOOKED, seed=2)
    m, game = view.table.moment(), view.table.game
    rows = accounts_rows(m, step)
    standing = {r["round"]: r["rows"] for r in game.journal if r["kind"] == "standing"}
    for seat, (now, change) in enumerate(rows):
        assert now["money"] == standing[step][seat]["money"]
        records = [r for r in game.journal if r["round"] == step and r["seat"] == seat]
        money = sum(r["total"] for r in records if r["kind"] == "income")
        money += sum(r["amount"] for r in records if r["kind"] == "money")
        money -= sum(r["amount"] for r in records if r["kind"] == "pay")
        assert change["money"] == money
        assert change["prestige"] == sum(r["by"] for r in records if r["kind"] == "prestige")
    html = view.sim.text.object
    assert html.count("<tr>") == 1 + len(rows)
    assert esc(BOOK.step(STEPS[step - 1].rule)["title"]) in html
    for name in TEAMS:
        assert name in html


def test_consequences_come_with_the_reveal_and_stay() -> None:
    view, team = at_step(2, READ)
    table = view.table
    for _ in TEAMS:
        assert "Make war" not in consequences_html(table, table.moment())
        team.answer()
    assert table.moment().screen.kind in (SHOWN, BOOKED)
    html = consequences_html(table, table.moment())
    assert all(esc(text) in html for text in BOOK.consequences("SIM-2").values())
    while table.moment().screen is None or table.moment().screen.kind != READ:
        team.pass_screens(READ, 3)
        if table.moment().screen is None:
            team.answer()
    assert consequences_html(table, table.moment()).count("<tr>") == 4
    assert "SIM-2" not in table.moment().shut_rules and "SIM-3" in table.moment().shut_rules


def test_rules_open_with_their_steps() -> None:
    view, _ = at_step(7, READ)
    view.tabs.value = "rules"
    offered = set(view.rules.select.options.values())
    assert {"SIM-1", "SIM-2", "SIM-3", "SIM-4", "SIM-5", "SIM-6"} <= offered
    assert not {"SIM-7", "SIM-8", "SIM-13", "SIM-14"} & offered


def test_undo_brings_the_reveal_back() -> None:
    view, team = at_step(2, READ)
    for _ in TEAMS:
        team.answer()
    table = view.table
    assert table.moment().screen.kind in (SHOWN, BOOKED) and table.moment().screen.step == 2
    team.press(view.sim.go)
    table.undo()
    m = table.moment()
    assert m.screen is None and m.cover and m.decision.context["step"] == "SIM-2"
    assert all(text not in pages(view) for text in told(2))
    table.redo()
    assert table.moment().screen.kind in (SHOWN, BOOKED) and table.moment().screen.step == 2


def test_a_game_is_taken_up_at_its_question() -> None:
    view, _ = at_step(6, READ)
    code = view.table.game.code()
    other = View(Table(on_disk=False))
    assert other.table.open_code(code)
    assert (other.table.moment().screen.kind, other.table.moment().screen.step) == (READ, 6)
    Team(other, 5).play()
    assert other.table.open_text(json.dumps(other.table.game.document()))
    assert other.table.moment().screen is None and other.table.moment().over


def test_two_displays_show_the_same_screen() -> None:
    view, team = at_step(3, READ)
    other = View(view.table)
    assert other.sim.text.object == view.sim.text.object and other.sim_box.visible
    team.pass_screens()
    assert not other.sim_box.visible


# ---------------------------------------------------------------- enslaved labour (SIM-8)


def test_the_note_comes_first_and_offers_two_ways() -> None:
    view, team = at_step(9, NOTE)
    page = view.sim.text.object
    assert esc(BOOK.step("SIM-8")["content_note"]) in page and view.sim.discuss.visible
    assert esc(BOOK.step("SIM-8")["read"]) not in page and "Buy enslaved" not in page
    team.press(view.sim.go)
    assert view.table.moment().screen.kind == READ and not view.sim.discuss.visible


def test_silence_comes_before_anything_is_counted() -> None:
    view, team = at_step(9, SILENCE)
    page = view.sim.text.object + view.table.telling
    assert esc(BOOK.step("SIM-8")["after"]) in page
    assert "<table" not in page and "prestige" not in page.lower() and "<svg" not in page
    assert not any(text in page for text in told(9))
    table = view.table
    assert not any(text in consequences_html(table, table.moment()) for text in told(9))
    team.press(view.sim.go)
    assert view.table.moment().screen.kind in (SHOWN, BOOKED)
    team.pass_screens(BOOKED, 9)
    if view.table.moment().screen is None:
        while view.table.moment().screen is None:
            team.answer()
    assert '<ul class="lines">' not in view.sim.text.object  # accounts, and no commentary


def test_read_and_discuss_is_open_until_the_step() -> None:
    view, team = at_step(9, NOTE)
    table, old = view.table, view.table.game
    before = [(p["money"], p["prestige"]) for p in old.view()["powers"]]
    team.press(view.sim.discuss)
    assert not table.notice and table.game is not old and table.plays(old)
    assert table.moment().screen.kind == DISCUSS
    page = view.sim.text.object
    assert esc(BOOK.step("SIM-8")["discuss"]) in page and "Buy enslaved" not in page
    assert not any(text in page for text in told(9))
    assert [(p["money"], p["prestige"]) for p in table.game.view()["powers"]] == before
    assert not any(r["kind"] == "choices" and r["rule"] == "SIM-8" for r in table.game.journal)
    assert table.game.answers == old.answers[: table.game.n]
    again = colony.from_code(table.game.code())
    assert again.view() == table.game.view()
    team.play()
    assert [s.step for s in team.screens if s.kind == BOOKED][-1] == 15


def test_read_and_discuss_may_be_set_from_the_start() -> None:
    _, team = seated(variants={"read_and_discuss": True})
    team.play()
    assert [s.kind for s in team.screens if s.step == 9] == [DISCUSS]


# ---------------------------------------------------------------- around the table


def test_every_sentence_of_the_screens_is_used() -> None:
    own = tomllib.loads((DATA / "text" / "en" / "app_simplified.toml").read_text(encoding="utf-8"))["sim"]
    folder = Path(colony_nb.app.__file__).parent
    code = "\n".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
    by_key = {
        "go",
        "try",
        "tries",
        "power",
        "money",
        "countries",
        "counters",
        "armies",
        "screen",
        "end",
        "step",
    }
    left = {key for key in own if f"sim.{key}" not in code and key.split("_")[0] not in by_key}
    assert {
        key for key in left if f'"{key}"' not in code and not key.endswith(("_column", "_to_pay"))
    } == set()


def test_the_start_screen_offers_the_simplified_game() -> None:
    view = View(Table(on_disk=False))
    start = view.start
    start.game.value = "simplified"
    assert start.discuss.visible and not start.variants.visible and not start.guided.visible
    assert all(line.who.value == "person" for line in start.seats)
    start.players.value = 3
    start.discuss.value = True
    start.seed.value = "7"
    start.play.clicks += 1
    game = view.table.game
    assert game.setup.game == "simplified" and game.setup.variants == ("read_and_discuss",)
    assert game.setup.seed == 7 and game.players == 3 and view.sim_box.visible
    start.game.value = "colony"
    assert start.variants.visible and not start.discuss.visible


def test_the_powers_show_what_this_game_counts() -> None:
    view, team = at_step(5, READ)
    team.sit_down()
    page = view.powers.simple.object
    assert (
        "Prestige" in page and "Influence" not in page and "hip" not in page.lower().replace("ships", "hip")
    )
    assert not any(box.visible for box in view.powers.boxes)
    head = view.header.text.object
    assert "1600–1700" in head and re.search(r"Step <b>5</b> of 15", head) and head.count('class="ph ') == 4


def test_the_full_game_is_as_it_was() -> None:
    view = View(Table(colony.new_game(3, 1)))
    assert all(box.visible for box in view.powers.boxes) and view.sim is None and not view.sim_box.visible
    assert view.question.invest is None and view.powers.simple is None


def test_a_look_back_has_no_screen_and_no_secret() -> None:
    view, team = at_step(3, READ)
    team.pass_screens()
    team.answer()
    table = view.table
    table.times.look(table.game.n - 2)
    assert table.moment().screen is None and not view.sim_box.visible
    assert all(text not in pages(view) for text in told(3))
    table.times.now()
    assert table.moment().cover
