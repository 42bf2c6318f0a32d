"""What an action leads to, on its way into the log: events with their instants, what was drawn for them, timers."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence

import sqlalchemy as sa
from msgspec import Struct

from tavl.rules.seat import Seat
from tavl.server import bots, rows, stream
from tavl.server import dice as fair
from tavl.server.reading import interned, stream_of
from tavl.server.remembered import Kept
from tavl.server.stream import State, StreamEvent
from tavl.store.events import Event
from tavl.store.store import Also
from tavl.store.timing import CancelTimer, SetTimer

DUE, BOT = "due", "bot"
FAR_OFF = (1 << 47) - 1  # the last instant that there is: a director may give somebody more time than that
Dated = tuple[StreamEvent, int]


class Answer(Struct, frozen=True):
    version: int
    repeated: bool = False


class Decided(Struct, frozen=True):
    """What an action leads to: events with their instants, and what was drawn for them and must be kept."""

    events: Sequence[Dated]
    drawn: dict[str, str] = {}


def promises(event: StreamEvent, seat: Seat) -> bool:
    return isinstance(event, fair.WordPromised) and event.seat == seat


def dated(events: Sequence[StreamEvent], at: int) -> list[Dated]:
    return [(interned(event), at) for event in events]


def folded(state: State | None, events: Sequence[Dated]) -> State:
    version = state.version if state else 0
    after = stream.fold(state, ((event, at, version + n) for n, (event, at) in enumerate(events, 1)))
    assert after is not None
    return after


def keeping(
    stream_name: str, drawn: dict[str, str], also: Callable[[sa.Connection], None] | None = None
) -> Also | None:
    """What was drawn is kept by the very commit that promises it."""
    if not drawn and also is None:
        return None
    values = [{"stream": stream_name, "promise": promise, "text": text} for promise, text in drawn.items()]

    def keep(connection: sa.Connection, _events: Sequence[Event]) -> None:
        if values:
            connection.execute(sa.insert(rows.dice_secrets), values)
        if also is not None:
            also(connection)

    return keep


def draw() -> str:
    return secrets.token_hex(32)


# what happens by itself


def timers_of(table: str, kept: Kept | None, after: State, bot_delay_ms: int) -> tuple[SetTimer | CancelTimer, ...]:
    """What is wanted is set anew even at the same instant: whoever carries out the old one then leaves it alone."""
    had: dict[str, int | None] = {}
    if kept is not None:
        known = kept.wanted
        had = known[1] if known and known[0] is kept.state else _wanted(kept.state, bot_delay_ms)
    wanted = _wanted(after, bot_delay_ms)
    if kept is not None:
        kept.wanted = (after, wanted)  # if it is written, it is the state then
    changes: list[SetTimer | CancelTimer] = []
    for kind, at in wanted.items():
        if at is not None:
            changes.append(SetTimer(stream_of(table), kind, at))
        elif had.get(kind) is not None:
            changes.append(CancelTimer(stream_of(table), kind))
    return tuple(changes)


def _wanted(state: State, bot_delay_ms: int) -> dict[str, int | None]:
    coming = stream.due(state)
    seat = state.bot_to_act()
    ready = None if seat is None else bots.ready_at(state.table, seat) + bot_delay_ms
    return {DUE: min(coming.at, FAR_OFF) if coming else None, BOT: ready}
