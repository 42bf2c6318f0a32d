"""The HTTP of a tournament's people: names typed at the desk, personal codes, seats that browsers claim, data."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from tavl.server.errors import ApiError
from tavl.server.http.dependencies import (
    identify,
    limit,
    limit_both,
    person_or_guest,
    service_of,
    who_asks,
    with_cookie,
)
from tavl.server.http.router import Api, answer, body
from tavl.server.messages.tournament_people import (
    AddedPeople,
    AddedPerson,
    AddPeople,
    ClaimSeat,
    FoundMembers,
    ListedPerson,
    NewCode,
    PeopleList,
    PlaceCodes,
    RenamePerson,
    SeatClaimed,
)
from tavl.server.network.clients import address_of
from tavl.server.rate_limits import cost_of

api = Api()


@api.route("POST", "/tournaments/{id}/people", takes=AddPeople, gives=AddedPeople, status=201)
async def add_people(request: Request) -> Response:
    """Names typed at the desk: each gets an id, and a personal code that is told once."""
    who = await who_asks(request)
    asked = await body(request, AddPeople)
    service, id = service_of(request), request.path_params["id"]
    limit_both(request, "action", who.person, cost_of(len(asked.names) + len(asked.known), 0))
    tournament = await service.tournament_people.need_staff(id, who)
    members = await service.member_search.members_for(tournament, service.clock()) if asked.known else frozenset()
    added = await service.tournament_people.add(id, who, asked.names, asked.known, members)
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


@api.route("GET", "/tournaments/{id}/members", gives=FoundMembers)
async def find_members(request: Request) -> Response:
    """For the staff: members of the tournament's organisation, by three letters of a name or number (`?text=ann`)."""
    who = await who_asks(request)
    service, id = service_of(request), request.path_params["id"]
    limit(request, "history", who.person)
    tournament = await service.tournament_people.need_staff(id, who)
    found = await service.member_search.find(tournament, request.query_params.get("text", "")[:100], service.clock())
    return answer(FoundMembers(tuple(found)))


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
    """For the staff: a new personal code. Whoever held the seat loses it."""
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
    if known := await identify(request):
        known.need_person()
    asked = await body(request, ClaimSeat)
    await service.tournaments.state(id)
    address = address_of(request, service.settings)
    if not service.limits.has_left("seat", address):
        raise ApiError("too_many")
    person = await service.tournament_people.holder_of_code(id, asked.person, asked.place, asked.code)
    if person is None:
        limit(request, "seat")  # only guesses are counted: a hall full of players shares one address
        raise ApiError("code_wrong")
    who, token = await person_or_guest(request, counted_for=person)
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
