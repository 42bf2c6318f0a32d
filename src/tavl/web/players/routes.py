"""The ranking, a player's page, and the two links that come by mail."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import FileResponse, Response

from tavl.server.errors import ApiError
from tavl.server.http.dependencies import service_of
from tavl.store.projections.ratings import BOTS, PEOPLE
from tavl.web.account import manners_about
from tavl.web.home_lists import record_of
from tavl.web.players.rating_graph import graph_of
from tavl.web.rendering import pages_of
from tavl.web.static_files import FOLDER


async def players(request: Request) -> Response:
    service = service_of(request)
    formula = service.settings.formula
    return await pages_of(request).page(
        request, "players/players.html", ranking=await service.players.ranking(), formula=formula
    )


async def player(request: Request) -> Response:
    person = request.path_params["id"]
    service = service_of(request)
    record = await record_of(service, person)
    if record is None:
        raise ApiError("not_found")
    drawn = [
        (pool, rating, graph_of([match for match in record.player.rated if match.pool == pool]))
        for pool, rating in ((PEOPLE, record.player.rating), (BOTS, record.player.with_bots))
        if rating
    ]
    who = await service.accounts.identify(request)
    manners = await manners_about(service, who, person, record.name)
    return pages_of(request).render(
        request,
        "players/player.html",
        who,
        person=person,
        record=record,
        player=record.player,
        drawn=drawn,
        manners=manners,
    )


async def stop_mail(request: Request) -> Response:
    """From a mail: its reader presses the button here; a mail program that supports RFC 8058 posts by itself."""
    choices = service_of(request).notices.choices
    done = request.method == "POST" and await choices.stop_mail(request.path_params["token"])
    if request.method == "POST" and not done:
        raise ApiError("not_found")
    return await pages_of(request).page(request, "notifications/notice.html", what="stop", done=done)


async def confirm_address(request: Request) -> Response:
    """A look at the link confirms nothing: programs that guard mailboxes look at all of them."""
    choices = service_of(request).notices.choices
    code = request.path_params["token"]
    done = request.method == "POST" and await choices.confirm(code)
    if not done and not await choices.knows(code):
        raise ApiError("not_found")
    return await pages_of(request).page(request, "notifications/notice.html", what="confirm", done=done)


async def push_worker(request: Request) -> Response:
    """At the root, so that it may look after notices; it touches no page."""
    answer = FileResponse(FOLDER / "notifications" / "push-worker.js", media_type="text/javascript")
    answer.headers["Cache-Control"] = "no-cache"
    return answer


GET, BOTH = ("GET",), ("GET", "POST")
ROUTES = (
    ("/players", players, GET),
    ("/p/{id}", player, GET),
    ("/notices/stop/{token}", stop_mail, BOTH),
    ("/notices/confirm/{token}", confirm_address, BOTH),
    ("/push-worker.js", push_worker, GET),
)
