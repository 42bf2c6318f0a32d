"""What somebody may do now: candidates, each tried."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tavl.rules.refusal import Refused
from tavl.tournament import acts
from tavl.tournament import now_list as agenda
from tavl.tournament.acts import AnyAction, By
from tavl.tournament.matches.advancement import AT_BOARD, Flow, Where, flow_of, plays_in
from tavl.tournament.matches.inventory import KINDS
from tavl.tournament.matches.requests import HERE
from tavl.tournament.registry import STAFF, roles_of
from tavl.tournament.state import CaseState, Status, Tournament
from tavl.tournament.tournament import decide
from tavl.tournament.undo import acts_of

TO_FILL_IN = frozenset(
    {"reason_missing", "explanation_missing", "short_of_length", "boards_missing", "wrong_members", "no_seed"}
)
"""An action that is refused only for one of these is offered: its text, score or people are still missing."""


def actions(tournament: Tournament, by: By, at: int) -> list[AnyAction]:
    """Everything that this person may do now. Texts are empty, and scores 0-0, until they are filled in."""
    return list(dict.fromkeys(each for each in _candidates(tournament, by, at) if _taken(tournament, each, by, at)))


def _taken(tournament: Tournament, action: AnyAction, by: By, at: int) -> bool:
    answer = decide(tournament, action, by, at)
    return not isinstance(answer, Refused) or answer.code in TO_FILL_IN


def _candidates(tournament: Tournament, by: By, at: int) -> Iterator[AnyAction]:
    flow = flow_of(tournament)
    if roles_of(tournament, by) & STAFF:
        yield from (item.action for item in agenda.now(tournament, at) if item.action is not None)
        yield from _staffs(tournament, flow)
        yield from _sanctioning(tournament)
        yield acts.CloseTournament()
    yield from _players(tournament, flow, by)
    yield from (acts.Undo(act.id) for act in acts_of(tournament, by.person)[:1])


def _staffs(tournament: Tournament, flow: Flow) -> Iterator[AnyAction]:
    for entry in tournament.entries.values():
        yield from _of_entry(entry.id, entry.version)
        if entry.status is Status.PENDING:
            yield acts.RefuseEntry(entry.id, "", seen=entry.version)
    for each in flow.standings.values():
        if each.players is None:
            continue
        seen = each.match.version
        if each.where in (Where.CALLED, Where.READY):
            yield acts.BeginMatch(each.id, seen=seen)
            yield from (acts.ReportAbsence(each.id, entry) for entry in each.players)
            yield from (acts.WaiveLatePenalty(each.id, entry, "") for entry in each.match.absences)
            yield acts.WithdrawCall(each.id, seen=seen)
            yield acts.PostponeMatch(each.id, "", seen=seen)
        if each.where in AT_BOARD:
            yield acts.GiveClock(each.id)
            yield from (acts.GiveEquipment(each.id, kind, between_games=True) for kind in KINDS)
            yield acts.OrderBox(each.id, "")
        if each.match.confirmed is None:
            yield acts.FeatureMatch(each.id, not each.match.featured)
        if each.match.confirmed is None:
            yield acts.ReportResult(each.id, each.players, (0, 0), seen=seen)
        else:
            yield acts.CorrectResult(each.id, each.players, (0, 0), "", seen=seen)
        if each.where is Where.DIFFERS:
            yield from (acts.ConfirmResult(each.id, n, seen=seen) for n in range(1, len(each.match.reports) + 1))


def _sanctioning(tournament: Tournament) -> Iterator[AnyAction]:
    """The single button that makes an evening a sanctioned one, before its first match (T1.1)."""
    if not tournament.invitation.sanctioned and tournament.invitation.attended:
        yield acts.ChangeInvitation(replace(tournament.invitation, sanctioned=True), "")


def _of_entry(entry: str, seen: int) -> Iterator[AnyAction]:
    yield acts.CheckIn(entry, seen=seen)
    yield acts.WithdrawEntry(entry, seen=seen)


def _players(tournament: Tournament, flow: Flow, by: By) -> Iterator[AnyAction]:
    mine = [entry for entry in tournament.entries.values() if by.person in entry.members]
    for division in tournament.divisions.values():
        if division.terms.members == 1:
            yield acts.Enter(division.terms.id, (by.person,))
    for entry in mine:
        yield from _of_entry(entry.id, entry.version)
        if entry.status is Status.OFFERED:
            yield from (acts.AnswerOffer(entry.id, accepts) for accepts in (True, False))
    for each in flow.standings.values():
        entry_id = plays_in(flow, each, by.person)
        if entry_id is None or each.players is None:
            continue
        yield acts.BeginMatch(each.id, seen=each.match.version)
        yield from (acts.ReportAbsence(each.id, other) for other in each.players)
        yield acts.ReportResult(each.id, each.players, (0, 0), seen=each.match.version)
        yield acts.AskPostponement(each.id, "")
        yield acts.NameLineUp(each.id, entry_id, ())
        for whose, times in each.match.offers.items():
            if whose != entry_id:
                yield from (acts.AcceptTime(each.id, time) for time in times)
        if each.where in AT_BOARD:
            yield acts.DemandClock(each.id)
            yield acts.AskForPace(each.id)
            yield from (acts.DemandEquipment(each.id, kind) for kind in KINDS)
            yield from (acts.AskDirector(each.id, what) for what in HERE)
            yield acts.AskPhone(each.id)
            yield from (acts.AnswerPhone(each.id, consents) for consents in (True, False))
            if each.match.featured:
                yield acts.ConsentToStream(each.id, by.person not in each.match.streamed_with)
            yield acts.AskObserver(each.id)
            yield acts.OpenCase("T5.1", "", each.id)
        if each.where is Where.DONE:
            yield acts.AskCorrection(each.id, "")
    for case in tournament.cases.values():
        yield acts.GiveStatement(case.id, "")
        if case.state is CaseState.RULED:
            yield acts.Appeal(case.id)
        if case.state in (CaseState.RULED, CaseState.DECIDED):
            yield acts.SendOn(case.id)
        if by.person in case.committee:
            yield from (acts.Vote(case.id, verdict) for verdict in acts.Verdict)
