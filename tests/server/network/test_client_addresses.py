"""Which address the rate limits count, and that none is logged."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from starlette.requests import HTTPConnection
from websockets.asyncio.client import connect

from tavl.server.network.clients import address_of, scheme_of
from tavl.server.rate_limits import RATES
from tavl.server.settings import Settings
from tests.server.harness import Player, Process, running, socket_url

TRIES = int(RATES["login"][0])


def asked(peer: str, *forwarded: str, proto: str | None = None) -> HTTPConnection:
    headers = [(b"x-forwarded-for", line.encode()) for line in forwarded]
    headers += [(b"x-forwarded-proto", proto.encode())] if proto else []
    return HTTPConnection({"type": "http", "scheme": "http", "headers": headers, "client": (peer, 1)})


@pytest.mark.parametrize(
    ("peer", "forwarded", "counted"),
    [
        ("192.0.2.1", (), "192.0.2.1"),
        ("127.0.0.1", ("198.51.100.7",), "198.51.100.7"),
        ("127.0.0.1", ("203.0.113.9, 198.51.100.7",), "198.51.100.7"),
        ("127.0.0.1", ("203.0.113.9", "198.51.100.7"), "198.51.100.7"),
        ("127.0.0.1", ("203.0.113.9", "203.0.113.8, 198.51.100.7:4711"), "198.51.100.7"),
        ("127.0.0.1", ("2001:db8:1:2:3:4:5:6",), "2001:db8:1:2::/64"),
        ("127.0.0.1", ("[2001:db8:1:2::9]:443",), "2001:db8:1:2::/64"),
        ("127.0.0.1", ("::ffff:198.51.100.7",), "198.51.100.7"),
        ("127.0.0.1", ("unknown",), "127.0.0.1"),
        ("127.0.0.1", ("198.51.100.7, ",), "127.0.0.1"),
        ("2001:db8:1:2:3:4:5:6", (), "2001:db8:1:2::/64"),
        ("fe80::1%eth0", (), "fe80::/64"),
        ("", (), "unknown"),
    ],
)
def test_the_last_hop_is_believed_behind_a_proxy_and_a_home_is_one(
    peer: str, forwarded: tuple[str, ...], counted: str
) -> None:
    assert address_of(asked(peer, *forwarded), Settings(behind_proxy=True)) == counted
    alone = address_of(asked(peer, *forwarded), Settings())
    assert alone == address_of(asked(peer), Settings(behind_proxy=True))


def test_the_scheme_is_the_proxys_where_there_is_one() -> None:
    assert scheme_of(asked("127.0.0.1", proto="https"), Settings(behind_proxy=True)) == "https"
    assert scheme_of(asked("127.0.0.1", proto="http, https"), Settings(behind_proxy=True)) == "https"
    assert scheme_of(asked("127.0.0.1", proto="ftp"), Settings(behind_proxy=True)) == "http"
    assert scheme_of(asked("127.0.0.1", proto="https"), Settings()) == "http"


async def log_in(player: Player, number: int, **headers: str) -> int:
    body = {"login": f"somebody-{number}", "password": "wrong horse"}
    return (await player.http.post("/api/v1/login", json=body, headers=headers)).status_code


@pytest.fixture
def no_refill(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing comes back while a slow machine goes on trying."""
    monkeypatch.setitem(RATES, "login", (TRIES, 0.0))


async def tries_until_limited(player: Player, forwarded: Callable[[int], str]) -> int:
    for n in range(2 * TRIES):
        status = await log_in(player, n, **{"X-Forwarded-For": forwarded(n)})
        if status == 429:
            return n
        assert status == 401
    pytest.fail("no limit was met")


async def test_a_forged_address_is_not_believed_without_a_proxy(sqlite_url: str, no_refill: None) -> None:
    """From this very machine, which a proxy would stand on."""
    async with running(sqlite_url, rates=True) as server, Player(server.url) as one:
        assert await tries_until_limited(one, lambda n: f"192.0.2.{n}") == TRIES


async def test_limits_behind_a_proxy_count_who_comes_to_it(sqlite_url: str, no_refill: None) -> None:
    async with running(sqlite_url, rates=True, behind_proxy=True) as server, Player(server.url) as one:
        # The client writes another address before its own each time, and takes another of its own network.
        assert await tries_until_limited(one, lambda n: f"192.0.2.{n}, 2001:db8::{n}") == TRIES
        assert await log_in(one, 99, **{"X-Forwarded-For": "198.51.100.7"}) == 401
        request = one.http.build_request("POST", "/api/v1/login", json={"login": "x", "password": "wrong horse"})
        lines = [*request.headers.raw, (b"X-Forwarded-For", b"192.0.2.77"), (b"X-Forwarded-For", b"2001:db8::1")]
        request.headers = httpx.Headers(lines)
        assert (await one.http.send(request)).status_code == 429


async def test_no_address_of_anybody_is_in_the_log(sqlite_url: str, tmp_path: Path) -> None:
    """With all details, over HTTP and the socket, let in and refused, in order and broken."""
    log, here, forwarded = tmp_path / "log", "127.0.0.77", "198.51.100.7"
    async with Process(sqlite_url, log, log_level="debug", behind_proxy=True, socket_ping_s=5) as server:
        transport = httpx.AsyncHTTPTransport(local_address=here)
        async with Player(server.url) as anna:
            anna.http._transport = transport
            anna.http.headers["X-Forwarded-For"] = forwarded
            table = await anna.open(opponent="bot:newcomer", length=1)
            await anna.http.get("/nothing")
            await anna.http.post("/api/v1/tables", content=b"{", headers={"Content-Type": "application/json"})
            headers = {**anna.socket_headers(), "X-Forwarded-For": forwarded}
            for path in (table, "no-such-table"):
                try:
                    async with connect(
                        socket_url(server.url, path),
                        subprotocols=["tavl.v1"],  # type: ignore[list-item]
                        additional_headers=headers,
                        local_addr=(here, 0),
                    ) as socket:
                        await socket.send(json.dumps({"hello": {"after": 0}}))
                        await socket.recv()
                        await socket.send("{")
                        await socket.recv()
                except Exception as error:
                    assert path != table, error  # noqa: PT017 - the other is to be refused
            _, writer = await asyncio.open_connection(
                *server.url.removeprefix("http://").split(":"), local_addr=(here, 0)
            )
            writer.write(b"no http at all\r\n\r\n")
            await writer.drain()
            writer.close()
            await writer.wait_closed()
            token = anna.http.cookies["tavl"]
        server.stop()
    text = log.read_text()
    assert '"message": "open"' in text
    assert [found for found in (here, forwarded, token) if found in text] == []
