"""The engine as analyst: answers the questions of a match, deeper where it matters."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from tavl.analysis.decisions.counted_decisions import something_to_lose
from tavl.analysis.engine.answer_cache import AnswerCache
from tavl.analysis.engine.questions import (
    Answer,
    CubeAnswer,
    NoAnswer,
    PlayAnswer,
    Question,
    QuestionKind,
    RollsAnswer,
    Scale,
)
from tavl.analysis.match_analysis import CubeVerdict, JudgedCube, JudgedPlay, Look
from tavl.analysis.reasons.take_points import stakes_of
from tavl.engine import CubeAction, CubeDecision, Engine, Evaluation, RankedPlay
from tavl.engine.clear_decisions import cube_at, leads, plays_at
from tavl.engine.cubes import cube_of, normalised
from tavl.engine.named_depths import Depth
from tavl.notation.decisions import ANSWERS
from tavl.notation.record import Chances, CubeActionKind
from tavl.notation.situation import Situation, match_from
from tavl.rules import ALL_ROLLS, Match, RuleError
from tavl.rules.profile import usual_profile

LISTED: Final = 8
"""How many plays an answer lists, besides the one that was made."""
_VERDICTS = {
    CubeAction.NO_DOUBLE: CubeVerdict.NO_DOUBLE,
    CubeAction.DOUBLE_TAKE: CubeVerdict.DOUBLE_TAKE,
    CubeAction.DOUBLE_DROP: CubeVerdict.DOUBLE_DROP,
    CubeAction.TOO_GOOD: CubeVerdict.TOO_GOOD,
    CubeAction.DOUBLE_BEAVER: CubeVerdict.DOUBLE_BEAVER,
    CubeAction.NO_DOUBLE_BEAVER: CubeVerdict.NO_DOUBLE_BEAVER,
}


class Analyst:
    """Answers depend on the question, the depth and the network alone, not on threads or on what was asked before."""

    def __init__(
        self, depth: Depth = Depth.TWO_PLY, engine: Engine | None = None, cache: AnswerCache | None = None
    ) -> None:
        self.depth = depth
        self.engine = engine or Engine(threads=1)
        self.cache = cache

    def answer(self, question: Question) -> Answer:
        if self.cache is None:
            return self._answer(question)
        key = self.cache.key(question, self.depth)
        answer = self.cache.get(key)
        if answer is None:
            answer = self._answer(question)
            self.cache.put(key, answer)
        return answer

    def _answer(self, question: Question) -> Answer:
        try:
            match = match_of(question.situation)
        except RuleError:
            return NoAnswer()
        if question.kind is QuestionKind.PLAY:
            return self._plays(question, match)
        if question.kind is QuestionKind.CUBE:
            return self._cube(question, match)
        return self._rolls(question, match)

    # Plays.

    def _plays(self, question: Question, match: Match) -> PlayAnswer:
        position, dice = question.situation.position, question.situation.dice
        assert dice is not None
        ranked = self.engine.plays(position, dice, match)
        legal, counts = len(ranked), something_to_lose([each.equity for each in ranked])
        ranked = plays_at(
            self.engine,
            self.depth,
            position,
            dice,
            match,
            always=question.played,
            clear=lambda found, margin: _clear_play(question, found, margin, self.depth),
            first=ranked,
        )
        cube = cube_of(match)

        def judged(each: RankedPlay, best: float) -> JudgedPlay:
            return JudgedPlay(
                moves=tuple((move.source, move.target) for move in each.play.moves),
                text=str(each.play),
                equity=_rounded(each.equity),
                loss=_rounded(max(0.0, best - each.equity)),
                cubeless=_rounded(normalised(cube, cube.no_double(_five(each.evaluation), 0.0))),
                chances=_chances(each.evaluation),
                look=_look(each),
            )

        kept = [each for at, each in enumerate(ranked) if at < LISTED or each.play.result == question.played]
        plays = [judged(each, ranked[0].equity) for each in kept]
        results = [each.play.result for each in kept]
        return PlayAnswer(
            plays=tuple(plays),
            played=results.index(question.played) if question.played in results else None,
            legal_plays=legal,
            counts=counts,
            scale=_scale(match),
            stakes=stakes_of(cube),
        )

    # The cube.

    def _cube(self, question: Question, match: Match) -> CubeAnswer:
        cube = cube_of(match)
        scale, stakes = _scale(match), stakes_of(cube)
        if not cube.can_double:
            return CubeAnswer(cube=None, scale=scale, stakes=stakes)
        position = question.situation.position
        found = cube_at(
            self.engine,
            self.depth,
            position,
            match,
            clear=lambda found, margin: _clear_cube(question, found, margin, self.depth),
        )
        judged = JudgedCube(
            verdict=_VERDICTS[found.action],
            no_double=_rounded(found.no_double),
            double_take=_rounded(found.double_take),
            double_drop=_rounded(found.double_drop),
            cubeless=_rounded(normalised(cube, cube.no_double(_five(found.evaluation), 0.0))),
            chances=_chances(found.evaluation),
            look=_look(found),
        )
        return CubeAnswer(cube=judged, scale=scale, stakes=stakes)

    # Rolls.

    def _rolls(self, question: Question, match: Match) -> RollsAnswer:
        """Without looking ahead, at every depth: the question is about luck, where errors even out."""
        situation = question.situation
        values = self.engine.rolls(situation.position, match)
        if question.opening:
            other = match_of(replace(situation, position=situation.position.mirror(), turn=situation.turn.other))
            theirs = self.engine.rolls(other.game.position, other) if other.game else values
            mean = (_mean(values, doubles=False) - _mean(theirs, doubles=False)) / 2
        else:
            mean = _mean(values)
        return RollsAnswer(values=tuple(map(_rounded, values)), mean=_rounded(mean), scale=_scale(match))


def match_of(situation: Situation) -> Match:
    return match_from(situation, usual_profile(situation.length))


def _clear_play(question: Question, ranked: list[RankedPlay], margin: float, depth: Depth) -> bool:
    """Nothing to decide, or the play that was made is the best by the margin."""
    if len(ranked) == 1:
        return True
    made = not question.decided or ranked[0].play.result == question.played
    return (made or _settles(depth, ranked[0].ply)) and leads(ranked, margin)


def _clear_cube(question: Question, found: CubeDecision, margin: float, depth: Depth) -> bool:
    doubling = min(found.double_take, found.double_drop) - found.no_double
    taking = found.double_drop - found.double_take  # better than dropping by this much
    wrong_will_do = _settles(depth, found.ply)
    if question.done in ANSWERS:
        right = (taking >= 0) == (question.done is not CubeActionKind.DROP) or wrong_will_do
        return right and abs(taking) >= margin and question.done is not CubeActionKind.BEAVER
    right = not question.decided or (doubling > 0) == (question.done is CubeActionKind.DOUBLE) or wrong_will_do
    return right and abs(doubling) >= margin


def _settles(depth: Depth, ply: int) -> bool:
    """Errors are examined as deep as asked; where only the best choice matters, two rolls are enough."""
    return depth is Depth.SETTLED and ply >= 2


def _look(found: RankedPlay | CubeDecision) -> Look:
    error = None if found.standard_error is None else _rounded(found.standard_error)
    book = isinstance(found, RankedPlay) and found.book
    return Look(ply=found.ply, games=found.games, standard_error=error, book=book)


def _scale(match: Match) -> Scale:
    cube = cube_of(match)
    return Scale(cube.utility_of_result(-1), cube.utility_of_result(1))


def _mean(values: list[float], doubles: bool = True) -> float:
    weights = [(1 if doubles else 0) if roll.double else 2 for roll in ALL_ROLLS]
    return sum(value * weight for value, weight in zip(values, weights, strict=True)) / sum(weights)


def _five(chances: Evaluation) -> tuple[float, float, float, float, float]:
    return (chances.win, chances.win_gammon, chances.win_backgammon, chances.lose_gammon, chances.lose_backgammon)


def _chances(chances: Evaluation) -> Chances:
    return Chances(*map(_rounded, _five(chances)))


def _rounded(value: float) -> float:
    """To a hundred-thousandth, more than anybody can tell apart; never minus zero."""
    return round(value, 5) + 0.0
