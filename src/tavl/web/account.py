"""Settings, and players' pages."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from tavl.server.errors import ApiError
from tavl.web.lists import record_of
from tavl.web.rendering import pages_of, service_of


async def settings(request: Request) -> Response:
    service = service_of(request)
    who = await service.accounts.identify(request)
    logins = await service.accounts.logins(who) if who and not who.bot else ()
    return pages_of(request).render(request, "settings.html", who, logins=logins)


async def player(request: Request) -> Response:
    person = request.path_params["id"]
    record = await record_of(service_of(request), person)
    if record is None:
        raise ApiError("not_found")
    return await pages_of(request).page(request, "player.html", person=person, record=record)


GET = ("GET",)
ROUTES = (
    ("/settings", settings, GET),
    ("/p/{id}", player, GET),
)
