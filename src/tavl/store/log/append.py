"""Write to and read from the log, over an open connection.

The feed, all streams in one order, must not skip an event whose transaction commits after that of a later number: two
PostgreSQL transactions draw numbers 7 and 8, 8 commits, a reader takes it and moves on, then 7 commits. So an event
also has the id of its transaction, the feed is ordered by (transaction, number), and a reader sees only transactions
below the oldest one still running: below it nothing new can appear. No commit waits for another, as it would with a
lock around the counter; a long-running transaction delays only the feed.

Every cluster has its own transaction ids. In a database that is moved to a younger cluster they would be in the future,
so `feed.shift` is added to every id; `align_feed` raises it if necessary when the store is opened. In SQLite writers
take turns, so the number alone is enough: the transaction is 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec.structs import replace

from tavl.store.errors import ActionIdTaken, InstantFell
from tavl.store.log.events import Append, Appended, Commit, Conflict, Event, Place, new_id
from tavl.store.log.upcast import Upcasts
from tavl.store.people import erasable_texts as texts
from tavl.store.schema import events, feed

_COLUMNS = [
    events.c.txn,
    events.c.number,
    events.c.id,
    events.c.stream,
    events.c.version,
    events.c.type,
    events.c.schema,
    events.c.at,
    events.c.actor,
    events.c.action_id,
    events.c.ordinal,
    events.c.body,
]
_SHIFT = "(SELECT shift FROM feed)"
_TXN = {
    "sqlite": sa.literal_column("0", sa.BigInteger),
    "postgresql": sa.literal_column(f"pg_current_xact_id()::text::bigint + {_SHIFT}", sa.BigInteger),
}
_SETTLED = f"txn < pg_snapshot_xmin(pg_current_snapshot())::text::bigint + {_SHIFT}"

# Statements are built once: building one takes several times as long as running it.
_INSERT = {dialect: sa.insert(events).values(txn=txn) for dialect, txn in _TXN.items()}
_FIELDS = ("id", "stream", "version", "type", "schema", "at", "actor", "action_id", "ordinal", "body")
_INTO = f"INSERT INTO events (txn, {', '.join(_FIELDS)})"
# SQLite numbers rows one after the other, and nobody else writes meanwhile.
_INSERT_SQLITE = f"{_INTO} VALUES (0{', ?' * len(_FIELDS)})"
# All rows in one parameter, whatever their number: PostgreSQL has the plan already.
_INSERT_POSTGRES = f"""
    {_INTO}
    SELECT pg_current_xact_id()::text::bigint + {_SHIFT}, row ->> 0, row ->> 1, (row ->> 2)::int, row ->> 3,
           (row ->> 4)::int, (row ->> 5)::bigint, row ->> 6, row ->> 7, (row ->> 8)::int, convert_to(row ->> 9, 'UTF8')
    FROM json_array_elements(%s::json) WITH ORDINALITY AS given (row, place)
    ORDER BY place RETURNING txn, number
"""  # noqa: S608
_stream = sa.bindparam("stream_is", type_=sa.Text)
_HEAD = (
    sa.select(events.c.version, events.c.at)
    .where(events.c.stream == _stream)
    .order_by(events.c.version.desc())
    .limit(1)
)
_newest = sa.select(sa.func.max(events.c.version)).where(events.c.stream == _stream).scalar_subquery()
_BEFORE = (
    sa.select(*_COLUMNS)
    .where(
        events.c.stream == _stream,
        sa.or_(events.c.version == _newest, events.c.action_id == sa.bindparam("action_is", type_=sa.Text)),
    )
    .order_by(events.c.version)
)
_OF_ACTION = (
    sa.select(*_COLUMNS)
    .where(events.c.stream == _stream, events.c.action_id == sa.bindparam("action_is", type_=sa.Text))
    .order_by(events.c.ordinal)
)
_STREAM = (
    sa.select(*_COLUMNS)
    .where(
        events.c.stream == _stream,
        events.c.version > sa.bindparam("after", type_=sa.Integer),
        events.c.version <= sa.bindparam("upto", type_=sa.Integer),
    )
    .order_by(events.c.version)
    .limit(sa.bindparam("most", type_=sa.Integer))
)
# Of many streams what is new, each found by its index.
_NEWS_POSTGRES = f"""
    SELECT given.place, {", ".join(f"e.{column.name}" for column in _COLUMNS)}
    FROM json_array_elements(%s::json) WITH ORDINALITY AS given (asked, place)
    CROSS JOIN LATERAL (
        SELECT * FROM events WHERE stream = given.asked ->> 0 AND version > (given.asked ->> 1)::int ORDER BY version
    ) e
    ORDER BY given.place, e.version
"""  # noqa: S608
_after_place = sa.tuple_(events.c.txn, events.c.number) > sa.tuple_(
    sa.bindparam("after_txn", type_=sa.BigInteger), sa.bindparam("after_number", type_=sa.BigInteger)
)
_all = sa.select(*_COLUMNS).where(_after_place).order_by(events.c.txn, events.c.number)
_EVERYTHING = _all.limit(sa.bindparam("most", type_=sa.Integer))
_FEED = {"sqlite": _EVERYTHING, "postgresql": _EVERYTHING.where(sa.text(_SETTLED))}
NO_LIMIT = 2**31 - 1
Said = tuple[str, str, dict[str, str]]  # by whom, in which stream, words by reference


class Collision(Exception):
    """Another transaction took the same version or action id between our read and our write: read again."""


def _event(row: Sequence[Any]) -> Event:
    """The event as stored: with references in the place of people's texts."""
    return Event(Place(row[0], row[1]), *row[2:])


def _events(connection: sa.Connection, rows: Iterable[Sequence[Any]]) -> list[Event]:
    return texts.fill(connection, [_event(row) for row in rows])


def record(connection: sa.Connection, commit: Commit, upcasts: Upcasts) -> Appended | Conflict:
    """Write a commit's events, unless its action is known already or somebody else wrote first."""
    known: list[Event] = []
    conflict: Conflict | None = None
    fell: InstantFell | None = None
    for append in commit.appends:
        rows = connection.execute(_BEFORE, {"stream_is": append.stream, "action_is": commit.action_id}).all()
        found = [_event(row) for row in rows]
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


def head(connection: sa.Connection, stream: str) -> tuple[int, int]:
    """The last version of a stream and its time; zeros if there is no such stream."""
    row = connection.execute(_HEAD, {"stream_is": stream}).first()
    return (row[0], row[1]) if row else (0, 0)


def of_action(connection: sa.Connection, stream: str, action_id: str) -> list[Event]:
    return _events(connection, connection.execute(_OF_ACTION, {"stream_is": stream, "action_is": action_id}))


def of_stream(
    connection: sa.Connection, stream: str, after: int = 0, upto: int = NO_LIMIT, limit: int = NO_LIMIT
) -> list[Event]:
    rows = connection.execute(_STREAM, {"stream_is": stream, "after": after, "upto": upto, "most": limit})
    return _events(connection, rows)


def of_streams(connection: sa.Connection, asked: Sequence[tuple[str, int]]) -> list[list[Event]]:
    """Of each stream what came after a version, as `of_stream` finds it, in one statement where that is possible."""
    if connection.dialect.name != "postgresql":
        return [of_stream(connection, stream, after) for stream, after in asked]
    rows = connection.exec_driver_sql(_NEWS_POSTGRES, (msgspec.json.encode(asked).decode(),)).all()
    found: list[list[Event]] = [[] for _ in asked]
    for row, event in zip(rows, _events(connection, [row[1:] for row in rows]), strict=True):
        found[row[0] - 1].append(event)
    return found


def of_stream_as_kept(connection: sa.Connection, stream: str, after: int = 0, limit: int = NO_LIMIT) -> list[Event]:
    """The same with references in the place of people's words."""
    bound = {"stream_is": stream, "after": after, "upto": NO_LIMIT, "most": limit}
    return [_event(row) for row in connection.execute(_STREAM, bound)]


def of_feed(connection: sa.Connection, after: Place, limit: int) -> list[Event]:
    return texts.fill(connection, _page(connection, _FEED[connection.dialect.name], after, limit))


def of_snapshot(connection: sa.Connection, after: Place, limit: int) -> list[Event]:
    """Like the feed, without waiting for running transactions: for a reader with a fixed snapshot."""
    return texts.fill(connection, as_kept(connection, after, limit))


def by_stream(connection: sa.Connection, after: tuple[str, int], limit: int) -> list[Event]:
    """All events, one stream after the other."""
    place = sa.tuple_(events.c.stream, events.c.version)
    ordered = sa.select(*_COLUMNS).order_by(events.c.stream, events.c.version).limit(limit)
    return _events(connection, connection.execute(ordered.where(place > sa.tuple_(*after))))


def as_kept(connection: sa.Connection, after: Place, limit: int) -> list[Event]:
    """The same with references in the place of people's texts."""
    return _page(connection, _EVERYTHING, after, limit)


def _page(connection: sa.Connection, statement: sa.Select[Any], after: Place, limit: int) -> list[Event]:
    bound = {"after_txn": after.transaction, "after_number": after.number, "most": limit}
    return [_event(row) for row in connection.execute(statement, bound)]


def count(connection: sa.Connection) -> int:
    return connection.execute(sa.select(sa.func.count()).select_from(events)).scalar_one()


def align_feed(connection: sa.Connection) -> None:
    """Raise the shift if the log has transaction ids that this cluster has not reached yet."""
    if connection.dialect.name != "postgresql":
        return
    ahead = sa.text(
        f"SELECT max(txn) - pg_snapshot_xmax(pg_current_snapshot())::text::bigint - {_SHIFT} FROM events"  # noqa: S608
    )
    if (connection.execute(ahead).scalar() or -1) < 0:
        return
    connection.execute(sa.text("LOCK TABLE events IN SHARE ROW EXCLUSIVE MODE"))  # others may be at it too
    by = connection.execute(ahead).scalar_one()
    if by >= 0:
        connection.execute(sa.update(feed).values(shift=feed.c.shift + by + 1))
