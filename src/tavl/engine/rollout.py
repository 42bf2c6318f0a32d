"""Rollouts: a position played to the end many times, and its averages. Saved rollouts: `rollout_file`."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from typing import TYPE_CHECKING

from msgspec import Struct

from tavl._native import RolloutSums
from tavl.engine.answers import Evaluation
from tavl.engine.cubes import normalised
from tavl.rules import Position

if TYPE_CHECKING:
    from tavl._native import CubeState, Search

DEFAULT_GAMES = 1296
PIECE = 72  # games between two looks
MIN_GAMES = 2 * PIECE  # games before an error estimate is trusted


class RolloutResult(Struct, frozen=True):
    """Means and their standard errors so far. `equity` is cubeless; the cube's are there if it was asked for."""

    games: int
    evaluation: Evaluation
    equity: float
    standard_error: float
    errors: Evaluation
    no_double: float | None = None
    no_double_error: float | None = None
    double_take: float | None = None
    double_take_error: float | None = None

    def within(self, error: float) -> bool:
        """Whether every figure is that exact, after enough games to trust it."""
        errors = (self.standard_error, self.no_double_error, self.double_take_error)
        return self.games >= MIN_GAMES and all(each is None or each <= error for each in errors)


def roll_out(
    search: Search,
    position: Position,
    cube: CubeState,
    cubeful: bool,
    games: int,
    *,
    truncate: int = 0,
    ply: int = 0,
    seed: int = 1,
    variance_reduction: bool = True,
    sums: RolloutSums | None = None,
    until_error: float | None = None,
) -> Iterator[RolloutResult]:
    """A result every few games, until all are played or the error is small enough. `sums` is where it stands."""
    if games < 1:
        raise ValueError("games is 1 or more")
    if truncate < 0:
        raise ValueError("truncate is 0 (to the end) or more")
    if not 0 <= seed < 1 << 64:
        raise ValueError("seed is 0 or more, below 2 to the 64th")
    cubes = rolled_cubes(cube, cubeful)
    sums = sums if sums is not None else RolloutSums()
    while sums.games < games:
        piece = min(PIECE, games - sums.games)
        search.rollout(position, cubes, seed, truncate, variance_reduction, ply, piece, sums)
        result = result_of(sums, cube)
        yield result
        if until_error is not None and result.within(until_error):
            return


def rolled_cubes(cube: CubeState, cubeful: bool) -> list[CubeState]:
    """As it stands, and doubled where it can be."""
    return [cube, cube.doubled()] if cubeful and cube.can_double else [cube] if cubeful else []


def result_of(sums: RolloutSums, cube: CubeState) -> RolloutResult:
    """Means and errors of the games so far, one at least."""
    n = sums.games

    def mean_error(total: float, squares: float) -> tuple[float, float]:
        mean = total / n
        return mean, sqrt(max(0.0, squares / n - mean * mean) / max(1, n - 1))

    pairs = [mean_error(t, s) for t, s in zip(sums.sum, sums.squares, strict=True)]
    scale = normalised(cube, 1.0) - normalised(cube, 0.0)
    with_cube = [mean_error(t, s) for t, s in zip(sums.utility, sums.utility_squares, strict=True)]
    values = [(normalised(cube, mean), error * scale) for mean, error in with_cube]
    values += [(None, None)] * (2 - len(values))  # type: ignore[list-item]
    return RolloutResult(
        games=n,
        evaluation=Evaluation(*(mean for mean, _ in pairs[:5])),
        equity=pairs[5][0],
        standard_error=pairs[5][1],
        errors=Evaluation(*(error for _, error in pairs[:5])),
        no_double=values[0][0],
        no_double_error=values[0][1],
        double_take=values[1][0],
        double_take_error=values[1][1],
    )
