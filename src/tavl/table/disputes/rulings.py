"""Rulings: whatever a director, a person named by both or a committee sets, under a clause and with a reason."""

from __future__ import annotations

from msgspec.structs import replace

from tavl.rules import acts as game_acts
from tavl.rules import match as matches
from tavl.rules.acts import MatchEvent
from tavl.rules.game import why_no_size
from tavl.rules.refusal import Refused, refuse
from tavl.table import acts
from tavl.table.acts import AnyEvent, By, Settlement
from tavl.table.conduct.penalties import fault_of, penalty_events
from tavl.table.disputes.appeals import answered, too_late
from tavl.table.disputes.correction_effects import consequence, dismissed, resuming
from tavl.table.disputes.disputes import next_ruling, waited_since, why_not_rule, with_ruling
from tavl.table.disputes.score_cards import settle
from tavl.table.registry import DIRECTORS, Evolver, Handler, HandlerResult, Roll, reasoned
from tavl.table.state import Table
from tavl.table.state_parts import RulingLine

FLAGGED = ("G9.3", "T4.2.iii.a", "T4.2.iii.b", "T4.2.iii.c")
OUTCOMES = ("borne_off", "dropped", "resigned", "recorded", "ruling")  # how a game may end by ruling


def _rule(table: Table, action: acts.Rule, by: By, at: int, roll: Roll) -> HandlerResult:
    fault = why_not_rule(table, by) or reasoned(action.rule, action.reason) or _fault(table, action)
    if fault:
        return fault
    dispute = table.disputes.open
    id = next_ruling(table)
    ruled = acts.Ruled(
        id=id,
        rule=action.rule,
        reason=action.reason,
        person=by.person,
        dispute=dispute.id if dispute else None,
        final=action.final,
        committee=action.committee,
        settles_score=_settles_score(table, action),
        appeal=action.appeal,
        case=action.case,
    )
    events: list[AnyEvent] = [ruled]
    decides = _decides(table, action)
    if table.handling.claim and decides:
        events.append(acts.ClaimWithdrawn())
    if dispute and decides:
        events += _disposed(table, bool(action.upholds), at)
    events += _set(action)
    after = _folded(table, events)
    for penalty in action.penalties:
        events += penalty_events(after, penalty, action.rule, action.reason)
        after = _folded(table, events)
    if action.winner is not None:
        events.append(game_acts.MatchDecided(action.winner, "ruling", {"rule": action.rule}))
    if dispute and not decides and after.match.result:  # by its penalties
        events += _disposed(table, False, at)
        decides = True
    waits = table.disputes.appeal is not None and action.appeal != table.disputes.appeal
    events += _clock(table, action, events, decides and not waits)
    return events


def _decides(table: Table, action: acts.Rule) -> bool:
    """It says whether the claim of a dispute is upheld, or settles the matter in its own way. Words are enough, under
    T5.1 or the matter's own clause, for a flagged play and for a dispute in which nothing is claimed. Anything else
    leaves what is open as it is."""
    dispute = table.disputes.open
    if table.handling.claim is None and dispute is None:
        return True
    in_words = dispute is None or dispute.claim is None
    if in_words and action.rule in ("T5.1", *((dispute.rule,) if dispute else FLAGGED)):
        return True
    values = (action.upholds, action.length, action.score, action.outcome, action.position, action.turn, action.cube)
    clock = (action.times, action.delay_left, action.runs)
    set_so = any(value is not None for value in (*values, *clock, action.winner))
    return set_so or action.reopens or action.no_cube


def _settles_score(table: Table, action: acts.Rule) -> bool:
    dispute = table.disputes.open
    ruled_on = dispute is not None and isinstance(dispute.claim, acts.RightScore) and _decides(table, action)
    return action.score is not None or ruled_on


def _fault(table: Table, action: acts.Rule) -> Refused | None:
    if table.aborted or not table.full:
        return refuse("table_closed", "T4.5")
    if action.upholds is not None and table.disputes.open is None:
        return refuse("no_dispute", "T5.1")
    if action.appeal is not None and not any(r.id == action.appeal and r.appealed for r in table.disputes.rulings):
        return refuse("no_such_ruling", "T5.2", id=action.appeal)
    if action.length is not None and not 1 <= action.length <= matches.MAX_LENGTH:
        return refuse("bad_length", "T4.5", length=action.length, most=matches.MAX_LENGTH)
    in_game = (action.outcome, action.position, action.turn, action.dice, action.cube)
    if (any(value is not None for value in in_game) or action.no_cube) and table.match.game is None:
        return refuse("game_not_begun", "G1.2")
    if (action.times or action.delay_left is not None or action.runs is not None) and table.clock is None:
        return refuse("no_clock", "T3.5.i")
    cube = action.cube
    if cube and (action.no_cube or not cube.possible):
        return refuse("bad_value", "T4.4.i", field="cube")
    if cube and _without_cube(table, action):
        return refuse("crawford_game", "T4.4.i")
    outcome = action.outcome
    if outcome and outcome.points < 1:
        return refuse("no_such_size", "G11.4", size=outcome.size)
    if outcome and table.match.game and (fault := why_no_size(table.match.game, outcome.size)):
        return fault
    if outcome and outcome.reason not in OUTCOMES:  # in words: the ruling's own reason
        return refuse("bad_value", "T5.1", field="outcome.reason")
    if action.position and action.position.over:
        return refuse("bad_value", "G2.1", field="position")
    return next((fault for penalty in action.penalties if (fault := fault_of(table, penalty))), None)


def _without_cube(table: Table, action: acts.Rule) -> bool:
    """It is the Crawford game, by the score and the length that the ruling leaves too."""
    changes = [event for event in _set(action) if isinstance(event, MatchEvent)]
    game = matches.replay(table.match, changes).game
    return game is not None and game.terms.crawford


def _disposed(table: Table, upheld: bool, at: int) -> list[AnyEvent]:
    dispute = table.disputes.open
    assert dispute is not None
    events: list[AnyEvent] = [acts.DisputeSettled(dispute.id, Settlement.RULING, upheld, waited_since(table))]
    if upheld and dispute.claim is not None:
        follows = consequence(table, dispute.claim, at)
        return events if isinstance(follows, Refused) else events + follows
    return events + dismissed(table, dispute.claim)


def _set(action: acts.Rule) -> list[AnyEvent]:
    events: list[AnyEvent] = []
    if action.reopens:
        events.append(game_acts.MatchReopened())
    if action.length is not None:
        events.append(game_acts.LengthSet(action.length))
    if action.outcome is not None:
        events.append(game_acts.OutcomeSet(action.outcome))
    if action.turn is not None:
        events.append(game_acts.TurnSet(action.turn, action.dice))
    if action.position is not None:
        events.append(game_acts.PositionSet(action.position))
    if action.score is not None:  # late, because the score counts whatever else was undone
        events.append(game_acts.ScoreSet(action.score, corrects=True))
    if action.cube is not None or action.no_cube:  # later still, because the cube depends on the score
        events.append(game_acts.CubeSet(action.cube))
    return events


def _folded(table: Table, events: list[AnyEvent]) -> Table:
    """What penalties need: the match, and the points given so far."""
    match = matches.replay(table.match, [event for event in events if isinstance(event, MatchEvent)])
    points = list(table.conduct.points)
    for event in events:
        if isinstance(event, acts.PenaltyGiven):
            points[event.seat] += event.points
    return replace(table, match=match, conduct=replace(table.conduct, points=(points[0], points[1])))


def _clock(table: Table, action: acts.Rule, events: list[AnyEvent], goes_on: bool) -> list[AnyEvent]:
    found: list[AnyEvent] = []
    if action.times is not None or action.delay_left is not None:
        found.append(
            acts.ClockSet(rule=action.rule, reason=action.reason, times=action.times, delay_left=action.delay_left)
        )
    going_on = resuming(table, events) if goes_on else []
    if going_on and action.runs is not None:
        return [*found, acts.ClockResumed(action.runs)]
    return found + going_on


HANDLERS: dict[type, Handler] = {
    acts.Rule: Handler(_rule, DIRECTORS, "T5.1", freely=True),
}


def _evolve_ruled(table: Table, event: acts.Ruled, at: int) -> Table:
    dispute = table.disputes.open
    line = RulingLine(
        event.id,
        event.rule,
        event.reason,
        event.person,
        event.final,
        dispute=event.dispute,
        case=event.case or (dispute.case if dispute else ""),
    )
    table = with_ruling(table, line)
    if event.appeal is not None and event.appeal == table.disputes.appeal:
        table = answered(table, at)
    if event.appeal is not None and event.rule == "T5.2" and not event.committee:
        table = too_late(table, event.appeal)
    return settle(table) if event.settles_score else table


def _evolve_penalty(table: Table, event: acts.PenaltyGiven, at: int) -> Table:
    points = list(table.conduct.points)
    points[event.seat] += event.points
    conduct = replace(table.conduct, points=(points[0], points[1]), penalties=(*table.conduct.penalties, event))
    return replace(table, conduct=conduct)


EVOLVERS: dict[type, Evolver] = {
    acts.Ruled: _evolve_ruled,
    acts.PenaltyGiven: _evolve_penalty,
}
