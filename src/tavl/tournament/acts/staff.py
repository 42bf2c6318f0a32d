"""The staff of a tournament and their licences (T1.2, T1.3), and suspensions that are stated."""

from __future__ import annotations

from tavl.rules.text_kinds import Person, Words
from tavl.tournament.acts.people import Role, TournamentAction, TournamentEvent


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


StaffAction = Appoint | Dismiss | StateLicences | WithdrawLicence | ReportDirector | StateSuspension
StaffEvent = Appointed | Dismissed | LicencesStated | LicenceWithdrawn | DirectorReported | SuspensionStated
