"""The client's half of a WebSocket (RFC 6455), as little as a load generator needs: text, ping, close, no fragments."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable

HELLO = (
    "GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: http://{host}:{port}\r\nCookie: {cookie}\r\n"
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: tavl.v1\r\n\r\n"
)
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
MASK = b"tavl"  # a random mask protects proxies, and there is none


class Frames(asyncio.Protocol):
    def __init__(self, hear: Callable[[bytes], None]) -> None:
        self._hear = hear
        self._buffer = bytearray()
        self._transport: asyncio.Transport | None = None
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._open = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    @property
    def is_open(self) -> bool:
        return self._open and self._transport is not None and not self._transport.is_closing()

    def connection_lost(self, error: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(error or ConnectionError("closed before it was open"))

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._open:
            end = self._buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            status = bytes(self._buffer[:12])
            del self._buffer[: end + 4]
            if status != b"HTTP/1.1 101":
                self.opened.set_exception(ConnectionError(status.decode()))
                return
            self._open = True
            self.opened.set_result(None)
        self._read()

    def _read(self) -> None:
        at, buffer = 0, self._buffer
        while len(buffer) - at >= 2:
            kind, size, head = buffer[at] & 15, buffer[at + 1] & 127, 2
            if size == 126:
                head = 4
            elif size == 127:
                head = 10
            if len(buffer) - at < head:
                break
            if head > 2:
                size = int.from_bytes(buffer[at + 2 : at + head], "big")
            if len(buffer) - at < head + size:
                break
            body = bytes(buffer[at + head : at + head + size])
            at += head + size
            if kind == TEXT:
                self._hear(body)
            elif kind == PING:
                self._write(PONG, body)
            elif kind == CLOSE:
                self.cut()
        del buffer[:at]

    def send(self, text: bytes) -> None:
        self._write(TEXT, text)

    def _write(self, kind: int, body: bytes) -> None:
        mask = MASK
        size = len(body)
        head = bytes((128 | kind, 128 | size)) if size < 126 else struct.pack("!BBH", 128 | kind, 254, size)
        key = int.from_bytes((mask * (size // 4 + 1))[:size], "big")
        masked = (int.from_bytes(body, "big") ^ key).to_bytes(size, "big")
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(head + mask + masked)

    def cut(self) -> None:
        """Drop the connection without a closing message."""
        if self._transport is not None:
            self._transport.abort()


async def connect(host: str, port: int, path: str, cookie: str, hear: Callable[[bytes], None]) -> Frames:
    loop = asyncio.get_running_loop()
    _, frames = await loop.create_connection(lambda: Frames(hear), host, port)
    transport = frames._transport
    assert transport is not None
    transport.write(HELLO.format(path=path, host=host, port=port, cookie=cookie).encode())
    await frames.opened
    return frames
