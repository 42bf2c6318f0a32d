"""Days of practice in a row. Days are those of the reader's own calendar: `offset` is minutes east of UTC."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

DAY: Final = 86_400_000
_MINUTE: Final = 60_000
MAX_OFFSET: Final = 14 * 60
"""The earliest calendar on Earth."""


class Answered(Struct, frozen=True):
    at: int
    next_due: int | None  # the earliest instant at which any card was due after it; none: no card is left


def day_of(at: int, offset: int = 0) -> int:
    return (at + offset * _MINUTE) // DAY


def streak(answers: Sequence[Answered], now: int, offset: int = 0) -> int:
    """How many days somebody has practised without missing one on which something was due, up to today.

    `answers` are in order of time. A day on which nothing was due is not a gap.
    """
    latest: dict[int, Answered] = {}
    for each in answers:
        latest[day_of(each.at, offset)] = each
    days = sorted(latest, reverse=True)
    count, following = 0, day_of(now, offset)
    for day in days:
        due = latest[day].next_due
        deadline = max(day + 1, following if due is None else day_of(due, offset))
        if following > deadline:
            break
        count, following = count + 1, day
    return count


def start_of_day(now: int, offset: int = 0) -> int:
    return day_of(now, offset) * DAY - offset * _MINUTE
