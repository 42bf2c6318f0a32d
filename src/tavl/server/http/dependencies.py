"""Dependencies of the routes: the service, the person, rate limits, and the cookie of the response."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from tavl.server.accounts.authentication import Arrival
from tavl.server.accounts.identity import Identity
from tavl.server.errors import ApiError
from tavl.server.http.cookies import set_login_cookie
from tavl.server.network.clients import address_of, language, note_person
from tavl.server.network.credentials import credentials_of
from tavl.server.service import Service


def service_of(request: Request) -> Service:
    service: Service | None = getattr(request.app.state, "service", None)
    if service is None:
        raise ApiError("unavailable")
    return service


def limit(request: Request, what: str, who: str | None = None) -> None:
    service = service_of(request)
    if not service.limits.allows(what, who or address_of(request, service.settings)):
        raise ApiError("too_many")


def limit_both(request: Request, what: str, person: str, cost: float = 1) -> None:
    """Count for this person, and for all people at the address together."""
    service = service_of(request)
    if not service.limits.allows_both(what, person, address_of(request, service.settings), cost):
        raise ApiError("too_many")


async def identify(request: Request) -> Identity | None:
    """Who is asking, by token or cookie; None for a visitor."""
    return (await arrive(request, None)).identity


async def arrive(request: Request, stream: str | None) -> Arrival:
    """Who is asking, and what to know about them at a table."""
    service = service_of(request)
    found = await service.accounts.arrive(credentials_of(request, service.settings), stream)
    if found.identity is not None:
        note_person(request, found.identity.person, found.identity.language)
    return found


async def who_asks(request: Request, *, suspended_too: bool = False, bots_too: bool = False) -> Identity:
    """The person who asks. Suspended people can only see, download and erase their own data. A bot's token can only
    play."""
    found = await identify(request)
    if found is None:
        raise ApiError("login_needed")
    if not suspended_too:
        check_not_suspended(found)
    if not bots_too:
        found.need_person()
    return found


async def person_or_guest(
    request: Request,
    *,
    suspended_too: bool = False,
    counted_for: str | None = None,
    table: str | None = None,
    tournament: str | None = None,
) -> tuple[Identity, str | None]:
    """The person who asks; a new visitor becomes a guest at once and gets the cookie with the response. New guests are
    counted for their address, or for what they are let in by. Where an address has brought many, those who come to a
    table or a tournament, which the caller has looked up, are counted for it."""
    service = service_of(request)
    found = await identify(request)
    if found is not None:
        if not suspended_too:
            check_not_suspended(found)
        return found, None
    address = address_of(request, service.settings)
    if not service.limits.allows("guest", counted_for or address):
        here, id = ("guest_table", table) if table is not None else ("guest_tournament", tournament)
        known = id is not None and service.limits.allows(here, id)
        if not known or not service.limits.allows("guest_address", address):
            raise ApiError("too_many")
    return await service.guests.new_guest(agent_of(request), language(request))


def check_not_suspended(who: Identity | None) -> None:
    if who is not None and who.suspended is not None:
        raise ApiError("suspended", reason=who.suspended)


def agent_of(request: Request) -> str:
    return "".join(c for c in request.headers.get("user-agent", "") if c.isprintable())[:200]


def with_cookie(request: Request, response: Response, token: str | None) -> Response:
    if token is not None:
        set_login_cookie(response, service_of(request).settings, token)
    return response


def number(request: Request, name: str, otherwise: int) -> int:
    """A number in the query of an address."""
    text = request.query_params.get(name)
    if text is None:
        return otherwise
    if not text.isascii() or not text.isdecimal() or len(text) > 9:
        raise ApiError("bad_value", field=name, problem="not a number")
    return int(text)
