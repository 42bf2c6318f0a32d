"""Accounts with a password: made, logged in to, the password changed, or set again with a recovery code.

A login name is chosen, or drawn by the server (a word of the person's name and four letters). Only somebody who chooses
a name learns that it is taken; logging in never reveals whether an account exists. How passwords are stored:
`password_hashing`.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable
from typing import NamedTuple

import sqlalchemy as sa
from msgspec.structs import replace

from tavl.server import schema
from tavl.server.accounts import password_hashing
from tavl.server.accounts.identity import Identity, begin_login
from tavl.server.accounts.login_attempts import LoginAttempts
from tavl.server.accounts.login_names import accounts_called, enter_account, plain_login
from tavl.server.accounts.logins import Logins
from tavl.server.accounts.recent_login import need_fresh_login
from tavl.server.accounts.recovery_codes import plain_code, recovery_code
from tavl.server.codes import digest, new_token
from tavl.server.errors import ApiError
from tavl.store import Store
from tavl.store.schema import people as people_rows

MIN_PASSWORD = 8


def check_password(password: str) -> None:
    if len(password) < MIN_PASSWORD:
        raise ApiError("password_too_weak", least=MIN_PASSWORD)


class _Account(NamedTuple):
    person: str
    password: str
    recovery: str


class Passwords:
    def __init__(self, store: Store, clock: Callable[[], int], logins: Logins, rates: bool) -> None:
        """`rates`: whether attempts to log in are limited."""
        self._store, self._clock, self._logins = store, clock, logins
        self._hashing = password_hashing.PasswordHashing()
        self._tries = LoginAttempts(store, clock, rates)

    async def make_account(
        self, who: Identity, name: str | None, password: str, agent: str, login: str | None = None
    ) -> tuple[str, str, str]:
        """Turn a guest into an account, under another name if one is given, with a login name that is chosen or drawn.
        Returns the login name, the recovery code and the token of a new login."""
        who.need_person()
        if not who.guest:
            raise ApiError("has_account")
        hashed = await self._hashed(password)
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
        rights = [await self._hashing.match(row[1] if row else None, password) for row in found]
        person = next((row[0] for row, right in zip(found, rights, strict=True) if row and right), None)
        if person is None:
            raise ApiError("login_failed")
        await self._tries.forget(name, address, device)
        return await self._logins.begin(person, agent, already)

    async def _hashed(self, password: str) -> str:
        check_password(password)
        return await self._hashing.hashed(password)

    async def _account(self, login: str) -> _Account | None:
        a = schema.accounts.c
        query = sa.select(a.person, a.password, a.recovery).where(a.login == login)
        row = await self._store.read_rows(lambda c: c.execute(query).first())
        return _Account(*row) if row else None

    # devices on which an account has logged in before

    async def known_device(self, device: str, login: str) -> str | None:
        """Which of an account's devices this is, by its cookie; None if it is unknown."""
        drawn, _, mark = device.partition(".")
        row = await self._account(plain_login(login)) if mark else None
        known = row is not None and secrets.compare_digest(mark.encode(), device_mark(row, drawn).encode())
        return f"device:{digest(drawn)}" if known else None

    async def new_device(self, login: str) -> str | None:
        """For a cookie. It gives no access, and becomes invalid when the password changes."""
        row, drawn = await self._account(plain_login(login)), secrets.token_urlsafe(16)
        return f"{drawn}.{device_mark(row, drawn)}" if row is not None else None

    async def recover(self, code: str, password: str, agent: str) -> tuple[str, str, str]:
        """Set a new password with a recovery code, the person's own or one from an administrator, which is used up.
        Returns the login name, the next code and a token. All logins end."""
        hashed = await self._hashed(password)
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
            if not await self._hashing.match(hashed, old or ""):
                raise ApiError("password_wrong")
            await self._tries.forget(who.login_name, "", device)
        else:
            need_fresh_login(who, self._clock())
        following = await self._hashed(password)
        a, t = schema.accounts.c, schema.logins.c

        def change(connection: sa.Connection) -> None:
            connection.execute(sa.update(schema.accounts).where(a.person == who.person).values(password=following))
            if end_others:
                connection.execute(sa.delete(schema.logins).where(t.person == who.person, t.id != who.login))

        await self._store.write_rows(change)

    async def new_recovery_code(self, who: Identity) -> str:
        """The previous one no longer works."""
        need_fresh_login(who, self._clock())
        code = recovery_code()
        mine = schema.accounts.c.person == who.person
        await self._store.write_rows(
            lambda c: c.execute(sa.update(schema.accounts).where(mine).values(recovery=digest(code)))
        )
        return code


def device_mark(account: _Account, drawn: str) -> str:
    """A mark that only this server can make for this account, without storing anything."""
    return hmac.new(f"{account.password} {account.recovery}".encode(), drawn.encode(), "sha256").hexdigest()
