"""Read from the log, over an open connection: a stream, many of them, or all events in one order.

All events are ordered by (transaction, number), and read page by page. The reader has a snapshot, or has locked appends
out, because an event may commit after one that comes later in this order: two PostgreSQL transactions draw numbers 7
and 8, 8 commits, a reader takes it and moves on, then 7 commits. Whoever follows streams while others write asks for
what each has beyond a version (`of_streams`).

Every cluster has its own transaction ids. In a database that is moved to a younger cluster they would be in the future,
and new events would come before old ones. So `feed.shift` is added to every id; `align_feed` raises it if necessary
when the store is opened. In SQLite writers take turns, so the number alone is enough: the transaction is 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from tavl.store.log.events import Event, Place
from tavl.store.people import erasable_texts as texts
from tavl.store.schema import events, feed

COLUMNS = [
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
SHIFT = "(SELECT shift FROM feed)"
STREAM_IS = sa.bindparam("stream_is", type_=sa.Text)
# Statements are built once: building one takes several times as long as running it.
_HEAD = (
    sa.select(events.c.version, events.c.at)
    .where(events.c.stream == STREAM_IS)
    .order_by(events.c.version.desc())
    .limit(1)
)
_OF_ACTION = (
    sa.select(*COLUMNS)
    .where(events.c.stream == STREAM_IS, events.c.action_id == sa.bindparam("action_is", type_=sa.Text))
    .order_by(events.c.ordinal)
)
_STREAM = (
    sa.select(*COLUMNS)
    .where(
        events.c.stream == STREAM_IS,
        events.c.version > sa.bindparam("after", type_=sa.Integer),
        events.c.version <= sa.bindparam("upto", type_=sa.Integer),
    )
    .order_by(events.c.version)
    .limit(sa.bindparam("most", type_=sa.Integer))
)
# Of many streams what is new, each found by its index.
_NEWS_POSTGRES = f"""
    SELECT given.place, {", ".join(f"e.{column.name}" for column in COLUMNS)}
    FROM json_array_elements(%s::json) WITH ORDINALITY AS given (asked, place)
    CROSS JOIN LATERAL (
        SELECT * FROM events WHERE stream = given.asked ->> 0 AND version > (given.asked ->> 1)::int ORDER BY version
    ) e
    ORDER BY given.place, e.version
"""  # noqa: S608
_after_place = sa.tuple_(events.c.txn, events.c.number) > sa.tuple_(
    sa.bindparam("after_txn", type_=sa.BigInteger), sa.bindparam("after_number", type_=sa.BigInteger)
)
_EVERYTHING = (
    sa.select(*COLUMNS)
    .where(_after_place)
    .order_by(events.c.txn, events.c.number)
    .limit(sa.bindparam("most", type_=sa.Integer))
)
NO_LIMIT = 2**31 - 1


def event_of(row: Sequence[Any]) -> Event:
    """The event as stored: with references in the place of people's texts."""
    return Event(Place(row[0], row[1]), *row[2:])


def _events(connection: sa.Connection, rows: Iterable[Sequence[Any]]) -> list[Event]:
    return texts.fill(connection, [event_of(row) for row in rows])


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
    return [event_of(row) for row in connection.execute(_STREAM, bound)]


def of_snapshot(connection: sa.Connection, after: Place, limit: int) -> list[Event]:
    """The events of all streams after a place: for a reader with a fixed snapshot, or with appends locked out."""
    return texts.fill(connection, as_kept(connection, after, limit))


def by_stream(connection: sa.Connection, after: tuple[str, int], limit: int) -> list[Event]:
    """All events, one stream after the other."""
    place = sa.tuple_(events.c.stream, events.c.version)
    ordered = sa.select(*COLUMNS).order_by(events.c.stream, events.c.version).limit(limit)
    return _events(connection, connection.execute(ordered.where(place > sa.tuple_(*after))))


def as_kept(connection: sa.Connection, after: Place, limit: int) -> list[Event]:
    """The same with references in the place of people's texts."""
    bound = {"after_txn": after.transaction, "after_number": after.number, "most": limit}
    return [event_of(row) for row in connection.execute(_EVERYTHING, bound)]


def count(connection: sa.Connection) -> int:
    return connection.execute(sa.select(sa.func.count()).select_from(events)).scalar_one()


def align_feed(connection: sa.Connection) -> None:
    """Raise the shift if the log has transaction ids that this cluster has not reached yet."""
    if connection.dialect.name != "postgresql":
        return
    ahead = sa.text(
        f"SELECT max(txn) - pg_snapshot_xmax(pg_current_snapshot())::text::bigint - {SHIFT} FROM events"  # noqa: S608
    )
    if (connection.execute(ahead).scalar() or -1) < 0:
        return
    connection.execute(sa.text("LOCK TABLE events IN SHARE ROW EXCLUSIVE MODE"))  # others may be at it too
    by = connection.execute(ahead).scalar_one()
    if by >= 0:
        connection.execute(sa.update(feed).values(shift=feed.c.shift + by + 1))
