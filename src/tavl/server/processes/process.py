"""The processes that share a database: which of them are alive, and whether this one's clocks can be trusted."""

from __future__ import annotations

from tavl.server.wall_clock import Clock


class Process:
    def __init__(self, id: str, away_after_ms: int, clock: Clock) -> None:
        self.id, self._away_after_ms, self._clock = id, away_after_ms, clock
        self.living: frozenset[str] = frozenset()  # all processes with a recent heartbeat
        self._beat = (0.0, 0)  # this one's last heartbeat, by its monotonic clock and the wall clock

    @property
    def others(self) -> frozenset[str]:
        return self.living - {self.id}

    @property
    def alive(self) -> bool:
        """Its last heartbeat is recent enough for clocks to be trusted. After a machine slept, only the wall clock
        shows it."""
        monotonic, wall = self._beat
        away = self._away_after_ms
        return self._clock.monotonic() - monotonic < away / 1000 and self._clock() - wall < away

    def note_beat(self, wall: int) -> None:
        self._beat = (self._clock.monotonic(), wall)
