"""One server process: what it holds, and what it does by itself while it runs.

Every process shows that it lives by a row of its own. If none did for a while the service was away: before anything
else happens, clocks that ran meanwhile are set back to when it went.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from functools import partial
from typing import Any

import sqlalchemy as sa

from tavl import store as stores
from tavl.server import schema
from tavl.server.accounts.accounts import Accounts
from tavl.server.accounts.administration import Administration
from tavl.server.accounts.blocking import Blocking
from tavl.server.accounts.bot_tokens import BotTokens
from tavl.server.accounts.identity import DAY
from tavl.server.accounts.passkeys import Passkeys
from tavl.server.accounts.privacy import PERSONAL, Privacy
from tavl.server.live.presence import PERSON_HINT as PERSON_HINT
from tavl.server.live.presence import Lines
from tavl.server.live.rooms import Rooms
from tavl.server.live.spectators import Watchers
from tavl.server.logs import log
from tavl.server.metrics import Metrics
from tavl.server.notifications.notifier import Notices
from tavl.server.rate_limits import Limits
from tavl.server.settings import Settings
from tavl.server.tables.dice_counts import OwnDiceCounts
from tavl.server.tables.event_codec import STREAM, stream_of, table_of
from tavl.server.tables.executor import DUE, Executor
from tavl.server.tables.listing import TableReading, replay
from tavl.server.tables.timekeeper import Timekeeper
from tavl.server.wall_clock import WallClock
from tavl.store import Checked, Hint, Projection, Store, StoreError, new_id
from tavl.store.projections import ratings
from tavl.store.projections.projection import Progress
from tavl.store.projections.table_list import TableList
from tavl.store.schema import timers as timer_rows

MADE_GOOD_AT_ONCE = 64  # tables, after the service was away


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def database_url(database: str) -> str:
    return database if "://" in database else f"sqlite:///{database}"


async def open_store(settings: Settings, **options: Any) -> Store:
    """The store with all that a server keeps in it."""
    url = database_url(settings.database)
    return await stores.open(url, projections=_projections(settings), personal=PERSONAL, kept=schema.ALL, **options)


async def check_store(settings: Settings, progress: Progress | None = None) -> Checked:
    """Whether all of it is as it should be. Nothing is changed."""
    url, made = database_url(settings.database), partial(_projections, settings)
    return await stores.check(url, replay=replay, projections=made, kept=schema.ALL, progress=progress)


def _projections(settings: Settings) -> tuple[Projection, ...]:
    return TableList(TableReading(), formula=settings.formula), OwnDiceCounts()


class Service:
    def __init__(self, settings: Settings, store: Store, metrics: Metrics) -> None:
        self.settings, self.store, self.metrics = settings, store, metrics
        self.clock = WallClock(now_ms)
        self.limits = Limits(time.monotonic, settings.rates)
        self.accounts = Accounts(store, settings, self.clock)
        self.passkeys = Passkeys(store, settings, self.clock)
        self.tokens = BotTokens(store, self.clock)
        self.blocking = Blocking(store, self.clock)
        self.administration = Administration(store, self.clock, self.person_changed)
        self.executor = Executor(store, settings, self.metrics, self.clock)
        self.rooms = Rooms(self.executor, self.accounts, settings, self.metrics)
        self.privacy = Privacy(store, settings, self.executor, self.clock)
        self.notices = Notices(store, settings, self.metrics, self.clock, self.executor.state, self.accounts.names)
        self.process = new_id(self.clock())
        self.lines = Lines(self)
        self.rooms.seat_changed = self.lines.seat_changed
        self.privacy.words_gone = self.lines.words_gone
        self.watchers = Watchers(self)
        self.rooms.came_or_went = self.watchers.changed
        self.timekeeper = Timekeeper(self)
        self.executor.timer_set = self.timekeeper.timer_set
        self._beat = (0.0, 0)  # when this process last showed that it lives, by its monotonic clock and by the wall's
        self.living: frozenset[str] = frozenset()  # processes
        self.looked_at_people = 0  # how often, for whoever is just coming in
        self._tasks: list[asyncio.Task[None]] = []

    @classmethod
    async def open(cls, settings: Settings, metrics: Metrics | None = None) -> Service:
        store = await open_store(settings)
        try:
            await store.database.look_for_damage()
            if await store.read_rows(lambda c: ratings.made_otherwise(c, settings.formula)):
                await store.rebuild(TableList.name)
            service = cls(settings, store, metrics or Metrics())
            await service._show_life(starting=True)
        except BaseException:
            await store.close()
            raise
        works = (service._heart, service.timekeeper.keep, service.lines.hear, service.privacy.tidy_now_and_then)
        for work in (*works, service._look_for_damage):
            service._tasks.append(asyncio.create_task(service._always(work), name=work.__name__))
        return service

    async def close(self) -> None:
        self.rooms.close_all(1012)  # the service restarts
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for part in (self.timekeeper, self.lines, self.watchers, self.rooms):
            await part.stop()
        with contextlib.suppress(StoreError):
            mine = sa.delete(schema.presence).where(schema.presence.c.process == self.process)
            last = sa.update(schema.processes).where(schema.processes.c.id == self.process).values(beat=self.clock())
            seen = sa.delete(schema.watching).where(schema.watching.c.process == self.process)
            await self.store.write_rows(lambda c: [c.execute(each) for each in (mine, seen, last)])
        self.notices.close()
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

    async def _look_for_damage(self) -> None:
        """Now and then: a page that nobody reads would go bad unnoticed. What is found makes the service unhealthy."""
        await asyncio.sleep(DAY / 1000)
        await self.store.database.look_for_damage()

    # signs of life

    async def _heart(self) -> None:
        await asyncio.sleep(self.settings.heartbeat_ms / 1000)
        await self._show_life()

    async def _show_life(self, starting: bool = False) -> None:
        last = await self.store.read_rows(lambda c: c.execute(sa.select(sa.func.max(schema.processes.c.beat))).scalar())
        if last is not None and starting:
            self.clock.go_on_from(last)
        if last is not None and self.clock() - last > self._silence(starting):
            await self._make_good(last, starting)
        now = self.clock()
        fresh = now - self.settings.away_after_ms
        me = schema.processes.c.id == self.process

        def beat(connection: sa.Connection) -> frozenset[str]:
            if not connection.execute(sa.update(schema.processes).where(me).values(beat=now)).rowcount:
                connection.execute(sa.insert(schema.processes).values(id=self.process, beat=now))
            living = connection.execute(sa.select(schema.processes.c.id).where(schema.processes.c.beat > fresh))
            found = frozenset(living.scalars())
            gone = connection.execute(
                sa.delete(schema.processes).where(schema.processes.c.beat < now - 60_000)
            ).rowcount
            if gone:
                known = sa.select(schema.processes.c.id)
                for table in (schema.presence, schema.watching):
                    connection.execute(sa.delete(table).where(table.c.process.not_in(known)))
            return found

        living = await self.store.write_rows(beat)
        self._beat = (time.monotonic(), now)
        if living != self.living:
            self.living = living
            await self.lines.refresh(list(self.rooms.rooms.values()))

    def _silence(self, starting: bool) -> int:
        """For how long nobody may have shown life before the service counts as away. One that runs may be busy; one
        that starts was not here, and only another process can have been, whose last sign is two heartbeats old at most.
        On SQLite there is no other."""
        if not starting:
            return self.settings.away_after_ms
        return 0 if self.store.database.kind == "sqlite" else 2 * self.settings.heartbeat_ms

    async def _make_good(self, since: int, starting: bool) -> None:
        """The service was away: no clock runs for that time. Done before the next sign of life, so that if it is cut
        short it is done again; each table only once, by its action's id."""
        query = sa.select(timer_rows.c.stream).where(timer_rows.c.kind == DUE)
        streams = await self.store.read_rows(lambda c: c.execute(query).scalars().all())
        tables = [table_of(name) for name in streams if name.startswith(STREAM)]
        suspended = 0
        for start in range(0, len(tables), MADE_GOOD_AT_ONCE):
            some = tables[start : start + MADE_GOOD_AT_ONCE]
            suspended += sum(await asyncio.gather(*(self.executor.suspend(table, since) for table in some)))
        level = logging.INFO if starting else logging.WARNING  # who starts it knows that it was not running
        log.log(level, "the service was away", extra={"fields": {"since": since, "tables": suspended}})

    # what other processes should know

    async def person_changed(self, person: str) -> None:
        """A login or a token was ended, the name is another, somebody was blocked: in all processes."""
        await self.look_at_person(person)
        self.store.database.announce([Hint(PERSON_HINT + person, self.clock())])

    async def look_at_person(self, person: str) -> None:
        self.looked_at_people += 1
        self.rooms.forget_name(person)
        if self.rooms.knows(person):
            await self.rooms.learn_anew(person)
            self.rooms.let_go(person, await self.accounts.ways_in(person))
            self.rooms.hear_no_more(person, await self.blocking.blocked_by(person))

    # chat

    async def mute(self, table: str, person: str, on: bool) -> None:
        m = schema.mutes.c
        gone = sa.delete(schema.mutes).where(m.stream == stream_of(table), m.person == person)

        def write(connection: sa.Connection) -> None:
            connection.execute(gone)
            if on:
                connection.execute(sa.insert(schema.mutes).values(stream=stream_of(table), person=person))

        await self.store.write_rows(write)
