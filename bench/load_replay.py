"""After the load test: every table is folded again from its first event, without any cache, and compared with the last
state that each player was sent."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from bench.load_play import Live
from tavl.rules.codec import to_json
from tavl.server.service import open_store
from tavl.server.settings import Settings
from tavl.server.tables.hosting import LineBack, LineLost
from tavl.server.tables.stream import stream_state
from tavl.server.tables.stream.event_codec import read, stream_of
from tavl.table import view


async def replayed(url: str, lives: Iterable[Live]) -> tuple[int, int, list[str]]:
    """The number of equal tables, the events read, and the differences."""
    equal, events, faults = 0, 0, []
    store = await open_store(Settings(database=url))
    try:
        for live in lives:
            logged = await store.read(stream_of(live.table))
            events += len(logged)
            seen = max((client.version for client in live.clients), default=0)
            while logged and logged[-1].version > seen and isinstance(read(logged[-1]), LineLost | LineBack):
                logged = logged[:-1]  # noted while the server ended, when nobody was connected any more
            fault = _differs(
                live, stream_state.fold(None, ((read(event), event.at, event.version) for event in logged))
            )
            equal += not fault
            faults += [fault] if fault else []
    finally:
        await store.close()
    return equal, events, faults


def _differs(live: Live, state: stream_state.State | None) -> str:
    if state is None:
        return f"{live.table}: nothing in the log"
    for client in live.clients:
        by = state.by(client.person)
        here = view(state.table, by, state.table.last_at)
        expected = to_json(replace(here, actions=stream_state.open_types(state, by, state.table.last_at, here.actions)))
        if client.version != state.version:
            return f"{live.table}: seat {client.seat} saw {client.version}, the log has {state.version}"
        if msgspec.json.decode(client.view) != msgspec.json.decode(expected):
            return f"{live.table}: seat {client.seat} saw something else at {state.version}"
    return ""
