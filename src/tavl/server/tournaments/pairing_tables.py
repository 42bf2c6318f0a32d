"""Tables that were opened for matches of a tournament."""

from __future__ import annotations

import sqlalchemy as sa

from tavl.server import schema
from tavl.server.tournaments.stream import stream_of
from tavl.store import Store


class PairingTables:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, id: str) -> dict[str, str]:
        """By match, the table that was last opened for it."""
        t = schema.pairing_tables.c
        query = sa.select(t.match, t.table).where(t.stream == stream_of(id)).order_by(t.made)
        return {row.match: row.table for row in await self._store.read_rows(lambda c: c.execute(query).all())}
