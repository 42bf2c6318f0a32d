"""The plain HTTP port beside HTTPS: it redirects, and serves what a phone needs to trust the certificate."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from tavl.server.venue.certificates import Certificate

AUTHORITY_PATH = "/venue/authority.crt"


def authority_file(certificate: Certificate) -> Response:
    headers = {"Content-Disposition": 'attachment; filename="tavl-authority.crt"', "Cache-Control": "no-store"}
    return Response(certificate.authority.read_bytes(), media_type="application/x-x509-ca-cert", headers=headers)


def door(certificate: Certificate, https_port: int) -> Starlette:
    async def authority(request: Request) -> Response:
        return authority_file(certificate)

    async def healthz(request: Request) -> Response:
        return PlainTextResponse("ok\n")

    async def onward(request: Request) -> Response:
        host = urlsplit(f"//{request.url.netloc}").hostname or "localhost"
        host = f"[{host}]" if ":" in host else host
        query = f"?{request.url.query}" if request.url.query else ""
        return RedirectResponse(f"https://{host}:{https_port}{request.url.path}{query}", 307)

    methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
    return Starlette(
        routes=[
            Route(AUTHORITY_PATH, authority),
            Route("/healthz", healthz),
            Route("/{path:path}", onward, methods=methods),
        ]
    )
