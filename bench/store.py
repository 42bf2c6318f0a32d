"""Events a second into the log: one action at a time, and many at once, which share commits."""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from pathlib import Path

from tests.store.plain_matches import MatchReading

from bench.table import Table
from tavl import store
from tavl.store import NewEvent, Store
from tavl.store.projections.dice_counts import DiceCounts
from tavl.store.projections.table_list import TableList

AT = 1_700_000_000_000
ROLLED = NewEvent("rolled", b'{"type":"rolled","seat":0,"dice":[6,1]}')
PLAYED = NewEvent("noted", b'{"text":"' + b"x" * 120 + b'"}')


async def one_stream(log: Store, stream: str, actions: int) -> list[float]:
    waited = []
    for number in range(actions):
        began = time.perf_counter()
        await log.append(stream, number * 2, [ROLLED, PLAYED], actor="a", action_id=f"a{number}", at=AT)
        waited.append(time.perf_counter() - began)
    return waited


async def measure(log: Store, name: str, streams: int, actions: int) -> tuple[float, float, float, float]:
    """Events and actions a second, and the latency of an action in milliseconds: median and 99 %."""
    began = time.perf_counter()
    waited = sorted(
        wait
        for waits in await asyncio.gather(*(one_stream(log, f"{name}:{n}", actions) for n in range(streams)))
        for wait in waits
    )
    took = time.perf_counter() - began
    p50, p99 = (1000 * waited[int(len(waited) * part)] for part in (0.5, 0.99))
    return 2 * len(waited) / took, len(waited) / took, p50, p99


async def bench(url: str, table: Table) -> None:
    async with await store.open(url, projections=(TableList(MatchReading()), DiceCounts())) as log:
        run = time.time_ns()
        await measure(log, f"warm{run}", 4, 25)
        for streams, actions in ((1, 400), (64, 60), (500, 8)):
            events, done, p50, p99 = await measure(log, f"streams{streams}-{run}", streams, actions)
            cells = (f"{events:,.0f}", f"{done:,.0f}", f"{p50:.1f}", f"{p99:.1f}")
            table.add(url.partition(":")[0], streams, *cells)


def run() -> Table:
    """Measure a temporary SQLite file, and `TAVL_BENCH_DATABASE` if it is set."""
    table = Table(
        "Events into the log",
        ("database", "tables at once", "events a second", "actions a second", "median ms", "99 of 100 ms"),
        notes=["Each action is two events in a commit with its projections; actions that come together share commits."],
    )
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(bench(f"sqlite:///{Path(folder, 'bench.db')}", table))
    if url := os.environ.get("TAVL_BENCH_DATABASE"):
        asyncio.run(bench(url, table))
    return table
