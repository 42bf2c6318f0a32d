"""Run the server in this process until it is told to stop."""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

import uvicorn
from starlette.applications import Starlette

from tavl.server import logs
from tavl.server.app import create_app
from tavl.server.http.socket_pings import ping_interval_s, ping_timeout_s
from tavl.server.http.socket_protocol import HARD_LIMIT, SocketProtocol
from tavl.server.http.timeouts import HttpProtocol
from tavl.server.network.own_addresses import lan_addresses
from tavl.server.settings import Settings, SettingsError, load
from tavl.server.venue.certificates import Certificate, certificate_for, folder_of
from tavl.server.venue.http_redirect import door

# A full garbage collection takes a large part of a second with a thousand tables, and everybody waits for it. What
# lives long here are immutable values without cycles, which do not need one. Young objects are collected in small
# steps: each takes about a microsecond, so that 80,000 in one go were 100 ms in which nobody was answered.
GC_THRESHOLDS = 1_000, 3, 200_000
SWITCH_S = 0.0005  # how long one thread keeps the interpreter while another waits for it


class _Server(uvicorn.Server):
    """`plain` is a second application, served over HTTP once the port of the first is known."""

    def __init__(
        self, config: uvicorn.Config, ready: Callable[[str], None], plain: Callable[[int], uvicorn.Config] | None = None
    ) -> None:
        super().__init__(config)
        self._ready, self._plain = ready, plain

    async def startup(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        await super().startup(sockets)  # type: ignore[arg-type]
        if self.started and not self.should_exit:
            host, port = self.servers[0].sockets[0].getsockname()[:2]
            if self._plain is not None:
                await self._open_door(self._plain(port))
            scheme = "https" if self.config.is_ssl else "http"
            self._ready(f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}")

    async def _open_door(self, config: uvicorn.Config) -> None:
        config.load()

        def protocol() -> asyncio.Protocol:
            kind: Any = config.http_protocol_class
            made: asyncio.Protocol = kind(config=config, server_state=self.server_state, app_state={})
            return made

        door = await asyncio.get_running_loop().create_server(protocol, config.host, config.port)
        self.servers.append(door)
        self.config.app.state.door_port = door.sockets[0].getsockname()[1]  # type: ignore[union-attr]


def server_for(
    settings: Settings, app: Starlette | None = None, ready: Callable[[str], None] | None = None
) -> uvicorn.Server:
    patience = {"patience_s": settings.patience_s}
    app = app or create_app(settings)
    tls = _certificate(settings, app) if settings.certificate else None
    app.state.certificate = tls

    def plain(https_port: int) -> uvicorn.Config:
        assert tls is not None
        return uvicorn.Config(
            door(tls, https_port),
            host=settings.host,
            port=settings.port,
            log_config=None,
            access_log=False,
            server_header=False,
            http=type("Http", (HttpProtocol,), patience),
            ws="none",
            proxy_headers=False,
            lifespan="off",
        )

    config = uvicorn.Config(
        app,
        host=settings.host,
        port=settings.https_port if tls else settings.port,
        ssl_certfile=str(tls.chain) if tls else None,
        ssl_keyfile=str(tls.key) if tls else None,
        log_config=None,
        access_log=False,
        server_header=False,
        http=type("Http", (HttpProtocol,), patience),
        ws=type("Socket", (SocketProtocol,), patience),
        proxy_headers=False,  # our own setting decides which address counts (`clients.py`)
        ws_max_size=HARD_LIMIT,
        ws_per_message_deflate=False,  # a compressor for each socket takes a hundred times the memory that it saves
        ws_ping_interval=ping_interval_s(settings),
        ws_ping_timeout=ping_timeout_s(settings),
        timeout_graceful_shutdown=3,
        lifespan="on",
    )
    return _Server(config, ready or (lambda url: None), plain if tls else None)


def _certificate(settings: Settings, app: Starlette) -> Certificate:
    return certificate_for(folder_of(settings), lan_addresses(), datetime.fromtimestamp(app.state.clock() / 1000, UTC))


def run(settings: Settings, app: Starlette | None = None, ready: Callable[[str], None] | None = None) -> bool:
    """True if it ran; false if it could not start: then `app.state.failed` says why, if it was the database."""
    logs.set_up(settings.log_level, settings.log_json)
    server = server_for(settings, app, ready)
    gc.set_threshold(*GC_THRESHOLDS)
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


def main(create: Callable[[Settings], Starlette]) -> int:
    """The server as the environment and the settings' file describe it; returns the exit status."""
    try:
        settings = load()
    except SettingsError as error:
        print(error, file=sys.stderr)
        return 2
    app = create(settings)
    if run(settings, app, ready=say):
        return 0
    print(f"cannot start: {app.state.failed or 'see above'}", file=sys.stderr)
    return 1
