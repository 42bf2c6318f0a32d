"""What comes in: reports of closed tournaments (T5.5) and cases that somebody sends on (T5.4), with the answers."""

from __future__ import annotations

from msgspec.structs import replace

from tavl.organisation import acts
from tavl.organisation.registry import ANYBODY, OFFICERS, SYSTEM, Evolver, Handler, HandlerResult
from tavl.organisation.state import Case, Correction, Organisation, ReceivedReport, Sender, Status, licensed
from tavl.rating.counted_matches import Match
from tavl.rules.clauses import clause
from tavl.rules.refusal import Refused, RuleError, refuse
from tavl.tournament import By, Office, Stamp
from tavl.tournament.registry import gives_reason, too_long

MAX_MATCHES = 20_000


def _receive(organisation: Organisation, action: acts.ReceiveReport, by: By, at: int) -> HandlerResult:
    sent = action.submission
    if fault := _fault(sent) or too_long(action.title):
        return fault
    had = organisation.reports.get(sent.tournament)
    if had is not None and had.submission == sent:
        return []  # made twice, it changes nothing (T5.5.ii)
    events: list[acts.AnyEvent] = [acts.ReportReceived(title=action.title, submission=sent)]
    # Anybody can name an organisation: it counts at once if whoever closed it is an officer or holds our licence.
    vouched = by.person in organisation.officers or by.person in licensed(organisation, at)
    if by.office is Office.SYSTEM and vouched and organisation.charter.accepts_by_itself:
        events.append(acts.ReportAccepted(tournament=sent.tournament))
    return events


def _fault(sent: acts.Submission) -> Refused | None:
    if not sent.tournament:
        return refuse("bad_value", "T5.5.ii", field="tournament")
    ids = [match.id for match in sent.matches]
    if len(set(ids)) != len(ids) or len(ids) > MAX_MATCHES or any(match.length < 1 for match in sent.matches):
        return refuse("bad_value", "T5.5.ii", field="matches")
    return None


def _report(organisation: Organisation, tournament: str) -> ReceivedReport | Refused:
    return organisation.reports.get(tournament) or refuse("no_such_report", "T5.5.ii")


def _accept(organisation: Organisation, action: acts.AcceptReport, by: By, at: int) -> HandlerResult:
    report = _report(organisation, action.tournament)
    if isinstance(report, Refused):
        return report
    if report.status is Status.ACCEPTED:
        return refuse("done_already", "T5.5.ii")
    return [acts.ReportAccepted(tournament=action.tournament)]


def _return(organisation: Organisation, action: acts.ReturnReport, by: By, at: int) -> HandlerResult:
    report = _report(organisation, action.tournament)
    if isinstance(report, Refused):
        return report
    if report.status is Status.RETURNED:
        return refuse("done_already", "T5.5.ii")
    fault = gives_reason(action.reason, "T5.5.ii")
    return fault or [acts.ReportReturned(tournament=action.tournament, reason=action.reason)]


def _correct(organisation: Organisation, action: acts.CorrectMatch, by: By, at: int) -> HandlerResult:
    report = _report(organisation, action.tournament)
    if isinstance(report, Refused):
        return report
    match = next((each for each in report.matches if each.id == action.match), None)
    if match is None:
        return refuse("no_such_match", "T4.6", match=action.match)
    if not action.void and (not action.winners or not action.losers or set(action.winners) & set(action.losers)):
        return refuse("bad_value", "T4.6", field="winners")
    if _corrected(match, action) == match:
        return refuse("nothing_changes", "T4.6")
    return gives_reason(action.reason, "T4.6") or [
        acts.MatchCorrected(
            tournament=action.tournament,
            match=action.match,
            winners=action.winners,
            losers=action.losers,
            void=action.void,
            reason=action.reason,
        )
    ]


def _corrected(match: Match, change: acts.CorrectMatch | acts.MatchCorrected) -> Match:
    if change.void:
        return replace(match, void=True)
    return replace(match, winners=change.winners, losers=change.losers, void=False)


# cases


def case_id(tournament: str, case: str) -> str:
    return f"{tournament}/{case}"


def _known_clause(rule: str) -> Refused | None:
    try:
        clause(rule)
    except RuleError as error:
        return error.refused
    return None


def _send(organisation: Organisation, action: acts.SendCase, by: By, at: int) -> HandlerResult:
    if not action.tournament or not action.case:
        return refuse("bad_value", "T5.4", field="case")
    if fault := _known_clause(action.rule) or too_long(action.statement):
        return fault
    known = organisation.cases.get(case_id(action.tournament, action.case))
    if known is not None and any(sender.person == by.person for sender in known.senders):
        return refuse("done_already", "T5.4")
    return [
        acts.CaseReceived(
            tournament=action.tournament,
            case=action.case,
            rule=action.rule,
            statement=action.statement,
            parties=action.parties,
        )
    ]


def _answer(organisation: Organisation, action: acts.AnswerCase, by: By, at: int) -> HandlerResult:
    case = organisation.cases.get(action.case)
    if case is None:
        return refuse("no_such_case", "T5.4")
    if by.person in case.parties:
        return refuse("own_case", "T5.1")
    if fault := gives_reason(action.answer, "T5.4") or too_long(action.summary, action.sanction):
        return fault
    if action.precedent and not action.summary.strip():
        return refuse("summary_missing", "T5.4")
    return [
        acts.CaseAnswered(
            case=action.case,
            answer=action.answer,
            precedent=action.precedent,
            summary=action.summary,
            sanction=action.sanction,
        )
    ]


def _record(organisation: Organisation, action: acts.RecordPrecedent, by: By, at: int) -> HandlerResult:
    fault = _known_clause(action.rule) or gives_reason(action.answer, "T5.4") or too_long(action.summary)
    return fault or [
        acts.PrecedentRecorded(
            case=f"p{len(organisation.cases) + 1}",
            rule=action.rule,
            answer=action.answer,
            summary=action.summary,
            decided_at=action.decided_at or at,
        )
    ]


HANDLERS: dict[type, Handler] = {
    acts.ReceiveReport: Handler(_receive, OFFICERS | SYSTEM, "T5.5.ii"),
    acts.AcceptReport: Handler(_accept, OFFICERS, "T5.5.ii"),
    acts.ReturnReport: Handler(_return, OFFICERS, "T5.5.ii"),
    acts.CorrectMatch: Handler(_correct, OFFICERS, "T4.6"),
    acts.SendCase: Handler(_send, ANYBODY, "T5.4"),
    acts.AnswerCase: Handler(_answer, OFFICERS, "T5.4"),
    acts.RecordPrecedent: Handler(_record, OFFICERS, "T5.4"),
}


def precedents(organisation: Organisation, rule: str = "") -> list[Case]:
    """Decisions of principle on a clause and on what stands below it, the last one first (T5.4)."""
    found = [case for case in organisation.cases.values() if case.precedent]
    if rule:
        found = [case for case in found if case.rule == rule or case.rule.startswith(rule + ".")]
    return sorted(found, key=lambda case: (-(case.answered_at or 0), case.id))


def _put_report(organisation: Organisation, report: ReceivedReport) -> Organisation:
    return replace(organisation, reports={**organisation.reports, report.submission.tournament: report})


def _received(organisation: Organisation, event: acts.ReportReceived, stamp: Stamp) -> Organisation:
    # A report that is sent again may or may not have our corrections; an officer looks at it in any case.
    report = ReceivedReport(title=event.title, submission=event.submission, received_at=stamp.at, sent_by=stamp.person)
    return _put_report(organisation, report)


def _set_status(status: Status) -> Evolver:
    def evolve(
        organisation: Organisation, event: acts.ReportAccepted | acts.ReportReturned, stamp: Stamp
    ) -> Organisation:
        reason = event.reason if isinstance(event, acts.ReportReturned) else ""
        report = replace(organisation.reports[event.tournament], status=status, reason=reason)
        return _put_report(organisation, report)

    return evolve


def _evolve_corrected(organisation: Organisation, event: acts.MatchCorrected, stamp: Stamp) -> Organisation:
    report = organisation.reports[event.tournament]
    match = next(each for each in report.matches if each.id == event.match)
    fixed = Correction(_corrected(match, event), event.reason, stamp.person, stamp.at)
    return _put_report(organisation, replace(report, corrections={**report.corrections, event.match: fixed}))


def _put_case(organisation: Organisation, case: Case) -> Organisation:
    return replace(organisation, cases={**organisation.cases, case.id: case})


def _evolve_sent(organisation: Organisation, event: acts.CaseReceived, stamp: Stamp) -> Organisation:
    id = case_id(event.tournament, event.case)
    case = organisation.cases.get(id) or Case(
        id=id,
        rule=event.rule,
        received_at=stamp.at,
        tournament=event.tournament,
        case=event.case,
        parties=event.parties,
    )
    sender = Sender(stamp.person, event.statement, stamp.at)
    return _put_case(organisation, replace(case, senders=(*case.senders, sender)))


def _evolve_answered(organisation: Organisation, event: acts.CaseAnswered, stamp: Stamp) -> Organisation:
    case = replace(
        organisation.cases[event.case],
        answer=event.answer,
        precedent=event.precedent,
        summary=event.summary,
        sanction=event.sanction,
        answered_at=stamp.at,
        answered_by=stamp.person,
    )
    return _put_case(organisation, case)


def _evolve_recorded(organisation: Organisation, event: acts.PrecedentRecorded, stamp: Stamp) -> Organisation:
    case = Case(
        id=event.case,
        rule=event.rule,
        received_at=stamp.at,
        answer=event.answer,
        summary=event.summary,
        precedent=True,
        answered_at=event.decided_at,
        answered_by=stamp.person,
    )
    return _put_case(organisation, case)


EVOLVERS: dict[type, Evolver] = {
    acts.ReportReceived: _received,
    acts.ReportAccepted: _set_status(Status.ACCEPTED),
    acts.ReportReturned: _set_status(Status.RETURNED),
    acts.MatchCorrected: _evolve_corrected,
    acts.CaseReceived: _evolve_sent,
    acts.CaseAnswered: _evolve_answered,
    acts.PrecedentRecorded: _evolve_recorded,
}
