"""What score and cube mean, whatever is on the board: take points and gammon values."""

from __future__ import annotations

from tavl._native import CubeState
from tavl.analysis.match_analysis import PlayerStakes

_MAX_TURNS = 12  # of the cube; by then it is dead in every match, and in money play nothing changes from there on


def stakes_of(cube: CubeState) -> tuple[PlayerStakes, PlayerStakes]:
    """Of the player on roll, and of the other."""
    return _stakes(cube), _stakes(cube.flipped())


def _stakes(cube: CubeState) -> PlayerStakes:
    """`cube` is seen by the player whose stakes these are."""
    return PlayerStakes(
        take_point=dead_take_point(cube),
        live_take_point=live_take_point(cube),
        gammon_value=_gammon_value(cube),
        gammon_value_doubled=_gammon_value(_turned(cube)),
    )


def _turned(cube: CubeState) -> CubeState:
    """The other has doubled and the player has taken: seen by the player, whose cube it is."""
    return cube.flipped().doubled().flipped()


def dead_take_point(cube: CubeState) -> float:
    """The player is doubled from `cube`, and nobody turns it again. No gammons."""
    taken = _turned(cube)
    won, lost, drop = taken.utility_of_result(1), taken.utility_of_result(-1), cube.utility_of_result(-1)
    return min(max((drop - lost) / (won - lost), 0.0), 1.0) if won > lost else 0.0


def live_take_point(cube: CubeState, turns: int = _MAX_TURNS) -> float:
    """The same, with a cube that is turned again exactly where the other has to drop.

    From losing to that point the value runs in a straight line, so that the point is that part of the dead one.
    """
    dead = dead_take_point(cube)
    taken = _turned(cube)
    if turns == 0 or not taken.can_double:
        return dead
    return dead * (1 - live_take_point(taken.flipped(), turns - 1))


def _gammon_value(cube: CubeState) -> float:
    gammon, won, lost = (cube.utility_of_result(points) for points in (2, 1, -1))
    return (gammon - won) / (won - lost) if won > lost else 0.0
