"""What an operator asks a server: whether it answers, whether it can be used, its counters (`server/metrics.py`)."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from tavl.server.http.router import answer
from tavl.server.service import Service


async def healthz(request: Request) -> Response:
    """The process answers."""
    return PlainTextResponse("ok\n")


async def readyz(request: Request) -> Response:
    """The database answers too, and the clocks can be trusted."""
    service: Service | None = getattr(request.app.state, "service", None)
    if service is None:
        return answer({"ok": False, "problem": "starting"}, 503)
    health = await service.store.health()
    ok = health.ok and service.process.alive
    return answer({"ok": ok, "database": health.database, "problem": health.problem}, 200 if ok else 503)


async def metrics(request: Request) -> Response:
    service: Service | None = getattr(request.app.state, "service", None)
    return PlainTextResponse(service.metrics.text() if service else "", media_type="text/plain; version=0.0.4")
