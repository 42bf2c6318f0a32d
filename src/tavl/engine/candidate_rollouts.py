"""Rollouts of the best plays of a decision, or of its cube: which are rolled out, how long, and when they stop.

The result depends only on the position, the match, the depth, the network and the opening book: games have a fixed
seed, and rounds a fixed size.
"""

from __future__ import annotations

from math import hypot
from typing import Final

from msgspec.structs import replace

from tavl._native import CubeState, RolloutSums
from tavl.engine.answers import CubeDecision, RankedPlay
from tavl.engine.cubes import cube_of, normalised
from tavl.engine.engine import Engine
from tavl.engine.named_depths import ROLLER, SETTLING_GAMES, SETTLING_ROUND, RolloutTerms
from tavl.engine.rollout import RolloutResult
from tavl.rules import Match, Position

SURE: Final = 3.0
"""A difference is settled at this many standard errors ..."""
CLOSE: Final = 0.005
"""... and if it is still open when its standard error is this small, the choice is a matter of taste."""
TRUNCATED: Final = 0.02
"""A truncated rollout cannot settle a smaller difference: the evaluations at its ends have errors too."""
BEHIND: Final = 0.04
"""No play further behind is rolled out: two rolls deep a play that leads by this is clear (`clear_decisions`)."""


def rolled_out_cube(engine: Engine, position: Position, match: Match | None, terms: RolloutTerms) -> CubeDecision:
    return _rolled_cube(engine, match, _play_out(engine, position, cube_of(match), terms, RolloutSums()))


# Plays.


def _contenders(ranked: list[RankedPlay], always: Position | None, most: int) -> list[int]:
    """The best few, without those far behind or less deeply searched, and the one that is asked about."""
    return [
        at
        for at, each in enumerate(ranked)
        if (at < most and each.loss < BEHIND and each.ply == ranked[0].ply) or each.play.result == always
    ]


def rolled_out(
    engine: Engine, ranked: list[RankedPlay], match: Match | None, always: Position | None, terms: RolloutTerms
) -> list[RankedPlay]:
    """The best few and the one that is asked about after this many games each, then the others unchanged."""
    chosen = _contenders(ranked, always, terms.plays)
    rolled = [_rolled_play(engine, match, ranked[at], terms, RolloutSums()) for at in chosen]
    return _with_rolled(ranked, chosen, rolled)


def settle_plays(
    engine: Engine, ranked: list[RankedPlay], match: Match | None, always: Position | None
) -> list[RankedPlay]:
    chosen = _contenders(ranked, always, ROLLER.plays)
    short = [_rolled_play(engine, match, ranked[at], ROLLER, RolloutSums()) for at in chosen]
    if len(_rivals(short, range(len(short)), TRUNCATED)) == 1:
        return _with_rolled(ranked, chosen, short)
    rolled, sums = list(short), [RolloutSums() for _ in chosen]
    going = list(range(len(chosen)))
    for games in range(SETTLING_ROUND, SETTLING_GAMES + 1, SETTLING_ROUND):
        for at in going:
            rolled[at] = _rolled_play(engine, match, ranked[chosen[at]], RolloutTerms(games), sums[at])
        going = _rivals(rolled, going, 0.0)
        if len(going) == 1 or all(hypot(*(_error(rolled[one]) for one in pair)) < CLOSE for pair in _pairs(going)):
            break
    return _with_rolled(ranked, chosen, rolled)


def _rivals(rolled: list[RankedPlay], going: range | list[int], least: float) -> list[int]:
    """Those that may still be the best: not certainly behind it by `least` or more."""
    best = max(going, key=lambda at: rolled[at].equity)

    def behind(at: int) -> bool:
        gap = rolled[best].equity - rolled[at].equity
        return gap > max(least, SURE * hypot(_error(rolled[best]), _error(rolled[at])))

    return [at for at in going if at == best or not behind(at)]


def _pairs(going: list[int]) -> list[tuple[int, int]]:
    return [(one, other) for one in going for other in going if one < other]


def _error(play: RankedPlay) -> float:
    return play.standard_error or 0.0


def _with_rolled(ranked: list[RankedPlay], chosen: list[int], rolled: list[RankedPlay]) -> list[RankedPlay]:
    """The rolled ones first, by their equity; losses count from the best of them."""
    rolled = sorted(rolled, key=lambda play: -play.equity)
    plays = rolled + [each for at, each in enumerate(ranked) if at not in chosen]
    return [replace(play, loss=max(0.0, plays[0].equity - play.equity)) for play in plays]


def _rolled_play(
    engine: Engine, match: Match | None, ranked: RankedPlay, terms: RolloutTerms, sums: RolloutSums
) -> RankedPlay:
    """Games from where the play leads to, the opponent on roll, who doubles where it pays."""
    if ranked.play.result.over:
        return ranked
    cube = cube_of(match).flipped()
    found = _play_out(engine, ranked.play.result, cube, terms, sums)
    value, error = found.no_double, found.no_double_error
    assert value is not None
    if found.double_take is not None:
        drop = normalised(cube, cube.utility_of_pass)
        doubled = min(found.double_take, drop)
        if doubled > value:
            value, error = doubled, found.double_take_error if doubled < drop else 0.0
    return RankedPlay(ranked.play, -value, 0.0, found.evaluation.mirror, 0, found.games, error)


# The cube.


def settle_cube(engine: Engine, position: Position, match: Match | None) -> CubeDecision:
    cube = cube_of(match)
    result = _play_out(engine, position, cube, ROLLER, RolloutSums())
    found = _rolled_cube(engine, match, result)
    if all(abs(gap) > max(TRUNCATED, SURE * error) for gap, error in _judged_gaps(found, result)):
        return found
    sums = RolloutSums()
    for games in range(SETTLING_ROUND, SETTLING_GAMES + 1, SETTLING_ROUND):
        result = _play_out(engine, position, cube, RolloutTerms(games), sums)
        found = _rolled_cube(engine, match, result)
        if all(error < CLOSE or abs(gap) > SURE * error for gap, error in _judged_gaps(found, result)):
            break
    return found


def gaps_of(found: CubeDecision) -> tuple[float, float]:
    """Doubling ahead of not doubling, taking ahead of dropping."""
    return min(found.double_take, found.double_drop) - found.no_double, found.double_drop - found.double_take


def _judged_gaps(found: CubeDecision, result: RolloutResult) -> list[tuple[float, float]]:
    doubling, taking = gaps_of(found)
    undoubled, doubled = result.no_double_error or 0.0, result.double_take_error or 0.0
    return [(doubling, hypot(undoubled, doubled if taking > 0 else 0.0)), (taking, doubled)]


def _rolled_cube(engine: Engine, match: Match | None, result: RolloutResult) -> CubeDecision:
    assert result.no_double is not None
    assert result.double_take is not None
    decision = engine.cube_decision(match, result.no_double, result.double_take, result.evaluation)
    errors = [error for error in (result.no_double_error, result.double_take_error) if error is not None]
    return replace(decision, games=result.games, standard_error=max(errors))


def _play_out(
    engine: Engine, position: Position, cube: CubeState, terms: RolloutTerms, sums: RolloutSums
) -> RolloutResult:
    """Up to so many games, those that are in the sums among them."""
    *_, last = engine.rolling_cube(position, cube, terms.games, truncate=terms.truncate, sums=sums)
    return last
