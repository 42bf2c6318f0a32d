"""From what somebody asks for to a table's terms, and to an opponent."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sqlalchemy as sa

from tavl.rules.match import Terms
from tavl.rules.profile import profile_named
from tavl.rules.refusal import RuleError
from tavl.server import bots
from tavl.server.errors import ApiError, RefusedError
from tavl.server.messages import OpenTable, TableLine, TableList
from tavl.server.reading import table_of
from tavl.server.settings import Settings
from tavl.server.stream import State
from tavl.store import Store
from tavl.store.schema import seats, tables
from tavl.table.terms import TableTerms

if TYPE_CHECKING:
    from tavl.server.accounts import Accounts, Identity
    from tavl.server.desk import Desk

MOST_LISTED = 50
MOST_TRIED = 20
MOST_PER_POINT = 7 * 24 * 60.0  # minutes
MOST_DELAY = 14 * 24 * 3600.0  # seconds: days a move
FOR_MATCH, FOR_MONEY = "dbf-tournament", "sv-grund"


def terms_of(asked: OpenTable, settings: Settings) -> TableTerms:
    """The terms, or the clause that speaks against them."""
    name = asked.profile or (FOR_MONEY if asked.length is None else FOR_MATCH)
    try:
        profile = profile_named(name)
        if asked.vary:
            if "name" in asked.vary or "sources" in asked.vary:
                raise ApiError("bad_value", field="vary", problem="name and sources stay")
            profile = profile.vary(**asked.vary)
    except RuleError as error:
        raise RefusedError(error.refused) from None
    clock = asked.clock
    if clock and not (clock.minutes_per_point <= MOST_PER_POINT and clock.delay_seconds <= MOST_DELAY):
        raise ApiError("bad_value", field="clock", problem="too long")
    terms = TableTerms(
        match=Terms(profile, asked.length, asked.stake),
        clock=clock,
        flag_grace_ms=settings.flag_grace_ms,
        aids=asked.aids,
        rated=asked.rated,
        spectator_delay_ms=asked.spectator_delay_ms,
        next_game_after_ms=settings.next_game_after_ms,
    )
    if terms.fault:
        raise RefusedError(terms.fault)
    return terms


def check_opponent(asked: OpenTable) -> None:
    kind, _, level = asked.opponent.partition(":")
    if kind == "bot":
        if level not in bots.LEVELS:
            raise ApiError("unknown_level", known=", ".join(bots.LEVELS))
    elif asked.opponent not in ("friend", "anyone"):
        raise ApiError("bad_value", field="opponent", problem="bot:<level>, friend or anyone")


async def seat_somewhere(store: Store, desk: Desk, who: Identity, asked: OpenTable, terms: TableTerms, id: str) -> str:
    """Opens a table; whoever asks for anyone sits down with the first who waits for the same."""
    if asked.opponent == "anyone":
        query = (
            sa.select(tables.c.stream)
            .where(tables.c.status == "waiting", tables.c.kind == "anyone", _same_length(asked.length))
            .order_by(tables.c.created)
            .limit(MOST_TRIED)
        )
        for name in await store.read_rows(lambda c: c.execute(query).scalars().all()):
            table = table_of(name)
            state = await desk.state(table)
            if state.table.terms != terms or state.table.full or state.table.over:
                continue
            if state.table.seat_of(who.person) is not None:
                continue
            try:
                await desk.join(table, who.person, asked.promise, id)
            except ApiError:
                continue  # somebody was faster
            return table
    return await desk.open(who.person, terms, asked.opponent, asked.promise, id)


def _same_length(length: int | None) -> sa.ColumnElement[bool]:
    return tables.c.length.is_(None) if length is None else tables.c.length == length


def line_of(table: str, state: State, opened: int) -> TableLine:
    here = state.table
    return TableLine(
        id=table,
        status="over" if here.over else "playing" if here.full else "waiting",
        opponent=state.opponent,
        seats=here.seats,
        length=here.match.length,
        profile=here.terms.match.profile.name,
        clock=here.terms.clock,
        score=here.match.score,
        opened=opened,
        changed=here.last_at,
    )


async def listed(store: Store, desk: Desk, accounts: Accounts, who: Identity | None) -> TableList:
    """Tables that wait for anyone, and one's own."""
    c = tables.c
    waiting = (
        sa.select(c.stream, c.created)
        .where(c.status == "waiting", c.kind == "anyone")
        .order_by(c.created.desc())
        .limit(MOST_LISTED)
    )
    mine = (
        sa.select(c.stream, c.created)
        .join_from(tables, seats, seats.c.stream == c.stream)
        .where(seats.c.person == (who.person if who else ""))
        .order_by(c.updated.desc())
        .limit(MOST_LISTED)
    )
    found = await store.read_rows(lambda conn: (conn.execute(waiting).all(), conn.execute(mine).all()))
    lines: list[tuple[TableLine, ...]] = []
    for rows in found:
        tables_of = [(table_of(name), created) for name, created in rows]
        lines.append(tuple([line_of(table, await desk.state(table), created) for table, created in tables_of]))
    people = {person for group in lines for line in group for person in line.seats}
    return TableList(lines[0], lines[1], await accounts.names(people))
