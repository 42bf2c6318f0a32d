"""The timers of a table: what will happen automatically, and when. A bot's pause, the wait before a
notice and before the next game: `bot_delay_ms`, `notice_after_s` and `next_game_after_ms` in `server/settings.py`."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from tavl.server.tables import bots
from tavl.server.tables.correspondence import asked, pace_of
from tavl.server.tables.stream import stream_state
from tavl.server.tables.stream.event_codec import stream_of
from tavl.server.tables.stream.stream_state import State
from tavl.server.tables.stream.table_cache import Kept
from tavl.store.log.events import CancelTimer, SetTimer

DUE, BOT, NOTICE = "due", "bot", "notice"
FAR_OFF = (1 << 47) - 1  # the latest time that can be stored: a director may give somebody more time than that


def timers_of(table: str, kept: Kept | None, after: State, bot_delay_ms: int) -> tuple[SetTimer | CancelTimer, ...]:
    """Timers are set again even for the same time, so that whoever carries out the old one leaves the new one alone."""
    had: dict[str, int | None] = {}
    if kept is not None:
        known = kept.wanted
        had = known[1] if known and known[0] is kept.state else _wanted(kept.state, bot_delay_ms)
    wanted = _wanted(after, bot_delay_ms)
    if kept is not None:
        kept.wanted = (after, wanted)  # this will be the state if the commit succeeds
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


def is_notice(kind: str) -> bool:
    """A tournament has one for each match and what it reminds of: `notice:start:open/main.1.1`."""
    return kind.split(":", 1)[0] == NOTICE


class NoticePayload(Struct, frozen=True):
    version: int = 0  # of the table, when it became somebody's turn or was over
    by: str = ""  # who acted last, and need not be notified
    tries: int = 0


def notice_timer(
    table: str, before: State | None, after: State, by: str, after_ms: int
) -> SetTimer | CancelTimer | None:
    """The change to the notification timer. While the same people are waited for, there is none."""
    if pace_of(after.table.terms) is None:
        return None
    was_over = before is not None and before.table.over
    if after.table.over:
        told = after.table.begun and not after.table.aborted and not was_over
    elif before is not None and asked(before) == asked(after):
        return None
    else:
        told = bool(asked(after))
    if not told:
        return None if was_over else CancelTimer(stream_of(table), NOTICE)
    payload = msgspec.json.encode(NoticePayload(after.version, by))
    return SetTimer(stream_of(table), NOTICE, after.table.last_at + after_ms, payload)
