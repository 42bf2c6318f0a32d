"""Appeals against a ruling in a case (T5.2): by whom, once, in time, or refused by a director."""

from __future__ import annotations

from tavl.rules.refusal import Refused, refuse
from tavl.tournament import acts
from tavl.tournament.acts import By, Stamp
from tavl.tournament.cases.cases import case_at, impartial_directors, speaker_in
from tavl.tournament.matches.advancement import flow_of
from tavl.tournament.registry import (
    DIRECTORS,
    PLAYERS,
    STAFF,
    Chance,
    Evolver,
    Handler,
    HandlerResult,
    gives_reason,
    too_long,
)
from tavl.tournament.state import Case, CaseState, Tournament, put_case


def _appeal(tournament: Tournament, action: acts.Appeal, by: By, at: int, chance: Chance) -> HandlerResult:
    case = case_at(tournament, action.case, rule="T5.2")
    if isinstance(case, Refused):
        return case
    speaker = speaker_in(tournament, case, by, action.person, "T5.2")
    if isinstance(speaker, Refused):
        return speaker
    fault = why_not_appeal(tournament, case, speaker) or too_long(action.reason)
    return fault or [acts.Appealed(case.id, speaker, action.reason)]


def why_not_appeal(tournament: Tournament, case: Case, person: str) -> Refused | None:
    """A ruling is appealed once. Where an appeal was too late, the other side may still ask in time."""
    if case.final:
        return refuse("ruling_is_final", "T3.8")
    if case.state is CaseState.APPEALED or (case.verdict is not None and case.appealed_by):
        return refuse("appealed_already", "T5.2")
    if case.state is not CaseState.RULED:
        return refuse("case_is", "T5.2", state=case.state)
    if person not in case.parties:
        return refuse("not_your_claim", "T5.2")
    late = case.appealed_late or ((case.appealed_by,) if case.appealed_by else ())  # older streams name the last only
    return refuse("appealed_already", "T5.2") if set(late) & _side(tournament, case, person) else None


def _side(tournament: Tournament, case: Case, person: str) -> set[str]:
    """Somebody and their partners or team mates (T1.1)."""
    standing = flow_of(tournament).standings.get(case.match or "")
    entries = (standing.players or ()) if standing else ()
    mine = (tournament.entries[entry].members for entry in entries)
    return {person, *(each for members in mine if person in members for each in members)}


def _refuse_appeal(tournament: Tournament, action: acts.RefuseAppeal, by: By, at: int, chance: Chance) -> HandlerResult:
    case = case_at(tournament, action.case, CaseState.APPEALED, rule="T5.2")
    if isinstance(case, Refused):
        return case
    if by.person not in impartial_directors(tournament, case):
        return refuse("party_cannot_rule", "T5.1")
    return gives_reason(action.reason, "T5.2") or [acts.AppealRefused(case.id, action.reason)]


HANDLERS: dict[type, Handler] = {
    acts.Appeal: Handler(_appeal, PLAYERS | STAFF, "T5.2"),
    acts.RefuseAppeal: Handler(_refuse_appeal, DIRECTORS, "T5.2"),
}


def _evolve_refused(tournament: Tournament, event: acts.AppealRefused, stamp: Stamp) -> Tournament:
    case = tournament.cases[event.case]
    return put_case(
        tournament,
        event.case,
        state=CaseState.RULED,
        appeal_refused=event.reason,
        appealed_late=(*case.appealed_late, case.appealed_by),
        closed_at=stamp.at,
    )


EVOLVERS: dict[type, Evolver] = {
    acts.Appealed: lambda t, event, stamp: put_case(
        t, event.case, state=CaseState.APPEALED, appealed_by=event.person, closed_at=None
    ),
    acts.AppealRefused: _evolve_refused,
}
