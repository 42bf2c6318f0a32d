"""Rollouts of the positions after the fifteen opening rolls, static play to the end: seconds to the same error.

Processor time on one thread. `TAVL_ROLLOUT_ERROR` (0.01) is the standard error at which both stop, `TAVL_OPENINGS` (15)
how many of the positions.
"""

from __future__ import annotations

import os
import time

from bench.table import Table
from tavl._native import RolloutSums
from tavl.engine import Engine
from tavl.engine.gnubg import Gnubg, GnubgError
from tavl.rules import ALL_ROLLS, Position

MIN_GAMES = 36  # games, for both
MAX_TRIALS = 100_000
SETTINGS = (
    f"set rollout trials {MAX_TRIALS}",
    "set rollout chequerplay plies 0",
    "set rollout cubedecision plies 0",
    "set rollout cubeful off",
    "set rollout varredn on",
    "set rollout quasirandom on",
    "set rollout seed 1",
    "set rollout limit enable on",
    f"set rollout limit minimumgames {MIN_GAMES}",
)


def run() -> Table:
    error = float(os.environ.get("TAVL_ROLLOUT_ERROR", "0.01"))
    engine = Engine(threads=1)
    rolls = [dice for dice in ALL_ROLLS if not dice.double][: int(os.environ.get("TAVL_OPENINGS", "15"))]
    positions = [engine.plays(Position.start(), dice, ply=1)[0].play.result for dice in rolls]
    table = Table(
        f"Rollouts of the opening replies to a standard error of {error}",
        ("program", "seconds", "games", "against gnubg"),
        notes=[
            f"{len(positions)} positions after the best opening plays, cubeless, static play to the end, variance "
            "reduction and quasi-random dice in both; processor seconds on one thread, all positions together."
        ],
    )
    theirs = gnubg(positions, error)
    ours, games = tavl(engine, positions, error)
    table.add("gnubg", f"{theirs:.1f}" if theirs else "not installed", "not reported", "1" if theirs else "-")
    table.add("tavl", f"{ours:.2f}", f"{games:,}", f"{ours / theirs:.3f}" if theirs else "-")
    return table


def tavl(engine: Engine, positions: list[Position], error: float) -> tuple[float, int]:
    began = time.process_time()
    games = 0
    for position in positions:
        sums = RolloutSums()
        while True:
            *_, result = engine.rolling(position, sums.games + 6, sums=sums)
            if sums.games >= MIN_GAMES and result.standard_error <= error:
                break
        games += sums.games
    return time.process_time() - began, games


def gnubg(positions: list[Position], error: float) -> float | None:
    try:
        with Gnubg() as program:
            for line in (*SETTINGS, f"set rollout limit maxerror {error}"):
                program.command(line)
            seconds = 0.0
            for position in positions:
                program.command(f"set gnubgid {position.gnu_id}:cAkAAAAAAAAA")
                program.command("rollout")
                seconds += program.seconds
            return seconds
    except GnubgError:
        return None
