"""What a penalty can be: the same at a table and at a tournament's desk. Of lateness: `late_penalties`."""

from __future__ import annotations

from enum import StrEnum


class PenaltyKind(StrEnum):
    WARNING = "warning"
    POINTS = "points"
    LOSE_GAME = "lose_game"
    LOSE_MATCH = "lose_match"
    DISQUALIFY = "disqualify"
    EXPEL = "expel"
    EXCLUDE = "exclude"  # from later tournaments too
