"""Write to the log, over an open connection."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec.structs import replace

from tavl.store.errors import ActionIdTaken, InstantFell
from tavl.store.log.events import Append, Appended, Commit, Conflict, Event, Place, new_id
from tavl.store.log.read import COLUMNS, SHIFT, STREAM_IS, event_of
from tavl.store.log.upcast import Upcasts
from tavl.store.people import erasable_texts as texts
from tavl.store.schema import events

_TXN = {
    "sqlite": sa.literal_column("0", sa.BigInteger),
    "postgresql": sa.literal_column(f"pg_current_xact_id()::text::bigint + {SHIFT}", sa.BigInteger),
}

# Statements are built once: building one takes several times as long as running it.
_INSERT = {dialect: sa.insert(events).values(txn=txn) for dialect, txn in _TXN.items()}
_FIELDS = ("id", "stream", "version", "type", "schema", "at", "actor", "action_id", "ordinal", "body")
_INTO = f"INSERT INTO events (txn, {', '.join(_FIELDS)})"
# SQLite numbers rows one after the other, and nobody else writes meanwhile.
_INSERT_SQLITE = f"{_INTO} VALUES (0{', ?' * len(_FIELDS)})"
# All rows in one parameter, whatever their number: PostgreSQL has the plan already.
_INSERT_POSTGRES = f"""
    {_INTO}
    SELECT pg_current_xact_id()::text::bigint + {SHIFT}, row ->> 0, row ->> 1, (row ->> 2)::int, row ->> 3,
           (row ->> 4)::int, (row ->> 5)::bigint, row ->> 6, row ->> 7, (row ->> 8)::int, convert_to(row ->> 9, 'UTF8')
    FROM json_array_elements(%s::json) WITH ORDINALITY AS given (row, place)
    ORDER BY place RETURNING txn, number
"""  # noqa: S608
_newest = sa.select(sa.func.max(events.c.version)).where(events.c.stream == STREAM_IS).scalar_subquery()
_BEFORE = (
    sa.select(*COLUMNS)
    .where(
        events.c.stream == STREAM_IS,
        sa.or_(events.c.version == _newest, events.c.action_id == sa.bindparam("action_is", type_=sa.Text)),
    )
    .order_by(events.c.version)
)
Said = tuple[str, str, dict[str, str]]  # by whom, in which stream, words by reference


class Collision(Exception):
    """Another transaction took the same version or action id between our read and our write: read again."""


def record(connection: sa.Connection, commit: Commit, upcasts: Upcasts) -> Appended | Conflict:
    """Write a commit's events, unless its action is known already or somebody else wrote first."""
    known: list[Event] = []
    conflict: Conflict | None = None
    fell: InstantFell | None = None
    for append in commit.appends:
        rows = connection.execute(_BEFORE, {"stream_is": append.stream, "action_is": commit.action_id}).all()
        found = [event_of(row) for row in rows]
        repeats = [event for event in found if event.action_id == commit.action_id]
        if repeats and repeats[0].actor != (append.actor or commit.actor):
            raise ActionIdTaken(stream=append.stream, action_id=commit.action_id)
        known += repeats
        version, at = (found[-1].version, found[-1].at) if found else (0, 0)
        if version != append.expected_version:
            conflict = conflict or Conflict(append.stream, version)
        elif (first := commit.at if append.events[0].at is None else append.events[0].at) < at:
            fell = fell or InstantFell(stream=append.stream, at=first, last=at)
    if known:  # first of all: a known action gets its answer, however late it is sent again
        return Appended(tuple(upcasts.read(event) for event in texts.fill(connection, known)), repeated=True)
    if conflict:
        return conflict
    if fell:
        raise fell
    return Appended(_insert(connection, commit, upcasts))


def _insert(connection: sa.Connection, commit: Commit, upcasts: Upcasts) -> tuple[Event, ...]:
    said: list[Said] = []
    written = insert_rows(connection, rows_of(commit, upcasts, said))
    for author, stream, found in said:
        texts.put(connection, author, [(stream, found)])
    if said:  # with the texts, as readers get them
        known = {id: text for _, _, found in said for id, text in found.items()}
        written = [replace(event, body=texts.filled(event.body, known)) for event in written]
    return tuple(upcasts.read(event) for event in written)


def insert_rows(connection: sa.Connection, rows: Sequence[dict[str, Any]]) -> list[Event]:
    # In the order of the streams, so that two commits to the same streams cannot wait for each other.
    order = sorted(range(len(rows)), key=lambda n: (rows[n]["stream"], rows[n]["version"]))
    values = [tuple(map(rows[n].__getitem__, _FIELDS)) for n in order]
    insert = _insert_postgres if connection.dialect.name == "postgresql" else _insert_sqlite
    try:
        places = dict(zip(order, insert(connection, values), strict=True))
    except sa.exc.IntegrityError as error:
        raise Collision from error
    return [Event(places[n], **row) for n, row in enumerate(rows)]


def _insert_sqlite(connection: sa.Connection, values: list[tuple[Any, ...]]) -> Iterable[Place]:
    connection.exec_driver_sql(_INSERT_SQLITE, values)
    last = connection.exec_driver_sql("SELECT last_insert_rowid()").scalar_one()
    return (Place(0, number) for number in range(last - len(values) + 1, last + 1))


def _insert_postgres(connection: sa.Connection, values: list[tuple[Any, ...]]) -> Iterable[Place]:
    given = msgspec.json.encode([(*rest, body.decode()) for *rest, body in values]).decode()
    return sorted(Place(*row) for row in connection.exec_driver_sql(_INSERT_POSTGRES, (given,)))


def rows_of(commit: Commit, upcasts: Upcasts, said: list[Said]) -> list[dict[str, Any]]:
    """A commit's events as they are stored; the texts in them are put into `said`."""
    return [row for append in commit.appends for row in _rows(commit, append, upcasts, said)]


def _rows(commit: Commit, append: Append, upcasts: Upcasts, said: list[Said]) -> list[dict[str, Any]]:
    rows, actor = [], append.actor or commit.actor
    for ordinal, event in enumerate(append.events):
        body, found = texts.taken_out(event, actor, commit.at)
        if found:
            said.append((actor, append.stream, found))
        rows.append(
            {
                "id": new_id(commit.at),
                "stream": append.stream,
                "version": append.expected_version + 1 + ordinal,
                "type": event.type,
                "schema": event.schema or upcasts.current(event.type),
                "at": commit.at if event.at is None else event.at,
                "actor": actor,
                "action_id": commit.action_id,
                "ordinal": ordinal,
                "body": body,
            }
        )
    return rows


def insert_as_is(connection: sa.Connection, rows: list[dict[str, Any]]) -> None:
    """Insert the events of another log with their ids."""
    try:
        connection.execute(_INSERT[connection.dialect.name], rows)
    except sa.exc.IntegrityError as error:
        raise Collision from error
