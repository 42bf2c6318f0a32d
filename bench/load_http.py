"""The client's half of HTTP/1.1, as little as a load generator needs: one connection, kept open, one request at a time.

A phone has a connection of its own. A pool that five hundred share looks through all of them for each request, and then
it is the pool that is measured.
"""

from __future__ import annotations

import asyncio
import gzip


class HttpConnection:
    def __init__(self, host: str, port: int) -> None:
        self._host, self._port = host, port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def get(self, path: str, cookie: str = "") -> tuple[int, bytes]:
        """The status and the body."""
        status, _, body = await self._ask(self._head("GET", path, cookie) + b"\r\n")
        return status, body

    async def post(self, path: str, said: bytes = b"", cookie: str = "") -> tuple[int, dict[bytes, bytes], bytes]:
        """The status, the headers and the body."""
        origin = f"Origin: http://{self._host}:{self._port}\r\nContent-Type: application/json\r\n"
        length = f"Content-Length: {len(said)}\r\n\r\n"
        return await self._ask(self._head("POST", path, cookie) + (origin + length).encode() + said)

    def _head(self, method: str, path: str, cookie: str) -> bytes:
        host = f"Host: {self._host}:{self._port}\r\nAccept-Encoding: gzip\r\nX-Tavl: 1\r\n"
        brought = f"Cookie: {cookie}\r\n" if cookie else ""
        return f"{method} {path} HTTP/1.1\r\n{host}{brought}".encode()

    async def _ask(self, request: bytes) -> tuple[int, dict[bytes, bytes], bytes]:
        if self._streams is not None:
            try:
                return await self._read(*self._streams, request)
            except (ConnectionError, asyncio.IncompleteReadError):  # closed while idle: browsers ask once more
                self.close()
        self._streams = await asyncio.open_connection(self._host, self._port)
        return await self._read(*self._streams, request)

    async def _read(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, request: bytes
    ) -> tuple[int, dict[bytes, bytes], bytes]:
        writer.write(request)
        head = (await reader.readuntil(b"\r\n\r\n")).split(b"\r\n")
        lines = (line.split(b":", 1) for line in head[1:] if line)
        fields = {name.lower(): value.strip() for name, value in lines}
        body = await reader.readexactly(int(fields.get(b"content-length", b"0")))
        if fields.get(b"connection", b"").lower() == b"close":
            self.close()
        plain = gzip.decompress(body) if fields.get(b"content-encoding") == b"gzip" else body
        return int(head[0].split(b" ", 2)[1]), fields, plain

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None
