"""The language, chosen by hand."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tavl.i18n import from_accept_language, language_of
from tavl.server.accounts.identity import Identity
from tavl.server.errors import ApiError
from tavl.server.http.dependencies import identify, service_of

LANGUAGE_COOKIE = "tavl_language"
PREFERENCE_KEPT_S = 365 * 24 * 3600  # the language or the appearance that was chosen by hand


def language_for(request: Request, who: Identity | None) -> str:
    """Chosen by hand here, else the person's own, else the browser's."""
    chosen = language_of(request.cookies.get(LANGUAGE_COOKIE, "")) or (who.language if who else None)
    return language_of(chosen or "") or from_accept_language(request.headers.get("accept-language"))


async def choose_language(request: Request) -> Response:
    """By hand: kept in a cookie, and with the person where there is one."""
    async with request.form(max_files=0, max_fields=4) as form:
        chosen, back = language_of(str(form.get("language", ""))), str(form.get("back", "/"))
    if chosen is None:
        raise ApiError("bad_value", field="language", problem="unknown")
    service = service_of(request)
    who = await identify(request)
    if who is not None and not who.bot:
        await service.accounts.change(who, None, chosen)
    response = RedirectResponse(_own_path(back), 303)
    secure = service.settings.secure_cookies
    response.set_cookie(LANGUAGE_COOKIE, chosen, max_age=PREFERENCE_KEPT_S, path="/", secure=secure, samesite="lax")
    return response


def _own_path(back: str) -> str:
    """Only to one of our own pages."""
    try:
        parts = urlsplit(back)
    except ValueError:  # "//[" is not an address at all
        return "/"
    own = back.startswith("/") and not back.startswith(("//", "/\\")) and not parts.scheme and not parts.netloc
    return back if own else "/"


ROUTES = (("/language", choose_language, ("POST",)),)
