"""Links to a role at a table: ruler, director, observer, reader, spectator."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from tavl.i18n import later
from tavl.server.http.dependencies import service_of
from tavl.web.shared.rendering import pages_of

# What somebody is asked to do at a table, and what it means.
INVITED = {
    "ruler": (
        later("Will you rule at this table?"),
        later("The players name you. If they cannot agree, you decide, with a clause and a reason."),
    ),
    "director": (
        later("Will you direct this match?"),
        later("You rule on disputes, answer requests and can set anything right, with a clause and a reason."),
    ),
    "observer": (
        later("Will you be an official observer here?"),
        later("You watch, and may point out what goes wrong."),
    ),
    "reader": (
        later("Will you read for a player?"),
        later("You read the board out and move as you are told."),
    ),
    "spectator": (later("You are invited to watch"), later("Spectators see everything and say nothing.")),
}


async def role_link(request: Request) -> Response:
    """A link to a role: whoever follows it says yes first. It opens where spectators are not let in, too."""
    service = service_of(request)
    state = await service.executor.state(request.path_params["id"])
    people = await service.accounts.names(state.table.seats)
    given = request.query_params.get("as", "")
    role = INVITED.get(given, INVITED["spectator"])
    return await pages_of(request).page(
        request, "officiating/role-link.html", table=request.path_params["id"], state=state, people=people, role=role
    )
