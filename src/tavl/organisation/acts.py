"""The vocabulary of an organisation: what may be asked for, what has happened."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from tavl.organisation.charter import Charter
from tavl.rating.counted_matches import Match
from tavl.rules.acts import tag_of
from tavl.rules.text_kinds import Clause, Code, Person, Proof, Words
from tavl.tournament.standings.series import Night, PointRules


class Role(StrEnum):
    """What somebody is here. The organisation decides this; people cannot claim it."""

    CHAIR = "chair"  # an officer who also appoints officers and changes the charter
    OFFICER = "officer"
    MEMBER = "member"
    VISITOR = "visitor"  # everybody else
    SYSTEM = "system"  # a tournament on the same server


class OrganisationAction(Struct, frozen=True, kw_only=True, tag=tag_of, tag_field="type"):
    """A request."""


class OrganisationEvent(Struct, frozen=True, kw_only=True, tag=tag_of, tag_field="type"):
    """A fact, with all that is needed to replay it without judging again."""


class Admission(Struct, frozen=True, kw_only=True):
    """A line of a member list. The rating is what somebody starts with on our list."""

    person: Person
    since: int = 0
    until: int | None = None
    rating: int | None = None
    experience: int = 0


class CaseBrief(Struct, frozen=True, kw_only=True):
    """A ruling in a report: what it was about. Its words are in the report itself."""

    id: Code
    rule: Clause
    parties: tuple[Person, ...] = ()


class Submission(Struct, frozen=True, kw_only=True):
    """What an organisation counts of a closed tournament."""

    tournament: Code
    sanctioned: bool = False
    sanctioned_class: Code = ""
    starts_at: int = 0
    ended_at: int = 0
    report: Proof = ""  # the SHA-256 of the report as it was sent
    directors: tuple[Person, ...] = ()
    matches: tuple[Match, ...] = ()
    nights: tuple[Night, ...] = ()  # of each division, by its id
    cases: tuple[CaseBrief, ...] = ()
    elsewhere: bool = False  # it was played on another server


# what may be asked for


class CreateOrganisation(OrganisationAction, frozen=True):
    charter: Charter
    about: Words = ""


class ChangeCharter(OrganisationAction, frozen=True):
    charter: Charter


class DescribeOrganisation(OrganisationAction, frozen=True):
    about: Words


class AppointOfficer(OrganisationAction, frozen=True):
    person: Person
    role: Role = Role.OFFICER


class DismissOfficer(OrganisationAction, frozen=True):
    person: Person


class AdmitMembers(OrganisationAction, frozen=True):
    """One, or a whole list: all of it or nothing. The same list again changes nothing."""

    members: tuple[Admission, ...]


class EndMembership(OrganisationAction, frozen=True):
    person: Person
    until: int  # the first instant at which they are not a member


class SetStartingRating(OrganisationAction, frozen=True):
    person: Person
    rating: int  # in hundredths
    reason: Words
    experience: int = 0


class MergePeople(OrganisationAction, frozen=True):
    """Two entries turn out to be one person: `entry` is merged into `into`."""

    entry: Person
    into: Person
    reason: Words = ""


class SeparatePeople(OrganisationAction, frozen=True):
    """They were two people after all."""

    entry: Person
    reason: Words


class GrantLicence(OrganisationAction, frozen=True):
    person: Person
    since: int = 0
    until: int | None = None


class WithdrawLicence(OrganisationAction, frozen=True):
    """From now on (T1.2)."""

    person: Person
    reason: Words


class Suspend(OrganisationAction, frozen=True):
    """Suspension from tournaments, for a time; for good (`until` is none) only where the clause says so."""

    person: Person
    rule: Clause
    reason: Words
    since: int = 0  # before now: from now on
    until: int | None = None


class LiftSuspension(OrganisationAction, frozen=True):
    suspension: Code
    reason: Words


class OpenSeries(OrganisationAction, frozen=True):
    """A season. Tournaments of its classes within its time belong to it automatically."""

    series: Code
    name: Code
    points: PointRules = PointRules()
    classes: tuple[Code, ...] = ()
    since: int = 0
    until: int | None = None


class ChangeSeries(OrganisationAction, frozen=True):
    series: Code
    name: Code
    points: PointRules = PointRules()
    classes: tuple[Code, ...] = ()
    since: int = 0
    until: int | None = None


class AddToSeries(OrganisationAction, frozen=True):
    series: Code
    tournament: Code
    division: Code = ""  # none: all of them


class TakeFromSeries(OrganisationAction, frozen=True):
    series: Code
    tournament: Code


class ReceiveReport(OrganisationAction, frozen=True):
    """Of a closed tournament (T5.5). One that came before from the same tournament is replaced."""

    title: Words
    submission: Submission


class AcceptReport(OrganisationAction, frozen=True):
    """From now on it counts."""

    tournament: Code


class ReturnReport(OrganisationAction, frozen=True):
    """It does not count."""

    tournament: Code
    reason: Words


class CorrectMatch(OrganisationAction, frozen=True):
    """A result was wrong and the tournament is closed (T4.6): the list is computed again from its date."""

    tournament: Code
    match: Code
    reason: Words
    winners: tuple[Person, ...] = ()
    losers: tuple[Person, ...] = ()
    void: bool = False


class SendCase(OrganisationAction, frozen=True):
    """By anybody, even people who were not there (T5.4)."""

    tournament: Code
    case: Code
    rule: Clause
    statement: Words = ""
    parties: tuple[Person, ...] = ()


class AnswerCase(OrganisationAction, frozen=True):
    """A decision of principle. A precedent is published, in words that name nobody."""

    case: Code
    answer: Words
    precedent: bool = False
    summary: Words = ""
    sanction: Words = ""


class RecordPrecedent(OrganisationAction, frozen=True):
    """A decision from before there was this inbox."""

    rule: Clause
    answer: Words
    summary: Words = ""
    decided_at: int = 0


AnyAction = (
    CreateOrganisation
    | ChangeCharter
    | DescribeOrganisation
    | AppointOfficer
    | DismissOfficer
    | AdmitMembers
    | EndMembership
    | SetStartingRating
    | MergePeople
    | SeparatePeople
    | GrantLicence
    | WithdrawLicence
    | Suspend
    | LiftSuspension
    | OpenSeries
    | ChangeSeries
    | AddToSeries
    | TakeFromSeries
    | ReceiveReport
    | AcceptReport
    | ReturnReport
    | CorrectMatch
    | SendCase
    | AnswerCase
    | RecordPrecedent
)


# what has happened


class OrganisationCreated(OrganisationEvent, frozen=True):
    charter: Charter
    about: Words = ""


class CharterChanged(OrganisationEvent, frozen=True):
    charter: Charter


class OrganisationDescribed(OrganisationEvent, frozen=True):
    about: Words


class OfficerAppointed(OrganisationEvent, frozen=True):
    person: Person
    role: Role


class OfficerDismissed(OrganisationEvent, frozen=True):
    person: Person


class MembersAdmitted(OrganisationEvent, frozen=True):
    members: tuple[Admission, ...]


class MembershipEnded(OrganisationEvent, frozen=True):
    person: Person
    until: int


class StartingRatingSet(OrganisationEvent, frozen=True):
    person: Person
    rating: int
    experience: int
    reason: Words


class PeopleMerged(OrganisationEvent, frozen=True):
    entry: Person
    into: Person
    reason: Words = ""


class PeopleSeparated(OrganisationEvent, frozen=True):
    entry: Person
    reason: Words


class LicenceGranted(OrganisationEvent, frozen=True):
    person: Person
    since: int
    until: int | None = None


class LicenceWithdrawn(OrganisationEvent, frozen=True):
    person: Person
    reason: Words


class Suspended(OrganisationEvent, frozen=True):
    suspension: Code
    person: Person
    rule: Clause
    reason: Words
    since: int
    until: int | None = None


class SuspensionLifted(OrganisationEvent, frozen=True):
    suspension: Code
    reason: Words


class SeriesOpened(OrganisationEvent, frozen=True):
    series: Code
    name: Code
    points: PointRules
    classes: tuple[Code, ...] = ()
    since: int = 0
    until: int | None = None


class SeriesChanged(OrganisationEvent, frozen=True):
    series: Code
    name: Code
    points: PointRules
    classes: tuple[Code, ...] = ()
    since: int = 0
    until: int | None = None


class AddedToSeries(OrganisationEvent, frozen=True):
    series: Code
    tournament: Code
    division: Code = ""


class TakenFromSeries(OrganisationEvent, frozen=True):
    series: Code
    tournament: Code


class ReportReceived(OrganisationEvent, frozen=True):
    title: Words
    submission: Submission


class ReportAccepted(OrganisationEvent, frozen=True):
    tournament: Code


class ReportReturned(OrganisationEvent, frozen=True):
    tournament: Code
    reason: Words


class MatchCorrected(OrganisationEvent, frozen=True):
    tournament: Code
    match: Code
    reason: Words
    winners: tuple[Person, ...] = ()
    losers: tuple[Person, ...] = ()
    void: bool = False


class CaseReceived(OrganisationEvent, frozen=True):
    tournament: Code
    case: Code
    rule: Clause
    statement: Words = ""
    parties: tuple[Person, ...] = ()


class CaseAnswered(OrganisationEvent, frozen=True):
    case: Code
    answer: Words
    precedent: bool = False
    summary: Words = ""
    sanction: Words = ""


class PrecedentRecorded(OrganisationEvent, frozen=True):
    case: Code
    rule: Clause
    answer: Words
    summary: Words = ""
    decided_at: int = 0


AnyEvent = (
    OrganisationCreated
    | CharterChanged
    | OrganisationDescribed
    | OfficerAppointed
    | OfficerDismissed
    | MembersAdmitted
    | MembershipEnded
    | StartingRatingSet
    | PeopleMerged
    | PeopleSeparated
    | LicenceGranted
    | LicenceWithdrawn
    | Suspended
    | SuspensionLifted
    | SeriesOpened
    | SeriesChanged
    | AddedToSeries
    | TakenFromSeries
    | ReportReceived
    | ReportAccepted
    | ReportReturned
    | MatchCorrected
    | CaseReceived
    | CaseAnswered
    | PrecedentRecorded
)
