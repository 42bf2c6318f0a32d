"""What the pages list: tables to watch, a person's tables and results."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import replace

from tavl.server.accounts.players import player_of
from tavl.server.messages.accounts import Person
from tavl.server.messages.players import Player
from tavl.server.service import Service
from tavl.server.tables.correspondence import asked, pace_of
from tavl.server.tables.event_codec import table_of
from tavl.store.schema import results, seats, tables
from tavl.table.terms import Ruler

MAX_LISTED = 12
MAX_OF_MINE = 40
MAX_OF_A_PERSON = 100
A_DAY = 86_400_000
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
    sitting: str = "enforced"
    profile: str = ""
    ruled: bool = False  # somebody rules on disputes there
    yours: bool = False  # the table waits for whoever asks
    left_ms: int | None = None  # of days a move, to the one it waits for
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
        # Days a move: first where I am waited for, whose time runs out soonest.
        .order_by(seats.c.asked.is_(None), sa.case((seats.c.asked.is_not(None), c.deadline)), c.updated.desc())
    )
    waiting = sa.select(tables).where(c.status == "waiting", c.kind == "anyone").order_by(c.created.desc())
    on = sa.select(tables).where(c.status == "playing", c.updated > recent).order_by(c.updated.desc())
    wanted = ((mine, MAX_OF_MINE), (waiting, MAX_LISTED), (on, MAX_LISTED))
    groups = await service.store.read_rows(
        lambda connection: [_lines(connection, query.limit(most)) for query, most in wanted]
    )
    others = [[line for line in group if line.seat_of(person) is None] for group in groups[1:]]
    apart = await service.blocking.apart_from(person) if person else frozenset()
    others[0] = [line for line in others[0] if not apart.intersection(line.seats)]
    own = [await _as_it_is(service, line, person) for line in groups[0]]
    waiting_now = [await _as_it_is(service, line, person) for line in others[0]]
    on_now = [line for line in others[1] if await _can_be_watched(service, line)]
    people = {who for group in (own, waiting_now, on_now) for line in group for who in line.seats}
    names = await service.accounts.names(people)
    yours_first = sorted(own, key=lambda line: not line.yours)
    return Lists(mine=yours_first, open=waiting_now, on=on_now, people=names)


async def _can_be_watched(service: Service, line: Line) -> bool:
    """Spectators are let in, and it is no dead game: somebody who plays is there, or it is played by correspondence."""
    state = await service.executor.state(line.id)
    if not state.house.terms.spectators:
        return False
    return pace_of(state.table.terms) is not None or bool(await service.lines.present(line.id))


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


async def _as_it_is(service: Service, line: Line, person: str | None) -> Line:
    """What whoever sits down, or has sat down, wants to know and the projections do not: the terms, and whose move."""
    state = await service.executor.state(line.id)
    table = state.table
    terms, clock = table.terms, table.clock
    seat = table.seat_of(person) if person else None
    yours = seat is not None and table.full and (seat in table.to_act or seat in asked(state))
    days = clock is not None and min(clock.delay) >= A_DAY
    left = clock.reads(service.clock())[1] if clock and days and yours and clock.running == seat else None
    return replace(
        line,
        clock=clock is not None,
        sitting=str(terms.sitting),
        profile=terms.match.profile.name,
        ruled=terms.ruler is not Ruler.NOBODY,
        yours=yours,
        left_ms=left,
    )


class Record(Struct, frozen=True, kw_only=True):
    """Everything a player's page tells."""

    name: str
    bot: bool
    player: Player
    games: list[Line]
    changes: dict[str, float]  # of the rating, by table
    people: dict[str, Person]


async def record_of(service: Service, person: str) -> Record | None:
    """None: there is nobody with this id."""
    player = await player_of(service, person)
    if player is None:
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
        .limit(MAX_OF_A_PERSON)
    )
    rows = await service.store.read_rows(lambda connection: connection.execute(query).all())
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
    return Record(
        name=player.name,
        bot=player.bot,
        player=player,
        games=games,
        changes={match.table: match.change for match in player.rated},
        people=people,
    )
