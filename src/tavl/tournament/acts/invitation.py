"""The invitation, from the creation of a tournament to its end."""

from __future__ import annotations

from tavl.rules.text_kinds import Code, Person, Proof, Words
from tavl.tournament.acts.people import TournamentAction, TournamentEvent
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


class TournamentClosed(TournamentEvent, frozen=True):
    report: Proof  # the SHA-256 of the report as it was sent
    method: Code = "tavl-report-1"


InvitationAction = CreateTournament | ChangeInvitation | AddDivision | OpenEntries | CloseTournament
InvitationEvent = TournamentCreated | InvitationChanged | DivisionAdded | EntriesOpened | TournamentClosed
