"""How often each roll fell here: the server's dice, and none that lay on a physical board."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa

from tavl.recent import Recent
from tavl.server.tables.event_codec import read
from tavl.store.log import append
from tavl.store.log.events import Event
from tavl.store.projections.dice_counts import DiceCounts
from tavl.table.acts import Opened
from tavl.table.terms import Sitting

ROLLS = ("opening_rolled", "rolled")


class OwnDiceCounts(DiceCounts):
    """A table says at its opening whether it is of wood; that is all that is remembered of it."""

    def __init__(self) -> None:
        super().__init__()
        self._wood: Recent[str, bool] = Recent(5000)

    def apply(self, connection: sa.Connection, events: Sequence[Event]) -> None:
        for event in events:
            if event.version == 1:
                self._remember(event)
        rolled = [event for event in events if event.type in ROLLS]
        super().apply(connection, [event for event in rolled if not self._on_wood(connection, event.stream)])

    def _on_wood(self, connection: sa.Connection, stream: str) -> bool:
        known = self._wood.get(stream)
        if known is None:
            known = self._remember(append.of_stream(connection, stream, 0, 1)[0])
        return known

    def _remember(self, first: Event) -> bool:
        opened = read(first) if first.type == "opened" else None
        wood = isinstance(opened, Opened) and opened.terms.sitting is Sitting.RECORDED
        self._wood.put(first.stream, wood)
        return wood
