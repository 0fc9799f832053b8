"""The phase notebooks run from the last cell to the first, twice, and read as HTML without scripts."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from nbconvert import HTMLExporter

FOLDER = Path(__file__).resolve().parents[2] / "notebooks"
PHASES = sorted(FOLDER.glob("0[1-6]_*.ipynb"))
LAST = next(FOLDER.glob("07_*.ipynb"))
EVERY = [
    path for path in sorted(FOLDER.glob("*.ipynb")) if path.name[:1].isdigit() or path.stem == "encyclopaedia"
]
LOCKED = Path("/proc")  # no one may make a file there, not even root


@pytest.mark.parametrize("path", [PHASES[2], LAST], ids=lambda path: path.stem)
def test_runs_bottom_up_and_twice(path: Path, tmp_path: Path) -> None:
    _run_backwards(path, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("path", EVERY, ids=lambda path: path.stem)
def test_every_one_runs_bottom_up_and_twice(path: Path, tmp_path: Path) -> None:
    _run_backwards(path, tmp_path)


CHOICE = """from colony_nb import study

game = study.table(3).game
mine = next(d for d in game.pending if d.seat == 0)
game.choose(mine, mine.options[0])
box = study.reflect(3)
box.children[2].value = "a thought"
print(box.children[-1].value)"""


@pytest.mark.skipif(not LOCKED.is_dir(), reason="There is no folder here that takes no file from anybody.")
@pytest.mark.parametrize("path", [PHASES[2], LAST], ids=lambda path: path.stem)
def test_runs_where_nothing_can_be_written(path: Path) -> None:
    book = nbformat.read(path, as_version=4)
    cells = [cell for cell in book.cells if cell.cell_type == "code"]
    book.cells = [nbformat.v4.new_code_cell(CHOICE), *reversed(cells), *cells]
    NotebookClient(book, timeout=120, resources={"metadata": {"path": str(LOCKED)}}).execute()
    told = str([cell.outputs for cell in book.cells])
    assert not [out for cell in book.cells for out in cell.outputs if out.output_type == "error"]
    assert "This folder cannot be written to, so what you do is kept only until the kernel stops" in told
    assert "1 of 5 written" in told, "kept as long as the kernel runs"


def _run_backwards(path: Path, folder: Path) -> None:
    book = nbformat.read(path, as_version=4)
    cells = [cell for cell in book.cells if cell.cell_type == "code"]
    assert len(cells) == {LAST: 6, **dict.fromkeys(PHASES, 5)}.get(path, 1)
    again = [nbformat.v4.new_code_cell(cell.source) for cell in reversed(cells)]
    book.cells = [*reversed(cells), *again]
    NotebookClient(book, timeout=120, resources={"metadata": {"path": str(folder)}}).execute()
    for cell in book.cells:
        assert cell.outputs, cell.source
        assert not [out for out in cell.outputs if out.output_type in ("error", "stream")], cell.source
    assert not list(folder.iterdir()), "nothing of a person's own was there to keep"


@pytest.mark.parametrize("path", [*PHASES, LAST, FOLDER / "encyclopaedia.ipynb"], ids=lambda path: path.stem)
def test_reads_as_html_without_scripts(path: Path) -> None:
    html, _ = HTMLExporter().from_filename(str(path))
    bare = re.sub(r"<script\b.*?</script>", "", html, flags=re.S)
    assert "<script" not in bare
    images = re.findall(r"<img[^>]*>", bare)
    assert images and all(re.search(r'alt="[^"]{20,}"', image) for image in images)
    text = re.sub(r"<style\b.*?</style>", "", bare, flags=re.S)
    text = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", text))
    if path in PHASES:
        assert bare.count("<details>") == bare.count("</details>") == 26
        assert "What the game leaves out or bends" in text and "Check yourself" in text
    for mark in ("[[", "](", "**", "\\["):
        at = text.find(mark)
        assert at < 0, text[max(0, at - 80) : at + 80]
    levels = [int(level) for level in re.findall(r"<h([1-6])\b", bare)]
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
