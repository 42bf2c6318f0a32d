"""Clients that send half a request or do not read are disconnected, and nothing of them stays."""

from __future__ import annotations

import asyncio
import contextlib
import os
import select
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from urllib.parse import urlsplit

import pytest

from tavl.server.http import timeouts
from tavl.server.live import socket as sockets
from tests.polling import poll_async, stays_so
from tests.server.harness import PATIENCE, Player, Process, Running, running

HEAD = "GET /api/v1/schema HTTP/1.1\r\nHost: x\r\n"
POST = "POST /api/v1/login HTTP/1.1\r\nHost: x\r\nX-Tavl: 1\r\nContent-Type: application/json\r\n"
HALVES = [
    b"",
    b"GE",
    HEAD.encode(),
    f"{POST}Content-Length: 100\r\n\r\n{{".encode(),
    f"{POST}Transfer-Encoding: chunked\r\n\r\n5\r\n{{".encode(),
]


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timeouts, "CLOSING_S", 0.3)
    monkeypatch.setattr(sockets, "LAST_WORD_S", 0.1)


@contextmanager
def raw(url: str, receives: int | None = None) -> Iterator[socket.socket]:
    """A client that does only what it is told to; `receives`: how little it takes in without reading."""
    parts = urlsplit(url)
    with socket.socket() as client:
        if receives is not None:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receives)
        client.connect((parts.hostname, parts.port))
        client.setblocking(False)
        yield client


async def read_to_its_end(client: socket.socket) -> bytes | None:
    """What came, up to an end in order; none if the connection was cut off."""
    loop, found = asyncio.get_running_loop(), b""
    async with asyncio.timeout(PATIENCE):
        try:
            while data := await loop.sock_recv(client, 1 << 16):
                found += data
        except ConnectionResetError:
            return None
    return found


async def ended(client: socket.socket) -> None:
    """Until the other side has ended the connection, without reading what it sent."""
    watched = select.poll()
    watched.register(client, select.POLLHUP)
    assert await asyncio.to_thread(watched.poll, 1000 * PATIENCE)


def handshake(table: str, player: Player) -> bytes:
    fields = {
        "Host": urlsplit(player.url).netloc,
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Protocol": "tavl.v1",
        **player.socket_headers(),
    }
    lines = [f"GET /api/v1/tables/{table}/socket HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items())]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def frame(text: str) -> bytes:
    """One masked text frame, with a mask of zeros."""
    assert len(text) < 126
    return bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text.encode()


@pytest.mark.parametrize("half", HALVES, ids=range(len(HALVES)))
async def test_half_a_request_is_not_waited_for(sqlite_url: str, half: bytes) -> None:
    async with running(sqlite_url, patience_s=0.3) as server:
        with raw(server.url) as client:
            await asyncio.get_running_loop().sock_sendall(client, half)
            answered = await read_to_its_end(client)
        assert answered is not None
        assert answered == b"" or answered.startswith(b"HTTP/1.1 ")
        assert b" 500 " not in answered


@pytest.mark.parametrize(("start", "drop"), [(HEAD, b"X-Drop: x\r\n"), (f"{HEAD}\r\n", b"\r\n")], ids=["head", "next"])
async def test_a_request_that_comes_drop_by_drop_is_not_waited_for(sqlite_url: str, start: str, drop: bytes) -> None:
    async with running(sqlite_url, patience_s=0.5) as server:
        with raw(server.url) as client:
            loop = asyncio.get_running_loop()

            async def drip() -> None:
                with contextlib.suppress(ConnectionError):
                    while True:
                        await loop.sock_sendall(client, drop)
                        await asyncio.sleep(0.02)  # drops are what the client is like: nothing is waited for

            await loop.sock_sendall(client, start.encode())
            dripping = asyncio.create_task(drip())
            answered = await read_to_its_end(client)
            dripping.cancel()
            await asyncio.gather(dripping, return_exceptions=True)
        assert answered is None or b"HTTP/1.1 408 " in answered


async def ask_again_and_again(client: socket.socket) -> None:
    async with asyncio.timeout(PATIENCE):
        while True:
            await asyncio.get_running_loop().sock_sendall(client, f"{HEAD}\r\n".encode())
            await asyncio.sleep(0)


async def test_an_answer_that_nobody_reads_is_not_kept(sqlite_url: str) -> None:
    """Answers are asked for until both buffers are full; then the client is silent."""
    async with running(sqlite_url, patience_s=0.5) as server:
        with raw(server.url, receives=4096) as client, pytest.raises(ConnectionError):
            await ask_again_and_again(client)


@asynccontextmanager
async def silent_reader(server: Running | Process) -> AsyncIterator[tuple[Player, str, socket.socket]]:
    """At a table, sent more than it takes in, and quiet from then on."""
    async with Player(server.url) as anna:
        table = await anna.open(opponent="friend", length=1)
        with raw(server.url, receives=4096) as client:
            loop = asyncio.get_running_loop()
            await loop.sock_sendall(client, handshake(table, anna))
            assert (await loop.sock_recv(client, 12)).startswith(b"HTTP/1.1 101")
            yield anna, table, client


async def test_a_silent_reader_is_let_go_and_the_kernel_keeps_nothing_for_it(sqlite_url: str) -> None:
    async with running(sqlite_url, socket_queue=16, patience_s=600.0) as server, silent_reader(server) as silent:
        anna, table, client = silent
        room = server.service.rooms.rooms[table]
        (connection,) = room.connections
        async with anna.at(table) as here:
            big = b'"' + b"x" * 100_000 + b'"'
            connection.send(big)
            while not await stays_so(lambda: connection.queue, 15):
                connection.send(big)  # until the kernel takes no more: then the writer is not merely slower than this
            while connection.closed is None:
                connection.send(big)
            assert connection.closed == 4008
            await poll_async(lambda: connection not in room.connections, PATIENCE)
            await here.send(ping={})
            await asyncio.wait_for(here.answered("pong"), PATIENCE)
        await ended(client)  # reading any sooner would let the server send the rest in order
        assert await read_to_its_end(client) is None  # reset: what was still to be sent is forgotten


async def test_a_reader_that_stalls_with_little_to_read_answers_no_ping_and_is_let_go(sqlite_url: str) -> None:
    async with running(sqlite_url, socket_ping_s=0.2) as server, silent_reader(server) as silent:
        _, table, client = silent
        await asyncio.get_running_loop().sock_sendall(client, frame('{"hello": {"after": 0}}'))
        await poll_async(lambda: table not in server.service.rooms.rooms, PATIENCE)
        await ended(client)
        assert await read_to_its_end(client) is None


async def test_a_whole_buffer_of_a_stalled_reader_is_let_go_by_its_deadline(sqlite_url: str) -> None:
    """With fewer messages than may wait, and no ping: the deadline alone sees that nothing moves."""
    async with running(sqlite_url, patience_s=0.3, socket_ping_s=600.0) as server, silent_reader(server) as silent:
        _, table, client = silent
        (connection,) = server.service.rooms.rooms[table].connections
        for _ in range(60):
            connection.send(b'"' + b"x" * 200_000 + b'"')
            await asyncio.sleep(0)
        await poll_async(lambda: table not in server.service.rooms.rooms, PATIENCE)
        await ended(client)
        assert await read_to_its_end(client) is None


@pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="counts descriptors in /proc")
async def test_the_loop_of_a_real_server_lets_go_too(sqlite_url: str) -> None:
    """uvloop, where it is installed, closes connections in a way of its own."""
    async with Process(sqlite_url, patience_s=0.3, socket_ping_s=0.2) as server, silent_reader(server) as silent:
        _, _, client = silent
        for _ in range(50):
            await asyncio.get_running_loop().sock_sendall(client, frame('{"hello": {"after": 0}}'))
        await ended(client)
        assert await read_to_its_end(client) is None
        with raw(server.url) as half:
            await asyncio.get_running_loop().sock_sendall(half, HEAD.encode())
            assert (await read_to_its_end(half) or b"").startswith(b"HTTP/1.1 408 ")
