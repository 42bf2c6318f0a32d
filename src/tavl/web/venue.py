"""At the venue: a poster with the codes for the Wi-Fi and the address, and what the director should know beside it."""

from __future__ import annotations

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from tavl.server.errors import ApiError
from tavl.server.http.dependencies import identify, service_of
from tavl.server.network.own_addresses import lan_addresses
from tavl.server.tournaments.listing import tournaments_for
from tavl.server.venue.certificates import Certificate
from tavl.server.venue.http_redirect import AUTHORITY_PATH, authority_file
from tavl.tournament.state import Phase
from tavl.web.shared.qr_codes import code_path, wifi_text
from tavl.web.shared.rendering import pages_of


class Code(Struct, frozen=True):
    """A QR code, to be drawn within the page."""

    text: str
    size: int
    path: str


def code_of(text: str) -> Code:
    return Code(text, *code_path(text))


def _addresses(request: Request) -> list[str]:
    """Of this machine; the one that was asked for first."""
    found = lan_addresses() or ["127.0.0.1"]
    chosen = request.query_params.get("address")
    return [chosen, *(each for each in found if each != chosen)] if chosen in found else found


async def venue(request: Request) -> Response:
    service = service_of(request)
    settings = service.settings
    if not settings.venue:
        raise ApiError("not_found")
    certificate: Certificate | None = request.app.state.certificate
    who = await identify(request)
    person = who.person if who else None
    known = await tournaments_for(service.store, service.tournaments, service.copy_sources, person)
    lines = [each for each in (*known.mine, *known.others) if each.phase is Phase.OPEN and not each.demonstration]
    asked = request.query_params.get("tournament")
    chosen = next((each for each in lines if each.id == asked), lines[0] if lines and asked != "" else None)
    first, *others = _addresses(request)
    scheme = "https" if certificate else request.url.scheme
    port = f":{request.url.port}" if request.url.port else ""
    base = f"{scheme}://{first}{port}"
    trust = f"http://{first}:{request.app.state.door_port}{AUTHORITY_PATH}" if certificate else ""
    return pages_of(request).render(
        request,
        "venue/venue.html",
        who,
        wifi=code_of(wifi_text(settings.wifi, settings.wifi_password)) if settings.wifi else None,
        wifi_name=settings.wifi,
        wifi_password=settings.wifi_password,
        address=code_of(f"{base}/tournaments/{chosen.id}" if chosen else f"{base}/tournaments"),
        shown_address=f"{first}{port}",
        base=base,
        others=others,
        tournaments=lines,
        chosen=chosen,
        secure=scheme == "https",
        certificate=certificate,
        trust=code_of(trust) if trust else None,
        copy_to=settings.copy_to,
        copy_problem=service.copier.problem,
        copied_at=service.copier.done_at,
    )


async def authority(request: Request) -> Response:
    certificate: Certificate | None = request.app.state.certificate
    if certificate is None:
        raise ApiError("not_found")
    return authority_file(certificate)


GET = ("GET",)
ROUTES = (("/venue", venue, GET), (AUTHORITY_PATH, authority, GET))
