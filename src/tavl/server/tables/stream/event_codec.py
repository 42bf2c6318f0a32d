"""How a table's events are written to the log and read back."""

from __future__ import annotations

import json
from typing import Any

from tavl.server.streams.codec import StreamCodec
from tavl.server.tables.stream.stream_state import State, StreamEvent, evolve
from tavl.store.log.events import Event

STREAM = "table/"
_codec: StreamCodec[StreamEvent] = StreamCodec(STREAM, StreamEvent)

stream_of = _codec.stream_of
table_of = _codec.id_of
written = _codec.written
interned = _codec.interned
read = _codec.read


def step(state: State | None, event: Event) -> State | None:
    return evolve(state, read(event), event.at, event.version)


def as_heard(exported: dict[str, Any]) -> dict[str, Any]:
    """A person's event in an export of their data, without whether a play was legal."""
    if exported["type"] != "played":
        return exported
    return {**exported, "body": json.dumps({**json.loads(exported["body"]), "legal": True})}
