"""The HTTP of tournaments. Each route says what it takes and gives; none knows a rule."""

from __future__ import annotations

import secrets

from starlette.requests import Request
from starlette.responses import Response

from tavl.server.accounts.identity import Identity
from tavl.server.clients import language
from tavl.server.errors import ApiError, RefusedError
from tavl.server.http.dependencies import (
    limit,
    limit_both,
    number,
    person_or_guest,
    service_of,
    who_asks,
    with_cookie,
)
from tavl.server.http.router import Api, answer, body
from tavl.server.messages.tournaments import (
    ActDone,
    AddedPeople,
    AddedPerson,
    AddPeople,
    AddWebhook,
    Bracket,
    ClaimSeat,
    ListedPerson,
    MakeTournament,
    NewCode,
    OpenPairing,
    PairingOpened,
    PeopleList,
    PlaceCodes,
    PreviewAct,
    PreviewAnswer,
    RenamePerson,
    ReportState,
    SeatClaimed,
    TournamentAct,
    TournamentList,
    TournamentLog,
    TournamentMade,
    TournamentState,
    Webhook,
    WebhookList,
    WebhookMade,
    WhyRefused,
)
from tavl.server.rate_limits import cost_of
from tavl.server.service import Service
from tavl.server.tournaments import archive, demonstration, files, listing, views
from tavl.server.tournaments.checks import check_strings, people_in
from tavl.server.tournaments.stream import Kept, stream_of
from tavl.server.wall_clock import MINUTE
from tavl.tournament import By, acts
from tavl.tournament.files.errors import FileError
from tavl.tournament.files.spreadsheet import Style
from tavl.tournament.report.report import digest, open_items, report
from tavl.tournament.report.report_text import text

api = Api()
PAGE = 1_000  # events of a log at once


@api.route("POST", "/tournaments", takes=MakeTournament, gives=TournamentMade, status=201)
async def make_tournament(request: Request) -> Response:
    """Create a tournament."""
    known = await service_of(request).accounts.identify(request)
    if known is not None:
        known.need_person()
    asked = await body(request, MakeTournament)  # before anybody becomes a guest for it
    who, token = await person_or_guest(request)
    limit_both(request, "table", who.person)
    service = service_of(request)
    directors = (who.person,) if asked.directors is None else asked.directors
    licensed = asked.licensed if who.administrator else ()
    if theirs := await service.tournament_links.licensed(asked.invitation.organisation, service.clock()):
        licensed = theirs  # the organisation knows who may direct
    if asked.directors is None and asked.invitation.sanctioned and who.person not in licensed:
        directors = ()  # appointed once the federation has stated who holds a licence (T1.2)
    action = acts.CreateTournament(asked.title, asked.invitation, directors, licensed)
    check_strings(action)
    id, done = await service.tournaments.create(who.person, action, asked.key)
    return with_cookie(request, answer(TournamentMade(id, done.version), 201), token)


@api.route("POST", "/tournaments/demonstration", gives=TournamentMade, status=201)
async def make_demonstration(request: Request) -> Response:
    """A tournament in the middle of its evening, directed by whoever asks: to try the desk with."""
    service = service_of(request)
    if known := await service.accounts.identify(request):
        known.need_person()
    who, token = await person_or_guest(request)
    limit_both(request, "table", who.person)
    people, now = service.tournament_people, service.clock()
    made = await demonstration.begin(service.store, people, who.person, language(request), now)
    return with_cookie(request, answer(TournamentMade(*made), 201), token)


@api.route("GET", "/tournaments", gives=TournamentList)
async def list_tournaments(request: Request) -> Response:
    """Mine, drafts too; and all whose entries are or were open."""
    limit(request, "history")
    service = service_of(request)
    who = await service.accounts.identify(request)
    return answer(await listing.tournaments_for(service.store, service.tournaments, who.person if who else None))


@api.route("GET", "/tournaments/{id}", gives=TournamentState)
async def show_tournament(request: Request) -> Response:
    """The tournament as I may see it; with `If-None-Match`, only if that has changed; with `?only=mine`, of its matches
    and entries only those that concern me."""
    service, id = service_of(request), request.path_params["id"]
    who = await service.accounts.identify(request)
    kept = await service.tournaments.state(id)
    by = await service.tournament_people.by(id, kept.tournament, who)
    views.check_shown(kept.tournament, by)
    at, renamed = service.clock(), service.tournament_people.renamed
    tables = await service.pairing_tables.of(id)
    if views.is_public(kept.tournament, by):
        tag = f'"{kept.version}.{renamed}.public"'
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers={"ETag": tag})
        copy = await service.copy_sources.of(id)
        shown = await views.board(id, kept, service.tournament_people, tables, at, copy)
        return Response(shown, media_type="application/json", headers={"ETag": tag})
    mine = request.query_params.get("only") == "mine"
    tag = f'"{kept.version}.{renamed}.{by.person}.{at // MINUTE}{".mine" if mine else ""}"'
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers={"ETag": tag})
    seat = who is not None and by.person != who.person
    open_now = service.boards.open_now(id)
    state = await views.state_for(id, kept, by, seat, service.tournament_people, open_now, tables, at, mine)
    response = answer(state)
    response.headers["ETag"] = tag
    return response


async def _by(request: Request, who: Identity, for_federation: bool) -> By:
    service, id = service_of(request), request.path_params["id"]
    if for_federation:
        return await service.tournament_people.federation(who)
    return await service.tournament_people.by(id, (await service.tournaments.state(id)).tournament, who)


async def _checked(service: Service, id: str, action: acts.AnyAction) -> None:
    if isinstance(action, acts.CreateTournament):
        raise ApiError("bad_value", field="action", problem="POST /tournaments")
    check_strings(action)
    await service.tournament_people.check_known(id, people_in(action))


@api.route("POST", "/tournaments/{id}/actions", takes=TournamentAct, gives=ActDone)
async def act_in_tournament(request: Request) -> Response:
    """Do something: whatever the tournament's rules let me do."""
    who = await who_asks(request)
    asked = await body(request, TournamentAct)
    service, id = service_of(request), request.path_params["id"]
    limit_both(request, "action", who.person, cost_of(1, len(await request.body())))
    by = await _by(request, who, asked.for_federation)
    await _checked(service, id, asked.action)
    act = f"{by.person}:{asked.key or secrets.token_hex(10)}"
    done = await service.tournaments.act(id, by, asked.action, act)
    return answer(ActDone(done.version, act, done.repeated, done.events))


@api.route("POST", "/tournaments/{id}/preview", takes=PreviewAct, gives=PreviewAnswer)
async def preview_act(request: Request) -> Response:
    """What an action would change, and for whom. Nothing is done."""
    who = await who_asks(request)
    asked = await body(request, PreviewAct)
    service, id = service_of(request), request.path_params["id"]
    limit_both(request, "action", who.person, cost_of(1, len(await request.body())))
    by = await _by(request, who, asked.for_federation)
    await _checked(service, id, asked.action)
    version, would = await service.tournaments.preview(id, by, asked.action)
    why = None
    if would.refused is not None:
        told = RefusedError(would.refused).body(language(request))
        why = WhyRefused(told.code, would.refused.rule, told.facts, told.message)
    people = would.people
    return answer(
        PreviewAnswer(
            version=version,
            refused=why,
            changes=would.changes,
            people=people,
            matches=would.matches,
            question=would.question,
            warnings=would.warnings,
            example=isinstance(asked.action, acts.MakeDraw | acts.DrawCommittee),
            names=await service.tournament_people.names(people),
        )
    )


@api.route("GET", "/tournaments/{id}/log", gives=TournamentLog)
async def show_log(request: Request) -> Response:
    """For the staff: every event after a version (`?after=n`), with who did it; `next`: there is more after that."""
    who = await who_asks(request)
    limit(request, "history", who.person)
    service, id = service_of(request), request.path_params["id"]
    after = number(request, "after", 0)
    tournament = await service.tournament_people.need_staff(id, who)
    events = await service.tournaments.events(id, after, PAGE)
    kept = views.log_for(tournament, By(who.person), events)
    names = await service.tournament_people.names({each.person for each in kept})
    version = (await service.tournaments.state(id)).version
    more = events[-1].version if events and events[-1].version < version else None
    return answer(TournamentLog(version, tuple(kept), names, more))


# people


@api.route("POST", "/tournaments/{id}/people", takes=AddPeople, gives=AddedPeople, status=201)
async def add_people(request: Request) -> Response:
    """Names typed at the desk: each gets an id, and a personal code that is told once."""
    who = await who_asks(request)
    asked = await body(request, AddPeople)
    service, id = service_of(request), request.path_params["id"]
    limit_both(request, "action", who.person, cost_of(len(asked.names) + len(asked.known), 0))
    added = await service.tournament_people.add(id, who, asked.names, asked.known)
    names = await service.tournament_people.names(person for person, _ in added)
    people = tuple(AddedPerson(person, names.get(person, ""), code) for person, code in added)
    return answer(AddedPeople(people), 201)


@api.route("GET", "/tournaments/{id}/people", gives=PeopleList)
async def list_people(request: Request) -> Response:
    """For the staff: whose names were typed at this desk, and whose seats are claimed."""
    who = await who_asks(request)
    service, id = service_of(request), request.path_params["id"]
    await service.tournament_people.need_staff(id, who)
    rows = await service.tournament_people.listed(id)
    return answer(PeopleList(tuple(ListedPerson(row[0], row[1] or "", row[2] is not None) for row in rows)))


@api.route("PATCH", "/tournaments/{id}/people/{person}", takes=RenamePerson, status=204)
async def rename_person(request: Request) -> Response:
    """For the staff: a name was mistyped."""
    who = await who_asks(request)
    asked = await body(request, RenamePerson)
    service = service_of(request)
    await service.tournament_people.rename(request.path_params["id"], who, request.path_params["person"], asked.name)
    return Response(status_code=204)


@api.route("POST", "/tournaments/{id}/people/{person}/code", gives=NewCode, status=201)
async def new_personal_code(request: Request) -> Response:
    """For the staff: another personal code. Whoever held the seat holds it no more."""
    who = await who_asks(request)
    service = service_of(request)
    code = await service.tournament_people.new_code(request.path_params["id"], who, request.path_params["person"])
    return answer(NewCode(code), 201)


@api.route("GET", "/tournaments/{id}/people/{person}/data")
async def export_person(request: Request) -> Response:
    """Everything that is kept about somebody without an account: by their personal code, or for the staff."""
    who = await who_asks(request, suspended_too=True)
    limit(request, "data", who.person)
    service = service_of(request)
    kept = await service.tournament_people.export(request.path_params["id"], who, request.path_params["person"])
    response = answer(kept)
    response.headers["Content-Disposition"] = 'attachment; filename="tavl-my-data.json"'
    return response


@api.route("DELETE", "/tournaments/{id}/people/{person}", status=204)
async def erase_person(request: Request) -> Response:
    """Erase somebody without an account: by their personal code, or by the staff. Results stay, without a name."""
    who = await who_asks(request, suspended_too=True)
    limit(request, "data", who.person)
    service, person = service_of(request), request.path_params["person"]
    streams = await service.tournament_people.erase(request.path_params["id"], who, person)
    await service.changes.texts_erased(streams)
    await service.changes.person_changed(person)
    return Response(status_code=204)


@api.route("POST", "/tournaments/{id}/seats", takes=ClaimSeat, gives=SeatClaimed)
async def claim_seat(request: Request) -> Response:
    """This browser acts for somebody from now on: by a personal code, or a tap at the table with its card's code."""
    service, id = service_of(request), request.path_params["id"]
    if known := await service.accounts.identify(request):
        known.need_person()
    asked = await body(request, ClaimSeat)
    limit(request, "seat")
    await service.tournaments.state(id)
    who, token = await person_or_guest(request)
    seat = await service.tournament_people.claim(id, who.person, asked.person, asked.place, asked.code)
    names = await service.tournament_people.names([seat.person])
    return with_cookie(request, answer(SeatClaimed(seat.person, names.get(seat.person, ""))), token)


@api.route("DELETE", "/tournaments/{id}/seats", status=204)
async def give_seat_back(request: Request) -> Response:
    """The seat that this browser has claimed is free again."""
    who = await who_asks(request, suspended_too=True)
    service, id = service_of(request), request.path_params["id"]
    await service.tournaments.state(id)
    await service.tournament_people.give_back(id, who.person)
    return Response(status_code=204)


@api.route("GET", "/tournaments/{id}/places", gives=PlaceCodes)
async def show_place_codes(request: Request) -> Response:
    """For the staff: the codes on the cards of the tables."""
    who = await who_asks(request)
    service, id = service_of(request), request.path_params["id"]
    await service.tournament_people.need_staff(id, who)
    return answer(PlaceCodes(await service.tournament_people.place_codes(id)))


# tables


@api.route("POST", "/tournaments/{id}/tables", takes=OpenPairing, gives=PairingOpened, status=201)
async def open_pairing(request: Request) -> Response:
    """A table for a match, with its length, profile and clock: for its players, and for the staff."""
    who = await who_asks(request)
    asked = await body(request, OpenPairing)
    service, id = service_of(request), request.path_params["id"]
    limit_both(request, "table", who.person)
    by = await _by(request, who, False)
    table = await service.pairing_tables.open(id, by, who.person, asked.match, asked.online, service.clock())
    return answer(PairingOpened(table), 201)


# files


async def _shown_to(request: Request, *, staff: bool) -> Kept:
    """The tournament, if whoever asks may see it."""
    service, id = service_of(request), request.path_params["id"]
    if staff:
        await service.tournament_people.need_staff(id, await who_asks(request))
        return await service.tournaments.state(id)
    kept = await service.tournaments.state(id)
    who = await service.accounts.identify(request)
    views.check_shown(kept.tournament, await service.tournament_people.by(id, kept.tournament, who))
    return kept


@api.route("GET", "/tournaments/{id}/report", gives=ReportState)
async def show_report(request: Request) -> Response:
    """For the staff: the report as it would be now, and what stands in the way of closing."""
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
        await service.accounts.identify(request)
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


# webhooks


@api.route("POST", "/tournaments/{id}/webhooks", takes=AddWebhook, gives=WebhookMade, status=201)
async def add_webhook(request: Request) -> Response:
    """For the staff: another server is told when the tournament changes. The secret is told once."""
    who = await who_asks(request)
    asked = await body(request, AddWebhook)
    limit_both(request, "table", who.person)
    return answer(WebhookMade(*await service_of(request).webhooks.add(request.path_params["id"], who, asked.url)), 201)


@api.route("GET", "/tournaments/{id}/webhooks", gives=WebhookList)
async def list_webhooks(request: Request) -> Response:
    """For the staff: who is told."""
    who = await who_asks(request)
    rows = await service_of(request).webhooks.listed(request.path_params["id"], who)
    return answer(WebhookList(tuple(Webhook(row.id, row.url, row.failures) for row in rows)))


@api.route("DELETE", "/tournaments/{id}/webhooks/{hook}", status=204)
async def remove_webhook(request: Request) -> Response:
    """For the staff: no longer."""
    who = await who_asks(request)
    await service_of(request).webhooks.remove(request.path_params["id"], who, request.path_params["hook"])
    return Response(status_code=204)
