"""When the timekeeper looks for due timers again. Setting an earlier timer wakes it."""

from __future__ import annotations

import asyncio
import contextlib


class Alarm:
    def __init__(self) -> None:
        self._wake = asyncio.Event()
        self._at = 0

    def timer_set(self, due: int) -> None:
        if due < self._at:
            self._wake.set()

    def clear(self) -> None:
        """Call this before looking for due timers: one that is set from now on may be missed."""
        self._wake.clear()

    async def wait(self, now: int, until: int) -> None:
        self._at = until
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._wake.wait(), (until - now) / 1000)
