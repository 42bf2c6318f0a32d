"""`.bgf` files of BGBlitz: one line of JSON, then the match as JSON or Smile, as a rule packed by gzip.

What the fields mean was found by reading such a file; BGBlitz has not published it. Player -1 is Green, the first seat
here: the totals of `prGreen` are those of player -1, and so are the points that Green wins. Places are the mover's own,
25 the bar, 0 off. A row with 7 for the die `green` is not a roll, and `red` tells what it is (`_Act`). Equities of cube
decisions in a match are winning chances; `emg` is one with the cube on the scale of a money game. The place of an entry
or a problem is a byte of the unpacked Smile.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from enum import IntEnum
from functools import cache
from math import isfinite
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from tavl.notation.bgf.smile import AT, read_smile
from tavl.notation.problems import FileError, FileFault, Problem, ProblemCode, problem
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
    GameResult,
    Luck,
    MatchRecord,
    Moves,
    PlayAnalysis,
    Player,
    Turn,
    Unit,
)
from tavl.notation.replay import MAX_PROBLEMS, replay
from tavl.rules.board import Dice, Position, PositionError
from tavl.rules.seat import Seat

MAX_CANDIDATES, MAX_VALUES, MAX_CONTAINERS = 20_000, 200_000, 20_000
"""Of a small file. A larger one may hold more, in proportion to its size; real ones have half of that."""
_FLOOR, _TIMES = 4 << 20, 6  # what may be unpacked; real files unpack to 4 times their size
_MAX_HEADER: Final = 1000
_NO_ROLL: Final = 7
_NOT_APPLICABLE: Final = -99.0
_MAX_NUMBER: Final = 10**6
_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


class _Act(IntEnum):
    DOUBLE = 1
    TAKE = 2
    DROP = 3
    END = 4  # of the game
    DANCE = 5  # the dice are the first `from` and `to`


def looks_like_bgf(data: bytes) -> bool:
    return data.lstrip(b"\xef\xbb\xbf \r\n").startswith(b"{") and b'"BGF"' in data[:_MAX_HEADER].partition(b"\n")[0]


def read_bgf(data: bytes) -> list[MatchRecord]:
    """The match of a `.bgf` file, replayed. Raises FileError."""
    value = _unpacked(data)
    if not isinstance(value, dict):
        raise _broken(0, "no match")
    reader = _Reader(value, MAX_CANDIDATES + 40 * (len(data) >> 10))
    return [replay(reader.match())]


def _unpacked(data: bytes) -> Any:
    first, _, body = data.partition(b"\n")
    try:
        header = msgspec.json.decode(first.lstrip(b"\xef\xbb\xbf"), type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise _broken(0, "no header") from None
    at = len(first) + 1
    if header.get("compress"):
        most = _FLOOR + _TIMES * len(data)
        unpacker = zlib.decompressobj(wbits=31)
        try:
            body = unpacker.decompress(body, most)
        except zlib.error:
            raise _broken(at, "cannot be unpacked") from None
        if unpacker.unconsumed_tail:
            raise FileError(FileFault.TOO_LARGE, at, part="match", most=most)
        if not unpacker.eof:
            raise _broken(len(data), "ends early")
    if header.get("useSmile"):
        kilobytes = len(data) >> 10
        return read_smile(body, MAX_VALUES + 1200 * kilobytes, MAX_CONTAINERS + 200 * kilobytes)
    try:
        return msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise _broken(at, "no JSON") from None


class _Reader:
    def __init__(self, value: dict[str, Any], max_candidates: int) -> None:
        self.value, self.candidates_left = value, max_candidates
        self.problems: list[Problem] = []

    def match(self) -> MatchRecord:
        value = self.value
        length = max(_int(value, "matchlen"), 0)
        games = [each for each in _list(value, "games") if isinstance(each, dict)]
        if not games:
            raise FileError(FileFault.NO_MATCH, format="bgf")
        scores = [(_int(game, "scoreGreen"), _int(game, "scoreRed")) for game in games]
        scores.append((_int(value, "finalGreen"), _int(value, "finalRed")))
        mode, date = _int(value, "gameMode"), _text(value, "date")
        iso = _iso_date(date)
        return MatchRecord(
            players=(_player(value, "Green"), _player(value, "Red")),
            length=length,
            games=tuple(self._game(game, *scores[at : at + 2]) for at, game in enumerate(games)),
            event=_text(value, "event"),
            site=_text(value, "location") or _text(value, "site"),
            round=_text(value, "round"),
            date=iso,
            program="BGBlitz",
            crawford=_flag(value, "useCrawford") if length else None,
            jacoby=None if length else _flag(value, "useJacoby"),
            beavers=None if length else int(_flag(value, "useBeaver")),
            max_cube=None if _flag(value, "useCube") else 1,
            variation="" if mode == 0 else f"game mode {mode}",
            comment=_comment(value),
            headings={"date": date} if date and not iso else {},
            format="bgf",
            problems=tuple(self.problems),
        )

    def _game(self, game: dict[str, Any], before: tuple[int, int], after: tuple[int, int]) -> GameRecord:
        return GameRecord(
            score=before,
            crawford=_flag(game, "isCrawford"),
            start=self._start(game),
            entries=tuple(self._entries(game)),
            result=_result(game, before, after),
            comment=_comment(game),
            line=_at(game),
        )

    def _start(self, game: dict[str, Any]) -> Position | None:
        """Seen by Green, whose checkers are below zero. It is not known how the bar is written."""
        counts = [count for count in _list(_dict(game, "initial"), "points") if type(count) is int]
        if len(counts) < 24:
            return None
        own, opponent = [0] * 26, [0] * 26
        for place, count in enumerate(counts[:24], start=1):
            own[place], opponent[25 - place] = max(-count, 0), max(count, 0)
        own[0], opponent[0] = max(15 - sum(own), 0), max(15 - sum(opponent), 0)
        try:
            position = Position(own, opponent)
        except (PositionError, TypeError, ValueError, OverflowError):
            self._unreadable(game, "initial", "")
            return None
        if any(counts[24:26]):
            self._unreadable(game, "initial", "bar")
        return None if position == Position.start() else position

    def _entries(self, game: dict[str, Any]) -> Iterator[AnyEntry]:
        for move in _list(game, "moves"):
            if not isinstance(move, dict):
                continue
            seat = Seat.FIRST if _int(move, "player") == -1 else Seat.SECOND
            red, green = _int(move, "red"), _int(move, "green")
            if green != _NO_ROLL:
                yield from self._turn(move, seat, red, green, _moves(move))
            elif red == _Act.DANCE:
                (first, second), *_ = [*_hops(move), (0, 0)]
                yield from self._turn(move, seat, first, second, ())
            elif red in (_Act.DOUBLE, _Act.TAKE, _Act.DROP):
                action = CubeActionKind[_Act(red).name]
                cube = _cube_analysis(_dict(move, "equity"), move)
                if cube and action is not CubeActionKind.DOUBLE:
                    cube = _seen_by_doubler(cube)
                yield CubeAction(seat=seat, action=action, cube=cube, comment=_comment(move), line=_at(move))
            elif red != _Act.END:
                self._unreadable(move, "red", red)

    def _turn(self, move: dict[str, Any], seat: Seat, first: int, second: int, moves: Moves | None) -> Iterator[Turn]:
        try:
            dice = Dice(first, second)
        except (ValueError, TypeError):
            self._unreadable(move, "dice", f"{first}-{second}")
            return
        if moves is None:
            self._unreadable(move, "from", "")
        yield Turn(
            seat=seat,
            dice=dice,
            moves=moves,
            analysis=self._play_analysis(move),
            cube=_cube_analysis(_dict(move, "equity"), move),
            luck=_luck(move),
            comment=_comment(move),
            line=_at(move),
        )

    def _play_analysis(self, move: dict[str, Any]) -> PlayAnalysis | None:
        candidates: list[Candidate] = []
        played = None
        unit = Unit.POINTS
        for each in _list(move, "moveAnalysis")[: max(self.candidates_left, 0)]:
            if not isinstance(each, dict):
                continue
            moves, equity = _moves(_dict(each, "move")), _dict(each, "eq")
            if moves is None or not equity:
                continue
            if _flag(each, "played"):
                played = len(candidates)
            unit = Unit.EMG if _flag(equity, "hasEMG") else Unit.POINTS
            candidates.append(
                Candidate(
                    moves=moves, equity=_equity(equity), chances=_chances(equity), depth=_depth(_int(each, "ply"))
                )
            )
        self.candidates_left -= len(candidates)
        if not candidates:
            return None
        error = _error(move, "checkerError")
        counts = None if error is None and len(candidates) > 1 else error is not None
        return PlayAnalysis(candidates=tuple(candidates), played=played, unit=unit, error=error, counts=counts)

    def _unreadable(self, value: dict[str, Any], field: str, found: str | int) -> None:
        if len(self.problems) < MAX_PROBLEMS:
            self.problems.append(problem(_at(value), ProblemCode.UNREADABLE_FIELD, field=field, found=found))


def _result(game: dict[str, Any], before: tuple[int, int], after: tuple[int, int]) -> GameResult | None:
    """Only the score says who won."""
    if before == after:
        return None
    winner = Seat.FIRST if after[0] > before[0] else Seat.SECOND
    points = abs(_int(game, "wonPoints")) or abs(after[winner] - before[winner])
    for field, ending in (
        ("lostOnTime", Ending.TIME),
        ("wasForfeit", Ending.FORFEITED),
        ("wasResignation", Ending.RESIGNED),
    ):
        if _flag(game, field):
            return GameResult(winner, points, ending, line=_at(game))
    return GameResult(winner, points, line=_at(game))


def _hops(move: dict[str, Any]) -> list[tuple[int, int]]:
    pairs = zip(_list(move, "from"), _list(move, "to"), strict=False)
    return [(source, target) for source, target in pairs if type(source) is int and type(target) is int]


def _moves(move: dict[str, Any]) -> Moves | None:
    """None if a place is not valid."""
    hops = [hop for hop in _hops(move) if hop != (-1, -1)]
    fits = len(hops) <= 4 and all(0 < source <= 25 and 0 <= target < 25 for source, target in hops)
    return tuple(hops) if fits else None


def _equity(equity: dict[str, Any]) -> float | None:
    """With the cube, if the file has it."""
    if _flag(equity, "hasEMG"):
        return _number(equity, "emg")
    cubeful = _number(_dict(equity, "cubeDecision"), "eqCubeFul")
    return _number(equity, "equity") if cubeful is None else cubeful


def _chances(equity: dict[str, Any]) -> Chances | None:
    names = ("myWins", "myGammon", "myBackGammon", "oppGammon", "oppBackGammon")
    found = [value for value in (_number(equity, name) for name in names) if value is not None]
    return Chances(*found) if len(found) == len(names) and all(0 <= value <= 1 for value in found) else None


def _cube_analysis(equity: dict[str, Any], move: dict[str, Any]) -> CubeAnalysis | None:
    decision = _dict(equity, "cubeDecision")
    if not decision:
        return None
    match = _flag(equity, "useMatchEquity")
    return CubeAnalysis(
        no_double=_number(decision, "eqNoDouble"),
        double_take=_number(decision, "eqDoubleTake"),
        double_drop=_number(decision, "eqDoublePass"),
        unit=Unit.MWC if match else Unit.POINTS,
        chances=_chances(equity),
        depth=_depth(_int(move, "ply")),
        error=_error(move, "cubeError", "cubeErrorMWP" if match else ""),
    )


def _seen_by_doubler(cube: CubeAnalysis) -> CubeAnalysis:
    """At the answer BGBlitz writes what the answering player has."""

    def turned(value: float | None) -> float | None:
        return None if value is None else 1 - value if cube.unit is Unit.MWC else -value

    return replace(
        cube,
        no_double=turned(cube.no_double),
        double_take=turned(cube.double_take),
        double_drop=turned(cube.double_drop),
        chances=cube.chances and cube.chances.mirror,
    )


def _error(move: dict[str, Any], field: str, instead: str = "") -> float | None:
    """What was lost; the same in another unit where asked for. BGBlitz writes -99 for what was not a decision."""
    found = _number(_dict(move, "pr"), field)
    if found is None or found == _NOT_APPLICABLE:
        return None
    value = _number(_dict(move, "pr"), instead) if instead else found
    return None if value is None else abs(value)


def _luck(move: dict[str, Any]) -> Luck | None:
    luck = _dict(move, "luck")
    value = _number(luck, "luckWeighted")
    return None if value is None else Luck(value, unit=Unit.EMG if _text(luck, "mode") == "Match" else Unit.POINTS)


@cache
def _known_depth(ply: int) -> Depth:
    return Depth(name=f"{ply}-ply")


def _depth(ply: int) -> Depth:
    return _known_depth(ply) if 0 <= ply <= 9 else Depth()


def _player(value: dict[str, Any], colour: str) -> Player:
    return Player(name=_text(value, f"name{colour}"), rating=_number(value, f"rating{colour}") or None)


def _iso_date(text: str) -> str:
    """`Nov 2, 2025`, as Java writes it in English; other dates are left as they are."""
    words = text.replace(",", " ").split()
    if len(words) != 3 or words[0][:3].lower() not in _MONTHS or not (words[1].isdigit() and words[2].isdigit()):
        return ""
    if len(words[1]) > 2 or len(words[2]) != 4:
        return ""
    return f"{words[2]}-{_MONTHS.index(words[0][:3].lower()) + 1:02}-{words[1]:0>2}"


def _comment(value: dict[str, Any]) -> str:
    found = value.get("comment")
    if isinstance(found, list):
        return "\n".join(each for each in found if isinstance(each, str)).strip()
    return found.strip() if isinstance(found, str) else ""


# Fields of a value that may be anything.


def _int(value: dict[str, Any], name: str) -> int:
    found = value.get(name)
    return found if type(found) is int and abs(found) <= _MAX_NUMBER else 0


def _number(value: dict[str, Any], name: str) -> float | None:
    """BGBlitz writes some numbers as texts."""
    found = value.get(name)
    if isinstance(found, str):
        try:
            found = float(found)
        except ValueError:
            return None
    if type(found) is int:
        found = float(found) if abs(found) <= _MAX_NUMBER else None
    return found if isinstance(found, float) and isfinite(found) else None


def _text(value: dict[str, Any], name: str) -> str:
    found = value.get(name)
    return found.strip() if isinstance(found, str) else ""


def _flag(value: dict[str, Any], name: str) -> bool:
    return value.get(name) is True


def _list(value: dict[str, Any], name: str) -> list[Any]:
    found = value.get(name)
    return found if isinstance(found, list) else []


def _dict(value: dict[str, Any], name: str) -> dict[str, Any]:
    found = value.get(name)
    return found if isinstance(found, dict) else {}


def _at(value: dict[str, Any]) -> int:
    return _int(value, AT)


def _broken(at: int, problem: str) -> FileError:
    return FileError(FileFault.BROKEN, at, format="bgf", problem=problem)
