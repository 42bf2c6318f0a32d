"""Breaches: recorded, and penalised; what is proposed after each is in `proposed_penalties`."""

from __future__ import annotations

from msgspec.structs import replace

from tavl.rules.clauses import clause
from tavl.rules.refusal import Refused, RuleError, refuse
from tavl.rules.text_kinds import MAX_TEXT
from tavl.table import acts
from tavl.table.acts import By, Penalty, Role
from tavl.table.conduct.penalties import fault_of, penalty_events
from tavl.table.conduct.proposed_penalties import ORDERS, STEPS
from tavl.table.disputes.disputes import why_not_rule
from tavl.table.registry import DIRECTORS, OFFICIALS, PLAYERS, Evolver, Handler, HandlerResult, Roll, reasoned
from tavl.table.state import Table

BY_SPECTATORS = frozenset({"T1.5", "T1.6.i", "T1.6.ii"})


def _record(table: Table, action: acts.RecordInfraction, by: By, at: int, roll: Roll) -> HandlerResult:
    try:
        clause(action.rule)
    except RuleError as error:
        return error.refused
    if len(action.note) > MAX_TEXT:
        return refuse("text_too_long", "T5.1", most=MAX_TEXT)
    if action.rule == "T1.5" and action.among_team_mates:
        return refuse("team_talk_is_free", "T1.5")
    if (action.against is None) == (not action.person):
        return refuse("bad_value", "T1.2", field="against")
    if action.against is None and action.rule not in BY_SPECTATORS:
        return refuse("bad_value", "T1.6.i", field="rule")
    if action.against is not None and action.rule not in STEPS and action.rule not in ORDERS:
        return refuse("no_such_breach", "T1.1", clause=action.rule)
    if by.role is Role.PLAYER and action.against == by.seat:
        return refuse("not_against_yourself", "T1.2")
    recorded = acts.InfractionRecorded(
        rule=action.rule, seat=action.against, person=action.person, note=action.note, role=by.role
    )
    return [recorded]


def _penalise(table: Table, action: acts.Penalise, by: By, at: int, roll: Roll) -> HandlerResult:
    penalty = Penalty(action.against, action.kind, action.points)
    fault: Refused | None = why_not_rule(table, by) or reasoned(action.rule, action.reason) or fault_of(table, penalty)
    if fault:
        return fault
    return penalty_events(table, penalty, action.rule, action.reason)


HANDLERS: dict[type, Handler] = {
    acts.RecordInfraction: Handler(_record, PLAYERS | OFFICIALS, "T1.6.i", conduct=True),
    acts.Penalise: Handler(_penalise, DIRECTORS, "T1.7.vi", conduct=True),
}


def _evolve_recorded(table: Table, event: acts.InfractionRecorded, at: int) -> Table:
    conduct = replace(table.conduct, infractions=(*table.conduct.infractions, event))
    return replace(table, conduct=conduct)


EVOLVERS: dict[type, Evolver] = {acts.InfractionRecorded: _evolve_recorded}
