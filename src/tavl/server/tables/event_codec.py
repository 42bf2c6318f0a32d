"""How a table's events are written to the log and read back."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from tavl.recent import Recent
from tavl.rules.codec import from_json, to_json
from tavl.rules.texts import words_of
from tavl.server.tables.stream_state import State, StreamEvent, evolve
from tavl.store.errors import UnknownSchema
from tavl.store.log.events import Event, NewEvent

STREAM = "table/"
_read: Recent[bytes, StreamEvent] = Recent(4_096)


def stream_of(table: str) -> str:
    return STREAM + table


def table_of(stream: str) -> str:
    return stream.removeprefix(STREAM)


def written(event: StreamEvent) -> NewEvent:
    tag = event.__struct_config__.tag
    assert isinstance(tag, str)
    body = to_json(event)
    if _read.get(body) is None:
        _read.put(body, event)
    own = tuple(name for name, codes in words_of(type(event)) if getattr(event, name) not in codes)
    return NewEvent(tag, body, words=own)


def interned(event: StreamEvent) -> StreamEvent:
    """The same event as it will be read back: what is folded by identity need not be folded again."""
    body = to_json(event)
    known = _read.get(body)
    if known is None:
        _read.put(body, event)
        return event
    return known


def read(event: Event) -> StreamEvent:
    known = _read.get(event.body)
    if known is not None:
        return known
    try:
        happened: StreamEvent = from_json(event.body, StreamEvent)
    except msgspec.ValidationError as error:
        raise UnknownSchema(type=event.type, schema=event.schema, id=event.id, problem=str(error)) from None
    _read.put(event.body, happened)
    return happened


def step(state: State | None, event: Event) -> State | None:
    return evolve(state, read(event), event.at, event.version)


def as_heard(exported: dict[str, Any]) -> dict[str, Any]:
    """One's own event in an export of one's data: whether a play was legal is told there no more than anywhere."""
    if exported["type"] != "played":
        return exported
    return {**exported, "body": json.dumps({**json.loads(exported["body"]), "legal": True})}
