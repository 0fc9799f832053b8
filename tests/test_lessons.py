"""The lesson plans: minutes that add up, names the app has, sheets that stand alone and tell no result."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import colony_nb as colony
from colony_nb import lessons
from colony_nb.commentary.history import History
from colony_nb.commentary.lint import Editor, Passage
from colony_nb.paths import DATA
from colony_nb.prepared import about

FOLDER = DATA / "text" / "en" / "lessons"
NAMES = [name for name, _ in lessons.plans()]
FILES = {path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.toml"))}
LESSONS = {name: FILES[name] for name in lessons.FILES}
POSITIONS = dict(colony.positions())


def leaves(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, f"{name}.{key}")
    elif isinstance(value, list):
        for inner in value:
            yield from leaves(inner, name)
    elif isinstance(value, str):
        yield name, value


def text_of(page: str) -> str:
    return re.sub(r"<[^>]+>", " ", re.sub(r"<(style|svg)\b.*?</\1>", " ", page, flags=re.S))


def parts(name: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """(plan, sheet) of a lesson as data."""
    file, _, length = name.rpartition("-")
    return LESSONS[file][f"plan-{length}"], LESSONS[file][f"sheet-{length}"]


class Checked(HTMLParser):
    """Every tag that opens closes, in order; nothing comes from elsewhere."""

    EMPTY = frozenset(("meta", "br", "link", "img", "use", "path", "rect", "circle", "polygon", "line"))

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.fetched: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "link", "img", "iframe", "object"):
            self.fetched.append(tag)
        self.fetched += [f"{k}={v}" for k, v in attrs if k in ("src", "onclick", "onload")]
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.EMPTY:
            assert self.open and self.open.pop() == tag, tag


# ---------------------------------------------------------------- the plans


def test_two_lengths_for_each_phase_and_the_simplified_version() -> None:
    assert len(NAMES) == 14 == len(set(NAMES))
    assert set(FILES) == {*lessons.FILES, "frame"}


@pytest.mark.parametrize("name", NAMES)
def test_the_minutes_add_up(name: str) -> None:
    rows = parts(name)[0]["rows"]
    assert sum(row["min"] for row in rows) == int(name.rpartition("-")[2])
    assert all(row["min"] > 0 and row["what"] and row["text"] for row in rows)
    debrief = sum(row["min"] for row in rows if "debrief" in row["what"].lower())
    assert debrief >= int(name.rpartition("-")[2]) / 5, "too little time for the debrief"


@pytest.mark.parametrize("name", NAMES)
def test_the_positions_are_of_the_phase_and_two_are_shown(name: str) -> None:
    plan, sheet = parts(name)
    shown = [p for row in plan["rows"] for p in row.get("positions", ())]
    phase = LESSONS[name.rpartition("-")[0]].get("phase")
    if phase is None:
        assert not shown and sheet["boards"] == [lessons.EMPTY]
        return
    assert len(shown) >= 2 and set(shown) <= set(POSITIONS) and set(sheet["boards"]) <= set(shown)
    assert {about(p).phase for p in shown} == {phase}
    page = lessons.plan_html(name)
    for position in shown:
        assert f'colony.position("{position}")' in page.replace("&quot;", '"')
        assert about(position).question.split("?")[0] in text_of(page).replace("&amp;", "&")


@pytest.mark.parametrize("name", NAMES)
def test_a_plan_has_all_its_parts(name: str) -> None:
    page = lessons.plan_html(name)
    for key in ("aims", "prepare", "notes", "time", "debrief", "tasks"):
        assert f"<h2>{lessons._say(f'plan.{key}')}</h2>" in page, key
    tasks = LESSONS[name.rpartition("-")[0]]["tasks"]
    assert len(tasks) >= 2 and tasks[0].startswith("Annotate this board")


@pytest.mark.parametrize("name", NAMES)
def test_the_debrief_asks_first_what_the_score_did_not_count(name: str) -> None:
    file = LESSONS[name.rpartition("-")[0]]
    first = parts(name)[0]["debrief"][0]
    question = History().phase(file["phase"]).questions[first - 1] if isinstance(first, int) else first
    assert "score" in question
    assert question.split("?")[0] in text_of(lessons.plan_html(name)).replace("&#x27;", "'")


def test_every_name_of_the_app_is_one_of_the_apps() -> None:
    """A button or tab that a plan names is looked up in the app's texts; none is written by hand."""
    seen = {found for file in FILES.values() for _, text in leaves(file) for found in lessons.named(text)}
    assert len(seen) > 20
    for file, key in seen:
        assert lessons.app_word(file, key).strip(), (file, key)
    shown = {lessons.app_word(file, key) for file, key in seen}
    assert {"Happened", "History", "Undo", "Choose …", "Present"} <= shown
    for _, text in (leaf for file in FILES.values() for leaf in leaves(file)):
        bare = re.sub(r"`[^`]*`|\{[a-z_]+:[^}]*\}", "", text)
        assert not re.search(
            r"\b(?:press|click|button called|tab) [A-Z]\w+", bare.replace("press Shift", "")
        ), bare


def test_an_unknown_name_of_the_app_does_not_pass() -> None:
    with pytest.raises(KeyError):
        lessons.app_word("app", "tab.no_such_tab")


# ---------------------------------------------------------------- the sheets


@pytest.mark.parametrize("name", NAMES)
def test_a_sheet_has_board_rules_questions_and_room(name: str) -> None:
    _, sheet = parts(name)
    page = lessons.sheet_html(name)
    assert page.count("<svg") == len(sheet["boards"])
    assert page.count('class="line"') == sum(q["lines"] for q in sheet["questions"]) >= 8
    book = tomllib.loads((DATA / "text/en/rules.toml").read_text(encoding="utf-8"))
    for rule in sheet.get("rules", ()):
        assert book[rule]["title"] in text_of(page).replace("&#x27;", "'")
    if "voice" in sheet:
        voice = History().phase(LESSONS[name.rpartition("-")[0]]["phase"]).voices[sheet["voice"] - 1]
        assert voice.who.split(",")[0] in text_of(page).replace("&#x27;", "'").replace("&quot;", '"')
        assert '<ol class="sources">' in page


@pytest.mark.parametrize("name", [n for n in NAMES if n.startswith("simplified")])
def test_what_follows_from_a_choice_stands_in_the_plan_alone(name: str) -> None:
    """SIM: consequences are told only after all have chosen."""
    table = tomllib.loads((DATA / "text/en/simplified.toml").read_text(encoding="utf-8"))
    plan, sheet = lessons.plan_html(name), lessons.sheet_html(name)
    for rule in parts(name)[0]["steps"]:
        for text in table["consequence"].get(rule, {}).values():
            if text in ("Nothing changes.",) or rule == "SIM-4":
                continue
            assert text not in sheet.replace("&#x27;", "'")
            if rule != "SIM-8":
                assert text in plan.replace("&#x27;", "'"), (rule, text)


def test_the_long_simplified_lesson_leaves_the_step_on_enslaved_people_out_of_the_sheet() -> None:
    plan, sheet = parts("simplified-90")
    assert "SIM-8" in plan["steps"] and "SIM-8" not in sheet["steps"]
    text = " ".join(row["text"] for row in plan["rows"])
    assert "silence" in text.lower()
    game = colony.new_game(game="simplified", players=4, seed=1, variants={"read_and_discuss": True})
    assert "read_and_discuss" in game.setup.variants


@pytest.mark.parametrize("name", [n for n in NAMES if n.startswith("phase-3")])
def test_a_sheet_tells_no_result_of_a_position(name: str) -> None:
    page = text_of(lessons.sheet_html(name))
    for board in parts(name)[1]["boards"]:
        assert about(board).title not in page and about(board).watch not in page


# ---------------------------------------------------------------- pages


@pytest.mark.parametrize("page", [*NAMES, "frame"])
def test_the_pages_stand_alone(page: str) -> None:
    pages = [lessons.frame_html()] if page == "frame" else [lessons.plan_html(page), lessons.sheet_html(page)]
    for text in pages:
        assert text.startswith("<!DOCTYPE html>") and '<html lang="en">' in text and "@page" in text
        checked = Checked()
        checked.feed(text)
        assert not checked.open and not checked.fetched, (checked.open, checked.fetched)
        assert "url(http" not in text and "@import" not in text
        assert not re.search(r"\{[a-z_]+:[a-z]", text_of(text)), "a name that was not looked up"


def test_the_texts_keep_to_the_house_style() -> None:
    editor = Editor()
    found = []
    for name, file in FILES.items():
        for where, text in leaves(file):
            passage = Passage(f"{name}{where}", "why", re.sub(r"\{[^}]*\}", "x", text))
            found += editor.text(passage) + editor.asks(passage)
    found = [f for f in found if "independence" not in f.what]  # the rules' word, named as such
    assert not found, "\n".join(map(str, found))


def test_the_command_writes_every_page(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "colony_nb.lessons", str(tmp_path / "out")], capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    written = {path.name for path in (tmp_path / "out").iterdir()}
    assert written == {"index.html", f"{lessons.FRAME}.html"} | {
        f"{kind}-{name}.html" for kind in ("plan", "sheet") for name in NAMES
    }
    index = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    assert set(re.findall(r'href="([^"]+)"', index)) == written - {"index.html"}


def test_wrong_use_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert lessons.main([]) == 2
    assert "usage" in capsys.readouterr().err
    assert lessons.main([str(tmp_path / "a"), "phase-9-45"]) == 1
    assert "phase-1-45" in capsys.readouterr().err and not (tmp_path / "a").exists()
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert lessons.main([str(tmp_path / "file"), "phase-1-45"]) == 1
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
