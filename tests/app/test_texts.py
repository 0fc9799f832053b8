"""The table's own sentences: all that are asked for exist, none is left over."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import colony_nb.app
from colony_nb.app.texts import FILES, Texts, esc
from colony_nb.paths import DATA

# tables whose entries are looked up by a key that is put together
BY_KEY = {"tab", "tables", "commit", "powers", "start", "bar", "fair", "filter", "guide", "present", "replay"}
OTHERS = {"journal.json"}  # a file's name that looks like a key
OWN = ("app", "time", "guide")


def test_every_sentence_is_used_and_exists() -> None:
    table: dict[str, dict[str, str]] = {}
    assert set(OWN) <= set(FILES)
    for name in OWN:
        text = (DATA / "text" / "en" / f"{name}.toml").read_text(encoding="utf-8")
        for part, entries in tomllib.loads(text).items():
            assert not table.get(part, {}).keys() & entries.keys()
            table.setdefault(part, {}).update(entries)
    folder = Path(colony_nb.app.__file__).parent
    code = "\n".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
    known = {f"{part}.{key}" for part, entries in table.items() for key in entries}
    asked = set(re.findall(rf"[\"']((?:{'|'.join(table)})\.[a-z_]+)[\"']", code))
    assert asked - known - OTHERS == set()
    assert {key for key in known - asked if key.split(".")[0] not in BY_KEY} == set()


def test_an_unknown_sentence_is_an_error() -> None:
    with pytest.raises(KeyError):
        Texts().say("bar.no_such_sentence")


def test_nothing_escapes_escaping() -> None:
    assert esc("<b a='1' b=\"2\">&") == "&lt;b a=&#x27;1&#x27; b=&quot;2&quot;&gt;&amp;"
