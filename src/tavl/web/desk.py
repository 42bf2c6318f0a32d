"""The director's desk, and one for whoever wants to try it."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tavl.rules.codec import to_json
from tavl.server.accounts.identity import Identity
from tavl.server.http.dependencies import identify, service_of
from tavl.server.messages.tournaments import TournamentState
from tavl.server.tournaments import views
from tavl.web.shared.rendering import pages_of


async def demo(request: Request) -> Response:
    """A tournament in the middle of its evening, for whoever wants to be its director."""
    return await pages_of(request).page(request, "desk/demonstration.html")


async def state_of(request: Request, who: Identity | None, mine: bool = False) -> TournamentState:
    """The tournament as whoever asks may see it; `mine`: no more of it than a player's phone needs."""
    service, id = service_of(request), request.path_params["id"]
    kept = await service.tournaments.state(id)
    by = await service.tournament_people.by(id, kept.tournament, who)
    views.check_shown(kept.tournament, by)
    seat = who is not None and by.person != who.person
    tables = await service.pairing_tables.of(id)
    people, open_now = service.tournament_people, service.tournament_rooms.open_now(id)
    return await views.state_for(id, kept, by, seat, people, open_now, tables, service.clock(), mine)


def script_data(state: TournamentState) -> str:
    """JSON within a page: nothing in it can end the script that holds it."""
    return to_json(state).decode().replace("<", "\\u003c")


async def desk(request: Request) -> Response:
    """For the staff; everybody else is shown the public page."""
    who = await identify(request)
    state = await state_of(request, who)
    if state.desk is None:
        return RedirectResponse(f"/tournaments/{state.id}", 303)
    return tournament_page(request, "desk/desk.html", who, state)


def tournament_page(request: Request, name: str, who: Identity | None, state: TournamentState) -> Response:
    return pages_of(request).render(
        request,
        name,
        who,
        title=state.view.title,
        id=state.id,
        state=script_data(state),
        demonstration=state.invitation.demonstration,
    )


GET = ("GET",)
ROUTES = (
    ("/tournaments/demo", demo, GET),
    ("/tournaments/{id}/desk", desk, GET),
)
