"""Saves (versioned JSON) and resume codes. Both hold the answers by which the game is played again.

A save also holds a checkpoint: where the log cannot be replayed any more because rules changed, the game
goes on from there, without its past.
"""

from __future__ import annotations

import base64
import binascii
import json
import os
import tempfile
import zlib
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar

from .errors import ColonyError, SaveError
from .session import Ruleset, Session, Setup
from .state import Question, State, tuples

FORMAT = "colony-save"
VERSION = 1
CODE_VERSION = 1
MOST_BYTES = 20_000_000

# {version: function that turns a document of that version into one of the next}
UPGRADES: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}

T = TypeVar("T", bound=Session)
Make = Callable[[Setup, State | None], T]


def document(session: Session, engine: str) -> dict[str, Any]:
    """The save of a session as JSON-ready values."""
    body: dict[str, Any] = {
        "setup": session.setup.to_dict(),
        "rules": session.ruleset.digest(session.setup),
        "log": [list(answer) for answer in session.answers],
        "base": session._base,
        "at": session.n,
        "state": session._state.to_dict(),
    }
    return {"format": FORMAT, "version": VERSION, "engine": engine, **body, "digest": _digest(body)}


def _digest(body: dict[str, Any]) -> str:
    text = json.dumps(body, sort_keys=True, separators=(",", ":"))
    return blake2b(text.encode(), digest_size=16).hexdigest()


def write(path: str | os.PathLike[str], doc: dict[str, Any]) -> Path:
    """Writes a save in one step, so that a full or lost disk never leaves half a file. Raises SaveError."""
    target = Path(path)
    temporary = None
    try:
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", dir=target.parent, prefix=f".{target.name}.", delete=False
        ) as file:
            temporary = file.name
            json.dump(doc, file)
        os.replace(temporary, target)
    except OSError:
        if temporary is not None and os.path.exists(temporary):
            os.unlink(temporary)
        raise SaveError("save_unwritable", path=str(target)) from None
    return target


def read(path: str | os.PathLike[str]) -> dict[str, Any]:
    """The checked document of a file. Raises SaveError."""
    try:
        if os.path.getsize(path) > MOST_BYTES:
            raise SaveError("save_foreign")
        text = Path(path).read_text(encoding="utf-8")
    except OSError:
        raise SaveError("save_unreadable", path=str(path)) from None
    except UnicodeDecodeError:
        raise SaveError("save_not_json") from None
    return parse(text)


def parse(text: str) -> dict[str, Any]:
    """The document in a save's text, brought to the present version. Raises SaveError."""
    stripped = text.strip()
    try:
        doc = json.loads(stripped)
    except RecursionError:
        raise SaveError("save_damaged") from None
    except ValueError:
        begun = stripped.startswith("{") and f'"{FORMAT}"' in stripped[:200]
        raise SaveError("save_cut_off" if begun else "save_not_json") from None
    if not isinstance(doc, dict) or doc.get("format") != FORMAT:
        raise SaveError("save_foreign")
    version = doc.get("version")
    if type(version) is not int or version < 1:
        raise SaveError("save_damaged")
    if version > VERSION:
        raise SaveError("save_newer", version=version, known=VERSION)
    body = {k: v for k, v in doc.items() if k not in ("format", "version", "engine", "digest")}
    if doc.get("digest") != _digest(body):
        raise SaveError("save_damaged")
    while version < VERSION:
        doc = UPGRADES[version](doc)
        version += 1
    checked: dict[str, Any] = doc
    return checked


def open_document(doc: dict[str, Any], ruleset: Callable[[str], Ruleset], make: Make[T]) -> T:
    """The session of a document: replayed with its whole past, else from its checkpoint. Raises SaveError."""
    try:
        setup = Setup.from_dict(doc["setup"])
        rules = ruleset(setup.game)
        log = [(int(seat), str(kind), tuples(value)) for seat, kind, value in doc["log"]]
        columns, base = doc["state"], int(doc["base"])
        if not base:
            session = _replayed(setup, log, make)
            if session is not None and _digest({"state": session._state.to_dict()}) == _digest(
                {"state": columns}
            ):
                return session
        taken_up = make(setup, rules.restore(setup, columns))
        if taken_up.pending == () and not taken_up.over:
            raise SaveError("save_damaged")
        taken_up.view()
        return taken_up
    except SaveError:
        raise
    except (KeyError, TypeError, ValueError, IndexError, AttributeError):
        raise SaveError("save_damaged") from None


def _replayed(setup: Setup, log: list[tuple[int, str, Any]], make: Make[T]) -> T | None:
    session = make(setup, None)
    try:
        for seat, kind, value in log:
            questions = {q.seat: q.kind for q in session._state.questions}
            if questions.get(seat) != kind:
                return None
            session._answer(seat, kind, value)
    except ColonyError:
        return None
    return session


# ------------------------------------------------------------------ codes


def encode(session: Session) -> str:
    """A short text that holds the whole game: set-up and each answer as a digit of one long number.

    Raises SaveError for a game that was itself taken up without its past.
    """
    if session._base:
        raise SaveError("code_no_past")
    replay = _fresh(session.ruleset, session.setup)
    digits: list[tuple[int, int]] = []
    for seat, _, value in session.answers:
        digits.append(_digit(replay.questions, seat, value))
        session.answer_in(replay, seat, value)
    number = 0
    for digit, base in reversed(digits):
        number = number * base + digit
    head = {"d": session.ruleset.digest(session.setup), "n": len(digits), "s": _short(session.setup)}
    packed = zlib.compress(json.dumps(head, separators=(",", ":")).encode(), 9)
    body = (
        bytes([CODE_VERSION])
        + len(packed).to_bytes(2, "big")
        + packed
        + number.to_bytes((number.bit_length() + 7) // 8, "big")
    )
    check = blake2b(body, digest_size=4).digest()
    return "colony:" + base64.urlsafe_b64encode(check + body).decode().rstrip("=")


def decode(code: str, ruleset: Callable[[str], Ruleset], make: Make[T]) -> T:
    """The session of a code, replayed. Raises SaveError for a damaged, newer or other rules' code."""
    if not isinstance(code, str):
        raise SaveError("code_damaged")
    text = "".join(code.split()).removeprefix("colony:")
    try:
        raw = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (binascii.Error, ValueError):
        raise SaveError("code_damaged") from None
    check, body = raw[:4], raw[4:]
    if len(body) < 4 or len(raw) > 100_000 or blake2b(body, digest_size=4).digest() != check:
        raise SaveError("code_damaged")
    if body[0] > CODE_VERSION:
        raise SaveError("code_newer")
    size = int.from_bytes(body[1:3], "big")
    try:
        unpacker = zlib.decompressobj()
        head = json.loads(unpacker.decompress(body[3 : 3 + size], 100_000))
        setup = Setup.from_dict(_long(head["s"]))
        count, digest = int(head["n"]), str(head["d"])
        if ruleset(setup.game).digest(setup) != digest:
            raise SaveError("code_other_rules")
        session = make(setup, None)
        number = int.from_bytes(body[3 + size :], "big")
        for _ in range(count):
            questions = session._state.questions
            number, digit = divmod(number, sum(len(q.options) for q in questions))
            for q in questions:
                if digit < len(q.options):
                    session._answer(q.seat, q.kind, q.options[digit])
                    break
                digit -= len(q.options)
    except SaveError:
        raise
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, zlib.error, ZeroDivisionError):
        raise SaveError("code_damaged") from None
    return session


def _fresh(ruleset: Ruleset, setup: Setup) -> State:
    s = ruleset.new(setup)
    ruleset.flow.run(s)
    return s


def _digit(questions: tuple[Question, ...], seat: int, value: Any) -> tuple[int, int]:
    """(which of all open options, how many there are)."""
    at = 0
    digit = -1
    for q in questions:
        if q.seat == seat:
            digit = at + q.options.index(value)
        at += len(q.options)
    return digit, at


_FULL: dict[str, Any] = {"variants": [], "rules": {}, "dice": {}}


def _short(setup: Setup) -> dict[str, Any]:
    return {k: v for k, v in setup.to_dict().items() if _FULL.get(k) != v}


def _long(plain: dict[str, Any]) -> dict[str, Any]:
    return {**_FULL, **plain}
