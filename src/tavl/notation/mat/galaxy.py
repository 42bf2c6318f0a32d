"""What Backgammon Galaxy writes that means something else: a match that was money play, a score that is called Elo."""

from __future__ import annotations

GALAXY = "BackgammonGalaxy"
MIN_RATING = 100
"""Galaxy writes the final score as "Elo": a number below this is taken for one. So in the files of every site, whatever
their `[Site]` says."""


def is_galaxy_money(site: str, length: int, games: int, ended_short: bool) -> bool:
    """Galaxy's matches have odd lengths. A single game to a power of two from 4 up (4, 8, 16, 32, ...) was money play,
    if it ended short of the match: it has a result, and did not win "the match"."""
    if site != GALAXY or games != 1 or length < 4 or length & (length - 1):
        return False
    return ended_short
