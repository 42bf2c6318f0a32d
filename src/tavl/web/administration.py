"""The administrators' page: reports, suspensions, recovery codes, who did what."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from tavl.i18n import later
from tavl.server.codes import MAX_RECOVERY_HOURS, RECOVERY_HOURS
from tavl.server.errors import ApiError
from tavl.server.http.dependencies import identify, service_of
from tavl.web.shared.language_choice import language_for
from tavl.web.shared.rendering import pages_of
from tavl.web.shared.report_reasons import REPORT_REASONS

ACTS = {
    "grant": later("made an administrator"),
    "revoke": later("no longer an administrator"),
    "issue_code": later("issued a recovery code"),
    "suspend": later("suspended"),
    "lift": later("suspension lifted"),
    "close_report": later("report closed"),
    "remove_copy": later("removed a copied tournament"),
}


async def admin(request: Request) -> Response:
    """Everybody else is told that there is nothing here."""
    service = service_of(request)
    who = await identify(request)
    if who is None or not who.administrator or who.suspended:
        raise ApiError("not_found")
    closed_too = request.query_params.get("closed") == "1"
    wanted = request.query_params.get("person", "").strip()
    person, problem = None, None
    if wanted:
        try:
            person = await service.administration.find(wanted)
        except ApiError as error:
            problem = error.body(language_for(request, who)).message
    reports = await service.administration.reports(closed_too)
    acts = await service.administration.acts()
    about = {id for line in reports for id in (line.by, line.about)} | {
        id for act in acts for id in (act.by, act.about)
    }
    return pages_of(request).render(
        request,
        "administration/administration.html",
        who,
        wanted=wanted,
        person=person,
        problem=problem,
        reports=reports,
        closed_too=closed_too,
        acts=acts,
        people=await service.accounts.names(about),
        has_password=await service.passwords.has_password(who),
        passkeys=await service.passkeys.listed(who),
        passkeys_offered=service.passkeys.offered_at(request.url.netloc),
        default_hours=RECOVERY_HOURS,
        max_hours=MAX_RECOVERY_HOURS,
        reasons=REPORT_REASONS,
        act_words=ACTS,
        copies=await service.copies.all(),
    )


ROUTES = (("/admin", admin, ("GET",)),)
