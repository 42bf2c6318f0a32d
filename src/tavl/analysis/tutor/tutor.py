"""What a tutor says at a table: what a decision would lose before it is made, and hints in three steps. Pure.

The first hint says what to look for, the second where, the third what to do. Everything is told from facts of the best
play and from the engine's answers; the sentences are in `tutor_texts`.
"""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from tavl.analysis.decisions.decision_errors import cube_error
from tavl.analysis.decisions.error_classes import BLUNDER, class_of
from tavl.analysis.engine.questions import Answer, CubeAnswer, PlayAnswer, Question, QuestionKind, seen_by_turn
from tavl.analysis.match_analysis import CubeVerdict, ErrorKind, JudgedCube
from tavl.analysis.reasons.reasons import PlaySeen, Reason, ReasonCode, blots, cube_reasons, play_reasons, shots
from tavl.notation.record import CubeActionKind, Moves
from tavl.notation.situation import Offer, Situation, situation_of
from tavl.rules.board import Position
from tavl.rules.match import Match

WARNS_FROM = BLUNDER
STEPS = 3
BACK = 18  # beyond it checkers stand in the opponent's home


class TutorAction(StrEnum):
    PLAY = "play"
    ROLL = "roll"  # and not double
    DOUBLE = "double"
    TAKE = "take"
    DROP = "drop"
    BEAVER = "beaver"


CUBE_ACTIONS = {
    TutorAction.ROLL: None,
    TutorAction.DOUBLE: CubeActionKind.DOUBLE,
    TutorAction.TAKE: CubeActionKind.TAKE,
    TutorAction.DROP: CubeActionKind.DROP,
    TutorAction.BEAVER: CubeActionKind.BEAVER,
}


class Judgement(Struct, frozen=True, kw_only=True):
    """What a decision would lose."""

    loss: float = 0.0
    error_class: str = "none"
    warns: bool = False
    mistake: ErrorKind | None = None
    reasons: tuple[Reason, ...] = ()


class Idea(StrEnum):
    """The idea of the best play: the first that fits."""

    ONLY_PLAY = "only_play"
    DANCE = "dance"
    BEAR_OFF = "bear_off"
    RACE = "race"
    HIT = "hit"
    HOME_POINT = "home_point"
    BLOCKING_POINT = "blocking_point"
    ANCHOR = "anchor"
    RUN = "run"
    SAFETY = "safety"
    BUILD = "build"
    NOTHING = "nothing"  # the cube cannot be turned: only a roll is left
    DOUBLE = "double"  # to double or not
    ANSWER = "answer"  # to take or not


class Hint(Struct, frozen=True, kw_only=True):
    step: int
    idea: Idea
    source: int | None = None  # from the second step on: where a checker of the best play stands
    best: Moves | None = None  # of the third step
    hits: bool = False
    made: tuple[int, ...] = ()
    shots: int | None = None
    next_best: Moves | None = None
    next_loss: float = 0.0
    book: bool = False  # the play is the best one of the opening book
    cube: JudgedCube | None = None
    verdict: CubeVerdict | None = None
    take_loss: float = 0.0  # of the wrong answer to a double
    reasons: tuple[Reason, ...] = ()


def situation_at(match: Match) -> Situation:
    """Seen by the player who decides about a play or a double; of an answer, by the one who has doubled."""
    return seen_by_turn(situation_of(match))


def question_about(match: Match, action: TutorAction | None = None, moves: Moves = ()) -> Question:
    """The question to the engine that judging this needs; without an action, for a hint."""
    situation = situation_at(match)
    if situation.dice is not None:
        played = situation.position.played(situation.dice, moves) if moves else None
        return Question(kind=QuestionKind.PLAY, situation=situation, played=played, decided=action is not None)
    bare = replace(situation, offer=None)
    done = CUBE_ACTIONS.get(action) if action else None
    return Question(kind=QuestionKind.CUBE, situation=bare, done=done, decided=action is not None)


def judge(match: Match, action: TutorAction, answer: Answer) -> Judgement:
    """What it loses, if the engine has answered that."""
    situation = situation_at(match)
    if isinstance(answer, PlayAnswer):
        return _judge_play(situation, answer) if action is TutorAction.PLAY else Judgement()
    if not isinstance(answer, CubeAnswer) or answer.cube is None or action is TutorAction.PLAY:
        return Judgement()
    loss, mistake = cube_error(answer.cube, CUBE_ACTIONS[action])
    reasons = cube_reasons(situation.position, answer.cube.chances, *answer.stakes)
    return _judgement(loss, mistake, reasons)


def _judge_play(situation: Situation, answer: PlayAnswer) -> Judgement:
    if answer.played is None or situation.dice is None:
        return Judgement()
    made, best = answer.plays[answer.played], answer.plays[0]
    seen = []
    for play in (best, made):
        after = situation.position.played(situation.dice, play.moves)
        assert after is not None
        seen.append(PlaySeen(after.mirror(), play.chances))
    reasons = play_reasons(situation.position, seen[0], seen[1], *answer.stakes)
    return _judgement(made.loss, ErrorKind.WRONG_PLAY, reasons)


def _judgement(loss: float, mistake: ErrorKind | None, reasons: tuple[Reason, ...]) -> Judgement:
    if loss <= 0:
        return Judgement()
    warns = loss >= WARNS_FROM
    return Judgement(loss=loss, error_class=str(class_of(loss)), warns=warns, mistake=mistake, reasons=reasons)


def hint(match: Match, step: int, answer: Answer) -> Hint:
    """A later step says what the earlier ones said, and more."""
    situation = situation_at(match)
    if isinstance(answer, PlayAnswer):
        return _play_hint(situation, step, answer)
    cube = answer.cube if isinstance(answer, CubeAnswer) else None
    if cube is None or not isinstance(answer, CubeAnswer):
        return Hint(step=STEPS, idea=Idea.NOTHING)
    answering = situation_of(match).offer is Offer.DOUBLED
    reasons = cube_reasons(situation.position, cube.chances, *answer.stakes)
    told = reasons if step > 1 else tuple(each for each in reasons if each.code is ReasonCode.RACE)
    return Hint(
        step=step,
        idea=Idea.ANSWER if answering else Idea.DOUBLE,
        cube=cube if step == STEPS else None,
        verdict=cube.verdict if step == STEPS else None,
        take_loss=abs(cube.double_drop - cube.double_take) if step == STEPS else 0.0,
        reasons=told,
    )


def _play_hint(situation: Situation, step: int, answer: PlayAnswer) -> Hint:
    position, dice = situation.position, situation.dice
    assert dice is not None
    best = answer.plays[0]
    if not best.moves:
        return Hint(step=STEPS, idea=Idea.DANCE)
    after = position.played(dice, best.moves)
    assert after is not None
    seen = after.mirror()
    made = tuple(sorted(set(seen.made_points) - set(position.made_points)))
    idea = Idea.ONLY_PLAY if answer.legal_plays == 1 else _idea(position, seen, made)
    found = Hint(step=step, idea=idea)
    if step > 1:
        found = replace(found, source=max(source for source, _ in best.moves))
    if step == STEPS:
        other = answer.plays[1] if len(answer.plays) > 1 else None
        found = replace(
            found,
            best=best.moves,
            hits=seen.opponent_bar > position.opponent_bar,
            made=made if position.contact else (),
            shots=shots(seen) if position.contact else None,
            next_best=other.moves if other else None,
            next_loss=other.loss if other else 0.0,
            book=best.look.book,
        )
    return found


def _idea(before: Position, after: Position, made: tuple[int, ...]) -> Idea:
    if after.off > before.off:
        return Idea.BEAR_OFF
    if not before.contact:
        return Idea.RACE
    if after.opponent_bar > before.opponent_bar:
        return Idea.HIT
    if any(point <= 6 for point in made):
        return Idea.HOME_POINT
    if any(point > BACK for point in made):
        return Idea.ANCHOR
    if made:
        return Idea.BLOCKING_POINT
    if sum(after.own[BACK + 1 :]) < sum(before.own[BACK + 1 :]):
        return Idea.RUN
    return Idea.SAFETY if blots(after) < blots(before) else Idea.BUILD
