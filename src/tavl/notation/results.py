"""How a recorded game ended, and what it paid: what board and cube say, compared with what the file says."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from tavl.notation.problems import Problem, ProblemCode, problem
from tavl.notation.record import Ending, GameRecord, GameResult, MatchRecord
from tavl.rules.acts import Cube
from tavl.rules.board import Position
from tavl.rules.seat import Seat

Settled = tuple[GameResult | None, Problem | None]


class FinalState(Struct, frozen=True):
    """Where a game stands after its last entry."""

    record: MatchRecord
    game: GameRecord
    position: Position  # seen by `turn`
    turn: Seat
    cube: Cube
    offered: int  # what the cube would show if the double that waits were taken; 0: there is none
    dropped: Seat | None

    @property
    def most(self) -> int:
        """What a game can pay at this cube: a backgammon."""
        return 3 * self.cube.value

    def needs(self, seat: Seat) -> int | None:
        """Points needed, at which a file may have capped what it reports."""
        length = self.record.length
        return max(length - self.game.score[seat], 1) if length else None


def settle(end: FinalState) -> Settled:
    """The result, None for an unfinished game, and what is wrong with the written one."""
    written, known = end.game.result, _known(end)
    if known is None:
        return _given_up(end, written) if written else (None, None)
    if written is None:
        return known, None
    if written.winner != known.winner:
        return replace(written, ending=Ending.UNKNOWN), problem(written.line, ProblemCode.WRONG_WINNER)
    capped = end.needs(known.winner) == written.points < known.points
    if written.points == known.points or capped:
        return replace(known, line=written.line), None
    # written by somebody who knew the rules of the game: gammons may not have counted
    if written.ending is known.ending:
        return written, None
    if not 1 <= written.points <= end.most:
        return replace(known, line=written.line), _wrong_points(written, known.points)
    stands = replace(written, ending=known.ending)
    return stands, None if _jacoby_game(end, known, written) else _wrong_points(written, known.points)


def _wrong_points(written: GameResult, counted: int) -> Problem:
    return problem(written.line, ProblemCode.WRONG_POINTS, written=written.points, counted=counted)


def _known(end: FinalState) -> GameResult | None:
    """What board and cube say, whatever the file says."""
    value = end.cube.value
    if end.dropped is not None:
        return GameResult(end.dropped.other, end.offered // 2 or value, Ending.DROPPED)
    if not end.position.over:
        return None
    winner = end.turn if not any(end.position.own[1:]) else end.turn.other
    jacoby = end.record.jacoby and not end.record.length and end.cube.owner is None
    return GameResult(winner, value if jacoby else value * end.position.loss, Ending.BORNE_OFF)


def _jacoby_game(end: FinalState, known: GameResult, written: GameResult) -> bool:
    """Money play where the file does not say that gammons count only once the cube was turned."""
    unturned = end.cube.owner is None and end.record.length == 0 and end.record.jacoby is None
    return unturned and written.points == end.cube.value < known.points


def _given_up(end: FinalState, written: GameResult) -> Settled:
    """Nobody has borne off or dropped: it was resigned for one, two or three times the cube, or the match was."""
    value, needs = end.cube.value, end.needs(written.winner)
    if written.ending not in (Ending.UNKNOWN, Ending.RESIGNED):
        return written, None
    if written.points < 1:
        return replace(written, points=value, ending=Ending.RESIGNED), _wrong_points(written, value)
    if written.points > end.most:
        counted = min(written.points, needs) if needs else end.most
        wrong = None if counted == written.points else _wrong_points(written, counted)
        if counted > end.most:
            return replace(written, points=counted, ending=Ending.FORFEITED), wrong
        return replace(written, points=_times(value, counted), ending=Ending.RESIGNED), wrong
    pays = _times(value, written.points)
    if written.points not in (pays, needs):
        return replace(written, ending=Ending.RESIGNED), _wrong_points(written, pays)
    return replace(written, points=pays, ending=Ending.RESIGNED), None


def _times(value: int, points: int) -> int:
    """Points of the smallest win that pays at least this much."""
    return value * -(-points // value)
