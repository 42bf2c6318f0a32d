"""Pings of a socket: a client that has sent nothing for a while gets a ping, and its connection is
closed if it does not answer in time. How long both take: `socket_ping_s` in `server/settings.py`."""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from tavl.server.http.timeouts import reset
from tavl.server.settings import Settings


def ping_interval_s(settings: Settings) -> float:
    return settings.socket_ping_s


def ping_timeout_s(settings: Settings) -> float:
    """How long a client may take to answer a ping."""
    return settings.socket_ping_s


class PingedSocket(WebSocketsSansIOProtocol):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._heard = 0.0  # when the client last sent something

    def note_heard(self) -> None:
        self._heard = self.loop.time()

    def send_keepalive_ping(self) -> None:
        """A client that has sent something recently is there, and need not be asked."""
        assert self.ping_interval is not None
        left = self._heard + self.ping_interval - self.loop.time()
        if left > 0 and not self.close_sent and not self.transport.is_closing():
            self.ping_timer = self.loop.call_later(left, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    def keepalive_timeout(self) -> None:
        """A client that answers no ping reads nothing, so it would not read a closing message either."""
        super().keepalive_timeout()
        self.let_go()

    def let_go(self) -> None:
        if not self.disconnected:
            reset(self.transport)
