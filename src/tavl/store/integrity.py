"""The integrity check of `tavl db check`. It can run beside a server, and changes nothing. A server's own quick check:
`server/damage_check.py`.

It checks that the database finds no damage, that streams have no gaps and can be replayed, and that the projections
agree with the log. For that they are built again, in a copy.
"""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from msgspec import Struct

from tavl.store import export_file
from tavl.store.databases.database import sqlite_path
from tavl.store.databases.sqlite import copy_file
from tavl.store.errors import StoreUnavailable
from tavl.store.factory import open
from tavl.store.log import read as log_read
from tavl.store.log.events import BATCH, Event, Progress
from tavl.store.log.upcast import Upcasts
from tavl.store.projections import projection
from tavl.store.projections.projection import Projection
from tavl.store.schema import events
from tavl.store.store import Store

MAX_SHOWN = 20  # problems of one kind; the first few are enough
Replay = Callable[[Sequence[Event]], None]
"""Takes the events of one stream, and raises if they cannot be."""

_Rows = dict[str, set[tuple[Any, ...]]]


class Checked(Struct, frozen=True):
    events: int
    streams: int
    problems: tuple[str, ...]


async def check(
    url: str,
    *,
    replay: Replay,
    projections: Callable[[], Sequence[Projection]],
    upcasts: Upcasts | None = None,
    kept: Sequence[sa.Table] = (),
    progress: Progress | None = None,
) -> Checked:
    """`projections` makes a new set for each store. Raises what `open` raises for tables of another release or that
    differ from their description."""
    options: dict[str, Any] = {"upcasts": upcasts, "kept": kept}
    with tempfile.TemporaryDirectory() as folder:
        copy, exported = Path(folder, "copy.db"), Path(folder, "log.jsonl")
        if url.startswith("sqlite://"):  # a server may have the file open, so a copy is checked
            damage = _damage_of(sqlite_path(url))
            if damage:
                return Checked(0, 0, tuple(damage))
            copy_file(sqlite_path(url), copy)
            async with await _opened(f"sqlite:///{copy}", projections, options) as store:
                seen = await store.database.read(lambda c: _look(c, store, replay, progress), fixed=True)
                if not seen.problems:
                    for name in seen.projections:
                        await store.rebuild(name)
                    again = await store.read_rows(lambda c: _rows(c, store))
        else:
            async with await _opened(url, projections, options) as store:
                seen = await store.database.read(lambda c: _look(c, store, replay, progress, exported), fixed=True)
            if not seen.problems:
                async with await open(f"sqlite:///{copy}", projections=projections(), **options) as made:
                    await made.import_log(exported)
                    again = await made.read_rows(lambda c: _rows(c, made))
    problems = seen.problems or tuple(_differences(seen.rows, again))
    return Checked(seen.events, seen.streams, problems)


async def _opened(url: str, projections: Callable[[], Sequence[Projection]], options: dict[str, Any]) -> Store:
    return await open(url, projections=projections(), migrate=False, rebuild=False, **options)


class _Seen(Struct, frozen=True):
    """What was found in one snapshot."""

    problems: tuple[str, ...]
    events: int
    streams: int
    projections: tuple[str, ...]  # those of this release
    rows: _Rows


def _look(
    connection: sa.Connection, store: Store, replay: Replay, progress: Progress | None, exported: Path | None = None
) -> _Seen:
    problems = [*_unreadable(connection, store.tables)]
    faults, counted, streams = _streams(connection, store.upcasts, replay, progress)
    problems += faults
    if exported and not problems:
        export_file.write(connection, exported, store.tables)
    behind = {each.name for each in projection.stale(connection, store.given)}
    current = [each for each in store.given if each.name not in behind]
    rows = {table.name for each in current for table in each.tables}
    found = {name: kept for name, kept in _rows(connection, store).items() if name in rows}
    return _Seen(tuple(problems), counted, streams, tuple(each.name for each in current), found)


def _damage_of(path: str) -> list[str]:
    try:
        connection = sqlite3.connect(f"{Path(path).resolve().as_uri()}?mode=ro", uri=True, timeout=10)
    except sqlite3.Error as error:
        raise StoreUnavailable(path=path, problem=str(error)) from None
    try:
        found = [str(row[0]) for row in connection.execute(f"PRAGMA integrity_check({MAX_SHOWN})")]
        found += [f"{row[0]}: row {row[1]} refers to nothing" for row in connection.execute("PRAGMA foreign_key_check")]
    except sqlite3.Error as error:
        return [str(error)]
    finally:
        connection.close()
    return [each for each in found if each != "ok"][:MAX_SHOWN]


def _unreadable(connection: sa.Connection, tables: Sequence[sa.Table]) -> Iterator[str]:
    """PostgreSQL has no command for this, but checks every page that it reads. For indexes use `pg_amcheck`."""
    if connection.dialect.name != "postgresql":
        return
    connection.execute(sa.text("SET LOCAL statement_timeout = 0"))
    for table in (events, *tables):
        name = f'"{table.name}"'
        try:
            with connection.begin_nested():
                connection.execute(sa.text(f"SELECT sum(length({name}::text)) FROM {name}"))  # noqa: S608
        except sa.exc.DBAPIError as error:
            yield f"{table.name}: {str(error.orig).partition(chr(10))[0]}"


def _streams(
    connection: sa.Connection, upcasts: Upcasts, replay: Replay, progress: Progress | None
) -> tuple[list[str], int, int]:
    problems: list[str] = []
    done = streams = 0
    total = log_read.count(connection)
    for stream, read in groupby(_by_stream(connection), key=lambda event: event.stream):
        streams += 1
        found = list(read)
        done += len(found)
        if progress:
            progress(done, total)
        if len(problems) < MAX_SHOWN:
            problems += _faults(stream, found, upcasts, replay)
    return problems, done, streams


def _by_stream(connection: sa.Connection) -> Iterator[Event]:
    after = ("", 0)
    while page := log_read.by_stream(connection, after, BATCH):
        yield from page
        after = (page[-1].stream, page[-1].version)


def _faults(stream: str, found: Sequence[Event], upcasts: Upcasts, replay: Replay) -> Iterator[str]:
    for expected, event in enumerate(found, 1):
        if event.version != expected:
            yield f"{stream}: version {expected} is missing"
            return
    if any(later.at < earlier.at for earlier, later in pairwise(found)):
        yield f"{stream}: its instants fall"
    try:
        replay([upcasts.read(event) for event in found])
    except Exception as error:  # an invalid event can lead to any error
        yield f"{stream}: it cannot be replayed: {error!r}"


def _rows(connection: sa.Connection, store: Store) -> _Rows:
    tables = [table for each in store.given for table in each.tables]
    return {table.name: {tuple(row) for row in connection.execute(_content(table))} for table in tables}


def _content(table: sa.Table) -> sa.Select[Any]:
    """Counts that processes keep in separate rows are added up."""
    if "shard" not in table.c:
        return sa.select(table)
    others = [column for column in table.c if column.name not in ("shard", "count")]
    return sa.select(*others, sa.cast(sa.func.sum(table.c.count), sa.BigInteger)).group_by(*others)


def _differences(before: _Rows, after: _Rows) -> Iterator[str]:
    for table, rows in before.items():
        wrong, missing = len(rows - after[table]), len(after[table] - rows)
        if wrong or missing:
            yield f"{table}: {wrong} rows are not what the log says, {missing} that it says are not there"
