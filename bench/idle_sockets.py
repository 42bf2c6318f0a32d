"""What open sockets cost that nobody says anything on: memory, and processor time while they are idle.

Both players at each table, and spectators without an account, as many at each table, until there are so many sockets.
The server keeps them alive with pings, and at the end all of them must still be open.

    python -m bench.idle_sockets [--sockets 10000] [--tables 1000] [--seconds 60] [--write]

Each side needs a file for every socket: `ulimit -n` has to be a little above their number.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path

from bench.__main__ import write
from bench.load_play import BOTS, Client, Figures, Live, open_tables
from bench.load_server import cpu_seconds, database, megabytes, serving
from bench.table import Table

AT_ONCE = 32  # spectators who come at the same time
CLAIM_MB = 1000.0
COLUMNS = (
    "sockets", "tables", "MB without", "MB with players", "MB with all", "KB a socket", "cores while idle",
    "still open",
)  # fmt: skip


async def watch(lives: list[Live], count: int) -> list[Client]:
    """So many spectators, spread over the tables."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(number: int) -> Client:
        client = Client(lives[number % len(lives)], -1, "", "")
        async with gate:
            await client.connect()
        return client

    return await asyncio.gather(*(one(number) for number in range(count)))


async def measure(sockets: int, tables: int, seconds: float) -> tuple[Table, bool]:
    with (
        tempfile.TemporaryDirectory() as folder,
        database("sqlite", Path(folder)) as url,
        serving(url) as (address, pid),
    ):
        before = megabytes(pid)
        began = time.perf_counter()
        lives = await open_tables(address, max(0, tables - BOTS), Figures())
        playing = [client for live in lives for client in live.clients]
        await asyncio.sleep(5)  # games begin automatically
        with_players = megabytes(pid)
        watching = await watch(lives, sockets - len(playing))
        print(f"{len(playing) + len(watching)} sockets after {time.perf_counter() - began:.0f} s", flush=True)
        await asyncio.sleep(5)
        cpu = cpu_seconds(pid)
        await asyncio.sleep(seconds)
        cores, after = (cpu_seconds(pid) - cpu) / seconds, megabytes(pid)
        everybody = [*playing, *watching]
        still = sum(client.frames is not None and client.frames.is_open for client in everybody)
        for client in everybody:
            client.cut()
    table = Table("Open sockets that nobody says anything on, one server process", COLUMNS)
    each = 1024 * (after - with_players) / max(1, len(watching))
    table.add(
        f"{len(everybody):,}", f"{len(lives):,}", f"{before:.0f}", f"{with_players:.0f}", f"{after:.0f}", f"{each:.1f}",
        f"{cores:.2f}", f"{still:,}",
    )  # fmt: skip
    table.notes.append(
        "`python -m bench.idle_sockets`. SQLite; both players at each table and spectators without an account, idle "
        f"for {seconds:.0f} s with the server's pings. KB a socket: of a spectator's. The claim is that 10,000 take "
        f"less than {CLAIM_MB:,.0f} MB."
    )
    return table, still == len(everybody) and after < CLAIM_MB * max(1.0, len(everybody) / 10_000)


def main() -> int:
    parser = argparse.ArgumentParser(description="What idle sockets cost.")
    parser.add_argument("--sockets", type=int, default=10_000)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--write", action="store_true", help="into docs/benchmarks.md")
    asked = parser.parse_args()
    found, holds = asyncio.run(measure(asked.sockets, asked.tables, asked.seconds))
    print(found.text())
    if asked.write:
        write("idle_sockets", found)
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
