"""What an action on a table would write, decided and not yet written: alone, or in one commit with something else."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from tavl.rules.refusal import Refused
from tavl.server.settings import Settings
from tavl.server.tables.stream import stream_state
from tavl.server.tables.stream.commits import Dated, Decided, Joined, Plan, dated, folded, keeping, kept_at
from tavl.server.tables.stream.event_codec import stream_of, written
from tavl.server.tables.stream.stream_state import State, StreamAction
from tavl.server.tables.stream.table_cache import Kept, StateCache
from tavl.server.tables.timers.alarm import Alarm
from tavl.server.tables.timers.table_timers import notice_timer, timers_of
from tavl.store import Store
from tavl.store.log.events import SYSTEM, Append, CancelTimer, Event, SetTimer
from tavl.table.acts import By

SECRET_BYTES = 32


class TablePlans:
    def __init__(
        self,
        store: Store,
        settings: Settings,
        alarm: Alarm,
        random_bytes: Callable[[int], bytes],
        is_in_use: Callable[[str], bool],
    ) -> None:
        """`random_bytes` is what the dice come from; a table that `is_in_use` stays in memory."""
        self._settings, self._alarm, self._random_bytes = settings, alarm, random_bytes
        self.tables = StateCache(store, settings.folds_kept, is_in_use)

    def draw(self) -> str:
        """A secret for a table's dice."""
        return self._random_bytes(SECRET_BYTES).hex()

    async def state(self, table: str) -> State:
        """As the log has it now."""
        async with self.tables.lock(table):
            return (await self.tables.catch_up(table)).state

    def plan(self, table: str, kept: Kept | None, decided: Decided, actor: str) -> Plan:
        name, at = stream_of(table), decided.events[-1][1]
        before = kept.state if kept else None
        after = folded(before, decided.events)
        facts = tuple(replace(written(event), at=None if then == at else then) for event, then in decided.events)
        timers = timers_of(table, kept, after, self._settings.bot_delay_ms)
        notice = notice_timer(table, before, after, actor, round(self._settings.notice_after_s * 1000))
        append = Append(name, before.version if before else 0, facts)
        return Plan(append, (*timers, notice) if notice else timers, decided.drawn, after, at)

    def alarm_for(self, timers: Sequence[SetTimer | CancelTimer]) -> None:
        for timer in timers:
            if isinstance(timer, SetTimer):
                self._alarm.timer_set(timer.due)

    async def planned(
        self, table: str, actions: Sequence[tuple[By, StreamAction]], at: int, actor: str
    ) -> Joined | Refused | None:
        """Actions on a table that somebody else writes, together with what they belong to. Between this and that
        another may write here: then nothing of it is written, and all is decided again. None: nothing to write."""
        kept = await self.tables.catch_up(table)
        instant = max(at, kept.state.table.last_at)
        known = await self.tables.secrets(table, kept)
        before, now = kept.state, kept.state
        found: list[Dated] = []
        for by, action in actions:
            events = stream_state.decide(now, action, by, instant, known)
            if isinstance(events, Refused):
                return events
            found += dated(events, instant)
            now = folded(before, found)
        if not found:
            return None
        more, also = stream_state.follow_up(before, now, known, self.draw)
        plan = self.plan(table, kept, Decided([*found, *dated(more, instant)], also), actor or SYSTEM)

        def taken(written_now: Sequence[Event]) -> None:
            if kept.secrets is not None:
                kept.secrets.update(also)
            self.tables.take_in(table, written_now, kept)
            self.alarm_for(plan.timers)

        append = replace(kept_at(plan.append, plan.at, -1), actor=actor or SYSTEM)
        return Joined((append,), plan.timers, taken, keeping(stream_of(table), also), plan.at, ((before, plan.after),))
