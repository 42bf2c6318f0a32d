"""The time that a process goes by: the wall's, but never backwards.

A machine's clock can be set back. Streams never fall, so every bot, flag and next game that waits for an instant would
wait that much longer. Set back, this clock goes on by the monotonic one, and runs a little slow until the wall has
caught up.
"""

from __future__ import annotations

import time
from collections.abc import Callable

PACE = 0.99  # of the monotonic clock, while the wall is behind
MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000


def now_ms() -> int:
    """The machine's own clock, in UTC milliseconds."""
    return time.time_ns() // 1_000_000


class WallClock:
    """Instants in UTC milliseconds."""

    def __init__(self, wall: Callable[[], int], monotonic: Callable[[], float] = time.monotonic) -> None:
        self._wall, self._monotonic = wall, monotonic
        self._now, self._then = float(wall()), monotonic()

    def __call__(self) -> int:
        then = self._monotonic()
        self._now = max(float(self._wall()), self._now + (then - self._then) * 1000 * PACE)
        self._then = then
        return int(self._now)

    def go_on_from(self, instant: int) -> None:
        """What was the time here before a restart. A clock that was more than a day ahead was wrong then, not now."""
        if instant - self() < DAY:
            self._now = max(self._now, float(instant))
