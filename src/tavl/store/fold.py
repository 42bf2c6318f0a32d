"""State is a fold over the log. What is kept of it, in memory or in `snapshots`, only saves time."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

import sqlalchemy as sa

from tavl.store.databases.dialect import upsert
from tavl.store.log.events import Event
from tavl.store.schema import snapshots

S = TypeVar("S")
V = TypeVar("V")

SNAPSHOT_EVERY = 200  # events; a match has a few hundred


@dataclass(frozen=True)
class Fold(Generic[S]):
    """How a stream becomes a state. With `encode` and `decode` it can be kept in a snapshot; another `version` of the
    fold does not read the snapshots of this one."""

    name: str
    start: Callable[[], S]
    step: Callable[[S, Event], S]
    version: int = 1
    encode: Callable[[S], bytes] | None = None
    decode: Callable[[bytes], S] | None = None


@dataclass(frozen=True)
class Loaded(Generic[S]):
    """The state of a stream at a version. `at` is the instant of its last event: no later one may be earlier."""

    state: S
    version: int = 0
    at: int = 0
    event_id: str = ""

    def then(self, fold: Fold[S], events: Iterable[Event]) -> Loaded[S]:
        state, last = self.state, None
        for event in events:
            state, last = fold.step(state, event), event
        return Loaded(state, last.version, last.at, last.id) if last else self


class Recent(Generic[V]):
    """The values used last. Threads share it."""

    def __init__(self, room: int) -> None:
        self._room = room
        self._values: OrderedDict[Hashable, V] = OrderedDict()
        self._guard = threading.Lock()

    def get(self, key: Hashable) -> V | None:
        with self._guard:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def put(self, key: Hashable, value: V) -> None:
        with self._guard:
            self._values[key] = value
            self._values.move_to_end(key)
            while len(self._values) > self._room:
                self._values.popitem(last=False)

    def drop(self, key: Hashable) -> None:
        with self._guard:
            self._values.pop(key, None)

    def clear(self) -> None:
        with self._guard:
            self._values.clear()

    def __len__(self) -> int:
        return len(self._values)


_SAVED = ("fold_version", "version", "event_id", "at", "state")
_SAVE = upsert(snapshots, lambda new: {name: new[name] for name in _SAVED})


def save_snapshot(connection: sa.Connection, fold: Fold[S], stream: str, loaded: Loaded[S]) -> None:
    assert fold.encode
    row = {
        "fold": fold.name,
        "stream": stream,
        "fold_version": fold.version,
        "version": loaded.version,
        "event_id": loaded.event_id,
        "at": loaded.at,
        "state": fold.encode(loaded.state),
    }
    connection.execute(_SAVE[connection.dialect.name], row)


def find_snapshot(connection: sa.Connection, fold: Fold[S], stream: str) -> Loaded[S] | None:
    columns = (snapshots.c.state, snapshots.c.version, snapshots.c.at, snapshots.c.event_id)
    row = connection.execute(
        sa.select(*columns).where(
            snapshots.c.fold == fold.name,
            snapshots.c.stream == stream,
            snapshots.c.fold_version == fold.version,
        )
    ).first()
    return Loaded(fold.decode(row[0]), *row[1:]) if row and fold.decode else None
