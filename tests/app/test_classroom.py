"""Rooms of a class: codes, tokens, seats, hand counts, what a device may see. No browser, no server."""

from __future__ import annotations

import json
import random
import re
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import colony_nb.app.classroom
from colony_nb.app.classroom import device
from colony_nb.app.classroom.limits import CLIENT, MOST_CLIENTS, TOGETHER, Limiter
from colony_nb.app.classroom.overview import csv_text, rows, table_html
from colony_nb.app.classroom.qr import qr_svg
from colony_nb.app.classroom.room import (
    CODE_LENGTH,
    CODE_LETTERS,
    HELPER,
    MOST_DEVICES,
    SPEAKER,
    Refused,
    Room,
    Rooms,
)
from colony_nb.app.classroom.shared import RoomTable, sentence
from colony_nb.app.lecture.projector import Projector
from colony_nb.game import new_game
from colony_nb.kernel.errors import ColonyError, IllegalChoice
from colony_nb.paths import DATA

NAMES = ("Ana & Bo", "<script>alert(1)</script>"[:24], "Team Three")


class Clock:
    """Seconds that pass only when told so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def opened(kind: str = "simplified", names: tuple[str, ...] = NAMES, **more: Any) -> tuple[Room, RoomTable]:
    table = RoomTable()
    room = Room("ACDEFG", table, names, kind=kind, seed=more.pop("seed", 4), **more)
    table.room = room
    return room, table


def begun(kind: str = "simplified", **more: Any) -> tuple[Room, RoomTable, list[str]]:
    room, table = opened(kind, **more)
    tokens = [room.take(team.seat) for team in room.teams if team.bot is None]
    room.begin()
    go_on(table)
    return room, table, tokens


def go_on(table: RoomTable, reveal: bool = True) -> None:
    """The lecturer presses what is to be pressed until teams may answer."""
    for _ in range(20):
        pause = table.pause
        if pause == "hidden" and reveal and table.stage is not None:
            table.stage.reveal()
            table.refresh()
        elif pause == "debrief":
            table.debriefed()
        elif pause and pause != "hidden":
            table.go_on()
        else:
            return


def first(room: Room) -> Any:
    return next(d for d in map(room.asked, range(len(room.teams))) if d is not None)


def answer(room: Room, tokens: list[str], chance: random.Random | None = None) -> Any:
    """The first team that is asked answers by its device; gives the decision."""
    d = first(room)
    option = d.options[0] if chance is None else chance.choice(d.options)
    room.answer(tokens[d.seat], d.n, d.seat, d.kind, option)
    return d


def until_sealed(room: Room, table: RoomTable, tokens: list[str]) -> Any:
    """Plays to the next round of secret choices and gives one of its questions."""
    go_on(table)
    while not first(room).sealed:
        answer(room, tokens)
        go_on(table)
    return first(room)


@contextmanager
def refused(code: str) -> Iterator[None]:
    with pytest.raises(Refused) as caught:
        yield
    assert caught.value.code == code


# ---------------------------------------------------------------- codes and guessing


def test_codes_have_six_letters_without_look_alikes() -> None:
    rooms = Rooms(Clock())
    codes = {rooms.new_code() for _ in range(300)}
    assert len(codes) == 300
    assert all(len(code) == CODE_LENGTH == 6 and set(code) <= set(CODE_LETTERS) for code in codes)
    assert not set("O0I1L5S2Z8BV") & set(CODE_LETTERS)


def test_a_code_is_found_however_it_is_typed() -> None:
    room, _ = opened()
    rooms = Rooms(Clock())
    rooms.open(room)
    for typed in ("ACDEFG", "acdefg", " acd-efg "):
        assert rooms.enter(typed, "a") is room
    with refused("code"):
        rooms.enter("", "a")


def test_two_hundred_guesses_take_long_and_disturb_nobody_else() -> None:
    clock = Clock()
    rooms = Rooms(clock)
    room, _ = opened()
    rooms.open(room)
    heard = 0
    while heard < 200:
        try:
            rooms.enter("XXXXXX", "guesser")
        except Refused as error:
            if error.code == "wait":
                clock.now += error.values["seconds"]
            else:
                heard += 1
    assert clock.now - 1000 > 3600
    assert rooms.enter(room.code, "somebody else") is room


def test_who_must_wait_is_refused_at_once_even_with_the_right_code() -> None:
    clock = Clock()
    rooms = Rooms(clock)
    room, _ = opened()
    rooms.open(room)
    for _ in range(CLIENT.free + 1):
        with refused("code"):
            rooms.enter("XXXXXX", "g")
    for _ in range(50):  # asking again does not make it longer
        with refused("wait"):
            rooms.enter(room.code, "g")
    clock.now += CLIENT.first
    assert rooms.enter(room.code, "g") is room


def test_delays_grow_are_bounded_and_forgotten() -> None:
    clock = Clock()
    limiter = Limiter(clock)
    waits = []
    for _ in range(CLIENT.free + 12):
        limiter.wrong("g")
        waits.append(limiter.wait("g"))
        clock.now += waits[-1]
    grown = waits[CLIENT.free :]
    assert waits[: CLIENT.free] == [0.0] * CLIENT.free
    assert grown == sorted(grown) and grown[0] > 0
    assert max(grown) == CLIENT.most
    clock.now += CLIENT.forget * 60
    limiter.wrong("g")
    assert limiter.wait("g") == 0


def test_many_guessers_together_are_slowed_down_too() -> None:
    clock = Clock()
    limiter = Limiter(clock)
    for number in range(TOGETHER.free + 1):
        limiter.wrong(f"client {number}")
    assert 0 < limiter.wait("a newcomer") <= TOGETHER.most
    for number in range(3 * MOST_CLIENTS):
        clock.now += 0.01
        limiter.wrong(f"other {number}")
    assert len(limiter._clients) <= MOST_CLIENTS


def test_wrong_numbers_of_a_team_are_slowed_down_like_codes() -> None:
    rooms = Rooms(Clock())
    room, _ = opened()
    rooms.open(room)
    rooms.take(room, 0, "", "a")
    for _ in range(CLIENT.free + 1):
        with refused("number"):
            rooms.take(room, 0, "0", "a")
    with refused("wait"):
        rooms.take(room, 0, room.teams[0].number, "a")
    assert rooms.take(room, 0, room.teams[0].number, "b")


def test_no_code_can_be_guessed_by_coming_back() -> None:
    rooms = Rooms(Clock())
    room, _ = opened()
    rooms.open(room)
    errors = []
    for code in (room.code, "XXXXXX"):
        with pytest.raises(Refused) as caught:
            rooms.device(code, "not a token")
        errors.append((caught.value.code, caught.value.values))
    assert errors[0] == errors[1] == ("unknown", {})


# ---------------------------------------------------------------- devices and tokens


def test_the_first_device_answers_and_further_ones_need_the_number() -> None:
    room, _ = opened()
    one = room.take(0)
    with refused("taken"):
        room.take(0)
    with refused("number"):
        room.take(0, "12")
    two = room.take(0, room.teams[0].number)
    assert room.who(one) == (room.teams[0], SPEAKER)
    assert room.who(two) == (room.teams[0], HELPER)
    assert len({one, two}) == 2 and min(len(one), len(two)) > 20
    assert room.joined == [(0, SPEAKER), (0, HELPER)]
    for _ in range(MOST_DEVICES - 2):
        room.take(0, room.teams[0].number)
    with refused("full"):
        room.take(0, room.teams[0].number)


@pytest.mark.parametrize("token", ["", "x", "\ud800", None, 3])
def test_a_token_of_nobody_is_unknown(token: Any) -> None:
    room, _ = opened()
    room.take(0)
    with refused("unknown"):
        room.who(token)


@pytest.mark.parametrize("seat", [-1, 3, "0", None, True, 1.0])
def test_a_seat_that_is_none_is_refused(seat: Any) -> None:
    room, _ = opened()
    with refused("no_team"):
        room.take(seat)


def test_a_team_cannot_answer_for_another() -> None:
    room, table, tokens = begun()
    d = first(room)
    other = (d.seat + 1) % 3
    n = table.game.n  # type: ignore[union-attr]
    with refused("other_team"):
        room.answer(tokens[other], d.n, d.seat, d.kind, d.options[0])
    with refused("stale"):  # its own seat is not asked
        room.answer(tokens[other], d.n, other, d.kind, d.options[0])
    with refused("unknown"):
        room.answer("guessed", d.n, d.seat, d.kind, d.options[0])
    assert table.game.n == n  # type: ignore[union-attr]


def test_the_table_takes_an_answer_from_the_seat_that_is_asked_alone() -> None:
    room, table, _ = begun()
    d = first(room)
    with pytest.raises(IllegalChoice):
        table.answer((d.seat + 1) % 3, d, d.options[0])
    assert table.game.n == 0  # type: ignore[union-attr]
    table.answer(d.seat, d, d.options[0])
    assert table.game.n == 1  # type: ignore[union-attr]


def test_a_stale_answer_and_a_wrong_option_change_nothing() -> None:
    room, table, tokens = begun()
    d = answer(room, tokens)
    go_on(table)
    game = table.game
    assert game is not None
    before = game.digest()
    with refused("stale"):
        room.answer(tokens[d.seat], d.n, d.seat, d.kind, d.options[0])
    now = first(room)
    with refused("stale"):
        room.answer(tokens[now.seat], now.n, now.seat, "bid_money", 1)
    for option in ("nothing", None, [], {"a": 1}, [[["a"]]]):
        with pytest.raises(IllegalChoice):
            room.answer(tokens[now.seat], now.n, now.seat, now.kind, option)
    assert game.digest() == before and room.teams[now.seat].sent != now
    assert not table.notice  # a device's mistake is no matter of the lecturer's screen


def test_a_helper_answers_only_with_the_lecturers_leave() -> None:
    room, table, tokens = begun()
    d = first(room)
    helper = room.take(d.seat, room.teams[d.seat].number)
    with refused("helper"):
        room.answer(helper, d.n, d.seat, d.kind, d.options[0])
    with refused("nobody_asks"):
        room.allow(d.seat)
    room.ask_over(tokens[d.seat])  # it answers already
    assert not room.teams[d.seat].asks
    room.ask_over(helper)
    assert room.who(helper)[1] == HELPER
    room.refuse(d.seat)
    with refused("nobody_asks"):
        room.allow(d.seat)
    room.ask_over(helper)
    room.allow(d.seat)
    assert (room.who(helper)[1], room.who(tokens[d.seat])[1]) == (SPEAKER, HELPER)
    room.answer(helper, d.n, d.seat, d.kind, d.options[0])
    assert table.game.n == 1  # type: ignore[union-attr]


def test_helping_devices_say_to_their_team_alone_what_they_would_choose() -> None:
    room, table, tokens = begun()
    d = until_sealed(room, table, tokens)
    helpers = [room.take(d.seat, room.teams[d.seat].number) for _ in range(3)]
    others = [seat for seat in range(3) if seat != d.seat]
    before = [device.state(room, table, seat) for seat in others]
    for helper, option in zip(helpers, (d.options[1], d.options[0], d.options[1]), strict=True):
        room.vote(helper, d.n, d.kind, option)
    room.vote(helpers[1], d.n, d.kind, d.options[1])  # thinks again
    assert room.tally(d) == [(d.options[1], 3)]
    assert device.state(room, table, d.seat)["ask"]["tally"] == [f"{d.label(d.options[1])}: 3"]
    assert [device.state(room, table, seat) for seat in others] == before
    assert table.game.view(d.seat)["sealed"] is None  # type: ignore[union-attr]
    room.leave(helpers[0])
    assert room.tally(d) == [(d.options[1], 2)]
    with refused("answers"):
        room.vote(tokens[d.seat], d.n, d.kind, d.options[0])
    with refused("stale"):
        room.vote(helpers[1], d.n + 1, d.kind, d.options[0])
    with refused("message"):
        room.vote(helpers[1], d.n, d.kind, "nothing")
    room.answer(tokens[d.seat], d.n, d.seat, d.kind, d.options[0])
    with refused("stale"):
        room.vote(helpers[1], d.n, d.kind, d.options[0])


def test_devices_show_the_lecturers_timer() -> None:
    room, table, _ = begun()
    assert device.state(room, table, 0)["left"] is None
    table.stage.start_timer(90)  # type: ignore[union-attr]
    found = device.state(room, table, 0)
    assert 88 <= found["left"] <= 90 and found["runs"]
    table.stage.pause_timer()  # type: ignore[union-attr]
    assert not device.state(room, table, 0)["runs"]
    assert device.watching(room, table)["left"] is not None


def test_a_freed_seat_is_taken_anew_and_old_devices_are_out() -> None:
    room, _, tokens = begun()
    number = room.teams[0].number
    helper = room.take(0, number)
    room.free(0)
    for token in (tokens[0], helper):
        with refused("unknown"):
            room.who(token)
    assert room.teams[0].number != number
    assert room.who(room.take(0)) == (room.teams[0], SPEAKER)


def test_who_leaves_cannot_look_on_any_more() -> None:
    room, _ = opened()
    one = room.take(0)
    number = room.teams[0].number
    two = room.take(0, number)
    room.leave(two)
    with refused("unknown"):
        room.who(two)
    with refused("number"):
        room.take(0, number)
    three = room.take(0, room.teams[0].number)
    room.leave(one)
    room.ask_over(three)  # nobody answers for the team, so this device does
    assert room.who(three)[1] == SPEAKER


def test_a_late_joiner_gets_a_free_seat_and_answers() -> None:
    room, table = opened()
    room.begin()
    go_on(table)
    d = first(room)
    token = room.take(d.seat)
    room.answer(token, d.n, d.seat, d.kind, d.options[0])
    assert table.game.n == 1  # type: ignore[union-attr]


def test_a_device_that_comes_back_goes_on() -> None:
    rooms = Rooms(Clock())
    room, table, tokens = begun()
    rooms.open(room)
    until_sealed(room, table, tokens)
    d = answer(room, tokens)
    seen = device.state(room, table, d.seat)
    assert rooms.device(room.code, tokens[d.seat]) is room
    assert device.state(room, table, d.seat) == seen
    assert seen["ask"] is None and seen["sent"]


def test_computers_play_their_seats() -> None:
    room, table = opened(bots=[None, "steady", "random"])
    with refused("computer"):
        room.take(1)
    token = room.take(0)
    room.begin()
    for _ in range(300):
        go_on(table)
        if table.game is None or table.game.over:
            break
        answer(room, [token])
    assert table.game is not None and table.game.over


# ---------------------------------------------------------------- names


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "a\u202eb", "a\x00b", "a\u200bb", None, 5])
def test_names_that_cannot_be_shown_are_refused(name: Any) -> None:
    room, _ = opened()
    token = room.take(0)
    with refused("name"):
        room.rename(token, name)
    assert room.teams[0].name == NAMES[0]


def test_a_team_names_itself_before_the_game() -> None:
    room, table = opened()
    token, other = room.take(0), room.take(1)
    room.rename(token, "  Die   Grünen ")
    assert room.teams[0].name == "Die Grünen"
    with refused("same_name"):
        room.rename(other, "die grünen")
    room.begin()
    assert table.names[0] == "Die Grünen"
    with refused("begun"):
        room.rename(token, "Later")


def test_markup_in_a_name_stays_text() -> None:
    room, table, _ = begun()
    name = NAMES[1]
    assert name.startswith("<script>")
    assert "<script>" not in table_html(room, table)
    found = device.state(room, table, 0)
    assert name in json.dumps(found) or name in json.dumps(device.teams(room))
    assert "<script>" not in device.board(table, table.game)["svg"]  # type: ignore[arg-type]


# ---------------------------------------------------------------- hands


def test_most_hands_decide() -> None:
    room, table, tokens = begun()
    d = until_sealed(room, table, tokens)
    a, b = d.options[:2]
    assert room.count(d.seat, {a: 3, b: 8}) == b
    assert room.counted[d.n, d.seat] == {a: 3, b: 8}
    assert table.game.view(d.seat)["sealed"] == b  # type: ignore[union-attr]


def test_a_tie_is_told_and_nothing_is_chosen() -> None:
    room, table, tokens = begun()
    d = until_sealed(room, table, tokens)
    n, (a, b) = table.game.n, d.options[:2]  # type: ignore[union-attr]
    with pytest.raises(Refused) as caught:
        room.count(d.seat, {a: 5, b: 5})
    words = sentence(caught.value, table)
    assert d.label(a) in words and d.label(b) in words and "5" in words
    with refused("no_hands"):
        room.count(d.seat, {a: 0, b: 0})
    with refused("no_hands"):
        room.count(d.seat, {})
    for bad in ({"z": 3}, {a: -1}, {a: 1000}, {a: True}, {a: 2.0}):
        with refused("hands"):
            room.count(d.seat, bad)
    with refused("stale"):
        room.count(d.seat, {a: 2}, d.n + 1)
    assert table.game.n == n and not room.counted  # type: ignore[union-attr]


def test_the_lecturer_answers_for_a_team_whose_device_is_gone() -> None:
    room, table, tokens = begun()
    d = first(room)
    room.here[tokens[d.seat]] = 1
    assert not table.choose(d.options[0])  # it answers itself
    assert table.names[d.seat] in table.notice
    room.here[tokens[d.seat]] = 0
    room.answer_for(d.n, d.seat, d.kind, d.options[0])
    assert table.game.n == 1  # type: ignore[union-attr]
    with refused("stale"):
        room.answer_for(d.n, d.seat, d.kind, d.options[0])


# ---------------------------------------------------------------- what a device sees


def texts_of(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


@pytest.mark.parametrize("kind", ["simplified", "colony"])
def test_nobody_sees_a_sealed_answer(kind: str) -> None:
    """Whatever a team answers in secret, the others' devices show the same."""
    room, table, tokens = begun(kind)
    d = until_sealed(room, table, tokens)
    others = [seat for seat in range(3) if seat != d.seat]
    game = table.game
    assert game is not None
    shown = []
    for option in d.options[:3]:
        room.answer(tokens[d.seat], d.n, d.seat, d.kind, option)
        shown.append([texts_of(device.state(room, table, seat)) for seat in others])
        assert d.label(option) in device.state(room, table, d.seat)["sent"]
        assert not rows(room, table)
        game.undo()
        table.gone_back()
        table.refresh()
        go_on(table)
    assert len(shown) > 1 and all(one == shown[0] for one in shown)


def test_results_wait_for_the_lecturer() -> None:
    room, table, tokens = begun()
    d = until_sealed(room, table, tokens)
    before = [device.state(room, table, seat)["purse"] for seat in range(3)]
    while first(room).n == d.n:
        answer(room, tokens)
        if table.pause:
            break
    assert table.pause == "hidden"
    for seat in range(3):
        found = device.state(room, table, seat)
        assert found["purse"] == before[seat] and "ask" not in found and not found["results"]
        assert room.asked(seat) is None
    assert not rows(room, table)
    assert table.stage is not None
    table.stage.reveal()
    table.refresh()
    found = device.state(room, table, 0)
    assert [row["name"] for row in found["results"][0]["rows"]] == list(NAMES)
    assert len(rows(room, table)) == 1


def test_the_second_amount_gives_nothing_away() -> None:
    """Who is asked for farms depends on a secret: what is said of the others must not tell."""
    room, table, tokens = begun()
    while first(room).kind != "invest":
        answer(room, tokens, random.Random(1))
        go_on(table)
    d = first(room)
    names = [name for seat, name in enumerate(NAMES) if seat != d.seat]
    while table.pause == "" and first(room).kind == "invest":
        for seat in range(3):
            waiting = device.state(room, table, seat).get("waiting", "")
            assert not any(name in waiting for name in names)
        answer(room, tokens)


def test_the_step_on_enslaved_labour_has_its_note_and_its_silence() -> None:
    room, table, tokens = begun()
    game = table.game
    assert game is not None
    while game.view()["step"] != "SIM-8":
        answer(room, tokens, random.Random(2))
        if game.view()["step"] != "SIM-8":
            go_on(table)
    told = []
    while table.pause not in ("",):
        told.append(device.state(room, table, 0))
        pause = table.pause
        if pause == "hidden":
            table.stage.reveal()  # type: ignore[union-attr]
            table.refresh()
        elif pause == "debrief":
            table.debriefed()
        else:
            table.go_on()
    book = table.texts.book.step("SIM-8")
    before = [found for found in told if table.texts.book.word("step.SIM-8") in found["head"]]
    assert before and all(book["a"] not in texts_of(found) for found in before)
    asked = device.state(room, table, 0)["ask"]
    assert asked["note"] and {o["label"] for o in asked["options"]} == {book["a"], book["b"]}
    while table.pause == "":
        answer(room, tokens)
    table.stage.reveal()  # type: ignore[union-attr]
    table.refresh()
    found = device.state(room, table, 0)
    assert found["silence"] and found["results"]
    assert not any(result["follows"] for result in found["results"])


def test_the_step_on_enslaved_labour_can_be_read_and_discussed() -> None:
    room, table, tokens = begun()
    while not (table.moment().screen is not None and table.moment().screen.kind == "note"):
        if table.pause == "":
            answer(room, tokens, random.Random(2))
        elif table.pause == "hidden":
            table.stage.reveal()  # type: ignore[union-attr]
            table.refresh()
        elif table.pause == "debrief":
            table.debriefed()
        else:
            table.go_on()
    table.discuss()
    book = table.texts.book.step("SIM-8")
    while table.pause == "read":
        table.go_on()
    found = device.state(room, table, 0)
    assert table.pause == "discuss"
    assert found["read"] == [book["title"], book["read"]] and book["title"] in found["head"]
    assert table.names == list(NAMES)
    go_on(table)
    assert room.asked(0) is not None or room.asked(1) is not None or room.asked(2) is not None


@pytest.mark.parametrize("kind", ["simplified", "colony"])
def test_a_device_is_told_nothing_but_what_its_seat_may_know(kind: str) -> None:
    """Another seat's question, its options and its private view are in no other device's state."""
    room, table, tokens = begun(kind)
    chance = random.Random(3)
    for _ in range(60):
        go_on(table)
        if table.game is None or table.game.over:
            break
        asked = {seat: room.asked(seat) for seat in range(3)}
        for seat in range(3):
            found = device.state(room, table, seat)
            if asked[seat] is None:
                assert found["ask"] is None
            else:
                assert found["ask"]["n"] == asked[seat].n and found["team"]["seat"] == seat  # type: ignore[union-attr]
        answer(room, tokens, chance)


def test_devices_wait_while_the_lecturer_tries_something_out() -> None:
    room, table, tokens = begun("colony")
    d = first(room)
    main = table.game
    table.times.what_if()
    assert table.pause == "whatif" and room.asked(d.seat) is None
    with refused("stale"):
        room.answer(tokens[d.seat], d.n, d.seat, d.kind, d.options[0])
    assert device.state(room, table, 0)["pause"]
    table.times.main_line()
    assert table.game is main
    room.answer(tokens[d.seat], d.n, d.seat, d.kind, d.options[0])


def test_a_prepared_position_is_played_by_the_teams() -> None:
    from colony_nb.prepared import position

    _, table, _ = begun("colony", names=("One", "Two", "Three", "Four"))
    table.sit(position("p3-colonial-war"))
    assert table.names == ["One", "Two", "Three", "Four"]
    assert table.game is not None and set(table.game.setup.bots) == {None}


def test_a_team_without_a_power_is_told() -> None:
    room, table, _ = begun("colony", names=("One", "Two", "Three", "Four", "Five"))
    table.sit(new_game(3, 5))
    assert device.state(room, table, 4)["pause"] and room.asked(4) is None
    assert table.names == ["One", "Two", "Three"]
    assert device.state(room, table, 0)["purse"]
    table.to_start()
    assert device.state(room, table, 0)["pause"] and room.asked(0) is None


def test_the_projector_of_a_room_is_the_public_one() -> None:
    room, table, tokens = begun()
    d = until_sealed(room, table, tokens)
    layout = Projector(table).__panel__()

    def shown() -> str:
        return " ".join(str(pane.object) for pane in layout.select(lambda part: hasattr(part, "object")))

    pages = []
    for option in d.options[:2]:
        room.answer(tokens[d.seat], d.n, d.seat, d.kind, option)
        pages.append(shown())
        table.undo()
        go_on(table)
    assert pages[0] == pages[1] and d.prompt[-20:] not in pages[0]
    assert not any(team.number in pages[0] for team in room.teams)


# ---------------------------------------------------------------- the overview


def test_the_overview_has_names_on_the_screen_and_none_in_the_file() -> None:
    room, table, tokens = begun()
    d = until_sealed(room, table, tokens)
    room.count(d.seat, {d.options[0]: 7})
    while table.pause == "":
        answer(room, tokens)
    go_on(table)
    page, text = table_html(room, table), csv_text(room, table)
    assert "Ana &amp; Bo" in page and "7" in page
    assert not any(name in text for name in NAMES)
    assert text.splitlines()[0].endswith("Team 1,Team 2,Team 3")
    assert f"{d.label(d.options[0])} (7 hands)" in text


def test_the_overview_knows_every_kind_of_secret_round() -> None:
    for kind in ("simplified", "colony"):
        room, table, tokens = begun(kind, seed=11)
        chance = random.Random(5)
        game = table.game
        assert game is not None
        while not game.over:
            answer(room, tokens, chance)
            go_on(table)
        found = rows(room, table)
        kinds = {r["kind"] for r in game.journal} & {"choices", "cards", "investments", "bids"}
        assert len(found) >= 10 and kinds
        assert all(len(row.labels) == 3 for row in found)


# ---------------------------------------------------------------- rooms


def test_rooms_do_not_disturb_each_other() -> None:
    rooms = Rooms(Clock())
    (one, table, tokens), (two, other, _) = begun(), begun()
    two.code = "CDEFGH"
    rooms.open(one)
    rooms.open(two)
    before = other.game.digest()  # type: ignore[union-attr]
    d = first(one)
    with refused("unknown"):
        two.answer(tokens[d.seat], d.n, d.seat, d.kind, d.options[0])
    with refused("unknown"):
        rooms.device(two.code, tokens[0])
    answer(one, tokens)
    assert table.game.n == 1  # type: ignore[union-attr]
    assert other.game.digest() == before  # type: ignore[union-attr]
    assert rooms.watched(one.admit()) is one
    assert rooms.watched("") is None


def test_a_closed_room_is_gone() -> None:
    rooms = Rooms(Clock())
    room, _, tokens = begun()
    rooms.open(room)
    seen = room.admit()
    rooms.close(room)
    assert rooms.known(room.code) is None and rooms.watched(seen) is None
    with refused("unknown"):
        room.who(tokens[0])
    with refused("closed"):
        room.take(1)
    with refused("code"):
        rooms.enter(room.code, "a")


def test_a_room_needs_teams_that_can_play() -> None:
    for names, code in ((("A", "A", "B"), "same_name"), (("A", "", "B"), "name")):
        with refused(code):
            Room("ACDEFG", RoomTable(), names)
    with pytest.raises(ColonyError):
        Room("ACDEFG", RoomTable(), ("A", "B"))


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 2**32), st.lists(st.integers(0, 9), min_size=20, max_size=60))
def test_whatever_comes_in_between_only_the_seat_itself_answers(seed: int, deeds: list[int]) -> None:
    """Devices come, go, ask, guess and answer in any order: the log holds what was accepted, by its seats."""
    room, table = opened(seed=seed % 1000)
    chance = random.Random(seed)
    tokens: list[str] = []
    accepted: list[tuple[int, str, Any]] = []
    room.begin()
    for deed in deeds:
        go_on(table)
        game = table.game
        assert game is not None
        if game.over:
            break
        seat = chance.randrange(3)
        token = chance.choice(tokens) if tokens else "none"
        before = game.n
        try:
            if deed < 2:
                tokens.append(room.take(seat, chance.choice(["", room.teams[seat].number, "1"])))
            elif deed == 2:
                room.free(seat)
            elif deed == 3:
                room.leave(token)
            elif deed == 4:
                room.ask_over(token)
                room.allow(seat)
            else:
                d = chance.choice([d for d in map(room.asked, range(3)) if d is not None])
                said = chance.choice([d.seat, seat])
                option = chance.choice([*d.options, "wrong"])
                known = room.teams[said].role(token)
                room.answer(token, d.n + chance.choice([0, 0, 0, 1]), said, d.kind, option)
                assert known == SPEAKER  # of the seat that it speaks for
                accepted.append((said, d.kind, option))
        except ColonyError:
            assert game.n == before
        speakers = [team.speaker for team in room.teams if team.speaker]
        everybody = [*speakers, *(token for team in room.teams for token in team.helpers)]
        assert len(set(everybody)) == len(everybody)
    game = table.game
    assert game is not None
    assert game._log == accepted


# ---------------------------------------------------------------- words and pictures


def test_every_sentence_is_there_and_used() -> None:
    words = tomllib.loads((DATA / "text" / "en" / "classroom.toml").read_text(encoding="utf-8"))
    folder = colony_nb.app.classroom.__path__[0]
    code = "\n".join(path.read_text(encoding="utf-8") for path in Path(folder).glob("*.py"))
    script = (DATA / "look" / "device.js").read_text(encoding="utf-8")
    asked = set(re.findall(r"\bW\.([a-z_]+)", script))
    assert asked <= set(words["device"])
    by_key = (
        "pause_",
        "money",
        "influence",
        "prestige",
        "countries",
        "counters",
        "ships",
        "income",
        "armies",
    )
    for key in words["device"]:
        used = key in asked or f"device.{key}" in code or key.startswith(by_key)
        assert used, key
    for key in words["lecturer"]:
        used = f"lecturer.{key}" in code or key.startswith(("game_", "by_", "part_"))
        assert used, key
    raised = set(re.findall(r"Refused\(\s*\"([a-z_]+)\"", code)) | {"live", "message", "trouble"}
    assert raised == set(words["refused"])


def test_a_qr_code_is_one_svg_with_a_name() -> None:
    drawn = qr_svg("http://192.0.2.7:5006/join#ACDEFG", "Room <code>")
    assert drawn.startswith("<svg") and "Room &lt;code&gt;" in drawn and "<script" not in drawn
