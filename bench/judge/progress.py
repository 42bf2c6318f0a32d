"""A line that says how far a run has come and how long it will take."""

from __future__ import annotations

import sys
import time
from types import TracebackType

WIDTH = 30


class Progress:
    def __init__(self, what: str, total: int, done: int = 0) -> None:
        self._what, self._total, self._first = what, total, done
        self._done, self._began, self._shown = done, time.monotonic(), 0.0

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        sys.stderr.write(line(self._what, self._done, self._total, self._left()) + "\n")

    def step(self, count: int = 1) -> None:
        self.reach(self._done + count)

    def reach(self, done: int) -> None:
        self._done = done
        now = time.monotonic()
        if now - self._shown > 1.0:
            self._shown = now
            sys.stderr.write("\r" + line(self._what, self._done, self._total, self._left()))
            sys.stderr.flush()

    def _left(self) -> float | None:
        new = self._done - self._first
        return (self._total - self._done) * (time.monotonic() - self._began) / new if new else None


def line(what: str, done: int, total: int, seconds: float | None) -> str:
    full = WIDTH * done // total if total else WIDTH
    left = "" if seconds is None or done >= total else f", {int(seconds) // 60} min {int(seconds) % 60:02} s left"
    return f"{what} [{'#' * full}{'.' * (WIDTH - full)}] {done:,} of {total:,}{left}   "
