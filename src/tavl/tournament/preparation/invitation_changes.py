"""The tournament created, its invitation changed until it is frozen, and entries opened (T1.1)."""

from __future__ import annotations

from msgspec.structs import replace

from tavl.rules.refusal import refuse
from tavl.tournament import acts
from tavl.tournament.acts import By, Role, Stamp
from tavl.tournament.preparation.staff import why_not_direct
from tavl.tournament.registry import (
    RUNNERS,
    Chance,
    Evolver,
    Handler,
    HandlerResult,
    gives_reason,
    too_long,
)
from tavl.tournament.state import Division, Phase, Tournament, put


def create(action: acts.CreateTournament, by: By, at: int) -> HandlerResult:
    """The first event of a stream."""
    if not action.title.strip():
        return refuse("bad_value", "T1.1", field="title")
    if fault := too_long(action.title) or action.invitation.fault:
        return fault
    for person in action.directors:
        if fault := why_not_direct(action.invitation.sanctioned, person, frozenset(action.licensed)):
            return fault
    return [
        acts.TournamentCreated(
            title=action.title,
            invitation=action.invitation,
            directors=tuple(dict.fromkeys(action.directors)),
            licensed=action.licensed,
        )
    ]


def created(event: acts.TournamentCreated, stamp: Stamp) -> Tournament:
    tournament = Tournament(
        title=event.title,
        invitation=event.invitation,
        organiser=stamp.person,
        created_at=stamp.at,
        last_at=stamp.at,
        staff=dict.fromkeys(event.directors, Role.DIRECTOR),
        served=event.directors,
        licensed=frozenset(event.licensed),
    )
    return _with_divisions(tournament)


def _with_divisions(tournament: Tournament) -> Tournament:
    """Those of the invitation, each with what it already has."""
    divisions = {}
    for terms in tournament.invitation.divisions:
        had = tournament.divisions.get(terms.id)
        same = had is not None and had.terms == terms
        divisions[terms.id] = had if had and same else replace(had or Division(terms=terms), terms=terms)
    return replace(tournament, divisions=divisions)


def _change(tournament: Tournament, action: acts.ChangeInvitation, by: By, at: int, chance: Chance) -> HandlerResult:
    fault = action.invitation.fault or too_long(action.reason)
    if fault:
        return fault
    for person in tournament.directors:
        if fault := why_not_direct(action.invitation.sanctioned, person, tournament.licensed):
            return fault
    if tournament.phase is Phase.DRAFT:
        return [acts.InvitationChanged(action.invitation, action.reason)]
    before = tournament.invitation
    if action.invitation.sanctioned != before.sanctioned and _begun(tournament):
        return refuse("invitation_frozen", "T1.1", field="sanctioned")
    if action.invitation.profile != before.profile or action.invitation.rulebook != before.rulebook:
        return refuse("invitation_frozen", "T1.1", field="profile")
    after = {terms.id: terms for terms in action.invitation.divisions}
    for id, division in tournament.divisions.items():
        if division.draws and after.get(id) != division.terms:
            return refuse("invitation_frozen", "T1.1", field=id)
        if id not in after and any(entry.division == id for entry in tournament.entries.values()):
            return refuse("invitation_frozen", "T1.1", field=id)
    return gives_reason(action.reason, "T1.1") or [acts.InvitationChanged(action.invitation, action.reason)]


def _begun(tournament: Tournament) -> bool:
    return any(match.players is not None for match in tournament.matches.values())


def _add_division(tournament: Tournament, action: acts.AddDivision, by: By, at: int, chance: Chance) -> HandlerResult:
    fault = tournament.invitation.why_not_add(action.terms) or too_long(action.reason)
    return fault or [acts.DivisionAdded(action.terms, action.reason)]


def _open(tournament: Tournament, action: acts.OpenEntries, by: By, at: int, chance: Chance) -> HandlerResult:
    if tournament.phase is not Phase.DRAFT:
        return refuse("done_already", "T1.1")
    if not tournament.divisions:
        return refuse("bad_value", "T1.1", field="divisions")
    if tournament.invitation.attended and not tournament.directors:
        return refuse("no_director", "T1.3.i")
    return [acts.EntriesOpened()]


FREE = RUNNERS - {Role.HELPER}
HANDLERS: dict[type, Handler] = {
    acts.ChangeInvitation: Handler(_change, FREE, "T1.3.i"),
    acts.AddDivision: Handler(_add_division, FREE, "T1.3.i"),
    acts.OpenEntries: Handler(_open, FREE, "T1.3.i"),
}


def _evolve_changed(tournament: Tournament, event: acts.InvitationChanged, stamp: Stamp) -> Tournament:
    after = _with_divisions(replace(tournament, invitation=event.invitation))
    if tournament.phase is Phase.DRAFT:
        return after
    return replace(after, changes=(*after.changes, (stamp.at, event.reason)))


def _evolve_added(tournament: Tournament, event: acts.DivisionAdded, stamp: Stamp) -> Tournament:
    invitation = tournament.invitation
    invitation = replace(invitation, divisions=(*invitation.divisions, event.terms))
    return put(replace(tournament, invitation=invitation), "divisions", event.terms.id, Division(terms=event.terms))


EVOLVERS: dict[type, Evolver] = {
    acts.InvitationChanged: _evolve_changed,
    acts.DivisionAdded: _evolve_added,
    acts.EntriesOpened: lambda tournament, event, stamp: replace(tournament, phase=Phase.OPEN),
}
