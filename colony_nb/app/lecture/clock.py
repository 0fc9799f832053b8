"""The timer of a display. Python writes it each second, so that every view of it shows the same."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from typing import Any

import panel as pn

from colony_nb.app.lecture.stage import Stage
from colony_nb.app.loading import sending
from colony_nb.app.panes import controls
from colony_nb.app.texts import Texts, esc

EACH = 500  # milliseconds between two looks at the clock


def clock_html(left: float | None, still: bool, texts: Texts) -> str:
    """Minutes and seconds that are left; "" without a timer."""
    if left is None:
        return ""
    whole = max(0, ceil(left - 0.05))
    text = f"{whole // 60}:{whole % 60:02}" if whole else texts.say("projector.up")
    state = "" if whole else " up"
    state += " still" if still else ""
    label = esc(texts.say("projector.timer"))
    return f'<div class="face{state}" role="timer" aria-label="{label}">{esc(text)}</div>'


class Clock:
    """``follow`` takes over the timer of a stage and runs until it ends; ``alive`` tells it when to stop."""

    def __init__(self, texts: Texts, layout: Callable[[], Any], alive: Callable[[], bool]) -> None:
        self.text = controls.html("clock", classes=("clockbox",), visible=False, sizing_mode=None)
        self._texts = texts
        self._layout = layout
        self._alive = alive
        self._stage: Stage | None = None
        self._running: Any = None

    def follow(self, stage: Stage) -> None:
        """Shows the timer as it stands now, and goes on by itself."""
        self._stage = stage
        self._write()
        runs = stage.ends_at is not None and bool(stage.left())
        if runs and self._running is None:
            self._running = pn.state.add_periodic_callback(self.tick, period=EACH)
        elif not runs:
            self._halt()

    def _write(self) -> None:
        stage = self._stage
        text = "" if stage is None else clock_html(stage.left(), stage.paused is not None, self._texts)
        if self.text.object != text:
            self.text.object = text
        controls.show(self.text, bool(text))

    def tick(self) -> None:
        """Half a second later."""
        stage = self._stage
        if stage is None or not self._alive():
            self._halt()
            return
        with sending(self._layout()):
            self._write()
        if not stage.left():
            self._halt()

    def _halt(self) -> None:
        if self._running is not None:
            self._running.stop()
            self._running = None
