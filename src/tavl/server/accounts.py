"""Who somebody is: guests at once, accounts with a password, tokens for bots, logins that can be listed and ended.

A guest and the account made from it are the same person id, so that the games stay. Login names are drawn by the server
(a word of the own name and four letters): no answer anywhere tells whether an account exists. Tokens are random and
kept as SHA-256; passwords as argon2.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
import secrets
import unicodedata
from collections.abc import Callable, Iterable

import sqlalchemy as sa
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from msgspec import Struct
from starlette.requests import HTTPConnection
from starlette.responses import Response

from tavl.server import bots, rows
from tavl.server.errors import ApiError
from tavl.server.messages import Login, Me, Person, Token
from tavl.server.settings import Settings
from tavl.store import Store
from tavl.store import people as stored
from tavl.store.events import new_id
from tavl.store.schema import people as people_rows

DAY = 86_400_000
HOUR = 3_600_000
MOST_NAME = 40
LEAST_PASSWORD = 8
_LETTERS = "23456789abcdefghjkmnpqrstvwxyz"
_HASHING_AT_ONCE = 2  # each takes 64 MiB for a moment


class Identity(Struct, frozen=True, kw_only=True):
    person: str
    name: str
    bot: bool = False
    login_name: str | None = None  # none: a guest
    language: str | None = None
    login: str | None = None  # the id of the login that was used; none with a token

    @property
    def guest(self) -> bool:
        return self.login_name is None and not self.bot

    @property
    def me(self) -> Me:
        return Me(
            id=self.person,
            name=self.name,
            bot=self.bot,
            guest=self.guest,
            login=self.login_name,
            language=self.language,
        )


def digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def usable_name(name: str) -> str:
    """A name as it is shown: no control or invisible characters, single spaces, not too long."""
    shown = " ".join(unicodedata.normalize("NFC", name).split())
    if not 1 <= len(shown) <= MOST_NAME or any(unicodedata.category(c)[0] == "C" for c in shown):
        raise ApiError("name_unusable", most=MOST_NAME)
    return shown


def drawn_letters(count: int) -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(count))


class Accounts:
    def __init__(self, store: Store, settings: Settings, clock: Callable[[], int]) -> None:
        self._store, self._settings, self._clock = store, settings, clock
        self._hasher = PasswordHasher()
        self._hashing = asyncio.Semaphore(_HASHING_AT_ONCE)
        self._nobody: str | None = None  # what a wrong login name is checked against
        self.cookie = "__Host-tavl" if settings.secure_cookies else "tavl"

    # who is asking

    async def identify(self, connection: HTTPConnection) -> Identity | None:
        """By the token or the cookie that came along; with a token no cookie is looked at."""
        scheme, _, bearer = connection.headers.get("authorization", "").partition(" ")
        if scheme:
            found = await self._by_token(bearer) if scheme == "Bearer" and bearer else None
            if found is None:
                raise ApiError("login_needed")
        else:
            cookie = connection.cookies.get(self.cookie)
            found = await self.by_cookie(cookie) if cookie else None
        if found is not None and found.language:
            connection.state.language = found.language
        return found

    async def _by_token(self, token: str) -> Identity | None:
        t, p = rows.tokens.c, people_rows.c
        query = (
            sa.select(p.id, p.display_name)
            .join_from(rows.tokens, people_rows, t.person == p.id)
            .where(t.token == digest(token))
        )
        row = await self._store.read_rows(lambda c: c.execute(query).first())
        return Identity(person=row[0], name=row[1] or "", bot=True, login_name=None) if row else None

    async def by_cookie(self, token: str) -> Identity | None:
        t, p, a = rows.logins.c, people_rows.c, rows.accounts.c
        query = (
            sa.select(t.id, t.used, p.id, p.display_name, p.language, a.login)
            .join_from(rows.logins, people_rows, t.person == p.id)
            .outerjoin(rows.accounts, a.person == p.id)
            .where(t.token == digest(token), p.erased.is_(None))
        )
        row = await self._store.read_rows(lambda c: c.execute(query).first())
        now = self._clock()
        if row is None or row[1] < now - self._settings.session_days * DAY:
            return None
        if row[1] < now - HOUR:
            update = sa.update(rows.logins).where(t.id == row[0]).values(used=now)
            await self._store.write_rows(lambda c: c.execute(update))
        return Identity(login=row[0], person=row[2], name=row[3] or "", language=row[4], login_name=row[5])

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

    # guests and accounts

    async def new_guest(self, agent: str, language: str | None = None) -> tuple[Identity, str]:
        at, token = self._clock(), secrets.token_urlsafe(32)
        name = f"Guest {drawn_letters(4)}"

        def make(connection: sa.Connection) -> tuple[str, str]:
            person = stored.add(connection, at, name, None, language)
            return person.id, _begin_login(connection, person.id, token, agent, at)

        person, login = await self._store.write_rows(make)
        return Identity(person=person, name=name, language=language, login=login), token

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
        )

    async def make_account(self, who: Identity, password: str, agent: str) -> tuple[str, str, str]:
        """The guest becomes an account. Answers login name, recovery code and the token of a new login: the old one
        may have been planted or shared before."""
        if not who.guest:
            raise ApiError("has_account")
        hashed = await self._hashed(password)
        at, token, code = self._clock(), secrets.token_urlsafe(32), _recovery_code()
        slug = re.sub(
            r"[^a-z0-9]+", "-", unicodedata.normalize("NFKD", who.name).encode("ascii", "ignore").decode().lower()
        )
        login = f"{slug.strip('-')[:20] or 'player'}-{drawn_letters(4)}"

        def make(connection: sa.Connection) -> str:
            name = login
            while connection.execute(sa.select(rows.accounts.c.person).where(rows.accounts.c.login == name)).first():
                name = f"{login}{drawn_letters(2)}"
            values = {"person": who.person, "login": name, "password": hashed, "recovery": digest(code), "made": at}
            connection.execute(sa.insert(rows.accounts).values(values))
            connection.execute(sa.delete(rows.logins).where(rows.logins.c.person == who.person))
            _begin_login(connection, who.person, token, agent, at)
            return name

        return await self._store.write_rows(make), code, token

    async def log_in(self, login: str, password: str, agent: str) -> str:
        """The token of a new login. A wrong name takes as long as a wrong password and is answered alike."""
        a = rows.accounts.c
        query = sa.select(a.person, a.password).where(a.login == login.strip().lower())
        row = await self._store.read_rows(lambda c: c.execute(query).first())
        if self._nobody is None:
            self._nobody = await self._hashed(secrets.token_hex(8))
        right = await self._matches(row[1] if row else self._nobody, password)
        if row is None or not right:
            raise ApiError("login_failed")
        return await self._logged_in(row[0], agent)

    async def recover(self, code: str, password: str, agent: str) -> tuple[str, str, str]:
        """A new password for a recovery code, which is used up: login name, the next code, a token. All logins end."""
        hashed = await self._hashed(password)
        known = digest(_plain_code(code))
        at, token, following = self._clock(), secrets.token_urlsafe(32), _recovery_code()

        def exchange(connection: sa.Connection) -> str | None:
            a = rows.accounts.c
            row = connection.execute(sa.select(a.person, a.login).where(a.recovery == known)).first()
            if row is None:
                return None
            changed = {"password": hashed, "recovery": digest(following)}
            done = connection.execute(sa.update(rows.accounts).where(a.recovery == known).values(changed))
            if not done.rowcount:
                return None
            connection.execute(sa.delete(rows.logins).where(rows.logins.c.person == row[0]))
            _begin_login(connection, row[0], token, agent, at)
            return str(row[1])

        login = await self._store.write_rows(exchange)
        if login is None:
            raise ApiError("recovery_failed")
        return login, following, token

    async def _logged_in(self, person: str, agent: str) -> str:
        at, token = self._clock(), secrets.token_urlsafe(32)
        await self._store.write_rows(lambda c: _begin_login(c, person, token, agent, at))
        return token

    async def _hashed(self, password: str) -> str:
        if len(password) < LEAST_PASSWORD:
            raise ApiError("password_too_weak", least=LEAST_PASSWORD)
        async with self._hashing:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def _matches(self, hashed: str, password: str) -> bool:
        async with self._hashing:
            try:
                return await asyncio.to_thread(self._hasher.verify, hashed, password)
            except (VerificationError, InvalidHashError):
                return False

    # logins

    async def logins(self, who: Identity) -> tuple[Login, ...]:
        t = rows.logins.c
        query = sa.select(t.id, t.began, t.used, t.agent).where(t.person == who.person).order_by(t.used.desc())
        found = await self._store.read_rows(lambda c: c.execute(query).all())
        return tuple(
            Login(id=id, began=began, used=used, agent=agent, current=id == who.login)
            for id, began, used, agent in found
        )

    async def end_login(self, who: Identity, login: str) -> None:
        t = rows.logins.c
        statement = sa.delete(rows.logins).where(t.id == login, t.person == who.person)
        if not await self._store.write_rows(lambda c: c.execute(statement).rowcount):
            raise ApiError("not_found")

    async def ways_in(self, person: str) -> frozenset[str | None]:
        """The logins of a person that are good; none among them: a token is."""
        t, k = rows.logins.c, rows.tokens.c
        logins = sa.select(t.id).where(t.person == person)
        token = sa.select(k.id).where(k.person == person, k.token.is_not(None))
        ids, bot = await self._store.read_rows(lambda c: (c.execute(logins).scalars().all(), c.execute(token).first()))
        return frozenset(ids) | ({None} if bot else frozenset())

    # bots' tokens

    async def make_token(self, who: Identity, name: str) -> tuple[Token, str]:
        if who.bot:
            raise ApiError("not_for_bots")
        if who.guest:
            raise ApiError("account_needed")
        shown, at, token = usable_name(name), self._clock(), "tavl_" + secrets.token_urlsafe(32)
        id = new_id(at)

        def make(connection: sa.Connection) -> str:
            person = stored.add(connection, at, shown).id
            values = {"id": id, "token": digest(token), "owner": who.person, "person": person, "made": at}
            connection.execute(sa.insert(rows.tokens).values(values))
            return person

        return Token(id, await self._store.write_rows(make), shown, at), token

    async def tokens(self, who: Identity) -> tuple[Token, ...]:
        t, p = rows.tokens.c, people_rows.c
        query = (
            sa.select(t.id, t.person, p.display_name, t.made)
            .join_from(rows.tokens, people_rows, t.person == p.id)
            .where(t.owner == who.person, t.token.is_not(None))
            .order_by(t.made)
        )
        found = await self._store.read_rows(lambda c: c.execute(query).all())
        return tuple(Token(id, person, name or "", made) for id, person, name, made in found)

    async def end_token(self, who: Identity, id: str) -> str:
        """The bot whose it was. The row stays: what it played stays labelled as a bot's."""
        t = rows.tokens.c
        mine = sa.and_(t.id == id, t.owner == who.person, t.token.is_not(None))
        statement = sa.update(rows.tokens).where(mine).values(token=None).returning(t.person)
        person = await self._store.write_rows(lambda c: c.execute(statement).scalar())
        if person is None:
            raise ApiError("not_found")
        return str(person)

    # names for screens

    async def names(self, ids: Iterable[str | None]) -> dict[str, Person]:
        wanted = {id for id in ids if id}
        seated = {id: Person(bots.name_of(id), bot=True) for id in wanted if bots.is_bot_seat(id)}
        asked = sorted(wanted - set(seated))
        if not asked:
            return seated
        t, p = rows.tokens.c, people_rows.c
        query = (
            sa.select(p.id, p.display_name, t.id)
            .outerjoin_from(people_rows, rows.tokens, t.person == p.id)
            .where(p.id.in_(asked))
        )
        found = await self._store.read_rows(lambda c: c.execute(query).all())
        return seated | {id: Person(name or "", bot=token is not None) for id, name, token in found}


def _begin_login(connection: sa.Connection, person: str, token: str, agent: str, at: int) -> str:
    id = new_id(at)
    values = {"id": id, "token": digest(token), "person": person, "began": at, "used": at, "agent": agent[:200]}
    connection.execute(sa.insert(rows.logins).values(values))
    return id


def _recovery_code() -> str:
    """25 letters in groups of five: about 122 bits."""
    return "-".join(drawn_letters(5) for _ in range(5))


def _plain_code(code: str) -> str:
    letters = "".join(c for c in code.lower() if c in _LETTERS)
    return "-".join(letters[i : i + 5] for i in range(0, len(letters), 5))
