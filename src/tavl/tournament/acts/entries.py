"""Entries (T1.4)."""

from __future__ import annotations

from tavl.rules.text_kinds import Code, Person, Words
from tavl.tournament.acts.people import TournamentAction, TournamentEvent


class Enter(TournamentAction, frozen=True):
    """Somebody enters, or is entered at the desk. The details are for the draw and the ratings."""

    division: Code
    members: tuple[Person, ...]
    rating: int | None = None  # in hundredths
    family: Code | None = None
    club: Code | None = None
    country: Code | None = None


class ApproveEntry(TournamentAction, frozen=True):
    entry: Code
    seen: int | None = None


class SetStandingApproval(TournamentAction, frozen=True):
    """Every entry of the division is approved as it comes; that is the director's act (T1.4.i)."""

    division: Code
    on: bool


class RefuseEntry(TournamentAction, frozen=True):
    """`explanation` is for the player (T1.4.i), `reason` for the federation (T1.4.iii)."""

    entry: Code
    explanation: Words
    reason: Words = ""
    seen: int | None = None


class OfferHigher(TournamentAction, frozen=True):
    """Out of this division, and offered a higher one (T1.4.ii)."""

    entry: Code
    division: Code
    reason: Words
    seen: int | None = None


class AnswerOffer(TournamentAction, frozen=True):
    entry: Code
    accepts: bool


class AdmitEntry(TournamentAction, frozen=True):
    """From the waiting list."""

    entry: Code
    seen: int | None = None


class CheckIn(TournamentAction, frozen=True):
    entry: Code
    seen: int | None = None


class WithdrawEntry(TournamentAction, frozen=True):
    entry: Code
    reason: Words = ""
    seen: int | None = None


class GiveEntryReason(TournamentAction, frozen=True):
    """The reason for the federation (T1.4.iii), if it was not given with the refusal."""

    entry: Code
    reason: Words


class ReplaceMember(TournamentAction, frozen=True):
    """A reserve for a partner or a team mate, between matches."""

    entry: Code
    leaves: Person
    comes: Person
    reason: Words


class Entered(TournamentEvent, frozen=True):
    entry: Code
    division: Code
    members: tuple[Person, ...]
    rating: int | None = None
    family: Code | None = None
    club: Code | None = None
    country: Code | None = None
    waits: bool = False  # the division is full


class EntryApproved(TournamentEvent, frozen=True):
    entry: Code
    standing: bool = False


class StandingApprovalSet(TournamentEvent, frozen=True):
    division: Code
    on: bool


class EntryRefused(TournamentEvent, frozen=True):
    entry: Code
    explanation: Words
    reason: Words = ""


class HigherOffered(TournamentEvent, frozen=True):
    entry: Code
    division: Code
    reason: Words


class OfferAnswered(TournamentEvent, frozen=True):
    entry: Code
    accepts: bool


class EntryAdmitted(TournamentEvent, frozen=True):
    entry: Code


class CheckedIn(TournamentEvent, frozen=True):
    entry: Code


class EntryWithdrawn(TournamentEvent, frozen=True):
    entry: Code
    reason: Words = ""


class EntryReasonGiven(TournamentEvent, frozen=True):
    entry: Code
    reason: Words


class MemberReplaced(TournamentEvent, frozen=True):
    entry: Code
    leaves: Person
    comes: Person
    reason: Words


EntryAction = (
    Enter
    | ApproveEntry
    | SetStandingApproval
    | RefuseEntry
    | OfferHigher
    | AnswerOffer
    | AdmitEntry
    | CheckIn
    | WithdrawEntry
    | GiveEntryReason
    | ReplaceMember
)
EntryEvent = (
    Entered
    | EntryApproved
    | StandingApprovalSet
    | EntryRefused
    | HigherOffered
    | OfferAnswered
    | EntryAdmitted
    | CheckedIn
    | EntryWithdrawn
    | EntryReasonGiven
    | MemberReplaced
)
