"""A database of every earlier schema, of either kind, as the release of its time left it (`earlier/`): it is upgraded
where it stands, nothing is lost, and a server runs on it.

The first releases stamped the log's tables with a revision and made the server's own without one.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.script import ScriptDirectory

from tavl import store
from tavl.server import schema as rows
from tavl.server.service import Service, open_store
from tavl.server.settings import Settings
from tavl.store import SchemaDiffers, SchemaOutdated, SchemaTooNew, Store
from tavl.store.migrations.upgrade import _config, newest_revision
from tavl.store.schema import events, kept_tables
from tests.server.harness import Player, running
from tests.store.migrations.test_migrations import differences
from tests.store.postgres import Postgres

EARLIER = Path(__file__).parents[1] / "earlier"
NAMES = sorted({path.name.partition(".")[0] for path in EARLIER.glob("*.sql")})
KEPT = (events, *kept_tables(), *rows.ALL)
Made = Callable[[str], str]


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def made(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Made]:
    """The address of a database of an earlier release."""
    kind = request.param

    def script(name: str) -> str:
        return (EARLIER / f"{name}.{kind}.sql").read_text()

    if kind == "sqlite":

        def in_a_file(name: str) -> str:
            connection = sqlite3.connect(tmp_path / "tavl.db")
            connection.executescript(script(name))
            connection.close()
            return f"sqlite:///{tmp_path / 'tavl.db'}"

        yield in_a_file
        return
    postgres: Postgres = request.getfixturevalue("postgres")
    with postgres.database() as url:

        def in_a_database(name: str) -> str:
            Postgres(url).execute(script(name))
            return url

        yield in_a_database


@contextmanager
def connected(url: str) -> Iterator[sa.Connection]:
    engine = sa.create_engine(url.replace("postgresql://", "postgresql+psycopg://"))
    try:
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()


def content(url: str) -> dict[str, list[dict[str, Any]]]:
    """All rows of what is kept, in the columns that the database has."""
    with connected(url) as connection:
        there = sa.inspect(connection).get_table_names()
        found = {}
        for table in KEPT:
            if table.name in there:
                here = sa.Table(table.name, sa.MetaData(), autoload_with=connection)
                rows = connection.execute(sa.select(here).order_by(*here.primary_key.columns)).mappings()
                found[table.name] = [dict(row) for row in rows]
        return found


async def opened(url: str, **options: Any) -> Store:
    return await open_store(Settings(database=url), **options)


@pytest.mark.parametrize("name", NAMES)
async def test_an_earlier_database_is_upgraded_where_it_stands_and_nothing_is_lost(made: Made, name: str) -> None:
    url = made(name)
    before = content(url)
    assert before["events"]
    assert before["people"]
    assert "server" not in name or before["accounts"]
    async with await opened(url) as log:
        assert (await log.health()).revision == newest_revision()
        assert await log.write_rows(differences) == []
        assert (await log.counts())["tables"] == (name != "0001-log")  # whose stream is no table of the server
    after = content(url)
    for table, was in before.items():
        assert [dict(was[n].items() & row.items()) for n, row in enumerate(after[table])] == was, table
    assert set(after) == {table.name for table in KEPT}


@pytest.mark.parametrize("name", [name for name in NAMES if name != "0001-log"])
async def test_a_server_goes_on_with_an_earlier_database(made: Made, name: str) -> None:
    url = made(name)
    login = content(url)["accounts"][0]["login"]
    async with running(url) as server, Player(server.url) as anna:
        assert (await anna.http.get("/readyz")).status_code == 200
        me = await anna.ask("POST", "/login", 200, login=login, password="correct horse")
        assert me["name"] == "Anna Ås"
        (mine,) = (await anna.ask("GET", "/tables", 200))["mine"]
        assert mine["status"] == "playing"
        async with anna.at(mine["id"]) as here:
            assert here.view["seats"][0] == me["id"]


@pytest.mark.parametrize("name", NAMES)
async def test_without_leave_to_migrate_an_earlier_database_is_refused_unchanged(made: Made, name: str) -> None:
    url = made(name)
    before = content(url)
    with pytest.raises(SchemaOutdated, match="tavl db upgrade"):
        await opened(url, migrate=False)
    assert content(url) == before


async def test_a_database_of_a_later_release_is_refused_in_a_sentence_and_left_alone(made: Made) -> None:
    url = made(NAMES[-1])
    with connected(url) as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    before = content(url)
    with pytest.raises(SchemaTooNew, match="was written by a later release: its revision is 9999"):
        await opened(url)
    assert content(url) == before


@pytest.mark.parametrize("table", [table for table in KEPT if table.name != "feed"], ids=lambda table: table.name)
async def test_no_server_starts_without_a_column_that_it_needs(sqlite_url: str, table: sa.Table) -> None:
    await store.upgrade(sqlite_url)
    gone = table.columns.values()[-1].name
    with connected(sqlite_url) as connection:
        _drop_column(connection, table, gone)
    with pytest.raises(SchemaDiffers, match=rf"{table.name}.{gone} is missing"):
        await Service.open(Settings(database=sqlite_url))


def _drop_column(connection: sa.Connection, table: sa.Table, column: str) -> None:
    """By renaming: SQLite drops none that a key or an index needs, and it is the same to whoever looks for it."""
    connection.execute(sa.text(f'ALTER TABLE {table.name} RENAME COLUMN "{column}" TO "{column}_before"'))


@pytest.mark.postgres
@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ("DROP TABLE accounts", "accounts is missing"),
        ("ALTER TABLE tokens DROP COLUMN made", "tokens.made is missing"),
        ("ALTER TABLE logins ALTER COLUMN used TYPE text", "logins.used is TEXT"),
        ("ALTER TABLE accounts ALTER COLUMN password DROP NOT NULL", "accounts.password can be empty"),
        ("ALTER TABLE words ADD COLUMN x text NOT NULL", "words.x is not known"),
        (
            "ALTER TABLE events DROP CONSTRAINT uq_events_stream_version",
            "events may have the same stream, version twice",
        ),
        ("ALTER TABLE accounts DROP CONSTRAINT accounts_login_key", "accounts may have the same login twice"),
        ("ALTER TABLE people DROP COLUMN contact", "people.contact is missing"),
    ],
)
async def test_tables_that_were_changed_by_hand_are_refused(
    another_postgres_url: str, change: str, problem: str
) -> None:
    Postgres(another_postgres_url).execute(change)
    with pytest.raises(SchemaDiffers) as error:
        await opened(another_postgres_url)
    assert problem in str(error.value.facts["problem"])


def test_every_revision_but_the_newest_has_a_database_here() -> None:
    """Before a new revision is written, the schema that it changes is put on record (`record_earlier.py`)."""
    revisions = {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}
    never_released_alone = {"0004", "0006", "0007", "0008"}
    assert {name[:4] for name in NAMES} >= revisions - {newest_revision()} - never_released_alone
    assert all((EARLIER / f"{name}.{kind}.sql").exists() for name in NAMES for kind in ("sqlite", "postgresql"))
