"""A socket's messages on the wire: a fast path for the usual ones, messages that are sent together, and disconnecting
clients that do not read (`timeouts`)."""

from __future__ import annotations

import logging
from typing import Any, cast

from uvicorn._types import ASGISendEvent
from websockets.http11 import Request
from websockets.protocol import State

from tavl.server.http.frames import frame_of, is_between_frames, text_in
from tavl.server.http.socket_pings import PingedSocket
from tavl.server.http.timeouts import CLOSING_S, Deadline
from tavl.server.live.connections import SEND_NOW

HARD_LIMIT = 1 << 20  # bytes of a message; below this, one over the setting still gets an error as its answer
MAX_UNSENT, LARGE = 16, 32_000  # frames that wait to be sent together, and bytes of one that does not
MAX_UNREAD = 4  # messages that may wait to be taken before reading is paused
_TROUBLE = logging.getLogger("uvicorn.error.socket")
_TROUBLE.setLevel(logging.WARNING)  # lower levels contain clients' addresses


class SocketProtocol(PingedSocket):
    patience_s: float  # for a client to continue reading: `Settings.patience_s`

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.logger = _TROUBLE
        self.close_timeout = CLOSING_S
        self._reading, self._closing = (Deadline(self.loop) for _ in range(2))
        self._unsent: list[bytes] = []  # frames

    def data_received(self, data: bytes) -> None:
        self.note_heard()
        if self.handshake_complete and self._is_open and is_between_frames(self.conn.parser):
            text = text_in(data) if self.conn.current_size is None else None
            if text is not None:
                self._take(text)
                return
        super().data_received(data)

    def _take(self, text: str) -> None:
        """Reading is paused only for a client that sends more before the last was taken: pausing and resuming are a
        call into the kernel each."""
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if self.queue.qsize() > MAX_UNREAD and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

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
        """What is sent to a client at the same time goes out together: an answer to an action follows the new state."""
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
        self._reading.set(self.patience_s, self.let_go)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._reading.call_off()

    async def run_asgi(self) -> None:
        try:
            await super().run_asgi()
        finally:
            self._extensions.pop(SEND_NOW, None)  # a reference cycle, which would keep all of this alive
            if not self.disconnected:
                self._closing.set(CLOSING_S, self.let_go)
