"""The page on which a tournament begins: what kinds are offered, and for which organisations."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from tavl.i18n import later
from tavl.server.http.dependencies import identify, service_of
from tavl.server.organisations.views import all_for
from tavl.web.shared.rendering import pages_of

MAX_ORGANISATIONS = 100  # to choose from
KINDS = (
    ("club_night", later("Club night"), later("Those who have met least play next; join and leave at any time.")),
    ("consolation", later("Open with consolation"), later("A knock-out; whoever loses plays on in the consolation.")),
    ("elimination", later("Knock-out"), later("Whoever loses is out.")),
    ("swiss", later("Swiss"), later("A fixed number of rounds; equal scores play each other.")),
    ("round_robin", later("Round robin"), later("Everybody plays everybody.")),
    ("double", later("Double elimination"), later("Whoever has lost twice is out.")),
    ("groups", later("Groups into a knock-out"), later("The best of each group go on.")),
    ("jackpot", later("Jackpot of eight"), later("The eighth name closes it and makes the draw.")),
)


async def new(request: Request) -> Response:
    service = service_of(request)
    who = await identify(request)
    organisations = [
        (each.id, each.name, (await service.organisations.state(each.id)).organisation.charter.classes)
        for each in (await all_for(service.store, who)).organisations[:MAX_ORGANISATIONS]
    ]
    return pages_of(request).render(request, "desk/new-tournament.html", who, kinds=KINDS, organisations=organisations)


ROUTES = (("/tournaments/new", new, ("GET",)),)
