"""This process among those that share a database: which of them live, and whether the clocks here can be believed."""

from __future__ import annotations

import time
from collections.abc import Callable


class Process:
    def __init__(self, id: str, away_after_ms: int, clock: Callable[[], int]) -> None:
        self.id, self._away_after_ms, self._clock = id, away_after_ms, clock
        self.living: frozenset[str] = frozenset()  # all processes that have shown life lately
        self._beat = (0.0, 0)  # when this one last did, by its monotonic clock and by the wall's

    @property
    def others(self) -> frozenset[str]:
        return self.living - {self.id}

    @property
    def alive(self) -> bool:
        """Its last sign of life is recent enough that clocks may be believed. A machine that slept sees it by the wall
        clock alone."""
        monotonic, wall = self._beat
        away = self._away_after_ms
        return time.monotonic() - monotonic < away / 1000 and self._clock() - wall < away

    def note_beat(self, wall: int) -> None:
        self._beat = (time.monotonic(), wall)
