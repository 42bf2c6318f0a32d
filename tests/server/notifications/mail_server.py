"""A mail server on this machine, which keeps the mail it gets."""

from __future__ import annotations

import asyncio
import email
import email.policy
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from email.message import EmailMessage

from tests.server.harness import PATIENCE


class MailServer:
    def __init__(self) -> None:
        self.port = 0
        self.taken: list[EmailMessage] = []
        self.raw: list[bytes] = []  # the same as it came over the wire
        self.answers: list[str] = []  # to the next messages, before they are taken again
        self.takes = asyncio.Event()  # cleared, it takes nothing until it is set again
        self.takes.set()
        self.begun = asyncio.Event()  # a message has come in, and is not answered yet
        self._changed = asyncio.Condition()
        self.tasks: set[asyncio.Task[None]] = set()

    async def until(self, count: int) -> list[EmailMessage]:
        await self.until_so(lambda: len(self.taken) >= count)
        return self.taken

    async def until_so(self, true: Callable[[], bool]) -> None:
        """Of the messages that were taken."""
        async with self._changed:
            await asyncio.wait_for(self._changed.wait_for(true), PATIENCE)

    async def cut(self) -> None:
        """All connections: what came by them and has not been taken is never taken."""
        for task in tuple(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        self.tasks.add(task)
        try:
            await self._talk(reader, writer)
        finally:
            writer.close()
            self.tasks.discard(task)

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        def say(line: str) -> None:
            writer.write(f"{line}\r\n".encode())

        say("220 here")
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            while line := (await reader.readline()).decode().strip():
                command = line.split()[0].upper()
                if command == "QUIT":
                    say("221 bye")
                    break
                if command == "DATA":
                    say("354 go on")
                    await writer.drain()
                    body = await reader.readuntil(b"\r\n.\r\n")
                    say(await self._take(body))
                else:
                    say("250 ok")
                await writer.drain()

    async def _take(self, body: bytes) -> str:
        self.begun.set()
        await self.takes.wait()
        answer = self.answers.pop(0) if self.answers else "250 taken"
        if answer.startswith("250"):
            message = email.message_from_bytes(body[:-3], policy=email.policy.default)
            assert isinstance(message, EmailMessage)
            async with self._changed:
                self.raw.append(body[:-3])
                self.taken.append(message)
                self._changed.notify_all()
        return answer


@asynccontextmanager
async def mail_server() -> AsyncIterator[MailServer]:
    here = MailServer()
    server = await asyncio.start_server(here._serve, "127.0.0.1", 0)
    here.port = server.sockets[0].getsockname()[1]
    try:
        yield here
    finally:
        server.close()
        await here.cut()


def settings_for(mail: MailServer, url: str = "http://tavl.test") -> dict[str, object]:
    return {
        "smtp_host": "127.0.0.1",
        "smtp_port": mail.port,
        "smtp_security": "none",
        "mail_from": "tavl <tavl@tavl.test>",
        "public_url": url,
        "notice_after_s": 0.0,
    }
