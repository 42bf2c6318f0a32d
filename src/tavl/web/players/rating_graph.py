"""A rating over time as a small drawing: the data for a template that draws it as SVG."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from tavl.server.messages.players import RatedMatch

WIDTH, HEIGHT = 640, 200
LEFT, RIGHT, TOP, BOTTOM = 46, 12, 12, 26  # room for the words around it
STEPS = (5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
MAX_LINES = 5
MAX_DOTS = 60


class Dot(Struct, frozen=True):
    x: float
    y: float
    match: RatedMatch


class Level(Struct, frozen=True):
    """A line across, and the rating that it stands for."""

    y: float
    rating: int


class Day(Struct, frozen=True):
    x: float
    anchor: str
    at: int


class Graph(Struct, frozen=True):
    line: str  # an SVG path
    area: str
    dots: tuple[Dot, ...]
    levels: tuple[Level, ...]
    days: tuple[Day, ...]
    low: float
    high: float
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    bottom: int = HEIGHT - BOTTOM


def graph_of(matches: Sequence[RatedMatch]) -> Graph | None:
    """None: there is nothing to draw yet."""
    if not matches:
        return None
    first = matches[0]
    ratings = [first.rating - first.change, *(match.rating for match in matches)]
    low, high = min(ratings), max(ratings)
    step = next((each for each in STEPS if (high - low) / each < MAX_LINES - 1), STEPS[-1])
    bottom, top = int(low // step) * step, (int(high // step) + 1) * step
    across = _across(matches)

    def y(rating: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (top - rating) / (top - bottom), 1)

    points = [(float(LEFT), y(ratings[0])), *((across(n), y(match.rating)) for n, match in enumerate(matches))]
    line = "M" + " L".join(f"{x:g} {at:g}" for x, at in points)
    floor = HEIGHT - BOTTOM
    area = f"{line} L{points[-1][0]:g} {floor} L{LEFT} {floor} Z"
    shown = matches if len(matches) <= MAX_DOTS else matches[-1:]
    start = len(matches) - len(shown)
    dots = tuple(Dot(across(start + n), y(match.rating), match) for n, match in enumerate(shown))
    levels = tuple(Level(y(rating), rating) for rating in range(bottom, top + 1, step))
    days = [Day(LEFT, "start", first.at)]
    if len(matches) > 1:
        days.append(Day(WIDTH - RIGHT, "end", matches[-1].at))
    return Graph(line, area, dots, levels, tuple(days), low, high)


def _across(matches: Sequence[RatedMatch]) -> Callable[[int], float]:
    """Half by date and half by number of matches: a long break leaves no gap, a busy day is not squeezed."""
    begun, ended = matches[0].at, matches[-1].at
    room = WIDTH - LEFT - RIGHT

    def x(number: int) -> float:
        counted = (number + 1) / len(matches)
        dated = (matches[number].at - begun) / (ended - begun) if ended > begun else counted
        return round(LEFT + room * (counted + dated) / 2, 1)

    return x
