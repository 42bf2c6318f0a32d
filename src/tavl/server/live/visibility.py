"""Who may see a table, and what each may see of it: every state and every event is sent through here."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from tavl.rules.refusal import refuse
from tavl.server.accounts.identity import Identity
from tavl.server.errors import ApiError, RefusedError
from tavl.server.live.spectator_delay import delay_of, gallery_of
from tavl.server.messages.accounts import Person
from tavl.server.messages.tables import EventOut, TableState
from tavl.server.tables.executor import Executor
from tavl.server.tables.hosting_view import HouseView, house_view
from tavl.server.tables.rated_matches import counts
from tavl.server.tables.roles import people_of
from tavl.server.tables.stream import stream_state
from tavl.server.tables.stream.stream_state import State
from tavl.table import view
from tavl.table.acts import By, Role


def why_not_watch(state: State, by: By, who: Identity | None) -> ApiError | None:
    """A table can be closed to spectators, and an expelled one stays out (T1.6.iii): after that nobody may watch
    without an account, since every new guest could be the same person."""
    if by.role is not Role.SPECTATOR:
        return None
    expelled = state.table.requests.expelled
    if by.person and by.person in expelled:
        return RefusedError(refuse("expelled", "T1.6.iii"))
    if not state.table.full:
        return None  # anybody with the link may sit down
    if by.person and by.person in state.house.let_in:
        return None
    if not state.house.terms.spectators and not state.table.over:
        return ApiError("no_spectators")
    if expelled and not state.table.over and (who is None or who.guest):
        return ApiError("account_needed")
    return None


def sent(events: Iterable[EventOut], by: By) -> tuple[EventOut, ...]:
    """Events as this person may see them."""
    return tuple(_sent(out, by) for out in events)


def _sent(out: EventOut, by: By) -> EventOut:
    event = stream_state.redact(out.event, by, out.at)
    return out if event is out.event else EventOut(out.version, out.at, event)


def table_state(
    table: str,
    state: State,
    by: By,
    at: int,
    people: dict[str, Person],
    present: tuple[bool, bool],
    events: Iterable[EventOut],
    watchers: tuple[str, ...] = (),
) -> TableState:
    """The state message for any receiver."""
    seen = view(state.table, by, at)
    named, house, rated = _for_everybody(state)
    return TableState(
        table=table,
        version=state.version,
        at=at,
        view=replace(seen, actions=stream_state.open_types(state, by, at, seen.actions)),
        dice=state.dice,
        people={who: people[who] for who in (*named, *watchers) if who in people},
        present=present,
        events=sent(events, by),
        house=house,
        rated=rated,
        watchers=watchers,
    )


_last: tuple[State, tuple[list[str], HouseView, bool]] | None = None  # both players are told the same one by one


def _for_everybody(state: State) -> tuple[list[str], HouseView, bool]:
    """Names, hosting, and whether it counts: the same for every viewer."""
    global _last
    known = _last
    if known is not None and known[0] is state:
        return known[1]
    same = (people_of(state.house, state.table), house_view(state.house, state.table), counts(state.house, state.table))
    _last = (state, same)
    return same


# later


class Seen(Struct, frozen=True):
    """A table for somebody who asks over HTTP; `events` are unredacted, to be passed through `sent`."""

    who: Identity | None
    by: By
    state: State
    events: tuple[EventOut, ...]


async def seen(
    executor: Executor, who: Identity | None, table: str, now: int, after: int = 0, limit: int | None = None
) -> Seen:
    state = await executor.state(table)
    by = state.by(who.person if who else None)
    fault = why_not_watch(state, by, who)
    if fault:
        raise fault
    if delay_of(state, by):
        gallery = await gallery_of(executor, table, state, now)
        return Seen(who, by, gallery.shown, tuple(out for out in gallery.seen if out.version > after))
    return Seen(who, by, state, await executor.events(table, after, state.version, limit))
