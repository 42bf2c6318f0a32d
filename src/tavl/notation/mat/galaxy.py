"""What Backgammon Galaxy calls a match although it was money play."""

from __future__ import annotations

GALAXY = "BackgammonGalaxy"


def is_galaxy_money(site: str, length: int, games: int, ended_short: bool) -> bool:
    """Galaxy's matches have odd lengths. A single game to a power of two from 4 up (4, 8, 16, 32, ...) was money play,
    if it ended short of the match: it has a result, and did not win "the match"."""
    if site != GALAXY or games != 1 or length < 4 or length & (length - 1):
        return False
    return ended_short
