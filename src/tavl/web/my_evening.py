"""A player's own page on their phone, during a tournament."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from tavl.server.http.dependencies import identify
from tavl.web.desk import state_of, tournament_page


async def my_evening(request: Request) -> Response:
    who = await identify(request)
    return tournament_page(request, "my-evening/my-evening.html", who, await state_of(request, who, mine=True))


ROUTES = (("/tournaments/{id}/me", my_evening, ("GET",)),)
