"""`.xg` and `.xgp` files of eXtreme Gammon: a match or a position with what XG thought of it.

The place of an entry or a problem is a byte of the unpacked match, or of the file itself where it cannot be unpacked.
A position that does not follow from the play before it was set by hand, and stands as a `Setup`. A `.xgp` file is one
such position: the `Setup` carries the analysis, and what was done there follows it.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from math import isfinite
from typing import Final

from msgspec.structs import replace

from tavl.notation.problems import FileError, FileFault, Problem, ProblemCode, problem
from tavl.notation.record import (
    AnyEntry,
    CubeAction,
    CubeActionKind,
    CubeAnalysis,
    Ending,
    GameRecord,
    GameResult,
    MatchRecord,
    Player,
    Setup,
    Timing,
    Turn,
    Unit,
)
from tavl.notation.replay import MAX_PROBLEMS, replay
from tavl.notation.xg.analysis import Rollouts, cube_analysis, error_of, luck_of, play_analysis
from tavl.notation.xg.archive import COMMENTS, MATCH, ROLLOUTS, read_archive
from tavl.notation.xg.boards_and_moves import MAX_CUBE_LOGARITHM, cube_of, moves_of, position_of, seat_of, turned
from tavl.notation.xg.delphi import Record
from tavl.notation.xg.records import (
    FILE_MAGIC,
    MATCH_MAGIC,
    RECORD_SIZE,
    START_BOARD,
    UNLIMITED_LENGTH,
    CubeRecord,
    GameFooter,
    GameHeader,
    MatchHeader,
    MissingGame,
    MoveRecord,
    RecordType,
)
from tavl.notation.xg.rtf import plain_text
from tavl.rules.acts import Cube
from tavl.rules.board import Dice, Position, PositionError
from tavl.rules.seat import Seat

VARIATIONS: Final = ("", "nackgammon", "hypergammon", "longgammon")
MAX_RECORDS, MAX_CANDIDATES, MAX_ROLLOUTS = 5_000, 10_000, 1_000
"""Of a small file. A larger one may hold more, in proportion to its size."""
_CHECKERS: Final = {"hypergammon": 3}
EPOCH: Final = datetime(1899, 12, 30)
_DEFAULT_RATING: Final = 1600.0  # of a player that XG does not know
_TYPES: Final[dict[int, type[Record]]] = {
    RecordType.GAME_HEADER: GameHeader,
    RecordType.CUBE: CubeRecord,
    RecordType.MOVE: MoveRecord,
    RecordType.GAME_FOOTER: GameFooter,
    RecordType.MISSING: MissingGame,
}


def looks_like_xg(data: bytes) -> bool:
    return data.startswith(FILE_MAGIC)


def read_xg(data: bytes) -> list[MatchRecord]:
    """The match of a `.xg` or `.xgp` file, replayed. Raises FileError."""
    archive = read_archive(data)
    kilobytes = len(data) >> 10
    reader = _Reader(
        archive.members,
        max_records=MAX_RECORDS + 4 * kilobytes,
        max_candidates=MAX_CANDIDATES + 30 * kilobytes,
        max_rollouts=MAX_ROLLOUTS + 2 * kilobytes,
    )
    reader.problems += archive.problems
    return [replay(reader.read())]


class _Reader:
    def __init__(self, members: dict[str, bytes], max_records: int, max_candidates: int, max_rollouts: int) -> None:
        self.data = members[MATCH]
        self.max_records, self.candidates_left = max_records, max_candidates
        self.problems: list[Problem] = []
        self.header = MatchHeader.read(self.data)
        if self.header.magic != MATCH_MAGIC or self.data[8] != RecordType.MATCH_HEADER:
            raise FileError(FileFault.BROKEN, 0, format="xg", problem="no match header")
        if self.header.version < 24:  # the wide names and all that follows came later
            self.header = _with_short_names(self.header)
        self.rollouts = Rollouts(members.get(ROLLOUTS, b""), max_rollouts)
        self.comments = members.get(COMMENTS, b"").decode("cp1252", "replace").split("\r\n", max_records)
        self.money = self.header.length in (0, UNLIMITED_LENGTH)
        self.unit = Unit.POINTS if self.money else Unit.EMG
        self.variation = (
            VARIATIONS[self.header.variation] if 0 <= self.header.variation < len(VARIATIONS) else "unknown"
        )
        self.games: list[GameRecord] = []
        self.game: _Game | None = None
        self.position_file = self._is_position()

    def read(self) -> MatchRecord:
        for at, record in self._records():
            match record:
                case GameHeader():
                    self._end_game(None)
                    self.game = _Game(self, record, at)
                case CubeRecord():
                    self._open_game(at).cube_record(record, at)
                case MoveRecord():
                    self._open_game(at).move_record(record, at)
                case GameFooter():
                    self._open_game(at)
                    self._end_game(_result(record, at))
                case MissingGame():
                    self._open_game(at)
                    self._end_game(GameResult(seat_of(record.winner), max(record.points, 0), line=at))
        self._end_game(None)
        if not self.games:
            raise FileError(FileFault.NO_MATCH, format="xg")
        return _match_record(self)

    def _is_position(self) -> bool:
        """One decision, no result, and a game without a beginning."""
        kinds = self.data[8::RECORD_SIZE]
        ended = RecordType.GAME_FOOTER in kinds or RecordType.MATCH_FOOTER in kinds
        decisions = [kinds.count(kind) for kind in (RecordType.GAME_HEADER, RecordType.CUBE, RecordType.MOVE)]
        if ended or decisions[0] != 1 or max(decisions) > 1 or len(self.data) < 2 * RECORD_SIZE:
            return False
        return not any(GameHeader.read(self.data, kinds.index(RecordType.GAME_HEADER) * RECORD_SIZE).board)

    def _records(self) -> Iterator[tuple[int, Record]]:
        whole = len(self.data) // RECORD_SIZE
        for number in range(1, min(whole, self.max_records)):
            at = number * RECORD_SIZE
            kind = _TYPES.get(self.data[at + 8])
            if kind:
                yield at, kind.read(self.data, at)
            elif self.data[at + 8] != RecordType.MATCH_FOOTER:
                self.unreadable(at, "record", self.data[at + 8])
        if whole > self.max_records:
            self.problems.append(problem(self.max_records * RECORD_SIZE, ProblemCode.TOO_MUCH, most=self.max_records))
        elif len(self.data) % RECORD_SIZE:
            self.problems.append(problem(whole * RECORD_SIZE, ProblemCode.CUT_SHORT))

    def _open_game(self, at: int) -> _Game:
        """The game that a record belongs to, also where its header is lost."""
        if self.game is None:
            self.unreadable(at, "game", "")
            self.game = _Game(self, GameHeader(), at)
        return self.game

    def _end_game(self, result: GameResult | None) -> None:
        if self.game:
            self.games.append(self.game.record(result))
        self.game = None

    def unreadable(self, at: int, field: str, found: str | int) -> None:
        if len(self.problems) < MAX_PROBLEMS:
            self.problems.append(problem(at, ProblemCode.UNREADABLE_FIELD, field=field, found=found))

    def comment(self, *numbers: int) -> str:
        """Comments of these numbers; below 0 there is none."""
        found = (self.comments[number] for number in numbers if 0 <= number < len(self.comments))
        return "\n\n".join(filter(None, (plain_text(each.replace("\x01\x02", "\r\n")) for each in found)))

    def position(self, board: bytes, at: int) -> Position | None:
        """A board as the player sees whose it is."""
        try:
            return position_of(board, _CHECKERS.get(self.variation, 15))
        except PositionError as error:
            self.unreadable(at, "board", str(error))
            return None


class _Game:
    """A game as its records come."""

    def __init__(self, reader: _Reader, header: GameHeader, at: int) -> None:
        self.reader, self.header, self.at = reader, header, at
        self.entries: list[AnyEntry] = []
        board = header.board if any(header.board) else START_BOARD  # a match that was transcribed has none here
        self.start = None if board == START_BOARD else reader.position(board, at)
        self.board: bytes | None = None if reader.position_file else board  # player 1's, as it should be now
        self.undoubled: CubeAnalysis | None = None  # of the cube record before a roll
        self.undoubled_comment = ""
        self.timing: Timing | None = None

    def record(self, result: GameResult | None) -> GameRecord:
        header = self.header
        turned = header.automatic_doubles if 0 <= header.automatic_doubles <= MAX_CUBE_LOGARITHM else 0
        return GameRecord(
            score=(header.score_1, header.score_2),
            crawford=header.crawford and not self.reader.money,
            start=self.start,
            cube=Cube(1 << turned),
            entries=tuple(self.entries),
            result=result,
            comment=self.reader.comment(header.comment_before, header.comment_after),
            line=self.at,
        )

    def cube_record(self, cube: CubeRecord, at: int) -> None:
        reader, seat = self.reader, seat_of(cube.player)
        analysis = cube_analysis(cube, reader.rollouts, reader.unit) if cube.double != -2 else None
        if cube.double != -1 or reader.position_file:  # otherwise the game ended before anything was decided here
            self._set_position(cube.board, seat, cube.cube, at, cube_analysis=analysis)
        if reader.header.version >= 28 and reader.header.clock[0]:
            self.timing = Timing(left=(cube.time_bottom * 1000, cube.time_top * 1000))
        comment = reader.comment(cube.comment)
        if cube.double != 1:
            self.undoubled, self.undoubled_comment = (analysis if cube.double == 0 else None), comment
            return
        self.undoubled, self.undoubled_comment = None, ""
        shown = None if reader.position_file else analysis
        self._act(at, seat, CubeActionKind.DOUBLE, shown, cube.error_double, comment)
        for answer in _answers(cube):
            seat = seat.other
            error = {CubeActionKind.RACCOON: cube.error_raccoon, CubeActionKind.BEAVER: cube.error_beaver}
            self._act(at, seat, answer, shown, error.get(answer, cube.error_take))

    def _act(
        self, at: int, seat: Seat, action: CubeActionKind, cube: CubeAnalysis | None, error: float, comment: str = ""
    ) -> None:
        cube = cube and replace(cube, error=error_of(error))
        timing = self.timing if action is CubeActionKind.DOUBLE else None
        self.entries.append(CubeAction(seat=seat, action=action, cube=cube, comment=comment, timing=timing, line=at))

    def move_record(self, move: MoveRecord, at: int) -> None:
        reader, seat = self.reader, seat_of(move.player)
        try:
            dice = Dice(*move.dice)
        except ValueError:
            reader.unreadable(at, "dice", "-".join(map(str, move.dice)))
            return
        moves = moves_of(move.moves) if move.played else None
        if moves is None and move.played:
            reader.unreadable(at, "moves", " ".join(map(str, move.moves)))
        analysis = play_analysis(move, reader.rollouts, reader.unit, reader.candidates_left)
        if analysis:
            reader.candidates_left -= len(analysis.candidates)
        set_up = self._set_position(move.board, seat, move.cube, at, dice=dice, analysis=analysis)
        comment = "\n\n".join(filter(None, (self.undoubled_comment, reader.comment(move.comment))))
        if not (set_up and moves is None):
            self.entries.append(
                Turn(
                    seat=seat,
                    dice=dice,
                    moves=moves,
                    analysis=None if reader.position_file else analysis,
                    cube=None if reader.position_file else self.undoubled,
                    luck=luck_of(move, reader.unit),
                    comment=comment,
                    timing=self.timing,
                    line=at,
                )
            )
        self.undoubled, self.undoubled_comment, self.timing = None, "", None
        if move.played:
            self.board = move.board_after if seat == Seat.FIRST else turned(move.board_after)

    def _set_position(
        self, board: bytes, seat: Seat, cube: int, at: int, dice: Dice | None = None, **analyses: object
    ) -> bool:
        """A `Setup` where the board is not the one that the game has come to; with the analysis in a position file."""
        if board == self.board:
            return False
        self.board = board
        position = self.reader.position(board if seat == Seat.FIRST else turned(board), at)
        if position is None:
            return False
        found = analyses if self.reader.position_file else {}
        set_up = Setup(seat=seat, position=position, cube=cube_of(cube), line=at)
        if self.reader.position_file:
            set_up = replace(set_up, dice=dice, **found)
        self.entries.append(set_up)
        return True


def _answers(cube: CubeRecord) -> list[CubeActionKind]:
    """What came after a double, each by the other player in turn."""
    answers: list[CubeActionKind] = []
    for answer, again in (
        (cube.take, CubeActionKind.BEAVER),
        (cube.beaver_answer, CubeActionKind.RACCOON),
        (cube.raccoon_answer, CubeActionKind.TAKE),
    ):
        if answer not in (0, 1, 2):
            return answers
        answers.append((CubeActionKind.DROP, CubeActionKind.TAKE, again)[answer])
        if answer < 2:
            break
    return answers


def _result(footer: GameFooter, at: int) -> GameResult | None:
    if footer.winner not in (1, -1):
        return None
    resigned, settled = 100 <= footer.ending < 1000, footer.ending >= 1000
    known = {0: Ending.DROPPED, 1: Ending.BORNE_OFF, 2: Ending.BORNE_OFF, 3: Ending.BORNE_OFF}
    ending = Ending.SETTLED if settled else Ending.RESIGNED if resigned else known.get(footer.ending, Ending.UNKNOWN)
    return GameResult(seat_of(footer.winner), footer.points, ending, line=at)


def _with_short_names(header: MatchHeader) -> MatchHeader:
    return replace(
        header,
        player_1=header.player_1_short,
        player_2=header.player_2_short,
        event=header.event_short,
        site=header.site_short,
        round=header.round_short,
        transcriber="",
        clock=(0,) * 8,
    )


def _match_record(reader: _Reader) -> MatchRecord:
    header, money = reader.header, reader.money
    date = EPOCH + timedelta(days=header.date) if isfinite(header.date) and 1 <= header.date < 2_000_000 else None
    return MatchRecord(
        players=(
            _player(header.player_1, header.elo_1, header.experience_1),
            _player(header.player_2, header.elo_2, header.experience_2),
        ),
        length=0 if money else max(header.length, 0),
        games=tuple(reader.games),
        event=header.event,
        site=header.site,
        round=header.round,
        date=f"{date:%Y-%m-%d}" if date else "",
        time=f"{date:%H:%M}" if date and header.date % 1 else "",
        transcriber=header.transcriber,
        program="eXtreme Gammon",
        crawford=None if money else header.crawford,
        jacoby=header.jacoby if money else None,
        beavers=int(header.beavers) if money else None,
        automatic_doubles=header.max_automatic_doubles if money and header.automatic_doubles else None,
        max_cube=1 << header.max_cube if header.version >= 8 and 0 <= header.max_cube <= MAX_CUBE_LOGARITHM else None,
        variation=reader.variation,
        comment=reader.comment(header.comment_before, header.comment_after),
        format="xgp" if reader.position_file else "xg",
        problems=tuple(reader.problems),
    )


def _player(name: str, rating: float, experience: int) -> Player:
    known = isfinite(rating) and rating > 0 and (experience > 0 or rating != _DEFAULT_RATING)
    return Player(name=name, rating=rating if known else None, experience=experience if known else None)
