"""Home, about the dice, and the small things a browser asks every site for."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tavl.i18n import language_of, later, words
from tavl.rules.profile import PROFILE_TITLES
from tavl.server.errors import ApiError
from tavl.server.http.dependencies import service_of
from tavl.server.tables.bots import LEVELS
from tavl.store.projections.dice_counts import dice_statistics
from tavl.web.clock_choices import MAX_DELAY, MAX_MINUTES, TABLE_CLOCKS
from tavl.web.home_lists import lists_for
from tavl.web.rendering import LANGUAGE_COOKIE, language_for, pages_of
from tavl.web.table.bot_names import LEVEL_WORDS

YEAR = 365 * 24 * 3600

DEFAULT_LEVEL = "casual"
LENGTHS = (1, 3, 5, 7, 11)
DEFAULT_LENGTH = 3
MAX_LENGTH = 99
# What a table can be besides: the value that is sent, its name, and one line on what it means.
SITTINGS = (
    ("enforced", later("Only legal plays"), later("The board lets nobody play wrongly.")),
    (
        "challenge",
        later("Challenge"),
        later("As at a physical board, you may play wrongly and be caught: until the next roll the other can say so."),
    ),
)
HOUSE = (
    (
        "ruled_by",
        later("Who rules on a dispute?"),
        (
            ("nobody", later("Nobody"), later("You two agree, or the dice decide.")),
            ("named", later("A person both name"), later("You send a link to somebody you both trust.")),
            (
                "director",
                later("A director"),
                later("Whoever has the director's link rules and sets things right."),
            ),
        ),
    ),
    (
        "spectators",
        later("Spectators"),
        (
            ("0", later("May watch"), later("They see the game as it is played.")),
            ("60", later("May watch a minute later"), later("Nobody who watches can help.")),
            ("300", later("May watch five minutes later"), later("Nobody who watches can help.")),
            ("none", later("May not watch"), later("Only people whom one of you lets in.")),
        ),
    ),
    (
        "lost_line",
        later("When a connection is lost"),
        (
            ("runs", later("The clock runs on"), later("As in a tournament when somebody walks away from the board.")),
            (
                "waits",
                later("The match waits a while"),
                later("The clock is stopped while waiting time is left."),
            ),
        ),
    ),
)


ICONS = (("icons/companion-192.png", 192, "any"), ("icons/companion-maskable-512.png", 512, "maskable"))


async def home(request: Request) -> Response:
    service = service_of(request)
    who = await service.accounts.identify(request)
    return pages_of(request).render(
        request,
        "home/home.html",
        who,
        lists=await lists_for(service, who.person if who else None),
        levels=[(name, *LEVEL_WORDS[name]) for name in LEVELS if name in LEVEL_WORDS],
        default_level=DEFAULT_LEVEL,
        lengths=LENGTHS,
        default_length=DEFAULT_LENGTH,
        most_length=MAX_LENGTH,
        most_minutes=MAX_MINUTES,
        most_delay=MAX_DELAY,
        clocks=TABLE_CLOCKS,
        profiles=PROFILE_TITLES,
        sittings=SITTINGS,
        house=HOUSE,
    )


async def home_lists(request: Request) -> Response:
    """The lists alone, for the page to look again now and then."""
    service = service_of(request)
    who = await service.accounts.identify(request)
    lists = await lists_for(service, who.person if who else None)
    return pages_of(request).render(request, "home/lists.html", who, lists=lists, profiles=PROFILE_TITLES)


async def dice(request: Request) -> Response:
    counts = await service_of(request).store.read_rows(dice_statistics)
    rolls = {pair: n for context in counts.values() for pair, n in context.items()}
    faces = dict.fromkeys(range(1, 7), 0)
    doubles = total = 0
    for context in counts.values():
        for (first, second), n in context.items():
            faces[first] += n
            faces[second] += n
    for (first, second), n in counts.get("turn", {}).items():
        total += n
        doubles += n if first == second else 0
    return await pages_of(request).page(
        request,
        "dice/dice.html",
        faces=faces,
        rolls=len(rolls) and sum(faces.values()) // 2,
        turns=total,
        doubles=doubles,
    )


async def choose_language(request: Request) -> Response:
    """By hand: kept in a cookie, and with the person where there is one."""
    async with request.form(max_files=0, max_fields=4) as form:
        chosen, back = language_of(str(form.get("language", ""))), str(form.get("back", "/"))
    if chosen is None:
        raise ApiError("bad_value", field="language", problem="unknown")
    service = service_of(request)
    who = await service.accounts.identify(request)
    if who is not None and not who.bot:
        await service.accounts.change(who, None, chosen)
    response = RedirectResponse(_own_path(back), 303)
    secure = service.settings.secure_cookies
    response.set_cookie(LANGUAGE_COOKIE, chosen, max_age=YEAR, path="/", secure=secure, samesite="lax")
    return response


def _own_path(back: str) -> str:
    """Only to one of our own pages."""
    try:
        parts = urlsplit(back)
    except ValueError:  # "//[" is no address at all
        return "/"
    own = back.startswith("/") and not back.startswith(("//", "/\\")) and not parts.scheme and not parts.netloc
    return back if own else "/"


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


GET, POST = ("GET",), ("POST",)
ROUTES = (
    ("/", home, GET),
    ("/lists", home_lists, GET),
    ("/dice", dice, GET),
    ("/language", choose_language, POST),
    ("/manifest.webmanifest", manifest, GET),
    ("/favicon.ico", favicon, GET),
    ("/robots.txt", robots, GET),
)
