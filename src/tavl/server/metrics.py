"""Metrics for Prometheus."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics, generate_latest

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
COUNTS: dict[str, tuple[str, tuple[str, ...]]] = {
    "conflicts": ("Actions that another process was faster than", ()),
    "http": ("Requests", ("method", "status")),
    "notices": ("Mails and push messages about somebody's turn", ("outcome",)),
    "refused": ("Actions that were refused", ("code",)),
}
TIMES = {
    "action": "From receiving an action to its answer",
    "bot_thought": "How long a bot thinks about one action",
    "http": "From a request to the end of its answer",
}
GAUGES = {"rooms": "Tables with somebody connected to this process", "sockets": "Sockets at this process"}

disable_created_metrics()  # type: ignore[no-untyped-call]  # when a count began is of no use to anybody here


class Metrics:
    """Each application has its own metrics: a test may run several in one process."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._counts = {
            name: Counter(f"tavl_{name}", text, labels, registry=self._registry)
            for name, (text, labels) in COUNTS.items()
        }
        self._times = {
            name: Histogram(f"tavl_{name}_seconds", text, buckets=BUCKETS, registry=self._registry)
            for name, text in TIMES.items()
        }
        self._gauges = {name: Gauge(f"tavl_{name}", text, registry=self._registry) for name, text in GAUGES.items()}

    def count(self, name: str, **labels: str) -> None:
        counter = self._counts[name]
        (counter.labels(**labels) if labels else counter).inc()

    def time(self, name: str, seconds: float) -> None:
        self._times[name].observe(seconds)

    def gauge(self, name: str, read: Callable[[], float]) -> None:
        self._gauges[name].set_function(read)

    def text(self) -> str:
        return generate_latest(self._registry).decode()
