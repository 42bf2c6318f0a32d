"""Middleware for every request: response headers, origin check, size limits."""

from __future__ import annotations

import re
import time
from hashlib import sha256

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tavl.server.errors import ApiError
from tavl.server.http.router import error_answer
from tavl.server.logs import about, log
from tavl.server.messages.decoding import refuse_nul
from tavl.server.metrics import Metrics
from tavl.server.network.clients import address_of, is_own_origin, scheme_of
from tavl.server.rate_limits import Limits, Visitors
from tavl.server.settings import Settings

CSRF_HEADER = "X-Tavl"
SAFE = ("GET", "HEAD", "OPTIONS")
UPLOADS = "/api/v1/analyses"
ONE_CLICK = "/notices/stop/"  # posted by mail programs (RFC 8058), which know only the token
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; media-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'; object-src 'none'"
)
FRAMED = re.compile(r"/tournaments/[^/]+/embed")  # the one page that may stand within somebody else's
HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}

FRAMED_HEADERS = {
    **{name: value for name, value in HEADERS.items() if name != "X-Frame-Options"},
    "Content-Security-Policy": CONTENT_SECURITY_POLICY.replace("frame-ancestors 'none'", "frame-ancestors *"),
    "Cross-Origin-Resource-Policy": "cross-origin",
}

TRANSCRIBING = "/transcribe"  # the one page that shows a film: a file of one's own, or one from elsewhere
FILM_HEADERS = {
    **HEADERS,
    "Content-Security-Policy": CONTENT_SECURITY_POLICY.replace("media-src 'self'", "media-src 'self' blob: https:"),
}


IMPORT = "/api/v1/tournaments/import"
COPIES = "/api/v1/copies/"


def check_origin(request: Request, settings: Settings) -> None:
    """A request that changes something must come from our own pages, or have a token, which no browser adds unasked."""
    headers = request.headers
    if request.url.path.startswith(ONE_CLICK):
        return
    if request.method in SAFE or headers.get("authorization", "").startswith("Bearer "):
        return
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    trusted = origin is not None and origin in settings.origins
    if site is not None and site not in ("same-origin", "none") and not trusted:
        raise ApiError("bad_origin")
    if origin is not None and not is_own_origin(origin, headers, settings):
        raise ApiError("bad_origin")
    if request.url.path.startswith("/api/"):
        if CSRF_HEADER not in headers:  # a page of another origin cannot add it without a preflight request
            raise ApiError("header_missing", header=CSRF_HEADER)
    elif site is None and origin is None:
        raise ApiError("bad_origin")


class Gate:
    """ASGI middleware around the whole application."""

    def __init__(self, app: ASGIApp, settings: Settings, limits: Limits, metrics: Metrics) -> None:
        self.app, self.settings, self.limits, self.metrics = app, settings, limits, metrics
        self.visitors = Visitors()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        scope["scheme"] = scheme_of(request, self.settings)
        began = time.perf_counter()
        status = 500
        started = False

        async def guarded(message: Message) -> None:
            nonlocal status, started
            if message["type"] == "http.response.start":
                started, status = True, message["status"]
                headers = MutableHeaders(raw=message["headers"])
                sent = FRAMED_HEADERS if FRAMED.fullmatch(request.url.path) else HEADERS
                sent = FILM_HEADERS if request.url.path == TRANSCRIBING else sent
                for name, value in sent.items():
                    headers[name] = value
                if self.settings.secure_cookies and not self.settings.venue:  # there, another port speaks plain HTTP
                    headers["Strict-Transport-Security"] = "max-age=31536000"
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
            except ClientDisconnect:  # in the middle of its request
                status = 499
            except Exception:
                log.exception("request failed", extra={"fields": {"path": request.url.path}})
                if started:
                    raise
                await error_answer(request, ApiError("internal"))(scope, receive, guarded)
        if (person := getattr(request.state, "person", None)) is not None:
            self.visitors.recognised(_brought(request), person)
        self.metrics.time("http", time.perf_counter() - began)
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
        """A match file may be larger than what else is sent; an archive comes from an administrator, which the route
        sees to before it reads."""
        larger = {UPLOADS: self.settings.max_upload_bytes, IMPORT: self.settings.max_import_bytes}
        if request.url.path.startswith(COPIES):
            return self.settings.max_upload_bytes
        return larger.get(request.url.path, self.settings.max_body_bytes)


def _brought(request: Request) -> bytes:
    """A cookie or a token, as a digest; nothing without either."""
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
