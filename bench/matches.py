"""Matches against gnubg and bgsage at equal depth and at equal time: the share of matches won, the luck taken out
(tavl/engine/duel.py).

Every match is played twice with the same dice and the sides exchanged. Each pair is saved (bench/cache.py), so that it
goes on where it was ended: `TAVL_BENCH_SECONDS` is a piece. `TAVL_MATCHES` (400) for each row, `TAVL_MATCH_LENGTH` (5)
points. `TAVL_MATCH_DEPTHS` are the depths of tavl and of the rival (0-0,1-1,1-0,2-1): where they differ, tavl looks a
roll deeper than the rival, and the times say whether that is equal time.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple, TypeVar

from bench.cache import Cache, OutOfTime
from bench.rivals import BgsageRival, position_of
from bench.table import Table, mean_interval
from tavl.engine import Engine
from tavl.engine.duel import Contestant, Duel, EngineContestant, GnubgContestant
from tavl.engine.gnubg import GnubgError
from tavl.engine.measure import shipped_signature
from tavl.rules import Match, Play

COLUMNS = (
    "tavl, rolls deep", "against", "rolls deep", "won", "luck taken out", "95 %", "matches",
    "tavl, ms a decision", "the other, ms",
)  # fmt: skip
RIVALS = ("gnubg", "bgsage")
T = TypeVar("T")


class Pair(NamedTuple):
    """How many of two matches are won, the share of it, and that with the luck taken out; seconds and decisions."""

    wins: int
    result: float
    adjusted: float
    ours: tuple[float, int] = (0.0, 0)
    theirs: tuple[float, int] = (0.0, 0)


class Row(NamedTuple):
    ply: int
    rival: str
    rival_ply: int


class BgsageContestant:
    def __init__(self, ply: int) -> None:
        self.name, self._ply, self._rival = f"bgsage:{ply}", ply, BgsageRival()

    def play(self, match: Match, chance: Random) -> Play:
        game = match.game
        assert game is not None
        assert game.dice is not None
        result = position_of(self._rival.best_board(match, self._ply)).mirror()
        return next(play for play in game.position.plays(game.dice) if play.result == result)

    def doubles(self, match: Match, chance: Random) -> bool:
        return self._rival.cube(match, self._ply)[0]

    def takes(self, match: Match, chance: Random) -> bool:
        return self._rival.cube(match, self._ply)[1]

    def close(self) -> None:
        """Nothing to release."""


class Timed:
    """A contestant, and how long it takes: clock time, as another program may be asked through a pipe."""

    def __init__(self, contestant: Contestant) -> None:
        self.name, self._contestant = contestant.name, contestant
        self.seconds, self.decisions = 0.0, 0

    def play(self, match: Match, chance: Random) -> Play:
        return self._timed(lambda: self._contestant.play(match, chance))

    def doubles(self, match: Match, chance: Random) -> bool:
        return self._timed(lambda: self._contestant.doubles(match, chance))

    def takes(self, match: Match, chance: Random) -> bool:
        return self._timed(lambda: self._contestant.takes(match, chance))

    def close(self) -> None:
        self._contestant.close()

    def taken(self) -> tuple[float, int]:
        """Since it was asked last."""
        found, self.seconds, self.decisions = (round(self.seconds, 4), self.decisions), 0.0, 0
        return found

    def _timed(self, decide: Callable[[], T]) -> T:
        began = time.perf_counter()
        found = decide()
        self.seconds += time.perf_counter() - began
        self.decisions += 1
        return found


class TimedDuel:
    def __init__(self, ours: Contestant, theirs: Contestant, length: int | None) -> None:
        self._ours, self._theirs = Timed(ours), Timed(theirs)
        self._duel = Duel(self._ours, self._theirs, length)

    def pair(self, number: int) -> Pair:
        found = self._duel.pair(number)
        return Pair(found.wins, found.result, round(found.adjusted, 5), self._ours.taken(), self._theirs.taken())


def rival_of(name: str, ply: int) -> Contestant:
    return GnubgContestant(f"gnubg:{ply}", ply) if name == "gnubg" else BgsageContestant(ply)


def wanted_rows() -> list[Row]:
    depths = [text.split("-") for text in os.environ.get("TAVL_MATCH_DEPTHS", "0-0,1-1,1-0,2-1").split(",")]
    return [Row(int(ours), name, int(theirs)) for ours, theirs in depths for name in RIVALS]


def run() -> Table:
    wanted = int(os.environ.get("TAVL_MATCHES", "400"))
    length = int(os.environ.get("TAVL_MATCH_LENGTH", "5"))
    cache, signature = Cache("matches"), shipped_signature()
    played: dict[Row, list[Pair]] = {row: [] for row in wanted_rows()}
    duels: dict[Row, TimedDuel] = {}
    for row in played:
        try:
            ours = EngineContestant(f"ply:{row.ply}", Engine(threads=1), row.ply)
            duels[row] = TimedDuel(ours, rival_of(row.rival, row.rival_ply), length)
        except (ImportError, GnubgError):
            continue
    spent = dict.fromkeys(duels, 0.0)
    while spent:  # the same time for each: what is saved takes none
        row = min(spent, key=lambda duel: spent[duel])
        pairs = played[row]
        began = time.monotonic()
        try:
            key = f"{signature} {length} {row.ply} {row.rival} {row.rival_ply} {len(pairs)}"
            pairs.append(saved(cache, key, duels[row], len(pairs)))
            spent[row] += time.monotonic() - began
        except OutOfTime:
            del spent[row]
            continue
        if 2 * len(pairs) >= wanted:
            del spent[row]
    table = Table(f"Matches to {length} points: the share that tavl wins", COLUMNS)
    for row, pairs in played.items():
        table.add(*row, *(cells(pairs) if row in duels else ("not installed", "", "", "", "", "")))
    table.notes.append(
        "`python -m bench matches`, which goes on where it was ended and gives each row the same time. The last "
        "columns are clock time of one thread for plays and cube decisions together, the way to the other program "
        "included: for gnubg, which is asked through a pipe, that is nearly all of it. Every match is played twice "
        "with the same dice and the sides exchanged, and what the dice gave by our static evaluation is taken off "
        "the result, which leaves it right on average whoever plays; the interval is of that. bgsage counts the "
        "roll that is played: its 1-ply is 0 rolls deep."
    )
    return table


def saved(cache: Cache, key: str, duel: TimedDuel, number: int) -> Pair:
    return Pair(*cache.get(key, lambda: duel.pair(number)))


def cells(pairs: list[Pair]) -> tuple[Any, ...]:
    if len(pairs) < 2:
        return "-", "-", "-", f"{2 * len(pairs)}", "-", "-"
    mean, around = mean_interval([pair.adjusted for pair in pairs])
    won = sum(pair.wins for pair in pairs) / (2 * len(pairs))
    times = milliseconds([pair.ours for pair in pairs]), milliseconds([pair.theirs for pair in pairs])
    return f"{won:.1%}", f"{mean:.1%}", f"± {around:.1%}", f"{2 * len(pairs):,}", *times


def milliseconds(taken: list[tuple[float, int]]) -> str:
    return f"{1000 * sum(seconds for seconds, _ in taken) / max(1, sum(count for _, count in taken)):.2f}"
