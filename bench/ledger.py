"""The training runs in train/ledger.jsonl as a table for the model card. Measures nothing."""

from __future__ import annotations

import json
from pathlib import Path

from bench.table import Table

LEDGER = Path(__file__).parents[1] / "train" / "ledger.jsonl"


def run() -> Table:
    columns = (
        "run",
        "seed",
        "phase reached",
        "GPU s",
        "trained s in all",
        "positions",
        "validation",
        "third party",
        "note",
    )
    table = Table("Training runs", columns, here=False)
    if not LEDGER.exists():
        table.notes.append("train/ledger.jsonl is not here.")
        return table
    rows = [json.loads(line) for line in LEDGER.read_text().splitlines() if line.strip()]
    for row in rows:
        table.add(
            row["run"],
            row["seed"],
            row["phase"],
            f"{row['gpu_seconds']:.0f}",
            f"{row['trained_seconds']:.0f}",
            f"{row['positions'] / 1e6:,.0f} million",
            figure(row.get("validation_quantised")),
            figure(row.get("reported_quantised")),
            row.get("note", ""),
        )
    spent = sum(row["gpu_seconds"] for row in rows)
    table.notes.append(
        f"{spent:.0f} seconds of GPU in all, trials among them. Errors are root mean square of cubeless equity, of the "
        "integers that ship: on a validation set of rollouts made here, by which a network is chosen, and on the third "
        "party's positions, which are only reported."
    )
    return table


def figure(value: float | None) -> str:
    return f"{value:.4f}" if value is not None else "-"
