"""How deep the engine looks, and where it may stop early. Definitions: docs/analysis.md."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Depth(StrEnum):
    """The deepest look that is asked for. What is clear before is not looked at again."""

    INSTANT = "instant"  # as positions stand
    ONE_PLY = "1-ply"
    TWO_PLY = "2-ply"
    ROLLOUT = "rollout"

    @property
    def ply(self) -> int:
        return {Depth.INSTANT: 0, Depth.ONE_PLY: 1}.get(self, 2)


POLICY: Final = 1
"""Counted up when a limit below or the order of looks changes: kept answers of another policy are not used."""

CLEAR_PLAY: Final = (0.16, 0.08, 0.04)
"""By ply: who made the best play is not looked at deeper where it leads by this much. What was wrong always is."""
CLEAR_CUBE: Final = (0.4, 0.25, 0.1)
"""The same for doubling and not doubling, and for taking and dropping."""

ROLLOUT_GAMES: Final = 360
ROLLOUT_SEED: Final = 1
ROLLED_OUT: Final = 3
"""So many plays at most, and the one that was made; none that is further behind than a clear play leads."""
LISTED: Final = 8
"""Plays that an answer lists, and the one that was made."""
