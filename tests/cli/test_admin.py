"""`tavl admin` on its own database, and beside a server on PostgreSQL."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner
from websockets.exceptions import ConnectionClosed

from tavl.cli.app import app
from tests.server.harness import Player, running
from tests.store.conftest import postgres
from tests.store.postgres import TEMPLATE, Postgres

__all__ = ["postgres"]


@pytest.fixture
def postgres_url(postgres: Postgres) -> Iterator[str]:
    with postgres.database(TEMPLATE) as url:
        yield url


def tavl(database: str, *words: str, code: int = 0) -> str:
    done = CliRunner(env={"TAVL_DATABASE": database, "LANG": "C.UTF-8"}).invoke(app, ["admin", *words])
    assert done.exit_code == code, done.output
    return done.output


async def make_anna(database: str) -> dict[str, str]:
    """An account, and a report about it."""
    async with running(database) as server, Player(server.url) as anna, Player(server.url) as bo:
        made = await anna.ask("POST", "/account", 201, password="correct horse", name="Anna")
        await bo.me()
        await bo.ask("POST", "/reports", 201, person=made["me"]["id"], reason="words", text="Rude.")
        return {"id": made["me"]["id"], "login": made["login"]}


def test_the_first_administrator_is_made_before_the_server_starts(tmp_path: Path) -> None:
    database = str(tmp_path / "tavl.db")
    anna = asyncio.run(make_anna(f"sqlite:///{database}"))
    login = anna["login"]
    assert "Anna is an administrator now." in tavl(database, "grant", login)
    (report,) = json.loads(tavl(database, "reports", "--json"))
    assert (report["about"], report["reason"], report["text"]) == (anna["id"], "words", "Rude.")
    assert "Rude." in tavl(database, "reports")
    tavl(database, "close", report["id"], "--outcome", "Talked to her.")
    assert "There are no reports." in tavl(database, "reports")
    assert "Talked to her." in tavl(database, "reports", "--all")
    assert tavl(database, "close", report["id"], code=2).strip() == "There is nothing here."
    assert "suspended" in tavl(database, "suspend", login, "--reason", "Rude again.", "--days", "2")
    assert "may play again" in tavl(database, "unsuspend", login)
    issued = json.loads(tavl(database, "code", login, "--hours", "1", "--json"))
    assert "no longer an administrator" in tavl(database, "revoke", login)
    assert "There is nobody by that name." in tavl(database, "grant", "nobody-1234", code=2)
    acts = json.loads(tavl(database, "log", "--json"))
    assert [act["act"] for act in acts] == ["revoke", "issue_code", "lift", "suspend", "close_report", "grant"]
    assert {act["by"] for act in acts} == {"command"}
    assert len(tavl(database, "log").splitlines()) == len(acts)

    async def recover() -> None:
        async with running(f"sqlite:///{database}") as server, Player(server.url) as anna:
            await anna.ask("POST", "/recover", 200, code=issued["code"], password="another horse")
            said = await asyncio.to_thread(tavl, database, "reports", code=2)  # one process a file
            assert "/admin" in said

    asyncio.run(recover())


def test_a_database_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    assert "no such file" in tavl(str(tmp_path / "nothing.db"), "log", code=2)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.postgres
async def test_beside_a_server_on_postgresql_it_acts_at_once(postgres_url: str) -> None:
    async with running(postgres_url) as server, Player(server.url) as anna:
        me = await anna.me()
        table = await anna.open(opponent="friend", length=1)
        async with anna.at(table) as here:
            await asyncio.to_thread(tavl, postgres_url, "suspend", me, "--reason", "Rude.")
            with pytest.raises(ConnectionClosed):
                await here.until(lambda: False)
        assert (await anna.ask("GET", "/me", 200))["suspended"] == "Rude."
