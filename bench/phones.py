"""Five hundred phones on one server process while a round ends: everybody is told, and asks for their own page.

The server is a process of its own; so are the phones, so that neither waits for the other's work. A phone has a socket
and a connection of its own, hears of every change, and asks again as `my-evening/page.js` does: at once where it
concerns its player, else within twelve seconds, and in one request for all that came meanwhile. Results fall due at
fixed times whether or not the server keeps up, and are timed from then.

    python -m bench phones [--write]
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import msgspec

from bench.load_http import HttpConnection
from bench.load_server import Machine, cpu_seconds, database, megabytes, serving
from bench.load_socket import Frames, connect
from bench.table import Table

PHONES = 500
DIVISIONS = 4
SECONDS = 60.0
RESULTS = (40, 240)
EVERYBODY_S, OTHERS_S = 1.5, 12.0  # as in web/static/desk/live-updates.js
TARGET_MS = 200


class Shown(msgspec.Struct):
    """What a phone of the benchmark reads of its page."""

    version: int


class Told(msgspec.Struct):
    """What it reads of a message."""

    type: str
    version: int = 0
    about: tuple[str, ...] | None = None


page, message = msgspec.json.Decoder(Shown), msgspec.json.Decoder(Told)


def part(values: Sequence[float], share: float) -> str:
    ordered = sorted(values)
    return f"{1000 * ordered[min(len(ordered) - 1, int(len(ordered) * share))]:,.0f}" if ordered else "-"


async def asked_again(ask: Callable[[], Awaitable[httpx.Response]]) -> httpx.Response:
    """A connection that was idle may be closed at the very moment it is used again: browsers ask once more."""
    try:
        return await ask()
    except httpx.TransportError:
        return await ask()


class Phone:
    """A seat that was claimed, its socket, and what it last saw."""

    def __init__(self, hall: Hall, person: str, code: str, lots: random.Random) -> None:
        self.hall, self.person, self.code, self.lots = hall, person, code, lots
        self.cookie = ""
        parts = urlsplit(hall.url)
        self.host, self.port = parts.hostname or "", parts.port or 80
        self.http = HttpConnection(self.host, self.port)
        self.frames: Frames | None = None
        self.version = self.told = 0
        self.loading = False
        self.at: asyncio.TimerHandle | None = None

    async def open(self) -> None:
        hall = self.hall
        answer = await hall.http.post(f"{hall.path}/seats", json={"code": self.code})
        assert answer.status_code == 200, answer.text
        self.cookie = f"tavl={answer.cookies['tavl']}"
        hall.http.cookies.clear()
        await self.load()
        self.frames = await connect(self.host, self.port, f"{hall.path}/changes", self.cookie, self.hear)

    def hear(self, text: bytes) -> None:
        said = message.decode(text)
        if said.type != "changed":
            return
        if said.version <= self.version:
            return
        self.told = max(self.told, said.version)
        committed = self.hall.committed.get(said.version)
        if committed is not None:
            self.hall.heard.append(time.perf_counter() - committed)
        mine = said.about is not None and self.person in said.about
        wait = 0.0 if mine else self.lots.random() * (EVERYBODY_S if said.about is None else OTHERS_S)
        loop = asyncio.get_running_loop()
        if self.at is not None:
            if self.at.when() <= loop.time() + wait:
                return
            self.at.cancel()
        self.at = loop.call_later(wait, self.ask)

    def ask(self) -> None:
        self.at = None
        if not self.loading:  # what comes meanwhile is asked for once, after that
            self.hall.tasks.add(task := asyncio.create_task(self.load()))
            task.add_done_callback(self.hall.tasks.discard)

    async def load(self) -> None:
        self.loading = True
        began = time.perf_counter()
        status, body = await self.http.get(f"{self.hall.path}?only=mine", self.cookie)
        if self.hall.counting:
            self.hall.pages.append(time.perf_counter() - began)
            self.hall.bytes += len(body)
        self.loading = False
        if status != 200:
            self.hall.failed += 1
            self.at = asyncio.get_running_loop().call_later(1 + self.lots.random(), self.ask)
            return
        self.version = page.decode(body).version
        if self.version < self.told and self.at is None:
            self.ask()


class Hall:
    """The desk and its phones."""

    def __init__(self, url: str) -> None:
        self.url = url
        headers = {"X-Tavl": "1", "Accept-Encoding": "gzip"}  # as browsers do
        self.http = httpx.AsyncClient(base_url=url, headers=headers, timeout=600)
        self.desk = httpx.AsyncClient(base_url=url, headers=headers, timeout=600)
        self.path = ""
        self.phones: list[Phone] = []
        self.tasks: set[asyncio.Task[None]] = set()
        self.committed: dict[int, float] = {}
        self.heard: list[float] = []
        self.pages: list[float] = []
        self.acts: list[float] = []
        self.bytes = 0
        self.failed = 0  # pages that were not answered, and asked for again
        self.counting = False

    async def act(self, type: str, **fields: Any) -> Any:
        said = {"action": {"type": type, **fields}, "key": secrets.token_hex(8)}  # sent twice, it is done once
        answer = await asked_again(lambda: self.desk.post(f"{self.path}/actions", json=said))
        while answer.status_code in (408, 429, 503):
            await asyncio.sleep(1)
            answer = await asked_again(lambda: self.desk.post(f"{self.path}/actions", json=said))
        assert answer.status_code == 200, (answer.status_code, answer.text)
        return answer.json()

    async def matches(self, where: str) -> list[Any]:
        view = (await self.desk.get(self.path)).json()["view"]
        return [match for division in view["divisions"] for match in division["matches"] if match["where"] == where]

    async def prepare(self) -> None:
        """Everybody has entered, is drawn and called; every phone has its page open."""
        await self.desk.post("/api/v1/session", json={})
        divisions = [{"id": f"d{n}", "stages": [{"id": "main", "length": 5}]} for n in range(DIVISIONS)]
        invitation = {"sanctioned": False, "divisions": divisions}
        made = await self.desk.post("/api/v1/tournaments", json={"title": "Bench", "invitation": invitation})
        self.path = f"/api/v1/tournaments/{made.json()['id']}"
        await self.act("open_entries")
        await self.act("set_places", places=[{"id": f"t{n}"} for n in range(1, PHONES // 2 + 1)])
        names = [f"Player {n}" for n in range(PHONES)]
        people = (await self.desk.post(f"{self.path}/people", json={"names": names})).json()["people"]
        lots = random.Random(1)
        for n in range(DIVISIONS):
            await self.act("set_standing_approval", division=f"d{n}", on=True)
        for number, person in enumerate(people):
            entered = await self.act("enter", division=f"d{number % DIVISIONS}", members=[person["id"]])
            await self.act("check_in", entry=entered["events"][0]["entry"])
        for n in range(DIVISIONS):
            await self.act("make_draw", division=f"d{n}")
            await self.act("announce_draw", division=f"d{n}", starts_at=0)
        for number, match in enumerate(await self.matches("ready"), start=1):
            await self.act("call_match", match=match["id"], place=f"t{number}")
        self.phones = [Phone(self, person["id"], person["code"], lots) for person in people]
        for start in range(0, PHONES, 20):
            await asyncio.gather(*(phone.open() for phone in self.phones[start : start + 20]))

    async def end_round(self, results: int) -> None:
        """So many results within a minute, typed at the desk."""
        playing = (await self.matches("called"))[:results]
        assert len(playing) == results, len(playing)
        self.counting = True
        began = time.perf_counter()
        for number, match in enumerate(playing):
            due = began + SECONDS * number / results
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            self.tasks.add(task := asyncio.create_task(self.report(match, due)))
            task.add_done_callback(self.tasks.discard)
        await asyncio.sleep(OTHERS_S + 1)
        while self.tasks or any(phone.at is not None for phone in self.phones):
            await asyncio.gather(*self.tasks)
            await asyncio.sleep(0.1)
        self.counting = False
        behind = sum(phone.version < phone.told for phone in self.phones)
        assert not behind, f"{behind} phones show less than they were told"

    async def report(self, match: Any, due: float) -> None:
        expected = {"match": match["id"], "players": match["players"], "score": [5, 2], "confirms": True}
        done = await self.act("report_result", **expected)
        self.acts.append(time.perf_counter() - due)
        self.committed[done["version"]] = due

    async def close(self) -> None:
        for phone in self.phones:
            if phone.frames:
                phone.frames.cut()
            phone.http.close()
        await self.http.aclose()
        await self.desk.aclose()


async def _clients(url: str, results: int) -> dict[str, Any]:
    hall = Hall(url)
    hall.committed = _FirstHeard(hall)
    try:
        await hall.prepare()
        print("ready", flush=True)
        await asyncio.to_thread(sys.stdin.readline)
        await hall.end_round(results)
        return {
            "acts": hall.acts,
            "heard": hall.heard,
            "pages": hall.pages,
            "bytes": hall.bytes,
            "failed": hall.failed,
            "cpu": cpu_seconds(os.getpid()),
        }
    finally:
        await hall.close()


class _FirstHeard(dict[int, float]):
    """A phone may hear of a version before the desk has its answer: then the wait is counted when that comes."""

    def __init__(self, hall: Hall) -> None:
        super().__init__()
        self._hall, self._early = hall, dict[int, list[float]]()

    def get(self, version: int, otherwise: Any = None) -> Any:
        if version not in self and self._hall.counting:
            self._early.setdefault(version, []).append(time.perf_counter())
        return super().get(version, otherwise)

    def __setitem__(self, version: int, due: float) -> None:
        super().__setitem__(version, due)
        self._hall.heard += [heard - due for heard in self._early.pop(version, ())]


def back_after_kill(url: str, pid: int) -> float:
    """Seconds from starting a server that was killed to its first answer from the database."""
    os.kill(pid, signal.SIGKILL)
    began = time.perf_counter()
    with serving(url) as (again, _):
        httpx.get(f"{again}/readyz").raise_for_status()
        return time.perf_counter() - began


def measure(results: int) -> list[str]:
    with (
        tempfile.TemporaryDirectory() as folder,
        database("sqlite", Path(folder)) as url,
        serving(url) as (address, pid),
    ):
        command = [sys.executable, "-m", "bench.phones", address, str(results)]
        phones = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert phones.stdin is not None and phones.stdout is not None  # noqa: PT018
        if phones.stdout.readline().strip() != "ready":
            raise RuntimeError("the phones did not come; their output is above")
        machine, began = Machine(pid, phones.pid), time.perf_counter()
        cpu, theirs = cpu_seconds(pid), cpu_seconds(phones.pid)
        print("go", file=phones.stdin, flush=True)
        told = json.loads(phones.stdout.readline())
        took = time.perf_counter() - began
        used, others, memory = cpu_seconds(pid) - cpu, machine.others(), megabytes(pid)
        theirs = told["cpu"] - theirs
        phones.wait(60)
        back = back_after_kill(url, pid)
    pages = told["pages"]
    return [
        str(results),
        part(told["acts"], 0.99),
        f"{part(told['heard'], 0.5)} / {part(told['heard'], 0.99)}",
        f"{len(pages):,}",
        str(told["failed"]),
        f"{part(pages, 0.5)} / {part(pages, 0.99)}",
        f"{told['bytes'] / max(1, len(pages)) / 1024:.1f}",
        f"{used / took:.2f}",
        f"{theirs / took:.2f}",
        f"{others:.2f}",
        f"{memory:.0f}",
        f"{back:.1f}",
    ]


def run() -> Table:
    table = Table(
        f"{PHONES} phones while a round ends, on one server process",
        (
            "results in a minute",
            "result answered, 99 % ms",
            "all phones told, median / 99 % ms",
            "pages asked for",
            "not answered",
            "page, median / 99 % ms",
            "KB a page",
            "server's cores",
            "phones' cores",
            "others' cores",
            "MB",
            "back after kill -9, s",
        ),
    )
    for results in RESULTS:
        table.add(*measure(results))
    table.notes.append(
        f"{PHONES} players in {DIVISIONS} knock-outs, SQLite. Results fall due evenly and are timed from then, also to "
        "every phone's socket. A phone asks for its own page at once where a change concerns its player, else within "
        f"{OTHERS_S:.0f} s. One process plays all phones: were it near a whole core, the times would be its own. "
        f"The aim is {TARGET_MS} ms for 99 of 100. Then the server is killed, and timed from "
        "starting it to the first answer from its database."
    )
    return table


if __name__ == "__main__":
    print(json.dumps(asyncio.run(_clients(sys.argv[1], int(sys.argv[2])))), flush=True)
