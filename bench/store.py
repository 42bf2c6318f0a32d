"""Events a second into the log: one action after the other, and many at once, which share commits."""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from pathlib import Path

from tavl import store
from tavl.store import NewEvent, Store
from tavl.store.lists import DiceCounts, TableList
from tavl.store.matches import MatchReading

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


async def measure(log: Store, name: str, streams: int, actions: int) -> None:
    began = time.perf_counter()
    waited = sorted(
        wait
        for waits in await asyncio.gather(*(one_stream(log, f"{name}:{n}", actions) for n in range(streams)))
        for wait in waits
    )
    took = time.perf_counter() - began
    p50, p99 = (1000 * waited[int(len(waited) * part)] for part in (0.5, 0.99))
    count = len(waited)
    print(
        f"{name:>8}: {streams:4} at once, {2 * count / took:8.0f} events/s, {count / took:7.0f} actions/s,"
        f" waiting {p50:.1f} ms, 99th {p99:.1f} ms"
    )


async def bench(url: str) -> None:
    print(url.partition(":")[0])
    async with await store.open(url, projections=(TableList(MatchReading()), DiceCounts())) as log:
        run = time.time_ns()
        await measure(log, f"warm{run}", 4, 25)
        await measure(log, f"single{run}", 1, 400)
        await measure(log, f"grouped{run}", 64, 60)
        await measure(log, f"crowd{run}", 500, 8)


def run(url: str | None = None) -> None:
    if url:
        asyncio.run(bench(url))
        return
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(bench(f"sqlite:///{Path(folder, 'bench.db')}"))


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("url", nargs="?", help="a database to write to; without one, an SQLite file that is removed")
    run(arguments.parse_args().url)
