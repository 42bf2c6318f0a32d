"""Lost connections at tables where the match waits for a player or may be claimed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from tavl.rules.seat import SEATS, Seat
from tavl.server.errors import ApiError
from tavl.server.live.background_tasks import BackgroundTasks
from tavl.server.live.presence import Presence
from tavl.server.logs import log
from tavl.server.tables import bots
from tavl.server.tables.executor import Executor
from tavl.server.tables.hosting import FindLine, LoseLine, LostLine
from tavl.server.tables.stream import stream_state
from tavl.store import Store, StoreError
from tavl.table.acts import By, ClaimFlag, Role

SETTLES_S = 1.0  # reloading a page is not a lost connection


class LostConnections:
    def __init__(self, store: Store, presence: Presence, executor: Executor, clock: Callable[[], int]) -> None:
        self._store, self._presence, self._executor, self._clock = store, presence, executor, clock
        self._began = clock()
        self._tasks = BackgroundTasks("a change of a connection failed")

    async def stop(self) -> None:
        await self._tasks.stop()

    def changed(self, table: str) -> None:
        """A player came to a table or left it."""
        state = self._executor.known(table)
        house = state.house.terms if state else None
        if house and (house.lost_line is LostLine.WAITS or house.gone_wait_ms is not None):
            self._tasks.start(self._look(table, self._clock()))

    async def _look(self, table: str, since: int) -> None:
        if not self._both_here(table):
            await asyncio.sleep(SETTLES_S)
        known = self._executor.known(table)
        if not self._store.shared and known and known.house.lost == (None, None) and self._both_here(table):
            return  # nobody was gone for long: nothing to write or look up
        here = await self._presence.anywhere(table)
        state = await self._executor.state_at_least(table, 0)
        for seat in SEATS:
            lost = state.house.lost[seat]
            if bots.is_bot_seat(state.table.seats[seat]) or not state.table.full or state.table.over:
                continue
            if seat in here and lost is not None:
                await self._write(table, FindLine(seat), f"{seat}:{lost}")
            elif seat not in here and lost is None:
                await self._write(table, LoseLine(seat, since), f"{seat}:{since}")

    def _both_here(self, table: str) -> bool:
        return self._presence.here(table).issuperset(SEATS)

    async def _write(self, table: str, action: FindLine | LoseLine, key: str) -> None:
        kind = str(action.__struct_config__.tag)
        try:
            await self._executor.act(table, By(Role.SYSTEM), action, f"s:{kind}:{key}")
        except (ApiError, StoreError) as error:
            log.warning("connection change not written: %s", error)

    async def before_due(self, table: str) -> None:
        """A killed process could not record that its connections were lost. So before time is claimed against a player
        for whom the match would wait, check whether they are connected at all."""
        state = await self._executor.state(table)
        coming = stream_state.due(state)
        if coming is None or state.house.terms.lost_line is LostLine.RUNS or not isinstance(coming.action, ClaimFlag):
            return
        seat: Seat = coming.action.against
        clock = state.table.clock
        known = state.house.lost[seat] is not None or bots.is_bot_seat(state.table.seats[seat])
        if clock and not known and seat not in await self._presence.anywhere(table):
            since = max(self._began, clock.since)
            await self._write(table, LoseLine(seat, since), f"{seat}:{since}")
