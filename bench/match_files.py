"""Reading `.mat` files: matches a second, against GNU Backgammon's import of the same files in the same run.

There are two numbers. Within a running program, it is the time to parse and replay a file. From the command line, it is
the time to open one file, in which gnubg loads its networks and tables first.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from tests.notation.random_matches import events_at_random

from bench.table import Table
from tavl.engine.gnubg import gnubg_program
from tavl.notation.file_formats import read
from tavl.notation.mat.writer import write_mat
from tavl.rules import Match

MATCHES = 100
ROUNDS = 5
STARTS = 3
SCRIPT = """
import gnubg, time
gnubg.command("set confirm new off")
for number in range({rounds}):
    began = time.process_time()
    for at in range({matches}):
        gnubg.command('import mat "{folder}/%d.mat"' % at)
    print("SECONDS", time.process_time() - began)
"""


def run() -> Table:
    table = Table(
        f"Reading .mat files: {MATCHES} matches to 7 points",
        ("program", "ms a match, running", "ms for one match, from the command line"),
        notes=[
            "Processor time of one thread, best of five rounds; from the command line clock time, best of three.",
            "Both replay every play and look whether it is legal. tavl's answer is Python values, one for each play.",
        ],
    )
    with tempfile.TemporaryDirectory(prefix="tavl-bench-") as name:
        folder = Path(name)
        for number in range(MATCHES):
            start = Match.start(7)
            events = events_at_random(start.terms, Random(number), 3000)
            (folder / f"{number}.mat").write_text(write_mat(start, events, ("Anna", "Bo")))
        table.add("tavl", f"{1000 * ours(folder):.2f}", f"{1000 * our_start(folder):.0f}")
        program = gnubg_program()
        if program is None:
            table.add("gnubg 1.07", "not installed", "-")
        else:
            table.add(
                "gnubg 1.07", f"{1000 * theirs(program, folder):.2f}", f"{1000 * their_start(program, folder):.0f}"
            )
    return table


def ours(folder: Path) -> float:
    paths = sorted(folder.glob("*.mat"))
    rounds = []
    for _ in range(ROUNDS):
        began = time.process_time()
        for path in paths:
            read(path.read_bytes())
        rounds.append(time.process_time() - began)
    return min(rounds) / MATCHES


def our_start(folder: Path) -> float:
    code = f"from tavl.notation.file_formats import read; read(open({str(folder / '0.mat')!r}, 'rb').read())"
    return _shortest([sys.executable, "-c", code])


def theirs(program: str, folder: Path) -> float:
    script = folder / "import.py"
    script.write_text(SCRIPT.format(rounds=ROUNDS, matches=MATCHES, folder=folder))
    said = subprocess.run(
        [program, "-t", "-q", "-p", str(script)], stdin=subprocess.DEVNULL, capture_output=True, check=False
    ).stdout.decode(errors="replace")
    return min(map(float, re.findall(r"SECONDS ([\d.e-]+)", said))) / MATCHES


def their_start(program: str, folder: Path) -> float:
    commands = folder / "commands"
    commands.write_text(f'set confirm new off\nimport mat "{folder / "0.mat"}"\n')
    return _shortest([program, "-t", "-q", "-c", str(commands)])


def _shortest(command: list[str]) -> float:
    times = []
    for _ in range(STARTS):
        began = time.perf_counter()
        subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        times.append(time.perf_counter() - began)
    return min(times)
