"""The HTTP of guests and accounts: who I am, the ways in, logins, bots' tokens."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from tavl.i18n import LANGUAGES, language_of
from tavl.server.accounts.login_names import usable_login
from tavl.server.accounts.passwords import check_password
from tavl.server.errors import ApiError
from tavl.server.http.cookies import drop_login_cookie, set_device_cookie
from tavl.server.http.dependencies import agent_of, identify, limit, person_or_guest, service_of, who_asks, with_cookie
from tavl.server.http.router import Api, answer, body
from tavl.server.messages.accounts import (
    AccountMade,
    AddPasskey,
    BeginSession,
    ChangeMe,
    ChangePassword,
    LogIn,
    Login,
    MakeAccount,
    MakeToken,
    Me,
    NamePasskey,
    Passkey,
    PasskeyCeremony,
    PasskeyLogIn,
    PasskeyMade,
    Recover,
    RecoveryCode,
    Token,
    TokenMade,
)
from tavl.server.network.clients import address_of
from tavl.server.network.credentials import device_of
from tavl.server.validation.names import usable_name

api = Api()


@api.route("POST", "/session", takes=BeginSession, gives=Me)
async def begin_session(request: Request) -> Response:
    """Who I am; somebody new becomes a guest. `table` or `tournament` is where they come to, if they do."""
    written = request.headers.get("content-type", "").startswith("application/json")  # older clients say nothing
    asked = await body(request, BeginSession) if written else BeginSession()
    service = service_of(request)
    if asked.table is not None:
        await service.executor.state(asked.table)
    if asked.tournament is not None:
        await service.tournaments.state(asked.tournament)
    who, token = await person_or_guest(request, suspended_too=True, table=asked.table, tournament=asked.tournament)
    return with_cookie(request, answer(who.me), token)


@api.route("DELETE", "/session", status=204)
async def log_out(request: Request) -> Response:
    """End this login."""
    service, who = service_of(request), await who_asks(request, suspended_too=True)
    if who.login is None:
        raise ApiError("not_for_bots")
    await service.logins.end(who, who.login)
    await service.changes.person_changed(who.person)
    response = Response(status_code=204)
    drop_login_cookie(response, service.settings)
    return response


@api.route("GET", "/me", gives=Me)
async def show_me(request: Request) -> Response:
    """Who I am."""
    return answer((await who_asks(request, suspended_too=True, bots_too=True)).me)


@api.route("PATCH", "/me", takes=ChangeMe, gives=Me)
async def change_me(request: Request) -> Response:
    """Change my name or language."""
    service, who = service_of(request), await who_asks(request, bots_too=True)
    wanted = await body(request, ChangeMe)
    spoken = None
    if wanted.language is not None:
        spoken = language_of(wanted.language)
        if spoken is None:
            raise ApiError("bad_value", field="language", problem=", ".join(LANGUAGES))
    changed = await service.accounts.change(who, wanted.name, spoken)
    await service.changes.person_changed(who.person)
    return answer(changed.me)


@api.route("POST", "/account", takes=MakeAccount, gives=AccountMade, status=201)
async def make_account(request: Request) -> Response:
    """The guest that I am becomes an account, games and all."""
    limit(request, "account")
    service = service_of(request)
    already = await identify(request)
    if already is not None:
        already.need_person()
    wanted = await body(request, MakeAccount)
    name = None if wanted.name is None else usable_name(wanted.name)
    chosen = None if wanted.login is None else usable_login(wanted.login)
    check_password(wanted.password)  # check everything before a guest or a login is made for it
    who, _ = await person_or_guest(request)
    login, code, token = await service.passwords.make_account(who, name, wanted.password, agent_of(request), chosen)
    await service.changes.person_changed(who.person)
    me = Me(id=who.person, name=name or who.name, bot=False, guest=False, login=login, language=who.language)
    response = with_cookie(request, answer(AccountMade(me, login, code), 201), token)
    return await _with_device(request, response, login)


@api.route("POST", "/account/password", takes=ChangePassword, status=204)
async def change_password(request: Request) -> Response:
    """A new password, or a first one for an account that has only passkeys."""
    service, who, wanted = service_of(request), await who_asks(request), await body(request, ChangePassword)
    limit(request, "login", who.person)
    await service.passwords.change_password(who, wanted.old, wanted.password, wanted.end_others)
    await service.changes.person_changed(who.person)
    return Response(status_code=204)


@api.route("POST", "/account/recovery-code", gives=RecoveryCode)
async def new_recovery_code(request: Request) -> Response:
    """A new recovery code; the previous one no longer works."""
    limit(request, "account")
    return answer(RecoveryCode(await service_of(request).passwords.new_recovery_code(await who_asks(request))))


@api.route("POST", "/login", takes=LogIn, gives=Me)
async def log_in(request: Request) -> Response:
    """Log in with login name and password, or with the name that is shown, if nobody else with an account has it."""
    service, wanted = service_of(request), await body(request, LogIn)
    address = address_of(request, service.settings)
    device = await service.passwords.known_device(device_of(request, service.settings), wanted.login)
    limit(request, "login", device or address)
    already = await identify(request)
    token = await service.passwords.log_in(
        wanted.login, wanted.password, agent_of(request), already, address=address, device=device
    )
    response = await _logged_in(request, token)
    who = await service.accounts.by_cookie(token)
    if who is None or who.login_name is None:
        return response
    return await _with_device(request, response, who.login_name)


@api.route("POST", "/recover", takes=Recover, gives=AccountMade)
async def recover(request: Request) -> Response:
    """A new password for a recovery code. All logins end."""
    wanted = await body(request, Recover)
    limit(request, "login")
    service = service_of(request)
    login, code, token = await service.passwords.recover(wanted.code, wanted.password, agent_of(request))
    who = await service.accounts.by_cookie(token)
    assert who is not None
    await service.changes.person_changed(who.person)
    response = with_cookie(request, answer(AccountMade(who.me, login, code)), token)
    return await _with_device(request, response, login)


async def _with_device(request: Request, response: Response, login: str) -> Response:
    """This browser has logged in to an account with a password, and is known to it from now on."""
    service = service_of(request)
    device = await service.passwords.new_device(login)
    if device is not None:
        set_device_cookie(response, service.settings, device)
    return response


async def _logged_in(request: Request, token: str) -> Response:
    who = await service_of(request).accounts.by_cookie(token)
    assert who is not None
    return with_cookie(request, answer(who.me), token)


@api.route("GET", "/logins", gives=tuple[Login, ...])
async def list_logins(request: Request) -> Response:
    """Where I am logged in."""
    return answer(await service_of(request).logins.of_person(await who_asks(request, suspended_too=True)))


@api.route("DELETE", "/logins/{id}", status=204)
async def end_login(request: Request) -> Response:
    """End one of my logins."""
    service, who = service_of(request), await who_asks(request, suspended_too=True)
    await service.logins.end(who, request.path_params["id"])
    await service.changes.person_changed(who.person)
    return Response(status_code=204)


# passkeys


@api.route("POST", "/passkeys/begin", gives=PasskeyCeremony)
async def begin_passkey(request: Request) -> Response:
    """What the browser makes a passkey with, for my account or for the one it is to become."""
    limit(request, "account")
    who = await who_asks(request)
    who.need_person()
    return answer(await service_of(request).passkeys.begin(who, request.headers.get("origin")))


@api.route("POST", "/passkeys", takes=AddPasskey, gives=PasskeyMade, status=201)
async def add_passkey(request: Request) -> Response:
    """The passkey that the browser made. A guest has an account by it."""
    service, who, brought = service_of(request), await who_asks(request), await body(request, AddPasskey)
    made, account, token = await service.passkeys.add(
        who, brought.ceremony, brought.credential, brought.name, agent_of(request)
    )
    if account is not None:
        await service.changes.person_changed(who.person)
    return with_cookie(request, answer(PasskeyMade(made, account), 201), token)


@api.route("GET", "/passkeys", gives=tuple[Passkey, ...])
async def list_passkeys(request: Request) -> Response:
    """My passkeys."""
    return answer(await service_of(request).passkeys.listed(await who_asks(request)))


@api.route("PATCH", "/passkeys/{id}", takes=NamePasskey, gives=Passkey)
async def name_passkey(request: Request) -> Response:
    """Another name for a passkey."""
    who, wanted = await who_asks(request), await body(request, NamePasskey)
    return answer(await service_of(request).passkeys.rename(who, request.path_params["id"], wanted.name))


@api.route("DELETE", "/passkeys/{id}", status=204)
async def remove_passkey(request: Request) -> Response:
    """Remove a passkey; not the last way in."""
    await service_of(request).passkeys.remove(await who_asks(request), request.path_params["id"])
    return Response(status_code=204)


@api.route("POST", "/passkeys/login/begin", gives=PasskeyCeremony)
async def begin_passkey_login(request: Request) -> Response:
    """What the browser asks for a passkey with."""
    limit(request, "login")
    return answer(await service_of(request).passkeys.begin_login(request.headers.get("origin")))


@api.route("POST", "/passkeys/login", takes=PasskeyLogIn, gives=Me)
async def log_in_by_passkey(request: Request) -> Response:
    """Log in with what the passkey answered."""
    service, brought = service_of(request), await body(request, PasskeyLogIn)
    limit(request, "login")
    already = await identify(request)
    person = await service.passkeys.log_in(brought.ceremony, brought.credential)
    return await _logged_in(request, await service.logins.begin(person, agent_of(request), already))


# bots' tokens


@api.route("POST", "/tokens", takes=MakeToken, gives=TokenMade, status=201)
async def make_token(request: Request) -> Response:
    """A token for a bot of mine."""
    limit(request, "account")
    who, wanted = await who_asks(request), await body(request, MakeToken)
    made, token = await service_of(request).tokens.make(who, wanted.name)
    return answer(TokenMade(made.id, made.person, made.name, token), 201)


@api.route("GET", "/tokens", gives=tuple[Token, ...])
async def list_tokens(request: Request) -> Response:
    """My bots' tokens."""
    return answer(await service_of(request).tokens.listed(await who_asks(request)))


@api.route("DELETE", "/tokens/{id}", status=204)
async def end_token(request: Request) -> Response:
    """End a bot's token."""
    service = service_of(request)
    bot = await service.tokens.end(await who_asks(request), request.path_params["id"])
    await service.changes.person_changed(bot)
    return Response(status_code=204)
