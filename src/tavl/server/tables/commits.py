"""What an action leads to, ready for the log: events with their times, and the secrets drawn for them."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence

import sqlalchemy as sa
from msgspec import Struct

from tavl.rules.seat import Seat
from tavl.server import schema
from tavl.server.tables import dice as fair
from tavl.server.tables import stream_state
from tavl.server.tables.event_codec import interned
from tavl.server.tables.stream_state import State, StreamEvent
from tavl.store.log.events import Event
from tavl.store.store import Also

Dated = tuple[StreamEvent, int]


class Answer(Struct, frozen=True):
    version: int
    repeated: bool = False


class Decided(Struct, frozen=True):
    """What an action leads to: events with their times, and secrets drawn for them that must be stored."""

    events: Sequence[Dated]
    drawn: dict[str, str] = {}


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


def draw() -> str:
    return secrets.token_hex(32)
