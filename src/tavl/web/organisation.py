"""The pages of federations and clubs: the list, one organisation for everybody, and its desk for officers."""

from __future__ import annotations

from itertools import groupby

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tavl.i18n import later
from tavl.organisation.charter import Kind
from tavl.organisation.state import Suspension
from tavl.rating.counted_matches import Period
from tavl.rules.clauses import CLAUSES
from tavl.rules.codec import to_json
from tavl.server.http.dependencies import identify, service_of
from tavl.server.http.routes.organisation_routes import state_of
from tavl.server.messages.organisations import OrganisationState
from tavl.server.organisations.views import all_for
from tavl.web.shared.rendering import pages_of

DAY = 86_400_000
KINDS = {Kind.FEDERATION: later("Federation"), Kind.CLUB: later("Club")}
STATUSES = {
    "received": later("waits for you"),
    "accepted": later("counts"),
    "returned": later("does not count"),
}


async def organisations(request: Request) -> Response:
    service = service_of(request)
    who = await identify(request)
    found = await all_for(service.store, who)
    return pages_of(request).render(request, "organisation/list.html", who, found=found.organisations, kinds=KINDS)


async def organisation(request: Request) -> Response:
    """Public."""
    state = await state_of(request)
    rulings = sorted(state.view.rulings, key=lambda each: _place(each.rule))
    return await pages_of(request).page(
        request,
        "organisation/organisation.html",
        state=state,
        view=state.view,
        names=state.names,
        kinds=KINDS,
        rulings=[(rule, list(each)) for rule, each in groupby(rulings, key=lambda each: each.rule)],
        titles=_titles(state),
    )


def _place(rule: str) -> int:
    return next((n for n, clause in enumerate(CLAUSES) if clause.id == rule), len(CLAUSES))


def _titles(state: OrganisationState) -> dict[str, str]:
    """Of the tournaments that have been played, for the columns of a series."""
    return {each.tournament: each.title for each in state.view.played}


def last_day(period: Period | Suspension) -> int | None:
    """The day on which it ends still belongs to it."""
    return None if period.until is None else period.until - DAY


async def desk(request: Request) -> Response:
    """For officers; everybody else is shown the public page."""
    state = await state_of(request)
    if state.view.desk is None:
        return RedirectResponse(f"/organisations/{state.id}", 303)
    members = sorted(state.view.desk.members, key=lambda each: state.names.get(each.person, "").casefold())
    return await pages_of(request).page(
        request,
        "organisation/desk.html",
        state=state,
        view=state.view,
        desk=state.view.desk,
        members=members,
        names=state.names,
        numbers=state.numbers,
        kinds=KINDS,
        statuses=STATUSES,
        last_day=last_day,
        now=state.at,
        waiting=sum(each.status == "received" for each in state.view.desk.reports),
        charter_data=to_json(state.view.charter).decode().replace("<", "\\u003c"),
        unanswered=sum(each.answered_at is None for each in state.view.desk.cases),
    )


GET = ("GET",)
ROUTES = (
    ("/organisations", organisations, GET),
    ("/organisations/{id}", organisation, GET),
    ("/organisations/{id}/desk", desk, GET),
)
