"""The home page and its lists."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tavl.rules.profile import PROFILE_TITLES, Breaks
from tavl.server.accounts.identity import Identity
from tavl.server.http.dependencies import identify, service_of
from tavl.server.tables.bots import LEVELS
from tavl.server.tables.dice.verifiable_dice import MAX_WORD, MIN_WORD, WORD
from tavl.web.home.new_table_choices import (
    DEFAULT_LENGTH,
    DEFAULT_LEVEL,
    HOUSE,
    LENGTHS,
    MAX_DELAY,
    MAX_MINUTES,
    OPPONENTS,
    OTHER_LENGTH,
    OWN_CLOCK,
    SITTINGS,
    TABLE_CLOCKS,
)
from tavl.web.home.table_lists import Lists, lists_for
from tavl.web.shared.bot_names import LEVEL_WORDS
from tavl.web.shared.rendering import pages_of


async def home(request: Request) -> Response:
    who = await identify(request)
    return pages_of(request).render(
        request,
        "home/home.html",
        who,
        lists=await _lists(request, who),
        opponents=OPPONENTS,
        levels=[(name, *LEVEL_WORDS[name]) for name in LEVELS if name in LEVEL_WORDS],
        default_level=DEFAULT_LEVEL,
        lengths=LENGTHS,
        default_length=DEFAULT_LENGTH,
        other_length=OTHER_LENGTH,
        own_clock=OWN_CLOCK,
        max_minutes=MAX_MINUTES,
        max_delay=MAX_DELAY,
        clocks=TABLE_CLOCKS,
        profiles=PROFILE_TITLES,
        sittings=SITTINGS,
        house=HOUSE,
        breaks=msgspec.to_builtins(Breaks()),
        word_pattern=WORD.pattern,
        min_word=MIN_WORD,
        max_word=MAX_WORD,
    )


async def home_lists(request: Request) -> Response:
    """Just the lists, which the page reloads periodically."""
    who = await identify(request)
    lists = await _lists(request, who)
    return pages_of(request).render(request, "home/lists.html", who, lists=lists, profiles=PROFILE_TITLES)


async def _lists(request: Request, who: Identity | None) -> Lists:
    s, person = service_of(request), who.person if who else None
    return await lists_for(s.store, s.executor, s.presence, s.accounts, s.blocking, s.clock(), person)


GET = ("GET",)
ROUTES = (
    ("/", home, GET),
    ("/lists", home_lists, GET),
)
