"""The lecture's notebook: slides with notes, in the order of a lesson, as the data says."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import nbformat

import colony_nb as colony
from colony_nb.commentary.lecture_notebook import MORE, NOTES, SKIP, SLIDE
from colony_nb.commentary.notebooks import Books, written
from colony_nb.prepared import about

PATH = Path(__file__).resolve().parents[2] / "notebooks" / "lecture.ipynb"


def cells() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(PATH.read_text(encoding="utf-8"))["cells"]
    return found


def source(cell: dict[str, Any]) -> str:
    return "".join(cell["source"])


def kind(cell: dict[str, Any]) -> str:
    return str(cell["metadata"]["slideshow"]["slide_type"])


def test_it_is_made_from_the_data() -> None:
    assert PATH.read_text(encoding="utf-8") == written(Books().all()["lecture.ipynb"])
    nbformat.validate(nbformat.read(PATH, as_version=4))


def test_every_cell_is_a_slide_or_says_why_not() -> None:
    assert {kind(cell) for cell in cells()} <= {SLIDE, MORE, NOTES, SKIP}
    for cell in cells():
        if kind(cell) == NOTES:
            assert source(cell).startswith("**Speaker notes.**")
        if cell["cell_type"] == "code":
            assert not cell["outputs"] and cell["execution_count"] is None
            assert cell["metadata"]["jupyter"]["source_hidden"] == (kind(cell) == SLIDE)


def test_the_room_never_sees_the_desk_on_a_slide() -> None:
    for cell in cells():
        if "colony.lecture(" in source(cell) and cell["cell_type"] == "code":
            assert kind(cell) == SKIP
        if cell["cell_type"] == "code" and kind(cell) == SLIDE:
            assert source(cell).endswith("colony.projector()")


def test_each_position_has_board_question_and_what_the_journal_says() -> None:
    names = re.findall(r'colony\.position\("([^"]+)"\)', "\n".join(map(source, cells())))
    assert len(names) == 2 and all(colony.position(name).n for name in names)
    text = [source(cell) for cell in cells() if kind(cell) == SLIDE]
    at = [next(i for i, slide in enumerate(text) if about(name).question in slide) for name in names]
    assert at == sorted(at)
    for name, place in zip(names, at, strict=True):
        assert "colony.projector()" in text[place - 1] and about(name).point in text[place - 2]
        assert about(name).watch in text[place + 1]


def test_the_parts_take_45_minutes() -> None:
    minutes = [int(n) for n in re.findall(r"^\| (\d+) min \|", source(cells()[0]), re.MULTILINE)]
    assert len(minutes) > 4 and sum(minutes) == 45
