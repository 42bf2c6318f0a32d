"""What actions on an organisation would write, decided and not yet written: alone, or together with a tournament's."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from tavl.organisation import decide, evolve
from tavl.organisation.acts import AnyAction, AnyEvent
from tavl.rules.refusal import Refused
from tavl.server.errors import ApiError
from tavl.server.organisations.stream import Kept, OrganisationCache, stream_of, written
from tavl.server.tables.stream.commits import Joined, kept_at
from tavl.store import Store
from tavl.store.log.events import SYSTEM, Append, Event
from tavl.store.store import Also
from tavl.tournament import By, Stamp

MAX_KEPT = 64  # organisations whose state is cached


class OrganisationPlans:
    def __init__(self, store: Store) -> None:
        self._store = store
        self.cache = OrganisationCache(store, MAX_KEPT)

    async def state(self, id: str) -> Kept:
        """The current state in the log; from memory if no other process can have written."""
        return await self.cache.current(id)

    async def state_if_here(self, id: str) -> Kept | None:
        """None: it is on another server, or unknown. From memory, unless another process is known."""
        if known := self.cache.known(id):
            return known
        try:
            return await self.cache.catch_up(id)
        except ApiError:
            return None

    def append(self, id: str, kept: Kept | None, events: Sequence[AnyEvent], actor: str | None) -> Append:
        return Append(stream_of(id), kept.version if kept else 0, tuple(map(written, events)), actor)

    async def planned(
        self, id: str, by: By, actions: Sequence[AnyAction], at: int, actor: str, also: Also | None = None
    ) -> Joined | Refused:
        """Actions that a tournament writes together with what they belong to."""
        kept = await self.cache.catch_up(id)
        at = max(at, kept.organisation.last_at)
        events: list[AnyEvent] = []
        organisation = kept.organisation
        for action in actions:
            decided = decide(organisation, action, by, at)
            if isinstance(decided, Refused):
                return decided
            events += decided
            for event in decided:
                organisation = evolve(organisation, event, Stamp(at, by.person, ""))
        if not events:
            return Joined((), (), lambda _: None)
        append = kept_at(self.append(id, kept, events, actor or SYSTEM), at, -1)
        return Joined((append,), (), partial(self._taken, id, kept), also, at)

    def _taken(self, id: str, kept: Kept, events: Sequence[Event]) -> None:
        self.cache.take_in(id, events, kept)
