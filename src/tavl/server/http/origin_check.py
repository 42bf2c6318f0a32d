"""Which requests may change something: those of our own pages, or with a token."""

from __future__ import annotations

from starlette.requests import Request

from tavl.server.errors import ApiError
from tavl.server.network.clients import is_own_origin
from tavl.server.settings import Settings

CSRF_HEADER = "X-Tavl"
SAFE = ("GET", "HEAD", "OPTIONS")
ONE_CLICK = "/notices/stop/"  # posted by mail programs (RFC 8058), which know only the token


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
