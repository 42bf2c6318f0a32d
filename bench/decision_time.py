"""Milliseconds of processor time for a decision two rolls deep, one thread, the same decisions for all.

Plays without the cube, plays with a centred cube for money, and cube decisions in the same positions; ours also as an
analysis asks for them, no deeper than it takes to be clear. Processor time, since gnubg lets a script wait in steps of
10 ms. `TAVL_TIMED` (200) says how many decisions.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable

from bench.cube_decisions import setting
from bench.rivals import Rival, Tavl, installed
from bench.sample import Decision, decisions
from bench.table import Table
from tavl.engine.clear_decisions import cube_at, stands_out
from tavl.engine.named_depths import Depth

PLY = 2
EVERY_FOR_BGSAGE = 10  # it takes its time


def play(rival: Rival, decision: Decision) -> None:
    rival.result(*decision, PLY)


def play_with_cube(rival: Rival, decision: Decision) -> None:
    rival.result(*decision, PLY, cubeful=True)


def cube(rival: Rival, decision: Decision) -> None:
    rival.cube(setting(decision[0], None, 1), PLY)


def cube_until_clear(rival: Rival, decision: Decision) -> None:
    """What an analysis does: it stops once doubling and its answer are both clear. The others have no such thing."""
    if not isinstance(rival, Tavl):
        cube(rival, decision)
        return
    began = time.process_time()
    match = setting(decision[0], None, 1)
    assert match.game is not None
    cube_at(rival.engine, Depth.TWO_PLY, match.game.position, match, clear=stands_out)
    rival.seconds = time.process_time() - began


KINDS: dict[str, Callable[[Rival, Decision], None]] = {
    "play, no cube": play,
    "play, with the cube": play_with_cube,
    "cube": cube,
    "cube, ours until it is clear": cube_until_clear,
}


def run() -> Table:
    count = int(os.environ.get("TAVL_TIMED", "200"))
    sample = decisions(count)
    rivals, missing = installed()
    table = Table(
        "Time of a decision two rolls deep, one thread",
        ("decision", "program", "mean ms", "median ms", "longest ms", "against gnubg"),
        notes=[f"{len(sample)} unforced plays of real and self-played games, each program's own filters."],
    )
    for kind, decide in KINDS.items():
        spent = {rival.name: times(rival, sample, decide) for rival in rivals}
        reference = mean(spent["gnubg"]) if "gnubg" in spent else None
        for name, seconds in spent.items():
            middle = sorted(seconds)[len(seconds) // 2]
            ratio = f"{mean(seconds) / reference:.3f}" if reference else "-"
            table.add(kind, name, *(f"{1000 * value:.2f}" for value in (mean(seconds), middle, max(seconds))), ratio)
    for name in missing:
        table.add("-", name, "not installed", "-", "-", "-")
    table.notes.append(
        "The last kind asks ours as an analysis does: no deeper once doubling and its answer are both clear, "
        "as they are in most positions of a game; a close one takes as long as in the rows above."
    )
    if "bgsage" not in missing:
        table.notes.append(f"bgsage on every {EVERY_FOR_BGSAGE}th decision.")
    return table


def times(rival: Rival, sample: list[Decision], decide: Callable[[Rival, Decision], None]) -> list[float]:
    found = []
    for decision in sample[::EVERY_FOR_BGSAGE] if rival.name == "bgsage" else sample:
        decide(rival, decision)
        found.append(rival.seconds)
    return found


def mean(values: list[float]) -> float:
    return sum(values) / len(values)
