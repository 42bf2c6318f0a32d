"""HTTP routes of copies: a venue's server sends, with a token for this only. How much at once:
`max_upload_bytes` in `server/settings.py`."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from tavl.server.http.dependencies import limit, service_of
from tavl.server.http.router import Api, answer, body
from tavl.server.messages.tournament_copies import CopyList, CopyState, PushCopy
from tavl.server.venue.received_copies import Source

api = Api()


async def _source(request: Request) -> Source:
    limit(request, "copy")
    return await service_of(request).copies.source(request.headers.get("authorization", ""))


@api.route("GET", "/copies", gives=CopyList)
async def list_copies(request: Request) -> Response:
    """For a venue's server: which of its tournaments are here, and how far."""
    source = await _source(request)
    return answer(CopyList(await service_of(request).copies.listed(source)))


@api.route("POST", "/copies/{id}", takes=PushCopy, gives=CopyState)
async def push_copy(request: Request) -> Response:
    """For a venue's server: what came after a version."""
    source = await _source(request)
    pushed = await body(request, PushCopy)
    return answer(CopyState(await service_of(request).copies.take(source, request.path_params["id"], pushed)))
