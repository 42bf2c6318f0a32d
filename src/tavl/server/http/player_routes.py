"""The HTTP of players and rankings, and of being told of a move."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from tavl.server.accounts import players
from tavl.server.errors import ApiError
from tavl.server.http.dependencies import api, service_of
from tavl.server.http.router import answer
from tavl.server.messages.players import Player, Ranking


@api.route("GET", "/players", gives=Ranking)
async def show_ranking(request: Request) -> Response:
    """The best players and the best bots."""
    return answer(await players.ranking(service_of(request)))


@api.route("GET", "/players/{id}", gives=Player)
async def show_player(request: Request) -> Response:
    """A player's results and ratings."""
    found = await players.player_of(service_of(request), request.path_params["id"])
    if found is None:
        raise ApiError("not_found")
    return answer(found)
