"""The director's desk, and the page on which a tournament begins."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tavl.i18n import later
from tavl.server.http.dependencies import service_of
from tavl.web.rendering import pages_of

KINDS = (
    ("club_night", later("Club night"), later("Whoever met least plays next; join and leave at any time.")),
    ("consolation", later("Open with consolation"), later("A knock-out; whoever loses plays on in the consolation.")),
    ("elimination", later("Knock-out"), later("Whoever loses is out.")),
    ("swiss", later("Swiss"), later("So many rounds; equal scores play each other.")),
    ("round_robin", later("Round robin"), later("Everybody plays everybody.")),
    ("double", later("Double elimination"), later("Whoever has lost twice is out.")),
    ("groups", later("Groups into a knock-out"), later("The best of each group go on.")),
    ("jackpot", later("Jackpot of eight"), later("The eighth name closes it and makes the draw.")),
)


async def new(request: Request) -> Response:
    return await pages_of(request).page(request, "desk/new.html", kinds=KINDS)


async def desk(request: Request) -> Response:
    """For the staff; everybody else is shown the public page."""
    service, id = service_of(request), request.path_params["id"]
    who = await service.accounts.identify(request)
    state = await service.tournament_state(id, who)
    if state.desk is None:
        return RedirectResponse(f"/tournaments/{id}", 303)
    return pages_of(request).render(
        request, "desk/desk.html", who, title=state.view.title, id=id, state=script_data(state)
    )


GET = ("GET",)
ROUTES = (
    ("/tournaments/new", new, GET),
    ("/tournaments/{id}/desk", desk, GET),
)
