"""An analysed match as its page shows it: one step for each decision that is worth a look, in the order of play.

Positions are seen by the first seat, whoever is on roll; numbers of a decision by who decides, as in the analysis.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from tavl.analysis.decisions import DecisionKind, play_error
from tavl.analysis.error_classes import ErrorClass
from tavl.analysis.match_analysis import (
    AnalysedDecision,
    Both,
    ErrorKind,
    GameAnalysis,
    JudgedCube,
    JudgedPlay,
    MatchAnalysis,
    PlayerStakes,
)
from tavl.analysis.reason_texts import reason_sentence
from tavl.engine.named_depths import Depth
from tavl.i18n import Words
from tavl.notation.errors import NotationError
from tavl.notation.file_error_texts import told
from tavl.notation.ids.gnu_id import write_gnu_id
from tavl.notation.ids.xgid import write_xgid
from tavl.notation.record import (
    AnyEntry,
    Chances,
    CubeAction,
    CubeActionKind,
    CubeAnalysis,
    GameResult,
    MatchRecord,
    Moves,
    PlayAnalysis,
    Setup,
    Turn,
    Unit,
)
from tavl.notation.side_lines import FollowedLine, follow_line
from tavl.notation.situation import Situation
from tavl.rules.acts import Cube
from tavl.rules.board import Dice, Position, position_text
from tavl.rules.seat import Seat
from tavl.server.messages.analyses import AnalysisState

MOST_PROBLEMS = 20
BINARY = ("xg", "bgf")


class Board(Struct, frozen=True, kw_only=True):
    """What the board draws, seen by the first seat."""

    position: str
    turn: int | None = None
    dice: tuple[int, int] | None = None
    cube: Cube | None = None
    offered: int | None = None
    crawford: bool = False
    score: tuple[int, int]
    length: int | None
    opening: bool = False


class StoredPlay(Struct, frozen=True, kw_only=True):
    moves: Moves
    equity: float | None
    chances: Chances | None
    depth: str
    played: bool


class Stored(Struct, frozen=True, kw_only=True):
    """What the program that wrote the file thought."""

    program: str
    error: float | None
    unit: Unit
    plays: tuple[StoredPlay, ...] = ()
    no_double: float | None = None
    double_take: float | None = None
    double_drop: float | None = None
    depth: str = ""


class Ids(Struct, frozen=True):
    """A position as other programs write it; none where they have no way to."""

    xgid: str | None
    gnu_id: str | None


class Step(Struct, frozen=True, kw_only=True, omit_defaults=True):
    game: int
    kind: str  # play, double, take; end: the game is over
    seat: int  # who decides; at the end of a game who has won it
    board: Board
    chance: float  # the first seat's, after it
    error: float = 0.0
    error_class: ErrorClass = ErrorClass.NONE
    counts: bool = False
    decided: bool = True
    mistake: ErrorKind | None = None
    cost: float = 0.0
    luck: float | None = None
    luck_cost: float = 0.0
    plays: tuple[JudgedPlay, ...] = ()
    played: int | None = None
    made: Moves | None = None  # what was played, also where it is not judged
    legal_plays: int = 0
    cube: JudgedCube | None = None
    cube_action: CubeActionKind | None = None
    stakes: tuple[PlayerStakes, PlayerStakes] | None = None
    illegal: str | None = None
    reasons: tuple[str, ...] = ()
    stored: Stored | None = None
    comment: str = ""
    entry: int | None = None  # of its game, for a note on it
    ids: Ids | None = None
    result: GameResult | None = None
    side_lines: tuple[SideLine, ...] = ()


class SideLine(Struct, frozen=True, kw_only=True):
    """What somebody tried instead: each entry, and the board after the last one."""

    number: int  # among all of its entry
    steps: tuple[Step, ...]
    after: Board


class GameView(Struct, frozen=True, kw_only=True):
    score: tuple[int, int]
    crawford: bool
    result: GameResult | None
    totals: Both
    chances: tuple[float, float]  # of the first seat, before and after


class MatchView(Struct, frozen=True, kw_only=True):
    players: tuple[str, str]
    length: int | None
    score: tuple[int, int]
    winner: int | None
    depth: Depth
    program: str
    event: str
    totals: Both
    result: float
    result_without_luck: float
    skipped: int
    games: tuple[GameView, ...]
    steps: tuple[Step, ...]


class AnalysisView(Struct, frozen=True, kw_only=True):
    """How far an analysis is, and at the end all of it."""

    state: str
    done: int
    of: int
    viewer: int  # who sits at the bottom
    mine: bool = False  # whoever looks asked for it, and may write notes
    problems: tuple[str, ...] = ()
    match: MatchView | None = None


def view_of(state: AnalysisState, record: MatchRecord, viewer: int, w: Words) -> AnalysisView:
    binary = record.format in BINARY
    return AnalysisView(
        state=state.line.state,
        done=state.line.done,
        of=state.line.of,
        viewer=viewer,
        mine=state.mine,
        problems=tuple(told(w, problem, binary) for problem in state.problems[:MOST_PROBLEMS]),
        match=match_view(state.result, record, w) if state.result else None,
    )


def match_view(analysis: MatchAnalysis, record: MatchRecord, w: Words) -> MatchView:
    return MatchView(
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
            GameView(
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


def _steps(number: int, game: GameAnalysis, record: MatchRecord, length: int | None, w: Words) -> Iterator[Step]:
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
    """A double that nobody thought of, with reason, is none."""
    return decision.counts or decision.error > 0 or decision.cube_action is not None or not decision.decided


def step_of(decision: AnalysedDecision, w: Words, entry: AnyEntry | None = None, program: str = "") -> Step:
    illegal = decision.illegal
    moves = entry.moves if isinstance(entry, Turn) else None
    return Step(
        game=decision.game,
        kind=str(decision.kind),
        seat=int(decision.seat),
        board=board_of(decision.situation),
        chance=0.5,
        error=decision.error,
        error_class=decision.error_class,
        counts=decision.counts,
        decided=decision.decided,
        mistake=decision.mistake,
        cost=decision.cost,
        plays=decision.plays,
        played=decision.played,
        made=moves if decision.kind is DecisionKind.PLAY else None,
        legal_plays=decision.legal_plays,
        cube=decision.cube,
        cube_action=decision.cube_action,
        stakes=decision.stakes,
        illegal=w.refusal(illegal.code, illegal.rule, illegal.facts) if illegal else None,
        reasons=tuple(reason_sentence(w, reason) for reason in decision.reasons),
        stored=_stored(decision, entry, program),
        comment=entry.comment if entry else "",
        entry=decision.entry if entry else None,
        ids=ids_of(decision.situation),
    )


def board_of(situation: Situation) -> Board:
    first = situation.position if situation.turn == Seat.FIRST else situation.position.mirror()
    dice = situation.dice
    return Board(
        position=position_text(first),
        turn=int(situation.turn),
        dice=(dice.high, dice.low) if dice else None,
        cube=None if situation.crawford or situation.max_cube == 1 or situation.length == 1 else situation.cube,
        offered=2 * situation.cube.value if situation.offer else None,
        crawford=situation.crawford,
        score=situation.score,
        length=situation.length,
    )


def _end(number: int, game: GameAnalysis, last: AnalysedDecision, length: int | None) -> Step:
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
    return Step(
        game=number, kind="end", seat=int(result.winner), board=board, chance=game.curve[-1].chance, result=result
    )


def _after(position: Position, dice: Dice | None, moves: Moves) -> Position | None:
    if dice is None or not moves:
        return position.mirror()
    return position.played(dice, moves)


def side_lines_at(record: MatchRecord, game: int, at: int, kind: DecisionKind) -> tuple[SideLine, ...]:
    """Those of a decision: a roll is two of them, the play and not to double before it."""
    entry = record.games[game].entries[at]
    found = []
    for number, line in enumerate(entry.side_lines):
        doubles = isinstance(entry, Turn) and isinstance(line[0], CubeAction)
        if not isinstance(entry, Turn) or doubles == (kind is not DecisionKind.PLAY):
            found.append(side_line(game, follow_line(record, game, at, line), number))
    return tuple(found)


def side_line(game: int, line: FollowedLine, number: int) -> SideLine:
    steps = tuple(_side_step(game, entry, situation) for entry, situation in line.steps)
    return SideLine(number=number, steps=steps, after=board_of(line.situation))


def _side_step(game: int, entry: AnyEntry, situation: Situation) -> Step:
    action = entry.action if isinstance(entry, CubeAction) else None
    kind = DecisionKind.PLAY if action is None else DecisionKind.TAKE
    return Step(
        game=game,
        kind=str(DecisionKind.DOUBLE if action is CubeActionKind.DOUBLE else kind),
        seat=int(entry.seat),
        board=board_of(situation),
        chance=0.5,
        made=entry.moves if isinstance(entry, Turn) else None,
        cube_action=action,
    )


def ids_of(situation: Situation) -> Ids:
    return Ids(_written(write_xgid, situation), _written(write_gnu_id, situation))


def _written(write: object, situation: Situation) -> str | None:
    assert callable(write)
    try:
        return str(write(situation))
    except NotationError:
        return None


# What the file says beside.


def _stored(decision: AnalysedDecision, entry: AnyEntry | None, program: str) -> Stored | None:
    if decision.kind is DecisionKind.PLAY:
        analysis = entry.analysis if isinstance(entry, Turn | Setup) else None
        return _stored_play(analysis, program) if analysis else None
    if isinstance(entry, Turn | CubeAction):
        return _stored_cube(entry.cube, program) if entry.cube else None
    cube = entry.cube_analysis if isinstance(entry, Setup) else None
    return _stored_cube(cube, program) if cube else None


def _stored_play(analysis: PlayAnalysis, program: str) -> Stored | None:
    if not analysis.candidates:
        return None
    return Stored(
        program=program,
        error=play_error(analysis),
        unit=analysis.unit,
        plays=tuple(
            StoredPlay(
                moves=each.moves,
                equity=each.equity,
                chances=each.chances,
                depth=each.depth.name,
                played=at == analysis.played,
            )
            for at, each in enumerate(analysis.candidates)
        ),
    )


def _stored_cube(cube: CubeAnalysis, program: str) -> Stored | None:
    if cube.no_double is None and cube.double_take is None:
        return None
    return Stored(
        program=program,
        error=cube.error,
        unit=cube.unit,
        no_double=cube.no_double,
        double_take=cube.double_take,
        double_drop=cube.double_drop,
        depth=cube.depth.name,
    )
