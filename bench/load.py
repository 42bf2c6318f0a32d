"""Load test: a thousand tables in play at once on one server process.

Open loop: actions fall due at fixed times whether or not the server keeps up. Each is timed from when it was due until
the opponent's socket has the resulting state, so a server that stalls is charged for everybody who would have played
meanwhile. The clients run in this process and write the socket's frames themselves, because on two cores the load
generator must cost little. At the end all connections are cut, and everybody reconnects within five seconds while play
continues; then the log is folded again and compared with what the clients show.

    python -m bench.load [sqlite] [postgresql] [--tables 1000] [--rate 500] [--seconds 120] [--write]
    python -m bench.load postgresql --processes 2 [--apart]
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path

from bench.__main__ import write
from bench.load_play import BOTS, Figures, all_come_back, count_behind, open_tables, play, settle
from bench.load_replay import replayed
from bench.load_server import Machine, cpu_seconds, database, megabytes, serving
from bench.table import Table

BACK_PER_SECOND = 400  # who reconnect: a thousand tables within five seconds
COLUMNS = (
    "database", "tables", "actions a second", "median ms", "99 % ms", "longest ms", "with bots",
    "reconnects", "median ms", "99 % ms", "play meanwhile, 99 % ms", "MB", "server's cores", "others' cores",
    "acknowledged / shown", "unaccounted for", "replayed equal",
)  # fmt: skip


def part(values: list[float], share: float) -> str:
    ordered = sorted(values)
    return f"{1000 * ordered[min(len(ordered) - 1, int(len(ordered) * share))]:,.0f}" if ordered else "-"


def per(seconds: float, count: int) -> str:
    return f"{1000 * seconds / max(count, 1):.2f} ms"


def back_within(tables: int) -> float:
    return round(max(1.0, 2 * tables / BACK_PER_SECOND))


def cpu_of(pids: Iterable[int]) -> float:
    return sum(map(cpu_seconds, pids))


async def measure(
    kind: str, tables: int, rate: float, seconds: float, processes: int = 1, apart: bool = False
) -> tuple[list[str], bool]:
    """A row of the table, and whether everything is accounted for."""
    figures, back = Figures(), Figures()
    with tempfile.TemporaryDirectory() as folder, database(kind, Path(folder)) as url:
        with ExitStack() as started:
            addresses, pids = zip(*(started.enter_context(serving(url)) for _ in range(processes)), strict=True)
            began = time.perf_counter()
            lives = await open_tables(addresses, tables, figures, apart)
            print(f"{kind}: {len(lives)} tables open after {time.perf_counter() - began:.0f} s", flush=True)
            await asyncio.sleep(5)  # games begin automatically
            for live in lives:
                live.answers = live.with_bot
                if live.answers and live.free:
                    live.act(time.perf_counter())
            machine, cpu, own = Machine(*pids, os.getpid()), cpu_of(pids), time.process_time()
            await play(lives, rate, seconds, figures)
            used, driving, others = cpu_of(pids) - cpu, time.process_time() - own, machine.others()
            print(
                f"{kind}: {len(figures.seen) / seconds:.0f} actions a second, median {part(figures.seen, 0.5)} ms, "
                f"99 % {part(figures.seen, 0.99)} ms, {per(used, len(figures.seen))} of the server's time for each",
                flush=True,
            )
            await settle(lives)
            memory, cpu = sum(map(megabytes, pids)), cpu_of(pids)
            await all_come_back(lives, rate / 2, back_within(tables), back)
            returning = cpu_of(pids) - cpu
            await settle(lives)
            count_behind(lives, back)
        for live in lives:
            live.cut()
        equal, events, faults = await replayed(url, lives)
    lost = figures.unaccounted + back.unaccounted
    print(
        f"{kind}: server {used / seconds:.2f} cores, PostgreSQL {machine.database():.2f}, clients "
        f"{driving / seconds:.2f}, others {others:.2f}; of the server's time "
        f"{per(used, len(figures.seen))} for an action, {per(returning, len(back.back))} for a reconnect with the play "
        f"beside it ({len(back.seen):,} actions, {back.tries_again} "
        f"tries again); idle {figures.idle}, refused {figures.refused | back.refused}, "
        f"{events:,} events replayed"
    )
    for fault in faults[:10]:
        print(fault)
    row = [
        kind,
        f"{len(lives):,}",
        f"{len(figures.seen) / seconds:.0f}",
        *(part(figures.seen, share) for share in (0.5, 0.99, 1)),
        f"{figures.bot_actions}",
        f"{len(back.back):,}",
        *(part(back.back, share) for share in (0.5, 0.99)),
        part(back.seen, 0.99),
        f"{memory:.0f}",
        f"{used / seconds:.2f}",
        f"{others:.2f}",
        f"{figures.acknowledged + back.acknowledged:,} / {figures.shown + back.shown:,}",
        str(lost),
        f"{equal:,} of {len(lives):,}",
    ]
    return row, lost == 0 and equal == len(lives)


def table(
    kinds: tuple[str, ...], tables: int, rate: float, seconds: float, processes: int = 1, apart: bool = False
) -> tuple[Table, bool]:
    found = Table(f"A server under load: {rate:.0f} actions a second fall due for {seconds:.0f} s", COLUMNS)
    whole = True
    for kind in kinds:
        row, kept = asyncio.run(measure(kind, tables, rate, seconds, processes, apart))
        found.add(*row)
        whole = whole and kept
    found.notes.append(
        f"`make load`, {time.strftime('%Y-%m-%d')}. {_processes(processes, apart)}, the database and the clients on "
        f"the same {os.cpu_count()} cores; other processes are under others' cores. Timed from when an action is due "
        f"to the state on the opponent's socket. {BOTS} more tables are against the strongest bot, answered at once. "
        f"Then all connections are cut, and all are back within {back_within(tables):.0f} s, timed from connecting to "
        f"the state; play continues at {rate / 2:.0f} a second where both are back. Unaccounted for: actions without "
        "an answer, acknowledged ones not on the opponent's screen, screens behind what was acknowledged. "
        "Replayed: the log folded again from its first event gives what both screens show."
    )
    return found, whole


def _processes(count: int, apart: bool) -> str:
    if count == 1:
        return "One server process"
    return (
        f"{count} server processes, the two players of a table connected to {'different ones' if apart else 'the same'}"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description="A thousand tables on one server.")
    parser.add_argument("kinds", nargs="*", default=["sqlite", "postgresql"], metavar="sqlite|postgresql")
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=500)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--processes", type=int, default=1, help="of the server, on one PostgreSQL")
    parser.add_argument("--apart", action="store_true", help="the two players of a table at different processes")
    parser.add_argument("--write", action="store_true", help="into docs/benchmarks.md")
    asked = parser.parse_args()
    if unknown := set(asked.kinds) - {"sqlite", "postgresql"}:
        parser.error(f"no database {min(unknown)}")
    if asked.processes > 1 and "sqlite" in asked.kinds:
        parser.error("several processes share only a PostgreSQL")
    found, whole = table(tuple(asked.kinds), asked.tables, asked.rate, asked.seconds, asked.processes, asked.apart)
    print(found.text())
    if asked.write:
        write("load", found)
    return 0 if whole else 1


if __name__ == "__main__":
    sys.exit(main())
