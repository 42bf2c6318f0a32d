"""The application: API, sockets, health and metrics. `tavl.web` mounts the pages on it."""

from __future__ import annotations

import logging
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from tavl.server import logs
from tavl.server.errors import ApiError
from tavl.server.http import health, json_schema
from tavl.server.http.error_answers import error_answer
from tavl.server.http.middleware import Gate
from tavl.server.http.router import answer
from tavl.server.http.routes import (
    account_routes,
    administration_routes,
    analysis_routes,
    blocking_and_reporting_routes,
    notification_routes,
    organisation_routes,
    player_routes,
    practice_routes,
    privacy_routes,
    table_routes,
    tournament_copy_routes,
    tournament_file_routes,
    tournament_people_routes,
    tournament_routes,
    webhook_routes,
)
from tavl.server.live.socket import serve_socket
from tavl.server.live.tournament_socket import serve_tournament
from tavl.server.logs import log
from tavl.server.metrics import Metrics
from tavl.server.service import Service
from tavl.server.settings import Settings
from tavl.server.wall_clock import Clock
from tavl.store.errors import StoreError

APIS = (
    account_routes.api,
    administration_routes.api,
    analysis_routes.api,
    blocking_and_reporting_routes.api,
    tournament_copy_routes.api,
    notification_routes.api,
    player_routes.api,
    practice_routes.api,
    privacy_routes.api,
    table_routes.api,
    tournament_routes.api,
    tournament_people_routes.api,
    tournament_file_routes.api,
    webhook_routes.api,
    organisation_routes.api,
)
_CODES = {404: "not_found", 405: "method_not_allowed", 413: "body_too_large", 429: "too_many"}


def create_app(
    settings: Settings | None = None,
    clock: Clock | None = None,
    random_bytes: Callable[[int], bytes] = secrets.token_bytes,
) -> Starlette:
    """`app.state.service` is there while it runs; `tavl.web` mounts its pages on the returned application. Dice and
    lots come from `random_bytes`."""
    settings, clock, metrics = settings or Settings(), clock or Clock(), Metrics()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        logs.set_up(settings.log_level, settings.log_json)
        try:
            service = await Service.open(settings, metrics, clock, random_bytes)
        except (StoreError, OSError, ValueError) as error:
            app.state.failed = error  # the command prints it as a sentence, without a traceback
            logging.getLogger("uvicorn.error").disabled = True
            raise
        app.state.service = service
        log.info("open", extra={"fields": {"database": service.store.database.place, "process": service.process.id}})
        try:
            yield
        finally:
            app.state.service = None
            await service.close()

    app = Starlette(routes=_routes(), lifespan=lifespan)
    app.state.settings, app.state.clock = settings, clock
    app.state.failed = None
    app.state.certificate = app.state.door_port = None  # at a venue, where HTTPS is served
    app.add_middleware(Gate, settings=settings, metrics=metrics, monotonic=clock.monotonic)
    app.add_exception_handler(ApiError, _api_error)
    app.add_exception_handler(StoreError, _store_error)
    app.add_exception_handler(HTTPException, _http_error)
    return app


def _routes() -> list[BaseRoute]:
    return [
        WebSocketRoute("/api/v1/tables/{id}/socket", _socket),  # outermost: a thousand come back at once
        WebSocketRoute("/api/v1/tournaments/{id}/changes", _tournament_socket),
        *(route for api in APIS for route in api.routes),
        Route("/healthz", health.healthz),
        Route("/readyz", health.readyz),
        Route("/metrics", health.metrics),
        Route("/api/v1/openapi.json", _openapi),
    ]


async def _api_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, ApiError)
    return error_answer(request, error)


async def _store_error(request: Request, error: Exception) -> Response:
    log.warning("store: %s", error)
    return error_answer(request, ApiError("unavailable"))


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = _CODES.get(error.status_code, "not_found" if error.status_code < 500 else "internal")
    return error_answer(request, ApiError(code, **({"most": 0} if code == "body_too_large" else {})))


async def _openapi(request: Request) -> Response:
    paths: dict[str, dict[str, Any]] = {}
    for api in APIS:
        for path, operations in api.paths.items():
            paths.setdefault(path, {}).update(operations)
    return answer(
        {
            "openapi": "3.1.0",
            "info": {"title": "tavl", "version": "1"},
            "paths": paths,
            "components": {"schemas": json_schema.components()},
        }
    )


async def _socket(websocket: WebSocket) -> None:
    service: Service | None = getattr(websocket.app.state, "service", None)
    if service is None:
        await websocket.close()
        return
    await serve_socket(service.sockets, websocket, websocket.path_params["id"])


async def _tournament_socket(websocket: WebSocket) -> None:
    service: Service | None = getattr(websocket.app.state, "service", None)
    if service is None:
        await websocket.close()
        return
    await serve_tournament(service.tournament_sockets, websocket, websocket.path_params["id"])
