"""Milliseconds of processor time for a play two rolls deep, one thread, the same decisions for all.

Processor time, since gnubg lets a script wait in steps of 10 ms. `TAVL_TIMED` (200) says how many decisions.
"""

from __future__ import annotations

import os

from bench.rivals import Rival, installed
from bench.sample import Decision, decisions
from bench.table import Table

PLY = 2


def run() -> Table:
    count = int(os.environ.get("TAVL_TIMED", "200"))
    sample = decisions(count)
    rivals, missing = installed()
    table = Table(
        "Time of a decision two rolls deep, one thread",
        ("program", "mean ms", "median ms", "longest ms", "against gnubg"),
        notes=[f"{len(sample)} unforced plays of real and self-played games, cubeless, each program's own filters."],
    )
    spent = {rival.name: times(rival, sample if rival.name != "bgsage" else sample[::10]) for rival in rivals}
    reference = mean(spent["gnubg"]) if "gnubg" in spent else None
    for name, seconds in spent.items():
        middle = sorted(seconds)[len(seconds) // 2]
        ratio = f"{mean(seconds) / reference:.3f}" if reference else "-"
        table.add(name, *(f"{1000 * value:.2f}" for value in (mean(seconds), middle, max(seconds))), ratio)
    for name in missing:
        table.add(name, "not installed", "-", "-", "-")
    if "bgsage" in spent:
        table.notes.append("bgsage on every tenth decision.")
    return table


def times(rival: Rival, sample: list[Decision]) -> list[float]:
    found = []
    for position, dice in sample:
        rival.result(position, dice, PLY)
        found.append(rival.seconds)
    return found


def mean(values: list[float]) -> float:
    return sum(values) / len(values)
