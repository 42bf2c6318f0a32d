"""What a match counts for, and games by correspondence: read from a table's state. Pure.

By correspondence is the same table with another clock: no match time, and a delay of hours or days for each turn.
"""

from __future__ import annotations

from tavl.server.tables import bots
from tavl.server.tables import hosting as houses
from tavl.server.tables.stream_state import State
from tavl.store.projections.ratings import BOTS, PEOPLE
from tavl.store.projections.table_rows import Rated


def rated_as(state: State) -> Rated | None:
    """Which list the result of this match is for; none: it is not rated.

    Rated are matches to so many points (no money play) at a table opened for that, between two different players who
    were both registered when they sat down, once a game was begun. How it ended does not matter, be it by the score, by
    resigning, on time or by a ruling; a table that was closed has no result. At a physical board somebody
    has to watch over it.
    """
    table = state.table
    first, second = table.seats
    if not table.begun or table.aborted or not counts(state) or first is None or second is None:
        return None
    is_bot = tuple(bots.is_bot_seat(person) or person in state.house.bots for person in (first, second))
    return Rated(BOTS if any(is_bot) else PEOPLE, (is_bot[0], is_bot[1]))


def counts(state: State) -> bool:
    """Whether the match will be rated, as far as can be told from whoever sits there by now."""
    return houses.counts(state.house, state.table)
