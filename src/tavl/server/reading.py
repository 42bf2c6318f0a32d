"""Between the log and the types: how a table's events are written down, read back, and shown in lists."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from tavl.rules.codec import from_json, to_json
from tavl.rules.texts import words_of
from tavl.server.counting import asked, deadline, pace_of, rated_as
from tavl.server.recent import Recent
from tavl.server.stream import State, StreamEvent, evolve
from tavl.store.errors import UnknownSchema
from tavl.store.events import Event, NewEvent
from tavl.store.matches import TableRow
from tavl.table.acts import Opened

STREAM = "table/"
_read: Recent[bytes, StreamEvent] = Recent(4_096)


def stream_of(table: str) -> str:
    return STREAM + table


def table_of(stream: str) -> str:
    return stream.removeprefix(STREAM)


def written(event: StreamEvent) -> NewEvent:
    tag = event.__struct_config__.tag
    assert isinstance(tag, str)
    body = to_json(event)
    if _read.get(body) is None:
        _read.put(body, event)
    own = tuple(name for name, codes in words_of(type(event)) if getattr(event, name) not in codes)
    return NewEvent(tag, body, words=own)


def interned(event: StreamEvent) -> StreamEvent:
    """The same event as it will be read back: what is folded by identity need not be folded again."""
    body = to_json(event)
    known = _read.get(body)
    if known is None:
        _read.put(body, event)
        return event
    return known


def read(event: Event) -> StreamEvent:
    known = _read.get(event.body)
    if known is not None:
        return known
    try:
        happened: StreamEvent = from_json(event.body, StreamEvent)
    except msgspec.ValidationError as error:
        raise UnknownSchema(type=event.type, schema=event.schema, id=event.id, problem=str(error)) from None
    _read.put(event.body, happened)
    return happened


def step(state: State | None, event: Event) -> State | None:
    return evolve(state, read(event), event.at, event.version)


def replay(events: Sequence[Event]) -> None:
    """A whole stream; raises if it cannot be. Streams that are no tables are not the server's."""
    reading = TableReading()
    state = reading.start(events[0])
    for event in events[1:]:
        if state is not None:
            state = reading.step(state, event)
    if state is not None:
        reading.row(state)


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
