"""The invitation until it is frozen, and who runs the tournament (T1.1 to T1.3)."""

from __future__ import annotations

from msgspec.structs import replace

from tavl.rules.refusal import Refused, refuse
from tavl.tournament import acts
from tavl.tournament.acts import AnyEvent, By, Role, Stamp
from tavl.tournament.registry import (
    ANYBODY,
    DIRECTORS,
    FEDERATION,
    RUNNERS,
    Answer,
    Chance,
    Evolver,
    Handler,
    gives_reason,
    is_staff,
    too_long,
)
from tavl.tournament.state import Division, Phase, Tournament, put, put_division

MOST_STAFF = 200


def create(action: acts.CreateTournament, by: By, at: int) -> Answer:
    """The first event of a stream."""
    if not action.title.strip():
        return refuse("bad_value", "T1.1", field="title")
    if fault := too_long(action.title) or action.invitation.fault:
        return fault
    for person in action.directors:
        if fault := _why_not_direct(action.invitation.sanctioned, person, frozenset(action.licensed)):
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


def _change(tournament: Tournament, action: acts.ChangeInvitation, by: By, at: int, chance: Chance) -> Answer:
    fault = action.invitation.fault or too_long(action.reason)
    if fault:
        return fault
    for person in tournament.directors:
        if fault := _why_not_direct(action.invitation.sanctioned, person, tournament.licensed):
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


def _add_division(tournament: Tournament, action: acts.AddDivision, by: By, at: int, chance: Chance) -> Answer:
    fault = tournament.invitation.why_not_add(action.terms) or too_long(action.reason)
    return fault or [acts.DivisionAdded(action.terms, action.reason)]


def _open(tournament: Tournament, action: acts.OpenEntries, by: By, at: int, chance: Chance) -> Answer:
    if tournament.phase is not Phase.DRAFT:
        return refuse("done_already", "T1.1")
    if not tournament.divisions:
        return refuse("bad_value", "T1.1", field="divisions")
    if tournament.invitation.attended and not tournament.directors:
        return refuse("no_director", "T1.3.i")
    return [acts.EntriesOpened()]


def _why_not_direct(sanctioned: bool, person: str, licensed: frozenset[str]) -> Refused | None:
    """A sanctioned tournament is directed by people whom the federation has approved of (T1.2)."""
    return refuse("no_licence", "T1.2", person=person) if sanctioned and person not in licensed else None


def _appoint(tournament: Tournament, action: acts.Appoint, by: By, at: int, chance: Chance) -> Answer:
    if action.role not in (Role.DIRECTOR, Role.HELPER) or not action.person:
        return refuse("bad_value", "T1.3.i", field="role")
    if len(tournament.staff) >= MOST_STAFF:
        return refuse("bad_value", "T1.3.i", field="person")
    if any(action.person in case.committee and case.is_open for case in tournament.cases.values()):
        return refuse("sits_on_committee", "T1.3.ii", person=action.person)
    if action.role is Role.DIRECTOR:
        fault = _why_not_direct(tournament.invitation.sanctioned, action.person, tournament.licensed)
        if fault:
            return fault
    if tournament.staff.get(action.person) is action.role:
        return refuse("done_already", "T1.3.i")
    return [acts.Appointed(action.person, action.role)]


def _dismiss(tournament: Tournament, action: acts.Dismiss, by: By, at: int, chance: Chance) -> Answer:
    if not is_staff(tournament, action.person):
        return refuse("not_staff", "T1.3.i", person=action.person)
    if tournament.phase is Phase.OPEN and tournament.invitation.attended and tournament.directors == (action.person,):
        return refuse("no_director", "T1.3.i")
    return too_long(action.reason) or [acts.Dismissed(action.person, action.reason)]


def _licences(tournament: Tournament, action: acts.StateLicences, by: By, at: int, chance: Chance) -> Answer:
    return [acts.LicencesStated(action.people)]


def _withdraw_licence(tournament: Tournament, action: acts.WithdrawLicence, by: By, at: int, chance: Chance) -> Answer:
    fault = gives_reason(action.reason, "T1.2")
    if fault:
        return fault
    events: list[AnyEvent] = [acts.LicenceWithdrawn(action.person, action.reason)]
    if tournament.invitation.sanctioned and tournament.staff.get(action.person) is Role.DIRECTOR:
        events.append(acts.Dismissed(action.person, action.reason))
    return events


def _report_director(tournament: Tournament, action: acts.ReportDirector, by: By, at: int, chance: Chance) -> Answer:
    if action.person not in tournament.served:
        return refuse("not_staff", "T1.2", person=action.person)
    return gives_reason(action.reason, "T1.2") or [acts.DirectorReported(action.person, action.reason)]


def _suspension(tournament: Tournament, action: acts.StateSuspension, by: By, at: int, chance: Chance) -> Answer:
    return [acts.SuspensionStated(action.person, action.until)]


FREE = RUNNERS - {Role.HELPER}
HANDLERS: dict[type, Handler] = {
    acts.ChangeInvitation: Handler(_change, FREE, "T1.3.i"),
    acts.AddDivision: Handler(_add_division, FREE, "T1.3.i"),
    acts.OpenEntries: Handler(_open, FREE, "T1.3.i"),
    acts.Appoint: Handler(_appoint, DIRECTORS | {Role.ORGANISER}, "T1.3.i"),
    acts.Dismiss: Handler(_dismiss, DIRECTORS | {Role.ORGANISER}, "T1.3.i"),
    acts.StateLicences: Handler(_licences, FEDERATION, "T1.2"),
    acts.WithdrawLicence: Handler(_withdraw_licence, FEDERATION, "T1.2", closed=True),
    acts.ReportDirector: Handler(_report_director, ANYBODY, "T1.2", closed=True),
    acts.StateSuspension: Handler(_suspension, FEDERATION, "T1.2"),
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


def _evolve_appointed(tournament: Tournament, event: acts.Appointed, stamp: Stamp) -> Tournament:
    served = tuple(dict.fromkeys((*tournament.served, event.person)))
    return replace(tournament, staff={**tournament.staff, event.person: event.role}, served=served)


def _evolve_dismissed(tournament: Tournament, event: acts.Dismissed, stamp: Stamp) -> Tournament:
    return replace(tournament, staff={who: role for who, role in tournament.staff.items() if who != event.person})


def _evolve_reported(tournament: Tournament, event: acts.DirectorReported, stamp: Stamp) -> Tournament:
    return replace(tournament, reported=(*tournament.reported, (event.person, stamp.person, event.reason)))


def _evolve_closed(tournament: Tournament, event: acts.TournamentClosed, stamp: Stamp) -> Tournament:
    return replace(tournament, phase=Phase.CLOSED, report=event.report)


def standing_approval(tournament: Tournament, event: acts.StandingApprovalSet, stamp: Stamp) -> Tournament:
    return put_division(tournament, event.division, standing_approval=event.on)


EVOLVERS: dict[type, Evolver] = {
    acts.InvitationChanged: _evolve_changed,
    acts.DivisionAdded: _evolve_added,
    acts.EntriesOpened: lambda tournament, event, stamp: replace(tournament, phase=Phase.OPEN),
    acts.Appointed: _evolve_appointed,
    acts.Dismissed: _evolve_dismissed,
    acts.LicencesStated: lambda tournament, event, stamp: replace(tournament, licensed=frozenset(event.people)),
    acts.LicenceWithdrawn: lambda tournament, event, stamp: replace(
        tournament, licensed=tournament.licensed - {event.person}
    ),
    acts.DirectorReported: _evolve_reported,
    acts.SuspensionStated: lambda tournament, event, stamp: replace(
        tournament, suspended={**tournament.suspended, event.person: event.until}
    ),
    acts.StandingApprovalSet: standing_approval,
    acts.TournamentClosed: _evolve_closed,
}
