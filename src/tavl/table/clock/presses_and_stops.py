"""Pressing, stopping and setting the clock: only for the reasons that T4.3 gives, each stop with both times. A delay of
a player's own: `delays_ms` in `table/terms.py`."""

from __future__ import annotations

from msgspec.structs import replace

from tavl.rules.game import Phase
from tavl.rules.refusal import Refused, refuse
from tavl.rules.seat import Seat
from tavl.table import acts
from tavl.table.acts import AnyEvent, By, LoseDelay, Request, Role, StopReason
from tavl.table.clock.automatic_stops import started, stopped
from tavl.table.clock.delay_clock import Clock, clock_for
from tavl.table.disputes.disputes import denied, why_not_rule
from tavl.table.guards import playable
from tavl.table.play.unenforced import end_turn
from tavl.table.registry import (
    DIRECTORS,
    PLAYERS,
    PLAYERS_AND_DIRECTORS,
    PLAYING,
    Evolver,
    Handler,
    HandlerResult,
    Roll,
    reasoned,
)
from tavl.table.state import Table
from tavl.table.state_parts import Stand
from tavl.table.terms import Detail, Ruler, Sitting

ON_PHYSICAL_BOARD = frozenset(
    {
        StopReason.DICE_LIFTED_EARLY,
        StopReason.CLOCK_STARTED_EARLY,
        StopReason.GAME_DECIDED,
        StopReason.INVALID_ROLL,
    }
)


def _clock(table: Table) -> Clock | Refused:
    if table.clock is None:
        return refuse("no_clock", "T3.5.i")
    return refuse("match_over", "T4.5") if table.over else table.clock


def _press(table: Table, action: acts.PressClock, by: By, at: int, roll: Roll) -> HandlerResult:
    clock = _clock(table)
    if isinstance(clock, Refused):
        return clock
    if table.terms.sitting is not Sitting.RECORDED:
        return refuse("clock_follows", "T4.1.vi")
    fault = playable(table, action.seat, at)
    if fault:
        return fault
    if not table.game_running:
        return refuse("game_not_begun", "T4.1.vi")
    if clock.running == action.seat.other:
        return refuse("not_your_time", "T4.1.vi")
    if table.stand.asked is not None:
        return refuse("delay_loss_open", "T4.1.v.b")
    if table.handling.arranged is not None and table.handling.arranged.seat == action.seat:
        return end_turn(table, action, by, at, roll)  # the checkers as they lie are the play (T4.1.vi.b)
    return [acts.ClockPressed(action.seat, clock.reads(at)[0])]


def _stop(table: Table, action: acts.StopClock, by: By, at: int, roll: Roll) -> HandlerResult:
    clock = _clock(table)
    if isinstance(clock, Refused):
        return clock
    if not clock.is_running:
        return refuse("clock_stands", "T4.3.ii")
    if not _has_reason(table, clock, action, by):
        return refuse("no_reason_to_stop", "T4.3.ii", reason=action.reason)
    seat = action.seat if by.role is Role.PLAYER else None
    events: list[AnyEvent] = [acts.ClockStopped(action.reason, clock.reads(at)[0], seat)]
    if action.reason is StopReason.DICE_LIFTED_EARLY and seat is not None:
        events.append(acts.DelayLossAsked(seat.other))
    if action.reason is StopReason.DIRECTOR and seat is not None:
        events.append(acts.Asked(table.requests.asked + 1, seat, Request.COME))
    return events


def _has_reason(table: Table, clock: Clock, action: acts.StopClock, by: By) -> bool:
    """The seven of T4.3.ii, and T4.3.v. Game ends and breaks stop it automatically, as do flags and resignations on a
    digital board."""
    if by.role is Role.DIRECTOR:
        return action.reason is StopReason.DIRECTOR
    physical = table.terms.sitting is Sitting.RECORDED
    match action.reason:
        case StopReason.DIRECTOR:
            return table.terms.ruler is not Ruler.NOBODY
        case StopReason.GAME_OVER:
            return physical and table.terms.detail is Detail.CUBE
        case StopReason.ILLEGAL_PLAY:
            return physical and (table.handling.open_play or table.terms.detail is Detail.CUBE)
        case StopReason.DICE_LIFTED_EARLY:
            return physical and clock.running == action.seat
        case reason:
            return physical and reason in ON_PHYSICAL_BOARD


def _resume(table: Table, action: acts.ResumeClock, by: By, at: int, roll: Roll) -> HandlerResult:
    clock = _clock(table)
    if isinstance(clock, Refused):
        return clock
    game = table.match.game
    if clock.is_running:
        return refuse("clock_runs", "T4.3.ii")
    opening = _follows(table) and game is not None and game.phase is Phase.OPENING
    if game is None or not table.game_running or table.suspended or opening:
        return refuse("game_not_begun", "T4.3.ii")
    demanded = table.stand.reason is StopReason.DIRECTOR and table.stand.seat is None
    if demanded and by.role is not Role.DIRECTOR:
        return refuse("director_stopped_it", "T4.3.ii")
    if game.resignation:
        return refuse("resignation_pending", "G11.4", size=game.resignation.size)
    turn = game.to_act[0] if _follows(table) else clock.turn_of
    runs = action.runs if action.runs is not None and not _follows(table) else turn
    return [acts.ClockResumed(game.to_act[0] if runs is None else runs)]


def _follows(table: Table) -> bool:
    """On a digital board the clock follows the game."""
    return table.terms.sitting is not Sitting.RECORDED


def _restart_delay(table: Table, action: acts.RestartDelay, by: By, at: int, roll: Roll) -> HandlerResult:
    clock = _clock(table)
    if isinstance(clock, Refused):
        return clock
    if table.terms.sitting is not Sitting.RECORDED or not table.game_running or clock.turn_of is None:
        return refuse("no_reason_to_stop", "T4.3.ii", reason=StopReason.INVALID_ROLL)
    hand = table.handling
    if table.terms.detail is Detail.PLAYS and hand.delay_restarts >= hand.invalid_rolls:
        return refuse("no_invalid_roll", "T4.3.v")  # where rolls are not recorded, the press itself says there was one
    return [acts.DelayRestarted(action.seat)]


def _answer_delay(table: Table, action: acts.AnswerDelayLoss, by: By, at: int, roll: Roll) -> HandlerResult:
    if table.stand.asked is None:
        return refuse("nothing_asked", "T4.1.v.b")
    if action.seat != table.stand.asked:
        return refuse("not_yours_to_answer", "T4.1.v.b")
    if action.accept:
        return [acts.DelayLost(action.seat)]
    return denied(table, action.seat.other, "T4.1.v.b", LoseDelay(action.seat), by, at, "")


def _note(table: Table, action: acts.NoteTimes, by: By, at: int, roll: Roll) -> HandlerResult:
    clock = _clock(table)
    if isinstance(clock, Refused):
        return clock
    if clock.is_running:
        return refuse("clock_runs", "T4.3.ii")
    return [acts.TimesNoted(action.seat, action.times)]


def _set(table: Table, action: acts.SetClock, by: By, at: int, roll: Roll) -> HandlerResult:
    clock = _clock(table)
    if isinstance(clock, Refused):
        return clock
    fault = why_not_rule(table, by) or reasoned(action.rule, action.reason)
    if fault:
        return fault
    if any(value is not None and value < 0 for value in (*(action.delay or ()), action.delay_left)):
        return refuse("bad_value", "T3.5.v", field="delay")
    clock_set = acts.ClockSet(
        rule=action.rule,
        reason=action.reason,
        times=action.times,
        delay_left=action.delay_left,
        delay=action.delay,
    )
    return [clock_set]


HANDLERS: dict[type, Handler] = {
    acts.PressClock: Handler(_press, PLAYING, "T1.6.i"),
    acts.StopClock: Handler(_stop, PLAYERS_AND_DIRECTORS, "T4.3.ii"),
    acts.ResumeClock: Handler(_resume, PLAYERS_AND_DIRECTORS, "T4.3.ii"),
    acts.RestartDelay: Handler(_restart_delay, PLAYERS, "T4.3.v"),
    acts.AnswerDelayLoss: Handler(_answer_delay, PLAYERS, "T4.1.v.b"),
    acts.NoteTimes: Handler(_note, PLAYERS, "T4.3.ii", conduct=True),
    acts.SetClock: Handler(_set, DIRECTORS, "T3.7.ii", freely=True),
}


# what has happened


def _evolve_stopped(table: Table, event: acts.ClockStopped, at: int) -> Table:
    """A game's end is not a stop that somebody has to lift; nor is a digital board's while a resignation is
    answered."""
    by_itself = event.reason is StopReason.GAME_OVER or (event.reason is StopReason.GAME_DECIDED and _follows(table))
    stand = Stand() if by_itself else Stand(reason=event.reason, seat=event.seat)
    return replace(stopped(table, at), stand=stand)


def _evolve_pressed(table: Table, event: acts.ClockPressed, at: int) -> Table:
    """If plays are not recorded only this ends a turn, and with it the chance to double in it (T4.4.ii)."""
    if table.terms.detail is Detail.CUBE:
        passed_up = table.handling.passed_up - {event.seat}
        table = replace(table, handling=replace(table.handling, passed_up=passed_up, invalid_rolls=0, delay_restarts=0))
    return started(table, event.seat.other, at)


def _evolve_resumed(table: Table, event: acts.ClockResumed, at: int) -> Table:
    clock = table.clock.resumed(event.seat, at) if table.clock else None
    return replace(table, clock=clock, stand=Stand(asked=table.stand.asked))


def _evolve_turn(table: Table, event: acts.TurnTimeStarted, at: int) -> Table:
    if table.clock is None:
        return table
    clock = table.clock.without_next_delay(event.seat) if event.held else table.clock
    return started(replace(table, clock=clock), event.seat, at)


def _evolve_lost(table: Table, event: acts.DelayLost, at: int) -> Table:
    clock = table.clock.without_next_delay(event.seat) if table.clock else None
    return replace(table, clock=clock, stand=replace(table.stand, asked=None))


def _evolve_noted(table: Table, event: acts.TimesNoted, at: int) -> Table:
    first, second = table.stand.noted
    noted = (event.times, second) if event.seat == Seat.FIRST else (first, event.times)
    return replace(table, stand=replace(table.stand, noted=noted))


def _evolve_set(table: Table, event: acts.ClockSet, at: int) -> Table:
    clock = table.clock.set_to(at, event.times, event.delay_left, event.delay) if table.clock else None
    return replace(table, clock=clock, stand=replace(table.stand, noted=(None, None)))


def _evolve_brought(table: Table, event: acts.ClockBrought, at: int) -> Table:
    fresh = clock_for(table.match, event.setting, table.terms.delays_ms)
    return replace(table, clock=replace(fresh, remaining=event.times))


def _evolve_restarted(table: Table, event: acts.DelayRestarted, at: int) -> Table:
    if table.clock is None:
        return table
    handling = replace(table.handling, delay_restarts=table.handling.delay_restarts + 1)
    return replace(table, clock=table.clock.delay_restarted(at), handling=handling)


EVOLVERS: dict[type, Evolver] = {
    acts.ClockStopped: _evolve_stopped,
    acts.ClockResumed: _evolve_resumed,
    acts.ClockPressed: _evolve_pressed,
    acts.TurnTimeStarted: _evolve_turn,
    acts.DelayRestarted: _evolve_restarted,
    acts.DelayLossAsked: lambda table, event, at: replace(table, stand=replace(table.stand, asked=event.seat)),
    acts.DelayLost: _evolve_lost,
    acts.TimesNoted: _evolve_noted,
    acts.ClockSet: _evolve_set,
    acts.ClockBrought: _evolve_brought,
    acts.ClockTakenAway: lambda table, event, at: replace(table, clock=None, stand=Stand()),
}
