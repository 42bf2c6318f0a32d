"""HTTP routes of tournaments. They contain no rules."""

from __future__ import annotations

import secrets
from typing import TypeVar

from starlette.requests import Request
from starlette.responses import Response

from tavl.server.accounts.identity import Identity
from tavl.server.errors import ApiError, RefusedError
from tavl.server.http.dependencies import (
    identify,
    limit,
    limit_both,
    number,
    person_or_guest,
    service_of,
    who_asks,
    with_cookie,
)
from tavl.server.http.router import Api, answer, body
from tavl.server.messages.score_cards import ComparedCards, HandInCard
from tavl.server.messages.tournaments import (
    ActDone,
    MakeTournament,
    OpenPairing,
    PairingOpened,
    PreviewAct,
    PreviewAnswer,
    TournamentAct,
    TournamentList,
    TournamentLog,
    TournamentMade,
    TournamentState,
    WhyRefused,
)
from tavl.server.network.clients import language
from tavl.server.rate_limits import cost_of
from tavl.server.tournaments import demonstration, listing, views
from tavl.server.tournaments.input_checks import check_strings, people_in
from tavl.server.tournaments.people import TournamentPeople
from tavl.server.wall_clock import MINUTE
from tavl.tournament import By, acts

Asked = TypeVar("Asked", TournamentAct, PreviewAct)

api = Api()
PAGE = 1_000  # events of a log at once


@api.route("POST", "/tournaments", takes=MakeTournament, gives=TournamentMade, status=201)
async def make_tournament(request: Request) -> Response:
    """Create a tournament."""
    known = await identify(request)
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
    if known := await identify(request):
        known.need_person()
    who, token = await person_or_guest(request)
    limit_both(request, "table", who.person)
    people, now = service.tournament_people, service.clock()
    made = await demonstration.begin(service.store, people, who.person, language(request), now)
    return with_cookie(request, answer(TournamentMade(*made), 201), token)


@api.route("GET", "/tournaments", gives=TournamentList)
async def list_tournaments(request: Request) -> Response:
    """Mine, including drafts; and all whose entries are or were open."""
    limit(request, "history")
    service = service_of(request)
    who = await identify(request)
    person = who.person if who else None
    return answer(await listing.tournaments_for(service.store, service.tournaments, service.copy_sources, person))


@api.route("GET", "/tournaments/{id}", gives=TournamentState)
async def show_tournament(request: Request) -> Response:
    """The tournament as I may see it; with `If-None-Match`, only if that has changed; with `?only=mine`, of its matches
    and entries only those that concern me."""
    service, id = service_of(request), request.path_params["id"]
    who = await identify(request)
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
        shown = await views.public_state(id, kept, service.tournament_people, tables, at, copy)
        headers = {"ETag": tag, "Vary": "Accept-Encoding"}
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(shown.plain, media_type="application/json", headers=headers)
        headers["Content-Encoding"] = "gzip"
        return Response(shown.packed, media_type="application/json", headers=headers)
    mine = request.query_params.get("only") == "mine"
    tag = f'"{kept.version}.{renamed}.{by.person}.{at // MINUTE}{".mine" if mine else ""}"'
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers={"ETag": tag})
    seat = who is not None and by.person != who.person
    open_now = service.tournament_rooms.open_now(id)
    state = await views.state_for(id, kept, by, seat, service.tournament_people, open_now, tables, at, mine)
    response = answer(state)
    response.headers["ETag"] = tag
    return response


async def _by(request: Request, who: Identity, for_federation: bool) -> By:
    service, id = service_of(request), request.path_params["id"]
    if for_federation:
        return await service.tournament_people.federation(who)
    return await service.tournament_people.by(id, (await service.tournaments.state(id)).tournament, who)


async def _asked(request: Request, kind: type[Asked]) -> tuple[Asked, By]:
    """An action, done or only looked at, and by whom."""
    who = await who_asks(request)
    asked = await body(request, kind)
    limit_both(request, "action", who.person, cost_of(1, len(await request.body())))
    by = await _by(request, who, asked.for_federation)
    await _check(service_of(request).tournament_people, request.path_params["id"], asked.action)
    return asked, by


async def _check(people: TournamentPeople, id: str, action: acts.AnyAction) -> None:
    if isinstance(action, acts.CreateTournament):
        raise ApiError("bad_value", field="action", problem="POST /tournaments")
    check_strings(action)
    await people.check_known(id, people_in(action))


@api.route("POST", "/tournaments/{id}/actions", takes=TournamentAct, gives=ActDone)
async def act_in_tournament(request: Request) -> Response:
    """Do something: whatever the tournament's rules let me do."""
    service, id = service_of(request), request.path_params["id"]
    asked, by = await _asked(request, TournamentAct)
    act = f"{by.person}:{asked.key or secrets.token_hex(10)}"
    done = await service.tournaments.act(id, by, asked.action, act)
    return answer(ActDone(done.version, act, done.repeated, done.events))


@api.route("POST", "/tournaments/{id}/preview", takes=PreviewAct, gives=PreviewAnswer)
async def preview_act(request: Request) -> Response:
    """What an action would change, and for whom. Nothing is done."""
    service, id = service_of(request), request.path_params["id"]
    asked, by = await _asked(request, PreviewAct)
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


@api.route("PUT", "/tournaments/{id}/cards", takes=HandInCard, gives=ComparedCards)
async def hand_in_card(request: Request) -> Response:
    """A player's own score card after a game, compared with the other's: whether they agree, or where they part."""
    who = await who_asks(request)
    asked = await body(request, HandInCard)
    service, id = service_of(request), request.path_params["id"]
    limit_both(request, "action", who.person)
    await service.copy_sources.check_run_here(id)
    by = await _by(request, who, False)
    return answer(await service.score_cards.hand_in(id, by, asked.match, asked.scores))
