"""The two places at a board. The screen decides which colour or direction a seat has (G1.3)."""

from __future__ import annotations

from enum import IntEnum


class Seat(IntEnum):
    FIRST = 0
    SECOND = 1

    @property
    def other(self) -> Seat:
        return SEATS[1 - self]


SEATS = (Seat.FIRST, Seat.SECOND)
