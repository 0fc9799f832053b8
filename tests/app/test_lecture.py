"""Lecture mode in Python: the stage, the projector that shows nothing secret, the desk."""

from __future__ import annotations

import html
import json
import random
import re
import time
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("panel")

import colony_nb as colony
from app.notebook import Notebook
from colony_nb.app import Table, table_of
from colony_nb.app.lecture import served as pages
from colony_nb.app.lecture.cells import lecture, projector
from colony_nb.app.lecture.count import decided
from colony_nb.app.lecture.desk import COUNT, DICE, DISCUSS, JUMP, TIMER, Desk
from colony_nb.app.lecture.jump import name_of
from colony_nb.app.lecture.projector import Projector
from colony_nb.app.lecture.public import standing
from colony_nb.app.lecture.stage import LONGEST, Stage
from colony_nb.app.moment import is_private, put
from colony_nb.prepared import about, positions

PERSONS = ["Ana", "Ben", "Cem", "Dora"]


def text(source: str) -> str:
    """What is read in a piece of HTML, attributes for screen readers included."""
    labels = " ".join(re.findall(r'aria-label="([^"]*)"', source))
    return html.unescape(re.sub(r"<[^>]+>", " ", source) + " " + labels)


def shown(view: Projector) -> str:
    parts = (view.head, view.map, view.side, view.sheet, view.now, view.curtain)
    visible = [part for part in parts if part.visible and (part is view.curtain or view.box.visible)]
    if view.sheet.visible:
        visible = [part for part in visible if part not in (view.map, view.side)]
    return " ".join(text(part.object) for part in visible)


class Room:
    """A table with a projector that is rendered into a document of its own."""

    def __init__(self, game: colony.Game) -> None:
        self.table = Table(game, on_disk=False)
        self.table.stage = Stage()
        self.view = Projector(self.table)
        self.page = Notebook(self.view)  # type: ignore[arg-type]

    @property
    def stage(self) -> Stage:
        assert self.table.stage is not None
        return self.table.stage

    def models(self) -> str:
        """All that the page holds."""
        return json.dumps(self.page.doc.to_json(), sort_keys=True, default=str)

    def answer(self, seat: int, option: Any) -> None:
        game = self.table.game
        assert game is not None
        decision = next(d for d in game.pending if d.seat == seat)
        self.table.answer(seat, decision, option)


def room(**more: Any) -> Room:
    return Room(colony.new_game(list(PERSONS), seed=3, **more))


# ---------------------------------------------------------------- nothing secret


@pytest.mark.parametrize("which", ["colony", "simplified"])
def test_the_projector_never_tells_a_sealed_answer(which: str) -> None:
    """A whole game of four persons: whatever a seat answers in secret, the models are the same."""
    made = room(game=which)
    chance, table, game = random.Random(5), made.table, made.table.game
    assert game is not None
    compared, kinds, revealed = 0, set(), 0
    while not game.over:
        while table.moment().screen is not None:
            table.go_on()
        decision = chance.choice(game.pending)
        options = list(decision.options)
        chosen = chance.choice(options)
        if is_private(decision):
            kinds.add(decision.kind)
            if decision.kind in ("cards", "join"):
                made.stage.show_results(False)  # those of the round before
                table.refresh()
                labels = [o.label for o in put(decision, table.texts, table.names).options]
                told = shown(made.view)
                assert not [label for label in labels if re.search(rf"\b{re.escape(label)}\b", told)]
            if len(options) > 1:
                other = chance.choice([o for o in options if o != chosen])
                made.answer(decision.seat, other)
                one = made.models()
                game.undo()
                table.gone_back()
                table.refresh()
                made.answer(decision.seat, chosen)
                assert made.models() == one or not decision.sealed, (decision.kind, other, chosen)
                compared += 1
            else:
                made.answer(decision.seat, chosen)
        else:
            made.answer(decision.seat, chosen)
        if made.stage.hidden and chance.random() < 0.7:
            before = standing(table)
            assert before < game.n and table.texts.say("projector.hidden") in shown(made.view)
            made.stage.reveal()
            table.refresh()
            revealed += 1
            assert standing(table) > before
    assert compared > 20 and revealed > 5
    assert kinds >= ({"cards", "join", "bid_money"} if which == "colony" else {"choice", "invest"})


def test_a_private_question_shows_neither_its_card_nor_its_options() -> None:
    made = Room(colony.new_game(list(PERSONS), seed=3, variants={"pass_event_cards": True}))
    chance, game = random.Random(1), made.table.game
    assert game is not None
    seen = 0
    while seen < 5:
        decision = game.pending[0]
        if decision.kind == "pass_card":
            seen += 1
            card = game.view(decision.seat)["top_card"]
            words = made.table.texts.book.card(card)
            made.stage.reveal()
            made.table.refresh()
            told = shown(made.view)
            assert words["title"] not in told and decision.prompt not in told
            if not made.stage.hidden:
                assert made.table.names[decision.seat] in told
        made.answer(decision.seat, chance.choice(decision.options))


def test_it_shows_the_public_question_of_an_open_decision() -> None:
    made = Room(colony.position("p3-colonial-war"))
    assert "Netherlands, you have 2 operations left." in shown(made.view)
    assert (
        made.view.map.object.count('stroke="#14181B" stroke-width="6"') == 1
    )  # countries that can be chosen


# ---------------------------------------------------------------- the stage


def seal_all(made: Room, option: Any = ()) -> None:
    game = made.table.game
    assert game is not None
    for decision in game.pending:
        made.answer(decision.seat, option if option in decision.options else decision.options[0])


def begun() -> Room:
    made = room()
    game = made.table.game
    assert game is not None
    while game.pending[0].kind != "cards":
        made.answer(game.pending[0].seat, game.pending[0].options[0])
    return made


def test_ticks_tell_who_has_answered_and_nothing_else_changes() -> None:
    made = begun()
    say = made.table.texts.say
    assert made.stage.waiting == dict.fromkeys(range(4), False)
    before = made.view.map.object, made.view.side.object, made.view.head.object
    made.answer(2, ())
    assert made.stage.waiting == {0: False, 1: False, 2: True, 3: False}
    told = shown(made.view)
    assert say("projector.answered", power="Cem") in told and say("projector.waiting", power="Ana") in told
    assert (made.view.map.object, made.view.side.object, made.view.head.object) == before


def test_results_wait_for_the_lecturer_and_undo_takes_them_back() -> None:
    made = begun()
    game = made.table.game
    assert game is not None
    at, income = game.n, {p["seat"]: p["money"] for p in game.view()["powers"]}
    seal_all(made, (2,))
    assert made.stage.hidden and not made.stage.revealed and standing(made.table) == at
    assert {p["seat"]: p["money"] for p in game.view()["powers"]} != income
    assert made.table.texts.book.word("action.2.name") not in shown(made.view)
    made.stage.reveal()
    made.table.refresh()
    assert standing(made.table) == game.n and made.stage.results
    assert shown(made.view).count(made.table.texts.book.word("action.2.name")) == 4
    made.table.undo()
    assert not made.stage.hidden and list(made.stage.waiting.values()).count(False) == 1
    assert standing(made.table) == at


def test_at_once_hides_nothing() -> None:
    made = begun()
    made.stage.show_at_once(True)
    seal_all(made, (2,))
    assert not made.stage.hidden and made.stage.revealed and made.stage.results
    assert made.table.texts.book.word("action.2.name") in shown(made.view)


def test_a_what_if_game_and_the_way_back_reveal_nothing() -> None:
    made = begun()
    seal_all(made, (2,))
    game = made.table.game
    assert made.stage.hidden
    made.table.times.what_if()
    assert made.table.game is not game
    made.table.times.main_line()
    assert made.table.game is game and made.stage.hidden
    assert made.table.texts.book.word("action.2.name") not in shown(made.view)


def test_the_curtain_hides_everything() -> None:
    made = Room(colony.position("p3-colonial-war"))
    made.stage.draw_curtain(True)
    made.table.refresh()
    assert not made.view.box.visible and "Netherlands" not in shown(made.view)
    made.stage.draw_curtain(False)
    made.table.refresh()
    assert made.view.box.visible and "Netherlands" in shown(made.view)


def test_what_is_typed_is_escaped() -> None:
    made = Room(colony.new_game(["<b>Ana</b>", "Ben", "Cem"], seed=1))
    made.stage.ask("<script>alert(1)</script> and  \n why?")
    made.stage.code, made.stage.address = "<i>X</i>", '"><img src=x>'
    made.table.refresh()
    assert "<script" not in made.view.side.object and "&lt;script&gt;" in made.view.side.object
    assert "and why?" in made.view.side.object and "<i>X" not in made.view.head.object
    made.stage.show_door(True)
    made.table.refresh()
    assert "<img" not in made.view.curtain.object and "<i>X" not in made.view.curtain.object
    made.stage.show_door(False)
    made.stage.ask("")
    made.table.refresh()
    assert "<b>Ana" not in made.view.side.object and "&lt;b&gt;Ana" in made.view.side.object


def test_the_timer_runs_pauses_and_has_an_end() -> None:
    stage = Stage()
    stage.start_timer(120)
    assert 119 < (stage.left() or 0) <= 120
    stage.pause_timer()
    assert stage.ends_at is None and 119 < (stage.paused or 0) <= 120
    stage.pause_timer()
    assert stage.paused is None and stage.ends_at is not None
    stage.ends_at = time.time() - 5
    assert stage.left() == 0
    stage.stop_timer()
    assert stage.left() is None
    stage.start_timer(10**9)
    assert (stage.left() or 0) <= LONGEST


def test_dice_are_read_by_all() -> None:
    made = Room(colony.position("p3-battle-1"))
    game = made.table.game
    assert game is not None
    decision = game.pending[0]
    attack = next(o for o in decision.options if o != "stop" and o[0] == "attack" and o[3] == 3)
    made.answer(decision.seat, attack)
    assert made.stage.results and made.view.side.object.count("<svg") >= 3
    assert "sp" in made.view.side.object and made.table.texts.say("projector.dice") in shown(made.view)


def test_the_odds_come_on_request_only() -> None:
    made = Room(colony.position("p3-battle-1"))
    assert "in 100" not in shown(made.view)
    made.stage.show_odds(True)
    made.table.refresh()
    assert "in 100" in shown(made.view)
    decision = made.table.game.pending[0]  # type: ignore[union-attr]
    made.answer(decision.seat, "stop")
    assert not made.stage.odds


# ---------------------------------------------------------------- the desk


def desk(name: str = "p3-colonial-war") -> tuple[Desk, Projector]:
    table = Table(colony.position(name), on_disk=False)
    return Desk(table), Projector(table)


def press(button: Any) -> None:
    assert button.visible and not button.disabled, button.label
    button.clicks += 1


def test_every_part_opens_alone() -> None:
    made, _ = desk()
    for part in (DISCUSS, TIMER, DICE, JUMP, COUNT):
        made.parts.value = part
        assert [key for key, panel in made._opened.items() if panel.visible] == [part]
    assert len(made.extra) == 0


def test_the_desk_works_in_a_notebook_cell() -> None:
    table = Table(colony.position("p3-colonial-war"), on_disk=False)
    made = Desk(table)
    view = Projector(table)
    page = Notebook(made)  # type: ignore[arg-type]
    room_page = Notebook(view)  # type: ignore[arg-type]
    page.click(made.curtain)
    assert table.stage is not None and table.stage.curtain and page.lost == 0
    assert room_page.comm.sent and not view.box.visible
    assert "cnb" not in view.curtain.object
    page.click(made.curtain)
    assert view.box.visible


def test_a_question_of_the_position_is_asked_and_taken_away() -> None:
    made, view = desk()
    made.jump.open("p3-port-cut-off")
    question = about("p3-port-cut-off").question
    assert question in made.discuss.pick.options.values()
    made.discuss.pick.value = question
    press(made.discuss.show)
    assert " ".join(question.split())[:60] in shown(view)
    press(made.discuss.hide)
    assert question[:60] not in shown(view)
    made.discuss.typed.value = ""
    press(made.discuss.show)
    assert made.table.notice == made.table.texts.say("desk.no_question")


def test_a_position_is_known_however_it_came_to_the_table() -> None:
    names = [name for name, _title in positions()]
    assert [name_of(colony.position(name)) for name in names] == names
    played = colony.position("p3-colonial-war")
    played.choose(played.pending[0], played.pending[0].options[0])
    assert name_of(played) == "p3-colonial-war"
    for seed in (1, 2, 4):
        other = colony.new_game([colony.bot("random")] * 4, seed=seed)
        other.play(150)
        assert name_of(other) == ""
    assert name_of(colony.new_game(4, seed=3, game="simplified")) == ""
    made, _ = desk("p3-port-cut-off")
    assert about("p3-port-cut-off").question in made.discuss.pick.options.values()


def test_dice_set_by_hand_are_thrown() -> None:
    made, _ = desk("p3-battle-1")
    table = made.table
    game = table.game
    assert game is not None
    made.dice.typed.value = "7 1"
    press(made.dice.set)
    assert table.notice == table.texts.say("desk.bad_faces") and not game.forced_faces
    made.dice.typed.value = "6, 6 5"
    press(made.dice.set)
    assert game.forced_faces == (6, 6, 5) and "6 6 5" in made.dice.told.object
    decision = game.pending[0]
    attack = next(o for o in decision.options if o != "stop" and o[0] == "attack" and o[3] == 3)
    table.choose(attack)
    fight = [r for r in game.journal if r["kind"] == "attack"][-1]
    assert [*fight["blue"], *fight["red"]][:3] == [6, 6, 5] or sorted(fight["blue"])[-2:] == [6, 6]
    press(made.dice.clear)
    assert not game.forced_faces


def test_a_jump_takes_less_than_a_second_and_the_game_before_comes_back() -> None:
    made, _ = desk()
    table, first = made.table, made.table.game
    for name, _title in positions():
        began = time.perf_counter()
        assert made.jump.open(name)
        assert time.perf_counter() - began < 1
        assert made.jump.before is first and table.game is not first
    made.jump.back.visible = True
    press(made.jump.back)
    assert table.game is first and made.jump.before is None


def test_hands_decide_and_a_tie_is_told() -> None:
    made, _ = desk("p3-battle-1")
    table, count = made.table, made.count
    game = table.game
    assert game is not None
    n = game.n
    count.set(0, 9)
    count.set(1, 9)
    press(count.take)
    assert game.n == n and "9" in table.notice
    count.set(1, 8)
    option = count._options[0].value
    press(count.take)
    assert game.n > n and (game.answers[n].option if hasattr(game.answers[n], "option") else option) == option
    assert count.hands == {}


def test_hands_are_noted_one_option_after_the_other() -> None:
    made, _ = desk("p3-battle-1")
    count = made.count
    for typed, hands in (("7", {0: 7}), ("x", {0: 7}), ("-2", {0: 7}), ("12", {0: 7, 1: 12})):
        count.number.value = typed
        press(count.note)
        assert count.hands == hands
    count.option.value, count.number.value = 0, "0"
    press(count.note)
    assert count.hands == {1: 12} and "12" in count.list.object


def test_a_timer_of_ones_own() -> None:
    made, view = desk()
    stage = made.table.stage
    assert stage is not None
    for typed in ("", "x", "0", "-3", "nan", "1e9"):
        made.timer.own.value = typed
        press(made.timer.begin)
        assert stage.left() is None and made.table.notice
    made.timer.own.value = "2,5"
    press(made.timer.begin)
    assert 149 < (stage.left() or 0) <= 150 and "2:30" in view.clock.text.object
    press(made.timer.pause)
    assert made.timer.pause.label == made.table.texts.say("desk.go_on")
    press(made.timer.stop)
    assert not view.clock.text.visible


def test_hands_of_each_team_in_a_sealed_round() -> None:
    table = Table(colony.new_game(list(PERSONS), seed=3), on_disk=False)
    made = Desk(table)
    game = table.game
    assert game is not None
    while game.pending[0].kind != "cards":
        table.choose(game.pending[0].options[0])
    assert made.count.team.visible and list(made.count.team.options) == PERSONS
    made.count.team.value = 2
    made.count.set(3, 12)
    press(made.count.take)
    assert [d.seat for d in game.pending] == [0, 1, 3] and table.stage is not None
    assert table.stage.waiting[2]
    press(made.count.take)
    assert table.notice == table.texts.say("desk.no_hands")


def test_no_hands_and_most_hands() -> None:
    texts = Table(None, on_disk=False).texts
    options = put(colony.position("p3-battle-1").pending[0], texts, PERSONS).options
    with pytest.raises(colony.ColonyError, match="at least one"):
        decided({}, options, texts)
    assert decided({0: 2, 1: 5}, options, texts) is options[1]


def test_what_if_and_the_way_back_from_the_desk() -> None:
    made, view = desk()
    game = made.table.game
    press(made.what_if)
    assert made.table.times.main is game and "cnb-whatif" in view.now.css_classes
    made.table.times.main_line()
    assert made.table.game is game and "cnb-whatif" not in view.now.css_classes


# ---------------------------------------------------------------- cells and pages


def test_cells_show_one_table_in_any_order() -> None:
    room_first = projector()
    game = colony.new_game(4, seed=2)
    lecturer = lecture(game)
    assert lecturer.game is game and projector().table is lecturer.table and table_of(game) is lecturer.table
    assert room_first.table is lecturer.table or room_first.game is not None
    assert lecturer.stage is lecturer.table.stage


def test_a_projector_page_needs_its_secret() -> None:
    lectures = pages.Lectures()
    one, two = lectures.begin(), lectures.begin()
    assert one.key != two.key and one.desk != one.key
    assert lectures.find(key=one.key) is one and lectures.find(desk=two.desk) is two
    for wrong in ("", "x", one.desk, one.key[:-1]):
        assert lectures.find(key=wrong) is None
    assert pages.Lectures().find(key=one.key) is None
    for _ in range(pages.MOST):
        lectures.begin()
    assert lectures.find(key=one.key) is None


def test_the_simplified_game_is_led_from_the_desk() -> None:
    table = Table(colony.new_game(list(PERSONS), seed=4, game="simplified"), on_disk=False)
    made, view = Desk(table), Projector(table)
    game, say = table.game, table.texts.say
    assert game is not None and table.stage is not None
    assert say("projector.listen") in shown(view) and not view.main.visible
    while game.pending[0].kind != "choice":
        while table.moment().screen is not None:
            table.go_on()
        table.choose(game.pending[0].options[0])
    while table.moment().screen is not None:
        table.go_on()
    assert "Make war" in shown(view)  # the alternatives are read out to all
    assert say("secret.choice") in shown(view)
    for seat in range(4):
        made.count.team.value = seat
        made.count.set(seat % 2, 5)
        press(made.count.take)
    assert table.stage.hidden and say("projector.hidden") in shown(view)
    assert "Prestige falls" not in shown(view)
    press(made.reveal)
    assert "Prestige falls" in shown(view) and say("projector.followed") in shown(view)


def test_the_map_follows_a_choice_that_was_taken_back_and_made_otherwise() -> None:
    made = room()
    game = made.table.game
    assert game is not None
    seat, options = game.pending[0].seat, game.pending[0].options
    made.answer(seat, options[0])
    one = made.view.map.object
    made.stage.draw_curtain(True)
    made.table.undo()
    made.answer(seat, options[1])
    made.stage.draw_curtain(False)
    made.table.refresh()
    assert made.view.map.object != one


def test_names_of_buttons_in_the_lecture_notebook_are_those_of_the_desk() -> None:
    made, _ = desk()
    book = Path(__file__).resolve().parents[2].joinpath("notebooks", "lecture.ipynb").read_text("utf-8")
    parts = {label for label, part in made.parts.options.items() if part in (DISCUSS, DICE, JUMP)}
    for label in {made.reveal.label, made.what_if.label, made.discuss.show.label, *parts}:
        assert f"*{label}*" in book, label
