"""The invitation, the staff, and the end."""

from __future__ import annotations

from tavl.rules.text_kinds import Code, Person, Proof, Words
from tavl.tournament.acts.people import Role, TournamentAction, TournamentEvent
from tavl.tournament.invitation import DivisionTerms, Invitation


class CreateTournament(TournamentAction, frozen=True):
    title: Words
    invitation: Invitation
    directors: tuple[Person, ...] = ()
    licensed: tuple[Person, ...] = ()  # who holds a licence, as the federation's list says


class ChangeInvitation(TournamentAction, frozen=True):
    """Freely before entries open; afterwards with a reason, and not retroactively."""

    invitation: Invitation
    reason: Words = ""


class AddDivision(TournamentAction, frozen=True):
    terms: DivisionTerms
    reason: Words = ""


class OpenEntries(TournamentAction, frozen=True):
    """From now on the invitation is frozen."""


class Appoint(TournamentAction, frozen=True):
    person: Person
    role: Role  # director or helper


class Dismiss(TournamentAction, frozen=True):
    person: Person
    reason: Words = ""


class StateLicences(TournamentAction, frozen=True):
    """By the federation: who may direct a sanctioned tournament."""

    people: tuple[Person, ...]


class WithdrawLicence(TournamentAction, frozen=True):
    """By the federation (T1.2): the person may no longer direct."""

    person: Person
    reason: Words


class ReportDirector(TournamentAction, frozen=True):
    """By anybody: a report to the federation on a director's conduct (T1.2)."""

    person: Person
    reason: Words


class StateSuspension(TournamentAction, frozen=True):
    """By the federation: somebody is suspended from tournaments, for a time or for good (`until` is none)."""

    person: Person
    until: int | None = None


class CloseTournament(TournamentAction, frozen=True):
    """Refused with what is open. The report is made, and its hash is kept."""


class TournamentCreated(TournamentEvent, frozen=True):
    title: Words
    invitation: Invitation
    directors: tuple[Person, ...] = ()
    licensed: tuple[Person, ...] = ()


class InvitationChanged(TournamentEvent, frozen=True):
    invitation: Invitation
    reason: Words = ""


class DivisionAdded(TournamentEvent, frozen=True):
    terms: DivisionTerms
    reason: Words = ""


class EntriesOpened(TournamentEvent, frozen=True):
    pass


class Appointed(TournamentEvent, frozen=True):
    person: Person
    role: Role


class Dismissed(TournamentEvent, frozen=True):
    person: Person
    reason: Words = ""


class LicencesStated(TournamentEvent, frozen=True):
    people: tuple[Person, ...]


class LicenceWithdrawn(TournamentEvent, frozen=True):
    person: Person
    reason: Words


class DirectorReported(TournamentEvent, frozen=True):
    person: Person
    reason: Words


class SuspensionStated(TournamentEvent, frozen=True):
    person: Person
    until: int | None = None


class TournamentClosed(TournamentEvent, frozen=True):
    report: Proof  # the SHA-256 of the report as it was sent
    method: Code = "tavl-report-1"


InvitationAction = (
    CreateTournament
    | ChangeInvitation
    | AddDivision
    | OpenEntries
    | Appoint
    | Dismiss
    | StateLicences
    | WithdrawLicence
    | ReportDirector
    | StateSuspension
    | CloseTournament
)
InvitationEvent = (
    TournamentCreated
    | InvitationChanged
    | DivisionAdded
    | EntriesOpened
    | Appointed
    | Dismissed
    | LicencesStated
    | LicenceWithdrawn
    | DirectorReported
    | SuspensionStated
    | TournamentClosed
)
