"""The cached states of streams in a process. They can always be rebuilt from the log."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

from msgspec import Struct

from tavl.server.errors import ApiError
from tavl.store import Store
from tavl.store.batched_reads import BatchedReads
from tavl.store.log.events import Event

LOOKED_AT = 8  # streams checked at once for one that can be dropped


class Remembered(Struct, kw_only=True):
    """Of one stream."""

    noted_version: int = 0  # the version that the log has according to another process

    @property
    @abstractmethod
    def version(self) -> int: ...


K = TypeVar("K", bound=Remembered)


class StreamCache(ABC, Generic[K]):
    """The streams whose names begin with `prefix`; subclasses say how they are folded, and who is notified."""

    def __init__(
        self, store: Store, prefix: str, most: int, is_in_use: Callable[[str], bool] = lambda id: False
    ) -> None:
        self._store, self._prefix, self._most, self._is_in_use = store, prefix, most, is_in_use
        self._news = BatchedReads(self._read_news)
        self._kept: OrderedDict[str, K] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @abstractmethod
    def fold(self, kept: K | None, events: Sequence[Event]) -> K | None:
        """The cached state with these events applied (in place); none: there is no such stream."""

    @abstractmethod
    def tell(self, id: str, kept: K, events: Sequence[Event]) -> None:
        """Called with events that were written here or elsewhere, once they are cached."""

    def stream_of(self, id: str) -> str:
        return self._prefix + id

    def lock(self, id: str) -> asyncio.Lock:
        """One writer at a time for each stream within a process."""
        lock = self._locks.get(id)
        if lock is None:
            lock = self._locks[id] = asyncio.Lock()
        return lock

    def get(self, id: str) -> K | None:
        return self._kept.get(id)

    def known(self, id: str, version: int = 0) -> K | None:
        """The cached state, unless the log is known to have more, or the caller asks for more."""
        kept = self._kept.get(id)
        return kept if kept and kept.version >= max(version, kept.noted_version) else None

    def note_version(self, id: str, version: int) -> bool:
        """The log has reached a version. True if the stream is cached at an earlier one."""
        kept = self._kept.get(id)
        if kept is None or kept.version >= version:
            return False
        kept.noted_version = max(kept.noted_version, version)
        return True

    def forget(self, id: str) -> None:
        self._kept.pop(id, None)

    def _make_room(self, fresh: str) -> None:
        """Drop the least recently written streams, unless somebody is connected: they would be read from the log again
        for every action. Only a few are checked each time, so that a crowd costs little."""
        for _ in range(LOOKED_AT):
            if len(self._kept) <= self._most:
                return
            oldest = next(iter(self._kept))
            if oldest == fresh or self._is_in_use(oldest):
                self._kept.move_to_end(oldest)
            else:
                del self._kept[oldest]

    async def current(self, id: str) -> K:
        """The current state in the log; from memory if no other process can have written."""
        return (None if self._store.shared else self.known(id)) or await self.catch_up(id)

    async def catch_up(self, id: str) -> K:
        """Reads what the log has beyond the cache. If other processes write, many streams have news at the
        same moment, and these are read together."""
        kept = self._kept.get(id)
        if kept is not None and self._store.shared:
            news = await self._news.ask((self.stream_of(id), kept.version))
            events = [self._store.upcasts.read(event) for event in news]
        else:
            events = await self._store.read(self.stream_of(id), kept.version if kept else 0)
        return self.take_in(id, events, kept)

    async def _read_news(self, asked: Sequence[tuple[str, int]]) -> list[list[Event]]:
        return await self._store.read_news(asked)

    def take_in(self, id: str, events: Sequence[Event], had: K | None = None) -> K:
        """`had` is the state before them, which may have been dropped from the cache while they were written or
        read."""
        kept = self._kept.get(id)
        if kept is None and had is not None:
            kept = self._kept[id] = had
        fresh = [event for event in events if kept is None or event.version > kept.version]
        after = self.fold(kept, fresh)
        if after is None:
            raise ApiError("not_found")
        if kept is None:
            self._kept[id] = after
            self._make_room(id)
        self._kept.move_to_end(id)
        if fresh:
            self.tell(id, after, fresh)
        return after
