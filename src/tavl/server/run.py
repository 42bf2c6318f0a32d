"""Run the server in this process until it is told to stop."""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Callable
from contextlib import suppress

import uvicorn
from starlette.applications import Starlette

from tavl.server import logs
from tavl.server.app import create_app
from tavl.server.http.timeouts import HttpProtocol, SocketProtocol
from tavl.server.settings import Settings

HARD_LIMIT = 1 << 20  # bytes of a socket message; below this, one over the setting still gets an error as its answer
SWITCH_S = 0.0005  # how long one thread keeps the interpreter while another waits for it


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, ready: Callable[[str], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        await super().startup(sockets)  # type: ignore[arg-type]
        if self.started and not self.should_exit:
            host, port = self.servers[0].sockets[0].getsockname()[:2]
            self._ready(f"http://{f'[{host}]' if ':' in host else host}:{port}")


def server_for(
    settings: Settings, app: Starlette | None = None, ready: Callable[[str], None] | None = None
) -> uvicorn.Server:
    patience = {"patience_s": settings.patience_s}
    config = uvicorn.Config(
        app or create_app(settings),
        host=settings.host,
        port=settings.port,
        log_config=None,
        access_log=False,
        server_header=False,
        http=type("Http", (HttpProtocol,), patience),
        ws=type("Socket", (SocketProtocol,), patience),
        proxy_headers=False,  # our own setting decides which address counts (`clients.py`)
        ws_max_size=HARD_LIMIT,
        ws_per_message_deflate=False,  # a compressor for each socket takes a hundred times the memory that it saves
        ws_ping_interval=settings.socket_ping_s,
        ws_ping_timeout=settings.socket_ping_s,
        timeout_graceful_shutdown=3,
        lifespan="on",
    )
    return _Server(config, ready or (lambda url: None))


def run(settings: Settings, app: Starlette | None = None, ready: Callable[[str], None] | None = None) -> bool:
    """True if it ran; false if it could not start: then `app.state.failed` says why, if it was the database."""
    logs.set_up(settings.log_level, settings.log_json)
    server = server_for(settings, app, ready)
    # A full garbage collection takes a large part of a second with a thousand tables, and everybody waits for it. What
    # lives long here are immutable values without cycles, which do not need one; young objects are collected in steps
    # of a few milliseconds.
    gc.set_threshold(5_000, 10, 10_000)
    # Threads write and read the database, a few dozen statements for each group of actions. After each they need the
    # interpreter back from the event loop; with the default of 5 ms, a group would take a large part of a second.
    sys.setswitchinterval(SWITCH_S)
    loops = server.config.get_loop_factory()  # uvloop where it is installed
    if sys.platform == "win32":
        loops = asyncio.SelectorEventLoop  # psycopg needs it on Windows
    with suppress(SystemExit), asyncio.Runner(loop_factory=loops) as runner:  # uvicorn raises it when it cannot start
        runner.run(server.serve())
    return server.started


def say(url: str) -> None:
    print(f"listening on {url}", file=sys.stdout, flush=True)
