"""Disputes, rulings, appeals, committees, penalties, spectators (T1.2, T1.6, T1.7, T5)."""

from __future__ import annotations

from enum import StrEnum

from tavl.rules.penalty_kinds import PenaltyKind
from tavl.rules.text_kinds import Clause, Code, Person, Words
from tavl.table.acts.disputes import Effects
from tavl.tournament.acts.people import TournamentAction, TournamentEvent


class Verdict(StrEnum):
    UPHOLD = "uphold"
    REVERSE = "reverse"
    REPLACE = "replace"  # by a decision of the committee's own


class Warning(StrEnum):
    """Why somebody should rather not sit on a committee, although the rules allow it (T1.3.ii)."""

    PLAYS_NOW = "plays_now"
    MEETS_PARTY = "meets_party"  # may be the next opponent of one
    SAME_CLUB = "same_club"
    TEAM_MATE = "team_mate"


class Scope(StrEnum):
    MATCH = "match"
    DIVISION = "division"
    TOURNAMENT = "tournament"
    LATER = "later"  # tournaments to come as well, until a date or for good


class OpenCase(TournamentAction, frozen=True):
    """A dispute (T5.1), or a matter of conduct that a director takes up. Everything that depends on it waits."""

    rule: Clause
    statement: Words
    match: Code | None = None
    parties: tuple[Person, ...] = ()  # none: the players of the match
    dispute: int | None = None  # its number at the table where it was raised; only a table says so
    ruling: int | None = None  # likewise, where a director has ruled there without a dispute


class GiveStatement(TournamentAction, frozen=True):
    """A party at any time; anybody else when a director or the committee asked them (T5.3). `person`: one of the staff
    writes down what they said."""

    case: Code
    statement: Words
    person: Person | None = None


class AskPerson(TournamentAction, frozen=True):
    case: Code
    person: Person


class RuleCase(TournamentAction, frozen=True):
    case: Code
    rule: Clause
    decision: Words
    reason: Words
    final: bool = False  # cannot be appealed (T3.8)
    seen: int | None = None
    effects: Effects | None = None  # what it sets at the table of the match; none: everything stays as it stands


class DropCase(TournamentAction, frozen=True):
    """Settled by the parties, or withdrawn."""

    case: Code
    reason: Words


class Appeal(TournamentAction, frozen=True):
    """By a party. `person`: they said so at the desk, and one of the staff writes it down."""

    case: Code
    reason: Words = ""
    person: Person | None = None


class RefuseAppeal(TournamentAction, frozen=True):
    """Too late, in a person's judgement (T5.2)."""

    case: Code
    reason: Words


class NameCommittee(TournamentAction, frozen=True):
    """By the director (T5.2)."""

    case: Code
    members: tuple[Person, ...]


class ProposeCommittee(TournamentAction, frozen=True):
    """By each party, where no director is left to rule (T5.1): it is set up when all propose the same."""

    case: Code
    members: tuple[Person, ...]


class AcceptPeople(TournamentAction, frozen=True):
    """By each party: the people they accept. Lots are drawn from those whom all accept."""

    case: Code
    people: tuple[Person, ...]


class DrawCommittee(TournamentAction, frozen=True):
    case: Code
    size: int = 3


class Vote(TournamentAction, frozen=True):
    case: Code
    verdict: Verdict
    decision: Words = ""  # of a replacement; under T5.1, where there is no ruling yet, the decision
    reason: Words = ""
    effects: Effects | None = None  # what it sets at the table, if it carries


class GiveReasons(TournamentAction, frozen=True):
    """Of a ruling or a committee's decision, for the report (T5.5.i)."""

    case: Code
    reason: Words


class SendOn(TournamentAction, frozen=True):
    """By anybody, to the federation (T5.4)."""

    case: Code
    statement: Words = ""


class AnswerCase(TournamentAction, frozen=True):
    """By the federation: its decision of principle and a sanction, if it imposes one."""

    case: Code
    answer: Words
    precedent: bool = False
    sanction: Words = ""


class Penalise(TournamentAction, frozen=True):
    person: Person
    kind: PenaltyKind
    rule: Clause
    reason: Words
    match: Code | None = None
    scope: Scope = Scope.MATCH
    points: int = 0
    until: int | None = None  # of an exclusion from later tournaments; none: for good
    score: tuple[int, int] | None = None  # at which a match that it ends stood, in the order of its players
    seen: int | None = None
    case: Code = ""  # whose ruling gave it at the table; without one it is a ruling of its own


class ExpelSpectator(TournamentAction, frozen=True):
    person: Person
    rule: Clause
    reason: Words
    match: Code | None = None  # from one match only (T1.6.iv)
    scope: Scope = Scope.TOURNAMENT
    until: int | None = None


class CaseOpened(TournamentEvent, frozen=True):
    case: Code
    rule: Clause
    statement: Words
    parties: tuple[Person, ...]
    match: Code | None = None
    dispute: int | None = None
    ruling: int | None = None
    penalty: bool = False  # a penalty that the director gave without a dispute


class StatementGiven(TournamentEvent, frozen=True):
    case: Code
    statement: Words
    person: Person | None = None  # whose statement it is, if another wrote it down


class PersonAsked(TournamentEvent, frozen=True):
    case: Code
    person: Person


class CaseRuled(TournamentEvent, frozen=True):
    case: Code
    rule: Clause
    decision: Words
    reason: Words
    final: bool = False
    effects: Effects | None = None


class CaseDropped(TournamentEvent, frozen=True):
    case: Code
    reason: Words


class Appealed(TournamentEvent, frozen=True):
    case: Code
    person: Person
    reason: Words = ""


class AppealRefused(TournamentEvent, frozen=True):
    case: Code
    reason: Words


class CommitteeProposed(TournamentEvent, frozen=True):
    case: Code
    person: Person
    members: tuple[Person, ...]


class PeopleAccepted(TournamentEvent, frozen=True):
    case: Code
    person: Person
    people: tuple[Person, ...]


class CommitteeNamed(TournamentEvent, frozen=True):
    case: Code
    members: tuple[Person, ...]
    warnings: tuple[tuple[Person, Warning], ...] = ()
    by_lot: Code = ""  # the seed, where lots decided


class Voted(TournamentEvent, frozen=True):
    case: Code
    person: Person
    verdict: Verdict
    decision: Words = ""
    reason: Words = ""
    effects: Effects | None = None


class NoMajority(TournamentEvent, frozen=True):
    """All have voted and no verdict has more than half: they vote again (T5.2)."""

    case: Code


class CaseDecided(TournamentEvent, frozen=True):
    """By the committee; there is no further appeal in this tournament."""

    case: Code
    verdict: Verdict


class ReasonsGiven(TournamentEvent, frozen=True):
    case: Code
    reason: Words


class CaseSentOn(TournamentEvent, frozen=True):
    case: Code
    statement: Words = ""


class CaseAnswered(TournamentEvent, frozen=True):
    case: Code
    answer: Words
    precedent: bool = False
    sanction: Words = ""


class Penalised(TournamentEvent, frozen=True):
    person: Person
    kind: PenaltyKind
    rule: Clause
    reason: Words
    match: Code | None = None
    scope: Scope = Scope.MATCH
    points: int = 0
    until: int | None = None
    case: Code = ""  # under which it can be appealed and is found by its clause


class PenaltyRevoked(TournamentEvent, frozen=True):
    """A committee has reversed or replaced the ruling that gave it (T5.2)."""

    penalty: Code
    case: Code


class ResultReopened(TournamentEvent, frozen=True):
    """The result that a reversed ruling had given is void: the match goes on, or is called again."""

    match: Code
    case: Code
    taken_by: Code | None = None  # the match that is played at its table by now


class SpectatorExpelled(TournamentEvent, frozen=True):
    person: Person
    rule: Clause
    reason: Words
    match: Code | None = None
    scope: Scope = Scope.TOURNAMENT
    until: int | None = None


CaseAction = (
    OpenCase
    | GiveStatement
    | AskPerson
    | RuleCase
    | DropCase
    | Appeal
    | RefuseAppeal
    | NameCommittee
    | ProposeCommittee
    | AcceptPeople
    | DrawCommittee
    | Vote
    | GiveReasons
    | SendOn
    | AnswerCase
    | Penalise
    | ExpelSpectator
)
CaseEvent = (
    CaseOpened
    | StatementGiven
    | PersonAsked
    | CaseRuled
    | CaseDropped
    | Appealed
    | AppealRefused
    | CommitteeProposed
    | PeopleAccepted
    | CommitteeNamed
    | Voted
    | NoMajority
    | CaseDecided
    | ReasonsGiven
    | CaseSentOn
    | CaseAnswered
    | Penalised
    | PenaltyRevoked
    | ResultReopened
    | SpectatorExpelled
)
