"""What an action leads to, ready for the log: events with their times, and the secrets drawn for them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import replace

from tavl.rules.seat import Seat
from tavl.server import schema
from tavl.server.tables.dice import verifiable_dice as fair
from tavl.server.tables.stream import stream_state
from tavl.server.tables.stream.event_codec import interned
from tavl.server.tables.stream.stream_state import State, StreamEvent
from tavl.store.log.events import Append, CancelTimer, Event, SetTimer
from tavl.store.store import Also

Dated = tuple[StreamEvent, int]


class CommitResult(Struct, frozen=True):
    version: int
    repeated: bool = False


class Decided(Struct, frozen=True):
    """What an action leads to: events with their times, and secrets drawn for them that must be stored."""

    events: Sequence[Dated]
    drawn: dict[str, str] = {}


class Plan(Struct, frozen=True):
    """What a commit writes of a table."""

    append: Append
    timers: tuple[SetTimer | CancelTimer, ...]
    drawn: dict[str, str]
    after: State
    at: int


class Joined(Struct, frozen=True):
    """What another stream writes in the same commit; `taken` is called with its events once they are written."""

    appends: tuple[Append, ...]
    timers: tuple[SetTimer | CancelTimer, ...]
    taken: Callable[[Sequence[Event]], None]
    also: Also | None = None
    at: int = 0
    tables: tuple[tuple[State, State], ...] = ()  # before and after it, where it is written to a table


def all_joined(parts: Sequence[Joined]) -> Joined | None:
    """Several other streams in the same commit, each told of its own events."""
    parts = [part for part in parts if part.appends]
    if len(parts) <= 1:
        return parts[0] if parts else None

    def taken(events: Sequence[Event]) -> None:
        for part in parts:
            streams = {append.stream for append in part.appends}
            part.taken([event for event in events if event.stream in streams])

    return Joined(
        tuple(append for part in parts for append in part.appends),
        tuple(timer for part in parts for timer in part.timers),
        taken,
        together(*(part.also for part in parts)),
        max(part.at for part in parts),
    )


def kept_at(append: Append, at: int, commit_at: int) -> Append:
    """With its own instant, where the other stream of the commit is further on."""
    if commit_at == at:
        return append
    events = tuple(event if event.at is not None else replace(event, at=at) for event in append.events)
    return replace(append, events=events)


class News(Struct, frozen=True):
    """What was decided at a table, before it is written."""

    table: str
    before: State | None
    after: State
    events: tuple[StreamEvent, ...]
    actor: str
    at: int


Link = Callable[[News], Awaitable[Joined | None]]
"""What another stream has to write with it."""


def promises(event: StreamEvent, seat: Seat) -> bool:
    return isinstance(event, fair.WordPromised) and event.seat == seat


def dated(events: Sequence[StreamEvent], at: int) -> list[Dated]:
    return [(interned(event), at) for event in events]


def folded(state: State | None, events: Sequence[Dated]) -> State:
    version = state.version if state else 0
    after = stream_state.fold(state, ((event, at, version + n) for n, (event, at) in enumerate(events, 1)))
    assert after is not None
    return after


def keeping(
    stream_name: str, drawn: dict[str, str], also: Callable[[sa.Connection], None] | None = None
) -> Also | None:
    """A drawn secret is stored by the same commit that promises it."""
    if not drawn and also is None:
        return None
    values = [{"stream": stream_name, "promise": promise, "text": text} for promise, text in drawn.items()]

    def keep(connection: sa.Connection, _events: Sequence[Event]) -> None:
        if values:
            connection.execute(sa.insert(schema.dice_secrets), values)
        if also is not None:
            also(connection)

    return keep


def together(*all_of: Also | None) -> Also | None:
    """Each of them writes, in this order."""
    given = [each for each in all_of if each is not None]
    if not given:
        return None

    def write(connection: sa.Connection, events: Sequence[Event]) -> None:
        for each in given:
            each(connection, events)

    return write
