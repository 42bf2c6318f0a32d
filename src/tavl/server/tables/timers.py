"""The timers of a table: what will happen by itself, and when."""

from __future__ import annotations

from tavl.server.tables import bots, stream_state
from tavl.server.tables.event_codec import stream_of
from tavl.server.tables.state_cache import Kept
from tavl.server.tables.stream_state import State
from tavl.store.timing import CancelTimer, SetTimer

DUE, BOT = "due", "bot"
FAR_OFF = (1 << 47) - 1  # the last instant that there is: a director may give somebody more time than that


def timers_of(table: str, kept: Kept | None, after: State, bot_delay_ms: int) -> tuple[SetTimer | CancelTimer, ...]:
    """What is wanted is set again even at the same instant: whoever carries out the old one then leaves it alone."""
    had: dict[str, int | None] = {}
    if kept is not None:
        known = kept.wanted
        had = known[1] if known and known[0] is kept.state else _wanted(kept.state, bot_delay_ms)
    wanted = _wanted(after, bot_delay_ms)
    if kept is not None:
        kept.wanted = (after, wanted)  # if it is written, it is the state then
    changes: list[SetTimer | CancelTimer] = []
    for kind, at in wanted.items():
        if at is not None:
            changes.append(SetTimer(stream_of(table), kind, at))
        elif had.get(kind) is not None:
            changes.append(CancelTimer(stream_of(table), kind))
    return tuple(changes)


def _wanted(state: State, bot_delay_ms: int) -> dict[str, int | None]:
    coming = stream_state.due(state)
    seat = state.bot_to_act()
    ready = None if seat is None else bots.ready_at(state.table, seat) + bot_delay_ms
    return {DUE: min(coming.at, FAR_OFF) if coming else None, BOT: ready}
