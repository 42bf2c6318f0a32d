"""The cache of tables' states and last events in this process."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from weakref import WeakValueDictionary

import sqlalchemy as sa
from msgspec import Struct

from tavl.server import schema
from tavl.server.errors import ApiError
from tavl.server.messages.tables import EventOut
from tavl.server.tables import stream_state
from tavl.server.tables.event_codec import read, stream_of
from tavl.server.tables.stream_state import State
from tavl.store import Store
from tavl.store.log.append import NO_LIMIT
from tavl.store.log.events import Event

RECENT = 64  # events kept with a state, for clients that are only a little behind
Heard = Callable[[str, State, Sequence[EventOut]], None]


class Kept(Struct):
    state: State
    recent: deque[EventOut]
    secrets: dict[str, str] | None = None
    wanted: tuple[State, dict[str, int | None]] | None = None  # the timers, and the state they are for
    told_of: int = 0  # the version that another process has announced


class StateCache:
    def __init__(self, store: Store, most: int) -> None:
        self._store, self._most = store, most
        self._kept: OrderedDict[str, Kept] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._listeners: list[Heard] = []

    def subscribe(self, listener: Heard) -> None:
        """Call it with every new event, from this process or another."""
        self._listeners.append(listener)

    def lock(self, table: str) -> asyncio.Lock:
        """One writer at a time for each table within a process."""
        lock = self._locks.get(table)
        if lock is None:
            lock = self._locks[table] = asyncio.Lock()
        return lock

    def get(self, table: str) -> Kept | None:
        return self._kept.get(table)

    def at_least(self, table: str, version: int) -> State | None:
        """The cached state, unless a later version is known or asked for."""
        kept = self._kept.get(table)
        return kept.state if kept and kept.state.version >= max(version, kept.told_of) else None

    def told_of(self, table: str, version: int) -> bool:
        """The log has reached a version. True if the table is cached at an earlier one."""
        kept = self._kept.get(table)
        if kept is None or kept.state.version >= version:
            return False
        kept.told_of = max(kept.told_of, version)
        return True

    def forget(self, table: str) -> None:
        self._kept.pop(table, None)

    async def events(
        self, table: str, after: int, upto: int | None = None, limit: int | None = None
    ) -> tuple[EventOut, ...]:
        """The events after a version, unredacted; from the cache if possible."""
        kept = self._kept.get(table)
        if kept and kept.recent and kept.recent[0].version <= after + 1:
            found = tuple(out for out in kept.recent if out.version > after)
        elif kept and after >= kept.state.version:
            found = ()
        else:
            found = tuple(_out(event) for event in await self._store.read(stream_of(table), after, limit or NO_LIMIT))
        return found if upto is None else tuple(out for out in found if out.version <= upto)

    async def catch_up(self, table: str) -> Kept:
        """Read newer events from the log, and pass them to the subscriber."""
        kept = self._kept.get(table)
        after = kept.state.version if kept else 0
        return self.take_in(table, await self._store.read(stream_of(table), after), kept)

    def take_in(self, table: str, events: Sequence[Event], had: Kept | None = None) -> Kept:
        """`had` is the state before these events, which may have been evicted from the cache meanwhile."""
        kept = self._kept.get(table)
        if kept is None and had is not None:
            kept = self._kept[table] = had
        outs = [_out(event) for event in events if kept is None or event.version > kept.state.version]
        state = stream_state.fold(kept.state if kept else None, ((out.event, out.at, out.version) for out in outs))
        if state is None:
            raise ApiError("not_found")
        if kept is None:
            kept = self._kept[table] = Kept(state, deque(outs, RECENT))
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        else:
            kept.state = state
            kept.recent.extend(outs)
        self._kept.move_to_end(table)
        for listener in self._listeners if outs else ():
            listener(table, state, outs)
        return kept

    async def secrets(self, table: str, kept: Kept) -> dict[str, str]:
        """The server's secrets for this table, by promise; another process may have drawn some of them."""
        dice = kept.state.dice
        words = {word.promise for word in dice.words if word and word.drawn_by_server}
        if kept.secrets is None or not words | {dice.promise} <= set(kept.secrets):
            c = schema.dice_secrets.c
            query = sa.select(c.promise, c.text).where(c.stream == stream_of(table))
            found = await self._store.read_rows(lambda connection: connection.execute(query).all())
            kept.secrets = {row.promise: row.text for row in found}
        return kept.secrets


def _out(event: Event) -> EventOut:
    return EventOut(event.version, event.at, read(event))
