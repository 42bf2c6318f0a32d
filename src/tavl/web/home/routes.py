"""The home page and its lists."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from tavl.rules.profile import PROFILE_TITLES
from tavl.server.http.dependencies import service_of
from tavl.server.tables.bots import LEVELS
from tavl.web.home.new_table_choices import (
    DEFAULT_LENGTH,
    DEFAULT_LEVEL,
    HOUSE,
    LENGTHS,
    MAX_DELAY,
    MAX_LENGTH,
    MAX_MINUTES,
    OPPONENTS,
    OTHER_LENGTH,
    OWN_CLOCK,
    SITTINGS,
    TABLE_CLOCKS,
)
from tavl.web.home.table_lists import lists_for
from tavl.web.shared.rendering import pages_of
from tavl.web.table.bot_names import LEVEL_WORDS


async def home(request: Request) -> Response:
    service = service_of(request)
    who = await service.accounts.identify(request)
    return pages_of(request).render(
        request,
        "home/home.html",
        who,
        lists=await lists_for(service, who.person if who else None),
        opponents=OPPONENTS,
        levels=[(name, *LEVEL_WORDS[name]) for name in LEVELS if name in LEVEL_WORDS],
        default_level=DEFAULT_LEVEL,
        lengths=LENGTHS,
        default_length=DEFAULT_LENGTH,
        other_length=OTHER_LENGTH,
        most_length=MAX_LENGTH,
        own_clock=OWN_CLOCK,
        most_minutes=MAX_MINUTES,
        most_delay=MAX_DELAY,
        clocks=TABLE_CLOCKS,
        profiles=PROFILE_TITLES,
        sittings=SITTINGS,
        house=HOUSE,
    )


async def home_lists(request: Request) -> Response:
    """Just the lists, which the page reloads periodically."""
    service = service_of(request)
    who = await service.accounts.identify(request)
    lists = await lists_for(service, who.person if who else None)
    return pages_of(request).render(request, "home/lists.html", who, lists=lists, profiles=PROFILE_TITLES)


GET = ("GET",)
ROUTES = (
    ("/", home, GET),
    ("/lists", home_lists, GET),
)
