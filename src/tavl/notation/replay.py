"""Plays a recorded match through by the rules, the only place where this is done.

`replay` returns the same record with what follows from it: illegal plays marked, combined moves split into one for
each die, Crawford games found, and how each game ended. `moments` returns the position before each entry.

An illegal play is kept as it was played, as far as the board can show it. If a play is unknown the checkers stay,
and what follows is judged from there.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy

from msgspec import Struct
from msgspec.structs import replace

from tavl.notation.problems import Problem, ProblemCode, problem
from tavl.notation.record import (
    AnyEntry,
    CubeAction,
    CubeActionKind,
    Ending,
    GameRecord,
    GameResult,
    MatchRecord,
    Moves,
    Resignation,
    ResignationKind,
    Setup,
    Turn,
)
from tavl.notation.results import FinalState, settle
from tavl.rules.acts import Cube
from tavl.rules.board import BAR, OFF, Dice, Play, Position, PositionError
from tavl.rules.play_check import judge_play
from tavl.rules.refusal import Refused, refuse
from tavl.rules.seat import Seat

MAX_PROBLEMS = 200
"""For one match. A file with more problems usually has a single cause."""
_MAX_CUBE = 1 << 30
_PLAYED = (Turn, CubeAction)


class Moment(Struct, frozen=True):
    """Where a game stood before an entry."""

    entry: AnyEntry
    position: Position  # seen by the seat of the entry
    cube: Cube


def replay(record: MatchRecord) -> MatchRecord:
    """The record with everything that follows from its entries; new problems come after the existing ones."""
    judged = record.variation == ""
    problems: list[Problem] = []
    if not judged:
        problems.append(problem(-1, ProblemCode.OTHER_VARIATION, found=record.variation))
    games: list[GameRecord] = []
    crawford_over = False
    expected: tuple[int, int] | None = None
    for game in record.games:
        if expected is not None and game.score != expected:
            written, counted = ("-".join(map(str, score)) for score in (game.score, expected))
            problems.append(problem(game.line, ProblemCode.WRONG_SCORE, written=written, counted=counted))
        if not game.crawford and not crawford_over and _may_be_crawford(record, game):
            game = replace(game, crawford=True)
        crawford_over = crawford_over or game.crawford
        played = GameReplay(record, game, judged)
        games.append(played.play())
        problems += played.problems
        expected = _score_after(games[-1], record.length)
    if len(problems) > MAX_PROBLEMS:
        problems = [*problems[:MAX_PROBLEMS], problem(-1, ProblemCode.TOO_MUCH, most=MAX_PROBLEMS)]
    return replace(record, games=tuple(games), problems=(*record.problems, *problems))


def moments(game: GameRecord) -> Iterator[Moment]:
    """Each entry with the position and the cube that it was made at."""
    state = GameReplay(MatchRecord(), game, True)
    for entry in game.entries:
        yield Moment(entry, state.seen_by(entry.seat), state.cube)
        state.take(entry)


def _may_be_crawford(record: MatchRecord, game: GameRecord) -> bool:
    """Somebody needs one point. If the file does not mention the rule, a double in this game means that it is not
    used."""
    if record.crawford is False or record.length < 2 or record.length - max(game.score) != 1:
        return False
    return record.crawford is True or not any(isinstance(entry, CubeAction) for entry in game.entries)


def _score_after(game: GameRecord, length: int) -> tuple[int, int] | None:
    """What the next game should begin at; files that continue after the match has been won are not reported for it."""
    if game.result is None:
        return None
    score = list(game.score)
    score[game.result.winner] += game.result.points
    return None if length and max(score) >= length else (score[0], score[1])


class GameReplay:
    """A game as it goes on."""

    def __init__(self, record: MatchRecord, game: GameRecord, judged: bool) -> None:
        self.record, self.game, self.judged = record, game, judged
        self.position = game.start or Position.start()
        self.turn = Seat.FIRST  # by whom the position is seen
        self.cube = game.cube
        self.doubler: Seat | None = None
        self.offered: Seat | None = None  # who has doubled or beavered, and waits
        self.offer_value = 0
        self.dropped: Seat | None = None
        self.last_to_move: Seat | None = None
        self.problems: list[Problem] = []

    @property
    def moved(self) -> bool:
        """Somebody has rolled."""
        return self.last_to_move is not None

    def seen_by(self, seat: Seat) -> Position:
        return self.position if seat == self.turn else self.position.mirror()

    def play(self) -> GameRecord:
        kept: list[AnyEntry] = []
        entries = self.game.entries
        last = len(entries) - 1
        while last > 0 and not isinstance(entries[last], _PLAYED):
            last -= 1
        for at, entry in enumerate(entries):
            if (self.dropped is not None or self.position.over) and isinstance(entry, _PLAYED):
                self.problem(entry.line, ProblemCode.AFTER_THE_END, found=_name_of(entry))
                continue
            kept.append(self.take(entry, last=at >= last))
        end = FinalState(self.record, self.game, self.position, self.turn, self.cube, self.offer_value, self.dropped)
        result, wrong = settle(end)
        self.problems += [wrong] if wrong else []
        return replace(self.game, entries=_with_resignation(kept, result, self.cube), result=result)

    def problem(self, at: int, code: ProblemCode, **facts: int | str) -> None:
        if len(self.problems) <= MAX_PROBLEMS:
            self.problems.append(Problem(at, code, facts))

    def take(self, entry: AnyEntry, last: bool = False) -> AnyEntry:
        """The entry as judged; the game has moved on past it."""
        if entry.side_lines:
            entry = replace(entry, side_lines=tuple(self._beside(line) for line in entry.side_lines))
        if isinstance(entry, Turn):
            return self._turn(entry, last)
        if isinstance(entry, CubeAction):
            return self._cube(entry)
        if isinstance(entry, Setup):
            self._set(entry)
        return entry

    def _beside(self, line: tuple[AnyEntry, ...]) -> tuple[AnyEntry, ...]:
        """A side line as judged from here; the game stays where it is."""
        beside = copy(self)
        beside.problems = []
        return tuple(beside.take(entry) for entry in line)

    # Turns.

    def _turn(self, entry: Turn, last: bool) -> Turn:
        seat = entry.seat
        if seat != self.turn:
            self.position, self.turn = self.position.mirror(), seat
        if self.last_to_move == seat:
            self.problem(entry.line, ProblemCode.WRONG_TURN)
        self.last_to_move = seat
        if self.offered is not None:  # rolled after a double, with no take in the file
            self._taken()
        moves = entry.moves
        if moves is None:
            if not last:
                self.problem(entry.line, ProblemCode.UNKNOWN_PLAY)
            return self._passed(entry)
        if not self.judged:
            self._force(moves)
            return self._passed(entry)
        if not moves:
            return self._dance(entry, last)
        after = self.position.played(entry.dice, moves)
        if after is not None:  # true of most plays, and ten times as fast to check
            self.position, self.turn = after, seat.other
            return entry
        judged = judge_play(self.position, entry.dice, moves)
        if isinstance(judged, Refused):
            self.problem(entry.line, ProblemCode.ILLEGAL_PLAY, rule=judged.rule, reason=judged.code)
            self._force(moves)
            return self._passed(replace(entry, illegal=judged))
        return self._legal(entry, moves, judged)

    def _legal(self, entry: Turn, moves: Moves, judged: Play) -> Turn:
        if len(moves) != len(judged.moves):
            play = _least_hits(self.position, entry.dice, moves, judged)
            entry = replace(entry, moves=tuple((move.source, move.target) for move in play.moves))
            judged = play
        self.position, self.turn = judged.result, entry.seat.other
        return entry

    def _dance(self, entry: Turn, last: bool) -> Turn:
        if not self.position.over and not self.position.dances(entry.dice):
            if last:  # rolled, and resigned or broken off before it was played
                return self._passed(replace(entry, moves=None))
            fault = refuse("die_left_unplayed", "G4.6", die=entry.dice.high)
            self.problem(entry.line, ProblemCode.ILLEGAL_PLAY, rule=fault.rule, reason=fault.code)
            entry = replace(entry, illegal=fault)
        return self._passed(entry)

    def _passed(self, entry: Turn) -> Turn:
        self.position, self.turn = self.position.mirror(), entry.seat.other
        return entry

    def _force(self, moves: Moves) -> None:
        """The checkers where they were put, as far as there are enough and the board can hold them."""
        for source, target in moves:
            try:
                self.position = _put(self.position, source, target)
            except PositionError:
                continue

    # The cube.

    def _cube(self, entry: CubeAction) -> CubeAction:
        fault: Refused | None = None
        match entry.action:
            case CubeActionKind.DOUBLE:
                fault = self._why_no_double(entry.seat)
                self.doubler = self.offered = entry.seat
                self.offer_value = min(2 * self.cube.value, _MAX_CUBE)
                entry = entry if entry.value else replace(entry, value=self.offer_value)
            case CubeActionKind.BEAVER | CubeActionKind.RACCOON:
                fault = None if self.offered is not None else refuse("nothing_offered", "G10.3")
                self.offered = entry.seat
                self.offer_value = min(2 * max(self.offer_value, self.cube.value), _MAX_CUBE)
                entry = entry if entry.value else replace(entry, value=self.offer_value)
            case CubeActionKind.TAKE:
                fault = None if self.offered == entry.seat.other else refuse("nothing_offered", "G10.3")
                self._taken()
            case CubeActionKind.DROP:
                fault = None if self.offered == entry.seat.other else refuse("nothing_offered", "G10.3")
                self.dropped = entry.seat
        if fault and self.judged:
            self.problem(entry.line, ProblemCode.ILLEGAL_CUBE_ACTION, rule=fault.rule, reason=fault.code)
            return replace(entry, illegal=fault)
        return entry

    def _taken(self) -> None:
        """The doubled player has the cube, also after a beaver, which keeps it (G11.3)."""
        if self.doubler is not None and self.offer_value:
            self.cube = Cube(self.offer_value, self.doubler.other)
        self.offered, self.offer_value = None, 0

    def _why_no_double(self, seat: Seat) -> Refused | None:
        if self.offered is not None:
            return refuse("double_not_answered", "G10.3")
        if self.game.crawford:
            return refuse("crawford_game", "G11.1")
        if self.cube.owner not in (None, seat):
            return refuse("cube_is_opponents", "G10.2", value=self.cube.value)
        return None

    def _set(self, entry: Setup) -> None:
        if entry.position is not None:
            self.position, self.turn = entry.position, entry.seat
        self.last_to_move = None
        if entry.cube is not None:
            self.cube = entry.cube


def _name_of(entry: AnyEntry) -> str:
    return entry.action if isinstance(entry, CubeAction | Resignation) else type(entry).__name__.lower()


def _least_hits(position: Position, dice: Dice, moves: Moves, judged: Play) -> Play:
    """Of plays that leave the mover's checkers alike, the one that hits the blots on the written places, and as
    few others as can be."""
    alike = [play for play in position.plays(dice) if play.result.opponent == judged.result.opponent]
    if len(alike) == 1:
        return judged
    written = {target for _, target in moves}

    def misfit(play: Play) -> int:
        hit = {move.target for move in play.moves if move.hit}
        blots = {25 - place for place in range(1, 25) if position.opponent[place] == 1}
        return len((written & blots) - hit) + len(hit - written)

    return min(alike, key=misfit)


def _put(position: Position, source: int, target: int) -> Position:
    """One checker moved by hand: backwards too, and a blot hit."""
    if not (0 < source <= BAR and OFF <= target < BAR) or not position.own[source]:
        raise PositionError("no checker stands there")
    own, opponent = list(position.own), list(position.opponent)
    own[source] -= 1
    own[target] += 1
    if target != OFF and opponent[25 - target] == 1:
        opponent[25 - target] = 0
        opponent[BAR] += 1
    return Position(own, opponent)


def _with_resignation(entries: list[AnyEntry], result: GameResult | None, cube: Cube) -> tuple[AnyEntry, ...]:
    """A game that was given up ends with the offer, of the size that was paid, whether the file has it or only
    the points; then it must have been accepted. Giving up the match has no size."""
    told = {ResignationKind.ACCEPT} if result and result.ending is Ending.RESIGNED else set()
    if result and result.ending is Ending.FORFEITED:
        told = {ResignationKind.OFFER, ResignationKind.ACCEPT}
    while entries and isinstance(last := entries[-1], Resignation) and last.action in told:
        if last.comment or last.timing:
            break
        entries.pop()
    if result is None or result.ending is not Ending.RESIGNED:
        return tuple(entries)
    size = min(max(result.points // max(cube.value, 1), 1), 3)
    loser = result.winner.other
    for at in range(len(entries) - 1, -1, -1):
        entry = entries[at]
        if isinstance(entry, Resignation) and entry.action is ResignationKind.OFFER and entry.seat == loser:
            entries[at] = replace(entry, size=entry.size or size)
            return tuple(entries)
        if isinstance(entry, Turn | CubeAction):
            break
    entries.append(Resignation(seat=loser, action=ResignationKind.OFFER, size=size, line=result.line))
    return tuple(entries)
