"""The clock: stating that time is out, pressing, stopping, setting."""

from __future__ import annotations

from enum import StrEnum

from tavl.rules.acts import Event
from tavl.rules.profile import ClockSetting
from tavl.rules.seat import Seat
from tavl.rules.text_kinds import Clause, Words
from tavl.table.acts.people import TableAction

Pair = tuple[int, int]


class StopReason(StrEnum):
    """The only reasons for stopping a clock (T4.3.ii, T4.3.v)."""

    GAME_OVER = "game_over"
    BREAK = "break"
    DIRECTOR = "director"
    DICE_LIFTED_EARLY = "dice_lifted_early"
    CLOCK_STARTED_EARLY = "clock_started_early"
    ILLEGAL_PLAY = "illegal_play"
    GAME_DECIDED = "game_decided"
    INVALID_ROLL = "invalid_roll"


class ClaimFlag(TableAction, frozen=True):
    """State that a player's time is out (T4.3.iii)."""

    against: Seat


class PressClock(TableAction, frozen=True):
    """Start the opponent's time, which ends the turn (T4.1.vi); at a recorded table."""

    seat: Seat


class StopClock(TableAction, frozen=True):
    reason: StopReason
    seat: Seat | None = None  # none: the director


class ResumeClock(TableAction, frozen=True):
    """Let the clock go on: for the turn it was stopped in, or for the seat named."""

    seat: Seat | None = None  # who presses; none: the director
    runs: Seat | None = None


class RestartDelay(TableAction, frozen=True):
    """After an invalid roll (T4.3.v)."""

    seat: Seat


class AnswerDelayLoss(TableAction, frozen=True):
    """Whoever lifted the dice too early accepts the loss of the next delay, or has the director called (T4.1.v.b)."""

    seat: Seat
    accept: bool


class NoteTimes(TableAction, frozen=True):
    """Both times as a player wrote them down before leaving the board (T4.3.ii.b)."""

    seat: Seat
    times: Pair


class SetClock(TableAction, frozen=True, kw_only=True):
    """The director sets the times as well as can be estimated (T3.7.ii, T4.3.ii.b, T4.3.iv), or one player's own delay
    (T2.2.iii)."""

    rule: Clause
    reason: Words
    times: Pair | None = None
    delay_left: int | None = None
    delay: Pair | None = None


class ClockStopped(Event, frozen=True):
    reason: StopReason
    times: Pair
    seat: Seat | None = None  # who stopped it; none: the director, or by itself


class ClockResumed(Event, frozen=True):
    seat: Seat


class ClockPressed(Event, frozen=True):
    seat: Seat
    times: Pair


class TurnTimeStarted(Event, frozen=True):
    """A seat's time starts again; held: it waits until the delay is out (T4.2.iii.c)."""

    seat: Seat
    held: bool = False


class DelayRestarted(Event, frozen=True):
    seat: Seat


class DelayLossAsked(Event, frozen=True):
    """A claim that this seat lifted the dice before the other's turn was over."""

    seat: Seat


class DelayLost(Event, frozen=True):
    """Before the next turn the seat waits while its delay runs out (T4.1.v.b)."""

    seat: Seat


class TimesNoted(Event, frozen=True):
    seat: Seat
    times: Pair


class ClockSet(Event, frozen=True, kw_only=True):
    rule: Clause
    reason: Words
    times: Pair | None = None
    delay_left: int | None = None
    delay: Pair | None = None


class ClockBrought(Event, frozen=True):
    """From here on the match is played with a clock (T3.5.i), with this time for each (T3.5.vi)."""

    setting: ClockSetting
    times: Pair


class ClockTakenAway(Event, frozen=True):
    """The rest is played without a clock (T4.3.iii)."""

    rule: Clause


ClockAction = ClaimFlag | PressClock | StopClock | ResumeClock | RestartDelay | AnswerDelayLoss | NoteTimes | SetClock
ClockEvent = (
    ClockStopped
    | ClockResumed
    | ClockPressed
    | TurnTimeStarted
    | DelayRestarted
    | DelayLossAsked
    | DelayLost
    | TimesNoted
    | ClockSet
    | ClockBrought
    | ClockTakenAway
)
