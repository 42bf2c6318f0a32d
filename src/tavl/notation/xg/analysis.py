"""eXtreme Gammon's analysis of the decisions in a `.xg` file, as the record has it.

XG calls the network alone 1-ply, so its 3-ply is the 2-ply of GNU Backgammon and of `Depth.ply`. Equities of a match
are on the scale of a money game.
"""

from __future__ import annotations

from functools import cache
from math import isfinite
from typing import Final

from msgspec.structs import replace

from tavl.notation.record import Candidate, Chances, CubeAnalysis, Depth, Luck, PlayAnalysis, Rollout, Unit
from tavl.notation.xg.boards_and_moves import moves_of
from tavl.notation.xg.records import (
    MAX_CANDIDATES,
    NOT_ANALYSED,
    ROLLOUT_SIZE,
    CubeData,
    CubeRecord,
    MoveData,
    MoveRecord,
    RolloutRecord,
)

ROLLOUT_LEVEL: Final = 100
_PLY_LEVELS: Final = 7
_LEVEL_NAMES: Final[dict[int, str]] = {
    12: "3-ply red",
    ROLLOUT_LEVEL: "Rollout",
    998: "Opening book",
    999: "Opening book",
    1000: "XG Roller",
    1001: "XG Roller+",
    1002: "XG Roller++",
}
HALF_95: Final = 1.959964  # standard errors in half of an interval of 95 %


@cache
def depth_of(level: int) -> Depth:
    if 0 <= level < _PLY_LEVELS:
        return Depth(name=f"{level + 1}-ply", ply=level)
    return Depth(name=_LEVEL_NAMES.get(level, f"level {level}"), ply=2 if level == 12 else None)


def level_of(depth: Depth) -> int:
    """XG's level that is nearest to this depth."""
    if depth.games:
        return ROLLOUT_LEVEL
    if depth.ply is None or depth.name in _LEVEL_NAMES.values():
        return level_of_name(depth.name)
    return min(depth.ply, _PLY_LEVELS - 1)


def level_of_name(name: str) -> int:
    levels: tuple[int, ...] = (*range(_PLY_LEVELS), *_LEVEL_NAMES)
    return next((level for level in levels if depth_of(level).name == name), 0)


def chances_of(values: tuple[float, ...]) -> Chances | None:
    """None where they cannot be chances."""
    lose_backgammon, lose_gammon, lose, win, win_gammon, win_backgammon = values[:6]
    found = (win, win_gammon, win_backgammon, lose_gammon, lose_backgammon)
    if not all(-0.01 <= value <= 1.01 for value in found) or not 0.98 <= win + lose <= 1.02:  # nor is a NaN
        return None
    return Chances(*found)


def error_of(value: float) -> float | None:
    """XG writes what a play lost below zero and what a double lost above."""
    return abs(value) if isfinite(value) and value != NOT_ANALYSED else None


class Rollouts:
    """Read one by one: a file may hold many more than it refers to, or refer to one again and again."""

    def __init__(self, data: bytes, most: int) -> None:
        self.data, self.left = data, most

    def get(self, number: int) -> RolloutRecord | None:
        if not 0 <= number < len(self.data) // ROLLOUT_SIZE or self.left <= 0:
            return None
        self.left -= 1
        return RolloutRecord.read(self.data, number * ROLLOUT_SIZE)


def rolled_out(depth: Depth, rollout: RolloutRecord, doubled: bool = False) -> Depth:
    games, half = (rollout.games_doubled, rollout.error_doubled) if doubled else (rollout.games, rollout.error)
    return replace(
        depth,
        cubeful=not rollout.cubeless,
        games=games if games > 0 else None,
        standard_error=half / HALF_95 if isfinite(half) and half > 0 else None,
        rollout=Rollout(
            truncated_after=rollout.truncated_after if rollout.truncated else None,
            variance_reduced=rollout.variance_reduced,
            play=depth_of(rollout.level_play).name,
            cube=depth_of(rollout.level_cube).name,
            seed=rollout.seed_given,
            seconds=rollout.seconds,
        ),
    )


def play_analysis(move: MoveRecord, rollouts: Rollouts, unit: Unit, most: int) -> PlayAnalysis | None:
    """With as many candidates as may still be read."""
    if move.level < 0 or move.candidates <= 0 or most <= 0:
        return None
    data = MoveData.read(move.analysis)
    candidates: list[Candidate] = []
    played = None
    for number in range(min(data.count, MAX_CANDIDATES, most)):
        moves = moves_of(data.moves[8 * number : 8 * number + 8])
        values = data.chances[7 * number : 7 * number + 7]
        if moves is None or not isfinite(values[6]):
            continue
        if played is None and move.played and data.boards[26 * number : 26 * number + 26] == move.board_after:
            played = len(candidates)
        depth = depth_of(int.from_bytes(data.levels[4 * number : 4 * number + 2], "little", signed=True))
        if rollout := rollouts.get(move.rollouts[number]):
            depth = rolled_out(depth, rollout)
        candidates.append(Candidate(moves=moves, equity=values[6], chances=chances_of(values), depth=depth))
    return PlayAnalysis(
        candidates=tuple(candidates),
        played=played,
        unit=unit,
        error=error_of(move.error) if move.played else None,
        counts=not data.no_decision,
    )


def cube_analysis(cube: CubeRecord, rollouts: Rollouts, unit: Unit) -> CubeAnalysis | None:
    if cube.level < 0:
        return None
    data = CubeData.read(cube.analysis)
    equities = (data.no_double, data.double_take, data.double_drop)
    if not all(map(isfinite, equities)):
        return None
    depth = depth_of(data.level)
    if rollout := rollouts.get(cube.rollout):
        depth = rolled_out(depth, rollout)
    return CubeAnalysis(
        no_double=data.no_double,
        double_take=data.double_take,
        double_drop=data.double_drop,
        unit=unit,
        chances=chances_of(data.chances),
        chances_doubled=chances_of(data.chances_doubled),
        depth=depth,
        error=error_of(cube.error_double),
    )


def luck_of(move: MoveRecord, unit: Unit) -> Luck | None:
    return Luck(move.luck, unit=unit) if move.level_luck >= 0 and isfinite(move.luck) else None
