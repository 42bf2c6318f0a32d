"""Subscriptions to hints of new events. A hint may be lost, so subscribers also read the log."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable

from tavl.store.log.events import Hint

ROOM = 1000  # hints that may wait for one listener


class Subscription:
    """`async with store.subscribe() as hints: async for hint in hints: ...`"""

    def __init__(self, listeners: set[Subscription], own: bool) -> None:
        self._listeners, self.own = listeners, own
        self._waiting: dict[str | None, int] = {}
        self._arrived = asyncio.Event()

    def put(self, hint: Hint) -> None:
        """Keep only the highest version of a stream. With too many streams, one hint says to read the log."""
        if hint.stream is None or len(self._waiting) >= ROOM:
            self._waiting = {None: 0}
        else:
            self._waiting[hint.stream] = max(hint.version, self._waiting.get(hint.stream, 0))
        self._arrived.set()

    async def next(self, within_s: float | None = None) -> Hint | None:
        """The next hint; None when the time is up."""
        if not self._waiting:
            try:
                async with asyncio.timeout(within_s):
                    await self._arrived.wait()
            except TimeoutError:
                return None
        stream = next(iter(self._waiting))
        version = self._waiting.pop(stream)
        if not self._waiting:
            self._arrived.clear()
        return Hint(stream, version)

    async def __aenter__(self) -> Subscription:
        self._listeners.add(self)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._listeners.discard(self)

    def __aiter__(self) -> AsyncIterator[Hint]:
        return self

    async def __anext__(self) -> Hint:
        hint = await self.next()
        assert hint is not None
        return hint


class Hints:
    def __init__(self) -> None:
        self._listeners: set[Subscription] = set()

    def subscribe(self, own: bool = True) -> Subscription:
        return Subscription(self._listeners, own)

    def tell(self, hints: Iterable[Hint], own: bool = False) -> None:
        """`own`: of a commit of this process."""
        listeners = [listener for listener in self._listeners if listener.own or not own]
        for hint in hints if listeners else ():
            for listener in listeners:
                listener.put(hint)
