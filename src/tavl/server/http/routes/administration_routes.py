"""Routes for administrators."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from tavl.server.accounts.identity import Identity
from tavl.server.accounts.recent_login import need_fresh_login
from tavl.server.errors import ApiError
from tavl.server.http.dependencies import service_of, who_asks
from tavl.server.http.router import Api, answer, body
from tavl.server.messages.moderation import (
    ActList,
    CloseReport,
    IssueCode,
    IssuedCode,
    KnownPerson,
    ReportList,
    Suspend,
)
from tavl.server.messages.tournament_copies import CopiesHere, CopyToken, NewCopyToken

api = Api()


async def _administrator(request: Request, *, fresh: bool = False) -> Identity:
    """`fresh`: a recent login is needed, for codes and for making administrators."""
    who = await who_asks(request)
    if not who.administrator:
        raise ApiError("administrators_only")
    if fresh:
        need_fresh_login(who, service_of(request).clock())
    return who


@api.route("GET", "/admin/people/{id}", gives=KnownPerson)
async def find_person(request: Request) -> Response:
    """Somebody by id or login name."""
    await _administrator(request)
    return answer(await service_of(request).administration.find(request.path_params["id"]))


@api.route("POST", "/admin/people/{id}/recovery-code", takes=IssueCode, gives=IssuedCode, status=201)
async def issue_code(request: Request) -> Response:
    """A code for somebody who can no longer log in."""
    who, asked = await _administrator(request, fresh=True), await body(request, IssueCode)
    administration = service_of(request).administration
    return answer(await administration.issue_code(who.person, request.path_params["id"], asked.hours), 201)


@api.route("POST", "/admin/copy-tokens", takes=NewCopyToken, gives=CopyToken, status=201)
async def make_copy_token(request: Request) -> Response:
    """A token with which a venue's server shows its tournaments here."""
    who, asked = await _administrator(request, fresh=True), await body(request, NewCopyToken)
    return answer(CopyToken(await service_of(request).administration.copy_token(who.person, asked.name)), 201)


@api.route("GET", "/admin/copies", gives=CopiesHere)
async def list_all_copies(request: Request) -> Response:
    """Tournaments that are run elsewhere and shown here."""
    await _administrator(request)
    return answer(CopiesHere(tuple(await service_of(request).copies.all())))


@api.route("DELETE", "/admin/copies/{id}", status=204)
async def remove_copy(request: Request) -> Response:
    """Stop showing such a tournament: its names and words are deleted here, and it is not accepted again."""
    who = await _administrator(request)
    service, id = service_of(request), request.path_params["id"]
    await service.copies.remove(id)
    await service.administration.note(who.person, "remove_copy", who.person, id)
    return Response(status_code=204)


@api.route("POST", "/admin/people/{id}/suspension", takes=Suspend, gives=KnownPerson)
async def suspend(request: Request) -> Response:
    """Suspend somebody, for some days or until it is lifted."""
    who, asked = await _administrator(request), await body(request, Suspend)
    administration = service_of(request).administration
    return answer(await administration.suspend(who.person, request.path_params["id"], asked.reason, asked.days))


@api.route("DELETE", "/admin/people/{id}/suspension", gives=KnownPerson)
async def lift_suspension(request: Request) -> Response:
    """Let somebody play again."""
    who = await _administrator(request)
    return answer(await service_of(request).administration.lift(who.person, request.path_params["id"]))


@api.route("POST", "/admin/people/{id}/administrator", status=204)
async def grant(request: Request) -> Response:
    """Make somebody an administrator."""
    who = await _administrator(request, fresh=True)
    await service_of(request).administration.grant(who.person, request.path_params["id"])
    return Response(status_code=204)


@api.route("DELETE", "/admin/people/{id}/administrator", status=204)
async def revoke(request: Request) -> Response:
    """Take administrator rights away from somebody."""
    who = await _administrator(request)
    await service_of(request).administration.revoke(who.person, request.path_params["id"])
    return Response(status_code=204)


@api.route("GET", "/admin/reports", gives=ReportList)
async def list_reports(request: Request) -> Response:
    """Open reports; with `?closed=1` the closed ones too."""
    await _administrator(request)
    service = service_of(request)
    found = await service.administration.reports(request.query_params.get("closed") == "1")
    people = await service.accounts.names({who for line in found for who in (line.by, line.about)})
    return answer(ReportList(found, people))


@api.route("POST", "/admin/reports/{id}/close", takes=CloseReport, status=204)
async def close_report(request: Request) -> Response:
    """Close a report."""
    who, asked = await _administrator(request), await body(request, CloseReport)
    await service_of(request).administration.close_report(who.person, request.path_params["id"], asked.outcome)
    return Response(status_code=204)


@api.route("GET", "/admin/acts", gives=ActList)
async def list_acts(request: Request) -> Response:
    """What administrators did."""
    await _administrator(request)
    service = service_of(request)
    found = await service.administration.acts()
    people = await service.accounts.names({who for act in found for who in (act.by, act.about)})
    return answer(ActList(found, people))
