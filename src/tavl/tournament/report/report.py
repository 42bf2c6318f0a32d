"""The report to the federation, as data, as a file and to read (T1.4.iii, T1.6.v, T1.7.viii, T5.5)."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

import msgspec
from msgspec import UNSET, Struct, UnsetType

from tavl.rules.penalty_kinds import PenaltyKind
from tavl.tournament.acts import Role
from tavl.tournament.matches.advancement import Flow, flow_of
from tavl.tournament.standings.results_table import finish, results
from tavl.tournament.state import Case, Status, Tournament

METHOD = "tavl-report-1"


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
    """Made from the events alone: making it twice gives the same report."""
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
        cases=tuple(_case_line(case) for case in tournament.cases.values() if not _is_listed_as_penalty(case)),
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


def _is_listed_as_penalty(case: Case) -> bool:
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


def text(made: Report, names: Mapping[str, str] | None = None) -> str:
    """The report to read, in English."""
    names = names or {}

    def who(*people: str) -> str:
        return " / ".join(names.get(person, person) for person in people) or "nobody"

    lines = [made.title, f"Sanctioned: {'yes' if made.sanctioned else 'no'} (rules {made.rulebook})"]
    lines += [f"Directors: {who(*made.directors)}", f"Helpers: {who(*made.helpers)}"]
    sections: list[tuple[str, list[str]]] = [
        ("Entries refused", [f"{who(x.person)} ({x.division}): {x.reason}" for x in made.refusals]),
        (
            "Moved to a higher division",
            [
                f"{who(x.person)}: {x.division} to {x.higher}, {'accepted' if x.accepted else 'declined'}: {x.reason}"
                for x in made.moves
            ],
        ),
        (
            "Disqualified or expelled",
            [f"{who(x.person)} ({x.rule}, {x.scope}), by {who(x.by)}: {x.reason}" for x in made.disqualifications],
        ),
        ("Spectators expelled", [f"{who(x.person)} ({x.rule}): {x.reason}" for x in made.expulsions]),
        (
            "Other penalties",
            [f"{who(x.person)} ({x.rule}): {x.kind}{f' {x.points}' if x.points else ''}" for x in made.penalties],
        ),
        ("Rulings", [_case_text(x, who) for x in made.cases]),
        (
            "Results corrected",
            [
                f"{x.match}: {_score(x.was)} became {_score(x.is_now)}, by {who(x.by)}: {x.reason}"
                for x in made.corrections
            ],
        ),
        ("Directors reported", [f"{who(p)}, by {who(by)}: {why}" for p, by, why in made.reported_directors]),
        (
            "Results",
            [
                f"{x.match}: {who(*x.winners)} - {who(*x.losers)} {_score(x.score) if x.score else ''} {x.how}"
                for x in made.results
            ],
        ),
        (
            "Places",
            [
                f"{x.division} {x.first}{f'-{x.last}' if x.last > x.first else ''}: "
                + ", ".join(who(*people) for people in x.people)
                for x in made.places
            ],
        ),
    ]
    for title, body in sections:
        lines += ["", f"{title}: {len(body) or 'none'}", *(f"  {line}" for line in body)]
    return "\n".join(lines) + "\n"


def _score(score: tuple[int, int]) -> str:
    return f"{score[0]}-{score[1]}"


def _case_text(case: CaseLine, who: object) -> str:
    name = who if callable(who) else str
    said = "; ".join(f"{name(person)}: {words}" for person, words in case.description)
    found = (
        f"{case.id} under {case.rule} ({said}): {name(case.ruled_by)} decided: {case.decision}. Reason: {case.reason}"
    )
    if case.verdict:
        found += (
            f". Appealed by {name(case.appealed_by)}; the committee's answer: {case.verdict}: {case.committee_reason}"
        )
    return found
