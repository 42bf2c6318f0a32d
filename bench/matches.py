"""Matches against gnubg and bgsage at equal depth: the share of matches won, the luck taken out (tavl/engine/duel.py).

Every match is played twice with the same dice and the sides exchanged. Each pair is saved (bench/cache.py), so that it
goes on where it was ended: `TAVL_BENCH_SECONDS` is a piece. `TAVL_MATCHES` (400) against each rival at each depth of
`TAVL_BENCH_PLIES` (0,1), `TAVL_MATCH_LENGTH` (5) points.
"""

from __future__ import annotations

import os
import time
from random import Random
from typing import Any

from bench.cache import Cache, OutOfTime
from bench.rivals import BgsageRival, position_of
from bench.table import Table, mean_interval
from tavl.engine import Engine
from tavl.engine.data_files import network_name
from tavl.engine.duel import Contestant, Duel, EngineContestant, GnubgContestant
from tavl.engine.gnubg import GnubgError
from tavl.rules import Match, Play

COLUMNS = ("rolls deep", "tavl against", "won", "luck taken out", "95 %", "matches")
Pair = tuple[int, float, float]
"""How many of two matches are won, the share of it, and that with the luck taken out."""


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


def rival_of(name: str, ply: int) -> Contestant:
    return GnubgContestant(f"gnubg:{ply}", ply) if name == "gnubg" else BgsageContestant(ply)


def run() -> Table:
    wanted = int(os.environ.get("TAVL_MATCHES", "400"))
    length = int(os.environ.get("TAVL_MATCH_LENGTH", "5"))
    plies = [int(ply) for ply in os.environ.get("TAVL_BENCH_PLIES", "0,1").split(",")]
    cache = Cache("matches")
    played: dict[tuple[int, str], list[Pair]] = {(ply, name): [] for ply in plies for name in ("gnubg", "bgsage")}
    duels: dict[tuple[int, str], Duel] = {}
    missing = set()
    for ply, name in played:
        try:
            ours = EngineContestant(f"ply:{ply}", Engine(threads=1), ply)
            duels[ply, name] = Duel(ours, rival_of(name, ply), length)
        except (ImportError, GnubgError):
            missing.add(name)
    spent = dict.fromkeys(duels, 0.0)
    while spent:  # the same time for each: what is saved takes none
        (ply, name) = min(spent, key=lambda duel: spent[duel])
        pairs = played[ply, name]
        began = time.monotonic()
        try:
            key = f"{network_name()} {length} {name} {ply} {len(pairs)}"
            pairs.append(saved(cache, key, duels[ply, name], len(pairs)))
            spent[ply, name] += time.monotonic() - began
        except OutOfTime:
            del spent[ply, name]
            continue
        if 2 * len(pairs) >= wanted:
            del spent[ply, name]
    table = Table(f"Matches to {length} points at equal depth: the share that tavl wins", COLUMNS)
    for (ply, name), pairs in played.items():
        table.add(ply, name, *(("not installed", "", "", "") if name in missing else cells(pairs)))
    table.notes.append(
        "`python -m bench matches`, which goes on where it was ended and gives each row the same time. Every match is "
        "played twice with the same dice and the sides exchanged, and what the dice gave by our static evaluation is "
        "taken off the result, which leaves it right on average whoever plays; the interval is of that. bgsage counts "
        "the roll that is played: its 1-ply is 0 rolls deep."
    )
    return table


def saved(cache: Cache, key: str, duel: Duel, number: int) -> Pair:
    def find() -> Pair:
        pair = duel.pair(number)
        return pair.wins, pair.result, round(pair.adjusted, 5)

    wins, result, adjusted = cache.get(key, find)
    return wins, result, adjusted


def cells(pairs: list[Pair]) -> tuple[Any, ...]:
    if len(pairs) < 2:
        return "-", "-", "-", f"{2 * len(pairs)}"
    mean, around = mean_interval([adjusted for _, _, adjusted in pairs])
    won = sum(wins for wins, _, _ in pairs) / (2 * len(pairs))
    return f"{won:.1%}", f"{mean:.1%}", f"± {around:.1%}", f"{2 * len(pairs):,}"
