"""The bots' levels: stated and measured errors. `TAVL_LEVEL_GAMES` says over how many games."""

from __future__ import annotations

import os

from bench.table import Table
from tavl.engine.levels import LEVELS
from tavl.engine.measure import level_error


def run() -> Table:
    games = int(os.environ.get("TAVL_LEVEL_GAMES", "500"))
    table = Table(
        f"Levels: equity lost per unforced play, over {games} games",
        ("level", "stated", "measured", "± 95 %", "off by", "plays"),
        notes=[
            "Each level against itself, without turning the cube; a play is compared with the one that the static "
            "evaluation ranks first. `full` looks two rolls ahead, so it is not measured."
        ],
    )
    for level in LEVELS:
        if level.ply:
            continue
        found = level_error(level, games, seed=1)
        off = f"{found.mean / level.error - 1:+.1%}"
        cells = (f"{level.error:.4f}", f"{found.mean:.4f}", f"{1.96 * found.error:.4f}", off, f"{found.plays:,}")
        table.add(level.name, *cells)
    return table
