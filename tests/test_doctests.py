"""The examples of the README and of the docstrings are true."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
OPTIONS = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
WITH_EXAMPLES = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for path in sorted((ROOT / "colony_nb").rglob("*.py"))
    if ">>> " in path.read_text(encoding="utf-8")
]


def test_readme() -> None:
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False, optionflags=OPTIONS)
    assert result.attempted > 10
    assert result.failed == 0


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_docstrings(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name.removesuffix(".__init__")), optionflags=OPTIONS)
    assert result.failed == 0
