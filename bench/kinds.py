"""Errors on kinds of positions that static evaluators get wrong: root mean square of cubeless equity, by kind.

The reference is the mean of two rollouts, ours and GNU Backgammon's, so that it favours neither. The positions are in
bench/kinds.jsonl; bench/make_kinds.py made them.
"""

from __future__ import annotations

import json
from math import sqrt

from bench.cache import Cache
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
    references = [(row["tavl"] + row["gnubg"]) / 2 for row in rows]
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
    apart = [row["tavl"] - row["gnubg"] for row in rows]
    table.add("referees apart", "-", rms(apart), *by_kind(apart, kinds))
    noise = [sqrt(row["tavl_se"] ** 2 + row["gnubg_se"] ** 2) for row in rows]
    table.add("of it chance", "-", rms(noise), *by_kind(noise, kinds))
    counts = ", ".join(f"{kind} {kinds.count(kind)}" for kind in SPECIAL)
    table.notes.append(
        f"{len(rows)} positions ({counts}), each rolled out by us and by gnubg, static play to the end, luck taken "
        "out; the reference is the mean of both. The last rows: how far the two rollouts are apart, and how much of "
        "that their standard errors explain."
    )
    return table


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
    return f"{sqrt(sum(value * value for value in values) / len(values)):.4f}"
