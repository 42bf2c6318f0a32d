"""What the pages list: tables to watch, a person's tables and results."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from tavl.server.accounts.accounts import Accounts
from tavl.server.accounts.blocking_and_reporting import Blocking
from tavl.server.live.presence import Presence
from tavl.server.messages.accounts import Person
from tavl.server.tables.correspondence import asked, pace_of
from tavl.server.tables.executor import Executor
from tavl.server.tables.listing import tables_at_home
from tavl.server.tables.stream.event_codec import table_of
from tavl.server.wall_clock import DAY, HOUR
from tavl.store import Store
from tavl.store.projections.table_list import ListedTable
from tavl.table.terms import Ruler

MAX_LISTED = 12
MAX_OF_MINE = 40
MAX_OF_A_PERSON = 100
DAYS_A_MOVE_MS = DAY  # from this much time a move on, the list shows what is left of it
QUIET_MS = HOUR  # a table at which nothing has happened for this long is not shown as going on


class TableListLine(Struct, frozen=True, kw_only=True):
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
    left_ms: int | None = None  # of a game with days a move, for the player whose turn it is
    winner: int | None = None
    reason: str | None = None

    def seat_of(self, person: str | None) -> int | None:
        return self.seats.index(person) if person and person in self.seats else None

    def opponent_of(self, person: str | None) -> str | None:
        seat = self.seat_of(person)
        return None if seat is None else self.seats[1 - seat]


class Lists(Struct, frozen=True, kw_only=True):
    mine: list[TableListLine]
    open: list[TableListLine]
    on: list[TableListLine]
    people: dict[str, Person]


async def lists_for(
    store: Store,
    executor: Executor,
    presence: Presence,
    accounts: Accounts,
    blocking: Blocking,
    now: int,
    person: str | None,
) -> Lists:
    """The home page's lists: my games in progress, tables that wait for anyone, and what can be watched."""
    apart = await blocking.apart_from(person) if person else frozenset()
    found = await tables_at_home(store, person, apart, now - QUIET_MS, MAX_LISTED, MAX_OF_MINE)
    groups = [[line_of(each) for each in tables] for tables in (found.mine, found.open, found.on)]
    others = [[line for line in group if line.seat_of(person) is None] for group in groups[1:]]
    own = [await _with_terms_and_turn(executor, line, person, now) for line in groups[0]]
    waiting_now = [await _with_terms_and_turn(executor, line, person, now) for line in others[0]]
    on_now = [line for line in others[1] if await _can_be_watched(executor, presence, line)]
    people = {who for group in (own, waiting_now, on_now) for line in group for who in line.seats}
    names = await accounts.names(people)
    yours_first = sorted(own, key=lambda line: not line.yours)
    return Lists(mine=yours_first, open=waiting_now, on=on_now, people=names)


async def _can_be_watched(executor: Executor, presence: Presence, line: TableListLine) -> bool:
    """Spectators are let in, and the game is alive: somebody who plays is there, or it is played by correspondence."""
    state = await executor.state(line.id)
    if not state.house.terms.spectators:
        return False
    return pace_of(state.table.terms) is not None or bool(await presence.anywhere(line.id))


def line_of(found: ListedTable) -> TableListLine:
    return TableListLine(
        id=table_of(found.stream),
        status=found.status,
        kind=found.kind,
        seats=found.players,
        length=found.length,
        score=found.score,
        changed=found.updated,
        winner=found.winner,
        reason=found.reason,
    )


async def _with_terms_and_turn(executor: Executor, line: TableListLine, person: str | None, now: int) -> TableListLine:
    """Adds what the projections do not know: the terms, and whose turn it is."""
    state = await executor.state(line.id)
    table = state.table
    terms, clock = table.terms, table.clock
    seat = table.seat_of(person) if person else None
    yours = seat is not None and table.full and (seat in table.to_act or seat in asked(state))
    days = clock is not None and min(clock.delay) >= DAYS_A_MOVE_MS
    left = clock.reads(now)[1] if clock and days and yours and clock.running == seat else None
    return replace(
        line,
        clock=clock is not None,
        sitting=str(terms.sitting),
        profile=terms.match.profile.name,
        ruled=terms.ruler is not Ruler.NOBODY,
        yours=yours,
        left_ms=left,
    )
