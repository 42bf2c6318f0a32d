"""Executes actions on organisations: each is decided, written and only then answered."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Sequence

from tavl.organisation import Organisation, acts, decide
from tavl.organisation.acts import AnyAction, AnyEvent
from tavl.rules.refusal import Refused
from tavl.server.codes import digest
from tavl.server.errors import ApiError
from tavl.server.metrics import Metrics
from tavl.server.organisations.plans import OrganisationPlans
from tavl.server.organisations.stream import Kept
from tavl.server.streams.executor import ATTEMPTS, MAX_EVENTS, Done, StreamExecutor
from tavl.server.tables.stream.commits import Joined, kept_at, together
from tavl.store import Store
from tavl.store.log.events import SYSTEM, Commit
from tavl.store.store import Also
from tavl.tournament import By, Stamp

Link = Callable[[str, Organisation, Sequence[AnyEvent], Stamp], Awaitable[Joined | None]]


class Organisations(StreamExecutor[Kept, AnyEvent]):
    def __init__(
        self, store: Store, metrics: Metrics, clock: Callable[[], int], plans: OrganisationPlans, link: Link
    ) -> None:
        """`link` says what is written to tournaments together with an organisation's events."""
        super().__init__(store, metrics, plans.cache)
        self._clock, self._plans, self._link = clock, plans, link

    # reading

    async def state(self, id: str) -> Kept:
        """The current state in the log; from memory if no other process can have written."""
        return await self._plans.state(id)

    # writing

    async def create(self, person: str, action: acts.CreateOrganisation, key: str | None) -> tuple[str, Done[AnyEvent]]:
        """A new stream and its id. The same key twice gives the same stream."""
        act = f"{person}:{key or secrets.token_hex(16)}"
        id = digest(f"organisation {act}")[:20]
        return id, await self.act(id, By(person), action, act)

    async def act(self, id: str, by: By, action: AnyAction, action_id: str, also: Also | None = None) -> Done[AnyEvent]:
        """Decide an action on the current state, write it, and return the version it led to."""
        received, create = self._clock(), isinstance(action, acts.CreateOrganisation)
        who = by.person or SYSTEM
        async with self._cache.lock(id):
            kept = self._cache.get(id) or await self._found(id, create)
            for _ in range(ATTEMPTS):
                if kept is not None and kept.version >= MAX_EVENTS:
                    raise ApiError("stream_full", most=MAX_EVENTS)
                at = max(received, kept.organisation.last_at) if kept else received
                events = decide(kept.organisation if kept else None, action, by, at)
                if isinstance(events, Refused):
                    again = await self._look_again(id, kept, who, action_id, events)
                    if isinstance(again, Done):
                        return again
                    kept = again
                    continue
                done = await self._commit(id, kept, events, Stamp(at, who, action_id), also)
                if done is not None:
                    return done
                kept = await self._found(id, create=kept is None)
        raise ApiError("stale")

    async def _commit(
        self, id: str, kept: Kept | None, events: Sequence[AnyEvent], stamp: Stamp, also: Also | None
    ) -> Done[AnyEvent] | None:
        """Write what was decided; none: somebody else wrote first."""
        if not events:
            return Done(kept.version if kept else 0, repeated=True)
        other = await self._link(id, kept.organisation, events, stamp) if kept else None
        at = max(stamp.at, other.at) if other else stamp.at
        mine = kept_at(self._plans.append(id, kept, events, None), stamp.at, at)
        appends, timers = (mine, *(other.appends if other else ())), other.timers if other else ()
        commit = Commit(stamp.act, stamp.person, at, appends, timers)
        also = together(also, other.also if other else None)
        others_take_in = other.taken if other else None
        return await self._committed(
            id, commit, also, events, lambda own: self._cache.take_in(id, own, kept), others_take_in
        )
