"""What actions on a tournament would write, decided and not yet written: alone, or in one commit with a table's."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import sqlalchemy as sa

from tavl.rules.refusal import Refused
from tavl.server import schema
from tavl.server.logs import log
from tavl.server.tables.stream.commits import Joined, kept_at
from tavl.server.tables.timers.alarm import Alarm
from tavl.server.tables.timers.table_timers import DUE, FAR_OFF, NOTICE
from tavl.server.tournaments.stream import STREAM, Kept, TournamentCache, stream_of, written
from tavl.store import Store
from tavl.store import timers as stored_timers
from tavl.store.log.events import SYSTEM, Append, CancelTimer, Event, SetTimer
from tavl.tournament import By, Office, Stamp, Tournament, acts, decide, due, evolve
from tavl.tournament.acts import AnyAction, AnyEvent

MAX_KEPT = 256  # tournaments whose state is cached
FEDERATION = By("", Office.FEDERATION)
WEBHOOK = "webhook"  # the timer for webhooks


class TournamentPlans:
    def __init__(self, store: Store, alarm: Alarm) -> None:
        self._store, self._alarm = store, alarm
        self.cache = TournamentCache(store, MAX_KEPT)

    async def state(self, id: str) -> Kept:
        """The current state in the log; from memory if no other process can have written."""
        return await self.cache.current(id)

    def append(self, id: str, kept: Kept | None, events: Sequence[AnyEvent], actor: str | None) -> Append:
        return Append(stream_of(id), kept.version if kept else 0, tuple(map(written, events)), actor)

    def taken(
        self, id: str, kept: Kept | None, timers: Sequence[SetTimer | CancelTimer], written_now: Sequence[Event]
    ) -> None:
        self.cache.take_in(id, written_now, kept)
        for timer in timers:
            if isinstance(timer, SetTimer):
                self._alarm.timer_set(timer.due)

    async def planned(self, id: str, person: str, actions: Sequence[tuple[By, AnyAction]], at: int) -> Joined | None:
        """Actions that somebody else writes, together with what they belong to: what a table leads to here, through
        one person or by itself. What is refused stays away: the desk has its own word by now, and the table keeps what
        was played."""
        kept = await self.cache.catch_up(id)
        at = max(at, kept.tournament.last_at)
        events: list[AnyEvent] = []
        tournament, stamp = kept.tournament, Stamp(at, person, "")
        for by, action in actions:
            decided = decide(tournament, action, by, at)
            if isinstance(decided, Refused):
                told = {"action": type(action).__name__, "code": decided.code}
                log.info("a table's news was refused", extra={"fields": told})
                continue
            events += decided
            for event in decided:
                tournament = evolve(tournament, event, stamp)
        if not events:
            return None
        timers = self.timers(id, kept.tournament, events, stamp)
        append = kept_at(self.append(id, kept, events, person or SYSTEM), at, -1)
        return Joined((append,), timers, partial(self.taken, id, kept, timers), self.tell_others, at)

    def tell_others(self, connection: sa.Connection, events: Sequence[Event]) -> None:
        """Webhooks are notified even if this process ends."""
        w = schema.webhooks.c
        for stream, at in {event.stream: event.at for event in events if event.stream.startswith(STREAM)}.items():
            if connection.execute(sa.select(w.id).where(w.stream == stream).limit(1)).first():
                stored_timers.change(connection, [SetTimer(stream, WEBHOOK, at)])

    def timers(
        self, id: str, before: Tournament | None, events: Sequence[AnyEvent], stamp: Stamp
    ) -> tuple[SetTimer | CancelTimer, ...]:
        """What will happen automatically once these are written, and the reminders that follow."""
        after = before
        for event in events:
            after = evolve(after, event, stamp)
        assert after is not None
        timers: list[SetTimer | CancelTimer] = [
            SetTimer(stream_of(id), f"{NOTICE}:{event.what}:{event.match}", stamp.at)
            for event in events
            if isinstance(event, acts.Reminded)
        ]
        coming = due(after)
        if coming is not None:
            timers.append(SetTimer(stream_of(id), DUE, min(coming.at, FAR_OFF)))
        elif before is not None and due(before) is not None:
            timers.append(CancelTimer(stream_of(id), DUE))
        return tuple(timers)
