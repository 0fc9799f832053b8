"""Time at the table: looks change nothing, what-if games leave the main line alone, replay, fair mode."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("panel")

import colony_nb as colony
from app.notebook import Notebook, sources
from app.person import Person
from colony_nb.app import Table, View, show
from colony_nb.app.times import crossed, secret_since


def game_of(*names: str, seed: int = 4) -> colony.Game:
    return colony.new_game([*names, *[colony.bot("random")] * (4 - len(names))], seed=seed)


def played(
    *names: str, answers: int = 12, seed: int = 4, fair: bool = False
) -> tuple[View, Notebook, Person]:
    """A table in a notebook after some answers."""
    view = View(Table(game_of(*names, seed=seed), fair=fair))
    notebook = Notebook(view)
    person = Person(view, 1)
    for _ in range(answers):
        person.answer()
    return view, notebook, person


def finished(seed: int = 2) -> View:
    game = colony.new_game([colony.bot("random")] * 3, seed=seed)
    game.play()
    return View(Table(game))


# ---- looks


def test_the_slider_shows_any_moment_and_changes_nothing() -> None:
    view, notebook, _ = played("Ana")
    table, game = view.table, view.table.game
    assert game is not None
    before = (game.digest(), game.n, len(game.journal), game.can_redo, list(table._last.items()), table._mark)
    for n in (0, 3, game.n // 2, game.n - 1):
        events = notebook.change(view.time.slider, value=n)
        assert notebook.lost == 0 and sources(events) >= 1
        m, look = table.moment(), game.at(n)
        assert m.at == n and m.decision is None
        assert m.view["countries"] == look.view()["countries"]
        assert [p["money"] for p in m.view["powers"]] == [p["money"] for p in look.view()["powers"]]
        assert f"choice {n}; the game stands at {game.n}" in view.now.text.object
        assert not view.now.commit.visible and view.time.now.visible and view.header.undo.disabled
        assert (game.digest(), game.n, len(game.journal), game.can_redo) == before[:4]
    notebook.click(view.time.now)
    assert table.moment().at is None and view.now.commit.visible and view.time.slider.value == game.n
    assert (game.digest(), game.n, len(game.journal)) == before[:3]
    assert (list(table._last.items()), table._mark) == before[4:]


def test_the_map_and_the_ladders_show_the_moment() -> None:
    view, notebook, _ = played("Ana")
    last = dict(view.board.map.countries.data)["band_a"][:]
    powers = view.powers.text.object
    notebook.change(view.time.slider, value=1)
    assert list(view.board.map.countries.data["band_a"]) != list(last)
    assert sum(a > 0 for a in view.board.map.countries.data["band_a"]) == 1
    assert view.powers.text.object != powers
    notebook.click(view.time.now)
    assert list(view.board.map.countries.data["band_a"]) == list(last)
    assert view.powers.text.object == powers


def test_the_same_moment_can_be_looked_at_twice_in_a_row() -> None:
    view, notebook, _ = played("Ana")
    for _ in range(3):
        notebook.change(view.time.slider, value=5)
        assert view.table.times.at == 5
        notebook.click(view.time.now)
        assert view.table.times.at is None


def test_a_draft_survives_a_look() -> None:
    view, notebook, person = played("Ana", answers=2)
    while view.table.moment().decision.kind != "cards":  # type: ignore[union-attr]
        person.answer()
    if view.reading:
        view.now.commit.clicks += 1
    view.question.hand.toggles[1].value = True
    notebook.change(view.time.slider, value=2)
    assert not view.question.panel.visible
    notebook.click(view.time.now)
    assert view.question.panel.visible and view.question.hand.chosen == [2]
    assert view.now.commit.label == "Seal one card"


def test_a_moment_that_never_was_is_the_nearest_that_was() -> None:
    view, _, _ = played("Ana", answers=3)
    view.table.times.look(-5)
    assert view.table.moment().at == 0
    view.table.times.look(10_000)
    assert view.table.moment().at is None


def test_a_look_survives_an_undo_in_another_cell() -> None:
    view, _, _ = played("Ana")
    game = view.table.game
    assert game is not None
    view.table.times.look(game.n - 1)
    game.back_to(3)
    view.table.refresh()
    assert view.table.moment().at == 3


def test_two_displays_look_at_the_same_moment() -> None:
    view, notebook, _ = played("Ana")
    other = View(view.table)
    notebook.change(view.time.slider, value=4)
    assert other.now.text.object == view.now.text.object and other.time.slider.value == 4


def test_what_is_still_sealed_is_neither_shown_nor_explained() -> None:
    view, _, person = played("Ana", "Ben", answers=4)
    while view.table.moment().decision.kind != "cards":  # type: ignore[union-attr]
        person.answer()
    person.answer()  # one has sealed, the other has not
    game = view.table.game
    assert game is not None and view.table.moment().cover
    secret = secret_since(game)
    assert secret is not None and secret < game.n
    for n in range(secret + 1, game.n):
        view.table.times.look(n)
        assert view.table.moment().why_at is None
        assert "Why the last choice" not in view.happened.text.object
        assert "choose in secret" in view.now.text.object


# ---- what if


def test_a_what_if_game_is_played_on_and_left_without_a_trace() -> None:
    view, notebook, person = played("Ana", answers=10)
    table, game = view.table, view.table.game
    assert game is not None
    digest, n, code = game.digest(), game.n, game.code()
    notebook.change(view.time.slider, value=6)
    notebook.click(view.time.what_if)
    branch = table.game
    assert branch is not None and branch is not game and branch.n >= 6
    assert "What if:" in view.now.text.object and "after choice 6" in view.now.text.object
    assert "cnb-whatif" in view.now.panel.css_classes and view.time.main.visible
    for _ in range(5):
        person.answer()
    assert branch.n > n - 6 and branch.digest() != digest
    assert (game.digest(), game.n, game.code()) == (digest, n, code)
    notebook.click(view.time.main)
    assert table.game is game and (game.digest(), game.n, game.code()) == (digest, n, code)
    assert "What if" not in view.now.text.object and view.now.panel.css_classes == ["now"]
    person.answer()
    assert game.n > n


def test_a_what_if_game_inside_another_still_leads_back_to_the_main_line() -> None:
    view, _, person = played("Ana")
    table, game = view.table, view.table.game
    table.times.look(8)
    table.times.what_if()
    person.answer()
    table.times.look(4)
    table.times.what_if()
    assert table.times.left == 4 and table.game is not game
    table.times.main_line()
    assert table.game is game


def test_undo_does_not_lead_out_of_a_what_if_game() -> None:
    view, _, person = played("Ana")
    table = view.table
    table.times.look(6)
    table.times.what_if()
    person.answer()
    branch = table.game
    assert branch is not None
    for _ in range(6):
        table.undo()
    assert branch.n >= 6 and "began here" in table.notice


def test_a_what_if_game_takes_no_sealed_choice_along() -> None:
    view, _, person = played("Ana", "Ben", answers=4)
    while view.table.moment().decision.kind != "cards":  # type: ignore[union-attr]
        person.answer()
    person.answer()
    table, game = view.table, view.table.game
    assert game is not None
    secret = secret_since(game)
    table.times.what_if()
    assert table.times.left == secret
    assert {d.seat for d in table.game.pending} >= {0, 1}  # type: ignore[union-attr]


def test_the_main_line_keeps_its_table_while_a_what_if_game_is_played() -> None:
    game = game_of("Ana")
    shown = show(game)
    view = shown.view()
    person = Person(view, 1)
    for _ in range(5):
        person.answer()
    shown.table.times.look(3)
    shown.table.times.what_if()
    assert show(game).table is shown.table and shown.table.game is not game


def test_another_game_ends_looks_and_what_ifs() -> None:
    view, _, _ = played("Ana")
    view.table.times.look(3)
    view.table.times.what_if()
    assert view.table.open_code(game_of("Ana", seed=9).code())
    assert view.table.times.main is None and view.table.times.left is None and not view.time.main.visible


# ---- replay


def test_a_finished_game_is_replayed_from_the_start_to_the_end() -> None:
    view = finished()
    notebook = Notebook(view)
    game = view.table.game
    assert game is not None and view.time.replay.visible
    digest = game.digest()
    seen = []
    view.table.times.start()
    assert view.table.moment().at == 0 and not view.over.visible
    while view.table.times.at is not None:
        seen.append(view.table.times.at)
        notebook._handle(view.time.tick)
        assert notebook.lost == 0
    assert seen == list(range(game.n)) and game.digest() == digest
    assert view.table.moment().over and view.time.replay.visible and not view.time.running


def test_a_replay_plays_pauses_and_changes_its_speed(monkeypatch: pytest.MonkeyPatch) -> None:
    periods: list[int] = []

    class Clock:
        def __init__(self, _do: object, period: int) -> None:
            periods.append(period)

        def stop(self) -> None:
            periods.append(0)

    monkeypatch.setattr("panel.state.add_periodic_callback", lambda do, period: Clock(do, period))
    view = finished()
    view.time.replay.clicks += 1
    assert view.time.running and view.table.times.at == 0 and view.time.run.label == "Pause"
    for _ in range(3):
        view.time.speed.clicks += 1
    view.time.run.clicks += 1
    assert not view.time.running and view.time.run.label == "Play"
    used = [p for p in periods if p]
    assert len(set(used)) == 3 and used[0] == used[-1] and periods[-1] == 0
    view.time.later.clicks += 1
    view.time.later.clicks += 1
    view.time.earlier.clicks += 1
    assert view.table.times.at == 1


def test_a_replay_tells_why_a_computer_chose() -> None:
    view = finished(seed=3)
    game = view.table.game
    assert game is not None
    n = next(n for n in range(1, game.n) if game.why(n - 1))
    view.table.times.look(n)
    assert str(game.why(n - 1))[:20] in view.happened.text.object.replace("&#x27;", "'")


# ---- fair mode


def test_free_undo_is_the_default() -> None:
    view, _, _ = played("Ana", answers=6)
    game = view.table.game
    assert game is not None and not view.table.fair
    n = game.n
    view.table.undo()
    assert game.n < n


def test_fair_undo_stops_exactly_where_something_came_to_light() -> None:
    view, _, person = played("Ana", answers=0, fair=True, seed=11)
    table, game = view.table, view.table.game
    assert game is not None
    refused = allowed = 0
    for _ in range(40):
        if game.over:
            break
        before = game.n
        person.answer()
        target = game.fork()
        target.undo()
        state, old = game.document()["state"], target.document()["state"]
        hidden = ("rng", "dice_script", "draw_script", "deck_rng", "decks", "hands", "bag")
        same = all(state[name] == old[name] for name in hidden)
        opened = bool(old["sealed"]) and old["asked"] != state["asked"]
        digest = game.digest()
        table.undo()
        if same and not opened:
            allowed += 1
            assert game.n == target.n <= before
            table.redo()
        else:
            refused += 1
            assert game.digest() == digest
            assert table.notice.startswith("In fair mode this choice stands, because it has brought to light")
            assert table.notice.count(".") == 1
    assert refused >= 5 and allowed >= 1


def test_the_reason_names_what_came_to_light() -> None:
    game = colony.new_game(4, seed=1)
    words: set[str] = set()
    view = View(Table(game))
    person = Person(view, 2)
    while not game.over and len(words) < 4 and game.n < 400:
        before = game.n
        person.answer()
        words |= set(crossed(game, before))
    assert words == {"dice", "draw", "card", "shown"}


def test_a_sealed_choice_may_be_taken_back_until_all_have_chosen() -> None:
    view, _, person = played("Ana", "Ben", answers=4, fair=True)
    table = view.table
    while table.moment().decision.kind != "cards":  # type: ignore[union-attr]
        person.answer()
    game = table.game
    assert game is not None
    n = game.n
    person.answer()
    table.undo()
    assert game.n == n
    person.answer()
    person.answer()
    digest = game.digest()
    table.undo()
    assert game.digest() == digest and "secret choices of others" in table.notice


def test_in_fair_mode_no_what_if_game_shows_the_dice_in_advance() -> None:
    view, _, _ = played("Ana", fair=True)
    game = view.table.game
    view.table.times.look(3)
    view.table.times.what_if()
    assert view.table.game is game and "only after the end" in view.table.notice
    over = finished()
    over.table.fair = True
    over.table.times.look(3)
    over.table.times.what_if()
    assert over.table.times.main is not None


def test_fair_mode_is_chosen_on_the_start_screen_and_by_show() -> None:
    view = View(Table())
    view.start.fair.value = True
    view.start.play.clicks += 1
    assert view.table.fair
    game = game_of("Ana")
    assert show(game, fair=True).table.fair and show(game).table.fair
    assert not show(game_of("Ana")).table.fair


def test_a_save_and_a_code_stay_fair(tmp_path: Path) -> None:
    view, _, _ = played("Ana", answers=2, fair=True)
    plain, _, _ = played("Ana", answers=2)
    game, other = view.table.game, plain.table.game
    assert game is not None and other is not None
    for again in (colony.load(game.save(tmp_path / "game.json")), colony.from_code(game.code())):
        assert again.fair and Table(again).fair
    assert "fair" not in other.document()["setup"]
    assert view.table.open_code(other.code()) and not view.table.fair
