"""Positions on boards where help is forbidden right now: they are evaluated for nobody (T1.6.ii, T1.7.i).

Otherwise a player of a rated or a tournament match could ask from another window, and a spectator could ask for
them. It ends when the spectators' delay has passed (`spectator_delay_ms` in `table/terms.py`). The first rolls of a
game are in every book, and are excepted.
"""

from __future__ import annotations

from collections.abc import Callable

import sqlalchemy as sa

from tavl.rules.board import Position
from tavl.rules.match import Match
from tavl.rules.refusal import refuse
from tavl.server import schema
from tavl.server.errors import RefusedError
from tavl.server.live.spectator_delay import gallery_of
from tavl.server.tables.executor import Executor
from tavl.server.tables.stream.event_codec import table_of
from tavl.server.tournaments.executor import Tournaments
from tavl.server.tournaments.people import AT_TABLE
from tavl.server.tournaments.stream import STREAM
from tavl.store import Store
from tavl.store.log.read import NO_LIMIT
from tavl.store.projections.table_list import listed
from tavl.store.projections.table_rows import PLAYING
from tavl.store.projections.tournament_list import OPEN
from tavl.store.projections.tournament_list import listed as tournaments_of
from tavl.table.view import is_closed_to_help
from tavl.tournament.matches.advancement import flow_of, plays_in

OPENING_TURNS = 2  # up to this many plays a position counts as an opening


class LivePositions:
    def __init__(self, store: Store, executor: Executor, tournaments: Tournaments, clock: Callable[[], int]) -> None:
        self._store, self._executor, self._tournaments, self._clock = store, executor, tournaments, clock

    async def standing(self) -> frozenset[Position]:
        """All of them, as either player sees them."""
        playing = await self._store.read_rows(lambda c: listed(c, status=(PLAYING,), limit=NO_LIMIT))
        found: set[Position] = set()
        for line in playing:
            table = table_of(line.stream)
            state = await self._executor.state(table)
            if not is_closed_to_help(state.table):
                continue
            found |= _positions(state.table.match)
            if state.table.terms.spectator_delay_ms:
                gallery = await gallery_of(self._executor, table, state, self._clock())
                found |= _positions(gallery.shown.table.match)
                for out in tuple(gallery.coming):
                    gallery.advance(out.at)
                    found |= _positions(gallery.shown.table.match)
        return frozenset(found)

    async def check(self, position: Position) -> None:
        """Refuse to evaluate such a position."""
        if position in await self.standing():
            raise RefusedError(refuse("position_in_play", "T1.6.ii"))

    async def check_not_in_counted_match(self, person: str) -> None:
        """Refuse a tutor to somebody who is in a match that counts: as themselves, as a guest, or for a
        player of a tournament whose seat their browser has claimed; on this server's boards or on physical ones."""
        p = schema.tournament_people.c
        held = sa.select(p.person).where(p.holder == person)
        people = {person, *await self._store.read_rows(lambda c: c.execute(held).scalars().all())}
        for each in sorted(people):
            if await self._sits_at_one(each) or await self._is_paired(each):
                raise RefusedError(refuse("in_a_match_that_counts", "T1.7.i"))

    async def _sits_at_one(self, person: str) -> bool:
        mine = await self._store.read_rows(lambda c: listed(c, status=(PLAYING,), person=person, limit=NO_LIMIT))
        for line in mine:
            if is_closed_to_help((await self._executor.state(table_of(line.stream))).table):
                return True
        return False

    async def _is_paired(self, person: str) -> bool:
        """Whether they are at a table of a tournament, even if its match is not recorded here."""
        entered = await self._store.read_rows(
            lambda c: tournaments_of(c, person=person, phases=(OPEN,), limit=NO_LIMIT)
        )
        for line in entered:
            flow = flow_of((await self._tournaments.state(line.stream.removeprefix(STREAM))).tournament)
            if any(each.where in AT_TABLE and plays_in(flow, each, person) for each in flow.standings.values()):
                return True
        return False


def _positions(match: Match) -> set[Position]:
    game = match.game
    if game is None or game.turns <= OPENING_TURNS:
        return set()
    return {game.position, game.position.mirror()}
