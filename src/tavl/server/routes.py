"""The HTTP half of the API. Each route says what it takes and gives; none knows a rule."""

from __future__ import annotations

import secrets

from starlette.requests import Request
from starlette.responses import Response

from tavl.i18n import LANGUAGES, language_of
from tavl.server import opening, schema
from tavl.server.accounts import Identity
from tavl.server.desk import by_of
from tavl.server.errors import ApiError
from tavl.server.http import Api, answer, body, language
from tavl.server.messages import (
    AccountMade,
    ChangeMe,
    EventList,
    JoinTable,
    LogIn,
    Login,
    MakeAccount,
    MakeToken,
    Me,
    OpenTable,
    Recover,
    TableLine,
    TableList,
    TableState,
    Token,
    TokenMade,
)
from tavl.server.rooms import table_state
from tavl.server.security import address_of
from tavl.server.service import Service
from tavl.server.stream import State
from tavl.table.acts import Role

api = Api()


def service_of(request: Request) -> Service:
    service: Service | None = getattr(request.app.state, "service", None)
    if service is None:
        raise ApiError("unavailable")
    return service


def limit(request: Request, what: str, who: str | None = None) -> None:
    service = service_of(request)
    if not service.limits.allows(what, who or address_of(request, service.settings)):
        raise ApiError("too_many")


async def who_asks(request: Request) -> Identity:
    found = await service_of(request).accounts.identify(request)
    if found is None:
        raise ApiError("login_needed")
    return found


async def person_or_guest(request: Request) -> tuple[Identity, str | None]:
    """Whoever asks; somebody new becomes a guest there and then, whose cookie goes along with the answer."""
    service = service_of(request)
    found = await service.accounts.identify(request)
    if found is not None:
        return found, None
    limit(request, "guest")
    return await service.accounts.new_guest(agent_of(request), language(request))


def agent_of(request: Request) -> str:
    return "".join(c for c in request.headers.get("user-agent", "") if c.isprintable())[:200]


def with_cookie(request: Request, response: Response, token: str | None) -> Response:
    if token is not None:
        service_of(request).accounts.set_cookie(response, token)
    return response


# people


@api.route("POST", "/session", gives=Me)
async def begin_session(request: Request) -> Response:
    """Who I am; somebody new becomes a guest."""
    who, token = await person_or_guest(request)
    return with_cookie(request, answer(who.me), token)


@api.route("DELETE", "/session", status=204)
async def log_out(request: Request) -> Response:
    """End this login."""
    service, who = service_of(request), await who_asks(request)
    if who.login is None:
        raise ApiError("not_for_bots")
    await service.accounts.end_login(who, who.login)
    await service.person_changed(who.person)
    response = Response(status_code=204)
    service.accounts.drop_cookie(response)
    return response


@api.route("GET", "/me", gives=Me)
async def show_me(request: Request) -> Response:
    """Who I am."""
    return answer((await who_asks(request)).me)


@api.route("PATCH", "/me", takes=ChangeMe, gives=Me)
async def change_me(request: Request) -> Response:
    """Another name or language."""
    service, who = service_of(request), await who_asks(request)
    wanted = await body(request, ChangeMe)
    spoken = None
    if wanted.language is not None:
        spoken = language_of(wanted.language)
        if spoken is None:
            raise ApiError("bad_value", field="language", problem=", ".join(LANGUAGES))
    changed = await service.accounts.change(who, wanted.name, spoken)
    await service.person_changed(who.person)
    return answer(changed.me)


@api.route("POST", "/account", takes=MakeAccount, gives=AccountMade, status=201)
async def make_account(request: Request) -> Response:
    """The guest that I am becomes an account, games and all."""
    limit(request, "account")
    service = service_of(request)
    wanted = await body(request, MakeAccount)
    who, _ = await person_or_guest(request)
    if wanted.name is not None:
        who = await service.accounts.change(who, wanted.name, None)
    login, code, token = await service.accounts.make_account(who, wanted.password, agent_of(request))
    await service.person_changed(who.person)
    me = Me(id=who.person, name=who.name, bot=False, guest=False, login=login, language=who.language)
    return with_cookie(request, answer(AccountMade(me, login, code), 201), token)


@api.route("POST", "/login", takes=LogIn, gives=Me)
async def log_in(request: Request) -> Response:
    """Log in with login name and password."""
    wanted = await body(request, LogIn)
    limit(request, "login")
    limit(request, "login_name", wanted.login.strip().lower())
    token = await service_of(request).accounts.log_in(wanted.login, wanted.password, agent_of(request))
    return await _logged_in(request, token)


@api.route("POST", "/recover", takes=Recover, gives=AccountMade)
async def recover(request: Request) -> Response:
    """A new password for a recovery code. All logins end."""
    wanted = await body(request, Recover)
    limit(request, "login")
    service = service_of(request)
    login, code, token = await service.accounts.recover(wanted.code, wanted.password, agent_of(request))
    who = await service.accounts.by_cookie(token)
    assert who is not None
    await service.person_changed(who.person)
    return with_cookie(request, answer(AccountMade(who.me, login, code)), token)


async def _logged_in(request: Request, token: str) -> Response:
    who = await service_of(request).accounts.by_cookie(token)
    assert who is not None
    return with_cookie(request, answer(who.me), token)


@api.route("GET", "/logins", gives=tuple[Login, ...])
async def list_logins(request: Request) -> Response:
    """Where I am logged in."""
    return answer(await service_of(request).accounts.logins(await who_asks(request)))


@api.route("DELETE", "/logins/{id}", status=204)
async def end_login(request: Request) -> Response:
    """End one of my logins."""
    service, who = service_of(request), await who_asks(request)
    await service.accounts.end_login(who, request.path_params["id"])
    await service.person_changed(who.person)
    return Response(status_code=204)


@api.route("POST", "/tokens", takes=MakeToken, gives=TokenMade, status=201)
async def make_token(request: Request) -> Response:
    """A token for a bot of mine."""
    limit(request, "account")
    made, token = await service_of(request).accounts.make_token(
        await who_asks(request), (await body(request, MakeToken)).name
    )
    return answer(TokenMade(made.id, made.person, made.name, token), 201)


@api.route("GET", "/tokens", gives=tuple[Token, ...])
async def list_tokens(request: Request) -> Response:
    """My bots' tokens."""
    return answer(await service_of(request).accounts.tokens(await who_asks(request)))


@api.route("DELETE", "/tokens/{id}", status=204)
async def end_token(request: Request) -> Response:
    """End a bot's token."""
    service = service_of(request)
    bot = await service.accounts.end_token(await who_asks(request), request.path_params["id"])
    await service.person_changed(bot)
    return Response(status_code=204)


# tables


@api.route("POST", "/tables", takes=OpenTable, gives=TableLine, status=201)
async def open_table(request: Request) -> Response:
    """Open a table, or sit down with the first who waits for the same."""
    asked = await body(request, OpenTable)
    service = service_of(request)
    opening.check_opponent(asked)
    terms = opening.terms_of(asked, service.settings)
    who, token = await person_or_guest(request)
    limit(request, "table", who.person)
    id = f"c:{asked.id}" if asked.id else f"o:{secrets.token_hex(16)}"
    table = await opening.seat_somewhere(service.store, service.desk, who, asked, terms, id)
    state = await service.desk.state(table)
    return with_cookie(request, answer(opening.line_of(table, state, state.table.last_at), 201), token)


@api.route("GET", "/tables", gives=TableList)
async def list_tables(request: Request) -> Response:
    """Tables that wait for anyone, and mine."""
    service = service_of(request)
    who = await service.accounts.identify(request)
    return answer(await opening.listed(service.store, service.desk, service.accounts, who))


@api.route("POST", "/tables/{id}/join", takes=JoinTable, gives=TableLine)
async def join_table(request: Request) -> Response:
    """Take the free seat."""
    asked = await body(request, JoinTable)
    service, table = service_of(request), request.path_params["id"]
    await service.desk.state(table)
    who, token = await person_or_guest(request)
    limit(request, "table", who.person)
    id = f"c:{asked.id}" if asked.id else f"j:{secrets.token_hex(16)}"
    await service.desk.join(table, who.person, asked.promise, id)
    state = await service.desk.state(table)
    return with_cookie(request, answer(opening.line_of(table, state, state.table.last_at)), token)


@api.route("GET", "/tables/{id}", gives=TableState)
async def show_table(request: Request) -> Response:
    """The table as I may see it."""
    service, table = service_of(request), request.path_params["id"]
    person, state, _ = await _seen(request)
    people = await service.accounts.names(state.table.seats)
    room = service.rooms.rooms.get(table)
    present = room.present(state) if room else (False, False)
    return answer(table_state(table, state, by_of(state, person), service.clock(), people, present, ()))


@api.route("GET", "/tables/{id}/events", gives=EventList)
async def show_events(request: Request) -> Response:
    """What happened after a version (`?after=n`), as far as I may know it."""
    after = request.query_params.get("after", "0")
    if not after.isascii() or not after.isdecimal() or len(after) > 9:
        raise ApiError("bad_value", field="after", problem="not a version")
    _, state, upto = await _seen(request)
    events = await service_of(request).desk.events(request.path_params["id"], int(after), upto)
    return answer(EventList(state.version, events))


async def _seen(request: Request) -> tuple[str | None, State, int]:
    """Who asks, the state that may be seen, and its version."""
    service, table = service_of(request), request.path_params["id"]
    who = await service.accounts.identify(request)
    person = who.person if who else None
    state = await service.desk.state(table)
    if by_of(state, person).role is Role.SPECTATOR and state.table.terms.spectator_delay_ms:
        state = (await service.rooms.late(table, state))[0]
    return person, state, state.version


@api.route("GET", "/schema")
async def show_schema(request: Request) -> Response:
    """JSON Schema of every message."""
    return answer(schema.document())
