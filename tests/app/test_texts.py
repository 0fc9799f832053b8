"""The table's own sentences: all that are asked for exist, none is left over."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import colony_nb.app
from colony_nb.app.texts import Texts, esc
from colony_nb.paths import DATA

# tables whose entries are looked up by a key that is put together
BY_KEY = {"tab", "tables", "commit", "powers", "start", "bar"}


def test_every_sentence_is_used_and_exists() -> None:
    table = tomllib.loads((DATA / "text" / "en" / "app.toml").read_text(encoding="utf-8"))
    folder = Path(colony_nb.app.__file__).parent
    code = "\n".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
    known = {f"{part}.{key}" for part, entries in table.items() for key in entries}
    asked = set(re.findall(rf"[\"']((?:{'|'.join(table)})\.[a-z_]+)[\"']", code))
    assert asked - known == set()
    assert {key for key in known - asked if key.split(".")[0] not in BY_KEY} == set()


def test_an_unknown_sentence_is_an_error() -> None:
    with pytest.raises(KeyError):
        Texts().say("bar.no_such_sentence")


def test_nothing_escapes_escaping() -> None:
    assert esc("<b a='1' b=\"2\">&") == "&lt;b a=&#x27;1&#x27; b=&quot;2&quot;&gt;&amp;"
