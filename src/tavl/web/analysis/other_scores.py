"""The same decision over other scores: what the play that was made loses at each, or what to do with the cube there."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from tavl.analysis.engine.analyst import Analyst, match_of
from tavl.analysis.engine.questions import seen_by_turn
from tavl.engine import CubeAction
from tavl.notation.record import Moves
from tavl.notation.situation import Situation
from tavl.rules.refusal import RuleError
from tavl.rules.seat import Seat
from tavl.server.errors import ApiError
from tavl.server.messages.base import Heard
from tavl.server.messages.tables import MAX_POSITION_ID

MAX_AWAY = 7
Place = Annotated[int, Meta(ge=0, le=25)]


class AskScores(Heard, frozen=True):
    id: Annotated[str, Meta(max_length=MAX_POSITION_ID)]
    moves: Annotated[tuple[tuple[Place, Place], ...], Meta(max_length=4)] | None = None


class ScoreCell(Struct, frozen=True, kw_only=True):
    """`own` and `other`: points that the player who decides still needs, and the other; both 0 for money."""

    own: int
    other: int
    best: Moves | None = None
    loss: float | None = None
    verdict: str | None = None


class Scores(Struct, frozen=True, kw_only=True):
    seat: Seat
    cells: tuple[ScoreCell, ...]


def scores_of(situation: Situation, moves: Moves | None, analyst: Analyst) -> Scores:
    """As positions stand. Where somebody needs one point, it is the Crawford game unless the cube has been turned."""
    seen = replace(seen_by_turn(situation), offer=None)
    result = None
    if moves is not None and seen.dice is not None:
        result = seen.position.played(seen.dice, moves)
        if result is None:
            raise ApiError("bad_value", field="moves", problem="no legal play")
    aways = range(1, MAX_AWAY + 1)
    pairs = [(0, 0), *((own, other) for own in aways for other in aways)]
    cells = tuple(_cell(seen, own, other, result, analyst) for own, other in pairs)
    return Scores(seat=situation.turn, cells=cells)


def _cell(seen: Situation, own: int, other: int, result: object, analyst: Analyst) -> ScoreCell:
    length = max(own, other)
    at_score = replace(
        seen,
        length=length or None,
        score=(length - own, length - other),
        crawford=length > 1 and 1 in (own, other) and seen.cube.value == 1,
        jacoby=seen.jacoby if not length else None,
        beavers=seen.beavers if not length else None,
    )
    empty = ScoreCell(own=own, other=other)
    try:
        match = match_of(at_score)
    except RuleError:
        return empty
    if seen.dice is not None:
        ranked = analyst.engine.plays(seen.position, seen.dice, match)
        best = ranked[0]
        made = next((each for each in ranked if each.play.result == result), None)
        moves = tuple((move.source, move.target) for move in best.play.moves)
        lost = round(best.equity - made.equity, 4) if made else None
        return ScoreCell(own=own, other=other, best=moves, loss=lost)
    decision = analyst.engine.cube(seen.position, match, 0)
    if decision.action is CubeAction.NOT_AVAILABLE:
        return empty
    return ScoreCell(own=own, other=other, verdict=decision.action.name.lower())
