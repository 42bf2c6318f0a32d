"""What uvicorn's protocols lack: timeouts for half a request and for a client that does not read, and a short way for
the usual message of a socket.

A client that stops reading fills our buffer, then the kernel's, and a connection that is merely closed keeps both until
the client goes. So such connections are reset, and the kernel drops what was still to be sent.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import struct
import sys
from asyncio import TimerHandle
from contextlib import suppress
from typing import Any, cast

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

from tavl.server.http.frames import frame_of, is_between_frames, text_in
from tavl.server.live.connections import SEND_NOW

CLOSING_S = 5.0  # how long closing a connection may take
MAX_UNSENT, LARGE = 16, 32_000  # frames that wait to be sent together, and bytes of one that does not
MAX_UNREAD = 4  # messages that wait to be taken, before no more are read
_DROP = struct.pack("hh" if sys.platform == "win32" else "ii", 1, 0)  # linger 0: unsent data is dropped
_TOO_LATE = b"HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
_TROUBLE = logging.getLogger("uvicorn.error.socket")
_TROUBLE.setLevel(logging.WARNING)  # lower levels contain clients' addresses


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
    patience_s = 20.0  # for a whole request to arrive, and for a client to continue reading

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


class SocketProtocol(WebSocketsSansIOProtocol):
    patience_s = 20.0  # for a client to continue reading

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.logger = _TROUBLE
        self.close_timeout = CLOSING_S
        self._reading, self._closing = (Deadline(self.loop) for _ in range(2))
        self._unsent: list[bytes] = []  # frames
        self._heard = 0.0  # when the client last sent something

    def data_received(self, data: bytes) -> None:
        self._heard = self.loop.time()
        if self.handshake_complete and self._is_open and is_between_frames(self.conn.parser):
            text = text_in(data) if self.conn.current_size is None else None
            if text is not None:
                self._take(text)
                return
        super().data_received(data)

    def _take(self, text: str) -> None:
        """Reading is paused only for a client that sends more before the last was taken: pausing and going on are a
        call into the kernel each."""
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if self.queue.qsize() > MAX_UNREAD and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def send_keepalive_ping(self) -> None:
        """A client that has sent something lately is there, and was answered."""
        assert self.ping_interval is not None
        left = self._heard + self.ping_interval - self.loop.time()
        if left > 0 and not self.close_sent and not self.transport.is_closing():
            self.ping_timer = self.loop.call_later(left, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self._extensions[SEND_NOW] = self.send_now

    @property
    def _extensions(self) -> dict[str, Any]:
        return cast(dict[str, Any], self.scope["extensions"])

    def send_now(self, message: bytes) -> bool:
        """Send a text without a task that waits for its turn; false if the client does not read, or not any more."""
        if not (self.handshake_complete and self.writable.is_set() and self._is_open):
            return False
        if not self._unsent:
            self.loop.call_soon(self._flush)
        self._unsent.append(frame_of(message))
        if len(message) > LARGE or len(self._unsent) > MAX_UNSENT:
            self._flush()  # and see whether the client still reads
        return True

    @property
    def _is_open(self) -> bool:
        return not self.close_sent and not self.disconnected and self.conn.state is State.OPEN

    def _flush(self) -> None:
        """What was said to a client in one go is sent together: an answer to an action follows the new state."""
        unsent, self._unsent = self._unsent, []
        if unsent and self._is_open and not self.transport.is_closing():
            self.transport.write(b"".join(unsent))

    async def send(self, message: ASGISendEvent) -> None:
        self._flush()
        await super().send(message)

    def connection_lost(self, exc: Exception | None) -> None:
        for deadline in (self._reading, self._closing):
            deadline.call_off()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._reading.set(self.patience_s, self._let_go)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._reading.call_off()

    def keepalive_timeout(self) -> None:
        """A client that answers no ping reads nothing, so it would not read a closing message either."""
        super().keepalive_timeout()
        self._let_go()

    async def run_asgi(self) -> None:
        try:
            await super().run_asgi()
        finally:
            self._extensions.pop(SEND_NOW, None)  # it leads back here, and would keep all of this alive
            if not self.disconnected:
                self._closing.set(CLOSING_S, self._let_go)

    def _let_go(self) -> None:
        if not self.disconnected:
            reset(self.transport)
