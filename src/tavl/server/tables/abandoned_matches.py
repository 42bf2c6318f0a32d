"""Abandoned matches: without a clock, a player whose opponent is gone may claim the win or close the table. How long
they must have been gone: `Settings.gone_wait_ms` in `server/settings.py`. Pure."""

from __future__ import annotations

from tavl.rules import acts as game_acts
from tavl.rules.refusal import Refused, refuse
from tavl.rules.seat import Seat
from tavl.server.tables.hosting import ClaimWin, CloseAbandoned, HandlerResult, House
from tavl.server.wall_clock import DAY
from tavl.table import acts
from tavl.table.acts import By, Role
from tavl.table.table import Table
from tavl.table.terms import Ruler, Sitting

IDLE_MS = DAY  # after this long without a move, an open page no longer counts as presence


def without_clock_or_ruler(table: Table) -> bool:
    """Whether there is neither a clock nor somebody who rules. Never at a physical board, where both are present."""
    terms = table.terms
    return table.clock is None and terms.ruler is Ruler.NOBODY and terms.sitting is not Sitting.RECORDED


def claimable(house: House, table: Table) -> tuple[Seat, int] | None:
    """The only player who has to act, and from when the other may end the match: leaving in the middle of a game is a
    breach (T2.2.iv). Counted from the last event at the table, so that everybody has the whole time after the other's
    move."""
    wait = house.terms.gone_wait_ms
    if wait is None or table.frozen or not without_clock_or_ruler(table):
        return None
    waited_for = table.to_act
    if len(waited_for) != 1:
        return None
    (seat,) = waited_for
    lost = house.lost[seat]
    idle = table.last_at + IDLE_MS
    return seat, idle if lost is None else min(idle, max(lost, table.last_at) + wait)


def why_not_end(house: House, table: Table, action: ClaimWin | CloseAbandoned, by: By, at: int) -> Refused | None:
    """Why a player may not end the match now because the other is gone; None if they may."""
    if by.role is not Role.PLAYER or by.seat != action.seat:
        return refuse("not_your_seat", "T4.2.ii", seat=int(action.seat))
    if table.over:
        return refuse("match_over", "T4.5")
    money = isinstance(action, ClaimWin) and table.match.length is None
    if house.terms.gone_wait_ms is None or not without_clock_or_ruler(table) or money:
        return refuse("no_claim_here", "T4.5")
    found = claimable(house, table)
    if found is None or found[0] == action.seat:
        return refuse("opponent_not_waited_for", "T2.2.iv")
    if at < found[1]:
        if house.lost[found[0]] is None:
            return refuse("opponent_is_here", "T2.2.iv")
        return refuse("opponent_may_return", "T2.2.iv", left_ms=found[1] - at)
    return None


def ended(table: Table, action: ClaimWin | CloseAbandoned) -> HandlerResult:
    if isinstance(action, ClaimWin):
        return [game_acts.MatchDecided(action.seat, "abandoned")]
    # Finished games of a money session count; the unfinished one does not.
    session = table.match.length is None and bool(table.match.finished)
    return [game_acts.SessionEnded(action.seat) if session else acts.Aborted(action.seat)]
