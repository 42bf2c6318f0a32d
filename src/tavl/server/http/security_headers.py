"""The headers of every response that tell browsers what a page may do."""

from __future__ import annotations

import re

from tavl.server.settings import Settings

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
STRICT_TRANSPORT = {"Strict-Transport-Security": "max-age=31536000"}


def security_headers(path: str, settings: Settings) -> dict[str, str]:
    """Of the response to a request for this path."""
    sent = FRAMED_HEADERS if FRAMED.fullmatch(path) else HEADERS
    sent = FILM_HEADERS if path == TRANSCRIBING else sent
    if settings.secure_cookies and not settings.venue:  # there, another port speaks plain HTTP
        sent = sent | STRICT_TRANSPORT
    return sent
