"""The pages of practice, and what their scripts ask for."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TypeVar

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from tavl.analysis.label_texts import ERROR_NAMES, PHASE_NAMES
from tavl.i18n import words
from tavl.practice.card_texts import question_text
from tavl.practice.decks import NAMES
from tavl.practice.position_of_the_day import card_of_the_day
from tavl.practice.progress import ROLLING
from tavl.practice.search import Search
from tavl.rules.seat import Seat
from tavl.server.http.dependencies import identify, service_of, who_asks
from tavl.server.http.router import answer
from tavl.server.messages.practice import DeckLine
from tavl.web.practice.positions import ROUTES as POSITIONS
from tavl.web.practice.progress_plots import error_bars, luck_plot, rate_bars, rate_plot
from tavl.web.practice.quiz import NOBODY
from tavl.web.practice.quiz import ROUTES as QUIZ
from tavl.web.shared.language_choice import language_for
from tavl.web.shared.rendering import pages_of

K = TypeVar("K")


async def home(request: Request) -> Response:
    """What is due, the position of the day, and the decks."""
    service = service_of(request)
    who = await identify(request)
    overview = NOBODY
    decks: tuple[DeckLine, ...] = ()
    if who is not None and not who.bot:
        overview = await service.practice.quiz.overview(who, 0)
        decks = (await service.practice.decks(who)).decks
    card = await asyncio.to_thread(card_of_the_day, service.clock())
    taken = {deck.search.source for deck in decks}
    return pages_of(request).render(
        request,
        "practice/home.html",
        who,
        overview=overview,
        decks=decks,
        shipped={id: name for id, name in NAMES.items() if id not in taken},
        of_the_day=card.facts.position,
        asked=question_text(words(language_for(request, who)), card.decision),
    )


async def deck(request: Request) -> Response:
    """A shared deck, or one that comes with tavl: to look at, or to add."""
    service = service_of(request)
    who = await identify(request)
    language = language_for(request, who)
    found = await service.practice.shared_deck(who, request.path_params["id"], language)
    return pages_of(request).render(request, "practice/deck.html", who, deck=found)


class MatchState(Struct, frozen=True):
    """Which side of an analysed match is known to be theirs, and how many cards it gave."""

    seat: Seat | None
    cards: int


async def match(request: Request) -> Response:
    service = service_of(request)
    who = await who_asks(request, suspended_too=True)
    analysis = request.query_params.get("analysis", "")
    seat = await service.practice.seat_of(who, analysis)
    cards = (await service.practice.search(who, Search(source=analysis[:100]))).found if seat is not None else 0
    return answer(MatchState(seat, cards))


async def progress(request: Request) -> Response:
    service = service_of(request)
    who = await identify(request)
    if who is None or who.bot:
        return pages_of(request).render(request, "practice/progress.html", who, progress=None)
    found = await service.practice.progress(who)
    w = words(language_for(request, who))

    def named(names: Mapping[K, str]) -> dict[K, str]:
        return {each: w(name) for each, name in names.items()}

    return pages_of(request).render(
        request,
        "practice/progress.html",
        who,
        progress=found if found.points else None,
        rolling=ROLLING,
        rates=rate_plot(found),
        luck=luck_plot(found),
        phases=rate_bars(found.phases, named(PHASE_NAMES)),
        errors=error_bars(found.kinds, named(ERROR_NAMES)),
    )


GET = ("GET",)
ROUTES = (
    ("/practice", home, GET),
    ("/practice/progress", progress, GET),
    ("/practice/decks/{id}", deck, GET),
    ("/practice/match.json", match, GET),
    *QUIZ,
    *POSITIONS,
)
