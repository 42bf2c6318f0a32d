"""HTTP routes of organisations. They contain no rules."""

from __future__ import annotations

import secrets

from starlette.requests import Request
from starlette.responses import Response

from tavl.organisation import acts, submission
from tavl.organisation.reports_and_cases import precedents
from tavl.organisation.view import RulingView
from tavl.server.errors import ApiError
from tavl.server.http.dependencies import identify, limit, limit_both, service_of, who_asks
from tavl.server.http.router import Api, answer, body
from tavl.server.messages.organisations import (
    AddedMembers,
    AddMembers,
    ImportDone,
    MakeOrganisation,
    OrganisationAct,
    OrganisationActDone,
    OrganisationList,
    OrganisationMade,
    OrganisationState,
    Precedents,
)
from tavl.server.organisations import exports, views
from tavl.server.organisations.executor import Organisations
from tavl.server.organisations.people import OrganisationPeople
from tavl.server.rate_limits import cost_of
from tavl.server.tournaments.input_checks import check_strings, people_in
from tavl.tournament import By
from tavl.tournament.files.csv_format import Style
from tavl.tournament.files.errors import FileError

api = Api()


@api.route("POST", "/organisations", takes=MakeOrganisation, gives=OrganisationMade, status=201)
async def make_organisation(request: Request) -> Response:
    """Create an organisation; whoever asks is its chair, and needs an account."""
    who = await who_asks(request)
    who.need_account()
    asked = await body(request, MakeOrganisation)
    limit_both(request, "table", who.person)
    action = acts.CreateOrganisation(charter=asked.charter, about=asked.about)
    check_strings(action)
    id, done = await service_of(request).organisations.create(who.person, action, asked.key)
    return answer(OrganisationMade(id, done.version), 201)


@api.route("GET", "/organisations", gives=OrganisationList)
async def list_organisations(request: Request) -> Response:
    """All of them, mine first."""
    limit(request, "history")
    service = service_of(request)
    return answer(await views.all_for(service.store, await identify(request)))


@api.route("GET", "/organisations/{id}", gives=OrganisationState)
async def show_organisation(request: Request) -> Response:
    """The organisation as I may see it: to its officers, with its desk."""
    return answer(await state_of(request))


async def state_of(request: Request) -> OrganisationState:
    service, id = service_of(request), request.path_params["id"]
    who = await identify(request)
    parts = (service.organisations, service.organisation_people, service.tournaments)
    return await views.state_for(id, who, service.store, *parts, service.clock())


@api.route("POST", "/organisations/{id}/actions", takes=OrganisationAct, gives=OrganisationActDone)
async def act_in_organisation(request: Request) -> Response:
    """Do something: whatever the organisation lets me do."""
    who = await who_asks(request)
    asked = await body(request, OrganisationAct)
    service, id = service_of(request), request.path_params["id"]
    limit_both(request, "action", who.person, cost_of(1, len(await request.body())))
    await _check(service.organisations, service.organisation_people, id, asked.action)
    act = f"{who.person}:{asked.key or secrets.token_hex(10)}"
    done = await service.organisations.act(id, By(who.person), asked.action, act)
    return answer(OrganisationActDone(done.version, done.repeated, done.events))


async def _check(organisations: Organisations, people: OrganisationPeople, id: str, action: acts.AnyAction) -> None:
    if isinstance(action, acts.CreateOrganisation):
        raise ApiError("bad_value", field="action", problem="POST /organisations")
    if isinstance(action, acts.ReceiveReport):
        raise ApiError("bad_value", field="action", problem="POST /organisations/{id}/reports")
    check_strings(action)
    named = set(people_in(action))
    if isinstance(action, acts.AdmitMembers):
        named |= {each.person for each in action.members}
    organisation = (await organisations.state(id)).organisation
    await people.check_known(organisation, named)


@api.route("POST", "/organisations/{id}/people", takes=AddMembers, gives=AddedMembers, status=201)
async def add_members_by_name(request: Request) -> Response:
    """For officers: people without an account; each gets an id, which can then be admitted."""
    who = await who_asks(request)
    asked = await body(request, AddMembers)
    service = service_of(request)
    limit_both(request, "action", who.person, cost_of(len(asked.names), 0))
    return answer(AddedMembers(tuple(await service.organisation_people.add(_id(request), who, asked.names))), 201)


@api.route("POST", "/organisations/{id}/members", gives=ImportDone)
async def import_members(request: Request) -> Response:
    """For officers: a member list as CSV, all of it or nothing. With `?try=1` nothing is changed."""
    who = await who_asks(request)
    service = service_of(request)
    limit(request, "data", who.person)
    await service.organisation_people.need_officer(_id(request), who)
    try_only = request.query_params.get("try") == "1"
    try:
        made = await service.organisation_imports.import_members(_id(request), who, await request.body(), try_only)
    except FileError as error:
        raise _file_error(error) from None
    return answer(ImportDone(made.lines, made.added, made.changed, made.ignored, made.version))


@api.route("POST", "/organisations/{id}/reports", gives=OrganisationActDone)
async def receive_report(request: Request) -> Response:
    """For officers: the report of a tournament on another server, as its file."""
    who = await who_asks(request)
    service = service_of(request)
    limit(request, "data", who.person)
    await service.organisation_people.need_officer(_id(request), who)
    try:
        file = submission.decode(await request.body())
    except FileError as error:
        raise _file_error(error) from None
    done = await service.organisation_imports.receive(_id(request), who, file)
    return answer(OrganisationActDone(done.version, done.repeated))


@api.route("GET", "/organisations/{id}/papers/{paper:path}")
async def show_paper(request: Request) -> Response:
    """For officers: a report, or a case, as it came in."""
    who = await who_asks(request)
    service = service_of(request)
    await service.organisation_people.need_officer(_id(request), who)
    data = await service.organisation_people.paper(_id(request), request.path_params["paper"])
    return Response(data, media_type="application/json")


@api.route("GET", "/organisations/{id}/precedents", gives=Precedents)
async def show_precedents(request: Request) -> Response:
    """Decisions of principle, the last one first; `?rule=T4.4` those on a clause and below it."""
    limit(request, "history")
    organisation = (await service_of(request).organisations.state(_id(request))).organisation
    found = precedents(organisation, request.query_params.get("rule", ""))
    return answer(
        Precedents(
            tuple(
                RulingView(id=c.id, rule=c.rule, summary=c.summary, answer=c.answer, at=c.answered_at or 0)
                for c in found
            )
        )
    )


@api.route("GET", "/organisations/{id}/files/{kind}")
async def download_list(request: Request) -> Response:
    """`ratings`: the rating list. `members`: the member list, for officers. As CSV."""
    limit(request, "history")
    service, kind = service_of(request), request.path_params["kind"]
    if kind not in exports.KINDS:
        raise ApiError("not_found")
    kept = await service.organisations.state(_id(request))
    if kind == "members":
        await service.organisation_people.need_officer(_id(request), await who_asks(request))
    style = Style.EXCEL if request.query_params.get("style") == "excel" else Style.PLAIN
    numbers = await service.organisation_people.numbers(_id(request))
    names = await service.organisation_people.names({*kept.organisation.members, *kept.computed.list.standings})
    data = exports.KINDS[kind](kept, names, numbers, style)
    named = f'attachment; filename="{kind}.csv"'
    return Response(data, media_type="text/csv; charset=utf-8", headers={"Content-Disposition": named})


@api.route("GET", "/organisations/{id}/people/{person}/data")
async def export_member(request: Request) -> Response:
    """For officers: everything that is kept about a member without an account, to hand over."""
    who = await who_asks(request)
    limit(request, "data", who.person)
    kept = await service_of(request).organisation_people.export(_id(request), who, request.path_params["person"])
    response = answer(kept)
    response.headers["Content-Disposition"] = 'attachment; filename="tavl-data.json"'
    return response


@api.route("DELETE", "/organisations/{id}/people/{person}", status=204)
async def erase_member(request: Request) -> Response:
    """For officers: erase a member without an account. Results and ratings stay, without a name."""
    who = await who_asks(request)
    limit(request, "data", who.person)
    service, person = service_of(request), request.path_params["person"]
    streams = await service.organisation_people.erase(_id(request), who, person)
    await service.changes.texts_erased(streams)
    await service.changes.person_changed(person)
    return Response(status_code=204)


def _id(request: Request) -> str:
    return str(request.path_params["id"])


def _file_error(error: FileError) -> ApiError:
    first = error.faults[0]
    return ApiError("bad_value", field=f"line {first.line} {first.field}".strip(), problem=str(first.reason))
