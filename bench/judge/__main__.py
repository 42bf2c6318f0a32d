"""`make judge`: hours of work in four steps, each of which goes on where it was ended.

`python -m bench.judge choose` asks every program, `list` writes what is to be rolled out, `work` rolls it out, `report`
writes the tables into docs/benchmarks.md; without a step all of them in turn. `TAVL_JUDGE` is the folder (build/judge),
`TAVL_JUDGE_PLAYS` (12,000) and `TAVL_JUDGE_CUBES` (9,000) the samples, `TAVL_BENCH_THREADS` how many processes roll
out, `TAVL_BENCH_SECONDS` how long `work` is. The two workers stand alone: with their list they can run on another
machine, whose results are put into the folder as results_gnubg.jsonl and results_bgsage.jsonl.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

from bench.__main__ import write as write_docs
from bench.cache import threads
from bench.judge import run
from bench.judge.choose import choices_of, choose_plays
from bench.judge.cubes import ROUNDS as CUBE_ROUNDS
from bench.judge.cubes import choose_cubes, cube_answers, cube_rows, cube_verdicts
from bench.judge.files import folder, rows, write
from bench.judge.kinds import JUDGED_FILE, deeper_so_far, judged_kinds, wanted_deep
from bench.judge.progress import Progress
from bench.judge.report import lead, results_of, verdict_rows
from bench.judge.work_list import JUDGED, deep_kind_rows, deeper_kind_rows, further_kind_rows, mixed, rows_for
from bench.judge_cubes import run as cubes_table
from bench.make_kinds import FILE as KINDS
from tavl.engine.data_files import network_name
from tavl.engine.gnubg import GnubgError, gnubg_program
from tavl.rules import Position

PLAYS = int(os.environ.get("TAVL_JUDGE_PLAYS", "12000"))
CUBES = int(os.environ.get("TAVL_JUDGE_CUBES", "9000"))
ROUNDS = 4
HERE = Path(__file__).parent


def choose() -> None:
    choose_plays(PLAYS)
    choose_cubes(CUBES)


def make_lists() -> None:
    kinds = list(rows(KINDS))
    first, others = wanted_deep(kinds, list(rows(JUDGED_FILE)))
    every = [*deep_kind_rows(first, others), *deeper_kind_rows(first)]
    for judge, rival in JUDGED.items():
        deep = [*every, *further_kind_rows(first, *deeper_so_far(judge))]
        answers = cube_answers(rival)
        cubes = [row for number in range(len(CUBE_ROUNDS)) for row in cube_rows(answers, number)]
        found = rows_for(choices_of(rival), [row["id"] for row in kinds], ROUNDS, mixed(cubes, deep))
        write(folder() / f"list_{judge}.jsonl", found)


def work() -> None:
    """Both judges at once, half of the processes each; what they print goes to log_gnubg.txt and log_bgsage.txt."""
    seconds = os.environ.get("TAVL_BENCH_SECONDS", "0")
    share = str(max(1, threads() // 2))
    total = sum(1 for judge in JUDGED for _ in rows(folder() / f"list_{judge}.jsonl"))
    with ExitStack() as stack, Progress("rolling out", total, rolled_out()) as progress:
        running = []
        for judge in JUDGED:
            lists, results = folder() / f"list_{judge}.jsonl", folder() / f"results_{judge}.jsonl"
            command = [sys.executable, str(HERE / f"{judge}_worker.py"), str(lists), str(results), "-p", share]
            command += ["--seconds", seconds]
            command += ["--", gnubg_program() or "gnubg"] if judge == "gnubg" else []
            log = stack.enter_context((folder() / f"log_{judge}.txt").open("a"))
            running.append(subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log))
        while any(process.poll() is None for process in running):
            time.sleep(2)
            progress.reach(rolled_out())


def rolled_out() -> int:
    return sum(1 for judge in JUDGED for _ in rows(folder() / f"results_{judge}.jsonl"))


def report() -> None:
    """Of plays and of cube decisions, each where tavl's own choices are in the folder; the others stay as kept."""
    if not rolled_out():
        raise SystemExit(f"nothing is rolled out in {folder()}: what is kept stays as it is")
    for judge, rival in JUDGED.items():
        said = list(rows(folder() / f"results_{judge}.jsonl"))
        head = {"judge": judge, "rival": rival, "network": network_name(), "when": time.strftime("%Y-%m-%d")}
        if choices := choices_of(rival):
            results = results_of(said)
            leads = {ply: lead(choices, results, ply, ended) for ply in (0, 1, 2)}
            write(HERE / f"plays_by_{judge}.jsonl", verdict_rows(head, choices, leads))
        if answers := cube_answers(rival):
            write(HERE / f"cubes_by_{judge}.jsonl", cube_verdicts(head, answers, said))
    judged_kinds()
    for name, table in (("judge", run()), ("judge_cubes", cubes_table())):
        print(table.text())
        write_docs(name, table)


def ended(after: str) -> float | None:
    """What a finished game is worth to the player who is on roll in it, and has lost."""
    position = Position.from_gnu_id(after)
    return -float(position.loss) if position.over else None


STEPS = {"choose": choose, "list": make_lists, "work": work, "report": report}


def main(arguments: list[str]) -> int:
    unknown = [name for name in arguments if name not in STEPS]
    if unknown:
        print(f"no step {unknown[0]}; there are: {', '.join(STEPS)}", file=sys.stderr)
        return 2
    try:
        for name in arguments or STEPS:
            STEPS[name]()
    except (GnubgError, ImportError) as error:
        print(f"both judges have to be installed, GNU Backgammon and bgsage: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
