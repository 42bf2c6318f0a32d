"""How a table is shown in lists."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from msgspec import Struct

from tavl.server.messages.tables import TableLine
from tavl.server.tables.correspondence import asked, deadline, pace_of
from tavl.server.tables.executor import Executor
from tavl.server.tables.rated_matches import counts, rated_bots
from tavl.server.tables.stream.event_codec import STREAM, read, step, table_of
from tavl.server.tables.stream.stream_state import State, evolve
from tavl.store import Store
from tavl.store.log.events import Event
from tavl.store.projections.ratings import BOTS, PEOPLE
from tavl.store.projections.table_list import ListedTable, Order, listed
from tavl.store.projections.table_rows import OVER, PLAYING, WAITING, Rated, TableRow
from tavl.table.acts import Opened

MAX_LISTED = 50


def status_of(state: State) -> str:
    return OVER if state.table.over else PLAYING if state.table.full else WAITING


def _rated(state: State) -> Rated | None:
    is_bot = rated_bots(state.house, state.table)
    return None if is_bot is None else Rated(BOTS if any(is_bot) else PEOPLE, is_bot)


class TableReading:
    """For the store's lists. `kind` is the kind of opponent that the opener asked for."""

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
            status=status_of(state),
            players=table.seats,
            score=table.match.score,
            length=table.match.length,
            winner=None if result is None or result.winner is None else int(result.winner),
            reason=result.reason if result else "aborted" if table.aborted else None,
            rated=_rated(state) if table.over else None,
            pace=pace,
            asked=() if pace is None else asked(state),
            deadline=None if pace is None else deadline(state),
        )


def line_of(table: str, state: State, opened: int) -> TableLine:
    here = state.table
    return TableLine(
        id=table,
        status=status_of(state),
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
        rated=counts(state.house, state.table),
    )


def open_tables(connection: sa.Connection, apart: frozenset[str], limit: int = MAX_LISTED) -> list[ListedTable]:
    """Tables that wait for anyone, the newest first, except those of people in `apart`."""
    waiting = listed(connection, status=(WAITING,), kind="anyone", order=Order.NEWEST, limit=limit)
    return [each for each in waiting if not apart.intersection(each.players)]


class TablesAtHome(Struct, frozen=True, kw_only=True):
    mine: list[ListedTable]
    open: list[ListedTable]
    on: list[ListedTable]


async def tables_at_home(
    store: Store, person: str | None, apart: frozenset[str], active_after: int, most: int, max_of_mine: int
) -> TablesAtHome:
    """A person's tables that go on, tables that wait for anyone but people in `apart`, and tables at which something
    has happened recently."""
    going_on = (WAITING, PLAYING)

    def look(connection: sa.Connection) -> TablesAtHome:
        mine: list[ListedTable] = []
        if person is not None:
            mine = listed(connection, person=person, status=going_on, order=Order.WAITED_FOR, limit=max_of_mine)
        return TablesAtHome(
            mine=mine,
            open=open_tables(connection, apart, most),
            on=listed(connection, status=(PLAYING,), changed_after=active_after, limit=most),
        )

    return await store.read_rows(look)


async def games_of(store: Store, person: str, most: int) -> list[ListedTable]:
    """A person's tables at which somebody plays or has played."""
    return await store.read_rows(lambda c: listed(c, person=person, status=(PLAYING, OVER), limit=most))


async def tables_for(
    store: Store, executor: Executor, person: str | None, apart: frozenset[str]
) -> tuple[tuple[TableLine, ...], tuple[TableLine, ...]]:
    """Tables that are open to anyone, except those of people in `apart`, and the person's own."""

    def look(connection: sa.Connection) -> tuple[list[ListedTable], list[ListedTable]]:
        mine = listed(connection, person=person, limit=MAX_LISTED) if person else []
        return open_tables(connection, apart), mine

    free, mine = await store.read_rows(look)
    return await _lines(executor, free), await _lines(executor, mine)


async def _lines(executor: Executor, found: Sequence[ListedTable]) -> tuple[TableLine, ...]:
    ids = [(table_of(each.stream), each.created) for each in found]
    return tuple([line_of(table, await executor.state(table), created) for table, created in ids])


def replay(events: Sequence[Event]) -> None:
    """Replay a whole stream; raises if that fails. Streams that are not tables are skipped."""
    reading = TableReading()
    state = reading.start(events[0])
    for event in events[1:]:
        if state is not None:
            state = reading.step(state, event)
    if state is not None:
        reading.row(state)
