"""Lost connections at tables where the match waits for a player or may be claimed. How long until either:
`line_grace_ms` and `gone_wait_ms` in `server/settings.py`.

A thousand connections can break at once and be back in seconds. So nothing is read or written for somebody who is back
in time, and what has to be looked up for many tables is looked up together.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from tavl.rules.seat import SEATS, Seat
from tavl.server.errors import ApiError
from tavl.server.live.background_tasks import BackgroundTasks
from tavl.server.live.presence import Presence
from tavl.server.logs import log
from tavl.server.messages.tables import EventOut
from tavl.server.tables import bots
from tavl.server.tables.executor import Executor
from tavl.server.tables.hosting import FindLine, HouseTerms, LineLost, LoseLine, LostLine
from tavl.server.tables.stream import stream_state
from tavl.server.tables.stream.event_codec import stream_of
from tavl.server.tables.stream.stream_state import State
from tavl.store import Store, StoreError
from tavl.table.acts import By, ClaimFlag, Role

SETTLES_S = 1.0  # reloading a page is not a lost connection
MAX_SETTLES_S = 10.0  # nor is a tunnel, if no clock runs
SETTLES_SHARE = 30  # of the wait before a match may be claimed
LOOK_S = 0.2  # how often, while somebody is gone
AT_ONCE = 64  # changes written together, so that players do not wait behind a crowd

Place = tuple[str, Seat]


class LostConnections:
    def __init__(self, store: Store, presence: Presence, executor: Executor, clock: Callable[[], int]) -> None:
        self._store, self._presence, self._executor, self._clock = store, presence, executor, clock
        self._began = clock()
        self._gone: dict[Place, tuple[int, float]] = {}  # not recorded yet: since when; the loop's time to do it
        self._back: set[Place] = set()  # recorded as lost, and here again
        self._tasks = BackgroundTasks("a change of a connection failed")
        self._looking: asyncio.Task[None] | None = None
        self._finding: asyncio.Task[None] | None = None
        executor.subscribe(self._heard)

    async def stop(self) -> None:
        await self._tasks.stop()

    def changed(self, table: str) -> None:
        """A player came to a table or left it."""
        state = self._executor.known(table)
        settles = settles_s(state.house.terms) if state else None
        if state is None or settles is None:
            return
        here = self._presence.here(table)
        for seat in SEATS:
            place, lost = (table, seat), state.house.lost[seat] is not None
            if seat in here:
                self._gone.pop(place, None)
                if lost:
                    self._back.add(place)
            elif not lost and place not in self._gone and not bots.is_bot_seat(state.table.seats[seat]):
                self._gone[place] = (self._clock(), asyncio.get_running_loop().time() + settles)
        if self._gone and (self._looking is None or self._looking.done()):
            self._looking = self._tasks.start(self._look())
        if self._back and (self._finding is None or self._finding.done()):
            self._finding = self._tasks.start(self._find_all())

    def _heard(self, table: str, state: State, events: Sequence[EventOut]) -> None:
        """Whoever is recorded as lost may have come back while that was written, here or by another process."""
        if any(isinstance(out.event, LineLost) for out in events):
            self.changed(table)

    async def _look(self) -> None:
        while self._gone:
            now = asyncio.get_running_loop().time()
            due = [place for place, (_, then) in self._gone.items() if then <= now][:AT_ONCE]
            if not due:
                await asyncio.sleep(LOOK_S)
                continue
            try:
                elsewhere = await self._presence.connected_elsewhere([table for table, _ in due])
            except StoreError as error:
                log.warning("lost connections not looked up: %s", error)
                await asyncio.sleep(SETTLES_S)
                continue
            connected = [place for place in due if place[1] in elsewhere.get(stream_of(place[0]), ())]
            for place in connected:
                self._gone.pop(place, None)
            await asyncio.gather(*(self._lose(place) for place in due if place in self._gone))

    async def _lose(self, place: Place) -> None:
        gone = self._gone.pop(place, None)
        if gone is None:
            return  # is back
        (table, seat), (since, _) = place, gone
        try:
            state = await self._executor.state_at_least(table, 0)
        except (ApiError, StoreError) as error:
            log.warning("connection change not written: %s", error)
            return
        if not state.table.full or state.table.over or state.house.lost[seat] is not None:
            return
        # Where a match may be claimed, the wait is counted from when the connection was lost, not from this moment.
        at = None if state.house.terms.lost_line is LostLine.WAITS else since
        await self._write(table, LoseLine(seat, since), f"{seat}:{since}", at)

    async def _find_all(self) -> None:
        while self._back:
            places = [self._back.pop() for _ in range(min(AT_ONCE, len(self._back)))]
            await asyncio.gather(*(self._find_one(place) for place in places))

    async def _find_one(self, place: Place) -> None:
        table, seat = place
        state = self._executor.known(table)
        lost = state.house.lost[seat] if state else None
        if state and lost is not None and not state.table.over and seat in self._presence.here(table):
            await self._write(table, FindLine(seat), f"{seat}:{lost}")

    async def _write(self, table: str, action: FindLine | LoseLine, key: str, at: int | None = None) -> None:
        kind = str(action.__struct_config__.tag)
        try:
            await self._executor.act(table, By(Role.SYSTEM), action, f"s:{kind}:{key}", at=at)
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


def settles_s(terms: HouseTerms) -> float | None:
    """How long somebody may be away before it is recorded; None: it is not."""
    if terms.lost_line is LostLine.WAITS:
        return SETTLES_S
    if terms.gone_wait_ms is None:
        return None
    return min(max(SETTLES_S, terms.gone_wait_ms / 1000 / SETTLES_SHARE), MAX_SETTLES_S)
