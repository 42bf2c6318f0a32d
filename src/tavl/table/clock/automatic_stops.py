"""Where the clock stops and goes on by itself: at the end of a game, while a resignation is answered, with the turn."""

from __future__ import annotations

from msgspec.structs import replace

from tavl.rules import acts as game_acts
from tavl.rules import match as matches
from tavl.rules.acts import MatchEvent
from tavl.rules.game import Phase
from tavl.rules.seat import Seat
from tavl.table import acts
from tavl.table.acts import AnyEvent, StopReason
from tavl.table.state import Table
from tavl.table.state_parts import Stand
from tavl.table.terms import Sitting


def clock_events(table: Table, events: list[AnyEvent], at: int) -> list[AnyEvent]:
    """What the clock does because of these events, if it belongs on the record: a stop, with both times."""
    if table.clock is None or not table.clock.is_running:
        return []
    game_events = [event for event in events if isinstance(event, MatchEvent)]
    after = matches.replay(table.match, game_events)
    times, _ = table.clock.reads(at)
    if after.between_games or after.result:
        return [acts.ClockStopped(StopReason.GAME_OVER, times)]
    if after.game and after.game.resignation:
        return [acts.ClockStopped(StopReason.GAME_DECIDED, times)]  # T4.3.ii.g
    return []


def clock_goes_on(table: Table, events: list[AnyEvent]) -> list[AnyEvent]:
    """At a physical board a refused offer starts the clock again, if it was stopped for it (T4.3.ii.g)."""
    refused = any(isinstance(event, game_acts.ResignationRefused) for event in events)
    if not refused or table.clock is None or table.stand.reason is not StopReason.GAME_DECIDED:
        return []
    return [] if table.clock.turn_of is None else [acts.ClockResumed(table.clock.turn_of)]


# what has happened


def stopped(table: Table, at: int) -> Table:
    return replace(table, clock=table.clock.stopped(at)) if table.clock else table


def started(table: Table, seat: Seat, at: int) -> Table:
    if table.clock is None:
        return table
    return replace(table, clock=table.clock.started(seat, at), stand=Stand(asked=table.stand.asked))


def clock_follows(table: Table, at: int) -> Table:
    """The clock runs for the player the game waits for; without a game, or with a resignation open, it is stopped."""
    game = table.match.game
    clock = table.clock
    if clock is None:
        return table
    stands = table.over or table.suspended or game is None or game.phase is Phase.OVER or table.frozen
    if stands or game is None or game.resignation or table.stand.reason is not None:
        return stopped(table, at)
    if table.terms.sitting is Sitting.RECORDED:  # it was not stopped for a reason, so it ran
        return table if clock.turn_of is None else replace(table, clock=clock.resumed(clock.turn_of, at))
    if game.phase is Phase.OPENING:
        return stopped(table, at)
    seat = game.to_act[0]
    return table if clock.running == seat else replace(table, clock=clock.resumed(seat, at))
