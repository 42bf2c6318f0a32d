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

FAMILIES = ("tavl", "gnubg", "bgsage")
OTHERS = "all, by the other families"


def run() -> Table:
    table = Table("Kinds of positions that are hard to evaluate", ("program", "ply", "all", *SPECIAL, OTHERS))
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
            found = [asked(cache, rival, row["id"], ply) for row in rows]
            errors = [equity - reference for equity, reference in zip(found, references, strict=True)]
            outside = [equity - without(by, rival.name) for equity, by in zip(found, said, strict=True)]
            table.add(rival.name, ply, rms(errors), *by_kind(errors, kinds), rms(outside))
    for name in missing:
        table.add(name, "-", "not installed", *("-" for _ in (*SPECIAL, OTHERS)))
    apart = [stdev(equity for equity, _ in by.values()) for by in said]
    table.add("families apart", "-", rms(apart), *by_kind(apart, kinds), "-")
    chance = [rms_of([error for _, error in by.values()]) for by in said]
    table.add("of it chance", "-", rms(chance), *by_kind(chance, kinds), "-")
    own = [chance_of_mean(by) for by in said]
    table.add("the reference's own chance", "-", rms(own), *by_kind(own, kinds), "-")
    counts = ", ".join(f"{kind} {kinds.count(kind)}" for kind in SPECIAL)
    table.notes.append(
        f"{len(rows)} positions ({counts}), rolled out to the end by each family, luck taken out"
        + (f"; {len(judged)} of them by all three" if len(judged) < len(rows) else "")
        + ". The reference is the mean of the families; in the last column without the program's own family, so that "
        "each program has another reference there, and ours the ones with the fewest games. The last rows: the "
        "standard deviation between the families, how much of it their standard errors explain, and the standard "
        "error of their mean, which is in every program's errors: what is left of an error is the root of the "
        "difference of the squares."
    )
    if judged:
        table.notes.append(games_note(list(judged.values())))
    return table


def games_note(judged: list[dict[str, Any]]) -> str:
    """How long the rollouts were: the least of each family."""
    said = [f"{name} {games:,}" for name in FAMILIES if (games := fewest(judged, name))]
    found = f"Games of each position: {', '.join(said)}, static play; gnubg 72 more of an earlier run."
    if fewest(judged, "tavl"):
        found += " Ours were played one roll deep, with a network that is not the shipped one."
    for depth, rolls in (("deep", "one roll"), ("deeper", "two rolls")):
        if count := sum(f"gnubg_{depth}" in row for row in judged):
            games = [f"{name} {fewest(judged, f'{name}_{depth}'):,}" for name in ("gnubg", "bgsage")]
            found += (
                f" For {count} positions, all back games among them, gnubg and bgsage played {rolls} deep too, which "
                f"counts instead: at least {' and '.join(games)} games."
            )
    return found


def fewest(judged: list[dict[str, Any]], name: str) -> int:
    return min((row[f"{name}_games"] for row in judged if f"{name}_games" in row), default=0)


def chance_of_mean(by: dict[str, tuple[float, float]]) -> float:
    """The standard error of the mean of the families."""
    return rms_of([error for _, error in by.values()]) / sqrt(len(by))


def without(by: dict[str, tuple[float, float]], name: str) -> float:
    return fmean(equity for family, (equity, _) in by.items() if family != name)


def families(row: dict[str, Any], judged: dict[str, Any] | None) -> dict[str, tuple[float, float]]:
    """What each family says: equity and standard error. Two rollouts of one family count by their errors."""
    found = {name: (row[name], row[f"{name}_se"]) for name in ("tavl", "gnubg")}
    if judged:
        if "tavl" in judged:  # longer, and played one roll deep
            found["tavl"] = (judged["tavl"], judged["tavl_se"])
        found["gnubg"] = combined(found["gnubg"], (judged["gnubg"], judged["gnubg_se"]))
        found["bgsage"] = (judged["bgsage"], judged["bgsage_se"])
        for name in ("gnubg", "bgsage"):  # the deepest play counts: shallower ones differ by more than chance
            for depth in ("deep", "deeper"):
                if f"{name}_{depth}" in judged:
                    found[name] = (judged[f"{name}_{depth}"], judged[f"{name}_{depth}_se"])
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
