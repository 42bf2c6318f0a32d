"""One's own positions, searched by decision, score, structure, theme and day: what is offered, and the page."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from typing import Final

from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response

from tavl.analysis.decisions.decisions import DecisionKind
from tavl.analysis.decisions.error_classes import BLUNDER, MISTAKE
from tavl.analysis.label_texts import ERROR_NAMES, PHASE_NAMES
from tavl.i18n import later
from tavl.practice.card_texts import THEME_NAMES
from tavl.practice.search import MAX_POINTS, Search
from tavl.practice.search_facts import CubeAt
from tavl.rules.codec import to_json
from tavl.server.errors import ApiError
from tavl.server.http.dependencies import identify, number, service_of
from tavl.server.http.routes.practice_routes import search_in
from tavl.server.messages.practice import MAX_DECK_NAME, CardList
from tavl.server.practice.practice import MAX_LISTED
from tavl.server.wall_clock import DAY
from tavl.web.shared.rendering import pages_of

KIND_NAMES: Final = {
    DecisionKind.PLAY: later("play of the dice"),
    DecisionKind.DOUBLE: later("to double or not"),
    DecisionKind.TAKE: later("to take or to drop"),
}
CUBE_NAMES: Final = {
    CubeAt.CENTRE: later("in the middle"),
    CubeAt.OWN: later("mine"),
    CubeAt.OPPONENT: later("the opponent’s"),
    CubeAt.NONE: later("none"),
}
ERROR_SIZES: Final = ((0.0, later("all")), (MISTAKE, later("from a mistake")), (BLUNDER, later("only blunders")))
COUNTS: Final = (
    ("least_prime", later("My prime, points in a row at least"), 6),
    ("least_opponent_prime", later("The opponent’s prime at least"), 6),
    ("least_home_points", later("My home points at least"), 6),
    ("least_anchors", later("My anchors at least"), 3),
    ("least_back", later("My checkers back at least"), 10),
    ("least_opponent_back", later("The opponent’s checkers back at least"), 10),
    ("least_blots", later("My blots at least"), 6),
    ("least_opponent_blots", later("The opponent’s blots at least"), 6),
)


async def positions(request: Request) -> Response:
    service = service_of(request)
    who = await identify(request)
    search = _with_days(request, search_in(request))
    first = number(request, "first", 0)
    found = CardList((), 0)
    if who is not None and not who.bot:
        found = await service.practice.search(who, search, first)
    return pages_of(request).render(
        request,
        "practice/positions.html",
        who,
        found=found,
        first=first,
        most=MAX_LISTED,
        max_deck_name=MAX_DECK_NAME,
        search=search,
        written=to_json(search).decode(),
        query=str(request.url.remove_query_params("first").query),
        days=(request.query_params.get("from_day", ""), request.query_params.get("to_day", "")),
        kinds=KIND_NAMES,
        themes=THEME_NAMES,
        phases=PHASE_NAMES,
        cubes=CUBE_NAMES,
        mistakes=ERROR_NAMES,
        sizes=ERROR_SIZES,
        counts=COUNTS,
        max_points=MAX_POINTS,
    )


def _with_days(request: Request, search: Search) -> Search:
    """From one day to another, both included."""
    since, until = (_day(request, name) for name in ("from_day", "to_day"))
    return replace(
        search,
        since=since if since is not None else search.since,
        until=until + DAY - 1 if until is not None else search.until,
    )


def _day(request: Request, name: str) -> int | None:
    text = request.query_params.get(name, "")
    if not text:
        return None
    try:
        return max(0, int(datetime.combine(date.fromisoformat(text), time(), UTC).timestamp() * 1000))
    except (ValueError, OverflowError):
        raise ApiError("bad_value", field=name, problem="YYYY-MM-DD") from None


ROUTES = (("/practice/positions", positions, ("GET",)),)
