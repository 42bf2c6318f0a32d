"""The stored state of a tournament. Everything else is derived from it: `matches/advancement.py` says who is where."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from functools import cached_property
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tavl.rules.penalty_kinds import PenaltyKind
from tavl.table.acts.disputes import Effects
from tavl.table.acts.preparation import Equipment, Way
from tavl.table.acts.requests import Request
from tavl.tournament.acts import AnyAction, Role
from tavl.tournament.acts.cases import Scope, Verdict, Warning
from tavl.tournament.acts.results import Result
from tavl.tournament.acts.tables_and_calls import Place
from tavl.tournament.draws.graph import Pairing
from tavl.tournament.invitation import DivisionTerms, Invitation
from tavl.tournament.money.ledger import Transaction

MAX_ACTS = 300  # that are remembered for undo and for the desk's list


class Phase(StrEnum):
    DRAFT = "draft"
    OPEN = "open"
    CLOSED = "closed"


class Status(StrEnum):
    """Of an entry."""

    PENDING = "pending"
    WAITING = "waiting"  # for a place
    OFFERED = "offered"  # a higher division, and in neither until they answer (T1.4.ii)
    APPROVED = "approved"
    REFUSED = "refused"
    DECLINED = "declined"  # the higher division: out of the lower one
    WITHDRAWN = "withdrawn"


class Entry(Struct, frozen=True, kw_only=True):
    """A player, a pair or a team in a division."""

    id: str
    division: str
    members: tuple[str, ...]
    status: Status
    at: int
    rating: int | None = None
    family: str | None = None
    club: str | None = None
    country: str | None = None
    checked_in: bool = False
    explanation: str = ""
    reason: str = ""
    offered: str | None = None  # the division
    came_from: str | None = None  # the division they were moved up from
    withdrawn_at: int | None = None
    unavailable_until: int | None = None
    currency: str | None = None
    pools: tuple[str, ...] = ()
    version: int = 1


class Draw(Struct, frozen=True, kw_only=True):
    round: int
    at: int
    by: str
    entries: tuple[str, ...]
    pairings: tuple[str, ...]
    seed: str = ""
    promise: str = ""
    by_hand: bool = False
    reason: str = ""
    witness: str | None = None
    swaps: tuple[tuple[str, str, str], ...] = ()  # two entries and the reason
    fixed: tuple[tuple[str, str | None], ...] = ()  # pairs and byes of the director's, before the lots
    assumed: tuple[tuple[str, int], ...] = ()  # wins that somebody with a postponed match was paired with
    announced_at: int | None = None
    starts_at: int | None = None
    deadline: int | None = None
    traded: tuple[tuple[str, str, str], ...] = ()  # byes of a consolation: its stage, and the two entries
    no_drop: tuple[tuple[str, str], ...] = ()  # late entrants whose match has a loser without a place, and why
    play_ins: tuple[tuple[str, str, str], ...] = ()  # late entrants, the match for a place that they led to, and why


class Division(Struct, frozen=True, kw_only=True, dict=True):  # with room for what is worked out once
    terms: DivisionTerms
    promise: str = ""
    standing_approval: bool = False
    pairings: tuple[Pairing, ...] = ()
    draws: tuple[Draw, ...] = ()
    deals: tuple[tuple[str, dict[str, str]], ...] = ()  # by stage
    awarded: bool = False
    version: int = 1

    @property
    def announced(self) -> bool:
        return bool(self.draws) and self.draws[-1].announced_at is not None

    @cached_property
    def draw_of(self) -> dict[str, Draw]:
        """By pairing."""
        return {id: draw for draw in reversed(self.draws) for id in draw.pairings}

    @cached_property
    def hidden(self) -> frozenset[str]:
        """Pairings that have been drawn and not announced."""
        return frozenset(id for draw in self.draws if draw.announced_at is None for id in draw.pairings)


class Absence(Struct, frozen=True):
    since: int
    until: int | None = None  # arrived
    counted: int = 0
    waived: bool = False


class Report(Struct, frozen=True, kw_only=True):
    result: Result
    by: str
    at: int
    staff: bool
    ended_at: int
    version: int  # of the match, when it was reported
    reason: str = ""


class Confirmed(Struct, frozen=True, kw_only=True):
    result: Result
    by: str
    at: int
    ended_at: int
    version: int  # of the match, when it was confirmed
    reason: str = ""
    advances: int | None = None  # after a correction that lets everybody stay where they are


class Void(Struct, frozen=True):
    """A match that was stopped because a player was wrong in it."""

    players: tuple[str, str]
    at: int
    score: tuple[int, int] | None = None


class Asked(Struct, frozen=True, kw_only=True):
    """What a player has asked of the director in a match, and the answer once there is one."""

    person: str
    what: Request
    reason: str
    at: int
    granted: bool | None = None
    answer: str = ""
    request: int = 0  # its number at the table, where it was made there


class Match(Struct, frozen=True, kw_only=True):
    """What has happened to a pairing."""

    id: str
    place: str | None = None
    called_at: int | None = None
    called: tuple[str, str] | None = None
    late_from: int | None = None
    starts_at: int | None = None  # of its own
    length: int | None = None  # of its own
    players: tuple[str, str] | None = None  # pinned since it began
    begun_at: int | None = None
    absences: dict[str, Absence] = {}
    points: dict[str, int] = {}  # penalty points, by entry
    reports: tuple[Report, ...] = ()
    differs: bool = False
    confirmed: Confirmed | None = None
    corrections: tuple[tuple[Result, Result, str, str, int], ...] = ()  # from, to, reason, by whom, when
    voids: tuple[Void, ...] = ()
    correction_asked: tuple[tuple[str, str], ...] = ()  # by whom and why, not answered yet
    correction_for: tuple[str, str] | None = None  # where nobody asked: a case, and a clause
    observers: tuple[str, ...] = ()
    observer_asked: tuple[str, ...] = ()  # by whom, not answered yet
    clock: bool = False  # one stands at the board
    clock_asked: tuple[tuple[str, int], ...] = ()  # by whom and when, and none has come yet
    equipment: tuple[Equipment, ...] = ()  # brought to the board, or wanted there and part of it
    equipment_asked: tuple[tuple[Equipment, str, int], ...] = ()  # what, by whom and when, and it has not come yet
    box_way: Way | None = None  # how a baffle box came to be used (T3.4.i)
    asked: tuple[Asked, ...] = ()  # of the director (T1.6.iv, T2.4.ii, T3.4.iii, T3.5.iii)
    pace_asked: tuple[str, ...] = ()  # by whom, not answered yet (T2.3.ii)
    featured: bool = False
    streamed_with: tuple[str, ...] = ()  # who consents to it
    phone_asked: tuple[str, ...] = ()  # entries whose own phone the other has not answered about yet (T1.7.iv)
    phones: tuple[tuple[str, str], ...] = ()  # whose phone may be used, and who has consented
    device: bool = False  # one that the director provides lies at the board
    offers: dict[str, tuple[int, ...]] = {}  # instants, by entry
    agreed: bool = False  # that it starts at `starts_at`
    deadline: int | None = None  # of its own
    reminded: tuple[str, ...] = ()
    postponed: bool = False  # later rounds do not wait for it
    postponement_asked: tuple[tuple[str, int | None], ...] = ()  # by whom, until when; not answered yet
    line_ups: dict[str, tuple[str, ...]] = {}  # of a team match, by entry
    version: int = 0


class CaseState(StrEnum):
    OPEN = "open"
    RULED = "ruled"
    APPEALED = "appealed"
    DECIDED = "decided"
    DROPPED = "dropped"


class Statement(Struct, frozen=True):
    person: str
    text: str
    at: int
    asked_by: str = ""  # none: on their own account, as a party


class Case(Struct, frozen=True, kw_only=True):
    id: str
    rule: str
    parties: tuple[str, ...]
    opened_at: int
    opened_by: str
    match: str | None = None
    dispute: int | None = None  # its number at the table of the match, where it was raised there
    ruling: int | None = None  # the number of the ruling there, where it was made without a dispute
    penalty: bool = False  # a penalty that the director gave without a dispute
    state: CaseState = CaseState.OPEN
    statements: tuple[Statement, ...] = ()
    asked: dict[str, str] = {}  # whom, by whom
    ruled_by: str = ""
    ruled_at: int = 0
    ruled_under: str = ""
    decision: str = ""
    reason: str = ""
    final: bool = False
    effects: Effects | None = None  # of the ruling, then of what the committee put in its place
    appealed_by: str = ""
    appeal_refused: str = ""
    appealed_late: tuple[str, ...] = ()  # whose appeals were refused
    proposed: dict[str, tuple[str, ...]] = {}
    accepted: dict[str, tuple[str, ...]] = {}
    committee: tuple[str, ...] = ()
    warnings: tuple[tuple[str, Warning], ...] = ()
    votes: dict[str, tuple[Verdict, str]] = {}
    vote_effects: dict[str, Effects] = {}
    rounds: int = 1
    verdict: Verdict | None = None
    committee_reason: str = ""
    sent_on: tuple[tuple[str, str], ...] = ()
    answer: str = ""
    precedent: bool = False
    sanction: str = ""
    closed_at: int | None = None
    version: int = 1

    @property
    def is_open(self) -> bool:
        return self.state in (CaseState.OPEN, CaseState.APPEALED)


class Penalty(Struct, frozen=True, kw_only=True):
    person: str
    kind: PenaltyKind
    rule: str
    reason: str
    by: str
    at: int
    match: str | None = None
    scope: Scope = Scope.MATCH
    points: int = 0
    until: int | None = None
    spectator: bool = False
    late_ms: int | None = None
    case: str = ""


class Breach(Struct, frozen=True):
    """A breach that was noted, without a penalty."""

    person: str
    rule: str
    at: int
    match: str | None = None


class Act(Struct, frozen=True, kw_only=True):
    """What one action has led to, and what it found there before."""

    id: str
    person: str
    at: int
    events: tuple[str, ...] = ()
    before: tuple[tuple[str, str, Any], ...] = ()  # part, key, value
    undone: bool = False


class Due(Struct, frozen=True):
    """Something that will happen automatically at an instant: the action that any process may then carry out."""

    at: int
    action: AnyAction


class Tournament(Struct, frozen=True, kw_only=True):
    title: str
    invitation: Invitation
    organiser: str
    created_at: int
    last_at: int = 0
    phase: Phase = Phase.DRAFT
    staff: dict[str, Role] = {}
    served: tuple[str, ...] = ()  # everybody who has been director or helper
    licensed: frozenset[str] = frozenset()
    suspended: dict[str, int | None] = {}
    reported: tuple[tuple[str, str, str], ...] = ()  # directors: who, by whom, why
    changes: tuple[tuple[int, str], ...] = ()  # of the invitation after entries opened: when and why
    divisions: dict[str, Division] = {}
    entries: dict[str, Entry] = {}
    entered: int = 0
    matches: dict[str, Match] = {}
    places: tuple[Place, ...] = ()
    clocks: int = 0
    stock: dict[Equipment, int] = {}  # what can be lent to any table
    smoke_free: frozenset[str] = frozenset()  # who demands it
    prefers_clock: frozenset[str] = frozenset()
    prefers: frozenset[tuple[str, Equipment]] = frozenset()  # who demands what in all their matches
    outages: tuple[tuple[int, int], ...] = ()
    breaks: tuple[tuple[int, int], ...] = ()  # for everybody
    breaches: tuple[Breach, ...] = ()
    standing_confirmation: bool = False
    cases: dict[str, Case] = {}
    penalties: dict[str, Penalty] = {}
    revoked: tuple[tuple[str, str], ...] = ()  # penalties that a committee has taken back, and in which case
    refused_corrections: tuple[tuple[str, str], ...] = ()
    book: tuple[Transaction, ...] = ()
    booked_for: tuple[str | None, ...] = ()  # the entry of each transaction
    booked_at: tuple[int, ...] = ()  # and its instant
    journal: tuple[Act, ...] = ()
    report: str = ""

    @property
    def directors(self) -> tuple[str, ...]:
        return tuple(person for person, role in self.staff.items() if role is Role.DIRECTOR)


def put(tournament: Tournament, part: str, key: str, value: Any) -> Tournament:
    """With one value of a part changed, noted in the act that changes it."""
    kept = getattr(tournament, part)
    act = tournament.journal[-1]
    if not any(p == part and k == key for p, k, _ in act.before):
        act = replace(act, before=(*act.before, (part, key, kept.get(key))))
    return replace(tournament, **{part: {**kept, key: value}, "journal": (*tournament.journal[:-1], act)})


def next_id(letter: str, kept: Iterable[str]) -> str:
    """One that nothing here has: after an undo there are fewer than have been numbered."""
    return f"{letter}{1 + max((int(id[1:]) for id in kept), default=0)}"


def next_penalty(tournament: Tournament) -> str:
    """Numbers of penalties that a committee has taken back are not used again."""
    return next_id("p", (*tournament.penalties, *(id for id, _ in tournament.revoked)))


def put_entry(tournament: Tournament, id: str, **changes: Any) -> Tournament:
    entry = tournament.entries.get(id)
    if entry is None:
        return tournament
    return put(tournament, "entries", id, replace(entry, version=entry.version + 1, **changes))


def put_match(tournament: Tournament, id: str, **changes: Any) -> Tournament:
    match = tournament.matches.get(id) or Match(id=id)
    return put(tournament, "matches", id, replace(match, version=match.version + 1, **changes))


def put_division(tournament: Tournament, id: str, **changes: Any) -> Tournament:
    division = tournament.divisions.get(id)
    if division is None:
        return tournament
    return put(tournament, "divisions", id, replace(division, version=division.version + 1, **changes))


def put_case(tournament: Tournament, id: str, **changes: Any) -> Tournament:
    case = tournament.cases.get(id)
    if case is None:
        return tournament
    return put(tournament, "cases", id, replace(case, version=case.version + 1, **changes))


def match_of(tournament: Tournament, id: str) -> Match:
    return tournament.matches.get(id) or Match(id=id)
