"""Which tournaments here are copies, and where they are run."""

from __future__ import annotations

import sqlalchemy as sa

from tavl.recent import Recent
from tavl.server import schema
from tavl.server.errors import ApiError
from tavl.server.messages.tournaments import CopyOf
from tavl.server.tournaments.stream import stream_of
from tavl.store import Store

MAX_KNOWN = 4_096
REMOVED = ""  # in place of its home: an administrator has removed it


class CopySources:
    """Cached by tournament: an existing one is a copy from its first event on, or never."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: Recent[str, tuple[CopyOf | None]] = Recent(MAX_KNOWN)

    async def of(self, id: str) -> CopyOf | None:
        known = self._known.get(id)
        if known is None:
            c = schema.copies.c
            query = sa.select(c.home, c.as_of).where(c.stream == stream_of(id))
            row = await self._store.read_rows(lambda connection: connection.execute(query).first())
            known = (CopyOf(row.home, row.as_of) if row else None,)
            self._known.put(id, known)
        return known[0]

    async def is_removed(self, id: str) -> bool:
        """The log keeps everything, so a removed copy is just no longer shown."""
        copy = await self.of(id)
        return copy is not None and copy.home == REMOVED

    async def check_run_here(self, id: str) -> None:
        """Refuse acts: they belong where the tournament is run."""
        if (copy := await self.of(id)) is not None:
            raise ApiError("run_elsewhere", where=copy.home)

    def forget(self, id: str) -> None:
        self._known.forget(id)
