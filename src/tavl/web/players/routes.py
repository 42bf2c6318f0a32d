"""The ranking, and a player's page."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from tavl.server.errors import ApiError
from tavl.server.http.dependencies import identify, service_of
from tavl.store.projections.ratings import BOTS, PEOPLE
from tavl.web.players.blocking_and_reporting import other_player
from tavl.web.players.rating_graph import graph_of
from tavl.web.players.record import record_of
from tavl.web.shared.rendering import pages_of


async def players(request: Request) -> Response:
    service = service_of(request)
    formula = service.settings.formula
    return await pages_of(request).page(
        request, "players/players.html", ranking=await service.players.ranking(), formula=formula
    )


async def player(request: Request) -> Response:
    person = request.path_params["id"]
    service = service_of(request)
    record = await record_of(service.players, service.accounts, service.store, person)
    if record is None:
        raise ApiError("not_found")
    drawn = [
        (pool, rating, graph_of([match for match in record.player.rated if match.pool == pool]))
        for pool, rating in ((PEOPLE, record.player.rating), (BOTS, record.player.with_bots))
        if rating
    ]
    who = await identify(request)
    about = await other_player(service.blocking, who, person, record.name)
    return pages_of(request).render(
        request,
        "players/player.html",
        who,
        person=person,
        record=record,
        player=record.player,
        drawn=drawn,
        other_player=about,
    )


GET = ("GET",)
ROUTES = (
    ("/players", players, GET),
    ("/p/{id}", player, GET),
)
