"""The server's decisions about a table: roles, waiting for lost connections, abandoned matches. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from tavl.rules import acts as game_acts
from tavl.rules.game import Phase
from tavl.rules.refusal import Refused, refuse
from tavl.rules.seat import Seat
from tavl.server.tables.hosting import (
    AnyHouseAction,
    BoardCause,
    BoardSet,
    ClaimWin,
    CloseAbandoned,
    FindLine,
    Given,
    GiveRole,
    House,
    HouseEvent,
    LineBack,
    LineLost,
    LoseLine,
    LostLine,
    MatchWaits,
    PlayersHouseAction,
    RoleGiven,
    StartPosition,
    TakeBack,
    WaitForLine,
    WaitNoLonger,
    by_of,
    claimable,
    without_clock_or_ruler,
)
from tavl.table import acts
from tavl.table.acts import AnyEvent, By, Role
from tavl.table.table import Table
from tavl.table.terms import Ruler

MAX_ROLES = 32  # people with a role at one table

Answer = list[HouseEvent | AnyEvent] | Refused


def decide(house: House, table: Table, action: AnyHouseAction, by: By, at: int) -> Answer:
    match action:
        case GiveRole():
            return _give(house, table, action, by)
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
            return why_not_take_back(house, table, action, by) or _taken_back(house, action.seat)
        case ClaimWin() | CloseAbandoned():
            return why_not_end(house, table, action, by, at) or _ended(table, action)


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


def why_not_take_back(house: House, table: Table, action: TakeBack, by: By) -> Refused | None:
    if by.role is not Role.PLAYER or by.seat != action.seat:
        return refuse("not_your_seat", "T4.2.ii", seat=int(action.seat))
    if not house.terms.tutor:
        return refuse("nothing_taken_back_here", "T4.2.iii.a")
    if table.over:
        return refuse("match_over", "T4.5")
    return None if house.decisions else refuse("nothing_to_take_back", "T4.2.iii.a")


def _taken_back(house: House, seat: Seat) -> Answer:
    game = house.decisions[-1]
    doubled = game.phase in (Phase.DOUBLED, Phase.BEAVERED)
    return [
        BoardSet(BoardCause.TAKEN_BACK, seat),
        game_acts.TurnSet(game.turn, game.dice),
        game_acts.PositionSet(game.position),
        game_acts.CubeSet(game.cube),
        *([game_acts.Doubled(game.turn)] if doubled else []),
    ]


def begun_at(start: StartPosition, opener: Seat) -> Answer:
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


def _ended(table: Table, action: ClaimWin | CloseAbandoned) -> Answer:
    if isinstance(action, ClaimWin):
        return [game_acts.MatchDecided(action.seat, "abandoned")]
    # Finished games of a money session count; the unfinished one does not.
    session = table.match.length is None and bool(table.match.finished)
    return [game_acts.SessionEnded(action.seat) if session else acts.Aborted(action.seat)]


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


def _give(house: House, table: Table, action: GiveRole, by: By) -> Answer:
    fault = why_not_give(house, table, action.role, action.seat, by)
    if fault:
        return fault
    person = action.person
    if action.role is not Given.SPECTATOR and person in table.seats:
        return refuse("party_cannot_rule", "T5.1")
    if by_of(house, table, person).role is _HOLDS[action.role] and action.role is not Given.SPECTATOR:
        return []
    match action.role:
        case Given.RULER:
            assert by.seat is not None
            return [acts.RulerNamed(by.seat, person)]
        case Given.OBSERVER:
            return [acts.ObserverAppointed(person)]
        case Given.READER:
            seat = _reads_for(action.seat, by)
            assert seat is not None
            return [acts.ReaderAppointed(seat, person)]
        case _:
            known = house.directors if action.role is Given.DIRECTOR else house.let_in
            return [] if person in known else [RoleGiven(action.role, person)]


_HOLDS = {
    Given.DIRECTOR: Role.DIRECTOR,
    Given.RULER: Role.DIRECTOR,
    Given.OBSERVER: Role.OBSERVER,
    Given.READER: Role.READER,
    Given.SPECTATOR: Role.SPECTATOR,
}


def why_not_give(house: House, table: Table, role: Given, seat: Seat | None, by: By) -> Refused | None:
    """Who may give a role: a director gives any; before there is one, the table's opener gives that role; a player
    names a ruler and, where nobody directs, their reader; either player admits spectators."""
    if table.over:
        return refuse("match_over", "T4.5")
    if _people(house, table) >= MAX_ROLES:
        return refuse("too_many_roles", "T1.3.iii", most=MAX_ROLES)
    directs = by.role is Role.DIRECTOR
    opened = bool(by.person) and by.person == house.opened_by
    ruler = table.terms.ruler
    match role:
        case Given.DIRECTOR:
            if ruler is not Ruler.DIRECTOR:
                return refuse("nobody_rules" if ruler is Ruler.NOBODY else "not_named_to_rule", "T5.1")
            allowed = directs or (opened and not house.directors)
        case Given.RULER:
            if ruler is not Ruler.NAMED:
                return refuse("ruler_is_set", "T5.1")
            allowed = by.role is Role.PLAYER
        case Given.OBSERVER:
            if ruler is Ruler.NOBODY:
                return refuse("nobody_rules", "T5.1")
            allowed = directs
        case Given.READER:
            if _reads_for(seat, by) is None:
                return refuse("bad_value", "T1.3.iii", field="seat")
            allowed = directs or (by.role is Role.PLAYER and ruler is not Ruler.DIRECTOR)
        case Given.SPECTATOR:
            allowed = directs or opened or by.role is Role.PLAYER
    return None if allowed else refuse("not_your_role", "T1.3.iii", role=by.role)


def _reads_for(seat: Seat | None, by: By) -> Seat | None:
    return by.seat if by.role is Role.PLAYER else seat


def _people(house: House, table: Table) -> int:
    return len(house.directors) + len(house.let_in) + len(table.requests.observers)
