"""Static evaluations a second on one thread: distinct positions of whole games, raw position to five outputs."""

from __future__ import annotations

import re

from bench.rivals import bgsage_board
from bench.table import Table, rate
from tavl._native import Path as CodePath
from tavl._native import own_judge, path_available
from tavl.engine import Engine
from tavl.engine.data_files import data_file
from tavl.engine.gnubg import Gnubg, GnubgError
from tavl.engine.measure import boards_of, positions_of_games, sensible_play
from tavl.rules import Position

POSITIONS = 20_000
PATHS = (
    ("AVX-512 VNNI", CodePath.avx512),
    ("AVX2", CodePath.avx2),
    ("SSE4.1", CodePath.sse41),
    ("NEON", CodePath.neon),
    ("portable", CodePath.portable),
)


def run() -> Table:
    positions = positions_of_games(POSITIONS, 1, sensible_play(Engine(threads=1)))
    contact = [p for p in positions if p.contact]
    table = Table(
        "Static evaluations a second, one thread",
        ("program", "how", "a second", "against gnubg"),
        notes=[
            f"tavl and bgsage on the same {POSITIONS:,} distinct positions of whole games, bear-offs among them, each "
            "evaluated once a round and nothing kept between rounds; gnubg by its own `calibrate`, without its cache. "
            f"The rows with contact leave out positions that exact tables might answer ({len(contact):,} positions "
            "remain)."
        ],
    )
    rival = gnubg_calibrated()
    rows: list[tuple[str, str, float | None]] = [("gnubg 1.07", "calibrate", rival)]
    rows.append(("bgsage 2.0", "batch_evaluate_positions", bgsage(positions)))
    for name, path in PATHS:
        if path_available(path):
            rows.append(("tavl", name, ours(positions, path)))
            rows.append(("tavl", f"{name}, contact only", ours(contact, path)))
    for program, how, speed in rows:
        ratio = f"{speed / rival:.1f}" if speed and rival else "-"
        table.add(program, how, speed if speed else "not installed", ratio)
    return table


def ours(positions: list[Position], path: CodePath) -> float:
    net, tables, race = (str(data_file(name)) for name in ("tavl.net", "bearoff.tables", "tavl.race"))
    judge = own_judge(net, tables, path, race=race)
    boards = boards_of(positions)

    def work() -> int:
        return len(judge.evaluate(boards))

    return rate(work)


def gnubg_calibrated(rounds: int = 300) -> float | None:
    """The best of three. A round is about a hundred evaluations."""
    try:
        with Gnubg() as program:
            found = [re.search(r"(\d+) static", program.command(f"calibrate {rounds}")) for _ in range(3)]
    except GnubgError:
        return None
    return max((float(match.group(1)) for match in found if match), default=None)


def bgsage(positions: list[Position]) -> float | None:
    try:
        import bgbot_cpp
        from bgsage import default_weights
    except ImportError:
        return None
    weights = default_weights()
    strategy = bgbot_cpp.create_strategy(weights.strategy_type, weights.weight_paths_list, weights.hidden_sizes_list)
    asked = [(bgsage_board(position), 1, bgbot_cpp.CubeOwner.CENTERED) for position in positions[:5000]]

    def work() -> int:
        return len(bgbot_cpp.batch_evaluate_positions(asked, strategy, 1, jacoby=False, beaver=False))

    return rate(work)
