"""Settings, your account, and the administrators' page."""

from __future__ import annotations

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tavl.i18n import Words, later, words
from tavl.server.accounts.accounts import Identity
from tavl.server.errors import ApiError
from tavl.server.http.dependencies import service_of
from tavl.server.service import Service
from tavl.server.tables import bots
from tavl.web.rendering import language_for, pages_of

REASONS = {
    "words": later("Insults or threats"),
    "cheating": later("Cheating"),
    "stalling": later("Stalling, or leaving games"),
    "name": later("An offensive name"),
    "other": later("Something else"),
}
ACTS = {
    "grant": later("made an administrator"),
    "revoke": later("no longer an administrator"),
    "issue_code": later("issued a recovery code"),
    "suspend": later("suspended"),
    "lift": later("suspension lifted"),
    "close_report": later("report closed"),
    "remove_copy": later("removed a copied tournament"),
}
# What browsers and systems call themselves; the first that is found counts, because most mention others as well.
_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("Chrome", "Chrome"),
    ("CriOS", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


class Manners(Struct, frozen=True):
    """What can be done about another player."""

    person: str
    name: str
    blocked: bool
    table: str | None = None


async def manners_about(service: Service, who: Identity | None, person: str, name: str) -> Manners | None:
    """None where there is nothing to do: without an identity, about yourself, or about one of the server's bots."""
    if who is None or who.bot or who.person == person or bots.is_bot_seat(person):
        return None
    return Manners(person, name, person in await service.blocking.blocked_by(who.person))


def browser_of(agent: str, w: Words) -> str:
    """A browser as people call it."""
    browser = next((name for mark, name in _BROWSERS if mark in agent), None)
    system = next((name for mark, name in _SYSTEMS if mark in agent), None)
    if browser and system:
        return w("{browser} on {system}", browser=browser, system=system)
    return browser or system or agent or w("Unknown browser")


async def settings(request: Request) -> Response:
    service = service_of(request)
    who = await service.accounts.identify(request)
    offered = service.passkeys.offered_at(request.url.netloc)
    domain = service.settings.passkey_domain
    return pages_of(request).render(
        request, "account/settings.html", who, passkeys_offered=offered, passkey_domain=domain
    )


async def account(request: Request) -> Response:
    service = service_of(request)
    who = await service.accounts.identify(request)
    if who is None or who.bot:
        return RedirectResponse("/settings", 303)
    w = words(language_for(request, who))
    return pages_of(request).render(
        request,
        "account/account.html",
        who,
        has_password=await service.accounts.has_password(who),
        passkeys=await service.passkeys.listed(who),
        passkeys_offered=service.passkeys.offered_at(request.url.netloc),
        passkey_domain=service.settings.passkey_domain,
        logins=[(login, browser_of(login.agent, w)) for login in await service.accounts.logins(who)],
        browser=browser_of(request.headers.get("user-agent", ""), w),
        tokens=await service.tokens.listed(who),
        blocked=await service.blocking.listed(who),
        dumps=await service.privacy.dumps(who),
    )


async def admin(request: Request) -> Response:
    """For others there is nothing here."""
    service = service_of(request)
    who = await service.accounts.identify(request)
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
        "account/admin.html",
        who,
        wanted=wanted,
        person=person,
        problem=problem,
        reports=reports,
        closed_too=closed_too,
        acts=acts,
        people=await service.accounts.names(about),
        has_password=await service.accounts.has_password(who),
        passkeys=await service.passkeys.listed(who),
        passkeys_offered=service.passkeys.offered_at(request.url.netloc),
        reasons=REASONS,
        act_words=ACTS,
        copies=await service.copies.all(),
    )


GET = ("GET",)
ROUTES = (
    ("/settings", settings, GET),
    ("/account", account, GET),
    ("/admin", admin, GET),
)
