"""The small files that a browser requests from every site: manifest, icon, robots.txt."""

from __future__ import annotations

import json
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tavl.i18n import words
from tavl.web.shared.language_choice import language_for
from tavl.web.shared.rendering import pages_of

ICONS = (("icons/companion-192.png", 192, "any"), ("icons/companion-maskable-512.png", 512, "maskable"))


def _png(request: Request, path: str, size: int, purpose: str) -> dict[str, str]:
    return {
        "src": pages_of(request).static_url(path),
        "sizes": f"{size}x{size}",
        "type": "image/png",
        "purpose": purpose,
    }


async def manifest(request: Request) -> Response:
    w = words(language_for(request, None))
    icon: dict[str, Any] = {
        "src": pages_of(request).static_url("icons/tavl.svg"),
        "sizes": "any",
        "type": "image/svg+xml",
    }
    described = {
        "name": "tavl",
        "short_name": "tavl",
        "description": w("Backgammon as a federation plays it"),
        "lang": w.language,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#f5f0e6",
        "theme_color": "#f5f0e6",
        "icons": [{**icon, "purpose": "any"}, *(_png(request, *each) for each in ICONS)],
        "shortcuts": [{"name": w("At a physical board"), "url": f"/companion/{w.language}"}],
    }
    return Response(json.dumps(described), media_type="application/manifest+json")


async def favicon(request: Request) -> Response:
    return RedirectResponse(pages_of(request).static_url("icons/tavl.svg"), 308)


async def robots(request: Request) -> Response:
    return Response("User-agent: *\nDisallow: /t/\nDisallow: /p/\n", media_type="text/plain")


GET = ("GET",)
ROUTES = (
    ("/manifest.webmanifest", manifest, GET),
    ("/favicon.ico", favicon, GET),
    ("/robots.txt", robots, GET),
)
