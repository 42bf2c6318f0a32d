"""What the executors of tournaments and of organisations share: finding a stream, checking again before a refusal, and
committing what was decided."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

from tavl.rules.refusal import Refused
from tavl.server.errors import ApiError, RefusedError
from tavl.server.metrics import Metrics
from tavl.server.streams.state_cache import Remembered, StreamCache
from tavl.store import Store
from tavl.store.errors import ActionIdTaken, InstantFell, StoreUnavailable
from tavl.store.log.events import Commit, Conflict, Event
from tavl.store.store import Also

ATTEMPTS = 20
MAX_EVENTS = 200_000  # of one stream: fifty times a festival's

E = TypeVar("E", bound=Struct)
K = TypeVar("K", bound=Remembered)
Taken = Callable[[Sequence[Event]], object]


class Done(Struct, Generic[E], frozen=True):
    version: int
    events: tuple[E, ...] = ()
    repeated: bool = False


class StreamExecutor(Generic[K, E]):
    def __init__(self, store: Store, metrics: Metrics, cache: StreamCache[K]) -> None:
        self._store, self._metrics, self._cache = store, metrics, cache

    def note_version(self, id: str, version: int) -> bool:
        """Another process has written. True if that is news about a stream that is cached here."""
        return self._cache.note_version(id, version)

    async def read_again(self, id: str) -> None:
        """Somebody's texts were erased from its stream; the cached state still has them."""
        async with self._cache.lock(id):
            if self._cache.get(id):
                self._cache.forget(id)
                await self._cache.catch_up(id)

    async def _found(self, id: str, create: bool) -> K | None:
        try:
            return await self._cache.catch_up(id)
        except ApiError:
            if create:
                return None
            raise

    async def _look_again(
        self, id: str, kept: K | None, who: str, action_id: str, refused: Refused
    ) -> K | Done[E] | None:
        """Before refusing: was it done already, and is this the current state?"""
        earlier = await self._store.read_action(self._cache.stream_of(id), action_id)
        if earlier and earlier[0].actor == who:
            return Done(earlier[-1].version, repeated=True)
        before = kept.version if kept else 0
        now = await self._found(id, create=True)
        if (now.version if now else 0) == before:
            self._metrics.count("refused", code=refused.code)
            raise RefusedError(refused)
        return now

    async def _committed(
        self,
        id: str,
        commit: Commit,
        also: Also | None,
        events: Sequence[E],
        take_in: Taken,
        others_take_in: Taken | None,
    ) -> Done[E] | None:
        """Commit what was decided; this stream, the first of the commit, and the others then take in what is theirs.
        None: somebody else wrote first."""
        try:
            done = await self._store.commit(commit, also)
        except InstantFell:
            return None  # a host with a faster clock wrote first
        except ActionIdTaken:
            raise ApiError("id_taken") from None
        except StoreUnavailable:
            self._cache.forget(id)  # unknown whether it was written; read the log
            raise
        if isinstance(done, Conflict):
            self._metrics.count("conflicts")
            return None
        if done.repeated:
            await self._cache.catch_up(id)
            return Done(done.events[-1].version, repeated=True)
        mine = commit.appends[0].stream
        own = [event for event in done.events if event.stream == mine]
        take_in(own)
        if others_take_in:
            others_take_in([event for event in done.events if event.stream != mine])
        return Done(own[-1].version, tuple(events))
