"""A table's page, its position, its link as a code for phones."""

from __future__ import annotations

import io

import segno
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from tavl.rules.profile import PROFILE_TITLES
from tavl.server.http.dependencies import arrive, service_of
from tavl.server.http.router import answer
from tavl.server.network.clients import scheme_of
from tavl.server.network.own_addresses import shareable
from tavl.server.tables.stream.event_codec import stream_of
from tavl.web.officiating import role_link
from tavl.web.shared.rendering import pages_of
from tavl.web.table.luck import luck_in_a_thread
from tavl.web.table.match_file import match_file
from tavl.web.table.position_ids import ids_of
from tavl.web.table.visibility import seen


async def table(request: Request) -> Response:
    if request.query_params.get("role"):
        return await role_link(request)
    state, by, _ = await seen(request)
    service = service_of(request)
    people = await service.accounts.names(state.table.seats)
    arrival = await arrive(request, stream_of(request.path_params["id"]))
    return pages_of(request).render(
        request,
        "table/table.html",
        arrival.identity,
        table=request.path_params["id"],
        muted=arrival.muted,
        blocked=not arrival.blocked.isdisjoint(filter(None, state.table.seats)),
        state=state,
        seated=by.seat is not None,
        people=people,
        link=_link(request),
        only_here=_shareable(request) is None,
        level=state.opponent.removeprefix("bot:") if state.opponent.startswith("bot:") else None,
        profile=PROFILE_TITLES.get(state.table.terms.match.profile.name, state.table.terms.match.profile.name),
    )


async def position(request: Request) -> Response:
    state, _, _ = await seen(request)
    return answer(ids_of(state.table.match))


class MatchLuck(Struct, frozen=True):
    """Of both seats; none before the end of the match."""

    luck: tuple[float, float] | None


async def luck(request: Request) -> Response:
    """Both players' luck, once the match is over; before that it would be help (T1.7.i)."""
    state, _, events = await seen(request)
    over = state.table.over and not state.table.aborted
    return answer(MatchLuck(await luck_in_a_thread(events) if over else None))


async def code(request: Request) -> Response:
    """The table's link as a QR code."""
    await service_of(request).executor.state(request.path_params["id"])
    drawn = io.BytesIO()
    segno.make(_link(request), error="m").save(
        drawn, kind="svg", scale=1, border=2, xmldecl=False, svgns=True, dark="#1c1712", light="#ffffff", omitsize=True
    )
    return Response(drawn.getvalue(), media_type="image/svg+xml", headers={"Cache-Control": "private, max-age=86400"})


def _shareable(request: Request) -> str | None:
    settings = service_of(request).settings
    return shareable(scheme_of(request, settings), request.url.netloc, settings)


def _link(request: Request) -> str:
    here = f"{scheme_of(request, service_of(request).settings)}://{request.url.netloc}"
    return f"{_shareable(request) or here}/t/{request.path_params['id']}"


GET = ("GET",)
ROUTES = (
    ("/t/{id}", table, GET),
    ("/t/{id}/position.json", position, GET),
    ("/t/{id}/match.mat", match_file, GET),
    ("/t/{id}/luck.json", luck, GET),
    ("/t/{id}/code.svg", code, GET),
)
