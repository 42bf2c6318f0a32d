"""Routes for players and rankings."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from tavl.server.errors import ApiError
from tavl.server.http.dependencies import service_of
from tavl.server.http.router import Api, answer
from tavl.server.messages.players import Player, Ranking

api = Api()


@api.route("GET", "/players", gives=Ranking)
async def show_ranking(request: Request) -> Response:
    """The best players and the best bots."""
    return answer(await service_of(request).players.ranking())


@api.route("GET", "/players/{id}", gives=Player)
async def show_player(request: Request) -> Response:
    """A player's results and ratings."""
    found = await service_of(request).players.find(request.path_params["id"])
    if found is None:
        raise ApiError("not_found")
    return answer(found)
