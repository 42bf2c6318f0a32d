"""Carries out what is due at tables and tournaments: flags, deadlines, bots' turns. Any process may do it. How often it
looks, how long it has, how many bots think at once: `timer_poll_ms`, `timer_lease_ms` and `bot_threads` in
`server/settings.py`."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor

from tavl.server.errors import ApiError, RefusedError
from tavl.server.logs import about, log
from tavl.server.metrics import Metrics
from tavl.server.processes.process import Process
from tavl.server.settings import Settings
from tavl.server.tables import bots
from tavl.server.tables.executor import Executor
from tavl.server.tables.stream.event_codec import STREAM, table_of
from tavl.server.tables.timers.alarm import Alarm
from tavl.server.tables.timers.table_timers import BOT, DUE, NOTICE, is_notice
from tavl.server.wall_clock import Clock
from tavl.store import Lease, Store, StoreError
from tavl.table.acts import By, Role

BOT_ATTEMPTS = 4
CARRIED_AT_ONCE = 64  # timers; those that wait longer than their lease would only be claimed again


class Timekeeper:
    """`before_due` is asked before anything due is done at a table; `notify` carries out a timer of its own kind;
    `elsewhere` what is due in a stream that is not a table's."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        metrics: Metrics,
        clock: Clock,
        process: Process,
        executor: Executor,
        alarm: Alarm,
        before_due: Callable[[str], Awaitable[None]],
        notify: Callable[[Lease], Awaitable[None]],
        elsewhere: Callable[[Lease], Awaitable[None]],
    ) -> None:
        self._store, self._settings, self._metrics, self._clock = store, settings, metrics, clock
        self._process, self._executor, self._alarm = process, executor, alarm
        self._before_due, self._notify, self._elsewhere = before_due, notify, elsewhere
        self._thinking = ThreadPoolExecutor(settings.bot_threads, "tavl-bot")
        self._stopped = False
        self._busy: dict[tuple[str, str], Lease | None] = {}  # what is being carried out, and what follows it
        self._carrying: set[asyncio.Task[None]] = set()

    async def stop(self) -> None:
        self._stopped = True
        for task in tuple(self._carrying):
            task.cancel()
        await asyncio.gather(*self._carrying, return_exceptions=True)
        self._thinking.shutdown(wait=False, cancel_futures=True)

    async def keep(self) -> None:
        """Claim due timers and carry them out; then wait for the next."""
        self._alarm.clear()
        due = await self._store.timers.next_due(self._clock())
        if due is not None and due <= self._clock():
            await self._begin_due()
            due = await self._store.timers.next_due(self._clock())
        now = self._clock()
        latest = now + self._settings.timer_poll_ms
        await self._alarm.wait(now, latest if due is None else min(max(due, now + 1), latest))

    async def _begin_due(self) -> None:
        free = CARRIED_AT_ONCE - sum(not is_notice(kind) for _, kind in self._busy)  # slow mail must not delay flags
        if self._process.alive and free > 0:
            lease_ms = self._settings.timer_lease_ms
            for lease in await self._store.timers.claim_due(self._clock(), self._process.id, lease_ms, free):
                if (lease.stream, lease.kind) in self._busy:
                    self._busy[lease.stream, lease.kind] = lease  # set again by the timer in progress
                else:
                    self._begin(lease)
        elif self._carrying:
            await asyncio.wait(self._carrying, return_when=asyncio.FIRST_COMPLETED, timeout=0.1)

    def _begin(self, lease: Lease) -> None:
        self._busy[lease.stream, lease.kind] = None
        task = asyncio.create_task(self._carry_out(lease))
        self._carrying.add(task)
        task.add_done_callback(self._carrying.discard)

    async def _carry_out(self, lease: Lease) -> None:
        table = table_of(lease.stream)
        with about(table=table, timer=lease.kind):
            try:
                if not lease.stream.startswith(STREAM):
                    await self._elsewhere(lease)
                elif lease.kind == DUE:
                    await self._before_due(table)
                    await self._executor.carry_out_due(table)
                elif lease.kind == BOT:
                    await self._bot(table)
                elif lease.kind == NOTICE:
                    await self._notify(lease)  # completes or postpones it
                    return
                await self._store.timers.complete(lease)
            except StoreError as error:
                log.warning("timer postponed: %s", error)
            except ApiError as error:
                if error.code != "stale":  # somebody acted meanwhile, and set the timer again
                    log.error("timer refused: %s", error.code)
                await self._store.timers.complete(lease)
            except Exception:
                log.exception("timer failed")  # it is retried when its lease runs out
            finally:
                following = self._busy.pop((lease.stream, lease.kind), None)
                if following is not None and not self._stopped:
                    self._begin(following)

    async def _bot(self, table: str) -> None:
        """A bot's turn: it thinks in a thread, and acts like any player. If refused, it does something else."""
        state = await self._executor.state(table)
        seat = state.bot_to_act()
        person = state.table.seats[seat] if seat is not None else None
        if seat is None or person is None:
            return
        loop = asyncio.get_running_loop()
        refused: frozenset[str] = frozenset()
        for attempt in range(BOT_ATTEMPTS):
            began = self._clock.monotonic()
            thought = (state.table, seat, f"{table} {state.version}", self._clock(), refused)
            action = await loop.run_in_executor(self._thinking, bots.act, *thought)
            self._metrics.time("bot_thought", self._clock.monotonic() - began)
            if action is None:
                break
            try:
                by = By(Role.PLAYER, person, seat)
                await self._executor.act(table, by, action, f"b:{state.version}.{attempt}", state.version)
                return
            except RefusedError as error:
                log.warning("a bot was refused: %s", error.code)
                refused |= {str(action.__struct_config__.tag)}
        log.error("a bot does not know what to do")
