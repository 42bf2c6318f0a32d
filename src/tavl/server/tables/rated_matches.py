"""Which matches are rated, and in which list. Pure."""

from __future__ import annotations

from tavl.server.tables import bots
from tavl.server.tables import hosting as houses
from tavl.server.tables.stream.stream_state import State
from tavl.store.projections.ratings import BOTS, PEOPLE
from tavl.store.projections.table_rows import Rated


def rated_as(state: State) -> Rated | None:
    """The list in which this match is rated; None: it is not.

    A match is rated if it has a length (not money play), its table was opened as rated, its two players are different
    and were both registered when they sat down, and a game was begun. It may end by the score, by resigning, on time or
    by a ruling; a table that was closed has no result. At a physical board somebody must rule.
    """
    table = state.table
    first, second = table.seats
    if not table.begun or table.aborted or not counts(state) or first is None or second is None:
        return None
    is_bot = tuple(bots.is_bot_seat(person) or person in state.house.bots for person in (first, second))
    return Rated(BOTS if any(is_bot) else PEOPLE, (is_bot[0], is_bot[1]))


def counts(state: State) -> bool:
    """Whether the match will be rated, as far as is known from who sits there now."""
    return houses.counts(state.house, state.table)
