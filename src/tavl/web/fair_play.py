"""Fair-play sheets of a tournament: for its directors and this server's administrators, on the screen and on paper."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tavl.analysis.fair_play.fair_play import Analysed, PlayerSheet, Sample, sheet_of_player, sheets_of
from tavl.analysis.fair_play.fair_play_texts import METHOD, NO_VERDICT, findings
from tavl.i18n import Words, words
from tavl.server.accounts.identity import Identity
from tavl.server.errors import ApiError
from tavl.server.http.dependencies import identify, limit, service_of
from tavl.tournament import By
from tavl.tournament.acts import Role
from tavl.tournament.registry import roles_of
from tavl.web.shared.language_choice import language_for
from tavl.web.shared.rendering import pages_of


async def _director(request: Request) -> Identity:
    """Everybody else is told that there is nothing here."""
    service = service_of(request)
    who = await identify(request)
    kept = await service.tournaments.state(request.path_params["id"])
    if who is None or who.suspended:
        raise ApiError("not_found")
    if not who.administrator and Role.DIRECTOR not in roles_of(kept.tournament, By(who.person)):
        raise ApiError("not_found")
    return who


async def sheet(request: Request) -> Response:
    who = await _director(request)
    service, id = service_of(request), request.path_params["id"]
    kept = await service.tournaments.state(id)
    here, every = await service.tournament_matches.analysed(id)
    w = words(language_for(request, who))
    people = {person for match in here for person in match.deepest.players if person}
    known = await service.accounts.names(people)
    names = {person: known[person].name if person in known else "" for person in people}
    return pages_of(request).render(
        request,
        "fair-play/sheet.html",
        who,
        id=id,
        analysed=kept.tournament.invitation.analysed,
        matches=[_match(w, match, every, names) for match in here],
        players=[
            _shown(w, sheet_of_player(person, every), names)
            for person in sorted(people, key=lambda person: (names[person], person))
        ],
        method=METHOD,
        no_verdict=NO_VERDICT,
    )


def _match(w: Words, match: Analysed, every: list[Analysed], names: dict[str, str]) -> dict[str, Any]:
    return {"table": match.name, "sheets": [_shown(w, each, names) for each in sheets_of(match, every)]}


def _shown(w: Words, sheet: PlayerSheet, names: dict[str, str]) -> dict[str, Any]:
    return {
        "player": names.get(sheet.player, ""),
        "matches": sheet.matches,
        "decisions": sheet.rating.n if sheet.rating else 0,
        "rating": _number(w, sheet.rating),
        "agreement": [(str(depth), _percent(w, found)) for depth, found in sheet.agreement.items()],
        "history": _number(w, sheet.history),
        "field": _number(w, sheet.field),
        "easy": _seconds(w, sheet.times.easy),
        "hard": _seconds(w, sheet.times.hard),
        "findings": findings(w, sheet),
    }


def _number(w: Words, sample: Sample | None) -> str:
    if sample is None:
        return "–"
    return f"{w.number(sample.value, 1)} ({w.number(sample.low, 1)}–{w.number(sample.high, 1)})"


def _percent(w: Words, sample: Sample) -> str:
    return f"{w.number(100 * sample.value, 0)} % ({w.number(100 * sample.low, 0)}–{w.number(100 * sample.high, 0)})"


def _seconds(w: Words, seconds: float | None) -> str:
    return "–" if seconds is None else f"{w.number(seconds, 1)} s"


async def analyse(request: Request) -> Response:
    limit(request, "analysis_address")
    await _director(request)
    id = request.path_params["id"]
    await service_of(request).tournament_matches.start_all(id)
    return RedirectResponse(f"/tournaments/{id}/fairplay", 303)


ROUTES = (
    ("/tournaments/{id}/fairplay", sheet, ("GET",)),
    ("/tournaments/{id}/fairplay", analyse, ("POST",)),
)
