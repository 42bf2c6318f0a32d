"""A match as a `.xg` file, with the analysis and the comments that the record has: see `xg`.

Records are written as eXtreme Gammon 2 writes them, down to which fields stay empty; the archive around them comes out
byte for byte as XG's own does. XG itself has not been asked to open one. What the format has no room for is left out:
equities by another measure than XG's, more than 32 candidates, refused resignations, times without a clock.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from math import isfinite

from msgspec.structs import replace

from tavl.notation.delphi import Record
from tavl.notation.record import (
    AnyEntry,
    Candidate,
    Chances,
    CubeAction,
    CubeActionKind,
    CubeAnalysis,
    Depth,
    Ending,
    GameRecord,
    MatchRecord,
    Moves,
    PlayAnalysis,
    Resignation,
    Setup,
    Turn,
    Unit,
)
from tavl.notation.replay import Moment, moments
from tavl.notation.rtf import as_rtf
from tavl.notation.xg import EPOCH, VARIATIONS
from tavl.notation.xg_analysis import HALF_95, ROLLOUT_LEVEL, level_of, level_of_name
from tavl.notation.xg_archive import COMMENTS, INDEX, MATCH, ROLLOUTS, write_archive
from tavl.notation.xg_records import (
    MAX_CANDIDATES,
    NOT_ANALYSED,
    RECORD_SIZE,
    ROLLOUT_SIZE,
    UNLIMITED_LENGTH,
    CubeData,
    CubeRecord,
    FileHeader,
    GameFooter,
    GameHeader,
    MatchFooter,
    MatchHeader,
    MoveData,
    MoveRecord,
    RecordType,
    RolloutRecord,
)
from tavl.rules.acts import Cube
from tavl.rules.board import Dice, Position
from tavl.rules.seat import Seat

_ENDED = b"\x0277"  # the dice after a double that was dropped, and of a player who gave up before rolling
_LARGEST = 2**31 - 1
_TYPES: dict[type[Record], RecordType] = {
    MatchHeader: RecordType.MATCH_HEADER,
    GameHeader: RecordType.GAME_HEADER,
    CubeRecord: RecordType.CUBE,
    MoveRecord: RecordType.MOVE,
    GameFooter: RecordType.GAME_FOOTER,
    MatchFooter: RecordType.MATCH_FOOTER,
}
_ANSWERS = {CubeActionKind.DROP: 0, CubeActionKind.TAKE: 1, CubeActionKind.BEAVER: 2, CubeActionKind.RACCOON: 2}


def write_xg(record: MatchRecord) -> bytes:
    """A match, or a position where the record is of one (`.xgp`)."""
    writer = _Writer(record)
    records = list(writer.records())
    pieces = [_with_links(each, number, len(records)) for number, each in enumerate(records)]
    members = {MATCH: b"".join(pieces), INDEX: pieces[0] + pieces[-1]}
    if writer.rollouts:
        members[ROLLOUTS] = b"".join(each.write(ROLLOUT_SIZE) for each in writer.rollouts)
    if writer.comments:
        members[COMMENTS] = "".join(each + "\r\n" for each in writer.comments).encode("cp1252", "replace")
    return write_archive(members, _file_header(record))


def _with_links(record: Record, number: int, count: int) -> bytes:
    """A record of the match. In memory XG has them in a list and saves the pointers too; none is first and last."""
    body = bytearray(record.write(RECORD_SIZE))
    previous, following = number * RECORD_SIZE, (number + 2) * RECORD_SIZE if number + 1 < count else 0
    body[:9] = previous.to_bytes(4, "little") + following.to_bytes(4, "little") + bytes([_TYPES[type(record)]])
    return bytes(body)


def _file_header(record: MatchRecord) -> FileHeader:
    names = " vs. ".join(player.name for player in record.players)
    kind = f"{record.length} point match" if record.length else "Money session"
    heading = [f"Event: {record.event}" if record.event else "", f"Round: {record.round}" if record.round else ""]
    return FileHeader(
        name=f"Played on {record.site}" if record.site else "",
        save_name=f"{names}, {kind} {record.score[0]}-{record.score[1]}",
        level_name=" ".join(filter(None, heading)),
    )


class _Writer:
    def __init__(self, record: MatchRecord) -> None:
        self.record = record
        self.unit = Unit.EMG if record.length else Unit.POINTS
        self.comments: list[str] = []
        self.rollouts: list[RolloutRecord] = []

    def records(self) -> Iterator[Record]:
        yield self._match_header()
        for number, game in enumerate(self.record.games, start=1):
            yield from _GameWriter(self, game, number).records()
        if not self.is_position:
            first, second = self.record.score
            winner = self.record.winner
            yield MatchFooter(score_1=first, score_2=second, winner=0 if winner is None else 1 - 2 * winner)

    @property
    def is_position(self) -> bool:
        games = self.record.games
        alone = len(games) == 1 and games[0].result is None and bool(games[0].entries)
        return alone and isinstance(games[0].entries[0], Setup) and len(games[0].entries) <= 4

    def comment(self, text: str) -> int:
        if not text:
            return -1
        self.comments.append(as_rtf(text))
        return len(self.comments) - 1

    def rollout(self, depth: Depth, chances: tuple[float, ...], doubled: tuple[float, ...] | None = None) -> int:
        if not depth.games:
            return -1
        told = depth.rollout
        cut = told.truncated_after if told else None
        half = (depth.standard_error or 0.0) * HALF_95
        play = level_of_name(told.play) if told else 0
        self.rollouts.append(
            RolloutRecord(
                truncated=cut is not None,
                truncated_after=cut or 0,
                variance_reduced=told.variance_reduced if told else False,
                cubeless=not depth.cubeful,
                level_play=play,
                level_play_later=play,
                level_cube=level_of_name(told.cube) if told else 0,
                seed=_fitting(told.seed or 0) if told else 0,
                seed_given=_fitting(told.seed or 0) if told else 0,
                games=_fitting(depth.games),
                games_doubled=_fitting(depth.games) if doubled else 0,
                error=half,
                error_doubled=half if doubled else 0.0,
                chances=chances,
                chances_doubled=doubled or (0.0,) * 7,
                both_lines=doubled is not None,
                seconds=_fitting(told.seconds or 0) if told else 0,
            )
        )
        return len(self.rollouts) - 1

    def _match_header(self) -> MatchHeader:
        record = self.record
        first, second = record.players
        money = record.length == 0
        return MatchHeader(
            player_1_short=first.name,
            player_2_short=second.name,
            player_1=first.name,
            player_2=second.name,
            length=UNLIMITED_LENGTH if money else _fitting(record.length),
            variation=VARIATIONS.index(record.variation) if record.variation in VARIATIONS else 0,
            crawford=False if money else record.crawford is not False,
            jacoby=bool(record.jacoby),
            beavers=bool(record.beavers),
            automatic_doubles=bool(record.automatic_doubles),
            max_automatic_doubles=_fitting(record.automatic_doubles or 0),
            elo_1=1600.0 if first.rating is None else first.rating,
            elo_2=1600.0 if second.rating is None else second.rating,
            experience_1=_fitting(first.experience or 0),
            experience_2=_fitting(second.experience or 0),
            date=_days(record.date, record.time),
            event_short=record.event,
            event=record.event,
            site_short=record.site,
            site=record.site,
            round_short=record.round,
            round=record.round,
            comment_before=self.comment(record.comment),
            max_cube=min((record.max_cube or 1024).bit_length() - 1, 30),
            transcribed=bool(record.transcriber),
            transcriber=record.transcriber,
        )


class _GameWriter:
    """One game: a cube record and a move record for each turn."""

    def __init__(self, writer: _Writer, game: GameRecord, number: int) -> None:
        self.writer, self.game, self.number = writer, game, number
        self.moments = list(moments(game))
        self.answered = False  # the cube record of the coming turn is written already
        self.edited = False
        self.rolled = False  # somebody has; nobody doubles before the opening roll
        self.set_up: Setup | None = None  # whose analysis the next record carries

    def records(self) -> Iterator[Record]:
        game, writer = self.game, self.writer
        yield GameHeader(
            score_1=_fitting(game.score[0]),
            score_2=_fitting(game.score[1]),
            crawford=game.crawford,
            board=bytes(26) if writer.is_position else _board(game.start or Position.start()),
            number=self.number,
            in_progress=game.result is None and not writer.is_position,
            comment_before=writer.comment(game.comment),
            automatic_doubles=game.cube.value.bit_length() - 1 if game.cube.owner is None else 0,
        )
        for at, moment in enumerate(self.moments):
            match moment.entry:
                case Turn():
                    yield from self._turn(moment, moment.entry)
                case CubeAction(action=CubeActionKind.DOUBLE):
                    yield self._double(at, moment, moment.entry)
                case Setup():
                    self.set_up, self.edited = moment.entry, True
                    if at + 1 == len(self.moments):
                        yield self._position(moment.entry)
        yield from self._end()

    def _turn(self, moment: Moment, turn: Turn) -> Iterator[Record]:
        if not self.answered:
            cube = self._cube_record(moment, _dice_text(turn.dice))
            free = self.rolled and not self.game.crawford and self._can_use(moment.cube, turn.seat)
            found = turn.cube or (self.set_up.cube_analysis if self.set_up else None)
            if free or found or (self.edited and not self.rolled):
                cube.double = 0
            self._put_cube_analysis(cube, moment, found)
            cube.time_bottom, cube.time_top = _seconds(turn)
            if not self.writer.is_position or found:
                yield cube
        self.answered, self.rolled = False, True
        analysis = turn.analysis or (self.set_up.analysis if self.set_up else None)
        self.set_up = None
        yield self._move_record(moment, turn, analysis)

    def _can_use(self, cube: Cube, seat: Seat) -> bool:
        """XG asks nobody to double who wins the match with the cube as it stands."""
        length = self.writer.record.length
        return cube.owner in (None, seat) and (not length or length - self.game.score[seat] > cube.value)

    def _move_record(self, moment: Moment, turn: Turn, analysis: PlayAnalysis | None) -> MoveRecord:
        seat, before = turn.seat, _board(moment.position)
        board = before if seat == Seat.FIRST else _turned(before)
        move = MoveRecord(
            board=board,
            board_after=bytes(26) if turn.moves is None else _moved(before, turn.moves),
            player=1 - 2 * seat,
            moves=(0,) * 8 if turn.moves is None else _places(turn.moves),
            dice=(turn.dice.high, turn.dice.low),
            cube=_cube_number(moment.cube),
            played=turn.moves is not None,
            invalid=2 if turn.illegal else 0,
            tutor=-1,
            error_tutor=0.0,
            comment=self.writer.comment(turn.comment),
            edited=self.edited,
        )
        self.edited = False
        if turn.luck and turn.luck.value is not None and turn.luck.unit is self.writer.unit:
            move.luck, move.level_luck = turn.luck.value, 3
            best = analysis.candidates[0].equity if analysis and analysis.candidates else None
            move.equity_before = (best or 0.0) - move.luck
        self._put_play_analysis(move, moment, turn.dice, analysis)
        return move

    def _double(self, at: int, moment: Moment, double: CubeAction) -> CubeRecord:
        answers = []
        following: AnyEntry | None = None
        for later in self.moments[at + 1 :]:
            following = later.entry
            if not isinstance(following, CubeAction) or following.action is CubeActionKind.DOUBLE:
                break
            answers.append(following)
            following = None
        dropped = bool(answers) and answers[-1].action is CubeActionKind.DROP
        dice = _dice_text(following.dice) if isinstance(following, Turn) and not dropped else _ENDED
        cube = self._cube_record(moment, dice)
        cube.double = 1
        cube.comment = self.writer.comment(double.comment)
        for field, answer in zip(("take", "beaver_answer", "raccoon_answer"), answers, strict=False):
            setattr(cube, field, _ANSWERS[answer.action])
        analysis = double.cube or (self.set_up.cube_analysis if self.set_up else None)
        self._put_cube_analysis(cube, moment, analysis)
        for answer in answers:
            error = answer.cube.error if answer.cube else None
            if error is not None and analysis:
                if answer.action in (CubeActionKind.TAKE, CubeActionKind.DROP):
                    # As XG has it: below zero for a drop that was wrong, above for a take.
                    cube.error_take = -error if answer.action is CubeActionKind.DROP else error
                else:
                    setattr(cube, f"error_{answer.action}", error)
        cube.time_bottom, cube.time_top = _seconds(double)
        self.answered, self.set_up = True, None
        return cube

    def _cube_record(self, moment: Moment, dice: bytes) -> CubeRecord:
        seat, board = moment.entry.seat, _board(moment.position)
        return CubeRecord(
            player=1 - 2 * seat,
            double=-2,
            take=-1,
            beaver_answer=-1,
            raccoon_answer=-1,
            cube=_cube_number(moment.cube),
            board=board if seat == Seat.FIRST else _turned(board),
            analysis=CubeData(board=bytes(26), cube=0, double=-100).write(),
            dice=dice,
            level_asked=-1,
            tutor_double=-1,
            tutor_take=-1,
            error_tutor_double=0.0,
            error_tutor_take=0.0,
        )

    def _position(self, entry: Setup) -> Record:
        """A position where nothing was done yet."""
        moment = Moment(entry, entry.position or Position.start(), entry.cube or self.game.cube)
        if entry.dice:
            turn = Turn(seat=entry.seat, dice=entry.dice, moves=None, comment=entry.comment)
            return self._move_record(moment, turn, entry.analysis)
        cube = self._cube_record(moment, _ENDED)
        cube.double, cube.comment = -1, self.writer.comment(entry.comment)
        self._put_cube_analysis(cube, moment, entry.cube_analysis)
        return cube

    def _end(self) -> Iterator[Record]:
        result = self.game.result
        if result is None:
            return
        turns = [moment for moment in self.moments if isinstance(moment.entry, Turn)]
        if result.ending is Ending.RESIGNED and turns and self.moments:
            last = turns[-1].entry
            final = self.moments[-1]
            if isinstance(last, Turn) and last.moves is not None and isinstance(final.entry, Resignation):
                position = final.position if final.entry.seat != last.seat else final.position.mirror()
                resigner = replace(final, entry=replace(final.entry, seat=last.seat.other), position=position)
                cube = self._cube_record(resigner, _ENDED)
                cube.double = -1
                yield cube
        score = list(self.game.score)
        score[result.winner] += result.points
        length = self.writer.record.length
        yield GameFooter(
            score_1=_fitting(score[0]),
            score_2=_fitting(score[1]),
            crawford_next=length - max(score) == 1 and not self.game.crawford and max(self.game.score) < length - 1,
            winner=1 - 2 * result.winner,
            points=_fitting(result.points),
            ending=self._ending(),
        )

    def _ending(self) -> int:
        result = self.game.result
        if result is None or result.ending is Ending.DROPPED:
            return 0
        cube = self.moments[-1].cube.value if self.moments else 1
        size = min(max(result.points // max(cube, 1), 1), 3)
        return size + {Ending.BORNE_OFF: 0, Ending.SETTLED: 1000}.get(result.ending, 100)

    # Analysis.

    def _put_cube_analysis(self, cube: CubeRecord, moment: Moment, found: CubeAnalysis | None) -> None:
        if found is None or found.unit is not self.writer.unit:
            return
        equities = (found.no_double, found.double_take, found.double_drop)
        no_double, double_take, double_drop = (value or 0.0 for value in equities)
        level = level_of(found.depth)
        chances, doubled = _cubeless(found.chances), _cubeless(found.chances_doubled)
        cube.analysis = CubeData(
            board=_board(moment.position),
            level=level,
            score=self._away(moment.entry.seat),
            cube=min(moment.cube.value, _LARGEST),
            cube_owner=_owner(moment.cube, moment.entry.seat),
            jacoby=int(bool(self.writer.record.jacoby)),
            crawford=int(self.game.crawford),
            double=int(min(double_take, double_drop) > no_double),
            chances=chances,
            no_double=no_double,
            double_take=double_take,
            double_drop=double_drop,
            level_asked=level,
            chances_doubled=doubled,
        ).write()
        cube.level = cube.level_asked = 3
        cube.error_double = NOT_ANALYSED if found.error is None else found.error
        cube.error_take = 0.0 if found.error is not None else NOT_ANALYSED
        cube.rollout = self.writer.rollout(found.depth, chances, doubled)

    def _put_play_analysis(self, move: MoveRecord, moment: Moment, dice: Dice, found: PlayAnalysis | None) -> None:
        if found is None or found.unit is not self.writer.unit:
            return
        candidates = [each for each in found.candidates if each.equity is not None and len(each.moves) <= 4]
        candidates = candidates[:MAX_CANDIDATES]
        before, seat = _board(moment.position), moment.entry.seat
        values = [_chances(each.chances, each.equity or 0.0) for each in candidates]
        boards = [_moved(before, each.moves) for each in candidates]
        move.candidates = len(candidates)
        move.analysis = MoveData(
            board=before,
            dice=(dice.high, dice.low),
            level=level_of(candidates[0].depth) if candidates else 0,
            score=self._away(seat),
            cube=min(moment.cube.value, _LARGEST),
            cube_owner=_owner(moment.cube, seat),
            crawford=int(self.game.crawford),
            jacoby=int(bool(self.writer.record.jacoby)),
            count=len(candidates),
            boards=b"".join(boards).ljust(26 * MAX_CANDIDATES, b"\0"),
            moves=b"".join(_place_bytes(each.moves) for each in candidates).ljust(8 * MAX_CANDIDATES, b"\0"),
            levels=b"".join(_level_bytes(each) for each in candidates).ljust(4 * MAX_CANDIDATES, b"\0"),
            chances=tuple(sum(values, ())) + (0.0,) * (7 * (MAX_CANDIDATES - len(values))),
            no_decision=int(found.counts is False),
            choice_1_ply=1,
            choice_3_ply=1,
        ).write()
        move.level, move.choice = 3, 1
        if found.error is not None:
            move.error = -found.error
        rollouts = [self.writer.rollout(each.depth, value) for each, value in zip(candidates, values, strict=True)]
        move.rollouts = (*rollouts, *(-1,) * (MAX_CANDIDATES - len(rollouts)))

    def _away(self, seat: Seat) -> tuple[int, int]:
        length, score = self.writer.record.length, self.game.score
        if not length:
            return (0, 0)
        return (_fitting(length - score[seat]), _fitting(length - score[seat.other]))


def _board(position: Position) -> bytes:
    """Seen by the player whom the position is seen by."""
    own, opponent = position.own, position.opponent
    signed = ((own[place] if place else 0) - (opponent[25 - place] if place < 25 else 0) for place in range(26))
    return bytes(count & 255 for count in signed)


def _turned(board: bytes) -> bytes:
    return bytes(-count & 255 for count in reversed(board))


def _moved(board: bytes, moves: Moves) -> bytes:
    """The mover's board after a play, legal or not, as far as there are checkers and the board can hold them."""
    counts = [count - 256 if count > 127 else count for count in board]
    for source, target in moves:
        if counts[source] < 1 or (target and counts[target] < -1):
            continue
        counts[source] -= 1
        if target:
            if counts[target] == -1:
                counts[target] = 0
                counts[0] -= 1
            counts[target] += 1
    return bytes(count & 255 for count in counts)


def _places(moves: Moves) -> tuple[int, ...]:
    flat = [place - 1 for move in moves[:4] for place in move]
    return (*flat, *(-1,) * (8 - len(flat)))


def _place_bytes(moves: Moves) -> bytes:
    return bytes(place & 255 for place in _places(moves))


def _level_bytes(candidate: Candidate) -> bytes:
    level = ROLLOUT_LEVEL if candidate.depth.games else level_of(candidate.depth)
    return level.to_bytes(2, "little") + bytes(2)


def _chances(chances: Chances | None, equity: float) -> tuple[float, ...]:
    if chances is None:
        return (0.0,) * 6 + (equity,)
    lose = 1 - chances.win
    return (
        *(chances.lose_backgammon, chances.lose_gammon, lose),
        *(chances.win, chances.win_gammon, chances.win_backgammon, equity),
    )


def _cubeless(chances: Chances | None) -> tuple[float, ...]:
    return _chances(chances, chances.equity if chances else 0.0)


def _owner(cube: Cube, seat: Seat) -> int:
    return 0 if cube.owner is None else 1 if cube.owner == seat else -1


def _cube_number(cube: Cube) -> int:
    return _owner(cube, Seat.FIRST) * (cube.value.bit_length() - 1)


def _dice_text(dice: Dice) -> bytes:
    return b"\x02" + f"{dice.high}{dice.low}".encode()


def _seconds(entry: AnyEntry) -> tuple[int, int]:
    if entry.timing is None:
        return (0, 0)
    first, second = ((each or 0) // 1000 for each in entry.timing.left)
    return (_fitting(first), _fitting(second))


def _fitting(number: int) -> int:
    return min(max(number, -_LARGEST), _LARGEST)


def _days(day: str, time: str) -> float:
    """Days since the last but one of 1899; a date that is only a year has no place here."""
    try:
        days = float((date.fromisoformat(day) - EPOCH.date()).days)
    except ValueError:
        return 0.0
    hours, _, minutes = time.partition(":")
    if hours.isdecimal() and minutes.isdecimal() and len(time) <= 5:
        days += (int(hours) * 60 + int(minutes)) / 1440
    return days if isfinite(days) else 0.0
