"""The pages of a tournament that need no account."""

from __future__ import annotations

from collections import OrderedDict

from starlette.requests import Request
from starlette.responses import Response

from tavl.i18n import words
from tavl.server.http.dependencies import service_of
from tavl.web.rendering import language_for, pages_of
from tavl.web.tournament.board import Board
from tavl.web.tournament.display import Display
from tavl.web.tournament.source import Find, Shown

MOST_KEPT = 64  # texts of boards, by tournament, version and language


class Kept:
    """The parts of a board that everybody sees alike, made once a version and language."""

    def __init__(self) -> None:
        self._texts: OrderedDict[tuple[str, int, str, str], str] = OrderedDict()

    def get(self, key: tuple[str, int, str, str]) -> str | None:
        return self._texts.get(key)

    def put(self, key: tuple[str, int, str, str], text: str) -> str:
        self._texts[key] = text
        while len(self._texts) > MOST_KEPT:
            self._texts.popitem(last=False)
        return text


async def shown_to(request: Request) -> tuple[Shown, Display]:
    find: Find = request.app.state.find_tournament
    shown = await find(request)
    who = await service_of(request).accounts.identify(request)
    w = words(language_for(request, who))
    return shown, Display(shown.id, shown.view, shown.names, w, shown.version, shown.at)


def live_text(request: Request, shown: Shown, display: Display) -> str:
    """What changes while people look."""
    kept: Kept = request.app.state.kept_boards
    key = (shown.id, shown.version, display.w.language, "live")
    if shown.public and (text := kept.get(key)) is not None:
        return text
    text = pages_of(request).text(
        request, "tournament/_live.html", None, display.w.language, shown=display, board=Board(display)
    )
    return kept.put(key, text) if shown.public else text


async def board(request: Request) -> Response:
    shown, display = await shown_to(request)
    return await pages_of(request).page(
        request,
        "tournament/board.html",
        shown=display,
        board=Board(display),
        live=live_text(request, shown, display),
    )


async def live(request: Request) -> Response:
    """The parts alone, for a page that is open."""
    shown, display = await shown_to(request)
    mine = pages_of(request).text(
        request, "tournament/_mine.html", None, display.w.language, shown=display, board=Board(display)
    )
    text = f'{mine}<div id="live-parts" data-version="{shown.version}">{live_text(request, shown, display)}</div>'
    return Response(text, media_type="text/html", headers={"Cache-Control": "no-store"})


GET = ("GET",)
ROUTES = (
    ("/tournaments/{id}", board, GET),
    ("/tournaments/{id}/live", live, GET),
)
