"""Counts and durations in Prometheus' text format."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
Labels = tuple[tuple[str, str], ...]


class Metrics:
    def __init__(self) -> None:
        self._counts: dict[str, dict[Labels, float]] = defaultdict(lambda: defaultdict(float))
        self._times: dict[str, list[int]] = {}
        self._sums: dict[str, float] = defaultdict(float)
        self._gauges: dict[str, Callable[[], float]] = {}

    def count(self, name: str, by: float = 1, **labels: str) -> None:
        self._counts[name][tuple(sorted(labels.items()))] += by

    def time(self, name: str, seconds: float) -> None:
        buckets = self._times.setdefault(name, [0] * (len(BUCKETS) + 1))
        buckets[bisect_left(BUCKETS, seconds)] += 1
        self._sums[name] += seconds

    def gauge(self, name: str, read: Callable[[], float]) -> None:
        self._gauges[name] = read

    def text(self) -> str:
        lines: list[str] = []
        for name, read in sorted(self._gauges.items()):
            lines += [f"# TYPE tavl_{name} gauge", f"tavl_{name} {read():g}"]
        for name, counts in sorted(self._counts.items()):
            lines.append(f"# TYPE tavl_{name}_total counter")
            lines += [f"tavl_{name}_total{_written(labels)} {value:g}" for labels, value in sorted(counts.items())]
        for name, buckets in sorted(self._times.items()):
            lines.append(f"# TYPE tavl_{name}_seconds histogram")
            total = 0
            for edge, number in zip((*map(str, BUCKETS), "+Inf"), buckets, strict=True):
                total += number
                lines.append(f'tavl_{name}_seconds_bucket{{le="{edge}"}} {total}')
            lines += [f"tavl_{name}_seconds_sum {self._sums[name]:.6f}", f"tavl_{name}_seconds_count {total}"]
        return "\n".join(lines) + "\n"


def _written(labels: Labels) -> str:
    if not labels:
        return ""
    escaped = (
        f'{name}="' + value.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n") + '"'
        for name, value in labels
    )
    return "{" + ",".join(escaped) + "}"
