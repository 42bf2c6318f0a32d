"""How long a match is expected to take: so many minutes for each point that it is played to. The start times that are
expected (`forecast`) and the last start of a club night are reckoned with it."""

from __future__ import annotations

from tavl.rules.late_penalties import MINUTE

MINUTES_PER_POINT = 11  # unless the invitation says otherwise


def expected_ms(length: int, minutes_per_point: int = MINUTES_PER_POINT) -> int:
    return length * minutes_per_point * MINUTE
