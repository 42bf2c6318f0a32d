"""Errors of evaluations against long rollouts by a third party: root mean square of cubeless equity, also by kind.

`TAVL_ROLLOUTS` is a file of JSON lines, an `id` with its chances each; `TAVL_SUBSET` how many of them, evenly spread.
"""

from __future__ import annotations

import json
import os
from math import sqrt

from bench.rivals import BgsageRival, Rival, installed
from bench.sample import KINDS, kind_of, rollouts_file
from bench.table import Table
from tavl.engine import Evaluation
from tavl.rules import Position

FIELDS = Evaluation.__struct_fields__
KIND_ROWS = 10  # a kind with fewer positions is not shown


def run() -> Table:
    path = rollouts_file()
    table = Table("Static error and deeper: root mean square of cubeless equity", ("program", "ply", "all", *KINDS))
    if not path.exists():
        table.notes.append("No file of rollouts: TAVL_ROLLOUTS says where it is.")
        return table
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    subset = int(os.environ.get("TAVL_SUBSET", "0"))
    rows = rows[:: max(1, len(rows) // subset)] if subset else rows
    positions = [Position.from_gnu_id(row["id"]) for row in rows]
    references = [Evaluation(*(row[field] for field in FIELDS)).equity for row in rows]
    kinds = [kind_of(position) for position in positions]
    rivals, missing = installed()
    for rival in rivals:
        for ply in (0, 1, 2):
            if rival.name == "bgsage" and ply == 2 and not subset:
                continue  # takes an hour; only with TAVL_SUBSET
            found = evaluated(rival, positions, ply)
            errors = [answer.equity - reference for answer, reference in zip(found, references, strict=True)]
            table.add(rival.name, ply, f"{rms(errors):.4f}", *by_kind(errors, kinds))
    for name in missing:
        table.add(name, "-", "not installed", *("-" for _ in KINDS))
    spread = sum(row.get("se", 0) for row in rows) / len(rows)
    counts = ", ".join(f"{kind} {kinds.count(kind)}" for kind in KINDS)
    table.notes.append(
        f"{len(rows)} positions rolled out by a third party, whose own standard error is about {spread:.4f}: {counts}. "
        "They never enter training or the choice of a network."
    )
    return table


def evaluated(rival: Rival, positions: list[Position], ply: int) -> list[Evaluation]:
    if isinstance(rival, BgsageRival):
        return rival.evaluate_all(positions, ply)
    return [rival.evaluate(position, ply) for position in positions]


def by_kind(errors: list[float], kinds: list[str]) -> list[str]:
    groups = [[error for error, kind in zip(errors, kinds, strict=True) if kind == wanted] for wanted in KINDS]
    return [f"{rms(group):.4f}" if len(group) >= KIND_ROWS else "-" for group in groups]


def rms(errors: list[float]) -> float:
    return sqrt(sum(error * error for error in errors) / len(errors))
