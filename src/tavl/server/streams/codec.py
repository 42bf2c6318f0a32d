"""How the events of one kind of stream are written to the log and read back."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from tavl.recent import Recent
from tavl.rules.codec import from_json, to_json
from tavl.rules.text_kinds import words_of
from tavl.store.errors import UnknownSchema
from tavl.store.log.events import Event, NewEvent

E = TypeVar("E", bound=Struct)
REMEMBERED = 4_096  # events that need not be read again


class StreamCodec(Generic[E]):
    """`prefix` is the prefix of their names; `kind` is the union of their events."""

    def __init__(self, prefix: str, kind: Any) -> None:
        self.prefix, self._kind = prefix, kind
        self._read: Recent[bytes, E] = Recent(REMEMBERED)

    def stream_of(self, id: str) -> str:
        return self.prefix + id

    def id_of(self, stream: str) -> str:
        return stream.removeprefix(self.prefix)

    def written(self, event: E) -> NewEvent:
        tag = event.__struct_config__.tag
        assert isinstance(tag, str)
        body = to_json(event)
        if self._read.get(body) is None:
            self._read.put(body, event)
        own = tuple(name for name, codes in words_of(type(event)) if getattr(event, name) not in codes)
        return NewEvent(tag, body, words=own)

    def interned(self, event: E) -> E:
        """The same event as it will be read back: caches by identity then need not fold it again."""
        body = to_json(event)
        known = self._read.get(body)
        if known is None:
            self._read.put(body, event)
            return event
        return known

    def read(self, event: Event) -> E:
        known = self._read.get(event.body)
        if known is not None:
            return known
        try:
            happened: E = from_json(event.body, self._kind)
        except msgspec.ValidationError as error:
            raise UnknownSchema(type=event.type, schema=event.schema, id=event.id, problem=str(error)) from None
        self._read.put(event.body, happened)
        return happened
