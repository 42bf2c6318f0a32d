"""The engine's answers, put together: a match with its decisions, luck (`luck.py`), curve and totals. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import fsum

from msgspec import Struct

from tavl.analysis.decisions.decision_errors import judge_cube, judge_play
from tavl.analysis.decisions.decisions import DecisionKind
from tavl.analysis.decisions.error_rates import error_totals
from tavl.analysis.engine.questions import Answer, CubeAnswer, NoAnswer, PlayAnswer, RollsAnswer, Scale, Step
from tavl.analysis.luck import roll_luck, without_luck
from tavl.analysis.match_analysis import (
    AnalysedDecision,
    Both,
    CurvePoint,
    GameAnalysis,
    MatchAnalysis,
    RollLuck,
    Totals,
)
from tavl.analysis.reasons.phases import GamePhase
from tavl.engine.named_depths import Depth
from tavl.notation.record import CubeAction, GameRecord, MatchRecord, Turn
from tavl.rules.seat import SEATS, Seat


class AnsweredStep(Struct, frozen=True):
    step: Step
    answers: tuple[Answer, ...]  # to step.questions, in their order


class MatchChances(Struct, frozen=True):
    """What the first seat's chances of winning the match are at a score: before each game, and after the last."""

    before: tuple[float, ...]
    after: float


def summarise(
    record: MatchRecord, answered: Sequence[AnsweredStep], chances: MatchChances, depth: Depth, network: str
) -> MatchAnalysis:
    games = tuple(
        _game(record, number, [each for each in answered if each.step.game == number], chances)
        for number in range(len(record.games))
    )
    decisions = [decision for game in games for decision in game.decisions]
    rolls = [roll for game in games for roll in game.rolls]
    phases = {phase: _phase_totals(phase, decisions, answered) for phase in GamePhase}
    result = _result(record, games)
    turns = sum(_is_turn(each.step) for each in answered)
    return MatchAnalysis(
        depth=depth,
        network=network,
        players=(record.players[0].name, record.players[1].name),
        length=record.length,
        score=record.score,
        winner=record.winner,
        games=games,
        totals=_totals(decisions, rolls, turns),
        phases={phase: both for phase, both in phases.items() if any(totals.errors.turns for totals in both)},
        result=round(result, 6),
        result_without_luck=without_luck(result, rolls),
        skipped=sum(isinstance(answer, NoAnswer) for each in answered for answer in each.answers),
    )


def _game(record: MatchRecord, number: int, answered: list[AnsweredStep], chances: MatchChances) -> GameAnalysis:
    game = record.games[number]
    decisions: list[AnalysedDecision] = []
    rolls: list[RollLuck] = []
    curve = [CurvePoint(entry=-1, chance=chances.before[number] if record.length else 0.5, equity=0.0)]
    for each in answered:
        for answer in each.answers:
            if isinstance(answer, RollsAnswer):
                rolls.append(roll_luck(each.step, answer))
            elif isinstance(answer, CubeAnswer):
                found = judge_cube(each.step, answer)
                decisions += [found] if found else []
                curve += _cube_point(each.step, answer, record.length)
            elif isinstance(answer, PlayAnswer):
                decisions.append(judge_play(each.step, answer))
                curve += _play_point(each.step, answer, record.length)
    curve += _end_point(record, number, chances)
    turns = sum(_is_turn(each.step) for each in answered)
    return GameAnalysis(
        score=game.score,
        crawford=game.crawford,
        result=game.result,
        decisions=tuple(decisions),
        rolls=tuple(rolls),
        curve=tuple(curve),
        totals=_totals(decisions, rolls, turns),
    )


def _is_turn(step: Step) -> bool:
    return isinstance(step.item, Turn) and step.item.moves is not None


# Totals.


def _totals(decisions: Sequence[AnalysedDecision], rolls: Iterable[RollLuck], turns: int) -> Both:
    rolls = list(rolls)
    first, second = (_player_totals(decisions, rolls, turns, seat) for seat in SEATS)
    return first, second


def _player_totals(decisions: Sequence[AnalysedDecision], rolls: Sequence[RollLuck], turns: int, seat: Seat) -> Totals:
    errors = error_totals(decisions, seat, turns)
    own = [roll for roll in rolls if roll.seat == seat]
    return Totals(
        errors=errors,
        performance_rating=errors.performance_rating,
        snowie_error_rate=errors.snowie_error_rate,
        cost=fsum(decision.cost for decision in decisions if decision.seat == seat),
        luck=fsum(roll.luck for roll in own),
        luck_cost=fsum(roll.cost for roll in own),
    )


def _phase_totals(phase: GamePhase, decisions: Sequence[AnalysedDecision], answered: Sequence[AnsweredStep]) -> Both:
    chosen = [decision for decision in decisions if decision.phase is phase]
    turns = sum(decision.kind is DecisionKind.PLAY and decision.decided for decision in chosen)
    return _totals(chosen, [], turns)


# The curve.


def _play_point(step: Step, answer: PlayAnswer, length: int) -> list[CurvePoint]:
    if answer.played is None:
        return []
    play = answer.plays[answer.played]
    return [_point(step, play.equity, play.chances.win, answer.scale, length, step.item.seat)]


def _cube_point(step: Step, answer: CubeAnswer, length: int) -> list[CurvePoint]:
    """Where a cube was turned or answered; a turn has its point after the play."""
    if answer.cube is None or not isinstance(step.item, CubeAction):
        return []
    equity = min(answer.cube.double_take, answer.cube.double_drop)
    return [_point(step, equity, answer.cube.chances.win, answer.scale, length, step.situation.turn)]


def _point(step: Step, equity: float, win: float, scale: Scale, length: int, seat: Seat) -> CurvePoint:
    chance = scale.value(equity) if length else win
    first = seat == Seat.FIRST
    return CurvePoint(
        entry=step.entry, chance=round(chance if first else 1 - chance, 6), equity=equity if first else -equity
    )


def _end_point(record: MatchRecord, number: int, chances: MatchChances) -> list[CurvePoint]:
    game = record.games[number]
    if game.result is None:
        return []
    sign = 1 if game.result.winner == Seat.FIRST else -1
    after = chances.before[number + 1] if number + 1 < len(record.games) else chances.after
    chance = after if record.length else float(sign > 0)
    return [CurvePoint(entry=len(game.entries), chance=chance, equity=float(sign * game.result.points))]


def _result(record: MatchRecord, games: Sequence[GameAnalysis]) -> float:
    """Of the first seat. An unfinished game is worth what its last position was."""
    if not games:
        return 0.5 if record.length else 0.0
    last = games[-1].curve[-1]
    if record.length:
        return last.chance
    return fsum(_points(game) for game in record.games) + (last.equity if record.games[-1].result is None else 0.0)


def _points(game: GameRecord) -> int:
    if game.result is None:
        return 0
    return game.result.points if game.result.winner == Seat.FIRST else -game.result.points
