"""Start-up to the first evaluation: milliseconds and megabytes of a separate process."""

from __future__ import annotations

import subprocess
import sys
import time

from bench.table import Table
from tavl.engine.gnubg import Gnubg, GnubgError
from tavl.rules import Position

ROUNDS = 5
# Not getrusage: its maximum includes the memory of the parent process.
MEMORY = "; print(next(int(s.split()[1]) / 1024 for s in open('/proc/self/status') if s.startswith('VmHWM')))"
PROGRAMS = (
    ("Python alone", "pass"),
    ("tavl", "from tavl import Position; from tavl.engine import Engine; Engine().evaluate(Position.start())"),
    (
        "bgsage 2.0",
        "from bgsage import batch_evaluate, STARTING_BOARD as b; "
        "batch_evaluate([{'board': b, 'cube_value': 1, 'cube_owner': 'centered'}])",
    ),
)


def run() -> Table:
    table = Table("Start and first evaluation", ("program", "ms", "MB"), notes=[f"The best of {ROUNDS}."])
    for name, code in PROGRAMS:
        found = started(code)
        table.add(name, *((f"{found[0]:.0f}", f"{found[1]:.0f}") if found else ("not installed", "-")))
    theirs = gnubg()
    table.add("gnubg 1.07", f"{theirs:.0f}" if theirs else "not installed", "-")
    return table


def started(code: str) -> tuple[float, float] | None:
    best: list[tuple[float, float]] = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        done = subprocess.run([sys.executable, "-c", code + MEMORY], capture_output=True, text=True, check=False)
        if done.returncode:
            return None
        best.append((1000 * (time.perf_counter() - began), float(done.stdout.split()[-1])))
    return min(ms for ms, _ in best), min(mb for _, mb in best)


def gnubg() -> float | None:
    best = []
    try:
        for _ in range(ROUNDS):
            began = time.perf_counter()
            with Gnubg() as program:
                program.evaluate(Position.start())
                best.append(1000 * (time.perf_counter() - began))
    except GnubgError:
        return None
    return min(best)
