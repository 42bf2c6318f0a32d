"""Guessing a password is slow, however many processes are asked."""

from __future__ import annotations

import pytest

from tavl.server.errors import ApiError
from tavl.server.limits import RATES
from tavl.server.throttle import LoginTries
from tests.server.harness import Player, running

BURST = int(RATES["login_name"][0])


async def test_tries_for_one_name_are_counted_by_all_processes_together(postgres_url: str) -> None:
    async with running(postgres_url, rates=True) as here, running(postgres_url, rates=True) as there:
        tries = [LoginTries(server.service.store, server.service.clock) for server in (here, there)]
        for number in range(BURST):
            await tries[number % 2].take("anna-x7k2")
        for each in tries:
            with pytest.raises(ApiError) as refused:
                await each.take("anna-x7k2")
            assert refused.value.code == "too_many"
        await tries[1].take("bo-x7k2")  # others are not kept waiting


async def test_tries_come_back_with_time_and_with_the_right_password(sqlite_url: str) -> None:
    now = 1_000_000
    async with running(sqlite_url) as server:
        tries = LoginTries(server.service.store, lambda: now)
        for _ in range(BURST):
            await tries.take("anna")
        with pytest.raises(ApiError):
            await tries.take("anna")
        now += 60_000
        await tries.take("anna")
        with pytest.raises(ApiError):
            await tries.take("anna")
        await tries.forget("anna")
        await tries.take("anna")


async def test_the_right_password_wipes_the_wrong_ones_out(sqlite_url: str) -> None:
    async with running(sqlite_url, rates=True) as server, Player(server.url) as anna, Player(server.url) as bo:
        made = await anna.ask("POST", "/account", 201, password="correct horse")
        for _ in range(4):
            await bo.ask("POST", "/login", 401, login=made["login"], password="wrong horse")
        await bo.ask("POST", "/login", 200, login=made["login"].upper(), password="correct horse")
        left = await server.service.store.read_rows(lambda c: c.exec_driver_sql("SELECT * FROM login_tries").all())
        assert left == []
