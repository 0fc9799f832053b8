"""Phase with its years, round, step; undo, redo, new game."""

from __future__ import annotations

from collections.abc import Callable

from colony_nb.app.moment import Moment
from colony_nb.app.panes import controls, sim_table
from colony_nb.app.panes.sim_steps import is_simplified
from colony_nb.app.table import Table
from colony_nb.app.texts import Texts, esc

ROMAN = ("I", "II", "III", "IV", "V", "VI")


def header_html(m: Moment, texts: Texts) -> str:
    """The title, the six phases, the round and the step."""
    if is_simplified(m):
        return sim_table.header_html(m, texts)
    view, book = m.view, texts.book
    phases = []
    for n, roman in enumerate(ROMAN, 1):
        words = book.phase(n)
        label = esc(texts.say("head.phase_label", phase=roman, title=words["title"], years=words["years"]))
        state = "on" if n == view["phase"] else "past" if n < view["phase"] else ""
        first, last = view["years"] if n == view["phase"] else (0, 0)
        years = f"<b>{first}–{last or words['years'].split()[-1]}</b>" if state == "on" else ""
        current = ' aria-current="step"' if state == "on" else ""
        phases.append(
            f'<span class="ph {state}"{current} title="{label}">'
            f'<span class="sf" aria-hidden="true">{roman}</span>'
            f'<span class="vh">{label}</span>{years}</span>'
        )
    number = view["round"]
    rounds = max(24, -(-number // 4) * 4)
    if number:
        at = (number - 1) % 4
        dots = "●" * (at + 1) + "○" * (3 - at)
        of = esc(texts.say("head.of", rounds=rounds))
        mark = f'<span class="dots" aria-hidden="true">{dots}</span>'
        shown = f"{esc(texts.say('head.round'))} <b>{number}</b> {of} {mark}"
    else:
        shown = esc(texts.say("head.setup"))
    step = "" if not number else esc(book.word(f"step.{view['step']}"))
    title = esc(book.word("screen.title"))
    return (
        f'<div class="hd"><h1 class="ttl">{title}</h1><span class="phs">{"".join(phases)}</span>'
        f'<span class="rd">{shown}</span><span class="st">{step}</span></div>'
    )


class Header:
    def __init__(self, table: Table, on_save: Callable[[], None]) -> None:
        self.table = table
        word = table.texts.book.word
        self.text = controls.html("head", classes=("grow",))
        self.undo = controls.button(word("button.undo"), table.undo, "quiet", classes=("cnb-undo",))
        self.redo = controls.button(word("button.redo"), table.redo, "quiet", classes=("cnb-redo",))
        self.save = controls.button(word("button.save"), on_save, "quiet")
        self.panel = controls.row(
            self.text, self.undo, self.redo, self.save, styles=("header",), classes=("head",)
        )

    def update(self, m: Moment) -> None:
        self.text.object = header_html(m, self.table.texts)
        self.undo.disabled = not m.game.can_undo or m.at is not None
        self.redo.disabled = not m.game.can_redo or m.at is not None
