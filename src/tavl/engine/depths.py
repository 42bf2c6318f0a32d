"""How deep a decision is looked at: from a glance to games that are rolled out until it is settled."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from msgspec import Struct


class Depth(StrEnum):
    """The deepest look that is asked for."""

    INSTANT = "instant"  # as positions stand
    ONE_PLY = "1-ply"
    TWO_PLY = "2-ply"
    THREE_PLY = "3-ply"
    ROLLER = "roller"  # two rolls deep, then a truncated rollout of the best
    ROLLOUT = "rollout"  # the same to the end of the game
    SETTLED = "settled"  # deeper by itself, until one choice is ahead of the others

    @property
    def ply(self) -> int:
        """How many rolls are looked at before games are rolled out."""
        return {Depth.INSTANT: 0, Depth.ONE_PLY: 1, Depth.THREE_PLY: 3, Depth.SETTLED: 3}.get(self, 2)


class RolloutTerms(Struct, frozen=True):
    games: int
    truncate: int = 0  # rolls after which positions are taken as they stand; 0: to the end


ROLLER: Final = RolloutTerms(games=360, truncate=8)
ROLLOUT: Final = RolloutTerms(games=360)
SETTLING_ROUND: Final = 144
SETTLING_GAMES: Final = 2592
"""At most, in rounds."""
SURE: Final = 3.0
"""A difference is settled at so many of its standard errors ..."""
CLOSE: Final = 0.005
"""... and what is left when its standard error is this small is a choice of taste."""
TRUNCATED: Final = 0.02
"""A truncated rollout settles nothing that is closer than this: the positions at its ends err too."""
SEED: Final = 1

CLEAR_PLAY: Final = (0.16, 0.08, 0.04, 0.03)
"""By ply: a play that leads by this much is not looked at deeper where that is not asked for."""
CLEAR_CUBE: Final = (0.4, 0.25, 0.1, 0.06)
"""The same for doubling and not doubling, and for taking and dropping."""
ROLLED_OUT: Final = 3
"""So many plays at most, and one that is asked about; none that is further behind than a clear play leads."""
