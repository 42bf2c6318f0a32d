"""The engine as analyst: answers the questions of a match, deeper where it matters."""

from __future__ import annotations

from msgspec.structs import replace

from tavl.analysis.cache import AnswerCache
from tavl.analysis.decisions import something_to_lose
from tavl.analysis.depths import CLEAR_CUBE, CLEAR_PLAY, LISTED, ROLLED_OUT, ROLLOUT_GAMES, ROLLOUT_SEED, Depth
from tavl.analysis.match_analysis import CubeVerdict, JudgedCube, JudgedPlay, Look
from tavl.analysis.questions import (
    Answer,
    CubeAnswer,
    NoAnswer,
    PlayAnswer,
    Question,
    QuestionKind,
    RollsAnswer,
    Scale,
)
from tavl.analysis.stakes import stakes_of
from tavl.engine import CubeAction, CubeDecision, Engine, Evaluation, RankedPlay
from tavl.engine.cubes import cube_of, normalised
from tavl.notation.record import Chances, CubeActionKind
from tavl.notation.situation import Situation, match_from
from tavl.rules import ALL_ROLLS, Match, RuleError
from tavl.rules.profile import usual_profile

_VERDICTS = {
    CubeAction.NO_DOUBLE: CubeVerdict.NO_DOUBLE,
    CubeAction.DOUBLE_TAKE: CubeVerdict.DOUBLE_TAKE,
    CubeAction.DOUBLE_DROP: CubeVerdict.DOUBLE_DROP,
    CubeAction.TOO_GOOD: CubeVerdict.TOO_GOOD,
    CubeAction.DOUBLE_BEAVER: CubeVerdict.DOUBLE_BEAVER,
    CubeAction.NO_DOUBLE_BEAVER: CubeVerdict.NO_DOUBLE_BEAVER,
}
_ANSWERS = (CubeActionKind.TAKE, CubeActionKind.DROP, CubeActionKind.BEAVER)


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
        for ply in range(self.depth.ply):
            if _clear_play(question, ranked, CLEAR_PLAY[ply]):
                break
            ranked = self.engine.plays(position, dice, match, ply + 1, always=question.played)
        cube = cube_of(match)

        def judged(each: RankedPlay, best: float) -> JudgedPlay:
            return JudgedPlay(
                moves=tuple((move.source, move.target) for move in each.play.moves),
                text=str(each.play),
                equity=_rounded(each.equity),
                loss=_rounded(max(0.0, best - each.equity)),
                cubeless=_rounded(normalised(cube, cube.no_double(_five(each.evaluation), 0.0))),
                chances=_chances(each.evaluation),
                look=Look(ply=each.ply),
            )

        kept = [each for at, each in enumerate(ranked) if at < LISTED or each.play.result == question.played]
        plays = [judged(each, ranked[0].equity) for each in kept]
        if self.depth is Depth.ROLLOUT and not _clear_play(question, ranked, CLEAR_PLAY[2]):
            plays, kept = self._rolled_out(question, match, plays, kept)
        results = [each.play.result for each in kept]
        return PlayAnswer(
            plays=tuple(plays),
            played=results.index(question.played) if question.played in results else None,
            legal_plays=legal,
            counts=counts,
            scale=_scale(match),
            stakes=stakes_of(cube),
        )

    def _rolled_out(
        self, question: Question, match: Match, plays: list[JudgedPlay], kept: list[RankedPlay]
    ) -> tuple[list[JudgedPlay], list[RankedPlay]]:
        """The best few and the one that was made, rolled out and put first."""
        pairs = list(zip(plays, kept, strict=True))
        chosen = [
            at
            for at, (play, each) in enumerate(pairs)
            if (at < ROLLED_OUT and play.loss < CLEAR_PLAY[2] and play.look.ply == plays[0].look.ply)
            or each.play.result == question.played
        ]
        rolled = [(self._roll_out(question.situation, match, *pairs[at]), pairs[at][1]) for at in chosen]
        rolled.sort(key=lambda pair: -pair[0].equity)
        best = rolled[0][0].equity
        pairs = rolled + [pair for at, pair in enumerate(pairs) if at not in chosen]
        return (
            [replace(play, loss=_rounded(max(0.0, best - play.equity))) for play, _ in pairs],
            [each for _, each in pairs],
        )

    def _roll_out(self, situation: Situation, match: Match, play: JudgedPlay, ranked: RankedPlay) -> JudgedPlay:
        """Games from where the play leads to, the opponent on roll, who doubles where it pays."""
        if ranked.play.result.over:
            return play
        after = match_of(replace(situation, position=ranked.play.result, turn=situation.turn.other, dice=None))
        found = self.engine.rollout(ranked.play.result, ROLLOUT_GAMES, match=after, cubeful=True, seed=ROLLOUT_SEED)
        cube = cube_of(after)
        value, error = found.no_double, found.no_double_error
        assert value is not None
        if found.double_take is not None:
            drop = normalised(cube, cube.utility_of_pass)
            doubled = min(found.double_take, drop)
            if doubled > value:
                value, error = doubled, found.double_take_error if doubled < drop else 0.0
        chances = found.evaluation.mirror
        mine = cube_of(match)
        return replace(
            play,
            equity=_rounded(-value),
            cubeless=_rounded(normalised(mine, mine.no_double(_five(chances), 0.0))),
            chances=_chances(chances),
            look=Look(ply=0, games=found.games, standard_error=None if error is None else _rounded(error)),
        )

    # The cube.

    def _cube(self, question: Question, match: Match) -> CubeAnswer:
        cube = cube_of(match)
        scale, stakes = _scale(match), stakes_of(cube)
        if not cube.can_double:
            return CubeAnswer(cube=None, scale=scale, stakes=stakes)
        position = question.situation.position
        found, look = self.engine.cube(position, match, 0), Look()
        for ply in range(self.depth.ply):
            if _clear_cube(question, found, CLEAR_CUBE[ply]):
                break
            found, look = self.engine.cube(position, match, ply + 1), Look(ply=ply + 1)
        if self.depth is Depth.ROLLOUT and not _clear_cube(question, found, CLEAR_CUBE[2]):
            found, look = self._roll_cube_out(question, match, found)
        judged = JudgedCube(
            verdict=_VERDICTS[found.action],
            no_double=_rounded(found.no_double),
            double_take=_rounded(found.double_take),
            double_drop=_rounded(found.double_drop),
            cubeless=_rounded(normalised(cube, cube.no_double(_five(found.evaluation), 0.0))),
            chances=_chances(found.evaluation),
            look=look,
        )
        return CubeAnswer(cube=judged, scale=scale, stakes=stakes)

    def _roll_cube_out(self, question: Question, match: Match, found: CubeDecision) -> tuple[CubeDecision, Look]:
        result = self.engine.rollout(
            question.situation.position, ROLLOUT_GAMES, match=match, cubeful=True, seed=ROLLOUT_SEED
        )
        assert result.no_double is not None
        assert result.double_take is not None
        decision = self.engine.cube_decision(match, result.no_double, result.double_take, result.evaluation)
        errors = [error for error in (result.no_double_error, result.double_take_error) if error is not None]
        return decision, Look(games=result.games, standard_error=_rounded(max(errors)))

    # Rolls.

    def _rolls(self, question: Question, match: Match) -> RollsAnswer:
        """As positions stand, at every depth: what is asked is luck, and errors in it even out."""
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


def _clear_play(question: Question, ranked: list[RankedPlay], margin: float) -> bool:
    """Nothing to decide; or the best play, which was made where somebody decided, leads by the margin."""
    if len(ranked) == 1:
        return True
    made = not question.decided or ranked[0].play.result == question.played
    return made and ranked[0].equity - ranked[1].equity >= margin


def _clear_cube(question: Question, found: CubeDecision, margin: float) -> bool:
    doubling = min(found.double_take, found.double_drop) - found.no_double
    taking = found.double_drop - found.double_take  # better than dropping by this much
    if question.done in _ANSWERS:
        right = (taking >= 0) == (question.done is not CubeActionKind.DROP)
        return right and abs(taking) >= margin and question.done is not CubeActionKind.BEAVER
    right = not question.decided or (doubling > 0) == (question.done is CubeActionKind.DOUBLE)
    return right and abs(doubling) >= margin


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
    """To a hundred-thousandth, which is more than anybody can tell apart; and no minus zero."""
    return round(value, 5) + 0.0
