"""A decision as a page shows it: the board, what was decided, how it was judged, its IDs, and lines beside it.

Positions are seen by the first seat, whoever is on roll; numbers of a decision by the player who decides, as in the
analysis.
"""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from tavl.analysis.decisions.decisions import DecisionKind
from tavl.analysis.decisions.error_classes import ErrorClass
from tavl.analysis.match_analysis import (
    AnalysedDecision,
    ErrorKind,
    JudgedCube,
    JudgedPlay,
    PlayerStakes,
)
from tavl.analysis.reasons.reason_texts import reason_sentence
from tavl.i18n import Words
from tavl.notation.errors import NotationError
from tavl.notation.ids.gnu_id import write_gnu_id
from tavl.notation.ids.xgid import write_xgid
from tavl.notation.record import (
    AnyEntry,
    CubeAction,
    CubeActionKind,
    GameResult,
    MatchRecord,
    Moves,
    Turn,
)
from tavl.notation.side_lines import FollowedLine, follow_line
from tavl.notation.situation import Situation
from tavl.rules.acts import Cube
from tavl.rules.board import position_text
from tavl.rules.seat import Seat
from tavl.web.analysis.stored_analysis import Stored, stored_analysis
from tavl.web.table.position_ids import Ids


class Board(Struct, frozen=True, kw_only=True):
    """What the board draws, seen by the first seat."""

    position: str
    turn: Seat | None = None
    dice: tuple[int, int] | None = None
    cube: Cube | None = None
    offered: int | None = None
    crawford: bool = False
    score: tuple[int, int]
    length: int | None
    opening: bool = False


class StepKind(StrEnum):
    PLAY = "play"
    DOUBLE = "double"
    TAKE = "take"
    END = "end"  # the game is over


class AnalysisStep(Struct, frozen=True, kw_only=True, omit_defaults=True):
    game: int
    kind: StepKind
    seat: Seat  # the player who decides; at the end of a game the one who has won it
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
    steps: tuple[AnalysisStep, ...]
    after: Board


def step_of(decision: AnalysedDecision, w: Words, entry: AnyEntry | None = None, program: str = "") -> AnalysisStep:
    illegal = decision.illegal
    moves = entry.moves if isinstance(entry, Turn) else None
    return AnalysisStep(
        game=decision.game,
        kind=StepKind(decision.kind),
        seat=decision.seat,
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
        stored=stored_analysis(decision, entry, program),
        comment=entry.comment if entry else "",
        entry=decision.entry if entry else None,
        ids=ids_of(decision.situation),
    )


def board_of(situation: Situation) -> Board:
    first = situation.position if situation.turn == Seat.FIRST else situation.position.mirror()
    dice = situation.dice
    return Board(
        position=position_text(first),
        turn=situation.turn,
        dice=(dice.high, dice.low) if dice else None,
        cube=None if situation.crawford or situation.max_cube == 1 or situation.length == 1 else situation.cube,
        offered=2 * situation.cube.value if situation.offer else None,
        crawford=situation.crawford,
        score=situation.score,
        length=situation.length,
    )


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


def _side_step(game: int, entry: AnyEntry, situation: Situation) -> AnalysisStep:
    action = entry.action if isinstance(entry, CubeAction) else None
    kind = StepKind.PLAY if action is None else StepKind.TAKE
    return AnalysisStep(
        game=game,
        kind=StepKind.DOUBLE if action is CubeActionKind.DOUBLE else kind,
        seat=entry.seat,
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
