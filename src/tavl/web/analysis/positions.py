"""A single position, evaluated while somebody waits: plays or the cube, and all 21 rolls.

Whether it may be is checked by whoever calls the analyst (`server/analyses/evaluator.py`).
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from tavl.analysis.decisions.decision_errors import judge_cube, judge_play
from tavl.analysis.engine.analyst import Analyst, match_of
from tavl.analysis.engine.questions import CubeAnswer, PlayAnswer, Question, QuestionKind, seen_by_turn
from tavl.analysis.engine.questions import Step as Asked
from tavl.i18n import Words
from tavl.notation.errors import NotationError
from tavl.notation.ids.any_id import read_any_id
from tavl.notation.record import Moves, Setup
from tavl.notation.situation import Situation, Stage
from tavl.rules.acts import Cube
from tavl.rules.board import ALL_ROLLS, Dice, PositionError, parse_position
from tavl.rules.refusal import RuleError
from tavl.rules.seat import Seat
from tavl.server.errors import ApiError, RefusedError
from tavl.server.messages.base import Heard
from tavl.server.messages.tables import MAX_POSITION_ID
from tavl.web.analysis.steps import AnalysisStep, Board, StepKind, board_of, ids_of, step_of
from tavl.web.shared.limits import MAX_LENGTH
from tavl.web.table.position_ids import Ids

Count = Annotated[int, Meta(ge=0, le=MAX_LENGTH)]
Die = Annotated[int, Meta(ge=1, le=6)]


class AskPosition(Heard, frozen=True):
    """An ID, or a position set up by hand, seen by the first seat."""

    id: Annotated[str, Meta(max_length=MAX_POSITION_ID)] | None = None
    position: Annotated[str, Meta(max_length=MAX_POSITION_ID)] | None = None
    turn: Seat = Seat.FIRST
    dice: tuple[Die, Die] | None = None
    cube: Annotated[int, Meta(ge=1, le=1024)] = 1
    owner: Seat | None = None
    score: tuple[Count, Count] = (0, 0)
    length: Count = 0
    crawford: bool = False


class RollValue(Struct, frozen=True, kw_only=True):
    dice: tuple[int, int]
    equity: float
    moves: Moves  # the best play


class Rolls(Struct, frozen=True, kw_only=True):
    """What every roll is worth to the player on roll, as positions stand, and the mean of them all."""

    seat: Seat
    position: str
    rolls: tuple[RollValue, ...]
    mean: float


class Evaluated(Struct, frozen=True, kw_only=True):
    board: Board
    ids: Ids
    step: AnalysisStep


def situation_of(asked: AskPosition) -> Situation:
    """Raises ApiError for what is not a position, RefusedError for what the rules do not allow."""
    situation = _read(asked.id) if asked.id is not None else _set_up(asked)
    if situation.stage is not Stage.PLAYING:
        situation = replace(situation, stage=Stage.PLAYING)
    situation = replace(situation, offer=None, resignation=None)
    try:
        match_of(seen_by_turn(situation))
    except RuleError as error:
        raise RefusedError(error.refused) from None
    return situation


def _read(text: str) -> Situation:
    try:
        return read_any_id(text.strip())
    except NotationError as error:
        raise ApiError("bad_value", field="id", problem=str(error)) from None


def _set_up(asked: AskPosition) -> Situation:
    try:
        seen = parse_position(asked.position or "")
        if seen.pips == 0 or seen.opponent_pips == 0:
            raise PositionError("both sides need a checker on the board")
    except PositionError as error:
        raise ApiError("bad_value", field="position", problem=str(error)) from None
    length = asked.length or None
    if length is not None and max(asked.score) >= length:
        raise ApiError("bad_value", field="score", problem=f"{max(asked.score)} / {length}")
    return Situation(
        position=seen if asked.turn == Seat.FIRST else seen.mirror(),
        turn=asked.turn,
        dice=Dice(*asked.dice) if asked.dice else None,
        cube=Cube(asked.cube, asked.owner),
        score=asked.score if length else (0, 0),
        length=length,
        crawford=asked.crawford and length is not None and length > 1,
    )


def evaluated(situation: Situation, w: Words, analyst: Analyst) -> Evaluated:
    return Evaluated(board=board_of(situation), ids=ids_of(situation), step=_evaluate(situation, w, analyst))


def _evaluate(situation: Situation, w: Words, analyst: Analyst) -> AnalysisStep:
    seen = seen_by_turn(situation)
    entry = Setup(seat=situation.turn, position=situation.position, dice=situation.dice)
    asked = Asked(game=0, entry=0, item=entry, situation=situation, turns=9)
    kind = QuestionKind.PLAY if situation.dice else QuestionKind.CUBE
    answer = analyst.answer(Question(kind=kind, situation=seen, decided=False))
    if isinstance(answer, PlayAnswer):
        return step_of(judge_play(asked, answer), w)
    found = judge_cube(asked, answer) if isinstance(answer, CubeAnswer) else None
    if found is not None:
        return step_of(found, w)
    said = w("The cube cannot be turned here; with dice, the plays are analysed.")
    return AnalysisStep(
        game=0,
        kind=StepKind.DOUBLE,
        seat=situation.turn,
        board=board_of(situation),
        chance=0.5,
        decided=False,
        reasons=(said,),
        ids=ids_of(situation),
    )


def rolls_of(situation: Situation, analyst: Analyst) -> Rolls:
    """As positions stand: about a tenth of a second."""
    seen = replace(seen_by_turn(situation), dice=None)
    match, engine = match_of(seen), analyst.engine
    found = []
    for roll in ALL_ROLLS:
        best = engine.plays(seen.position, roll, match)[0]
        moves = tuple((move.source, move.target) for move in best.play.moves)
        found.append(RollValue(dice=(roll.high, roll.low), equity=round(best.equity, 4), moves=moves))
    weights = [1 if roll.double else 2 for roll in ALL_ROLLS]
    mean = sum(each.equity * weight for each, weight in zip(found, weights, strict=True)) / 36
    board = board_of(situation)
    return Rolls(seat=situation.turn, position=board.position, rolls=tuple(found), mean=round(mean, 4))
