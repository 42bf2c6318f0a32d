"""What stands in the way of closing, and the report to the federation (T1.4.iii, T1.6.v, T1.7.viii, T5.5)."""

from __future__ import annotations

import hashlib

import msgspec
from msgspec import UNSET, Struct, UnsetType

from tavl.rules.penalties import PenaltyKind
from tavl.rules.refusal import refuse
from tavl.tournament import acts
from tavl.tournament.acts import By, Office, Role
from tavl.tournament.matches.advancement import Flow, Where, flow_of
from tavl.tournament.money import ledger
from tavl.tournament.money.prizes import why_not_award
from tavl.tournament.registry import DIRECTORS, SYSTEM, Answer, Chance, Evolver, Handler
from tavl.tournament.standings.results_table import finish, results
from tavl.tournament.state import Case, CaseState, Phase, Status, Tournament

METHOD = "tavl-report-1"
OVER = (Where.DONE, Where.WALKOVER, Where.NO_MATCH)


class OpenItem(Struct, frozen=True):
    """Something that has to be settled before the tournament can be closed, with what it is about."""

    kind: str  # result, match, case, reason, money, entry, prizes, correction
    id: str
    rule: str


def open_items(tournament: Tournament) -> list[OpenItem]:
    flow = flow_of(tournament)
    found: list[OpenItem] = []
    for each in flow.standings.values():
        if each.where in (Where.REPORTED, Where.DIFFERS):
            found.append(OpenItem("result", each.id, "T4.6"))
        elif each.where not in OVER:
            found.append(OpenItem("match", each.id, "T4.5"))
        if each.match.correction_asked:
            found.append(OpenItem("correction", each.id, "T4.6"))
    for entry in tournament.entries.values():
        told = entry.status in (Status.REFUSED, Status.DECLINED) or entry.came_from is not None
        if told and not entry.reason.strip():
            found.append(OpenItem("reason", entry.id, "T1.4.iii"))
        if entry.status in (Status.PENDING, Status.OFFERED):
            found.append(OpenItem("entry", entry.id, "T1.4.i"))
    for case in tournament.cases.values():
        if case.is_open:
            found.append(OpenItem("case", case.id, "T5.5.i"))
        elif _lacks_reason(case):
            found.append(OpenItem("reason", case.id, "T5.5.i"))
    for id, division in tournament.divisions.items():
        pays = division.terms.prizes or division.terms.pools
        changed = division.awarded and why_not_award(tournament, id) is None
        if division.draws and pays and (not division.awarded or changed):
            found.append(OpenItem("prizes", id, "T1.1"))
    for line in ledger.open_lines(tournament.book):
        found.append(OpenItem("money", line.person or line.account, "T1.1"))
    return found


def _lacks_reason(case: Case) -> bool:
    if case.state is CaseState.DECIDED:
        return not case.committee_reason.strip()
    return case.state is CaseState.RULED and not case.reason.strip()


class RefusalLine(Struct, frozen=True):
    person: str
    division: str
    reason: str


class MoveLine(Struct, frozen=True):
    person: str
    division: str
    higher: str
    accepted: bool
    reason: str


class PenaltyLine(Struct, frozen=True):
    person: str
    kind: PenaltyKind
    rule: str
    scope: str
    reason: str
    by: str
    at: int
    match: str | None = None
    points: int = 0
    until: int | None = None
    case: str | UnsetType = UNSET  # under which it is found and can be appealed


class CaseLine(Struct, frozen=True):
    id: str
    rule: str
    match: str | None
    parties: tuple[str, ...]
    description: tuple[tuple[str, str], ...]  # who said what
    ruled_by: str
    decision: str
    reason: str
    appealed_by: str = ""
    appeal_refused: str = ""
    committee: tuple[str, ...] = ()
    verdict: str = ""
    committee_reason: str = ""


class CorrectionLine(Struct, frozen=True):
    match: str
    was: tuple[int, int]
    is_now: tuple[int, int]
    reason: str
    by: str
    at: int


class ResultLine(Struct, frozen=True):
    match: str
    division: str
    winners: tuple[str, ...]
    losers: tuple[str, ...]
    score: tuple[int, int] | None  # the winner's first
    length: int
    how: str
    ended_at: int | None


class PlaceLine(Struct, frozen=True):
    division: str
    first: int
    last: int
    people: tuple[tuple[str, ...], ...]


class Report(Struct, frozen=True, kw_only=True):
    title: str
    sanctioned: bool
    rulebook: str
    profile: str
    directors: tuple[str, ...]
    helpers: tuple[str, ...]
    refusals: tuple[RefusalLine, ...]
    moves: tuple[MoveLine, ...]
    disqualifications: tuple[PenaltyLine, ...]
    expulsions: tuple[PenaltyLine, ...]  # of spectators
    penalties: tuple[PenaltyLine, ...]  # all others
    cases: tuple[CaseLine, ...]
    corrections: tuple[CorrectionLine, ...]
    reported_directors: tuple[tuple[str, str, str], ...]
    results: tuple[ResultLine, ...]
    places: tuple[PlaceLine, ...]


def report(tournament: Tournament) -> Report:
    """From what happened, and nothing else: made twice it is the same."""
    flow = flow_of(tournament)
    entries = tournament.entries.values()
    out = (PenaltyKind.DISQUALIFY, PenaltyKind.EXPEL, PenaltyKind.EXCLUDE)
    lines = [
        (
            each,
            PenaltyLine(
                each.person,
                each.kind,
                each.rule,
                each.scope,
                each.reason,
                each.by,
                each.at,
                each.match,
                each.points,
                each.until,
                each.case or UNSET,
            ),
        )
        for each in tournament.penalties.values()
    ]
    moved = [entry for entry in entries if entry.came_from is not None or entry.status is Status.DECLINED]
    return Report(
        title=tournament.title,
        sanctioned=tournament.invitation.sanctioned,
        rulebook=tournament.invitation.rulebook,
        profile=tournament.invitation.profile.name,
        directors=tuple(p for p in tournament.served if tournament.staff.get(p, Role.DIRECTOR) is Role.DIRECTOR),
        helpers=tuple(p for p in tournament.served if tournament.staff.get(p) is Role.HELPER),
        refusals=tuple(
            RefusalLine(", ".join(entry.members), entry.division, entry.reason)
            for entry in entries
            if entry.status is Status.REFUSED
        ),
        moves=tuple(
            MoveLine(
                ", ".join(entry.members),
                entry.came_from or entry.division,
                entry.division if entry.came_from else entry.offered or "",
                entry.came_from is not None,
                entry.reason,
            )
            for entry in moved
        ),
        disqualifications=tuple(line for each, line in lines if each.kind in out and not each.spectator),
        expulsions=tuple(line for each, line in lines if each.spectator),
        penalties=tuple(line for each, line in lines if each.kind not in out),
        cases=tuple(_case_line(case) for case in tournament.cases.values() if not _is_told_as_penalty(case)),
        corrections=tuple(
            CorrectionLine(match.id, was.score, now.score, reason, by, at)
            for match in tournament.matches.values()
            for was, now, reason, by, at in match.corrections
        ),
        reported_directors=tournament.reported,
        results=tuple(_results(flow)),
        places=tuple(
            PlaceLine(id, place.first, place.last, tuple(flow.members(entry) for entry in place.entrants))
            for id, division in tournament.divisions.items()
            if division.draws
            for place in finish(flow, id)
        ),
    )


def _is_told_as_penalty(case: Case) -> bool:
    """A penalty that stands as it was given is one line of the report, which names its case."""
    return case.penalty and not (case.appealed_by or case.appeal_refused or case.sent_on)


def _case_line(case: Case) -> CaseLine:
    return CaseLine(
        case.id,
        case.ruled_under or case.rule,
        case.match,
        case.parties,
        tuple((said.person, said.text) for said in case.statements),
        case.ruled_by,
        case.decision,
        case.reason,
        case.appealed_by,
        case.appeal_refused,
        case.committee,
        case.verdict or "",
        case.committee_reason,
    )


def _results(flow: Flow) -> list[ResultLine]:
    found = []
    for each in results(flow):
        confirmed = each.match.confirmed
        outcome = each.outcome
        players = each.players or ("", "")
        winner = confirmed.result.winner if confirmed else outcome.winner if outcome else None
        score = confirmed.result.score if confirmed else None
        sides = [flow.members(entry) for entry in players]
        if winner == 1:
            sides.reverse()
            score = (score[1], score[0]) if score else None
        found.append(
            ResultLine(
                each.id,
                each.division,
                sides[0] if winner is not None else (),
                sides[1] if winner is not None else (*sides[0], *sides[1]),
                score,
                each.length,
                confirmed.result.how if confirmed else "walkover",
                confirmed.ended_at if confirmed else None,
            )
        )
    return found


def to_bytes(made: Report) -> bytes:
    """The file that the federation gets."""
    return msgspec.json.format(msgspec.json.encode(made), indent=1)


def digest(made: Report) -> str:
    return hashlib.sha256(to_bytes(made)).hexdigest()


def _close(tournament: Tournament, action: acts.CloseTournament, by: By, at: int, chance: Chance) -> Answer:
    if tournament.phase is Phase.DRAFT:
        return refuse("entries_not_open", "T5.5.i")
    if by.office is Office.SYSTEM and tournament.invitation.attended:
        return refuse("not_your_role", "T1.3.i", role=Role.SYSTEM)
    items = open_items(tournament)
    if items:
        first = items[0]
        return refuse("not_ready_to_close", first.rule, kind=first.kind, id=first.id, count=len(items))
    return [acts.TournamentClosed(digest(report(tournament)), METHOD)]


HANDLERS: dict[type, Handler] = {acts.CloseTournament: Handler(_close, DIRECTORS | SYSTEM, "T1.3.i")}
EVOLVERS: dict[type, Evolver] = {}
