"""Executes actions on tournaments: each is decided, written and only then answered.

An action stays valid unless its own match, entry or round has changed: the tournament checks this (`seen`). So if
somebody else wrote first, it is simply decided again on the new state.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

import sqlalchemy as sa
from msgspec.structs import replace

from tavl.rules.refusal import Refused
from tavl.server import schema
from tavl.server.codes import digest
from tavl.server.errors import ApiError, RefusedError
from tavl.server.logs import log
from tavl.server.metrics import Metrics
from tavl.server.streams.executor import ATTEMPTS, MAX_EVENTS, Done, StreamExecutor
from tavl.server.tables.stream.commits import Joined, all_joined, keeping, kept_at, together
from tavl.server.tournaments.plans import FEDERATION, TournamentPlans
from tavl.server.tournaments.stream import Heard, Kept, stream_of
from tavl.server.tournaments.table_link import changes_at, match_concerned, result_of_orders
from tavl.server.venue.copy_sources import CopySources
from tavl.store import Store
from tavl.store.log.events import SYSTEM, Commit, Event
from tavl.tournament import By, Office, Preview, Stamp, Tournament, acts, decide, due, evolve, preview
from tavl.tournament.acts import AnyAction, AnyEvent
from tavl.tournament.draws.lots import promise
from tavl.tournament.matches.advancement import Where, flow_of

SEED_BYTES = 32
DRAWS = (acts.MakeDraw, acts.DrawCommittee)  # actions for which lots are drawn


Link = Callable[[str, Tournament, Sequence[AnyEvent], Stamp], Awaitable[Joined | None]]
Before = Callable[[str, AnyAction, int], Awaitable[Sequence[AnyAction]]]


class Tournaments(StreamExecutor[Kept, AnyEvent]):
    def __init__(
        self,
        store: Store,
        metrics: Metrics,
        clock: Callable[[], int],
        plans: TournamentPlans,
        sources: CopySources,
        links: Sequence[Link],
        before: Before,
        random_bytes: Callable[[int], bytes],
    ) -> None:
        """`links` say what is written to a table or an organisation together with a tournament's events; `before`,
        what the federation states before somebody acts; `random_bytes` is what lots are drawn with."""
        super().__init__(store, metrics, plans.cache)
        self._clock, self._plans, self._sources = clock, plans, sources
        self._links, self._before, self._random_bytes = links, before, random_bytes

    # reading

    def subscribe(self, listener: Heard) -> None:
        """Called with new events, from this process or another, once they are known here."""
        self._plans.cache.subscribe(listener)

    async def state(self, id: str) -> Kept:
        """The current state in the log; from memory if no other process can have written."""
        if await self._sources.is_removed(id):
            raise ApiError("not_found")
        return await self._plans.state(id)

    async def state_at_least(self, id: str, version: int = 0) -> Kept:
        """From memory, if that is at this version and no later one is known."""
        return self._cache.known(id, version) or await self._cache.catch_up(id)

    async def events(self, id: str, after: int, limit: int) -> list[Event]:
        """The events after a version, unredacted: never send them as they are."""
        return await self._store.read(stream_of(id), after, limit)

    # writing

    async def create(self, person: str, action: acts.CreateTournament, key: str | None) -> tuple[str, Done[AnyEvent]]:
        """A new stream and its id. The same key twice gives the same stream; nobody else can guess it."""
        act = f"{person}:{key or secrets.token_hex(16)}"
        id = digest(f"tournament {act}")[:20]
        return id, await self.act(id, By(person), action, act)

    async def act(self, id: str, by: By, action: AnyAction, action_id: str, at: int | None = None) -> Done[AnyEvent]:
        """Decide an action on the current state, write it, and return the version it led to."""
        received = self._clock() if at is None else at
        who = by.person or SYSTEM
        if by.office is Office.NONE:
            for statement in await self._before(id, action, received):
                await self.act(id, FEDERATION, statement, f"s:federation:{secrets.token_hex(8)}")
        async with self._cache.lock(id):
            kept = self._cache.get(id) or await self._found(id, isinstance(action, acts.CreateTournament))
            if kept is not None:
                await self._sources.check_run_here(id)
            for _ in range(ATTEMPTS):
                instant = max(received, kept.tournament.last_at) if kept else received
                seed = await self._seed(id, kept, action)
                events = self._decide(kept, action, by, instant, seed)
                if isinstance(events, Refused):
                    again = await self._look_again(id, kept, who, action_id, events)
                    if isinstance(again, Done):
                        return again
                    kept = again
                    continue
                drawn = {promise(seed): seed.hex()} if seed and isinstance(action, acts.PromiseSeed) else {}
                done = await self._commit(id, kept, events, instant, action_id, who, drawn)
                if done is not None:
                    return done
                kept = await self._found(id, create=kept is None)
        raise ApiError("stale")

    def _decide(
        self, kept: Kept | None, action: AnyAction, by: By, at: int, seed: bytes | None
    ) -> list[AnyEvent] | Refused:
        if kept is not None and kept.version >= MAX_EVENTS and by.office is not Office.SYSTEM:
            raise ApiError("stream_full", most=MAX_EVENTS)
        return decide(kept.tournament if kept else None, action, by, at, seed)

    async def _commit(
        self,
        id: str,
        kept: Kept | None,
        events: Sequence[AnyEvent],
        at: int,
        action_id: str,
        actor: str,
        drawn: dict[str, str],
    ) -> Done[AnyEvent] | None:
        """Write what was decided; none: somebody else wrote first."""
        if not events:
            return Done(kept.version if kept else 0, repeated=True)
        stamp = Stamp(at, actor, action_id)
        linked = [await link(id, kept.tournament, events, stamp) for link in self._links] if kept else []
        parts = [each for each in linked if each is not None]
        if kept:
            events = [*events, *_ended_at_table(kept.tournament, events, stamp, parts)]
        other = all_joined(parts)
        mine, decided_at = self._plans.append(id, kept, events, None), at
        at = max(at, other.at) if other else at
        mine = kept_at(mine, decided_at, at)
        timers = self._plans.timers(id, kept.tournament if kept else None, events, stamp)
        commit = Commit(action_id, actor, at, (mine, *(other.appends if other else ())), timers)
        if other:
            commit = replace(commit, timers=(*timers, *other.timers))
        also = together(keeping(mine.stream, drawn), other.also if other else None, self._plans.tell_others)
        take_in = partial(self._plans.taken, id, kept, timers)
        return await self._committed(id, commit, also, events, take_in, other.taken if other else None)

    # lots

    async def _seed(self, id: str, kept: Kept | None, action: AnyAction) -> bytes | None:
        """The seed that was promised, or one that nobody knows."""
        if kept is None or not isinstance(action, (*DRAWS, acts.PromiseSeed)):
            return None
        division = kept.tournament.divisions.get(action.division) if isinstance(action, acts.MakeDraw) else None
        if division is None or not division.promise:
            return self._random_bytes(SEED_BYTES)
        s = schema.dice_secrets.c
        query = sa.select(s.text).where(s.stream == stream_of(id), s.promise == division.promise)
        found = await self._store.read_rows(lambda c: c.execute(query).scalar())
        return bytes.fromhex(found) if found else None

    async def preview(self, id: str, by: By, action: AnyAction) -> tuple[int, Preview]:
        """What an action would change. For a draw with a promised seed it uses another seed: somebody who could look at
        the draw beforehand could choose when to make it."""
        kept = await self.state(id)
        await self._sources.check_run_here(id)
        tournament, version = kept.tournament, kept.version
        seed = self._random_bytes(SEED_BYTES) if isinstance(action, (*DRAWS, acts.PromiseSeed)) else None
        if isinstance(action, acts.MakeDraw) and (division := tournament.divisions.get(action.division)):
            divisions = {**tournament.divisions, action.division: replace(division, promise="")}
            tournament = replace(tournament, divisions=divisions)
        at = max(self._clock(), tournament.last_at)
        would = preview(tournament, action, by, at, seed)
        return version, await self._at_table(id, tournament, would, Stamp(at, by.person, "preview"))

    async def _at_table(self, id: str, tournament: Tournament, would: Preview, stamp: Stamp) -> Preview:
        """What the board of the match would show, or why that is impossible."""
        match = match_concerned(tournament, would.events)
        if match is None or not self._links:
            return would
        try:
            joined = await self._links[0](id, tournament, would.events, stamp)
        except RefusedError as error:
            return replace(would, refused=error.refused, events=(), changes=())
        flow = flow_of(tournament)
        people = flow.people(flow.standings[match])
        found = [
            change
            for before, after in (joined.tables if joined else ())
            for change in changes_at(match, people, before.table, after.table)
        ]
        return replace(would, changes=(*would.changes, *found))

    # what happens by itself

    async def carry_out_due(self, id: str) -> AnyAction | None:
        """A timer is due: do what is due, if it still is. Returns what was done."""
        kept = await self.state(id)
        coming = due(kept.tournament)
        if coming is None or coming.at > self._clock():
            return None
        try:
            await self.act(id, By("", Office.SYSTEM), coming.action, f"s:due:{kept.version}", at=coming.at)
        except RefusedError as error:
            log.error("what was due was refused: %s", error.code)
            return None
        return coming.action

    async def suspend(self, id: str, since: int) -> bool:
        """The server was down since an instant: nobody was late during that time. True if it makes a difference."""
        tournament = (await self.state(id)).tournament
        called = any(each.where is Where.CALLED for each in flow_of(tournament).standings.values())
        now = self._clock()
        if not called or tournament.last_at > now or await self._sources.of(id) is not None:
            return False
        outage = acts.StateOutage(max(since, tournament.created_at), now)
        try:
            done = await self.act(id, By("", Office.SYSTEM), outage, f"s:away:{since}")
        except RefusedError as error:
            log.error("an outage was refused: %s", error.code)
            return False
        return not done.repeated


def _ended_at_table(
    tournament: Tournament, events: Sequence[AnyEvent], stamp: Stamp, parts: Sequence[Joined]
) -> list[AnyEvent]:
    """A ruling that ends the match at its table is followed by the result, in the same commit."""
    tables = [each for part in parts for each in part.tables]
    match = match_concerned(tournament, events) if tables else None
    if match is None:
        return []
    after = tournament
    for event in events:
        after = evolve(after, event, stamp)
    for before, then in tables:
        result = result_of_orders(after, match, before.table, then.table)
        decided = decide(after, result, By("", Office.SYSTEM), stamp.at) if result else []
        if not isinstance(decided, Refused):
            return decided
    return []
