"""What each decision lost, computed from the engine's answers. Pure."""

from __future__ import annotations

from msgspec.structs import replace

from tavl.analysis.decisions.counted_decisions import not_doubling_counts
from tavl.analysis.decisions.decisions import DecisionKind, play_error
from tavl.analysis.decisions.error_classes import class_of
from tavl.analysis.engine.questions import CubeAnswer, PlayAnswer, Step
from tavl.analysis.match_analysis import BEAVERS, AnalysedDecision, CubeVerdict, ErrorKind, JudgedCube, JudgedPlay
from tavl.analysis.reasons.phases import phase_of
from tavl.analysis.reasons.reasons import PlaySeen, Reason, cube_reasons, play_reasons
from tavl.notation.record import CubeAction, CubeActionKind, CubeAnalysis, Setup, Turn, Unit
from tavl.rules.seat import Seat

ANSWERS = (CubeActionKind.TAKE, CubeActionKind.DROP, CubeActionKind.BEAVER)


def judge_cube(step: Step, answer: CubeAnswer) -> AnalysedDecision | None:
    """The decision to double, not to, or how to answer; none where the cube cannot be turned."""
    cube, item = answer.cube, step.item
    if cube is None:
        return None
    action = item.action if isinstance(item, CubeAction) else None
    answering = action in ANSWERS
    error, mistake = cube_error(cube, action)
    decided = not isinstance(item, Setup)
    if not decided:
        error, mistake = 0.0, None
    counts = decided and (
        action is not None or not_doubling_counts(cube.no_double, cube.double_take, cube.double_drop, error)
    )
    base = _decision(step, DecisionKind.TAKE if answering else DecisionKind.DOUBLE, error, counts)
    return replace(
        base,
        mistake=mistake,
        cost=answer.scale.cost(error),
        cube=cube,
        cube_action=action,
        decided=decided,
        stakes=answer.stakes if step.situation.turn == Seat.FIRST else answer.stakes[::-1],
        stored_error=_stored_cube_error(item.cube) if isinstance(item, Turn | CubeAction) else None,
        situation=replace(step.situation, dice=None),
        reasons=cube_reasons(step.situation.position, cube.chances, *answer.stakes) if counts or not decided else (),
    )


def cube_error(cube: JudgedCube, action: CubeActionKind | None) -> tuple[float, ErrorKind | None]:
    """What this action lost, and what was wrong with it; without an action the player rolled."""
    return answer_error(cube, action) if action in ANSWERS else double_error(cube, action)


def double_error(cube: JudgedCube, action: CubeActionKind | None) -> tuple[float, ErrorKind | None]:
    gain = min(cube.double_take, cube.double_drop) - cube.no_double
    if action is None:
        return (gain, ErrorKind.MISSED_DOUBLE) if gain > 0 else (0.0, None)
    if gain >= 0:
        return 0.0, None
    return -gain, ErrorKind.TOO_GOOD if cube.verdict is CubeVerdict.TOO_GOOD else ErrorKind.WRONG_DOUBLE


def answer_error(cube: JudgedCube, action: CubeActionKind | None) -> tuple[float, ErrorKind | None]:
    """Seen by the player who answers: a beaver doubles what a take is worth."""
    take, drop = -cube.double_take, -cube.double_drop
    beaver = 2 * take if cube.verdict in BEAVERS or action is CubeActionKind.BEAVER else None
    values = {CubeActionKind.TAKE: take, CubeActionKind.DROP: drop, CubeActionKind.BEAVER: beaver}
    best = max(value for value in values.values() if value is not None)
    made = values[action] if action else None
    error = 0.0 if made is None else best - made
    if error <= 0:
        return 0.0, None
    if action is CubeActionKind.DROP:
        return error, ErrorKind.WRONG_DROP
    if action is CubeActionKind.BEAVER:
        return error, ErrorKind.WRONG_BEAVER
    return error, ErrorKind.WRONG_TAKE if best == drop else ErrorKind.MISSED_BEAVER


def judge_play(step: Step, answer: PlayAnswer) -> AnalysedDecision:
    item, played = step.item, answer.played
    illegal = item.illegal if isinstance(item, Turn) else None
    error = answer.plays[played].loss if played is not None else 0.0
    base = _decision(step, DecisionKind.PLAY, error, answer.counts and played is not None)
    return replace(
        base,
        mistake=ErrorKind.WRONG_PLAY if error > 0 else None,
        cost=answer.scale.cost(error),
        plays=answer.plays,
        legal_plays=answer.legal_plays,
        played=played,
        illegal=illegal,
        decided=not isinstance(item, Setup),
        stakes=answer.stakes if step.situation.turn == Seat.FIRST else answer.stakes[::-1],
        stored_error=_stored_play_error(item) if isinstance(item, Turn) else None,
        reasons=_why(step, answer, played) if error > 0 and played is not None else (),
    )


def _why(step: Step, answer: PlayAnswer, played: int) -> tuple[Reason, ...]:
    position, dice = step.situation.position, step.situation.dice
    assert dice is not None

    def seen(play: JudgedPlay) -> PlaySeen:
        after = position.played(dice, play.moves)
        assert after is not None
        return PlaySeen(after.mirror(), play.chances)

    best, made = seen(answer.plays[0]), seen(answer.plays[played])
    return play_reasons(position, best, made, *answer.stakes)


def _decision(step: Step, kind: DecisionKind, error: float, counts: bool) -> AnalysedDecision:
    return AnalysedDecision(
        game=step.game,
        entry=step.entry,
        seat=step.item.seat,
        kind=kind,
        error=error,
        error_class=class_of(error),
        counts=counts,
        situation=step.situation,
        phase=phase_of(step.situation.position, step.turns),
    )


def _stored_cube_error(cube: CubeAnalysis | None) -> float | None:
    return cube.error if cube and cube.unit is not Unit.MWC else None


def _stored_play_error(turn: Turn) -> float | None:
    analysis = turn.analysis
    return play_error(analysis) if analysis and analysis.unit is not Unit.MWC else None
