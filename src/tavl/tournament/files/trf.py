"""FIDE's tournament report file, version 2026 (TRF26), for Swiss and round robin, out and in.

After "Format of Tournament Report File (TRF), Version 2026" (handbook.fide.com, TRF26.pdf, in force since 1 September
2025) and its table of tournament types for record 192. It lets other programs check our pairings and tie-breaks. It is
a chess format, so some things are said another way:

- there are no colours; the side that is named first in a match is white;
- it has no length of a match and no score, only won or lost: a federation's report is another file;
- a rating has no decimals there, so it is rounded;
- draws do not exist here, and are refused.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum

from msgspec import Struct

from tavl.tournament.files.csv_format import decoded
from tavl.tournament.files.errors import Fault, FaultReason, FileError, fault

MAX_PLAYERS = 9_999
MAX_ROUNDS = 99
_ROUND = 91  # the first round begins here, counted from 0; each takes ten columns
_ROUND_WIDTH = 10


class System(StrEnum):
    """Of record 192. What we pair by is none of FIDE's own Swiss systems."""

    SWISS = "CUSTOM_SWISS"
    ROUND_ROBIN = "BERGER_ROUNDROBIN"
    DOUBLE_ROUND_ROBIN = "BERGER_DOUBLEROUNDROBIN"
    OTHER_ROUND_ROBIN = "CUSTOM_ROUNDROBIN"


class Result(StrEnum):
    """One player's result in one round."""

    WON = "1"
    LOST = "0"
    WON_UNRATED = "W"
    LOST_UNRATED = "L"
    WALKOVER_WON = "+"
    WALKOVER_LOST = "-"
    BYE = "U"  # given by the pairing
    FULL_BYE = "F"  # asked for, and worth a win
    HALF_BYE = "H"
    ABSENT = "Z"


_WITHOUT_OPPONENT = frozenset({Result.BYE, Result.FULL_BYE, Result.HALF_BYE, Result.ABSENT})
_ANSWERS = {
    Result.WON: {Result.LOST},
    Result.LOST: {Result.WON},
    Result.WON_UNRATED: {Result.LOST_UNRATED},
    Result.LOST_UNRATED: {Result.WON_UNRATED},
    Result.WALKOVER_WON: {Result.WALKOVER_LOST},
    Result.WALKOVER_LOST: {Result.WALKOVER_WON, Result.WALKOVER_LOST},  # both lost: nobody came
}


class Played(Struct, frozen=True):
    """A round of one player. `opponent` is a starting number; a match that is still on has no result."""

    result: Result | None
    opponent: int | None = None
    first: bool = True  # named first in the match: "white"


class TrfPlayer(Struct, frozen=True, kw_only=True):
    number: int  # the starting number, from 1 on without gaps
    name: str
    rating: int | None = None  # hundredths
    country: str = ""  # three letters
    member: str = ""  # digits
    tenths: int = 0  # points, in tenths
    rank: int | None = None
    rounds: tuple[Played, ...] = ()


class TrfReport(Struct, frozen=True, kw_only=True):
    name: str
    system: System
    rounds: int  # that will be played
    players: tuple[TrfPlayer, ...]
    city: str = ""
    country: str = ""
    starts: str = ""  # dates: 2026-11-15
    ends: str = ""
    director: str = ""
    helpers: tuple[str, ...] = ()
    time: str = ""  # what is allotted, in words
    tie_breaks: tuple[str, ...] = ()  # FIDE's codes: "DE", "BH/C1"
    apart: tuple[tuple[int, ...], ...] = ()  # groups that are not to meet, by starting number


# Out


def write(report: TrfReport) -> bytes:
    """The file. Lines end with CR LF."""
    faults = _faults(report, {player.number: 0 for player in report.players})
    if faults:
        raise FileError(faults)
    rated = sum(player.rating is not None for player in report.players)
    head = [
        ("012", report.name),
        ("022", report.city),
        ("032", report.country),
        ("042", report.starts.replace("-", "/")),
        ("052", report.ends.replace("-", "/")),
        ("062", str(len(report.players))),
        ("072", str(rated)),
        ("092", "Swiss" if report.system is System.SWISS else "Round robin"),
        ("102", report.director),
        *(("112", helper) for helper in report.helpers),
        ("122", report.time),
        ("142", str(report.rounds)),
        ("152", "W"),
        ("182", "tavl"),
        ("192", report.system),
        ("202", ",".join(report.tie_breaks)),
    ]
    lines = [f"{tag} {_one_line(value)}" for tag, value in head if value]
    lines += [_player_line(player) for player in report.players]
    lines += [_apart_line(group, report.rounds) for group in report.apart]
    return "".join(line.rstrip() + "\r\n" for line in lines).encode()


def _player_line(player: TrfPlayer) -> str:
    # Names are cut and not refused: the starting number says who it is.
    rating = "" if player.rating is None else str(min(9999, max(0, (player.rating + 50) // 100)))
    static = (
        f"001 {player.number:4}      {_one_line(player.name)[:33]:33} {rating:>4} {player.country[:3]:3}"
        f" {player.member[:11]:>11} {'':10} {_points(player.tenths):>4} {player.rank or '':>4}"
    )
    return static + "".join(_round_text(each) for each in player.rounds)


def _round_text(each: Played) -> str:
    if each.opponent is None:
        return f"  0000 - {each.result or ' '}"
    return f"  {each.opponent:4} {'w' if each.first else 'b'} {each.result or ' '}"


def _apart_line(group: Sequence[int], rounds: int) -> str:
    return f"260 001 {rounds:03} " + " ".join(f"{number:4}" for number in group)


def _points(tenths: int) -> str:
    return f"{tenths // 10}.{tenths % 10}"


def _one_line(text: str) -> str:
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


# In


def read(data: bytes) -> TrfReport:
    """A file of this or the version before (TRF16), or a FileError with what is wrong with it."""
    head: dict[str, list[str]] = {}
    players: list[TrfPlayer] = []
    apart: list[tuple[int, ...]] = []
    where: dict[int, int] = {}
    faults: list[Fault] = []
    for line, text in enumerate(re.split(r"\r\n|\r|\n", decoded(data)), start=1):
        tag = text[:3]
        try:
            if tag == "001":
                player = _player(line, text)
                if player.number in where:
                    raise fault(line, "001", FaultReason.TWICE, str(player.number))
                where[player.number] = line
                players.append(player)
            elif tag == "260":
                apart.append(tuple(_numbers(line, "260", text[12:])))
            elif tag in ("013", "310"):
                raise fault(line, tag, FaultReason.NOT_THIS_FORMAT)  # teams: the boards of a league are not this
            elif tag[:2].isdigit() and tag.endswith("2"):
                head.setdefault(tag, []).append(text[4:].strip())
        except FileError as error:
            faults += error.faults
    if not players and not faults:
        raise fault(0, "001", FaultReason.NOT_THIS_FORMAT)
    if faults:
        raise FileError(faults)
    report = _report(head, players, apart)
    faults = _faults(report, where)
    if faults:
        raise FileError(sorted(faults, key=lambda each: each.line))
    return report


def _report(head: dict[str, list[str]], players: list[TrfPlayer], apart: list[tuple[int, ...]]) -> TrfReport:
    def first(tag: str) -> str:
        return head.get(tag, [""])[0]

    played = max(len(player.rounds) for player in players)
    return TrfReport(
        name=first("012"),
        city=first("022"),
        country=first("032"),
        starts=first("042").replace("/", "-"),
        ends=first("052").replace("/", "-"),
        director=first("102"),
        helpers=tuple(head.get("112", ())),
        time=first("122"),
        rounds=max(int(first("142")), played) if re.fullmatch(r"\d{1,2}", first("142"), re.ASCII) else played,
        system=_system(first("192"), first("092")),
        tie_breaks=tuple(code.strip() for code in first("202").split(",") if code.strip()),
        players=tuple(sorted(players, key=lambda player: player.number)),
        apart=tuple(apart),
    )


def _system(code: str, words: str) -> System:
    """FIDE's own Swiss systems are a Swiss as well; a file of 2016 has only words."""
    code = code.upper()
    if code in tuple(System):
        return System(code)
    if "ROUNDROBIN" in code or "round" in words.casefold():
        double = "DOUBLE" in code or code.endswith("_G2")
        known = System.DOUBLE_ROUND_ROBIN if double else System.ROUND_ROBIN
        return System.OTHER_ROUND_ROBIN if code.startswith("CUSTOM") else known
    return System.SWISS


def _player(line: int, text: str) -> TrfPlayer:
    rating, points, rank = text[48:52].strip(), text[80:84].strip(), text[85:89].strip()
    found = re.fullmatch(r"(\d{1,3})(?:\.(\d))?", points or "0", re.ASCII)
    if not found:
        raise fault(line, "points", FaultReason.BAD_NUMBER, points)
    return TrfPlayer(
        number=_number(line, "number", text[4:8]),
        name=text[14:47].strip(),
        rating=_number(line, "rating", rating) * 100 if rating else None,
        country=text[53:56].strip(),
        member=text[57:68].strip(),
        tenths=int(found[1]) * 10 + int(found[2] or 0),
        rank=_number(line, "rank", rank) if rank else None,
        rounds=_rounds(line, text),
    )


def _rounds(line: int, text: str) -> tuple[Played, ...]:
    found: list[Played] = []
    for number, at in enumerate(range(_ROUND, len(text.rstrip()), _ROUND_WIDTH), start=1):
        if number > MAX_ROUNDS:
            raise fault(line, "001", FaultReason.TOO_LONG)
        found.append(_played(line, f"round {number}", text[at : at + 8].ljust(8)))
    return tuple(found)


def _played(line: int, field: str, text: str) -> Played:
    opponent, side, code = text[:4].strip(), text[5], text[7].upper()
    if code in ("=", "D"):
        raise fault(line, field, FaultReason.UNKNOWN_CHOICE, code)
    if opponent.strip("0") == "":
        result = Result.ABSENT if code == " " else _result(line, field, code)
        if result not in _WITHOUT_OPPONENT:
            # A walkover without an opponent is how older programs write byes and absences.
            result = {Result.WALKOVER_WON: Result.FULL_BYE, Result.WALKOVER_LOST: Result.ABSENT}.get(result, result)
        if result not in _WITHOUT_OPPONENT:
            raise fault(line, field, FaultReason.CONTRADICTION, text)
        return Played(result)
    if side not in "wb":
        raise fault(line, field, FaultReason.UNKNOWN_CHOICE, side)
    result_or_none = None if code == " " else _result(line, field, code)
    if result_or_none in _WITHOUT_OPPONENT:
        raise fault(line, field, FaultReason.CONTRADICTION, text)
    return Played(result_or_none, _number(line, field, opponent), side == "w")


def _result(line: int, field: str, code: str) -> Result:
    try:
        return Result(code)
    except ValueError:
        raise fault(line, field, FaultReason.UNKNOWN_CHOICE, code) from None


def _number(line: int, field: str, text: str) -> int:
    if not re.fullmatch(r"\d{1,6}", text.strip(), re.ASCII):
        raise fault(line, field, FaultReason.BAD_NUMBER, text)
    return int(text)


def _numbers(line: int, field: str, text: str) -> list[int]:
    return [_number(line, field, each) for each in text.split()]


# Both


def _faults(report: TrfReport, where: dict[int, int]) -> list[Fault]:
    """Contradictions: numbers with gaps, an opponent who was paired with somebody else, two results that do not
    match."""
    by_number = {player.number: player for player in report.players}
    if sorted(by_number) != list(range(1, len(report.players) + 1)) or len(report.players) > MAX_PLAYERS:
        return [Fault(0, "001", FaultReason.CONTRADICTION, "numbers")]
    found: list[Fault] = []
    for player in report.players:
        line = where[player.number]
        if len(player.rounds) > min(report.rounds, MAX_ROUNDS):
            found.append(Fault(line, "rounds", FaultReason.CONTRADICTION, str(len(player.rounds))))
        for number, each in enumerate(player.rounds):
            if each.opponent is not None and not _agree(player, number, by_number.get(each.opponent)):
                found.append(Fault(line, f"round {number + 1}", FaultReason.CONTRADICTION, str(each.opponent)))
    for group in report.apart:
        if len(group) < 2 or any(number not in by_number for number in group):
            found.append(Fault(0, "260", FaultReason.CONTRADICTION, " ".join(map(str, group))))
    return found


def _agree(player: TrfPlayer, number: int, other: TrfPlayer | None) -> bool:
    if other is None or other is player or len(other.rounds) <= number:
        return False
    mine, theirs = player.rounds[number], other.rounds[number]
    if theirs.opponent != player.number or mine.first == theirs.first:
        return False
    if mine.result is None or theirs.result is None:
        return mine.result is theirs.result
    return theirs.result in _ANSWERS.get(mine.result, set())
