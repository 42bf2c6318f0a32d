"""When a match is played that has days for it: times offered and agreed, deadlines, reminders, postponement, breaks."""

from __future__ import annotations

from enum import StrEnum

from tavl.rules.text_kinds import Code, Person, Words
from tavl.tournament.acts.people import TournamentAction, TournamentEvent


class Reminder(StrEnum):
    """What people are reminded of."""

    START = "start"  # their match is about to start
    DEADLINE = "deadline"  # it has to be played soon
    PASSED = "passed"  # the deadline is over, and the director decides


class OfferTimes(TournamentAction, frozen=True):
    """Instants at which one side could play; they replace what it offered before."""

    match: Code
    times: tuple[int, ...]
    entry: Code | None = None  # whose times these are, if staff enters them


class AcceptTime(TournamentAction, frozen=True):
    """One of the instants that the other side has offered."""

    match: Code
    starts_at: int


class OpenTable(TournamentAction, frozen=True):
    """Its time has come: the match is called, to a table of its own on the server."""

    match: Code


class Remind(TournamentAction, frozen=True):
    match: Code
    what: Reminder


class AskPostponement(TournamentAction, frozen=True):
    """By a player, a captain or staff: the director decides."""

    match: Code
    reason: Words
    until: int | None = None


class PostponeMatch(TournamentAction, frozen=True):
    """Later rounds do not wait for it any more; it is to be played by `until`."""

    match: Code
    reason: Words
    until: int | None = None
    seen: int | None = None


class RefusePostponement(TournamentAction, frozen=True):
    match: Code
    reason: Words


class SetBreak(TournamentAction, frozen=True):
    """For everybody (T2.2.iii): nothing is called, and nobody is late."""

    since: int
    until: int
    reason: Words = ""


class NameLineUp(TournamentAction, frozen=True):
    """Who plays at which board of a team match. Sealed until both teams have named theirs."""

    match: Code
    entry: Code
    people: tuple[Person, ...]


class TimesOffered(TournamentEvent, frozen=True):
    match: Code
    entry: Code
    times: tuple[int, ...]


class TimeAgreed(TournamentEvent, frozen=True):
    match: Code
    starts_at: int


class TableOpened(TournamentEvent, frozen=True):
    match: Code
    players: tuple[Code, Code]
    late_from: int


class Reminded(TournamentEvent, frozen=True):
    match: Code
    what: Reminder


class PostponementAsked(TournamentEvent, frozen=True):
    match: Code
    reason: Words
    until: int | None = None


class MatchPostponed(TournamentEvent, frozen=True):
    match: Code
    reason: Words
    until: int | None = None


class PostponementRefused(TournamentEvent, frozen=True):
    match: Code
    reason: Words


class BreakSet(TournamentEvent, frozen=True):
    since: int
    until: int
    reason: Words = ""


class LineUpNamed(TournamentEvent, frozen=True):
    match: Code
    entry: Code
    people: tuple[Person, ...]


AppointmentAction = (
    OfferTimes
    | AcceptTime
    | OpenTable
    | Remind
    | AskPostponement
    | PostponeMatch
    | RefusePostponement
    | SetBreak
    | NameLineUp
)
AppointmentEvent = (
    TimesOffered
    | TimeAgreed
    | TableOpened
    | Reminded
    | PostponementAsked
    | MatchPostponed
    | PostponementRefused
    | BreakSet
    | LineUpNamed
)
