"""The HTTP of analyses. How large a match file may be: `max_upload_bytes` in `server/settings.py`; what is said of a
larger one: `body_too_large` in `server/error_texts.py`."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from tavl.server.http.dependencies import identify, limit_both, person_or_guest, service_of, who_asks, with_cookie
from tavl.server.http.router import Api, answer, body
from tavl.server.messages.analyses import AnalysisList, AnalysisState, StartAnalysis

api = Api()


@api.route("POST", "/analyses", takes=StartAnalysis, gives=AnalysisList, status=201)
async def start_analysis(request: Request) -> Response:
    """Have a match file, or the match of a table that is over, analysed in the background."""
    asked = await body(request, StartAnalysis)
    who, token = await person_or_guest(request)
    who.need_person()
    limit_both(request, "analysis", who.person)
    return with_cookie(request, answer(await service_of(request).analyses.start(who, asked), 201), token)


@api.route("GET", "/analyses", gives=AnalysisList)
async def list_analyses(request: Request) -> Response:
    """My analyses, the newest first."""
    who = await who_asks(request, suspended_too=True)
    return answer(await service_of(request).analyses.mine(who))


@api.route("GET", "/analyses/{id}", gives=AnalysisState)
async def show_analysis(request: Request) -> Response:
    """Its progress, and at the end the result. Anybody who has the id may look."""
    who = await identify(request)
    return answer(await service_of(request).analyses.find(who, request.path_params["id"]))


@api.route("DELETE", "/analyses/{id}", status=204)
async def remove_analysis(request: Request) -> Response:
    """Stop it and remove it."""
    who = await who_asks(request, suspended_too=True)
    await service_of(request).analyses.remove(who, request.path_params["id"])
    return Response(status_code=204)
