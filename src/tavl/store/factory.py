"""Open and upgrade a store."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa

from tavl.extras import command_for
from tavl.store.databases.database import Database
from tavl.store.databases.sqlite import SqliteDatabase
from tavl.store.errors import BadUrl, DriverMissing, NotDurable
from tavl.store.log.events import Progress
from tavl.store.log.subscriptions import Hints
from tavl.store.log.upcast import Upcasts
from tavl.store.migrations import upgrade as upgrades
from tavl.store.people.people import PersonalTable
from tavl.store.projections.projection import Projection
from tavl.store.schema import metadata
from tavl.store.store import Store

_DURABLE = {
    "sqlite": {"journal_mode": "wal", "synchronous": "2"},
    "postgresql": {"fsync": "on", "full_page_writes": "on"},
}


def _database(url: str, hints: Hints) -> Database:
    if url.startswith("sqlite://"):
        return SqliteDatabase(url)
    if url.startswith("postgres"):
        try:
            from tavl.store.databases.postgres import PostgresDatabase  # its driver comes with an extra
        except ModuleNotFoundError as error:
            raise DriverMissing(command=command_for(error)) from None
        return PostgresDatabase(url, hints.tell)
    raise BadUrl(url=url.partition(":")[0], problem="sqlite:///path or postgresql://user@host/database")


async def open(
    url: str,
    *,
    projections: Sequence[Projection] = (),
    upcasts: Upcasts | None = None,
    personal: Sequence[PersonalTable] = (),
    kept: Sequence[sa.Table] = (),
    migrate: bool = True,
    rebuild: bool = True,
    progress: Progress | None = None,
) -> Store:
    """The store at `sqlite:///path` or `postgresql://user@host/database`, with its tables at this release's revision.

    Projections that are new or have a new version are rebuilt first. Without `rebuild`, a store with an outdated
    projection can only be read. `kept` are tables besides the store's own; the migrations create them too, and they
    are in every backup. Tables that differ from their description are refused.
    """
    hints = Hints()
    database = _database(url, hints)
    store = Store(database, hints, projections, upcasts, personal, kept)
    try:
        await database.open()
        if migrate:
            await database.write(upgrades.upgrade, patient=True)
        else:
            await database.read(upgrades.require_newest)
        await database.read(lambda c: upgrades.require_as_described(c, (*metadata.tables.values(), *kept)))
        await _require_durable(database)
        await store.prepare(rebuild, progress)
        database.listen_to_others()
    except BaseException:
        await database.close()
        raise
    return store


async def _require_durable(database: Database) -> None:
    found = await database.durability()
    for setting, needed in _DURABLE[database.kind].items():
        if found[setting] != needed:
            raise NotDurable(setting=setting, found=found[setting], needed=needed)
    if found.get("synchronous_commit") == "off":
        raise NotDurable(setting="synchronous_commit", found="off", needed="on")


async def upgrade(url: str) -> tuple[str | None, str]:
    """Migrate the tables to this release's revision, and return the revisions before and after."""
    database = _database(url, Hints())
    try:
        await database.open()
        return await database.write(upgrades.upgrade, patient=True)
    finally:
        await database.close()


async def revision(url: str) -> str | None:
    """The revision of the tables; None if there are none. Nothing is changed."""
    database = _database(url, Hints())
    try:
        await database.open()
        return await database.read(upgrades.current_revision)
    finally:
        await database.close()
