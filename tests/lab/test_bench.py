"""The benchmark measures what it says; how fast it is here is nobody's test."""

from __future__ import annotations

import sys
from types import ModuleType, SimpleNamespace

import pytest

from colony_nb.lab import bench


def test_the_calibration_loop_is_fixed_work() -> None:
    assert bench.calibration_loop() == bench.calibration_loop() == 26393
    assert bench.calibration_loop(100) != bench.calibration_loop(200)


def test_both_ways_play_the_same_game() -> None:
    for seed in (1, 2, 3):
        game = bench.finished(seed)
        assert game.over
        assert bench.raw_play(seed) == bench.face_play(seed) == game.n


def test_all_rows_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "SLICE", 0.01)
    monkeypatch.setattr(bench, "import_ms", lambda: 50.0)
    monkeypatch.setattr(bench, "workers_speed_up", lambda seconds: 1.8)
    monkeypatch.setitem(sys.modules, "catanatron", None)
    found = bench.run(0.02)
    rows = {row.name: row for row in found.rows}
    assert len(rows) == len(found.rows)
    assert all(row.value > 0 for row in found.rows)
    assert rows["raw_all"].floor == 4 * bench.CATANATRON and rows["face_all"].goal == 4 * bench.CATANATRON
    assert rows["raw_norm"].floor is None and rows["raw_all"].value > rows["raw_norm"].value
    assert rows["face"].value < rows["raw"].value
    assert rows["import"].state == "at_floor"
    assert found.catanatron is None


def test_catanatron_is_measured_where_it_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stand-in with catanatron's names that makes 50 decisions a game."""

    class Game:
        def __init__(self, players: list[str], seed: int) -> None:
            assert players == ["red", "blue"]
            self.state = SimpleNamespace(num_turns=0)

        def winning_color(self) -> str | None:
            return "red" if self.state.num_turns == 50 else None

        def play_tick(self) -> None:
            self.state.num_turns += 1
            bench.calibration_loop(200)

    game, players = ModuleType("catanatron.game"), ModuleType("catanatron.models.player")
    game.Game, game.TURNS_LIMIT = Game, 1000  # type: ignore[attr-defined]
    players.RandomPlayer, players.Color = str, ["red", "blue"]  # type: ignore[attr-defined]
    for name, module in (("catanatron.game", game), ("catanatron.models.player", players)):
        monkeypatch.setitem(sys.modules, name, module)
    for name in ("catanatron", "catanatron.models"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    monkeypatch.setattr(bench.metadata, "version", lambda name: f"{name} 9")
    monkeypatch.setattr(bench, "SLICE", 0.02)
    monkeypatch.setattr(bench, "import_ms", lambda: 50.0)
    monkeypatch.setattr(bench, "workers_speed_up", lambda seconds: 1.8)
    found = bench.run(0.1)
    rows = {row.name: row for row in found.rows}
    assert found.catanatron is not None and found.catanatron[0] == "catanatron 9"
    assert rows["raw_ratio"].floor == 4 and rows["face_ratio"].floor == 2
    assert rows["raw_all"].floor is None
    ratio = rows["raw_all"].value / rows["raw_ratio"].value
    assert 5 * bench.NOMINAL < ratio < 20 * bench.NOMINAL  # 10 decisions a calibration loop


@pytest.mark.parametrize(
    ("value", "more", "state"),
    [(9, False, "below"), (8, False, "at_floor"), (4, False, "at_goal"), (3, False, "at_goal")]
    + [(1, True, "below"), (8, True, "at_goal")],
)
def test_state_of_a_row(value: float, more: bool, state: str) -> None:
    floor, goal = (2, 4) if more else (8, 4)
    assert bench.Row("copy", value, "us", floor, goal, more).state == state
    assert bench.Row("copy", value, "us").state is None


def test_two_workers_are_measured() -> None:
    assert 0.1 < bench.workers_speed_up(0.1) < 10


def test_import_is_measured_in_a_fresh_process() -> None:
    assert 1 < bench.import_ms(1) < 5000
