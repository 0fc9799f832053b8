"""The benchmark of class mode: it plays whole games and knows a lost choice when it sees one."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from colony_nb import cli
from colony_nb.lab import class_load
from colony_nb.lab.class_load import COLUMNS, Device, Found, _missing, figures, measure, report, share


def test_shares_of_the_answers() -> None:
    assert share([], 0.95) == 0.0
    assert share([3.0, 1.0, 2.0], 0.5) == 2.0
    assert share([float(n) for n in range(100)], 0.95) == 95.0


def devices(*chosen: list[Any]) -> list[Device]:
    made = []
    for seat, answers in enumerate(chosen):
        device = Device("", "", seat, random.Random(1), Found(1, 1), (0.0, 0.0))
        device.chosen = answers
        made.append(device)
    return made


def test_a_lost_choice_is_counted() -> None:
    log = [[0, "choice", "a"], [1, "choice", "b"], [0, "invest", 2]]
    mine, other = [log[0], log[2]], [log[1]]
    room = {"numbers": ["1", "2"], "log": log, "over": True}
    assert _missing(room, devices(mine, other)) == 0
    assert _missing(room | {"log": log[:2]}, devices(mine, other)) == 1
    assert _missing(room, devices(mine, [[1, "choice", "a"]])) == 1  # the game has another answer
    assert _missing(room | {"over": False}, devices(mine, other)) == 2


def test_a_class_plays_a_game_to_its_end() -> None:
    found = measure(1, 3, 2, screens=False, think=(0.05, 0.15))
    assert found.lost == 0 and len(found.answers) > 50
    assert figures(found)["devices"] == 6 and 0 < found.p50 <= found.p95
    assert found.p95 < 5


@pytest.mark.parametrize(("lost", "p95", "status"), [(0, 0.1, 0), (1, 0.1, 1), (0, 0.3, 1)])
def test_the_report_tells_whether_the_goal_was_met(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], lost: int, p95: float, status: int
) -> None:
    found = Found(30, 5, [p95] * 10, lost, 1.0, 100.0)
    monkeypatch.setattr(class_load, "measure", lambda *_plan: found)
    assert cli.main(["bench", "--class"]) == status
    table = capsys.readouterr().out
    assert f"{1000 * p95} ms" in table and "100 MB" in table
    assert report() == status
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(lines) == 2 and set(COLUMNS) <= set(lines[0])
