"""Guests, accounts with a password or a passkey, and logins that can be listed and ended.

A guest and the account made from it have the same person id, so the games stay. A login name is chosen, or drawn by the
server (a word of the person's name and four letters). Only somebody who chooses a name learns that it is taken; logging
in never reveals whether an account exists. Tokens are random and stored as SHA-256, passwords as argon2.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

import sqlalchemy as sa
from msgspec import UNSET
from msgspec.structs import replace
from starlette.requests import HTTPConnection
from starlette.responses import Response

from tavl.i18n import SOURCE_LANGUAGE, words
from tavl.rating import Formula
from tavl.rating.provisional import is_provisional
from tavl.server import schema
from tavl.server.accounts import authentication, password_hashing
from tavl.server.accounts.authentication import Arrival
from tavl.server.accounts.identity import Identity, begin_login
from tavl.server.accounts.login_names import accounts_called, enter_account, plain_login
from tavl.server.accounts.recovery_codes import plain_code, recovery_code
from tavl.server.codes import digest, drawn_letters, new_token
from tavl.server.errors import ApiError
from tavl.server.messages.accounts import Login, Person
from tavl.server.rate_limits import LoginTries
from tavl.server.settings import Settings
from tavl.server.tables import bots
from tavl.server.validation.names import usable_name
from tavl.server.wall_clock import DAY, HOUR
from tavl.store import Store
from tavl.store.people import people as stored
from tavl.store.projections import ratings
from tavl.store.schema import people as people_rows

__all__ = ["Accounts", "Identity"]
DEVICE_DAYS = 400  # as long as browsers keep a cookie


class _Account(NamedTuple):
    person: str
    password: str
    recovery: str


class Accounts:
    def __init__(self, store: Store, settings: Settings, clock: Callable[[], int]) -> None:
        self._store, self._settings, self._clock = store, settings, clock
        self._passwords = password_hashing.Passwords()
        self._tries = LoginTries(store, clock, settings.rates)
        self.cookie = "__Host-tavl" if settings.secure_cookies and not settings.venue else "tavl"
        self.device_cookie = f"{self.cookie}-device"

    # who is asking

    async def identify(self, connection: HTTPConnection) -> Identity | None:
        """Identify the person by token or cookie; with a token, cookies are ignored."""
        return (await self.arrive(connection, None)).identity

    async def arrive(self, connection: HTTPConnection, stream: str | None) -> Arrival:
        """Who is asking, and what to know about them at a table, in one query. Nothing is cached, so a login that was
        ended is refused at once."""
        scheme, _, bearer = connection.headers.get("authorization", "").partition(" ")
        cookie = connection.cookies.get(self.cookie)
        if not scheme:
            found = await self._arrive(digest(cookie) if cookie else None, stream, by_token=False)
        elif scheme == "Bearer" and bearer:
            found = await self._arrive(digest(bearer), stream, by_token=True)
        else:
            found = Arrival()
        if found.identity is None and scheme:
            raise ApiError("login_needed")
        if found.identity is not None:
            connection.state.person = found.identity.person
        if found.identity is not None and found.identity.language:
            connection.state.language = found.identity.language
        return found

    async def by_cookie(self, token: str) -> Identity | None:
        return (await self._arrive(digest(token), None, by_token=False)).identity

    async def _arrive(self, token: str | None, stream: str | None, by_token: bool) -> Arrival:
        if token is None and stream is None:
            return Arrival()
        now = self._clock()
        since = now - self._settings.session_days * DAY
        found = await self._store.read_rows(lambda c: authentication.look(c, token, stream, by_token, now, since))
        if found.used < now - HOUR and found.identity is not None and found.identity.login is not None:
            await self._store.write_rows(lambda c: authentication.note_use(c, found, now))
        return found

    def _in_force(self) -> sa.ColumnElement[bool]:
        until = schema.suspensions.c.until
        return sa.or_(until.is_(None), until > self._clock())

    def set_cookie(self, response: Response, token: str) -> None:
        response.set_cookie(
            self.cookie,
            token,
            max_age=self._settings.session_days * DAY // 1000,
            path="/",
            secure=self._settings.secure_cookies,
            httponly=True,
            samesite="lax",
        )

    def drop_cookie(self, response: Response) -> None:
        secure = self._settings.secure_cookies
        response.delete_cookie(self.cookie, path="/", secure=secure, httponly=True, samesite="lax")

    def drop_device_cookie(self, response: Response) -> None:
        secure = self._settings.secure_cookies
        response.delete_cookie(self.device_cookie, path="/", secure=secure, httponly=True, samesite="strict")

    # guests and accounts

    async def new_guest(self, agent: str, language: str | None = None) -> tuple[Identity, str]:
        at, token, w = self._clock(), new_token(), words(language or SOURCE_LANGUAGE)
        name = w("Guest {letters}", letters=drawn_letters(4))

        def make(connection: sa.Connection) -> tuple[str, str]:
            person = stored.add(connection, at, name, None, language)
            return person.id, begin_login(connection, person.id, token, agent, at)

        person, login = await self._store.write_rows(make)
        return Identity(person=person, name=name, language=language, login=login, began=at), token

    async def change(self, who: Identity, name: str | None, language: str | None) -> Identity:
        fields: dict[str, str | None] = {}
        if name is not None:
            fields["display_name"] = usable_name(name)
        if language is not None:
            fields["language"] = language
        if fields:
            await self._store.people.change(who.person, **fields)
        return Identity(
            person=who.person,
            name=fields.get("display_name") or who.name,
            bot=who.bot,
            login_name=who.login_name,
            language=fields.get("language") or who.language,
            login=who.login,
            began=who.began,
            administrator=who.administrator,
        )

    async def make_account(
        self, who: Identity, name: str | None, password: str, agent: str, login: str | None = None
    ) -> tuple[str, str, str]:
        """Turn a guest into an account, under another name if one is given, with a login name that is chosen or drawn.
        Returns the login name, the recovery code and the token of a new login."""
        who.need_person()
        if not who.guest:
            raise ApiError("has_account")
        hashed = await self._passwords.hashed(password)
        at, token, code = self._clock(), new_token(), recovery_code()
        named = who if name is None else replace(who, name=name)

        def make(connection: sa.Connection) -> str:
            if name is not None:
                renamed = sa.update(people_rows).where(people_rows.c.id == who.person).values(display_name=name)
                connection.execute(renamed)
            return enter_account(connection, named, hashed, code, token, agent, at, login)

        return await self._store.write_rows(make), code, token

    async def log_in(
        self,
        login: str,
        password: str,
        agent: str,
        already: Identity | None = None,
        *,
        address: str = "",
        device: str | None = None,
    ) -> str:
        """The token of a new login, which replaces the person's login in this browser. The name is the login name, or
        the displayed name if only one account has it. A wrong name takes as long as a wrong password and gets the same
        answer. A device on which this account has logged in before has its own tries, so strangers who guess cannot
        lock it out."""
        name = plain_login(login)
        await self._tries.take(name, address, device)
        found = await self._store.read_rows(lambda c: accounts_called(c, login.strip()))
        rights = [await self._passwords.match(row[1] if row else None, password) for row in found]
        person = next((row[0] for row, right in zip(found, rights, strict=True) if row and right), None)
        if person is None:
            raise ApiError("login_failed")
        await self._tries.forget(name, address, device)
        return await self.logged_in(person, agent, already)

    async def _account(self, login: str) -> _Account | None:
        a = schema.accounts.c
        query = sa.select(a.person, a.password, a.recovery).where(a.login == login)
        row = await self._store.read_rows(lambda c: c.execute(query).first())
        return _Account(*row) if row else None

    # devices on which an account has logged in before

    async def known_device(self, connection: HTTPConnection, login: str) -> str | None:
        """Which of an account's devices this is, by its cookie; None if it is unknown."""
        drawn, _, mark = connection.cookies.get(self.device_cookie, "").partition(".")
        row = await self._account(plain_login(login)) if mark else None
        known = row is not None and secrets.compare_digest(mark.encode(), device_mark(row, drawn).encode())
        return f"device:{digest(drawn)}" if known else None

    async def set_device_cookie(self, response: Response, login: str) -> None:
        """It gives no access, and becomes invalid when the password changes."""
        row, drawn = await self._account(plain_login(login)), secrets.token_urlsafe(16)
        if row is not None:
            response.set_cookie(
                self.device_cookie,
                f"{drawn}.{device_mark(row, drawn)}",
                max_age=DEVICE_DAYS * DAY // 1000,
                path="/",
                secure=self._settings.secure_cookies,
                httponly=True,
                samesite="strict",
            )

    async def logged_in(self, person: str, agent: str, already: Identity | None) -> str:
        at, token = self._clock(), new_token()

        def begin(connection: sa.Connection) -> None:
            if already is not None and already.person == person:
                connection.execute(sa.delete(schema.logins).where(schema.logins.c.id == already.login))
            begin_login(connection, person, token, agent, at)

        await self._store.write_rows(begin)
        return token

    async def recover(self, code: str, password: str, agent: str) -> tuple[str, str, str]:
        """Set a new password with a recovery code, the person's own or one from an administrator, which is used up.
        Returns the login name, the next code and a token. All logins end."""
        hashed = await self._passwords.hashed(password)
        known = digest(plain_code(code))
        at, token, following = self._clock(), new_token(), recovery_code()

        def exchange(connection: sa.Connection) -> str | None:
            a, i = schema.accounts.c, schema.issued_codes.c
            issued = sa.delete(schema.issued_codes).where(i.code == known, i.until > at).returning(i.person)
            person = connection.execute(issued).scalar()
            mine = a.person == person if person is not None else a.recovery == known
            changed = {"password": hashed, "recovery": digest(following)}
            update = sa.update(schema.accounts).where(mine).values(changed).returning(a.person, a.login)
            row = connection.execute(update).first()
            if row is None:
                return None
            connection.execute(sa.delete(schema.logins).where(schema.logins.c.person == row[0]))
            connection.execute(sa.delete(schema.issued_codes).where(i.person == row[0]))
            begin_login(connection, row[0], token, agent, at)
            return str(row[1])

        login = await self._store.write_rows(exchange)
        if login is None:
            raise ApiError("recovery_failed")
        return login, following, token

    # the password and the code of an account

    async def has_password(self, who: Identity) -> bool:
        return bool(await self._password_of(who))

    async def _password_of(self, who: Identity) -> str | None:
        a = schema.accounts.c
        query = sa.select(a.password).where(a.person == who.person)
        return await self._store.read_rows(lambda c: c.execute(query).scalar())

    async def change_password(self, who: Identity, old: str | None, password: str, end_others: bool) -> None:
        """Needs the old password or, if there is none yet, a recent login."""
        who.need_account()
        assert who.login_name is not None
        hashed = await self._password_of(who)
        if hashed:
            device = f"login:{who.login}"  # guesses from a stolen login use up only its own tries
            await self._tries.take(who.login_name, "", device)
            if not await self._passwords.match(hashed, old or ""):
                raise ApiError("password_wrong")
            await self._tries.forget(who.login_name, "", device)
        else:
            who.need_fresh_login(self._clock())
        following = await self._passwords.hashed(password)
        a, t = schema.accounts.c, schema.logins.c

        def change(connection: sa.Connection) -> None:
            connection.execute(sa.update(schema.accounts).where(a.person == who.person).values(password=following))
            if end_others:
                connection.execute(sa.delete(schema.logins).where(t.person == who.person, t.id != who.login))

        await self._store.write_rows(change)

    async def new_recovery_code(self, who: Identity) -> str:
        """The previous one no longer works."""
        who.need_fresh_login(self._clock())
        code = recovery_code()
        mine = schema.accounts.c.person == who.person
        await self._store.write_rows(
            lambda c: c.execute(sa.update(schema.accounts).where(mine).values(recovery=digest(code)))
        )
        return code

    # logins

    async def logins(self, who: Identity) -> tuple[Login, ...]:
        t = schema.logins.c
        query = sa.select(t.id, t.began, t.used, t.agent).where(t.person == who.person).order_by(t.used.desc())
        found = await self._store.read_rows(lambda c: c.execute(query).all())
        return tuple(
            Login(id=id, began=began, used=used, agent=agent, current=id == who.login)
            for id, began, used, agent in found
        )

    async def end_login(self, who: Identity, login: str) -> None:
        t = schema.logins.c
        statement = sa.delete(schema.logins).where(t.id == login, t.person == who.person)
        if not await self._store.write_rows(lambda c: c.execute(statement).rowcount):
            raise ApiError("not_found")

    async def ways_in(self, person: str) -> frozenset[str | None]:
        """The valid logins of a person; None among them stands for a valid token. A suspended person has none."""
        t, k, s = schema.logins.c, schema.tokens.c, schema.suspensions.c
        logins = sa.select(t.id).where(t.person == person)
        token = sa.select(k.id, k.owner).where(k.person == person, k.token.is_not(None))

        def find(connection: sa.Connection) -> frozenset[str | None]:
            bot = connection.execute(token).first()
            people = (person, bot.owner) if bot else (person,)
            if connection.execute(sa.select(s.person).where(s.person.in_(people), self._in_force())).first():
                return frozenset()
            return frozenset(connection.execute(logins).scalars()) | ({None} if bot else frozenset())

        return await self._store.read_rows(find)

    # displayed names

    async def names(self, ids: Iterable[str | None]) -> dict[str, Person]:
        wanted = {id for id in ids if id}
        if not wanted:
            return {}
        seated = {id: Person(bots.name_of(id), bot=True) for id in wanted if bots.is_bot_seat(id)}
        asked = sorted(wanted - set(seated))
        t, p = schema.tokens.c, people_rows.c
        query = (
            sa.select(p.id, p.display_name, t.id)
            .outerjoin_from(people_rows, schema.tokens, t.person == p.id)
            .where(p.id.in_(asked))
        )
        found, rated = await self._store.read_rows(
            lambda c: (c.execute(query).all() if asked else [], ratings.of_people(c, list(wanted)))
        )
        known = seated | {id: Person(name or "", bot=token is not None) for id, name, token in found}
        return {id: with_rating(person, id, rated, self._settings.formula) for id, person in known.items()}


def device_mark(account: _Account, drawn: str) -> str:
    """A mark that only this server can make for this account, without storing anything."""
    return hmac.new(f"{account.password} {account.recovery}".encode(), drawn.encode(), "sha256").hexdigest()


def with_rating(person: Person, id: str, rated: Mapping[tuple[str, str], ratings.Rating], formula: Formula) -> Person:
    """With the rating: a person's from matches against people, a bot's from all its matches."""
    stands = rated.get((ratings.BOTS if person.bot else ratings.PEOPLE, id))
    if stands is None:
        return person
    provisional = is_provisional(stands.experience, formula.listed_from)
    return Person(person.name, person.bot, round(stands.rating / 100), True if provisional else UNSET)
