"""An analysed match as its page shows it: one step for each decision that is worth a look, in the order of play."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from tavl.analysis.decisions.decisions import DecisionKind
from tavl.analysis.match_analysis import (
    AnalysedDecision,
    Both,
    GameAnalysis,
    MatchAnalysis,
)
from tavl.engine.named_depths import Depth
from tavl.i18n import Words
from tavl.notation.file_error_texts import problem_text
from tavl.notation.record import (
    CubeAction,
    GameResult,
    MatchRecord,
    Moves,
)
from tavl.rules.board import Dice, Position
from tavl.rules.seat import Seat
from tavl.server.messages.analyses import AnalysisState
from tavl.web.analysis.steps import AnalysisStep, StepKind, board_of, side_lines_at, step_of

MAX_PROBLEMS = 20
BINARY = ("xg", "bgf")


class AnalysedGame(Struct, frozen=True, kw_only=True):
    score: tuple[int, int]
    crawford: bool
    result: GameResult | None
    totals: Both
    chances: tuple[float, float]  # of the first seat, before and after


class AnalysedMatch(Struct, frozen=True, kw_only=True):
    players: tuple[str, str]
    length: int | None
    score: tuple[int, int]
    winner: Seat | None
    depth: Depth
    program: str
    event: str
    totals: Both
    result: float
    result_without_luck: float
    skipped: int
    games: tuple[AnalysedGame, ...]
    steps: tuple[AnalysisStep, ...]


class AnalysisView(Struct, frozen=True, kw_only=True):
    """How far an analysis is, and at the end all of it."""

    state: str
    done: int
    of: int
    viewer: Seat  # who sits at the bottom
    mine: bool = False  # whoever looks asked for it, and may write notes
    problems: tuple[str, ...] = ()
    match: AnalysedMatch | None = None


def view_of(state: AnalysisState, record: MatchRecord, viewer: Seat, w: Words) -> AnalysisView:
    binary = record.format in BINARY
    return AnalysisView(
        state=state.line.state,
        done=state.line.done,
        of=state.line.of,
        viewer=viewer,
        mine=state.mine,
        problems=tuple(problem_text(w, problem, binary) for problem in state.problems[:MAX_PROBLEMS]),
        match=match_view(state.result, record, w) if state.result else None,
    )


def match_view(analysis: MatchAnalysis, record: MatchRecord, w: Words) -> AnalysedMatch:
    return AnalysedMatch(
        players=analysis.players,
        length=analysis.length or None,
        score=analysis.score,
        winner=analysis.winner,
        depth=analysis.depth,
        program=record.program,
        event=", ".join(filter(None, (record.event, record.round, record.date))),
        totals=analysis.totals,
        result=analysis.result,
        result_without_luck=analysis.result_without_luck,
        skipped=analysis.skipped,
        games=tuple(
            AnalysedGame(
                score=game.score,
                crawford=game.crawford,
                result=game.result,
                totals=game.totals,
                chances=(game.curve[0].chance, game.curve[-1].chance),
            )
            for game in analysis.games
        ),
        steps=tuple(
            step
            for number, game in enumerate(analysis.games)
            for step in _steps(number, game, record, analysis.length or None, w)
        ),
    )


def _steps(
    number: int, game: GameAnalysis, record: MatchRecord, length: int | None, w: Words
) -> Iterator[AnalysisStep]:
    chances = {point.entry: point.chance for point in game.curve}
    luck = {roll.entry: roll for roll in game.rolls}
    chance = game.curve[0].chance
    last: AnalysedDecision | None = None
    for decision in game.decisions:
        entry = record.games[number].entries[decision.entry]
        rolled = decision.kind is DecisionKind.PLAY
        if rolled or isinstance(entry, CubeAction):
            chance = chances.get(decision.entry, chance)
        last = decision
        if not rolled and not _is_worth_a_step(decision):
            continue
        step = step_of(decision, w, entry=entry, program=record.program)
        roll = luck.get(decision.entry) if rolled else None
        yield replace(
            step,
            chance=chance,
            luck=roll.luck if roll else None,
            luck_cost=roll.cost if roll else 0.0,
            side_lines=side_lines_at(record, number, decision.entry, decision.kind) if entry.side_lines else (),
            board=replace(step.board, opening=decision.situation.position == Position.start() and decision.entry == 0),
        )
    if last and game.result:
        yield _end(number, game, last, length)


def _is_worth_a_step(decision: AnalysedDecision) -> bool:
    """A double that nobody considered, with reason, is not shown."""
    return decision.counts or decision.error > 0 or decision.cube_action is not None or not decision.decided


def _end(number: int, game: GameAnalysis, last: AnalysedDecision, length: int | None) -> AnalysisStep:
    """After the last play, or where the game was given up."""
    result, situation = game.result, last.situation
    assert result is not None
    if last.kind is DecisionKind.PLAY and last.played is not None:
        after = _after(situation.position, situation.dice, last.plays[last.played].moves)
        situation = replace(situation, position=after, turn=situation.turn.other) if after else situation
    first, second = game.score
    points = result.points
    score = (first + points, second) if result.winner == Seat.FIRST else (first, second + points)
    if length:
        score = (min(score[0], length), min(score[1], length))
    board = replace(board_of(situation), turn=None, dice=None, offered=None, score=score)
    return AnalysisStep(
        game=number, kind=StepKind.END, seat=result.winner, board=board, chance=game.curve[-1].chance, result=result
    )


def _after(position: Position, dice: Dice | None, moves: Moves) -> Position | None:
    if dice is None or not moves:
        return position.mirror()
    return position.played(dice, moves)
