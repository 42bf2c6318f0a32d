"""Executes actions: each is decided, written, and only then answered. How many events a table may have:
`max_stream_events` in `server/settings.py`.

One writer at a time for each table within a process; between processes the log decides: the later of two finds that
its version is taken, reads what came first, and decides again if what it answered still stands.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

import sqlalchemy as sa

from tavl.rules import acts as game_acts
from tavl.rules.refusal import Refused
from tavl.rules.seat import SEATS
from tavl.server.errors import ApiError, RefusedError
from tavl.server.logs import log
from tavl.server.messages.tables import EventOut
from tavl.server.metrics import Metrics
from tavl.server.settings import Settings
from tavl.server.tables.dice import verifiable_dice as fair
from tavl.server.tables.stream import stream_state
from tavl.server.tables.stream.commits import (
    CommitResult,
    Decided,
    Joined,
    Link,
    News,
    dated,
    folded,
    keeping,
    kept_at,
    promises,
    together,
)
from tavl.server.tables.stream.event_codec import stream_of
from tavl.server.tables.stream.plans import TablePlans
from tavl.server.tables.stream.stream_state import State, StreamAction, StreamEvent
from tavl.server.tables.stream.table_cache import Heard, Kept
from tavl.server.tables.timers.table_timers import BOT, DUE
from tavl.store import Store
from tavl.store.errors import InstantFell, StoreUnavailable
from tavl.store.log.events import SYSTEM, Appended, Commit, Conflict
from tavl.table import acts
from tavl.table.acts import By, Role
from tavl.table.terms import Sitting

__all__ = ["BOT", "DUE", "CommitResult", "Decided", "Executor"]
ATTEMPTS = 10
ROOM_TO_END = 1_000  # events
ENDINGS = (game_acts.OfferResignation, game_acts.AcceptResignation, game_acts.EndSession, acts.Abort)


class Executor:
    def __init__(
        self,
        store: Store,
        settings: Settings,
        metrics: Metrics,
        clock: Callable[[], int],
        plans: TablePlans,
        link: Link | None = None,
    ) -> None:
        """`link` says what is written with a table's events because the table belongs to something larger."""
        self._store, self._settings, self._metrics, self._clock = store, settings, metrics, clock
        self._plans, self._tables, self._link = plans, plans.tables, link

    # reading

    def subscribe(self, listener: Heard) -> None:
        """Call it with every new event, from this process or another."""
        self._tables.subscribe(listener)

    async def state(self, table: str) -> State:
        """As the log has it now."""
        return await self._plans.state(table)

    async def state_at_least(self, table: str, version: int) -> State:
        """From memory, if that is at this version and no later one is known: without reading the log."""
        known = self._tables.known(table, version)
        return known.state if known else await self.state(table)

    def note_version(self, table: str, version: int) -> bool:
        """Another process has written. True if it is news about a table that is cached here."""
        return self._tables.note_version(table, version)

    async def read_again(self, table: str) -> None:
        """Somebody's texts were erased from its stream; the cached state still has them."""
        async with self._tables.lock(table):
            if self._tables.get(table):
                self._tables.forget(table)
                await self._tables.catch_up(table)

    def known(self, table: str) -> State | None:
        kept = self._tables.get(table)
        return kept.state if kept else None

    async def events(
        self, table: str, after: int, upto: int | None = None, limit: int | None = None
    ) -> tuple[EventOut, ...]:
        """The events after a version, unredacted: never send them as they are (`stream_state.redact`)."""
        return await self._tables.events(table, after, upto, limit)

    # opening and sitting down

    async def open(
        self,
        table: str,
        person: str,
        opened: Sequence[StreamEvent],
        sits: Sequence[StreamEvent],
        id: str,
        at: int,
        also: Callable[[sa.Connection], None] | None = None,
    ) -> None:
        """Open a table with its opener, and others, in their seats. The same request twice opens one table. `also`
        writes more in the same transaction, or refuses everything by raising."""
        secret = self._plans.draw()
        drawn = {fair.promise(secret): secret}
        events: list[StreamEvent] = [*opened, fair.SecretPromised(fair.promise(secret))]
        for event in sits:
            events.append(event)
            if isinstance(event, acts.Seated) and not any(promises(each, event.seat) for each in sits):
                events.append(stream_state.promise_for(event.seat, self._plans.draw, drawn))
        async with self._tables.lock(table):
            before, after = folded(None, dated(events[:1], at)), folded(None, dated(events, at))
            more, _ = stream_state.follow_up(before, after, drawn, self._plans.draw)
            done = await self._commit(table, None, Decided(dated([*events, *more], at), drawn), id, person, also)
            if isinstance(done, Conflict):
                raise ApiError("stale")

    async def join(
        self, table: str, person: str, promise: str | None, action_id: str, known: Sequence[StreamEvent] = ()
    ) -> CommitResult:
        """Take the free seat."""

        def sit(state: State) -> Decided | CommitResult:
            if state.table.seat_of(person) is not None:
                return CommitResult(state.version, repeated=True)
            seat = next((seat for seat in SEATS if state.table.seats[seat] is None), None)
            if seat is None:
                raise ApiError("no_room")
            at = max(self._clock(), state.table.last_at)
            events = stream_state.decide(state, acts.Sit(seat, person), By(Role.PLAYER, person), at, {})
            if isinstance(events, Refused):
                raise RefusedError(events)
            drawn: dict[str, str] = {}
            if promise:
                word = fair.WordPromised(seat, promise)
            else:
                word = stream_state.promise_for(seat, self._plans.draw, drawn)
            return Decided(dated([*events, *known, word], at), drawn)

        return await self.write(table, sit, action_id, person)

    async def write(
        self, table: str, decide: Callable[[State], Decided | CommitResult], action_id: str, actor: str
    ) -> CommitResult:
        """Write what is decided on the current state; it is decided again if somebody else writes first."""
        async with self._tables.lock(table):
            for _ in range(ATTEMPTS):
                kept = await self._tables.catch_up(table)
                decided = decide(kept.state)
                if isinstance(decided, CommitResult):
                    return decided
                if actor != SYSTEM and kept.state.version >= self._settings.max_stream_events:
                    raise ApiError("stream_full", most=self._settings.max_stream_events)
                done = await self._write(table, kept, decided, action_id, actor)
                if done is not None:
                    return done
        raise ApiError("stale")

    # acting

    async def act(
        self,
        table: str,
        by: By,
        action: StreamAction,
        action_id: str,
        version: int | None = None,
        at: int | None = None,
        actor: str | None = None,
    ) -> CommitResult:
        """Decide an action on the current state, write it, and return the version it led to. `at` is when it was
        received; `version` the last one that its sender saw; `actor` who sent it, if not the person who acts."""
        received = self._clock() if at is None else at
        who = actor or by.person or SYSTEM
        async with self._tables.lock(table):
            kept = self._tables.get(table) or await self._tables.catch_up(table)
            looked = False
            for _ in range(ATTEMPTS):
                refusal = self._full(kept.state, action, by) or await self._stale(table, kept.state, version)
                if refusal is None:
                    instant = max(received, kept.state.table.last_at)
                    known = await self._tables.secrets(table, kept)
                    events = stream_state.decide(kept.state, action, by, instant, known)
                    if not isinstance(events, Refused):
                        if not events:
                            return CommitResult(kept.state.version, repeated=True)
                        done = await self._write(table, kept, Decided(dated(events, instant)), action_id, who)
                        if done is not None:
                            return done
                        kept = await self._tables.catch_up(table)
                        continue
                    refusal = RefusedError(events)
                # Before refusing: was it done already, and is this the current state?
                earlier = await self._store.read_action(stream_of(table), action_id)
                if earlier and earlier[0].actor == who:
                    return CommitResult(earlier[-1].version, repeated=True)
                before = kept.state.version
                kept = await self._tables.catch_up(table)
                if looked or kept.state.version == before:
                    self._metrics.count("refused", code=refusal.code)
                    raise refusal
                looked = True
        raise ApiError("stale", version=kept.state.version)

    def _full(self, state: State, action: StreamAction, by: By) -> ApiError | None:
        """Streams are permanent, so their length is limited. Actions that end a match are accepted a little longer."""
        most = self._settings.max_stream_events
        if by.role is Role.SYSTEM or state.version < most:
            return None
        ends = isinstance(action, ENDINGS) or by.role is Role.DIRECTOR
        return None if ends and state.version < most + ROOM_TO_END else ApiError("stream_full", most=most)

    async def _stale(self, table: str, state: State, version: int | None) -> ApiError | None:
        if version is None or version == state.version:
            return None
        if version > state.version:
            return ApiError("stale", version=state.version)
        since = await self.events(table, version)
        stands = stream_state.still_stands(out.event for out in since)
        return None if stands else ApiError("stale", version=state.version)

    async def _write(self, table: str, kept: Kept, decided: Decided, action_id: str, actor: str) -> CommitResult | None:
        """Write what was decided and what follows from it; None if somebody else wrote first."""
        before = kept.state
        known = {**await self._tables.secrets(table, kept), **decided.drawn}
        more, also = stream_state.follow_up(before, folded(before, decided.events), known, self._plans.draw)
        last = decided.events[-1][1]
        whole = Decided([*decided.events, *dated(more, last)], {**decided.drawn, **also})
        done = await self._commit(table, kept, whole, action_id, actor)
        if isinstance(done, Conflict):
            return None
        if kept.secrets is not None:
            kept.secrets.update(whole.drawn)
        return CommitResult(done.events[-1].version, done.repeated)

    async def _commit(
        self,
        table: str,
        kept: Kept | None,
        decided: Decided,
        action_id: str,
        actor: str,
        also: Callable[[sa.Connection], None] | None = None,
    ) -> Appended | Conflict:
        plan = self._plans.plan(table, kept, decided, actor)
        before = kept.state if kept else None
        other: Joined | None = None
        if self._link and decided.events:
            events = tuple(event for event, _ in decided.events)
            other = await self._link(News(table, before, plan.after, events, actor, plan.at))
        at = max(plan.at, other.at) if other else plan.at
        appends = (kept_at(plan.append, plan.at, at), *(other.appends if other else ()))
        timers = (*plan.timers, *(other.timers if other else ()))
        try:
            done = await self._store.commit(
                Commit(action_id, actor, at, appends, timers),
                together(keeping(stream_of(table), plan.drawn, also), other.also if other else None),
            )
        except InstantFell:
            return Conflict(stream_of(table), 0)  # a host with a faster clock wrote first
        except StoreUnavailable:
            self._tables.forget(table)  # unknown whether it was written; read the log
            raise
        except asyncio.CancelledError:
            self._tables.note_version(table, plan.after.version)  # perhaps it is written, and nobody will take it in
            raise
        if isinstance(done, Conflict):
            self._metrics.count("conflicts")
            return done
        if done.repeated:
            await self._tables.catch_up(table)
            return done
        own = [event for event in done.events if event.stream == plan.append.stream]
        self._tables.take_in(table, own, kept)
        if other:
            other.taken([event for event in done.events if event.stream != plan.append.stream])
        self._plans.alarm_for(timers)
        return Appended(tuple(own))

    # what happens automatically

    async def carry_out_due(self, table: str) -> None:
        """Carry out a due timer, if it is still due."""
        state = await self.state(table)
        coming = stream_state.due(state)
        if coming is None or coming.at > self._clock():
            return
        id = f"s:due:{state.version}"
        try:
            await self.act(table, By(Role.SYSTEM), coming.action, id, state.version, at=coming.at)
        except RefusedError as error:
            log.error("due action refused: %s", error.code)

    async def suspend(self, table: str, since: int) -> bool:
        """The server was down since this time, which is charged to nobody. True if it made a difference."""

        def away(state: State) -> Decided | CommitResult:
            now, here = self._clock(), state.table
            physical = here.terms.sitting is Sitting.RECORDED  # its clock runs on without the server
            if physical or here.clock is None or here.clock.running is None or here.over or here.last_at > now:
                return CommitResult(state.version, repeated=True)
            events = stream_state.decide(state, acts.Suspend(since), By(Role.SYSTEM), now, {})
            if isinstance(events, Refused) or not events:
                return CommitResult(state.version, repeated=True)
            return Decided(dated([*events, acts.Resumed()], now))

        return not (await self.write(table, away, f"s:away:{since}", SYSTEM)).repeated
