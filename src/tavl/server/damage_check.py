"""The damage check of a running server: a bad page that is never read would go unnoticed. Damage shows in `health`.

Quick, so it does not read everything; the whole check is `tavl db check` (`store/integrity.py`).
"""

from __future__ import annotations

import asyncio

from tavl.server.wall_clock import DAY
from tavl.store import Store

EVERY = DAY


class DamageCheck:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def look(self) -> None:
        """Raise StoreDamaged if damage is found. A server does not start on a damaged database."""
        await self._store.database.look_for_damage()

    async def check_periodically(self) -> None:
        await asyncio.sleep(EVERY / 1000)  # first: the server has just looked, when it started
        await self.look()
