"""Erasable texts in events: the stream has a reference, the text is a row in another table that can be erased.

The caller of an append names the fields that contain texts (`NewEvent.words`). In the stored body each of them is
`{"$words": id}`; readers get the original body, or `ERASED` where a text is gone. Empty texts and those of `SYSTEM`
stay in the event, and so do texts in streams that were written before there were references.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec.structs import replace

from tavl.store.log.events import REFERENCE, SYSTEM, Event, NewEvent, new_id
from tavl.store.schema import people, words

ERASED = "[erased]"
"""What stands in the place of words that are gone; pages say it in their own language."""

MAX_AT_ONCE = 500  # references looked up by one statement
_REFERENCE = re.compile(re.escape(REFERENCE) + rb'([0-9a-z]{26})"\}')
_INSERT = sa.insert(words)
_FIND = sa.select(words.c.id, words.c.text).where(words.c.id.in_(sa.bindparam("ids", expanding=True)))
_AUTHOR = sa.select(people.c.erased).where(people.c.id == sa.bindparam("author")).with_for_update(read=True)


def taken_out(event: NewEvent, actor: str, at: int) -> tuple[bytes, dict[str, str]]:
    """The body with references in the place of texts, and the texts by reference."""
    if not event.words or actor == SYSTEM:
        return event.body, {}
    fields: dict[str, Any] = msgspec.json.decode(event.body)
    found: dict[str, str] = {}
    for name in event.words:
        text = fields.get(name)
        if text:
            id = new_id(at)
            found[id] = text
            fields[name] = {"$words": id}
    return (msgspec.json.encode(fields), found) if found else (event.body, {})


def put(connection: sa.Connection, author: str, texts: Iterable[tuple[str, Mapping[str, str]]]) -> None:
    """Store texts, by stream and reference. Texts of an erased person are not stored."""
    values = [
        {"id": id, "stream": stream, "person": author, "text": text}
        for stream, found in texts
        for id, text in found.items()
    ]
    if not values:
        return
    known = connection.execute(_AUTHOR, {"author": author}).first()  # locked against erasing meanwhile
    if known is None or known.erased is None:
        connection.execute(_INSERT, values)


def filled(body: bytes, known: Mapping[str, str]) -> bytes:
    return _REFERENCE.sub(lambda found: msgspec.json.encode(known.get(found[1].decode(), ERASED)), body)


def fill(connection: sa.Connection, events: Sequence[Event]) -> list[Event]:
    """The events with their texts filled in."""
    known = find(connection, (event.body for event in events))
    if known is None:
        return list(events)
    return [replace(e, body=filled(e.body, known)) if REFERENCE in e.body else e for e in events]


def find(connection: sa.Connection, bodies: Iterable[bytes]) -> dict[str, str] | None:
    """The texts that these bodies refer to, by reference."""
    ids = [id.decode() for body in bodies if REFERENCE in body for id in _REFERENCE.findall(body)]
    if not ids:
        return None
    known: dict[str, str] = {}
    for start in range(0, len(ids), MAX_AT_ONCE):
        rows = connection.execute(_FIND, {"ids": ids[start : start + MAX_AT_ONCE]})
        known.update((row.id, row.text) for row in rows)
    return known
