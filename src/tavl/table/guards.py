"""What prevents playing on, whatever the sitting."""

from __future__ import annotations

from tavl.rules import acts as game_acts
from tavl.rules.game import Game
from tavl.rules.refusal import Refused, refuse
from tavl.rules.seat import Seat
from tavl.table import acts
from tavl.table.acts import StopReason
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


def running_game(table: Table, seat: Seat, at: int) -> Game | Refused:
    """The game that this seat may play on in now."""
    fault = playable(table, seat, at)
    if fault:
        return fault
    game = table.match.game
    if game is None or not table.game_running or table.match.result:
        return refuse("game_not_begun", "G1.2")
    return undecided(game) or game


def undecided(game: Game) -> Refused | None:
    """While an offer to resign is not answered, the board is left alone."""
    return refuse("resignation_pending", "G11.4", size=game.resignation.size) if game.resignation else None
