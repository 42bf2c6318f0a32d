"""The clock: simple delay (T3.5.v), to the millisecond.

Each turn begins with a delay that costs nothing and is never saved up; after it the player's match time runs. Days a
move is the same clock with no match time and a long delay. All instants are arguments; nothing here reads a clock.
How much of each: `ClockSetting` in `rules/profile.py`.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from tavl.rules.match import Match
from tavl.rules.profile import ClockSetting
from tavl.rules.seat import Seat

Pair = tuple[int, int]


def _with(pair: Pair, seat: Seat, value: int) -> Pair:
    return (value, pair[1]) if seat == Seat.FIRST else (pair[0], value)


class Clock(Struct, frozen=True, kw_only=True):
    remaining: Pair  # match time left, in ms; below zero it is out by so much
    delay: Pair  # of every turn
    running: Seat | None = None
    since: int = 0  # when the running time was last (re)started
    delay_left: int = 0  # of the current turn, at `since`
    turn_of: Seat | None = None  # whose turn `delay_left` belongs to while the clock stands
    held: frozenset[Seat] = frozenset()  # seats that must wait out the delay of their next turn (T4.1.v.b)
    first_out: Seat | None = None  # whose time was out first, as far as this clock has seen it

    @property
    def is_running(self) -> bool:
        return self.running is not None

    def reads(self, at: int) -> tuple[Pair, int]:
        """Match time left to each and the delay left to the player whose turn it is."""
        if self.running is None:
            return self.remaining, self.delay_left
        elapsed = max(0, at - self.since)
        charged = max(0, elapsed - self.delay_left)
        left = _with(self.remaining, self.running, self.remaining[self.running] - charged)
        return left, max(0, self.delay_left - elapsed)

    def started(self, seat: Seat, at: int) -> Clock:
        """A new turn: the other's time is stopped and charged, this seat's delay begins."""
        stopped = self.stopped(at)
        return replace(stopped, running=seat, turn_of=seat, delay_left=self.delay[seat], held=self.held - {seat.other})

    def stopped(self, at: int) -> Clock:
        """The clock is stopped; the rest of the turn's delay is kept for when it goes on."""
        remaining, delay_left = self.reads(at)
        first_out = self.first_out
        if first_out is None and min(self.remaining) >= 0 and min(remaining) < 0:
            first_out = self.running
        return replace(self, remaining=remaining, delay_left=delay_left, running=None, since=at, first_out=first_out)

    def resumed(self, seat: Seat, at: int) -> Clock:
        """The same turn goes on with what was left of its delay; another seat's turn starts again."""
        if seat != self.turn_of:
            return self.started(seat, at)
        return replace(self.stopped(at), running=seat)

    def delay_restarted(self, at: int) -> Clock:
        """After an invalid roll (T4.3.v): the time used so far is charged, the delay begins again."""
        stopped = self.stopped(at)
        seat = self.running if self.running is not None else self.turn_of
        if seat is None:
            return stopped
        return replace(stopped, running=self.running, delay_left=self.delay[seat])

    def set_to(self, at: int, times: Pair | None, delay_left: int | None, delay: Pair | None) -> Clock:
        """As a director sets it; what is not given stays, and a running clock runs on."""
        stopped = self.stopped(at)
        return replace(
            stopped,
            running=self.running,
            remaining=stopped.remaining if times is None else times,
            delay_left=stopped.delay_left if delay_left is None else delay_left,
            delay=self.delay if delay is None else delay,
            first_out=stopped.first_out if times is None else None,
        )

    def without_next_delay(self, seat: Seat) -> Clock:
        """This seat must wait while the delay of its next turn counts down (T4.1.v.b, T4.2.iii.c)."""
        return replace(self, held=self.held | {seat})

    def holds(self, seat: Seat, at: int) -> bool:
        """The seat may not act yet: its delay is being waited out."""
        return seat in self.held and self.running == seat and self.reads(at)[1] > 0

    def out(self, at: int) -> tuple[Seat, ...]:
        """Whose match time is used up. Time is out once nothing is left and more was needed."""
        remaining, delay_left = self.reads(at)
        return tuple(
            seat
            for seat in Seat
            if remaining[seat] < 0 or (remaining[seat] == 0 and seat == self.running and delay_left == 0)
        )

    @property
    def runs_out_at(self) -> int | None:
        """When the running player's time will be out if nothing happens."""
        if self.running is None:
            return None
        return self.since + self.delay_left + max(0, self.remaining[self.running])


def clock_for(match: Match, setting: ClockSetting, delay_ms: Pair | None = None) -> Clock:
    """A fresh clock for what is left of the match: ((RA + RB) / 2) times the time a point (T3.5.vi)."""
    needs = match.needs or (1, 1)
    time = round(sum(needs) / 2 * setting.minutes_per_point * 60_000)
    delay = round(setting.delay_seconds * 1000)
    return Clock(remaining=(time, time), delay=delay_ms or (delay, delay))
