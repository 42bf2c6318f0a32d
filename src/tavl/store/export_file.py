"""The log as lines of JSON, which both databases can write and read.

The first line says what the file is. Then come the events in the order of all streams and the rows of all other tables
that are not derived. The last line has the counts and a SHA-256 of all lines before it: a truncated or changed file is
refused before anything is written.
"""

from __future__ import annotations

import base64
import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any

import msgspec
import sqlalchemy as sa
from msgspec import Raw, Struct

from tavl.store.errors import BadFile, NotEmpty, StoreError, StoreUnavailable
from tavl.store.log import append
from tavl.store.log import read as log_read
from tavl.store.log.events import BATCH, BEGINNING, Event, Progress
from tavl.store.schema import timers

FORMAT = 1


class _Heading(Struct):
    tavl_log: int


class _Event(Struct):
    id: str
    stream: str
    version: int
    type: str
    schema: int
    at: int
    actor: str
    action_id: str
    ordinal: int
    body: Raw


class _Ending(Struct):
    events: int
    rows: int
    sha256: str


class _Line(Struct, omit_defaults=True):
    """A line of the file; exactly one field is set."""

    event: _Event | None = None
    row: tuple[str, dict[str, Any]] | None = None
    end: _Ending | None = None


class Exported(Struct, frozen=True):
    events: int
    rows: int


def write(
    connection: sa.Connection, path: Path, tables: Sequence[sa.Table], progress: Progress | None = None
) -> Exported:
    """Write the log and these tables into a new file, which gets its name only when it is complete."""
    return whole_file(path, lambda part: _write(connection, part, tables, progress))


def _write(connection: sa.Connection, path: Path, tables: Sequence[sa.Table], progress: Progress | None) -> Exported:
    digest, events, rows = hashlib.sha256(), 0, 0
    total = log_read.count(connection)
    with path.open("wb") as file:

        def put(value: Struct) -> None:
            line = msgspec.json.encode(value) + b"\n"
            digest.update(line)
            file.write(line)

        put(_Heading(FORMAT))
        place = BEGINNING
        while batch := log_read.as_kept(connection, place, BATCH):
            for event in batch:
                put(_Line(event=_outgoing(event)))
            events += len(batch)
            place = batch[-1].place
            if progress:
                progress(events, total)
        for table in tables:
            for row in connection.execute(sa.select(table).order_by(*table.primary_key.columns)).mappings():
                put(_Line(row=(str(table.name), {str(name): _outgoing_value(value) for name, value in row.items()})))
                rows += 1
        file.write(msgspec.json.encode(_Line(end=_Ending(events, rows, digest.hexdigest()))) + b"\n")
    return Exported(events, rows)


def _outgoing(event: Event) -> _Event:
    envelope = {name: getattr(event, name) for name in _Event.__struct_fields__ if name != "body"}
    return _Event(**envelope, body=Raw(event.body))


def _outgoing_value(value: Any) -> Any:
    return {"base64": base64.b64encode(value).decode()} if isinstance(value, bytes) else value


def read(
    connection: sa.Connection, path: Path, tables: Sequence[sa.Table], progress: Progress | None = None
) -> Exported:
    """Read a file into an empty store, all or nothing."""
    ending = verify(path)
    by_name = {table.name: table for table in tables}
    if log_read.count(connection) or any(connection.execute(sa.select(table).limit(1)).first() for table in tables):
        raise NotEmpty(problem="the store is not empty")
    events: list[dict[str, Any]] = []
    done = 0
    for number, line in _lines(path):
        if line.event:
            events.append(_incoming(line.event))
        if events and (len(events) == BATCH or not line.event):
            _insert(connection, events, path)
            done += len(events)
            events = []
            if progress:
                progress(done, ending.events)
        if line.row:
            _insert_row(connection, by_name, line.row, path, number)
    return Exported(ending.events, ending.rows)


def _incoming(event: _Event) -> dict[str, Any]:
    values = {name: getattr(event, name) for name in event.__struct_fields__}
    values["body"] = bytes(event.body)
    return values


def _insert(connection: sa.Connection, events: list[dict[str, Any]], path: Path) -> None:
    try:
        append.insert_as_is(connection, events)
    except append.Collision as error:
        raise BadFile(path=str(path), problem="an event appears twice") from error


def _insert_row(
    connection: sa.Connection, tables: dict[str, sa.Table], row: tuple[str, dict[str, Any]], path: Path, number: int
) -> None:
    name, values = row
    table = tables.get(name)
    if table is None or not set(values) <= set(table.c.keys()):
        raise BadFile(path=str(path), line=number, problem=f"a row of {name} that this release does not know")
    values = {name: _incoming_value(value) for name, value in values.items()}
    if table is timers:
        values |= {"lease_owner": None, "lease_until": None, "lease_token": None}
    try:
        connection.execute(sa.insert(table).values(values))
    except sa.exc.DBAPIError as error:
        raise BadFile(path=str(path), line=number, problem=str(error.orig)) from error


def _incoming_value(value: Any) -> Any:
    if isinstance(value, str):  # earlier releases let NUL into SQLite, which PostgreSQL does not accept
        return value.replace("\0", "\N{REPLACEMENT CHARACTER}")
    return base64.b64decode(value["base64"]) if isinstance(value, dict) else value


def verify(path: Path) -> _Ending:
    """Check the file, and return its last line."""
    digest, events, rows = hashlib.sha256(), 0, 0
    ending: _Ending | None = None
    previous = b""
    with _opened(path) as file:
        for number, data in enumerate(file, 1):
            if ending:
                raise BadFile(path=str(path), line=number, problem="something after the end")
            if previous:
                digest.update(previous)
            previous = data
            if number == 1:
                _check_heading(path, data)
                continue
            line = _parse(path, number, data)
            events += line.event is not None
            rows += line.row is not None
            ending = line.end
    if ending is None:
        raise BadFile(path=str(path), problem="cut short")
    if (ending.sha256, ending.events, ending.rows) != (digest.hexdigest(), events, rows):
        raise BadFile(path=str(path), problem="changed since it was written")
    return ending


def _check_heading(path: Path, data: bytes) -> None:
    try:
        heading = msgspec.json.decode(data, type=_Heading)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise BadFile(path=str(path), line=1, problem="not an exported log") from None
    if heading.tavl_log != FORMAT:
        raise BadFile(path=str(path), line=1, problem="of a later release", format=heading.tavl_log)


def _lines(path: Path) -> Iterator[tuple[int, _Line]]:
    with _opened(path) as file:
        for number, data in enumerate(file, 1):
            if number > 1:
                yield number, _parse(path, number, data)


def _parse(path: Path, number: int, data: bytes) -> _Line:
    try:
        return msgspec.json.decode(data, type=_Line)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadFile(path=str(path), line=number, problem=str(error)) from None


def _opened(path: Path) -> IO[bytes]:
    try:
        return path.open("rb")
    except OSError as error:
        raise BadFile(path=str(path), problem=error.strerror) from None


def whole_file(path: Path, fill: Callable[[Path], Exported]) -> Exported:
    """Write a new file that appears under its name only when it is complete and on the disk."""
    if path.exists():
        raise NotEmpty(path=str(path), problem="the file exists already")
    part = path.with_name(path.name + ".part")
    try:
        part.unlink(missing_ok=True)
        part.touch(mode=0o600)  # it contains names and contacts
        written = fill(part)
        settle(part, path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise StoreUnavailable(path=str(path), problem=error.strerror) from error
    except StoreError:
        part.unlink(missing_ok=True)
        raise
    return written


def settle(part: Path, path: Path) -> None:
    with part.open("r+b") as file:
        os.fsync(file.fileno())
    part.replace(path)
    if os.name == "posix":
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
