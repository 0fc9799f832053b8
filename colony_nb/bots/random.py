"""A bot that takes any option with equal chance."""

from __future__ import annotations

from typing import Any

from ..kernel.dice import mix64
from ..kernel.state import Plain, Question
from . import Reason

RANDOM = Reason("random")


class RandomBot:
    """Takes any option with equal chance, from its key alone."""

    name = "random"

    def choose(self, seen: Any, question: Question, key: int) -> tuple[Plain, Reason]:
        options = question.options
        return options[(mix64(key) * len(options)) >> 64], RANDOM
