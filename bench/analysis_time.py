"""A match to 7 points analysed two rolls deep, cube and luck included, on one thread: the same file as gnubg."""

from __future__ import annotations

import os
import re
import resource
import subprocess
import tempfile
import time
from pathlib import Path
from random import Random

from bench.table import Table
from tavl.analysis import Analyst, Depth, analyse
from tavl.analysis.engine.answer_cache import AnswerCache
from tavl.engine import Engine
from tavl.engine.gnubg import gnubg_program
from tavl.engine.levels import LevelPlayer, level_named
from tavl.notation.file_formats import read
from tavl.notation.mat.writer import write_record
from tavl.notation.match_events import record_of
from tavl.notation.record import MatchRecord
from tavl.notation.replay import replay
from tavl.rules import SEATS, Match, Refused, acts, decide, evolve

SCRIPT = """
import gnubg, time
for line in ("set confirm new off", "set threads 1", "set analysis chequerplay evaluation plies 2",
             "set analysis cubedecision evaluation plies 2", "set analysis luckanalysis plies 0",
             'import mat "{path}"'):
    gnubg.command(line)
began = time.process_time()
gnubg.command("analyse match")
print("SECONDS", time.process_time() - began)
"""
MANY = int(os.environ.get("TAVL_BENCH_MATCHES", "1000"))


def run() -> Table:
    table = Table("A match to 7 points analysed, one thread", ("program", "depth", "seconds", "against gnubg"))
    record = played(7, ("casual", "club"), 1)
    (record,) = read(write_record(record).encode())
    program = gnubg_program()
    theirs = seconds_of_gnubg(program, record) if program else None
    for depth in (Depth.INSTANT, Depth.ONE_PLY, Depth.TWO_PLY):
        began = time.process_time()
        analyse(record, analyst=Analyst(depth, Engine(threads=1)))
        seconds = time.process_time() - began
        table.add("tavl", depth, f"{seconds:.2f}", f"{seconds / theirs:.3f}" if theirs else "-")
    table.add("gnubg 1.07", "2-ply", f"{theirs:.2f}" if theirs else "not installed", "1")
    turns = sum(len(game.entries) for game in record.games)
    first, last, seconds = many_matches()
    table.notes += [
        f"A match of {len(record.games)} games and {turns} entries, played by two of our levels; processor time, since "
        "others use the machine. gnubg by `analyse match` after `set analysis ... plies 2`, with its usual filters; "
        "both judge plays, cube and luck. What is clear is not looked at deeper by us (docs/analysis.md).",
        f"{MANY} matches at instant depth in one process: {seconds / MANY:.2f} s of processor each; it took {first} MB "
        f"after the first {MANY // 10} and {last} MB at the end.",
    ]
    return table


def played(length: int, levels: tuple[str, str], seed: int) -> MatchRecord:
    """A match between two of our levels."""
    chance = Random(seed)
    start = match = Match.start(length)
    players = [LevelPlayer(level_named(level), Engine(threads=1)) for level in levels]
    events: list[acts.MatchEvent] = []
    while not match.result:
        for seat in SEATS:
            action = players[seat].choose(match, seat, chance)
            if action is None:
                continue
            roll = (1 + int(6 * chance.random()), 1 + int(6 * chance.random()))
            found = decide(match, action, roll if isinstance(action, acts.Roll) else None)
            assert not isinstance(found, Refused), found
            for event in found:
                match = evolve(match, event)
            events += found
            break
    return replay(record_of(start, events, ("Anna", "Bo")))


def seconds_of_gnubg(program: str, record: MatchRecord) -> float:
    with tempfile.TemporaryDirectory(prefix="tavl-bench-") as name:
        folder = Path(name)
        (folder / "match.mat").write_text(write_record(record))
        script = folder / "analyse.py"
        script.write_text(SCRIPT.format(path=folder / "match.mat"))
        said = subprocess.run(
            [program, "-t", "-q", "-r", "-p", str(script)],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            env={**os.environ, "HOME": name},
        ).stdout.decode(errors="replace")
    return float(re.findall(r"SECONDS ([\d.e-]+)", said)[0])


def many_matches() -> tuple[int, int, float]:
    """Megabytes after a tenth and at the end, and seconds."""
    records = [played(3, ("casual", "club"), seed) for seed in range(10)]
    analyst = Analyst(Depth.INSTANT, Engine(threads=1), AnswerCache(most=1000))
    began = time.process_time()
    first = 0
    for number in range(MANY):
        analyse(records[number % len(records)], analyst=analyst)
        if number + 1 == MANY // 10:
            first = _megabytes()
    return first, _megabytes(), time.process_time() - began


def _megabytes() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
