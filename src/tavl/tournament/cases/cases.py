"""Cases: a dispute, who rules on it, what was said, and where it went (T5.1, T5.3, T5.4, T5.5)."""

from __future__ import annotations

from tavl.rules.refusal import Refused, refuse
from tavl.tournament import acts
from tavl.tournament.acts import By, Office, Role, Stamp
from tavl.tournament.cases.consequences import consequences
from tavl.tournament.matches.advancement import flow_of, plays_in, standing_at
from tavl.tournament.registry import (
    ANYBODY,
    DIRECTORS,
    FEDERATION,
    PLAYERS,
    STAFF,
    SYSTEM,
    Chance,
    Evolver,
    Handler,
    HandlerResult,
    changed,
    gives_reason,
    named,
    reasoned,
    roles_of,
    too_long,
)
from tavl.tournament.state import Case, CaseState, Statement, Tournament, next_id, put, put_case

MAX_CASES = 2000
FINAL = "T3.8"  # the only decisions that cannot be appealed


def case_at(
    tournament: Tournament, id: str, *states: CaseState, seen: int | None = None, rule: str = "T5.1"
) -> Case | Refused:
    case = tournament.cases.get(id)
    if case is None:
        return refuse("no_such_case", "T5.1", case=id)
    if fault := changed(seen, case.version):
        return fault
    return refuse("case_is", rule, state=case.state) if states and case.state not in states else case


def impartial_directors(tournament: Tournament, case: Case) -> tuple[str, ...]:
    """Who may rule: a director of this tournament who is not a party (T5.1)."""
    return tuple(person for person in tournament.directors if person not in case.parties)


def speaker_in(tournament: Tournament, case: Case, by: By, person: str | None, rule: str) -> str | Refused:
    """Whose words these are: those of the person who acts, or of somebody for whom one of the staff writes them down
    who is not a party."""
    if person is None or person == by.person:
        return by.person
    if not roles_of(tournament, by) & STAFF:
        return refuse("not_your_claim", rule)
    return refuse("party_cannot_rule", "T5.1") if by.person in case.parties else person


def _open(tournament: Tournament, action: acts.OpenCase, by: By, at: int, chance: Chance) -> HandlerResult:
    server = by.office is Office.SYSTEM  # a dispute that was raised at a table, where it needs no words
    fault = named(action.rule) or too_long(action.statement) if server else reasoned(action.rule, action.statement)
    if fault:
        return fault
    if (action.dispute is not None or action.ruling is not None) and not server:
        return refuse("bad_value", "T5.1", field="dispute")
    staff = server or bool(roles_of(tournament, by) & STAFF)
    parties = action.parties
    if action.match is not None:
        flow = flow_of(tournament)
        standing = standing_at(flow, action.match)
        if isinstance(standing, Refused):
            return standing
        if not staff and plays_in(flow, standing, by.person) is None:
            return refuse("not_your_match", "T1.6.i")
        parties = parties or flow.people(standing)
    elif not staff and by.person not in parties:
        return refuse("not_your_match", "T5.1")
    if not parties or len(set(parties)) != len(parties):
        return refuse("bad_value", "T5.1", field="parties")
    if not server and (known := _called_about(tournament, action, by, parties)) is not None:
        said = {(each.person, each.text) for each in known.statements}
        return [] if (by.person, action.statement) in said else [acts.StatementGiven(known.id, action.statement)]
    if len(tournament.cases) >= MAX_CASES:
        return refuse("bad_value", "T5.1", field="cases")
    id = next_id("c", tournament.cases)
    at_table = (action.dispute, action.ruling)
    return [acts.CaseOpened(id, action.rule, action.statement, parties, action.match, *at_table)]


def _called_about(tournament: Tournament, action: acts.OpenCase, by: By, parties: tuple[str, ...]) -> Case | None:
    """The director has already been called about it, by this person or by the other party: there is one case, with
    what each of them says. One of the staff who is not a party and says the same again has pressed twice."""
    for case in tournament.cases.values():
        same = (case.match, case.rule, set(case.parties)) == (action.match, action.rule, set(parties))
        if case.state is not CaseState.OPEN or not same:
            continue
        again = any((each.person, each.text) == (by.person, action.statement) for each in case.statements)
        if by.person in case.parties or again:
            return case
    return None


def _state(tournament: Tournament, action: acts.GiveStatement, by: By, at: int, chance: Chance) -> HandlerResult:
    case = case_at(tournament, action.case, CaseState.OPEN, CaseState.APPEALED, CaseState.RULED, rule="T5.3")
    if isinstance(case, Refused):
        return case
    speaker = speaker_in(tournament, case, by, action.person, "T5.3")
    if isinstance(speaker, Refused):
        return speaker
    if speaker not in case.parties and speaker not in case.asked:
        return refuse("not_asked", "T5.3")
    written_for = speaker if speaker != by.person else None
    return gives_reason(action.statement, "T5.3") or [acts.StatementGiven(case.id, action.statement, written_for)]


def _ask(tournament: Tournament, action: acts.AskPerson, by: By, at: int, chance: Chance) -> HandlerResult:
    case = case_at(tournament, action.case, CaseState.OPEN, CaseState.APPEALED, rule="T5.3")
    if isinstance(case, Refused):
        return case
    sits = by.person in case.committee and case.state is CaseState.APPEALED
    if not sits and by.person not in impartial_directors(tournament, case):
        return refuse("party_cannot_rule", "T5.3")
    return [acts.PersonAsked(case.id, action.person)]


def _rule(tournament: Tournament, action: acts.RuleCase, by: By, at: int, chance: Chance) -> HandlerResult:
    case = case_at(tournament, action.case, seen=action.seen)
    if isinstance(case, Refused):
        return case
    if by.person in case.parties:
        return refuse("party_cannot_rule", "T5.1")
    if case.state is not CaseState.OPEN:
        return refuse("case_is", "T5.1", state=case.state)
    fault = reasoned(action.rule, action.reason) or gives_reason(action.decision)
    if fault:
        return fault
    if action.effects is not None and case.match is None:
        return refuse("bad_value", "T5.1", field="effects")
    if action.final and action.rule != FINAL:
        return refuse("bad_value", "T5.2", field="final")
    follow = consequences(tournament, case, action.effects, action.rule, action.reason, by, at)
    if isinstance(follow, Refused):
        return follow
    final = action.rule == FINAL
    return [acts.CaseRuled(case.id, action.rule, action.decision, action.reason, final, action.effects), *follow]


def _drop(tournament: Tournament, action: acts.DropCase, by: By, at: int, chance: Chance) -> HandlerResult:
    case = case_at(tournament, action.case, CaseState.OPEN)
    if isinstance(case, Refused):
        return case
    mine = by.office is Office.SYSTEM or by.person == case.opened_by  # the players have settled it at their table
    if not mine and by.person not in impartial_directors(tournament, case):
        return refuse("not_your_claim", "T5.1")
    return gives_reason(action.reason) or [acts.CaseDropped(case.id, action.reason)]


def _reasons(tournament: Tournament, action: acts.GiveReasons, by: By, at: int, chance: Chance) -> HandlerResult:
    case = case_at(tournament, action.case, CaseState.RULED, CaseState.DECIDED, rule="T5.5.i")
    if isinstance(case, Refused):
        return case
    if by.person not in (case.ruled_by, *case.committee):
        return refuse("not_your_role", "T5.5.i", role=min(roles_of(tournament, by), key=tuple(Role).index))
    return gives_reason(action.reason, "T5.5.i") or [acts.ReasonsGiven(case.id, action.reason)]


def _send_on(tournament: Tournament, action: acts.SendOn, by: By, at: int, chance: Chance) -> HandlerResult:
    case = case_at(tournament, action.case, CaseState.RULED, CaseState.DECIDED, rule="T5.4")
    if isinstance(case, Refused):
        return case
    return too_long(action.statement) or [acts.CaseSentOn(case.id, action.statement)]


def _answer(tournament: Tournament, action: acts.AnswerCase, by: By, at: int, chance: Chance) -> HandlerResult:
    case = case_at(tournament, action.case, CaseState.RULED, CaseState.DECIDED, rule="T5.4")
    if isinstance(case, Refused):
        return case
    if not case.sent_on:
        return refuse("not_sent_on", "T5.4")
    fault = gives_reason(action.answer, "T5.4")
    return fault or [acts.CaseAnswered(case.id, action.answer, action.precedent, action.sanction)]


HANDLERS: dict[type, Handler] = {
    acts.OpenCase: Handler(_open, STAFF | PLAYERS | SYSTEM, "T1.6.i"),
    acts.GiveStatement: Handler(_state, ANYBODY, "T5.3"),
    acts.AskPerson: Handler(_ask, DIRECTORS | {Role.COMMITTEE}, "T5.3"),
    acts.RuleCase: Handler(_rule, DIRECTORS, "T5.1"),
    acts.DropCase: Handler(_drop, DIRECTORS | PLAYERS | SYSTEM, "T5.1"),
    acts.GiveReasons: Handler(_reasons, ANYBODY, "T5.5.i"),
    acts.SendOn: Handler(_send_on, ANYBODY, "T5.4", closed=True),
    acts.AnswerCase: Handler(_answer, FEDERATION, "T5.4", closed=True),
}


def _evolve_opened(tournament: Tournament, event: acts.CaseOpened, stamp: Stamp) -> Tournament:
    case = Case(
        id=event.case,
        rule=event.rule,
        parties=event.parties,
        opened_at=stamp.at,
        opened_by=stamp.person,
        match=event.match,
        dispute=event.dispute,
        ruling=event.ruling,
        penalty=event.penalty,
        statements=(Statement(stamp.person, event.statement, stamp.at),) if event.statement else (),
    )
    return put(tournament, "cases", event.case, case)


def _evolve_stated(tournament: Tournament, event: acts.StatementGiven, stamp: Stamp) -> Tournament:
    case = tournament.cases[event.case]
    speaker = event.person or stamp.person
    asked_by = "" if speaker in case.parties else case.asked.get(speaker, "")
    said = Statement(speaker, event.statement, stamp.at, asked_by)
    return put_case(tournament, event.case, statements=(*case.statements, said))


def _evolve_asked(tournament: Tournament, event: acts.PersonAsked, stamp: Stamp) -> Tournament:
    asked = {**tournament.cases[event.case].asked, event.person: stamp.person}
    return put_case(tournament, event.case, asked=asked)


def _evolve_ruled(tournament: Tournament, event: acts.CaseRuled, stamp: Stamp) -> Tournament:
    return put_case(
        tournament,
        event.case,
        state=CaseState.RULED,
        ruled_by=stamp.person,
        ruled_at=stamp.at,
        ruled_under=event.rule,
        decision=event.decision,
        reason=event.reason,
        final=event.final,
        effects=event.effects,
        closed_at=stamp.at,
    )


def _evolve_reasons(tournament: Tournament, event: acts.ReasonsGiven, stamp: Stamp) -> Tournament:
    field = "committee_reason" if tournament.cases[event.case].state is CaseState.DECIDED else "reason"
    return put_case(tournament, event.case, **{field: event.reason})


def _evolve_sent(tournament: Tournament, event: acts.CaseSentOn, stamp: Stamp) -> Tournament:
    sent = (*tournament.cases[event.case].sent_on, (stamp.person, event.statement))
    return put_case(tournament, event.case, sent_on=sent)


EVOLVERS: dict[type, Evolver] = {
    acts.CaseOpened: _evolve_opened,
    acts.StatementGiven: _evolve_stated,
    acts.PersonAsked: _evolve_asked,
    acts.CaseRuled: _evolve_ruled,
    acts.CaseDropped: lambda t, event, stamp: put_case(
        t, event.case, state=CaseState.DROPPED, reason=event.reason, closed_at=stamp.at
    ),
    acts.ReasonsGiven: _evolve_reasons,
    acts.CaseSentOn: _evolve_sent,
    acts.CaseAnswered: lambda t, event, stamp: put_case(
        t, event.case, answer=event.answer, precedent=event.precedent, sanction=event.sanction
    ),
}
