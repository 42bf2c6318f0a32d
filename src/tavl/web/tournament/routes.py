"""The pages of a tournament that need no account."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response

from tavl.i18n import language_of, later, words
from tavl.server.errors import ApiError
from tavl.server.http.dependencies import identify, service_of
from tavl.server.http.router import answer
from tavl.server.tournaments.listing import tournaments_for
from tavl.tournament.draws.lots import METHOD
from tavl.tournament.registry import RUNNERS
from tavl.tournament.state import Phase
from tavl.web.shared.language_choice import language_for
from tavl.web.shared.qr_codes import address_of, svg_code, wifi_text
from tavl.web.shared.rendering import pages_of
from tavl.web.tournament.labels import Display
from tavl.web.tournament.overlay import shown_match
from tavl.web.tournament.page_cache import Find, PageCache, Shown
from tavl.web.tournament.paper.score_and_table_cards import GAMES
from tavl.web.tournament.paper.sheets import PAPER, sheets_of
from tavl.web.tournament.public_page import PublicPage
from tavl.web.tournament.screen import pages_of as screen_pages

PHASES = {
    Phase.DRAFT: later("draft"),
    Phase.OPEN: later("open"),
    Phase.CLOSED: later("closed"),
}


async def shown_to(request: Request) -> tuple[Shown, Display]:
    find: Find = request.app.state.find_tournament
    shown = await find(request)
    who = await identify(request)
    w = words(language_for(request, who))
    return shown, Display(shown.id, shown.view, shown.names, w, shown.version, shown.at)


def live_text(request: Request, shown: Shown, display: Display) -> str:
    """What changes while people look."""
    cache: PageCache = request.app.state.tournament_pages
    language = display.w.language

    def make() -> str:
        return pages_of(request).text(
            request,
            "tournament/_public_page.html",
            None,
            language,
            shown=display,
            public=PublicPage(display),
            copy=shown.copy,
        )

    return cache.text(shown, f"live {language}", make)


async def public_page(request: Request) -> Response:
    shown, display = await shown_to(request)
    return await pages_of(request).page(
        request,
        "tournament/public-page.html",
        shown=display,
        public=PublicPage(display),
        live=live_text(request, shown, display),
        demonstration=shown.demonstration,
    )


async def live(request: Request) -> Response:
    """The parts alone, for a page that is open."""
    shown, display = await shown_to(request)

    def make() -> str:
        mine = pages_of(request).text(
            request, "tournament/_mine.html", None, display.w.language, shown=display, public=PublicPage(display)
        )
        return f'{mine}<div id="live-parts" data-version="{shown.version}">{live_text(request, shown, display)}</div>'

    return _parts(request, shown, f"parts {display.w.language}", make)


def _parts(request: Request, shown: Shown, what: str, make: Callable[[], str]) -> Response:
    headers = {"Cache-Control": "no-store", "Vary": "Accept-Encoding"}
    if shown.edition and "gzip" in request.headers.get("accept-encoding", ""):
        cache: PageCache = request.app.state.tournament_pages
        packed = cache.packed(shown, what, make)
        return Response(packed, media_type="text/html", headers={**headers, "Content-Encoding": "gzip"})
    return Response(make(), media_type="text/html", headers=headers)


async def tournaments(request: Request) -> Response:
    service = service_of(request)
    who = await identify(request)
    person = who.person if who else None
    found = await tournaments_for(service.store, service.tournaments, service.copy_sources, person)
    w = words(language_for(request, who))
    phases = {phase: w(text) for phase, text in PHASES.items()}
    return pages_of(request).render(request, "tournament/list.html", who, found=found, phases=phases, staff=RUNNERS)


async def embed(request: Request) -> Response:
    """The public page within somebody else's page: the only one that may stand within another."""
    shown, display = await shown_to(request)
    live = live_text(request, shown, display)
    return await pages_of(request).page(
        request, "tournament/embed.html", shown=display, public=PublicPage(display), live=live
    )


async def overlay(request: Request) -> Response:
    """For a stream, on nothing: one match, the one at a table where that is asked for (`?table=t1`)."""
    _, display = await shown_to(request)
    match = shown_match(display, PublicPage(display), request.query_params.get("table"))
    return await pages_of(request).page(request, "tournament/overlay.html", shown=display, match=match)


async def commentary(request: Request) -> Response:
    """For a commentator: what is on, and how both players came there. Tables are watched with the spectators' delay."""
    shown, display = await shown_to(request)
    tables = await service_of(request).pairing_tables.of(shown.id)
    return await pages_of(request).page(
        request, "tournament/commentary.html", shown=display, public=PublicPage(display), tables=tables
    )


async def draw(request: Request) -> Response:
    """What a draw was made from, for whoever wants to make it again."""
    _, display = await shown_to(request)
    division = display.divisions.get(request.query_params.get("division", ""))
    if division is None:
        raise ApiError("not_found")
    entries = {id: display.name(id) for drawn in division.draws for id in drawn.entries}
    return answer({"method": METHOD, "division": division.id, "draws": division.draws, "names": entries})


def _screen_text(request: Request, shown: Shown, display: Display) -> str:
    cache: PageCache = request.app.state.tournament_pages
    language = display.w.language

    def make() -> str:
        pages = screen_pages(PublicPage(display))
        return pages_of(request).text(request, "tournament/_screen.html", None, language, shown=display, pages=pages)

    return cache.text(shown, f"screen {language}", make)


async def screen(request: Request) -> Response:
    """The big screen. The name and the password of a Wi-Fi in the address are shown as a code, and kept nowhere; at a
    venue those of its poster are shown without being asked for."""
    shown, display = await shown_to(request)
    wifi = {name: request.query_params[name] for name in ("wifi", "password") if request.query_params.get(name)}
    settings = service_of(request).settings
    if settings.venue and settings.wifi and "wifi" not in wifi:
        wifi = {"wifi": settings.wifi, "password": settings.wifi_password}
    return await pages_of(request).page(
        request,
        "tournament/screen.html",
        shown=display,
        text=_screen_text(request, shown, display),
        wifi=urlencode(wifi) if "wifi" in wifi else "",
    )


async def screen_parts(request: Request) -> Response:
    shown, display = await shown_to(request)

    def make() -> str:
        return f'<div id="screen-pages" data-version="{shown.version}">{_screen_text(request, shown, display)}</div>'

    return _parts(request, shown, f"screens {display.w.language}", make)


async def code(request: Request) -> Response:
    """The public page's address as a QR code."""
    return svg_code(address_of(request, f"/tournaments/{request.path_params['id']}"))


async def wifi(request: Request) -> Response:
    name, password = (request.query_params.get(field, "")[:200] for field in ("wifi", "password"))
    return svg_code(wifi_text(name, password))


async def paper(request: Request) -> Response:
    """Everything that can be printed, in the reader's language or the one that the address names."""
    shown, display = await shown_to(request)
    language = language_of(request.query_params.get("language", "")) or display.w.language
    display = Display(shown.id, shown.view, shown.names, words(language), shown.version, shown.at)
    w = display.w

    def address(place: str | None) -> str:
        return address_of(request, table_path(shown, place) if place else f"/tournaments/{shown.id}")

    text = pages_of(request).text(
        request,
        "tournament/paper/paper.html",
        None,
        language,
        shown=display,
        sheets=sheets_of(PublicPage(display), address, shown.tournament),
        kinds=[(kind, w(title)) for kind, title in PAPER.items()],
        games=GAMES,
        printed=w.moment(datetime.fromtimestamp(service_of(request).clock() / 1000).astimezone(), "short"),
    )
    return Response(text, media_type="text/html", headers={"Cache-Control": "no-store"})


def table_path(shown: Shown, place: str) -> str:
    """Where the code on a table leads: to its two names, of which each player taps their own."""
    code = shown.codes.get(place, "")
    return f"/tournaments/{shown.id}/me?{urlencode({'place': place, **({'code': code} if code else {})})}"


GET = ("GET",)
ROUTES = (
    ("/tournaments", tournaments, GET),
    ("/tournaments/{id}", public_page, GET),
    ("/tournaments/{id}/embed", embed, GET),
    ("/tournaments/{id}/overlay", overlay, GET),
    ("/tournaments/{id}/commentary", commentary, GET),
    ("/tournaments/{id}/draw.json", draw, GET),
    ("/tournaments/{id}/live", live, GET),
    ("/tournaments/{id}/screen", screen, GET),
    ("/tournaments/{id}/screen/pages", screen_parts, GET),
    ("/tournaments/{id}/paper", paper, GET),
    ("/tournaments/{id}/code.svg", code, GET),
    ("/tournaments/{id}/wifi.svg", wifi, GET),
)
