"""What stands in the way of playing on, whatever the sitting; and what the clock records when a game ends."""

from __future__ import annotations

from tavl.rules import acts as game_acts
from tavl.rules import match as matches
from tavl.rules.acts import MatchEvent
from tavl.rules.game import Game
from tavl.rules.refusal import Refused, refuse
from tavl.rules.seat import Seat
from tavl.table import acts
from tavl.table.acts import AnyEvent, StopReason
from tavl.table.state import Table

# While the clock stands for one of these the board is left alone; for the others play goes on beside it.
HALTS = frozenset(
    {
        StopReason.BREAK,
        StopReason.DIRECTOR,
        StopReason.CLOCK_STARTED_EARLY,
        StopReason.ILLEGAL_PLAY,
        StopReason.GAME_DECIDED,
    }
)
# What is done while the clock stands because the game is thought decided: agreeing, or not (T4.3.ii.g).
RESIGNING = (game_acts.OfferResignation, game_acts.AcceptResignation, game_acts.RefuseResignation)


def playable(table: Table, seat: Seat, at: int | None = None, resigning: bool = False) -> Refused | None:
    """Why nobody, or this seat, may play on now, or concede. Without an instant a delay that is waited out is not
    looked at."""
    if table.aborted:
        return refuse("table_closed", "T4.5")
    if not table.full:
        return refuse("opponent_missing", "T2.2.i")
    if table.suspended:
        return refuse("suspended", "T4.3.ii")
    if table.setup.awaiting:
        what = table.setup.awaiting[0]
        return refuse("awaits_approval", "T3.4.iii" if what is acts.Useful.BAFFLE_BOX else "T3.5.iii")
    pending = table.match.game is not None and table.match.game.resignation is not None
    agreeing = resigning and (pending or table.stand.reason is StopReason.GAME_DECIDED)  # an answer is always possible
    if table.game_running and table.stand.reason in HALTS and not agreeing:
        return refuse("clock_stopped", "T4.3.ii")
    if at is not None and table.clock and table.clock.holds(seat, at):
        return refuse("wait_out_the_delay", "T4.1.v.b", left_ms=table.clock.reads(at)[1])
    return None


def undecided(game: Game) -> Refused | None:
    """While an offer to resign is not answered, the board is left alone."""
    return refuse("resignation_pending", "G11.4", size=game.resignation.size) if game.resignation else None


def clock_events(table: Table, events: list[AnyEvent], at: int) -> list[AnyEvent]:
    """What the clock does because of these, where it is worth a line on the record: a stop, with both times."""
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
