"""Middleware for every request: rate limits (`rate_limits`), size limits (`max_body_bytes` and its neighbours in
`server/settings.py`), the origin (`origin_check`), headers of the response (`security_headers`), logs and metrics."""

from __future__ import annotations

import re
from collections.abc import Callable
from hashlib import sha256

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tavl.server.errors import ApiError
from tavl.server.http.error_answers import error_answer
from tavl.server.http.origin_check import check_origin
from tavl.server.http.security_headers import security_headers
from tavl.server.logs import about, log
from tavl.server.messages.decoding import refuse_nul
from tavl.server.metrics import Metrics
from tavl.server.network.clients import address_of, scheme_of
from tavl.server.rate_limits import Limits, Visitors
from tavl.server.settings import Settings

UPLOADS = "/api/v1/analyses"
IMPORT = "/api/v1/tournaments/import"
COPIES = "/api/v1/copies/"
ORGANISATION_LISTS = re.compile(r"/api/v1/organisations/[^/]+/(members|reports)")


class Gate:
    """ASGI middleware around the whole application."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics, monotonic: Callable[[], float]) -> None:
        self.app, self.settings, self.metrics, self._monotonic = app, settings, metrics, monotonic
        self.limits = Limits(monotonic, settings.rates)
        self.visitors = Visitors()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        scope["scheme"] = scheme_of(request, self.settings)
        began = self._monotonic()
        status = 500
        started = False

        async def guarded(message: Message) -> None:
            nonlocal status, started
            if message["type"] == "http.response.start":
                started, status = True, message["status"]
                headers = MutableHeaders(raw=message["headers"])
                for name, value in security_headers(request.url.path, self.settings).items():
                    headers[name] = value
                if request.url.path.startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
                message["headers"] = headers.raw
            await send(message)

        with about(request=request.headers.get("x-request-id", "")[:64]):
            try:
                self._admit(request)
                await self.app(scope, _bounded(receive, self._most_bytes(request)), guarded)
            except ApiError as error:
                if started:
                    raise
                await error_answer(request, error)(scope, receive, guarded)
            except ClientDisconnect:  # while still sending its request
                status = 499
            except Exception:
                log.exception("request failed", extra={"fields": {"path": request.url.path}})
                if started:
                    raise
                await error_answer(request, ApiError("internal"))(scope, receive, guarded)
        if (person := getattr(request.state, "person", None)) is not None:
            self.visitors.recognised(_brought(request), person)
        self.metrics.time("http", self._monotonic() - began)
        self.metrics.count("http", method=request.method if request.method in _METHODS else "other", status=str(status))

    def _admit(self, request: Request) -> None:
        refuse_nul(request.scope["path"], "path")
        if b"%00" in request.scope["query_string"]:
            refuse_nul(dict(request.query_params.multi_items()))
        if _is_counted(request.url.path) and not self._has_left(request):
            raise ApiError("too_many")
        check_origin(request, self.settings)
        length, most = Headers(scope=request.scope).get("content-length"), self._most_bytes(request)
        if length is not None and (not length.isdecimal() or int(length) > most):
            raise ApiError("body_too_large", most=most)

    def _has_left(self, request: Request) -> bool:
        address, brought = address_of(request, self.settings), _brought(request)
        person = self.visitors.person(brought) if brought else None
        if person is not None:
            return self.limits.allows_both("request", person, address)
        return self.limits.allows("request", address) or (bool(brought) and self.limits.allows("newcomer", address))

    def _most_bytes(self, request: Request) -> int:
        """A match file may be larger than what else is sent; an archive comes from an administrator, and lists and
        reports from an officer, which their routes see to before they read."""
        larger = {UPLOADS: self.settings.max_upload_bytes, IMPORT: self.settings.max_import_bytes}
        if request.url.path.startswith(COPIES):
            return self.settings.max_upload_bytes
        if ORGANISATION_LISTS.fullmatch(request.url.path):
            return self.settings.max_list_bytes
        return larger.get(request.url.path, self.settings.max_body_bytes)


def _brought(request: Request) -> bytes:
    """The digest of a cookie or a token; empty without either."""
    said = "\n".join((request.headers.get("authorization", ""), request.headers.get("cookie", "")))
    return sha256(said.encode()).digest() if len(said) > 1 else b""


def _is_counted(path: str) -> bool:
    """Health checks are frequent; a page loads about fifty files at once, and a club shares one address."""
    return path not in ("/healthz", "/readyz", "/metrics") and not path.startswith("/static/")


_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


def _bounded(receive: Receive, most: int) -> Receive:
    """Also cuts off a body with a wrong length or none."""
    seen = 0

    async def bounded() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > most:
            raise ApiError("body_too_large", most=most)
        return message

    return bounded
