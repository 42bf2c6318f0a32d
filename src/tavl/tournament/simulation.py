"""Matches played by chance: who wins by the ratings, the score by games, and how long it took.

Chance is an argument: anything that draws numbers below another, `lots.Lots` above all. The same lots give the same
tournament, so that one that went wrong can be looked at again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from tavl.rating import DANISH, Formula, win_probability

MINUTE = 60_000
FINE = 1 << 32


class Chance(Protocol):
    def below(self, n: int, /) -> int: ...


class Pace(Struct, frozen=True, kw_only=True):
    """How matches run. By default 8 minutes per point of the length on average."""

    min_game_ms: int = 4 * MINUTE
    max_game_ms: int = 14 * MINUTE + 30_000
    # How often a game is worth how many points: most are for one or two, some for four.
    worth: tuple[tuple[int, int], ...] = ((1, 45), (2, 42), (4, 13))


class Simulated(Struct, frozen=True):
    winner: int  # 0 or 1
    score: tuple[int, int]
    games: int
    duration: int  # milliseconds


def play_match(
    ratings: Sequence[int | None], length: int, chance: Chance, *, formula: Formula = DANISH, pace: Pace | None = None
) -> Simulated:
    """One match to so many points between two ratings, in hundredths. Without a rating, the newcomers' one is used.

    The winner is drawn by the formula's own chances: over many matches ratings stay where they are. The games then tell
    the score; if they fall to the other side, they are seen from that side.
    """
    pace = pace or Pace()
    one, two = (formula.start * 100 if rating is None else rating for rating in ratings)
    chances = win_probability((one - two) / 100, length, formula)
    winner = 0 if chance.below(FINE) < chances * FINE else 1
    score = [0, 0]
    games = duration = 0
    while max(score) < length:
        score[chance.below(2)] += _worth(chance, pace)
        games += 1
        duration += pace.min_game_ms + chance.below(pace.max_game_ms - pace.min_game_ms + 1)
    lost = min(score)
    return Simulated(winner, (length, lost) if winner == 0 else (lost, length), games, duration)


def _worth(chance: Chance, pace: Pace) -> int:
    drawn = chance.below(sum(often for _, often in pace.worth))
    for points, often in pace.worth:
        drawn -= often
        if drawn < 0:
            return points
    raise AssertionError("weights are positive")


def field(count: int, chance: Chance, *, middle: int = 1000, spread: int = 80) -> list[int]:
    """So many ratings, in hundredths, as a field has them: most near the middle, a few far from it."""
    return [middle * 100 + _around(chance, spread * 100) for _ in range(count)]


def _around(chance: Chance, spread: int) -> int:
    # Twelve even draws added up have a variance of one: near enough to a normal distribution, in whole numbers.
    return (sum(chance.below(FINE) for _ in range(12)) - 6 * FINE) * spread // FINE
