"""The clock of a process: wall time that never goes backwards, and the monotonic time that durations are measured by.
Made once, where the application is, and handed to every part; nothing else in the server asks the machine for the time.

A machine's clock can be set back. Times in a stream never decrease, so every bot, flag and next game would then wait
that much longer. In that case this clock continues with the monotonic one, a little slower, until the wall clock has
caught up.
"""

from __future__ import annotations

import time
from collections.abc import Callable

PACE = 0.99  # of the monotonic clock, while the wall clock is behind
MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000


def now_ms() -> int:
    """The machine's own clock, in UTC milliseconds."""
    return time.time_ns() // 1_000_000


class Clock:
    """Called, it says the time in UTC milliseconds, which never decreases; `monotonic` is in seconds from any start."""

    def __init__(self, wall: Callable[[], int] = now_ms, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._wall, self.monotonic = wall, monotonic
        self._now, self._then = float(wall()), monotonic()

    def __call__(self) -> int:
        then = self.monotonic()
        self._now = max(float(self._wall()), self._now + (then - self._then) * 1000 * PACE)
        self._then = then
        return int(self._now)

    def continue_from(self, instant: int) -> None:
        """Continue from the time before a restart. If that is over a day ahead, the clock was wrong then, not now."""
        if instant - self() < DAY:
            self._now = max(self._now, float(instant))
