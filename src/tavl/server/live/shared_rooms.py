"""Rooms that are open in several processes: presence and chat, written and read for many rooms together."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence

from tavl.server.live.background_tasks import BackgroundTasks
from tavl.server.live.chat import Chat
from tavl.server.live.connections import Room
from tavl.server.live.presence import Presence
from tavl.server.tables.stream.event_codec import stream_of
from tavl.store import Store


class SharedRooms:
    def __init__(
        self, store: Store, rooms: Mapping[str, Room], presence: Presence, chat: Chat, clock: Callable[[], int]
    ) -> None:
        self._store, self._rooms, self._presence, self._chat, self._clock = store, rooms, presence, chat, clock
        self._changed: set[str] = set()  # tables where a player connected or disconnected here
        self._stale: set[str] = set()  # tables where that happened in another process
        self._tasks = BackgroundTasks("sharing a room failed")
        self._tending: asyncio.Task[None] | None = None

    def changed(self, table: str) -> None:
        """A player connected to a table or disconnected."""
        if self._store.shared:
            self._changed.add(table)
            self._tend()

    def heard(self, table: str) -> None:
        """Somebody came, left or wrote in the chat in another process."""
        self._stale.add(table)
        self._tend()

    async def refresh_all(self) -> None:
        await self._refresh(list(self._rooms.values()))

    async def stop(self) -> None:
        await self._tasks.stop()

    def _tend(self) -> None:
        """Runs once at a time: all changes made while it writes are written together next."""
        if self._tending is None or self._tending.done():
            self._tending = self._tasks.start(self._tend_rooms())

    async def _tend_rooms(self) -> None:
        while self._changed or self._stale:
            changed, self._changed = self._changed, set()
            stale, self._stale = self._stale, set()
            if changed:
                await self._presence.write(sorted(changed), self._clock())
            await self._refresh([self._rooms[table] for table in sorted(changed | stale) if table in self._rooms])

    async def _refresh(self, rooms: Sequence[Room]) -> None:
        """Read what other processes wrote about these rooms."""
        if not self._store.shared or not rooms:
            return
        streams = {stream_of(room.table): room for room in rooms}
        elsewhere, said = await self._store.read_rows(
            lambda c: (self._presence.elsewhere(c, list(streams)), self._chat.said(c, rooms))
        )
        self._presence.take_in(rooms, elsewhere)
        self._chat.take_in(streams, said)
