"""The pages of analyses, and what their scripts ask for."""

from __future__ import annotations

import asyncio
from typing import Annotated

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from tavl.i18n import words
from tavl.notation.picture import position_svg
from tavl.notation.sgf.writer import write_sgf
from tavl.rules.seat import Seat
from tavl.server.accounts.identity import Identity
from tavl.server.errors import ApiError
from tavl.server.http.dependencies import identify, limit, service_of, who_asks
from tavl.server.http.router import answer, body
from tavl.server.messages.analyses import MAX_ANALYSIS_NOTE
from tavl.server.messages.base import Heard
from tavl.server.messages.tables import MAX_POSITION_ID
from tavl.web.analysis import positions, side_lines
from tavl.web.analysis.depth_choices import DEPTHS
from tavl.web.analysis.match import view_of
from tavl.web.analysis.other_scores import AskScores, scores_of
from tavl.web.shared.bot_names import LEVEL_WORDS
from tavl.web.shared.language_choice import language_for
from tavl.web.shared.rendering import pages_of

LISTED = 20
LEVELS = tuple((name, title) for name, (title, _) in LEVEL_WORDS.items())


async def start(request: Request) -> Response:
    """Drop a file; below it, what was analysed before."""
    service = service_of(request)
    who = await identify(request)
    mine = (await service.analyses.mine(who)).analyses[:LISTED] if who else ()
    return pages_of(request).render(request, "analysis/start.html", who, mine=mine, depths=DEPTHS)


async def match(request: Request) -> Response:
    service = service_of(request)
    who = await identify(request)
    state = await service.analyses.find(who, request.path_params["id"])
    return pages_of(request).render(
        request, "analysis/match.html", who, state=state, result=state.result, levels=LEVELS
    )


async def match_data(request: Request) -> Response:
    """Progress, and at the end all that the page shows, in the reader's words."""
    service = service_of(request)
    who = await identify(request)
    state, record = await service.analyses.find_with_record(who, request.path_params["id"])
    viewer = await _seat_of(request, who, state.line.table)
    w = words(language_for(request, who))
    return answer(await asyncio.to_thread(view_of, state, record, viewer, w))


class AskNote(Heard, frozen=True):
    game: Annotated[int, Meta(ge=0, le=10_000)]
    entry: Annotated[int, Meta(ge=0, le=10_000)]
    text: Annotated[str, Meta(max_length=MAX_ANALYSIS_NOTE)]


class KeptNote(Struct, frozen=True):
    text: str


async def note(request: Request) -> Response:
    """A note on a decision, by the person who asked for the analysis."""
    asked = await body(request, AskNote)
    service = service_of(request)
    who = await who_asks(request)
    limit(request, "transcript")
    await service.analyses.note(who, request.path_params["id"], asked.game, asked.entry, asked.text.strip())
    return answer(KeptNote(asked.text.strip()))


async def match_sgf(request: Request) -> Response:
    """The match as a file, with the notes as comments."""
    service = service_of(request)
    who = await identify(request)
    _, record = await service.analyses.find_with_record(who, request.path_params["id"])
    headers = {"Content-Disposition": 'attachment; filename="match.sgf"'}
    return Response(await asyncio.to_thread(write_sgf, record), media_type="application/x-go-sgf", headers=headers)


async def _seat_of(request: Request, who: Identity | None, table: str | None) -> Seat:
    """A player sees their own match from their own side."""
    if who is None or table is None:
        return Seat.FIRST
    try:
        state = await service_of(request).executor.state(table)
    except ApiError:  # the table is gone, its analysis is not
        return Seat.FIRST
    seat = state.table.seat_of(who.person)
    return Seat.FIRST if seat is None else seat


async def position(request: Request) -> Response:
    return await pages_of(request).page(
        request, "analysis/position.html", id=request.query_params.get("id", ""), levels=LEVELS
    )


async def evaluate(request: Request) -> Response:
    """What to do in a position, whether it has dice or not."""
    limit(request, "evaluation")
    service = service_of(request)
    situation = positions.situation_of(await body(request, positions.AskPosition))
    who = await identify(request)
    w = words(language_for(request, who))
    found = await service.evaluator.ask(situation.position, lambda analyst: positions.evaluated(situation, w, analyst))
    return answer(found)


async def rolls(request: Request) -> Response:
    limit(request, "evaluation")
    situation = positions.situation_of(positions.AskPosition(id=_id(request)))
    ask = service_of(request).evaluator.ask
    return answer(await ask(situation.position, lambda analyst: positions.rolls_of(situation, analyst)))


async def other_scores(request: Request) -> Response:
    """The same decision at every score up to seven points away."""
    limit(request, "evaluation")
    asked = await body(request, AskScores)
    situation = positions.situation_of(positions.AskPosition(id=asked.id))
    ask = service_of(request).evaluator.ask
    found = await ask(situation.position, lambda analyst: scores_of(situation, asked.moves, analyst))
    return answer(found)


async def picture(request: Request) -> Response:
    """A position as a drawing, to be passed on."""
    drawn = position_svg(positions.situation_of(positions.AskPosition(id=_id(request))))
    headers = {"Content-Disposition": 'attachment; filename="position.svg"'}
    return Response(drawn, media_type="image/svg+xml", headers=headers)


def _id(request: Request) -> str:
    text = request.query_params.get("id", "")
    if not text or len(text) > MAX_POSITION_ID:
        raise ApiError("bad_value", field="id", problem="an XGID, a GNU ID or an OGID")
    return text


GET, POST = ("GET",), ("POST",)
ROUTES = (
    ("/analysis", start, GET),
    ("/analysis/position", position, GET),
    ("/analysis/position.json", evaluate, POST),
    ("/analysis/rolls.json", rolls, GET),
    ("/analysis/scores.json", other_scores, POST),
    ("/analysis/position.svg", picture, GET),
    ("/analysis/{id}", match, GET),
    ("/analysis/{id}/match.json", match_data, GET),
    ("/analysis/{id}/match.sgf", match_sgf, GET),
    ("/analysis/{id}/note.json", note, POST),
    *side_lines.ROUTES,
)
