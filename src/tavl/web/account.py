"""Settings, and your account."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tavl.i18n import Words, words
from tavl.server.http.dependencies import identify, service_of
from tavl.web.shared.language_choice import language_for
from tavl.web.shared.rendering import pages_of

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


def browser_of(agent: str, w: Words) -> str:
    """A browser as people call it."""
    browser = next((name for mark, name in _BROWSERS if mark in agent), None)
    system = next((name for mark, name in _SYSTEMS if mark in agent), None)
    if browser and system:
        return w("{browser} on {system}", browser=browser, system=system)
    return browser or system or agent or w("Unknown browser")


async def settings(request: Request) -> Response:
    service = service_of(request)
    who = await identify(request)
    offered = service.passkeys.offered_at(request.url.netloc)
    domain = service.settings.passkey_domain
    return pages_of(request).render(
        request, "account/settings.html", who, passkeys_offered=offered, passkey_domain=domain
    )


async def account(request: Request) -> Response:
    service = service_of(request)
    who = await identify(request)
    if who is None or who.bot:
        return RedirectResponse("/settings", 303)
    w = words(language_for(request, who))
    return pages_of(request).render(
        request,
        "account/account.html",
        who,
        has_password=await service.passwords.has_password(who),
        passkeys=await service.passkeys.listed(who),
        passkeys_offered=service.passkeys.offered_at(request.url.netloc),
        passkey_domain=service.settings.passkey_domain,
        logins=[(login, browser_of(login.agent, w)) for login in await service.logins.of_person(who)],
        browser=browser_of(request.headers.get("user-agent", ""), w),
        tokens=await service.tokens.listed(who),
        blocked=await service.blocking.listed(who),
        dumps=await service.privacy.dumps(who),
    )


GET = ("GET",)
ROUTES = (
    ("/settings", settings, GET),
    ("/account", account, GET),
)
