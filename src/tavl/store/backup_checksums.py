"""The checksums in a backup that is an SQLite file: a table with a SHA-256 of the rows of every other table.

SQLite notices a malformed page, but not a changed letter. The checksums are of the rows, not of the bytes of the file,
so they can be stored in the file itself. Exported logs have theirs in their last line.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import msgspec

from tavl.store.errors import BadFile

TABLE = "backup_checksums"
_TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT IN (?, 'sqlite_sequence') ORDER BY name"


def write(connection: sqlite3.Connection) -> None:
    connection.execute(f"DROP TABLE IF EXISTS {TABLE}")  # left from a backup that this database was restored from
    found = list(_checksums(connection))
    connection.execute(f"CREATE TABLE {TABLE} (name TEXT PRIMARY KEY, sha256 TEXT NOT NULL)")
    connection.executemany(f"INSERT INTO {TABLE} VALUES (?, ?)", found)  # noqa: S608 - the name is ours
    connection.commit()


def check(connection: sqlite3.Connection, path: Path) -> None:
    """Raise BadFile if the rows have changed since the backup. Backups of earlier releases have no checksums."""
    if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (TABLE,)).fetchone():
        return
    written = dict(connection.execute(f"SELECT name, sha256 FROM {TABLE}"))  # noqa: S608
    found = dict(_checksums(connection))
    for name in sorted(written.keys() | found.keys()):
        if written.get(name) != found.get(name):
            raise BadFile(path=str(path), problem=f"{name} has changed since the backup was written")


def remove(path: Path) -> None:
    """Remove the checksums from a copy that becomes a database again."""
    connection = sqlite3.connect(path)
    try:
        connection.execute(f"DROP TABLE IF EXISTS {TABLE}")
        connection.commit()
    finally:
        connection.close()


def _checksums(connection: sqlite3.Connection) -> Iterator[tuple[str, str]]:
    for (name,) in connection.execute(_TABLES, (TABLE,)).fetchall():
        digest = hashlib.sha256()
        cursor = connection.execute(f'SELECT * FROM "{name}" ORDER BY rowid')  # noqa: S608 - from the file's own list
        digest.update(msgspec.json.encode([column[0] for column in cursor.description]))
        for row in cursor:
            digest.update(msgspec.msgpack.encode(row))
        yield name, digest.hexdigest()
