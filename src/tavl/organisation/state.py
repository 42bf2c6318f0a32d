"""What is kept of an organisation. Rating lists, standings and precedents are derived from it."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from tavl.organisation.acts import Role, Submission
from tavl.organisation.charter import Charter
from tavl.rating import Standing
from tavl.rating.counted_matches import Match, Period
from tavl.tournament.standings.series import PointRules


class Suspension(Struct, frozen=True, kw_only=True):
    id: str
    person: str
    rule: str
    reason: str
    since: int
    until: int | None  # none: for good
    by: str
    at: int
    lifted_at: int | None = None
    lifted_because: str = ""

    def holds(self, at: int) -> bool:
        return self.lifted_at is None and self.since <= at and (self.until is None or at < self.until)


class Series(Struct, frozen=True, kw_only=True):
    id: str
    name: str
    points: PointRules
    classes: tuple[str, ...] = ()
    since: int = 0
    until: int | None = None
    added: dict[str, str] = {}  # tournaments, each with the division that counts; "": all of them


class Status(StrEnum):
    """Of a report."""

    RECEIVED = "received"
    ACCEPTED = "accepted"
    RETURNED = "returned"


class Correction(Struct, frozen=True):
    match: Match
    reason: str
    by: str
    at: int


class ReceivedReport(Struct, frozen=True, kw_only=True):
    """Of a closed tournament, as it came in."""

    title: str
    submission: Submission
    received_at: int
    sent_by: str
    status: Status = Status.RECEIVED
    reason: str = ""  # why it was returned
    corrections: dict[str, Correction] = {}

    @property
    def matches(self) -> tuple[Match, ...]:
        """As corrected since."""
        fixed = self.corrections
        return tuple(fixed[match.id].match if match.id in fixed else match for match in self.submission.matches)


class Sender(Struct, frozen=True):
    person: str
    statement: str
    at: int


class Case(Struct, frozen=True, kw_only=True):
    """A ruling that somebody sent on (T5.4), or a decision from before."""

    id: str  # of the tournament and of its case, "<tournament>/<case>"
    rule: str
    received_at: int
    tournament: str = ""
    case: str = ""
    parties: tuple[str, ...] = ()
    senders: tuple[Sender, ...] = ()
    answer: str = ""
    answered_at: int | None = None
    answered_by: str = ""
    precedent: bool = False
    summary: str = ""
    sanction: str = ""


class Organisation(Struct, frozen=True, kw_only=True):
    charter: Charter
    founder: str
    created_at: int
    last_at: int = 0
    about: str = ""
    officers: dict[str, Role] = {}
    members: dict[str, tuple[Period, ...]] = {}
    starting: dict[str, Standing] = {}
    merged: dict[str, str] = {}  # an entry, and whose it is
    licences: dict[str, tuple[Period, ...]] = {}
    suspensions: dict[str, Suspension] = {}
    series: dict[str, Series] = {}
    reports: dict[str, ReceivedReport] = {}  # by tournament
    cases: dict[str, Case] = {}


def holds(periods: tuple[Period, ...], at: int) -> bool:
    return any(period.since <= at and (period.until is None or at < period.until) for period in periods)


def with_period(periods: tuple[Period, ...], new: Period) -> tuple[Period, ...]:
    """With one more; one that began at the same instant is replaced. They are kept as in a list, a line each, so
    that the same list again changes nothing."""
    return tuple(sorted((*(each for each in periods if each.since != new.since), new), key=lambda each: each.since))


def ended(periods: tuple[Period, ...], at: int) -> tuple[Period, ...]:
    """Without anything from an instant on."""
    kept = (each for each in periods if each.since < at)
    return tuple(replace(each, until=at) if each.until is None or each.until > at else each for each in kept)


def person_of(organisation: Organisation, entry: str) -> str:
    """The id that this entry was merged into, over several mergers if need be."""
    while entry in organisation.merged:
        entry = organisation.merged[entry]
    return entry


def entries_of(organisation: Organisation, person: str) -> tuple[str, ...]:
    """All ids under which somebody is known, their own first."""
    own = person_of(organisation, person)
    return own, *(entry for entry in organisation.merged if person_of(organisation, entry) == own)


def is_member(organisation: Organisation, person: str, at: int) -> bool:
    return any(holds(organisation.members.get(entry, ()), at) for entry in entries_of(organisation, person))


def licensed(organisation: Organisation, at: int) -> frozenset[str]:
    """Who may direct a sanctioned tournament (T1.2), under all their ids."""
    found = (person for person, periods in organisation.licences.items() if holds(periods, at))
    return frozenset(entry for person in found for entry in entries_of(organisation, person))


def suspended(organisation: Organisation, at: int) -> dict[str, int | None]:
    """Who is suspended from tournaments, under all their ids, and until when; none: for good."""
    found: dict[str, int | None] = {}
    for each in organisation.suspensions.values():
        if each.holds(at):
            for entry in entries_of(organisation, each.person):
                longest = found.get(entry, 0)
                found[entry] = None if longest is None or each.until is None else max(longest, each.until)
    return found
