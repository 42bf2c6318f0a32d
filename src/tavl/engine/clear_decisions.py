"""Decisions at a named depth: searched deeper until they are clear, and the best rolled out where the depth says so
(`candidate_rollouts`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tavl.engine.answers import CubeDecision, RankedPlay
from tavl.engine.candidate_rollouts import BEHIND, gaps_of, rolled_out, rolled_out_cube, settle_cube, settle_plays
from tavl.engine.cubes import cube_of
from tavl.engine.engine import Engine
from tavl.engine.named_depths import ROLLER, ROLLOUT, Depth
from tavl.rules import Dice, Match, Position

CLEAR_PLAY: Final = (0.16, 0.08, BEHIND, 0.03)
"""By ply: a play that leads by this much is not searched deeper unless asked for."""
CLEAR_CUBE: Final = (0.4, 0.25, 0.1, 0.06)
"""The same for doubling and not doubling, and for taking and dropping."""

ClearPlay = Callable[[list[RankedPlay], float], bool]
ClearCube = Callable[[CubeDecision, float], bool]


def leads(ranked: list[RankedPlay], margin: float) -> bool:
    return len(ranked) == 1 or ranked[0].equity - ranked[1].equity >= margin


def stands_out(found: CubeDecision, margin: float) -> bool:
    """Both the double and its answer are clear."""
    doubling, taking = gaps_of(found)
    return min(abs(doubling), abs(taking)) >= margin


def plays_at(
    engine: Engine,
    depth: Depth,
    position: Position,
    dice: Dice,
    match: Match | None = None,
    *,
    always: Position | None = None,
    clear: ClearPlay | None = None,
    first: list[RankedPlay] | None = None,
) -> list[RankedPlay]:
    """All legal plays, best first; the promising ones as deep as asked, and the one whose result is `always` with
    them. `clear` stops the search early. `first` are the static evaluations, if already known. What the
    opening book knows is not searched at any depth."""
    if booked := engine.book_plays(position, dice, match, always=always):
        return booked
    clear = clear or (leads if depth is Depth.SETTLED else None)
    ranked = first or engine.plays(position, dice, match)
    if clear is None and depth.ply:
        ranked = engine.plays(position, dice, match, depth.ply, always=always)
    for ply in range(depth.ply if clear else 0):
        if clear and clear(ranked, CLEAR_PLAY[ply]):
            return ranked
        ranked = engine.plays(position, dice, match, ply + 1, always=always)
    if depth not in (Depth.ROLLER, Depth.ROLLOUT, Depth.SETTLED) or len(ranked) == 1:
        return ranked
    if clear and clear(ranked, CLEAR_PLAY[depth.ply]):
        return ranked
    if depth is Depth.SETTLED:
        return settle_plays(engine, ranked, match, always)
    return rolled_out(engine, ranked, match, always, ROLLER if depth is Depth.ROLLER else ROLLOUT)


def cube_at(
    engine: Engine, depth: Depth, position: Position, match: Match | None = None, *, clear: ClearCube | None = None
) -> CubeDecision:
    """Double or not, take or drop; `clear` stops the search early."""
    clear = clear or (stands_out if depth is Depth.SETTLED else None)
    found = engine.cube(position, match, 0 if clear else depth.ply)
    if not cube_of(match).can_double:
        return found
    for ply in range(depth.ply if clear else 0):
        if clear and clear(found, CLEAR_CUBE[ply]):
            return found
        found = engine.cube(position, match, ply + 1)
    if depth not in (Depth.ROLLER, Depth.ROLLOUT, Depth.SETTLED):
        return found
    if clear and clear(found, CLEAR_CUBE[depth.ply]):
        return found
    if depth is Depth.SETTLED:
        return settle_cube(engine, position, match)
    return rolled_out_cube(engine, position, match, ROLLER if depth is Depth.ROLLER else ROLLOUT)
