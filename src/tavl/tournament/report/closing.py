"""Closing a tournament: what is in the way of it, and what is written then (T1.3.i, T5.5)."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from tavl.rules.refusal import refuse
from tavl.tournament import acts
from tavl.tournament.acts import By, Office, Role, Stamp
from tavl.tournament.matches.advancement import OVER, Where, flow_of
from tavl.tournament.money import ledger
from tavl.tournament.money.awards import why_not_award
from tavl.tournament.registry import DIRECTORS, SYSTEM, Chance, Evolver, Handler, HandlerResult
from tavl.tournament.report.report import METHOD, digest, report
from tavl.tournament.state import Case, CaseState, Phase, Status, Tournament


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


def _close(tournament: Tournament, action: acts.CloseTournament, by: By, at: int, chance: Chance) -> HandlerResult:
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


def _evolve_closed(tournament: Tournament, event: acts.TournamentClosed, stamp: Stamp) -> Tournament:
    return replace(tournament, phase=Phase.CLOSED, report=event.report)


EVOLVERS: dict[type, Evolver] = {acts.TournamentClosed: _evolve_closed}
