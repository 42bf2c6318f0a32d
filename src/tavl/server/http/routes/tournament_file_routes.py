"""The HTTP of a tournament's files: sheets, report, archive, import, and a bracket for other pages."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from tavl.server.errors import ApiError
from tavl.server.http.dependencies import identify, limit, service_of, who_asks
from tavl.server.http.router import Api, answer
from tavl.server.messages.tournaments import Bracket, ReportState, TournamentMade
from tavl.server.tournaments import archive, files, views
from tavl.server.tournaments.stream import Kept, stream_of
from tavl.tournament import By
from tavl.tournament.files.csv_format import Style
from tavl.tournament.files.errors import FileError
from tavl.tournament.report.closing import open_items
from tavl.tournament.report.report import digest, report, text

api = Api()


async def _shown_to(request: Request, *, staff: bool) -> Kept:
    """The tournament, if whoever asks may see it."""
    service, id = service_of(request), request.path_params["id"]
    if staff:
        await service.tournament_people.need_staff(id, await who_asks(request))
        return await service.tournaments.state(id)
    kept = await service.tournaments.state(id)
    who = await identify(request)
    views.check_shown(kept.tournament, await service.tournament_people.by(id, kept.tournament, who))
    return kept


@api.route("GET", "/tournaments/{id}/report", gives=ReportState)
async def show_report(request: Request) -> Response:
    """For the staff: the report as it would be now, and what prevents closing."""
    service, tournament = service_of(request), (await _shown_to(request, staff=True)).tournament
    made = report(tournament)
    names = await service.tournament_people.names(archive.people_of(tournament, ()))
    return answer(ReportState(tuple(open_items(tournament)), made, text(made, names), digest(made)))


@api.route("GET", "/tournaments/{id}/files/{kind}")
async def download_file(request: Request) -> Response:
    """A file: sheets, calendar, TRF26, the report, or all of it as an archive."""
    limit(request, "history")
    service, id = service_of(request), request.path_params["id"]
    name, kind = request.path_params["kind"], files.KINDS.get(request.path_params["kind"])
    if kind is None and name != "archive":
        await identify(request)
        raise ApiError("not_found")
    tournament = (await _shown_to(request, staff=kind is None or kind.staff)).tournament
    at = service.clock()
    if kind is None:
        data = await archive.write(service.store, service.tournament_people, id, tournament, at)
        return _file("tournament.tavl", "application/octet-stream", data)
    names = await service.tournament_people.names(archive.people_of(tournament, ()))
    style = Style.EXCEL if request.query_params.get("style") == "excel" else Style.PLAIN
    asked = files.Asked(stream_of(id), tournament, names, at, request.query_params.get("division"), style)
    try:
        return _file(kind.name, kind.media, kind.make(asked))
    except FileError as error:
        raise ApiError("bad_value", field=error.faults[0].field, problem=str(error.faults[0].reason)) from None


def _file(name: str, media: str, data: bytes) -> Response:
    return Response(data, media_type=media, headers={"Content-Disposition": f'attachment; filename="{name}"'})


@api.route("GET", "/tournaments/{id}/bracket", gives=Bracket)
async def show_bracket(request: Request) -> Response:
    """Draws and results for other pages to embed: only what is public, to any origin."""
    service, id = service_of(request), request.path_params["id"]
    kept = await service.tournaments.state(id)
    views.check_shown(kept.tournament, By())
    names = await service.tournament_people.names(archive.people_of(kept.tournament, ()))
    response = answer(files.bracket(id, kept.tournament, kept.version, names, service.clock()))
    response.headers["Access-Control-Allow-Origin"] = "*"  # without cookies; what everybody may see anyway
    return response


@api.route("POST", "/tournaments/import", gives=TournamentMade, status=201)
async def import_tournament(request: Request) -> Response:
    """A tournament from another server, by an administrator: all of it or nothing."""
    who = await who_asks(request)
    if not who.administrator:
        raise ApiError("administrators_only")
    service = service_of(request)
    limit(request, "data", who.person)
    data = await request.body()
    id, version = await archive.take_over(service.store, service.tournament_people, data, service.clock())
    return answer(TournamentMade(id, version), 201)
