"""What a match counts for, and games by correspondence: read from a table's state. Pure.

By correspondence is the same table with another clock: no match time, and a delay of hours or days for each turn.
"""

from __future__ import annotations

from tavl.rules.game import Phase
from tavl.rules.seat import SEATS, Seat
from tavl.server import bots
from tavl.server import house as houses
from tavl.server.stream import State
from tavl.store.matches import Rated
from tavl.store.ratings import BOTS, PEOPLE
from tavl.table.terms import TableTerms

LEAST_PACE_MS = 3_600_000  # an hour a turn: who has so long goes away meanwhile


def rated_as(state: State) -> Rated | None:
    """Which list the result of this match is for; none: it is not rated.

    Rated are matches to so many points (no money play) at a table opened for that, between two different players who
    were both registered when they sat down, once a game was begun. How it ended does not matter, be it by the score, by
    resigning, on time or by a ruling; a table that was closed has no result. On wood somebody has to watch over it.
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


def pace_of(terms: TableTerms) -> int | None:
    """Milliseconds a move by correspondence; none: played in one sitting."""
    clock = terms.clock
    if clock is None or clock.minutes_per_point > 0 or clock.delay_seconds * 1000 < LEAST_PACE_MS:
        return None
    return round(clock.delay_seconds * 1000)


def asked(state: State) -> tuple[Seat, ...]:
    """By correspondence: the people who are waited for. A word for the dice that only their browser knows counts too;
    what happens by itself (the next game, the opening roll) and bots do not."""
    table = state.table
    if pace_of(table.terms) is None or not table.full or table.over:
        return ()
    game = table.match.game
    if not state.dice.ready:
        waited = tuple(seat for seat in SEATS if (word := state.dice.words[seat]) is None or word.word is None)
    elif game is None or game.phase in (Phase.OPENING, Phase.OVER):
        return ()
    else:
        waited = table.to_act
    return tuple(seat for seat in waited if not bots.is_bot_seat(table.seats[seat]))


def deadline(state: State) -> int | None:
    """When the time of whoever is waited for runs out."""
    clock = state.table.clock
    return clock.runs_out_at if clock and asked(state) else None
