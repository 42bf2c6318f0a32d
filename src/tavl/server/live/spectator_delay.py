"""The spectators' delay: how much later than the players they see a table, if its terms (`spectator_delay_ms` in
`table/terms.py`) or its director say so. When they are sent what they see: `spectator_updates`."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from tavl.server.messages.tables import EventOut
from tavl.server.tables.executor import Executor
from tavl.server.tables.stream import stream_state
from tavl.server.tables.stream.stream_state import State
from tavl.table.acts import By, Role


def delay_of(state: State, by: By) -> int:
    """How much later than the players this person sees the table."""
    return state.table.terms.spectator_delay_ms if by.role is Role.SPECTATOR else 0


class Gallery:
    """What delayed spectators see now, and what they will see next."""

    def __init__(self, shown: State, seen: tuple[EventOut, ...], coming: Iterable[EventOut]) -> None:
        self.shown, self.seen, self.coming = shown, seen, deque(coming)

    def advance(self, until: int) -> list[EventOut]:
        """Show what happened up to a time."""
        fresh: list[EventOut] = []
        while self.coming and self.coming[0].at <= until:
            out = self.coming.popleft()
            if out.version == self.shown.version + 1:
                self.shown = stream_state.evolve(self.shown, out.event, out.at, out.version) or self.shown
                fresh.append(out)
        return fresh


async def gallery_of(executor: Executor, table: str, state: State, now: int) -> Gallery:
    """The opening of a table is shown at once; the rest when its time has come."""
    events = await executor.events(table, 0)
    until = now - state.table.terms.spectator_delay_ms
    seen = tuple(out for out in events if out.version == 1 or out.at <= until)
    shown = stream_state.fold(None, ((out.event, out.at, out.version) for out in seen))
    assert shown is not None
    return Gallery(shown, seen, events[len(seen) :])
