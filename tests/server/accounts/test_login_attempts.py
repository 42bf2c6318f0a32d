"""Guessing a password is slow, over all processes together."""

from __future__ import annotations

import contextlib

import pytest

from tavl.server.accounts.login_attempts import ATTEMPTS, LoginAttempts
from tavl.server.errors import ApiError
from tests.server.harness import Player, running

BURST, ANYWHERE = int(ATTEMPTS["login_name"][0]), int(ATTEMPTS["login_name_anywhere"][0])


async def test_tries_for_one_name_are_counted_by_all_processes_together(postgres_url: str) -> None:
    async with running(postgres_url, rates=True) as here, running(postgres_url, rates=True) as there:
        tries = [LoginAttempts(server.service.store, server.service.clock) for server in (here, there)]
        for number in range(BURST):
            await tries[number % 2].take("anna-x7k2", "192.0.2.1", None)
        for each in tries:
            with pytest.raises(ApiError) as refused:
                await each.take("anna-x7k2", "192.0.2.1", None)
            assert refused.value.code == "too_many"
        await tries[1].take("bo-x7k2", "192.0.2.1", None)  # others are not kept waiting
        await tries[1].take("anna-x7k2", "192.0.2.2", None)


async def test_tries_for_one_name_from_many_addresses_are_counted_together(sqlite_url: str) -> None:
    async with running(sqlite_url) as server:
        tries = LoginAttempts(server.service.store, lambda: 1_000_000)
        for number in range(ANYWHERE):
            await tries.take("anna", f"192.0.2.{number}", None)
        with pytest.raises(ApiError):
            await tries.take("anna", "198.51.100.1", None)
        await tries.take("anna", "198.51.100.1", "device:hers")  # from which she was here before


async def test_one_address_that_goes_on_trying_takes_nothing_from_the_others(sqlite_url: str) -> None:
    async with running(sqlite_url) as server:
        tries = LoginAttempts(server.service.store, lambda: 1_000_000)
        for number in range(3 * ANYWHERE):
            with contextlib.nullcontext() if number < BURST else pytest.raises(ApiError):
                await tries.take("anna", "192.0.2.1", None)
        await tries.take("anna", "192.0.2.2", None)


async def test_tries_come_back_with_time_and_with_the_right_password(sqlite_url: str) -> None:
    now = 1_000_000
    here = ("anna", "192.0.2.1", None)
    async with running(sqlite_url) as server:
        tries = LoginAttempts(server.service.store, lambda: now)
        for _ in range(BURST):
            await tries.take(*here)
        with pytest.raises(ApiError):
            await tries.take(*here)
        now += 60_000
        await tries.take(*here)
        with pytest.raises(ApiError):
            await tries.take(*here)
        await tries.forget(*here)
        await tries.take(*here)


async def test_the_right_password_wipes_the_wrong_ones_out(sqlite_url: str) -> None:
    async with running(sqlite_url, rates=True) as server, Player(server.url) as anna, Player(server.url) as bo:
        made = await anna.ask("POST", "/account", 201, password="correct horse")
        for _ in range(4):
            await bo.ask("POST", "/login", 401, login=made["login"], password="wrong horse")
        await bo.ask("POST", "/login", 200, login=made["login"].upper(), password="correct horse")
        left = await server.service.store.read_rows(lambda c: c.exec_driver_sql("SELECT * FROM login_tries").all())
        assert left == []


async def guess_until_locked_out(stranger: Player, login: str) -> None:
    for _ in range(BURST):
        await stranger.ask("POST", "/login", 401, login=login, password="wrong horse")
    await stranger.ask("POST", "/login", 429, login=login, password="correct horse")


async def test_wrong_tries_of_a_stranger_do_not_lock_the_owner_out(sqlite_url: str) -> None:
    """From the same address, even: a club room, or a proxy that says nothing."""
    async with running(sqlite_url, rates=True) as server, Player(server.url) as anna, Player(server.url) as stranger:
        made = await anna.ask("POST", "/account", 201, password="correct horse")
        await anna.ask("DELETE", "/session", 204)
        await guess_until_locked_out(stranger, made["login"])
        await anna.ask("POST", "/login", 200, login=made["login"], password="correct horse")
        await anna.ask("POST", "/account/password", 204, password="another horse", old="correct horse")


async def test_a_device_that_is_known_has_tries_of_its_own_and_no_more(sqlite_url: str) -> None:
    async with running(sqlite_url, rates=True) as server, Player(server.url) as anna, Player(server.url) as thief:
        made = await anna.ask("POST", "/account", 201, password="correct horse")
        other = await thief.ask("POST", "/account", 201, password="correct horse")
        mine = anna.http.cookies["tavl-device"]
        thief.http.cookies.delete("tavl")
        await guess_until_locked_out(thief, made["login"])  # a device of another account is not known to this one
        thief.http.cookies.set("tavl-device", mine)
        await guess_until_locked_out(thief, made["login"])
        thief.http.cookies.set("tavl-device", mine[:-1] + ("0" if mine[-1] != "0" else "1"))
        await thief.ask("POST", "/login", 429, login=made["login"], password="correct horse")
        assert other["login"] != made["login"]


async def test_a_device_is_unknown_once_the_password_is_another(sqlite_url: str) -> None:
    async with running(sqlite_url) as server, Player(server.url) as anna:
        answer = await anna.http.post("/api/v1/account", json={"password": "correct horse"})
        login = answer.json()["login"]
        cookie = next(line for line in answer.headers.get_list("set-cookie") if line.startswith("tavl-device="))
        assert {"httponly", "samesite=strict", "path=/"} <= {part.strip().lower() for part in cookie.split(";")}

        async def known() -> bool:
            return await server.service.passwords.known_device(anna.http.cookies["tavl-device"], login) is not None

        assert await known()
        await anna.ask("POST", "/account/password", 204, password="another horse", old="correct horse")
        assert not await known()
