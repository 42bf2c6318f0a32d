"""Milliseconds of processor time for a decision two rolls deep, one thread, the same decisions for all.

Plays without the cube, plays with a centred cube for money, and cube decisions in the same positions. Processor time,
since gnubg lets a script wait in steps of 10 ms. `TAVL_TIMED` (200) says how many decisions.
"""

from __future__ import annotations

import os
from collections.abc import Callable

from bench.cube_decisions import setting
from bench.rivals import Rival, installed
from bench.sample import Decision, decisions
from bench.table import Table

PLY = 2
EVERY_FOR_BGSAGE = 10  # it takes its time


def play(rival: Rival, decision: Decision) -> None:
    rival.result(*decision, PLY)


def play_with_cube(rival: Rival, decision: Decision) -> None:
    rival.result(*decision, PLY, cubeful=True)


def cube(rival: Rival, decision: Decision) -> None:
    rival.cube(setting(decision[0], None, 1), PLY)


KINDS: dict[str, Callable[[Rival, Decision], None]] = {
    "play, no cube": play,
    "play, with the cube": play_with_cube,
    "cube": cube,
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
