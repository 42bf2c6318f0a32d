"""The depths that people name: from a glance to games that are rolled out until a decision is settled.

How many plays are looked at from ply to ply: `filters` in `native/search.hpp`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from msgspec import Struct


class Depth(StrEnum):
    """The greatest depth to search to."""

    INSTANT = "instant"  # as positions stand
    ONE_PLY = "1-ply"
    TWO_PLY = "2-ply"
    THREE_PLY = "3-ply"
    ROLLER = "roller"  # two rolls deep, then a truncated rollout of the best
    ROLLOUT = "rollout"  # the same to the end of the game
    SETTLED = "settled"  # deeper by itself, until one choice is ahead of the others

    @property
    def ply(self) -> int:
        """How many rolls are searched before games are rolled out."""
        return {Depth.INSTANT: 0, Depth.ONE_PLY: 1, Depth.THREE_PLY: 3, Depth.SETTLED: 3}.get(self, 2)


class RolloutTerms(Struct, frozen=True):
    games: int
    truncate: int = 0  # rolls after which positions are taken as they stand; 0: to the end
    plays: int = 3  # at most this many of the best are rolled out, and one that is asked about


ROLLER: Final = RolloutTerms(games=360, truncate=8)
ROLLOUT: Final = RolloutTerms(games=360)
SETTLING_ROUND: Final = 144
SETTLING_GAMES: Final = 2592
"""Games of `settled`: at most, in rounds, for what a roller's games leave open."""
