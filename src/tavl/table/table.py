"""One match between two seats: who sits, what may be done now, how the clock follows, what happens by itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

from msgspec import Struct
from msgspec.structs import replace

from tavl.rules import acts as game_acts
from tavl.rules import match as matches
from tavl.rules.acts import MatchAction, MatchEvent
from tavl.rules.game import Phase
from tavl.rules.match import Match
from tavl.rules.refusal import Refused, refuse
from tavl.rules.seat import SEATS, Seat
from tavl.table import acts
from tavl.table.acts import AnyAction, AnyEvent, By, Role, StopReason
from tavl.table.clock import Clock, clock_for
from tavl.table.terms import TableTerms

MATCH_ACTIONS = get_args(MatchAction)
MATCH_EVENTS = get_args(MatchEvent)


class Table(Struct, frozen=True, kw_only=True):
    terms: TableTerms
    match: Match
    seats: tuple[str | None, str | None] = (None, None)
    clock: Clock | None = None
    last_at: int = 0  # of the last event; instants never fall
    suspended: bool = False
    aborted: bool = False

    @classmethod
    def open(cls, terms: TableTerms, at: int = 0) -> Table:
        match = Match(terms=terms.match)
        clock = clock_for(match, terms.clock) if terms.clock else None
        return cls(terms=terms, match=match, clock=clock, last_at=at)

    @property
    def full(self) -> bool:
        return None not in self.seats

    @property
    def begun(self) -> bool:
        return self.match.game is not None

    @property
    def over(self) -> bool:
        return self.aborted or self.match.result is not None

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """Who is being waited for."""
        if self.over or not self.full or self.suspended:
            return ()
        if self.match.between_games or self.match.game is None:
            return SEATS
        return self.match.game.to_act

    def seat_of(self, person: str) -> Seat | None:
        return next((seat for seat in SEATS if self.seats[seat] == person), None)


class Due(Struct, frozen=True):
    """Something that will happen by itself at an instant: the action that any process may then carry out."""

    at: int
    action: AnyAction


def decide(
    table: Table, action: AnyAction, by: By, at: int, roll: tuple[int, int] | None = None
) -> list[AnyEvent] | Refused:
    """What an action by somebody at an instant leads to. `roll` is the dice that fall if it is a roll."""
    at = max(at, table.last_at)
    match action:
        case acts.Sit(seat=seat, person=person):
            return _decide_sit(table, by, seat, person)
        case acts.Leave(seat=seat):
            return _own_seat(by, seat) or _before_the_match(table) or [acts.SeatLeft(seat)]
        case acts.Abort(seat=seat):
            return _own_seat(by, seat) or _nothing_counts_yet(table) or [acts.Aborted(seat)]
        case acts.ClaimFlag(against=against):
            return _decide_flag(table, by, against, at)
        case acts.Suspend(since=since):
            if by.role is not Role.SYSTEM:
                return refuse("not_your_role", "T4.3.ii", role=by.role)
            return [] if table.suspended or table.over else [acts.Suspended(max(since, table.last_at))]
        case acts.Resume():
            return [acts.Resumed()] if table.suspended else []
        case _:
            return _decide_game(table, action, by, at, roll)


def _decide_game(
    table: Table, action: MatchAction, by: By, at: int, roll: tuple[int, int] | None
) -> list[AnyEvent] | Refused:
    fault = _own_seat(by, action.seat) or _playable(table, action.seat, at)
    if fault:
        return fault
    answer = matches.decide(table.match, action, roll)
    if isinstance(answer, Refused):
        return answer
    return [*answer, *_clock_events(table, answer, at)]


def _clock_events(table: Table, events: list[MatchEvent], at: int) -> list[AnyEvent]:
    """What the clock does because of these, where it is worth a line on the record: a stop, with both times."""
    if table.clock is None or not table.clock.is_running:
        return []
    after = matches.replay(table.match, events)
    times, _ = table.clock.reads(at)
    if after.between_games or after.result:
        return [acts.ClockStopped(StopReason.GAME_OVER, times)]
    if after.game and after.game.resignation:
        return [acts.ClockStopped(StopReason.GAME_DECIDED, times)]  # T4.3.ii.g
    return []


def _playable(table: Table, seat: Seat, at: int) -> Refused | None:
    if table.aborted:
        return refuse("table_closed", "T4.5")
    if not table.full:
        return refuse("opponent_missing", "T2.2.i")
    if table.suspended:
        return refuse("suspended", "T4.3.ii")
    if table.clock and table.clock.holds(seat, at):
        return refuse("wait_out_the_delay", "T4.1.v.b", left_ms=table.clock.reads(at)[1])
    return None


def _own_seat(by: By, seat: Seat) -> Refused | None:
    if by.role is Role.SYSTEM or (by.role is Role.PLAYER and by.seat == seat):
        return None
    if by.role is Role.PLAYER:
        return refuse("not_your_seat", "T4.2.ii", seat=int(seat))
    return refuse("not_your_role", "T1.6.i", role=by.role)


def _before_the_match(table: Table) -> Refused | None:
    return refuse("match_begun", "T4.5") if table.begun else None


def _nothing_counts_yet(table: Table) -> Refused | None:
    if table.over:
        return refuse("match_over", "T4.5")
    game = table.match.game
    begun = bool(table.match.finished) or (game is not None and game.turns >= 2)
    return refuse("match_must_be_played_out", "T4.5", length=table.match.length or 0) if begun else None


def _decide_sit(table: Table, by: By, seat: Seat, person: str) -> list[AnyEvent] | Refused:
    if table.over:
        return refuse("match_over", "T4.5")
    if by.role not in (Role.DIRECTOR, Role.SYSTEM) and by.person != person:
        return refuse("not_your_seat", "T4.2.ii", seat=int(seat))
    if table.seats[seat] == person:
        return []
    if table.seats[seat] is not None:
        return refuse("seat_taken", "T3.6", seat=int(seat))
    if person in table.seats:
        return refuse("already_seated", "T3.6")
    return [acts.Seated(seat, person)]


def _decide_flag(table: Table, by: By, against: Seat, at: int) -> list[AnyEvent] | Refused:
    if by.role not in (Role.PLAYER, Role.DIRECTOR, Role.SYSTEM):
        return refuse("not_yours_to_claim", "T4.3.iii", role=by.role)
    if table.over:
        return refuse("match_over", "T4.5")
    if table.clock is None:
        return refuse("no_clock", "T3.5.i")
    if against not in table.clock.out(at):
        times, _ = table.clock.reads(at)
        return refuse("time_left", "T4.3.iii", left_ms=times[against])
    times, _ = table.clock.reads(at)
    return [
        acts.ClockStopped(StopReason.DIRECTOR if by.role is Role.DIRECTOR else StopReason.GAME_OVER, times),
        game_acts.MatchDecided(against.other, "time", {"left_ms": times[against]}),
    ]


def actions(table: Table, by: By, at: int) -> list[AnyAction]:
    """Everything that this person may do now."""
    if by.role is Role.SPECTATOR or by.role is Role.READER:
        return []
    if by.role is not Role.PLAYER or by.seat is None:
        return [] if table.over or table.clock is None else [acts.ClaimFlag(seat) for seat in table.clock.out(at)]
    seat = by.seat
    if table.over:
        return []
    found: list[AnyAction] = []
    if _nothing_counts_yet(table) is None:
        found.append(acts.Abort(seat))
    if not table.begun:
        found.append(acts.Leave(seat))
    if table.clock and seat.other in table.clock.out(at):
        found.append(acts.ClaimFlag(seat.other))
    if _playable(table, seat, at) is None:
        found += matches.actions(table.match, seat)
    return found


def due(table: Table) -> Due | None:
    """What will happen next by itself, if nobody does anything before."""
    if table.over or table.suspended or not table.full:
        return None
    if table.match.between_games:
        if table.terms.next_game_after_ms is None:
            return None
        return Due(table.last_at + table.terms.next_game_after_ms, game_acts.StartGame(Seat.FIRST))
    game = table.match.game
    if game and game.phase is Phase.OPENING and table.terms.next_game_after_ms is not None:
        return Due(table.last_at, game_acts.Roll(Seat.FIRST))
    if table.clock and table.terms.claims_flags_itself and table.clock.running is not None:
        out = table.clock.runs_out_at
        assert out is not None
        return Due(out + table.terms.flag_grace_ms, acts.ClaimFlag(table.clock.running))
    return None


def evolve(table: Table, event: AnyEvent, at: int) -> Table:
    """The table after something happened at an instant."""
    at = max(at, table.last_at)
    return replace(_evolved(table, event, at), last_at=at)


def _evolved(table: Table, event: AnyEvent, at: int) -> Table:
    match event:
        case acts.Opened(terms=terms):
            return Table.open(terms, at)
        case acts.Seated(seat=seat, person=person):
            return replace(table, seats=_seated(table.seats, seat, person))
        case acts.SeatLeft(seat=seat):
            return replace(table, seats=_seated(table.seats, seat, None))
        case acts.Aborted():
            return _stopped(replace(table, aborted=True), at)
        case acts.Suspended(since=since):
            return replace(_stopped(table, since), suspended=True)
        case acts.Resumed():
            return _clock_follows(replace(table, suspended=False), at)
        case acts.ClockStopped():
            return _stopped(table, at)
        case acts.ClockResumed(seat=seat):
            return replace(table, clock=table.clock.resumed(seat, at)) if table.clock else table
        case _:
            before = table.match
            moved = replace(table, match=matches.evolve(table.match, event))
            return _clock_after(moved, before, event, at)


def _seated(seats: tuple[str | None, str | None], seat: Seat, person: str | None) -> tuple[str | None, str | None]:
    return (person, seats[1]) if seat == Seat.FIRST else (seats[0], person)


def _stopped(table: Table, at: int) -> Table:
    return replace(table, clock=table.clock.stopped(at)) if table.clock else table


# Each of these hands the turn over, and with it the time: ending a turn, doubling, taking (T4.1.vi, T4.4.ii, iii).
_HANDS_OVER = (game_acts.OpeningRolled, game_acts.Played, game_acts.Doubled, game_acts.Beavered, game_acts.Taken)


def _clock_after(table: Table, before: Match, event: AnyEvent, at: int) -> Table:
    if table.clock is None or before is table.match:
        return table
    if isinstance(event, _HANDS_OVER):
        game = table.match.game
        if game is None or game.phase is Phase.OVER or game.phase is Phase.OPENING:
            return _stopped(table, at)
        return replace(table, clock=table.clock.started(game.to_act[0], at))
    return _clock_follows(table, at)


def _clock_follows(table: Table, at: int) -> Table:
    """The clock runs for whom the game waits for; without a game, or while a resignation is looked at, it stands."""
    game = table.match.game
    if table.clock is None:
        return table
    stands = table.over or table.suspended or game is None or game.phase in (Phase.OPENING, Phase.OVER)
    if stands or game is None or game.resignation:
        return _stopped(table, at)
    seat = game.to_act[0]
    return table if table.clock.running == seat else replace(table, clock=table.clock.resumed(seat, at))


def replay(events: Iterable[tuple[AnyEvent, int]]) -> Table | None:
    """The table that a stream of events with their instants leads to."""
    table: Table | None = None
    for event, at in events:
        if isinstance(event, acts.Opened):
            table = Table.open(event.terms, at)
        elif table is not None:
            table = evolve(table, event, at)
    return table
