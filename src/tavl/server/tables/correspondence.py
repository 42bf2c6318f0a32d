"""Correspondence games: who is waited for, and until when. How long they have is the delay of the table's clock
(`clock` in `table/terms.py`), as chosen from `web/home/new_table_choices.py`. Pure."""

from __future__ import annotations

from tavl.rules.game import Phase
from tavl.rules.seat import SEATS, Seat
from tavl.server.tables import bots
from tavl.server.tables.stream.stream_state import State
from tavl.table.terms import TableTerms

MIN_PACE_MS = 3_600_000  # an hour a turn: with that much time players leave the page
MAX_PACE_MS = 14 * 24 * 3_600_000


def pace_of(terms: TableTerms) -> int | None:
    """Milliseconds a move in a correspondence game; None: played in one sitting."""
    clock = terms.clock
    if clock is None or clock.minutes_per_point > 0 or clock.delay_seconds * 1000 < MIN_PACE_MS:
        return None
    return round(clock.delay_seconds * 1000)


def asked(state: State) -> tuple[Seat, ...]:
    """The people who have to act in a correspondence game, also for a word for the dice that only their browser
    knows; not bots, and nobody for what happens automatically (the next game, the opening roll)."""
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
    """When the time of the player to act runs out."""
    clock = state.table.clock
    return clock.runs_out_at if clock and asked(state) else None
