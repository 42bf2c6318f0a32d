"""Results of long benchmarks so far, so that they can be run in pieces: a file of lines, key and value."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any


class OutOfTime(Exception):
    """The piece is over; results are saved, and the next run continues from there."""


def threads() -> int:
    """`TAVL_BENCH_THREADS`: how many threads the reference rollouts may use, where time is not measured."""
    return int(os.environ.get("TAVL_BENCH_THREADS", os.cpu_count() or 1))


class Cache:
    """`TAVL_BENCH_CACHE` is the folder (build/bench by default), `TAVL_BENCH_SECONDS` how long a piece is."""

    def __init__(self, name: str) -> None:
        root = Path(__file__).parents[1]
        folder = Path(os.environ.get("TAVL_BENCH_CACHE", root / "build" / "bench"))
        folder.mkdir(parents=True, exist_ok=True)
        self._path = folder / f"{name}.jsonl"
        self._found: dict[str, Any] = {}
        if self._path.exists():
            for line in self._path.read_text().splitlines():
                key, value = json.loads(line)
                self._found[key] = value
        seconds = os.environ.get("TAVL_BENCH_SECONDS")
        self._deadline = time.monotonic() + float(seconds) if seconds else None

    def get(self, key: str, find: Callable[[], Any]) -> Any:
        """The saved value of this key, or else compute and save it."""
        if key not in self._found:
            if self._deadline and time.monotonic() > self._deadline:
                raise OutOfTime
            value = find()
            with self._path.open("a") as file:
                file.write(json.dumps([key, value]) + "\n")
            self._found[key] = value
        return self._found[key]
