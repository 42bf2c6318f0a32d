"""Mistakes at a physical board and how they are set right: set-up, cube, void doubles, length, score.

A player asks, the opponent agrees or disputes; the director sets right at once.
"""

from __future__ import annotations

from msgspec.structs import replace

from tavl.rules import acts as game_acts
from tavl.rules.acts import Cube, MatchEvent, Outcome
from tavl.rules.board import Position
from tavl.rules.game import Game, Phase, cube_is_dead, why_no_size
from tavl.rules.refusal import Refused, refuse
from tavl.rules.seat import Seat
from tavl.table import acts
from tavl.table.acts import AnyEvent, By, Role
from tavl.table.clock.automatic_stops import clock_events
from tavl.table.disputes.correction_effects import begun_from, consequence, resuming
from tavl.table.disputes.disputes import denied, why_needs_ruling, why_not_rule
from tavl.table.disputes.score_cards import settle
from tavl.table.guards import running_game
from tavl.table.play.unenforced import doubled_early, waits, why_passed_up
from tavl.table.registry import PLAYERS, PLAYERS_AND_DIRECTORS, PLAYING, Evolver, Handler, HandlerResult, Roll
from tavl.table.state import Table
from tavl.table.state_parts import Corrections, Void
from tavl.table.terms import Detail, Sitting

RULES = {
    acts.ReplayPlay: "T4.2.iii.a",
    acts.SetUpRight: "T4.2.iv",
    acts.CubeRight: "T4.4.ix",
    acts.VoidDouble: "T4.4.iv",
    acts.RightLength: "T4.8",
    acts.RightScore: "T4.7",
    acts.LoseDelay: "T4.1.v.b",
    acts.BothOut: "T4.3.iii",
}

OTHERWISE = (acts.ReplayPlay, acts.LoseDelay, acts.BothOut)  # these have an action of their own


def _correct(table: Table, action: acts.Correct, by: By, at: int, roll: Roll) -> HandlerResult:
    if table.aborted or not table.full:
        return refuse("table_closed", "T4.5")
    if isinstance(action.what, OTHERWISE):
        return refuse("not_asked_this_way", "T5.1")
    follows = consequence(table, action.what, at)
    if isinstance(follows, Refused):
        return follows
    if by.role is Role.DIRECTOR:
        return why_not_rule(table, by) or [*follows, *_clock_after(table, follows)]
    if fault := why_needs_ruling(table, action.what):
        return fault
    if table.corrections.asked:
        return refuse("answer_first", "T5.1")
    assert action.seat is not None
    return [acts.CorrectionAsked(action.what, action.seat)]


def _clock_after(table: Table, events: list[AnyEvent]) -> list[AnyEvent]:
    running = table.clock is not None and table.clock.is_running
    changes = any(isinstance(event, game_acts.DoubleAnnulled) for event in events)
    return resuming(table, events) if running and changes else []


def _agree(table: Table, action: acts.AgreeToCorrection, by: By, at: int, roll: Roll) -> HandlerResult:
    asked = table.corrections.asked
    if asked is None:
        return refuse("nothing_asked", "T5.1")
    if asked.seat == action.seat:
        return refuse("not_yours_to_answer", "T5.1")
    follows = why_needs_ruling(table, asked.what) or consequence(table, asked.what, at)
    return follows if isinstance(follows, Refused) else [*follows, *_clock_after(table, follows)]


def _dispute(table: Table, action: acts.DisputeCorrection, by: By, at: int, roll: Roll) -> HandlerResult:
    asked = table.corrections.asked
    if asked is None:
        return refuse("nothing_asked", "T5.1")
    if asked.seat == action.seat:
        return refuse("not_yours_to_answer", "T5.1")
    return denied(table, asked.seat, RULES[type(asked.what)], asked.what, by, at, action.statement)


def _recorded_game(table: Table, seat: Seat, at: int) -> Game | Refused:
    if table.terms.sitting is not Sitting.RECORDED:
        return refuse("board_enforces", "T4.4.i")
    return running_game(table, seat, at)


def _report_cube(table: Table, action: acts.ReportCube, by: By, at: int, roll: Roll) -> HandlerResult:
    game = _recorded_game(table, action.seat, at)
    if isinstance(game, Refused):
        return game
    if action.cube == game.cube:
        return refuse("cube_is_right", "T4.4.ix")
    if action.cube and (action.cube.value < 1 or action.cube.value & (action.cube.value - 1)):
        return refuse("bad_value", "T4.4.i", field="cube")
    return [acts.CubeReported(action.cube)]


def _report_set_up(table: Table, action: acts.ReportSetUp, by: By, at: int, roll: Roll) -> HandlerResult:
    game = _recorded_game(table, action.seat, at)
    if isinstance(game, Refused):
        return game
    if table.corrections.second_turn_begun or table.terms.detail is not Detail.PLAYS:
        return refuse("set_up_stands", "T4.2.iv")
    if action.position == Position.start():
        return refuse("set_up_is_right", "T4.2.iv")
    first, second = action.position, action.position.mirror()
    if action.seat == Seat.SECOND:
        first, second = second, first
    now = begun_from(game, table.corrections.wrong_set_up or Position.start(), first)
    if isinstance(now, Refused):
        return now
    return [acts.SetUpReported(first if game.turn == Seat.FIRST else second), now]


def _record_double(table: Table, action: acts.RecordDouble, by: By, at: int, roll: Roll) -> HandlerResult:
    """A double as it was made at a physical board: what nobody noticed at once is recorded too, and can be annulled."""
    game = _recorded_game(table, action.seat, at)
    if isinstance(game, Refused):
        return game
    seat = action.seat
    plays = table.terms.detail is Detail.PLAYS
    if game.phase in (Phase.DOUBLED, Phase.BEAVERED):
        return refuse("double_not_answered", "G10.3")
    if plays and waits(game, seat):
        early = doubled_early(table, game, seat)
        if isinstance(early, Refused) or _fault(game, action) is None:
            return early
        return [*early, acts.DoubleRecorded(seat, "level", game.cube, action.level)]
    if plays and (game.phase is Phase.OPENING or seat != game.turn):
        return refuse("not_your_turn", "G10.2")
    if plays and game.phase is Phase.TO_PLAY:
        return refuse("already_rolled", "G10.2", dice=str(game.dice))
    passed_up = why_passed_up(table, seat)
    if passed_up:
        return passed_up
    if game.cube and game.cube.owner == seat.other:
        return refuse("cube_is_opponents", "G10.2", value=game.cube.value)
    fault = _fault(game, action)
    events: list[AnyEvent] = [*([] if plays else [game_acts.TurnSet(seat)]), game_acts.Doubled(seat)]
    return [*events, acts.DoubleRecorded(seat, fault, game.cube, action.level)] if fault else events


def _fault(game: Game, action: acts.RecordDouble) -> str | None:
    if game.terms.crawford:
        return "crawford"
    if cube_is_dead(game, action.seat):
        return "dead"
    return "level" if action.level not in (None, game.cube_value * 2) else None


def _record_result(table: Table, action: acts.RecordResult, by: By, at: int, roll: Roll) -> HandlerResult:
    game = _recorded_game(table, action.seat, at) if table.stand.reason is None else table.match.game
    if isinstance(game, Refused):
        return game
    if game is None or not table.game_running or table.terms.sitting is not Sitting.RECORDED:
        return refuse("game_not_begun", "G1.2")
    if table.terms.detail is Detail.PLAYS:
        return refuse("game_is_recorded", "T4.5")
    if game.phase in (Phase.DOUBLED, Phase.BEAVERED):
        return refuse("double_not_answered", "G10.3")
    fault = why_no_size(game, action.size)
    if fault:
        return fault
    stated = acts.ResultStated(action.seat, action.winner, action.size)
    other = table.corrections.results[action.seat.other]
    if other is None or (other.winner, other.size) != (action.winner, action.size):
        return [stated]
    outcome = Outcome(action.winner, action.size, game.worth(action.size), "recorded")
    done: list[AnyEvent] = [game_acts.OutcomeSet(outcome)]
    return [stated, *done, *clock_events(table, done, at)]


def before_next_game(table: Table) -> list[AnyEvent]:
    """A length that waited for the game in progress is set now, if that is still possible (T4.8)."""
    length = table.corrections.length_due
    if length is None:
        return []
    possible = table.coming_match.length == length
    return [game_acts.LengthSet(length) if possible else acts.LengthCorrectionDropped(length)]


HANDLERS: dict[type, Handler] = {
    acts.Correct: Handler(_correct, PLAYERS_AND_DIRECTORS, "T5.1", conduct=True),
    acts.AgreeToCorrection: Handler(_agree, PLAYERS, "T5.1"),
    acts.DisputeCorrection: Handler(_dispute, PLAYERS, "T5.1"),
    acts.ReportCube: Handler(_report_cube, PLAYING, "T1.6.i"),
    acts.ReportSetUp: Handler(_report_set_up, PLAYING, "T1.6.i"),
    acts.RecordDouble: Handler(_record_double, PLAYING, "T1.6.i"),
    acts.RecordResult: Handler(_record_result, PLAYING, "T1.6.i"),
}


CUBE_IS_RIGHT: dict[str, object] = {"cube_wrong": False, "cube_shown": None, "level_wrong": False}


def _with(table: Table, **changes: object) -> Table:
    return replace(table, corrections=replace(table.corrections, **changes))


def follow(table: Table, before: Game | None, event: MatchEvent) -> Table:
    """What a game's event means for what can still be set right."""
    match event:
        case game_acts.GameStarted():
            return replace(table, corrections=Corrections())
        case game_acts.Rolled() | game_acts.Doubled():
            begun = before is not None and before.turns >= 2
            return _with(table, second_turn_begun=True) if begun else table
        case game_acts.DoubleAnnulled():
            return _with(table, void_double=None, **CUBE_IS_RIGHT)
        case game_acts.CubeSet():
            return _with(table, **CUBE_IS_RIGHT)
        case game_acts.LengthSet():
            return _with(table, length_due=None)
        case _:
            return table


def _corrected(table: Table, event: acts.Corrected, at: int) -> Table:
    match event.what:
        case acts.CubeRight():
            return _with(table, asked=None, **CUBE_IS_RIGHT)
        case acts.SetUpRight():
            return _with(table, asked=None, wrong_set_up=None)
        case acts.RightScore():
            return settle(_with(table, asked=None))
        case _:
            return _with(table, asked=None)


def _set_up_reported(table: Table, event: acts.SetUpReported, at: int) -> Table:
    first = table.match.game is None or table.match.game.turn == Seat.FIRST
    return _with(table, wrong_set_up=event.position if first else event.position.mirror())


def _double_recorded(table: Table, event: acts.DoubleRecorded, at: int) -> Table:
    if event.fault == "level":
        return _with(table, cube_wrong=True, cube_shown=Cube(event.level or 1), level_wrong=True)
    first = table.corrections.void_double or Void(event.seat, event.fault, event.cube)
    return _with(table, void_double=first)


def _result_stated(table: Table, event: acts.ResultStated, at: int) -> Table:
    first, second = table.corrections.results
    return _with(table, results=(event, second) if event.seat == Seat.FIRST else (first, event))


EVOLVERS: dict[type, Evolver] = {
    acts.CorrectionAsked: lambda table, event, at: _with(table, asked=event),
    acts.Corrected: _corrected,
    acts.CubeReported: lambda table, event, at: _with(table, cube_wrong=True, cube_shown=event.cube),
    acts.SetUpReported: _set_up_reported,
    acts.DoubleRecorded: _double_recorded,
    acts.ResultStated: _result_stated,
    acts.LengthToBeCorrected: lambda table, event, at: _with(table, length_due=event.length),
    acts.LengthCorrectionDropped: lambda table, event, at: _with(table, length_due=None),
}
