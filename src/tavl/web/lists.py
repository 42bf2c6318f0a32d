"""What the pages list: tables to watch, a person's tables and results."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import replace

from tavl.server.messages import Person
from tavl.server.reading import table_of
from tavl.server.service import Service
from tavl.store.schema import results, seats, tables

MOST = 12
MOST_OF_A_PERSON = 100
A_WHILE = 3_600_000  # a table at which nothing has happened for so long is not "on"


class Line(Struct, frozen=True, kw_only=True):
    """A table as a list shows it."""

    id: str
    status: str
    kind: str  # bot, friend, anyone
    seats: tuple[str | None, str | None]
    length: int | None
    score: tuple[int, int]
    changed: int
    clock: bool = False
    winner: int | None = None
    reason: str | None = None

    def seat_of(self, person: str | None) -> int | None:
        return self.seats.index(person) if person and person in self.seats else None

    def opponent_of(self, person: str | None) -> str | None:
        seat = self.seat_of(person)
        return None if seat is None else self.seats[1 - seat]


class Lists(Struct, frozen=True, kw_only=True):
    mine: list[Line]
    open: list[Line]
    on: list[Line]
    people: dict[str, Person]


async def lists_for(service: Service, person: str | None) -> Lists:
    """The home page's lists: games of mine that go on, tables that wait for anyone, what can be watched."""
    c = tables.c
    recent = service.clock() - A_WHILE
    mine = (
        sa.select(tables)
        .join_from(tables, seats, seats.c.stream == c.stream)
        .where(seats.c.person == (person or ""), c.status != "over")
        .order_by(c.updated.desc())
    )
    waiting = sa.select(tables).where(c.status == "waiting", c.kind == "anyone").order_by(c.created.desc())
    on = sa.select(tables).where(c.status == "playing", c.updated > recent).order_by(c.updated.desc())
    groups = await service.store.read_rows(
        lambda connection: [_lines(connection, query.limit(MOST)) for query in (mine, waiting, on)]
    )
    others = [[line for line in group if line.seat_of(person) is None] for group in groups[1:]]
    with_clocks = [await _with_clock(service, line) for line in others[0]]
    people = {who for group in (groups[0], *others) for line in group for who in line.seats}
    return Lists(mine=groups[0], open=with_clocks, on=others[1], people=await service.accounts.names(people))


def _lines(connection: sa.Connection, query: sa.Select[Any]) -> list[Line]:
    rows = connection.execute(query).all()
    taken = sa.select(seats).where(seats.c.stream.in_([row.stream for row in rows]))
    sitting = {(row.stream, row.seat): row.person for row in connection.execute(taken)}
    return [
        Line(
            id=table_of(row.stream),
            status=row.status,
            kind=row.kind,
            seats=(sitting.get((row.stream, 0)), sitting.get((row.stream, 1))),
            length=row.length,
            score=(row.first_score, row.second_score),
            changed=row.updated,
        )
        for row in rows
    ]


async def _with_clock(service: Service, line: Line) -> Line:
    """Whoever sits down wants to know; the lists do not."""
    return replace(line, clock=(await service.desk.state(line.id)).table.clock is not None)


class Record(Struct, frozen=True, kw_only=True):
    """Everything a player's page tells."""

    name: str
    bot: bool
    games: list[Line]
    won: int
    lost: int
    people: dict[str, Person]


async def record_of(service: Service, person: str) -> Record | None:
    """None: nobody is known by this id."""
    named = await service.accounts.names([person])
    if person not in named:
        return None
    c, r, me, other = tables.c, results.c, seats.alias("me"), seats.alias("other")
    query = (
        sa.select(
            c.stream,
            c.status,
            c.kind,
            c.length,
            c.first_score,
            c.second_score,
            c.updated,
            r.winner,
            r.reason,
            me.c.seat,
            other.c.person,
        )
        .join_from(tables, me, me.c.stream == c.stream)
        .outerjoin(other, sa.and_(other.c.stream == c.stream, other.c.seat != me.c.seat))
        .outerjoin(results, r.stream == c.stream)
        .where(me.c.person == person, c.status != "waiting")
        .order_by(c.updated.desc())
        .limit(MOST_OF_A_PERSON)
    )
    won = sa.func.sum(sa.case((r.winner == me.c.seat, 1), else_=0))
    decided = sa.func.count(r.winner)
    count = sa.select(won, decided).join_from(results, me, me.c.stream == r.stream).where(me.c.person == person)
    rows, totals = await service.store.read_rows(lambda conn: (conn.execute(query).all(), conn.execute(count).one()))
    games = [
        Line(
            id=table_of(row[0]),
            status=row[1],
            kind=row[2],
            length=row[3],
            score=(row[4], row[5]),
            changed=row[6],
            winner=row[7],
            reason=row[8],
            seats=(person, row[10]) if row[9] == 0 else (row[10], person),
        )
        for row in rows
    ]
    people = await service.accounts.names({who for line in games for who in line.seats})
    wins, all_decided = int(totals[0] or 0), int(totals[1] or 0)
    return Record(
        name=named[person].name,
        bot=named[person].bot,
        games=games,
        won=wins,
        lost=all_decided - wins,
        people=people,
    )
