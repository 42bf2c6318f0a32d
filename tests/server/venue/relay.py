"""A line between two servers that a test can cut, or that loses answers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress


class Relay:
    def __init__(self) -> None:
        self.to = 0  # the port that it leads to
        self.port = 0
        self.cut = False
        self.loses_answers = False  # to what is sent; questions are answered
        self.lost = asyncio.Event()  # an answer
        self._open: set[asyncio.StreamWriter] = set()

    def cut_now(self) -> None:
        self.cut = True
        for line in self._open:
            line.transport.abort()

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open.add(writer)
        with suppress(OSError):
            if not self.cut:
                there, onward = await asyncio.open_connection("127.0.0.1", self.to)
                self._open.add(onward)
                asked = await reader.read(65_536)
                onward.write(asked)
                asking = asyncio.create_task(_pour(reader, onward))
                answer = await there.read(65_536)
                lost = self.loses_answers and asked.startswith(b"POST")
                if lost:
                    self.lost.set()
                else:
                    writer.write(answer)
                    await _pour(there, writer)
                asking.cancel()
                onward.close()
                self._open.discard(onward)
        self._open.discard(writer)
        writer.close()


async def _pour(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()


@asynccontextmanager
async def relay() -> AsyncIterator[Relay]:
    made = Relay()
    server = await asyncio.start_server(made.carry, "127.0.0.1", 0)
    made.port = server.sockets[0].getsockname()[1]
    try:
        yield made
    finally:
        made.cut_now()
        server.close()
