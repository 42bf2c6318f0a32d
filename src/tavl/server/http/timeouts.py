"""Timeouts that uvicorn's protocols lack: for half a request, and for a client that does not read. How long both may
take: `patience_s` in `server/settings.py`. Whether a socket's client answers at all: `socket_pings`.

A client that stops reading fills our buffer, then the kernel's, and a connection that is merely closed keeps both until
the client goes. So such connections are reset, and the kernel drops what was still to be sent.
"""

from __future__ import annotations

import asyncio
import socket
import struct
import sys
from asyncio import TimerHandle
from contextlib import suppress
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

CLOSING_S = 5.0  # how long closing a connection may take
_DROP = struct.pack("hh" if sys.platform == "win32" else "ii", 1, 0)  # linger 0: unsent data is dropped
_TOO_LATE = b"HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


def reset(transport: asyncio.Transport) -> None:
    """End a connection now, whether or not its client reads."""
    known = transport.get_extra_info("socket")
    if known is not None:
        with suppress(OSError):
            known.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _DROP)
    transport.abort()


class Deadline:
    """Calls a function unless it is cancelled in time."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._timer: TimerHandle | None = None

    def set(self, seconds: float, late: Any) -> None:
        if self._timer is None:
            self._timer = self._loop.call_later(seconds, late)

    def call_off(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class HttpProtocol(HttpToolsProtocol):
    patience_s: float  # for a whole request to arrive, and for a client to continue reading: `Settings.patience_s`

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._request, self._reading, self._closing = (Deadline(self.loop) for _ in range(3))

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._request.set(self.patience_s, self._too_late)

    def connection_lost(self, exc: Exception | None) -> None:
        for deadline in (self._request, self._reading, self._closing):
            deadline.call_off()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._request.set(self.patience_s, self._too_late)
        super().data_received(data)

    def on_message_complete(self) -> None:
        self._request.call_off()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._request.call_off()
        super().handle_websocket_upgrade()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.is_closing():
            self._closing.set(CLOSING_S, self._let_go)

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self._closing.set(CLOSING_S, self._let_go)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._reading.set(self.patience_s, self._let_go)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._reading.call_off()

    def _too_late(self) -> None:
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            self.transport.write(_TOO_LATE)
        self.transport.close()
        self._closing.set(CLOSING_S, self._let_go)

    def _let_go(self) -> None:
        reset(self.transport)
