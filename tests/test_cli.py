"""The command line: what it prints, what it refuses, how it ends."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import colony_nb as colony
from browser.harness import environment, free_port, server
from colony_nb import cli
from colony_nb.lab import batch, bench, calibration

START = "import sys; from colony_nb.cli import main; sys.exit(main())"


def run(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own."""
    command = [sys.executable, "-c", START, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120, **options)


@pytest.fixture
def save(tmp_path: Path) -> Path:
    game = colony.new_game(["Ana", colony.bot("random"), colony.bot("random")], seed=3)
    while game.n < 60:
        game.play()
        decision = game.pending[0]
        game.choose(decision, decision.options[-1])
    return game.save(tmp_path / "game.json")


# ------------------------------------------------------------------ help and errors


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--version"]) == 0
    assert capsys.readouterr().out == f"colony-nb {colony.__version__}\n"


@pytest.mark.parametrize("command", ["", "serve", "simulate", "replay", "bench", "doctor"])
def test_help_names_every_option(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([*command.split(), "--help"]) == 0
    text = capsys.readouterr().out
    assert text.startswith(f"usage: {' '.join(['colony-nb', command]).strip()} [-h]")
    expected = {
        "": "--version --no-browser --port serve simulate replay bench doctor",
        "serve": "--port --no-browser --address",
        "simulate": "--games --players --bot --seed --jobs --variant --format --journal",
        "replay": "FILE --format",
    }.get(command, "")
    assert [word for word in expected.split() if word not in text] == []


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("fly", "fly"),
        ("--port nine", "'nine' is not a whole number"),
        ("--port 0", "0 is not a port"),
        ("serve --port 65536", "65536 is not a port"),
        ("simulate --games 0", "1 or more"),
        ("simulate --games many", "'many' is not a whole number"),
        ("simulate --jobs 0", "1 or more"),
        ("simulate --players 2", "3 to 6"),
        ("simulate --players 7", "3 to 6"),
        ("simulate --bot nobody", "nobody"),
        ("simulate --bot random,", "names no bot"),
        ("simulate --variant chess", "chess"),
        ("simulate --seed 1.5", "'1.5' is not a whole number"),
        ("simulate --format xml", "xml"),
        ("simulate --gam 3", "--gam"),
        ("simulate --games 1 --bot random --journal no/such/folder/file", "cannot be written"),
        ("replay", "FILE"),
        ("replay no-such-file", "no-such-file"),
        ("replay .", "."),
        ("bench --seconds 0", "'0' is not a number of seconds"),
        ("bench --seconds nan", "'nan' is not a number of seconds"),
        ("doctor now", "now"),
    ],
)
def test_errors_are_one_sentence(line: str, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(line.split()) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("colony-nb: ") and err.endswith(".\n") and err.count("\n") == 1
    assert says in err
    assert "Traceback" not in err


def test_an_error_inside_is_a_sentence_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*args: object, **options: object) -> None:
        raise RuntimeError("spilled coffee")

    monkeypatch.setattr(batch, "simulate", broken)
    assert cli.main(["simulate", "--games", "1", "--bot", "random"]) == 2
    err = capsys.readouterr().err
    assert "RuntimeError: spilled coffee" in err and err.count("\n") == 1


def test_every_text_that_is_asked_for_is_there() -> None:
    source = Path(cli.__file__).read_text(encoding="utf-8")
    keys = set(re.findall(r'say\(\s*"([a-z_.]+)"', source))
    assert len(keys) > 40
    for key in keys:
        entry: Any = cli.WORDS
        for part in key.split("."):
            entry = entry[part]
        assert isinstance(entry, str), key
    rows = re.findall(r'Row\(\s*f?"([a-z_]+)"', Path(bench.__file__).read_text(encoding="utf-8"))
    assert len(rows) > 8
    assert [name for name in rows if name not in cli.WORDS["bench"]["rows"]] == []
    names = calibration.figures(
        [{"money": [1], "influence": [1], "countries": [1], "independent": 1, "winners": [0]}]
    )
    assert list(names) == list(cli.WORDS["simulate"]["figures"])


# ------------------------------------------------------------------ simulate


def simulated(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert cli.main(["simulate", *arguments]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def test_simulate_plays_the_simplified_game(capsys: pytest.CaptureFixture[str]) -> None:
    """Both games; a variant of the other one is refused in a sentence."""
    line = "simulate --game simplified --games 3 --players 5 --variant read_and_discuss --format json"
    assert cli.main(line.split()) == 0
    out = json.loads(capsys.readouterr().out)
    assert out["game"] == "simplified" and out["results"]["rounds"] == [15] * 3
    assert cli.main("simulate --game simplified --games 1 --variant sabotage".split()) == 2
    assert "read_and_discuss" in capsys.readouterr().err


def test_simulate_prints_the_figures_and_their_bounds(capsys: pytest.CaptureFixture[str]) -> None:
    out = simulated(capsys, "--games", "4", "--players", "6", "--bot", "steady")
    lines = out.splitlines()
    assert lines[0] == "4 games, 6 powers, steady, seed 1"
    median = next(line for line in lines if "median of the games' medians" in line)
    assert "180 to 350" in median and median.endswith(("yes", "NO"))
    assert sum(line.endswith(("yes", "NO")) for line in lines) == len(calibration.BOUNDS)
    best = re.search(r"^money of the best: mean +([\d.]+) ", out, re.MULTILINE)
    assert best is not None
    columns = batch.simulate(4, 6, "steady")
    value = calibration.figures(batch.rows(columns))["mean_best_money"]["value"]
    assert float(best[1]) == pytest.approx(value, abs=0.06)


def test_other_tables_are_printed_without_bounds(capsys: pytest.CaptureFixture[str]) -> None:
    assert "to 350" not in simulated(capsys, "--games", "2", "--players", "6", "--bot", "random")
    out = simulated(capsys, "--games", "2", "--players", "3", "--bot", "random", "--variant", "sabotage")
    assert "3 powers, random, seed 1, sabotage" in out
    assert "to 350" not in out
    assert not any(line.endswith(("yes", "NO")) for line in out.splitlines())


def test_several_bots_are_counted_apart(capsys: pytest.CaptureFixture[str]) -> None:
    out = simulated(capsys, "--games", "6", "--bot", "random,steady", "--format", "json")
    found = json.loads(out)
    assert found["bots"] == ["random", "steady"]
    assert found["results"]["bots"][:2] == [["random", "steady"] * 2, ["steady", "random"] * 2]
    assert sum(found["wins"].values()) == pytest.approx(6)
    text = simulated(capsys, "--games", "6", "--bot", "random,steady")
    assert f"steady {found['wins']['steady']:g} of 6" in text


@pytest.mark.parametrize("form", ["table", "json"])
def test_jobs_change_nothing(form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    common = ["--games", "10", "--players", "3", "--bot", "random", "--seed", "9", "--format", form]
    one, two = tmp_path / "one", tmp_path / "two"
    first = simulated(capsys, *common, "--jobs", "1", "--journal", str(one))
    second = simulated(capsys, *common, "--jobs", "2", "--journal", str(two))
    assert second.replace(str(two), str(one)) == first
    assert one.read_bytes() == two.read_bytes()


def test_the_journal_adds_up_to_the_result(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "journal"
    out = simulated(
        capsys, "--games", "3", "--bot", "random", "--seed", "4", "--format", "json", "--journal", str(path)
    )
    results = json.loads(out)["results"]
    money = [[5] * 4 for _ in range(3)]
    for line in path.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        mine = money[record["game"]]
        if record["kind"] == "income":
            mine[record["seat"]] += record["total"]
        elif record["kind"] == "money":
            mine[record["seat"]] += record["amount"]
        elif record["kind"] == "pay":
            mine[record["seat"]] -= record["amount"]
        elif record["kind"] == "bids":
            for seat, bid in record["bids"].items():
                mine[int(seat)] -= bid["money"]
    assert money == results["money"]


def test_a_wrong_bot_touches_no_file(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    path.write_text("kept")
    assert cli.main(["simulate", "--bot", "nobody", "--journal", str(path)]) == 2
    assert path.read_text() == "kept"


def test_a_closed_pipe_is_quiet() -> None:
    command = [
        sys.executable,
        "-c",
        START,
        "simulate",
        "--games",
        "40",
        "--bot",
        "random",
        "--format",
        "json",
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait(60) == cli.PIPE_CLOSED


@pytest.mark.skipif(os.name != "posix", reason="sends a POSIX signal")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_is_quiet(jobs: str, tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    command = [
        sys.executable,
        "-c",
        START,
        "simulate",
        "--games",
        "100000",
        "--bot",
        "random",
        "--jobs",
        jobs,
    ]
    process = subprocess.Popen(
        [*command, "--journal", str(journal)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    deadline = time.monotonic() + 60
    while not (journal.exists() and journal.stat().st_size) and time.monotonic() < deadline:
        time.sleep(0.1)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all processes of the command
    out, err = process.communicate(timeout=60)
    assert (out, err) == (b"", b"")
    assert process.returncode == cli.INTERRUPTED


# ------------------------------------------------------------------ replay


def test_replay_tells_the_game_in_sentences(save: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["replay", str(save)]) == 0
    out = capsys.readouterr().out
    game = colony.load(save)
    assert out.startswith("A game of Ana, ")
    assert "(random)" in out.splitlines()[0]
    assert f"{game.n} choices lead to position {game.digest()}" in out
    lines = [line for line in out.splitlines() if line]
    assert len(lines) >= len(game.journal)
    assert not any("{" in line for line in lines)
    assert any(line.startswith("Round 2") for line in lines)


def test_replay_as_json(save: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["replay", str(save), "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    game = colony.load(save)
    assert found["choices"] == game.n and found["digest"] == game.digest() and found["result"] is None
    assert found["journal"] == json.loads(json.dumps(list(game.journal)))


def changed(save: Path, change: Any) -> None:
    """Change a save as somebody would who also mends its checksum."""
    from colony_nb.kernel import saves

    document = json.loads(save.read_text(encoding="utf-8"))
    change(document)
    body = {k: v for k, v in document.items() if k not in ("format", "version", "engine", "digest")}
    document["digest"] = saves._digest(body)
    save.write_text(json.dumps(document), encoding="utf-8")


def test_replay_finds_a_position_that_was_changed(save: Path, capsys: pytest.CaptureFixture[str]) -> None:
    changed(save, lambda document: document["state"]["money"].__setitem__(0, 999))
    assert cli.main(["replay", str(save)]) == 2
    out, err = capsys.readouterr()
    assert out == "" and "another position" in err


@pytest.mark.parametrize("cut", [0.3, 0.99])
def test_replay_refuses_what_is_cut_off(cut: float, save: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = save.read_text(encoding="utf-8")
    save.write_text(text[: int(len(text) * cut)], encoding="utf-8")
    assert cli.main(["replay", str(save)]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and "save_" not in err


def test_replay_to_a_terminal_without_the_letters(save: Path) -> None:
    done = run("replay", str(save), env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0, done.stderr
    assert "as saved" in done.stdout


# ------------------------------------------------------------------ bench and doctor


def test_bench_prints_floor_and_goal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = (bench.Row("raw_norm", 80_000, "rate", 78_800, 118_200, True), bench.Row("copy", 9, "us", 8, 4))
    monkeypatch.setattr(bench, "run", lambda seconds: bench.Bench(rows, 1700.0, None))
    assert cli.main(["bench", "--seconds", "0.1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    rate = next(line for line in lines if "normalised" in line)
    assert re.search(r"80,000 /s +78,800 /s +118,200 /s +floor$", rate)
    copy = next(line for line in lines if line.startswith("copy"))
    assert re.search(r" 9 us +8 us +4 us +BELOW$", copy)
    assert cli.main(["bench", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [row["state"] for row in found["rows"]] == ["at_floor", "below"]


def test_doctor_tells_and_ends_with_what_it_found(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    doctor: Any = import_module("colony_nb.doctor")

    monkeypatch.setattr(doctor, "doctor", lambda: doctor.Findings())
    assert cli.main(["doctor"]) == 0
    assert "Nothing is wrong" in capsys.readouterr().out
    wrong = doctor.Findings([doctor.Finding("extension_missing")])
    monkeypatch.setattr(doctor, "doctor", lambda: wrong)
    assert cli.main(["doctor"]) == 1
    assert "pyviz_comms" in capsys.readouterr().out


# ------------------------------------------------------------------ JupyterLab and serve


def test_jupyterlab_is_started_on_the_notebook(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[list[str]] = []
    monkeypatch.setattr(cli, "_become", lambda command: started.append(command) or 0)
    assert cli.main(["--no-browser", "--port", "8899"]) == 0
    command = started[0]
    assert command[:3] == [sys.executable, "-m", "jupyterlab"]
    assert "--no-browser" in command and "--port=8899" in command
    assert "--LabApp.default_url=/lab/tree/00_start_here.ipynb" in command
    assert cli.main([]) == 0
    assert "--no-browser" not in started[1]
    assert not any(part.startswith("--port") for part in started[1])


def test_a_wheel_without_notebooks_says_where_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cli, "DATA", tmp_path / "colony_nb" / "data")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(cli, "_become", lambda command: pytest.fail("something was started"))
    assert cli.main([]) == 2
    err = capsys.readouterr().err
    assert "colony-nb serve" in err and err.count("\n") == 1
    (tmp_path / "notebooks").mkdir()
    (tmp_path / "notebooks" / "00_start_here.ipynb").touch()
    assert cli.notebook() == tmp_path / "notebooks" / "00_start_here.ipynb"


def test_a_taken_port_is_refused_and_passed_over(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert cli.main(["serve", "--no-browser", "--address", "127.0.0.1", "--port", str(port)]) == 2
        err = capsys.readouterr().err
        assert str(port) in err and err.count("\n") == 1
        other = free_port()
        monkeypatch.setattr(cli, "SERVE_PORTS", (port, other))
        assert cli._free_port("127.0.0.1", None) == other
        monkeypatch.setattr(cli, "SERVE_PORTS", (port,))
        with pytest.raises(cli.Wrong, match=str(port)):
            cli._free_port("127.0.0.1", None)


def test_an_address_of_elsewhere_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["serve", "--no-browser", "--address", "203.0.113.9"]) == 2
    assert "203.0.113.9" in capsys.readouterr().err


def test_serve_is_open_to_this_machine_alone_unless_told() -> None:
    assert cli._origins("localhost", 5006) == ["localhost:5006", "127.0.0.1:5006"]
    assert cli._origins("0.0.0.0", 5006) == ["*"]


def test_serve_answers_and_ends_quietly(tmp_path: Path) -> None:
    port = free_port()
    log = tmp_path / "serve.log"
    command = [sys.executable, "-c", START, "serve", "--no-browser", "--port", str(port)]
    with server(command, f"http://localhost:{port}/", log, environment(tmp_path)):
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(f"http://localhost:{port}/", timeout=20) as response:
            page = response.read().decode()
        assert "<title>Colony</title>" in page
        assert not re.search(r'(src|href)="https?://', page), "the page needs the internet"
    text = log.read_text(encoding="utf-8")
    assert f"http://localhost:{port}/" in text
    assert "Traceback" not in text
