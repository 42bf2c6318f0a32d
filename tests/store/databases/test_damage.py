"""A damaged database is found and reported, and never called healthy."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
import sqlalchemy as sa

from tavl import store
from tavl.server.service import Service
from tavl.server.settings import Settings
from tavl.store import StoreDamaged
from tests.server.harness import Player, running
from tests.store.helpers import AT, play_out


def damage_page_of(path: Path, table: str) -> None:
    """Write over the last page that a table has."""
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    size = connection.execute("PRAGMA page_size").fetchone()[0]
    (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()
    connection.close()
    with path.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)


async def filled(url: str) -> None:
    async with await store.open(url) as log:
        await log.people.add(AT, "Anna", id="anna")
        await play_out(log, "t:1", seed=1, length=1)


@pytest.mark.parametrize("table", ["events", "people", "webhooks"])
async def test_no_server_starts_on_a_damaged_page(sqlite_url: str, tmp_path: Path, table: str) -> None:
    await filled(sqlite_url)
    damage_page_of(tmp_path / "tavl.db", table)
    with pytest.raises(StoreDamaged, match="restore a backup"):
        await Service.open(Settings(database=sqlite_url))


async def test_a_server_that_meets_a_damaged_page_is_not_healthy_any_more(sqlite_url: str, tmp_path: Path) -> None:
    await filled(sqlite_url)
    async with running(sqlite_url) as server, Player(server.url) as anna:
        assert (await anna.http.get("/readyz")).status_code == 200
        damage_page_of(tmp_path / "tavl.db", "webhooks")
        with pytest.raises(StoreDamaged):  # as once a day
            await server.service.damage_check.look()
        answer = await anna.http.get("/readyz")
        assert answer.status_code == 503
        assert "damaged" in answer.json()["problem"]


async def test_damage_that_a_statement_finds_is_remembered(sqlite_url: str, tmp_path: Path) -> None:
    await filled(sqlite_url)
    damage_page_of(tmp_path / "tavl.db", "people")
    async with await store.open(sqlite_url) as log:
        assert (await log.health()).ok
        with pytest.raises(StoreDamaged):
            await log.people.find("anna")
        assert not (await log.health()).ok
    async with await store.open(sqlite_url) as log:
        with pytest.raises(StoreDamaged):
            await log.write_rows(lambda c: c.execute(sa.text("DELETE FROM people")))
        assert not (await log.health()).ok
