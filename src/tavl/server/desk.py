"""Where tables are opened and every action is decided, written and only then answered.

One writer at a time for each table within a process; between processes the log decides: the later of two finds that
its version is taken, reads what came first, and decides again if what it answered still stands.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from weakref import WeakValueDictionary

import sqlalchemy as sa
from msgspec import Struct

from tavl.rules.refusal import Refused
from tavl.rules.seat import SEATS, Seat
from tavl.server import bots, rows, stream
from tavl.server import dice as fair
from tavl.server.errors import ApiError, RefusedError
from tavl.server.messages import EventOut
from tavl.server.metrics import Metrics
from tavl.server.reading import read, stream_of, written
from tavl.server.settings import Settings
from tavl.server.stream import State, StreamAction, StreamEvent
from tavl.store import Store
from tavl.store.errors import InstantFell, StoreUnavailable
from tavl.store.events import SYSTEM, Append, Appended, Commit, Conflict, Event
from tavl.store.store import Also
from tavl.store.timing import CancelTimer, SetTimer
from tavl.table import acts
from tavl.table.acts import By, Role
from tavl.table.terms import TableTerms

DUE, BOT = "due", "bot"
RECENT = 64  # events kept beside a state, for whoever is only a little behind
ATTEMPTS = 10
Heard = Callable[[str, State, Sequence[EventOut]], None]


class Kept(Struct):
    """What is remembered of a table; the log could always tell it again."""

    state: State
    recent: deque[EventOut]
    secrets: dict[str, str] | None = None


class Answer(Struct, frozen=True):
    version: int
    repeated: bool = False


def by_of(state: State, person: str | None) -> By:
    seat = state.table.seat_of(person) if person else None
    return By(Role.PLAYER, person or "", seat) if seat is not None else By(Role.SPECTATOR, person or "")


class Desk:
    def __init__(self, store: Store, settings: Settings, metrics: Metrics, clock: Callable[[], int]) -> None:
        self._store, self._settings, self._metrics, self.clock = store, settings, metrics, clock
        self._kept: OrderedDict[str, Kept] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.heard: Heard = lambda table, state, events: None
        self.timer_set: Callable[[int], None] = lambda due: None

    # reading

    async def state(self, table: str) -> State:
        """As the log has it now."""
        async with self._lock(table):
            return (await self._caught_up(table)).state

    def known(self, table: str) -> State | None:
        kept = self._kept.get(table)
        return kept.state if kept else None

    async def events(self, table: str, after: int, upto: int | None = None) -> tuple[EventOut, ...]:
        """What came after a version; from memory where possible."""
        kept = self._kept.get(table)
        if kept and kept.recent and kept.recent[0].version <= after + 1:
            found = tuple(out for out in kept.recent if out.version > after)
        elif kept and after >= kept.state.version:
            found = ()
        else:
            found = tuple(_out(event) for event in await self._store.read(stream_of(table), after))
        return found if upto is None else tuple(out for out in found if out.version <= upto)

    def _lock(self, table: str) -> asyncio.Lock:
        lock = self._locks.get(table)
        if lock is None:
            lock = self._locks[table] = asyncio.Lock()
        return lock

    async def _caught_up(self, table: str) -> Kept:
        """Reads what the log has beyond what is remembered, and lets the room hear of it."""
        kept = self._kept.get(table)
        after = kept.state.version if kept else 0
        return self._take_in(table, await self._store.read(stream_of(table), after))

    def _take_in(self, table: str, events: Sequence[Event]) -> Kept:
        kept = self._kept.get(table)
        fresh = [event for event in events if kept is None or event.version > kept.state.version]
        outs = [_out(event) for event in fresh]
        state = stream.fold(kept.state if kept else None, ((out.event, out.at, out.version) for out in outs))
        if state is None:
            raise ApiError("not_found")
        if kept is None:
            kept = self._kept[table] = Kept(state, deque(outs, RECENT))
            while len(self._kept) > self._settings.folds_kept:
                self._kept.popitem(last=False)
        else:
            kept.state = state
            kept.recent.extend(outs)
        self._kept.move_to_end(table)
        if outs:
            self.heard(table, state, outs)
        return kept

    def _forget(self, table: str) -> None:
        self._kept.pop(table, None)

    # secrets of the dice

    async def _secrets(self, table: str, kept: Kept) -> dict[str, str]:
        """What the server promised at this table, by promise; another process may have drawn some of it."""
        dice = kept.state.dice
        words = {word.promise for word in dice.words if word and word.drawn_by_server}
        if kept.secrets is None or not words | {dice.promise} <= set(kept.secrets):
            c = rows.dice_secrets.c
            query = sa.select(c.promise, c.text).where(c.stream == stream_of(table))
            found = await self._store.read_rows(lambda connection: connection.execute(query).all())
            kept.secrets = {row.promise: row.text for row in found}
        return kept.secrets

    # opening and sitting down

    async def open(self, person: str, terms: TableTerms, opponent: str, promise: str | None, action_id: str) -> str:
        """A new table with its opener, and a bot where one was asked for, on their seats. Asked twice, it is one."""
        at = self.clock()
        table = _table_id(person, action_id)
        drawn: dict[str, str] = {}
        secret = _draw()
        drawn[fair.promise(secret)] = secret
        events: list[StreamEvent] = [
            acts.Opened(terms),
            stream.Offered(opponent),
            fair.SecretPromised(fair.promise(secret)),
            acts.Seated(Seat.FIRST, person),
            fair.WordPromised(Seat.FIRST, promise) if promise else stream.promise_for(Seat.FIRST, _draw, drawn),
        ]
        if opponent.startswith("bot:"):
            bot = bots.person_of(opponent.removeprefix("bot:"))
            events += [acts.Seated(Seat.SECOND, bot), stream.promise_for(Seat.SECOND, _draw, drawn)]
        async with self._lock(table):
            before = _folded(None, events[:1], at)
            after = _folded(None, events, at)
            more, _ = stream.follow_up(before, after, drawn, _draw)
            done = await self._commit(table, None, [*events, *more], drawn, action_id, person, at)
            if isinstance(done, Conflict):
                raise ApiError("stale")
        return table

    async def join(self, table: str, person: str, promise: str | None, action_id: str) -> Answer:
        """Take the free seat."""
        async with self._lock(table):
            for _ in range(ATTEMPTS):
                kept = await self._caught_up(table)
                state = kept.state
                if state.table.seat_of(person) is not None:
                    return Answer(state.version, repeated=True)
                seat = next((seat for seat in SEATS if state.table.seats[seat] is None), None)
                if seat is None:
                    raise ApiError("no_room")
                at = max(self.clock(), state.table.last_at)
                events = stream.decide(state, acts.Sit(seat, person), By(Role.PLAYER, person), at, {})
                if isinstance(events, Refused):
                    raise RefusedError(events)
                drawn: dict[str, str] = {}
                word = fair.WordPromised(seat, promise) if promise else stream.promise_for(seat, _draw, drawn)
                done = await self._decided(table, kept, [*events, word], drawn, action_id, person, at)
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
    ) -> Answer:
        """Decide an action on the table as it is, write it, and answer with the version it led to. `at` is when it was
        received; `version` what its sender had seen."""
        received = self.clock() if at is None else at
        async with self._lock(table):
            kept = self._kept.get(table) or await self._caught_up(table)
            looked = False
            for _ in range(ATTEMPTS):
                refusal = await self._stale(table, kept.state, version)
                if refusal is None:
                    instant = max(received, kept.state.table.last_at)
                    known = await self._secrets(table, kept)
                    events = stream.decide(kept.state, action, by, instant, known)
                    if not isinstance(events, Refused):
                        if not events:
                            return Answer(kept.state.version, repeated=True)
                        done = await self._decided(table, kept, events, {}, action_id, by.person or SYSTEM, instant)
                        if done is not None:
                            return done
                        kept = await self._caught_up(table)
                        continue
                    refusal = RefusedError(events)
                # Before saying no: was it done already, and is this the table as it is now?
                earlier = await self._store.read_action(stream_of(table), action_id)
                if earlier and earlier[0].actor == (by.person or SYSTEM):
                    return Answer(earlier[-1].version, repeated=True)
                before = kept.state.version
                kept = await self._caught_up(table)
                if looked or kept.state.version == before:
                    self._metrics.count("refused", code=refusal.code)
                    raise refusal
                looked = True
        raise ApiError("stale", version=kept.state.version)

    async def _stale(self, table: str, state: State, version: int | None) -> ApiError | None:
        if version is None or version == state.version:
            return None
        if version > state.version:
            return ApiError("stale", version=state.version)
        since = await self.events(table, version)
        stands = stream.still_stands(out.event for out in since)
        return None if stands else ApiError("stale", version=state.version)

    async def _decided(
        self,
        table: str,
        kept: Kept,
        events: list[StreamEvent],
        drawn: dict[str, str],
        action_id: str,
        actor: str,
        at: int,
    ) -> Answer | None:
        """Write what was decided and what follows from it; none: somebody else wrote first."""
        before = kept.state
        known = {**await self._secrets(table, kept), **drawn}
        more, also = stream.follow_up(before, _folded(before, events, at), known, _draw)
        fresh = {**drawn, **also}
        done = await self._commit(table, kept, [*events, *more], fresh, action_id, actor, at)
        if isinstance(done, Conflict):
            return None
        if kept.secrets is not None:
            kept.secrets.update(fresh)
        return Answer(done.events[-1].version, done.repeated)

    async def _commit(
        self,
        table: str,
        kept: Kept | None,
        events: list[StreamEvent],
        drawn: dict[str, str],
        action_id: str,
        actor: str,
        at: int,
    ) -> Appended | Conflict:
        before = kept.state if kept else None
        after = _folded(before, events, at)
        appends = (Append(stream_of(table), before.version if before else 0, tuple(map(written, events))),)
        timers = self._timers(table, before, after)
        commit = Commit(action_id, actor, at, appends, timers)
        try:
            done = await self._store.commit(commit, _keeping(stream_of(table), drawn))
        except InstantFell:
            return Conflict(stream_of(table), 0)  # a host whose clock is ahead wrote first
        except StoreUnavailable:
            self._forget(table)  # whether it was written is not known; the log will tell
            raise
        if isinstance(done, Conflict):
            self._metrics.count("conflicts")
            return done
        if done.repeated:
            await self._caught_up(table)
            return done
        self._take_in(table, done.events)
        for timer in timers:
            if isinstance(timer, SetTimer):
                self.timer_set(timer.due)
        return done

    def _timers(self, table: str, before: State | None, after: State) -> tuple[SetTimer | CancelTimer, ...]:
        """What is wanted is set anew even at the same instant: whoever carries out the old one then leaves it alone."""
        had = self._wanted(before) if before else {}
        changes: list[SetTimer | CancelTimer] = []
        for kind, at in self._wanted(after).items():
            if at is not None:
                changes.append(SetTimer(stream_of(table), kind, at))
            elif had.get(kind) is not None:
                changes.append(CancelTimer(stream_of(table), kind))
        return tuple(changes)

    def _wanted(self, state: State) -> dict[str, int | None]:
        coming = stream.due(state)
        waits = state.bot_to_act() is not None
        return {
            DUE: coming.at if coming else None,
            BOT: state.table.last_at + self._settings.bot_delay_ms if waits else None,
        }

    # what happens by itself

    async def carry_out_due(self, table: str) -> None:
        """A timer came: do what is due, if it still is."""
        state = await self.state(table)
        coming = stream.due(state)
        if coming is not None and coming.at <= self.clock():
            with suppress(RefusedError):  # somebody was faster
                await self.act(
                    table, By(Role.SYSTEM), coming.action, f"s:due:{state.version}", state.version, at=coming.at
                )

    async def suspend(self, table: str, since: int) -> bool:
        """The service was away since an instant: that time is charged to nobody. True if it made a difference."""
        async with self._lock(table):
            for _ in range(ATTEMPTS):
                kept = await self._caught_up(table)
                before = kept.state
                clock = before.table.clock
                if clock is None or clock.running is None or before.table.over or before.table.last_at > self.clock():
                    return False
                at = max(self.clock(), before.table.last_at)
                first = stream.decide(before, acts.Suspend(since), By(Role.SYSTEM), at, {})
                if isinstance(first, Refused) or not first:
                    return False
                events = [*first, acts.Resumed()]
                done = await self._decided(table, kept, events, {}, f"s:away:{since}", SYSTEM, at)
                if done is not None:
                    return not done.repeated
        return False


def _out(event: Event) -> EventOut:
    return EventOut(event.version, event.at, read(event))


def _folded(state: State | None, events: Sequence[StreamEvent], at: int) -> State:
    version = state.version if state else 0
    after = stream.fold(state, ((event, at, version + n) for n, event in enumerate(events, 1)))
    assert after is not None
    return after


def _keeping(stream_name: str, drawn: dict[str, str]) -> Also | None:
    """What was drawn is kept by the very commit that promises it."""
    if not drawn:
        return None
    values = [{"stream": stream_name, "promise": promise, "text": text} for promise, text in drawn.items()]

    def keep(connection: sa.Connection, _events: Sequence[Event]) -> None:
        connection.execute(sa.insert(rows.dice_secrets), values)

    return keep


def _draw() -> str:
    return secrets.token_hex(32)


def _table_id(person: str, action_id: str) -> str:
    """Asked for with an id, the same table again; nobody else can find it by guessing."""
    return fair.promise(f"{person} {action_id}")[:20]
