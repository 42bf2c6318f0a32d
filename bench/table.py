"""A table of measurements."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from math import sqrt


@dataclass
class Table:
    title: str
    columns: tuple[str, ...]
    rows: list[tuple[str, ...]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    here: bool = True  # measured on this machine

    def add(self, *cells: object) -> None:
        self.rows.append(tuple(f"{c:,.0f}" if isinstance(c, float) else str(c) for c in cells))

    def text(self) -> str:
        lines = [self.columns, *self.rows]
        widths = [max(len(line[i]) for line in lines) for i in range(len(self.columns))]
        body = "\n".join(
            "  ".join(cell.ljust(w) for cell, w in zip(line, widths, strict=True)).rstrip() for line in lines
        )
        return f"{self.title}\n{body}\n" + "".join(f"{note}\n" for note in self.notes)

    def markdown(self) -> str:
        def row(cells: tuple[str, ...]) -> str:
            return "| " + " | ".join(cells) + " |\n"

        head = row(self.columns) + row(tuple("---" for _ in self.columns))
        return f"## {self.title}\n{head}{''.join(map(row, self.rows))}\n" + "\n".join(self.notes) + "\n"


def rate(work: Callable[[], int], seconds: float = 2.0) -> float:
    """How many a second: `work` does some and returns how many. The best of several rounds: the machine is shared."""
    best = 0.0
    deadline = time.perf_counter() + seconds
    while True:
        began = time.perf_counter()
        done = work()
        now = time.perf_counter()
        best = max(best, done / (now - began))
        if now > deadline:
            return best


def mean_interval(values: list[float]) -> tuple[float, float]:
    """The mean and its 95 % interval: 1.96 standard errors."""
    n = len(values)
    mean = sum(values) / n
    spread = sum((value - mean) ** 2 for value in values) / (n - 1)
    return mean, 1.96 * sqrt(spread / n)
