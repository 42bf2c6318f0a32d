"""Floods."""

from __future__ import annotations

import asyncio
import json

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.harness import AtTable, Player, running


async def flood(here: AtTable) -> None:
    for number in range(100_000):
        await here.socket.send(json.dumps({"ping": {"sent": number}}))
        if number % 50 == 0:
            await asyncio.sleep(0)


async def test_floods_are_limited(sqlite_url: str) -> None:
    async with running(sqlite_url, rates=True) as server, Player(server.url) as one:
        table = await one.open(opponent="friend", length=1)
        for _ in range(10):
            await one.ask("POST", "/login", 401, login="somebody-else", password="wrong horse")
        limited = await one.http.post("/api/v1/login", json={"login": "somebody-else", "password": "wrong horse"})
        assert limited.status_code == 429
        assert limited.headers["retry-after"]
        assert limited.json()["error"]["code"] == "too_many"
        async with one.at(table) as here:
            for number in range(60):
                await here.send(ping={"sent": number})
            error = await here.answered("error")
            assert error["error"]["code"] == "too_many"
            with pytest.raises(ConnectionClosed) as closed:
                await flood(here)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4029
        statuses = {(await one.http.get("/api/v1/me")).status_code for _ in range(300)}
        assert statuses == {200, 429}
        assert (await one.http.get("/healthz")).status_code == 200
