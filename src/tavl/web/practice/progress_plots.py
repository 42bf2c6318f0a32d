"""Progress as drawings: the data for a template that draws them as SVG. The tables beside them say the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeVar

from msgspec import Struct

from tavl.practice.progress import Part, Progress, ProgressPoint

K = TypeVar("K")
WIDTH: Final = 640
HEIGHT: Final = 220
LEFT, RIGHT, TOP, BOTTOM = 40, 12, 12, 26  # room for the words around it
STEPS: Final = (1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0)
MAX_LINES: Final = 6
MAX_DOTS: Final = 80


class Mark(Struct, frozen=True):
    """A line across, and the number that it stands for."""

    y: float
    value: float


class Dot(Struct, frozen=True):
    x: float
    y: float
    point: ProgressPoint
    value: float


class Plot(Struct, frozen=True, kw_only=True):
    line: str  # an SVG path
    dots: tuple[Dot, ...]
    marks: tuple[Mark, ...]
    zero: float | None = None
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT


class Bar(Struct, frozen=True):
    name: str
    part: Part
    value: float
    share: float  # of the longest, 0 to 1


def rate_plot(progress: Progress) -> Plot | None:
    """A dot for each match's PR, a line for the rolling one. None: nothing was decided yet."""
    points = [point for point in progress.points if point.rate is not None]
    if not points:
        return None
    rates = [point.rate or 0.0 for point in points]
    rolling = [point.rolling or 0.0 for point in points]
    top = max(*rates, *rolling, 1.0)
    return _plot(points, rates, rolling, 0.0, top)


def luck_plot(progress: Progress) -> Plot | None:
    """A dot for each match's luck, a line for the sum of them all."""
    points = list(progress.points)
    if not points:
        return None
    luck = [point.match.luck for point in points]
    sums = [sum(luck[: number + 1]) for number in range(len(luck))]
    return _plot(points, luck, sums, min(0.0, *luck, *sums), max(0.0, *luck, *sums, 0.5))


def _plot(
    points: Sequence[ProgressPoint], values: Sequence[float], line: Sequence[float], low: float, high: float
) -> Plot:
    step = next((each for each in STEPS if (high - low) / each < MAX_LINES - 1), STEPS[-1])
    bottom, top = (low // step) * step, (high // step + 1) * step

    def y(value: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (top - value) / (top - bottom), 1)

    def x(number: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * (number + 0.5) / len(points), 1)

    path = "M" + " L".join(f"{x(number):g} {y(value):g}" for number, value in enumerate(line))
    first = max(0, len(points) - MAX_DOTS)
    dots = tuple(Dot(x(n), y(values[n]), points[n], values[n]) for n in range(first, len(points)))
    count = round((top - bottom) / step)
    marks = tuple(Mark(y(bottom + n * step), bottom + n * step) for n in range(count + 1))
    return Plot(line=path, dots=dots, marks=marks, zero=y(0.0) if bottom < 0 else None)


def rate_bars(parts: Mapping[K, Part], names: Mapping[K, str]) -> tuple[Bar, ...]:
    """PR of each part."""
    return _bars([(names[name], part, part.rate or 0.0) for name, part in parts.items()])


def error_bars(parts: Mapping[K, Part], names: Mapping[K, str]) -> tuple[Bar, ...]:
    """What each kind of error has cost altogether, the worst first."""
    rows = [(names[name], part, part.error) for name, part in parts.items()]
    return _bars(sorted(rows, key=lambda row: -row[2]))


def _bars(rows: Sequence[tuple[str, Part, float]]) -> tuple[Bar, ...]:
    most = max((value for *_, value in rows), default=0.0) or 1.0
    return tuple(Bar(name, part, value, value / most) for name, part, value in rows)
