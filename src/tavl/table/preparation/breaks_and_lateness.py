"""Start times, breaks and lateness (T2.2). How many breaks and how long: `Breaks` in `rules/profile.py`; what lateness
costs: `rules/late_penalties.py`; when a match starts: `starts_at` in `table/terms.py`.

Nobody is late until somebody reports the absence, which then reaches back to the start time or the end of the
break. What it costs is counted here, proposed, and applied by one press or by itself.
"""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from tavl.rules.late_penalties import MINUTE, late_points
from tavl.rules.profile import LONG_MATCH, Breaks
from tavl.rules.refusal import Refused, refuse
from tavl.rules.seat import Seat
from tavl.table import acts
from tavl.table.acts import AnyEvent, By, Penalty, PenaltyKind, Role
from tavl.table.conduct.penalties import penalty_events
from tavl.table.registry import (
    DIRECTORS,
    PLAYERS,
    PLAYERS_AND_DIRECTORS,
    Evolver,
    Handler,
    HandlerResult,
    Roll,
    gives_reason,
)
from tavl.table.state import Table
from tavl.table.state_parts import Absence, Break
from tavl.table.terms import Ruler

T = TypeVar("T")


def breaks_of(table: Table) -> Breaks | None:
    return table.conduct.breaks or table.terms.match.profile.breaks


def breaks_left(table: Table, seat: Seat) -> int:
    """One each up to 15 points, two above (T2.2.ii)."""
    breaks = breaks_of(table)
    if breaks is None or table.terms.best_of_three:
        return 0
    long = (table.coming_match.length or 0) > LONG_MATCH
    return max(0, (breaks.over_15_points if long else breaks.up_to_15_points) - table.conduct.breaks_taken[seat])


def _take_break(table: Table, action: acts.TakeBreak, by: By, at: int, roll: Roll) -> HandlerResult:
    breaks = breaks_of(table)
    if table.over or not table.begun:
        return refuse("match_over" if table.over else "game_not_begun", "T2.2.ii")
    if table.game_running:
        return refuse("break_between_games_only", "T2.2.ii")
    if table.terms.best_of_three:
        return refuse("break_between_matches_only", "T2.2.ii")
    left = breaks_left(table, action.seat)
    if breaks is None or not 1 <= action.count <= left:
        return refuse("no_breaks_left", "T2.2.ii", left=left)
    now = table.conduct.on_break
    begins = max(at, now.until) if now else at
    return [acts.BreakBegun(action.seat, action.count, begins + action.count * breaks.minutes * MINUTE)]


def _return(table: Table, action: acts.ReturnFromBreak, by: By, at: int, roll: Roll) -> HandlerResult:
    now = table.conduct.on_break
    if now is None or action.seat not in now.seats:
        return refuse("not_on_break", "T2.2.ii")
    return [acts.BackFromBreak(action.seat)]


def why_not_begin(table: Table, seat: Seat, at: int) -> Refused | None:
    """Why the next game cannot be set up yet."""
    starts = table.conduct.starts_at
    if not table.begun and starts is not None and at < starts:
        return refuse("before_start_time", "T2.2.i", left_ms=starts - at)
    now = table.conduct.on_break
    if now and seat.other in now.seats and at < now.until:
        return refuse("opponent_on_break", "T2.2.ii", left_ms=now.until - at)
    return None


def before_game(table: Table, seat: Seat) -> list[AnyEvent]:
    """Whoever sets up the next game is back."""
    back = table.conduct.on_break is not None and seat in table.conduct.on_break.seats
    return [acts.BackFromBreak(seat)] if back else []


def shows_up(table: Table, by: By) -> list[AnyEvent]:
    """Whoever acts at the board is present and has begun: that ends their lateness (T2.2.iv)."""
    absence = table.conduct.absent[by.seat] if by.seat is not None and by.role is not Role.SYSTEM else None
    return [acts.Arrived(by.seat)] if by.seat is not None and absence and absence.until is None else []


# lateness


def late_since(table: Table, seat: Seat) -> int | None:
    """What an absence now would reach back to."""
    if not table.begun:
        return table.conduct.starts_at
    return table.conduct.break_over[seat] if not table.game_running else None


def owed(table: Table, seat: Seat, at: int) -> tuple[int, int]:
    """Points that an absence has earned and that were not given yet, and how late that is."""
    absence = table.conduct.absent[seat]
    if absence is None or absence.waived:
        return 0, 0
    end = at if absence.until is None else absence.until
    if table.disputes.open:
        end = min(end, table.disputes.open.since)  # nobody can begin in a dispute (T5.1)
    late_ms = max(0, end - absence.since)
    return max(0, late_points(table.terms.match.profile.late, late_ms) - absence.counted), late_ms


def _report_absence(table: Table, action: acts.ReportAbsence, by: By, at: int, roll: Roll) -> HandlerResult:
    if table.over:
        return refuse("match_over", "T4.5")
    if by.role is Role.PLAYER and by.seat == action.against:
        return refuse("not_against_yourself", "T2.2.iv")
    since = late_since(table, action.against)
    if since is None or at < since:
        return refuse("nobody_is_late", "T2.2.iv")
    if (absence := table.conduct.absent[action.against]) and absence.until is None:
        return refuse("reported_already", "T2.2.iv")
    if by.role is Role.PLAYER and table.terms.ruler is Ruler.NOBODY:
        since = at  # nobody else was there: one player's report counts from when the other can answer it
    return [acts.AbsenceReported(action.against, since)]


def _arrive(table: Table, action: acts.Arrive, by: By, at: int, roll: Roll) -> HandlerResult:
    absence = table.conduct.absent[action.seat]
    if absence is None or absence.until is not None:
        return refuse("not_reported_absent", "T2.2.iv")
    return [acts.Arrived(action.seat)]


def _apply(table: Table, action: acts.ApplyLatePenalty, by: By, at: int, roll: Roll) -> HandlerResult:
    """By the director with one press; automatically where the terms say so; by the opponent where nobody rules."""
    presses = table.terms.ruler is Ruler.NOBODY and by.seat != action.against
    allowed = {Role.PLAYER: presses, Role.SYSTEM: table.terms.late_penalties_by_themselves}
    if not allowed.get(by.role, True):
        return refuse("not_your_role", "T2.2.iv", role=by.role)
    if table.over:
        return refuse("match_over", "T4.5")
    points, late_ms = owed(table, action.against, at)
    if not points:
        return refuse("nothing_owed", "T2.2.iv")
    penalty = Penalty(action.against, PenaltyKind.POINTS, points)
    counted = acts.LatePenaltyCounted(action.against, late_ms, points)
    return [counted, *penalty_events(table, penalty, "T2.2.iv", acts.LATE)]


def _waive(table: Table, action: acts.WaiveLatePenalty, by: By, at: int, roll: Roll) -> HandlerResult:
    absence = table.conduct.absent[action.against]
    if absence is None or absence.waived:
        return refuse("nothing_owed", "T2.2.iv")
    return gives_reason(action.reason) or [acts.LatePenaltyWaived(action.against, action.reason)]


def next_penalty_at(table: Table, seat: Seat) -> int | None:
    """When the next point will be owed, or now if one is."""
    absence, late = table.conduct.absent[seat], table.terms.match.profile.late
    if absence is None or late is None or absence.waived:
        return None
    at = absence.since + (absence.counted // late.points + 1) * late.every_minutes * MINUTE
    return at if absence.until is None or at <= absence.until else None


def _set_breaks(table: Table, action: acts.SetBreaks, by: By, at: int, roll: Roll) -> HandlerResult:
    breaks = action.breaks
    if min(breaks.minutes, breaks.up_to_15_points, breaks.over_15_points) < 0:
        return refuse("bad_value", "T2.2.iii", field="breaks")
    return gives_reason(action.reason) or [acts.BreaksSet(breaks, action.reason)]


def _move_start(table: Table, action: acts.MoveStart, by: By, at: int, roll: Roll) -> HandlerResult:
    if table.begun:
        return refuse("match_begun", "T2.2.i")
    return gives_reason(action.reason) or [acts.StartMoved(action.starts_at, action.reason)]


HANDLERS: dict[type, Handler] = {
    acts.TakeBreak: Handler(_take_break, PLAYERS, "T2.2.ii", conduct=True),
    acts.ReturnFromBreak: Handler(_return, PLAYERS, "T2.2.ii", conduct=True),
    acts.ReportAbsence: Handler(_report_absence, PLAYERS_AND_DIRECTORS, "T2.2.iv", freely=True, conduct=True),
    acts.Arrive: Handler(_arrive, PLAYERS_AND_DIRECTORS, "T2.2.iv", freely=True, conduct=True),
    acts.ApplyLatePenalty: Handler(_apply, PLAYERS_AND_DIRECTORS | {Role.SYSTEM}, "T2.2.iv", conduct=True),
    acts.WaiveLatePenalty: Handler(_waive, DIRECTORS, "T2.2.iv", conduct=True),
    acts.SetBreaks: Handler(_set_breaks, DIRECTORS, "T2.2.iii", conduct=True),
    acts.MoveStart: Handler(_move_start, DIRECTORS, "T2.2.i", conduct=True),
}


def _with(table: Table, **changes: object) -> Table:
    return replace(table, conduct=replace(table.conduct, **changes))


def _pair(pair: tuple[T, T], seat: Seat, value: T) -> tuple[T, T]:
    return (value, pair[1]) if seat == Seat.FIRST else (pair[0], value)


def _evolve_break(table: Table, event: acts.BreakBegun, at: int) -> Table:
    conduct, seat = table.conduct, event.seat
    taken = _pair(conduct.breaks_taken, seat, conduct.breaks_taken[seat] + event.count)
    seats = conduct.on_break.seats if conduct.on_break else frozenset()
    over = conduct.break_over
    for each in seats | {seat}:
        over = _pair(over, each, event.until)
    return _with(table, breaks_taken=taken, on_break=Break(seats | {seat}, event.until), break_over=over)


def _evolve_back(table: Table, event: acts.BackFromBreak, at: int) -> Table:
    now = table.conduct.on_break
    left = now.seats - {event.seat} if now else frozenset()
    over = _pair(table.conduct.break_over, event.seat, None)
    return _with(table, on_break=Break(left, now.until) if now and left else None, break_over=over)


def _absent(table: Table, seat: Seat, absence: Absence | None) -> Table:
    return _with(table, absent=_pair(table.conduct.absent, seat, absence))


def _evolve_absent(table: Table, event: acts.AbsenceReported, at: int) -> Table:
    """Points from an earlier lateness that nobody has given yet are still owed."""
    still_owed, _ = owed(table, event.seat, at)
    return _absent(table, event.seat, Absence(event.since, counted=-still_owed))


def _change_absence(table: Table, seat: Seat, **changes: object) -> Table:
    absence = table.conduct.absent[seat]
    return _absent(table, seat, replace(absence, **changes)) if absence else table


def _evolve_counted(table: Table, event: acts.LatePenaltyCounted, at: int) -> Table:
    absence = table.conduct.absent[event.seat]
    return _absent(table, event.seat, replace(absence, counted=absence.counted + event.points)) if absence else table


def after_start(table: Table) -> Table:
    """A game has begun: breaks are over and nobody is late for it any more."""
    return _with(table, on_break=None, break_over=(None, None))


def _put_off(absence: Absence, since: int, at: int) -> Absence:
    end = at if absence.until is None else absence.until
    return replace(absence, since=absence.since + max(0, end - max(since, absence.since)))


def put_off(table: Table, since: int, at: int) -> Table:
    """From `since` to `at` nobody could play, because the server was down or a dispute was open: a break has as
    much left as before, and nobody was late meanwhile."""
    conduct, gone = table.conduct, at - since
    now, starts = conduct.on_break, conduct.starts_at
    over = tuple(None if end is None else end + gone for end in conduct.break_over)
    absent = tuple(None if each is None else _put_off(each, since, at) for each in conduct.absent)
    return _with(
        table,
        starts_at=min(starts + gone, at) if starts is not None and starts < at and not table.begun else starts,
        on_break=replace(now, until=now.until + gone) if now and now.until > since else now,
        break_over=over,
        absent=absent,
    )


EVOLVERS: dict[type, Evolver] = {
    acts.BreakBegun: _evolve_break,
    acts.BackFromBreak: _evolve_back,
    acts.AbsenceReported: _evolve_absent,
    acts.Arrived: lambda table, event, at: _change_absence(table, event.seat, until=at),
    acts.LatePenaltyCounted: _evolve_counted,
    acts.LatePenaltyWaived: lambda table, event, at: _change_absence(table, event.seat, waived=True),
    acts.BreaksSet: lambda table, event, at: _with(table, breaks=event.breaks),
    acts.StartMoved: lambda table, event, at: _with(table, starts_at=event.starts_at),
}
