"""The two places at a board. Which colour or direction a seat plays in is a matter of the screen (G1.3)."""

from __future__ import annotations

from enum import IntEnum


class Seat(IntEnum):
    FIRST = 0
    SECOND = 1

    @property
    def other(self) -> Seat:
        return SEATS[1 - self]


SEATS = (Seat.FIRST, Seat.SECOND)
