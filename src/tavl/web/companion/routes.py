"""At a physical board: the page that a phone keeps, and what makes it an app."""

from __future__ import annotations

import json

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tavl.i18n import language_of, words
from tavl.server.errors import ApiError
from tavl.web.companion.offline import ROUTES as OFFLINE
from tavl.web.companion.page import page_text
from tavl.web.shared.language_choice import language_for
from tavl.web.shared.rendering import pages_of

ICONS = (
    ("icons/companion-192.png", "192x192", "any"),
    ("icons/companion-512.png", "512x512", "any"),
    ("icons/companion-maskable-512.png", "512x512", "maskable"),
)


async def start(request: Request) -> Response:
    response = RedirectResponse(f"/companion/{language_for(request, None)}", 302)
    response.headers["Cache-Control"] = "no-store"
    return response


def _language(request: Request) -> str:
    given = request.path_params["language"]
    if language_of(given) != given:
        raise ApiError("not_found")
    return str(given)


async def page(request: Request) -> Response:
    text = page_text(pages_of(request), request, _language(request))
    return Response(text, media_type="text/html", headers={"Cache-Control": "no-cache"})


async def manifest(request: Request) -> Response:
    language = _language(request)
    w = words(language)
    url = pages_of(request).static_url
    described = {
        "id": "/wood",  # its first address: a phone knows the installed app by it
        "name": w("tavl at a physical board"),
        "short_name": "tavl",
        "description": w("Clock, score and cube for two people at a physical board, online or offline."),
        "lang": language,
        "start_url": f"/companion/{language}",
        "scope": "/companion",
        "display": "standalone",
        "orientation": "any",
        "categories": ["games", "utilities"],
        "background_color": "#191512",
        "theme_color": "#191512",
        "icons": [
            {"src": url(path), "sizes": size, "type": "image/png", "purpose": purpose} for path, size, purpose in ICONS
        ],
    }
    return Response(json.dumps(described), media_type="application/manifest+json")


async def earlier_address(request: Request) -> Response:
    """The companion was at /wood once: links and home screens still lead there."""
    return RedirectResponse(request.url.path.replace("/wood", "/companion", 1), 301)


GET = ("GET",)
ROUTES = (
    ("/wood", earlier_address, GET),
    ("/wood/{language}", earlier_address, GET),
    ("/wood/{language}/app.webmanifest", earlier_address, GET),
    ("/companion", start, GET),
    ("/companion/{language}", page, GET),
    ("/companion/{language}/app.webmanifest", manifest, GET),
    *OFFLINE,
)
