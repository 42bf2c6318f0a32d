"""Routes for tables. They contain no rules."""

from __future__ import annotations

import secrets

from starlette.requests import Request
from starlette.responses import Response

from tavl.server.errors import ApiError
from tavl.server.http import json_schema
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
from tavl.server.live import event_pages, visibility
from tavl.server.messages.roles import BatchTaken, GiveRole, RoleMade, SendBatch, TakeRole
from tavl.server.messages.tables import EventList, JoinTable, OpenTable, TableLine, TableList, TableState
from tavl.server.network.clients import language
from tavl.server.rate_limits import cost_of
from tavl.server.tables import creation, listing, offline_devices
from tavl.server.tables.roles import people_of
from tavl.server.tables.start_positions import start_of

api = Api()


@api.route("POST", "/tables", takes=OpenTable, gives=TableLine, status=201)
async def open_table(request: Request) -> Response:
    """Open a table, or sit down with the first person who waits for the same terms."""
    asked = await body(request, OpenTable)
    service = service_of(request)
    creation.check_opponent(asked)
    creation.terms_of(asked, service.settings)  # a refused request must not make a guest
    start = start_of(asked)
    if start is not None:
        await service.live_positions.check(start.position)
    who, token = await person_or_guest(request)
    limit_both(request, "table", who.person)
    id = f"c:{asked.id}" if asked.id else f"o:{secrets.token_hex(16)}"
    apart = await service.blocking.apart_from(who.person)
    table = await service.creation.open_or_join(who, asked, apart, id)
    state = await service.executor.state(table)
    return with_cookie(request, answer(listing.line_of(table, state, state.table.last_at), 201), token)


@api.route("GET", "/tables", gives=TableList)
async def list_tables(request: Request) -> Response:
    """Tables that are open to anyone, and mine."""
    service = service_of(request)
    who = await identify(request)
    apart = await service.blocking.apart_from(who.person) if who else frozenset()
    waiting, mine = await listing.tables_for(service.store, service.executor, who.person if who else None, apart)
    people = await service.accounts.names({person for line in (*waiting, *mine) for person in line.seats})
    return answer(TableList(waiting, mine, people))


@api.route("POST", "/tables/{id}/join", takes=JoinTable, gives=TableLine)
async def join_table(request: Request) -> Response:
    """Take the free seat."""
    asked = await body(request, JoinTable)
    service, table = service_of(request), request.path_params["id"]
    here = (await service.executor.state(table)).table
    who, token = await person_or_guest(request, table=table)
    limit_both(request, "table", who.person)
    if here.seat_of(who.person) is None:
        await service.blocking.check_together(who.person, here.seats)
    id = f"c:{asked.id}" if asked.id else f"j:{secrets.token_hex(16)}"
    await service.executor.join(table, who.person, asked.promise, id, who.registered)
    state = await service.executor.state(table)
    return with_cookie(request, answer(listing.line_of(table, state, state.table.last_at)), token)


@api.route("GET", "/tables/{id}", gives=TableState)
async def show_table(request: Request) -> Response:
    """The table as I may see it."""
    service, table = service_of(request), request.path_params["id"]
    who = await identify(request)
    seen = await visibility.seen(service.executor, who, table, service.clock())
    people = await service.accounts.names(people_of(seen.state.house, seen.state.table))
    room = service.rooms.rooms.get(table)
    present = room.present(seen.state) if room else (False, False)
    return answer(visibility.table_state(table, seen.state, seen.by, service.clock(), people, present, ()))


@api.route("GET", "/tables/{id}/events", gives=EventList)
async def show_events(request: Request) -> Response:
    """The events after a version (`?after=n`), as I may see them; `next`: there are more after that one."""
    limit(request, "history")
    after, most = number(request, "after", 0), number(request, "limit", event_pages.PAGE)
    if not 1 <= most <= event_pages.PAGE:
        raise ApiError("bad_value", field="limit", problem=f"1 to {event_pages.PAGE}")
    service, table = service_of(request), request.path_params["id"]
    who = await identify(request)
    seen = await visibility.seen(service.executor, who, table, service.clock(), after, most)
    page = event_pages.page_of(visibility.sent(seen.events, seen.by), most)
    last = page[-1].version if page else seen.state.version
    return answer(EventList(seen.state.version, page, last if last < seen.state.version else None))


@api.route("POST", "/tables/{id}/roles", takes=GiveRole, gives=RoleMade, status=201)
async def give_role(request: Request) -> Response:
    """Give somebody a role at this table, or make a link for it."""
    who = await who_asks(request, bots_too=True)
    asked = await body(request, GiveRole)
    limit_both(request, "table", who.person)
    return answer(await service_of(request).roles.give(request.path_params["id"], who.person, asked), 201)


@api.route("POST", "/tables/{id}/role", takes=TakeRole, gives=RoleMade)
async def take_role(request: Request) -> Response:
    """Follow a link to a role."""
    asked = await body(request, TakeRole)
    service, table = service_of(request), request.path_params["id"]
    await service.executor.state(table)
    who, token = await person_or_guest(request, table=table)
    limit_both(request, "table", who.person)
    return with_cookie(request, answer(await service.roles.take(table, who.person, asked.code)), token)


@api.route("POST", "/tables/{id}/batch", takes=SendBatch, gives=BatchTaken)
async def send_batch(request: Request) -> Response:
    """What a device at a physical board has recorded, perhaps offline for hours."""
    who = await who_asks(request, bots_too=True)
    sent = await body(request, SendBatch)
    service, table = service_of(request), request.path_params["id"]
    limit_both(request, "action", who.person, cost_of(len(sent.actions), len(await request.body())))
    received = service.clock()
    return answer(
        await offline_devices.take_batch(service.executor, table, who.person, sent, language(request), received)
    )


@api.route("GET", "/schema")
async def show_schema(request: Request) -> Response:
    """JSON Schema of every message."""
    return answer(json_schema.document())
