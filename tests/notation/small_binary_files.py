"""Small files of the binary formats, made here: a match of two games with everything that they have room for."""

from __future__ import annotations

import gzip
import json
import struct
from collections.abc import Callable
from random import Random
from typing import Any

from msgspec.structs import replace

from tavl.notation.file_formats import read
from tavl.notation.record import (
    AnyEntry,
    Candidate,
    Chances,
    CubeAction,
    CubeAnalysis,
    Depth,
    GameRecord,
    Luck,
    MatchRecord,
    PlayAnalysis,
    Rollout,
    Turn,
    Unit,
)
from tavl.notation.replay import moments
from tavl.notation.xg.archive import COMMENTS, ROLLOUTS, read_archive, write_archive
from tavl.notation.xg.archive import MATCH as MATCH_MEMBER
from tavl.notation.xg.records import RECORD_SIZE
from tavl.notation.xg.writer import write_xg

MATCH = """\
; [Player 1 "Åse"]
; [Player 2 "Jörg"]
; [Event "Open"]
; [EventDate "2024.05.11"]
; [EventTime "19:56"]
; [Crawford "On"]
; [CubeLimit "1024"]

 5 point match

 Game 1
 Åse : 0                          Jörg : 0
  1) 31: 8/5 6/5                   66: 24/18 24/18 13/7 13/7
  2)  Doubles => 2                 Takes
  3) 44: 24/20 24/20 13/9 13/9     21: 13/11 8/7
  4) 65: 20/14 20/15
      Wins 4 points

 Game 2
 Åse : 4                          Jörg : 0
  1)                               21: 13/11 24/23
  2) 55: 8/3 8/3 6/1 6/1           11:
      Wins 1 point and the match
"""
CHANCES = Chances(0.625, 0.25, 0.0625, 0.125, 0.03125)  # what a file's short numbers hold exactly
ROLLED = Depth(
    name="Rollout",
    games=1296,
    standard_error=None,
    rollout=Rollout(truncated_after=11, variance_reduced=True, play="3-ply", cube="XG Roller", seed=7, seconds=61),
)


def match_record() -> MatchRecord:
    """The match above, analysed: comments at the first turn and the double, a rollout in the second game."""
    (record,) = read(MATCH.encode())
    games = tuple(
        replace(game, entries=tuple(map(_analysed, game.entries)), comment="A game.") for game in record.games
    )
    first = games[0].entries[0]
    assert isinstance(first, Turn)
    assert first.analysis
    rolled = replace(first.analysis.candidates[0], depth=ROLLED)
    first = replace(first, comment="Ærlig\n{talt} \\ ♞ 𝄞", analysis=replace(first.analysis, candidates=(rolled,)))
    games = (replace(games[0], entries=(first, *games[0].entries[1:])), *games[1:])
    return replace(record, games=games, comment="Two games.", site="Oslo", round="1", transcriber="Ib", headings={})


def _analysed(entry: AnyEntry) -> AnyEntry:
    if isinstance(entry, Turn) and entry.moves is not None:
        played = Candidate(moves=entry.moves, equity=0.25, chances=CHANCES, depth=Depth(name="3-ply", ply=2))
        other = Candidate(moves=((24, 23),), equity=0.125, depth=Depth(name="XG Roller+"))
        analysis = PlayAnalysis(candidates=(played, other), played=0, unit=Unit.EMG, error=0.0, counts=True)
        return replace(entry, analysis=analysis, luck=Luck(-0.5, unit=Unit.EMG))
    if isinstance(entry, CubeAction):
        cube = CubeAnalysis(
            no_double=0.5,
            double_take=0.375,
            double_drop=1.0,
            unit=Unit.EMG,
            chances=CHANCES,
            chances_doubled=CHANCES,
            depth=Depth(name="4-ply", ply=3),
            error=0.125 if entry.action == "double" else 0.0,
        )
        comment = "Too early." if entry.action == "double" else ""
        return replace(entry, cube=cube, comment=comment)
    return entry


def without_places(record: MatchRecord) -> MatchRecord:
    """As it is whatever file it was read from."""
    return replace(record, games=tuple(map(_game, record.games)), format="", program="", problems=())


def _game(game: GameRecord) -> GameRecord:
    entries = tuple(replace(entry, line=0) for entry in game.entries)
    return replace(game, line=0, entries=entries, result=game.result and replace(game.result, line=0))


def played(record: MatchRecord) -> list[Any]:
    """What happened, by the position before it: files write the checkers of one play in different orders."""
    rows: list[Any] = []
    for game in record.games:
        rows.append((game.score, game.crawford))
        for moment in moments(game):
            entry = moment.entry
            told = (entry.dice.high, entry.dice.low) if isinstance(entry, Turn) else getattr(entry, "action", None)
            rows.append((entry.seat, told, moment.position.gnu_id, moment.cube))
        rows.append(game.result and (game.result.winner, game.result.points, game.result.ending))
    return rows


# BGBlitz.


def bgf(document: Any, compress: bool = True, smile: bool = True) -> bytes:
    header = {"format": "BGF", "version": "1.0", "compress": compress, "useSmile": smile}
    body = write_smile(document) if smile else json.dumps(document).encode()
    return json.dumps(header).encode() + b"\n" + (gzip.compress(body, mtime=0) if compress else body)


def write_smile(value: Any) -> bytes:
    """Shared names, as BGBlitz has them."""
    names: dict[str, int] = {}
    return b":)\n\x01" + _smile(value, names)


def _smile(value: Any, names: dict[str, int]) -> bytes:
    match value:
        case None:
            return b"\x21"
        case bool():
            return b"\x23" if value else b"\x22"
        case int():
            zigzag = value << 1 if value >= 0 else ~(value << 1)
            return bytes([0xC0 | zigzag]) if zigzag < 32 else b"\x24" + _vint(zigzag)
        case float():
            bits = int.from_bytes(struct.pack(">d", value), "big")
            return b"\x29" + bytes(bits >> shift & 0x7F for shift in range(63, -1, -7))
        case str():
            raw = value.encode()
            if not raw:
                return b"\x20"
            if raw.isascii() and len(raw) <= 64:
                return bytes([0x40 + len(raw) - 1]) + raw
            return b"\xe4" + raw + b"\xfc"
        case list():
            return b"\xf8" + b"".join(_smile(each, names) for each in value) + b"\xf9"
        case dict():
            pairs = (_name(name, names) + _smile(each, names) for name, each in value.items())
            return b"\xfa" + b"".join(pairs) + b"\xfb"
    raise TypeError(value)


def _vint(number: int) -> bytes:
    rest, last = number >> 6, 0x80 | number & 0x3F
    found = [last]
    while rest:
        found.append(rest & 0x7F)
        rest >>= 7
    return bytes(reversed(found))


def _name(name: str, names: dict[str, int]) -> bytes:
    if name in names:
        number = names[name]
        return bytes([0x40 + number]) if number < 64 else bytes([0x30 | number >> 8, number & 255])
    names[name] = len(names)
    raw = name.encode()
    return bytes([0x80 + len(raw) - 1]) + raw


def bgf_equity(emg: str, cube: bool = False) -> dict[str, Any]:
    decision = {"eqNoDouble": "0.5", "eqDoubleTake": "0.625", "eqDoublePass": "0.75", "eqCubeFul": "0.625"}
    return {
        "equity": "0.25",
        "emg": emg,
        "hasEMG": True,
        "useMatchEquity": True,
        "myWins": "0.625",
        "myGammon": "0.25",
        "myBackGammon": "0.0625",
        "oppWins": "0.375",
        "oppGammon": "0.125",
        "oppBackGammon": "0.03125",
        "cubeDecision": decision if cube else None,
    }


def bgf_move(player: int, dice: tuple[int, int], *hops: tuple[int, int], **more: Any) -> dict[str, Any]:
    four = [*hops, *[(-1, -1)] * (4 - len(hops))]
    return {
        "type": "amove",
        "player": player,
        "red": dice[0],
        "green": dice[1],
        "ply": 2,
        "comment": None,
        "from": [hop[0] for hop in four],
        "to": [hop[1] for hop in four],
        "equity": bgf_equity("0.0"),
        "moveAnalysis": [],
        "luck": None,
        "pr": None,
        **more,
    }


def bgf_match() -> dict[str, Any]:
    """Green opens, is doubled and takes; a dance; Red drops the redouble."""
    candidates = [
        {"move": bgf_move(-1, (3, 1), (8, 5), (6, 5)), "eq": bgf_equity("0.125"), "ply": 2, "played": True},
        {"move": bgf_move(-1, (3, 1), (24, 23), (13, 10)), "eq": bgf_equity("0.25"), "ply": 2, "played": False},
    ]
    errors = {"checkerError": "-0.125", "checkerErrorMWP": "-0.01", "cubeError": "-99.0", "cubeErrorMWP": "0.0"}
    luck = {"luckPlain": "0.01", "luckWeighted": "0.5", "mode": "Match"}
    return {
        "matchlen": 7,
        "finalGreen": 2,
        "finalRed": 0,
        "useCrawford": True,
        "useCube": True,
        "gameMode": 0,
        "date": "Nov 2, 2025",
        "nameGreen": "Åse",
        "nameRed": "Jörg",
        "event": "Open",
        "ratingGreen": 1500.5,
        "games": [
            {
                "scoreGreen": 0,
                "scoreRed": 0,
                "wonPoints": 2,
                "isCrawford": False,
                "comment": ["A game."],
                "moves": [
                    bgf_move(-1, (3, 1), (8, 5), (6, 5), moveAnalysis=candidates, pr=errors, luck=luck, comment="Eh."),
                    bgf_move(1, (1, 7), equity=bgf_equity("0.5", cube=True)),
                    bgf_move(-1, (2, 7), equity=bgf_equity("0.5", cube=True)),
                    bgf_move(1, (6, 6), (24, 18), (24, 18), (13, 7), (13, 7)),
                    bgf_move(-1, (4, 4), (24, 20), (24, 20), (13, 9), (13, 9)),
                    bgf_move(1, (2, 1), (13, 11), (8, 7)),
                    bgf_move(-1, (1, 7), equity=bgf_equity("0.5", cube=True)),
                    bgf_move(1, (3, 7), equity=bgf_equity("0.5", cube=True)),
                    bgf_move(-1, (4, 7)),
                ],
            }
        ],
    }


# Damage, from a seed.

XG = write_xg(match_record())
MEMBERS = read_archive(XG).members
SMILE = write_smile(bgf_match())
BGF = bgf(bgf_match())
BGF_HEADER = BGF.partition(b"\n")[0] + b"\n"
TELLING = [0, 1, 2, 7, 25, 26, 32, 100, 127, 128, 254, 255]


def damaged(data: bytes, seed: int) -> bytes:
    """Some bytes set otherwise, and perhaps a piece cut out or doubled."""
    rng, body = Random(seed), bytearray(data)
    for _ in range(rng.choice([1, 1, 2, 5, 30])):
        at = rng.randrange(len(body))
        body[at] = rng.choice([*TELLING, rng.randrange(256)])
    if rng.random() < 0.3:
        at, size = rng.randrange(len(body)), rng.randrange(1, 5000)
        body[at : at + size] = rng.choice([b"", bytes(body[at : at + size]) * 2])
    return bytes(body)


def damaged_match(seed: int) -> bytes:
    """In the fields of records that matter, with checksums that agree."""
    rng, body = Random(seed), bytearray(MEMBERS[MATCH_MEMBER])
    for _ in range(rng.choice([1, 2, 5, 30])):
        at = rng.randrange(len(body) // RECORD_SIZE) * RECORD_SIZE
        # Near the beginning, where the numbers are; or anywhere.
        at += rng.choice([8, rng.randrange(9, 130), rng.randrange(9, 330), rng.randrange(RECORD_SIZE)])
        body[at] = rng.choice([*TELLING, rng.randrange(256)])
    return write_archive({**MEMBERS, MATCH_MEMBER: bytes(body)})


def damaged_beside(seed: int) -> bytes:
    return write_archive(
        {**MEMBERS, ROLLOUTS: damaged(MEMBERS[ROLLOUTS], seed), COMMENTS: damaged(MEMBERS[COMMENTS], seed)}
    )


def damaged_smile(seed: int) -> bytes:
    return BGF_HEADER + gzip.compress(damaged(SMILE, seed), 1, mtime=0)


def damaged_xg(seed: int) -> bytes:
    return damaged(XG, seed)


def damaged_bgf(seed: int) -> bytes:
    return damaged(BGF, seed)


WAYS: tuple[Callable[[int], bytes], ...] = (damaged_xg, damaged_match, damaged_beside, damaged_bgf, damaged_smile)
