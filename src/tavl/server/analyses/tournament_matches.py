"""Matches of a tournament analysed, as they end where its invitation says so, or when a director asks."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from msgspec.structs import replace

from tavl.analysis import Depth
from tavl.analysis.fair_play.fair_play import Analysed
from tavl.server.analyses.analyses import Analyses
from tavl.server.errors import ApiError
from tavl.server.logs import log
from tavl.server.messages.tables import EventOut
from tavl.server.tables.executor import Executor
from tavl.server.tables.stream.stream_state import State
from tavl.server.tournaments.executor import Tournaments
from tavl.server.tournaments.pairing_tables import PairingTables, pairing_of
from tavl.table.terms import Sitting

OWNER = "tournament."  # the prefix of such an analysis's owner; the tournament's id follows
DEPTHS = (Depth.INSTANT, Depth.TWO_PLY)
MAX_ANALYSES = 200  # analyses that a sheet is compared with


class TournamentMatches:
    def __init__(self, executor: Executor, tournaments: Tournaments, tables: PairingTables, analyses: Analyses) -> None:
        self._executor, self._tournaments, self._tables, self._analyses = executor, tournaments, tables, analyses
        self._tasks: set[asyncio.Task[None]] = set()
        executor.subscribe(self._heard)

    def _heard(self, table: str, state: State, events: Sequence[EventOut]) -> None:
        pairing = pairing_of(state)
        if pairing is None or not state.table.over or state.table.terms.sitting is not Sitting.ENFORCED:
            return
        task = asyncio.ensure_future(self._as_it_ends(pairing.tournament, table))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _as_it_ends(self, id: str, table: str) -> None:
        try:
            if (await self._tournaments.state(id)).tournament.invitation.analysed:
                await self._analyses.start_for(OWNER + id, table, DEPTHS)
        except ApiError as error:
            log.warning("a match was not analysed", extra={"fields": {"table": table, "code": error.code}})

    async def start_all(self, id: str) -> None:
        """Those that are over and not analysed yet."""
        for table in (await self._tables.of(id)).values():
            state = await self._executor.state(table)
            if state.table.over and state.table.terms.sitting is Sitting.ENFORCED:
                await self._analyses.start_for(OWNER + id, table, DEPTHS)

    async def analysed(self, id: str) -> tuple[list[Analysed], list[Analysed]]:
        """The matches of this tournament, and all matches that are known, including these. Their players are ids: two
        people may have the same name, and one person several."""
        rows = await self._analyses.finished_for(OWNER, MAX_ANALYSES)
        found: dict[str, Analysed] = {}
        here: set[str] = set()
        for row in rows:
            known = found.get(row.table)
            people = await self._analyses.people_of(row.table, row.record)
            by_depth = {**(known.by_depth if known else {}), row.depth: replace(row.analysis, players=people)}
            found[row.table] = Analysed(name=row.table, record=row.record, by_depth=by_depth)
            if row.owner == OWNER + id:
                here.add(row.table)
        every = list(found.values())
        return [each for each in every if each.name in here], every

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
