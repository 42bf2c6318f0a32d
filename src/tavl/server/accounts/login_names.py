"""Login names: chosen or drawn, and which account a typed name means."""

from __future__ import annotations

import re
import unicodedata

import sqlalchemy as sa

from tavl.server import schema
from tavl.server.accounts.identity import Identity, begin_login
from tavl.server.codes import digest, drawn_letters
from tavl.server.errors import ApiError
from tavl.store.schema import people as people_rows

Found = tuple[str, str] | None  # person and password
MIN_LOGIN, MAX_LOGIN = 3, 30
# As it may be typed, in a browser's form too; capitals are made small.
LOGIN_PATTERN = rf"[A-Za-z0-9][A-Za-z0-9.\-]{{{MIN_LOGIN - 2},{MAX_LOGIN - 2}}}[A-Za-z0-9]"


def plain_login(login: str) -> str:
    return login.strip().lower()


def usable_login(login: str) -> str:
    """A chosen login name: only characters that every keyboard has, in lower case."""
    name = plain_login(login)
    if not re.fullmatch(LOGIN_PATTERN, name):
        raise ApiError("login_unusable", least=MIN_LOGIN, most=MAX_LOGIN)
    return name


def accounts_called(connection: sa.Connection, name: str) -> tuple[Found, Found]:
    """The account with this login name, and the one with this displayed name if there is exactly one."""
    a, p = schema.accounts.c, people_rows.c
    plain = sa.select(a.person, a.password)
    own = connection.execute(plain.where(a.login == name.lower())).first()
    shown = sa.or_(p.display_name == name, sa.func.lower(p.display_name) == name.lower())
    others = connection.execute(plain.join(people_rows, p.id == a.person).where(shown).limit(2)).all()
    by_login = (own.person, own.password) if own else None
    by_name = (others[0].person, others[0].password) if len(others) == 1 else None
    return by_login, by_name


def enter_account(
    connection: sa.Connection,
    who: Identity,
    hashed: str,
    code: str,
    token: str,
    agent: str,
    at: int,
    login: str | None = None,
) -> str:
    """Make an account for a guest and return its login name. Earlier logins end: one may have been planted or
    shared."""
    name = _drawn_login(connection, who) if login is None else login
    if login is not None and connection.execute(_WITH_LOGIN, {"login": login}).first():
        raise ApiError("login_taken")
    values = {"person": who.person, "login": name, "password": hashed, "recovery": digest(code), "made": at}
    connection.execute(sa.insert(schema.accounts).values(values))
    connection.execute(sa.delete(schema.logins).where(schema.logins.c.person == who.person))
    begin_login(connection, who.person, token, agent, at)
    return name


_WITH_LOGIN = sa.select(schema.accounts.c.person).where(schema.accounts.c.login == sa.bindparam("login"))


def _drawn_login(connection: sa.Connection, who: Identity) -> str:
    plain = unicodedata.normalize("NFKD", who.name).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:20] or "player"
    name = f"{slug}-{drawn_letters(4)}"
    while connection.execute(_WITH_LOGIN, {"login": name}).first():
        name += drawn_letters(2)
    return name
