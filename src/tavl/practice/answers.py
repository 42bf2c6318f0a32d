"""An answer to a card: what it loses, and the grade that follows."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from msgspec import Struct

from tavl.analysis.decisions.decision_errors import answer_error, double_error
from tavl.analysis.decisions.decisions import DecisionKind
from tavl.analysis.decisions.error_classes import MISTAKE
from tavl.analysis.match_analysis import AnalysedDecision, JudgedPlay
from tavl.analysis.reasons.reasons import PlaySeen, Reason, play_reasons
from tavl.notation.record import CubeActionKind, Moves
from tavl.rules.board import Position
from tavl.rules.play_check import judge_play
from tavl.rules.refusal import Refused, refuse
from tavl.rules.seat import Seat

AS_GOOD: Final = 0.002
"""Smaller losses count as none: analyses of different depths differ by more."""
CUBE_ANSWERS: Final[dict[DecisionKind, dict[str, CubeActionKind | None]]] = {
    DecisionKind.DOUBLE: {"roll": None, "double": CubeActionKind.DOUBLE},
    DecisionKind.TAKE: {"take": CubeActionKind.TAKE, "drop": CubeActionKind.DROP, "beaver": CubeActionKind.BEAVER},
}


class Grade(StrEnum):
    AGAIN = "again"  # a mistake or a blunder
    HARD = "hard"  # an inaccuracy
    GOOD = "good"  # the best, or as good


class Attempt(Struct, frozen=True):
    """One of the two."""

    moves: Moves | None = None
    action: str | None = None


def grade_of(lost: float) -> Grade:
    if lost >= MISTAKE:
        return Grade.AGAIN
    return Grade.GOOD if lost < AS_GOOD else Grade.HARD


def stricter(grade: Grade) -> Grade:
    """One grade lower: it was a guess."""
    return Grade.HARD if grade is Grade.GOOD else Grade.AGAIN


def open_actions(decision: AnalysedDecision) -> tuple[str, ...]:
    """What can be answered to a question about the cube."""
    if decision.kind is DecisionKind.DOUBLE:
        return ("roll", "double")
    return ("take", "drop", "beaver") if decision.situation.beavers else ("take", "drop")


def cube_loss(decision: AnalysedDecision, action: str) -> float:
    """`action` is one of `open_actions`."""
    cube = decision.cube
    assert cube is not None
    done = CUBE_ANSWERS[decision.kind][action]
    lost, _ = (double_error if decision.kind is DecisionKind.DOUBLE else answer_error)(cube, done)
    return lost


def result_of(decision: AnalysedDecision, moves: Moves) -> Position | Refused:
    """What a play leads to, seen by the opponent; or why it is illegal."""
    situation = decision.situation
    if situation.dice is None:
        return refuse("roll_first", "G4.3")
    play = judge_play(situation.position, situation.dice, moves)
    return play if isinstance(play, Refused) else play.result


def judged_among(decision: AnalysedDecision, result: Position) -> int | None:
    """Which of the judged plays leads there; none: the analysis does not have it."""
    situation = decision.situation
    assert situation.dice is not None
    for number, play in enumerate(decision.plays):
        if situation.position.played(situation.dice, play.moves) == result:
            return number
    return None


def reasons_against(decision: AnalysedDecision, play: JudgedPlay) -> tuple[Reason, ...]:
    """Where the best play is better than this one."""
    situation, stakes = decision.situation, decision.stakes
    if stakes is None or situation.dice is None:
        return ()
    position, dice = situation.position, situation.dice

    def seen(each: JudgedPlay) -> PlaySeen | None:
        after = position.played(dice, each.moves)
        return PlaySeen(after.mirror(), each.chances) if after else None

    best, made = seen(decision.plays[0]), seen(play)
    if best is None or made is None or best.after == made.after:
        return ()
    return play_reasons(position, best, made, stakes[Seat.FIRST], stakes[Seat.SECOND])
