"""The cache of tables' states and last events in this process. How many: `folds_kept` in `server/settings.py`."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

import sqlalchemy as sa

from tavl.server import schema
from tavl.server.messages.tables import EventOut
from tavl.server.streams.state_cache import Remembered, StreamCache
from tavl.server.tables.dice.verifiable_dice import FairDice
from tavl.server.tables.stream import stream_state
from tavl.server.tables.stream.event_codec import STREAM, read, stream_of
from tavl.server.tables.stream.stream_state import State
from tavl.store import Store
from tavl.store.log.events import Event
from tavl.store.log.read import NO_LIMIT

RECENT = 64  # events kept with a state, for clients that are only a little behind
Heard = Callable[[str, State, Sequence[EventOut]], None]


class Kept(Remembered):
    state: State
    recent: deque[EventOut]
    secrets: dict[str, str] | None = None
    secrets_of: FairDice | None = None  # the dice that they were last found enough for
    wanted: tuple[State, dict[str, int | None]] | None = None  # timers, and of which state

    @property
    def version(self) -> int:
        return self.state.version


class StateCache(StreamCache[Kept]):
    def __init__(self, store: Store, most: int, is_in_use: Callable[[str], bool]) -> None:
        super().__init__(store, STREAM, most, is_in_use)
        self._listeners: list[Heard] = []

    def subscribe(self, listener: Heard) -> None:
        """Call it with every new event, from this process or another."""
        self._listeners.append(listener)

    def fold(self, kept: Kept | None, events: Sequence[Event]) -> Kept | None:
        outs = [_out(event) for event in events]
        state = stream_state.fold(kept.state if kept else None, ((out.event, out.at, out.version) for out in outs))
        if state is None:
            return None
        if kept is None:
            return Kept(state, deque(outs, RECENT))
        kept.state = state
        kept.recent.extend(outs)
        return kept

    def tell(self, id: str, kept: Kept, events: Sequence[Event]) -> None:
        outs = [_out(event) for event in events]
        for listener in self._listeners:
            listener(id, kept.state, outs)

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

    async def secrets(self, table: str, kept: Kept) -> dict[str, str]:
        """The server's secrets for this table, by promise; another process may have drawn some of them."""
        dice = kept.state.dice
        if kept.secrets is not None and kept.secrets_of is dice:
            return kept.secrets
        words = {word.promise for word in dice.words if word and word.drawn_by_server}
        if kept.secrets is None or not words | {dice.promise} <= set(kept.secrets):
            c = schema.dice_secrets.c
            query = sa.select(c.promise, c.text).where(c.stream == stream_of(table))
            found = await self._store.read_rows(lambda connection: connection.execute(query).all())
            kept.secrets = {row.promise: row.text for row in found}
        kept.secrets_of = dice
        return kept.secrets


def _out(event: Event) -> EventOut:
    return EventOut(event.version, event.at, read(event))
