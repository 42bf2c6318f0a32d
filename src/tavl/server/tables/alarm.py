"""When the timekeeper looks for due timers again. Whoever sets an earlier one wakes it."""

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
        """Before a look: what is set from now on may come too late for it."""
        self._wake.clear()

    async def wait(self, now: int, until: int) -> None:
        self._at = until
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._wake.wait(), (until - now) / 1000)
