"""About the dice: counts of all rolls, and the check of one table's dice."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from tavl.server.http.dependencies import service_of
from tavl.server.tables.dice.counts import all_counts
from tavl.web.shared.rendering import pages_of
from tavl.web.table.visibility import seen


async def dice(request: Request) -> Response:
    counts = await all_counts(service_of(request).store)
    rolls = {pair: n for context in counts.values() for pair, n in context.items()}
    faces = dict.fromkeys(range(1, 7), 0)
    doubles = total = 0
    for context in counts.values():
        for (first, second), n in context.items():
            faces[first] += n
            faces[second] += n
    for (first, second), n in counts.get("turn", {}).items():
        total += n
        doubles += n if first == second else 0
    return await pages_of(request).page(
        request,
        "dice/about.html",
        faces=faces,
        rolls=len(rolls) and sum(faces.values()) // 2,
        turns=total,
        doubles=doubles,
    )


async def dice_of_table(request: Request) -> Response:
    state, _, _ = await seen(request)
    people = await service_of(request).accounts.names(state.table.seats)
    names = [people[who].name if who in people else "" for who in state.table.seats if who]
    return await pages_of(request).page(
        request, "dice/verify.html", table=request.path_params["id"], over=state.table.over, names=names
    )


GET = ("GET",)
ROUTES = (
    ("/dice", dice, GET),
    ("/t/{id}/dice", dice_of_table, GET),
)
