"""The records of one game of a `.xg` file: see `writer`."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

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
    PlayAnalysis,
    Resignation,
    Setup,
    Turn,
    Unit,
)
from tavl.notation.replay import Moment, moments
from tavl.notation.xg.analysis import HALF_95, ROLLOUT_LEVEL, level_of, level_of_name
from tavl.notation.xg.boards_and_moves import (
    MAX_INT32,
    board_of,
    cube_number,
    fitting,
    moved,
    owner_of,
    place_bytes,
    places_of,
    turned,
)
from tavl.notation.xg.delphi import Record
from tavl.notation.xg.records import (
    MAX_CANDIDATES,
    NOT_ANALYSED,
    CubeData,
    CubeRecord,
    GameFooter,
    GameHeader,
    MoveData,
    MoveRecord,
    RolloutRecord,
)
from tavl.notation.xg.rtf import as_rtf
from tavl.rules.acts import Cube
from tavl.rules.board import Dice, Position
from tavl.rules.seat import Seat

_ENDED = b"\x0277"  # the dice after a double that was dropped, and of a player who gave up before rolling
_ANSWERS = {CubeActionKind.DROP: 0, CubeActionKind.TAKE: 1, CubeActionKind.BEAVER: 2, CubeActionKind.RACCOON: 2}


class Appendix:
    """Comments and rollouts, which are stored beside the match and referred to by number."""

    def __init__(self) -> None:
        self.comments: list[str] = []
        self.rollouts: list[RolloutRecord] = []

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
                seed=fitting(told.seed or 0) if told else 0,
                seed_given=fitting(told.seed or 0) if told else 0,
                games=fitting(depth.games),
                games_doubled=fitting(depth.games) if doubled else 0,
                error=half,
                error_doubled=half if doubled else 0.0,
                chances=chances,
                chances_doubled=doubled or (0.0,) * 7,
                both_lines=doubled is not None,
                seconds=fitting(told.seconds or 0) if told else 0,
            )
        )
        return len(self.rollouts) - 1


class GameWriter:
    """One game: a cube record and a move record for each turn."""

    def __init__(self, record: MatchRecord, game: GameRecord, number: int, appendix: Appendix) -> None:
        self.record, self.game, self.number, self.appendix = record, game, number, appendix
        self.unit = Unit.EMG if record.length else Unit.POINTS
        self.alone = is_position(record)
        self.moments = list(moments(game))
        self.answered = False  # the cube record of the coming turn is written already
        self.edited = False
        self.rolled = False  # somebody has; nobody doubles before the opening roll
        self.set_up: Setup | None = None  # whose analysis the next record carries

    def records(self) -> Iterator[Record]:
        game, appendix = self.game, self.appendix
        yield GameHeader(
            score_1=fitting(game.score[0]),
            score_2=fitting(game.score[1]),
            crawford=game.crawford,
            board=bytes(26) if self.alone else board_of(game.start or Position.start()),
            number=self.number,
            in_progress=game.result is None and not self.alone,
            comment_before=appendix.comment(game.comment),
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
            if not self.alone or found:
                yield cube
        self.answered, self.rolled = False, True
        analysis = turn.analysis or (self.set_up.analysis if self.set_up else None)
        self.set_up = None
        yield self._move_record(moment, turn, analysis)

    def _can_use(self, cube: Cube, seat: Seat) -> bool:
        """XG has no double decision for a player whose cube is already enough to win the match."""
        length = self.record.length
        return cube.owner in (None, seat) and (not length or length - self.game.score[seat] > cube.value)

    def _move_record(self, moment: Moment, turn: Turn, analysis: PlayAnalysis | None) -> MoveRecord:
        seat, before = turn.seat, board_of(moment.position)
        board = before if seat == Seat.FIRST else turned(before)
        move = MoveRecord(
            board=board,
            board_after=bytes(26) if turn.moves is None else moved(before, turn.moves),
            player=1 - 2 * seat,
            moves=(0,) * 8 if turn.moves is None else places_of(turn.moves),
            dice=(turn.dice.high, turn.dice.low),
            cube=cube_number(moment.cube),
            played=turn.moves is not None,
            invalid=2 if turn.illegal else 0,
            tutor=-1,
            error_tutor=0.0,
            comment=self.appendix.comment(turn.comment),
            edited=self.edited,
        )
        self.edited = False
        if turn.luck and turn.luck.value is not None and turn.luck.unit is self.unit:
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
        cube.comment = self.appendix.comment(double.comment)
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
        seat, board = moment.entry.seat, board_of(moment.position)
        return CubeRecord(
            player=1 - 2 * seat,
            double=-2,
            take=-1,
            beaver_answer=-1,
            raccoon_answer=-1,
            cube=cube_number(moment.cube),
            board=board if seat == Seat.FIRST else turned(board),
            analysis=CubeData(board=bytes(26), cube=0, double=-100).write(),
            dice=dice,
            level_asked=-1,
            tutor_double=-1,
            tutor_take=-1,
            error_tutor_double=0.0,
            error_tutor_take=0.0,
        )

    def _position(self, entry: Setup) -> Record:
        """A position where nothing has been done yet."""
        moment = Moment(entry, entry.position or Position.start(), entry.cube or self.game.cube)
        if entry.dice:
            turn = Turn(seat=entry.seat, dice=entry.dice, moves=None, comment=entry.comment)
            return self._move_record(moment, turn, entry.analysis)
        cube = self._cube_record(moment, _ENDED)
        cube.double, cube.comment = -1, self.appendix.comment(entry.comment)
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
        length = self.record.length
        yield GameFooter(
            score_1=fitting(score[0]),
            score_2=fitting(score[1]),
            crawford_next=length - max(score) == 1 and not self.game.crawford and max(self.game.score) < length - 1,
            winner=1 - 2 * result.winner,
            points=fitting(result.points),
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
        if found is None or found.unit is not self.unit:
            return
        equities = (found.no_double, found.double_take, found.double_drop)
        no_double, double_take, double_drop = (value or 0.0 for value in equities)
        level = level_of(found.depth)
        chances, doubled = _cubeless(found.chances), _cubeless(found.chances_doubled)
        cube.analysis = CubeData(
            board=board_of(moment.position),
            level=level,
            score=self._away(moment.entry.seat),
            cube=min(moment.cube.value, MAX_INT32),
            cube_owner=owner_of(moment.cube, moment.entry.seat),
            jacoby=int(bool(self.record.jacoby)),
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
        cube.rollout = self.appendix.rollout(found.depth, chances, doubled)

    def _put_play_analysis(self, move: MoveRecord, moment: Moment, dice: Dice, found: PlayAnalysis | None) -> None:
        if found is None or found.unit is not self.unit:
            return
        candidates = [each for each in found.candidates if each.equity is not None and len(each.moves) <= 4]
        candidates = candidates[:MAX_CANDIDATES]
        before, seat = board_of(moment.position), moment.entry.seat
        values = [_chances(each.chances, each.equity or 0.0) for each in candidates]
        boards = [moved(before, each.moves) for each in candidates]
        move.candidates = len(candidates)
        move.analysis = MoveData(
            board=before,
            dice=(dice.high, dice.low),
            level=level_of(candidates[0].depth) if candidates else 0,
            score=self._away(seat),
            cube=min(moment.cube.value, MAX_INT32),
            cube_owner=owner_of(moment.cube, seat),
            crawford=int(self.game.crawford),
            jacoby=int(bool(self.record.jacoby)),
            count=len(candidates),
            boards=b"".join(boards).ljust(26 * MAX_CANDIDATES, b"\0"),
            moves=b"".join(place_bytes(each.moves) for each in candidates).ljust(8 * MAX_CANDIDATES, b"\0"),
            levels=b"".join(_level_bytes(each) for each in candidates).ljust(4 * MAX_CANDIDATES, b"\0"),
            chances=tuple(sum(values, ())) + (0.0,) * (7 * (MAX_CANDIDATES - len(values))),
            no_decision=int(found.counts is False),
            choice_1_ply=1,
            choice_3_ply=1,
        ).write()
        move.level, move.choice = 3, 1
        if found.error is not None:
            move.error = -found.error
        rollouts = [self.appendix.rollout(each.depth, value) for each, value in zip(candidates, values, strict=True)]
        move.rollouts = (*rollouts, *(-1,) * (MAX_CANDIDATES - len(rollouts)))

    def _away(self, seat: Seat) -> tuple[int, int]:
        length, score = self.record.length, self.game.score
        if not length:
            return (0, 0)
        return (fitting(length - score[seat]), fitting(length - score[seat.other]))


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


def _dice_text(dice: Dice) -> bytes:
    return b"\x02" + f"{dice.high}{dice.low}".encode()


def _seconds(entry: AnyEntry) -> tuple[int, int]:
    if entry.timing is None:
        return (0, 0)
    first, second = ((each or 0) // 1000 for each in entry.timing.left)
    return (fitting(first), fitting(second))


def is_position(record: MatchRecord) -> bool:
    """One position that was set up, and at most what was done there."""
    games = record.games
    alone = len(games) == 1 and games[0].result is None and bool(games[0].entries)
    return alone and isinstance(games[0].entries[0], Setup) and len(games[0].entries) <= 4
