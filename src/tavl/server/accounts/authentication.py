"""Authentication in one statement: the login or the token, whether it is still valid, and at a table what must be known
before the socket is opened.

After a restart two thousand people may reconnect at once, so the statements are built once, nothing else is queried,
and those who come to tables at the same moment are looked up together. Nothing is cached: a login that an administrator
or the person has just ended is not found.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec
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
    blocked: frozenset[str] = frozenset()  # people whose chat this person never gets
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
    who = _identity(row, by_token)
    if stream is None:
        return Arrival(identity=who, used=row[4] or 0)
    blocked = connection.execute(_BLOCKED, {"person_is": who.person}).scalars() if row[10] else ()
    return Arrival(identity=who, used=row[4] or 0, muted=row[9], blocked=frozenset(blocked), version=row[11])


def _identity(row: Sequence[Any], by_token: bool) -> Identity:
    return Identity(
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


_BLOCKED = sa.select(schema.blocks.c.blocked).where(schema.blocks.c.person == sa.bindparam("person_is", type_=sa.Text))


def note_use(connection: sa.Connection, found: Arrival, now: int) -> None:
    assert found.identity is not None
    connection.execute(sa.update(schema.logins).where(schema.logins.c.id == found.identity.login).values(used=now))


# many at tables

AtTable = tuple[str | None, str]
"""The digest of the token in somebody's cookie, if there is one, and the table's stream."""

_WHO = """
    p.id AS person, p.display_name, s.reason, t.id AS login_id, t.used, t.began, p.language, c.login,
    d.person AS administrator
"""
_MORE = """
    LEFT JOIN accounts c ON c.person = p.id
    LEFT JOIN administrators d ON d.person = p.id
    LEFT JOIN suspensions s ON s.person = p.id AND (s.until IS NULL OR s.until > {now})
"""
_HERE = """
    EXISTS (SELECT 1 FROM mutes m WHERE m.stream = a.stream AND m.person = {person}),
    EXISTS (SELECT 1 FROM blocks b WHERE b.person = {person}),
    COALESCE((SELECT max(e.version) FROM events e WHERE e.stream = a.stream), 0)
"""
# Looked up one by one within the statement, by the index of tokens, whatever the planner thinks of their number.
_POSTGRES = f"""
    SELECT f.*, {_HERE.format(person="f.person")}
    FROM json_array_elements(%s::json) WITH ORDINALITY AS given (asked, place)
    CROSS JOIN LATERAL (SELECT asked ->> 0 AS token, asked ->> 1 AS stream) a
    LEFT JOIN LATERAL (
        SELECT {_WHO}
        FROM logins t JOIN people p ON p.id = t.person AND p.erased IS NULL {_MORE.format(now="%s")}
        WHERE t.token = a.token
    ) f ON true
    ORDER BY place
"""  # noqa: S608
_SQLITE = f"""
    SELECT {_WHO}, {_HERE.format(person="p.id")}
    FROM (
        SELECT key AS place, json_extract(value, '$[0]') AS token, json_extract(value, '$[1]') AS stream
        FROM json_each(?)
    ) a
    LEFT JOIN logins t ON t.token = a.token
    LEFT JOIN people p ON p.id = t.person AND p.erased IS NULL {_MORE.format(now="?")}
    ORDER BY place
"""  # noqa: S608
_BLOCKED_BY = sa.select(schema.blocks.c.person, schema.blocks.c.blocked).where(
    schema.blocks.c.person.in_(sa.bindparam("people_are", type_=sa.Text, expanding=True))
)


def look_together(connection: sa.Connection, asked: Sequence[AtTable], now: int, since: int) -> list[Arrival]:
    """The answer of `look` for each of them, with a cookie or without: in one statement, and one more if somebody has
    blocked somebody."""
    statement = _POSTGRES if connection.dialect.name == "postgresql" else _SQLITE
    rows = connection.exec_driver_sql(statement, (msgspec.json.encode(asked).decode(), now)).all()
    blockers = sorted({row[0] for row in rows if row[10]})
    blocked: dict[str, set[str]] = {}
    for person, other in connection.execute(_BLOCKED_BY, {"people_are": blockers}) if blockers else ():
        blocked.setdefault(person, set()).add(other)
    return [_arrival(row, blocked, since) for row in rows]


def _arrival(row: Sequence[Any], blocked: dict[str, set[str]], since: int) -> Arrival:
    if row[0] is None or row[4] < since:
        return Arrival(version=row[11])
    return Arrival(
        identity=_identity(row, by_token=False),
        used=row[4],
        muted=bool(row[9]),
        blocked=frozenset(blocked.get(row[0], ())),
        version=row[11],
    )
