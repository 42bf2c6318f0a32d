"""What stands on a board right now where nobody may have help: it is evaluated for nobody (T1.6.ii, T1.7.i).

Whoever sits at a rated or a tournament match could otherwise ask from another window, and whoever watches could ask for
them. It ends when the spectators' delay has passed. The first rolls of a game are in every book, and are excepted.
"""

from __future__ import annotations

from collections.abc import Callable

from tavl.rules.board import Position
from tavl.rules.match import Match
from tavl.rules.refusal import refuse
from tavl.server.errors import RefusedError
from tavl.server.live.spectator_delay import gallery_of
from tavl.server.tables.event_codec import table_of
from tavl.server.tables.executor import Executor
from tavl.store import Store
from tavl.store.log.append import NO_LIMIT
from tavl.store.projections.table_list import listed
from tavl.store.projections.table_rows import PLAYING
from tavl.table.view import is_closed_to_help

OPENING_TURNS = 2  # after so many plays a position is still one of the openings


class LivePositions:
    def __init__(self, store: Store, executor: Executor, clock: Callable[[], int]) -> None:
        self._store, self._executor, self._clock = store, executor, clock

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
        """Raises what refuses to say anything about it."""
        if position in await self.standing():
            raise RefusedError(refuse("position_in_play", "T1.6.ii"))


def _positions(match: Match) -> set[Position]:
    game = match.game
    if game is None or game.turns <= OPENING_TURNS:
        return set()
    return {game.position, game.position.mirror()}
