"""Routes for blocking and reporting people."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from tavl.server.http.dependencies import limit, service_of, who_asks
from tavl.server.http.router import Api, answer, body
from tavl.server.messages.moderation import (
    Block,
    Blocked,
    Report,
    Reported,
)

api = Api()


@api.route("POST", "/blocks", takes=Block, status=204)
async def block(request: Request) -> Response:
    """Block somebody: no chat from them, and never at the same table."""
    service, who, asked = service_of(request), await who_asks(request), await body(request, Block)
    limit(request, "block", who.person)
    await service.blocking.block(who, asked.person)
    await service.changes.person_changed(who.person)
    return Response(status_code=204)


@api.route("GET", "/blocks", gives=tuple[Blocked, ...])
async def list_blocks(request: Request) -> Response:
    """Whom I have blocked."""
    return answer(await service_of(request).blocking.listed(await who_asks(request)))


@api.route("DELETE", "/blocks/{id}", status=204)
async def unblock(request: Request) -> Response:
    """Unblock somebody."""
    service, who = service_of(request), await who_asks(request)
    await service.blocking.unblock(who, request.path_params["id"])
    await service.changes.person_changed(who.person)
    return Response(status_code=204)


@api.route("POST", "/reports", takes=Report, gives=Reported, status=201)
async def report(request: Request) -> Response:
    """Report somebody to the administrators."""
    who, said = await who_asks(request), await body(request, Report)
    limit(request, "report", who.person)
    limit(request, "report")
    return answer(Reported(await service_of(request).blocking.report(who, said)), 201)
