"""How often each roll came up: only the server's dice, not those on physical boards."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa

from tavl.recent import Recent
from tavl.server.tables.stream.event_codec import read
from tavl.store import Store
from tavl.store.log import read as log_read
from tavl.store.log.events import Event
from tavl.store.projections.dice_counts import DiceCounts, dice_statistics
from tavl.table.acts import Opened
from tavl.table.terms import Sitting

ROLLS = ("opening_rolled", "rolled")


async def all_counts(store: Store) -> dict[str, dict[tuple[int, int], int]]:
    """Counts by context and roll."""
    return await store.read_rows(dice_statistics)


class OwnDiceCounts(DiceCounts):
    """The opening of a table says whether it is a physical board; only that is remembered."""

    def __init__(self) -> None:
        super().__init__()
        self._physical: Recent[str, bool] = Recent(50_000)

    def apply(self, connection: sa.Connection, events: Sequence[Event]) -> None:
        for event in events:
            if event.version == 1:
                self._remember(event)
        rolled = [event for event in events if event.type in ROLLS]
        super().apply(connection, [event for event in rolled if not self._is_physical(connection, event.stream)])

    def _is_physical(self, connection: sa.Connection, stream: str) -> bool:
        known = self._physical.get(stream)
        if known is None:
            known = self._remember(log_read.of_stream(connection, stream, 0, 1)[0])
        return known

    def _remember(self, first: Event) -> bool:
        opened = read(first) if first.type == "opened" else None
        physical = isinstance(opened, Opened) and opened.terms.sitting is Sitting.RECORDED
        self._physical.put(first.stream, physical)
        return physical
