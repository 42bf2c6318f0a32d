"""Authentication in one statement: the login or the token, whether it is still valid, and at a table what must be known
before the socket is opened.

After a restart two thousand people may reconnect at once, so the statements are built once and nothing else is queried.
Nothing is cached: a login that an administrator or the person has just ended is not found.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import sqlalchemy as sa
from msgspec import Struct

from tavl.server import schema
from tavl.server.accounts.identity import Identity
from tavl.store.schema import events as logged
from tavl.store.schema import people


class Arrival(Struct, frozen=True, kw_only=True):
    identity: Identity | None = None
    used: int = 0  # when the use of the login was last recorded
    muted: bool = False  # at this table
    blocked: frozenset[str] = frozenset()  # whose chat this person does not get anywhere
    version: int = 0  # of the table's stream


_TOKEN = sa.bindparam("token_is", type_=sa.Text)
_STREAM = sa.bindparam("stream_is", type_=sa.Text)
_NOW = sa.bindparam("now", type_=sa.BigInteger)
_NONE = sa.null()
_in_force = sa.or_(schema.suspensions.c.until.is_(None), schema.suspensions.c.until > _NOW)
_newest = sa.select(sa.func.max(logged.c.version)).where(logged.c.stream == _STREAM).scalar_subquery()
_VERSION = sa.select(sa.func.coalesce(_newest, 0))


@cache
def _statement(by_token: bool, at_table: bool) -> sa.Select[Any]:
    found = _by_token() if by_token else _by_cookie()
    if not at_table:
        return found
    m, b = schema.mutes.c, schema.blocks.c
    muted = sa.exists().where(m.stream == _STREAM, m.person == people.c.id)
    blocks = sa.exists().where(b.person == people.c.id)
    return found.add_columns(muted, blocks, sa.func.coalesce(_newest, 0))


def _by_cookie() -> sa.Select[Any]:
    t, p, a, d, s = (
        schema.logins.c,
        people.c,
        schema.accounts.c,
        schema.administrators.c,
        schema.suspensions.c,
    )
    return (
        sa.select(p.id, p.display_name, s.reason, t.id, t.used, t.began, p.language, a.login, d.person)
        .join_from(schema.logins, people, t.person == p.id)
        .outerjoin(schema.accounts, a.person == p.id)
        .outerjoin(schema.administrators, d.person == p.id)
        .outerjoin(schema.suspensions, sa.and_(s.person == p.id, _in_force))
        .where(t.token == _TOKEN, p.erased.is_(None))
    )


def _by_token() -> sa.Select[Any]:
    t, p, s = schema.tokens.c, people.c, schema.suspensions.c
    nothing = (_NONE, _NONE, _NONE, _NONE, _NONE, _NONE)
    return (
        sa.select(p.id, p.display_name, s.reason, *nothing)
        .join_from(schema.tokens, people, t.person == p.id)
        .outerjoin(schema.suspensions, sa.and_(s.person.in_((t.person, t.owner)), _in_force))
        .where(t.token == _TOKEN)
    )


def look(
    connection: sa.Connection, token: str | None, stream: str | None, by_token: bool, now: int, since: int
) -> Arrival:
    """`token` is the digest of the token sent; a login last used before `since` has expired."""
    row = None
    if token is not None:
        asked = {"token_is": token, "now": now} | ({} if stream is None else {"stream_is": stream})
        row = connection.execute(_statement(by_token, stream is not None), asked).first()
    if row is None or (not by_token and row[4] < since):
        version = 0 if stream is None else connection.execute(_VERSION, {"stream_is": stream}).scalar_one()
        return Arrival(version=version)
    who = Identity(
        person=row[0],
        name=row[1] or "",
        bot=by_token,
        suspended=row[2],
        login=row[3],
        began=row[5] or 0,
        language=row[6],
        login_name=row[7],
        administrator=row[8] is not None,
    )
    if stream is None:
        return Arrival(identity=who, used=row[4] or 0)
    blocked = connection.execute(_BLOCKED, {"person_is": who.person}).scalars() if row[10] else ()
    return Arrival(identity=who, used=row[4] or 0, muted=row[9], blocked=frozenset(blocked), version=row[11])


_BLOCKED = sa.select(schema.blocks.c.blocked).where(schema.blocks.c.person == sa.bindparam("person_is", type_=sa.Text))


def note_use(connection: sa.Connection, found: Arrival, now: int) -> None:
    assert found.identity is not None
    connection.execute(sa.update(schema.logins).where(schema.logins.c.id == found.identity.login).values(used=now))
