"""A tournament's questions: what an action leads to, what somebody may do, what happens automatically, what would
change.

Each goes to the part that knows; nothing is decided here."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from tavl.rules.refusal import Refused, refuse
from tavl.tournament import acts, automation, undo
from tavl.tournament.acts import AnyAction, AnyEvent, By, Role, Stamp
from tavl.tournament.cases import appeals, breaches, cases, committees, penalties, reversals
from tavl.tournament.draws import consolation_byes, draws, late_entries
from tavl.tournament.matches import (
    appointments,
    clocks,
    corrections,
    equipment,
    featured_matches,
    lateness,
    observers,
    phones,
    reminders,
    requests,
    results,
    slow_play,
    tables_and_calls,
    teams,
)
from tavl.tournament.money import awards, payments, refunds
from tavl.tournament.preparation import entries, invitation_changes, staff
from tavl.tournament.registry import Chance, Evolver, Handler, HandlerResult, roles_of
from tavl.tournament.report import closing
from tavl.tournament.state import MAX_ACTS, Act, Due, Phase, Tournament

PARTS = (
    payments,
    refunds,
    awards,
    appointments,
    clocks,
    featured_matches,
    slow_play,
    breaches,
    consolation_byes,
    phones,
    cases,
    appeals,
    committees,
    corrections,
    draws,
    entries,
    equipment,
    late_entries,
    lateness,
    penalties,
    closing,
    reminders,
    requests,
    results,
    reversals,
    tables_and_calls,
    observers,
    invitation_changes,
    staff,
    teams,
    undo,
)
HANDLERS: dict[type, Handler] = {kind: handler for part in PARTS for kind, handler in part.HANDLERS.items()}
EVOLVERS: dict[type, Evolver] = {kind: evolver for part in PARTS for kind, evolver in part.EVOLVERS.items()}
ROLE_ORDER = tuple(Role)


def decide(tournament: Tournament | None, action: AnyAction, by: By, at: int, chance: Chance = None) -> HandlerResult:
    """What an action by somebody at an instant leads to. `chance` is a seed, for what is drawn by lots."""
    if isinstance(action, acts.CreateTournament):
        return invitation_changes.create(action, by, at) if tournament is None else refuse("done_already", "T1.1")
    if tournament is None:
        return refuse("no_tournament", "T1.1")
    at = max(at, tournament.last_at)
    handler = HANDLERS[type(action)]
    return _barred(tournament, handler, by) or handler.decide(tournament, action, by, at, chance)


def _barred(tournament: Tournament, handler: Handler, by: By) -> Refused | None:
    roles = roles_of(tournament, by)
    if not roles & handler.roles:
        return refuse("not_your_role", handler.rule, role=min(roles, key=ROLE_ORDER.index))
    if tournament.phase is Phase.CLOSED and not handler.closed:
        return refuse("tournament_closed", "T5.5.i")
    return None


def due(tournament: Tournament) -> Due | None:
    """What will happen next automatically, if nobody acts before."""
    if tournament.phase is not Phase.OPEN:
        return None
    parts = (automation.coming, lateness.coming, reminders.coming, appointments.coming)
    return min((each for coming in parts for each in coming(tournament)), key=lambda each: each.at, default=None)


def evolve(tournament: Tournament | None, event: AnyEvent, stamp: Stamp) -> Tournament:
    """The tournament after something happened."""
    if isinstance(event, acts.TournamentCreated):
        return invitation_changes.created(event, stamp)
    if tournament is None:
        raise ValueError("a stream begins with the tournament's creation")
    stamp = replace(stamp, at=max(stamp.at, tournament.last_at))
    journal = tournament.journal
    if not journal or journal[-1].id != stamp.act or not stamp.act:
        act = Act(id=stamp.act, person=stamp.person, at=stamp.at)
        journal = (*journal[-MAX_ACTS + 1 :], act)
    act = journal[-1]
    kind = str(event.__struct_config__.tag)
    journal = (*journal[:-1], replace(act, events=(*act.events, kind)))
    tournament = replace(tournament, last_at=stamp.at, journal=journal)
    return EVOLVERS[type(event)](tournament, event, stamp)


def replay(events: Iterable[tuple[AnyEvent, Stamp]], tournament: Tournament | None = None) -> Tournament | None:
    """The tournament that events lead to, from their beginning or from one that they continue."""
    for event, stamp in events:
        tournament = evolve(tournament, event, stamp)
    return tournament
