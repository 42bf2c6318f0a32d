"""What lateness costs (T2.2.iv): the same at a table and at a tournament's desk."""

from __future__ import annotations

from msgspec import Struct

MINUTE = 60_000


class Late(Struct, frozen=True):
    """So many penalty points every so many minutes; above half the match length the match is lost (T2.2.iv)."""

    every_minutes: int = 5
    points: int = 1


def late_points(late: Late | None, late_ms: int) -> int:
    """4:59 late costs nothing, 5:00 one point, 10:00 two (T2.2.iv)."""
    return 0 if late is None else late_ms // (late.every_minutes * MINUTE) * late.points


def loses_match(length: int | None, points: int) -> bool:
    """More than half the match length (T2.2.iv): of 7 the 4th, of 6 the 4th."""
    return length is not None and 2 * points > length
