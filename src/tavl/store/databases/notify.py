"""Hints between processes over PostgreSQL's LISTEN and NOTIFY.

They are sent after the commit, in batches, over a separate connection that does not wait for the disk; another one
listens. Inside the writing transaction, NOTIFY would take a lock that all notifying commits of the database queue for,
each until its disk write is done. The price: a process killed between commit and hint sends none. So listeners also
poll the log, and read it whenever they have reconnected.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import Any

import msgspec
import psycopg
import sqlalchemy as sa

from tavl.store.errors import StoreError
from tavl.store.log.events import Hint

CHANNEL = "tavl"
MAX_BYTES = 7000  # PostgreSQL takes less than 8000
AGAIN_AFTER = 0.2, 0.5, 1.0, 2.0  # seconds between attempts to connect
ALIVE_EVERY = 5.0
GATHER_S = 0.005  # between two batches of hints
ALONE_S = 0.25  # the same while no other process is known: for one that has just started and is not known yet

Connection = psycopg.AsyncConnection[Any]


class Bus:
    def __init__(self, connect: Callable[[], Awaitable[Connection]], hear: Callable[[list[Hint]], None]) -> None:
        self._connect = connect
        self._hear = hear
        self._me = secrets.token_hex(8)
        self._outgoing: dict[str, int] = {}
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self.listening = asyncio.Event()
        self.alone = False  # whether no other process is known

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="tavl-store-bus")

    async def stop(self) -> None:
        if self._task is not None:
            task, self._task = self._task, None
            while not task.done():  # a driver may swallow a cancellation that arrives together with its answer
                task.cancel()
                await asyncio.wait([task], timeout=1)

    def send(self, hints: Iterable[Hint]) -> None:
        for hint in hints:
            if hint.stream is not None:
                self._outgoing[hint.stream] = max(hint.version, self._outgoing.get(hint.stream, 0))
        self._wake.set()

    async def _run(self) -> None:
        failures = 0
        while True:
            async with contextlib.AsyncExitStack() as opened:
                try:
                    listener, sender = [await self._open(opened) for _ in range(2)]
                except StoreError:
                    await asyncio.sleep(AGAIN_AFTER[min(failures, len(AGAIN_AFTER) - 1)])
                    failures += 1
                    continue
                failures = 0
                try:
                    await self._serve(listener, sender)
                except* (OSError, psycopg.Error, TimeoutError):
                    self.listening.clear()

    async def _open(self, opened: contextlib.AsyncExitStack) -> Connection:
        connection = await self._connect()
        opened.push_async_callback(connection.close)
        return connection

    async def _serve(self, listener: Connection, sender: Connection) -> None:
        async with asyncio.timeout(ALIVE_EVERY):
            await sender.execute("SET synchronous_commit = off")
            await listener.execute(f"LISTEN {CHANNEL}")
        self.listening.set()
        self._hear([Hint(None)])  # hints sent while we were not listening are lost
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._listen(listener))
            tasks.create_task(self._send(sender))

    async def _listen(self, connection: Connection) -> None:
        while True:
            async for said in connection.notifies(timeout=ALIVE_EVERY):
                self._heard(said.payload)
            async with asyncio.timeout(ALIVE_EVERY):
                await connection.execute(f"LISTEN {CHANNEL}")  # a cut connection is noticed only when it is used

    async def _send(self, connection: Connection) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            outgoing, self._outgoing = self._outgoing, {}
            try:
                for payload in _payloads(self._me, outgoing):
                    async with asyncio.timeout(ALIVE_EVERY):
                        await connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, payload))
            except BaseException:
                self._outgoing = {**outgoing, **self._outgoing}  # to be sent after reconnecting
                self._wake.set()
                raise
            await asyncio.sleep(ALONE_S if self.alone else GATHER_S)

    def _heard(self, payload: str) -> None:
        try:
            sender, said = msgspec.json.decode(payload, type=tuple[str, list[tuple[str, int]]])
        except msgspec.DecodeError:
            self._hear([Hint(None)])  # not ours, or from a later release: read the log
            return
        if sender != self._me:
            self._hear([Hint(stream, version) for stream, version in said])


def notify(connection: sa.Connection, stream: str, version: int) -> None:
    """Send one hint with the transaction, for a process that ends right after it."""
    for payload in _payloads("", {stream: version}):
        connection.execute(sa.select(sa.func.pg_notify(CHANNEL, payload)))


def _payloads(sender: str, hints: dict[str, int]) -> Iterator[str]:
    batch: list[tuple[str, int]] = []
    size = 0
    for hint in hints.items():
        if size > MAX_BYTES - 300:
            yield msgspec.json.encode((sender, batch)).decode()
            batch, size = [], 0
        batch.append(hint)
        size += len(hint[0]) + 16
    if batch:
        yield msgspec.json.encode((sender, batch)).decode()
