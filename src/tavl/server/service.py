"""One server process: what it holds, and what it does by itself while it runs.

Every process shows that it lives by a row of its own. If none did for a while the service was away: before anything
else happens, clocks that ran meanwhile are set back to when it went.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import sqlalchemy as sa

from tavl import store as stores
from tavl.rules.acts import OfferResignation, ResignationRefused, Roll
from tavl.server import bots, rows
from tavl.server.accounts import Accounts
from tavl.server.desk import BOT, DUE, Desk
from tavl.server.errors import ApiError, RefusedError
from tavl.server.limits import Limits
from tavl.server.logs import about, log
from tavl.server.messages import ChatLine
from tavl.server.metrics import Metrics
from tavl.server.reading import STREAM, TableReading, stream_of, table_of
from tavl.server.rooms import Room, Rooms
from tavl.server.settings import Settings
from tavl.server.stream import State
from tavl.store import Hint, Lease, PersonalTable, Store, StoreError, new_id
from tavl.store.lists import DiceCounts, TableList
from tavl.store.schema import events as logged
from tavl.store.schema import timers as timer_rows
from tavl.store.schema import writings
from tavl.table.acts import By, Role

ROOM_HINT = "room/"  # somebody came or went, or said something
PERSON_HINT = "person/"  # a login or a token was ended, or a name changed
POLL_S = 2.0  # hints can be lost: rooms with people in them look into the log this often
POLLED_AT_ONCE = 500
CARRIED_AT_ONCE = 64  # timers; what is claimed and not begun would only be claimed again
PERSONAL = (
    PersonalTable(rows.accounts, hidden=("password", "recovery")),
    PersonalTable(rows.logins, hidden=("token",)),
    PersonalTable(rows.tokens, person="owner", clear=("owner", "token"), hidden=("token",)),
    PersonalTable(rows.mutes),
)


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def database_url(database: str) -> str:
    return database if "://" in database else f"sqlite:///{database}"


class Service:
    def __init__(self, settings: Settings, store: Store, metrics: Metrics) -> None:
        self.settings, self.store, self.metrics = settings, store, metrics
        self.clock = now_ms
        self.limits = Limits(time.monotonic, settings.rates)
        self.accounts = Accounts(store, settings, self.clock)
        self.desk = Desk(store, settings, self.metrics, self.clock)
        self.rooms = Rooms(self.desk, self.accounts, settings, self.metrics)
        self.rooms.seat_changed = self._seat_changed
        self.desk.timer_set = self._timer_set
        self.process = new_id(self.clock())
        self._shared = store.database.kind == "postgresql"
        self._beat = (0.0, 0)  # when this process last showed that it lives, by its monotonic clock and by the wall's
        self._living: frozenset[str] = frozenset()
        self._thinking = ThreadPoolExecutor(settings.bot_threads, "tavl-bot")
        self._wake = asyncio.Event()
        self._look_at = 0
        self._tasks: list[asyncio.Task[None]] = []
        self._carrying: set[asyncio.Task[None]] = set()
        self._busy: set[tuple[str, str]] = set()  # timers that are being carried out

    @classmethod
    async def open(cls, settings: Settings, metrics: Metrics | None = None) -> Service:
        projections = (TableList(TableReading()), DiceCounts())
        url = database_url(settings.database)
        store = await stores.open(url, projections=projections, personal=PERSONAL, kept=rows.ALL)
        try:
            service = cls(settings, store, metrics or Metrics())
            await service._show_life()
        except BaseException:
            await store.close()
            raise
        for work in (service._heart, service._timers, service._hints):
            service._tasks.append(asyncio.create_task(service._always(work), name=work.__name__))
        return service

    async def close(self) -> None:
        self.rooms.close_all(1012)  # the service restarts
        for task in (*self._tasks, *self._carrying):
            task.cancel()
        await asyncio.gather(*self._tasks, *self._carrying, return_exceptions=True)
        await self.rooms.stop()
        with contextlib.suppress(StoreError):
            mine = sa.delete(rows.presence).where(rows.presence.c.process == self.process)
            await self.store.write_rows(lambda c: c.execute(mine))
        self._thinking.shutdown(wait=False, cancel_futures=True)
        await self.store.close()

    @property
    def alive(self) -> bool:
        """Its last sign of life is recent enough that clocks may be believed. A machine that slept sees it by the wall
        clock alone."""
        monotonic, wall = self._beat
        away = self.settings.away_after_ms
        return time.monotonic() - monotonic < away / 1000 and self.clock() - wall < away

    async def _always(self, work: object) -> None:
        """Until the service is closed; a database that is gone for a while is waited for."""
        assert callable(work)
        while True:
            try:
                await work()
            except StoreError as error:
                log.warning("%s: %s", getattr(work, "__name__", ""), error)
                await asyncio.sleep(0.2)
            except Exception:
                log.exception("%s failed", getattr(work, "__name__", ""))
                await asyncio.sleep(1)

    # signs of life

    async def _heart(self) -> None:
        await asyncio.sleep(self.settings.heartbeat_ms / 1000)
        await self._show_life()

    async def _show_life(self) -> None:
        last = await self.store.read_rows(lambda c: c.execute(sa.select(sa.func.max(rows.processes.c.beat))).scalar())
        if last is not None and self.clock() - last > self.settings.away_after_ms:
            await self._make_good(last)
        now = self.clock()
        fresh = now - self.settings.away_after_ms
        me = rows.processes.c.id == self.process

        def beat(connection: sa.Connection) -> frozenset[str]:
            if not connection.execute(sa.update(rows.processes).where(me).values(beat=now)).rowcount:
                connection.execute(sa.insert(rows.processes).values(id=self.process, beat=now))
            living = connection.execute(sa.select(rows.processes.c.id).where(rows.processes.c.beat > fresh))
            found = frozenset(living.scalars())
            gone = connection.execute(sa.delete(rows.processes).where(rows.processes.c.beat < now - 60_000)).rowcount
            if gone:
                known = sa.select(rows.processes.c.id)
                connection.execute(sa.delete(rows.presence).where(rows.presence.c.process.not_in(known)))
            return found

        living = await self.store.write_rows(beat)
        self._beat = (time.monotonic(), now)
        if living != self._living:
            self._living = living
            for room in list(self.rooms.rooms.values()):
                await self._refresh(room)

    async def _make_good(self, since: int) -> None:
        """The service was away: no clock runs for that time. Done before the next sign of life, so that if it is cut
        short it is done again; each table only once, by its action's id."""
        query = sa.select(timer_rows.c.stream).where(timer_rows.c.kind == DUE)
        streams = await self.store.read_rows(lambda c: c.execute(query).scalars().all())
        suspended = 0
        for name in streams:
            if name.startswith(STREAM):
                suspended += await self.desk.suspend(table_of(name), since)
        log.warning("the service was away", extra={"fields": {"since": since, "tables": suspended}})

    # timers

    def _timer_set(self, due: int) -> None:
        if due < self._look_at:
            self._wake.set()

    async def _timers(self) -> None:
        self._wake.clear()
        free = CARRIED_AT_ONCE - len(self._busy)
        if self.alive and free > 0:
            lease_ms = self.settings.timer_lease_ms
            for lease in await self.store.timers.claim_due(self.clock(), self.process, lease_ms, free):
                if (lease.stream, lease.kind) not in self._busy:
                    self._busy.add((lease.stream, lease.kind))
                    self._start(self._carry_out(lease))
        elif self._busy:
            await asyncio.wait(self._carrying, return_when=asyncio.FIRST_COMPLETED, timeout=0.1)
        now = self.clock()
        due = await self.store.timers.next_due(now)
        latest = now + self.settings.timer_poll_ms
        self._look_at = latest if due is None else min(max(due, now + 1), latest)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._wake.wait(), (self._look_at - now) / 1000)

    async def _carry_out(self, lease: Lease) -> None:
        table = table_of(lease.stream)
        with about(table=table, timer=lease.kind):
            try:
                if lease.kind == DUE:
                    await self.desk.carry_out_due(table)
                elif lease.kind == BOT:
                    await self._bot(table)
                await self.store.timers.complete(lease)
            except StoreError as error:
                log.warning("timer left for later: %s", error)
            except ApiError as error:
                if error.code != "stale":  # somebody acted meanwhile, and set the timer anew
                    log.error("timer refused: %s", error.code)
                await self.store.timers.complete(lease)
            except Exception:
                log.exception("timer failed")  # its lease runs out, and it is tried again
            finally:
                self._busy.discard((lease.stream, lease.kind))

    async def _bot(self, table: str) -> None:
        """A bot's turn: it thinks in a thread, and acts as anybody does."""
        state = await self.desk.state(table)
        seat = state.bot_to_act()
        person = state.table.seats[seat] if seat is not None else None
        if seat is None or person is None:
            return
        loop = asyncio.get_running_loop()
        began = time.perf_counter()
        thought = (person, state.table.match, seat, f"{table} {state.version}")
        action = await loop.run_in_executor(self._thinking, bots.think, *thought)
        self.metrics.time("bot_thought", time.perf_counter() - began)
        if action is None:
            log.error("a bot does not know what to do")
            return
        if isinstance(action, OfferResignation):
            last = await self.desk.events(table, state.version - 1)
            if last and isinstance(last[-1].event, ResignationRefused):
                action = Roll(seat)  # it was told to play on, and does
        with contextlib.suppress(RefusedError):
            by = By(Role.PLAYER, person, seat)
            await self.desk.act(table, by, action, f"b:{state.version}", state.version)

    # hints from other processes, and their absence

    async def _hints(self) -> None:
        async with self.store.subscribe() as hints:
            look_at = time.monotonic() + POLL_S
            while True:
                hint = await hints.next(max(0.0, look_at - time.monotonic()))
                if hint is None or hint.stream is None:
                    look_at = time.monotonic() + POLL_S
                    await self._poll()
                elif hint.stream.startswith(STREAM):
                    known = self.desk.known(table_of(hint.stream))
                    if known and known.version < hint.version and table_of(hint.stream) in self.rooms.rooms:
                        await self._look(table_of(hint.stream))
                elif hint.stream.startswith(ROOM_HINT):
                    room = self.rooms.rooms.get(hint.stream.removeprefix(ROOM_HINT))
                    if room:
                        await self._refresh(room)
                elif hint.stream.startswith(PERSON_HINT):
                    await self._person_changed(hint.stream.removeprefix(PERSON_HINT))

    async def person_changed(self, person: str) -> None:
        """A login or a token was ended, or the name is another: in all processes."""
        await self._person_changed(person)
        self.store.database.announce([Hint(PERSON_HINT + person, self.clock())])

    async def _person_changed(self, person: str) -> None:
        if self.rooms.knows(person):
            await self.rooms.learn_anew(person)
            self.rooms.let_go(person, await self.accounts.ways_in(person))

    async def _poll(self) -> None:
        """What was written elsewhere without our being told. Where nobody else can write there is nothing to ask."""
        tables = list(self.rooms.rooms) if self._shared else []
        e = logged.c
        for start in range(0, len(tables), POLLED_AT_ONCE):
            streams = [stream_of(table) for table in tables[start : start + POLLED_AT_ONCE]]
            heads = sa.select(e.stream, sa.func.max(e.version)).where(e.stream.in_(streams)).group_by(e.stream)
            for name, version in await self._rows(heads):
                known = self.desk.known(table_of(name))
                if known is None or known.version < version:
                    await self._look(table_of(name))

    async def _rows(self, query: sa.Select[Any]) -> Sequence[Any]:
        return await self.store.read_rows(lambda c: c.execute(query).all())

    async def _look(self, table: str) -> None:
        with contextlib.suppress(ApiError):
            await self.desk.state(table)

    # presence and chat, across processes

    def _seat_changed(self, table: str, seats: frozenset[int]) -> None:
        if self._shared:
            self._start(self._write_presence(table))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._carrying.add(task)
        task.add_done_callback(self._carrying.discard)

    async def _write_presence(self, table: str) -> None:
        p = rows.presence.c
        mine = sa.delete(rows.presence).where(p.stream == stream_of(table), p.process == self.process)
        room = self.rooms.rooms.get(table)
        state = self.desk.known(table)
        now = room.here(state) if room and state else frozenset()  # whatever changed while this waited its turn
        values = [{"stream": stream_of(table), "seat": seat, "process": self.process} for seat in now]

        def write(connection: sa.Connection) -> None:
            connection.execute(mine)
            if values:
                connection.execute(sa.insert(rows.presence), values)

        try:
            await self.store.write_rows(write)
        except StoreError as error:
            log.warning("presence not written: %s", error)
        self.store.database.announce([Hint(ROOM_HINT + table, self.clock())])
        if room:
            await self._refresh(room)

    async def _refresh(self, room: Room) -> None:
        """What other processes know of this room: who is there, what was said."""
        if not self._shared:
            return
        p, w = rows.presence.c, writings.c
        there = sa.select(p.seat).where(
            p.stream == stream_of(room.table), p.process != self.process, p.process.in_(self._living)
        )
        said = (
            sa.select(w.id, w.person, w.at, w.text)
            .where(w.stream == stream_of(room.table), w.kind == "chat", w.id > room.last_chat)
            .order_by(w.id)
        )
        seats, lines = await self.store.read_rows(lambda c: (c.execute(there).scalars().all(), c.execute(said).all()))
        state = self.desk.known(room.table)
        if state is None:
            return
        room.elsewhere = frozenset(seats)
        self.rooms.tell_presence(room, state)
        for id, person, at, text in lines:
            if id <= room.last_chat:
                continue
            room.last_chat = id
            seat = state.table.seat_of(person)
            if seat is not None:
                self.rooms.tell_chat(room, state, ChatLine(seat=seat, person=person, text=text, at=at))

    async def say(self, room: Room, state: State, line: ChatLine) -> None:
        """Chat is kept beside the streams, so that it can be erased."""
        written = await self.store.people.write_down(line.person, "chat", line.text, line.at, stream_of(room.table))
        if self._shared:
            self.store.database.announce([Hint(ROOM_HINT + room.table, self.clock())])
            await self._refresh(room)
        else:
            room.last_chat = written.id
            self.rooms.tell_chat(room, state, line)

    async def is_muted(self, table: str, person: str) -> bool:
        m = rows.mutes.c
        query = sa.select(m.person).where(m.stream == stream_of(table), m.person == person)
        return await self.store.read_rows(lambda c: c.execute(query).first()) is not None

    async def mute(self, table: str, person: str, on: bool) -> None:
        m = rows.mutes.c
        gone = sa.delete(rows.mutes).where(m.stream == stream_of(table), m.person == person)

        def write(connection: sa.Connection) -> None:
            connection.execute(gone)
            if on:
                connection.execute(sa.insert(rows.mutes).values(stream=stream_of(table), person=person))

        await self.store.write_rows(write)
