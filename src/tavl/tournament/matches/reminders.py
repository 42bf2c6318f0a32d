"""Reminders of matches that have days to be played: before an agreed time, before a deadline, and when it has passed.

How they are told, by mail and push: `server/notifications/reminder_delivery.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

from tavl.rules.refusal import Refused, refuse
from tavl.tournament import acts
from tavl.tournament.acts import By, Stamp
from tavl.tournament.acts.appointments import Reminder
from tavl.tournament.matches.advancement import Where, flow_of, standing_at
from tavl.tournament.matches.appointments import deadline_of
from tavl.tournament.matches.tables_and_calls import is_announced
from tavl.tournament.registry import STAFF, SYSTEM, Chance, Evolver, Handler, HandlerResult
from tavl.tournament.state import Due, Tournament, match_of, put_match

HOUR = 3_600_000
START_BEFORE = 24 * HOUR
DEADLINE_BEFORE = 24 * HOUR
NOT_BEGUN = (Where.WAITS, Where.READY, Where.CALLED)


def coming(tournament: Tournament) -> Iterator[Due]:
    for each in flow_of(tournament).standings.values():
        if each.where not in (Where.READY, Where.CALLED):
            continue
        told, starts = each.match.reminded, each.match.starts_at
        deadline = deadline_of(tournament, each)
        if (deadline is None and not each.match.agreed) or not is_announced(tournament, each):
            continue
        if each.match.agreed and starts is not None:
            if Reminder.START not in told and each.where is Where.READY:
                yield Due(max(starts - START_BEFORE, tournament.last_at), acts.Remind(each.id, Reminder.START))
        elif deadline is not None and Reminder.DEADLINE not in told:
            yield Due(max(deadline - DEADLINE_BEFORE, tournament.last_at), acts.Remind(each.id, Reminder.DEADLINE))
        if deadline is not None and Reminder.PASSED not in told:
            yield Due(max(deadline + 1, tournament.last_at), acts.Remind(each.id, Reminder.PASSED))


def _remind(tournament: Tournament, action: acts.Remind, by: By, at: int, chance: Chance) -> HandlerResult:
    standing = standing_at(flow_of(tournament), action.match)
    if isinstance(standing, Refused):
        return standing
    if action.what in standing.match.reminded or standing.where not in NOT_BEGUN:
        return refuse("done_already", "T2.2.i")
    return [acts.Reminded(action.match, action.what)]


HANDLERS: dict[type, Handler] = {
    acts.Remind: Handler(_remind, STAFF | SYSTEM, "T1.3.i"),
}


def _evolve_reminded(tournament: Tournament, event: acts.Reminded, stamp: Stamp) -> Tournament:
    told = match_of(tournament, event.match).reminded
    return put_match(tournament, event.match, reminded=(*told, event.what))


EVOLVERS: dict[type, Evolver] = {
    acts.Reminded: _evolve_reminded,
}
