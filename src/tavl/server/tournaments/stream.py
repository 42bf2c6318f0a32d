"""A tournament's stream: how its events are written to the log, read back and folded."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Sequence
from functools import cached_property

from msgspec import Struct

from tavl.server.streams.codec import StreamCodec
from tavl.server.streams.state_cache import Remembered, StreamCache
from tavl.store import Store
from tavl.store.log.events import SYSTEM, Event
from tavl.store.projections.tournament_list import STREAM as STREAM
from tavl.tournament import Stamp, Tournament, replay
from tavl.tournament.acts import AnyEvent
from tavl.tournament.view import View

__all__ = [
    "STREAM",
    "Kept",
    "PublicState",
    "TournamentCache",
    "check_replay",
    "fold",
    "id_of",
    "read",
    "stamp_of",
    "stream_of",
    "written",
]
PACKED = 3  # of gzip's nine levels: beyond it a large tournament takes three times as long and is a seventh smaller
_codec: StreamCodec[AnyEvent] = StreamCodec(STREAM, AnyEvent)

stream_of = _codec.stream_of
id_of = _codec.id_of
written = _codec.written
read = _codec.read


def stamp_of(event: Event) -> Stamp:
    return Stamp(event.at, "" if event.actor == SYSTEM else event.actor, event.action_id)


def fold(tournament: Tournament | None, events: Sequence[Event]) -> Tournament | None:
    return replay(((read(event), stamp_of(event)) for event in events), tournament)


class PublicState:
    """The public state as it is sent, compressed once for all readers."""

    def __init__(self, plain: bytes) -> None:
        self.plain = plain

    @cached_property
    def packed(self) -> bytes:
        return gzip.compress(self.plain, PACKED, mtime=0)


class Kept(Remembered):
    """A tournament as the log has it at a version."""

    tournament: Tournament
    at_version: int
    public_state: tuple[int, int, PublicState] | None = None  # what everybody may see: at which version, of which names
    public: tuple[int, View] | None = None  # the same, without names

    @property
    def version(self) -> int:
        return self.at_version


class Change(Struct, frozen=True):
    """Events were written."""

    id: str
    before: int
    version: int
    events: tuple[Event, ...]


Heard = Callable[[Change, Tournament], None]


class TournamentCache(StreamCache[Kept]):
    def __init__(self, store: Store, most: int) -> None:
        super().__init__(store, STREAM, most)
        self._listeners: list[Heard] = []

    def subscribe(self, listener: Heard) -> None:
        """Called with new events, from this process or another, once they are known here."""
        self._listeners.append(listener)

    def fold(self, kept: Kept | None, events: Sequence[Event]) -> Kept | None:
        tournament = fold(kept.tournament if kept else None, events)
        if tournament is None:
            return None
        if kept is None:
            return Kept(tournament, events[-1].version)
        if events:
            kept.tournament, kept.at_version = tournament, events[-1].version
        return kept

    def tell(self, id: str, kept: Kept, events: Sequence[Event]) -> None:
        change = Change(id, events[0].version - 1, kept.version, tuple(events))
        for listener in self._listeners:
            listener(change, kept.tournament)


def check_replay(events: Sequence[Event]) -> None:
    """Replay a whole stream; raises if that fails. Other streams than tournaments' are skipped."""
    if events and events[0].stream.startswith(STREAM):
        fold(None, events)
