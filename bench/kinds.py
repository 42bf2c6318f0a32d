"""Errors on kinds of positions that static evaluators get wrong: root mean square of cubeless equity, by kind.

The reference is the mean of the rollouts of each family, ours, GNU Backgammon's and bgsage's, so that it favours none.
The positions are in bench/kinds.jsonl, which bench/make_kinds.py made; what the outside judges say of them is in
bench/kinds_judged.jsonl (`make judge`). Without that file the reference is of two families.
"""

from __future__ import annotations

import json
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from bench.cache import Cache
from bench.judge.kinds import JUDGED_FILE
from bench.make_kinds import FILE
from bench.rivals import Rival, installed
from bench.sample import SPECIAL
from bench.table import Table
from tavl.rules import Position


def run() -> Table:
    table = Table("Kinds of positions that are hard to evaluate", ("program", "ply", "all", *SPECIAL))
    rows = [json.loads(line) for line in FILE.read_text().splitlines()] if FILE.exists() else []
    if not rows:
        table.notes.append("No positions: `python -m bench.make_kinds` makes them.")
        return table
    kinds = [row["kind"] for row in rows]
    judged = (
        {row["id"]: row for row in map(json.loads, JUDGED_FILE.read_text().splitlines())}
        if JUDGED_FILE.exists()
        else {}
    )
    said = [families(row, judged.get(row["id"])) for row in rows]
    references = [fmean(equity for equity, _ in by.values()) for by in said]
    cache = Cache("kinds")
    rivals, missing = installed()
    for rival in rivals:
        for ply in (0, 1, 2):
            errors = [
                asked(cache, rival, row["id"], ply) - reference for row, reference in zip(rows, references, strict=True)
            ]
            table.add(rival.name, ply, rms(errors), *by_kind(errors, kinds))
    for name in missing:
        table.add(name, "-", "not installed", *("-" for _ in SPECIAL))
    apart = [stdev(equity for equity, _ in by.values()) for by in said]
    table.add("families apart", "-", rms(apart), *by_kind(apart, kinds))
    chance = [rms_of([error for _, error in by.values()]) for by in said]
    table.add("of it chance", "-", rms(chance), *by_kind(chance, kinds))
    counts = ", ".join(f"{kind} {kinds.count(kind)}" for kind in SPECIAL)
    full = sum("bgsage" in by for by in said)
    table.notes.append(
        f"{len(rows)} positions ({counts}), {full} of them rolled out by tavl, gnubg and bgsage, the others by "
        "the first two; static play to the end, luck taken out. The reference is the mean of the families. The last "
        "rows: the standard deviation between the families, and how much of it their standard errors explain."
    )
    return table


def families(row: dict[str, Any], judged: dict[str, Any] | None) -> dict[str, tuple[float, float]]:
    """What each family says: equity and standard error. Two rollouts of one family count by their errors."""
    found = {name: (row[name], row[f"{name}_se"]) for name in ("tavl", "gnubg")}
    if judged:
        found["gnubg"] = combined(found["gnubg"], (judged["gnubg"], judged["gnubg_se"]))
        found["bgsage"] = (judged["bgsage"], judged["bgsage_se"])
    return found


def combined(one: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    """Two independent rollouts, each with a weight of one over its variance."""
    least = 0.0005  # what was written with three digits has no smaller error
    weights = [1 / max(error, least) ** 2 for _, error in (one, other)]
    equity = (weights[0] * one[0] + weights[1] * other[0]) / sum(weights)
    return equity, 1 / sqrt(sum(weights))


def asked(cache: Cache, rival: Rival, name: str, ply: int) -> float:
    position = Position.from_gnu_id(name)
    if rival.name == "tavl":
        return rival.evaluate(position, ply).equity
    found: float = cache.get(f"{rival.name} {ply} {name}", lambda: rival.evaluate(position, ply).equity)
    return found


def by_kind(values: list[float], kinds: list[str]) -> list[str]:
    groups = [[value for value, kind in zip(values, kinds, strict=True) if kind == wanted] for wanted in SPECIAL]
    return [rms(group) if group else "-" for group in groups]


def rms(values: list[float]) -> str:
    return f"{rms_of(values):.4f}"


def rms_of(values: list[float]) -> float:
    return sqrt(sum(value * value for value in values) / len(values))
