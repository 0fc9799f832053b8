"""The timer as the page shows it; it runs there by itself."""

from __future__ import annotations

import time

import panel as pn
import param

from colony_nb.app.lecture.stage import Stage
from colony_nb.app.texts import Texts
from colony_nb.app.theme import script, sheet


class Clock(pn.custom.JSComponent):
    """Runs ``data/look/clock.js``; ``follow`` takes over the timer of a stage."""

    end = param.Number(default=0)
    now = param.Number(default=0)
    still = param.Number(default=-1)
    words = param.Dict(default={})

    _esm = script("clock")

    def __init__(self, texts: Texts) -> None:
        words = {"label": texts.say("projector.timer"), "up": texts.say("projector.up")}
        super().__init__(words=words, css_classes=["clockbox"], stylesheets=sheet("clock"), margin=0)

    def follow(self, stage: Stage) -> None:
        """Sends what has changed."""
        end, still = stage.ends_at or 0, -1 if stage.paused is None else stage.paused
        if (self.end, self.still) != (end, still):
            self.param.update(end=end, still=still, now=time.time())
