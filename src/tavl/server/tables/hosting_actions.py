"""Actions at a hosted table besides the game: those of its parts (`roles`, `abandoned_matches`, `take_backs`),
and waiting for lost connections (how long: `line_grace_ms`, `line_wait_ms` in `server/settings.py`). Pure."""

from __future__ import annotations

from collections.abc import Iterator

from tavl.rules import acts as game_acts
from tavl.rules.refusal import Refused
from tavl.rules.seat import Seat
from tavl.server.tables.abandoned_matches import claimable, ended, why_not_end
from tavl.server.tables.hosting import (
    AnyHouseAction,
    BoardCause,
    BoardSet,
    ClaimWin,
    CloseAbandoned,
    FindLine,
    GiveRole,
    HandlerResult,
    House,
    LineBack,
    LineLost,
    LoseLine,
    LostLine,
    MatchWaits,
    PlayersHouseAction,
    StartPosition,
    TakeBack,
    WaitForLine,
    WaitNoLonger,
)
from tavl.server.tables.roles import decide_give
from tavl.server.tables.take_backs import taken_back, why_not_take_back
from tavl.table import acts
from tavl.table.acts import By
from tavl.table.table import Table


def decide(house: House, table: Table, action: AnyHouseAction, by: By, at: int) -> HandlerResult:
    match action:
        case GiveRole():
            return decide_give(house, table, action, by)
        case LoseLine(seat=seat, since=since):
            return [] if house.lost[seat] is not None or table.over else [LineLost(seat, min(since, at))]
        case FindLine(seat=seat):
            if house.lost[seat] is None:
                return []
            return [LineBack(seat), *([acts.Resumed()] if house.waits_for == seat else [])]
        case WaitForLine(seat=seat):
            due = line_due(house, table)
            if due is None or due[0] > at or due[1] != action:
                return []
            return [MatchWaits(seat, due[2]), acts.Suspended(due[2])]
        case WaitNoLonger(seat=seat):
            return [acts.Resumed()] if house.waits_for == seat else []
        case TakeBack():
            return why_not_take_back(house, table, action, by) or taken_back(house, action.seat)
        case ClaimWin() | CloseAbandoned():
            return why_not_end(house, table, action, by, at) or ended(table, action)


def why_not(house: House, table: Table, action: PlayersHouseAction, by: By, at: int) -> Refused | None:
    """Why a player may not do this now; None if they may."""
    if isinstance(action, TakeBack):
        return why_not_take_back(house, table, action, by)
    return why_not_end(house, table, action, by, at)


def offers(house: House, table: Table, seat: Seat, at: int) -> Iterator[PlayersHouseAction]:
    """What a player might do now; leaves out only what `why_not` would refuse."""
    if house.terms.tutor:
        yield TakeBack(seat)
    waited = claimable(house, table)
    if waited is not None and waited[0] != seat and at >= waited[1]:
        yield ClaimWin(seat)
        yield CloseAbandoned(seat)


def begun_at(start: StartPosition, opener: Seat) -> HandlerResult:
    """The events that begin the first game of a table at a position."""
    return [
        *([game_acts.ScoreSet(start.score)] if any(start.score) else []),
        game_acts.GameStarted(start.crawford),
        BoardSet(BoardCause.START, opener, start.after_crawford),
        game_acts.TurnSet(start.turn, start.dice),
        game_acts.PositionSet(start.position),
        game_acts.CubeSet(start.cube),
        *([game_acts.Doubled(start.turn)] if start.doubled else []),
    ]


def line_due(house: House, table: Table) -> tuple[int, AnyHouseAction, int] | None:
    """When the match starts or stops waiting for a lost connection, if it does; and since when nobody is charged."""
    if table.over or house.terms.lost_line is LostLine.RUNS:
        return None
    seat = house.waits_for
    if seat is not None:
        return house.waits_since + house.wait_left(seat), WaitNoLonger(seat), 0
    clock = table.clock
    if table.suspended or clock is None or clock.running is None or not house.wait_left(clock.running):
        return None
    lost = house.lost[clock.running]
    if lost is None:
        return None
    since = max(lost, clock.since)
    return since + house.terms.line_grace_ms, WaitForLine(clock.running), since
