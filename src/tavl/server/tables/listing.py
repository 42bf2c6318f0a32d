"""How a table is shown in lists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import sqlalchemy as sa

from tavl.server.accounts.identity import Identity
from tavl.server.messages.tables import TableLine, TableList
from tavl.server.tables.correspondence import asked, deadline, pace_of
from tavl.server.tables.event_codec import STREAM, read, step, table_of
from tavl.server.tables.rated_matches import counts, rated_as
from tavl.server.tables.stream_state import State, evolve
from tavl.store import Store
from tavl.store.log.events import Event
from tavl.store.projections.match_rows import TableRow
from tavl.store.schema import seats, tables
from tavl.table.acts import Opened

if TYPE_CHECKING:
    from tavl.server.accounts.accounts import Accounts
    from tavl.server.tables.executor import Executor


MAX_LISTED = 50


class TableReading:
    """For the store's lists. `kind` is whom the table's opener wanted to play."""

    name = "table"

    def start(self, event: Event) -> State | None:
        if not event.stream.startswith(STREAM) or event.type != "opened":
            return None
        opened = read(event)
        assert isinstance(opened, Opened)
        return evolve(None, opened, event.at, event.version)

    def step(self, state: State, event: Event) -> State:
        after = step(state, event)
        assert after is not None
        return after

    def row(self, state: State) -> TableRow:
        table, result = state.table, state.table.match.result
        pace = pace_of(table.terms)
        return TableRow(
            kind=state.opponent.partition(":")[0],
            status="over" if table.over else "playing" if table.full else "waiting",
            players=table.seats,
            score=table.match.score,
            length=table.match.length,
            winner=None if result is None or result.winner is None else int(result.winner),
            reason=result.reason if result else "aborted" if table.aborted else None,
            rated=rated_as(state) if table.over else None,
            pace=pace,
            asked=() if pace is None else asked(state),
            deadline=None if pace is None else deadline(state),
        )


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
        sitting=here.terms.sitting,
        ruled_by=here.terms.ruler,
        spectators=state.house.terms.spectators,
        rated=counts(state),
    )


async def listed(
    store: Store, executor: Executor, accounts: Accounts, who: Identity | None, apart: frozenset[str]
) -> TableList:
    """Tables that wait for anyone, and one's own."""
    c = tables.c
    waiting = (
        sa.select(c.stream, c.created)
        .where(c.status == "waiting", c.kind == "anyone")
        .order_by(c.created.desc())
        .limit(MAX_LISTED)
    )
    mine = (
        sa.select(c.stream, c.created)
        .join_from(tables, seats, seats.c.stream == c.stream)
        .where(seats.c.person == (who.person if who else ""))
        .order_by(c.updated.desc())
        .limit(MAX_LISTED)
    )
    found = await store.read_rows(lambda conn: (conn.execute(waiting).all(), conn.execute(mine).all()))
    lines: list[tuple[TableLine, ...]] = []
    for group in found:
        tables_of = [(table_of(name), created) for name, created in group]
        lines.append(tuple([line_of(table, await executor.state(table), created) for table, created in tables_of]))
    lines[0] = tuple(line for line in lines[0] if not apart.intersection(line.seats))
    people = {person for group in lines for line in group for person in line.seats}
    return TableList(lines[0], lines[1], await accounts.names(people))


def replay(events: Sequence[Event]) -> None:
    """A whole stream; raises if it cannot be. Streams that are no tables are not the server's."""
    reading = TableReading()
    state = reading.start(events[0])
    for event in events[1:]:
        if state is not None:
            state = reading.step(state, event)
    if state is not None:
        reading.row(state)
