"""What everybody may see of an organisation, and what its officers see besides."""

from __future__ import annotations

from msgspec import Struct

from tavl.organisation.acts import Role
from tavl.organisation.charter import Charter
from tavl.organisation.rated_reports import Computed, rating_list
from tavl.organisation.registry import OFFICERS, role_of
from tavl.organisation.reports_and_cases import precedents
from tavl.organisation.series import nights_of, season_standings
from tavl.organisation.state import (
    Case,
    Correction,
    Organisation,
    ReceivedReport,
    Status,
    Suspension,
    holds,
    is_member,
    person_of,
)
from tavl.rating.counted_matches import Match, Period
from tavl.tournament import By
from tavl.tournament.standings.series import PointRules, SeasonLine


class RatedLine(Struct, frozen=True):
    place: int
    person: str
    rating: int  # in hundredths
    experience: int
    matches: int


class SeriesView(Struct, frozen=True, kw_only=True):
    id: str
    name: str
    points: PointRules
    classes: tuple[str, ...]
    since: int
    until: int | None
    nights: tuple[str, ...]  # "<tournament>/<division>", as far as they have been played
    standings: tuple[SeasonLine, ...]


class PlayedView(Struct, frozen=True, kw_only=True):
    """A tournament whose report counts."""

    tournament: str
    title: str
    starts_at: int
    sanctioned: bool
    sanctioned_class: str
    matches: int
    elsewhere: bool


class RulingView(Struct, frozen=True, kw_only=True):
    """A decision of principle, without anybody's name."""

    id: str
    rule: str
    summary: str
    answer: str
    at: int


class MemberView(Struct, frozen=True, kw_only=True):
    person: str
    periods: tuple[Period, ...]
    member_now: bool
    rating: int
    licence: tuple[Period, ...] = ()
    also: tuple[str, ...] = ()  # entries that turned out to be this person


class ReportView(Struct, frozen=True, kw_only=True):
    tournament: str
    title: str
    received_at: int
    sent_by: str
    status: Status
    reason: str
    starts_at: int
    sanctioned: bool
    sanctioned_class: str
    elsewhere: bool
    directors: tuple[str, ...]
    matches: tuple[Match, ...]
    corrections: tuple[Correction, ...]
    cases: tuple[str, ...]


class DeskView(Struct, frozen=True, kw_only=True):
    """What only officers see."""

    officers: dict[str, Role]
    members: tuple[MemberView, ...]
    licences: dict[str, tuple[Period, ...]]
    suspensions: tuple[Suspension, ...]
    merged: dict[str, str]
    reports: tuple[ReportView, ...]  # the last one first; those that wait come first
    cases: tuple[Case, ...]  # likewise


class OrganisationView(Struct, frozen=True, kw_only=True):
    charter: Charter
    about: str
    role: Role
    members: int  # now
    ratings: tuple[RatedLine, ...]
    series: tuple[SeriesView, ...]
    played: tuple[PlayedView, ...]
    rulings: tuple[RulingView, ...]
    licensed: tuple[str, ...]
    desk: DeskView | None = None


def view(organisation: Organisation, by: By, at: int, computed: Computed | None = None) -> OrganisationView:
    computed = rating_list(organisation, computed)
    role = role_of(organisation, by)
    accepted = [each for each in organisation.reports.values() if each.status is Status.ACCEPTED]
    accepted.sort(key=lambda each: (-each.submission.starts_at, each.submission.tournament))
    people = dict.fromkeys(person_of(organisation, entry) for entry in organisation.members)
    return OrganisationView(
        charter=organisation.charter,
        about=organisation.about,
        role=role,
        members=sum(is_member(organisation, person, at) for person in people),
        ratings=tuple(
            RatedLine(
                each.place,
                each.person,
                each.standing.points(computed.rules.formula),
                each.standing.experience,
                each.standing.matches,
            )
            for each in computed.ranking
        ),
        series=tuple(
            SeriesView(
                id=each.id,
                name=each.name,
                points=each.points,
                classes=each.classes,
                since=each.since,
                until=each.until,
                nights=tuple(night.id for night in nights_of(organisation, each)),
                standings=season_standings(organisation, each),
            )
            for each in organisation.series.values()
        ),
        played=tuple(_played(each) for each in accepted),
        rulings=tuple(
            RulingView(id=case.id, rule=case.rule, summary=case.summary, answer=case.answer, at=case.answered_at or 0)
            for case in precedents(organisation)
        ),
        licensed=tuple(person for person, periods in organisation.licences.items() if holds(periods, at)),
        desk=_desk(organisation, computed, at) if role in OFFICERS else None,
    )


def _played(report: ReceivedReport) -> PlayedView:
    sent = report.submission
    return PlayedView(
        tournament=sent.tournament,
        title=report.title,
        starts_at=sent.starts_at,
        sanctioned=sent.sanctioned,
        sanctioned_class=sent.sanctioned_class,
        matches=len(sent.matches),
        elsewhere=sent.elsewhere,
    )


def _desk(organisation: Organisation, computed: Computed, at: int) -> DeskView:
    also: dict[str, list[str]] = {}
    for entry in organisation.merged:
        also.setdefault(person_of(organisation, entry), []).append(entry)
    people = dict.fromkeys(person_of(organisation, entry) for entry in organisation.members)
    formula, standings = computed.rules.formula, computed.list.standings
    waiting = sorted(
        organisation.reports.values(), key=lambda each: (each.status is not Status.RECEIVED, -each.received_at)
    )
    unanswered = sorted(
        organisation.cases.values(), key=lambda each: (each.answered_at is not None, -each.received_at, each.id)
    )
    return DeskView(
        officers=organisation.officers,
        members=tuple(
            MemberView(
                person=person,
                periods=_periods(organisation, person, also),
                member_now=is_member(organisation, person, at),
                rating=standings[person].points(formula),
                licence=organisation.licences.get(person, ()),
                also=tuple(also.get(person, ())),
            )
            for person in people
        ),
        licences=organisation.licences,
        suspensions=tuple(sorted(organisation.suspensions.values(), key=lambda each: (not each.holds(at), -each.at))),
        merged=organisation.merged,
        reports=tuple(_report(each) for each in waiting),
        cases=tuple(unanswered),
    )


def _periods(organisation: Organisation, person: str, also: dict[str, list[str]]) -> tuple[Period, ...]:
    every = (person, *also.get(person, ()))
    return tuple(period for entry in every for period in organisation.members.get(entry, ()))


def _report(report: ReceivedReport) -> ReportView:
    sent = report.submission
    return ReportView(
        tournament=sent.tournament,
        title=report.title,
        received_at=report.received_at,
        sent_by=report.sent_by,
        status=report.status,
        reason=report.reason,
        starts_at=sent.starts_at,
        sanctioned=sent.sanctioned,
        sanctioned_class=sent.sanctioned_class,
        elsewhere=sent.elsewhere,
        directors=sent.directors,
        matches=report.matches,
        corrections=tuple(report.corrections.values()),
        cases=tuple(case.id for case in sent.cases),
    )
