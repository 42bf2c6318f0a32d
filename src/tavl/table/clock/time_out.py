"""A fallen flag: who may state it, and what follows (T4.3.iii). How long the server waits before it does so itself:
`flag_grace_ms` in `table/terms.py`, which `server/settings.py` sets."""

from __future__ import annotations

from tavl.rules import acts as game_acts
from tavl.rules.refusal import refuse
from tavl.table import acts
from tavl.table.acts import BothOut, By, Role, StopReason
from tavl.table.disputes.disputes import raised
from tavl.table.registry import ANYBODY, Evolver, Handler, HandlerResult, Roll
from tavl.table.state import Table


def _claim(table: Table, action: acts.ClaimFlag, by: By, at: int, roll: Roll) -> HandlerResult:
    """Time is out when it is stated (T4.3.iii). If both are out, whoever rules is called."""
    if by.role not in (Role.PLAYER, Role.DIRECTOR, Role.SYSTEM):
        return refuse("not_yours_to_claim", "T4.3.iii", role=by.role)
    if table.over or table.match.result is not None:  # it was not claimed before the last checker was off
        return refuse("match_over", "T4.5")
    if table.clock is None:
        return refuse("no_clock", "T3.5.i")
    times, _ = table.clock.reads(at)
    out = table.clock.out(at)
    if action.against not in out:
        return refuse("time_left", "T4.3.iii", left_ms=times[action.against])
    if len(out) == 2:
        return raised(table, None, "T4.3.iii", "", BothOut(table.clock.stopped(at).first_out), at)
    return [
        acts.ClockStopped(StopReason.DIRECTOR if by.role is Role.DIRECTOR else StopReason.GAME_OVER, times),
        game_acts.MatchDecided(action.against.other, "time", {"left_ms": times[action.against]}),
    ]


HANDLERS: dict[type, Handler] = {acts.ClaimFlag: Handler(_claim, ANYBODY, "T4.3.iii")}
EVOLVERS: dict[type, Evolver] = {}
