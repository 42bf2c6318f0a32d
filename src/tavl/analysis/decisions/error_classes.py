"""Which errors are mistakes and which are blunders."""

from __future__ import annotations

from enum import StrEnum


class ErrorClass(StrEnum):
    """By how much was lost, in points of a money game. The limits are XG's."""

    NONE = "none"
    INACCURACY = "inaccuracy"  # less than a mistake
    MISTAKE = "mistake"  # 0.020 or more
    BLUNDER = "blunder"  # 0.080 or more


MISTAKE, BLUNDER = 0.02, 0.08


def class_of(error: float) -> ErrorClass:
    if error >= BLUNDER:
        return ErrorClass.BLUNDER
    if error >= MISTAKE:
        return ErrorClass.MISTAKE
    return ErrorClass.INACCURACY if error > 0 else ErrorClass.NONE
