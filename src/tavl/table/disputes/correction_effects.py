"""What the rules make of a mistake once it is noticed: worked out here, applied by agreement, ruling or default."""

from __future__ import annotations

from tavl.rules import acts as game_acts
from tavl.rules import match as matches
from tavl.rules.acts import Cube, MatchEvent
from tavl.rules.board import Position, PositionError
from tavl.rules.game import Game, Phase
from tavl.rules.refusal import Refused, refuse
from tavl.rules.resignation_sizes import sizes_still_possible
from tavl.rules.seat import SEATS, Seat
from tavl.table import acts
from tavl.table.acts import AnyCorrection, AnyEvent, Role, StopReason
from tavl.table.disputes.score_cards import proof
from tavl.table.state import Table
from tavl.table.terms import Detail, Sitting

REPEATS = "T4.2.iii.d"


def consequence(table: Table, what: AnyCorrection, at: int) -> list[AnyEvent] | Refused:
    """What happens if it is corrected now, or why that is not (or no longer) possible."""
    match what:
        case acts.ReplayPlay():
            return replayed(table) if table.handling.open_play else refuse("play_stands", "T4.2.iii.a")
        case acts.SetUpRight():
            return _set_up(table)
        case acts.CubeRight():
            if not table.corrections.cube_wrong:
                return refuse("cube_is_right", "T4.4.ix")
            return [acts.Corrected(what, _cube_rule(table))]
        case acts.VoidDouble():
            return _annulled(table, what)
        case acts.RightLength(length=length):
            return _length(table, what, length)
        case acts.RightScore(score=score):
            return _score(table, what, score)
        case acts.LoseDelay(seat=seat):
            return [acts.DelayLost(seat)] if table.clock else refuse("no_clock", "T3.5.i")
        case acts.BothOut(first=first):
            return both_out(table, first, at)


def upheld_by_default(table: Table, claim: AnyCorrection | None) -> bool:
    """What the clause says if nobody rules and neither player gives in: what the board knows, or no change."""
    game = table.match.game
    match claim:
        case acts.ReplayPlay():
            return game is not None and game.last is not None and not game.last.legal
        case acts.RightScore(score=score):
            proven = proof(table)
            return proven is not None and proven.score == score  # T4.7
        case acts.VoidDouble() | acts.SetUpRight() | acts.BothOut():
            return True
        case acts.CubeRight():
            crawford = game is not None and game.terms.crawford
            return crawford or table.corrections.level_wrong  # T4.4.i, T4.4.vi: what else could be right?
        case _:
            return False  # T4.4.ix: presumed right as it stands


def dismissed(table: Table, claim: AnyCorrection | None) -> list[AnyEvent]:
    """A claim that fails leaves things as they stand: on a physical board the cube stays as it lies.
    A double on record at a wrong level still has its level corrected (T4.4.vi)."""
    wrong = table.corrections
    if not isinstance(claim, acts.CubeRight) or not wrong.cube_wrong or wrong.level_wrong:
        return []
    return [game_acts.CubeSet(wrong.cube_shown)] if _can_lie_so(table.match.game, wrong.cube_shown) else []


def _can_lie_so(game: Game | None, cube: Cube | None) -> bool:
    """Never in the Crawford game, nor with the player who is being doubled."""
    if game is None or game.terms.crawford or cube is None or game.cube is None:
        return False
    doubled = game.turn.other if game.phase in (Phase.DOUBLED, Phase.BEAVERED) else None
    return cube.possible and (cube.owner is None or cube.owner != doubled)


def replayed(table: Table) -> list[AnyEvent]:
    """The dice are set back and the play is made again; with a clock once the delay has run out (T4.2.iii.b, c)."""
    game = table.match.game
    assert game is not None  # a play that can be flagged has been made
    assert game.last is not None
    mover = game.last.seat
    events: list[AnyEvent] = [
        game_acts.PlayReopened(),
        acts.InfractionRecorded(rule=REPEATS, seat=mover, role=Role.SYSTEM),
    ]
    if table.clock:
        events.append(acts.TurnTimeStarted(mover, held=True))
    return events


def _set_up(table: Table) -> list[AnyEvent] | Refused:
    """Until the starter begins their second turn (T4.2.iv): each misplaced checker goes where it should have begun."""
    wrong, game = table.corrections.wrong_set_up, table.match.game
    if wrong is None or game is None or not table.game_running:
        return refuse("set_up_is_right", "T4.2.iv")
    if table.corrections.second_turn_begun:
        return refuse("set_up_stands", "T4.2.iv")
    right = begun_from(game, wrong, Position.start())
    return right if isinstance(right, Refused) else [acts.Corrected(acts.SetUpRight(), "T4.2.iv"), right]


def begun_from(game: Game, was: Position, start: Position) -> game_acts.PositionSet | Refused:
    """The position now, had the game begun from `start`; both seen by the first seat."""
    here = game.seen_by(Seat.FIRST)
    own = [now + to - before for now, to, before in zip(here.own, start.own, was.own, strict=True)]
    opponent = [now + to - before for now, to, before in zip(here.opponent, start.opponent, was.opponent, strict=True)]
    try:
        position = Position(own, opponent)
    except (PositionError, ValueError):
        return refuse("set_up_needs_ruling", "T4.2.iv")  # the misplaced checkers have moved on
    return game_acts.PositionSet(position if game.turn == Seat.FIRST else position.mirror())


def _cube_rule(table: Table) -> str:
    game = table.match.game
    placed = game is None or (game.turns == 0 and game.cube_value == 1)
    return "T4.4.i" if placed else "T4.4.vi"


def _annulled(table: Table, what: AnyCorrection) -> list[AnyEvent] | Refused:
    """In the running game, between games, or after the last one (T4.4.iv a to c); once the next has begun, not."""
    void = table.corrections.void_double
    if void is None:
        return refuse("double_stands", "T4.4.iv")
    annulled = game_acts.DoubleAnnulled(void.cube)
    after = matches.evolve(table.match, annulled)
    dead = void.fault == "dead"
    if dead and table.match.between_games and after.score == table.match.score:
        return refuse("double_changes_nothing", "T4.4.vii")
    return [acts.Corrected(what, "T4.4.vii" if dead else "T4.4.iv"), annulled]


def _length(table: Table, what: AnyCorrection, length: int) -> list[AnyEvent] | Refused:
    """T4.8: at once between games, before the next one in a game, and not at all where it would end the match."""
    fault = why_no_length(table, length)
    if fault:
        return fault
    now: AnyEvent = game_acts.LengthSet(length)
    if table.game_running:
        now = acts.LengthToBeCorrected(length)
    return [acts.Corrected(what, "T4.8"), now]


def why_no_length(table: Table, length: int) -> Refused | None:
    due = table.corrections.length_due  # one that waits for the game to end can be taken back
    if table.match.length is None or length == (table.match.length if due is None else due):
        return refuse("length_is_right", "T4.8")
    if not 1 <= length <= matches.MAX_LENGTH:
        return refuse("bad_length", "T4.5", length=length, most=matches.MAX_LENGTH)
    if table.match.result is not None:
        return refuse("length_played_out", "T4.8")
    if max(table.match.score) >= length:
        return refuse("length_would_end_match", "T4.8", length=length)
    return None


def _score(table: Table, what: AnyCorrection, score: tuple[int, int]) -> list[AnyEvent] | Refused:
    length = table.match.length
    if min(score) < 0 or (length is not None and (max(score) > length or min(score) >= length)):
        return refuse("bad_value", "T4.7", field="score")
    if score == table.match.score:
        return refuse("score_is_right", "T4.7")
    return [acts.Corrected(what, "T4.7"), game_acts.ScoreSet(score, corrects=True)]


def both_out(table: Table, first: Seat | None, at: int) -> list[AnyEvent] | Refused:
    """T4.3.iii: the first loses; if that is unclear, a player who is certain to win the match wins it; else the rest is
    played without a clock."""
    if table.clock is None:
        return refuse("no_clock", "T3.5.i")
    if len(table.clock.out(at)) < 2:
        return refuse("time_left", "T4.3.iii", left_ms=max(table.clock.reads(at)[0]))
    if first is not None:
        return [game_acts.MatchDecided(first.other, "time")]
    winner = certain_winner(table)
    if winner is not None:
        return [game_acts.MatchDecided(winner, "certain_to_win")]
    return [acts.ClockTakenAway("T4.3.iii")]


def certain_winner(table: Table) -> Seat | None:
    """The player who cannot lose this game and needs no more than it pays (a "gin" position)."""
    game = table.match.game
    if game is None or not table.game_running or table.match.needs is None:
        return None
    for seat in SEATS:
        mine, others = game.seen_by(seat), game.seen_by(seat.other)
        on_roll = seat == game.turn
        sizes = sizes_still_possible(others, not on_roll, game.counts_gammons, game.dice)
        losing = sizes_still_possible(mine, on_roll, game.counts_gammons, game.dice) if mine.race else ()
        certain = not losing if mine.race else bool(sizes)
        may_be_dropped = game.phase is Phase.DOUBLED and on_roll  # then it pays a single game
        least = 1 if may_be_dropped else min(sizes, default=1)
        if certain and game.worth(least) >= table.match.needs[seat]:
            return seat
    return None


def going_on(table: Table, events: list[AnyEvent], at: int) -> list[AnyEvent]:
    """After a claim or a dispute the clock goes on, unless the director has stopped it (T4.3.ii.c)."""
    if table.clock is None or not demanded(table):
        return resuming(table, events)
    started = any(isinstance(event, acts.TurnTimeStarted) for event in events)
    return [acts.ClockStopped(StopReason.DIRECTOR, table.clock.reads(at)[0])] if started else []


def demanded(table: Table) -> bool:
    """The director, and not a dispute, has stopped the clock."""
    dispute = table.disputes.open
    if dispute is not None:
        return dispute.stood
    return table.stand.reason is StopReason.DIRECTOR and table.stand.seat is None


def resuming(table: Table, events: list[AnyEvent]) -> list[AnyEvent]:
    """The clock goes on for the player the game waits for, unless something has started it already."""
    after = matches.replay(table.match, [event for event in events if isinstance(event, MatchEvent)])
    started = any(isinstance(event, acts.TurnTimeStarted | acts.ClockTakenAway) for event in events)
    if table.clock is None or started or table.suspended or after.between_games or after.result or not after.game:
        return []
    if table.terms.detail is Detail.CUBE and table.terms.sitting is Sitting.RECORDED:  # only the clock knows the turn
        return [] if table.clock.turn_of is None else [acts.ClockResumed(table.clock.turn_of)]
    seats = after.game.to_act
    return [] if after.game.resignation or len(seats) != 1 else [acts.ClockResumed(seats[0])]
