"""Wrong room codes cost time: a delay that grows, for one client and for all of them together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

MOST_CLIENTS = 5000  # remembered at once


@dataclass(slots=True)
class _Wrong:
    """Wrong answers not yet forgotten, when they were counted last, and until when no other one is heard."""

    count: float = 0.0
    at: float = 0.0
    until: float = 0.0


@dataclass(frozen=True, slots=True)
class Limit:
    """The first ``free`` wrong answers cost nothing, each further one twice the delay of the one before:
    ``first`` seconds, at most ``most``. Every ``forget`` seconds one wrong answer is forgotten."""

    free: int
    first: float
    most: float
    forget: float

    def add(self, wrong: _Wrong, now: float) -> None:
        wrong.count = self.left(wrong, now) + 1
        wrong.at = now
        over = wrong.count - self.free
        if over > 0:
            wrong.until = now + min(self.most, self.first * 2.0 ** min(over - 1, 30))

    def left(self, wrong: _Wrong, now: float) -> float:
        """Wrong answers that still count."""
        return max(0.0, wrong.count - max(0.0, now - wrong.at) / self.forget)


CLIENT = Limit(free=10, first=1.0, most=30.0, forget=60.0)
"""Ten, because the devices of a whole class may reach this machine under one address."""
TOGETHER = Limit(free=100, first=0.5, most=10.0, forget=3.0)


@dataclass(slots=True)
class Limiter:
    """Asks nobody to wait on the server: whoever comes too early is refused at once.

    ``clock`` gives seconds that never go back.
    """

    clock: Callable[[], float]
    client: Limit = CLIENT
    together: Limit = TOGETHER
    _clients: dict[str, _Wrong] = field(default_factory=dict)
    _all: _Wrong = field(default_factory=_Wrong)

    def wait(self, client: str) -> float:
        """Seconds until this client's next answer is heard; 0 now."""
        mine = self._clients.get(client)
        until = max(self._all.until, mine.until if mine is not None else 0.0)
        return max(0.0, until - self.clock())

    def wrong(self, client: str) -> None:
        """An answer was wrong."""
        now = self.clock()
        if client not in self._clients and len(self._clients) >= MOST_CLIENTS:
            self._tidy(now)
        self.client.add(self._clients.setdefault(client, _Wrong()), now)
        self.together.add(self._all, now)

    def _tidy(self, now: float) -> None:
        kept = {k: w for k, w in self._clients.items() if self.client.left(w, now) > 0}
        late = sorted(kept, key=lambda k: kept[k].at)[-(MOST_CLIENTS // 2) :]
        self._clients = {k: kept[k] for k in late}
