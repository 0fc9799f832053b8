"""What every notebook keeps to; that its cells run is tested by collecting the notebooks themselves."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

NOTEBOOKS = sorted((Path(__file__).resolve().parents[2] / "notebooks").glob("*.ipynb"))


def read(path: Path) -> dict[str, Any]:
    """Return a notebook as the JSON it is."""
    book: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return book


def source(cell: dict[str, Any]) -> str:
    """Return a cell's text."""
    return "".join(cell["source"])


def test_there_is_a_start_notebook() -> None:
    assert "00_start_here.ipynb" in [path.name for path in NOTEBOOKS]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_is_stored_without_app_output(path: Path) -> None:
    assert path.stat().st_size < 250_000
    for cell in read(path)["cells"]:
        if cell["cell_type"] == "code" and "nbval-check-output" not in cell["metadata"].get("tags", []):
            assert cell["outputs"] == []
            assert cell["execution_count"] is None


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_says_how_to_begin_and_runs_on_any_python(path: Path) -> None:
    book = read(path)
    first = book["cells"][0]
    assert first["cell_type"] == "markdown"
    assert "Run > Run All Cells" in source(first)
    assert book["metadata"]["kernelspec"]["name"] == "python3"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_pictures_exist_and_have_a_text(path: Path) -> None:
    for cell in read(path)["cells"]:
        if cell["cell_type"] == "markdown":
            for text, target in re.findall(r"!\[(.*?)\]\((.*?)\)", source(cell), re.S):
                assert len(text) > 20, target
                assert (path.parent / target).is_file(), target


def test_start_notebook_says_what_this_is_before_the_table() -> None:
    cells = read(next(path for path in NOTEBOOKS if path.name.startswith("00_")))["cells"]
    table = next(
        i for i, cell in enumerate(cells) if "colony.show()" in source(cell) and cell["cell_type"] == "code"
    )
    before = " ".join(source(cell) for cell in cells[:table]).replace("\n", " ")
    for said in (
        "What this is for",
        "You play a European colonial power",
        "score measures exploitation",
        "![",
    ):
        assert said in before
